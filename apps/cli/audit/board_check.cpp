#include <algorithm>

#include "checks.hpp"
#include "hakam/pgn/result_text.hpp"
#include "hakam/pgn/time_control_tag.hpp"

namespace hakam::cli::audit {
namespace {

using pgn::Severity;

/// What the game says of its result: the marker, or the tag where there is none.
std::string stated_result(const GameRecord& record) {
    if (record.end.termination != pgn::Termination::missing) return record.result();
    const auto tag = pgn::parse_result(record.tag("Result"));
    return tag ? pgn::result_text(tag->termination, tag->score) : std::string{record.tag("Result")};
}

class BoardCheck final : public GameCheck {
public:
    void check(GameRecord& record) override {
        if (!record.is_game || !record.is_playable || record.is_cut) return;
        if (!record.last_moves.empty()) return;
        const Position& last = record.last;
        const Outcome outcome = last.is_check() ? win_for(~last.turn()) : Outcome::draw;
        const std::string stated = stated_result(record);
        if (stated.empty() || stated == to_string(outcome)) return;
        record.add("result-contradicts-board", Severity::error, record.plies(),
                   stated + " although the last position is " +
                       (last.is_check() ? "checkmate" : "stalemate"),
                   last.is_check() ? "5.1.1" : "5.2.1");
    }
};

// A clock may gain what completing the move adds: the increment, and a new period's time. Without a
// TimeControl tag nobody knows how much that is; then a gain beyond any usual increment is told,
// and only before the move number at which the first periods end.
class ClockCheck final : public GameCheck {
public:
    void check(GameRecord& record) override {
        const std::vector<std::int64_t>& clocks = record.clocks;
        const std::string_view tag = record.tag("TimeControl");
        // Most games of a collection have the same.
        if (tag != last_tag_) {
            last_tag_ = tag;
            last_control_ = pgn::parse_time_control(tag);
        }
        const auto& control = last_control_;
        if (!control && !tag.empty() && record.is_game)
            record.add("time-control-unreadable", Severity::warning, 0,
                       "the TimeControl tag \"" + excerpt(tag) + "\" cannot be read");
        if (clocks.size() < 3) return;
        using Kind = pgn::TimeControlTag::Kind;
        const bool is_known = control && control->kind == Kind::periods;
        if (control && !is_known && control->kind != Kind::unknown) return;
        if (is_known && std::any_of(control->periods.begin(), control->periods.end(),
                                    [](const auto& p) { return p.is_sandclock; }))
            return;                // it gains what the other side uses
        std::int64_t had[2] = {};  // of the periods, each side
        unsigned told = 0;
        for (std::size_t i = 2; i < clocks.size() && told < most_told; ++i) {
            const std::int64_t before = clocks[i - 2];
            const std::int64_t gain = clocks[i] - before;
            if (gain <= 0 || before == GameRecord::no_clock) continue;
            const auto ply = static_cast<std::uint32_t>(i + 1);
            const auto move = static_cast<std::uint32_t>(i / 2 + 1);
            if (!is_known) {
                if (gain <= usual_increment || move >= first_period) continue;
                record.add("clock-increases", Severity::note, ply,
                           "the clock gains " + seconds(gain) +
                               " s; no TimeControl tag says what a move adds");
                ++told;
                continue;
            }
            // A new period's time is added when the last move of the one before is made, with the
            // next move, or when a clock that does not count moves runs out.
            const std::int64_t increment = control->increment_at(move).count();
            if (gain <= increment) continue;
            std::int64_t& had_here = had[i % 2];
            had_here = std::max(had_here, control->base_after(0).count());
            const std::int64_t has = control->base_after(move).count();
            const std::int64_t given = increment + has - had_here;
            if (gain <= given) {
                had_here = has;
                continue;
            }
            record.add("clock-increases", Severity::warning, ply,
                       "the clock gains " + seconds(gain) + " s, the move allows " +
                           seconds(given) + " s");
            ++told;
        }
    }

private:
    static constexpr std::int64_t usual_increment = 60'000;
    static constexpr std::uint32_t first_period = 30;
    static constexpr unsigned most_told = 8;  // a wrong tag would tell every move

    std::string last_tag_;
    Expected<pgn::TimeControlTag> last_control_ = pgn::parse_time_control({});

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
