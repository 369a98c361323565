// Fairy conditions: each by positions that its definition decides, and the problems of the seed
// articles by a search that tries everything.

#include "hakam/variant/condition.hpp"

#include "variant/variants.hpp"

namespace hakam {
namespace {

using testkit::has_move;
using testkit::moves_of;
using testkit::position;
using testkit::problem;
using variant::Position;
using variant::Variant;

/// Whether White, to move, mates in n moves at most, by trying everything.
bool mates_in(const Variant& v, const Position& p, int n);
bool is_mated_in(const Variant& v, const Position& p, int n) {
    const auto replies = v.legal_moves(p);
    if (replies.empty()) return v.is_check(p);
    if (n == 0) return false;
    for (const auto& reply : replies)
        if (!mates_in(v, v.after(p, reply), n)) return false;
    return true;
}
bool mates_in(const Variant& v, const Position& p, int n) {
    for (const auto& move : v.legal_moves(p))
        if (is_mated_in(v, v.after(p, move), n - 1)) return true;
    return false;
}
std::vector<std::string> keys(const Variant& v, std::string_view fen, int n) {
    const Position p = position(v, fen);
    std::vector<std::string> found;
    for (const auto& move : v.legal_moves(p))
        if (is_mated_in(v, v.after(p, move), n - 1)) found.push_back(format_san(v, p, move));
    return found;
}
/// Every line of `plies` plies that ends in mate.
void helpmates(const Variant& v, const Position& p, int plies, const std::string& line,
               std::vector<std::string>& found) {
    if (plies == 0) {
        if (v.is_checkmate(p)) found.push_back(line);
        return;
    }
    for (const auto& move : v.legal_moves(p))
        helpmates(v, v.after(p, move), plies - 1, line + " " + format_san(v, p, move), found);
}

TEST(VariantCondition, HorneckerByKokoAndTheEnemyRook) {
    const Variant v = problem({"koko", "phantom-rook"});
    std::vector<std::string> lines;
    helpmates(v, position(v, "4k2b/7P/8/5K2/8/8/8/8 b - -"), 6, "", lines);
    EXPECT_EQ(lines, std::vector<std::string>{" Bg7 h8=R Bf6 Kg6 O-O Kh7#"});
}
TEST(VariantCondition, StaugaardByVerticalCastling) {
    const Variant v = problem({"vertical-castling"});
    EXPECT_EQ(keys(v, "6B1/4P3/8/8/8/2pk4/2N5/4K2R w K -", 2), std::vector<std::string>{"e8=R"});
    EXPECT_TRUE(keys(problem({}), "6B1/4P3/8/8/8/2pk4/2N5/4K2R w K -", 2).empty());
}
TEST(VariantCondition, KrabbeByVerticalCastling) {
    const Variant v = problem({"vertical-castling"});
    EXPECT_EQ(keys(v, "8/8/4P3/3p4/2p3p1/1pP1kPPp/1P5P/R3K2R w KQ -", 3),
              std::vector<std::string>{"e7"});
}

}  // namespace
}  // namespace hakam
