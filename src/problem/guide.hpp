#pragma once

// Bounds that are never wrong: positions from which the rest of the moves cannot succeed whatever is
// played. docs/design/problem.md proves them.

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hakam/core/position.hpp"

namespace hakam::problem {

/// This one knows nothing. A guide may keep what it has worked out, so each worker has its own.
class Guide {
public:
    virtual ~Guide() = default;
    /// `white` and `black`: moves that each side still has.
    virtual bool may_succeed(const Position&, int white, int black) {
        (void)white, (void)black;
        return true;
    }
    /// A search begins; white and black as above.
    virtual void begin(const Position&, int white, int black) { (void)white, (void)black; }
    /// The move is about to be made. Returns: whether what follows may succeed; then pop() takes the
    /// move back.
    virtual bool push(const Position&, Move) { return true; }
    virtual void pop() {}
};

/// Moves that a man needs at least from one square to another. Shape: [from][to], `never` if there
/// is no way at all.
class Distances {
public:
    static constexpr std::uint8_t never = 100;
    /// `walls`: squares that no man can enter or cross.
    explicit Distances(Bitboard walls = {});

    std::uint8_t officer(PieceType t, Square from, Square to) const noexcept {
        return officers_[static_cast<std::size_t>(hakam::index(t))][at(from)][at(to)];
    }
    /// A pawn that stays one.
    std::uint8_t pawn(Color c, Square from, Square to) const noexcept {
        return pawns_[static_cast<std::size_t>(hakam::index(c))][at(from)][at(to)];
    }
    /// A pawn that becomes a man of that type and goes on.
    std::uint8_t promoted(Color c, PieceType t, Square from, Square to) const noexcept {
        return promoted_[static_cast<std::size_t>(hakam::index(c))]
                        [static_cast<std::size_t>(hakam::index(t))][at(from)][at(to)];
    }
    /// The same with at most `captures` captures, each of which changes the file by one.
    std::uint8_t promoted(Color c, PieceType t, Square from, Square to, int captures) const noexcept;
    /// The man as whatever it may be by then; a pawn with at most `captures` captures.
    const std::array<std::uint8_t, 64>& any(Piece man, Square from, int captures = 7) const noexcept {
        if (man.type != PieceType::pawn)
            return officers_[static_cast<std::size_t>(hakam::index(man.type))][at(from)];
        return pawn_any_[static_cast<std::size_t>(captures < 0              ? 0
                                                  : captures < most_captures ? captures
                                                                             : most_captures)]
                        [static_cast<std::size_t>(hakam::index(man.color))][at(from)];
    }
    /// More captures than this are not told apart.
    static constexpr int most_captures = 3;

private:
    using Row = std::array<std::uint8_t, 64>;
    using Matrix = std::array<Row, 64>;
    static std::size_t at(Square s) noexcept { return static_cast<std::size_t>(s); }
    std::array<Matrix, 8> officers_;
    std::array<Matrix, 2> pawns_;
    std::array<std::array<Matrix, 8>, 2> promoted_;
    std::array<std::array<Matrix, 2>, most_captures + 1> pawn_any_;  ///< by captures
};

/// For help play that ends in mate by `attacker`: can any king's square still become a mate?
class MateGuide : public Guide {
public:
    explicit MateGuide(Color attacker);
    bool may_succeed(const Position& p, int white, int black) override;

private:
    /// What the attacker's men can guard of a king's square and its neighbours: bit 0 the square
    /// itself, bits 1 to 8 the neighbours; and the moves that takes.
    struct Guard {
        std::uint16_t mask;
        std::uint8_t cost;
    };
    using Guards = std::vector<Guard>;
    struct Army {  ///< of one arrangement of the attacker's men
        std::uint64_t key = 0;
        std::array<Guards, 64> by_king;
        std::array<std::uint8_t, 64> moves{};  ///< up to how many moves by_king is filled in, plus 1
    };
    /// The defender's men that may stand in the king's way: where each can be and how soon.
    struct Blockers {
        std::array<const std::uint8_t*, 64> rows;
        std::size_t count = 0;
        std::array<std::uint8_t, 64> least;  ///< of all rows
    };
    bool search(const Position& p, int attack, int defence);
    Army& army_of(const Position& p, int captures);
    const Guards& guards(Army& army, const Position& p, Square king, int moves, int captures);
    const Guards& man_guards(Piece man, Square from, Square king, int captures);
    static bool assign(const Blockers& men, const std::array<std::uint8_t, 8>& squares,
                       std::size_t count, std::size_t at, std::uint64_t used, int left, int later,
                       int& patience);

    struct Answer {  ///< of an earlier question
        std::uint64_t key = 0;
        bool may = false;
    };
    Color attacker_;
    Distances distances_;
    std::vector<Answer> answers_;
    std::unordered_map<std::uint64_t, Army> armies_;
    Army* last_army_ = nullptr;
    std::unordered_map<std::uint32_t, Guards> men_;
    std::vector<std::array<std::uint8_t, 64>> castled_rows_;
    int hint_ = 0;  ///< the king's square of the last success
};

/// For play towards a given board.
class BoardGuide : public Guide {
public:
    explicit BoardGuide(const Board& target);
    bool may_succeed(const Position& p, int white, int black) override;

private:
    int needed(const Position& p, Color side, int captures, int limit) const;
    std::uint8_t distance(Piece man, Square from, Piece wanted, Square to, int captures) const;

    Board target_;
    Distances distances_;
};

}  // namespace hakam::problem
