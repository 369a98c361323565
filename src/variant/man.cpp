#include "hakam/variant/man.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "names.hpp"

namespace hakam::variant {

namespace {

struct Leap {
    int a;
    int b;
};

/// The leap that a letter of Betza's notation stands for.
std::optional<Leap> leap_of(char letter) {
    switch (letter) {
        case 'W': return Leap{0, 1};
        case 'F': return Leap{1, 1};
        case 'D': return Leap{0, 2};
        case 'N': return Leap{1, 2};
        case 'A': return Leap{2, 2};
        case 'H': return Leap{0, 3};
        case 'C': return Leap{1, 3};
        case 'Z': return Leap{2, 3};
        case 'G': return Leap{3, 3};
        default: return std::nullopt;
    }
}

struct Modifiers {
    std::string directions;
    std::uint8_t mode = 0;
    Step::Kind kind = Step::Kind::ride;
    bool first_move = false;
};

bool has(std::string_view letters, char letter) { return letters.find(letter) != letters.npos; }

// For one axis only (W, D, H): the directions are alternatives. For the others a letter for each
// axis narrows; v and s choose the long axis of an oblique leap, doubled letters do the same.
bool goes(const std::string& directions, int x, int y) {
    if (directions.empty()) return true;
    const bool f = has(directions, 'f'), b = has(directions, 'b'), l = has(directions, 'l'),
               r = has(directions, 'r'), v = has(directions, 'v'), s = has(directions, 's');
    if (x == 0 || y == 0)
        return (y > 0 && (f || v)) || (y < 0 && (b || v)) || (x < 0 && (l || s)) ||
               (x > 0 && (r || s));
    const bool up = y > 0, right = x > 0;
    if (std::abs(x) != std::abs(y)) {
        if ((v || directions == "ff" || directions == "bb") && std::abs(y) < std::abs(x))
            return false;
        if ((s || directions == "ll" || directions == "rr") && std::abs(x) < std::abs(y))
            return false;
    }
    if ((f || b) && !((f && up) || (b && !up))) return false;
    if ((l || r) && !((l && !right) || (r && right))) return false;
    return true;
}

void add_steps(std::vector<Step>& steps, Leap leap, int limit, const Modifiers& modifiers) {
    std::vector<std::pair<int, int>> seen;
    for (const auto& [a, b] : {std::pair{leap.a, leap.b}, std::pair{leap.b, leap.a}}) {
        for (const int x : {-a, a}) {
            for (const int y : {-b, b}) {
                if (std::find(seen.begin(), seen.end(), std::pair{x, y}) != seen.end()) continue;
                seen.emplace_back(x, y);
                if (!goes(modifiers.directions, x, y)) continue;
                Step step;
                step.right = static_cast<std::int8_t>(x);
                step.forward = static_cast<std::int8_t>(y);
                step.kind = modifiers.kind;
                step.mode = modifiers.mode == 0 ? Step::both
                                                : static_cast<Step::Mode>(modifiers.mode);
                step.limit = static_cast<std::uint8_t>(limit);
                step.first_move = modifiers.first_move;
                steps.push_back(step);
            }
        }
    }
}

}  // namespace

Expected<std::vector<Step>> steps_from_betza(std::string_view text) {
    const auto fail = [&](std::size_t at, std::string expected) {
        const std::size_t length = at < text.size() ? 1 : 0;
        return Unexpected<Error>{{length == 0 ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                                  span_in(text, at, length), std::move(expected),
                                  excerpt(text.substr(at, length))}};
    };
    if (text.size() > 64)
        return Unexpected<Error>{{ErrorCode::too_long, span_in(text, 0, text.size()),
                                  "at most 64 characters", excerpt(text)}};
    std::vector<Step> steps;
    std::size_t at = 0;
    while (at < text.size()) {
        Modifiers modifiers;
        for (; at < text.size() && text[at] >= 'a' && text[at] <= 'z'; ++at) {
            const char c = text[at];
            if (has("fblrvs", c)) {
                modifiers.directions += c;
            } else if (c == 'm') {
                modifiers.mode |= Step::moves;
            } else if (c == 'c') {
                modifiers.mode |= Step::captures;
            } else if (c == 'i') {
                modifiers.first_move = true;
            } else if (has("ngp", c) && modifiers.kind == Step::Kind::ride) {
                modifiers.kind = c == 'n'   ? Step::Kind::lame
                                 : c == 'g' ? Step::Kind::grasshopper
                                            : Step::Kind::cannon;
            } else {
                return fail(at, "one of the modifiers f b l r v s m c n g p i, once each kind");
            }
        }
        if (at == text.size()) return fail(at, "a letter W F D N A H C Z G K R B Q");
        const char letter = text[at];
        const std::size_t letter_at = at++;
        std::vector<Leap> leaps;
        int limit = 1;
        if (letter == 'R' || letter == 'Q') leaps.push_back({0, 1});
        if (letter == 'B' || letter == 'Q') leaps.push_back({1, 1});
        if (!leaps.empty()) limit = 0;
        if (letter == 'K') leaps = {{0, 1}, {1, 1}};
        if (const auto leap = leap_of(letter)) leaps.push_back(*leap);
        if (leaps.empty()) return fail(letter_at, "a letter W F D N A H C Z G K R B Q");
        if (at < text.size() && text[at] == letter && leap_of(letter)) {
            limit = 0;
            ++at;
        } else if (at < text.size() && text[at] >= '0' && text[at] <= '9') {
            limit = 0;
            for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
                if ((limit = limit * 10 + (text[at] - '0')) > 16)
                    return fail(at, "a limit of at most 16 steps");
        }
        if (modifiers.kind == Step::Kind::lame &&
            (limit != 1 || !has("DAN", letter)))
            return fail(letter_at, "D, A or N after the modifier n");
        if ((modifiers.kind == Step::Kind::grasshopper || modifiers.kind == Step::Kind::cannon) &&
            limit == 1)
            return fail(letter_at, "a rider after the modifier g or p");
        for (const Leap leap : leaps) add_steps(steps, leap, limit, modifiers);
    }
    return steps;
}

namespace {

// Orthodox men, then fairy men and men of older games.
constexpr KnownMan men[] = {
    {"king", 'K', "K", "shah", true},
    {"queen", 'Q', "Q"},
    {"rook", 'R', "R", "rukh ratha"},
    {"bishop", 'B', "B"},
    {"knight", 'N', "N", "faras ashva springer"},
    {"pawn", 'P', "fmWfcFifmnD", "", false, true},
    {"ferz", 'F', "F", "fers firzan mantri counsellor"},
    {"wazir", 'W', "W", "vizir"},
    {"alfil", 'A', "A", "fil"},
    {"dabbaba", 'D', "D", "dabbabah"},
    {"elephant", 'L', "FA", "modern-elephant ferz-alfil"},
    {"silver", 'V', "FfW", "khon burmese-elephant"},
    {"warmachine", 'J', "WD", "woody-rook"},
    {"man", 'M', "K", "commoner mann sage"},
    {"nightrider", 'H', "NN"},
    {"camel", 'C', "C"},
    {"zebra", 'Z', "Z"},
    {"tripper", 'I', "G"},
    {"grasshopper", 'G', "gQ"},
    {"amazon", 'Y', "QN"},
    {"empress", 'E', "RN", "chancellor marshal"},
    {"princess", 'S', "BN", "archbishop cardinal"},
    {"centaur", 'T', "KN"},
    {"cannon", 'X', "mRcpR", "pao"},
    {"berolina", 'O', "fmFfcWifmnA", "berolina-pawn", false, true},
    {"amazonrider", 'U', "QNN"},
};

}  // namespace

std::span<const KnownMan> known_men() noexcept { return men; }

const KnownMan* known_man(std::string_view name) noexcept {
    for (const KnownMan& man : men)
        if (same_name(man.name, name) || lists_name(man.also, name)) return &man;
    return nullptr;
}

}  // namespace hakam::variant
