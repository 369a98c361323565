#include "hakam/problem/themes.hpp"

#include <gtest/gtest.h>

#include "collect.hpp"

namespace hakam::problem {
namespace {

using testing::Collect;
using testing::problem_of;

/// "kind; kind; ..." of all solutions together, set play used but not judged.
std::string shown(std::string_view fen, std::string_view stipulation) {
    const auto p = problem_of(fen, stipulation);
    EXPECT_TRUE(p) << fen;
    Collect found;
    Options options;
    options.tree_depth = p->stipulation.is_line_play() ? 0 : p->stipulation.moves;
    options.set_play = !p->stipulation.is_line_play();
    EXPECT_TRUE(solve(*p, options, {}, found));
    std::optional<Solution> set_play;
    std::string text;
    for (const Solution& s : found.all) {
        if (s.set_play) {
            set_play = s;
            continue;
        }
        for (const Theme& t : themes(*p, s, set_play ? &*set_play : nullptr))
            text += (text.empty() ? "" : "; ") + std::string{name(t.kind)};
    }
    return text;
}

bool shows(std::string_view fen, std::string_view stipulation, std::string_view kind) {
    return shown(fen, stipulation).find(kind) != std::string::npos;
}

Position position_of(std::string_view fen) {
    fen::Options how;
    how.tolerated = Tolerance::unreachable();
    return *fen::read(fen, how).position;
}

TEST(MatePicture, EachGradeAndItsReason) {
    const auto ideal = mate_picture(position_of("R6k/8/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_TRUE(ideal.ideal);
    EXPECT_EQ(ideal.why_not, "");
    // A pawn far away spoils the ideal mate, a knight the model mate, a second guard the pure one.
    const auto model = mate_picture(position_of("R6k/8/6K1/8/8/8/P7/8 b - - 0 1"));
    EXPECT_TRUE(model.model && !model.ideal);
    EXPECT_EQ(model.why_not, "White's a2 takes no part");
    const auto pure = mate_picture(position_of("R6k/8/6K1/8/8/8/P7/N7 b - - 0 1"));
    EXPECT_TRUE(pure.pure && !pure.model);
    EXPECT_EQ(pure.why_not, "White's Na1 takes no part");
    const auto none = mate_picture(position_of("R6k/8/6K1/8/8/8/8/6R1 b - - 0 1"));
    EXPECT_TRUE(none.pure) << none.why_not;  // the rook behind its king guards nothing
    const auto twice = mate_picture(position_of("R6k/8/5NK1/8/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(twice.pure);
    EXPECT_EQ(twice.why_not, "h7 is guarded more than once");
    // A blocked square that is guarded as well.
    const auto both = mate_picture(position_of("R6k/7p/7K/8/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(both.pure);
    EXPECT_EQ(both.why_not, "h7 is blocked and guarded");
    // Smothered: every square beside the king is blocked by its own men.
    const auto smothered = mate_picture(position_of("6rk/5Npp/8/8/8/8/8/7K b - - 0 1"));
    EXPECT_TRUE(smothered.model && !smothered.ideal);
    EXPECT_EQ(smothered.why_not, "White's Kh1 takes no part");
}

TEST(MatePicture, PinsAndDoubleChecks) {
    // The rook on b7 could take the knight but for the bishop: the pin is part of the mate.
    const auto pin = mate_picture(position_of("kn6/prN5/8/8/8/8/6B1/7K b - - 0 1"));
    EXPECT_TRUE(pin.model && !pin.ideal) << pin.why_not;
    EXPECT_EQ(pin.why_not, "White's Kh1 takes no part");
    // A knight there could not: the bishop only guards a square that is blocked.
    const auto idle_pin = mate_picture(position_of("kn6/pnN5/8/8/8/8/6B1/7K b - - 0 1"));
    EXPECT_EQ(idle_pin.why_not, "b7 is blocked and guarded");
    const auto idle = mate_picture(position_of("7k/5N2/6KN/8/8/2B5/8/8 b - - 0 1"));
    EXPECT_EQ(idle.why_not, "the king is checked twice without need");
}

TEST(Themes, KeysAndPromotions) {
    EXPECT_TRUE(shows("7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 0 1", "#2", "en-passant-key"));
    EXPECT_TRUE(shows("8/2Pp4/8/N1P5/4p3/P1k5/8/R3K3 w Q - 0 1", "#3", "castling-key"));
    EXPECT_TRUE(shows("8/3pPp2/3Pp3/4P3/1N3P2/B7/P1P2P2/kb3RK1 w - - 0 1", "#3",
                      "promotion-key"));
    EXPECT_TRUE(shows("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2", "zugzwang"));
    EXPECT_FALSE(shows("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2", "complete-block"));
    // 1...b1=R and 2.d8=N: both sides promote below a queen, and the mate is a model.
    const std::string lind = shown("8/3P4/pn6/k7/p7/8/1p1K4/8 b - - 0 1", "h#2");
    EXPECT_NE(lind.find("underpromotion; underpromotion; model-mate"), std::string::npos) << lind;
}

TEST(Themes, MenThatComeBack) {
    const std::string werner = shown("1b6/nrp5/N1p5/1pp5/kPp5/p1p5/K1P5/RB6 b - b3 0 1", "h#3");
    EXPECT_NE(werner.find("switchback"), std::string::npos) << werner;
    EXPECT_NE(werner.find("en-passant"), std::string::npos) << werner;
    EXPECT_FALSE(shows("8/8/8/8/R7/2k5/8/4K2R w K - 0 1", "#3", "switchback"));
}

TEST(Themes, NovotnyAndGrimshaw) {
    for (const char* fen : {"2B2BK1/5Nb1/4r3/P7/5P2/R4R2/6Q1/3k4 w - - 0 1",
                            "8/3pr1b1/4R2p/P7/3Q4/3K4/5R2/3k2N1 w - - 0 1",
                            "4r3/6b1/2N5/8/1K6/3k4/1Q6/B3R3 w - - 0 1"})
        EXPECT_TRUE(shows(fen, "#2", "novotny")) << fen;
    // Without the bishop nothing interferes.
    EXPECT_FALSE(shows("2B2BK1/5N2/4r3/P7/5P2/R4R2/6Q1/3k4 w - - 0 1", "#2", "novotny"));
}

}  // namespace
}  // namespace hakam::problem
