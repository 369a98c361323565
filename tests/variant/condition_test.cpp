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


// What each condition allows, forbids and does: condition, FEN, move, FEN after it or "illegal".
TEST(VariantCondition, MovesUnderEachCondition) {
    constexpr struct {
        std::string_view condition, fen, move, after;
    } cases[] = {
        // Koko: the square of arrival must touch a man.
        {"koko", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra5", "illegal"},
        {"koko", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rd1", "4k3/8/8/8/8/8/8/3RK3 b - - 1 1"},
        {"koko", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ke2", "illegal"},
        {"koko", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
        // A rook that would land alone gives no check.
        {"koko", "4k3/8/8/8/8/8/8/4R2K b - - 0 1", "Kd8", "illegal"},
        // Castling with an enemy rook, on either side of the king.
        {"enemy-rook-castling", "4k2R/8/8/8/8/8/8/4K3 b H8 - 0 1", "O-O", "illegal"},
        {"enemy-rook-castling", "4k2R/5n2/8/8/8/8/8/4K3 b eH8 - 0 1", "Kd7",
         "7R/3k1n2/8/8/8/8/8/4K3 w H8 - 1 2"},
        // Vertical castling, with a promoted rook only.
        {"vertical-castling", "8/4P1k1/8/8/8/8/8/4K2R w K - 0 1", "e8=R",
         "4R3/6k1/8/8/8/8/8/4K2R b KE8 - 0 1"},
        {"vertical-castling", "4R3/6k1/8/8/8/8/8/4K2R w KE8 - 0 1", "O-O-O-O",
         "8/6k1/8/8/8/4K3/4R3/7R b - - 1 1"},
        {"vertical-castling", "4R3/6k1/8/8/8/8/8/4K2R w K - 0 1", "O-O-O-O", "illegal"},
        {"vertical-castling", "4R3/6k1/8/8/4b3/8/8/4K2R w KE8 - 0 1", "O-O-O-O", "illegal"},
        {"vertical-castling", "4R3/6k1/8/8/8/8/8/r3K2R w KE8 - 0 1", "O-O-O-O", "illegal"},
        {"vertical-castling", "4R3/6k1/8/8/8/8/r7/4K2R w KE8 - 0 1", "O-O-O-O", "illegal"},
        // Circe: the captured man goes home, if its square is free.
        {"circe", "4k3/8/8/3r4/4P3/8/8/4K3 w e - 0 1", "exd5", "r3k3/8/8/3P4/8/8/8/4K3 b q - 0 1"},
        {"circe", "4k3/8/3r4/4P3/8/8/8/4K3 w - - 0 1", "exd6", "4k2r/8/3P4/8/8/8/8/4K3 b - - 0 1"},
        {"circe", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "4k3/3p4/8/3P4/8/8/8/4K3 b - - 0 1"},
        {"circe", "4k3/3n4/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5",
         "4k3/3n4/8/3P4/8/8/8/4K3 b - - 0 1"},
        {"circe", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5", "3qk3/8/8/3P4/8/8/8/4K3 b - - 0 1"},
        // A fairy man is reborn on the promotion square of the file.
        {"circe", "4k3/8/8/3g4/4P3/8/8/4K3 w - - 0 1", "exd5", "4k3/8/8/3P4/8/8/8/3gK3 b - - 0 1"},
        // Anticirce: the capturing man goes home, if it can.
        {"anticirce", "4k3/8/8/3r4/8/8/8/3RK3 w E - 0 1", "Rxd5",
         "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
        {"anticirce", "4k3/8/8/3r4/8/8/8/3RK2N w - - 0 1", "Rxd5", "illegal"},
        {"anticirce", "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "exd5",
         "4k3/8/8/8/8/8/3P4/4K3 b - - 0 1"},
        {"anticirce", "4k3/8/8/8/8/8/8/r2NK3 w - - 0 1", "Nb2", "illegal"},
        // Madrasi: rooks that see each other cannot move; a knight's unlike man is not concerned.
        {"madrasi", "4k3/8/8/8/r6R/8/8/4K3 w - - 0 1", "Rh5", "illegal"},
        {"madrasi", "4k3/8/8/8/r5BR/8/8/4K3 w - - 0 1", "Rh5", "4k3/8/8/7R/r5B1/8/8/4K3 b - - 1 1"},
        {"madrasi", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rxa8", "illegal"},
        // Its check is none while it is paralysed.
        {"madrasi", "4k3/4R3/8/8/4r3/8/8/4K3 b - - 0 1", "Kd8",
         "3k4/4R3/8/8/4r3/8/8/4K3 w - - 1 2"},
        // Andernach: whoever captures changes sides.
        {"andernach", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5",
         "4k3/8/8/3r4/8/8/8/4K3 b - - 0 1"},
        {"andernach", "4k3/8/8/8/8/4p3/8/4RK2 w - - 0 1", "Rxe3",
         "4k3/8/8/8/8/4r3/8/5K2 b - - 0 1"},
        {"andernach", "4k3/8/8/8/8/4p3/8/R3K3 w - - 0 1", "Kd1", "4k3/8/8/8/8/4p3/8/R2K4 b - - 1 1"},
        {"andernach", "3bk3/8/8/6p1/8/4B3/3K4/8 w - - 0 1", "Bxg5+", "illegal"},
        // Maximummer: only the longest moves of Black.
        {"maximummer", "7k/8/8/8/r7/8/8/4K3 b - - 0 1", "Kg8", "illegal"},
        {"maximummer", "7k/8/8/8/r7/8/8/4K3 b - - 0 1", "Rh4", "7k/8/8/8/7r/8/8/4K3 w - - 1 2"},
        {"maximummer", "7k/8/8/8/r7/8/8/4K3 w - - 0 1", "Ke2", "7k/8/8/8/r7/8/4K3/8 b - - 1 1"},
        // Patrol and Lortap: who is guarded, who is not.
        {"patrol", "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "Rxd5", "4k3/8/8/3R4/8/8/8/4K3 b - - 0 1"},
        {"patrol", "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1", "Rb1", "4k3/8/8/r7/8/8/8/1R2K3 b - - 1 1"},
        {"lortap", "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "Rxd5", "illegal"},
        // Functionary: a man that nobody attacks stays.
        {"functionary", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra5", "illegal"},
        {"functionary", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra5", "r3k3/8/8/R7/8/8/8/4K3 b - - 1 1"},
    };
    for (const auto& one : cases) {
        const Variant v = problem({one.condition});
        const auto read = variant::fen::parse(v, one.fen);
        ASSERT_TRUE(read) << one.condition << ' ' << one.fen << ": " << describe(read.error());
        const auto move = variant::parse_move(v, *read, one.move);
        const std::string found =
            move ? variant::fen::format(v, v.after(*read, *move)) : std::string{"illegal"};
        EXPECT_EQ(found, one.after) << one.condition << ' ' << one.fen << ' ' << one.move;
    }
}

TEST(VariantCondition, EveryOneHasANameASummaryAndAHook) {
    for (const variant::Condition& condition : variant::conditions()) {
        EXPECT_EQ(variant::condition_named(condition.name), &condition);
        EXPECT_FALSE(condition.summary.empty());
        EXPECT_TRUE(condition.adapt || condition.paralyses || condition.permits ||
                    condition.completes || condition.selects);
    }
    EXPECT_EQ(variant::condition_named("Pam Krabbe"), variant::condition_named("vertical-castling"));
    EXPECT_EQ(variant::condition_named("no such thing"), nullptr);
}

// Fairy men by the squares that they reach from d4 of an empty board.
TEST(VariantMen, ReachOnAnEmptyBoard) {
    const Variant v = problem({});
    constexpr struct {
        std::string_view man;
        int squares;
    } cases[] = {{"ferz", 4},       {"wazir", 4},  {"alfil", 4},      {"dabbaba", 4}, {"camel", 8},
                 {"zebra", 8},      {"man", 8},    {"nightrider", 12}, {"amazon", 35}, {"empress", 22},
                 {"princess", 21},  {"centaur", 16}, {"elephant", 8},  {"silver", 5}, {"warmachine", 8},
                 {"grasshopper", 0}, {"tripper", 4}, {"berolina", 2}};
    for (const auto& [man, squares] : cases) {
        Position p;
        p.put(v.size().at(3, 3), variant::code_of(Color::white, *v.kind_named(man)));
        EXPECT_EQ(v.legal_move_count(p), static_cast<unsigned>(squares)) << man;
    }
    EXPECT_EQ(*v.kind_named("chancellor"), *v.kind_named("empress"));
    EXPECT_EQ(*v.kind_named("archbishop"), *v.kind_named("princess"));
    EXPECT_TRUE(has_move(v, "4k3/8/8/8/3gP3/8/8/4K3 b - - 0 1", "Gf4"));
    EXPECT_FALSE(has_move(v, "4k3/8/8/8/3gPp2/8/8/4K3 b - - 0 1", "Gf4"));
    EXPECT_TRUE(has_move(v, "4k3/8/8/8/3gPP2/8/8/4K3 b - - 0 1", "Gxf4"));
}

TEST(VariantMen, BetzaErrorsHaveTheirPlace) {
    constexpr struct {
        std::string_view text;
        std::size_t at;
    } cases[] = {{"X", 0}, {"Wx", 1}, {"fm", 2}, {"nW", 1}, {"gN", 1}, {"R99", 2}, {"F-", 1}};
    for (const auto& [text, at] : cases) {
        const auto read = variant::steps_from_betza(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().where.offset, at) << text;
        EXPECT_FALSE(read.error().expected.empty());
    }
    EXPECT_EQ(variant::steps_from_betza("N")->size(), 8U);
    EXPECT_EQ(variant::steps_from_betza("fN")->size(), 4U);
    EXPECT_EQ(variant::steps_from_betza("ffN")->size(), 2U);
    EXPECT_EQ(variant::steps_from_betza("fsW")->size(), 3U);
    EXPECT_EQ(variant::steps_from_betza("flF")->size(), 1U);
}

TEST(VariantFen, FaultsHaveTheirPlace) {
    const Variant v = testkit::game("courier");
    const auto first = [&](std::string_view text) {
        const auto report = variant::fen::read(v, text);
        EXPECT_FALSE(report.position) << text;
        return report.faults.empty() ? Error{} : report.faults.front();
    };
    EXPECT_EQ(first("").code, ErrorCode::missing_text);
    EXPECT_EQ(first("12/12/12/12/12/12/12/13 w").where.offset, 21U);
    EXPECT_EQ(first("12/12/12/12/12/12/12/11 w").where.offset, 23U);
    EXPECT_EQ(first("x11/12/12/12/12/12/12/12 w").where.offset, 0U);
    EXPECT_EQ(first("12/12/12/12/12/12/12/12/12 w").where.offset, 23U);
    EXPECT_EQ(first("k11/12/12/12/12/12/12/K11 x").where.offset, 26U);
    EXPECT_EQ(first("k11/12/12/12/12/12/12/12 w").code, ErrorCode::bad_position);
    EXPECT_EQ(first("k11/12/12/12/12/12/12/K11 w - - 0 0").code, ErrorCode::out_of_range);
    EXPECT_EQ(first("k11/12/12/12/12/12/12/K11 w - - 0 1 more").code, ErrorCode::trailing_text);
    EXPECT_EQ(first("k11/12/12/12/12/12/12/K11 w Z").code, ErrorCode::unexpected_text);
    EXPECT_EQ(first("k11/P11/12/12/12/12/12/K11 w - z9").code, ErrorCode::unexpected_text);
    EXPECT_EQ(first(std::string(600, '1')).code, ErrorCode::too_long);
    // All faults at once.
    EXPECT_GE(variant::fen::read(v, "k11/12/12/12/12/12/12/K1 x - - x x").faults.size(), 3U);
}

TEST(VariantMoves, ErrorsSayWhatIsWrong) {
    const Variant v = testkit::game("shatranj");
    const Position p = v.start();
    const auto code = [&](std::string_view text) {
        const auto move = variant::parse_move(v, p, text);
        EXPECT_FALSE(move) << text;
        return move ? ErrorCode{} : move.error().code;
    };
    EXPECT_EQ(code(""), ErrorCode::missing_text);
    EXPECT_EQ(code("e4"), ErrorCode::illegal_move);
    EXPECT_EQ(code("O-O"), ErrorCode::illegal_move);
    EXPECT_EQ(code("Qd3"), ErrorCode::unexpected_text);
    EXPECT_EQ(code("hello"), ErrorCode::unexpected_text);
    EXPECT_EQ(code(std::string(40, 'a')), ErrorCode::too_long);
    const Position twins = position(v, "4k3/8/8/8/8/8/8/1N2KN2 w");
    EXPECT_EQ(variant::parse_move(v, twins, "Nd2").error().code, ErrorCode::ambiguous_move);
    EXPECT_TRUE(variant::parse_move(v, twins, "Nbd2"));
    EXPECT_TRUE(variant::parse_move(v, twins, "b1d2"));
}

}  // namespace
}  // namespace hakam
