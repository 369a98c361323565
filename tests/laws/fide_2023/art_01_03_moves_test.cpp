#include "laws/played.hpp"

// Articles 1 to 3: one small position for each, with a move that the article allows and one that
// it forbids.

namespace hakam::laws::testing {
namespace {

bool legal(std::string_view fen, std::string_view uci) {
    return uci::parse(uci, at(fen)).has_value();
}

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(Fide2023Art0101Opponents, AreTwoAndMoveInTurn) {
    const Game game = played("startpos", "e4 e5 Nf3");
    EXPECT_EQ(game.position(0).turn(), Color::white);
    EXPECT_EQ(game.position(1).turn(), Color::black);
    EXPECT_EQ(game.current().turn(), Color::black);
}

TEST(Fide2023Art0102FirstMove, IsWhitesAndThereIsNoPassing) {
    EXPECT_EQ(Position{}.turn(), Color::white);
    EXPECT_FALSE(uci::parse("0000", Position{}));
    EXPECT_FALSE(legal(start, "e7e5"));
}

TEST(Fide2023Art0104Aim, IsAnAttackedKingWithoutALegalMove) {
    EXPECT_TRUE(at("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1").has_legal_move());
    const Game game = played("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "Re8");
    EXPECT_TRUE(game.current().is_check());
    EXPECT_FALSE(game.current().has_legal_move());
}

TEST(Fide2023Art010401King, IsNeverLeftUnderAttackNorTaken) {
    EXPECT_FALSE(legal("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "h1h2"));
    EXPECT_TRUE(legal("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1e2"));
    // A king that could be taken is no position at all.
    EXPECT_FALSE(fen::position("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"));
}

TEST(Fide2023Art010402Mated, HasLost) {
    const Verdict verdict = book("fide-standard").judge(played("startpos", "f3 e5 g4 Qh4"));
    EXPECT_EQ(verdict.outcome, win_for(~verdict.to_move));
}

TEST(Fide2023Art0105NeitherCanMate, IsADraw) {
    EXPECT_EQ(book("fide-standard").judge(played("8/8/4k3/8/8/4K3/8/8 w - - 0 1")).outcome,
              Outcome::draw);
}

TEST(Fide2023Art0201Board, HasALightCornerAtEachRightHand) {
    EXPECT_TRUE(Bitboard::light().contains(Square::h1));
    EXPECT_TRUE(Bitboard::light().contains(Square::a8));
    EXPECT_TRUE(Bitboard::dark().contains(Square::a1));
    EXPECT_EQ(Bitboard::light().size(), 32);
}

TEST(Fide2023Art0202Men, AreSixteenASide) {
    for (const Color color : {Color::white, Color::black}) {
        EXPECT_EQ(Position{}.men(color).size(), 16);
        EXPECT_EQ(Position{}.men(color, PieceType::pawn).size(), 8);
        EXPECT_EQ(Position{}.men(color, PieceType::king).size(), 1);
        EXPECT_EQ(Position{}.men(color, PieceType::queen).size(), 1);
    }
}

TEST(Fide2023Art0203Array, IsTheUsualOne) {
    EXPECT_EQ(fen::format(Position{}), start);
    EXPECT_TRUE(Bitboard::light().contains(Square::d1));
    EXPECT_TRUE(Bitboard::dark().contains(Square::d8));
}

TEST(Fide2023Art0204Lines, AreFilesRanksAndDiagonals) {
    EXPECT_EQ(file_of(Square::c5), File::c);
    EXPECT_EQ(rank_of(Square::c5), Rank::r5);
}

TEST(Fide2023Art0301OwnMan, BlocksTheSquare) { EXPECT_FALSE(legal(start, "a1a2")); }

TEST(Fide2023Art030101Capture, TakesTheManOffTheBoard) {
    const Game game = played("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5");
    EXPECT_EQ(game.current().men(Color::black).size(), 1);
    EXPECT_TRUE(game.move(0).is_capture());
}

TEST(Fide2023Art030102Attack, OfAPawnIsDiagonalAlsoOnEmptySquares) {
    EXPECT_TRUE(at("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1").is_attacked(Square::d5, Color::white));
    EXPECT_FALSE(at("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1").is_attacked(Square::e5, Color::white));
    EXPECT_FALSE(legal("8/8/4k3/8/4P3/8/8/4K3 b - - 0 1", "e6d5"));
}

TEST(Fide2023Art030103PinnedMan, StillAttacks) {
    EXPECT_FALSE(legal("4k3/4r3/7K/8/8/8/8/4R3 w - - 0 1", "h6h7"));
}

TEST(Fide2023Art0302Bishop, MovesOnDiagonals) {
    EXPECT_TRUE(legal("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1h6"));
    EXPECT_FALSE(legal("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1c4"));
}

TEST(Fide2023Art0303Rook, MovesOnFilesAndRanks) {
    EXPECT_TRUE(legal("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7"));
    EXPECT_FALSE(legal("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2"));
}

TEST(Fide2023Art0304Queen, MovesAsBoth) {
    EXPECT_TRUE(legal("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1h5"));
    EXPECT_TRUE(legal("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d7"));
    EXPECT_FALSE(legal("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1e3"));
}

TEST(Fide2023Art0305LongMovers, DoNotJump) {
    EXPECT_FALSE(legal(start, "a1a3"));
    EXPECT_FALSE(legal(start, "c1e3"));
    EXPECT_FALSE(legal(start, "d1d3"));
}

TEST(Fide2023Art0306Knight, JumpsToTheNearestSquareOffTheLines) {
    EXPECT_TRUE(legal(start, "g1f3"));
    EXPECT_FALSE(legal(start, "g1g3"));
}

TEST(Fide2023Art030701Pawn, StepsAhead) {
    EXPECT_TRUE(legal(start, "e2e3"));
    EXPECT_FALSE(legal("4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "e3e4"));
    EXPECT_FALSE(legal("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2"));
}

TEST(Fide2023Art030702Pawn, MayBeginWithTwoSquares) {
    EXPECT_TRUE(legal(start, "e2e4"));
    EXPECT_FALSE(legal("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4"));
    EXPECT_FALSE(legal("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"));
}

TEST(Fide2023Art030703Pawn, CapturesDiagonally) {
    EXPECT_TRUE(legal("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"));
    EXPECT_FALSE(legal("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4d5"));
}

TEST(Fide2023Art03070301EnPassant, TakesAPawnThatPassed) {
    const Game game = played("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d4 exd3");
    EXPECT_EQ(game.current().men(PieceType::pawn).size(), 1);
    // Both pawns leave the rank: the king would stand in check.
    EXPECT_FALSE(legal("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3"));
}

TEST(Fide2023Art03070302EnPassant, IsPossibleOnlyAtOnce) {
    const Game game = played("startpos", "e4 a6 e5 d5 h3 h6");
    EXPECT_FALSE(uci::parse("e5d6", game.current()));
    EXPECT_TRUE(uci::parse("e5d6", game.position(4)));
}

TEST(Fide2023Art03070303Promotion, IsToQueenRookBishopOrKnight) {
    constexpr std::string_view fen = "7k/4P3/8/8/8/8/8/K7 w - - 0 1";
    for (const std::string_view move : {"e7e8q", "e7e8r", "e7e8b", "e7e8n"})
        EXPECT_TRUE(legal(fen, move)) << move;
    for (const std::string_view move : {"e7e8", "e7e8k", "e7e8p"})
        EXPECT_FALSE(legal(fen, move)) << move;
}

TEST(Fide2023Art03070304Promotion, IsNotLimitedToCapturedMen) {
    const Game game = played("7k/4P3/8/8/8/8/8/KQ6 w - - 0 1", "e8=Q");
    EXPECT_EQ(game.current().men(Color::white, PieceType::queen).size(), 2);
}

TEST(Fide2023Art03070305Promotion, ActsAtOnce) {
    EXPECT_TRUE(played("6k1/4Pppp/8/8/8/8/8/K7 w - - 0 1", "e8=Q").current().is_checkmate());
    EXPECT_FALSE(played("6k1/4Pppp/8/8/8/8/8/K7 w - - 0 1", "e8=B").current().is_check());
}

TEST(Fide2023Art030801King, StepsToSquaresThatAreNotAttacked) {
    constexpr std::string_view fen = "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1";
    EXPECT_TRUE(legal(fen, "e1d2"));
    EXPECT_FALSE(legal(fen, "e1e2"));
    // Nor along the line of the attack, where the king hides the square behind it.
    EXPECT_FALSE(legal("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1"));
}

constexpr std::string_view rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(Fide2023Art030802Castling, MovesTheKingTwoSquaresAndTheRookOver) {
    EXPECT_EQ(fen::format_four_fields(played(rooks, "O-O").current()),
              "r3k2r/8/8/8/8/8/8/R4RK1 b kq -");
    EXPECT_EQ(fen::format_four_fields(played(rooks, "O-O-O").current()),
              "r3k2r/8/8/8/8/8/8/2KR3R b kq -");
}

TEST(Fide2023Art0308020101Castling, IsLostWithAKingMove) {
    const Game game = played(rooks, "Ke2 Ke7 Ke1 Ke8");
    EXPECT_TRUE(game.current().castling().rooks().empty());
    EXPECT_FALSE(uci::parse("e1g1", game.current()));
}

TEST(Fide2023Art0308020102Castling, IsLostWithThatRooksMoveOrCapture) {
    const Game game = played(rooks, "Rb1 Rg8 Ra1 Rh8");
    EXPECT_FALSE(uci::parse("e1c1", game.current()));
    EXPECT_TRUE(uci::parse("e1g1", game.current()));
    // A rook that takes the rook on its own square ends both rights on that side.
    EXPECT_EQ(fen::format_four_fields(played(rooks, "Rxh8").current()),
              "r3k2R/8/8/8/8/8/8/R3K3 b Qq -");
}

TEST(Fide2023Art0308020201Castling, IsPreventedByAnAttackOnTheKingsSquares) {
    EXPECT_FALSE(legal("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
    EXPECT_FALSE(legal("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
    EXPECT_FALSE(legal("1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
    // The rook may be attacked, and may cross an attacked square.
    EXPECT_TRUE(legal("1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
    EXPECT_TRUE(legal("r5k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
}

TEST(Fide2023Art0308020202Castling, IsPreventedByAManBetween) {
    EXPECT_FALSE(legal("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1"));
    EXPECT_TRUE(legal("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1"));
}

TEST(Fide2023Art030901Check, IsGivenByPinnedMenToo) {
    EXPECT_TRUE(at("4k3/4r2K/8/8/8/8/8/4R3 w - - 0 1").is_check());
}

TEST(Fide2023Art030902OwnKing, MayNotBeExposed) {
    EXPECT_FALSE(legal("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"));
}

TEST(Fide2023Art031001LegalMove, MeetsAllOfThis) {
    EXPECT_TRUE(Position{}.is_legal(move_in({}, "e4")));
}

TEST(Fide2023Art031002IllegalMove, IsRefusedByAGame) {
    Game game;
    const Move black = move_in(played("startpos", "e4").current(), "e5");
    EXPECT_FALSE(game.play(black));
    EXPECT_EQ(game.plies(), 0U);
}

TEST(NoCastlingChess, HasNoCastlingAtAll) {
    // VAR-NC1: art::no_castling_chess.
    fen::Options options;
    options.rules = RulesetId::no_castling;
    const auto position = fen::position("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", options);
    ASSERT_TRUE(position);
    EXPECT_FALSE(uci::parse("e1g1", *position));
}

}  // namespace
}  // namespace hakam::laws::testing
