// The arbiter of a live game and the books of laws give the same result: no rule is known twice.
#include <gtest/gtest.h>

#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/match/live_game.hpp"
#include "hakam/notation/fen.hpp"
#include "testkit/tsv.hpp"

namespace hakam::match {
namespace {

const Budget small{.nodes = 3'000, .memory_bytes = 1U << 26, .expired = {}};

LiveGame with(const LiveGame& live, EventType type, Actor actor, Args args = {}) {
    Command command;
    command.type = type;
    command.actor = actor;
    command.args = std::move(args);
    const RulingBudget budget{small, small};
    const auto events = decide(live, command, 1000, budget);
    return events ? evolve(live, *events) : live;
}

std::optional<Outcome> outcome_of(const LiveGame& live) {
    switch (live.state.result) {
        case Result::white_wins:
            return Outcome::white_wins;
        case Result::black_wins:
            return Outcome::black_wins;
        case Result::draw:
            return Outcome::draw;
        default:
            return std::nullopt;
    }
}

LiveGame flagged(const LiveGame& live, Color side) {
    Args whose;
    whose.side = side;
    const LiveGame fallen = with(live, EventType::flag_physical, Actor::third_person, whose);
    if (fallen.over()) return fallen;
    return live.rules().flag_initiative == Initiative::claim_only
               ? with(fallen, EventType::claim_flag,
                      side == Color::white ? Actor::black : Actor::white, whose)
               : with(fallen, EventType::flag_noticed, Actor::arbiter, whose);
}

TEST(LawBooksAndMatch, GiveTheSameResultForFlagsAndResignations) {
    int compared = 0;
    int drawn = 0;
    for (const testkit::TsvRow& row : testkit::read_tsv("dead/vectors.tsv")) {
        if (row.line % 6 != 0) continue;
        for (const char* rules : {"fide-standard", "fide-rapid", "fide-online", "uscf"}) {
            SCOPED_TRACE(row["FEN"] + " " + rules);
            GameSettings settings;
            settings.ruleset = rules;
            settings.time_control = "5+0";
            settings.fen = row["FEN"];
            const auto created = create(settings, 0);
            if (!created) continue;  // a position that no game reaches
            LiveGame live = evolve(LiveGame{}, *created);
            live = with(live, EventType::round_start, Actor::system);
            const auto book = laws::law_book(rules);
            ASSERT_TRUE(book);
            const Game game{live.position()};
            const auto end = book->first_end(game, small, laws::DeadTest::exact);
            EXPECT_EQ(end ? end->verdict.outcome : std::nullopt, outcome_of(live));
            if (end) continue;
            for (const Color side : colors) {
                const laws::Verdict fall = book->rule(game, laws::FlagFall{side}, small);
                const laws::Verdict resigned = book->rule(game, laws::Resignation{side}, small);
                if (fall.certainty == Decision::yes)
                    EXPECT_EQ(fall.outcome, outcome_of(flagged(live, side)));
                if (resigned.certainty == Decision::yes)
                    EXPECT_EQ(resigned.outcome,
                              outcome_of(with(live, EventType::resign,
                                              side == Color::white ? Actor::white : Actor::black)));
                drawn += fall.outcome == Outcome::draw ? 1 : 0;
                ++compared;
            }
        }
    }
    EXPECT_GE(compared, 500);
    EXPECT_GE(drawn, 100);
}

/// Moves of knights out and back, so often that the start position stands there `times` times.
std::vector<std::pair<Square, Square>> dance(int times) {
    std::vector<std::pair<Square, Square>> moves;
    for (int i = 1; i < times; ++i)
        for (const auto& move : {std::pair{Square::g1, Square::f3}, {Square::g8, Square::f6},
                                 {Square::f3, Square::g1}, {Square::f6, Square::g8}})
            moves.push_back(move);
    return moves;
}

TEST(LawBooksAndMatch, AGameThatEndsByItselfHasTheReasonAndTheArticleOfItsBook) {
    struct Case {
        const char* fen;
        std::vector<std::pair<Square, Square>> moves;
    };
    const Case cases[] = {
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", {{Square::f1, Square::f8}}},
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", {{Square::f1, Square::f7}}},
        {"8/8/8/4k3/8/8/3nK3/8 w - - 0 1", {{Square::e2, Square::d2}}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 149 120", {{Square::d3, Square::c3}}},
        {"startpos", dance(3)},
        {"startpos", dance(5)},
    };
    int ended = 0;
    for (const laws::BookInfo& info : laws::books()) {
        if (!match_rules(info.name)) continue;  // an older edition: live games take those of today
        for (const Case& c : cases) {
            SCOPED_TRACE(std::string{info.name} + " " + c.fen);
            GameSettings settings;
            settings.ruleset = std::string{info.name};
            settings.fen = c.fen;
            LiveGame live = evolve(LiveGame{}, *create(settings, 0));
            Game game{live.position()};
            live = with(live, EventType::round_start, Actor::system);
            for (const auto& [from, to] : c.moves) {
                if (live.over()) break;
                Args args;
                args.from = from;
                args.to = to;
                const Actor mover = actor_of(live.turn());
                live = with(live, EventType::make_move, mover, args);
                ASSERT_TRUE(game.play(live.history.back().move));
                if (!live.over() && live.rules().mode == Mode::over_the_board)
                    live = with(live, EventType::press_clock, mover);
            }
            const laws::Verdict verdict = laws::law_book(info.name)->judge(game);
            EXPECT_EQ(verdict.standing == laws::Standing::over, live.over());
            if (!live.over()) continue;
            ++ended;
            EXPECT_EQ(verdict.outcome, outcome_of(live));
            EXPECT_EQ(laws::name(verdict.reason), name(live.state.reason));
            ASSERT_FALSE(verdict.citations.empty());
            const std::string first = live.state.articles.substr(0, live.state.articles.find(';'));
            EXPECT_EQ(verdict.citations[0].number(), first);
        }
    }
    EXPECT_GE(ended, 30);
}

}  // namespace
}  // namespace hakam::match
