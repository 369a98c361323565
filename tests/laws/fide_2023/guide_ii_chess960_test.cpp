#include "laws/played.hpp"
#include "testkit/shows.hpp"

// Guidelines II: Chess960.

namespace hakam::laws::testing {
namespace {

Position after_castling(std::string_view fen, std::string_view uci) {
    const Position position = at(fen);
    const auto move = uci::parse(uci, position, uci::Castling::chess960);
    EXPECT_TRUE(move) << uci << " in " << fen;
    return move ? position.after(*move) : position;
}

bool can_castle(std::string_view fen, std::string_view uci) {
    return uci::parse(uci, at(fen), uci::Castling::chess960).has_value();
}

bool stands(const Position& position, Square square, PieceType type) {
    const auto man = position.at(square);
    return man && man->type == type;
}

TEST(Fide2023ArtGII01Chess960, HasNineHundredAndSixtyStarts) {
    testkit::shows(art::variant_960);
    EXPECT_EQ(Position::chess960(518), Position{});
    EXPECT_NE(Position::chess960(0), Position::chess960(959));
}

TEST(Fide2023ArtGII02Chess960, PutsTheKingBetweenTheRooksAndTheBishopsApart) {
    for (int number = 0; number < 960; ++number) {
        const Position position = Position::chess960(number);
        const Bitboard rooks = position.men(Color::white, PieceType::rook);
        const Bitboard bishops = position.men(Color::white, PieceType::bishop);
        int left = 0;
        for (const Square rook : rooks) left += rook < position.king(Color::white) ? 1 : 0;
        EXPECT_EQ(left, 1) << number;
        EXPECT_EQ((bishops & Bitboard::light()).size(), 1) << number;
    }
}

TEST(Fide2023ArtGII0301Chess960, CastlesOncePerPlayer) {
    const Position position = after_castling("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1");
    EXPECT_TRUE((position.castling().rooks() & position.men(Color::white)).empty());
}

TEST(Fide2023ArtGII030201Chess960, MayMoveBoth) {
    const Position position = after_castling("4k3/8/8/8/8/8/8/R1K4R w HA - 0 1", "c1h1");
    EXPECT_TRUE(stands(position, Square::g1, PieceType::king));
    EXPECT_TRUE(stands(position, Square::f1, PieceType::rook));
}

TEST(Fide2023ArtGII030202Chess960, MayLetThemChangePlaces) {
    const Position position = after_castling("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1");
    EXPECT_TRUE(stands(position, Square::g1, PieceType::king));
    EXPECT_TRUE(stands(position, Square::f1, PieceType::rook));
}

TEST(Fide2023ArtGII030203Chess960, MayMoveOnlyTheKing) {
    const Position position = after_castling("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1");
    EXPECT_TRUE(stands(position, Square::c1, PieceType::king));
    EXPECT_TRUE(stands(position, Square::d1, PieceType::rook));
}

TEST(Fide2023ArtGII030204Chess960, MayMoveOnlyTheRook) {
    const Position position = after_castling("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1");
    EXPECT_TRUE(stands(position, Square::g1, PieceType::king));
    EXPECT_TRUE(stands(position, Square::f1, PieceType::rook));
}

TEST(Fide2023ArtGII030206Chess960, EndsOnTheUsualSquares) {
    for (int number = 0; number < 960; number += 7) {
        struct Setup setup = Position::chess960(number).setup();
        for (int file = 0; file < 8; ++file) {
            const Square s = square(static_cast<File>(file), Rank::r1);
            const auto man = setup.board.at(s);
            if (man && man->type != PieceType::king && man->type != PieceType::rook)
                setup.board.remove(s);
        }
        const auto position = Position::from(setup);
        ASSERT_TRUE(position) << number;
        for (const Move move : position->legal_moves()) {
            if (!move.is_castling()) continue;
            const Position after = position->after(move);
            const bool short_side = move.wing() == Wing::king;
            EXPECT_TRUE(stands(after, short_side ? Square::g1 : Square::c1, PieceType::king));
            EXPECT_TRUE(stands(after, short_side ? Square::f1 : Square::d1, PieceType::rook));
        }
    }
}

TEST(Fide2023ArtGII030207Chess960, NeedsTheWayOfBothEmptyAndNoMore) {
    // The rook's way from a1 to d1 goes over c1, where a knight stands.
    EXPECT_FALSE(can_castle("4k3/8/8/8/8/8/8/R1NK4 w A - 0 1", "d1a1"));
    // b1 may be filled when the rook begins on c1; on a1 it must pass b1.
    EXPECT_TRUE(can_castle("4k3/8/8/8/8/8/8/1NRK4 w C - 0 1", "d1c1"));
    EXPECT_FALSE(can_castle("4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", "d1a1"));
}

TEST(Fide2023ArtGII03Chess960, DoesNotLeaveTheKingInCheckFromBehindTheRook) {
    // art::chess960_no_check_after: the rook on b1 screens the king from a1.
    EXPECT_FALSE(can_castle("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1"));
    EXPECT_TRUE(can_castle("4k3/8/8/8/8/8/q7/1RK5 w B - 0 1", "c1b1") ||
                at("4k3/8/8/8/8/8/q7/1RK5 w B - 0 1").is_check());
}

}  // namespace
}  // namespace hakam::laws::testing
