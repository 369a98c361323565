#include "hakam/solve/winnable.hpp"

#include <algorithm>
#include <array>

#include "dive.hpp"
#include "hakam/core/attacks.hpp"
#include "hakam/solve/dead_position.hpp"
#include "material.hpp"
#include "minor_dive.hpp"
#include "region.hpp"
#include "search.hpp"
#include "straight.hpp"

namespace hakam {
namespace {

using solve::Meter;
using solve::RegionProver;
using solve::Search;

// Dives start only where the budget allows so many positions.
constexpr std::uint64_t dive_nodes = 2000;
constexpr int most_dives = 4;
constexpr int drawn_dives = 150;
constexpr std::uint64_t small_nodes = 2000;
constexpr std::size_t most_pictures = 12;  // of mates by a bishop or knight, for greedy games
constexpr int picture_noise[] = {0, 8, 16};
constexpr std::size_t most_searches = 6;  // for one picture
constexpr std::uint64_t picture_nodes = 3000;

// What the men on the board say: the end of the game and the lemmas.
bool answered_by_material(const Position& position, Color side, Winnable& answer) {
    if (!position.has_legal_move()) {
        if (position.is_check() && position.turn() != side) {
            answer.decision = Decision::yes;
        } else {
            answer.decision = Decision::no;
            answer.argument.kind = ArgumentKind::game_over;
        }
        return true;
    }
    const MaterialLemma lemma = solve::material_lemma(position.board(), side);
    if (lemma == MaterialLemma::none) return false;
    answer.decision = Decision::no;
    answer.argument.kind = ArgumentKind::material;
    answer.argument.lemma = lemma;
    return true;
}

bool answered_by_one_layer(const Position& position, Color side, Winnable& answer) {
    RegionProver prover{position, side};
    if (!prover.prove_lumped()) return false;
    answer.decision = Decision::no;
    answer.argument.kind = ArgumentKind::region;
    answer.argument.regions.push_back(prover.certificate());
    return true;
}

// What can be said without a search.
bool answered_at_once(const Position& position, Color side, Winnable& answer) {
    return answered_by_material(position, side, answer) ||
           answered_by_one_layer(position, side, answer);
}

// Whether the next dive finds a line; its positions count like any others.
bool answered_by(solve::Dive& dive, bool (solve::Dive::*next)(), Winnable& answer) {
    const std::uint64_t before = dive.nodes();
    const bool found = (dive.*next)();
    answer.nodes += dive.nodes() - before;
    if (!found) return false;
    answer.decision = Decision::yes;
    answer.line = dive.line();
    return true;
}

// A plan that needs no search.
bool answered_by_plan(const Position& position, Color side, Winnable& answer) {
    const solve::StraightLine line = solve::straight_mate(position, side);
    if (line.empty()) return false;
    answer.decision = Decision::yes;
    answer.line.assign(line.begin(), line.end());
    answer.nodes = line.size();
    return true;
}

// A free queen or rook: no layer will hold, so that a dive comes first.
bool is_at_large(const Position& position, Color side) {
    for (const Square s : position.board().straight_sliders() & position.men(side))
        if ((attacks::rook(s, position.occupied()) & ~position.men(side)).size() > 2) return true;
    return false;
}

// A search of few positions without the prover: it ends most endgames that dives do not.
bool answered_by_small_search(const Position& position, Color side, const Budget& budget,
                              Winnable& answer) {
    if (answer.nodes + small_nodes > budget.nodes) return false;
    Budget small = budget;
    small.nodes = small_nodes;
    Meter meter{small};
    return Search{position, meter}.run_plainly(side, answer);
}

// Whether split layers prove a "no".
bool answered_by_layers(const Position& position, Color side, Winnable& answer) {
    RegionProver prover{position, side};
    if (!prover.prove_split(300)) return false;
    answer.decision = Decision::no;
    answer.argument.kind = ArgumentKind::region;
    answer.argument.regions.push_back(prover.certificate());
    return true;
}

// A bishop or knight alone mates in pictures of one kind: the nearest are tried one by one.
bool answered_by_pictures(const Position& position, Color side, const Budget& budget,
                          Winnable& answer) {
    const auto pictures = solve::minor_pictures(position, side, most_pictures);
    for (const int noise : picture_noise)
        for (const solve::MinorPicture picture : pictures) {
            if (answer.nodes + dive_nodes > budget.nodes) return false;
            solve::MinorDive dive = solve::minor_dive(position, side, picture, noise);
            answer.nodes += dive.nodes;
            if (dive.line.empty()) continue;
            answer.decision = Decision::yes;
            answer.line = std::move(dive.line);
            return true;
        }
    for (std::size_t n = 0; n < std::min(pictures.size(), most_searches); ++n) {
        if (answer.nodes + picture_nodes > budget.nodes) return false;
        if (budget.expired && budget.expired()) return false;
        Budget small = budget;
        small.nodes = picture_nodes;
        Meter meter{small};
        if (Search{position, meter}.run_to(pictures[n], side, answer)) return true;
    }
    return false;
}

// All that comes before the search of the graph, the likeliest first.
bool answered_early(const Position& position, Color side, const Budget& budget, Winnable& answer) {
    if (answered_by_material(position, side, answer)) return true;
    const bool dives = budget.nodes >= dive_nodes && solve::Dive::may_find(position, side);
    if (dives && answered_by_plan(position, side, answer)) return true;
    solve::Dive dive{position, side};
    int dived = 0;
    if (dives && is_at_large(position, side)) {
        if (answered_by(dive, &solve::Dive::next, answer)) return true;
        ++dived;
    }
    if (answered_by_one_layer(position, side, answer)) return true;
    for (; dives && dived < most_dives; ++dived)
        if (answered_by(dive, &solve::Dive::next, answer)) return true;
    if (answered_by_pictures(position, side, budget, answer) ||
        answered_by_small_search(position, side, budget, answer) ||
        answered_by_layers(position, side, answer))
        return true;
    for (int n = 0; dives && n < drawn_dives; ++n) {
        if (answer.nodes + dive_nodes > budget.nodes || (budget.expired && budget.expired()))
            return false;
        if (answered_by(dive, &solve::Dive::next_drawn, answer)) return true;
    }
    return false;
}

// A walk along forced lines: a "no" if they all end where nothing more need be looked at.
class Forced {
public:
    explicit Forced(Color side) : side_{side} {}

    bool is_no(const Position& position) {
        Winnable answer;
        if (answered_cheaply(position, answer)) return answer.decision == Decision::no;
        return follow(position);
    }

private:
    // A layer takes most of the time, so it is not tried where it can hardly hold.
    bool answered_cheaply(const Position& position, Winnable& answer) const {
        return answered_by_material(position, side_, answer) ||
               (!is_at_large(position, side_) && answered_by_one_layer(position, side_, answer));
    }
    // Pre: the position does not speak for itself.
    bool follow(const Position& position) {
        if (seen_ == seen_keys_.size()) return false;
        const auto end = seen_keys_.begin() + static_cast<std::ptrdiff_t>(seen_);
        const PackedPosition packed = pack(position);
        if (std::find(seen_keys_.begin(), end, packed) != end) return true;
        seen_keys_[seen_++] = packed;
        const MoveList moves = position.legal_moves();
        if (moves.size() > most_moves) return false;
        for (const Move move : moves) {
            const Position next = position.after(move);
            Winnable answer;
            // Only captures and pawn moves change what a static argument sees.
            if (move.resets_clock() ? answered_cheaply(next, answer) : ended(next, answer)) {
                if (answer.decision == Decision::yes) return false;
            } else if (!follow(next)) {
                return false;
            }
        }
        return true;
    }
    bool ended(const Position& next, Winnable& answer) const {
        if (next.has_legal_move()) return false;
        answer.decision = next.is_check() && next.turn() != side_ ? Decision::yes : Decision::no;
        return true;
    }

    static constexpr std::size_t most_moves = 6;
    Color side_;
    std::array<PackedPosition, 24> seen_keys_;
    std::size_t seen_ = 0;
};

}  // namespace

Winnable winnable(const Position& position, Color side, const Budget& budget) {
    Winnable answer;
    if (answered_early(position, side, budget, answer)) return answer;
    Meter meter{budget, answer.nodes};
    Search search{position, meter};
    search.run(side, Search::Order::best_first, answer);
    return answer;
}

BothWinnable winnable_both(const Position& position, const Budget& budget) {
    // Two searches that know nothing of each other: what one visits for its winner is often what
    // the other could have closed with a proof.
    return {winnable(position, Color::white, budget), winnable(position, Color::black, budget)};
}

Winnable shortest_mate(const Position& position, Color side, const Budget& budget) {
    Winnable answer;
    if (answered_at_once(position, side, answer)) return answer;
    Meter meter{budget};
    Search search{position, meter};
    search.run(side, Search::Order::breadth_first, answer);
    return answer;
}

bool certainly_unwinnable(const Position& position, Color side) {
    return Forced{side}.is_no(position);
}

DeadPosition dead_position(const Position& position, const Budget& budget) {
    DeadPosition result;
    const auto of = [&](Color side) -> Winnable& {
        return side == Color::white ? result.white : result.black;
    };
    bool all_no = true;
    // The side that has just moved is in most positions the one that is closer to mate.
    for (const Color side : {~position.turn(), position.turn()}) {
        of(side) = winnable(position, side, budget);
        if (of(side).decision == Decision::yes) {
            result.dead = Decision::no;
            return result;
        }
        all_no = all_no && of(side).decision == Decision::no;
    }
    if (all_no) result.dead = Decision::yes;
    return result;
}

Decision is_dead(const Position& position, const Budget& budget) {
    return dead_position(position, budget).dead;
}

bool certainly_dead(const Position& position) {
    return certainly_unwinnable(position, Color::white) &&
           certainly_unwinnable(position, Color::black);
}

}  // namespace hakam
