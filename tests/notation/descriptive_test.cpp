#include "hakam/notation/descriptive.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "testkit/random_positions.hpp"

namespace hakam {
namespace {

Move move_of(const Position& p, std::string_view san) { return san::parse(san, p).value(); }
Position position_of(std::string_view fen) {
    return fen::position(fen, {.tolerated = Tolerance::unreachable()}).value();
}

TEST(Descriptive, WritesAWholeGameAsBooksDid) {
    const std::pair<std::string_view, std::string_view> moves[] = {
        {"e4", "P-K4"},  {"e5", "P-K4"},  {"Nf3", "N-KB3"}, {"Nc6", "N-QB3"}, {"Bb5", "B-N5"},
        {"a6", "P-QR3"}, {"Bxc6", "BxN"}, {"dxc6", "QPxB"}, {"O-O", "O-O"},   {"f6", "P-B3"},
        {"d4", "P-Q4"},  {"exd4", "PxP"}, {"Nxd4", "NxP"}};
    Position p;
    for (const auto& [san, text] : moves) {
        const Move move = move_of(p, san);
        EXPECT_EQ(descriptive::format(move, p), text) << san;
        EXPECT_EQ(descriptive::parse(text, p).value(), move) << text;
        p = p.after(move);
    }
}

TEST(Descriptive, NamesTheCapturedPawnByItsFile) {
    const Position p = position_of("4k2r/7p/8/8/8/8/p7/1Q2K3 w - - 0 1");
    EXPECT_FALSE(descriptive::parse("QxRP", p)) << "a2 and h7 cannot both be meant";
    const Position q =
        position_of("rnb1kbnr/pppp1ppp/8/4p2Q/4P2q/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1");
    EXPECT_EQ(descriptive::format(move_of(q, "Qxh7"), q), "QxRP");
    const Position r = position_of("rnbqkb1r/pppp1p1p/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1");
    EXPECT_EQ(descriptive::parse("QxKP ch", r).value(), move_of(r, "Qxe5+"));
    EXPECT_EQ(descriptive::format(move_of(r, "Qxf7+"), r), "QxBP ch");
}

TEST(Descriptive, ReadsTheOtherSpellings) {
    const Position start;
    EXPECT_EQ(descriptive::parse("Kt-KB3", start).value(), move_of(start, "Nf3"));
    EXPECT_EQ(descriptive::parse("P-QB4!?", start).value(), move_of(start, "c4"));
    const Position castle = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_EQ(descriptive::parse("Castles", castle).value(), move_of(castle, "O-O"));
    EXPECT_EQ(descriptive::parse("0-0-0", castle).value(), move_of(castle, "O-O-O"));
    const Position promote = position_of("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    for (const auto* text : {"P-K8=Q", "P-K8(Q)", "P-K8/Q"})
        EXPECT_EQ(descriptive::parse(text, promote).value(), move_of(promote, "e8=Q"));
    EXPECT_EQ(descriptive::parse("P-K8", promote).error().code, ErrorCode::missing_text);
}

TEST(Descriptive, ReadsOldBooks) {
    struct Row {
        std::string_view fen, text, san;
    };
    constexpr std::string_view array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    constexpr std::string_view castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    constexpr std::string_view promote = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
    constexpr std::string_view passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    constexpr std::string_view knights = "4k3/8/8/3N1N2/8/8/8/4K3 w - - 0 1";
    constexpr std::string_view rooks = "4k3/8/8/8/4K3/8/R7/1R4R1 w - - 0 1";
    const Row rows[] = {
        {array, "Kt-KB3", "Nf3"},
        {array, "KKt-B3", "Nf3"},
        {array, "Kt-QB3.", "Nc3"},
        {array, "P\u2013K4", "e4"},
        {array, "P\u2014Q4!", "d4"},
        {array, "P - K B 4", "f4"},
        {castle, "Castles KR", "O-O"},
        {castle, "Castles K", "O-O"},
        {castle, "castles", "O-O"},
        {castle, "Castles (K side)", "O-O"},
        {castle, "Castles QR", "O-O-O"},
        {castle, "Castles (QR)", "O-O-O"},
        {castle, "Castles Q-side", "O-O-O"},
        {castle, "O\u2013O\u2013O", "O-O-O"},
        {promote, "P-K8(Q)", "e8=Q"},
        {promote, "P-K8 = Kt ch", "e8=N+"},
        {promote, "P-K8/R", "e8=R"},
        {promote, "PxR(Q)", "exd8=Q"},
        {promote, "P\u00D7R = B", "exd8=B"},
        {passing, "PxP e.p.", "exd6"},
        {passing, "PxP en passant", "exd6"},
        {passing, "PxP (e.p.)", "exd6"},
        {passing, "PxQP", "exd6"},
        {"4k3/8/8/8/8/8/8/1B2KB2 w - - 0 1", "B-QKt5 ch", "Bb5+"},
        {"4k3/8/8/8/8/8/8/1B2KB2 w - - 0 1", "B-KKt6 check", "Bg6+"},
        {knights, "QKt-K7", "Nde7"},
        {knights, "KKt-K7", "Nfe7"},
        {knights, "Kt(Q5)-K7", "Nde7"},
        {knights, "Kt/B5-K7", "Nfe7"},
        {rooks, "QR-Q2", "Rd2"},
        {rooks, "R(Kt1)-Q1", ""},  // b1 or g1
        {rooks, "R(QKt1)-Q1", "Rbd1"},
        {rooks, "KR-Kt8 mate", ""},  // no mate, but the only move that fits
        {rooks, "R(R2)-QKt2", "Rab2"},
        {"7k/8/8/8/8/8/1r6/B6K b - - 0 1", "RxB dis. ch.", ""},
        {"7k/8/8/4N3/8/8/8/B6K w - - 0 1", "Kt-Kt6 dbl. ch.", "Ng6+"},
        {"7k/8/8/4N3/8/8/8/B6K w - - 0 1", "Kt-B7 double check", "Nf7+"},
        {"7k/8/8/4N3/8/8/8/B6K w - - 0 1", "Kt-Q7 disc. ch", "Nd7+"},
        {"7k/8/8/4N3/8/8/8/B6K w - - 0 1", "Kt-QB4 discovered check", "Nc4+"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "R-R8 checkmate", "Ra8#"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "R-R8++", "Ra8#"},
    };
    for (const auto& [fen, text, san] : rows) {
        SCOPED_TRACE(text);
        const Position p = position_of(fen);
        const auto move = descriptive::parse(text, p);
        if (san.empty()) continue;
        ASSERT_TRUE(move) << describe(move.error());
        EXPECT_EQ(san::format(*move, p), san);
    }
    EXPECT_EQ(descriptive::parse("R(Kt1)-Q1", position_of(rooks)).error().code,
              ErrorCode::ambiguous_move);
    EXPECT_EQ(descriptive::parse("RxB dis. ch.", position_of("7k/8/8/8/8/8/1r6/B6K b - - 0 1"))
                  .error()
                  .code,
              ErrorCode::illegal_move);
    EXPECT_EQ(descriptive::parse("Castles XR", position_of(castle)).error().code,
              ErrorCode::unexpected_text);
}

TEST(Descriptive, AmbiguousAndIllegalTextsAreErrors) {
    const Position start;
    EXPECT_EQ(descriptive::parse("N-B3", start).error().code, ErrorCode::ambiguous_move);
    EXPECT_EQ(descriptive::parse("P-K5", start).error().code, ErrorCode::illegal_move);
    EXPECT_EQ(descriptive::parse("e4", start).error().code, ErrorCode::unexpected_text);
    EXPECT_EQ(descriptive::parse("", start).error().code, ErrorCode::missing_text);
    EXPECT_EQ(descriptive::parse(std::string(100, 'P'), start).error().code, ErrorCode::too_long);
}

TEST(Descriptive, AnUnmarkedCaptureIsNotEnPassantIfAPlainOneFits) {
    const Position p = position_of("4k3/8/2p5/3pP3/1P6/8/8/4K3 w - d6 0 1");
    EXPECT_EQ(descriptive::parse("PxP", p).value(), move_of(p, "exd6"));
    const Position both = position_of("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1");
    EXPECT_EQ(descriptive::parse("PxP", both).error().code, ErrorCode::ambiguous_move);
}

TEST(Descriptive, ACheckSignPicksTheMoveThatGivesCheck) {
    const Position p = position_of("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1");
    EXPECT_EQ(descriptive::parse("R-R8 ch", p).error().code, ErrorCode::ambiguous_move);
    const Position q = position_of("3Nk3/8/8/8/8/8/8/R3K2R w - - 0 1");
    EXPECT_EQ(descriptive::parse("R-R8 ch", q).value(), move_of(q, "Rh8+"));
}

/// Other spellings of a text of format(), which must mean the same move.
std::vector<std::string> spellings(const std::string& text, Move move, const Position& position) {
    std::vector<std::string> result{text};
    const auto replaced = [](std::string from, std::string_view what, std::string_view with) {
        for (std::size_t at = 0; (at = from.find(what, at)) != from.npos; at += with.size())
            from.replace(at, what.size(), with);
        return from;
    };
    if (text.find('N') != text.npos) result.push_back(replaced(text, "N", "Kt"));
    result.push_back(replaced(text, "-", "\u2013"));
    if (move.is_promotion()) {
        const std::string piece = text.substr(text.find('=') + 1, 1);
        result.push_back(replaced(text, "=" + piece, "(" + piece + ")"));
        result.push_back(replaced(text, "=" + piece, "/" + piece));
    }
    const Position next = position.after(move);
    if (const std::size_t ch = text.find(" ch"); ch != text.npos) {
        const std::string bare = text.substr(0, ch);
        result.push_back(bare + "+");
        if (next.checkers().has_many()) result.push_back(bare + " dbl ch");
        if (!(next.checkers() & ~Bitboard{move.arrival()}).empty())
            result.push_back(bare + " dis. ch.");
    }
    if (const std::size_t mate = text.find(" mate"); mate != text.npos) {
        result.push_back(text.substr(0, mate) + "++");
        result.push_back(text.substr(0, mate) + " ch mate");
    }
    return result;
}

// SAN, descriptive and SAN again, in games and in boards of many men where rare things meet.
TEST(Descriptive, EveryMoveGoesThereAndBackInEverySpelling) {
    struct {
        unsigned moves, promotions, en_passant, castling, discovered, doubled, mates, told_apart;
    } seen{};
    testkit::Rng rng{19720711};
    const auto check = [&](const Position& p) {
        for (const Move move : p.legal_moves()) {
            const std::string san = san::format(move, p);
            const std::string text = descriptive::format(move, p);
            for (const std::string& other : spellings(text, move, p)) {
                const auto back = descriptive::parse(other, p);
                ASSERT_TRUE(back) << other << " for " << san << " in " << fen::format(p);
                ASSERT_EQ(san::format(*back, p), san) << other << " in " << fen::format(p);
            }
            const Bitboard checkers = p.after(move).checkers();
            ++seen.moves;
            seen.promotions += move.is_promotion();
            seen.en_passant += move.is_en_passant();
            seen.castling += move.is_castling();
            seen.discovered += !(checkers & ~Bitboard{move.arrival()}).empty();
            seen.doubled += checkers.has_many();
            seen.mates += text.ends_with("mate");
            seen.told_apart += move.is_capture() && text.find_first_of("(") != text.npos;
        }
    };
    for (int game = 0; game < 40; ++game)
        for (const Position& p :
             testkit::random_playout(game % 2 == 0 ? Position{} : testkit::random_start(rng), 150,
                                     rng, testkit::Choice::eager))
            ASSERT_NO_FATAL_FAILURE(check(p));
    for (int i = 0; i < 1'500; ++i) ASSERT_NO_FATAL_FAILURE(check(testkit::random_position(rng)));
    EXPECT_GT(seen.moves, 100'000U);
    for (const unsigned kind : {seen.promotions, seen.en_passant, seen.castling, seen.discovered,
                                seen.doubled, seen.mates, seen.told_apart})
        EXPECT_GT(kind, 30U);
}

TEST(Descriptive, EveryLegalMoveReadsBackInRandomPositions) {
    testkit::Rng rng{20260101};
    for (int game = 0; game < 60; ++game) {
        Position p =
            game % 3 == 0 ? Position::chess960(static_cast<int>(rng.below(960))) : Position{};
        for (int ply = 0; ply < 80 && p.has_legal_move(); ++ply) {
            const MoveList moves = p.legal_moves();
            for (const Move move : moves) {
                const std::string text = descriptive::format(move, p);
                const auto back = descriptive::parse(text, p);
                ASSERT_TRUE(back) << text << " in " << fen::format(p);
                ASSERT_EQ(*back, move) << text << " in " << fen::format(p);
            }
            p = p.after(moves[rng.below(moves.size())]);
        }
    }
}

}  // namespace
}  // namespace hakam
