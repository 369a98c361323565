#include "hakam/notation/san.hpp"

#include <array>

#include "resolve.hpp"
#include "text.hpp"

// The algebraic notation of Appendix C, the only one that the Laws know (art::only_algebraic): letters
// of the pieces and none for pawns (Laws C.1, C.4), the square of arrival (Law C.8), captures (Law
// C.9), which of two men (Law C.10), promotion (Law C.11), castling, check and mate (Law C.13).

namespace hakam::san {

namespace {

using notation::gives_check;
using notation::has_usual_pawns;
using notation::legal_castling;
using notation::legal_origins;
using notation::legal_pawn_move;

/// What of the origin square is written.
struct Origin {
    bool file = false;
    bool rank = false;
    friend bool operator==(Origin, Origin) = default;
};

/// The shortest origin that tells `from` from the other men of its kind that can go there.
Origin shortest_origin(Square from, Bitboard origins) noexcept {
    const Bitboard others = origins & ~Bitboard{from};
    if (others.empty()) return {};
    if ((others & Bitboard::of(file_of(from))).empty()) return {true, false};
    if ((others & Bitboard::of(rank_of(from))).empty()) return {false, true};
    return {true, true};
}

/// Own men of the mover's kind with a legal move to the same square.
Bitboard same_target(Move move, const Position& p) noexcept {
    // One man of its kind needs no look at legality.
    const Bitboard own = p.men(p.turn(), move.mover());
    if (!own.has_many()) return own;
    return legal_origins(p, move.mover(), move.to(), Bitboard::all());
}

Origin origin_of(Move move, const Position& p) noexcept {
    if (move.is_castling() || move.mover() == PieceType::king) return {};
    if (move.mover() == PieceType::pawn) return {move.is_capture(), false};
    return shortest_origin(move.from(), same_target(move, p));
}

char check_sign(Move move, const Position& p) noexcept {
    if (!gives_check(p, move)) return 0;
    return p.after(move).has_legal_move() ? '+' : '#';
}

/// The parts of a move text in the shape of SAN, whatever the position.
struct Shape {
    std::optional<Wing> castling;
    PieceType type = PieceType::pawn;
    Square to{};
    std::optional<File> file;
    std::optional<Rank> rank;
    int promotion = 0;
    bool capture = false;
    bool castling_long = false;
};

std::optional<Shape> read_castling(std::string_view text) noexcept {
    Shape shape;
    shape.type = PieceType::king;
    if (text == "O-O")
        shape.castling = Wing::king;
    else if (text == "O-O-O")
        shape.castling = Wing::queen;
    else
        return std::nullopt;
    return shape;
}

/// Reads all but the check sign.
std::optional<Shape> read_shape(std::string_view text) noexcept {
    if (text.size() < 2) return std::nullopt;
    if (text[0] == 'O') return read_castling(text);
    Shape shape;
    std::size_t begin = 0;
    if (text[0] < 'a') {
        const auto type = piece_type_from(text[0]);
        if (!type || *type == PieceType::pawn) return std::nullopt;
        shape.type = *type;
        begin = 1;
    }
    std::size_t end = text.size();
    if (shape.type == PieceType::pawn && text[end - 2] == '=') {
        const auto type = piece_type_from(text[end - 1]);
        if (!type || *type == PieceType::pawn || *type == PieceType::king) return std::nullopt;
        shape.promotion = index(*type);
        end -= 2;
    }
    if (end < begin + 2) return std::nullopt;
    const auto file = file_from(text[end - 2]);
    const auto rank = rank_from(text[end - 1]);
    if (!file || !rank) return std::nullopt;
    shape.to = square(*file, *rank);
    end -= 2;
    if (end > begin && text[end - 1] == 'x') {
        shape.capture = true;
        --end;
    }
    if (end > begin && (shape.rank = rank_from(text[end - 1]))) --end;
    if (end > begin && (shape.file = file_from(text[end - 1]))) --end;
    if (end != begin) return std::nullopt;
    return shape;
}

/// A move and all men of its kind that could have made it.
struct Found {
    Move move;
    Bitboard origins;
};

bool fits(const Shape& shape, Move move) noexcept {
    if (shape.castling || move.is_castling())
        return shape.castling && move.is_castling() && *shape.castling == move.wing();
    return move.mover() == shape.type && move.to() == shape.to &&
           move.promotion_code() == shape.promotion &&
           (!shape.file || *shape.file == file_of(move.from())) &&
           (!shape.rank || *shape.rank == rank_of(move.from()));
}

/// The plain way, for any ruleset.
std::optional<Found> find_among_all(const Shape& shape, const Position& p) noexcept {
    std::optional<Found> found;
    Bitboard origins;
    for (const Move move : p.legal_moves()) {
        if (move.mover() == shape.type && !move.is_castling() && move.to() == shape.to)
            origins |= move.from();
        if (!fits(shape, move)) continue;
        if (found) return std::nullopt;
        found = Found{move, {}};
    }
    if (found) found->origins = origins;
    return found;
}

std::optional<Found> find(const Shape& shape, const Position& p) noexcept {
    if (shape.castling) {
        const auto move = legal_castling(p, *shape.castling);
        if (!move) return std::nullopt;
        return Found{*move, move->from()};
    }
    if (shape.type == PieceType::pawn) {
        if (!has_usual_pawns(p)) return find_among_all(shape, p);
        const auto move = legal_pawn_move(p, shape.to, shape.file, shape.promotion);
        if (!move || (shape.rank && *shape.rank != rank_of(move->from()))) return std::nullopt;
        return Found{*move, move->from()};
    }
    const Bitboard origins = legal_origins(p, shape.type, shape.to, Bitboard::all());
    Bitboard fitting = origins;
    if (shape.file) fitting &= Bitboard::of(*shape.file);
    if (shape.rank) fitting &= Bitboard::of(*shape.rank);
    if (fitting.empty() || fitting.has_many()) return std::nullopt;
    return Found{Move::make(fitting.first(), shape.to, MoveKind::normal, shape.type,
                            p.board().code_at(shape.to)),
                 origins};
}

}  // namespace

std::string format(Move move, const Position& position, const Letters& letters) {
    HAKAM_ASSERT(position.is_legal(move));
    std::string text;
    const auto add = [&](PieceType type) { text += letters.letter({position.turn(), type}); };
    if (move.is_castling()) {
        text = move.wing() == Wing::king ? "O-O" : "O-O-O";
    } else {
        if (move.mover() != PieceType::pawn) add(move.mover());
        const Origin origin = origin_of(move, position);
        if (origin.file) text += to_char(file_of(move.from()));
        if (origin.rank) text += to_char(rank_of(move.from()));
        if (move.is_capture()) text += 'x';
        text += to_char(file_of(move.to()));
        text += to_char(rank_of(move.to()));
        if (const auto type = move.promotion()) {
            text += '=';
            add(*type);
        }
    }
    if (const char sign = check_sign(move, position)) text += sign;
    return text;
}

std::string format(Move move, const Position& position) {
    HAKAM_ASSERT(position.is_legal(move));
    std::array<char, 8> text{};
    std::size_t size = 0;
    const auto add = [&](char c) { text[size++] = c; };
    if (move.is_castling()) {
        for (const char c : std::string_view{move.wing() == Wing::king ? "O-O" : "O-O-O"}) add(c);
    } else {
        if (move.mover() != PieceType::pawn) add(to_char(move.mover()));
        const Origin origin = origin_of(move, position);
        if (origin.file) add(to_char(file_of(move.from())));
        if (origin.rank) add(to_char(rank_of(move.from())));
        if (move.is_capture()) add('x');
        add(to_char(file_of(move.to())));
        add(to_char(rank_of(move.to())));
        if (move.is_promotion()) {
            add('=');
            add(to_char(*move.promotion()));
        }
    }
    if (const char sign = check_sign(move, position)) add(sign);
    return {text.data(), size};
}

std::optional<Move> canonical(std::string_view text, const Position& position) noexcept {
    if (text.size() < 2 || text.size() > 8) return std::nullopt;
    const char sign = text.back() == '+' || text.back() == '#' ? text.back() : '\0';
    if (sign != 0) text.remove_suffix(1);
    const auto shape = read_shape(text);
    if (!shape) return std::nullopt;
    const auto found = find(*shape, position);
    if (!found || found->move.is_capture() != shape->capture) return std::nullopt;
    if (!shape->castling) {
        const Origin written{shape->file.has_value(), shape->rank.has_value()};
        const Origin wanted = shape->type == PieceType::pawn
                                  ? Origin{shape->capture, false}
                                  : shortest_origin(found->move.from(), found->origins);
        if (written != wanted) return std::nullopt;
    }
    if (gives_check(position, found->move) != (sign != 0)) return std::nullopt;
    if (sign != 0 && position.after(found->move).has_legal_move() != (sign == '+'))
        return std::nullopt;
    return found->move;
}

std::optional<Move> resolve(std::string_view text, const Position& position) noexcept {
    const std::size_t end = text.find_last_not_of("+#!?");
    if (end == std::string_view::npos || end > max_length) return std::nullopt;
    const auto shape = read_shape(text.substr(0, end + 1));
    if (!shape) return std::nullopt;
    const auto found = find(*shape, position);
    if (!found) return std::nullopt;
    return found->move;
}

Expected<Move> parse(std::string_view text, const Position& position) {
    if (const auto move = canonical(text, position)) return *move;
    auto meant = parse_lenient(text, position);
    if (!meant) return Unexpected{std::move(meant).error()};
    return Unexpected{text::error_at(ErrorCode::not_canonical, text, 0, text.size(),
                                     "'" + format(meant->move, position) + "'")};
}

}  // namespace hakam::san
