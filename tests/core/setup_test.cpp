#include "hakam/core/setup.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testkit/random_positions.hpp"
#include "testkit/setups.hpp"

namespace hakam {
namespace {

using testkit::Rng;

// "code@square ..." as the faults come.
std::string faults_of(std::string_view fen, RulesetId rules = RulesetId::standard) {
    std::string text;
    for (const SetupFault& fault : faults(testkit::setup(fen), rules)) {
        if (!text.empty()) text += ' ';
        text += name(fault.code);
        if (fault.square) text += '@' + to_string(*fault.square);
        if (fault.code == SetupFaultCode::missing_king ||
            fault.code == SetupFaultCode::too_many_men ||
            fault.code == SetupFaultCode::too_many_pawns ||
            fault.code == SetupFaultCode::too_many_promoted)
            text += fault.color == Color::white ? ":white" : ":black";
        EXPECT_FALSE(describe(fault).empty());
    }
    return text;
}

TEST(FaultsOfASetup, StartPositionHasNone) {
    EXPECT_EQ(faults_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "");
}

TEST(FaultsOfASetup, Kings) {
    EXPECT_EQ(faults_of("8/8/8/8/8/8/8/8 w - - 0 1"), "missing-king:white missing-king:black");
    EXPECT_EQ(faults_of("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46"),  // bug fen-003
              "missing-king:black extra-king@c7");
    EXPECT_EQ(faults_of("8/8/8/8/8/1p6/8/6kK w - - 0 1"), "adjacent-kings@h1");  // bug fen-005
    EXPECT_EQ(faults_of("4k3/8/8/8/8/8/8/8 w - - 0 1"), "missing-king:white");   // bug fen-015
    EXPECT_EQ(faults_of("kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w KQkq - 0 1"),           // bug fen-004
              "extra-king@b1 extra-king@c1 extra-king@d1 extra-king@e1 extra-king@f1 extra-king@g1 "
              "extra-king@h1 extra-king@b8 extra-king@c8 extra-king@d8 extra-king@e8 extra-king@f8 "
              "extra-king@g8 extra-king@h8 false-castling-right@a1 false-castling-right@h1 "
              "false-castling-right@a8 false-castling-right@h8");
}

TEST(FaultsOfASetup, TheSideThatMovedMayNotBeInCheck) {
    EXPECT_EQ(faults_of("r1bqkbnr/pp1p1ppp/4p3/2p1n3/2K1P3/2N5/PPPP1PPP/R1BQ1BNR b kq - 0 9"),
              "opponent-in-check@c4");  // bug fen-010
}

TEST(FaultsOfASetup, PawnsOnTheLastRanks) {
    EXPECT_EQ(faults_of("P3k3/8/8/8/8/8/8/4K2p w - - 0 1"),
              "pawn-on-back-rank@h1 pawn-on-back-rank@a8");
}

TEST(FaultsOfASetup, CastlingRights) {
    EXPECT_EQ(faults_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "");
    EXPECT_EQ(faults_of("2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14"),
              "false-castling-right@h8");  // bug fen-017
    EXPECT_EQ(faults_of("q3kb2/rbpppppr/p1n4p/1p1n4/P4PB1/NP2P3/1RPP2PP/2B1QKNR b kq - 1 1"),
              "false-castling-right@a8 false-castling-right@h8");  // bug fen-020
    EXPECT_EQ(faults_of("1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w q - 0 1"),
              "false-castling-right@a8");  // bug fen-024
    EXPECT_EQ(faults_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", RulesetId::no_castling),
              "false-castling-right@a1 false-castling-right@h1 false-castling-right@a8 "
              "false-castling-right@h8");
    // Only one rook of each wing can be an original one; the outer is believed.
    EXPECT_EQ(faults_of("4k3/8/8/8/8/8/8/4KRR1 w FG - 0 1"), "false-castling-right@f1");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1"), "false-castling-right@b1");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/8/8/4KR2 w FH - 0 1"), "false-castling-right@h1");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"), "");
    // In a corner there is no rook on the far side to have started with.
    EXPECT_EQ(faults_of("4k3/8/8/8/8/8/8/K6R w H - 0 1"), "false-castling-right@h1");
}

TEST(FaultsOfASetup, EnPassantSquares) {
    EXPECT_EQ(faults_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), "");
    EXPECT_EQ(faults_of("rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1"),
              "false-en-passant@e6");  // fen-031
    EXPECT_EQ(faults_of("4r3/5p1k/8/4Pp2/8/8/8/4K3 w - f6 0 29"),
              "false-en-passant@f6");                                                 // fen-032
    EXPECT_EQ(faults_of("7k/8/8/8/8/8/1Pp5/7K w - c3 0 29"), "false-en-passant@c3");  // fen-033
    EXPECT_EQ(faults_of("4k3/8/8/8/4P3/4n3/8/4K3 b - e3 0 1"), "false-en-passant@e3");
    EXPECT_EQ(faults_of("4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1"), "false-en-passant@e4");
    EXPECT_EQ(faults_of("4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1", RulesetId::torpedo), "");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/4P3/8/4K3 b - e2 0 1", RulesetId::torpedo),
              "false-en-passant@e2");
    EXPECT_EQ(faults_of("4P3/8/8/8/8/k7/8/4K3 b - e7 0 1", RulesetId::torpedo),
              "pawn-on-back-rank@e8 false-en-passant@e7");
}

TEST(FaultsOfASetup, Material) {
    EXPECT_EQ(faults_of("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), "too-many-pawns:white");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1"), "too-many-promoted:white");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/BB6/PPPPPPPP/4K3 w - - 0 1"), "");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1"), "too-many-promoted:white");
    EXPECT_EQ(faults_of("4k3/8/8/8/8/B1B5/1PPPPPPP/4K3 w - - 0 1"), "");
    EXPECT_EQ(faults_of("5k2/8/8/8/8/4QQQQ/4QQQQ/4KQ2 w - - 0 1"),
              "opponent-in-check@f8");  // nine queens and no pawn: eight promotions
}

TEST(FaultsOfASetup, Counters) {
    EXPECT_EQ(faults_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 3 1"), "bad-halfmove-clock");
    EXPECT_EQ(faults_of("4k3/8/8/8/4P3/8/8/4K3 b - - 3 0"), "bad-fullmove-number");
}

TEST(FaultsOfASetup, DoubleChecksThatNoMoveGives) {
    const char* const fens[] = {
        "8/8/8/8/8/4K3/8/R3k2R b - - 0 1",        // bug fen-007: from both sides of one line
        "8/8/N7/2k5/N7/8/8/3K4 b - - 0 1",        // bug fen-008: two knights
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",  // queen and bishop on one diagonal
        "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1",      // two pawns
        "4k3/8/8/1B6/4R3/8/8/4K3 b - - 0 1",      // the rook did not come from the diagonal
        "4r3/8/8/8/4K3/8/8/1b2k3 w - - 0 1",      // nor the bishop from the file
    };
    for (const char* fen : fens) {
        SCOPED_TRACE(fen);
        EXPECT_EQ(faults_of(fen).substr(0, 23), "impossible-double-check");
    }
}

TEST(FaultsOfASetup, DoubleChecksThatAMoveGives) {
    const char* const fens[] = {
        "4k3/4R3/8/8/B7/8/8/4K3 b - - 0 1",   // the rook came from d7
        "4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1",  // the knight came from e4
        "3N4/R4k2/8/8/8/8/8/4K3 b - - 0 1",   // the knight from b7, or a pawn from c7 or e7
        "3Qk3/8/8/8/8/8/8/K3R3 b - - 0 1",    // a pawn from e7 took on d8
    };
    for (const char* fen : fens) {
        SCOPED_TRACE(fen);
        EXPECT_EQ(faults_of(fen), "");
    }
    // En passant opens two lines at once: e5xd6 takes both pawns out of the way of rook and bishop.
    EXPECT_EQ(faults_of("8/8/3Pk3/8/8/8/B7/4R1K1 b - - 0 1"), "");
    // It cannot if the captured pawn's first square is taken, or if all eight pawns still stand.
    EXPECT_EQ(faults_of("8/3n4/3Pk3/8/8/8/B7/4R1K1 b - - 0 1"), "impossible-double-check@e6");
    EXPECT_EQ(faults_of("8/p7/p2Pk2p/p6p/p6p/p7/B7/4R1K1 b - - 0 1"), "impossible-double-check@e6");
    // A promoting pawn that left the bishop's diagonal would have given check itself.
    EXPECT_EQ(faults_of("4kQ2/8/8/7B/8/8/8/4K3 b - - 0 1"), "impossible-double-check@e8");
    // All sixteen black men stand: nothing was captured on d8.
    EXPECT_EQ(faults_of("rnbQkbnr/pppp1ppp/7p/8/8/8/8/K3R3 b - - 0 1"), "");
    EXPECT_EQ(faults_of("rnbQkbnr/pppp1ppp/6qp/8/8/8/8/K3R3 b - - 0 1"),
              "impossible-double-check@e8");
}

TEST(FaultsOfASetup, SingleChecksThatNoMoveGives) {
    EXPECT_EQ(faults_of("8/8/8/8/8/k7/1P6/7K b - - 0 1"), "impossible-check@a3");
    // King and rook have not moved, and no other man can have stood between.
    EXPECT_EQ(faults_of("k7/8/8/8/8/8/8/R3K3 b Q - 0 1"), "impossible-check@a8");
    EXPECT_EQ(faults_of("k7/8/8/8/8/8/8/R3K3 b - - 0 1"), "");
    EXPECT_EQ(faults_of("k7/8/8/8/8/1N6/8/R3K3 b Q - 0 1"), "");
    // Chess960: only castling from g1 (rook) and c1, d1 or e1 (king) explains this check.
    EXPECT_EQ(faults_of("8/8/8/8/8/8/5P2/k4RKQ b - - 0 1"), "");
    EXPECT_EQ(faults_of("8/8/8/8/8/8/5P2/k4RKQ b - - 0 1", RulesetId::no_castling),
              "impossible-check@a1");
}

TEST(FaultsOfASetup, ThreeCheckers) {
    EXPECT_EQ(faults_of("4r3/8/8/8/1b6/5n2/8/4K2k w - - 0 1"), "too-many-checkers@e1");
}

TEST(FaultsOfASetup, ChecksAgainstEnPassant) {
    EXPECT_EQ(faults_of("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"), "check-against-en-passant@d3");
    EXPECT_EQ(faults_of("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1"), "check-against-en-passant@d6");
    // The pawn itself, or a line that it opened, may check.
    EXPECT_EQ(faults_of("4k3/8/8/3K4/2p1Pp2/8/8/8 b - e3 0 1"), "");
    EXPECT_EQ(faults_of("8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1"), "");
    EXPECT_EQ(faults_of("8/8/8/8/k3P1R1/8/8/4K3 b - e3 0 1"), "check-against-en-passant@e3");
}

TEST(FaultsOfASetup, NoPositionOfAGameHasAny) {
    Rng rng{11};
    std::size_t checks = 0;
    std::size_t doubles = 0;
    for (int game = 0; game < 1500; ++game) {
        const auto start = game % 2 == 0 ? Position{} : testkit::random_start(rng);
        const auto choice = game % 3 == 0 ? testkit::Choice::uniform : testkit::Choice::eager;
        for (const Position& p : testkit::random_playout(start, 200, rng, choice)) {
            const SetupFaults found = faults(p.setup());
            ASSERT_TRUE(found.empty()) << describe(found.front());
            hakam::Setup forgotten = p.setup();  // as a FEN that names legal captures only
            forgotten.en_passant = p.en_passant_square();
            ASSERT_TRUE(faults(forgotten).empty());
            checks += p.is_check();
            doubles += p.checkers().size() == 2;
        }
    }
    EXPECT_GT(checks, 10000U);
    EXPECT_GT(doubles, 30U);
}

}  // namespace
}  // namespace hakam
