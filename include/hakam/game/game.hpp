#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hakam/core/move.hpp"
#include "hakam/core/position.hpp"

namespace hakam {

/// What was played since a start: the moves and every position reached, with the number of times
/// each has stood on the board in the sense of the repetition rules (Laws 9.2, 9.6.1).
/// Ply 0 is the start. Annotations live in pgn::Tree, not here. Shape: about 80 bytes a ply.
class Game {
public:
    explicit Game(const Position& start = {});

    const Position& start() const noexcept { return positions_.front(); }
    /// Half-moves played.
    std::size_t plies() const noexcept { return moves_.size(); }
    /// The move that leads from position(i) to position(i + 1). Pre: i < plies().
    Move move(std::size_t i) const noexcept {
        HAKAM_ASSERT(i < moves_.size());
        return moves_[i];
    }
    std::span<const Move> moves() const noexcept { return moves_; }
    /// The position after `ply` half-moves. Pre: ply <= plies(). Cost: O(1).
    const Position& position(std::size_t ply) const noexcept {
        HAKAM_ASSERT(ply < positions_.size());
        return positions_[ply];
    }
    std::span<const Position> positions() const noexcept { return positions_; }
    const Position& current() const noexcept { return positions_.back(); }
    /// Plies since the last capture or pawn move (Laws 9.3, 9.6.2), counting what the start's
    /// own clock says.
    HalfmoveClock halfmove_clock() const noexcept { return current().halfmove_clock(); }

    /// Plays a move. Returns: false, and nothing changes, if it is not legal now.
    /// Cost: one move generation.
    bool play(Move move);
    /// Pre: `move` is legal now. Cost: O(1), without a move generation.
    void play_unchecked(Move move);
    /// Goes on from a position that no legal move leads to, as when an illegal one stands (Laws
    /// A.5.2). Its ply has the move Move{}; what stood before counts as before.
    void continue_from(const Position& position);
    /// Takes moves back until `plies` are left. Pre: plies <= this->plies().
    void truncate(std::size_t plies);
    /// Starts again from `start`, keeping the memory that this game holds.
    void restart(const Position& start);

    /// How often the current position has stood on the board so far, this time included
    /// (Law 9.2.3: same men, same turn, same rights, same legal en passant). Cost: O(1).
    int occurrences() const noexcept { return occurrences(plies()); }
    /// The same for the position after `ply` half-moves, counted up to that ply.
    int occurrences(std::size_t ply) const noexcept {
        HAKAM_ASSERT(ply < links_.size());
        return links_[ply].count;
    }
    /// The plies, rising, at which the position of `ply` stood, `ply` itself last.
    std::vector<std::size_t> occurrence_plies(std::size_t ply) const;
    /// The latest ply before `ply` with the same position, or `ply` itself if there is none.
    std::size_t previous_occurrence(std::size_t ply) const noexcept {
        HAKAM_ASSERT(ply < links_.size());
        return links_[ply].count > 1 ? links_[ply].previous : ply;
    }

    friend bool operator==(const Game& a, const Game& b) noexcept {
        return a.start() == b.start() && a.moves_ == b.moves_;
    }

private:
    /// Per ply: where the same position stood last, and the next older ply of its hash bucket.
    struct Link {
        std::uint32_t previous;
        std::int32_t count;
        std::uint32_t older;
    };
    static constexpr std::uint32_t none = UINT32_MAX;

    std::size_t bucket(const Position& p) const noexcept {
        return static_cast<std::size_t>(p.key()) & (buckets_.size() - 1);
    }
    void record_last();
    void grow();

    std::vector<Position> positions_;
    std::vector<Move> moves_;
    std::vector<Link> links_;
    std::vector<std::uint32_t> buckets_;  // latest ply of each bucket; a power of two of them
};

}  // namespace hakam
