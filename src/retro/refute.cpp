#include <algorithm>
#include <array>
#include <map>

#include "follow.hpp"
#include "hakam/retro/legality.hpp"
#include "kernel.hpp"
#include "take_back.hpp"

namespace hakam::retro {
namespace {

struct Before {
    Move move;
    Diagram diagram;
};

class Refuter {
public:
    explicit Refuter(const Budget& budget) : budget_{budget} {}

    /// A reason that needs no last move.
    std::optional<Reason> standing_reason(const Diagram& diagram, bool thorough) {
        ++nodes_;
        Structure structure = structure_of(diagram);
        if (auto reason = structural_reason(diagram, structure)) return reason;
        if (thorough) {
            Structure closer = structure;
            follow_pawns(diagram, closer);
            if (auto reason = structural_reason(diagram, closer)) return reason;
        }
        if (blocked(diagram, structure, thorough))
            return Reason{ReasonKind::pawns_blocked, std::nullopt, {}, 0,
                          structure.can_be_taken[0] + structure.can_be_taken[1], {}, {}};
        return std::nullopt;
    }

    /// Refutes by taking back at most `depth` half-moves; the diagram itself has no standing reason.
    std::optional<Reason> by_moves(const Diagram& diagram, int depth) {
        if (spent()) return std::nullopt;
        std::vector<Before> befores;
        take_back(diagram, [&](Move move, const Board& before, Bitboard needed) {
            befores.push_back({move, before_of(diagram, move, before, needed)});
            return befores.size() < 400;
        });
        if (befores.empty())
            return Reason{ReasonKind::no_last_move, ~diagram.turn, {}, 0, 0, {}, {}};
        if (befores.size() >= 400) return std::nullopt;
        // At the last level only standing reasons are left; a long list is seldom all refuted.
        Reason all{ReasonKind::all_moves_refuted, ~diagram.turn, {}, 0, 0, {}, {}};
        for (const Before& one : befores) {
            std::optional<Reason> why = impossible_before(one.diagram);
            if (!why && depth > 1) why = by_moves(one.diagram, depth - 1);
            if (!why) return std::nullopt;
            all.after.push_back({one.move, one.diagram, std::move(*why)});
        }
        return all;
    }

    bool spent() const {
        return nodes_ >= budget_.nodes || (budget_.expired && nodes_ % 64 == 0 && budget_.expired());
    }
    std::uint64_t nodes() const noexcept { return nodes_; }

private:
    /// The kernel looks only at pawns and at what can be taken: asked once for each.
    bool blocked(const Diagram& diagram, const Structure& structure, bool thorough) {
        const Board& board = diagram.board;
        std::array<std::uint64_t, 3> key{board.men(Color::white, PieceType::pawn).bits(),
                                         board.men(Color::black, PieceType::pawn).bits(), 0};
        for (const Color c : colors) {
            const auto ci = static_cast<std::size_t>(index(c));
            key[2] = key[2] * 64 + structure.taken_at_home[ci] / 4;
            key[2] = key[2] * 32 + static_cast<std::uint64_t>(board.men(c).size());
            for (const PieceType t : {PieceType::queen, PieceType::rook, PieceType::knight})
                key[2] = key[2] * 11 + static_cast<std::uint64_t>(board.men(c, t).size());
            const Bitboard bishops = board.men(c, PieceType::bishop);
            key[2] = key[2] * 11 + static_cast<std::uint64_t>((bishops & Bitboard::light()).size());
        }
        const auto known = kernels_.find(key);
        if (known != kernels_.end()) return known->second;
        const Kernel kernel = pawn_kernel(diagram, structure, thorough ? 100'000 : 2'000);
        return kernels_[key] = kernel.decision == Decision::no;
    }

    std::optional<Reason> impossible_before(const Diagram& before) {
        // The side that is to move now must not have left its own king attacked, with kings apart:
        // taking back has seen to the other king.
        return standing_reason(before, false);
    }

    const Budget& budget_;
    std::uint64_t nodes_ = 0;
    std::map<std::array<std::uint64_t, 3>, bool> kernels_;
};

}  // namespace

Refutation refute(const Diagram& diagram, const Budget& budget, const RefuteOptions& options) {
    Refutation result;
    // A side cannot have granted rights or an en passant square that the board denies, and so on.
    SetupFaults wrong = faults(setup_of(diagram));
    std::erase_if(wrong, [](const SetupFault& f) {
        return f.code == SetupFaultCode::bad_halfmove_clock ||
               f.code == SetupFaultCode::bad_fullmove_number;
    });
    for (const Square s : diagram.rights.rooks())
        if (file_of(s) != File::a && file_of(s) != File::h)
            wrong.push_back({SetupFaultCode::false_castling_right, s, std::nullopt});
    for (const Color c : colors)
        if (!diagram.rights.rooks(c).empty() &&
            diagram.board.men(c, PieceType::king) != Bitboard{square(File::e, back_rank(c))})
            wrong.push_back({SetupFaultCode::false_castling_right,
                             diagram.rights.rooks(c).first(), c});
    if (!wrong.empty()) {
        Reason reason{ReasonKind::bad_setup, std::nullopt, {}, 0, 0, {}, {}};
        for (const SetupFault& f : wrong)
            if (f.square) reason.squares |= *f.square;
        reason.faults = std::move(wrong);
        result.reason = std::move(reason);
        return result;
    }
    if (diagram == array()) return result;
    Refuter refuter{budget};
    result.reason = refuter.standing_reason(diagram, true);
    for (int depth = 1; depth <= options.depth && !result.reason && !refuter.spent(); ++depth) {
        const std::uint64_t before = refuter.nodes();
        result.reason = refuter.by_moves(diagram, depth);
        if (!refuter.spent()) result.depth = depth;
        if (refuter.nodes() == before) break;
    }
    result.nodes = refuter.nodes();
    return result;
}

}  // namespace hakam::retro
