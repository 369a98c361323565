#include "hakam/pgn/time_control_tag.hpp"

#include <algorithm>

namespace hakam::pgn {
namespace {

constexpr std::size_t max_length = 256;
constexpr std::uint64_t max_number = 10'000'000;

// Reads one field; `at` moves to what follows it.
class FieldReader {
public:
    explicit FieldReader(std::string_view text) : text_{text} {}

    bool at_end() const noexcept { return at_ == text_.size(); }
    bool take(char c) noexcept {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::optional<std::uint64_t> number() noexcept {
        std::uint64_t value = 0;
        const std::size_t begin = at_;
        while (!at_end() && text_[at_] >= '0' && text_[at_] <= '9' && value <= max_number)
            value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
        if (at_ == begin || value > max_number) return std::nullopt;
        return value;
    }
    /// Seconds with up to three decimals, as ms.
    std::optional<std::uint64_t> seconds() noexcept {
        const auto whole = number();
        if (!whole) return std::nullopt;
        std::uint64_t ms = *whole * 1000;
        if (take('.')) {
            std::uint64_t unit = 100;
            while (!at_end() && text_[at_] >= '0' && text_[at_] <= '9') {
                ms += unit * static_cast<unsigned>(text_[at_++] - '0');
                unit /= 10;
            }
        }
        return ms;
    }
    Unexpected<Error> expected(std::string_view what) const {
        return Unexpected{Error{at_end() ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                                span_in(text_, at_, at_end() ? 0 : 1), std::string{what},
                                excerpt(text_.substr(at_))}};
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

Expected<TimePeriod> read_period(FieldReader& in) {
    TimePeriod period;
    period.is_sandclock = in.take('*');
    const auto first = in.number();
    if (!first) return in.expected("a number of moves or seconds");
    period.base = std::chrono::seconds{*first};
    if (in.take('/')) {
        const auto seconds = in.number();
        if (!seconds || *first == 0) return in.expected("a number of seconds");
        period.moves = static_cast<std::uint32_t>(*first);
        period.base = std::chrono::seconds{*seconds};
    }
    if (in.take('+')) {
        const auto ms = in.seconds();
        if (!ms) return in.expected("an increment in seconds");
        period.increment = std::chrono::milliseconds{*ms};
    }
    return period;
}

}  // namespace

Expected<TimeControlTag> parse_time_control(std::string_view value) {
    TimeControlTag tag;
    if (value == "?" || value.empty()) return tag;
    if (value == "-") {
        tag.kind = TimeControlTag::Kind::none;
        return tag;
    }
    if (value.size() > max_length)
        return Unexpected{Error{ErrorCode::too_long, span_in(value, max_length, 0),
                                "at most 256 bytes", excerpt(value)}};
    tag.kind = TimeControlTag::Kind::periods;
    FieldReader in{value};
    do {
        Expected<TimePeriod> period = read_period(in);
        if (!period) return Unexpected{period.error()};
        tag.periods.push_back(*period);
    } while (in.take(':'));
    if (!in.at_end()) return in.expected("':' or the end of the value");
    return tag;
}

std::chrono::milliseconds TimeControlTag::increment_at(std::uint32_t move) const noexcept {
    if (periods.empty()) return {};
    std::uint64_t done = 0;
    for (const TimePeriod& p : periods) {
        if (!p.moves) return p.increment;
        done += *p.moves;
        if (move <= done) return p.increment;
    }
    return periods.back().increment;
}

std::chrono::milliseconds TimeControlTag::given_for(std::uint32_t moves) const noexcept {
    std::chrono::milliseconds given{0};
    std::uint32_t left = moves;
    for (std::size_t i = 0; !periods.empty(); i = std::min(i + 1, periods.size() - 1)) {
        const TimePeriod& p = periods[i];
        given += p.base;
        const std::uint32_t here = p.moves ? std::min(*p.moves, left) : left;
        given += p.increment * here;
        left -= here;
        if (left == 0) break;
    }
    return given;
}

std::chrono::milliseconds TimeControlTag::base_after(std::uint32_t moves) const noexcept {
    std::chrono::milliseconds given{0};
    for (std::size_t i = 0; i < periods.size(); ++i) {
        const TimePeriod& p = periods[i];
        given += p.base;
        if (!p.moves || moves < *p.moves) return given;
        moves -= *p.moves;
    }
    if (periods.empty()) return given;
    const TimePeriod& last = periods.back();  // it is repeated
    return given + last.base * (moves / *last.moves + 1);
}

}  // namespace hakam::pgn
