#include "hakam/solve/dead_position.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "hakam/match/live_game.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using match::Command;
using match::EventType;
using match::LiveGame;

/// A game that begins in the position, started.
LiveGame begun(const std::string& fen) {
    match::GameSettings settings;
    settings.fen = fen;
    const auto created = match::create(settings, 0);
    EXPECT_TRUE(created) << fen;
    LiveGame game = match::evolve(LiveGame{}, *created);
    Command start;
    start.type = EventType::round_start;
    const auto events = match::decide(game, start, 0);
    EXPECT_TRUE(events) << fen;
    return match::evolve(std::move(game), *events);
}

// Article 5.2.2: nearly every position of the vectors that is dead ends the game at once; a live
// one never does.
TEST(Fide2023Art0502Dead, EndsTheGameAtOnce) {
    int dead = 0;
    int ended = 0;
    std::set<std::string> seen;
    for (const auto& row : testkit::read_tsv("dead/vectors.tsv")) {
        const std::string fen{row["FEN"]};
        const std::string wanted{row["dead"]};
        if ((wanted != "yes" && wanted != "no") || !seen.insert(fen).second) continue;
        SCOPED_TRACE(fen);
        const LiveGame game = begun(fen);
        const bool is_over = game.over() && game.state.reason == match::Reason::dead_position;
        if (wanted == "no") {
            EXPECT_FALSE(is_over);
            continue;
        }
        ++dead;
        ended += game.over() ? 1 : 0;
    }
    // What takes more positions than a move may cost is found by the flag or the resignation that
    // asks for it; docs/design/match.md.
    EXPECT_GE(dead, 254);
    EXPECT_GE(ended, dead - 12);
}

}  // namespace
}  // namespace hakam
