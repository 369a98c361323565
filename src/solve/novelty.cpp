#include "novelty.hpp"

#include <algorithm>
#include <array>

#include "hakam/core/packed.hpp"
#include "material.hpp"
#include "store.hpp"

namespace hakam::solve {
namespace {

class Novelty {
public:
    Novelty(const Position& root, Color winner) : root_{root}, winner_{winner}, seen_(1 << 18) {
        const auto found = store_.insert(pack(root), root.key());
        store_[found.id].plies = 0;
        push(found.id, 0);
    }

    NovelLine run(std::uint64_t nodes, const std::function<bool()>& expired) {
        NovelLine result;
        for (std::uint32_t n = 1; !mate_ && store_.size() < nodes; ++n) {
            if (n % 1024 == 0 && expired && expired()) break;
            const auto id = pop();
            if (!id) break;
            expand(*id);
        }
        result.nodes = store_.size();
        if (mate_) result.line = line_to(*mate_);
        return result;
    }

private:
    void expand(NodeId id) {
        const Position p = unpack(Store::packed(store_[id]), root_.rules());
        const auto plies = static_cast<std::uint16_t>(std::min(store_[id].plies + 1, 60000));
        for (const Move move : p.legal_moves()) {
            const Position child = p.after(move);
            const auto [child_id, is_new] = store_.insert(pack(child), child.key());
            if (!is_new) continue;
            store_[child_id].parent = id;
            store_[child_id].plies = plies;
            if (child.is_check() && !child.has_legal_move()) {
                if (child.turn() != winner_) mate_ = child_id;
                continue;
            }
            if (move.resets_clock() &&
                material_lemma(child.board(), winner_) != MaterialLemma::none)
                continue;
            push(child_id, plies + 16 * times_seen(child));
        }
    }
    // How often a position with this picture has come before.
    int times_seen(const Position& p) {
        const Board& b = p.board();
        const Board& home = root_.board();
        Bitboard unmoved = ~(b.plane(3) ^ home.plane(3));
        for (int bit = 0; bit < 3; ++bit) unmoved &= ~(b.plane(bit) ^ home.plane(bit));
        const Bitboard told =
            b.men(winner_) | (b.men(~winner_) & (unmoved | b.men(PieceType::king)));
        PackedPosition picture{{}, p.turn()};
        for (int bit = 0; bit < 4; ++bit)
            picture.planes[static_cast<std::size_t>(bit)] = (b.plane(bit) & told).bits();
        std::uint8_t& times = seen_[mixed(picture) & (seen_.size() - 1)];
        if (times < 200) ++times;
        return times - 1;
    }

    void push(NodeId id, int cost) {
        const auto c = static_cast<std::size_t>(cost);
        if (c >= open_.size()) open_.resize(c + 64, no_node);
        store_[id].next = open_[c];
        open_[c] = id;
        lowest_ = std::min(lowest_, c);
    }
    std::optional<NodeId> pop() {
        for (; lowest_ < open_.size(); ++lowest_)
            if (open_[lowest_] != no_node) {
                const NodeId id = open_[lowest_];
                open_[lowest_] = store_[id].next;
                return id;
            }
        return std::nullopt;
    }
    std::vector<Move> line_to(NodeId id) const {
        std::vector<PackedPosition> path;
        for (; store_[id].parent != no_node; id = store_[id].parent)
            path.push_back(Store::packed(store_[id]));
        std::vector<Move> line;
        Position p = root_;
        for (auto wanted = path.rbegin(); wanted != path.rend(); ++wanted)
            for (const Move move : p.legal_moves()) {
                const Position next = p.after(move);
                if (pack(next) != *wanted) continue;
                line.push_back(move);
                p = next;
                break;
            }
        return line;
    }

    Position root_;
    Color winner_;
    Store store_;
    std::vector<NodeId> open_;
    std::size_t lowest_ = 0;
    std::vector<std::uint8_t> seen_;  // by a hash: a wrong number only changes the order
    std::optional<NodeId> mate_;
};

}  // namespace

NovelLine search_by_novelty(const Position& root, Color winner, std::uint64_t nodes,
                            const std::function<bool()>& expired) {
    return Novelty{root, winner}.run(nodes, expired);
}

}  // namespace hakam::solve
