#include "held_search.hpp"

#include <algorithm>

#include "dive.hpp"
#include "material.hpp"
#include "path.hpp"

namespace hakam::solve {

HeldSearch::HeldSearch(const Position& root, Color winner, Held held)
    : root_{root}, winner_{winner}, held_{held} {
    store_.insert(pack(root), root.key());
}

bool HeldSearch::run(std::uint64_t positions) {
    while (next_ < store_.size() && nodes() < positions)
        if (expand(next_++)) return true;
    return false;
}

bool HeldSearch::expand(NodeId id) {
    const Position p = unpack(Store::packed(store_[id]), root_.rules());
    const bool winners = p.turn() == winner_;
    const bool king_held = winners ? held_.winners_king : held_.losers_king;
    const bool officers_held = winners ? held_.winners_officers : held_.losers_officers;
    const auto is_held = [&](Move move) {
        if (move.resets_clock()) return false;
        return move.from() == p.king(p.turn()) ? king_held : officers_held;
    };
    const MoveList moves = p.legal_moves();
    const bool all = std::all_of(moves.begin(), moves.end(), is_held);
    for (const Move move : moves) {
        if (!all && is_held(move)) continue;
        const Position child = p.after(move);
        const auto [child_id, is_new] = store_.insert(pack(child), child.key());
        if (!is_new) continue;
        store_[child_id].parent = id;
        if (!child.has_legal_move()) {
            if (!child.is_check() || child.turn() == winner_) continue;
            end_ = child_id;
            dived_.clear();
            return true;
        }
        if (move.resets_clock() && dives(child, child_id)) return true;
    }
    return false;
}

bool HeldSearch::dives(const Position& p, NodeId id) {
    const std::uint64_t pawns =
        p.men(PieceType::pawn).bits() ^ static_cast<std::uint64_t>(p.occupied().size()) << 56;
    const std::uint64_t hash = pawns * 0x9E3779B97F4A7C15ULL >> 50;
    std::uint64_t& word = structures_[hash >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
    const bool is_new = (word & bit) == 0;
    if ((!is_new && dive_nodes_ > store_.size()) || !Dive::may_find(p, winner_)) return false;
    word |= bit;
    Dive dive{p, winner_, static_cast<std::uint64_t>(p.key())};
    const bool found = is_new ? dive.next() : dive.next_drawn();
    dive_nodes_ += dive.nodes();
    if (!found) return false;
    end_ = id;
    dived_ = dive.line();
    return true;
}

std::vector<Move> HeldSearch::line() const {
    std::vector<Move> line = path_to(end_, store_, root_);
    line.insert(line.end(), dived_.begin(), dived_.end());
    return line;
}

}  // namespace hakam::solve
