#include "hakam/match/words.hpp"

namespace hakam::match {
namespace {

constexpr std::string_view side(Color c) { return c == Color::white ? "White" : "Black"; }

std::string fill(std::string_view pattern, std::string_view winner, std::string_view loser) {
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '{' && i + 2 < pattern.size()) {
            out += pattern[i + 1] == 'w' ? winner : loser;
            i += 2;
        } else {
            out += pattern[i];
        }
    }
    return out;
}

/// {w} is who won, {l} who lost; in draws {l} is the side whose flag fell, who resigned ...
constexpr std::string_view pattern_of(Reason reason) {
    switch (reason) {
        case Reason::none:
            return "The game is over";
        case Reason::checkmate:
            return "{w} wins by checkmate";
        case Reason::stalemate:
            return "Draw by stalemate: the side to move is not in check and has no legal move";
        case Reason::dead_position:
            return "Draw: the position is dead, neither side can mate by any series of legal moves";
        case Reason::threefold_repetition:
            return "Draw: the same position occurred for the third time";
        case Reason::fivefold_repetition:
            return "Draw: the same position occurred for the fifth time";
        case Reason::fifty_moves:
            return "Draw: fifty moves by each side without a capture or a pawn move";
        case Reason::seventyfive_moves:
            return "Draw: seventy-five moves by each side without a capture or a pawn move";
        case Reason::agreement:
            return "Draw by agreement";
        case Reason::resignation:
            return "{l} resigned; {w} wins";
        case Reason::resignation_cannot_mate:
            return "Draw: one side resigned, but the other cannot mate by any series of legal "
                   "moves";
        case Reason::flag_fall:
            return "{l} ran out of time; {w} wins";
        case Reason::flag_fall_cannot_mate:
            return "Draw: a flag fell, but the opponent cannot mate by any series of legal moves";
        case Reason::flag_fall_insufficient:
            return "Draw: a flag fell, but the opponent has not enough material to win";
        case Reason::both_flags:
            return "Draw: both flags have fallen";
        case Reason::illegal_moves:
            return "{l} completed a second illegal move; {w} wins";
        case Reason::illegal_moves_cannot_mate:
            return "Draw: a second illegal move, but the opponent cannot mate by any series of "
                   "legal moves";
        case Reason::illegal_move:
            return "{l} made an illegal move and it was claimed; {w} wins";
        case Reason::illegal_move_cannot_mate:
            return "Draw: an illegal move was claimed, but the claimant cannot mate";
        case Reason::default_time:
            return "{l} did not arrive in time; {w} wins";
        case Reason::device:
            return "{l} had a forbidden device; {w} wins";
        case Reason::device_cannot_win:
            return "Draw: {l} had a forbidden device, but the other side cannot win";
        case Reason::penalty:
            return "{l} loses by a penalty; {w} wins";
        case Reason::signed_result:
            return "The result was signed by both";
        case Reason::normal_means:
            return "Draw: the opponent cannot win, or makes no effort to win, by normal means";
        case Reason::normal_means_referred:
            return "The claim is referred to the authority named by the rules of the event";
        case Reason::bad_sealed_move:
            return "The sealed move of {l} is not a legal move; {w} wins";
        case Reason::bad_sealed_move_cannot_mate:
            return "Draw: the sealed move of {l} is not a legal move, but the opponent cannot mate";
        case Reason::initial_position:
            return "The game began from a wrong position and is void; a new game is played";
        case Reason::colours:
            return "The game began with colours reversed and is void; a new game is played";
        case Reason::disconnection:
            return "{l} was away too long; {w} wins";
        case Reason::disconnection_cannot_mate:
            return "Draw: one side was away too long, but the other cannot mate";
        case Reason::illegal_position:
            return "The position can no longer be put right";
        case Reason::no_agreement_on_position:
            return "The position could not be found again";
        case Reason::insufficient_losing_chances:
            return "Draw: insufficient losing chances";
        case Reason::conduct:
            return "{l} loses by conduct; {w} wins";
        case Reason::arbiter_decision:
            return "Decided by the arbiter";
        case Reason::aborted:
            return "The game was cancelled before it had properly begun";
    }
    return "The game is over";
}

}  // namespace

std::string result_sentence(const LiveGame& game) {
    const Result result = game.state.result;
    Color winner = Color::white;
    if (result == Result::black_wins || result == Result::zero_half) winner = Color::black;
    std::string text = fill(pattern_of(game.state.reason), side(winner), side(~winner));
    if (game.state.reason == Reason::arbiter_decision) text += ": " + outcome_text(result);
    return text + '.';
}

std::string ruling_sentence(const Args& ruling) {
    const std::string_view who = ruling.side ? side(*ruling.side) : std::string_view{"the player"};
    std::string text;
    switch (ruling.ruling) {
        case RulingKind::none:
        case RulingKind::note:
            text = "Noted";
            break;
        case RulingKind::illegal:
            text = "Illegal move by " + std::string{who};
            break;
        case RulingKind::touch_upheld:
            text = "Touch-move: " + std::string{who} + " has to move the man that was touched";
            break;
        case RulingKind::touch_rejected:
            text = "The touch-move claim is rejected";
            break;
        case RulingKind::claim_upheld:
            text = "The claim of " + std::string{who} + " is correct";
            break;
        case RulingKind::claim_rejected:
            text = "The claim of " + std::string{who} + " is not correct";
            break;
        case RulingKind::no_right:
            text = std::string{who} + " has no right to claim now";
            break;
        case RulingKind::stands:
            text = "What happened stands";
            break;
        case RulingKind::warning:
            text = "Warning for " + std::string{who};
            break;
        case RulingKind::penalty:
            text = "Penalty for " + std::string{who};
            break;
        case RulingKind::corrected:
            text = "Put right";
            break;
        case RulingKind::draw_refused:
            text = "There is no draw by agreement now";
            break;
        case RulingKind::position:
            text = "The position is put right";
            break;
        case RulingKind::new_game:
            text = "A new game is to be played";
            break;
        case RulingKind::referred:
            text = "Referred to another authority";
            break;
        case RulingKind::override_:
            text = "The arbiter overrides an earlier ruling";
            break;
    }
    return text + '.';
}

std::string outcome_text(Result result) {
    switch (result) {
        case Result::draw:
            return "1/2-1/2";
        case Result::cancelled:
        case Result::referred:
        case Result::none:
            return "*";
        default:
            return std::string{name(result)};
    }
}

std::optional<Result> result_of(std::string_view outcome) {
    if (outcome == "1-0") return Result::white_wins;
    if (outcome == "0-1") return Result::black_wins;
    if (outcome == "1/2-1/2") return Result::draw;
    if (outcome == "0-0") return Result::both_lose;
    if (outcome == "1/2-0") return Result::half_zero;
    if (outcome == "0-1/2") return Result::zero_half;
    if (outcome == "*") return Result::cancelled;
    return std::nullopt;
}

}  // namespace hakam::match
