#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "hakam/match/live_game.hpp"

namespace hakam {
namespace {

using match::Command;
using match::EventType;
using match::LiveGame;
using match::Phase;

/// Commands that fit the position more often than not, and absurd ones now and then.
Command random_command(std::mt19937& random, const LiveGame& game) {
    const auto pick = [&](int high) { return std::uniform_int_distribution<int>{0, high}(random); };
    Command command;
    command.actor = static_cast<match::Actor>(pick(6));
    if (pick(3) != 0) command.actor = match::actor_of(game.turn());
    const auto moves = game.position().legal_moves();
    if (pick(2) == 0 && !moves.empty()) {
        const Move move = moves[static_cast<std::size_t>(pick(static_cast<int>(moves.size()) - 1))];
        command.type = EventType::make_move;
        command.args.from = move.from();
        command.args.to = move.to();
        command.args.piece = move.promotion();
        if (pick(20) == 0) command.args.hand = match::Hand::both;
        return command;
    }
    if (pick(2) == 0) {
        command.type = EventType::press_clock;
        if (game.state.clock.running) command.actor = match::actor_of(*game.state.clock.running);
        return command;
    }
    do command.type = static_cast<EventType>(pick(match::event_types - 1));
    while (!match::is_command(command.type));
    if (command.type == EventType::resign && pick(20) != 0) command.type = EventType::touch;
    if (command.type == EventType::declare && pick(20) != 0) command.type = EventType::resume;
    if (pick(4) != 0) command.args.from = square(pick(63));
    if (pick(4) != 0) command.args.to = square(pick(63));
    if (pick(3) == 0) command.args.piece = piece_types[static_cast<std::size_t>(pick(5))];
    if (pick(2) == 0) command.args.side = pick(1) == 0 ? Color::white : Color::black;
    if (pick(3) == 0 && !moves.empty())
        command.args.move =
            moves[static_cast<std::size_t>(pick(static_cast<int>(moves.size()) - 1))];
    command.args.contact = static_cast<match::Contact>(pick(3));
    command.args.hand = static_cast<match::Hand>(pick(2));
    command.args.penalty = static_cast<std::uint8_t>(pick(9));
    command.args.amount = pick(6) == 0 ? pick(2'000'000) - 1'000'000 : pick(20);
    constexpr const char* texts[] = {"",
                                     "",
                                     "",
                                     "e2e4",
                                     "agree",
                                     "reject",
                                     "device",
                                     "no-reason",
                                     "wrong-array",
                                     "completed",
                                     "illegal",
                                     "finger",
                                     "before-release",
                                     "both-checked",
                                     "premove"};
    command.args.text = texts[static_cast<std::size_t>(pick(14))];
    if (pick(10) == 0) command.args.result = static_cast<match::Result>(pick(8));
    if (game.state.phase == Phase::stopped && pick(1) == 0) {
        command.type = EventType::resume;
        command.actor = match::Actor::arbiter;
    }
    return command;
}

void check(const LiveGame& game) {
    const auto& state = game.state;
    if (state.phase != Phase::live && state.phase != Phase::waiting)
        EXPECT_FALSE(state.clock.running) << match::name(state.phase);
    EXPECT_GE(state.clock.left[0], 0);
    EXPECT_GE(state.clock.left[1], 0);
    const match::Obligation must = game.obligation();
    if (must.kind != match::Obligation::Kind::none && must.kind != match::Obligation::Kind::free &&
        !state.irregular && !game.over()) {
        bool possible = false;
        for (const Move move : game.position().legal_moves())
            possible = possible || must.permits(move);
        EXPECT_TRUE(possible) << match::format(must) << " owed " << match::format(state.owed);
    }
}

TEST(MatchProperties, RandomCommandsKeepTheInvariants) {
    const char* text = std::getenv("HAKAM_MATCH_COMMANDS");
    const long total = text != nullptr ? std::atol(text) : 60'000;
    const char* rulesets[] = {"fide-standard",
                              "fide-rapid",
                              "fide-rapid-A4",
                              "fide-blitz",
                              "fide-online:window=20",
                              "uscf",
                              "uscf-blitz",
                              "uscf-var:rook-first",
                              "fide-qpf",
                              "fide-adjourn",
                              "fide-960",
                              "fide-blind",
                              "event-sofia",
                              "event-london30",
                              "nocastle",
                              "casual",
                              "fide-standard:default=30",
                              "fide@1929",
                              "fide@1985",
                              "fide-blitz-2001",
                              "uscf@1993"};
    const char* controls[] = {"90+30", "3+2",         "60 d5", "40/90,30+30",
                              "none",  "hourglass 1", "1 b3"};
    const char* fens[] = {"startpos", "r3k2r/pPpppp2/8/8/8/8/PPPPPP2/R3K2R w KQkq - 0 1",
                          "8/4P1k1/8/8/8/8/r7/4K3 w - - 0 1"};
    std::mt19937 random{7};
    long done = 0;
    match::RulingBudget budget;
    budget.dead_position.nodes = 200;
    budget.can_mate.nodes = 2'000;
    for (unsigned n = 0; done < total; ++n) {
        match::GameSettings settings;
        settings.ruleset = rulesets[n % std::size(rulesets)];
        settings.time_control = controls[n % std::size(controls)];
        settings.fen = fens[n % std::size(fens)];
        const auto created = match::create(settings, 0);
        ASSERT_TRUE(created) << describe(created.error());
        match::Events log = *created;
        LiveGame game = match::replay(log);
        match::Milliseconds now = 0;
        Command start;
        start.type = EventType::round_start;
        for (int i = 0; i < 120 && !game.over(); ++i, ++done) {
            const Command command = i == 0 ? start : random_command(random, game);
            now += std::uniform_int_distribution<int>{0, 4000}(random);
            const auto events = match::decide(game, command, now, budget);
            if (!events) continue;
            for (const match::Event& event : *events) {
                ASSERT_EQ(event.seq, log.size() + 1);
                ASSERT_GE(event.at, log.back().at);
                game = match::evolve(std::move(game), event);
                log.push_back(event);
            }
            check(game);
        }
        ASSERT_EQ(match::dump(match::replay(log)), match::dump(game)) << settings.ruleset;
        if (HasFailure()) FAIL() << "game " << n << " under " << settings.ruleset;
    }
}

// Events that are only to be seen (a piece held in the hand, an accidental touch) change no ruling.
TEST(MatchProperties, CosmeticEventsChangeNoRuling) {
    std::mt19937 random{11};
    match::RulingBudget budget;
    budget.dead_position.nodes = 200;
    budget.can_mate.nodes = 2'000;
    for (int n = 0; n < 60; ++n) {
        match::GameSettings settings;
        settings.ruleset = n % 3 == 0 ? "fide-standard" : n % 3 == 1 ? "fide-blitz" : "uscf";
        settings.time_control = "3+2";
        const auto created = match::create(settings, 0);
        ASSERT_TRUE(created);
        LiveGame plain = match::replay(*created);
        LiveGame decorated = plain;
        match::Milliseconds now = 0;
        const auto give = [&](LiveGame& game, const Command& command) {
            const auto events = match::decide(game, command, now, budget);
            if (events) game = match::evolve(std::move(game), *events);
        };
        Command start;
        start.type = EventType::round_start;
        give(plain, start);
        give(decorated, start);
        for (int i = 0; i < 80 && !plain.over(); ++i) {
            const Command command = random_command(random, plain);
            now += 500;
            give(plain, command);
            give(decorated, command);
            Command held;
            held.type = EventType::piece_in_hand;
            held.actor = match::actor_of(decorated.turn());
            give(decorated, held);
            Command brushed;
            brushed.type = EventType::touch;
            brushed.actor = match::actor_of(~decorated.turn());
            brushed.args.contact = match::Contact::accidental;
            brushed.args.from = square(i * 13 % 64);
            give(decorated, brushed);
            ASSERT_EQ(plain.state.phase, decorated.state.phase);
            ASSERT_EQ(plain.state.result, decorated.state.result);
            ASSERT_EQ(plain.state.illegal, decorated.state.illegal);
            for (const Color c : colors)
                ASSERT_EQ(plain.time_left(c, now), decorated.time_left(c, now));
            ASSERT_EQ(plain.plies(), decorated.plies());
            ASSERT_EQ(plain.obligation(), decorated.obligation());
        }
    }
}

}  // namespace
}  // namespace hakam
