#pragma once

#include <optional>

#include "hakam/base/expected.hpp"
#include "hakam/base/strong.hpp"
#include "hakam/core/attacks.hpp"
#include "hakam/core/board.hpp"
#include "hakam/core/castling.hpp"
#include "hakam/core/move.hpp"
#include "hakam/core/ruleset.hpp"
#include "hakam/core/setup.hpp"
#include "hakam/core/zobrist.hpp"

namespace hakam {

/// A position in which the rules of movement mean something: one king a side, the side that has
/// just moved not in check, rights and en passant square true. A small immutable value; a move
/// makes a new one. Shape: 64 bytes, trivially copyable.
class Position {
public:
    /// The start array of standard chess (Law 2.3).
    Position() noexcept;
    /// Start arrays of Chess960 by Scharnagl number (Guidelines II.2); 518 is the standard array.
    /// Pre: number < 960.
    static Position chess960(int number) noexcept;

    /// The setup as a position, or all its faults that are not tolerated.
    /// A tolerated false right or en passant square is left out of the position.
    static Expected<Position, SetupFaults> from(const Setup& setup,
                                                RulesetId rules = RulesetId::standard,
                                                Tolerance tolerated = {});

    RulesetId rules() const noexcept { return rules_; }
    Color turn() const noexcept { return turn_; }
    const Board& board() const noexcept { return board_; }
    Bitboard occupied() const noexcept { return board_.occupied(); }
    Bitboard men(Color c) const noexcept { return board_.men(c); }
    Bitboard men(PieceType t) const noexcept { return board_.men(t); }
    Bitboard men(Color c, PieceType t) const noexcept { return board_.men(c, t); }
    std::optional<Piece> at(Square s) const noexcept { return board_.at(s); }
    Square king(Color c) const noexcept { return men(c, PieceType::king).first(); }
    CastlingRights castling() const noexcept { return CastlingRights{castling_}; }
    /// The square passed over by a double step just made, capture or not (PGN standard of 1994).
    std::optional<Square> double_step_square() const noexcept {
        if (double_step_ == no_square) return std::nullopt;
        return static_cast<Square>(double_step_);
    }
    /// The same, but only if an en passant capture there is legal (Laws 9.2.3.1).
    std::optional<Square> en_passant_square() const noexcept {
        if (!en_passant_legal_) return std::nullopt;
        return static_cast<Square>(double_step_);
    }
    HalfmoveClock halfmove_clock() const noexcept { return HalfmoveClock{halfmove_clock_}; }
    FullmoveNumber fullmove_number() const noexcept { return FullmoveNumber{fullmove_number_}; }
    Key key() const noexcept { return key_; }
    /// All of it as a Setup; the en passant field is double_step_square().
    Setup setup() const noexcept;

    /// Every legal move (Law 3.10.1), in no particular order. Cost: about 100 ns in a middlegame.
    MoveList legal_moves() const noexcept;
    /// Their number, without listing them.
    int legal_move_count() const noexcept;
    bool has_legal_move() const noexcept;
    /// Whether `move` is one of legal_moves().
    bool is_legal(Move move) const noexcept;

    /// The position after a legal move. Pre: is_legal(move). Cost: about 10 ns.
    Position after(Move move) const noexcept;

    /// Men of `by` that attack `s`, pinned ones included (Law 3.1.3).
    Bitboard attackers(Square s, Color by) const noexcept;
    bool is_attacked(Square s, Color by) const noexcept { return !attackers(s, by).empty(); }
    /// All squares that `by` attacks.
    Bitboard attacked(Color by) const noexcept;
    /// Enemy men that give check to the side to move (Law 3.9.1).
    Bitboard checkers() const noexcept { return attackers(king(turn_), ~turn_); }
    bool is_check() const noexcept { return !checkers().empty(); }
    bool is_checkmate() const noexcept { return is_check() && !has_legal_move(); }   ///< Law 5.1.1
    bool is_stalemate() const noexcept { return !is_check() && !has_legal_move(); }  ///< Law 5.2.1

    /// Every field, counters included.
    friend bool operator==(const Position&, const Position&) noexcept = default;

private:
    friend class PositionAccess;  // src/core: the generator's and tests' way in
    static constexpr std::uint8_t no_square = 64;
    struct Raw {};
    explicit constexpr Position(Raw) noexcept {}
    template <Color Us>
    Position after_move_of(Move move) const noexcept;
    void finish_rare(const Position& before, Move move) noexcept;

    Board board_{};
    Bitboard castling_{};
    Key key_{};
    std::uint32_t halfmove_clock_ = 0;
    std::uint32_t fullmove_number_ = 1;
    std::uint8_t double_step_ = no_square;
    bool en_passant_legal_ = false;
    Color turn_ = Color::white;
    RulesetId rules_ = RulesetId::standard;
};
static_assert(sizeof(Position) == 64 && std::is_trivially_copyable_v<Position>);

/// Whether the side to move can take en passant on `target`, the square passed over in a double
/// step (Laws 3.7.3.1, 3.9.2).
bool en_passant_capture_exists(const Board& board, Color turn, Square target) noexcept;

/// The same position in the sense of the repetition rules (Law 9.2.3): same men, same turn, same
/// castling rights, same legal en passant capture.
bool repeats(const Position& a, const Position& b) noexcept;
/// Same men on the same squares, nothing else.
bool same_board(const Position& a, const Position& b) noexcept;

// Inline because a search does little else; what is rare is kept out of the way.
template <Color Us>
inline Position Position::after_move_of(Move move) const noexcept {
    const auto& ours = zobrist::tables.man[static_cast<std::size_t>(Us)];
    const auto& theirs = zobrist::tables.man[1 - static_cast<std::size_t>(Us)];
    const Bitboard vacated = Bitboard{move.from()} | move.to();

    Position next{Raw{}};
    next.board_ = board_.with(vacated, move.to(), Us, move.landing_code());
    next.castling_ = castling_;
    next.halfmove_clock_ = move.resets_clock() ? 0 : halfmove_clock_ + 1;
    next.fullmove_number_ = fullmove_number_ + static_cast<std::uint32_t>(Us);
    next.turn_ = ~Us;
    next.rules_ = rules_;
    next.key_ = key_ ^ zobrist::tables.black_to_move ^ ours[move.departure()] ^
                ours[move.landing()] ^ theirs[move.taken()];
    if (en_passant_legal_) [[unlikely]]
        next.key_ ^= zobrist::tables.en_passant[double_step_];

    if (!castling_.empty()) {
        Bitboard lost = castling_ & vacated;
        if (move.mover() == PieceType::king) lost |= castling_ & Bitboard::of(back_rank(Us));
        for (const Square s : lost)
            next.key_ ^= zobrist::tables.castling[static_cast<std::size_t>(s)];
        next.castling_ ^= lost;
    }
    if (move.kind() == MoveKind::double_step) {
        const Square passed = square((index(move.from()) + index(move.to())) / 2);
        next.double_step_ = static_cast<std::uint8_t>(passed);
        const Bitboard takers =
            attacks::pawn(Us, passed) & next.board_.men(~Us) & next.board_.men(PieceType::pawn);
        if (!takers.empty()) [[unlikely]]
            next.finish_rare(*this, move);
    } else if (move.is_castling() || move.is_en_passant()) [[unlikely]] {
        next.finish_rare(*this, move);
    }
    return next;
}

inline Position Position::after(Move move) const noexcept {
    HAKAM_ASSERT(is_legal(move));
    return turn_ == Color::white ? after_move_of<Color::white>(move)
                                 : after_move_of<Color::black>(move);
}

}  // namespace hakam
