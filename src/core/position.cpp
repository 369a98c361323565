#include "hakam/core/position.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>

#include "movegen.hpp"

namespace hakam {

using Access = PositionAccess;

namespace {

/// The low eight bits as the low bits of eight bytes.
std::uint64_t spread(std::uint64_t row) noexcept {
    constexpr std::uint64_t low_bits = 0x0101010101010101ULL;
#ifdef HAKAM_PEXT
    return _pdep_u64(row, low_bits);
#else
    // A copy a byte, another bit of each, and the carry that it gives.
    const std::uint64_t copies = (row & 0xFF) * low_bits & 0x8040201008040201ULL;
    return (copies + 0x00406070787C7E7FULL) >> 7 & low_bits;
#endif
}

/// A byte for each square: the code of its man, Black's with bit 3.
std::array<std::uint8_t, 64> codes_of(const Board& board) noexcept {
    const std::uint64_t black = board.men(Color::black).bits();
    std::array<std::uint8_t, 64> codes{};
    for (std::size_t rank = 0; rank < 64; rank += 8) {
        std::uint64_t row = spread(black >> rank) << 3;
        for (int bit = 0; bit < 3; ++bit) row |= spread(board.plane(bit).bits() >> rank) << bit;
        if constexpr (std::endian::native == std::endian::little)
            std::memcpy(codes.data() + rank, &row, 8);
        else
            for (std::size_t file = 0; file < 8; ++file)
                codes[rank + file] = static_cast<std::uint8_t>(row >> (8 * file));
    }
    return codes;
}

}  // namespace

// The codes of all squares at once: one man's code alone costs four look-ups into the planes.
Key fresh_key(const Position& p) noexcept {
    Key key{};
    const auto codes = codes_of(p.board());
    for (const Square square : p.occupied()) {
        const auto s = static_cast<std::size_t>(square);
        const std::size_t code = codes[s];
        key ^= zobrist::tables.man[code >> 3][(code & 7) * 64 + s];
    }
    for (const Square s : p.castling().rooks())
        key ^= zobrist::tables.castling[static_cast<std::size_t>(s)];
    if (const auto s = p.en_passant_square())
        key ^= zobrist::tables.en_passant[static_cast<std::size_t>(*s)];
    if (p.turn() == Color::black) key ^= zobrist::tables.black_to_move;
    return key;
}

namespace {

Position start_with(const std::array<PieceType, 8>& back) noexcept {
    Position p = Access::blank();
    Board& board = Access::board(p);
    Bitboard rooks;
    for (int f = 0; f < 8; ++f) {
        const auto file = static_cast<File>(f);
        const PieceType type = back[static_cast<std::size_t>(f)];
        board.put(square(file, Rank::r1), {Color::white, type});
        board.put(square(file, Rank::r2), {Color::white, PieceType::pawn});
        board.put(square(file, Rank::r7), {Color::black, PieceType::pawn});
        board.put(square(file, Rank::r8), {Color::black, type});
        if (type == PieceType::rook)
            rooks |= Bitboard{square(file, Rank::r1)} | square(file, Rank::r8);
    }
    Access::set_castling(p, rooks);
    Access::key(p) = fresh_key(p);
    return p;
}

}  // namespace

Position::Position() noexcept : Position{chess960(518)} {}

// Law GII.1; art::variant_960: every array is one start position of the same game, in which each
// player may castle once (Law GII.3.1).
Position Position::chess960(int number) noexcept {
    HAKAM_ASSERT(number >= 0 && number < 960);
    constexpr PieceType none{};
    std::array<PieceType, 8> back{};
    const auto place_nth_free = [&](int n, PieceType type) {
        for (auto& slot : back)
            if (slot == none && n-- == 0) {
                slot = type;
                return;
            }
    };
    // Scharnagl: light bishop, dark bishop, queen, two knights, then rook, king, rook.
    back[static_cast<std::size_t>(number % 4 * 2 + 1)] = PieceType::bishop;
    number /= 4;
    back[static_cast<std::size_t>(number % 4 * 2)] = PieceType::bishop;
    number /= 4;
    place_nth_free(number % 6, PieceType::queen);
    number /= 6;
    constexpr int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                    {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    place_nth_free(knights[number][0], PieceType::knight);
    place_nth_free(knights[number][1] - 1, PieceType::knight);
    place_nth_free(0, PieceType::rook);
    place_nth_free(0, PieceType::king);
    place_nth_free(0, PieceType::rook);
    return start_with(back);
}

Expected<Position, SetupFaults> Position::from(const Setup& setup, RulesetId rules,
                                               Tolerance tolerated) {
    SetupFaults found = faults(setup, rules);
    const auto fatal = [&](const SetupFault& f) {
        return f.code <= SetupFaultCode::extra_king ||
               f.code == SetupFaultCode::opponent_in_check ||
               f.code == SetupFaultCode::adjacent_kings || !tolerated.contains(f.code);
    };
    SetupFaults refused;
    std::copy_if(found.begin(), found.end(), std::back_inserter(refused), fatal);
    if (!refused.empty()) return Unexpected{std::move(refused)};

    Position p = Access::blank();
    Access::board(p) = setup.board;
    Bitboard rooks = setup.castling.rooks();
    std::optional<Square> double_step = setup.en_passant;
    for (const SetupFault& f : found) {
        if (f.code == SetupFaultCode::false_castling_right && f.square)
            rooks &= ~Bitboard{*f.square};
        if (f.code == SetupFaultCode::false_en_passant) double_step.reset();
    }
    Access::set_castling(p, rooks);
    Access::set_turn(p, setup.turn);
    Access::set_rules(p, rules);
    Access::set_counters(p, setup.halfmove_clock.value, setup.fullmove_number.value);
    Access::set_double_step(
        p, double_step,
        double_step && en_passant_capture_exists(setup.board, setup.turn, *double_step));
    Access::key(p) = fresh_key(p);
    return p;
}

Setup Position::setup() const noexcept {
    return {board_, turn_, castling(), double_step_square(), halfmove_clock(), fullmove_number()};
}

Bitboard Position::attackers(Square s, Color by) const noexcept {
    const Bitboard occupied = board_.occupied();
    return ((sliders::bishop(s, occupied) & board_.diagonal_sliders()) |
            (sliders::rook(s, occupied) & board_.straight_sliders()) |
            (attacks::knight(s) & board_.men(PieceType::knight)) |
            (attacks::king(s) & board_.men(PieceType::king)) |
            (attacks::pawn(~by, s) & board_.men(PieceType::pawn))) &
           board_.men(by);
}

Bitboard Position::attacked(Color by) const noexcept {
    return by == Color::white ? movegen::attacked_by<Color::white>(board_, board_.occupied())
                              : movegen::attacked_by<Color::black>(board_, board_.occupied());
}

bool repeats(const Position& a, const Position& b) noexcept {
    return a.board() == b.board() && a.turn() == b.turn() && a.castling() == b.castling() &&
           a.en_passant_square() == b.en_passant_square() && a.rules() == b.rules();
}

bool same_board(const Position& a, const Position& b) noexcept { return a.board() == b.board(); }

}  // namespace hakam
