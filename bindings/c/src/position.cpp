#include "convert.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

using namespace hakam;

namespace {

bool is_kind(int kind) noexcept {
    return kind >= HAKAM_PAWN && kind <= HAKAM_QUEEN && kind != 6;
}
static_assert(HAKAM_KNIGHT == static_cast<int>(PieceType::knight) &&
              HAKAM_KING == static_cast<int>(PieceType::king) &&
              HAKAM_QUEEN == static_cast<int>(PieceType::queen));
bool is_square(int square) noexcept { return square >= 0 && square < 64; }

/// The fields of 64 bytes that may be anything, as a setup; nothing if some field has no meaning.
std::optional<Setup> setup_of(const hakam_position& p) noexcept {
    Setup setup;
    const std::uint64_t occupied = p.w[0] | p.w[1] | p.w[2];
    // Six is the code of no man, and nobody stands on an empty square.
    if ((~p.w[0] & p.w[1] & p.w[2]) != 0 || (p.w[3] & ~occupied) != 0) return std::nullopt;
    for (const Square s : Bitboard{occupied}) {
        const int i = index(s);
        const auto bit = [&](std::size_t plane) { return static_cast<int>(p.w[plane] >> i & 1); };
        const Color color = bit(3) != 0 ? Color::black : Color::white;
        setup.board.put(s, {color, static_cast<PieceType>(bit(0) | bit(1) << 1 | bit(2) << 2)});
    }
    const std::uint64_t flags = p.w[7];
    const auto double_step = static_cast<unsigned>(flags & 255);
    if (double_step > 64 || (flags >> 8 & 255) > 1 || (flags >> 16 & 255) > 1 ||
        (flags >> 24 & 255) > static_cast<unsigned>(RulesetId::torpedo) || flags >> 32 != 0)
        return std::nullopt;
    setup.turn = static_cast<Color>(flags >> 16 & 1);
    setup.castling = CastlingRights{Bitboard{p.w[4]}};
    if (double_step < 64) setup.en_passant = static_cast<Square>(double_step);
    setup.halfmove_clock = HalfmoveClock{static_cast<std::uint32_t>(p.w[6])};
    setup.fullmove_number = FullmoveNumber{static_cast<std::uint32_t>(p.w[6] >> 32)};
    return setup;
}

}  // namespace

extern "C" {

hakam_position hakam_start(void) { return c::out(Position{}); }

hakam_code hakam_chess960(uint32_t number, hakam_position* out) {
    if (number >= 960 || out == nullptr) return HAKAM_BAD_ARGUMENT;
    *out = c::out(Position::chess960(static_cast<int>(number)));
    return HAKAM_OK;
}

hakam_code hakam_position_read(const char* text, size_t length, uint32_t flags,
                               hakam_position* out, hakam_error* error) {
    if (out == nullptr || (text == nullptr && length > 0) ||
        (flags & ~std::uint32_t{HAKAM_LENIENT | HAKAM_UNREACHABLE}) != 0)
        return c::tell(HAKAM_BAD_ARGUMENT, "a text, known flags and a place for the position", error);
    return c::guarded([&] {
        fen::Options options;
        if ((flags & HAKAM_LENIENT) != 0) options.reading = Reading::lenient;
        if ((flags & HAKAM_UNREACHABLE) != 0) options.tolerated = Tolerance::unreachable();
        const Expected<Position> position = fen::position(c::text(text, length), options);
        if (!position) return c::tell(position.error(), error);
        *out = c::out(*position);
        return hakam_code{HAKAM_OK};
    });
}

size_t hakam_position_fen(const hakam_position* position, char* buffer, size_t size) {
    return c::guarded_or(std::size_t{0}, [&] {
        return c::put(fen::format(c::in(position)), buffer, size);
    });
}

hakam_code hakam_position_check(const hakam_position* position, hakam_error* error) {
    if (position == nullptr) return c::tell(HAKAM_BAD_ARGUMENT, "a position", error);
    return c::guarded([&] {
        const auto setup = setup_of(*position);
        if (!setup) return c::tell(HAKAM_BAD_POSITION, "fields with a meaning", error);
        const auto made = Position::from(*setup, static_cast<RulesetId>(position->w[7] >> 24 & 255),
                                         Tolerance::unreachable());
        if (!made)
            return c::tell(HAKAM_BAD_POSITION,
                           made.error().empty() ? "a position" : describe(made.error().front()),
                           error);
        const hakam_position canonical = c::out(*made);
        if (std::memcmp(&canonical, position, sizeof canonical) != 0)
            return c::tell(HAKAM_BAD_POSITION, "the key and en passant field of this board", error);
        return hakam_code{HAKAM_OK};
    });
}

int hakam_turn(const hakam_position* p) { return static_cast<int>(c::in(p).turn()); }
int hakam_man_at(const hakam_position* p, int square, int* color) {
    if (!is_square(square)) return HAKAM_NONE;
    const auto man = c::in(p).at(static_cast<Square>(square));
    if (!man) return HAKAM_NONE;
    if (color != nullptr) *color = static_cast<int>(man->color);
    return index(man->type);
}
uint64_t hakam_men(const hakam_position* p, int color, int kind) {
    if (color < 0 || color > 1 || !is_kind(kind)) return 0;
    return c::in(p).men(static_cast<Color>(color), static_cast<PieceType>(kind)).bits();
}
uint64_t hakam_castling(const hakam_position* p) { return c::in(p).castling().rooks().bits(); }
int hakam_en_passant(const hakam_position* p) {
    const auto square = c::in(p).en_passant_square();
    return square ? index(*square) : HAKAM_NO_SQUARE;
}
uint32_t hakam_halfmove_clock(const hakam_position* p) {
    return static_cast<std::uint32_t>(p->w[6]);
}
uint32_t hakam_fullmove_number(const hakam_position* p) {
    return static_cast<std::uint32_t>(p->w[6] >> 32);
}
uint64_t hakam_key(const hakam_position* p) { return p->w[5]; }
int hakam_is_check(const hakam_position* p) { return c::in(p).is_check(); }
int hakam_is_checkmate(const hakam_position* p) { return c::in(p).is_checkmate(); }
int hakam_is_stalemate(const hakam_position* p) { return c::in(p).is_stalemate(); }
int hakam_repeats(const hakam_position* a, const hakam_position* b) {
    return repeats(c::in(a), c::in(b));
}

size_t hakam_legal_moves(const hakam_position* position, hakam_move* out, size_t capacity) {
    const MoveList moves = c::in(position).legal_moves();
    if (out != nullptr) {
        std::size_t i = 0;
        for (const Move move : moves) {
            if (i == capacity) break;
            out[i++] = move.code();
        }
    }
    return moves.size();
}
int hakam_is_legal(const hakam_position* position, hakam_move move) {
    return move < 1U << 24 && c::in(position).is_legal(c::in(move));
}
hakam_code hakam_after(const hakam_position* position, hakam_move move, hakam_position* out) {
    if (!hakam_is_legal(position, move)) return HAKAM_ILLEGAL_MOVE;
    *out = c::out(c::in(position).after(c::in(move)));
    return HAKAM_OK;
}
void hakam_after_legal(const hakam_position* position, hakam_move move, hakam_position* out) {
    *out = c::out(c::in(position).after(c::in(move)));
}
int hakam_move_from(hakam_move move) { return index(c::in(move).from()); }
int hakam_move_to(hakam_move move) { return index(c::in(move).to()); }
int hakam_move_kind(hakam_move move) { return static_cast<int>(c::in(move).kind()) & 7; }
int hakam_move_mover(hakam_move move) { return static_cast<int>(c::in(move).mover()); }
int hakam_move_captured(hakam_move move) { return c::in(move).captured_code(); }
int hakam_move_promotion(hakam_move move) { return c::in(move).promotion_code(); }

hakam_code hakam_move_read(const hakam_position* position, const char* text, size_t length,
                           hakam_move* out, hakam_error* error) {
    if (position == nullptr || out == nullptr || (text == nullptr && length > 0))
        return c::tell(HAKAM_BAD_ARGUMENT, "a position, a text and a place for the move", error);
    return c::guarded([&] {
        const Position& p = c::in(position);
        const std::string_view words = c::text(text, length);
        const auto in_san = san::parse_lenient(words, p);
        if (in_san) return *out = in_san->move.code(), hakam_code{HAKAM_OK};
        if (const auto in_uci = uci::parse_lenient(words, p))
            return *out = in_uci->move.code(), hakam_code{HAKAM_OK};
        return c::tell(in_san.error(), error);
    });
}
size_t hakam_move_san(const hakam_position* position, hakam_move move, char* buffer, size_t size) {
    return c::guarded_or(std::size_t{0}, [&] {
        return c::put(san::format(c::in(move), c::in(position)), buffer, size);
    });
}
size_t hakam_move_uci(hakam_move move, char* buffer, size_t size) {
    return c::guarded_or(std::size_t{0},
                         [&] { return c::put(uci::format(c::in(move)), buffer, size); });
}
uint64_t hakam_perft(const hakam_position* position, int depth) {
    return depth < 0 ? 0 : perft(c::in(position), depth);
}

}  // extern "C"
