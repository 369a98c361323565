#pragma once

// The canonical FEN of a position of standard chess, fast: no notes, no faults, no allocation.
// Whatever is written in another way is left to the careful reader, which would read the same from
// every text that is read here (a test compares the two).

#include <algorithm>

#include "board_field.hpp"
#include "hakam/core/setup.hpp"
#include "hakam/notation/fen.hpp"
#include "text.hpp"

namespace hakam::fen {

/// KQkq or some of them in order, all true by the men in the standard array; '-' for none.
/// Returns: bytes read, 0 if that is not what stands there.
constexpr std::size_t usual_castling(std::string_view text, Setup& setup) noexcept {
    if (text[0] == '-') return 1;
    constexpr char letters[] = {'K', 'Q', 'k', 'q'};
    constexpr Square rooks[] = {Square::h1, Square::a1, Square::h8, Square::a8};
    constexpr Square kings[] = {Square::e1, Square::e1, Square::e8, Square::e8};
    Bitboard needed_kings;
    Bitboard needed_rooks;
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (size == text.size() || text[size] != letters[i]) continue;
        needed_kings |= kings[i];
        needed_rooks |= rooks[i];
        ++size;
    }
    const Board& board = setup.board;
    for (const Color color : colors) {
        const Bitboard rank = Bitboard::of(back_rank(color));
        if (!(needed_rooks & rank & ~board.men(color, PieceType::rook)).empty()) return 0;
        if (!(needed_kings & rank).empty() &&
            board.men(color, PieceType::king) != (needed_kings & rank))
            return 0;
    }
    setup.castling = CastlingRights{needed_rooks};
    return size;
}

/// The setup, or nothing if the text is written in any other way.
inline std::optional<Setup> usual_setup(std::string_view text) noexcept {
    constexpr std::size_t shortest_rest = std::string_view{" w - - 0 1"}.size();
    const std::size_t space = std::min(text.find(' '), text.size());
    if (text.size() > max_length || text.size() - space < shortest_rest) return std::nullopt;
    const auto board = usual_board(text.substr(0, space));
    if (!board) return std::nullopt;
    Setup setup;
    setup.board = *board;
    std::string_view rest = text.substr(space + 1);

    if ((rest[0] != 'w' && rest[0] != 'b') || rest[1] != ' ') return std::nullopt;
    setup.turn = rest[0] == 'w' ? Color::white : Color::black;
    rest.remove_prefix(2);

    const std::size_t castling = usual_castling(rest, setup);
    if (castling == 0 || castling + 2 >= rest.size() || rest[castling] != ' ') return std::nullopt;
    rest.remove_prefix(castling + 1);

    if (rest[0] == '-') {
        rest.remove_prefix(1);
    } else {
        setup.en_passant = square_from(rest.substr(0, 2));
        if (!setup.en_passant) return std::nullopt;
        rest.remove_prefix(2);
    }
    // A space and a counter without leading zeros.
    const auto counter = [&rest]() -> std::optional<std::uint32_t> {
        if (rest.size() < 2 || rest[0] != ' ' || !text::is_digit(rest[1])) return std::nullopt;
        std::size_t i = 1;
        std::uint32_t value = 0;
        for (; i < rest.size() && text::is_digit(rest[i]) && value <= max_counter; ++i)
            value = value * 10 + static_cast<std::uint32_t>(rest[i] - '0');
        if (value > max_counter || (rest[1] == '0' && i > 2)) return std::nullopt;
        rest.remove_prefix(i);
        return value;
    };
    const auto halfmove = counter();
    const auto fullmove = counter();
    if (!halfmove || !fullmove || *fullmove == 0 || !rest.empty()) return std::nullopt;
    setup.halfmove_clock = HalfmoveClock{*halfmove};
    setup.fullmove_number = FullmoveNumber{*fullmove};
    return setup;
}

}  // namespace hakam::fen
