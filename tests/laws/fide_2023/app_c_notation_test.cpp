#include "laws/played.hpp"

// Appendix C: how moves are written, and what a reader must accept.

namespace hakam::laws::testing {
namespace {

std::string written(std::string_view fen, std::string_view uci, std::string_view language = "en") {
    const Position position = at(fen);
    return san::format(move_in(position, uci), position, *letters_for(language));
}

/// The UCI text of the move that a sheet means, or nothing.
std::string meant(std::string_view fen, std::string_view text, std::string_view language = "en") {
    const auto move = san::parse_lenient(text, at(fen), *letters_for(language));
    return move ? uci::format(move->move) : std::string{};
}

constexpr std::string_view start = "startpos";
constexpr std::string_view en_passant = "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1";
constexpr std::string_view promotion = "7k/4P3/8/8/8/8/8/K7 w - - 0 1";

TEST(Fide2023ArtCAlgebraic, IsTheOnlySystem) {
    // art::only_algebraic: descriptive notation is not understood as algebraic.
    EXPECT_EQ(meant(start, "P-K4"), "");
    EXPECT_EQ(meant(start, "N-KB3"), "");
}

TEST(Fide2023ArtC01Letters, AreThoseOfTheNames) {
    EXPECT_EQ(written(start, "g1f3"), "Nf3");
    EXPECT_EQ(written("4k3/8/8/8/8/8/8/R2QKB2 w - - 0 1", "d1d7"), "Qd7+");
}

TEST(Fide2023ArtC03Languages, HaveTheirOwnLetters) {
    EXPECT_EQ(written(start, "g1f3", "de"), "Sf3");
    EXPECT_EQ(meant("4k3/8/8/8/8/8/5K2/8 w - - 0 1", "Rf3", "es"), "f2f3");
    EXPECT_EQ(meant("4k3/8/8/8/8/8/5K2/5R2 w - - 0 1", "Re1", "en"), "f1e1");
}

TEST(Fide2023ArtC04Pawns, HaveNoLetter) {
    EXPECT_EQ(written(start, "e2e4"), "e4");
    EXPECT_EQ(meant(start, "Pe4"), "e2e4");
}

TEST(Fide2023ArtC05Squares, AreNamedFromWhitesSide) {
    EXPECT_EQ(to_string(Square::a1), "a1");
    EXPECT_EQ(to_string(Square::h8), "h8");
}

TEST(Fide2023ArtC08Moves, MayNameTheSquareOfDeparture) {
    EXPECT_EQ(meant(start, "Ng1f3"), "g1f3");
    EXPECT_EQ(meant(start, "Ng1-f3"), "g1f3");
    EXPECT_EQ(meant(start, "e2e4"), "e2e4");
}

TEST(Fide2023ArtC09Captures, MayLeaveOutTheCross) {
    EXPECT_EQ(written(en_passant, "e4f3"), "exf3");
    for (const std::string_view text : {"exf3", "ef3", "exf3 e.p.", "exf3e.p."})
        EXPECT_EQ(meant(en_passant, text), "e4f3") << text;
}

TEST(Fide2023ArtC10TwoMen, AreToldApartByFileThenRank) {
    EXPECT_EQ(written("4k3/8/8/8/8/8/8/1N1K2N1 w - - 0 1", "g1f3"), "Nf3");
    EXPECT_EQ(written("4k3/8/8/8/3N4/8/8/3K2N1 w - - 0 1", "g1f3"), "Ngf3");
    EXPECT_EQ(written("4k3/8/8/6N1/8/8/8/3K2N1 w - - 0 1", "g5f3"), "N5f3");
    // Only legal moves make a doubt: the other knight is pinned.
    EXPECT_EQ(written("3rk3/8/8/8/3N4/8/8/3K2N1 w - - 0 1", "g1f3"), "Nf3");
}

TEST(Fide2023ArtC11Promotion, NamesTheNewPiece) {
    EXPECT_EQ(written(promotion, "e7e8n"), "e8=N");
    for (const std::string_view text : {"e8N", "e8=N", "e8(N)", "e8/N"})
        EXPECT_EQ(meant(promotion, text), "e7e8n") << text;
    EXPECT_EQ(meant(promotion, "e8"), "");
}

TEST(Fide2023ArtC13Signs, AreOptionalFromTheCrossOn) {
    constexpr std::string_view rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (const std::string_view text : {"0-0", "O-O"})
        EXPECT_EQ(meant(rooks, text), "e1g1") << text;
    EXPECT_EQ(meant(rooks, "0-0-0"), "e1c1");
    constexpr std::string_view mate = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
    for (const std::string_view text : {"Re8", "Re8+", "Re8#", "Re8++"})
        EXPECT_EQ(meant(mate, text), "e1e8") << text;
}

}  // namespace
}  // namespace hakam::laws::testing
