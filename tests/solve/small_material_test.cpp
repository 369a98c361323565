#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "hakam/core/attacks.hpp"
#include "hakam/core/packed.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/rng.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using testkit::read_tsv;
using testkit::Rng;
using testkit::TsvRow;

// "KBvKP" as the men other than the kings.
std::vector<Piece> men_of(const std::string& name) {
    std::vector<Piece> men;
    Color c = Color::white;
    for (const char letter : name) {
        if (letter == 'v') c = Color::black;
        const auto type = piece_type_from(letter);
        if (type && *type != PieceType::king) men.push_back({c, *type});
    }
    return men;
}

std::optional<Position> placed(const std::vector<Piece>& men, const std::vector<Square>& squares,
                               Color turn) {
    Setup setup;
    setup.turn = turn;
    setup.board.put(squares[0], {Color::white, PieceType::king});
    if (setup.board.at(squares[1])) return std::nullopt;
    setup.board.put(squares[1], {Color::black, PieceType::king});
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (setup.board.at(squares[i + 2])) return std::nullopt;
        setup.board.put(squares[i + 2], men[i]);
    }
    const auto p = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
    if (!p) return std::nullopt;
    return *p;
}

struct Hash {
    std::size_t operator()(const PackedPosition& p) const {
        return static_cast<std::size_t>(mixed(p));
    }
};

// Every position reached, breadth first, without any shortcut; nothing if there are too many.
std::optional<bool> exhaustively_winnable(const Position& root, Color side, std::size_t most) {
    std::unordered_set<PackedPosition, Hash> seen{pack(root)};
    std::deque<PackedPosition> open{pack(root)};
    while (!open.empty()) {
        const Position p = unpack(open.front());
        open.pop_front();
        if (p.turn() != side && p.is_checkmate()) return true;
        for (const Move move : p.legal_moves()) {
            const PackedPosition next = pack(p.after(move));
            if (seen.insert(next).second) open.push_back(next);
        }
        if (seen.size() > most) return std::nullopt;
    }
    return false;
}

// Random placements of all classes: every answer is decided, its proof holds, a "no" agrees with an
// exhaustive enumeration, and a class that never is dead never is.
TEST(SmallMaterial, SampledClassesAgreeWithExhaustion) {
    Rng rng{20231101};
    int classes = 0;
    for (const TsvRow& row : read_tsv("dead/small_material.tsv")) {
        const std::vector<Piece> men = men_of(row["class"]);
        SCOPED_TRACE(row["class"]);
        ++classes;
        for (int n = 0; n < 250;) {
            std::vector<Square> squares;
            for (std::size_t i = 0; i < men.size() + 2; ++i) {
                // Corners and edges hold the exceptions.
                const bool corner = rng.once_in(3);
                squares.push_back(corner ? square(static_cast<int>(rng.below(3) + 8 * rng.below(3)))
                                         : square(static_cast<int>(rng.below(64))));
            }
            const auto p = placed(men, squares, rng.once_in(2) ? Color::white : Color::black);
            if (!p || !p->has_legal_move()) continue;
            ++n;
            int yes = 0;
            for (const Color side : colors) {
                const Winnable answer = winnable(*p, side);
                ASSERT_NE(answer.decision, Decision::unknown);
                EXPECT_EQ(verify(*p, side, answer), Decision::yes);
                if (answer.decision == Decision::yes) {
                    ++yes;
                    continue;
                }
                const auto exact = exhaustively_winnable(*p, side, 4000);
                EXPECT_FALSE(exact.value_or(false));
            }
            if (row["dead"] == "0") {
                EXPECT_GT(yes, 0);
            }
        }
    }
    EXPECT_GE(classes, 35);
}

// The lemma on a lone knight: wherever it gives check, some flight of the king is neither guarded
// nor can be filled by a queen that could not take the knight.
TEST(MaterialLemmas, AQueenThatHemsInItsKingTakesTheKnight) {
    for (int k = 0; k < 64; ++k)
        for (const Square n : attacks::knight(square(k)))
            for (int h = 0; h < 64; ++h) {
                const Square king = square(k), hunter = square(h);
                if (hunter == king || hunter == n || attacks::king(king).contains(hunter)) continue;
                const Bitboard flights =
                    attacks::king(king) & ~attacks::king(hunter) & ~attacks::knight(n);
                bool refuted = flights.contains(n);
                for (const Square f : flights) {
                    // The first man from the knight towards a hemming queen is a queen too, unless
                    // a king stands between.
                    const Bitboard line = attacks::line(n, f);
                    const Bitboard between = attacks::between(n, f);
                    if (!line.empty() && !between.contains(king) && !between.contains(hunter))
                        refuted = true;
                }
                EXPECT_TRUE(refuted) << to_string(king) << to_string(n) << to_string(hunter);
            }
}

}  // namespace
}  // namespace hakam
