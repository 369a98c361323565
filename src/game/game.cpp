#include "hakam/game/game.hpp"

#include <algorithm>

// Repetitions are found with a hash table of plies chained from new to old. Since plies come and
// go at the end only, taking back is the exact reverse of playing and never searches. A key only
// proposes; repeats() decides.

namespace hakam {

Game::Game(const Position& start) : buckets_(32, none) {
    positions_.push_back(start);
    record_last();
}

bool Game::play(Move move) {
    if (!current().is_legal(move)) return false;
    play_unchecked(move);
    return true;
}

void Game::play_unchecked(Move move) {
    positions_.push_back(positions_.back().after(move));
    moves_.push_back(move);
    record_last();
}

void Game::continue_from(const Position& position) {
    positions_.push_back(position);
    moves_.emplace_back();
    record_last();
}

void Game::record_last() {
    const std::size_t ply = links_.size();
    if (ply * 2 > buckets_.size()) grow();
    const Position& p = positions_[ply];
    std::uint32_t& latest = buckets_[bucket(p)];
    Link link{none, 1, latest};
    // Nothing before the last capture or pawn move can stand again.
    const std::size_t reach = p.halfmove_clock().value;
    const std::size_t oldest = reach < ply ? ply - reach : 0;
    for (std::uint32_t i = latest; i != none && i >= oldest; i = links_[i].older)
        if (positions_[i].key() == p.key() && repeats(positions_[i], p)) {
            link.previous = i;
            link.count = links_[i].count + 1;
            break;
        }
    latest = static_cast<std::uint32_t>(ply);
    links_.push_back(link);
}

void Game::grow() {
    buckets_.assign(buckets_.size() * 2, none);
    for (std::size_t ply = 0; ply < links_.size(); ++ply) {
        std::uint32_t& latest = buckets_[bucket(positions_[ply])];
        links_[ply].older = latest;
        latest = static_cast<std::uint32_t>(ply);
    }
}

void Game::truncate(std::size_t plies) {
    HAKAM_ASSERT(plies <= moves_.size());
    while (moves_.size() > plies) {
        buckets_[bucket(positions_.back())] = links_.back().older;
        links_.pop_back();
        positions_.pop_back();
        moves_.pop_back();
    }
}

void Game::restart(const Position& start) {
    truncate(0);
    buckets_[bucket(positions_.back())] = none;
    links_.clear();
    positions_.front() = start;
    record_last();
}

std::vector<std::size_t> Game::occurrence_plies(std::size_t ply) const {
    HAKAM_ASSERT(ply < links_.size());
    std::vector<std::size_t> plies(static_cast<std::size_t>(links_[ply].count));
    std::size_t at = ply;
    for (auto slot = plies.rbegin(); slot != plies.rend(); ++slot) {
        *slot = at;
        at = links_[at].previous;
    }
    return plies;
}

}  // namespace hakam
