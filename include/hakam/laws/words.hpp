#pragma once

// Written by tools/gen_laws from data/laws; change the data, not this file.

#include <cstdint>

namespace hakam::laws {

/// Sentences and words for people, in the order of data/laws/terms.tsv and words.tsv.
enum class Words : std::uint8_t {
    checkmate,  ///< Checkmate. {winner} wins.
    stalemate,  ///< Stalemate. The game is drawn.
    dead,  ///< Dead position: neither side can mate. Draw.
    agreed,  ///< Draw by agreement.
    threefold,  ///< Claim correct: third occurrence. Draw.
    fifty,  ///< Claim correct: fifty moves without capture or pawn move. Draw.
    fivefold,  ///< Fifth occurrence of the position. The game is drawn.
    seventyfive,  ///< 75 moves without capture or pawn move. The game is drawn.
    claim_wrong,  ///< Claim not correct. {time} added for {opponent}. It stands as a draw offer.
    claim_noright,  ///< You cannot claim now: you do not have the move or you have touched a piece.
    must_play_written,  ///< The written move {move} must be played.
    illegal1,  ///< Illegal move no. 1 by {player}. Position restored. {time} added for {opponent}.
    illegal2,  ///< Second illegal move by {player}. The game is lost.
    illegal2_draw,  ///< Second illegal move by {player}, but {opponent} cannot mate. Draw.
    touch_move,  ///< Touch-move: the piece on {square} must be moved.
    touch_capture,  ///< Touch-move: the piece on {square} must be captured.
    must_castle,  ///< King and rook were touched: castle on the {side}.
    rook_first,  ///< The rook was touched first: castling on that side is not allowed on this move.
    king_must,  ///< Castling is not possible: another king move must be made.
    free,  ///< No touched piece can be moved or captured: any legal move.
    promo_queen,  ///< Pawn not replaced before the press: it becomes a queen.
    promo_final,  ///< The {piece} touched the promotion square: the choice is final.
    press_no_move,  ///< Clock pressed without a move: treated as an illegal move.
    two_hands,  ///< Two hands were used: treated as an illegal move.
    flag_loss,  ///< {player} exceeded the time limit. {opponent} wins.
    flag_draw,  ///< {player} exceeded the time limit, but {opponent} cannot mate. Draw.
    resign,  ///< {player} resigns. {opponent} wins.
    resign_draw,  ///< {player} resigns, but {opponent} cannot mate. Draw.
    offer,  ///< {player} offers a draw.
    offer_dead,  ///< The draw offer is no longer open.
    offer_forbidden,  ///< Draw agreements are not allowed here before move {n}.
    restart,  ///< The starting position was wrong: a new game is played.
    stand,  ///< Too late to correct: the game continues.
    illegal_position,  ///< Illegal position still on the board. Draw.
    warning,  ///< Warning to {player}: {reason}.
    time_added,  ///< {time} added to the clock of {player}.
    sealed_bad,  ///< The sealed move is ambiguous or illegal. {player} loses.
    default_time,  ///< {player} did not arrive in time. {opponent} wins by forfeit.
    device,  ///< Electronic device found: the game is lost by {player}.
    disconnected,  ///< {player} is disconnected. The clock keeps running.
    arbiter_called,  ///< The clocks are stopped. The arbiter has been called.
    resume,  ///< Play resumes. Clock running: {player}.
    appeal,  ///< Appeal recorded.
    undetermined,  ///< It could not be decided whether mate is possible. Arbiter decides.
    side_white,  ///< White
    side_black,  ///< Black
    ongoing,  ///< The game goes on. {player} to move.
    may_claim_threefold,  ///< {player} may claim a draw: the position has occurred {n} times.
    may_claim_fifty,  ///< {player} may claim a draw: fifty moves without capture or pawn move.
    automatic_threefold,  ///< Third occurrence of the position. The game is drawn.
    automatic_fifty,  ///< Fifty moves without capture or pawn move. The game is drawn.
    flag_insufficient,  ///< {player} exceeded the time limit, but {opponent} has too little material and no forced win. Draw.
    claim_threefold_wrong,  ///< Claim not correct: occurrences of the position: {n}, not three.
    claim_fifty_wrong,  ///< Claim not correct: half-moves without capture or pawn move: {n}, not a hundred.
    claim_move_illegal,  ///< Claim not correct: the written move {move} is not legal.
    claim_game_over,  ///< No claim: the game is already over.
    claim_unavailable,  ///< No claim under these rules: such a draw comes by itself.
    illegal_move,  ///< Illegal move by {player}.
    illegal_loss,  ///< Illegal move by {player}. The game is lost.
    illegal_draw,  ///< Illegal move by {player}, but {opponent} has no mating material. Draw.
    disconnect_loss,  ///< {player} did not return in time. {opponent} wins.
    disconnect_draw,  ///< {player} did not return in time, but {opponent} cannot mate. Draw.
    evidence_plies,  ///< The same position stood after half-moves {plies}.
    evidence_clock,  ///< Half-moves since the last capture or pawn move: {n}.
    evidence_line,  ///< {player} can still mate: {line}
    evidence_cannot,  ///< {player} cannot mate by any legal moves: {argument}.
    evidence_look_alike,  ///< Half-move {n} does not count: {reason}.
    differs_turn,  ///< the other player had the move
    differs_castling,  ///< the castling rights were different
    differs_en_passant,  ///< a pawn could be taken en passant
    differs_men,  ///< other men stood on these squares
    over_earlier,  ///< The game was over after half-move {n}; what follows does not count.
    initial_position,  ///< initial position
    not_decided,  ///< Whether {player} can still mate was not decided within the limits set.
    proof_verified,  ///< proof verified
    proof_refused,  ///< PROOF REFUSED
    proof_unchecked,  ///< proof not checked
    argument_game_over,  ///< the game has ended and the side has not mated
    argument_lone_king,  ///< there is only the king
    argument_lone_knight,  ///< there is only one knight, and the opponent has at most queens
    argument_one_color_bishops,  ///< there are only bishops, and every bishop on the board moves on squares of one colour
    argument_region,  ///< no man can leave its region of the board, and no mate fits inside the regions
    argument_closed_set,  ///< every reachable position ({n}) was visited and none is mate
    argument_partial_set,  ///< every arrangement of the men that matter ({n}) was visited, wherever the opponent's other men may stand, and none is mate
    claim_offer,  ///< The claim stands as an offer of a draw.
    law_article,  ///< Art. {n}
    law_decided_by,  ///< Decided by
    law_status,  ///< Status
    law_code,  ///< Code
    law_tests,  ///< Tests
    status_policy,  ///< policy
    status_check,  ///< check
    decider_software,  ///< software
    decider_arbiter,  ///< arbiter
    decider_organiser,  ///< organiser
    decider_equipment,  ///< equipment
    decider_platform,  ///< platform
    decider_problem,  ///< problem
    decider_history,  ///< history
    decider_out_of_scope,  ///< out of scope
    decider_heading,  ///< heading
    why_no_such_man,  ///< There is no such man: {man}.
    why_empty_square,  ///< No man stands on {square}.
    why_wrong_turn,  ///< It is the turn of {player}.
    why_own_man,  ///< An own man stands on {square}.
    why_cannot_reach,  ///< {man} does not move to {square}.
    why_blocked,  ///< The way is blocked by {by}.
    why_pawn_takes_nothing,  ///< There is nothing to capture on {square}.
    why_no_en_passant,  ///< The pawn on {square} has not just advanced two squares.
    why_promotion_missing,  ///< What the pawn becomes is not said.
    why_promotion_false,  ///< Such a promotion is not possible here.
    why_left_in_check,  ///< The king would stay in check from {by}.
    why_pinned,  ///< {man} is pinned by {by}.
    why_king_into_check,  ///< {square} is attacked by {by}.
    why_castling_right_lost,  ///< The right to castle to that side is lost.
    why_castling_in_check,  ///< The king is in check from {by}: no castling.
    why_castling_blocked,  ///< Castling is prevented by {by} in between.
    why_castling_through_attack,  ///< The king would cross {square}, attacked by {by}.
    why_checkmated,  ///< The game is over: checkmate.
    why_stalemated,  ///< The game is over: stalemate.
    book_fide,  ///< FIDE Laws of Chess
    book_fide_manual,  ///< FIDE Arbiters' Manual
    book_fide_online,  ///< FIDE Online Chess Regulations
    book_us_chess,  ///< US Chess Rules of Chess
    book_event,  ///< rules of the event
    book_equipment,  ///< equipment standards
    book_codex,  ///< Codex for Chess Composition
    book_history,  ///< older rules
    book_variants,  ///< variants
    both_flags,  ///< Both flags have fallen. Draw.
    device_draw,  ///< Electronic device of {player} found, but {opponent} cannot win. Draw.
    by_penalty,  ///< The game is lost by {player} as a penalty. {opponent} wins.
    signed_result,  ///< The result was signed by both players.
    normal_means,  ///< The opponent cannot win, or makes no effort to win, by normal means. Draw.
    normal_means_referred,  ///< The claim is referred to the authority that the rules of the event name.
    position_lost,  ///< The position could not be found again. The game is annulled.
    by_arbiter,  ///< Decided by the arbiter.
    aborted,  ///< The game was cancelled before it had properly begun.
    default_both,  ///< Neither player arrived in time. Both lose by forfeit.
    claim_lapsed,  ///< Claim not correct: it was not made at once and has lapsed.
    claim_needs_more,  ///< Claim not correct: half-moves without capture or pawn move: {n}; this ending needs {limit}.
    doubt_likely,  ///< The value of {key} in this edition is not proved.
    doubt_disputed,  ///< Sources differ on {key} in this edition.
    doubt_otherwise,  ///< Read otherwise, {reading}: {verdict}
    doubt_day,  ///< The day on which {book} came into force is not proved; by {other}: {verdict}
    sealed_bad_draw,  ///< The sealed move of {player} cannot be played, but {opponent} cannot mate. Draw.
};

inline constexpr int word_count = 146;

/// The languages that every sentence has.
enum class Language : std::uint8_t { en, ar, uz_cyrl, uz_latn, ru, fr, es, de };

inline constexpr int language_count = 8;

}  // namespace hakam::laws
