#include "hakam/variant/move_text.hpp"

#include <algorithm>

namespace hakam::variant {

namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool is_free(const Variant& variant) {
    return variant.rules().castling.form == CastlingRule::Form::free;
}

std::string castling_san(const Variant& variant, const Move& move) {
    const BoardSize size = variant.size();
    if (is_free(variant))
        return "K" + to_string(move.to, size) + "-R" + to_string(move.partner_to, size);
    if (size.file(move.from) == size.file(move.partner_from)) return "O-O-O-O";
    return move.partner_from > move.from ? "O-O" : "O-O-O";
}

/// Whether pawns are written without a letter: the first kind of pawn is.
bool is_unlettered(const Variant& variant, Code code) {
    if (!variant.is_pawn(code)) return false;
    for (const Man& man : variant.rules().men)
        if (man.pawn) return man.letter == variant.man(code).letter;
    return false;
}

/// The move without signs of check. `moves` are all legal moves.
std::string bare_san(const Variant& variant, const Position& position, const Move& move,
                     const MoveList& moves) {
    if (move.is_castling()) return castling_san(variant, move);
    const BoardSize size = variant.size();
    const Code code = position.at(move.from);
    std::string text;
    bool same_file = false, same_rank = false, others = false;
    for (const Move& other : moves) {
        if (other.is_castling() || other.from == move.from || other.to != move.to ||
            position.at(other.from) != code || other.is_capture() != move.is_capture())
            continue;
        others = true;
        same_file |= size.file(other.from) == size.file(move.from);
        same_rank |= size.rank(other.from) == size.rank(move.from);
    }
    const std::string from = to_string(move.from, size);
    if (!is_unlettered(variant, code)) {
        text += variant.man(code).letter;
        if (others && (!same_file || same_rank)) text += from[0];
        if (others && same_file) text += from.substr(1);
    } else if (size.file(move.from) != size.file(move.to) || others) {
        text += from[0];
        if (same_file) text += from.substr(1);
    }
    if (move.is_capture()) text += 'x';
    text += to_string(move.to, size);
    if (move.promotion != Code::none) {
        text += '=';
        text += variant.man(move.promotion).letter;
    }
    return text;
}

/// What a text says of a move; what it does not say is empty.
struct Pattern {
    char letter = 0;
    std::string from;  ///< file, rank, or both
    std::string to;
    char promotion = 0;
};

bool fits(const Variant& variant, const Position& position, const Move& move,
          const Pattern& pattern) {
    if (move.is_castling()) return false;
    const BoardSize size = variant.size();
    const Code code = position.at(move.from);
    const Man& man = variant.man(code);
    const auto is_letter = [](const Man& one, char c) {
        return one.letter == c || one.also.find(c) != std::string::npos;
    };
    if (pattern.letter == 0 ? !is_unlettered(variant, code) : !is_letter(man, pattern.letter))
        return false;
    if (to_string(move.to, size) != pattern.to) return false;
    const std::string from = to_string(move.from, size);
    if (!pattern.from.empty() && pattern.from != from && pattern.from != from.substr(0, 1) &&
        pattern.from != from.substr(1))
        return false;
    if (pattern.promotion == 0) return move.promotion == Code::none;
    return move.promotion != Code::none && is_letter(variant.man(move.promotion), pattern.promotion);
}

/// Splits "Ne2xd4=F" into its parts; nothing if it has not that shape.
std::optional<Pattern> pattern_of(const Variant& variant, std::string_view text) {
    Pattern pattern;
    if (!text.empty() && variant.kind_of_letter(text[0])) {
        pattern.letter = text[0];
        text.remove_prefix(1);
    }
    if (text.size() >= 3 && text.back() >= 'A' && text.back() <= 'Z') {
        pattern.promotion = text.back();
        text.remove_suffix(1);
        if (text.back() == '=' || text.back() == '/') text.remove_suffix(1);
    }
    std::size_t begin = text.size();
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    if (begin == 0 || begin == text.size()) return std::nullopt;
    pattern.to = text.substr(begin - 1);
    if (!cell_from(pattern.to, variant.size())) return std::nullopt;
    text = text.substr(0, begin - 1);
    if (!text.empty() && (text.back() == 'x' || text.back() == ':' || text.back() == '-'))
        text.remove_suffix(1);
    for (const char c : text)
        if (!(c >= 'a' && c <= 'p') && !(c >= '0' && c <= '9')) return std::nullopt;
    pattern.from = text;
    return pattern;
}

std::string without_signs(std::string_view text) {
    while (!text.empty() && std::string_view{"+#!?"}.find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    if (text.ends_with("e.p.")) text.remove_suffix(4);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    std::string plain{text};
    if (plain.find_first_not_of("0-") == std::string::npos)
        std::replace(plain.begin(), plain.end(), '0', 'O');
    return plain;
}

}  // namespace

std::string format_san(const Variant& variant, const Position& position, const Move& move) {
    std::string text = bare_san(variant, position, move, variant.legal_moves(position));
    const Position next = variant.after(position, move);
    if (variant.is_check(next)) text += variant.has_legal_move(next) ? '+' : '#';
    return text;
}

std::string format_coordinates(const Variant& variant, const Move& move) {
    const BoardSize size = variant.size();
    std::string text = to_string(move.from, size) + to_string(move.to, size);
    if (move.is_castling() && is_free(variant)) text += to_string(move.partner_to, size);
    if (move.promotion != Code::none) text += small(variant.man(move.promotion).letter);
    return text;
}

Expected<Move> parse_move(const Variant& variant, const Position& position, std::string_view text) {
    const auto fail = [&](ErrorCode code, std::string expected) {
        const std::size_t length = std::min(text.size(), max_move_text);
        return Unexpected<Error>{{code, span_in(text, 0, length), std::move(expected),
                                  excerpt(text.substr(0, length))}};
    };
    if (text.empty()) return fail(ErrorCode::missing_text, "a move");
    if (text.size() > max_move_text)
        return fail(ErrorCode::too_long, "a move of at most 32 characters");
    const MoveList moves = variant.legal_moves(position);
    const std::string plain = without_signs(text);
    const auto pattern = pattern_of(variant, plain);
    const Move* found = nullptr;
    int count = 0;
    for (const Move& move : moves) {
        const bool named = (move.is_castling() && castling_san(variant, move) == plain) ||
                           format_coordinates(variant, move) == plain ||
                           (pattern && fits(variant, position, move, *pattern));
        if (!named) continue;
        found = &move;
        ++count;
    }
    if (count == 1) return *found;
    if (count > 1) return fail(ErrorCode::ambiguous_move, "the square from which the man moves");
    const bool castles = plain.find_first_not_of("O-") == std::string::npos;
    const bool shaped = pattern || castles || (plain.size() >= 4 && cell_from(plain, variant.size()));
    if (!shaped) return fail(ErrorCode::unexpected_text, "a move such as e3 or Nf3");
    return fail(ErrorCode::illegal_move, "a legal move");
}

}  // namespace hakam::variant
