#include "hakam/problem/stipulation.hpp"

#include <array>
#include <utility>

namespace hakam::problem {
namespace {

struct AimWord {
    std::string_view text;
    AimKind kind;
    std::string_view name;  // as in "helpmate", "mate in 2"
};
// Longer words before those that begin them.
constexpr std::array aim_words = {
    AimWord{"##", AimKind::double_mate, "double mate"},
    AimWord{"#=", AimKind::mate_or_stalemate, "mate or stalemate"},
    AimWord{"#", AimKind::mate, "mate"},
    AimWord{"==", AimKind::double_stalemate, "double stalemate"},
    AimWord{"!=", AimKind::auto_stalemate, "auto-stalemate"},
    AimWord{"=", AimKind::stalemate, "stalemate"},
    AimWord{"+", AimKind::check, "check"},
    AimWord{"x", AimKind::capture, "capture"},
    AimWord{"z", AimKind::target_square, "target square"},
    AimWord{"00", AimKind::castling, "castling"},
    AimWord{"ep", AimKind::en_passant, "en passant"},
    AimWord{"~", AimKind::any_move, "any move"},
    AimWord{"dia", AimKind::proof_game, "proof game"},
    AimWord{"a=>b", AimKind::position, "position"},
};

const AimWord& word_of(AimKind kind) {
    for (const AimWord& word : aim_words)
        if (word.kind == kind) return word;
    return aim_words[2];
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_{text} {
        for (const char c : text) lower_ += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        while (!lower_.empty() && lower_.back() == ' ') lower_.pop_back();
        skip_spaces();
    }

    Expected<Stipulation> read() {
        Stipulation s;
        if (const auto intro = leading_intro()) s.intro = *intro;
        if (bad_) return Unexpected{*bad_};
        if (take("exact-")) s.exact = true;
        if (take("pser-"))
            s.order = Order::parry_series;
        else if (take("phser-"))
            s.order = Order::parry_series_help;
        else if (take("ser-"))
            s.order = Order::series;
        const std::size_t play_at = at_;
        s.play = read_play();
        if (s.play == Play::reciprocal_help && take("(")) {
            const auto aim = read_aim();
            if (!aim) return Unexpected{*bad_};
            if (!take(")")) return fail("')'");
            s.black_aim = *aim;
        }
        const std::size_t aim_at = at_;
        const auto aim = read_aim();
        if (!aim) return Unexpected{*bad_};
        s.aim = *aim;
        if (s.black_aim == s.aim) s.black_aim.reset();
        skip_spaces();
        const std::size_t number_at = at_;
        const auto moves = read_number();
        if (!moves) return Unexpected{*bad_};
        s.moves = *moves;
        const std::size_t half_at = at_;
        if (take(".5") || take(",5")) s.half = true;
        if (s.moves == 0 && !(s.half && s.is_line_play()))
            return fail_at(number_at, at_ - number_at, ErrorCode::out_of_range,
                           "a number of moves from 1 to 200");
        if (at_ != lower_.size())
            return fail_at(at_, lower_.size() - at_, ErrorCode::trailing_text,
                           "the end of the stipulation");
        return checked(s, play_at, aim_at, half_at);
    }

private:
    Expected<Stipulation> checked(const Stipulation& s, std::size_t play_at, std::size_t aim_at,
                                  std::size_t half_at) {
        if (s.half && (!s.is_line_play() || s.order != Order::alternate))
            return fail_at(half_at, 2, ErrorCode::unsupported,
                           "whole moves: only help play has half moves");
        if (s.exact && !s.is_line_play())
            return fail_at(0, play_at, ErrorCode::unsupported,
                           "'exact-' only before help and series play");
        if (s.is_proof_game() && s.play != Play::direct)
            return fail_at(play_at, aim_at - play_at, ErrorCode::unsupported,
                           "'dia' or 'a=>b' without a word for the play before it");
        if (s.is_proof_game() && (s.order == Order::parry_series ||
                                  s.order == Order::parry_series_help || s.intro != 0))
            return fail_at(0, aim_at, ErrorCode::unsupported, "'dia', 'ser-dia' or 'a=>b'");
        if (s.black_aim && (s.black_aim->kind == AimKind::proof_game ||
                            s.black_aim->kind == AimKind::position))
            return fail_at(play_at, aim_at - play_at, ErrorCode::unsupported,
                           "an aim of one move in parentheses");
        if (s.intro != 0 && s.order != Order::series)
            return fail_at(0, play_at, ErrorCode::unsupported, "'ser-' after 'k->'");
        if (s.play == Play::reciprocal_help && s.order != Order::alternate)
            return fail_at(play_at, aim_at - play_at, ErrorCode::unsupported,
                           "'reci-h' without 'ser-'");
        if (s.play == Play::reciprocal_help && s.half && s.moves == 0)
            return fail_at(half_at, 2, ErrorCode::out_of_range, "at least one move");
        if (s.order != Order::alternate &&
            (s.play == Play::help_self || s.play == Play::help_reflex))
            return fail_at(play_at, aim_at - play_at, ErrorCode::unsupported,
                           "'hs' or 'hr' without 'ser-'");
        if ((s.order == Order::parry_series || s.order == Order::parry_series_help) &&
            (s.play == Play::reflex || s.play == Play::semi_reflex))
            return fail_at(play_at, aim_at - play_at, ErrorCode::unsupported,
                           "direct, help or self play after 'pser-'");
        return s;
    }

    // "k->" at the start.
    std::optional<int> leading_intro() {
        std::size_t digits = at_;
        while (digits < lower_.size() && lower_[digits] >= '0' && lower_[digits] <= '9') ++digits;
        if (digits == at_ || lower_.compare(digits, 2, "->") != 0) return std::nullopt;
        const std::size_t begin = at_;
        const auto n = read_number();
        if (!n) return std::nullopt;
        if (*n == 0) {
            fail_at(begin, digits - begin, ErrorCode::out_of_range, "a number of moves above 0");
            return std::nullopt;
        }
        at_ += 2;
        return *n;
    }

    Play read_play() {
        if (take("reci-h")) return Play::reciprocal_help;
        if (take("semi-r")) return Play::semi_reflex;
        if (take("hs")) return Play::help_self;
        if (take("hr")) return Play::help_reflex;
        if (take("h")) return Play::help;
        if (take("s")) return Play::self;
        if (take("r")) return Play::reflex;
        return Play::direct;
    }

    std::optional<Aim> read_aim() {
        for (const AimWord& word : aim_words) {
            if (!take(word.text)) continue;
            Aim aim{word.kind, std::nullopt};
            if (word.kind == AimKind::double_mate && at_ < lower_.size() && lower_[at_] == '!') {
                fail_at(at_, 1, ErrorCode::unsupported, "'##' without '!'");
                return std::nullopt;
            }
            if (word.kind != AimKind::target_square) return aim;
            aim.square = square_from(std::string_view{lower_}.substr(at_, 2));
            if (!aim.square) {
                fail("a square after 'z'");
                return std::nullopt;
            }
            at_ += 2;
            return aim;
        }
        fail("an aim: #, =, #=, ==, !=, ##, +, x, z and a square, 00, ep, ~, dia or a=>b");
        return std::nullopt;
    }

    std::optional<int> read_number() {
        const std::size_t begin = at_;
        int n = 0;
        while (at_ < lower_.size() && lower_[at_] >= '0' && lower_[at_] <= '9' && n <= max_moves)
            n = 10 * n + (lower_[at_++] - '0');
        if (at_ == begin) {
            fail("a number of moves");
            return std::nullopt;
        }
        if (n > max_moves) {
            fail_at(begin, at_ - begin, ErrorCode::out_of_range,
                    "a number of moves from 1 to 200");
            return std::nullopt;
        }
        return n;
    }

    void skip_spaces() {
        while (at_ < lower_.size() && lower_[at_] == ' ') ++at_;
    }
    bool take(std::string_view word) {
        if (lower_.compare(at_, word.size(), word) != 0) return false;
        at_ += word.size();
        return true;
    }
    Unexpected<Error> fail(std::string expected) {
        return fail_at(at_, lower_.size() - at_,
                       at_ < lower_.size() ? ErrorCode::unexpected_text : ErrorCode::missing_text,
                       std::move(expected));
    }
    Unexpected<Error> fail_at(std::size_t at, std::size_t length, ErrorCode code,
                              std::string expected) {
        bad_ = Error{code, span_in(text_, at, length), std::move(expected),
                     excerpt(text_.substr(at, length))};
        return Unexpected{*bad_};
    }

    std::string_view text_;
    std::string lower_;
    std::size_t at_ = 0;
    std::optional<Error> bad_;
};

std::string number(const Stipulation& s) {
    return std::to_string(s.moves) + (s.half ? ".5" : "");
}

}  // namespace

Expected<Stipulation> parse_stipulation(std::string_view text) {
    if (text.size() > max_stipulation_length)
        return Unexpected{Error{ErrorCode::too_long, span_in(text, 0, max_stipulation_length),
                                "a stipulation of at most 64 bytes", excerpt(text)}};
    return Reader{text}.read();
}

std::string format(const Aim& aim) {
    std::string text{word_of(aim.kind).text};
    if (aim.square) text += to_string(*aim.square);
    return text;
}

std::string format(const Stipulation& s) {
    std::string text;
    if (s.intro != 0) text += std::to_string(s.intro) + "->";
    if (s.exact) text += "exact-";
    constexpr std::array orders = {"", "ser-", "pser-", "phser-"};
    constexpr std::array plays = {"", "s", "r", "semi-r", "h", "hs", "hr", "reci-h"};
    text += orders[static_cast<std::size_t>(s.order)];
    text += plays[static_cast<std::size_t>(s.play)];
    if (s.black_aim) text += "(" + format(*s.black_aim) + ")";
    return text + format(s.aim) + number(s);
}

std::string describe(const Stipulation& s) {
    constexpr std::array orders = {"", "series-", "parry series-", "parry series-"};
    constexpr std::array plays = {"",     "self", "reflex ",   "semi-reflex ",
                                  "help", "help-self", "help-reflex ", "reciprocal help"};
    std::string text = s.intro != 0 ? std::to_string(s.intro) + " introductory moves, then " : "";
    if (s.exact) text += "exactly: ";
    text += orders[static_cast<std::size_t>(s.order)];
    text += plays[static_cast<std::size_t>(s.play)];
    text += word_of(s.aim.kind).name;
    if (s.aim.square) text += " " + to_string(*s.aim.square);
    return text + " in " + number(s);
}

}  // namespace hakam::problem
