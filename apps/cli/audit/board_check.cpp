#include <algorithm>

#include "checks.hpp"
#include "hakam/pgn/time_control_tag.hpp"

namespace hakam::cli::audit {
namespace {

using pgn::Severity;

/// What the game says of its result: the marker, or the tag where there is none.
std::string_view stated_result(const GameRecord& record) {
    const std::string_view marker = pgn::to_string(record.end.termination);
    return marker.empty() ? record.tag("Result") : marker;
}

class BoardCheck final : public GameCheck {
public:
    void check(GameRecord& record) override {
        if (!record.is_whole()) return;
        const Position& last = record.game.current();
        if (last.has_legal_move()) return;
        const Outcome outcome = last.is_check() ? win_for(~last.turn()) : Outcome::draw;
        const std::string_view stated = stated_result(record);
        if (stated.empty() || stated == to_string(outcome)) return;
        record.add("result-contradicts-board", Severity::error,
                   static_cast<std::uint32_t>(record.game.plies()),
                   std::string{stated} + " although the last position is " +
                       (last.is_check() ? "checkmate" : "stalemate"),
                   last.is_check() ? "5.1.1" : "5.2.1");
    }
};

class ClockCheck final : public GameCheck {
public:
    void check(GameRecord& record) override {
        const std::string_view tag = record.tag("TimeControl");
        if (tag.empty() || record.notes.size() < 3) return;
        const auto control = pgn::parse_time_control(tag);
        if (!control || control->kind != pgn::TimeControlTag::Kind::periods) return;
        for (std::size_t i = 2; i < record.notes.size(); ++i) {
            const auto now = record.notes[i].clock_ms;
            const auto before = record.notes[i - 2].clock_ms;
            if (!now || !before || *now <= *before) continue;
            // What completing this move may add: the increment, and a new period's time.
            const auto move = static_cast<std::uint32_t>(i / 2 + 1);
            const std::int64_t given =
                control->given_for(move).count() - control->given_for(move - 1).count();
            constexpr std::int64_t rounding = 1000;
            if (*now - *before <= given + rounding) continue;
            record.add("clock-increases", Severity::warning, static_cast<std::uint32_t>(i + 1),
                       "the clock gains " + seconds(*now - *before) + " s, the move allows " +
                           seconds(given) + " s");
            return;  // one a game is enough
        }
    }

private:
    static std::string seconds(std::int64_t ms) {
        std::string text = std::to_string(ms / 1000);
        if (ms % 1000 != 0) text += "." + std::to_string(1000 + ms % 1000).substr(1);
        return text;
    }
};

}  // namespace

std::unique_ptr<GameCheck> make_board_check() { return std::make_unique<BoardCheck>(); }
std::unique_ptr<GameCheck> make_clock_check() { return std::make_unique<ClockCheck>(); }

}  // namespace hakam::cli::audit
