#include "structure.hpp"

#include <algorithm>

namespace hakam::retro {
namespace {

class Reach {
public:
    Reach(const Diagram& diagram, Bitboard never) noexcept : diagram_{diagram}, never_{never} {
        for (const Color c : colors)
            for (const PieceType t : piece_types)
                forbidden_[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(t))] =
                    forbidden_squares(diagram.board, never, c, t);
    }

    /// Where an officer that started on any of `from` can stand.
    Bitboard officer(Color c, PieceType type, Bitboard from) const noexcept {
        // A man that gives check now may stand where it stands.
        Bitboard stop = ~never_ & ~forbidden(c, type);
        if (~c == diagram_.turn) stop |= diagram_.board.men(c, type) & ~never_;
        Bitboard seen = from;
        Bitboard todo = from;
        while (!todo.empty()) {
            const Square s = todo.first();
            todo = todo.without_first();
            Bitboard next = attacks::of({c, type}, s, never_) & stop & ~seen;
            // From its own square a man that gave the present check has not moved on.
            if (forbidden(c, type).contains(s) && !from.contains(s)) next = {};
            seen |= next;
            todo |= next;
        }
        return seen;
    }

    /// by[k]: where a pawn can stand after exactly k captures or fewer (index 0-6).
    std::array<Bitboard, 7> pawn(Color c, Square home) const noexcept {
        std::array<Bitboard, 7> by{};
        const Bitboard bad = never_ | forbidden(c, PieceType::pawn);
        Bitboard now_checking;
        if (~c == diagram_.turn) now_checking = diagram_.board.men(c, PieceType::pawn) & ~never_;
        const auto may_stand = [&](Square s, PieceType) {
            return !bad.contains(s) || (now_checking.contains(s) && !never_.contains(s));
        };
        const int up = forward(c);
        Bitboard layer = home;
        for (std::size_t k = 0; k < 7; ++k) {
            Bitboard todo = layer;
            Bitboard seen = layer;
            while (!todo.empty()) {
                const Square s = todo.first();
                todo = todo.without_first();
                if (relative_rank(c, s) == Rank::r8) continue;
                if (forbidden(c, PieceType::pawn).contains(s)) continue;  // the present check
                const Square one = square(index(s) + up);
                if (never_.contains(one)) continue;
                if (may_stand(one, PieceType::pawn) && !seen.contains(one)) {
                    seen |= one;
                    todo |= one;
                }
                if (s == home && relative_rank(c, s) == Rank::r2) {
                    const Square two = square(index(s) + 2 * up);
                    if (may_stand(two, PieceType::pawn) && !seen.contains(two)) {
                        seen |= two;
                        todo |= two;
                    }
                }
            }
            by[k] = seen;
            Bitboard taking;
            for (const Square s : seen)
                if (relative_rank(c, s) != Rank::r8 &&
                    !forbidden(c, PieceType::pawn).contains(s))
                    for (const Square to : attacks::pawn(c, s))
                        if (may_stand(to, PieceType::pawn)) taking |= to;
            layer = taking | seen;
        }
        return by;
    }

    Bitboard forbidden(Color c, PieceType t) const noexcept {
        return forbidden_[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(t))];
    }

private:
    const Diagram& diagram_;
    Bitboard never_;
    std::array<std::array<Bitboard, 8>, 2> forbidden_{};
};

void set(Origins& origins, int home, std::size_t man, int captures, Bitboard promotions) noexcept {
    origins.captures[static_cast<std::size_t>(home)][man] = static_cast<std::int8_t>(captures);
    origins.promotions[static_cast<std::size_t>(home)][man] = promotions;
}

void officers_from_home(const Diagram& diagram, const Reach& reach, Bitboard never, Color c,
                        Origins& origins) noexcept {
    const bool king_free = !never.contains(square(File::e, back_rank(c)));
    for (int f = 0; f < 8; ++f) {
        const Square home = square(static_cast<File>(f), back_rank(c));
        const PieceType type = back_men[f];
        // A home square that another man now holds for ever: its own man must be that one.
        Bitboard seen;
        if (never.contains(home)) {
            if (diagram.board.at(home) == Piece{c, type}) seen = home;
        } else {
            Bitboard from = home;
            // Castling: over the walls of a corner, if king and rook may have moved.
            if (king_free && type == PieceType::rook) {
                const Wing wing = f == 7 ? Wing::king : Wing::queen;
                const Square rook_to = castled_rook(c, wing);
                const Bitboard row =
                    attacks::between(home, square(File::e, back_rank(c))) | rook_to;
                if (!(row & never)) from |= rook_to;
            }
            if (king_free && type == PieceType::king)
                for (const Wing wing : {Wing::king, Wing::queen}) {
                    const Square corner = square(wing == Wing::king ? File::h : File::a, back_rank(c));
                    const Bitboard row = attacks::between(home, corner) | corner;
                    if (!(row & never)) from |= castled_king(c, wing);
                }
            seen = reach.officer(c, type, from);
        }
        for (std::size_t i = 0; i < origins.men.size(); ++i) {
            const Square s = origins.men[i];
            if (diagram.board.at(s)->type == type && seen.contains(s) &&
                !(never.contains(s) && s != home))
                set(origins, f, i, 0, {});
        }
    }
}

void pawns_from_home(const Diagram& diagram, const Reach& reach, Bitboard never, Color c,
                     Origins& origins) noexcept {
    const Bitboard last = Bitboard::of(back_rank(~c));
    // The squares each type reaches from each promotion square; asked for many pawns.
    std::array<std::array<Bitboard, 8>, 8> from_last{};
    std::array<std::array<bool, 8>, 8> known{};
    for (int f = 0; f < 8; ++f) {
        const Square home = square(static_cast<File>(f), c == Color::white ? Rank::r2 : Rank::r7);
        if (never.contains(home)) {
            if (diagram.board.at(home) == Piece{c, PieceType::pawn})
                for (std::size_t i = 0; i < origins.men.size(); ++i)
                    if (origins.men[i] == home) set(origins, f + 8, i, 0, {});
            continue;
        }
        const auto by = reach.pawn(c, home);
        for (std::size_t i = 0; i < origins.men.size(); ++i) {
            const Square s = origins.men[i];
            if (never.contains(s)) continue;
            const PieceType type = diagram.board.at(s)->type;
            if (type == PieceType::king) continue;
            for (int k = 0; k < 7; ++k) {
                const Bitboard stands = by[static_cast<std::size_t>(k)];
                if (type == PieceType::pawn) {
                    if (!stands.contains(s)) continue;
                    set(origins, f + 8, i, k, {});
                    break;
                }
                Bitboard good;
                for (const Square p : stands & last) {
                    const bool checks = reach.forbidden(c, type).contains(p);
                    if (checks && !(p == s && ~c == diagram.turn)) continue;
                    const auto pf = static_cast<std::size_t>(index(file_of(p)));
                    const auto pt = static_cast<std::size_t>(index(type));
                    if (!known[pf][pt]) {
                        known[pf][pt] = true;
                        from_last[pf][pt] = reach.officer(c, type, p);
                    }
                    if (from_last[pf][pt].contains(s)) good |= p;
                }
                if (good.empty()) continue;
                set(origins, f + 8, i, k, good);
                break;
            }
        }
    }
}

}  // namespace

Structure structure_of(const Diagram& diagram) noexcept {
    Structure structure;
    structure.never = never_moved(diagram);
    const Reach reach{diagram, structure.never};
    for (const Color c : colors) {
        Origins& origins = structure.origins[static_cast<std::size_t>(index(c))];
        for (auto& row : origins.captures) row.fill(impossible);
        for (const Square s : diagram.board.men(c)) origins.men.push_back(s);
        officers_from_home(diagram, reach, structure.never, c, origins);
        pawns_from_home(diagram, reach, structure.never, c, origins);
        // A bishop shut in by its pawns that is not at home was taken there, and no pawn can get
        // near: both squares from which one could take are held.
        int at_home = 0;
        for (const int f : {2, 5}) {
            const Square home = square(static_cast<File>(f), back_rank(c));
            const Bitboard exits = attacks::bishop(home, Bitboard::all());
            if ((exits & ~structure.never).empty() && !structure.never.contains(home)) {
                structure.taken_at_home[static_cast<std::size_t>(index(c))] |=
                    static_cast<std::uint16_t>(1U << f);
                ++at_home;
            }
        }
        structure.can_be_taken[static_cast<std::size_t>(index(c))] =
            16 - static_cast<int>(origins.men.size()) - at_home;
    }
    return structure;
}

Assignment assign(const Origins& origins) noexcept {
    // Hungarian method, men as rows, home squares as columns.
    const int n = static_cast<int>(origins.men.size());
    std::array<int, 17> row_price{};
    std::array<int, 17> column_price{};
    std::array<int, 17> row_of{};  // column -> row, 0: none
    for (int i = 1; i <= n; ++i) {
        std::array<int, 17> least;
        least.fill(1 << 20);
        std::array<bool, 17> used{};
        std::array<int, 17> way{};
        row_of[0] = i;
        int j0 = 0;
        do {
            used[static_cast<std::size_t>(j0)] = true;
            const int i0 = row_of[static_cast<std::size_t>(j0)];
            int delta = 1 << 20;
            int j1 = 0;
            for (int j = 1; j <= 16; ++j) {
                const auto jj = static_cast<std::size_t>(j);
                if (used[jj]) continue;
                const int cost = origins.captures[jj - 1][static_cast<std::size_t>(i0 - 1)];
                const int reduced = cost - row_price[static_cast<std::size_t>(i0)] - column_price[jj];
                if (reduced < least[jj]) {
                    least[jj] = reduced;
                    way[jj] = j0;
                }
                if (least[jj] < delta) {
                    delta = least[jj];
                    j1 = j;
                }
            }
            for (std::size_t j = 0; j <= 16; ++j)
                if (used[j]) {
                    row_price[static_cast<std::size_t>(row_of[j])] += delta;
                    column_price[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            j0 = j1;
        } while (row_of[static_cast<std::size_t>(j0)] != 0);
        do {
            const int j1 = way[static_cast<std::size_t>(j0)];
            row_of[static_cast<std::size_t>(j0)] = row_of[static_cast<std::size_t>(j1)];
            j0 = j1;
        } while (j0 != 0);
    }
    Assignment result;
    for (std::size_t j = 1; j <= 16; ++j)
        if (row_of[j] != 0) {
            const auto i = static_cast<std::size_t>(row_of[j] - 1);
            result.assigned[i] = static_cast<std::int8_t>(j - 1);
            result.captures += origins.captures[j - 1][i];
        }
    return result;
}

namespace {

int promoted_at_least(const Board& board, Color c) noexcept {
    const auto over = [&](int have, int own) { return std::max(0, have - own); };
    const Bitboard bishops = board.men(c, PieceType::bishop);
    return over(board.men(c, PieceType::queen).size(), 1) +
           over(board.men(c, PieceType::rook).size(), 2) +
           over(board.men(c, PieceType::knight).size(), 2) +
           over((bishops & Bitboard::light()).size(), 1) +
           over((bishops & Bitboard::dark()).size(), 1);
}

/// The parity of the number of moves of a side of sixteen men whose pawns are all at home: bishops
/// and queen are shut in, a knight changes the colour of its square with each move, a rook has
/// only the two squares of its corner, the king none.
std::optional<int> parity_of_moves(const Board& board, Color c) noexcept {
    const Bitboard second = Bitboard::of(c == Color::white ? Rank::r2 : Rank::r7);
    if (board.men(c).size() != 16 || board.men(c, PieceType::pawn) != second) return std::nullopt;
    int parity = 0;
    Bitboard knights = board.men(c, PieceType::knight);
    if (knights.size() != 2) return std::nullopt;
    for (const Square s : knights) parity ^= is_light(s) ? 1 : 0;
    parity ^= 1;  // at home one knight stands on light, one on dark
    for (const Square s : board.men(c, PieceType::rook))
        if (file_of(s) == File::b || file_of(s) == File::g)
            parity ^= 1;
        else if (file_of(s) != File::a && file_of(s) != File::h)
            return std::nullopt;
    return parity;
}

}  // namespace

std::optional<Reason> structural_reason(const Diagram& diagram, const Structure& structure) {
    const Board& board = diagram.board;
    for (const Color c : colors) {
        const auto ci = static_cast<std::size_t>(index(c));
        const int promoted = promoted_at_least(board, c);
        const int missing = 8 - board.men(c, PieceType::pawn).size();
        if (promoted > missing)
            return Reason{ReasonKind::too_many_promoted, c, {}, promoted, missing, {}, {}};
        const Origins& origins = structure.origins[ci];
        for (std::size_t i = 0; i < origins.men.size(); ++i) {
            bool some = false;
            for (const auto& row : origins.captures) some |= row[i] < impossible;
            if (!some) return Reason{ReasonKind::no_origin, c, origins.men[i], 0, 0, {}, {}};
        }
        const Assignment best = assign(origins);
        if (best.captures >= impossible)
            return Reason{ReasonKind::no_assignment, c, board.men(c), 0, 0, {}, {}};
        const int available = structure.can_be_taken[1 - ci];
        if (best.captures > available)
            return Reason{ReasonKind::pawn_captures, c, {}, best.captures, available, {}, {}};
    }
    if ((board.occupied() & ~structure.never).empty() && board.occupied().size() < 32)
        return Reason{ReasonKind::nobody_captured, std::nullopt, board.occupied(), 0, 0, {}, {}};
    const auto white = parity_of_moves(board, Color::white);
    const auto black = parity_of_moves(board, Color::black);
    if (white && black && (*white ^ *black) != index(diagram.turn))
        return Reason{ReasonKind::parity, std::nullopt, {}, 0, 0, {}, {}};
    return std::nullopt;
}

}  // namespace hakam::retro
