#include "partial.hpp"

#include <algorithm>
#include <array>

#include "hakam/core/attacks.hpp"
#include "hakam/core/board.hpp"
#include "hakam/core/packed.hpp"
#include "hidden.hpp"

namespace hakam::solve {
namespace {

// Which men of the loser are followed: all at first, or only those that cannot move at once; and
// those that have moved, never or if they are pawns.
enum class Way : std::uint8_t { some_men, all_men, all_men_and_pawns };

struct Partial {
    Board board;
    Color turn{};
    std::uint8_t last = 64;  // where a man of the loser, or a pawn by a double step, has just come
    bool double_step = false;
    // The square that a man of the loser has just left, if only somebody there could keep a check
    // from the winner's king.
    std::uint8_t vacated = 64;
    std::uint32_t hidden = 0;  // the number of what is left out

    std::array<std::uint64_t, 5> key() const noexcept {
        return {board.plane(0).bits(), board.plane(1).bits(), board.plane(2).bits(),
                board.plane(3).bits(),
                static_cast<std::uint64_t>(index(turn)) | std::uint64_t{last} << 8 |
                    std::uint64_t{double_step} << 16 | std::uint64_t{vacated} << 17 |
                    std::uint64_t{hidden} << 32};
    }
    static Partial of(const std::array<std::uint64_t, 5>& k) noexcept {
        Partial p;
        p.board = {Bitboard{k[0]}, Bitboard{k[1]}, Bitboard{k[2]}, Bitboard{k[3]}};
        p.turn = static_cast<Color>(k[4] & 1);
        p.last = static_cast<std::uint8_t>(k[4] >> 8);
        p.double_step = (k[4] >> 16 & 1) != 0;
        p.vacated = static_cast<std::uint8_t>(k[4] >> 17 & 127);
        p.hidden = static_cast<std::uint32_t>(k[4] >> 32);
        return p;
    }
};

Bitboard attackers(const Board& b, Square s, Color by, Bitboard occupied) noexcept {
    return ((attacks::knight(s) & b.men(PieceType::knight)) |
            (attacks::king(s) & b.men(PieceType::king)) |
            (attacks::pawn(~by, s) & b.men(PieceType::pawn)) |
            (attacks::bishop(s, occupied) & b.diagonal_sliders()) |
            (attacks::rook(s, occupied) & b.straight_sliders())) &
           b.men(by);
}
Square king_of(const Board& b, Color c) noexcept { return b.men(c, PieceType::king).first(); }

// Whether the king of `c` is attacked wherever the men left out stand.
bool surely_attacked(const Board& b, Color c, Bitboard hidden) noexcept {
    const Square king = king_of(b, c);
    for (const Square s : attackers(b, king, ~c, b.occupied()))
        if ((attacks::between(s, king) & hidden).empty()) return true;
    return false;
}

// Partial positions, found by their whole form.
class Seen {
public:
    using Key = std::array<std::uint64_t, 5>;
    Seen() : slots_(4096) {}

    std::size_t size() const noexcept { return keys_.size(); }
    const Key& operator[](std::size_t i) const noexcept { return keys_[i]; }
    void insert(const Key& key) {
        if (keys_.size() * 2 >= slots_.size()) grow();
        std::uint32_t& slot = slots_[find(key)];
        if (slot != 0) return;
        keys_.push_back(key);
        slot = static_cast<std::uint32_t>(keys_.size());
    }

private:
    static std::size_t mix(const Key& key) noexcept {
        std::uint64_t h = 0;
        for (const std::uint64_t k : key) {
            h = (h ^ k) * 0xBF58476D1CE4E5B9ULL;
            h ^= h >> 31;
        }
        return static_cast<std::size_t>(h);
    }
    std::size_t find(const Key& key) const noexcept {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = mix(key) & mask;
        while (slots_[i] != 0 && keys_[slots_[i] - 1] != key) i = (i + 1) & mask;
        return i;
    }
    void grow() {
        slots_.assign(slots_.size() * 2, 0);
        for (std::size_t n = 0; n < keys_.size(); ++n)
            slots_[find(keys_[n])] = static_cast<std::uint32_t>(n + 1);
    }

    std::vector<Key> keys_;
    std::vector<std::uint32_t> slots_;
};

class PartialSearch {
public:
    enum class State : std::uint8_t { open, closed, refuted };

    PartialSearch(const Position& position, Color winner, Way way) : winner_{winner}, way_{way} {
        const Partial root = start(position);
        left_out_ = position.men(~winner) & ~root.board.men(~winner);
        seen_.insert(root.key());
    }

    // Goes on until all that the root leads to was seen, or a mate has room, or so many partial
    // positions are known.
    State advance(std::size_t limit, const std::function<bool()>& expired) {
        if (state_ != State::open) return state_;
        for (; seen_.size() <= limit; ++next_) {
            if (next_ == seen_.size()) {
                state_ = State::closed;
                break;
            }
            if (next_ % 4096 == 4095 && expired && expired()) break;
            const Partial p = Partial::of(seen_[next_]);
            if (p.turn == winner_)
                moves_of_winner(p);
            else if (!may_be_mate(p))
                moves_of_loser(p);
            else
                return fail();
        }
        return state_;
    }
    State state() const noexcept { return state_; }
    Way way() const noexcept { return way_; }
    Bitboard left_out() const noexcept { return left_out_; }
    // Partial positions found, and those that are held.
    std::size_t visited() const noexcept { return failed_ + seen_.size(); }
    std::size_t known() const noexcept { return seen_.size(); }
    Argument argument() const {
        Argument argument;
        argument.kind = ArgumentKind::partial_set;
        argument.positions = seen_.size();
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            const auto& k = seen_[i];
            argument.fingerprint +=
                mixed(PackedPosition{{k[0], k[1], k[2], k[3]}, static_cast<Color>(k[4] & 1)});
        }
        argument.left_out = left_out_;
        argument.follows_pawns = way_ == Way::all_men_and_pawns;
        return argument;
    }

private:
    // Calls `f(to, captured square)` for every move of the man on `from` but promotions and what
    // men left out make possible.
    template <class F>
    static void for_each_move(const Partial& p, Square from, Piece piece, F f) {
        const Bitboard occupied = p.board.occupied();
        const Color c = piece.color;
        if (piece.type != PieceType::pawn) {
            for (const Square to : attacks::of(piece, from, occupied) & ~p.board.men(c)) f(to, to);
            return;
        }
        for (const Square to : attacks::pawn(c, from) & p.board.men(~c)) f(to, to);
        const int up = c == Color::white ? 8 : -8;
        const Square one = square(index(from) + up);
        if (!occupied.contains(one)) {
            f(one, one);
            if (relative_rank(c, from) == Rank::r2) {
                const Square two = square(index(one) + up);
                if (!occupied.contains(two)) f(two, two);
            }
        }
        if (p.double_step) {
            const Square passed = square(p.last + up);
            if (attacks::pawn(c, from).contains(passed)) f(passed, square(p.last));
        }
    }
    static bool is_double_step(Piece piece, Square from, Square to) {
        const int way = index(to) - index(from);
        return piece.type == PieceType::pawn && (way == 16 || way == -16);
    }

    // Where the men left out may stand.
    Bitboard hidden_squares(const Partial& p) const noexcept {
        const Bitboard squares = numbers_.squares(p.hidden);
        return p.vacated == 64 ? squares : squares & ~Bitboard{square(p.vacated)};
    }

    void moves_of_winner(const Partial& p) {
        const Bitboard hidden = hidden_squares(p);
        for (const Square from : p.board.men(winner_)) {
            const Piece piece = *p.board.at(from);
            const auto go = [&](Square to, Square taken) {
                if (taken == king_of(p.board, ~winner_)) return;
                Partial next = p;
                next.turn = ~winner_;
                next.board.remove(from);
                next.board.remove(taken);
                next.vacated = 64;
                next.double_step = is_double_step(piece, from, to);
                next.last = next.double_step ? static_cast<std::uint8_t>(index(to)) : 64;
                put_winner(p, next, to, piece);
            };
            for_each_move(p, from, piece, go);
            if (piece.type == PieceType::pawn)  // takes a man that is left out
                for (const Square to : attacks::pawn(winner_, from) & hidden & ~p.board.occupied())
                    go(to, to);
        }
    }
    void put_winner(const Partial& before, Partial& next, Square to, Piece piece) {
        const bool promotes =
            piece.type == PieceType::pawn && relative_rank(winner_, to) == Rank::r8;
        for (const PieceType type : promotion_types) {
            next.board.put(to, {winner_, promotes ? type : piece.type});
            if (!surely_attacked(next.board, winner_, hidden_squares(before))) {
                Partial known = next;
                forget(known, before);
                add(known);
            }
            if (!promotes) return;
        }
    }
    // The man of the loser that has moved before is followed no longer.
    void forget(Partial& next, const Partial& before) {
        next.hidden = before.hidden;
        if (before.last == 64) return;
        const Square s = square(before.last);
        const auto man = next.board.at(s);
        if (!man || man->color == winner_ || man->type == PieceType::king) return;
        if (way_ == Way::all_men_and_pawns && man->type == PieceType::pawn) return;
        next.board.remove(s);
        next.hidden = numbers_.with(next.hidden, man->type, s, walls(next.board));
    }
    // Who stands there no bishop of the loser passes, as long as he stays.
    Bitboard walls(const Board& b) const noexcept {
        return b.men(PieceType::pawn) | (b.men(~winner_) & ~b.men(PieceType::king));
    }

    void moves_of_loser(const Partial& p) {
        const Bitboard hidden = numbers_.squares(p.hidden);
        const Color loser = ~winner_;
        Partial next = p;
        next.turn = winner_;
        next.last = 64;
        next.double_step = false;
        if (!numbers_[p.hidden].empty()) moves_of_hidden(next);
        for (const Square from : p.board.men(loser)) {
            const Piece piece = *p.board.at(from);
            for_each_move(p, from, piece, [&](Square to, Square taken) {
                if (taken == king_of(p.board, winner_)) return;
                Partial moved = next;
                moved.board.remove(from);
                moved.board.remove(taken);
                const bool promotes =
                    piece.type == PieceType::pawn && relative_rank(loser, to) == Rank::r8;
                moved.double_step = is_double_step(piece, from, to);
                if (piece.type != PieceType::king)
                    moved.last = static_cast<std::uint8_t>(index(to));
                for (const PieceType type : promotion_types) {
                    moved.board.put(to, {loser, promotes ? type : piece.type});
                    if (!surely_attacked(moved.board, loser, hidden)) add_from(moved, from);
                    if (!promotes) return;
                }
            });
        }
    }

    // A man left out moves: if he takes nobody nothing changes. Pre: the turn has passed.
    void moves_of_hidden(const Partial& next) {
        const Bitboard hidden = numbers_.squares(next.hidden);
        if (!surely_attacked(next.board, ~winner_, hidden)) add(next);
        const Bitboard victims =
            next.board.men(winner_) & ~next.board.men(winner_, PieceType::king);
        const auto take = [&](Square s, auto number) {
            Partial less = next;
            less.board.remove(s);
            if (surely_attacked(less.board, ~winner_, hidden | Bitboard{s})) return;
            less.hidden = number(walls(less.board));
            add(less);
        };
        if (numbers_[next.hidden].any > 0)
            for (const Square s : victims)
                take(s, [&](Bitboard walls) { return numbers_.spread(next.hidden, walls); });
        for (std::size_t g = 0; g < numbers_[next.hidden].group_count; ++g)
            for (const Square s : victims& numbers_[next.hidden].reach(g))
                take(s, [&](Bitboard walls) { return numbers_.taken(next.hidden, g, s, walls); });
    }

    // A man of the loser has left `from`.
    void add_from(Partial p, Square from) {
        p.hidden = numbers_.spread(p.hidden, walls(p.board));
        const Bitboard hidden = numbers_.squares(p.hidden);
        const Square king = king_of(p.board, winner_);
        for (const Square s : attackers(p.board, king, ~winner_, p.board.occupied()))
            if ((attacks::between(s, king) & hidden) == Bitboard{from})
                p.vacated = static_cast<std::uint8_t>(index(from));
        add(p);
    }

    void add(Partial p) {
        if (!p.board.men(winner_).has_many()) return;  // a lone king gives no check
        p.hidden = numbers_.spread(p.hidden, walls(p.board));
        seen_.insert(p.key());
    }

    // Pre: it is the loser's turn. False if in every position meant by `p` in which his king is in
    // check he has a legal answer.
    bool may_be_mate(const Partial& p) const {
        const Board& b = p.board;
        const Color loser = ~winner_;
        const Square king = king_of(b, loser);
        const Bitboard occupied = b.occupied();
        const Bitboard checks = attackers(b, king, winner_, occupied);
        if (checks.empty()) return false;
        const Bitboard hidden = numbers_.squares(p.hidden);
        Bitboard empty;  // flights that a man left out may fill
        for (const Square to : attacks::king(king) & ~b.men(loser)) {
            Board after = b;
            after.remove(king);
            after.remove(to);
            if (!attackers(after, to, winner_, after.occupied()).empty()) continue;
            if (occupied.contains(to) || !hidden.contains(to)) return false;
            empty |= to;
        }
        if (!empty.empty() && !numbers_[p.hidden].can_fill(empty)) return false;
        const auto checker = checks.only();
        if (!checker) return true;
        const Bitboard line = attacks::between(*checker, king);
        for (const Square from : b.men(loser) & ~Bitboard{king})
            if (answers(b, from, *checker, line, hidden)) return false;
        return true;
    }
    // Whether the man on `from` can end the check wherever the men left out stand.
    bool answers(const Board& b, Square from, Square checker, Bitboard line,
                 Bitboard hidden) const {
        const Piece piece = *b.at(from);
        const Bitboard occupied = b.occupied();
        Bitboard targets;
        if (piece.type == PieceType::pawn) {
            const int up = piece.color == Color::white ? 8 : -8;
            targets = attacks::pawn(piece.color, from) & checker;
            const Square one = square(index(from) + up);
            targets |= line & one;
            if (relative_rank(piece.color, from) == Rank::r2 && !(occupied | hidden).contains(one))
                targets |= line & square(index(one) + up);
        } else {
            targets = attacks::of(piece, from, occupied) & (line | checker);
        }
        for (const Square to : targets) {
            if (piece.type != PieceType::pawn && !(attacks::between(from, to) & hidden).empty())
                continue;
            Board after = b;
            after.remove(from);
            after.put(to, piece);
            if (attackers(after, king_of(b, ~winner_), winner_, after.occupied()).empty())
                return true;
        }
        return false;
    }

    State fail() {
        failed_ = seen_.size();
        seen_ = {};
        numbers_ = {};
        return state_ = State::refuted;
    }

    // The position without the men that are left out from the start.
    Partial start(const Position& position) {
        Partial root;
        Hidden hidden;
        root.board = position.board();
        root.turn = position.turn();
        if (const auto passed = position.en_passant_square()) {
            root.double_step = true;
            root.last = static_cast<std::uint8_t>(index(*passed) +
                                                  (position.turn() == Color::white ? -8 : 8));
        }
        for (const Square s : position.men(~winner_) & ~position.men(PieceType::king) &
                                  ~position.men(PieceType::pawn)) {
            const Piece piece = *position.at(s);
            if (way_ != Way::some_men ||
                (attacks::of(piece, s, position.occupied()) & ~position.men(~winner_)).empty())
                continue;
            root.board.remove(s);
            hidden.add(piece.type, s);
        }
        hidden.spread(walls(root.board));
        root.hidden = numbers_.number(hidden);
        return root;
    }

    Color winner_;
    Way way_;
    State state_ = State::open;
    std::size_t next_ = 0;    // of those seen, to be followed
    std::size_t failed_ = 0;  // seen before a mate had room
    Bitboard left_out_;
    HiddenNumbers numbers_;
    Seen seen_;
};

}  // namespace

struct PartialProver::Parts {
    Position position;
    Color winner{};
    std::vector<PartialSearch> searches;
    std::optional<std::size_t> closed;
};

PartialProver::PartialProver(const Position& position, Color winner)
    : parts_{std::make_unique<Parts>()} {
    parts_->position = position;
    parts_->winner = winner;
    if (position.rules() == RulesetId::torpedo || !position.castling().empty()) return;
    if (position.is_checkmate() || !position.men(winner).has_many()) return;
    PartialSearch some{position, winner, Way::some_men};
    if (!some.left_out().empty()) parts_->searches.push_back(std::move(some));
    parts_->searches.emplace_back(position, winner, Way::all_men);
}
PartialProver::PartialProver(PartialProver&&) noexcept = default;
PartialProver& PartialProver::operator=(PartialProver&&) noexcept = default;
PartialProver::~PartialProver() = default;

bool PartialProver::proves(std::size_t limit, const std::function<bool()>& expired) {
    auto& searches = parts_->searches;
    for (std::size_t n = 0; n < searches.size(); ++n) {
        const Way way = searches[n].way();
        const auto state = searches[n].advance(limit, expired);
        if (state == PartialSearch::State::closed) {
            parts_->closed = n;
            return true;
        }
        // What has failed is tried again with more that is followed.
        if (state != PartialSearch::State::refuted || n + 1 < searches.size()) continue;
        if (way == Way::all_men)
            searches.emplace_back(parts_->position, parts_->winner, Way::all_men_and_pawns);
    }
    return false;
}

Argument PartialProver::argument() const { return parts_->searches[*parts_->closed].argument(); }

std::size_t PartialProver::visited() const noexcept {
    std::size_t result = 0;
    for (const PartialSearch& search : parts_->searches) result += search.visited();
    return result;
}

std::size_t PartialProver::known() const noexcept {
    std::size_t result = 0;
    for (const PartialSearch& search : parts_->searches) result += search.known();
    return result;
}

bool PartialProver::failed() const noexcept {
    return std::all_of(parts_->searches.begin(), parts_->searches.end(), [](const auto& search) {
        return search.state() == PartialSearch::State::refuted;
    });
}

std::optional<Argument> prove_partial(const Position& position, Color winner, std::size_t limit) {
    PartialProver prover{position, winner};
    if (!prover.proves(limit)) return std::nullopt;
    return prover.argument();
}

}  // namespace hakam::solve
