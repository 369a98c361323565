#include "hakam/notation/start_array.hpp"

#include <optional>
#include <string>

#include "hakam/notation/fen.hpp"

namespace hakam::start_array {

namespace {

// Men are given by White, but for the pawn's odds, where Black gives them and White has the move.
constexpr Odds table[] = {
    {"pawn-and-move", "Black plays without the f-pawn",
     "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"},
    {"knight", "White plays without the queen's knight",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq"},
    {"kings-knight", "White plays without the king's knight",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq"},
    {"queens-knight", "the same as knight",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq"},
    {"queens-bishop", "White plays without the queen's bishop",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w KQkq"},
    {"kings-bishop", "White plays without the king's bishop",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq"},
    {"exchange", "White plays without the queen's rook, Black without the queen's knight",
     "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq"},
    {"rook", "White plays without the queen's rook",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq"},
    {"queens-rook", "the same as rook",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq"},
    {"kings-rook", "White plays without the king's rook",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq"},
    {"rook-and-knight", "White plays without the queen's rook and the king's knight",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB1R w Kkq"},
    {"two-knights", "White plays without the knights",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq"},
    {"two-rooks", "White plays without the rooks",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w kq"},
    {"queen", "White plays without the queen",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq"},
};

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool begins_with(std::string_view text, std::string_view word) {
    if (text.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (small(text[i]) != word[i]) return false;
    return true;
}

Unexpected<Error> fail(std::string_view text, std::size_t at, std::size_t length, ErrorCode code,
                       std::string expected) {
    return {{code, span_in(text, at, length), std::move(expected), excerpt(text.substr(at, length))}};
}

/// A number below `limit` that is all of text[at, end).
std::optional<int> number(std::string_view text, int limit) {
    int n = 0;
    if (text.empty() || text.size() > 6) return std::nullopt;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        n = n * 10 + (c - '0');
    }
    return n < limit ? std::optional{n} : std::nullopt;
}

Expected<Position> read_numbers(std::string_view text, std::size_t at, bool both) {
    const std::string_view rest = text.substr(at);
    const std::size_t colon = both ? rest.find(':') : rest.npos;
    if (colon == rest.npos) {
        const int limit = both ? double_chess960_count : 960;
        const auto n = number(rest, limit);
        if (!n)
            return fail(text, at, rest.size(), ErrorCode::out_of_range,
                        "a number from 0 to " + std::to_string(limit - 1));
        return both ? double_chess960(*n / 960, *n % 960) : Position::chess960(*n);
    }
    const auto white = number(rest.substr(0, colon), 960);
    if (!white)
        return fail(text, at, colon, ErrorCode::out_of_range, "White's number from 0 to 959");
    const auto black = number(rest.substr(colon + 1), 960);
    if (!black)
        return fail(text, at + colon + 1, rest.size() - colon - 1, ErrorCode::out_of_range,
                    "Black's number from 0 to 959");
    return double_chess960(*white, *black);
}

Expected<Position> read_odds(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    std::string known;
    for (const Odds& one : table) {
        if (rest.size() == one.name.size() && begins_with(rest, one.name))
            return fen::position(std::string{one.placement} + " - 0 1");
        known += (known.empty() ? "" : ", ") + std::string{one.name};
    }
    return fail(text, at, rest.size(), ErrorCode::unexpected_text, "one of " + known);
}

}  // namespace

std::span<const Odds> odds() noexcept { return table; }

Position double_chess960(int white, int black) noexcept {
    const Position lower = Position::chess960(white), upper = Position::chess960(black);
    const Setup low = lower.setup(), high = upper.setup();
    Setup mixed = low;
    Bitboard rooks = Bitboard{};
    for (int i = 0; i < 64; ++i) {
        const Square s = square(i);
        const Setup& from = rank_of(s) >= Rank::r5 ? high : low;
        if (mixed.board.at(s)) mixed.board.remove(s);
        if (const auto man = from.board.at(s)) mixed.board.put(s, *man);
        if (from.castling.rooks().contains(s)) rooks |= s;
    }
    mixed.castling = CastlingRights{rooks};
    return *Position::from(mixed);
}

bool is_named(std::string_view text) noexcept {
    return begins_with(text, "startpos") || begins_with(text, "chess960:") ||
           begins_with(text, "dfrc:") || begins_with(text, "odds:");
}

Expected<Position> parse(std::string_view text) {
    if (begins_with(text, "startpos") && text.size() == 8) return Position{};
    if (begins_with(text, "chess960:")) return read_numbers(text, 9, false);
    if (begins_with(text, "dfrc:")) return read_numbers(text, 5, true);
    if (begins_with(text, "odds:")) return read_odds(text, 5);
    return fail(text, 0, text.size() < 64 ? text.size() : 64, ErrorCode::unexpected_text,
                "startpos, chess960:NUMBER, dfrc:WHITE:BLACK or odds:NAME");
}

}  // namespace hakam::start_array
