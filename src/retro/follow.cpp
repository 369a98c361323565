// Breadth-first searches over pairs: one man, and where each followed pawn stands. The followed
// pawns are those of the diagram that can have come to their squares only in a few ways.
#include "follow.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace hakam::retro {
namespace {

constexpr std::size_t most_arrangements = 64;

struct Followed {
    Color color{};
    Square last{};
    Bitboard stands;  ///< every square it can have stood on
    Bitboard starts;  ///< its possible home squares
};

/// A pawn that stays on the board, with the squares of every way to where it stands.
Followed followed(const Diagram& diagram, const Structure& structure, Color c, std::size_t i) {
    const Origins& origins = structure.origins[static_cast<std::size_t>(index(c))];
    Followed pawn{c, origins.men[i], {}, {}};
    const int most = structure.can_be_taken[static_cast<std::size_t>(index(~c))];
    for (int home = 8; home < 16; ++home)
        if (origins.captures[static_cast<std::size_t>(home)][i] <= most)
            pawn.starts |= home_of_man(first_man(c) + home);
    // Back from the diagram and forth from the homes.
    const int up = forward(c);
    Bitboard back = pawn.last;
    for (int r = 0; r < 6; ++r)
        for (const Square s : back) {
            if (relative_rank(c, s) <= Rank::r2) continue;
            back |= square(index(s) - up);
            back |= attacks::pawn(~c, s);
        }
    back &= ~structure.never | pawn.last;
    Bitboard forth = pawn.starts;
    for (int r = 0; r < 6; ++r)
        for (const Square s : forth) {
            if (relative_rank(c, s) == Rank::r8) continue;
            forth |= (Bitboard{square(index(s) + up)} | attacks::pawn(c, s)) & back;
        }
    pawn.stands = back & forth;
    (void)diagram;
    return pawn;
}

class Search {
public:
    Search(const Diagram& diagram, const Structure& structure, std::vector<Followed> pawns)
        : diagram_{diagram}, never_{structure.never}, pawns_{std::move(pawns)} {
        for (const Followed& pawn : pawns_) {
            squares_.emplace_back(pawn.stands.begin(), pawn.stands.end());
            total_ *= squares_.back().size();
        }
        occupied_.resize(total_);
        final_ = 0;
        for (std::size_t a = 0; a < total_; ++a) {
            bool last = true;
            bool apart = true;
            Bitboard all;
            std::size_t rest = a;
            for (std::size_t p = 0; p < pawns_.size(); ++p) {
                const Square s = squares_[p][rest % squares_[p].size()];
                rest /= squares_[p].size();
                apart &= !all.contains(s);
                all |= s;
                last &= s == pawns_[p].last;
            }
            occupied_[a] = apart ? all : Bitboard::all();
            if (last) final_ = a;
        }
    }

    /// Where the man can stand in the diagram. `from_pawn`: it begins as a pawn of its side.
    std::array<Bitboard, 8> reach(Color c, PieceType type, Square home, int most_captures) {
        color_ = c;
        for (const PieceType t : piece_types)
            forbidden_[static_cast<std::size_t>(index(t))] =
                forbidden_squares(diagram_.board, never_, c, t);
        std::array<Bitboard, 8> found{};
        // Layers by captures; type 8 kinds x arrangement: seen squares.
        seen_.assign(8 * total_, {});
        std::vector<Node> layer;
        for (std::size_t a = 0; a < total_; ++a)
            if (starts(a) && !occupied_[a].contains(home)) push(layer, type, home, a);
        for (int taken = 0; taken <= most_captures && !layer.empty(); ++taken) {
            std::vector<Node> next;
            while (!layer.empty()) {
                const Node node = layer.back();
                layer.pop_back();
                expand(node, layer, next);
            }
            // Marked only now: what costs a capture more must not hide what costs none.
            if (taken == most_captures) break;
            for (const Node& node : next) push(layer, node.type, node.at, node.arrangement);
        }
        for (std::size_t t = 0; t < 8; ++t) found[t] = seen_[t * total_ + final_];
        return found;
    }

private:
    struct Node {
        PieceType type{};
        Square at{};
        std::size_t arrangement = 0;
    };

    Square square_of(std::size_t a, std::size_t p) const {
        for (std::size_t i = 0; i < p; ++i) a /= squares_[i].size();
        return squares_[p][a % squares_[p].size()];
    }
    bool starts(std::size_t a) const {
        for (std::size_t p = 0; p < pawns_.size(); ++p)
            if (!pawns_[p].starts.contains(square_of(a, p))) return false;
        return occupied_[a] != Bitboard::all();
    }

    void push(std::vector<Node>& list, PieceType type, Square s, std::size_t a) {
        Bitboard& seen = seen_[static_cast<std::size_t>(index(type)) * total_ + a];
        if (seen.contains(s)) return;
        seen |= s;
        list.push_back({type, s, a});
    }

    Bitboard forbidden(PieceType type, std::size_t a) const {
        Bitboard bad = forbidden_[static_cast<std::size_t>(index(type))];
        if (type == PieceType::king)
            for (std::size_t p = 0; p < pawns_.size(); ++p)
                if (pawns_[p].color != color_)
                    bad |= attacks::pawn(pawns_[p].color, square_of(a, p));
        return bad;
    }
    /// A man that gives check now may stand on its forbidden square, at the very end.
    bool may_stand(PieceType type, Square s, std::size_t a) const {
        if (!forbidden(type, a).contains(s)) return true;
        return type != PieceType::king && a == final_ && ~color_ == diagram_.turn &&
               diagram_.board.at(s) == Piece{color_, type};
    }

    void expand(const Node& node, std::vector<Node>& same, std::vector<Node>& next) {
        const auto [type, s, a] = node;
        move_pawns(node, same);
        // From a square where it gives the present check it does not move on.
        if (type != PieceType::king && forbidden(type, a).contains(s)) return;
        const Bitboard walls = (never_ & ~Bitboard{s}) | occupied_[a];
        if (type != PieceType::pawn) {
            for (const Square to : attacks::of({color_, type}, s, walls) & ~walls)
                if (may_stand(type, to, a)) push(same, type, to, a);
            castle(node, walls, same);
            return;
        }
        const int up = forward(color_);
        if (relative_rank(color_, s) == Rank::r8) return;
        const Square one = square(index(s) + up);
        if (!walls.contains(one)) {
            arrive(one, a, same);
            if (relative_rank(color_, s) == Rank::r2 && !walls.contains(square(index(one) + up)))
                arrive(square(index(one) + up), a, same);
        }
        for (const Square to : attacks::pawn(color_, s) & ~walls)
            for (const PieceType made : becomes(to))
                if (may_stand(made, to, a)) next.push_back({made, to, a});
    }

    StaticVector<PieceType, 4> becomes(Square to) const {
        StaticVector<PieceType, 4> types;
        if (relative_rank(color_, to) != Rank::r8) {
            types.push_back(PieceType::pawn);
            return types;
        }
        for (const PieceType made : promotion_types) types.push_back(made);
        return types;
    }
    void arrive(Square to, std::size_t a, std::vector<Node>& list) {
        for (const PieceType made : becomes(to))
            if (may_stand(made, to, a)) push(list, made, to, a);
    }

    void castle(const Node& node, Bitboard walls, std::vector<Node>& same) {
        const Rank home = back_rank(color_);
        const Square king = square(File::e, home);
        if (never_.contains(king)) return;
        for (const Wing wing : {Wing::king, Wing::queen}) {
            const Square corner = square(wing == Wing::king ? File::h : File::a, home);
            if (never_.contains(corner) || (attacks::between(king, corner) & walls)) continue;
            if (node.type == PieceType::rook && node.at == corner && !walls.contains(king))
                push(same, PieceType::rook, castled_rook(color_, wing), node.arrangement);
            if (node.type == PieceType::king && node.at == king && !walls.contains(corner))
                push(same, PieceType::king, castled_king(color_, wing), node.arrangement);
        }
    }

    void move_pawns(const Node& node, std::vector<Node>& same) {
        std::size_t step = 1;
        for (std::size_t p = 0; p < pawns_.size(); ++p) {
            const auto& list = squares_[p];
            const std::size_t digit = node.arrangement / step % list.size();
            const Square from = list[digit];
            const int up = forward(pawns_[p].color);
            if (from != pawns_[p].last) {
                Bitboard to = attacks::pawn(pawns_[p].color, from) | square(index(from) + up);
                if (relative_rank(pawns_[p].color, from) == Rank::r2) {
                    const Square over = square(index(from) + up);
                    // The double step passes over a free square.
                    if (over != node.at && !occupied_[node.arrangement].contains(over) &&
                        !never_.contains(over))
                        to |= square(index(from) + 2 * up);
                }
                for (std::size_t d = 0; d < list.size(); ++d) {
                    if (!to.contains(list[d]) || list[d] == node.at) continue;
                    if (occupied_[node.arrangement].contains(list[d])) continue;
                    const std::size_t after = node.arrangement + d * step - digit * step;
                    if (occupied_[after] == Bitboard::all()) continue;
                    push(same, node.type, node.at, after);
                }
            }
            step *= list.size();
        }
    }

    const Diagram& diagram_;
    Bitboard never_;
    std::vector<Followed> pawns_;
    std::vector<std::vector<Square>> squares_;
    std::size_t total_ = 1;
    std::vector<Bitboard> occupied_;  ///< by arrangement; all squares: two pawns on one
    std::size_t final_ = 0;
    Color color_ = Color::white;
    std::vector<Bitboard> seen_;
    std::array<Bitboard, 8> forbidden_{};  ///< by type, because of men that never moved
};

}  // namespace

void follow_pawns(const Diagram& diagram, Structure& structure) {
    std::vector<Followed> all;
    for (const Color c : colors) {
        const Origins& origins = structure.origins[static_cast<std::size_t>(index(c))];
        for (std::size_t i = 0; i < origins.men.size(); ++i)
            if (diagram.board.at(origins.men[i])->type == PieceType::pawn &&
                !structure.never.contains(origins.men[i]))
                all.push_back(followed(diagram, structure, c, i));
    }
    std::sort(all.begin(), all.end(), [](const Followed& a, const Followed& b) {
        return a.stands.size() != b.stands.size() ? a.stands.size() < b.stands.size()
                                                  : a.last < b.last;
    });
    std::vector<Followed> few;
    std::size_t total = 1;
    for (const Followed& pawn : all) {
        const auto ways = static_cast<std::size_t>(pawn.stands.size());
        if (ways == 0 || total * ways > most_arrangements) break;
        total *= ways;
        few.push_back(pawn);
    }
    Search search{diagram, structure, few};
    for (const Color c : colors) {
        Origins& origins = structure.origins[static_cast<std::size_t>(index(c))];
        const int most =
            std::clamp(structure.can_be_taken[static_cast<std::size_t>(index(~c))], 0, 6);
        for (int home = 0; home < 16; ++home) {
            const auto h = static_cast<std::size_t>(home);
            const int man = first_man(c) + home;
            if (structure.never.contains(home_of_man(man))) continue;
            bool asked = false;
            for (std::size_t i = 0; i < origins.men.size(); ++i)
                asked |= origins.captures[h][i] < impossible &&
                         diagram.board.at(origins.men[i])->type != PieceType::pawn;
            if (!asked) continue;
            const auto found = search.reach(c, type_of_man(man), home_of_man(man), most);
            for (std::size_t i = 0; i < origins.men.size(); ++i) {
                const PieceType type = diagram.board.at(origins.men[i])->type;
                if (type == PieceType::pawn || origins.captures[h][i] >= impossible) continue;
                if (!found[static_cast<std::size_t>(index(type))].contains(origins.men[i])) {
                    origins.captures[h][i] = impossible;
                    origins.promotions[h][i] = {};
                }
            }
        }
    }
}

}  // namespace hakam::retro
