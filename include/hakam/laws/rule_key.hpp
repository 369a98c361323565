#pragma once

// Written by tools/gen_laws from data/laws; change the data, not this file.

#include <cstdint>

namespace hakam::laws {

/// The parameters of a book of laws and of a live game, in the order of data/laws/keys.tsv.
enum class RuleKey : std::uint8_t {
    automatic_occurrences,  ///< occurrences that end the game by themselves; 0: none do
    automatic_alternate,  ///< only if they follow one another in consecutive alternate moves (text of 2014)
    automatic_halfmoves,  ///< plies without capture or pawn move that end the game by themselves; 0: none do
    claim_occurrences,  ///< occurrences of which a draw may be claimed; 0: there is no such claim
    claim_halfmoves,  ///< the same for plies without capture or pawn move
    position_rights,  ///< what makes positions the same: men and turn; also rights; also rights lost for a while; series of moves
    claim_intended,  ///< a repetition may be claimed with a written move
    fifty_intended,  ///< the same for the move count
    fifty_exceptions,  ///< endings for which the claim needs more moves
    fifty_demand,  ///< the count may begin at a player's demand
    claim_lapses,  ///< a claim is lost as soon as play goes on
    final_move_claim,  ///< a written move that mates or stalemates is a claim
    claim_after_touch,  ///< a claim is still possible after touching a man, until the move is completed
    claim_penalty,  ///< what a wrong claim gives the opponent
    claimant_penalty,  ///< what a wrong claim costs the claimant
    dead,  ///< when a dead position ends the game
    flag_test,  ///< when a fallen flag does not lose
    resign_test,  ///< when a resignation does not lose
    illegal_test,  ///< when the last illegal act does not lose
    device_test,  ///< when a forbidden device does not lose
    limit,  ///< illegal acts that lose the game; 0: none do
    illegal_penalty,  ///< what an illegal act gives the opponent
    penalty,  ///< illegal-penalty and claim-penalty at once
    illegal_window,  ///< until when an illegal act may be put right
    two_hands,  ///< a move made with two hands counts as an illegal act
    empty_press,  ///< so does pressing the clock without a move
    quickplay_limit,  ///< the same as limit in a quickplay finish; 0: as elsewhere
    quickplay_penalty,  ///< the same as illegal-penalty in a quickplay finish; 0: as elsewhere
    unfinished_promotion,  ///< a pawn left on the last rank: to be exchanged, an illegal act, or that and a queen
    fivefold,  ///< short for automatic-occurrences=5 or 0
    seventyfive,  ///< short for automatic-halfmoves=150 or 0
    repetition,  ///< the third occurrence is claimed, or ends the game
    fifty,  ///< the fiftieth move is claimed, or ends the game
    agreement,  ///< yes; a number of moves that both must have made; or arbiter: never without him
    min_moves,  ///< the same
    basis,  ///< which articles the verdicts cite
    authority,  ///< whose rules of procedure
    regime,  ///< FIDE: which rules beside the Articles
    pace,
    mode,  ///< how the board reacts
    illegal_on_claim,  ///< an illegal act loses if it is claimed
    sheet_for_flag,  ///< a flag claim needs a score sheet
    offer_dies_on_move,  ///< an offer of a draw lapses with the next move
    wrong_array,  ///< until when a wrong start is put right
    setup_moves,
    announcements,  ///< moves are announced
    castling,
    illegal,  ///< who acts on an illegal act
    director_waits,  ///< the director acts on illegal acts only if they are claimed
    time_pressure,  ///< nobody acts unasked if a player has less
    increment_back,  ///< the increment of an illegal move is taken back
    touch_move,
    touch,  ///< who acts on a breach of touch-move
    rook_first,  ///< touching the rook first still castles
    flag,  ///< who calls a flag
    offers_tolerated,  ///< declined offers before they disturb
    default_time,  ///< at the start and at resumptions; none: nobody loses by coming late
    resumption,  ///< default time at resumptions alone
    recording,
    write_first,  ///< the move may be written before it is made
    qpf,  ///< quickplay finish announced, or in force without that
    ask_increment,  ///< a player short of time in it may ask for an increment
    losing_chances,  ///< claims of insufficient losing chances
    arbiter,  ///< an arbiter is present
    no_arbiter,
    adjournment,
    chess960,
    device,  ///< what an electronic device costs
    appeal,
    window,  ///< time to come back online
    score_requests,
    score,  ///< points for win, draw and loss: 3-1-0
    first_increment,  ///< credited before the first move
};
inline constexpr int rule_keys = 73;

}  // namespace hakam::laws
