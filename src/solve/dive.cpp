#include "dive.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "hakam/core/attacks.hpp"

namespace hakam::solve {
namespace {

constexpr int most_plies = 140;

constexpr auto king_distances = [] {
    std::array<std::array<std::int8_t, 64>, 64> table{};
    for (int a = 0; a < 64; ++a)
        for (int b = 0; b < 64; ++b) {
            const int df = (a & 7) - (b & 7), dr = (a >> 3) - (b >> 3);
            table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
                static_cast<std::int8_t>(std::max(df < 0 ? -df : df, dr < 0 ? -dr : dr));
        }
    return table;
}();
int steps_between(Square a, Square b) noexcept {
    return king_distances[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

struct Target {
    Square corner;
    Square post;
};
constexpr Target targets[] = {{Square::a1, Square::b3}, {Square::a1, Square::c2},
                              {Square::h1, Square::g3}, {Square::h1, Square::f2},
                              {Square::a8, Square::b6}, {Square::a8, Square::c7},
                              {Square::h8, Square::g6}, {Square::h8, Square::f7}};

class Greedy {
public:
    Greedy(const Position& root, Color winner, Target target)
        : p_{root}, winner_{winner}, target_{target} {
        remember(p_.key());
    }

    bool reaches_mate() {
        while (line_.size() < most_plies)
            if (!step()) return mated_;
        return false;
    }
    std::vector<Move>& line() noexcept { return line_; }
    std::uint64_t nodes() const noexcept { return nodes_; }

private:
    struct Scored {
        int score;
        Move move;
    };

    // Plays the best move that leads to a new position in play. False at a mate or when stuck.
    bool step() {
        const MoveList moves = p_.legal_moves();
        std::array<int, 664> scores;
        if (p_.turn() == winner_) {
            const WinnerView view{p_, winner_, target_};
            for (std::size_t i = 0; i < moves.size(); ++i) {
                scores[i] = view.score(moves[i]);
                if (view.may_mate(moves[i]) && mates(moves[i])) return false;
            }
        } else {
            const LoserView view{p_, winner_, target_};
            for (std::size_t i = 0; i < moves.size(); ++i) scores[i] = view.score(moves[i]);
        }
        for (std::size_t tries = 0; tries < moves.size(); ++tries) {
            const auto best = static_cast<std::size_t>(
                std::max_element(scores.begin(),
                                 scores.begin() + static_cast<std::ptrdiff_t>(moves.size())) -
                scores.begin());
            if (scores[best] == taboo) return false;
            const Position next = p_.after(moves[best]);
            ++nodes_;
            scores[best] = taboo;
            if (!remember(next.key()) || !next.has_legal_move()) {
                if (p_.turn() == winner_ && next.is_checkmate()) return finish(moves[best]);
                continue;
            }
            line_.push_back(moves[best]);
            p_ = next;
            return true;
        }
        return false;
    }
    bool mates(Move move) {
        const Position next = p_.after(move);
        ++nodes_;
        return next.is_checkmate() && !finish(move);
    }
    bool finish(Move move) {
        line_.push_back(move);
        mated_ = true;
        return false;
    }
    // Returns whether the key is new; the table never fills up.
    bool remember(Key key) noexcept {
        const auto k = static_cast<std::uint64_t>(key) | 1;
        for (std::size_t i = k >> 54;; i = (i + 1) & (seen_.size() - 1)) {
            if (seen_[i] == k) return false;
            if (seen_[i] != 0) continue;
            if (used_ < seen_.size() - 1) {
                seen_[i] = k;
                ++used_;
            }
            return true;
        }
    }

    static constexpr int taboo = -100000;

    struct WinnerView {
        WinnerView(const Position& p, Color winner, Target t)
            : position{p},
              target{t},
              hunted{p.king(~winner)},
              prey{p.men(~winner)},
              bare{!prey.has_many()},
              majors{!(p.board().straight_sliders() & p.men(winner)).empty()} {
            const Bitboard rim{0xFF818181818181FFULL};
            at_rim = rim.contains(hunted);
            prey &= ~Bitboard{hunted};
        }
        int score(Move m) const noexcept {
            int s = 0;
            if (m.is_capture()) s += 40;
            switch (m.mover()) {
                case PieceType::king:
                    if (!m.is_castling())
                        s += 4 * (steps_between(m.from(), target.post) -
                                  steps_between(m.to(), target.post));
                    break;
                case PieceType::pawn:
                    if (m.is_promotion())
                        s += *m.promotion() == PieceType::queen  ? 60
                             : *m.promotion() == PieceType::rook ? 50
                                                                 : -60;
                    else if (!majors)
                        s += 2 + 3 * index(relative_rank(position.turn(), m.to()));
                    break;
                default:
                    if (!bare) {
                        const Bitboard occupied = position.occupied() & ~Bitboard{m.from()};
                        if (!(attacks::of({position.turn(), m.mover()}, m.to(), occupied) & prey)
                                 .empty())
                            s += 8;
                    }
            }
            return s;
        }
        bool may_mate(Move m) const noexcept {
            if (!at_rim) return false;
            const PieceType type = m.is_promotion() ? *m.promotion() : m.mover();
            if (type == PieceType::king || type == PieceType::pawn) return false;
            const Bitboard occupied = position.occupied() & ~Bitboard{m.from()};
            return attacks::of({position.turn(), type}, m.to(), occupied).contains(hunted);
        }
        const Position& position;
        Target target;
        Square hunted;
        Bitboard prey;
        bool bare;
        bool majors;
        bool at_rim = false;
    };

    struct LoserView {
        LoserView(const Position& p, Color winner, Target t)
            : target{t}, danger{p.attacked(winner)} {}
        int score(Move m) const noexcept {
            int s = 0;
            if (m.is_capture()) {
                s -= 30;
                if (*m.captured() == PieceType::queen || *m.captured() == PieceType::rook) s -= 20;
            }
            if (m.mover() == PieceType::king) {
                if (!m.is_castling())
                    s += 6 * (steps_between(m.from(), target.corner) -
                              steps_between(m.to(), target.corner));
            } else {
                if (danger.contains(m.to())) s += 10;
                if (danger.contains(m.from())) s -= 9;
                if (m.mover() == PieceType::pawn) s += 1;
            }
            return s;
        }
        Target target;
        Bitboard danger;
    };

    Position p_;
    Color winner_;
    Target target_;
    std::vector<Move> line_;
    std::array<std::uint64_t, 1024> seen_{};
    std::size_t used_ = 0;
    std::uint64_t nodes_ = 0;
    bool mated_ = false;
};

}  // namespace

Dive dive(const Position& root, Color winner) {
    Dive result;
    const Bitboard fighters =
        (root.board().straight_sliders() | root.men(PieceType::pawn)) & root.men(winner);
    if (fighters.empty()) return result;  // bishops and knights mate by other pictures
    std::array<std::pair<int, Target>, 8> order{};
    std::size_t n = 0;
    for (const Target& t : targets)
        order[n++] = {2 * steps_between(root.king(~winner), t.corner) +
                          steps_between(root.king(winner), t.post),
                      t};
    std::sort(order.begin(), order.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < 3; ++i) {
        Greedy greedy{root, winner, order[i].second};
        const bool found = greedy.reaches_mate();
        result.nodes += greedy.nodes();
        if (!found) continue;
        result.line = std::move(greedy.line());
        break;
    }
    return result;
}

}  // namespace hakam::solve
