#include "fast.hpp"

#include <algorithm>

namespace hakam::variant {

// Tables of the quick generator, if these rules are for it.
void Variant::build_fast(const std::vector<std::vector<Step>>& steps) {
    for (const Condition* c : rules_.conditions)
        if (c->paralyses || c->permits || c->completes || c->selects) return;
    for (std::size_t kind = 0; kind < steps.size(); ++kind) {
        const Man& man = rules_.men[kind];
        for (const Step& step : steps[kind]) {
            if (step.kind == Step::Kind::lame && man.pawn && step.mode == Step::moves) continue;
            if (step.kind != Step::Kind::ride || step.first_move || step.limit > 1) return;
            if (step.limit == 0 && (man.royal || man.pawn)) return;
        }
    }
    leap_captures_.assign(std::size_t{max_codes} * max_cells, {});
    leap_moves_.assign(std::size_t{max_codes} * max_cells, {});
    doubles_.assign(std::size_t{max_codes} * max_cells, {{{no_cell, no_cell}, {no_cell, no_cell}}});
    slides_.assign(max_codes, {});
    std::vector<std::pair<int, int>> directions;
    for (std::size_t kind = 0; kind < steps.size(); ++kind)
        for (const Color color : colors)
            build_fast(code_of(color, static_cast<int>(kind)), steps[kind], directions);
    fast_ = true;
}

void Variant::build_fast(Code code, const std::vector<Step>& steps,
                         std::vector<std::pair<int, int>>& directions) {
    const BoardSize board = rules_.size;
    for (const Step& step : steps) {
        const int dx = step.right;
        const int dy = color_of(code) == Color::white ? step.forward : -step.forward;
        if (step.limit == 0) {
            auto found = std::find(directions.begin(), directions.end(), std::pair{dx, dy});
            if (found == directions.end()) {
                build_direction(dx, dy);
                found = directions.insert(directions.end(), {dx, dy});
            }
            slides_[static_cast<std::size_t>(index(code))].push_back(
                {static_cast<std::uint8_t>(found - directions.begin()), step.mode,
                 dy > 0 || (dy == 0 && dx > 0)});
            continue;
        }
        for (int i = 0; i < board.cells(); ++i) {
            const Cell from = cell(i);
            const int x = board.file(from) + dx, y = board.rank(from) + dy;
            if (!board.contains(x, y)) continue;
            if (step.kind == Step::Kind::lame) {
                const bool at_start = relative_rank(color_of(code), from) == rules_.pawn.start_rank - 1 &&
                                      ((rules_.pawn.first_move_files >> board.file(from)) & 1U) != 0;
                if (step.first_move && !at_start) continue;
                auto& both = doubles_[slot(code, from)];
                both[both[0].second == no_cell ? 0 : 1] = {
                    board.at(board.file(from) + dx / 2, board.rank(from) + dy / 2), board.at(x, y)};
                continue;
            }
            if ((step.mode & Step::captures) != 0) leap_captures_[slot(code, from)].insert(board.at(x, y));
            if ((step.mode & Step::moves) != 0) leap_moves_[slot(code, from)].insert(board.at(x, y));
        }
    }
}

void Variant::build_direction(int dx, int dy) {
    const BoardSize board = rules_.size;
    const std::size_t base = direction_rays_.size();
    direction_rays_.resize(base + max_cells);
    for (int i = 0; i < board.cells(); ++i) {
        int x = board.file(cell(i)) + dx, y = board.rank(cell(i)) + dy;
        for (; board.contains(x, y); x += dx, y += dy)
            direction_rays_[base + static_cast<std::size_t>(i)].insert(board.at(x, y));
    }
}

namespace {

template <class F>
auto with_words(BoardSize size, F&& f) noexcept {
    if (size.cells() <= 64) return f.template operator()<1>();
    if (size.cells() <= 128) return f.template operator()<2>();
    return f.template operator()<3>();
}

}  // namespace

/// What the quick generator leaves to the plain one: castling and taking in passing.
template <class F>
void Variant::each_special(const Position& p, Cell king, F&& found) const noexcept {
    const Color us = p.turn();
    if (const auto target = p.en_passant_target())
        for (const Cell from : p.men(us)) {
            if (!is_pawn(p.at(from)) || !reach(p.at(from), from).contains(*target)) continue;
            Generator{*this, p}.each_legal_of(from, [&](const Move& move, const Position&) {
                if (move.kind == Move::Kind::en_passant) found(move);
                return true;
            });
        }
    if (rules_.castling.form == CastlingRule::Form::none) return;
    if (!p.unmoved().contains(king)) return;
    Generator{*this, p}.each_legal_of(king, [&](const Move& move, const Position&) {
        if (move.is_castling()) found(move);
        return true;
    });
}

MoveList Variant::fast_moves(const Position& p, Cell king) const noexcept {
    MoveList list;
    const Color us = p.turn();
    with_words(size(), [&]<int W>() {
        FastGenerator<W>{*this, p, king}.run(
            [&](Cell from, Code code, const Bits<W>& targets) {
                targets.each([&](Cell to) {
                    Move move{.from = from, .to = to};
                    if (!p.is_empty(to)) move.victim = to;
                    if (!is_pawn(code) || relative_rank(us, to) != size().ranks - 1) {
                        list.push_back(move);
                        return;
                    }
                    Generator::each_promotion(*this, p, us, to, [&](Code promotion) {
                        move.promotion = promotion;
                        list.push_back(move);
                    });
                });
            },
            [&](Cell from, Cell to) {
                Move move{.from = from, .to = to, .kind = Move::Kind::double_step};
                if (relative_rank(us, to) != size().ranks - 1) return list.push_back(move);
                Generator::each_promotion(*this, p, us, to, [&](Code promotion) {
                    move.promotion = promotion;
                    list.push_back(move);
                });
            });
    });
    each_special(p, king, [&](const Move& move) { list.push_back(move); });
    return list;
}

std::uint64_t Variant::fast_count(const Position& p, Cell king) const noexcept {
    std::uint64_t n = 0;
    const Color us = p.turn();
    const auto promotions = [&](Cell to) {
        Generator::each_promotion(*this, p, us, to, [&](Code) { ++n; });
    };
    const CellSet& last = last_rank_[static_cast<std::size_t>(hakam::index(us))];
    with_words(size(), [&]<int W>() {
        const auto last_rank = Bits<W>::of(last);
        FastGenerator<W>{*this, p, king}.run(
            [&](Cell, Code code, const Bits<W>& targets) {
                if (is_pawn(code)) {
                    const Bits<W> promoting = targets & last_rank;
                    if (!promoting.empty()) {
                        promoting.each(promotions);
                        n += static_cast<std::uint64_t>((targets & ~last_rank).count());
                        return;
                    }
                }
                n += static_cast<std::uint64_t>(targets.count());
            },
            [&](Cell, Cell to) {
                if (last.contains(to))
                    promotions(to);
                else
                    ++n;
            });
    });
    each_special(p, king, [&](const Move&) { ++n; });
    return n;
}

}  // namespace hakam::variant
