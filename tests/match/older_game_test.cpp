// Live games of room variant: the fold of their events, what is refused, flags, replay.
#include <gtest/gtest.h>

#include "hakam/match/older_game.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"

namespace hakam::match {
namespace {

std::shared_ptr<const variant::Variant> rules_of(std::string_view name) {
    return std::make_shared<const variant::Variant>(
        *variant::Variant::from(*variant::game_named(name)));
}

/// A game and the log of it.
struct Table {
    OlderGame game;
    OlderEvents log;

    explicit Table(std::string_view name, std::string_view fen = {}, std::string_view clock = {})
        : game{*older_setup(rules_of(name), fen, clock)} {
        EXPECT_FALSE(act(EventType::round_start, Actor::system, {}, 0));
    }
    /// Returns: why nothing happened.
    std::optional<RefusalCode> act(EventType type, Actor actor, std::string text, Milliseconds now,
                                   std::int64_t amount = 0) {
        Command command;
        command.type = type;
        command.actor = actor;
        command.args.text = std::move(text);
        command.args.amount = amount;
        const auto events = decide(game, command, now);
        if (!events) return events.error().code;
        for (const OlderEvent& event : *events) {
            EXPECT_TRUE(apply(game, event));
            log.push_back(event);
        }
        return std::nullopt;
    }
    std::optional<RefusalCode> move(std::string text, Milliseconds now = 0) {
        return act(EventType::make_move, actor_of(game.turn()), std::move(text), now);
    }
};

TEST(OlderGame, IsTheFoldOfItsEvents) {
    Table t{"shatranj", {}, "5+3"};
    EXPECT_FALSE(t.move("e3", 1000));
    EXPECT_EQ(t.game.time_left(Color::white, 1000), 302'000);
    EXPECT_FALSE(t.move("e6", 5000));
    EXPECT_FALSE(t.act(EventType::offer_draw, Actor::black, {}, 6000));
    EXPECT_FALSE(t.move("Nf3", 7000));  // declines
    EXPECT_FALSE(t.game.offer_by);
    EXPECT_FALSE(t.act(EventType::restore_position, Actor::system, {}, 8000, 2));
    EXPECT_EQ(t.game.moves.size(), 2U);
    EXPECT_FALSE(t.act(EventType::resign, Actor::black, {}, 9000));
    EXPECT_EQ(t.game.result, Result::white_wins);
    OlderGame again{t.game.setup};
    for (const OlderEvent& event : t.log) again = evolve(std::move(again), event);
    EXPECT_EQ(again.positions, t.game.positions);
    EXPECT_EQ(again.clock, t.game.clock);
    EXPECT_EQ(again.reason, OlderReason::resignation);
    EXPECT_EQ(again.last, t.game.last);
    // What does not fit changes nothing.
    OlderEvent late;
    late.type = EventType::move_made;
    late.actor = Actor::white;
    late.text = "d2d3";
    EXPECT_FALSE(apply(again, late));
    EXPECT_EQ(again.moves.size(), 2U);
}

TEST(OlderGame, RefusesWhatTheRulesDoNotKnow) {
    Table t{"shatranj"};
    EXPECT_EQ(t.move("e4"), RefusalCode::illegal_move);
    EXPECT_EQ(t.act(EventType::make_move, Actor::black, "e6", 0), RefusalCode::not_your_move);
    EXPECT_EQ(t.act(EventType::accept_draw, Actor::black, {}, 0), RefusalCode::no_offer);
    EXPECT_EQ(t.act(EventType::claim_fifty, Actor::white, {}, 0), RefusalCode::not_possible);
    EXPECT_EQ(t.act(EventType::touch, Actor::white, {}, 0), RefusalCode::not_allowed);
    EXPECT_EQ(t.act(EventType::resign, Actor::third_person, {}, 0), RefusalCode::not_allowed);
    EXPECT_FALSE(t.act(EventType::offer_draw, Actor::white, {}, 0));
    EXPECT_EQ(t.act(EventType::offer_draw, Actor::white, {}, 0), RefusalCode::not_possible);
    EXPECT_EQ(t.act(EventType::accept_draw, Actor::white, {}, 0), RefusalCode::no_offer);
    EXPECT_FALSE(t.act(EventType::accept_draw, Actor::black, {}, 0));
    EXPECT_EQ(t.game.reason, OlderReason::agreement);
    EXPECT_EQ(t.move("e3"), RefusalCode::game_over);
}

TEST(OlderGame, AFlagFallsWhenItFellNotWhenSomebodyLooks) {
    Table t{"shatranj", {}, "1"};
    ASSERT_TRUE(next_deadline(t.game));
    EXPECT_EQ(*next_deadline(t.game), 60'000);
    EXPECT_FALSE(t.move("e3", 59'999));
    // Black's move comes too late: his flag, not his move.
    EXPECT_FALSE(t.move("e6", 200'000));
    EXPECT_EQ(t.game.moves.size(), 1U);
    EXPECT_EQ(t.game.reason, OlderReason::flag_fall);
    EXPECT_EQ(t.game.result, Result::white_wins);
    EXPECT_EQ(t.log.back().at, 119'999);
    EXPECT_FALSE(next_deadline(t.game));
}

TEST(OlderGame, EndsThatTheSourcesLeaveOpenAreReferred) {
    Table half{"spain-half", "7k/8/6K1/5Q2/8/8/8/8 w - -"};
    EXPECT_FALSE(half.move("Qf7"));
    EXPECT_EQ(half.game.result, Result::referred);
    EXPECT_EQ(half.game.reason, OlderReason::stalemate);
    EXPECT_NE(half.game.rule.find("half the stake"), std::string::npos);
    const auto over = older_setup(rules_of("shatranj"), "k7/p7/P1R5/8/1R6/8/8/4K3 b", "5+0");
    EXPECT_FALSE(over);
    EXPECT_FALSE(older_setup(rules_of("shatranj"), "x", "5+0"));
    EXPECT_FALSE(older_setup(rules_of("shatranj"), {}, "x"));
}

TEST(OlderGame, ReasonsAreReadAsTheyAreWritten) {
    for (int i = 0; i <= static_cast<int>(OlderReason::arbiter_decision); ++i) {
        const auto reason = static_cast<OlderReason>(i);
        EXPECT_EQ(older_reason_from(name(reason)), reason);
    }
    EXPECT_FALSE(older_reason_from("nonsense"));
}

}  // namespace
}  // namespace hakam::match
