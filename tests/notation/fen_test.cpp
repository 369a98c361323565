#include "hakam/notation/fen.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/epd.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/setups.hpp"
#include "usual_fen.hpp"

namespace hakam {
namespace {

using Strings = std::vector<std::string>;

Strings faults(std::string_view text, const fen::Options& options = {}) {
    Strings codes;
    for (const fen::Fault& fault : fen::read(text, options).faults) codes.emplace_back(fault.code);
    return codes;
}
Strings notes(std::string_view text) {
    Strings codes;
    const auto report = fen::read(text, {.reading = Reading::lenient});
    EXPECT_TRUE(report.position) << text;
    for (const Note& note : report.notes) codes.emplace_back(name(note.code));
    return codes;
}

TEST(Fen, AgreesWithAnIndependentReader) {
    testkit::Rng rng{11};
    for (int i = 0; i < 3000; ++i) {
        const hakam::Setup setup = testkit::random_setup(rng);
        const std::string text = fen::format(setup, {fen::CastlingForm::shredder, {}});
        const auto report = fen::read(text);
        ASSERT_TRUE(report.setup) << text;
        EXPECT_EQ(*report.setup, setup) << text;
        EXPECT_EQ(testkit::setup(text), setup) << text;
        // Reachable or not, what the core finds is what the text reports.
        EXPECT_EQ(report.faults.empty(), hakam::faults(setup).empty()) << text;
    }
}

TEST(Fen, ReportsEveryFaultAtOnceInOrderOfPlace) {
    EXPECT_EQ(faults("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPP/RNBQKBNR x KQzq e9 -1 0a"),
              (Strings{"unknown-man", "rank-too-short", "bad-turn", "bad-castling",
                       "bad-en-passant", "bad-halfmove-clock", "bad-fullmove-number"}));
    EXPECT_EQ(faults(""), (Strings{"missing-field", "missing-field", "missing-field",
                                   "missing-field", "missing-field", "missing-field"}));
    EXPECT_EQ(faults("9/8/8/8/8/8/8/8/8 w - - 0 1")[0], "unknown-man");
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1"), Strings{"too-many-ranks"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K4 w - - 0 1"), Strings{"rank-too-long"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more"), Strings{"trailing-text"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K3 w - - 100000 1"), Strings{"bad-halfmove-clock"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K3 w - - 99999 99999"), Strings{});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999"),
              Strings{"bad-fullmove-number"});
    EXPECT_EQ(faults("4k3/7/8/8/8/8/8/4K3 w - - 0 1\n"),
              (Strings{"rank-too-short", "bad-fullmove-number"}));
}

TEST(Fen, AFieldThatCannotBeReadHidesNoFaultOfTheOthers) {
    EXPECT_EQ(faults("8/8/8/8/8/8/8/8 w KQ e3 -1 0"),
              (Strings{"missing-king", "missing-king", "false-castling-right",
                       "false-castling-right", "false-en-passant", "bad-halfmove-clock",
                       "bad-fullmove-number"}));
    EXPECT_EQ(faults("8/8/8/8/8/8/8/8 w - e9 0 1"),
              (Strings{"missing-king", "missing-king", "bad-en-passant"}));
    // Who is in check depends on the turn, which nobody knows here.
    EXPECT_EQ(faults("4k3/8/8/8/8/8/4R3/4K3 x - - 0 1"), (Strings{"bad-turn"}));
    EXPECT_EQ(faults("4k3/4P3/8/8/8/8/8/P3K3 x KQ - 0 1"),
              (Strings{"pawn-on-back-rank", "bad-turn", "false-castling-right",
                       "false-castling-right"}));
    // Of a board that cannot be read only kings that are too many are certain.
    EXPECT_EQ(faults("k1k4x/8/8/8/8/8/8/8 w - - 0 1"), (Strings{"extra-king", "unknown-man"}));
}
TEST(Fen, StrictWantsTheCanonicalForm) {
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K2R w K - 00 1"), Strings{"counter-form"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K2R  w K - 0 1"), Strings{"spacing"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/31K2R w K - 0 1"), Strings{"adjacent-digits"});
    EXPECT_EQ(faults("4k2r/8/8/8/8/8/8/4K2R w kK - 0 1"), Strings{"castling-form"});
    EXPECT_EQ(faults("4k2r/8/8/8/8/8/8/4K2R w KK - 0 1"), Strings{"castling-form"});
    EXPECT_EQ(faults("4k3/8/8/8/8/8/8/4K3 W - - 0 1"), Strings{"bad-turn"});
}

TEST(Fen, LenientNotesWhatItOverlooks) {
    EXPECT_EQ(notes(" 4k3/8/8/8/8/8/8/4K2R  w\tK - 00 0\r\n"),
              (Strings{"spacing", "spacing", "spacing", "field-form", "move-number-zero"}));
    EXPECT_EQ(notes("4k2r/8/8/8/8/8/8/31K2R W kKk - - 3"),
              (Strings{"field-form", "letter-case", "field-form", "field-form", "field-missing"}));
    EXPECT_EQ(notes("4k3/8/8/8/8/8/8/4K3 b"),
              (Strings{"field-missing", "field-missing", "field-missing", "field-missing"}));
    EXPECT_EQ(notes("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq E3 0 2"),
              Strings{"letter-case"});
}

TEST(Fen, LenientLeavesTheOperationsOfAnEpdUnread) {
    const std::string epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";";
    EXPECT_EQ(notes(epd), (Strings{"operations-ignored", "field-missing", "field-missing"}));
    EXPECT_EQ(fen::format(*fen::read(epd, {.reading = Reading::lenient}).position),
              "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    EXPECT_FALSE(fen::position(epd));
    EXPECT_FALSE(
        fen::read("4k3/8/8/8/8/8/8/4K2R w K - 3 bm O-O;", {.reading = Reading::lenient}).valid());
}

TEST(Fen, ErrorsSayWhereAndWhat) {
    const auto position = fen::position("7k/8/5KQ1/8/8/8/8/8 x - - 99 150");
    ASSERT_FALSE(position);
    EXPECT_EQ(describe(position.error()), "1:21: expected 'w' or 'b', found 'x'");
}

TEST(Fen, FaultsOfThePositionAreToldInWords) {
    const auto position = fen::position("4k3/8/8/8/8/8/8/8 w - - 0 1");
    ASSERT_FALSE(position);
    EXPECT_EQ(describe(position.error()),
              "1:1: expected one king a side, found: there is no white king");
}

TEST(Fen, FalseRightsAreWrittenAsTheyWereRead) {
    for (const std::string text :
         {"r2q1rnk/8/8/8/8/8/8/6K1 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3KR2 w KQq - 0 1",
          "2r1k1r1/8/8/8/8/8/8/6K1 b kq - 0 1", "4k3/8/8/8/8/8/8/3RK3 w C - 0 1"}) {
        const fen::Report report = fen::read(text);
        EXPECT_FALSE(report.valid()) << text;
        ASSERT_TRUE(report.setup) << text;
        EXPECT_EQ(fen::format(*report.setup), text);
    }
}

TEST(Fen, ThePlacementOfAnyBoardIsItsFirstField) {
    EXPECT_EQ(fen::placement(Board{}), "8/8/8/8/8/8/8/8");
    Board crowd;  // no position at all: men on every square, sixty-four kings
    for (int s = 0; s < 64; ++s) crowd.put(square(s), Piece{Color::black, PieceType::king});
    EXPECT_EQ(fen::placement(crowd),
              "kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk");
    for (const std::string text : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
                                   "k7/8/8/8/8/8/8/K6R", "1p1p1p1p/8/P6k/8/8/8/8/K7"})
        EXPECT_EQ(fen::placement(fen::read(text + " w - - 0 1").setup->board), text);
}

// fen::position and fen::read take a shorter way for the usual texts; the careful reader must read
// the same in all of them, and what the shorter way takes must be canonical.
TEST(Fen, TheShortWayReadsWhatTheCarefulReaderReads) {
    testkit::Rng random{20260};
    std::size_t taken = 0;
    constexpr std::string_view characters = "KQkqABHabh-wb 0123456789/pPrRnNbBx";
    for (int i = 0; i < 12'000; ++i) {
        std::string text =
            i % 8 < 4 ? fen::format(testkit::random_reachable(random),
                                    {fen::CastlingForm::automatic, fen::EnPassantForm::always})
                      : fen::format(testkit::random_setup(random));
        for (int changes = i % 4; changes > 0; --changes) {
            const std::size_t at = random.below(text.size());
            const char c = characters[random.below(characters.size())];
            switch (random.below(3)) {
                case 0:
                    text[at] = c;
                    break;
                case 1:
                    text.insert(at, 1, c);
                    break;
                default:
                    text.erase(at, 1);
            }
        }
        const auto setup = fen::usual_setup(text);
        // A space before the text sends it to the careful reader and costs one note.
        fen::Options lenient;
        lenient.reading = Reading::lenient;
        const fen::Report careful = fen::read(' ' + text, lenient);
        const fen::Report report = fen::read(text);
        if (setup) {
            ++taken;
            ASSERT_TRUE(careful.setup) << text;
            EXPECT_EQ(*careful.setup, *setup) << text;
            EXPECT_EQ(careful.notes.size(), 1U) << text;
            EXPECT_EQ(careful.faults.size(), report.faults.size()) << text;
        }
        EXPECT_EQ(fen::position(text).has_value(), report.valid()) << text;
        if (report.valid()) {
            EXPECT_EQ(*report.position, *fen::position(text)) << text;
            EXPECT_EQ(careful.position, report.position) << text;
        }
    }
    EXPECT_GT(taken, 2'000U);
}

TEST(Fen, RefusesLongTextsUnread) {
    EXPECT_EQ(faults(std::string(1'000'000, '8')), Strings{"too-long"});
}

TEST(Fen, ReadsEveryStartArrayInEveryForm) {
    for (int number = 0; number < 960; ++number) {
        const Position start = Position::chess960(number);
        const std::string usual = fen::format(start);
        EXPECT_NE(usual.find(" KQkq "), std::string::npos) << usual;
        const auto read = fen::position(usual);
        ASSERT_TRUE(read) << usual;
        EXPECT_EQ(*read, start) << usual;
        EXPECT_EQ(*fen::position(fen::format(start, {fen::CastlingForm::shredder, {}})), start);
    }
}

TEST(Epd, RoundTripsItsOperations) {
    const std::string text =
        "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - bm Bd3; id \"a \\\"b\\\" "
        "\\\\ c\"; acd 12; ce -31; D1 20; unknown 1 x \"y\"; hmvc 2; fmvn 8; pv Bd3 d6 O-O;";
    const auto epd = epd::parse(text);
    ASSERT_TRUE(epd) << describe(epd.error());
    EXPECT_EQ(epd::format(*epd), text);
    EXPECT_EQ(epd->find("id")->operands[0].text, "a \"b\" \\ c");
    EXPECT_EQ(epd->position.halfmove_clock().value, 2U);
    EXPECT_EQ(epd->position.fullmove_number().value, 8U);
    EXPECT_EQ(epd->operations.size(), 9U);
}

TEST(Epd, ErrorsStandInTheirPlace) {
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const auto column = [&](std::string_view operations) {
        const auto epd = epd::parse(start + std::string{operations});
        return epd ? 0U : epd.error().where.column - static_cast<unsigned>(start.size());
    };
    EXPECT_EQ(column(" bm Nf3 e5;"), 9U);
    EXPECT_EQ(column(" bm e4 d4;"), 8U);
    EXPECT_EQ(column(" pv e4 e4;"), 8U);
    EXPECT_EQ(column(" acd x;"), 6U);
    EXPECT_EQ(column(" id T;"), 5U);
    EXPECT_EQ(column(" bm;"), 5U);
    EXPECT_EQ(column(" bm Nf3"), 8U);
    EXPECT_EQ(column(" bm Nf3;  id \"x\";"), 9U);
    EXPECT_EQ(column(" id \"x\"; id \"y\";"), 10U);
    EXPECT_EQ(column(" id \"x;"), 8U);
    EXPECT_EQ(column(" averylongopcode 1;"), 2U);
    const auto lenient = epd::parse_lenient(start + "  bm e4 Ngf3 ; id T 1");
    ASSERT_TRUE(lenient) << describe(lenient.error());
    EXPECT_GE(lenient->notes.size(), 5U);
}

}  // namespace
}  // namespace hakam
