#include "testkit/setups.hpp"

#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

namespace hakam::testkit {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view text) {
    std::cerr << what << ": " << text << '\n';
    std::abort();
}

Board read_board(const std::string& placement, std::string_view fen) {
    Board board;
    int file = 0;
    int rank = 7;
    for (const char c : placement) {
        if (c == '/') {
            if (file != 8 || rank == 0) fail("bad rank", fen);
            file = 0;
            --rank;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (const auto piece = piece_from(c); piece && file < 8) {
            board.put(square(rank * 8 + file++), *piece);
        } else {
            fail("bad placement", fen);
        }
    }
    if (rank != 0 || file != 8) fail("bad placement", fen);
    return board;
}

Square castling_rook(const Board& board, char letter, std::string_view fen) {
    const bool black = letter >= 'a' && letter <= 'z';
    const Color color = black ? Color::black : Color::white;
    const char c = black ? letter : static_cast<char>(letter - 'A' + 'a');
    if (const auto file = file_from(c)) return square(*file, back_rank(color));
    if (c != 'k' && c != 'q') fail("bad castling field", fen);
    const Bitboard rank = Bitboard::of(back_rank(color));
    const Bitboard kings = board.men(color, PieceType::king) & rank;
    const Bitboard rooks = board.men(color, PieceType::rook) & rank;
    if (!rooks.empty() && !kings.empty()) {
        if (c == 'k' && rooks.last() > kings.first()) return rooks.last();
        if (c == 'q' && rooks.first() < kings.first()) return rooks.first();
    }
    return square(c == 'k' ? File::h : File::a, back_rank(color));
}

std::optional<Move> find(const Position& position, std::string_view squares) {
    const auto from = square_from(squares.substr(0, 2));
    const auto to = square_from(squares.substr(2, 2));
    if (!from || !to || squares.size() > 5) fail("not a move", squares);
    std::optional<PieceType> promotion;
    if (squares.size() == 5) promotion = piece_type_from(static_cast<char>(squares[4] - 'a' + 'A'));
    for (const Move m : position.legal_moves())
        if (m.from() == *from && m.to() == *to && m.promotion() == promotion) return m;
    return std::nullopt;
}

}  // namespace

Setup setup(std::string_view fen) {
    std::istringstream words{std::string{fen}};
    std::string placement;
    std::string turn = "w";
    std::string castling = "-";
    std::string en_passant = "-";
    std::uint32_t halfmoves = 0;
    std::uint32_t number = 1;
    words >> placement >> turn >> castling >> en_passant >> halfmoves >> number;
    Setup result;
    result.board = read_board(placement, fen);
    if (turn != "w" && turn != "b") fail("bad turn", fen);
    result.turn = turn == "w" ? Color::white : Color::black;
    Bitboard rooks;
    if (castling != "-")
        for (const char letter : castling) rooks |= castling_rook(result.board, letter, fen);
    result.castling = CastlingRights{rooks};
    if (en_passant != "-") {
        result.en_passant = square_from(en_passant);
        if (!result.en_passant) fail("bad en passant field", fen);
    }
    result.halfmove_clock = HalfmoveClock{halfmoves};
    result.fullmove_number = FullmoveNumber{words ? number : 1};
    return result;
}

Position position(std::string_view fen, RulesetId rules) {
    const auto result = Position::from(setup(fen), rules, Tolerance::unreachable());
    if (!result) fail(describe(result.error().front()), fen);
    return *result;
}

Move move(const Position& position, std::string_view squares) {
    const auto found = find(position, squares);
    if (!found) fail("not a legal move", squares);
    return *found;
}

Position after(const Position& position, std::string_view moves) {
    Position result = position;
    std::istringstream words{std::string{moves}};
    for (std::string word; words >> word;) result = result.after(move(result, word));
    return result;
}

bool is_legal(const Position& position, std::string_view squares) {
    return find(position, squares).has_value();
}

}  // namespace hakam::testkit
