// A beam search backwards along a skeleton of pawn moves. What pawns do is settled, so that the
// search has only to walk officers to where the next events need them and to clear their ways.
#include "unpack.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "distance.hpp"
#include "take_back.hpp"
#include "unpack_costs.hpp"

namespace hakam::retro {
namespace {

using Kind = PawnEvent::Kind;
using State = UnpackState;

struct Step {
    std::int8_t man = 0;
    std::int8_t left = -1;
    Square from = Square::a1;
    Square to = Square::a1;
    std::int16_t event = -1;
    MoveKind kind = MoveKind::normal;
};

struct Child {
    int worth = 0;
    std::uint32_t parent = 0;
    std::array<std::uint64_t, 2> hash{};
    Step step;
};

struct Trace {
    std::uint32_t parent;
    Move move;
};

class Unpacker {
public:
    Unpacker(const Diagram& diagram, const Plan& plan, const std::vector<PawnEvent>& events,
             const UnpackOptions& options, const Budget& budget, std::uint64_t& nodes)
        : diagram_{diagram},
          plan_{plan},
          events_{events},
          options_{options},
          budget_{budget},
          nodes_{nodes},
          rights_{unmoved_by_rights(diagram)},
          random_{options.seed * 0x9E3779B97F4A7C15ULL + 1},
          costs_{events, rights_, static_cast<std::uint32_t>(noise() >> 32),
                 3 + static_cast<int>(options.seed % 4) * 3} {}

    std::optional<Unpacked> run() {
        if (events_.size() > 128) return std::nullopt;
        find_needs();
        std::vector<State> layer{first()};
        std::vector<std::vector<Trace>> traces;
        int fewest = 1 << 20;
        int since = 0;
        for (int ply = 0; ply <= options_.longest; ++ply) {
            for (std::size_t i = 0; i < layer.size(); ++i) {
                const int open = layer[i].left > 0 ? 1000 + layer[i].left : costs_.still_out(layer[i]);
                if (open == 0) return result(layer[i], traces, i);
                if (open < fewest) {
                    fewest = open;
                    since = ply;
                }
            }
            if (ply > since + 40 || nodes_ >= budget_.nodes) return std::nullopt;
            if (budget_.expired && budget_.expired()) return std::nullopt;
            children_.clear();
            for (std::uint32_t i = 0; i < layer.size(); ++i) expand(layer[i], i, ply);
            choose();
            std::vector<State> next;
            std::vector<Trace> trace;
            for (const Child& child : children_) {
                trace.push_back({child.parent, move_of(layer[child.parent], child.step)});
                next.push_back(after(layer[child.parent], child.step));
                costs_.name_pairs(next.back());
            }
            if (next.empty()) return std::nullopt;
            traces.push_back(std::move(trace));
            layer = std::move(next);
        }
        return std::nullopt;
    }

private:
    /// Each event waits for the earlier ones on its files and of its man.
    void find_needs() {
        needs_.resize(events_.size());
        for (std::size_t j = 0; j < events_.size(); ++j)
            for (std::size_t i = 0; i < j; ++i) {
                const auto touches = [&](const PawnEvent& e) {
                    return 1U << index(file_of(e.from)) | 1U << index(file_of(e.to));
                };
                if ((touches(events_[i]) & touches(events_[j])) != 0) needs_[j].add(i);
            }
    }

    State first() const {
        State state;
        state.board = diagram_.board;
        state.turn = diagram_.turn;
        state.at.fill(nowhere);
        state.type.fill(PieceType::pawn);
        for (int man = 0; man < men_count; ++man) {
            const Destiny& destiny = plan_.men[slot(man)];
            if (!destiny.survives) continue;
            state.at[slot(man)] = static_cast<std::uint8_t>(index(destiny.at));
            state.type[slot(man)] = destiny.type;
            if (destiny.type == PieceType::pawn) state.pawns |= 1U << man;
        }
        state.left = static_cast<int>(events_.size());
        return state;
    }

    std::uint64_t noise() noexcept {
        std::uint64_t z = (random_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    void expand(const State& state, std::uint32_t parent, int ply) {
        const Color mover = ~state.turn;
        const Bitboard occupied = state.board.occupied();
        const Square king = state.board.men(state.turn, PieceType::king).first();
        // A check must be taken back, if need be by an uncapture that no event asks for.
        const bool any_capture = ply < 2 || state.left == 0 || !attackers(state.board, king, mover).empty();
        int set_down = -1;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            const PawnEvent& e = events_[i];
            if (state.done.has(i) || !state.done.holds(needs_[i])) continue;
            if (e.kind == Kind::set_down) {
                if (color_of_man(e.left) == state.turn && state.board.men(mover).contains(e.to))
                    set_down = static_cast<int>(i);
            } else if (color_of_man(e.man) == mover) {
                play(state, parent, static_cast<int>(i), occupied);
            }
        }
        const unsigned busy = busy_files(state);
        for (int man = first_man(mover); man < first_man(mover) + 16; ++man) {
            if (state.at[slot(man)] == nowhere) continue;
            const Square to = square(state.at[slot(man)]);
            if (rights_.contains(to)) continue;
            if ((state.pawns >> man & 1) != 0) {
                const Square from = square(index(to) - forward(mover));
                if ((busy >> index(file_of(to)) & 1) == 0 &&
                    relative_rank(mover, to) > Rank::r3 && !occupied.contains(from))
                    offer(state, parent,
                          {static_cast<std::int8_t>(man), -1, from, to, -1, MoveKind::normal});
                continue;
            }
            for (const Square from :
                 attacks::of({mover, type_of(state, man)}, to, occupied) & ~occupied) {
                const Step step{static_cast<std::int8_t>(man), -1, from, to, -1, MoveKind::normal};
                offer(state, parent, step);
                if (set_down >= 0 && events_[slot(set_down)].to == to) {
                    Step other = step;
                    other.event = static_cast<std::int16_t>(set_down);
                    other.left = events_[slot(set_down)].left;
                    offer(state, parent, other);
                }
                if (any_capture && spare_left(state)) leave_officers(state, parent, step);
            }
        }
    }

    /// Files on which something is still to happen. On the others each side has one pawn, White's
    /// below, and they may go home.
    unsigned busy_files(const State& state) const noexcept {
        unsigned busy = 0;
        for (std::size_t i = 0; i < events_.size(); ++i)
            if (!state.done.has(i))
                busy |= 1U << index(file_of(events_[i].from)) | 1U << index(file_of(events_[i].to));
        return busy;
    }

    /// Whether an officer of the side to move is missing that no event needs.
    bool spare_left(const State& state) const noexcept {
        int spare = 0;
        const int side = first_man(state.turn);
        for (int man = side; man < side + 8; ++man)
            if (state.at[slot(man)] == nowhere) ++spare;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            const PawnEvent& e = events_[i];
            if (!state.done.has(i) && e.captures && e.left < 0 &&
                color_of_man(e.man) != state.turn)
                --spare;
        }
        return spare > 0;
    }

    /// The step with each kind of missing officer left on its square.
    void leave_officers(const State& state, std::uint32_t parent, Step step) {
        unsigned seen = 0;
        const int theirs = first_man(state.turn);
        for (int man = theirs; man < theirs + 8; ++man) {
            if (state.at[slot(man)] != nowhere) continue;
            const PieceType type = type_of_man(man);
            const unsigned kind = type == PieceType::bishop
                                      ? (is_light(home_of_man(man)) ? 64U : 128U)
                                      : 1U << index(type);
            if (type == PieceType::bishop && is_light(home_of_man(man)) != is_light(step.to))
                continue;
            if ((seen & kind) != 0) continue;
            if (costs_.way_home(state, man, step.to) >= far_away) continue;
            seen |= kind;
            step.left = static_cast<std::int8_t>(man);
            offer(state, parent, step);
        }
    }

    void play(const State& state, std::uint32_t parent, int i, Bitboard occupied) {
        const PawnEvent& e = events_[slot(i)];
        if (occupied.contains(e.from)) return;
        Step step{e.man, -1, e.from, e.to, static_cast<std::int16_t>(i), MoveKind::normal};
        if (e.kind == Kind::unpromote) {
            step.kind = MoveKind::promotion;
            const int officer = officer_on(state, color_of_man(e.man), e.to);
            if (officer < 0 || !can_be_promoted(state, officer)) return;
            step.man = static_cast<std::int8_t>(officer);
        } else if (state.at[slot(e.man)] != index(e.to)) {
            return;
        }
        if (e.kind == Kind::step && std::abs(index(e.from) - index(e.to)) == 16) {
            step.kind = MoveKind::double_step;
            if (occupied.contains(square((index(e.from) + index(e.to)) / 2))) return;
        }
        if (e.captures && e.left < 0) {
            leave_officers(state, parent, step);
            return;
        }
        step.left = e.left;
        offer(state, parent, step);
    }

    void offer(const State& state, std::uint32_t parent, const Step& step) {
        ++nodes_;
        const Color mover = color_of_man(step.man);
        Board before = state.board;
        before.remove(step.to);
        const bool pawn = step.kind == MoveKind::promotion || (state.pawns >> step.man & 1) != 0;
        before.put(step.from,
                   {mover, pawn ? PieceType::pawn : type_of(state, step.man)});
        if (step.left >= 0) before.put(step.to, {~mover, type_of_man(step.left)});
        if (attackers(before, before.men(state.turn, PieceType::king).first(), mover)) return;
        State trial = after(state, step);
        costs_.name_pairs(trial);
        const int cost = costs_.weigh(trial);
        if (cost < 0) return;
        std::array<std::uint64_t, 2> hash{};
        for (int man = 0; man < men_count; ++man) {
            std::uint64_t& h = hash[slot(man / 16)];
            h = (h ^ (trial.at[slot(man)] | (trial.pawns >> man & 1) << 8 |
                      static_cast<std::uint64_t>(trial.type[slot(man)]) << 12)) *
                0x100000001B3ULL;
            h ^= h >> 31;
        }
        children_.push_back({cost * 4 + static_cast<int>(noise() % 12), parent, hash, step});
    }

    State after(const State& state, const Step& step) const noexcept {
        State next = state;
        const Color mover = color_of_man(step.man);
        next.turn = mover;
        int man = step.man;
        if (step.kind == MoveKind::promotion) {
            man = events_[slot(step.event)].man;
            rename(next, step.man, man);
            next.pawns |= 1U << man;
            next.type[slot(man)] = PieceType::pawn;
        }
        next.at[slot(man)] = static_cast<std::uint8_t>(index(step.from));
        next.board.remove(step.to);
        next.board.put(step.from, {mover, type_of(next, man)});
        if (step.left >= 0) {
            next.at[slot(step.left)] = static_cast<std::uint8_t>(index(step.to));
            next.type[slot(step.left)] = type_of_man(step.left);
            if (is_pawn_man(step.left)) next.pawns |= 1U << step.left;
            next.board.put(step.to, {~mover, type_of_man(step.left)});
        }
        if (step.event >= 0) {
            next.done.add(slot(step.event));
            --next.left;
        }
        return next;
    }

    Move move_of(const State& state, const Step& step) const noexcept {
        const bool promotion = step.kind == MoveKind::promotion;
        const PieceType shown = type_of(state, step.man);
        return Move::make(step.from, step.to, step.kind, promotion ? PieceType::pawn : shown,
                          step.left >= 0 ? index(type_of_man(step.left)) : 0,
                          promotion ? index(shown) : 0);
    }

    /// The best children, no arrangement of one side's men too often: else the idle moves of a side
    /// that has nothing to do would fill the layer.
    void choose() {
        std::sort(children_.begin(), children_.end(), [](const Child& a, const Child& b) {
            return a.worth != b.worth ? a.worth < b.worth : a.hash < b.hash;
        });
        std::unordered_set<std::uint64_t> seen;
        std::unordered_map<std::uint64_t, std::size_t> of_side;
        const std::size_t most = std::max<std::size_t>(2, options_.width / 4);
        std::size_t kept = 0;
        for (const Child& child : children_) {
            if (kept == options_.width) break;
            std::size_t& white = of_side[child.hash[0]];
            std::size_t& black = of_side[child.hash[1] ^ 0x5851F42D4C957F2DULL];
            if (white >= most || black >= most) continue;
            if (!seen.insert(child.hash[0] * 3 + child.hash[1]).second) continue;
            ++white;
            ++black;
            children_[kept++] = child;
        }
        children_.resize(kept);
    }

    Unpacked result(const State& state, const std::vector<std::vector<Trace>>& traces,
                    std::size_t i) const {
        Unpacked unpacked;
        unpacked.diagram = {state.board, state.turn, diagram_.rights, std::nullopt};
        for (int man = 0; man < men_count; ++man) {
            Destiny& destiny = unpacked.plan.men[slot(man)];
            destiny.survives = state.at[slot(man)] != nowhere;
            if (destiny.survives) destiny.at = square(state.at[slot(man)]);
            destiny.type = type_of_man(man);
            if (is_pawn_man(man)) destiny.files.push_back(static_cast<std::int8_t>(man & 7));
        }
        for (std::size_t ply = traces.size(); ply-- > 0;) {
            unpacked.moves.push_back(traces[ply][i].move);
            i = traces[ply][i].parent;
        }
        return unpacked;
    }

    const Diagram& diagram_;
    const Plan& plan_;
    const std::vector<PawnEvent>& events_;
    const UnpackOptions& options_;
    const Budget& budget_;
    std::uint64_t& nodes_;
    Bitboard rights_;
    std::uint64_t random_;
    std::vector<EventSet> needs_;
    std::vector<Child> children_;
    UnpackCosts costs_;
};

}  // namespace

std::optional<Unpacked> unpack(const Diagram& diagram, const Plan& plan,
                               const std::vector<PawnEvent>& events, const UnpackOptions& options,
                               const Budget& budget, std::uint64_t& nodes) {
    return Unpacker{diagram, plan, events, options, budget, nodes}.run();
}

}  // namespace hakam::retro
