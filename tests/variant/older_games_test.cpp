// Rules and ends of the older games, by data/variant/positions.tsv and by positions of their own.

#include "hakam/variant/judge.hpp"
#include "testkit/tsv.hpp"
#include "variant/variants.hpp"

namespace hakam {
namespace {

using testkit::after;
using testkit::game;
using testkit::has_move;
using testkit::moves_of;
using testkit::position;
using variant::EndReason;
using Result = variant::Ending::Result;

std::string result_of(std::string_view name, std::string_view fen, std::string_view moves = "") {
    const variant::Variant v = game(name);
    const auto end = variant::ending(v, after(v, fen, moves));
    if (!end) return "ongoing";
    const std::string_view reason = variant::name(end->reason);
    switch (end->result) {
        case Result::white_wins: return "1-0 " + std::string{reason};
        case Result::black_wins: return "0-1 " + std::string{reason};
        case Result::draw: return "1/2-1/2 " + std::string{reason};
        case Result::white_half_wins: return "3/4-1/4 " + std::string{reason};
        case Result::black_half_wins: return "1/4-3/4 " + std::string{reason};
        case Result::unknown: break;
    }
    return "unknown " + std::string{reason};
}

TEST(OlderGames, RowsOfData) {
    const auto rows = testkit::read_tsv("variant/positions.tsv");
    ASSERT_FALSE(rows.empty());
    for (const auto& row : rows) {
        const std::string& asked = row["question"];
        const std::string where = "data/variant/positions.tsv:" + std::to_string(row.line);
        if (asked == "result") {
            EXPECT_EQ(result_of(row["game"], row["fen"], row["moves"]), row["answer"]) << where;
        } else if (asked == "moves") {
            std::string all;
            for (const auto& move : moves_of(game(row["game"]), row["fen"]))
                all += (all.empty() ? "" : " ") + move;
            EXPECT_EQ(all, row["answer"]) << where;
        } else if (asked == "count") {
            const variant::Variant v = game(row["game"]);
            EXPECT_EQ(std::to_string(v.legal_move_count(position(v, row["fen"]))), row["answer"]) << where;
        } else if (asked == "legal") {
            EXPECT_TRUE(has_move(game(row["game"]), row["fen"], row["answer"])) << where;
        } else if (asked == "illegal") {
            EXPECT_FALSE(has_move(game(row["game"]), row["fen"], row["answer"])) << where;
        } else if (asked == "after") {
            const variant::Variant v = game(row["game"]);
            EXPECT_EQ(variant::fen::format(v, after(v, row["fen"], row["moves"])), row["answer"]) << where;
        } else {
            ADD_FAILURE() << where << ": unknown question " << asked;
        }
    }
}

// Dilaram: every line of the mansuba mates, and White was threatened with mate.
TEST(OlderGames, DilaramsMate) {
    constexpr std::string_view fen = "6k1/8/5PP1/8/6NR/7A/rr6/3K3R w";
    for (const std::string_view line :
         {"Rh8+ Kxh8 Af5+ Rh2 Rxh2+ Kg8 Rh8+ Kxh8 g7+ Kg8 Nh6#", "Rh8+ Kxh8 Af5+ Kg8 Rh8+ Kxh8 g7+ Kg8 Nh6#"})
        EXPECT_EQ(result_of("shatranj", fen, line), "1-0 checkmate");
    EXPECT_EQ(result_of("shatranj", "6k1/8/5PP1/8/6NR/7A/rr6/3K3R b", "Ra1"), "0-1 checkmate");
}
TEST(OlderGames, DilaramsLegacy) {
    EXPECT_EQ(result_of("shatranj", "rna1kanr/p2ppppp/1pp5/4NN2/2F5/2K1A3/8/8 w",
                        "Nxg7+ Kd8 Nxf7+ Kc7 Ne8+ Kb7 Nd8+ Ka6 Nc7+ Ka5 Nb7+ Ka4 Fb3+ Ka3 Ac1#"),
              "1-0 checkmate");
}

TEST(OlderGames, AFirstEndCounts) {
    const variant::Variant v = game("shatranj");
    std::vector<variant::Position> all{position(v, "8/8/8/3k4/3r4/8/8/3R2K1 w")};
    for (const std::string_view san : {"Rxd4+", "Ke5", "Rd1"})
        all.push_back(v.after(all.back(), *variant::parse_move(v, all.back(), san)));
    const auto standing = variant::judge(v, all);
    ASSERT_TRUE(standing.ending);
    EXPECT_EQ(standing.ending->reason, EndReason::bare_king);
    EXPECT_EQ(standing.ending->result, Result::white_wins);
    EXPECT_EQ(standing.ended_after, 2U);
}

TEST(OlderGames, ClaimsOfTodayWhereTheRulesShareThem) {
    const auto claims = [](std::string_view name, std::string_view fen, std::string_view moves) {
        const variant::Variant v = game(name);
        std::vector<variant::Position> all{position(v, fen)};
        for (std::size_t at = 0; at < moves.size();) {
            const std::size_t end = std::min(moves.find(' ', at), moves.size());
            all.push_back(v.after(all.back(),
                                  *variant::parse_move(v, all.back(), moves.substr(at, end - at))));
            at = end + 1;
        }
        return variant::judge(v, all).claims.size();
    };
    constexpr std::string_view shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    EXPECT_EQ(claims("no-castling", "start", shuffle), 1U);
    EXPECT_EQ(claims("no-castling", "start", "Nf3 Nf6 Ng1 Ng8"), 0U);
    EXPECT_EQ(claims("shatranj", "start", shuffle), 0U);
    EXPECT_EQ(claims("torpedo", "4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", ""), 1U);
    EXPECT_EQ(claims("shatranj", "4k3/r7/8/8/8/8/4P3/4K3 w - - 200 120", ""), 0U);
}

TEST(OlderGames, EveryGameStatesWhatItIs) {
    for (const variant::GameName& name : variant::game_names()) {
        const variant::Variant v = game(name.id);
        EXPECT_FALSE(v.rules().tradition.empty()) << name.id;
        EXPECT_TRUE(v.rules().confidence == "sure" || v.rules().confidence == "likely" ||
                    v.rules().confidence == "disputed");
        if (v.rules().confidence == "disputed") EXPECT_FALSE(v.rules().doubts.empty()) << name.id;
        EXPECT_FALSE(v.legal_moves(v.start()).empty());
    }
    EXPECT_TRUE(variant::game_named(" Courier Chess "));
    EXPECT_FALSE(variant::game_named("shatranjj"));
    EXPECT_FALSE(variant::game_named(""));
}

}  // namespace
}  // namespace hakam
