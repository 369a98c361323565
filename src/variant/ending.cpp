#include "hakam/variant/ending.hpp"

namespace hakam::variant {

std::string_view name(EndReason reason) noexcept {
    switch (reason) {
        case EndReason::checkmate: return "checkmate";
        case EndReason::stalemate: return "stalemate";
        case EndReason::bare_king: return "bare-king";
        case EndReason::both_bare: return "both-bare";
    }
    return "";
}

namespace {

using Result = Ending::Result;

Result win(Color side) {
    return side == Color::white ? Result::white_wins : Result::black_wins;
}

Result shared_out(Share share, Color maker) {
    switch (share) {
        case Share::draw: return Result::draw;
        case Share::wins: return win(maker);
        case Share::loses: return win(~maker);
        case Share::half_wins:
            return maker == Color::white ? Result::white_half_wins : Result::black_half_wins;
        case Share::unknown: break;
    }
    return Result::unknown;
}

std::string_view stalemate_rule(Share share) {
    switch (share) {
        case Share::draw: return "A player without a move, not in check, draws.";
        case Share::wins: return "A player without a move loses.";
        case Share::loses: return "A player without a move wins.";
        case Share::half_wins: return "Leaving a player without a move wins half the stake.";
        case Share::unknown: break;
    }
    return "What a player without a move gets is not known for these rules.";
}

bool is_bare(const Variant& v, const Position& p, Color side) {
    for (const Cell c : p.men(side))
        if (!v.is_royal(p.at(c))) return false;
    return true;
}

bool can_bare_back(const Variant& v, const Position& p) {
    for (const Move& move : v.legal_moves(p))
        if (move.is_capture() && is_bare(v, v.after(p, move), ~p.turn())) return true;
    return false;
}

std::optional<Ending> by_baring(const Variant& v, const Position& p) {
    const Color mover = p.turn();
    const bool mover_bare = is_bare(v, p, mover), other_bare = is_bare(v, p, ~mover);
    const auto rule = v.rules().ends.bare_king;
    if (rule == Ends::BareKing::no_end || (!mover_bare && !other_bare)) return std::nullopt;
    // Where baring wins at once, both can only be bare if a game began so.
    if (mover_bare && other_bare)
        return Ending{EndReason::both_bare, Result::draw, "Two bare kings draw."};
    if (rule == Ends::BareKing::wins_at_once)
        return Ending{EndReason::bare_king, win(other_bare ? mover : ~mover),
                      "A player who has only the king left loses at once."};
    if (mover_bare && can_bare_back(v, p)) return std::nullopt;
    return Ending{EndReason::bare_king, win(other_bare ? mover : ~mover),
                  "A player who has only the king left loses unless the very next move bares the "
                  "other side."};
}

}  // namespace

std::optional<Ending> ending(const Variant& variant, const Position& position) {
    // Mate comes first: who is mated may not bare back, and who bares by a mating move has mated.
    if (!variant.has_legal_move(position)) {
        if (variant.is_check(position))
            return Ending{EndReason::checkmate, win(~position.turn()), "Checkmate wins."};
        if (auto bare = by_baring(variant, position)) return bare;
        const Share share = variant.rules().ends.stalemate;
        return Ending{EndReason::stalemate, shared_out(share, ~position.turn()),
                      std::string{stalemate_rule(share)}};
    }
    return by_baring(variant, position);
}

}  // namespace hakam::variant
