#include "plan.hpp"

#include <algorithm>
#include <vector>

#include "distance.hpp"

namespace hakam::retro {
namespace {

constexpr int no_way = 3000;

/// The Hungarian method: rows to columns, rows <= columns. Returns the column of each row.
std::vector<int> cheapest(const std::vector<std::vector<int>>& cost, std::size_t columns) {
    const std::size_t n = cost.size();
    std::vector<int> u(n + 1), v(columns + 1), row(columns + 1), way(columns + 1);
    for (std::size_t i = 1; i <= n; ++i) {
        row[0] = static_cast<int>(i);
        std::size_t j0 = 0;
        std::vector<int> least(columns + 1, 1 << 28);
        std::vector<char> used(columns + 1, 0);
        do {
            used[j0] = 1;
            const auto i0 = static_cast<std::size_t>(row[j0]);
            int delta = 1 << 28;
            std::size_t j1 = 0;
            for (std::size_t j = 1; j <= columns; ++j) {
                if (used[j] != 0) continue;
                const int reduced = cost[i0 - 1][j - 1] - u[i0] - v[j];
                if (reduced < least[j]) {
                    least[j] = reduced;
                    way[j] = static_cast<int>(j0);
                }
                if (least[j] < delta) {
                    delta = least[j];
                    j1 = j;
                }
            }
            for (std::size_t j = 0; j <= columns; ++j)
                if (used[j] != 0) {
                    u[static_cast<std::size_t>(row[j])] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            j0 = j1;
        } while (row[j0] != 0);
        do {
            const auto j1 = static_cast<std::size_t>(way[j0]);
            row[j0] = row[j1];
            j0 = j1;
        } while (j0 != 0);
    }
    std::vector<int> result(n);
    for (std::size_t j = 1; j <= columns; ++j)
        if (row[j] != 0) result[static_cast<std::size_t>(row[j] - 1)] = static_cast<int>(j - 1);
    return result;
}

/// Moves an officer needs from `from` to `to` past men that never moved; `no_way` if there is none.
int way_of(Piece man, Square from, Square to, Bitboard never) noexcept {
    const int n = distances_to(man, from, never & ~Bitboard{to}, {})[static_cast<std::size_t>(index(to))];
    return n >= far_away ? no_way : n;
}

/// Shares out the officers of the diagram among the officers of the array and pawns that promote,
/// each on its own file; `promoting` are their numbers. Every one of them must be used.
bool share_officers(const Diagram& diagram, const Structure& structure, Color c,
                    const std::vector<int>& promoting, Plan& plan) {
    std::vector<Square> officers;
    for (const Square s : diagram.board.men(c) & ~diagram.board.men(PieceType::pawn))
        officers.push_back(s);
    std::vector<int> homes;
    for (int i = 0; i < 8; ++i) homes.push_back(first_man(c) + i);
    homes.insert(homes.end(), promoting.begin(), promoting.end());
    if (officers.size() > homes.size()) return false;
    std::vector<std::vector<int>> cost;
    for (const Square s : officers) {
        const Piece man = *diagram.board.at(s);
        auto& row = cost.emplace_back();
        for (const int home : homes) {
            int price = no_way;
            if (!is_pawn_man(home)) {
                const Square from = home_of_man(home);
                const bool gone = (structure.taken_at_home[static_cast<std::size_t>(index(c))] >>
                                       (home & 7) & 1) != 0;
                const bool stays = structure.never.contains(from);
                if (type_of_man(home) == man.type && !gone &&
                    (stays ? from == s : !structure.never.contains(s)))
                    price = way_of(man, from, s, structure.never);
                // The king may have castled out of a corner.
            } else if (man.type != PieceType::king && !structure.never.contains(s)) {
                const Square from = square(
                    static_cast<File>(plan.men[static_cast<std::size_t>(home)].files.front()),
                    back_rank(~c));
                price = way_of(man, from, s, structure.never);
                if (price < no_way) price -= 100;  // a pawn that promotes must be used
            }
            row.push_back(price);
        }
    }
    const auto chosen = cheapest(cost, homes.size());
    std::size_t used = 0;
    for (std::size_t i = 0; i < officers.size(); ++i) {
        const int home = homes[static_cast<std::size_t>(chosen[i])];
        if (cost[i][static_cast<std::size_t>(chosen[i])] >= no_way) return false;
        Destiny& destiny = plan.men[static_cast<std::size_t>(home)];
        destiny.survives = true;
        destiny.at = officers[i];
        destiny.type = diagram.board.at(officers[i])->type;
        destiny.promoted = is_pawn_man(home);
        used += destiny.promoted ? 1 : 0;
    }
    return used == promoting.size();
}

}  // namespace

std::optional<Plan> plan_by_kernel(const Diagram& diagram, const Structure& structure,
                                   const Kernel& kernel) {
    Plan plan;
    std::array<std::vector<int>, 8> files;
    std::array<std::vector<std::pair<int, int>>, men_count> trail;  // file, taken man
    for (int f = 0; f < 8; ++f)
        files[static_cast<std::size_t>(f)] = {8 + f, 24 + f};
    for (const KernelStep& step : kernel.steps) {
        auto& to = files[static_cast<std::size_t>(step.to_file)];
        if (step.from_file < 0) {
            to.erase(to.begin() + step.to_place);
            continue;
        }
        auto& from = files[static_cast<std::size_t>(step.from_file)];
        const int man = from[static_cast<std::size_t>(step.from_place)];
        from.erase(from.begin() + step.from_place);
        int taken = -1;
        if (step.pawn_taken) {
            taken = to[static_cast<std::size_t>(step.to_place)];
            plan.men[static_cast<std::size_t>(taken)].taken_by = static_cast<std::int8_t>(man);
            to[static_cast<std::size_t>(step.to_place)] = man;
        } else {
            to.insert(to.begin() + step.to_place, man);
        }
        trail[static_cast<std::size_t>(man)].push_back({step.to_file, taken});
    }
    for (int man = 0; man < men_count; ++man) {
        if (!is_pawn_man(man)) continue;
        Destiny& destiny = plan.men[static_cast<std::size_t>(man)];
        auto& steps = trail[static_cast<std::size_t>(man)];
        if (steps.size() > 6) return std::nullopt;
        for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
            destiny.files.push_back(static_cast<std::int8_t>(it->first));
            destiny.takes.push_back(static_cast<std::int8_t>(it->second));
        }
        destiny.files.push_back(static_cast<std::int8_t>(man & 7));
    }
    std::array<std::vector<int>, 2> promoting;
    for (int f = 0; f < 8; ++f) {
        const auto& file = files[static_cast<std::size_t>(f)];
        std::vector<Square> left;
        for (const Square s :
             diagram.board.men(PieceType::pawn) & Bitboard::of(static_cast<File>(f)))
            left.push_back(s);
        // Black pawns that promote, the pawns left, white pawns that promote.
        for (std::size_t below = 0; below + left.size() <= file.size(); ++below) {
            bool good = true;
            for (std::size_t i = 0; i < file.size() && good; ++i) {
                const Color c = color_of_man(file[i]);
                if (i < below)
                    good = c == Color::black;
                else if (i >= below + left.size())
                    good = c == Color::white;
                else
                    good = diagram.board.at(left[i - below])->color == c;
            }
            if (!good) continue;
            for (std::size_t i = 0; i < file.size(); ++i) {
                Destiny& destiny = plan.men[static_cast<std::size_t>(file[i])];
                if (i >= below && i < below + left.size()) {
                    destiny.survives = true;
                    destiny.at = left[i - below];
                    const int steps = index(relative_rank(color_of_man(file[i]), destiny.at)) - 1;
                    if (steps < static_cast<int>(destiny.takes.size())) return std::nullopt;
                } else {
                    promoting[static_cast<std::size_t>(index(color_of_man(file[i])))].push_back(
                        file[i]);
                }
            }
            break;
        }
    }
    for (const Color c : colors)
        if (!share_officers(diagram, structure, c, promoting[static_cast<std::size_t>(index(c))],
                            plan))
            return std::nullopt;
    return plan;
}

std::optional<Plan> plan_by_origins(const Diagram& diagram, const Structure& structure,
                                    std::uint64_t variant) {
    Plan plan;
    for (int man = 0; man < men_count; ++man)
        if (is_pawn_man(man))
            plan.men[static_cast<std::size_t>(man)].files.push_back(
                static_cast<std::int8_t>(man & 7));
    for (const Color c : colors) {
        const Origins& origins = structure.origins[static_cast<std::size_t>(index(c))];
        std::vector<std::vector<int>> cost;
        for (std::size_t i = 0; i < origins.men.size(); ++i) {
            auto& row = cost.emplace_back();
            for (int home = 0; home < 16; ++home) {
                const int captures = origins.captures[static_cast<std::size_t>(home)][i];
                int price = captures >= impossible ? no_way : 40 * captures;
                if (home >= 8 && price < no_way &&
                    diagram.board.at(origins.men[i])->type != PieceType::pawn) {
                    price += 30;
                    // An enemy pawn left on the file of a promotion stands in the way.
                    const Bitboard file = Bitboard::of(static_cast<File>(home & 7));
                    if (diagram.board.men(~c, PieceType::pawn) & file) price += 60;
                }
                if (price < no_way && variant != 0)
                    price += static_cast<int>((variant * 0x9E3779B97F4A7C15ULL >>
                                               ((static_cast<std::uint64_t>(home) * 7 + i * 3) % 56)) %
                                              25);
                row.push_back(price);
            }
        }
        const auto chosen = cheapest(cost, 16);
        for (std::size_t i = 0; i < origins.men.size(); ++i) {
            const int home = chosen[i];
            if (cost[i][static_cast<std::size_t>(home)] >= no_way) return std::nullopt;
            Destiny& destiny = plan.men[static_cast<std::size_t>(first_man(c) + home)];
            destiny.survives = true;
            destiny.at = origins.men[i];
            destiny.type = diagram.board.at(destiny.at)->type;
            if (home < 8) continue;
            Square goal = destiny.at;
            if (destiny.type != PieceType::pawn) {
                destiny.promoted = true;
                const Bitboard good = origins.promotions[static_cast<std::size_t>(home)][i];
                // The nearest file to home, then to the man.
                int best = 1000;
                for (const Square s : good) {
                    const int off = std::abs(index(file_of(s)) - (home & 7));
                    const int reach =
                        way_of({c, destiny.type}, s, destiny.at, structure.never) + 8 * off;
                    if (reach < best) {
                        best = reach;
                        goal = s;
                    }
                }
            }
            destiny.files.clear();
            int f = index(file_of(goal));
            const int end = home & 7;
            int spare = origins.captures[static_cast<std::size_t>(home)][i] - std::abs(f - end);
            destiny.files.push_back(static_cast<std::int8_t>(f));
            while (f != end || spare > 0) {
                int step = f < end ? 1 : f > end ? -1 : 0;
                if (step == 0) {  // aside, and back in the next turn
                    step = f < 7 ? 1 : -1;
                    spare -= 2;
                }
                f += step;
                destiny.files.push_back(static_cast<std::int8_t>(f));
                destiny.takes.push_back(-1);
                if (destiny.files.size() >= 7) break;
            }
            if (f != end) return std::nullopt;
        }
    }
    return plan;
}

}  // namespace hakam::retro
