#include "aimed_search.hpp"

#include <algorithm>
#include <iterator>

#include "path.hpp"

namespace hakam::solve {
namespace {

constexpr int weights[] = {4, 8, 2, 3};
constexpr std::size_t widths[] = {2, 4, 8};

}  // namespace

AimedSearch::AimedSearch(const Position& root, Color winner, const Picture& picture,
                         std::size_t turn)
    : root_{root},
      winner_{winner},
      picture_{picture},
      weight_{weights[turn % std::size(weights)]},
      width_{widths[turn % std::size(widths)]},
      salt_{turn * 0x9E3779B97F4A7C15ULL},
      open_(64, no_node) {
    const NodeId id = store_.insert(pack(root), root.key()).id;
    store_[id].plies = 0;
    push(id, 0);
}

void AimedSearch::push(NodeId id, int cost) {
    const auto c = static_cast<std::size_t>(cost);
    if (c >= open_.size()) open_.resize(c + 64, no_node);
    store_[id].next = open_[c];
    open_[c] = id;
    lowest_ = std::min(lowest_, c);
}

std::optional<NodeId> AimedSearch::pop() {
    for (; lowest_ < open_.size(); ++lowest_)
        if (open_[lowest_] != no_node) {
            const NodeId id = open_[lowest_];
            open_[lowest_] = store_[id].next;
            return id;
        }
    return std::nullopt;
}

bool AimedSearch::run(std::uint64_t nodes) {
    while (nodes_ < nodes) {
        const auto id = pop();
        if (!id) return false;
        if (expand(*id)) return true;
    }
    return false;
}

// Returns: whether a child is the mate that is looked for.
bool AimedSearch::expand(NodeId id) {
    const Position p = unpack(Store::packed(store_[id]), root_.rules());
    const int here = picture_.distance(p);
    const auto plies = static_cast<std::uint16_t>(std::min(store_[id].plies + 1, 2000));
    children_.clear();
    for (const Move move : p.legal_moves()) {
        const Position child = p.after(move);
        ++nodes_;
        if (!child.has_legal_move()) {
            if (!child.is_check() || child.turn() == winner_) continue;
            const NodeId mate = store_.insert(pack(child), child.key()).id;
            store_[mate].parent = id;
            mate_ = mate;
            return true;
        }
        const int distance = picture_.distance(child);
        if (distance < Picture::never) children_.push_back({child, distance, distance < here});
    }
    const auto rank = [&](const Child& c) {
        return std::pair{c.distance, static_cast<std::uint64_t>(c.position.key()) ^ salt_};
    };
    std::sort(children_.begin(), children_.end(),
              [&](const Child& a, const Child& b) { return rank(a) < rank(b); });
    std::size_t waiting = 0;
    for (const Child& child : children_) {
        if (!child.nearer && waiting == width_) break;
        const auto [child_id, is_new] = store_.insert(pack(child.position), child.position.key());
        if (!is_new) continue;
        if (!child.nearer) ++waiting;
        store_[child_id].parent = id;
        store_[child_id].plies = plies;
        push(child_id, plies + weight_ * child.distance);
    }
    return false;
}

std::vector<Move> AimedSearch::line() const { return path_to(*mate_, store_, root_); }

}  // namespace hakam::solve
