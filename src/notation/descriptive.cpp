#include "hakam/notation/descriptive.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "hakam/core/attacks.hpp"

// A text is read into a pattern (which man, whence, whither, what is taken) and the pattern is held
// against the legal moves. The writer tries texts from the shortest on and keeps the first that the
// reader resolves to the move, so the two cannot disagree.

namespace hakam::descriptive {
namespace {

enum class Sign : std::uint8_t { none, check, discovered, doubled, mate };

/// A file, or one of the two that the same letter names (B is QB or KB).
using Files = Bitboard;

/// A man as the text names it.
struct Man {
    PieceType type{};
    std::optional<Wing> wing;  ///< KR: the one further to the king's side
    Files files = Bitboard::all();
    Bitboard squares = Bitboard::all();
};
struct Pattern {
    std::optional<Wing> castling;
    Man mover;
    bool is_capture = false;
    Man captured;
    bool names_captured = false;
    Bitboard targets = Bitboard::all();
    std::optional<PieceType> promotion;
    bool is_en_passant = false;
    Sign sign = Sign::none;
};

constexpr std::array<std::string_view, 8> long_files = {"QR", "QN", "QB", "Q",
                                                        "K",  "KB", "KN", "KR"};
constexpr std::array<std::string_view, 8> short_files = {"R", "N", "B", "Q", "K", "B", "N", "R"};

Bitboard files_named(std::string_view name) noexcept {
    Bitboard result;
    for (int f = 0; f < 8; ++f)
        if (name == long_files[static_cast<std::size_t>(f)] ||
            name == short_files[static_cast<std::size_t>(f)])
            result |= Bitboard::of(static_cast<File>(f));
    return result;
}
Bitboard rank_named(char digit, Color mover) noexcept {
    const int r = digit - '1';
    return Bitboard::of(static_cast<Rank>(mover == Color::white ? r : 7 - r));
}

/// "KB3", "B3" or "3" as seen by the mover; empty if it is no such thing.
Bitboard squares_named(std::string_view text, Color mover) noexcept {
    if (text.empty() || text.back() < '1' || text.back() > '8') return {};
    const Bitboard rank = rank_named(text.back(), mover);
    text.remove_suffix(1);
    return text.empty() ? rank : rank & files_named(text);
}

std::string square_name(Square s, Color mover, const std::array<std::string_view, 8>& files) {
    std::string text{files[static_cast<std::size_t>(file_of(s))]};
    text += to_char(relative_rank(mover, s));
    return text;
}

/// Text without blanks and periods, with Kt written N, any dash -, a cross x, and the signs after
/// the move taken off.
class Text {
public:
    explicit Text(std::string_view text) {
        constexpr std::pair<std::string_view, std::string_view> plain[] = {
            {" ", ""},       {"\t", ""},      {".", ""},       {"Kt", "N"},
            {"\u2010", "-"}, {"\u2011", "-"}, {"\u2012", "-"}, {"\u2013", "-"},
            {"\u2014", "-"}, {"\u2015", "-"}, {"\u2212", "-"}, {"\u00D7", "x"}};
        while (!text.empty()) {
            const auto* const found =
                std::find_if(std::begin(plain), std::end(plain),
                             [&](const auto& entry) { return text.starts_with(entry.first); });
            const bool is_plain = found == std::end(plain);
            text_ += is_plain ? text.substr(0, 1) : found->second;
            text.remove_prefix(is_plain ? 1 : found->first.size());
        }
    }
    bool take(std::string_view tail) {
        if (!std::string_view{text_}.ends_with(tail)) return false;
        text_.resize(text_.size() - tail.size());
        return true;
    }
    template <std::size_t N>
    bool take_any(const std::string_view (&tails)[N]) {
        return std::any_of(std::begin(tails), std::end(tails),
                           [&](std::string_view tail) { return take(tail); });
    }
    const std::string& rest() const noexcept { return text_; }

private:
    std::string text_;
};

Sign take_sign(Text& text) {
    constexpr std::string_view glyphs[] = {"!", "?"};
    constexpr std::string_view mates[] = {"checkmate", "mate", "++", "#"};
    constexpr std::string_view checks[] = {"check", "chk", "ch", "+"};
    constexpr std::string_view discovered[] = {"discovered", "disc", "dis"};
    constexpr std::string_view doubled[] = {"double", "dble", "dbl", "db"};
    while (text.take_any(glyphs)) {
    }
    if (text.take_any(mates)) {
        text.take_any(checks);  // "ch mate"
        return Sign::mate;
    }
    if (!text.take_any(checks)) return Sign::none;
    if (text.take_any(discovered)) return Sign::discovered;
    return text.take_any(doubled) ? Sign::doubled : Sign::check;
}

std::optional<PieceType> take_promotion(Text& text) {
    constexpr std::pair<char, PieceType> letters[] = {{'Q', PieceType::queen},
                                                      {'R', PieceType::rook},
                                                      {'B', PieceType::bishop},
                                                      {'N', PieceType::knight}};
    for (const auto& [letter, type] : letters)
        if (text.take(std::string{'='} + letter) || text.take(std::string{'('} + letter + ')') ||
            text.take(std::string{'/'} + letter))
            return type;
    return std::nullopt;
}

/// "N", "KR", "BP", "N(KB3)", "R/1", "N/B3".
std::optional<Man> read_man(std::string_view text, Color mover) noexcept {
    Man man;
    if (const std::size_t open = text.find_first_of("(/"); open != std::string_view::npos) {
        std::string_view place = text.substr(open + 1);
        if (text[open] == '(') {
            if (place.empty() || place.back() != ')') return std::nullopt;
            place.remove_suffix(1);
        }
        man.squares = squares_named(place, mover);
        if (man.squares.empty()) return std::nullopt;
        text = text.substr(0, open);
    }
    if (text.empty()) return std::nullopt;
    const auto type = piece_type_from(text.back());
    if (!type) return std::nullopt;
    man.type = *type;
    text.remove_suffix(1);
    if (text.empty()) return man;
    if (man.type == PieceType::pawn) {
        man.files = files_named(text);
        return man.files.empty() ? std::nullopt : std::optional{man};
    }
    if ((text != "K" && text != "Q") || man.type == PieceType::king || man.type == PieceType::queen)
        return std::nullopt;
    man.wing = text == "K" ? Wing::king : Wing::queen;
    return man;
}

/// O-O, 0-0-0, "Castles", "castles QR", "Castles (K side)".
std::optional<Wing> read_castling(std::string_view text) noexcept {
    if (text == "O-O" || text == "0-0") return Wing::king;
    if (text == "O-O-O" || text == "0-0-0") return Wing::queen;
    if (!text.starts_with("Castles") && !text.starts_with("castles")) return std::nullopt;
    text.remove_prefix(std::string_view{"castles"}.size());
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    if (text.empty()) return Wing::king;
    const char wing = text[0];
    text.remove_prefix(1);
    if (!text.empty() && text != "R" && text != "side" && text != "-side") return std::nullopt;
    return wing == 'K'   ? std::optional{Wing::king}
           : wing == 'Q' ? std::optional{Wing::queen}
                         : std::nullopt;
}

std::optional<Pattern> read(std::string_view input, Color mover) {
    Text text{input};
    Pattern pattern;
    pattern.sign = take_sign(text);
    constexpr std::string_view passing[] = {"ep", "enpassant", "(ep)"};
    pattern.is_en_passant = text.take_any(passing);
    pattern.promotion = take_promotion(text);
    const std::string_view rest = text.rest();
    if ((pattern.castling = read_castling(rest))) return pattern;
    const std::size_t middle = rest.find_first_of("-x");
    if (middle == std::string_view::npos) return std::nullopt;
    const auto man = read_man(rest.substr(0, middle), mover);
    if (!man) return std::nullopt;
    pattern.mover = *man;
    const std::string_view tail = rest.substr(middle + 1);
    pattern.is_capture = rest[middle] == 'x';
    if (!pattern.is_capture) {
        pattern.targets = squares_named(tail, mover);
        if (tail.size() < 2 || pattern.targets.empty()) return std::nullopt;
        return pattern;
    }
    const auto captured = read_man(tail, mover);
    if (!captured || captured->type == PieceType::king) return std::nullopt;
    pattern.captured = *captured;
    return pattern;
}

/// Which of the men of one kind a wing means: bishops by the colour they started on, others by
/// where they stand. None stands further out than the one meant.
bool is_of_wing(Square s, Piece piece, Wing wing, const Position& position) noexcept {
    if (piece.type == PieceType::bishop)
        return is_light(s) == ((piece.color == Color::white) == (wing == Wing::king));
    for (const Square other : position.men(piece.color, piece.type)) {
        const int difference = index(file_of(other)) - index(file_of(s));
        if (other != s && (wing == Wing::king ? difference >= 0 : difference <= 0)) return false;
    }
    return true;
}

bool fits(const Man& man, Square s, Piece piece, const Position& position) noexcept {
    return man.type == piece.type && (man.files & man.squares).contains(s) &&
           (!man.wing || is_of_wing(s, piece, *man.wing, position));
}

bool fits(const Pattern& pattern, Move move, const Position& position) noexcept {
    const Color us = position.turn();
    if (pattern.castling) return move.is_castling() && move.wing() == *pattern.castling;
    if (move.is_castling() || move.is_capture() != pattern.is_capture) return false;
    if (!fits(pattern.mover, move.from(), {us, move.mover()}, position)) return false;
    if (pattern.promotion && move.promotion() != pattern.promotion) return false;
    if (pattern.is_en_passant && !move.is_en_passant()) return false;
    if (!pattern.is_capture) return pattern.targets.contains(move.to());
    const Square taken =
        move.is_en_passant() ? square(file_of(move.to()), rank_of(move.from())) : move.to();
    return fits(pattern.captured, taken, {~us, *move.captured()}, position);
}

bool gives(Sign sign, Move move, const Position& position) noexcept {
    const Position next = position.after(move);
    const Bitboard checkers = next.checkers();
    switch (sign) {
        case Sign::none:
            return true;
        case Sign::check:
            return !checkers.empty();
        case Sign::discovered:
            return !(checkers & ~Bitboard{move.arrival()}).empty();
        case Sign::doubled:
            return checkers.has_many();
        case Sign::mate:
            return next.is_checkmate();
    }
    return false;
}

std::vector<Move> matches(const Pattern& pattern, const Position& position) {
    std::vector<Move> found;
    for (const Move move : position.legal_moves())
        if (fits(pattern, move, position)) found.push_back(move);
    const auto keep = [&](auto test) {
        if (found.size() > 1 && std::any_of(found.begin(), found.end(), test))
            found.erase(
                std::remove_if(found.begin(), found.end(), [&](Move m) { return !test(m); }),
                found.end());
    };
    if (!pattern.is_en_passant) keep([](Move m) { return !m.is_en_passant(); });
    if (pattern.sign != Sign::none) keep([&](Move m) { return gives(pattern.sign, m, position); });
    return found;
}

Error error_of(ErrorCode code, std::string_view text, std::string expected) {
    return {code, span_in(text, 0, text.size()), std::move(expected), excerpt(text)};
}

/// Ways to name a man, from the shortest on.
std::vector<std::string> names(Square s, Piece piece, Color mover, const Position& position) {
    const std::string letter{to_char(piece.type)};
    std::vector<std::string> result{letter};
    if (piece.type == PieceType::pawn) {
        const auto f = static_cast<std::size_t>(file_of(s));
        result.push_back(std::string{short_files[f]} + letter);
        if (long_files[f] != short_files[f]) result.push_back(std::string{long_files[f]} + letter);
    } else if (piece.type != PieceType::king && piece.type != PieceType::queen) {
        for (const Wing wing : {Wing::king, Wing::queen})
            if (is_of_wing(s, piece, wing, position))
                result.push_back((wing == Wing::king ? "K" : "Q") + letter);
    }
    result.push_back(letter + '(' + square_name(s, mover, long_files) + ')');
    return result;
}

/// All texts for the move without signs, from the one that tells least on.
std::vector<std::string> candidates(Move move, const Position& position) {
    const Color us = position.turn();
    const auto movers = names(move.from(), {us, move.mover()}, us, position);
    std::vector<std::string> tails;
    if (move.is_capture()) {
        const Square taken =
            move.is_en_passant() ? square(file_of(move.to()), rank_of(move.from())) : move.to();
        for (const auto& name : names(taken, {~us, *move.captured()}, us, position))
            tails.push_back("x" + name);
    } else {
        tails = {"-" + square_name(move.to(), us, short_files),
                 "-" + square_name(move.to(), us, long_files)};
    }
    std::vector<std::string> result;
    for (std::size_t sum = 0; sum + 1 < movers.size() + tails.size(); ++sum)
        for (std::size_t m = 0; m < movers.size() && m <= sum; ++m)
            if (sum - m < tails.size()) result.push_back(movers[m] + tails[sum - m]);
    return result;
}

}  // namespace

std::string format(Move move, const Position& position) {
    std::string text;
    if (move.is_castling()) {
        text = move.wing() == Wing::king ? "O-O" : "O-O-O";
    } else {
        const std::string mark = move.is_en_passant() ? " e.p." : "";
        std::string promotion;
        if (const auto type = move.promotion()) promotion = std::string{'='} + to_char(*type);
        for (const std::string& candidate : candidates(move, position)) {
            text = candidate + promotion + mark;
            const auto pattern = read(text, position.turn());
            if (!pattern) continue;
            const auto found = matches(*pattern, position);
            if (found.size() == 1 && found.front() == move) break;
        }
    }
    const Position next = position.after(move);
    if (next.is_check()) text += next.has_legal_move() ? " ch" : " mate";
    return text;
}

Expected<Move> parse(std::string_view text, const Position& position) {
    if (text.size() > max_length)
        return Unexpected{error_of(ErrorCode::too_long, text, "a move of at most 64 bytes")};
    const auto pattern = read(text, position.turn());
    if (!pattern)
        return Unexpected{
            error_of(text.empty() ? ErrorCode::missing_text : ErrorCode::unexpected_text, text,
                     "a move such as P-K4, N-KB3 or QxRP ch")};
    const auto found = matches(*pattern, position);
    if (found.empty()) return Unexpected{error_of(ErrorCode::illegal_move, text, "a legal move")};
    if (found.size() == 1 && (!found.front().is_promotion() || pattern->promotion))
        return found.front();
    const auto same_way = [&](Move m) {
        return m.from() == found.front().from() && m.to() == found.front().to();
    };
    if (std::all_of(found.begin(), found.end(), same_way))
        return Unexpected{
            error_of(ErrorCode::missing_text, text, "the piece promoted to, e.g. =Q")};
    std::string fitting;
    for (const Move move : found) {
        if (!fitting.empty()) fitting += ", ";
        fitting += to_string(move.from()) + to_string(move.to());
    }
    return Unexpected{error_of(ErrorCode::ambiguous_move, text, "one of " + fitting)};
}

}  // namespace hakam::descriptive
