// The checker. It uses the rules of movement and nothing of the search: slow and short on purpose.

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hakam/solve/winnable.hpp"
#include "partial_check.hpp"

namespace hakam {
namespace {

struct Hash {
    std::size_t operator()(const PackedPosition& p) const noexcept {
        return static_cast<std::size_t>(mixed(p));
    }
};

bool is_mate_by(const Position& p, Color side) { return p.turn() != side && p.is_checkmate(); }

int count(const Position& p, Color c, PieceType t) { return p.men(c, t).size(); }

// Whether the material alone shows that `side` cannot mate. Pre: the position is not mate.
bool material_suffices_for_no(const Position& p, Color side) {
    const Color other = ~side;
    const auto men = [&](Color c) { return p.men(c).size() - 1; };
    if (men(side) == 0) return true;
    if (men(side) == 1 && count(p, side, PieceType::knight) == 1)
        return men(other) == count(p, other, PieceType::queen);
    if (men(side) == count(p, side, PieceType::bishop)) {
        bool light = false;
        bool dark = false;
        for (const Square s : p.men(PieceType::bishop)) (is_light(s) ? light : dark) = true;
        return !(light && dark) && p.men(PieceType::pawn).empty() &&
               p.men(PieceType::knight).empty();
    }
    return false;
}

// Whether the fact that is named holds, and not another. Pre: the position is not mate.
bool lemma_holds(MaterialLemma lemma, const Position& p, Color side) {
    const int men = p.men(side).size() - 1;
    switch (lemma) {
        case MaterialLemma::none:
            return false;
        case MaterialLemma::lone_king:
            if (men != 0) return false;
            break;
        case MaterialLemma::lone_knight:
            if (men != 1 || count(p, side, PieceType::knight) != 1) return false;
            break;
        case MaterialLemma::one_color_bishops:
            if (men == 0 || men != count(p, side, PieceType::bishop)) return false;
            break;
    }
    return material_suffices_for_no(p, side);
}

Decision verify_closed_set(const Position& root, Color side, const Argument& argument,
                           const Budget& budget) {
    std::unordered_map<PackedPosition, const RegionCertificate*, Hash> excused;
    for (const RegionCertificate& region : argument.regions)
        excused.emplace(region.position, &region);
    std::unordered_set<PackedPosition, Hash> seen{pack(root)};
    std::vector<PackedPosition> stack{pack(root)};
    std::uint64_t positions = 0;
    std::uint64_t fingerprint = 0;
    std::uint64_t steps = 0;
    while (!stack.empty()) {
        const PackedPosition packed = stack.back();
        stack.pop_back();
        if (++steps > budget.nodes) return Decision::unknown;
        if (steps % 4096 == 0 && budget.expired && budget.expired()) return Decision::unknown;
        const Position p = unpack(packed, root.rules());
        if (is_mate_by(p, side)) return Decision::no;
        if (const auto found = excused.find(packed); found != excused.end()) {
            if (!holds(*found->second, p, side)) return Decision::no;
            continue;
        }
        // A mate by the other side is counted: lemmas speak of positions still in play.
        if (!p.is_checkmate() && material_suffices_for_no(p, side)) continue;
        ++positions;
        fingerprint += mixed(packed);
        for (const Move move : p.legal_moves()) {
            const PackedPosition next = pack(p.after(move));
            if (seen.insert(next).second) stack.push_back(next);
        }
    }
    return positions == argument.positions && fingerprint == argument.fingerprint ? Decision::yes
                                                                                  : Decision::no;
}

Decision verify_argument(const Position& position, Color side, const Argument& argument,
                         const Budget& budget) {
    const auto decide = [](bool holds) { return holds ? Decision::yes : Decision::no; };
    if (is_mate_by(position, side)) return Decision::no;
    switch (argument.kind) {
        case ArgumentKind::none:
            break;
        case ArgumentKind::game_over:
            return decide(!position.has_legal_move());
        case ArgumentKind::material:
            return decide(lemma_holds(argument.lemma, position, side));
        case ArgumentKind::region:
            return decide(argument.regions.size() == 1 &&
                          holds(argument.regions.front(), position, side));
        case ArgumentKind::closed_set:
            return verify_closed_set(position, side, argument, budget);
        case ArgumentKind::partial_set:
            return verify_partial_set(position, side, argument, budget);
    }
    return Decision::no;
}

}  // namespace

bool replay(const Position& position, Color side, const std::vector<Move>& line) {
    Position p = position;
    for (const Move move : line) {
        if (!p.is_legal(move)) return false;
        p = p.after(move);
    }
    return is_mate_by(p, side);
}

Decision verify(const Position& position, Color side, const Winnable& answer,
                const Budget& budget) {
    switch (answer.decision) {
        case Decision::yes:
            return replay(position, side, answer.line) ? Decision::yes : Decision::no;
        case Decision::no:
            return verify_argument(position, side, answer.argument, budget);
        case Decision::unknown:
            break;
    }
    return Decision::unknown;
}

}  // namespace hakam
