#include "partial.hpp"

#include <array>

#include "hakam/core/attacks.hpp"
#include "hakam/core/board.hpp"
#include "hakam/core/packed.hpp"

namespace hakam::solve {
namespace {

// How many men of the loser are left out: any man, and bishops by the colour of their squares.
struct Hidden {
    std::uint8_t any = 0;
    std::uint8_t light = 0;
    std::uint8_t dark = 0;

    int count() const noexcept { return any + light + dark; }
    Bitboard squares() const noexcept {
        if (any > 0) return Bitboard::all();
        return (light > 0 ? Bitboard::light() : Bitboard{}) |
               (dark > 0 ? Bitboard::dark() : Bitboard{});
    }
    void add(PieceType type, Square s) noexcept {
        ++(type != PieceType::bishop ? any : is_light(s) ? light : dark);
    }
};

struct Partial {
    Board board;
    Color turn{};
    std::uint8_t last = 64;  // where a man of the loser, or a pawn by a double step, has just come
    bool double_step = false;
    Hidden hidden;

    std::array<std::uint64_t, 5> key() const noexcept {
        return {board.plane(0).bits(), board.plane(1).bits(), board.plane(2).bits(),
                board.plane(3).bits(),
                static_cast<std::uint64_t>(index(turn)) | std::uint64_t{last} << 8 |
                    std::uint64_t{double_step} << 16 | std::uint64_t{hidden.any} << 24 |
                    std::uint64_t{hidden.light} << 32 | std::uint64_t{hidden.dark} << 40};
    }
    static Partial of(const std::array<std::uint64_t, 5>& k) noexcept {
        Partial p;
        p.board = {Bitboard{k[0]}, Bitboard{k[1]}, Bitboard{k[2]}, Bitboard{k[3]}};
        p.turn = static_cast<Color>(k[4] & 1);
        p.last = static_cast<std::uint8_t>(k[4] >> 8);
        p.double_step = (k[4] >> 16 & 1) != 0;
        p.hidden = {static_cast<std::uint8_t>(k[4] >> 24), static_cast<std::uint8_t>(k[4] >> 32),
                    static_cast<std::uint8_t>(k[4] >> 40)};
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
    PartialSearch(Color winner, bool follow_pawns) : winner_{winner}, follow_pawns_{follow_pawns} {}

    // Whether all that `root` leads to was seen and leaves no room for a mate.
    bool closes(const Partial& root, std::size_t limit, const std::function<bool()>& expired) {
        seen_.insert(root.key());
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            if (seen_.size() > limit) return false;
            if (i % 4096 == 4095 && expired && expired()) return false;
            const Partial p = Partial::of(seen_[i]);
            if (p.turn == winner_) {
                moves_of_winner(p);
            } else {
                if (may_be_mate(p)) return false;
                moves_of_loser(p);
            }
        }
        return true;
    }
    const Seen& seen() const noexcept { return seen_; }
    std::uint64_t fingerprint() const noexcept {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            const auto& k = seen_[i];
            sum += mixed(PackedPosition{{k[0], k[1], k[2], k[3]}, static_cast<Color>(k[4] & 1)});
        }
        return sum;
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

    void moves_of_winner(const Partial& p) {
        const Bitboard hidden = p.hidden.squares();
        for (const Square from : p.board.men(winner_)) {
            const Piece piece = *p.board.at(from);
            const auto go = [&](Square to, Square taken) {
                if (taken == king_of(p.board, ~winner_)) return;
                Partial next = p;
                next.turn = ~winner_;
                next.board.remove(from);
                next.board.remove(taken);
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
            if (!surely_attacked(next.board, winner_, before.hidden.squares())) {
                Partial known = next;
                forget(known, before);
                add(known);
            }
            if (!promotes) return;
        }
    }
    // The man of the loser that has moved before is followed no longer.
    void forget(Partial& next, const Partial& before) const {
        if (before.last == 64) return;
        const Square s = square(before.last);
        const auto man = next.board.at(s);
        if (!man || man->color == winner_ || man->type == PieceType::king) return;
        if (follow_pawns_ && man->type == PieceType::pawn) return;
        next.board.remove(s);
        next.hidden.add(man->type, s);
    }

    void moves_of_loser(const Partial& p) {
        const Bitboard hidden = p.hidden.squares();
        const Color loser = ~winner_;
        Partial next = p;
        next.turn = winner_;
        next.last = 64;
        next.double_step = false;
        if (p.hidden.count() > 0) {
            if (!surely_attacked(p.board, loser, hidden)) add(next);
            for (const Square s :
                 p.board.men(winner_) & hidden & ~p.board.men(winner_, PieceType::king)) {
                Partial less = next;
                less.board.remove(s);
                if (!surely_attacked(less.board, loser, hidden)) add(less);
            }
        }
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
                    if (!surely_attacked(moved.board, loser, hidden)) add(moved);
                    if (!promotes) return;
                }
            });
        }
    }

    void add(const Partial& p) {
        if (!p.board.men(winner_).has_many()) return;  // a lone king gives no check
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
        const Bitboard hidden = p.hidden.squares();
        int light = 0, dark = 0;  // flights that a man left out may fill
        for (const Square to : attacks::king(king) & ~b.men(loser)) {
            Board after = b;
            after.remove(king);
            after.remove(to);
            if (!attackers(after, to, winner_, after.occupied()).empty()) continue;
            if (occupied.contains(to) || !hidden.contains(to)) return false;
            ++(is_light(to) ? light : dark);
        }
        if (light > p.hidden.any + p.hidden.light || dark > p.hidden.any + p.hidden.dark ||
            light + dark > p.hidden.count())
            return false;
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

    Color winner_;
    bool follow_pawns_;
    Seen seen_;
};

// The position without the men that are left out from the start: none, or all officers that can
// move at once.
Partial start_of(const Position& position, Color winner, bool all_men) {
    Partial root;
    root.board = position.board();
    root.turn = position.turn();
    if (const auto passed = position.en_passant_square()) {
        root.double_step = true;
        root.last =
            static_cast<std::uint8_t>(index(*passed) + (position.turn() == Color::white ? -8 : 8));
    }
    if (all_men) return root;
    for (const Square s :
         position.men(~winner) & ~position.men(PieceType::king) & ~position.men(PieceType::pawn)) {
        const Piece piece = *position.at(s);
        if ((attacks::of(piece, s, position.occupied()) & ~position.men(~winner)).empty()) continue;
        root.board.remove(s);
        root.hidden.add(piece.type, s);
    }
    return root;
}

}  // namespace

PartialProof prove_partial(const Position& position, Color winner, std::size_t limit,
                           const std::function<bool()>& expired) {
    PartialProof proof;
    if (position.rules() == RulesetId::torpedo || !position.castling().empty()) return proof;
    if (position.is_checkmate() || !position.men(winner).has_many()) return proof;
    struct Way {
        bool all_men;
        bool follow_pawns;
        std::size_t limit;
    };
    for (const Way way : {Way{false, false, limit / 4}, Way{true, false, limit / 8 * 3},
                          Way{true, true, limit / 8 * 3}}) {
        const Partial root = start_of(position, winner, way.all_men);
        if (!way.all_men && root.hidden.count() == 0) continue;
        PartialSearch search{winner, way.follow_pawns};
        const bool closed = search.closes(root, way.limit, expired);
        proof.visited += search.seen().size();
        if (!closed) continue;
        Argument argument;
        argument.kind = ArgumentKind::partial_set;
        argument.positions = search.seen().size();
        argument.fingerprint = search.fingerprint();
        argument.left_out = position.men(~winner) & ~root.board.men(~winner);
        argument.follows_pawns = way.follow_pawns;
        proof.argument = argument;
        break;
    }
    return proof;
}

}  // namespace hakam::solve
