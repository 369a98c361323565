#include "dive.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "hakam/core/attacks.hpp"
#include "lots.hpp"
#include "straight.hpp"

namespace hakam::solve {
namespace {

constexpr std::size_t most_plies = 110;
constexpr int patience = 10;   // plies without progress
constexpr int most_plans = 3;  // of a straight mate from where men were taken

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
    Square beside;
    Square post;
};
constexpr Target targets[] = {
    {Square::a1, Square::b1, Square::b3}, {Square::a1, Square::a2, Square::c2},
    {Square::h1, Square::g1, Square::g3}, {Square::h1, Square::h2, Square::f2},
    {Square::a8, Square::b8, Square::b6}, {Square::a8, Square::a7, Square::c7},
    {Square::h8, Square::g8, Square::g6}, {Square::h8, Square::h7, Square::f7}};

// Where men of each kind attack some squares from, as the board stands: by plane code.
struct Reach {
    std::array<Bitboard, 8> from{};

    void add(Square s, Bitboard occupied) noexcept {
        const Bitboard rook = attacks::rook(s, occupied), bishop = attacks::bishop(s, occupied);
        from[static_cast<std::size_t>(PieceType::knight)] |= attacks::knight(s);
        from[static_cast<std::size_t>(PieceType::bishop)] |= bishop;
        from[static_cast<std::size_t>(PieceType::rook)] |= rook;
        from[static_cast<std::size_t>(PieceType::queen)] |= rook | bishop;
    }
    bool contains(Move m) const noexcept {
        return from[static_cast<std::size_t>(m.landing_code())].contains(m.to());
    }
    int points(Move m, int n) const noexcept { return contains(m) ? n : 0; }
};

// What a game values. Where the usual one finds nothing, others are drawn by lot: walls must be
// opened by captures that lose men, and in an order that nobody can foresee.
struct Style {
    int noise = 0;
    int pawn_gain = 4;  // to the winner
    int officer_gain = 16;
    int pawn_loss = -15;  // to the loser, who takes
    int officer_loss = -15;
    int offer = 12;
    int hunter = 16;  // a step of the winner's king
    int quests = 0;   // kings first go and take a man of the other side
};

Style drawn(Lots& lots) noexcept {
    Style s;
    s.noise = lots.one_of({3, 6, 15});
    s.pawn_gain = lots.one_of({4, 4, 30});
    s.officer_gain = lots.one_of({16, 16, 3});
    s.pawn_loss = lots.one_of({-15, 0, 25});
    s.officer_loss = lots.one_of({-15, 0, 10});
    s.offer = lots.one_of({12, 12, 0});
    s.hunter = lots.one_of({16, 5});
    s.quests = lots.below(4);
    return s;
}

Square one_of(Bitboard squares, Lots& lots) noexcept {
    for (int n = lots.below(squares.size()); n > 0; --n) squares = squares.without_first();
    return squares.first();
}

// One greedy game towards one picture.
class Greedy {
public:
    Greedy(const Position& root, Color winner, Target target, const Style& style = {},
           std::uint64_t seed = 1)
        : p_{root}, winner_{winner}, target_{target}, style_{style}, lots_{seed} {
        remember(p_.key());
        if (style.noise == 0) plans_left_ = most_plans;
    }

    bool reaches_mate() {
        while (plies_ < most_plies) {
            const Bitboard before = p_.occupied();
            if (!step()) return mated_;
            if (p_.occupied().size() != before.size() && goes_straight_on()) return true;
            look_for_progress();
        }
        return false;
    }
    std::vector<Move> line() const { return {line_.begin(), line_.begin() + plies_}; }
    std::uint64_t nodes() const noexcept { return nodes_; }

private:
    // Whether the rest can be planned now that a man less is in the way.
    bool goes_straight_on() noexcept {
        if (plans_left_ == 0) return false;
        --plans_left_;
        const StraightLine rest = straight_mate(p_, winner_);
        nodes_ += rest.size();
        if (rest.empty() || plies_ + rest.size() > most_plies) return false;
        for (const Move move : rest) line_[plies_++] = move;
        return mated_ = true;
    }
    int far_from(const Target& t) const noexcept {
        const Square hunted = p_.king(~winner_);
        return 2 * std::min(steps_between(hunted, t.corner), steps_between(hunted, t.beside)) +
               steps_between(p_.king(winner_), t.post);
    }
    // A game that gets nowhere turns to another picture.
    void look_for_progress() noexcept {
        const Move last = line_[plies_ - 1];
        const int far = far_from(target_);
        if (far < nearest_ || last.is_capture() || last.is_promotion()) {
            nearest_ = std::min(far, nearest_);
            idle_ = 0;
            return;
        }
        if (++idle_ < patience) return;
        int best = 1000;
        Target next = target_;
        for (const Target& t : targets) {
            const int d = far_from(t);
            if (t.post == target_.post || d >= best) continue;
            best = d;
            next = t;
        }
        target_ = next;
        nearest_ = best;
        idle_ = 0;
    }

    static constexpr int taboo = -100000;

    // Plays the best move that leads to a new position in play. False at a mate or when stuck.
    bool step() {
        const MoveList moves = p_.legal_moves();
        std::array<int, 664> scores;
        std::size_t best = p_.turn() == winner_ ? score_winner(moves, scores.data())
                                                : score_loser(moves, scores.data());
        if (mated_) return false;
        for (;; best = best_of(scores.data(), moves.size())) {
            if (scores[best] == taboo) return false;
            const Position next = p_.after(moves[best]);
            ++nodes_;
            scores[best] = taboo;
            if (!remember(next.key())) continue;
            if (!next.has_legal_move()) {
                if (p_.turn() == winner_ && next.is_check()) return finish(moves[best]);
                continue;
            }
            line_[plies_++] = moves[best];
            p_ = next;
            return true;
        }
    }
    static std::size_t best_of(const int* scores, std::size_t count) noexcept {
        return static_cast<std::size_t>(std::max_element(scores, scores + count) - scores);
    }
    bool finish(Move move) {
        line_[plies_++] = move;
        mated_ = true;
        return false;
    }

    // The best move; or a mate is found.
    std::size_t score_winner(const MoveList& moves, int* scores) {
        const Color loser = ~winner_;
        const Bitboard occupied = p_.occupied();
        const Square hunted = p_.king(loser);
        const Bitboard prey = p_.men(loser) & ~Bitboard{hunted};
        const bool majors = !(p_.board().straight_sliders() & p_.men(winner_)).empty();
        Reach checks, good, bad, cover;
        checks.add(hunted, occupied);
        const auto blocker = majors ? std::nullopt : blocking_man();
        const Square quest = next_quest(winner_);
        const Square aim = quest != Square::a1 ? quest : blocker ? *blocker : target_.post;
        if (blocker)
            good.add(*blocker, occupied);
        else if (!prey.empty())
            good.add(prey.first(), occupied);
        const int far = steps_between(hunted, target_.corner);
        if (far > 0)
            for (const Square s : attacks::king(hunted))
                if (steps_between(s, target_.corner) < far) bad.add(s, occupied);
        // Flights that no man of the winner attacks.
        const Bitboard open = attacks::king(hunted) & ~p_.men(loser) & ~p_.attacked(winner_);
        if (const auto last_flight = open.only()) cover.add(*last_flight, occupied);
        std::size_t best = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move m = moves[i];
            int s = good.points(m, 1) + cover.points(m, 2) - bad.points(m, 8) +
                    gain_[static_cast<std::size_t>(m.captured_code())] + noise();
            if (m.mover() != PieceType::king && m.from() == target_.post) s += 5;
            if (m.mover() == PieceType::king) {
                if (!m.is_castling())
                    s +=
                        style_.hunter * (steps_between(m.from(), aim) - steps_between(m.to(), aim));
            } else if (m.mover() == PieceType::pawn) {
                if (m.is_promotion())
                    s += *m.promotion() == PieceType::queen  ? 12
                         : *m.promotion() == PieceType::rook ? 2
                                                             : -9;
                else if (!majors)
                    s += 2 * index(relative_rank(winner_, m.to())) + (m.is_capture() ? 12 : 0);
            }
            scores[i] = s;
            if (s > scores[best]) best = i;
            if (!checks.contains(m) || open.size() > 5) continue;
            const Bitboard left =
                open & ~attacks::of({winner_, static_cast<PieceType>(m.landing_code())}, m.to(),
                                    occupied & ~Bitboard{m.from()} & ~Bitboard{hunted});
            if (!(left & ~Bitboard{m.to()}).empty()) continue;
            ++nodes_;
            if (!p_.after(m).is_checkmate()) continue;
            finish(m);
            break;
        }
        return best;
    }

    // Who stands in the way of the foremost pawn, if it is a man of the loser.
    std::optional<Square> blocking_man() const noexcept {
        const Bitboard pawns = p_.men(winner_, PieceType::pawn);
        if (pawns.empty()) return std::nullopt;
        const Square foremost = winner_ == Color::white ? pawns.last() : pawns.first();
        const Square ahead =
            static_cast<Square>(index(foremost) + (winner_ == Color::white ? 8 : -8));
        if (!p_.men(~winner_).contains(ahead)) return std::nullopt;
        return ahead;
    }

    // The square of a man that the king of `c` should take first; a1 if there is none.
    Square next_quest(Color c) noexcept {
        if ((style_.quests >> (c == winner_ ? 0 : 1) & 1) == 0) return Square::a1;
        Square& quest = quests_[static_cast<std::size_t>(index(c))];
        if (quest != Square::a1 && p_.men(~c).contains(quest)) return quest;
        quest = Square::a1;
        const Bitboard men = p_.men(~c) & ~Bitboard{p_.king(~c)};
        if (!men.empty() && lots_.below(3) != 0) quest = one_of(men, lots_);
        if (quest == Square::a1) style_.quests = 0;
        return quest;
    }
    int noise() noexcept { return style_.noise == 0 ? 0 : lots_.below(style_.noise); }

    std::size_t score_loser(const MoveList& moves, int* scores) {
        const Square quest = next_quest(~winner_);
        const Bitboard danger = p_.attacked(winner_);
        Bitboard ways;  // where a man sets a pawn of the winner free
        if ((p_.board().straight_sliders() & p_.men(winner_)).empty())
            ways = attacks::pawns(winner_, p_.men(winner_, PieceType::pawn));
        std::size_t best = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move m = moves[i];
            int s = loss_[static_cast<std::size_t>(m.captured_code())] + noise();
            if (m.mover() == PieceType::king) {
                if (quest != Square::a1)
                    s += 16 * (steps_between(m.from(), quest) - steps_between(m.to(), quest)) +
                         (m.is_capture() ? 30 : 0);
                else if (!m.is_castling())
                    s += hide(m.from()) - hide(m.to());
            } else {
                s += danger.contains(m.to()) ? style_.offer : 0;
                s += ways.contains(m.to()) ? 8 : 0;
                s -= danger.contains(m.from()) ? 18 : 0;
                s -= m.mover() == PieceType::pawn ? 1 : 0;
            }
            scores[i] = s;
            if (s > scores[best]) best = i;
        }
        return best;
    }
    // How far the hunted king is from where it waits: the corner or the square next to it on the
    // line on which it will be mated; it keeps away from the post.
    int hide(Square s) const noexcept {
        return 5 * std::min(steps_between(s, target_.corner), steps_between(s, target_.beside)) +
               (steps_between(s, target_.post) <= 1 ? 4 : 0);
    }

    // Returns whether the key is new, for all that a small filter can tell.
    bool remember(Key key) noexcept {
        const std::uint64_t k = static_cast<std::uint64_t>(key) >> 52;
        std::uint64_t& word = seen_[k >> 6];
        const std::uint64_t bit = std::uint64_t{1} << (k & 63);
        if ((word & bit) != 0) return false;
        word |= bit;
        return true;
    }

    Position p_;
    Color winner_;
    Target target_;
    Style style_;
    Lots lots_;
    // What the men that are taken are worth to the winner; the hunted side takes nothing if it can
    // help it.
    std::array<int, 8> gain_ = {
        0, style_.pawn_gain,       style_.officer_gain, style_.officer_gain, 0, style_.officer_gain,
        0, style_.officer_gain + 8};
    std::array<int, 8> loss_ = {
        0, style_.pawn_loss, style_.officer_loss, style_.officer_loss, 0, -60, 0, -30};
    std::array<Square, 2> quests_{};
    std::array<Move, most_plies + 1> line_;
    std::array<std::uint64_t, 64> seen_{};
    std::size_t plies_ = 0;
    int nearest_ = 1000;
    int idle_ = 0;
    int plans_left_ = 0;
    std::uint64_t nodes_ = 0;
    bool mated_ = false;
};

}  // namespace

bool Dive::may_find(const Position& root, Color winner) noexcept {
    const Bitboard men = root.men(winner) & ~root.men(PieceType::king);
    const Bitboard minors = men & (root.men(PieceType::bishop) | root.men(PieceType::knight));
    return men != minors || minors.has_many();  // one alone mates by other pictures
}

bool Dive::next() {
    std::size_t best = 0;
    int nearest = 1000;
    for (std::size_t i = 0; i < std::size(targets); ++i) {
        const int d = 2 * steps_between(root_.king(~winner_), targets[i].corner) +
                      steps_between(root_.king(winner_), targets[i].post);
        if ((tried_ >> i & 1) != 0 || d >= nearest) continue;
        nearest = d;
        best = i;
    }
    if (nearest == 1000) return false;
    tried_ |= 1U << best;
    Greedy greedy{root_, winner_, targets[best]};
    const bool found = greedy.reaches_mate();
    nodes_ += greedy.nodes();
    if (found) line_ = greedy.line();
    return found;
}

bool Dive::next_drawn() {
    Lots lots{seed_ += 0x9E3779B97F4A7C15ULL};
    const Style style = drawn(lots);
    Greedy greedy{root_, winner_, targets[lots.next() % std::size(targets)], style, lots.next()};
    const bool found = greedy.reaches_mate();
    nodes_ += greedy.nodes();
    if (found) line_ = greedy.line();
    return found;
}

}  // namespace hakam::solve
