// First each side alone: which man becomes which man of the target, within its moves. Then both
// together: men that cannot move are walls, walls make ways longer, longer ways make more men
// unable to move. Last who takes whom where, as long as the sharings out are not too many.
#include "strategy.hpp"

#include <algorithm>
#include <memory>

namespace hakam::retro {
namespace {

constexpr std::size_t most_sharings = 200'000;
constexpr std::size_t most_plans = 6'000;

constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
constexpr std::size_t at(Square s) noexcept { return static_cast<std::size_t>(index(s)); }
constexpr std::size_t at(PieceType t) noexcept { return static_cast<std::size_t>(index(t)); }

/// Squares that a man standing on `s` for ever attacks for ever.
Bitboard always_attacked(Piece man, Square s) noexcept {
    switch (man.type) {
        case PieceType::pawn: return attacks::pawn(man.color, s);
        case PieceType::knight: return attacks::knight(s);
        case PieceType::bishop: return attacks::bishop(s, Bitboard::all());
        case PieceType::rook: return attacks::rook(s, Bitboard::all());
        case PieceType::queen:
        case PieceType::king: return attacks::king(s);
    }
    return {};
}

/// Where men of a type give a check to a king on `s` that can be met only by taking them.
Bitboard checking_squares(Color by, PieceType type, Square s) noexcept {
    return type == PieceType::king ? Bitboard{}
                                   : always_attacked({type == PieceType::pawn ? ~by : by, type}, s);
}

/// How one side shares out its men.
struct Sharing {
    std::array<std::int8_t, 16> goal{};  ///< index of a square of the target; -1: taken
    std::optional<Wing> castles;
    int moves = 0;
    int pawn_captures = 0;
};

struct Side {
    Color color{};
    std::vector<int> men;         ///< numbers of travellers
    std::vector<Square> goals;
    /// [castling option][man][goal]: fewest moves; option 0 none, 1 king's wing, 2 queen's wing.
    std::array<std::vector<std::vector<std::uint8_t>>, 3> cost;
    std::array<bool, 3> option{};
    std::vector<Sharing> sharings;
    bool too_many = false;
};

std::optional<Wing> wing_of(std::size_t option) noexcept {
    if (option == 0) return std::nullopt;
    return option == 1 ? Wing::king : Wing::queen;
}

}  // namespace

struct Planner::Inside {
    StrategyQuestion question;
    int longest;
    std::vector<Traveller> men;
    std::array<Side, 2> sides;
    Bitboard always_walls;
    bool possible = true;
    std::array<std::size_t, 2> taken{};  ///< men of each side that are taken

    // Of the strategy at hand.
    Strategy now;
    const Budget* budget = nullptr;
    const std::function<bool(const Strategy&)>* play = nullptr;
    bool stopped = false;

    Inside(const StrategyQuestion& q, int longest_game) : question{q}, longest{longest_game} {
        const Board& start = q.start.board();
        for (const Color c : colors) {
            Side& side = sides[at(index(c))];
            side.color = c;
            for (const Square s : start.men(c)) {
                side.men.push_back(static_cast<int>(men.size()));
                men.push_back({c, start.at(s)->type, s});
            }
            for (const Square s : q.target.men(c)) side.goals.push_back(s);
            possible &= side.goals.size() <= side.men.size() && side.men.size() <= 16;
            possible &= q.target.men(c, PieceType::king).size() == 1;
            possible &= q.target.men(c, PieceType::pawn).size() <=
                        start.men(c, PieceType::pawn).size();
            taken[at(index(c))] = side.men.size() - std::min(side.men.size(), side.goals.size());
            const Rank second = c == Color::white ? Rank::r2 : Rank::r7;
            const Bitboard homes = q.target.men(c, PieceType::pawn) & Bitboard::of(second);
            possible &= (homes & ~start.men(c, PieceType::pawn)).empty();
            always_walls |= homes;
            for (const Square rook : q.kept & Bitboard::of(back_rank(c))) {
                possible &= q.start.castling().rooks().contains(rook) &&
                            q.target.at(rook) == Piece{c, PieceType::rook} &&
                            q.target.men(c, PieceType::king) == start.men(c, PieceType::king);
                always_walls |= rook;
                always_walls |= q.start.king(c);
            }
        }
        if (!possible) return;
        for (Side& side : sides) fill_costs(side);
    }

    std::array<Bitboard, 8> shunned_by(Color c, Bitboard walls) const {
        std::array<Bitboard, 8> shunned{};
        for (const Traveller& man : men) {
            if (man.color == c || !walls.contains(man.home)) continue;
            const Piece piece{man.color, man.type};
            shunned[at(PieceType::king)] |= always_attacked(piece, man.home);
            if (man.type != PieceType::king) continue;
            for (const PieceType t : piece_types)
                if (t != PieceType::king) shunned[at(t)] |= checking_squares(c, t, man.home);
        }
        return shunned;
    }

    void fill_costs(Side& side) {
        const auto shunned = shunned_by(side.color, always_walls);
        const CastlingRights rights = question.start.castling();
        const Square king = question.start.king(side.color);
        for (std::size_t option = 0; option < 3; ++option) {
            const auto wing = wing_of(option);
            std::optional<Square> rook;
            side.option[option] = true;
            if (wing) {
                rook = CastlingRights{rights.rooks(side.color)}.rook(king, *wing);
                const Bitboard row =
                    rook ? attacks::between(king, *rook) & always_walls : Bitboard{};
                side.option[option] = rook && row.empty() && !always_walls.contains(*rook) &&
                                      !always_walls.contains(king);
            }
            auto& cost = side.cost[option];
            cost.assign(side.men.size(), std::vector<std::uint8_t>(side.goals.size(), Itinerary::never));
            if (!side.option[option]) continue;
            for (std::size_t m = 0; m < side.men.size(); ++m) {
                const Traveller& man = men[at(side.men[m])];
                const bool castles = wing && (man.home == king || man.home == *rook);
                if (option != 0 && !castles) {
                    cost[m] = side.cost[0][m];
                    continue;
                }
                for (std::size_t g = 0; g < side.goals.size(); ++g) {
                    const Piece wanted = *question.target.at(side.goals[g]);
                    if (wanted.type != man.type &&
                        (man.type != PieceType::pawn || wanted.type == PieceType::king))
                        continue;
                    if (always_walls.contains(man.home) != (always_walls.contains(side.goals[g]) &&
                                                            side.goals[g] == man.home)) {
                        continue;  // a wall stays, and nobody else comes there
                    }
                    if (always_walls.contains(side.goals[g]) && side.goals[g] != man.home) continue;
                    Errand errand;
                    errand.end = Errand::End::stays;
                    errand.goal = side.goals[g];
                    errand.becomes = wanted.type;
                    errand.free_takes = Bitboard::all();
                    if (castles) errand.castles = wing;
                    cost[m][g] =
                        Itinerary{man, errand, always_walls, shunned, longest}.at_home(man);
                }
            }
        }
    }

    // ---- each side alone

    void share(Side& side, int moves) {
        side.sharings.clear();
        side.too_many = false;
        for (std::size_t option = 0; option < 3; ++option) {
            if (!side.option[option]) continue;
            Sharing sharing;
            sharing.goal.fill(-1);
            sharing.castles = wing_of(option);
            std::vector<std::size_t> order(side.goals.size());
            std::vector<int> least(side.goals.size());
            std::vector<int> ways(side.goals.size());
            for (std::size_t g = 0; g < order.size(); ++g) {
                order[g] = g;
                least[g] = Itinerary::never;
                for (std::size_t m = 0; m < side.men.size(); ++m) {
                    least[g] = std::min<int>(least[g], side.cost[option][m][g]);
                    ways[g] += side.cost[option][m][g] <= moves ? 1 : 0;
                }
            }
            std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                return ways[a] != ways[b] ? ways[a] < ways[b] : a < b;
            });
            std::vector<int> rest(order.size() + 1);
            for (std::size_t i = order.size(); i-- > 0;) rest[i] = rest[i + 1] + least[order[i]];
            share_from(side, option, order, rest, 0, moves, sharing);
        }
        std::sort(side.sharings.begin(), side.sharings.end(),
                  [](const Sharing& a, const Sharing& b) {
                      return a.moves != b.moves ? a.moves < b.moves : a.goal < b.goal;
                  });
    }

    void share_from(Side& side, std::size_t option, const std::vector<std::size_t>& order,
                    const std::vector<int>& rest, std::size_t i, int moves, Sharing& sharing) {
        if (side.too_many || sharing.moves + rest[i] > moves) return;
        if (i == order.size()) {
            if (side.sharings.size() >= most_sharings)
                side.too_many = true;
            else if (castlers_live(side, sharing))
                side.sharings.push_back(sharing);
            return;
        }
        const std::size_t g = order[i];
        const int captures_left =
            static_cast<int>(taken[at(1 - index(side.color))]) - sharing.pawn_captures;
        for (std::size_t m = 0; m < side.men.size(); ++m) {
            if (sharing.goal[m] >= 0) continue;
            const int cost = side.cost[option][m][g];
            if (cost == Itinerary::never || sharing.moves + cost + rest[i + 1] > moves) continue;
            const Traveller& man = men[at(side.men[m])];
            int captures = 0;
            if (man.type == PieceType::pawn &&
                question.target.at(side.goals[g])->type == PieceType::pawn)
                captures = std::abs(index(file_of(man.home)) - index(file_of(side.goals[g])));
            if (captures > captures_left) continue;
            sharing.goal[m] = static_cast<std::int8_t>(g);
            sharing.moves += cost;
            sharing.pawn_captures += captures;
            share_from(side, option, order, rest, i + 1, moves, sharing);
            sharing.goal[m] = -1;
            sharing.moves -= cost;
            sharing.pawn_captures -= captures;
        }
    }
    /// A castling needs its king and rook, and every man that is a wall must be left.
    bool castlers_live(const Side& side, const Sharing& sharing) const {
        for (std::size_t m = 0; m < side.men.size(); ++m)
            if (always_walls.contains(men[at(side.men[m])].home) && sharing.goal[m] < 0)
                return false;
        return true;
    }

    // ---- both sides

    bool each(const std::array<int, 2>& moves) {
        if (!possible) return true;
        for (const std::size_t c : {0U, 1U})
            if (static_cast<int>(taken[c]) > moves[1 - c]) return true;
        bool all = true;
        for (Side& side : sides) {
            share(side, moves[at(index(side.color))]);
            all &= !side.too_many;
            if (side.sharings.empty()) return all;
        }
        now.moves = moves;
        // The most economical pairs first.
        std::vector<std::pair<int, std::pair<std::size_t, std::size_t>>> pairs;
        if (sides[0].sharings.size() * sides[1].sharings.size() > 2'000'000) return false;
        for (std::size_t w = 0; w < sides[0].sharings.size(); ++w)
            for (std::size_t b = 0; b < sides[1].sharings.size(); ++b)
                pairs.push_back({sides[0].sharings[w].moves + sides[1].sharings[b].moves, {w, b}});
        std::sort(pairs.begin(), pairs.end());
        for (const auto& [sum, pair] : pairs) {
            refine(sides[0].sharings[pair.first], sides[1].sharings[pair.second]);
            if (stopped || (budget->expired && budget->expired())) return false;
        }
        return all;
    }

    void refine(const Sharing& white, const Sharing& black) {
        now.men = men;
        now.errands.assign(men.size(), {});
        now.captures.clear();
        now.plans_captures = false;
        for (const Side& side : sides) {
            const Sharing& sharing = side.color == Color::white ? white : black;
            const Square king = question.start.king(side.color);
            std::optional<Square> rook;
            if (sharing.castles)
                rook = question.start.castling().rook(king, *sharing.castles);
            for (std::size_t m = 0; m < side.men.size(); ++m) {
                Errand& errand = now.errands[at(side.men[m])];
                const Traveller& man = men[at(side.men[m])];
                errand.free_takes = Bitboard::all();
                if (sharing.castles && (man.home == king || man.home == *rook))
                    errand.castles = sharing.castles;
                if (sharing.goal[m] < 0) continue;
                errand.end = Errand::End::stays;
                errand.goal = side.goals[at(sharing.goal[m])];
                errand.becomes = question.target.at(errand.goal)->type;
            }
        }
        std::array<int, 2> spare{};
        if (!settle(spare)) return;
        if (taken[0] + taken[1] == 0) {
            now.plans_captures = true;
            hand_over();
            return;
        }
        plan_captures(spare);
    }

    void hand_over() {
        if (!(*play)(now)) stopped = true;
    }

    /// Walls and itineraries for the errands as they are, until nothing changes. Returns false if
    /// a side has too few moves; `spare` are the moves that are left over.
    bool settle(std::array<int, 2>& spare) {
        Bitboard walls = always_walls;
        now.itineraries.assign(men.size(), {});
        std::array<std::array<Bitboard, 8>, 2> shunned{};
        for (;;) {
            std::array<int, 2> needed{};
            for (const Color c : colors) shunned[at(index(c))] = shunned_by(c, walls);
            for (std::size_t m = 0; m < men.size(); ++m) {
                const auto c = at(index(men[m].color));
                now.itineraries[m] =
                    Itinerary{men[m], now.errands[m], walls, shunned[c], now.moves[c]};
                const int n = now.itineraries[m].at_home(men[m]);
                if (n == Itinerary::never) return false;
                needed[c] += n;
            }
            for (const std::size_t c : {0U, 1U}) {
                spare[c] = now.moves[c] - needed[c];
                if (spare[c] < 0) return false;
            }
            const Bitboard more = walls | standing(walls, spare);
            if (more == walls) break;
            walls = more;
        }
        now.walls = walls;
        return true;
    }

    /// Homes of men that stay on the board and cannot move in this strategy.
    Bitboard standing(Bitboard walls, const std::array<int, 2>& spare) const {
        Bitboard more;
        for (std::size_t m = 0; m < men.size(); ++m) {
            const Errand& errand = now.errands[m];
            const Traveller& man = men[m];
            if (errand.is_taken() || errand.goal != man.home || errand.becomes != man.type ||
                errand.castles || !errand.visits.empty() || walls.contains(man.home))
                continue;
            const Bitboard exits = man.type == PieceType::pawn
                                       ? Bitboard{}
                                       : always_attacked({man.color, man.type}, man.home);
            if (spare[at(index(man.color))] < 2 || (exits & ~walls).empty()) more |= man.home;
        }
        return more;
    }

    // ---- captures

    struct Candidate {
        PlannedCapture capture;
        int taken_moves;  ///< of the man taken, from home
        int detour;       ///< of the taker
    };
    std::vector<std::vector<Candidate>> candidates;
    std::vector<std::size_t> victims;
    std::vector<int> bound;  ///< moves that each man needs at least
    std::size_t plans = 0;
    bool counting = false;

    void plan_captures(const std::array<int, 2>& spare) {
        const Strategy open = now;
        victims.clear();
        for (std::size_t m = 0; m < men.size(); ++m)
            if (now.errands[m].is_taken()) victims.push_back(m);
        if (!find_candidates(spare)) return;
        bound.assign(men.size(), 0);
        std::array<int, 2> left = now.moves;
        for (std::size_t m = 0; m < men.size(); ++m) {
            bound[m] = now.itineraries[m].at_home(men[m]);
            left[at(index(men[m].color))] -= bound[m];
        }
        std::sort(victims.begin(), victims.end(), [&](std::size_t a, std::size_t b) {
            const std::size_t na = candidates[a].size();
            const std::size_t nb = candidates[b].size();
            return na != nb ? na < nb : a < b;
        });
        // Short games with much to spare are played faster than planned.
        counting = true;
        plans = 0;
        const std::vector<int> kept_bound = bound;
        plan_from(0, left);
        const bool few = plans <= most_plans;
        now = open;
        bound = kept_bound;
        if (!few) {
            hand_over();
            return;
        }
        counting = false;
        plan_from(0, left);
        now = open;
    }

    bool find_candidates(const std::array<int, 2>& spare) {
        candidates.assign(men.size(), {});
        std::vector<Travels> there(men.size());
        for (std::size_t m = 0; m < men.size(); ++m) {
            if (now.walls.contains(men[m].home)) continue;
            const auto c = at(index(men[m].color));
            there[m] = travels_from_home(men[m], now.errands[m].castles, now.walls,
                                         shunned_by(men[m].color, now.walls), now.moves[c]);
        }
        for (const std::size_t v : victims) {
            const auto vc = at(index(men[v].color));
            const Color theirs = ~men[v].color;
            for (const Square a : ~now.walls) {
                int way = Itinerary::never;
                for (const PieceType t : piece_types)
                    way = std::min<int>(way, there[v][at(t)][at(a)]);
                const bool passes =
                    men[v].type == PieceType::pawn &&
                    relative_rank(men[v].color, men[v].home) == Rank::r2 &&
                    a == square(index(men[v].home) + forward(men[v].color)) &&
                    !now.walls.contains(square(index(a) + forward(men[v].color))) && spare[vc] >= 1;
                if (way > spare[vc] && !passes) continue;
                for (std::size_t j = 0; j < men.size(); ++j) {
                    if (men[j].color != theirs || now.walls.contains(men[j].home)) continue;
                    const int detour = detour_of(j, there[j], a, false);
                    const auto jc = at(index(theirs));
                    PlannedCapture capture{static_cast<std::int8_t>(v),
                                           static_cast<std::int8_t>(j), a, -1, false};
                    if (way <= spare[vc] && detour <= spare[jc])
                        candidates[v].push_back({capture, way, detour});
                    if (!passes || men[j].type != PieceType::pawn ||
                        relative_rank(theirs, a) != Rank::r6)
                        continue;
                    const int as_pawn = detour_of(j, there[j], a, true);
                    if (as_pawn > spare[jc]) continue;
                    capture.en_passant = true;
                    candidates[v].push_back({capture, 1, as_pawn});
                }
            }
            if (candidates[v].empty()) return false;
        }
        return true;
    }

    int detour_of(std::size_t j, const Travels& there, Square a, bool as_pawn) const {
        const Itinerary& rest = now.itineraries[j];
        int best = Itinerary::never;
        for (std::size_t kind = 0; kind < rest.kinds(); ++kind) {
            const std::size_t state = rest.as_kind(0, kind);
            const PieceType t = rest.type(state);
            if (as_pawn && t != PieceType::pawn) continue;
            if (now.errands[j].castles && kind == 0) continue;
            const int way = there[at(t)][at(a)];
            const int back = rest.moves(state, a);
            if (way != Itinerary::never && back != Itinerary::never)
                best = std::min(best, way + back);
        }
        return best == Itinerary::never ? best : best - rest.at_home(men[j]);
    }

    /// Plans the capture of victims[i] and what follows; `left`: moves that nobody needs yet.
    void plan_from(std::size_t i, const std::array<int, 2>& left) {
        if (stopped || plans > most_plans) return;
        if (i == victims.size()) {
            ++plans;
            if (!counting) finish_plan();
            return;
        }
        const std::size_t v = victims[i];
        const auto vc = at(index(men[v].color));
        for (const Candidate& one : candidates[v]) {
            const auto j = at(one.capture.taker);
            const auto jc = 1 - vc;
            Errand& victim = now.errands[v];
            Errand& taker = now.errands[j];
            PlannedCapture capture = one.capture;
            if (taker.visits.size() < most_visits) {
                capture.visit = static_cast<std::int8_t>(taker.visits.size());
                taker.visits.push_back(capture.arrival);
            }
            const int old_v = bound[v];
            const int old_j = bound[j];
            victim.end = capture.en_passant ? Errand::End::taken_passed : Errand::End::taken;
            victim.goal = capture.en_passant
                              ? square(index(capture.arrival) + forward(men[v].color))
                              : capture.arrival;
            bound[v] = std::max(bound[v], one.taken_moves);
            bound[j] = std::max(bound[j], now.itineraries[j].at_home(men[j]) + one.detour);
            // With several errands the exact way is worth its cost.
            if (taker.visits.size() > 1 && !counting) bound[j] = std::max(bound[j], exact(j));
            if (!victim.visits.empty() && !counting) bound[v] = std::max(bound[v], exact(v));
            std::array<int, 2> rest = left;
            rest[vc] -= bound[v] - old_v;
            rest[jc] -= bound[j] - old_j;
            if (rest[0] >= 0 && rest[1] >= 0) {
                now.captures.push_back(capture);
                plan_from(i + 1, rest);
                now.captures.pop_back();
            }
            bound[v] = old_v;
            bound[j] = old_j;
            victim.end = Errand::End::taken_anywhere;
            if (capture.visit >= 0) taker.visits.shrink(taker.visits.size() - 1);
            if (stopped) return;
        }
    }

    int exact(std::size_t m) const {
        Errand errand = now.errands[m];
        if (errand.visits.size() < most_visits) errand.free_takes = {};
        const auto c = at(index(men[m].color));
        return Itinerary{men[m], errand, now.walls, shunned_by(men[m].color, now.walls),
                         now.moves[c]}
            .at_home(men[m]);
    }

    void finish_plan() {
        const Strategy before = now;
        for (std::size_t m = 0; m < men.size(); ++m) now.errands[m].free_takes = {};
        for (const PlannedCapture& one : now.captures)
            if (one.visit < 0) now.errands[at(one.taker)].free_takes |= one.arrival;
        now.plans_captures = true;
        std::array<int, 2> spare{};
        if (settle(spare)) hand_over();
        // Callers hold references to errands.
        for (std::size_t m = 0; m < men.size(); ++m)
            now.errands[m].free_takes = before.errands[m].free_takes;
        now.itineraries = before.itineraries;
        now.walls = before.walls;
        now.plans_captures = false;
    }
};

Planner::Planner(const StrategyQuestion& question, int longest)
    : inside_{std::make_unique<Inside>(question, longest)} {}
Planner::~Planner() = default;

bool Planner::each(const std::array<int, 2>& moves, const Budget& budget,
                   const std::function<bool(const Strategy&)>& play) {
    inside_->budget = &budget;
    inside_->play = &play;
    inside_->stopped = false;
    return inside_->each(moves);
}

std::optional<int> Planner::fewest(Color c) {
    if (!inside_->possible) return std::nullopt;
    Side& side = inside_->sides[at(index(c))];
    for (int n = 0; n <= inside_->longest; ++n) {
        inside_->share(side, n);
        if (!side.sharings.empty()) return side.sharings.front().moves;
    }
    return std::nullopt;
}

}  // namespace hakam::retro
