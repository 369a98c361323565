// Articles that no row of the scenario tables decides alone, one test each.
#include <string>

#include "hakam/match/live_game.hpp"
#include "match/scripted.hpp"
#include "testkit/shows.hpp"

namespace hakam::match {
namespace {

using scenario::Report;
using testing::play;
using testing::says;
using testing::standard;
using testing::tc;

constexpr const char* opened = "play=e2e4,e7e5 ";

std::string after_opening(const char* script) { return std::string{opened} + script; }

TEST(Fide2023Art0101Players, OnlyTheTwoMoveAndOnlyInTurn) {
    for (const char* mode : {"fide-standard", "fide-online"})
        for (const Actor actor : {Actor::black, Actor::arbiter, Actor::third_person}) {
            SCOPED_TRACE(mode);
            GameSettings settings;
            settings.ruleset = mode;
            LiveGame live = evolve(LiveGame{}, *create(settings, 0));
            Command command;
            command.type = EventType::round_start;
            command.actor = Actor::system;
            live = evolve(live, *decide(live, command, 0));
            command.type = EventType::make_move;
            command.actor = actor;
            command.args.from = Square::e7;
            command.args.to = Square::e5;
            const auto answer = decide(live, command, 0);
            const bool touched_out_of_turn =
                answer && actor == Actor::black && evolve(live, *answer).plies() == 0;
            EXPECT_TRUE(!answer || touched_out_of_turn);
        }
    const Report third = play(standard, tc, "startpos", "X:mv=e2e4");
    EXPECT_TRUE(says(third, "*; next=W", "12.7", "A:expel=X"));
}

TEST(Fide2023Art060101FlagFall, ComesWhenTheLastOfTheTimeIsUsedAndNotBefore) {
    GameSettings settings;
    settings.time_control = "1+0";
    LiveGame live = evolve(LiveGame{}, *create(settings, 0));
    Command start;
    start.type = EventType::round_start;
    start.actor = Actor::system;
    live = evolve(live, *decide(live, start, 0));
    const auto before = tick(live, 59'999);
    ASSERT_TRUE(before);
    EXPECT_FALSE(evolve(live, *before).state.clock.fallen[0]);
    const auto then = tick(live, 60'000);
    ASSERT_TRUE(then);
    const LiveGame fallen = evolve(live, *then);
    EXPECT_TRUE(fallen.state.clock.fallen[0]);
    EXPECT_FALSE(fallen.state.clock.fallen[1]);
    EXPECT_EQ(next_deadline(live), 60'000);
    // By itself it decides nothing (6.8).
    EXPECT_FALSE(fallen.over());
}

/// A live game under a ruleset, its round started.
LiveGame started(const char* ruleset, const char* control) {
    GameSettings settings;
    settings.ruleset = ruleset;
    settings.time_control = control;
    return evolve(LiveGame{}, *create(settings, 0));
}
/// The game after a command; a refusal fails the test and changes nothing.
LiveGame after(const LiveGame& live, EventType type, Actor actor, Milliseconds now,
               Args args = {}) {
    Command command;
    command.type = type;
    command.actor = actor;
    command.args = std::move(args);
    const auto events = decide(live, command, now);
    EXPECT_TRUE(events) << (events ? "" : events.error().why);
    return events ? evolve(live, *events) : live;
}
Args move_of(Square from, Square to) {
    Args args;
    args.from = from;
    args.to = to;
    return args;
}

TEST(Fide2023Art0601Clock, RunsForOnePlayerOnlyAndMayStandStill) {
    LiveGame live = after(started(standard, "5+0"), EventType::round_start, Actor::system, 0);
    live = after(live, EventType::make_move, Actor::white, 1000, move_of(Square::e2, Square::e4));
    live = after(live, EventType::press_clock, Actor::white, 2000);
    EXPECT_EQ(live.state.clock.running, Color::black);
    EXPECT_EQ(live.time_left(Color::white, 60'000), 298'000);
    EXPECT_EQ(live.time_left(Color::black, 60'000), 242'000);
    live = after(live, EventType::stop, Actor::arbiter, 60'000);
    EXPECT_FALSE(live.state.clock.running);
    EXPECT_EQ(live.time_left(Color::black, 600'000), 242'000);
}

// art::first_increment.
TEST(Fide2023Art0603FirstIncrement, IsGivenBeforeTheFirstMoveIfTheEventSaysSo) {
    EXPECT_EQ(started("fide-blitz", "3+2").time_left(Color::white, 0), 180'000);
    EXPECT_EQ(started("fide-blitz:first-increment", "3+2").time_left(Color::white, 0), 182'000);
}

TEST(Fide2023Art0606Start, RunsTheClockOfWhite) {
    const LiveGame setup = started(standard, "5+0");
    EXPECT_FALSE(setup.state.clock.running);
    const LiveGame live = after(setup, EventType::round_start, Actor::system, 10'000);
    EXPECT_EQ(live.state.clock.running, Color::white);
    EXPECT_EQ(live.time_left(Color::white, 15'000), 295'000);
    EXPECT_EQ(live.time_left(Color::black, 15'000), 300'000);
}

TEST(Fide2023Art1110Appeal, IsTakenEvenAfterSigningUnlessTheEventAllowsNone) {
    for (const char* ruleset : {"fide-standard", "fide-standard:appeal=no"}) {
        SCOPED_TRACE(ruleset);
        LiveGame live = after(started(ruleset, "5+0"), EventType::round_start, Actor::system, 0);
        live = after(live, EventType::resign, Actor::black, 1000);
        Args result;
        result.result = Result::white_wins;
        live = after(live, EventType::sign_result, Actor::white, 2000, result);
        live = after(live, EventType::sign_result, Actor::black, 3000, result);
        Command appeal;
        appeal.type = EventType::appeal;
        appeal.actor = Actor::black;
        const auto answer = decide(live, appeal, 4000);
        EXPECT_EQ(static_cast<bool>(answer), live.rules().appeals);
        if (!answer) EXPECT_EQ(answer.error().articles, "11.10");
    }
}

TEST(Fide2023GuidelinesI07Envelope, StaysClosedUntilThePlayerWhoMustReplyIsThere) {
    const char* rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 41";
    const std::string away = "A:adjourn W:seal=h1f1 W:clk A:resume B:absent";
    const LiveGame closed = replay(play("fide-adjourn", "40/120", rooks, away.c_str()).log);
    EXPECT_EQ(closed.plies(), 0U);
    const LiveGame open =
        replay(play("fide-adjourn", "40/120", rooks, (away + " B:arrives").c_str()).log);
    EXPECT_EQ(open.plies(), 1U);
    EXPECT_EQ(open.turn(), Color::black);
}

TEST(OnlineArt11Both, TheRunningClockDecidesIfBothAreOffline) {
    testkit::shows(laws::art::online_both_disconnected);
    LiveGame live =
        after(started("fide-online:window=60s", "5+0"), EventType::round_start, Actor::system, 0);
    live = after(live, EventType::disconnect, Actor::white, 1000);
    live = after(live, EventType::disconnect, Actor::black, 2000);
    live = after(live, EventType::tick, Actor::system, 200'000);
    EXPECT_FALSE(live.over());
    live = after(live, EventType::tick, Actor::system, 300'000);
    EXPECT_EQ(live.state.reason, Reason::flag_fall);
    EXPECT_EQ(live.state.result, Result::black_wins);
    // One alone loses when the window is over.
    LiveGame one =
        after(started("fide-online:window=60s", "5+0"), EventType::round_start, Actor::system, 0);
    one = after(one, EventType::disconnect, Actor::black, 1000);
    one = after(one, EventType::tick, Actor::system, 61'001);
    EXPECT_EQ(one.state.reason, Reason::disconnection);
}

// art::fifty_with_mating_move, art::claim_after_move, art::uscf_illegal_move: doubtful readings
// that an event may switch.
TEST(DoubtfulReadings, AreSwitchedByTheEvent) {
    const char* mating = "7k/8/5KQ1/8/8/8/8/8 w - - 99 120";
    EXPECT_TRUE(says(play("fide-standard", tc, mating, "W:claim50=g6g7"), "1/2; why=50", "9.3.1"));
    EXPECT_TRUE(says(play("fide-standard:final-move-claim=no", tc, mating, "W:claim50=g6g7"),
                     "*; claim=rejected", "9.5.3", "B+2:00"));
    const char* late = "W:mv=e2e5 W:clk moves=11 B:claimill";
    EXPECT_TRUE(says(play("uscf", "G/60;d5", "startpos", late), "*; pos=stand", "USCF 11B"));
    EXPECT_TRUE(says(play("uscf:illegal-window=whole-game", "G/60;d5", "startpos", late),
                     "*; pos=restore:before-illegal", "USCF 11D"));
    const char* bare = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    EXPECT_TRUE(says(play("uscf", "G/60;d5", bare, "W:mv=e3e4"), "1/2; why=dead"));
    EXPECT_TRUE(says(play("uscf:dead=no", "G/60;d5", bare, "W:mv=e3e4"), "*"));
    for (const char* key : {"claim-after-touch", "time-pressure=3:00", "illegal-window=next-move"})
        EXPECT_TRUE(match_rules(std::string{"uscf:"} + key)) << key;
    EXPECT_FALSE(match_rules("uscf:illegal-window=never"));
}

TEST(EventScore, PointsAreWhatTheEventGives) {
    testkit::shows(laws::art::event_score);
    EXPECT_TRUE(says(play("fide-standard:score=3-1-0", tc, "startpos", "moves=5 B:resign"),
                     "1-0; why=resign; points=3-0", "10.1"));
    EXPECT_TRUE(says(play("fide-standard:score=3-1-0", tc, "startpos", "moves=5 W:offer B:accept"),
                     "1/2; why=agree; points=1-1", "10.1"));
    EXPECT_EQ(match_rules("fide-standard:score=1-0.5-0")->draw_points, 1);
    EXPECT_FALSE(match_rules("fide-standard:score=3-1"));
}

TEST(Fide2023Art0701Restoring, LeavesTheTimesToTheArbiterAndCountsBack) {
    const Report kept =
        play(standard, tc, "startpos", after_opening("A:restore=1 A:resume").c_str());
    EXPECT_TRUE(says(kept, "*; next=B", "7.1"));
    const LiveGame back = replay(kept.log);
    EXPECT_EQ(back.plies(), 1U);
    EXPECT_EQ(back.state.clock.completed[0], 1U);
    EXPECT_EQ(back.state.clock.completed[1], 0U);
    EXPECT_EQ(back.position().fullmove_number().value, 1U);
    EXPECT_TRUE(says(play(standard, tc, "startpos",
                          after_opening("A:restore=1 A:set=W80:00,B79:00 A:resume").c_str()),
                     "*; t=W80:00,B79:00; next=B", "7.1; 6.10.1"));
}

TEST(Fide2023Art080103Recording, TwoMovesBehindIsABreach) {
    EXPECT_TRUE(
        says(play(standard, tc, "startpos", after_opening("W:two-moves-unrecorded A:sees").c_str()),
             "*; next=W", "8.1.3; 12.9", "A:warn=W"));
}

TEST(Fide2023Art080104ScoreSheet, IsNotForNotes) {
    EXPECT_TRUE(says(play(standard, tc, "startpos", after_opening("B:sheet-note A:sees").c_str()),
                     "*; next=W", "8.1.4; 12.9", "A:warn=B"));
}

TEST(Fide2023Art0802ScoreSheet, MustNotBeHidden) {
    for (const char* act : {"W:hides-sheet A:sees", "W:covers-sheet A:sees"}) {
        SCOPED_TRACE(act);
        EXPECT_TRUE(says(play(standard, tc, "startpos", after_opening(act).c_str()), "*; next=W",
                         "8.2; 12.9", "A:warn=W"));
    }
}

TEST(Fide2023Art11020302Leaving, NeedsLeaveOnlyOnOnesOwnMove) {
    EXPECT_TRUE(says(play(standard, tc, "startpos", after_opening("W:leave=area A:sees").c_str()),
                     "*; next=W", "11.2.3.2; 12.9", "A:penalty=W"));
    EXPECT_TRUE(says(play(standard, tc, "startpos", after_opening("B:leave=area A:sees").c_str()),
                     "*; ok; next=W", "11.2.3.2", "-"));
    EXPECT_TRUE(says(play(standard, tc, "startpos", after_opening("B:leave=venue A:sees").c_str()),
                     "*; next=W", "11.2.3.1; 12.9", "A:penalty=B"));
}

TEST(Fide2023AppendixB0203Score, IsShownFiveTimes) {
    const std::string five =
        after_opening("W:askscore W:askscore W:askscore W:askscore W:askscore");
    EXPECT_TRUE(says(play("fide-blitz-B2", "3+2", "startpos", five.c_str()), "*; next=W", "", "-"));
    EXPECT_TRUE(
        says(play("fide-blitz-B2", "3+2", "startpos", (five + " W:askscore A:sees").c_str()),
             "*; next=W", "B.2.3", "A:warn=W"));
}

TEST(Fide2023GuidelinesIII01QuickplayFinish, IsOnlyTheLastPeriod) {
    const char* claim = "t=W1:30,B5:00 W:claimqpf=cannot";
    EXPECT_TRUE(says(play("fide-qpf", "40/90,60", "startpos", claim), "*; claim=no-right; next=W",
                     "GIII.1"));
    EXPECT_TRUE(
        says(play("fide-qpf", "90+0", "startpos", (std::string{claim} + " A:agree").c_str()),
             "1/2; why=qpf", "GIII.5.1"));
}

TEST(Fide2023GuidelinesIII030101BothFlags, GoOnIfItIsNotTheLastPeriod) {
    const char* rooks = "r3k3/8/8/8/8/8/8/4K2R w - - 0 45";
    EXPECT_TRUE(says(play("fide-qpf", "40/90,60", rooks, "sig=both-flags-down-order-unknown"),
                     "*; period=next; next=W", "GIII.3.1.1"));
    EXPECT_TRUE(
        says(play("fide-qpf", "90+0", rooks, "sig=both-flags-down-order-unknown,last-period"),
             "1/2; why=both-flags", "GIII.3.1.2"));
    // An order that is known decides, whoever says that both are down.
    for (const char* both :
         {"W:flag B:flag W:claim=both-flags", "W:flag B:flag sig=both-flags-down"}) {
        SCOPED_TRACE(both);
        EXPECT_TRUE(says(play(standard, "90+0", rooks, both), "0-1; why=flag", "6.9"));
    }
}

// art::nothing_after_the_end.
TEST(Manual2025Art0705End, NothingIsCorrectedOnceTheGameIsOver) {
    for (const char* ending : {"B:resign", "W:offer B:accept", "W:sign=1-0 B:sign=1-0"}) {
        SCOPED_TRACE(ending);
        const std::string script =
            after_opening("W:mv=g1g5 W:clk ") + ending + " B:claimill A:sees";
        const Report report = play(standard, tc, "startpos", script.c_str());
        const LiveGame live = replay(report.log);
        EXPECT_TRUE(live.over());
        EXPECT_EQ(live.state.illegal[0], 0);
        EXPECT_NE(live.state.result, Result::none);
        EXPECT_NE(live.state.result, Result::black_wins);
    }
}

// art::king_capture_illegal.
TEST(Manual2025Art0705King, TakingTheKingIsItselfAnIllegalMove) {
    // White leaves his king in check, Black takes it and stops the clock.
    const Report report = play("fide-blitz", "3+2", "4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1",
                                       "W:mv=e2c3 W:clk B:mv=e8e1 B:clk");
    EXPECT_TRUE(says(report, "*; ill=B1; claim=king-capture-void", "1.4.1", "W+1:00; B-incr"));
}

// art::two_faults_count_once.
TEST(Manual2025Art0705OneFault, TwoFaultsInOneMoveCountOnce) {
    EXPECT_TRUE(says(play(standard, tc, "r3k2r/pppppp2/8/8/8/8/PPPPPP2/RN2K3 w Qkq - 0 1",
                          "W:mv2=e1c1 W:clk A:sees"),
                     "*; ill=W1; pos=restore; must=move:e1; next=W", "7.5.4; 7.5.5 (Manual)",
                     "B+2:00; W-incr"));
}

// art::arbiter_steps_in.
TEST(Manual2025Art0705Seen, TheArbiterStepsInUnaskedInAStandardGame) {
    EXPECT_TRUE(says(play(standard, tc, "startpos", "W:mv=e2e5 W:clk A:sees"),
                     "*; ill=W1; pos=restore; must=move:e2; next=W", "7.5.1", "B+2:00; W-incr"));
    // In blitz without supervision it stands once the opponent has moved.
    EXPECT_TRUE(says(play("fide-blitz", "3+2", "startpos", "W:mv=e2e5 W:clk B:mv=e7e6 A:sees"),
                     "*; pos=stand; next=W", "A.5.2", "-"));
}

TEST(OnlineArt0402Move, MadeIsCompletedAndStartsTheOtherClock) {
    const Report online = play("fide-online", "10+0", "startpos", "W:mv=e2e4");
    const LiveGame live = replay(online.log);
    EXPECT_EQ(live.state.clock.running, Color::black);
    EXPECT_EQ(live.state.clock.completed[0], 1U);
    const LiveGame board = replay(play(standard, tc, "startpos", "W:mv=e2e4").log);
    EXPECT_EQ(board.state.clock.running, Color::white);
    EXPECT_EQ(board.state.clock.completed[0], 0U);
}

// art::uscf_blitz_illegal.
TEST(UsChessBlitz1Illegal, LosesOnAClaimInTimeToMatingMaterial) {
    const char* rook = "4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1";
    EXPECT_TRUE(says(play("uscf-blitz", "G/5;d0", rook, "W:mv=e2c3 W:clk B:claimill"),
                     "0-1; why=illegal", "USCF blitz"));
    EXPECT_TRUE(
        says(play("uscf-blitz", "G/5;d0", rook, "W:mv=e2c3 W:clk B:mv=g8f8 B:clk B:claimill"),
             "*; claim=rejected; pos=stand; next=W", "USCF blitz"));
    EXPECT_TRUE(says(play("uscf-blitz", "G/5;d0", "8/8/4k3/8/4n3/8/3P4/3K4 w - - 0 60",
                          "W:mv=d2d5 W:clk B:claimill"),
                     "1/2; why=illegal-nomate", "USCF 14E2"));
}

}  // namespace
}  // namespace hakam::match
