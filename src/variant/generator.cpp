#include "generator.hpp"

#include <algorithm>

namespace hakam::variant {

bool Generator::may_make_first_move(const Variant& v, const Position& p, Cell from) noexcept {
    const Code code = p.at(from);
    if (!v.is_pawn(code)) return p.unmoved().contains(from);
    return v.relative_rank(color_of(code), from) == v.rules().pawn.start_rank - 1 &&
           ((v.rules().pawn.first_move_files >> v.size().file(from)) & 1U) != 0;
}

bool Generator::permitted(const Variant& v, const Position& p, const Move& move) noexcept {
    for (const Condition* condition : v.rules().conditions)
        if (condition->permits != nullptr && !condition->permits(v, p, move)) return false;
    return true;
}

bool Generator::paralysed(const Variant& v, const Position& p, Cell from) noexcept {
    for (const Condition* condition : v.rules().conditions)
        if (condition->paralyses != nullptr && condition->paralyses(v, p, from)) return true;
    return false;
}

bool Generator::may_become(const Variant& v, const Position& p, Code code, Cell to) noexcept {
    const PromotionRule& rule = v.rules().promotion;
    if (!rule.captured_only) return true;
    int standing = 0;
    bool same_squares = false;
    for (const Cell c : p.men(color_of(code))) {
        if (p.at(c) != code) continue;
        ++standing;
        same_squares |= v.size().is_light(c) == v.size().is_light(to);
    }
    if (standing >= v.array_count_[static_cast<std::size_t>(index(code))]) return false;
    return !(rule.bishops_differ && v.man(code).name == "bishop" && same_squares);
}

void Generator::add(MoveList& moves, Move move) const noexcept {
    if (moves.size() == MoveList::capacity()) return;
    if (v_.hindered_ && !permitted(v_, p_, move)) return;
    moves.push_back(move);
}

void Generator::add_to_last_rank(MoveList& moves, Move move) const noexcept {
    each_promotion(v_, p_, us_, move.to, [&](Code code) {
        move.promotion = code;
        add(moves, move);
    });
}

void Generator::add_moves(Cell from, MoveList& moves) const noexcept {
    if (v_.hindered_ && paralysed(v_, p_, from)) return;
    const Code code = p_.at(from);
    const bool pawn = v_.is_pawn(code);
    const bool overlaps = v_.overlaps_[static_cast<std::size_t>(index(code))];
    const std::optional<Cell> passed = pawn ? p_.en_passant_target() : std::nullopt;
    CellSet seen;
    for (const Variant::Ray& ray : v_.rays(code, from)) {
        if (ray.first_move && !may_make_first_move(v_, p_, from)) continue;
        walk(p_, path(v_, ray), ray.kind, [&](Cell to) {
            Move move{.from = from, .to = to};
            const Code there = p_.at(to);
            if (there != Code::none) {
                if ((ray.mode & Step::captures) == 0 || color_of(there) == us_ ||
                    v_.is_royal(there))
                    return true;
                move.victim = to;
            } else if ((ray.mode & Step::captures) != 0 && passed == to) {
                move.victim = p_.en_passant_victim();
                move.kind = Move::Kind::en_passant;
            } else if ((ray.mode & Step::moves) == 0) {
                return true;
            } else if (pawn && ray.kind == Step::Kind::lame) {
                move.kind = Move::Kind::double_step;
            }
            if (overlaps) {
                if (seen.contains(to)) return true;
                if (!ray.first_move) seen.insert(to);
            }
            if (ray.first_move && !pawn && v_.rules().careful_leap && v_.is_royal(code) &&
                !leap_is_careful(from, to))
                return true;
            if (pawn && v_.relative_rank(us_, to) == v_.size().ranks - 1)
                add_to_last_rank(moves, move);
            else
                add(moves, move);
            return true;
        });
    }
    if (v_.is_royal(code) && v_.rules().castling.form != CastlingRule::Form::none &&
        p_.unmoved().contains(from))
        add_castlings(from, moves);
}

// A king's first leap: not from check, and not over an attacked square. A knight-shaped leap passes
// over one of two squares; one of them must be safe.
bool Generator::leap_is_careful(Cell from, Cell to) const noexcept {
    if (v_.is_check(p_, us_)) return false;
    const BoardSize size = v_.size();
    const int dx = size.file(to) - size.file(from), dy = size.rank(to) - size.rank(from);
    const auto safe = [&](int x, int y) {
        const Cell between = size.at(size.file(from) + x, size.rank(from) + y);
        Position there = p_;
        if (!there.is_empty(between)) return true;  // leapt over, not passed through
        there.take(from);
        there.put(between, p_.at(from));
        return !v_.is_attacked(there, between, ~us_);
    };
    const int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    if (dx == 0 || dy == 0 || dx == dy || dx == -dy) return safe(sx, sy);
    return safe(sx, sy) || safe(dx / 2, dy / 2);
}

bool Generator::is_clear(Cell a, Cell b, Cell king, Cell rook) const noexcept {
    const BoardSize size = v_.size();
    const int dx = size.file(b) - size.file(a), dy = size.rank(b) - size.rank(a);
    const int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    for (int x = size.file(a), y = size.rank(a);; x += sx, y += sy) {
        const Cell c = size.at(x, y);
        if (c != king && c != rook && !p_.is_empty(c)) return false;
        if (c == b) return true;
    }
}

bool Generator::king_may_pass(Cell king, Cell to) const noexcept {
    const BoardSize size = v_.size();
    const int dx = size.file(to) - size.file(king), dy = size.rank(to) - size.rank(king);
    const int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    Position moved = p_;
    moved.take(king);
    for (int x = size.file(king), y = size.rank(king);; x += sx, y += sy) {
        const Cell c = size.at(x, y);
        if (c != to || to == king) {
            Position there = moved;  // on the castling rook's own square the king stands for it
            there.put(c, p_.at(king));
            if (v_.is_attacked(there, c, ~us_)) return false;
        }
        if (c == to) return true;
    }
}

void Generator::add_castlings(Cell king, MoveList& moves) const noexcept {
    const CastlingRule& rule = v_.rules().castling;
    const BoardSize size = v_.size();
    for (const Cell c : p_.unmoved()) {
        const Code code = p_.at(c);
        if (v_.rook_ != kind_of(code)) continue;
        if (color_of(code) != us_ && !rule.enemy_rook) continue;
        if (size.rank(c) == size.rank(king)) {
            if (v_.relative_rank(us_, king) != 0) continue;
            if (rule.form == CastlingRule::Form::free)
                add_free(king, c, moves);
            else
                add_modern(king, c, moves);
        } else if (size.file(c) == size.file(king) && rule.vertical) {
            add_vertical(king, c, moves);
        }
    }
}

void Generator::add_modern(Cell king, Cell rook, MoveList& moves) const noexcept {
    const BoardSize size = v_.size();
    const bool right = size.file(rook) > size.file(king);
    const int file = right ? size.files - 2 : 2;
    const Cell king_to = size.at(file, size.rank(king));
    const Cell rook_to = size.at(right ? file - 1 : file + 1, size.rank(king));
    if (is_clear(king, king_to, king, rook) && is_clear(rook, rook_to, king, rook) &&
        is_clear(king, rook, king, rook) && king_may_pass(king, king_to))
        add(moves, castling(king, king_to, rook, rook_to));
}

void Generator::add_vertical(Cell king, Cell rook, MoveList& moves) const noexcept {
    const BoardSize size = v_.size();
    const int up = size.rank(rook) > size.rank(king) ? 1 : -1;
    const int file = size.file(king), rank = size.rank(king);
    if (!size.contains(file, rank + 2 * up)) return;
    const Cell king_to = size.at(file, rank + 2 * up), rook_to = size.at(file, rank + up);
    if (is_clear(king, king_to, king, rook) && is_clear(king, rook, king, rook) &&
        king_may_pass(king, king_to))
        add(moves, castling(king, king_to, rook, rook_to));
}

// King and rook cross and stand on any squares from the one's place to the other's.
void Generator::add_free(Cell king, Cell rook, MoveList& moves) const noexcept {
    const BoardSize size = v_.size();
    const int k = size.file(king), r = size.file(rook), rank = size.rank(king);
    const int towards = r > k ? 1 : -1;
    if (!is_clear(king, rook, king, rook)) return;
    for (int king_file = r; king_file != k; king_file -= towards) {
        const Cell king_to = size.at(king_file, rank);
        if (!king_may_pass(king, king_to)) continue;
        for (int rook_file = king_file - towards;; rook_file -= towards) {
            const Move move = castling(king, king_to, rook, size.at(rook_file, rank));
            if (!attacks_a_man(move)) add(moves, move);
            if (rook_file == k) break;
        }
    }
}

bool Generator::attacks_a_man(const Move& move) const noexcept {
    const Position next = v_.after(p_, move);
    for (const Cell enemy : next.men(~us_))
        if (!v_.is_royal(next.at(enemy)) && (v_.attacks(next, move.to, enemy) || v_.attacks(next, move.partner_to, enemy)))
            return true;
    return false;
}

bool Generator::takes_in_passing() const noexcept {
    const Cell target = *p_.en_passant_target();
    for (const Cell from : p_.men(us_)) {
        if (!v_.is_pawn(p_.at(from)) || !v_.reach(p_.at(from), from).contains(target)) continue;
        const bool none = each_legal_of(from, [](const Move& move, const Position&) {
            return move.kind != Move::Kind::en_passant;
        });
        if (!none) return true;
    }
    return false;
}

bool Variant::attacks(const Position& p, Cell from, Cell target, Hindrance hindrance) const noexcept {
    const Code code = p.at(from);
    if (!reach(code, from).contains(target)) return false;
    const bool hindered = hindered_ && hindrance == Hindrance::counts;
    if (hindered && Generator::paralysed(*this, p, from)) return false;
    bool found = false;
    for (const Ray& ray : rays(code, from)) {
        if ((ray.mode & Step::captures) == 0) continue;
        if (ray.first_move && !Generator::may_make_first_move(*this, p, from)) continue;
        walk(p, Generator::path(*this, ray), ray.kind, [&](Cell to) {
            found = to == target;
            return !found;
        });
        if (!found) continue;
        if (!hindered) return true;
        Move move{.from = from, .to = target, .victim = target};
        const bool last = is_pawn(code) && relative_rank(color_of(code), target) == size().ranks - 1;
        if (!last) return Generator::permitted(*this, p, move);
        found = false;
        Generator::each_promotion(*this, p, color_of(code), target, [&](Code promotion) {
            move.promotion = promotion;
            found |= Generator::permitted(*this, p, move);
        });
        return found;
    }
    return false;
}

bool Variant::is_attacked(const Position& p, Cell target, Color by) const noexcept {
    for (const Cell from : p.men(by))
        if (reach(p.at(from), from).contains(target) && attacks(p, from, target)) return true;
    return false;
}

CellSet Variant::royals(const Position& p, Color side) const noexcept {
    CellSet found;
    for (const Cell c : p.men(side))
        if (is_royal(p.at(c))) found.insert(c);
    return found;
}

bool Variant::is_check(const Position& p, Color side) const noexcept {
    for (const Cell c : p.men(side))
        if (is_royal(p.at(c)) && is_attacked(p, c, ~side)) return true;
    return false;
}

Position Variant::pass(const Position& p) const noexcept {
    Position next = p;
    next.clear_en_passant();
    next.set_turn(~p.turn());
    if (p.turn() == Color::black) next.set_fullmove_number(p.fullmove_number() + 1);
    return next;
}

Position Variant::after(const Position& p, const Move& move) const noexcept {
    Position next = pass(p);
    const Color us = p.turn();
    const Code man = p.at(move.from);
    next.set_halfmove_clock(move.is_capture() || is_pawn(man) ? 0 : p.halfmove_clock() + 1);
    if (move.is_castling()) {
        const Code partner = p.at(move.partner_from);
        next.take(move.from);
        next.take(move.partner_from);
        next.put(move.to, man);
        next.put(move.partner_to, partner);
    } else {
        if (move.is_capture()) next.take(move.victim);
        next.take(move.from);
        next.put(move.to, move.promotion == Code::none ? man : move.promotion);
        if (move.promotion != Code::none && keeps_promoted_[static_cast<std::size_t>(index(move.promotion))])
            next.set_unmoved(move.to);
        if (rules_.promotion.captured_only && move.is_capture()) {
            // A pawn of the captured man's side that waits on the last rank becomes that man.
            const Code lost = p.at(move.victim);
            for (const Cell c : next.men(~us)) {
                if (!is_pawn(next.at(c)) || relative_rank(~us, c) != size().ranks - 1) continue;
                if (std::find(promotions_.begin(), promotions_.end(), kind_of(lost)) ==
                        promotions_.end() ||
                    !Generator::may_become(*this, next, lost, c))
                    continue;
                next.put(c, lost);
                break;
            }
        }
    }
    for (const Condition* condition : rules_.conditions)
        if (condition->completes != nullptr) condition->completes(*this, p, move, next);
    if (!(next.unmoved() == p.unmoved())) settle_unmoved(next);
    if (move.kind == Move::Kind::double_step && rules_.pawn.en_passant) {
        const int passed = size().file(move.from) + size().file(move.to);
        const int over = size().rank(move.from) + size().rank(move.to);
        const Cell target = size().at(passed / 2, over / 2);
        bool attacked = false;
        for (const Cell from : next.men(~us))
            attacked |= is_pawn(next.at(from)) && reach(next.at(from), from).contains(target);
        if (attacked) {
            next.set_en_passant(target, move.to);
            if (!Generator{*this, next}.takes_in_passing()) next.clear_en_passant();
        }
    }
    return next;
}

// Forgets what can never matter again, so that equal positions are equal.
void Variant::settle_unmoved(Position& p) const noexcept {
    if (rules_.castling.form == CastlingRule::Form::none) return;
    const CastlingRule& rule = rules_.castling;
    for (const Color side : colors) {
        bool king = false;
        CellSet kings, rooks;
        for (const Cell c : p.unmoved() & p.men(side)) {
            if (is_royal(p.at(c))) kings.insert(c), king = true;
            if (kind_of(p.at(c)) == rook_) rooks.insert(c);
        }
        if (!king && !rule.enemy_rook)
            for (const Cell c : rooks) p.clear_unmoved(c);
        if (rooks.empty() && !rule.vertical && !rule.enemy_rook && !rule.rooks_return)
            for (const Cell c : kings)
                if (!leaps_[static_cast<std::size_t>(index(p.at(c)))]) p.clear_unmoved(c);
    }
}

MoveList Variant::legal_moves_plainly(const Position& position) const noexcept {
    MoveList moves;
    Generator{*this, position}.each_legal([&](const Move& move, const Position&) {
        moves.push_back(move);
        return true;
    });
    for (const Condition* condition : rules_.conditions)
        if (condition->selects != nullptr) condition->selects(*this, position, moves);
    return moves;
}

MoveList Variant::legal_moves(const Position& position) const noexcept {
    const CellSet kings = fast_ ? royals(position, position.turn()) : CellSet{};
    return kings.count() == 1 ? fast_moves(position, *kings.begin()) : legal_moves_plainly(position);
}

std::uint64_t Variant::legal_move_count(const Position& position) const noexcept {
    const CellSet kings = fast_ ? royals(position, position.turn()) : CellSet{};
    return kings.count() == 1 ? fast_count(position, *kings.begin())
                              : legal_moves_plainly(position).size();
}

bool Variant::has_legal_move(const Position& position) const noexcept {
    return !Generator{*this, position}.each_legal(
        [](const Move&, const Position&) { return false; });
}

bool Variant::is_legal(const Position& position, const Move& move) const noexcept {
    for (const Move& legal : legal_moves(position))
        if (legal == move) return true;
    return false;
}

std::uint64_t perft(const Variant& variant, const Position& position, int depth) noexcept {
    if (depth <= 0) return 1;
    if (depth == 1) return variant.legal_move_count(position);
    std::uint64_t nodes = 0;
    for (const Move& move : variant.legal_moves(position))
        nodes += perft(variant, variant.after(position, move), depth - 1);
    return nodes;
}

}  // namespace hakam::variant
