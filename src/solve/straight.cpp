#include "straight.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "hakam/core/attacks.hpp"
#include "hakam/core/computed_attacks.hpp"

// Why every move is legal. Only the kings and one man of the winner move; all others stand still
// until they are taken. What still men attack is computed with the movers taken off the board: no
// fewer squares than they attack really. A king steps only onto squares that are not among these,
// not next to the other king and not attacked by the moving man, so he leaves every check and walks
// into none. The moving man moves only while its king does not stand on such a square, so that no
// line through it leads to him. Taking a man opens no line to a square that it does not stand on,
// but the sets are made again. The replay confirms that no king was left in check, and the mate.

namespace hakam::solve {
namespace {

constexpr int most_steps = 12;
constexpr int most_tries = 2;
constexpr int most_men = 14;  // on a fuller board something is in the way

Bitboard with_sides(Bitboard b) noexcept { return b | shifted<1, 0>(b) | shifted<-1, 0>(b); }
Bitboard with_neighbours(Bitboard b) noexcept {
    b = with_sides(b);
    return b | shifted<0, 1>(b) | shifted<0, -1>(b);
}

// The squares at so many steps of a king from one square, or fewer.
class Walk {
public:
    Walk() = default;
    Walk(Square from, Bitboard free) noexcept {
        within_[0] = Bitboard{from};
        while (last_ < most_steps) {
            const Bitboard here = within_[at(last_)];
            const Bitboard next = here | (with_neighbours(here) & free);
            if (next == here) break;
            within_[at(++last_)] = next;
        }
    }
    Bitboard within(int steps) const noexcept {
        return steps < 0 ? Bitboard{} : within_[at(std::min(steps, last_))];
    }
    int steps_to(Square s) const noexcept {
        int steps = 0;
        while (steps <= last_ && !within_[at(steps)].contains(s)) ++steps;
        return steps <= last_ ? steps : far_away;
    }
    Bitboard all() const noexcept { return within_[at(last_)]; }
    // Those of the squares that are nearest; all if none is near.
    Bitboard nearest(Bitboard squares) const noexcept {
        for (int steps = 0; steps <= last_; ++steps)
            if (!(squares & within_[at(steps)]).empty()) return squares & within_[at(steps)];
        return squares;
    }
    bool comes_near(Square s) const noexcept {
        return !(within_[at(last_)] & (attacks::king(s) | s)).empty();
    }
    static constexpr int far_away = 100;

private:
    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

    std::array<Bitboard, most_steps + 1> within_;
    int last_ = 0;
};

// Where the mated king stands and where the other king, and the squares to mate on.
struct Picture {
    Square hunted{};
    Square post{};
    Bitboard before;  // the square in front of the king, where a queen mates
    Bitboard edge;    // the line of the mate, if the kings face each other or one is in the corner
};

class Plan {
public:
    Plan(const Position& root, Color winner, Square man, PieceType type) noexcept
        : root_{root},
          winner_{winner},
          type_{type},
          man_{man},
          hunter_{root.king(winner)},
          hunted_{root.king(~winner)} {
        still_ = root.occupied() & ~root.men(PieceType::king) & ~Bitboard{man};
        if (type == PieceType::pawn && !find_lane({}))
            find_lane(still(~winner_) & ~attacked_by(~winner_));
        if (is_possible()) look_around();
    }

    bool is_possible() const noexcept { return type_ != PieceType::pawn || pushes_ > 0; }

    // The pictures are tried from the nearest on.
    StraightLine line() noexcept {
        if (!(blockers_ & ~Walk{hunter_, free_winner_ | blockers_}.all()).empty()) return {};
        const Walk hunt{blockers_.empty() ? hunter_ : blockers_.first(), free_winner_};
        const Walk flight{hunted_, free_loser_ & ~hot_man_};
        const int before = static_cast<int>(pushes_) + 3 * blockers_.size();
        const Bitboard usable = ~(hot_loser_ | hot_man_);
        Bitboard last_posts, last_refuges;
        for (int n = 0; n <= most_steps + before && tries_ < most_tries; ++n) {
            const Bitboard posts = hunt.within(n - before), refuges = flight.within(n) & usable;
            if (posts.empty() || (posts == last_posts && refuges == last_refuges)) continue;
            last_posts = posts;
            last_refuges = refuges;
            moves_ = n;
            if (at_edge<0, 1>(Bitboard::of(Rank::r1), posts, refuges) ||
                at_edge<0, -1>(Bitboard::of(Rank::r8), posts, refuges) ||
                at_edge<1, 0>(Bitboard::of(File::a), posts, refuges) ||
                at_edge<-1, 0>(Bitboard::of(File::h), posts, refuges))
                return line_;
        }
        return {};
    }

private:
    Bitboard still(Color c) const noexcept { return root_.men(c) & still_; }

    // How the pawn gets to the last rank, taking what stands beside its way. `blockers` may stand
    // on it: the king takes them first.
    bool find_lane(Bitboard blockers) noexcept {
        const auto forward = [this](Bitboard b) {
            return winner_ == Color::white ? shifted<0, 1>(b) : shifted<0, -1>(b);
        };
        std::array<Bitboard, 9> reached{Bitboard{man_}};
        const Bitboard prey = still(~winner_);
        const Bitboard last = Bitboard::of(back_rank(~winner_));
        const Bitboard open = ~still_ | blockers;
        std::size_t n = 0;
        while ((reached[n] & last).empty()) {
            const Bitboard next =
                (forward(reached[n]) & open) | (attacks::pawns(winner_, reached[n]) & prey);
            if (next.empty()) return false;
            reached[++n] = next;
        }
        pushes_ = n;
        Bitboard here = reached[n] & last;
        for (std::size_t i = n; i > 0; --i) {
            const Square s = here.first();
            pushed_[i - 1] = s;
            lane_ |= s;
            const Bitboard behind =
                winner_ == Color::white ? shifted<0, -1>(Bitboard{s}) : shifted<0, 1>(Bitboard{s});
            here = reached[i - 1] & attacks::pawn(~winner_, s);
            if (!prey.contains(s) || here.empty()) {
                here = reached[i - 1] & behind;
                blockers_ |= prey & s;
            }
        }
        return true;
    }
    // What is attacked and what is free, now that `still_` is what it is.
    void look_around() noexcept {
        hot_winner_ = attacked_by(~winner_);
        hot_loser_ = attacked_by(winner_);
        if (type_ == PieceType::pawn)
            hot_loser_ |= attacks::pawns(winner_, lane_) |
                          (attacks::computed::rook(pushed_[pushes_ - 1], still_) |
                           attacks::computed::bishop(pushed_[pushes_ - 1], still_));
        hot_man_ = attacked_from(man_, still_);
        free_winner_ = ~(still(winner_) | hot_winner_ | lane_ | man_);
        free_loser_ = ~(still(~winner_) | hot_loser_ | lane_ | man_);
    }
    // Squares that the still men of a side attack, as if nothing else stood on the board.
    Bitboard attacked_by(Color side) const noexcept {
        const Bitboard men = still(side);
        const Board& board = root_.board();
        Bitboard result = attacks::pawns(side, men & board.men(PieceType::pawn));
        for (const Square s : men& board.men(PieceType::knight)) result |= attacks::knight(s);
        for (const Square s : men& board.diagonal_sliders())
            result |= attacks::computed::bishop(s, still_);
        for (const Square s : men& board.straight_sliders())
            result |= attacks::computed::rook(s, still_);
        return result;
    }
    Bitboard attacked_from(Square s, Bitboard occupied) const noexcept {
        if (type_ == PieceType::pawn) return attacks::pawn(winner_, s);
        const Bitboard straight = attacks::computed::rook(s, occupied);
        return type_ == PieceType::rook ? straight
                                        : straight | attacks::computed::bishop(s, occupied);
    }

    // ---- the picture

    // Tries the pictures at one edge; F and R lead away from it. Kings face each other and the mate
    // comes along the edge; in a corner the other may stand aside. Or a queen comes in front of the
    // king, guarded from behind.
    template <int F, int R>
    bool at_edge(Bitboard edge, Bitboard posts, Bitboard refuges) noexcept {
        constexpr int W = F == 0 ? 1 : 0, H = R == 0 ? 1 : 0;
        const auto sideways = [](Bitboard b) { return b | shifted<W, H>(b) | shifted<-W, -H>(b); };
        const auto in = [](Bitboard b) { return shifted<F, R>(b); };
        const auto out = [](Bitboard b) { return shifted<-F, -R>(b); };
        constexpr Bitboard corners{Square::a1, Square::h1, Square::a8, Square::h8};
        const Bitboard kings = refuges & edge;
        const Bitboard facing = kings & (out(out(posts)) | (out(out(sideways(posts))) & corners));
        Bitboard fronted;
        if (type_ != PieceType::rook)
            fronted = kings & out(~still(winner_) & ~hot_winner_ & out(sideways(posts)));
        for (const Square s : facing | fronted) {
            const Bitboard front = in(Bitboard{s}), opposite = in(front);
            Picture picture;
            picture.hunted = s;
            if (facing.contains(s)) picture.edge = edge;
            if (fronted.contains(s)) picture.before = front;
            picture.post =
                ((posts & opposite).empty() ? sideways(opposite) & posts : opposite).first();
            if (succeeds(picture)) return true;
            if (tries_ == most_tries) return false;
        }
        return false;
    }
    bool succeeds(const Picture& picture) noexcept {
        Bitboard& tried = tried_[static_cast<std::size_t>(picture.hunted)];
        if (tried.contains(picture.post)) return false;
        tried |= picture.post;
        if (goals(picture).empty() || !has_ways(picture)) return false;
        ++tries_;
        Plan trial = *this;
        trial.picture_ = picture;
        if (!trial.play() || !trial.replay()) return false;
        line_ = trial.line_;
        return true;
    }
    // Squares to mate on.
    Bitboard goals(const Picture& p) const noexcept {
        return ((attacks::computed::rook(p.hunted, still_) & p.edge & ~attacks::king(p.hunted)) |
                p.before) &
               ~still(winner_) & ~hot_winner_;
    }
    // Whether both kings can get there, the hunted one without coming near the other's post.
    bool has_ways(const Picture& picture) noexcept {
        const Bitboard reserved = attacks::king(picture.post) | picture.post;
        flight_ = Walk{picture.hunted, free_loser_ & ~hot_man_ & ~reserved};
        if (!flight_.comes_near(hunted_)) return false;
        hunt_ = next_hunt(picture);
        return hunt_.comes_near(hunter_);
    }
    // The way of the winner's king to the next man that he has to take, else to his post.
    Walk next_hunt(const Picture& picture) const noexcept {
        if (!blockers_.empty()) return {blockers_.first(), free_winner_ | blockers_};
        return {picture.post, free_winner_ & ~attacks::king(picture.hunted)};
    }

    // ---- the moves

    // A man that moves, and perhaps takes one that stood still.
    void add(Square from, Square to, PieceType mover, int promotion = 0) noexcept {
        const bool takes = still_.contains(to);
        line_.push_back(Move::make(from, to,
                                   promotion != 0 ? MoveKind::promotion : MoveKind::normal, mover,
                                   takes ? root_.board().code_at(to) : 0, promotion));
        if (!takes) return;
        still_ &= ~Bitboard{to};
        look_around();
        if (blockers_.contains(to)) {
            blockers_ &= ~Bitboard{to};
            hunt_ = next_hunt(picture_);
        }
    }

    bool play() noexcept {
        const std::size_t most =
            std::min(most_straight_plies, static_cast<std::size_t>(2 * moves_ + 14));
        for (bool winner_moves = root_.turn() == winner_; line_.size() < most;
             winner_moves = !winner_moves) {
            remember(winner_moves);
            if (winner_moves && hunted_ == picture_.hunted && is_ready()) {
                add(man_, ways_to_mate().first(), type_);
                return true;
            }
            if (winner_moves ? !winner_move() : !loser_move()) return false;
        }
        return false;
    }
    Bitboard ways_to_mate() const noexcept {
        return attacked_from(man_, still_ | hunter_ | picture_.hunted) & goals(picture_);
    }
    // Whether the winner can mate as soon as the other king stands where he should.
    bool is_ready() const noexcept {
        return hunter_ == picture_.post && type_ != PieceType::pawn &&
               !hot_winner_.contains(hunter_) && !ways_to_mate().empty();
    }

    // Whether the kings and the man have not stood so before, for all that a small filter can tell.
    bool is_new(Square hunter, Square hunted, Square man, bool winner_moves) const noexcept {
        return (seen_[place(hunter, hunted, man, winner_moves) >> 6] >>
                    (place(hunter, hunted, man, winner_moves) & 63) &
                1) == 0;
    }
    static std::size_t place(Square hunter, Square hunted, Square man, bool winner_moves) noexcept {
        const auto n = static_cast<std::uint64_t>(index(hunter) | index(hunted) << 6 |
                                                  index(man) << 12 | (winner_moves ? 1 << 18 : 0));
        return static_cast<std::size_t>(n * 0x9E3779B97F4A7C15ULL >> 54);
    }
    void remember(bool winner_moves) noexcept {
        const std::size_t n = place(hunter_, hunted_, man_, winner_moves);
        seen_[n >> 6] |= std::uint64_t{1} << (n & 63);
    }

    bool winner_move() noexcept {
        Bitboard steps = attacks::king(hunter_) & ~still(winner_) & ~hot_winner_ & ~Bitboard{man_} &
                         ~attacks::king(hunted_);
        const bool is_held = hot_winner_.contains(hunter_);
        if (!is_held && type_ != PieceType::pawn && ways_to_mate().empty() && officer_move())
            return true;
        if (hunter_ != picture_.post || !blockers_.empty()) {
            const Bitboard nearer =
                steps & hunt_.within(std::min(hunt_.steps_to(hunter_), most_steps + 1) - 1);
            if (!nearer.empty() && hunter_step(nearer)) return true;
        }
        if (!is_held && (type_ == PieceType::pawn ? pawn_move() : officer_move())) return true;
        return hunter_step(steps & ~lane_) || hunter_step(steps);
    }
    bool hunter_step(Bitboard steps) noexcept {
        while (!steps.empty()) {
            const Square s = hunt_.nearest(steps).first();
            if (is_new(s, hunted_, man_, false)) return walk(hunter_, s);
            steps &= ~Bitboard{s};
        }
        return false;
    }
    bool walk(Square& king, Square to) noexcept {
        const Square from = king;
        king = to;
        add(from, to, PieceType::king);
        return true;
    }
    bool pawn_move() noexcept {
        const Square from = man_, to = pushed_[pushed_so_far_];
        if (to == hunter_ || to == hunted_) return false;
        // It takes aside and pushes ahead.
        if (still_.contains(to) == (file_of(from) == file_of(to))) return false;
        const bool is_crowned = ++pushed_so_far_ == pushes_;
        man_ = to;
        if (is_crowned) {
            type_ = PieceType::queen;
            lane_ = {};
        }
        add(from, to, PieceType::pawn, is_crowned ? index(PieceType::queen) : 0);
        look_around();
        return true;
    }
    // To where it can mate from, or one move from there, out of the other king's way.
    bool officer_move() noexcept {
        const Bitboard men = still_ | hunter_ | hunted_;
        Bitboard sources;
        for (const Square s : goals(picture_))
            sources |= attacked_from(s, still_ | picture_.post | picture_.hunted);
        const Bitboard way = Bitboard{hunted_} | picture_.hunted;
        const Bitboard steps = attacked_from(man_, men) & ~(men | picture_.post | picture_.hunted);
        for (const Square s : steps& sources)
            if (is_out_of_way(s, way)) return officer_move_to(s);
        for (const Square s : steps & ~sources)
            if (!(attacked_from(s, men) & sources).empty() && is_out_of_way(s, way))
                return officer_move_to(s);
        return false;
    }
    bool is_out_of_way(Square s, Bitboard way) const noexcept {
        return is_new(hunter_, hunted_, s, false) && (attacked_from(s, still_) & way).empty();
    }
    bool officer_move_to(Square to) noexcept {
        const Square from = man_;
        man_ = to;
        hot_man_ = attacked_from(to, still_);
        add(from, to, type_);
        return true;
    }
    // Nearer, but he takes the last step only when the mate can follow.
    bool loser_move() noexcept {
        Bitboard steps = attacks::king(hunted_) & ~attacks::king(hunter_) & ~still(~winner_) &
                         ~hot_loser_ & ~hot_man_ & ~Bitboard{man_};
        if (!is_ready()) steps &= ~Bitboard{picture_.hunted};
        while (!steps.empty()) {
            const Bitboard best = flight_.nearest(steps);
            const Bitboard polite = best & ~attacks::king(picture_.post) & ~lane_;
            const Square s = (polite.empty() ? best : polite).first();
            if (is_new(hunter_, s, man_, true)) return walk(hunted_, s);
            steps &= ~Bitboard{s};
        }
        return false;
    }

    bool replay() const noexcept {
        // Each position where it is made: a copy would have to wait for it.
        std::array<Position, 2> positions{root_, root_};
        const Position* now = &root_;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            const Color mover = now->turn();
            now = std::construct_at(&positions[i & 1], now->after(line_[i]));
            if (attacks::computed::is_attacked(now->board(), now->king(mover), ~mover))
                return false;
        }
        return now->turn() != winner_ && now->is_checkmate();
    }

    const Position& root_;
    Color winner_;
    PieceType type_;  // of the man that mates
    Square man_;
    Square hunter_, hunted_;          // the kings
    std::array<Square, 8> pushed_{};  // the pawn's way
    std::size_t pushes_ = 0;
    std::size_t pushed_so_far_ = 0;
    Bitboard still_;  // men that do not move
    Bitboard lane_;
    Bitboard blockers_;                // men on it that the king takes
    Bitboard hot_winner_, hot_loser_;  // what the other side's still men attack
    Bitboard hot_man_;
    Bitboard free_winner_, free_loser_;
    std::array<std::uint64_t, 16> seen_{};
    std::array<Bitboard, 64> tried_{};  // posts, by square of the mated king
    int tries_ = 0;
    int moves_ = 0;  // that the nearest pictures need at least
    Picture picture_;
    Walk hunt_, flight_;  // from the post and from the square of the mate
    StraightLine line_;
};

}  // namespace

StraightLine straight_mate(const Position& root, Color winner) noexcept {
    if (root.occupied().size() > most_men) return {};
    for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::pawn}) {
        Bitboard men = root.men(winner, type);
        while (!men.empty()) {
            // The foremost pawn that can get through.
            const Square s = winner == Color::white ? men.last() : men.first();
            men &= ~Bitboard{s};
            Plan plan{root, winner, s, type};
            if (!plan.is_possible()) continue;
            const StraightLine line = plan.line();
            if (!line.empty()) return line;
            break;
        }
    }
    return {};
}

}  // namespace hakam::solve
