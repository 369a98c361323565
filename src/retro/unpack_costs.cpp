#include "unpack_costs.hpp"

#include <algorithm>

#include "distance.hpp"
#include "take_back.hpp"

namespace hakam::retro {
namespace {

using Kind = PawnEvent::Kind;

}  // namespace

const UnpackCosts::Table& UnpackCosts::ways(Bitboard pawns, Piece man, Square target) {
    const std::uint64_t key =
        pawns.bits() * 0x9E3779B97F4A7C15ULL ^
        (static_cast<std::uint64_t>(index(target)) << 4 |
         static_cast<std::uint64_t>(index(man.type))) * 0xBF58476D1CE4E5B9ULL;
    const auto [found, fresh] = ways_.try_emplace(key);
    if (fresh) found->second = distances_to(man, target, pawns, {});
    return found->second;
}

int UnpackCosts::way_home(const UnpackState& state, int man, Square s) {
    return ways(settled(state), {color_of_man(man), type_of_man(man)}, home_of_man(man))[slot(index(s))];
}

int UnpackCosts::still_out(const UnpackState& state) {
    int out = 0;
    for (int man = 0; man < men_count; ++man) {
        if (is_pawn_man(man)) continue;
        if (state.at[slot(man)] == nowhere)
            out += 8;
        else if (state.at[slot(man)] != index(home_of_man(man)))
            out += 1 + home_by_pawns(state, man);
    }
    return out;
}

int UnpackCosts::home_by_pawns(const UnpackState& state, int man) {
    const Color c = color_of_man(man);
    const Square s = square(state.at[slot(man)]);
    const Bitboard pawns = state.board.men(PieceType::pawn);
    int way = far_away;
    if (type_of_man(man) == PieceType::king) {
        Bitboard shunned;
        for (const Square p : pawns & state.board.men(~c)) shunned |= attacks::pawn(~c, p);
        const std::uint64_t key = (pawns.bits() * 0x9E3779B97F4A7C15ULL) ^
                                  (pawns & state.board.men(c)).bits() * 0x94D049BB133111EBULL;
        const auto [found, fresh] = king_ways_[slot(index(c))].try_emplace(key);
        if (fresh)
            found->second = distances_to({c, PieceType::king}, home_of_man(man), pawns, shunned);
        way = found->second[slot(index(s))];
    } else {
        way = ways(pawns, {c, type_of_man(man)}, home_of_man(man))[slot(index(s))];
    }
    return way >= far_away ? 9 : way;
}

void UnpackCosts::name_pairs(UnpackState& state) {
    if (state.left > 0) return;
    for (const int first : {0, 1, 16, 17}) {
        const int second = first ^ 7;
        if (state.at[slot(first)] == nowhere || state.at[slot(second)] == nowhere) continue;
        const auto out = [&] {
            int sum = 0;
            for (const int man : {first, second})
                if (state.at[slot(man)] != index(home_of_man(man)))
                    sum += 1 + home_by_pawns(state, man);
            return sum;
        };
        const int now = out();
        std::swap(state.at[slot(first)], state.at[slot(second)]);
        if (out() >= now) std::swap(state.at[slot(first)], state.at[slot(second)]);
    }
}

int UnpackCosts::weigh_homing(const UnpackState& state) {
    int cost = 0;
    int focus = 0;
    bool all_can_go = true;
    constexpr int order[] = {4, 2, 5, 3, 0, 7, 1, 6};
    for (const int number : order)
        for (const int side : {0, 16}) {
            const int man = side + number;
            if (state.at[slot(man)] == nowhere) {
                cost += 80;
                continue;
            }
            const Square s = square(state.at[slot(man)]);
            const Square home = home_of_man(man);
            if (s == home) continue;
            const Piece piece{color_of_man(man), type_of_man(man)};
            if (piece.type != PieceType::king && way_home(state, man, s) >= far_away) return -1;
            const int way = home_by_pawns(state, man);
            cost += 2 + 3 * way;
            // Whoever comes home must not raise the cost by what the next one in the order costs.
            if (way < 9 && focus < 4) {
                ++focus;
                cost += 3 * exact_way(state, piece, s, home);
                if (state.board.occupied().contains(home)) cost += stuck(state, home);
            } else {
                cost += 51;
            }
            if (way >= 9) {
                cost += 150;
                all_can_go = false;
            }
        }
    // What a pawn has closed it does not open again.
    for (int man = 8; man < men_count && all_can_go; man = man == 15 ? 24 : man + 1) {
        const Square s = square(state.at[slot(man)]);
        const int low = 2 + static_cast<int>(camp_ >> (man & 31) & 1);
        cost += std::max(0, index(relative_rank(color_of_man(man), s)) - low);
    }
    return all_can_go ? cost : cost + 16;
}

int UnpackCosts::exposed(const UnpackState& state) const noexcept {
    int cost = 0;
    for (const Color c : colors) {
        const Square king = state.board.men(c, PieceType::king).first();
        if (attackers(state.board, king, ~c)) cost += 100;
        cost += (attacks::queen(king, state.board.occupied()) & ~state.board.occupied()).size() /
                open_price_;
    }
    return cost;
}

int UnpackCosts::weigh(const UnpackState& state) {
    if (state.left == 0) {
        const int cost = weigh_homing(state);
        return cost < 0 ? cost : cost + exposed(state);
    }
    const Bitboard pawns = state.board.men(PieceType::pawn);
    const Bitboard fixed = settled(state);
    int cost = 60 * state.left;
    int focus = 0;
    int unmade = 0;
    unsigned busy = 0;
    for (std::size_t i = 0; i < events_.size(); ++i) {
        if (state.done.has(i)) continue;
        const PawnEvent& e = events_[i];
        busy |= 1U << index(file_of(e.from)) | 1U << index(file_of(e.to));
        const bool near = focus < 2;
        ++focus;
        if (e.kind == Kind::unpromote && ++unmade < 6) {
            const int way = way_to_promotion(state, e, near, pawns, fixed);
            if (way < 0) return -1;
            cost += way;
        }
        if (!near) continue;
        if (e.kind == Kind::set_down) {
            cost += 4 * nearest(state, ~color_of_man(e.left), e.to);
            continue;
        }
        Bitboard room = attacks::between(e.from, e.to) | e.from;
        const Color mover = color_of_man(e.man);
        if (e.kind == Kind::unpromote) {
            const int officer = officer_on(state, mover, e.to);
            if (officer < 0 || !can_be_promoted(state, officer)) room |= e.to;
        }
        for (const Square s : room & state.board.occupied()) cost += 8 + stuck(state, s);
        Bitboard shut;
        if (relative_rank(mover, e.from) == Rank::r2) shut |= e.from;
        if (e.left >= 0 && relative_rank(~mover, e.to) == Rank::r2) shut |= e.to;
        if (!shut.empty()) cost += shut_in(state, fixed | shut);
        const Bitboard king = state.board.men(~mover, PieceType::king);
        if (attacks::pawn(mover, e.from) & king) cost += 8 + stuck(state, king.first());
    }
    for (int man = 0; man < men_count; ++man) {
        if (state.at[slot(man)] == nowhere) continue;
        const Square s = square(state.at[slot(man)]);
        if (is_pawn_man(man)) {
            if ((state.pawns >> man & 1) != 0 && (busy >> index(file_of(s)) & 1) == 0)
                cost += 2 * (7 - index(relative_rank(color_of_man(man), s)));
            continue;
        }
        // Whoever is beyond a wall of pawns stays there; kings go back in time.
        const bool king = type_of_man(man) == PieceType::king;
        if (home_by_pawns(state, man) >= 9) cost += 24;
        if (king) cost += std::max(0, index(relative_rank(color_of_man(man), s)) - 3);
        if (!king && way_home(state, man, s) >= far_away)
            return -1;
    }
    if (!slots_fit(state)) return -1;
    if (!bishops_fit(state)) return -1;
    return 4000 + cost + exposed(state);
}

int UnpackCosts::way_to_promotion(const UnpackState& state, const PawnEvent& e, bool near, Bitboard pawns, Bitboard fixed) {
    const Color c = color_of_man(e.man);
    int best = far_away;
    bool ever = false;
    std::array<int, 16> known;
    known.fill(-1);
    for (int man = first_man(c); man < first_man(c) + 16; ++man) {
        if (!is_officer(state, man) || (man & 15) == 4) continue;
        const Square s = square(state.at[slot(man)]);
        const Piece piece{c, type_of(state, man)};
        int& allowed = known[slot(kind_of(state, man))];
        if (allowed < 0) allowed = can_be_promoted(state, man) ? 1 : 0;
        if (allowed == 0) continue;
        const int way = ways(pawns, piece, e.to)[slot(index(s))];
        ever = ever || way < far_away || ways(fixed, piece, e.to)[slot(index(s))] < far_away;
        if (near) {
            const int exact = way > best ? way : exact_way(state, piece, s, e.to);
            if (exact < best) best = exact;
        } else if (way < best) {
            best = way;
        }
        if (best == 0) break;
    }
    if (!ever) return -1;
    return near ? 4 * best : std::min(8, best);
}

int UnpackCosts::shut_in(const UnpackState& state, Bitboard walls) {
    int cost = 0;
    for (int man = 0; man < men_count; ++man) {
        if (state.at[slot(man)] == nowhere || (state.pawns >> man & 1) != 0 || (man & 15) == 4) continue;
        if (is_pawn_man(man)) continue;
        const Square goal = home_of_man(man);
        const Square s = square(state.at[slot(man)]);
        if (ways(walls, {color_of_man(man), type_of(state, man)}, goal)[slot(index(s))] >= far_away)
            cost += 8 + stuck(state, s);
    }
    return cost;
}

int UnpackCosts::stuck(const UnpackState& state, Square s) const noexcept {
    const Piece man = *state.board.at(s);
    if (man.type == PieceType::pawn) return 0;
    const Bitboard occupied = state.board.occupied();
    int open = 0;
    for (const Square to : attacks::of(man, s, occupied) & ~occupied)
        if (man.type != PieceType::king || attackers(state.board, to, ~man.color).empty()) ++open;
    return open == 0 ? 6 : open == 1 ? 2 : 0;
}

bool UnpackCosts::bishops_fit(const UnpackState& state) const noexcept {
    std::array<int, 4> over{};
    for (int man = 0; man < men_count; ++man)
        if (is_pawn_man(man) && is_officer(state, man) && type_of(state, man) == PieceType::bishop)
            ++over[slot((man >> 4) * 2 + (is_light(square(state.at[slot(man)])) ? 1 : 0))];
    for (std::size_t i = 0; i < events_.size(); ++i)
        if (!state.done.has(i) && events_[i].kind == Kind::unpromote)
            --over[slot((events_[i].man >> 4) * 2 + (is_light(events_[i].to) ? 1 : 0))];
    return *std::max_element(over.begin(), over.end()) <= 0;
}

bool UnpackCosts::slots_fit(const UnpackState& state) {
    const Bitboard fixed = settled(state);
    for (const Color c : colors) {
        int any = 0;
        int bishops[2] = {};
        int slots[2] = {};
        for (int man = first_man(c); man < first_man(c) + 8; ++man) {
            if (state.at[slot(man)] != nowhere) continue;
            const Square home = home_of_man(man);
            if (type_of_man(man) != PieceType::bishop)
                ++any;
            else if (!(attacks::bishop(home, Bitboard::all()) & ~fixed).empty())
                ++bishops[is_light(home) ? 1 : 0];
        }
        for (std::size_t i = 0; i < events_.size(); ++i)
            if (!state.done.has(i) && events_[i].captures && events_[i].left < 0 &&
                color_of_man(events_[i].man) != c)
                ++slots[is_light(events_[i].to) ? 1 : 0];
        if (std::max(0, slots[0] - bishops[0]) + std::max(0, slots[1] - bishops[1]) > any)
            return false;
    }
    return true;
}

int UnpackCosts::nearest(const UnpackState& state, Color c, Square goal) {
    int best = 12;
    for (int man = first_man(c); man < first_man(c) + 16; ++man) {
        if (state.at[slot(man)] == nowhere || (state.pawns >> man & 1) != 0) continue;
        const Square s = square(state.at[slot(man)]);
        if (rights_.contains(s)) continue;
        best = std::min(best, exact_way(state, {c, type_of(state, man)}, s, goal));
        if (best == 0) return 0;
    }
    return best;
}

int UnpackCosts::exact_way(const UnpackState& state, Piece man, Square start, Square goal) const noexcept {
    if (start == goal) return 0;
    constexpr int worst = 15;
    const Bitboard pawns = state.board.men(PieceType::pawn);
    const Bitboard men = state.board.occupied() & ~Bitboard{start};
    const Square king = state.board.men(~man.color, PieceType::king).first();
    const Bitboard checks = attacks::of({~man.color, man.type}, king, men);
    std::array<Bitboard, worst + 8> reached{};
    reached[0] = start;
    Bitboard seen;
    for (int n = 0; n < worst; ++n) {
        Bitboard layer = reached[slot(n)] & ~seen;
        if (layer.contains(goal)) return n;
        seen |= layer;
        for (const Square s : layer) {
            // Past nobody, and past the first man of each line.
            const Bitboard open = attacks::of(man, s, men) & ~pawns;
            const Bitboard blocked = open & men;
            reached[slot(n + 1)] |= open & ~men & ~checks;
            reached[slot(n + 4)] |= (open & ~men & checks) | blocked;
            if (!blocked.empty() && man.type != PieceType::knight &&
                man.type != PieceType::king)
                reached[slot(n + 4)] |=
                    attacks::of(man, s, men & ~blocked) & ~men & ~open & ~checks;
        }
    }
    return worst;
}

}  // namespace hakam::retro
