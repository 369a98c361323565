#include "hakam/match/time_control.hpp"
#include "laws/played.hpp"

// Appendices A and B: what counts as rapid and blitz, and how their books differ from the standard
// one.

namespace hakam::laws::testing {
namespace {

match::Pace pace(std::string_view notation) {
    const auto control = match::parse_time_control(notation);
    EXPECT_TRUE(control) << notation;
    return control ? match::fide_pace(control->of(Color::white)) : match::Pace::standard;
}

TEST(Fide2023AppendixA01, RapidIsMoreThanTenAndLessThanSixtyMinutes) {
    EXPECT_EQ(pace("10+1"), match::Pace::rapid);
    EXPECT_EQ(pace("15+10"), match::Pace::rapid);
    EXPECT_EQ(pace("8+3"), match::Pace::rapid);
    EXPECT_EQ(pace("50+10"), match::Pace::standard);
    EXPECT_EQ(pace("60+0"), match::Pace::standard);
}

TEST(Fide2023AppendixB01, BlitzIsTenMinutesOrLess) {
    EXPECT_EQ(pace("10+0"), match::Pace::blitz);
    EXPECT_EQ(pace("3+2"), match::Pace::blitz);
    EXPECT_EQ(pace("5+5"), match::Pace::blitz);
    EXPECT_EQ(pace("5+6"), match::Pace::rapid);
}

// A.3 gives one minute in rapid and blitz, under full supervision too (A.4, B.2); a claim on time
// is the player's only where nobody watches (A.5.3).
TEST(Fide2023AppendixB02, FullSupervisionKeepsTheMinuteAndNeedsNoClaim) {
    const Game game = played("r3k3/8/8/8/8/8/8/4K2R w - - 0 45");
    for (const std::string_view name :
         {"fide-rapid", "fide-rapid-A4", "fide-blitz", "fide-blitz-B2"}) {
        SCOPED_TRACE(name);
        const Verdict first = book(name).rule(game, IllegalAct{Color::white, 1});
        ASSERT_TRUE(first.penalty);
        EXPECT_EQ(first.penalty->time, std::chrono::minutes{1});
        EXPECT_EQ(book(name).rule(game, IllegalAct{Color::white, 2}).outcome, Outcome::black_wins);
        const Verdict flag = book(name).rule(game, FlagFall{Color::white});
        EXPECT_EQ(flag.outcome, Outcome::black_wins);
        EXPECT_EQ(flag.citations.size(), name == "fide-rapid" || name == "fide-blitz" ? 2U : 1U);
    }
}

}  // namespace
}  // namespace hakam::laws::testing
