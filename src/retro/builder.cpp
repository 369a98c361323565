// A beam search backwards. Every man of the array is an identity with its destiny, so that the
// moves still to take back can be counted: an officer walks home, a promoted man walks to its
// promotion square and becomes a pawn, a pawn walks home along its files, a man taken must first be
// set down by an uncapture. Positions from which some man cannot get home are dropped.
#include "builder.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "distance.hpp"
#include "take_back.hpp"

namespace hakam::retro {
namespace {

enum class Stage : std::uint8_t { taken, officer, pawn };

struct State {
    Board board;
    std::array<std::int8_t, 64> man_on;
    std::array<std::uint8_t, men_count> at;
    std::array<Stage, men_count> stage;
    std::array<std::uint8_t, men_count> progress;  ///< of a pawn along its files
    std::array<std::uint8_t, men_count> cost;
    Bitboard walls;
    int total = 0;
    int extra = 0;        ///< of hindrances
    bool locked = false;  ///< some man that is taken was shut in at home
    Color turn = Color::white;
};

/// One move taken back.
struct Step {
    std::int8_t man = 0;
    std::int8_t left = -1;  ///< the man set down by an uncapture
    std::uint8_t from = 0;  ///< where the man stands before the move
    std::uint8_t to = 0;
    MoveKind kind = MoveKind::normal;
};

struct Child {
    int worth = 0;
    std::uint32_t parent = 0;
    std::array<std::uint64_t, 2> hash{};  ///< of each side's men
    Step step;
};

struct Trace {
    std::uint32_t parent;
    Move move;
};

constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

class Builder {
public:
    Builder(const Diagram& diagram, const Plan& plan, const BuildOptions& options,
            const Budget& budget, std::uint64_t& nodes)
        : diagram_{diagram},
          plan_{plan},
          options_{options},
          budget_{budget},
          nodes_{nodes},
          rights_{unmoved_by_rights(diagram)},
          random_{options.seed * 0x9E3779B97F4A7C15ULL + 1} {}

    std::optional<std::vector<Move>> run() {
        std::vector<State> layer{first()};
        if (layer[0].total >= far_away * 4) return std::nullopt;
        std::vector<std::vector<Trace>> traces;
        int best = 1 << 20;
        int best_ply = 0;
        for (int ply = 0; ply <= options_.longest; ++ply) {
            for (std::size_t i = 0; i < layer.size(); ++i)
                if (layer[i].total == 0 && layer[i].turn == Color::white)
                    return game(traces, i);
            if (budget_.expired && budget_.expired()) return std::nullopt;
            if (nodes_ >= budget_.nodes) return std::nullopt;
            children_.clear();
            for (std::uint32_t i = 0; i < layer.size(); ++i) expand(layer[i], i, ply == 0);
            choose();
            if (children_.empty()) return std::nullopt;
            if (children_[0].worth / 8 < best) {
                best = children_[0].worth / 8;
                best_ply = ply;
            }
            if (ply > best_ply + 50) return std::nullopt;
            std::vector<State> next;
            std::vector<Trace> trace;
            next.reserve(children_.size());
            for (const Child& child : children_) {
                const State& before = layer[child.parent];
                trace.push_back({child.parent, move_of(before, child.step)});
                next.push_back(after(before, child.step));
            }
            traces.push_back(std::move(trace));
            layer = std::move(next);
        }
        return std::nullopt;
    }

private:
    static PieceType shown(const Destiny& destiny, int man) noexcept {
        return destiny.survives ? destiny.type : type_of_man(man);
    }

    State first() {
        State state;
        state.board = diagram_.board;
        state.turn = diagram_.turn;
        state.man_on.fill(-1);
        state.at.fill(64);
        state.stage.fill(Stage::taken);
        state.progress.fill(0);
        for (int man = 0; man < men_count; ++man) {
            const Destiny& destiny = plan_.men[at(man)];
            if (!destiny.survives) continue;
            state.at[at(man)] = static_cast<std::uint8_t>(index(destiny.at));
            state.man_on[at(index(destiny.at))] = static_cast<std::int8_t>(man);
            state.stage[at(man)] =
                destiny.type == PieceType::pawn ? Stage::pawn : Stage::officer;
        }
        weigh(state);
        return state;
    }

    PieceType type_now(const State& state, int man) const noexcept {
        return state.stage[at(man)] == Stage::pawn ? PieceType::pawn : shown(plan_.men[at(man)], man);
    }

    /// Pawns at home and what they shut in: none of it moves in the game before.
    Bitboard walls_of(const State& state) const noexcept {
        Bitboard walls = rights_;
        for (const int c : {0, 16})
            for (int f = 0; f < 8; ++f) {
                const int man = c + 8 + f;
                const Square home = home_of_man(man);
                if (state.stage[at(man)] == Stage::pawn && state.at[at(man)] == index(home))
                    walls |= home;
            }
        for (const int man : {2, 5, 18, 21}) {
            const Square home = home_of_man(man);
            if (state.at[at(man)] == index(home) &&
                (attacks::bishop(home, Bitboard::all()) & ~walls).empty())
                walls |= home;
        }
        return walls;
    }

    struct Walled {
        std::array<std::array<std::uint8_t, 64>, 16> home;               // officers of the array
        std::array<std::array<std::array<std::uint8_t, 64>, 8>, 10> last;  // colour * 5 + type, file
        std::array<bool, 16> home_known{};
        std::array<std::array<bool, 8>, 10> last_known{};
    };

    static int officer_number(int man) noexcept { return man < 16 ? man : man - 8; }
    static int kind_number(Color c, PieceType t) noexcept {
        const int k = t == PieceType::knight ? 0 : t == PieceType::bishop ? 1 : t == PieceType::rook ? 2 : 3;
        return index(c) * 5 + k;
    }

    int officer_distance(Bitboard walls, int man, int s) {
        if (walls != last_walls_ || last_walled_ == nullptr) {
            last_walls_ = walls;
            last_walled_ = &walled_[walls.bits()];
        }
        Walled& walled = *last_walled_;
        const Color c = color_of_man(man);
        const Destiny& destiny = plan_.men[at(man)];
        if (!is_pawn_man(man)) {
            const auto n = at(officer_number(man));
            if (!walled.home_known[n]) {
                walled.home_known[n] = true;
                Bitboard shunned;
                if (type_of_man(man) == PieceType::king)
                    shunned = attacks::pawns(~c, walls & Bitboard::of(c == Color::white ? Rank::r7 : Rank::r2));
                walled.home[n] =
                    distances_to({c, type_of_man(man)}, home_of_man(man), walls, shunned);
            }
            return walled.home[n][at(s)];
        }
        const auto kind = at(kind_number(c, destiny.type));
        const auto f = at(destiny.files.front());
        if (!walled.last_known[kind][f]) {
            walled.last_known[kind][f] = true;
            walled.last[kind][f] =
                distances_to({c, destiny.type},
                             square(static_cast<File>(destiny.files.front()), back_rank(~c)), walls, {});
        }
        return walled.last[kind][f][at(s)];
    }

    /// Moves from relative rank index `rank` (0-7) down to the second with `changes` to come.
    static int pawn_moves(int rank, int changes) noexcept {
        const int steps = rank - 1;
        if (steps < changes) return far_away;
        return steps - (steps - changes >= 2 ? 1 : 0);
    }

    /// 0 if some enemy officer stands where this pawn, taken, could be set down, else 1.
    int near(const State& state, int man) const noexcept {
        const Destiny& destiny = plan_.men[at(man)];
        if (destiny.taken_by >= 0) return 0;
        const Color c = color_of_man(man);
        const int low = 1 + static_cast<int>(destiny.takes.size());
        const int theirs = first_man(~c);
        for (int other = theirs; other < theirs + 16; ++other) {
            if (state.stage[at(other)] != Stage::officer) continue;
            const Square s = square(state.at[at(other)]);
            const int rank = index(relative_rank(c, s));
            if (index(file_of(s)) == destiny.files.front() && rank >= low && rank <= 6) return 0;
        }
        return 1;
    }

    /// A man that was shut in at home must be set down there: an enemy officer has to come by.
    int taken_cost(const State& state, int man, Bitboard walls) {
        const Square home = home_of_man(man);
        const PieceType type = type_of_man(man);
        const Bitboard exits = type == PieceType::knight ? attacks::knight(home)
                               : type == PieceType::bishop ? attacks::bishop(home, Bitboard::all())
                               : type == PieceType::rook   ? attacks::rook(home, Bitboard::all())
                                                           : attacks::king(home);
        if (!(exits & ~walls).empty()) return 5;
        int best = far_away;
        const Color theirs = ~color_of_man(man);
        for (int other = first_man(theirs); other < first_man(theirs) + 16; ++other) {
            if (state.stage[at(other)] != Stage::officer) continue;
            const PieceType shown_type = shown(plan_.men[at(other)], other);
            auto& table = visits_[walls.bits() ^ (at(man) * 8 + at(index(shown_type))) *
                                                     0x9E3779B97F4A7C15ULL];
            if (table.empty()) {
                const auto found = distances_to({theirs, shown_type}, home, walls, {});
                table.assign(found.begin(), found.end());
            }
            best = std::min<int>(best, table[state.at[at(other)]]);
        }
        return std::min(far_away - 1, 12 + best);
    }

    int cost_of(const State& state, int man, Bitboard walls) {
        const Destiny& destiny = plan_.men[at(man)];
        const int changes =
            static_cast<int>(destiny.takes.size()) - static_cast<int>(state.progress[at(man)]);
        switch (state.stage[at(man)]) {
            case Stage::taken:
                return is_pawn_man(man) ? 5 + near(state, man) : taken_cost(state, man, walls);
            case Stage::pawn:
                return pawn_moves(index(relative_rank(color_of_man(man), square(state.at[at(man)]))),
                                  changes);
            case Stage::officer:
                break;
        }
        const int way = officer_distance(walls, man, state.at[at(man)]);
        if (way >= far_away) return far_away;
        if (!is_pawn_man(man)) return way;
        // A pawn at home below the promotion square leaves only a promotion by a capture.
        const Color c = color_of_man(man);
        const Rank seventh = c == Color::white ? Rank::r7 : Rank::r2;
        if (walls.contains(square(static_cast<File>(destiny.files.front()), seventh)) &&
            (destiny.takes.empty() || destiny.takes[0] >= 0 ||
             walls.contains(square(static_cast<File>(destiny.files[1]), seventh))))
            return far_away;
        return way + 1 + pawn_moves(6, std::max(0, changes - 1));
    }

    /// What stands in the way of men that have still to become pawns: an officer already at home on
    /// the promotion square, a king that the pawn before it would have attacked. A king at home too
    /// early is in the way in other manners too, so that its way home counts half for so long.
    int hindrance(const State& state) const noexcept {
        int result = 0;
        for (const Color c : colors) {
            const int king = first_man(~c) + 4;
            bool some = false;
            for (int man = first_man(c) + 8; man < first_man(c) + 16; ++man) {
                if (state.stage[at(man)] != Stage::officer) continue;
                some = true;
                const int f = plan_.men[at(man)].files.front();
                const int s = index(square(static_cast<File>(f), back_rank(~c)));
                const int own = first_man(~c) + f;
                if (state.stage[at(own)] == Stage::officer && state.at[at(own)] == s) result += 2;
                if (state.at[at(king)] == s - 1 && f > 0) result += 3;
                if (state.at[at(king)] == s + 1 && f < 7) result += 3;
            }
            if (some) result -= state.cost[at(king)] / 2;
        }
        return result;
    }

    void weigh(State& state) {
        state.walls = walls_of(state);
        state.total = 0;
        state.locked = false;
        for (int man = 0; man < men_count; ++man) {
            const int cost = cost_of(state, man, state.walls);
            state.cost[at(man)] = static_cast<std::uint8_t>(cost);
            state.locked |= state.stage[at(man)] == Stage::taken &&
                            (cost > 5 || is_pawn_man(man));
            state.total += cost >= far_away ? far_away * 4 : cost;
        }
        state.extra = hindrance(state);
    }

    std::uint64_t noise() noexcept {
        std::uint64_t z = (random_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    void expand(const State& state, std::uint32_t parent, bool first) {
        const Color mover = ~state.turn;
        if (first && diagram_.en_passant) {
            const int up = forward(mover);
            const int to = index(*diagram_.en_passant) + up;
            const int man = state.man_on[at(to)];
            if (man >= 0)
                offer(state, parent,
                      {static_cast<std::int8_t>(man), -1, static_cast<std::uint8_t>(to - 2 * up),
                       static_cast<std::uint8_t>(to), MoveKind::double_step});
            return;
        }
        const Bitboard occupied = state.board.occupied();
        for (int man = first_man(mover); man < first_man(mover) + 16; ++man) {
            if (state.stage[at(man)] == Stage::taken) continue;
            const Square s = square(state.at[at(man)]);
            if (state.walls.contains(s)) continue;
            if (state.stage[at(man)] == Stage::officer)
                officer(state, parent, man, s, occupied);
            else
                pawn(state, parent, man, s, occupied, first);
        }
    }

    void officer(const State& state, std::uint32_t parent, int man, Square s, Bitboard occupied) {
        const Color c = color_of_man(man);
        const Destiny& destiny = plan_.men[at(man)];
        for (const Square from : attacks::of({c, shown(destiny, man)}, s, occupied) & ~occupied) {
            step(state, parent, man, from, s, MoveKind::normal);
            uncapture(state, parent, man, from, s, MoveKind::normal, -1);
        }
        if (!is_pawn_man(man) || relative_rank(c, s) != Rank::r8 ||
            index(file_of(s)) != destiny.files.front())
            return;
        const Square below = square(index(s) - forward(c));
        const bool straight = 6 - 1 >= static_cast<int>(destiny.takes.size());
        if (straight && !occupied.contains(below))
            step(state, parent, man, below, s, MoveKind::promotion);
        if (!destiny.takes.empty()) {
            const Square from = square(static_cast<File>(destiny.files[1]), rank_of(below));
            if (!occupied.contains(from) && destiny.takes[0] < 0)
                uncapture(state, parent, man, from, s, MoveKind::promotion, -1);
        }
    }

    void pawn(const State& state, std::uint32_t parent, int man, Square s, Bitboard occupied,
              bool first) {
        const Color c = color_of_man(man);
        const Destiny& destiny = plan_.men[at(man)];
        const int rank = index(relative_rank(c, s));
        const int done = state.progress[at(man)];
        const int changes = static_cast<int>(destiny.takes.size()) - done;
        if (rank <= 1) return;
        const Square below = square(index(s) - forward(c));
        if (!occupied.contains(below)) {
            if (rank - 2 >= changes) step(state, parent, man, below, s, MoveKind::normal);
            const Square two = square(index(below) - forward(c) * (rank >= 3 ? 1 : 0));
            if (rank == 3 && changes == 0 && !occupied.contains(two) && !first)
                step(state, parent, man, two, s, MoveKind::double_step);
        }
        if (changes > 0) {
            const Square from = square(static_cast<File>(destiny.files[at(done + 1)]), rank_of(below));
            if (!occupied.contains(from) && rank - 2 >= changes - 1)
                uncapture(state, parent, man, from, s, MoveKind::normal, destiny.takes[at(done)]);
        }
    }

    void step(const State& state, std::uint32_t parent, int man, Square from, Square to,
              MoveKind kind) {
        offer(state, parent,
              {static_cast<std::int8_t>(man), -1, static_cast<std::uint8_t>(index(from)),
               static_cast<std::uint8_t>(index(to)), kind});
    }

    /// `wanted`: the pawn to be set down, or -1 for any man that may be taken by anybody.
    void uncapture(const State& state, std::uint32_t parent, int man, Square from, Square to,
                   MoveKind kind, int wanted) {
        const Color theirs = ~color_of_man(man);
        bool seen[8] = {};
        for (int left = first_man(theirs); left < first_man(theirs) + 16; ++left) {
            if (state.stage[at(left)] != Stage::taken) continue;
            const Destiny& destiny = plan_.men[at(left)];
            if (wanted >= 0 ? left != wanted : destiny.taken_by >= 0) continue;
            if (is_pawn_man(left)) {
                const int rank = index(relative_rank(theirs, to));
                if (rank == 0 || rank == 7 || index(file_of(to)) != destiny.files.front() ||
                    rank - 1 < static_cast<int>(destiny.takes.size()))
                    continue;
            } else {
                const auto type = at(index(type_of_man(left)));
                if (officer_distance(state.walls, left, index(to)) >= far_away) continue;
                if (type_of_man(left) == PieceType::knight && seen[type]) continue;
                seen[type] = true;
            }
            offer(state, parent,
                  {static_cast<std::int8_t>(man), static_cast<std::int8_t>(left),
                   static_cast<std::uint8_t>(index(from)), static_cast<std::uint8_t>(index(to)),
                   kind});
        }
    }

    void offer(const State& state, std::uint32_t parent, const Step& one) {
        ++nodes_;
        const Color mover = color_of_man(one.man);
        const bool was_pawn =
            state.stage[at(one.man)] == Stage::pawn || one.kind == MoveKind::promotion;
        Board before = state.board;
        before.remove(square(one.to));
        before.put(square(one.from),
                   {mover, was_pawn ? PieceType::pawn : shown(plan_.men[at(one.man)], one.man)});
        if (one.left >= 0) before.put(square(one.to), {~mover, type_of_man(one.left)});
        if (attackers(before, before.men(state.turn, PieceType::king).first(), mover)) return;
        State& trial = trial_;
        trial.at = state.at;
        trial.stage = state.stage;
        trial.progress = state.progress;
        apply(trial, one);
        trial.cost = state.cost;
        int total = 0;
        const bool walls_change =
            trial.stage[at(one.man)] == Stage::pawn
                ? index(relative_rank(mover, square(one.from))) == 1
                : (type_of_man(one.man) == PieceType::bishop ||
                   (one.left >= 0));
        const Bitboard walls = walls_change || one.left >= 0 ? walls_of(trial) : state.walls;
        if (walls == state.walls && !state.locked) {
            const int cost = cost_of(trial, one.man, walls);
            if (cost >= far_away) return;
            total = state.total - state.cost[at(one.man)] + cost;
            trial.cost[at(one.man)] = static_cast<std::uint8_t>(cost);
            if (one.left >= 0) {
                const int set_down = cost_of(trial, one.left, walls);
                if (set_down >= far_away) return;
                total += set_down - state.cost[at(one.left)];
            }
        } else {
            for (int man = 0; man < men_count; ++man) {
                const int cost = cost_of(trial, man, walls);
                if (cost >= far_away) return;
                trial.cost[at(man)] = static_cast<std::uint8_t>(cost);
                total += cost;
            }
        }
        if (was_pawn && crossed(trial, one.man)) return;
        if (one.left >= 0 && is_pawn_man(one.left) && crossed(trial, one.left)) return;
        if (total < 12 && stuck_parity(trial, ~state.turn)) return;
        std::array<std::uint64_t, 2> hash{};
        for (int man = 0; man < men_count; ++man) {
            const std::uint64_t v = static_cast<std::uint64_t>(trial.at[at(man)]) |
                                    static_cast<std::uint64_t>(trial.stage[at(man)]) << 8 |
                                    static_cast<std::uint64_t>(trial.progress[at(man)]) << 12;
            std::uint64_t& h = hash[at(man / 16)];
            h = (h ^ v) * 0x100000001B3ULL;
            h ^= h >> 31;
        }
        children_.push_back(
            {(total + hindrance(trial)) * 8 + static_cast<int>(noise() % 12), parent, hash, one});
    }

    void apply(State& state, const Step& one) const noexcept {
        state.at[at(one.man)] = one.from;
        if (one.kind == MoveKind::promotion) state.stage[at(one.man)] = Stage::pawn;
        if (state.stage[at(one.man)] == Stage::pawn && (one.from & 7) != (one.to & 7))
            ++state.progress[at(one.man)];
        if (one.left >= 0) {
            state.at[at(one.left)] = one.to;
            state.stage[at(one.left)] = is_pawn_man(one.left) ? Stage::pawn : Stage::officer;
        }
    }

    /// Whether pawn `man`, now on its home file for good, has cut off an enemy pawn of that file: it
    /// stands on the wrong side of it, or is still to be unmade on the first rank beyond.
    bool crossed(const State& state, int man) const noexcept {
        const Destiny& mine = plan_.men[at(man)];
        if (state.stage[at(man)] != Stage::pawn || state.progress[at(man)] < mine.takes.size())
            return false;
        const int other = man < 16 ? man + 16 : man - 16;  // the enemy pawn of the same file
        const Destiny& theirs = plan_.men[at(other)];
        if (state.stage[at(other)] == Stage::taken ||
            state.progress[at(other)] < theirs.takes.size())
            return false;
        if (state.stage[at(other)] == Stage::officer) return true;
        return man < 16 ? state.at[at(man)] > state.at[at(other)]
                        : state.at[at(man)] < state.at[at(other)];
    }

    /// All pawns are at home, so that only knights and rooks of corners are left to move: whether
    /// the turn can still come right.
    bool stuck_parity(const State& state, Color turn) const noexcept {
        int parity = 0;
        for (int man = 0; man < men_count; ++man) {
            const bool home = state.at[at(man)] == index(home_of_man(man));
            const PieceType type = type_of_man(man);
            if (state.stage[at(man)] == Stage::taken) return false;
            if (type == PieceType::knight || type == PieceType::rook) {
                if (type == PieceType::rook &&
                    (file_of(square(state.at[at(man)])) != file_of(home_of_man(man))) != !home)
                    return false;
                if (type == PieceType::rook && !home &&
                    rank_of(square(state.at[at(man)])) != back_rank(color_of_man(man)))
                    return false;
                parity ^= is_light(square(state.at[at(man)])) ? 1 : 0;
                parity ^= is_light(home_of_man(man)) ? 1 : 0;
            } else if (!home) {
                return false;
            }
        }
        return parity != index(turn);
    }

    /// Keeps the best children, each position once, and no arrangement of one side's men too often:
    /// else the idle moves of a side that has nothing to do would fill the layer.
    void choose() {
        std::sort(children_.begin(), children_.end(), [](const Child& a, const Child& b) {
            return a.worth != b.worth ? a.worth < b.worth : a.hash < b.hash;
        });
        std::unordered_set<std::uint64_t> seen;
        std::unordered_map<std::uint64_t, std::size_t> of_side;
        const std::size_t most = std::max<std::size_t>(2, options_.width / 10);
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

    State after(const State& before, const Step& one) {
        State state = before;
        const Color mover = color_of_man(one.man);
        apply(state, one);
        state.man_on[one.to] = one.left;
        state.man_on[one.from] = one.man;
        state.board.remove(square(one.to));
        state.board.put(square(one.from), {mover, type_now(state, one.man)});
        if (one.left >= 0) state.board.put(square(one.to), {~mover, type_of_man(one.left)});
        state.turn = mover;
        weigh(state);
        return state;
    }

    Move move_of(const State& state, const Step& one) const noexcept {
        const bool promotion = one.kind == MoveKind::promotion;
        const PieceType shown_type = type_now(state, one.man);
        return Move::make(square(one.from), square(one.to), one.kind,
                          promotion ? PieceType::pawn : shown_type,
                          one.left >= 0 ? index(type_of_man(one.left)) : 0,
                          promotion ? index(shown_type) : 0);
    }

    std::vector<Move> game(const std::vector<std::vector<Trace>>& traces, std::size_t i) const {
        std::vector<Move> moves;
        for (std::size_t ply = traces.size(); ply-- > 0;) {
            moves.push_back(traces[ply][i].move);
            i = traces[ply][i].parent;
        }
        return moves;
    }

    const Diagram& diagram_;
    const Plan& plan_;
    const BuildOptions& options_;
    const Budget& budget_;
    std::uint64_t& nodes_;
    Bitboard rights_;
    std::uint64_t random_;
    State trial_;
    std::vector<Child> children_;
    std::unordered_map<std::uint64_t, Walled> walled_;
    Bitboard last_walls_;
    Walled* last_walled_ = nullptr;
    std::unordered_map<std::uint64_t, std::vector<std::uint8_t>> visits_;
};

}  // namespace

std::optional<std::vector<Move>> build(const Diagram& diagram, const Plan& plan,
                                       const BuildOptions& options, const Budget& budget,
                                       std::uint64_t& nodes) {
    return Builder{diagram, plan, options, budget, nodes}.run();
}

}  // namespace hakam::retro
