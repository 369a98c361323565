#pragma once

// Written by tools/gen_laws from data/laws; change the data, not this file.

#include <cstdint>

namespace hakam::laws {

/// Every article of every book, in the order of data/laws/articles.tsv.
enum class ArticleId : std::uint16_t {
    preface,  ///< FIDE Preface
    nature_of_the_game,  ///< FIDE 1
    two_opponents,  ///< FIDE 1.1
    white_first,  ///< FIDE 1.2
    has_the_move,  ///< FIDE 1.3
    aim,  ///< FIDE 1.4
    king_not_exposed,  ///< FIDE 1.4.1
    mated_loses,  ///< FIDE 1.4.2
    neither_can_mate,  ///< FIDE 1.5
    initial_position,  ///< FIDE 2
    board_squares,  ///< FIDE 2.1
    men_of_each_side,  ///< FIDE 2.2
    start_array,  ///< FIDE 2.3
    files_ranks_diagonals,  ///< FIDE 2.4
    moves_of_the_men,  ///< FIDE 3
    own_man_blocks,  ///< FIDE 3.1
    capture,  ///< FIDE 3.1.1
    attack,  ///< FIDE 3.1.2
    pinned_man_attacks,  ///< FIDE 3.1.3
    bishop_move,  ///< FIDE 3.2
    rook_move,  ///< FIDE 3.3
    queen_move,  ///< FIDE 3.4
    no_jumping,  ///< FIDE 3.5
    knight_move,  ///< FIDE 3.6
    pawn_moves,  ///< FIDE 3.7
    pawn_step,  ///< FIDE 3.7.1
    pawn_double_step,  ///< FIDE 3.7.2
    pawn_capture,  ///< FIDE 3.7.3
    en_passant,  ///< FIDE 3.7.3.1
    en_passant_at_once,  ///< FIDE 3.7.3.2
    promotion,  ///< FIDE 3.7.3.3
    promotion_free_choice,  ///< FIDE 3.7.3.4
    promotion_acts_at_once,  ///< FIDE 3.7.3.5
    king_moves,  ///< FIDE 3.8
    king_move,  ///< FIDE 3.8.1
    castling,  ///< FIDE 3.8.2
    castling_right_lost,  ///< FIDE 3.8.2.1
    castling_lost_king,  ///< FIDE 3.8.2.1.1
    castling_lost_rook,  ///< FIDE 3.8.2.1.2
    castling_prevented,  ///< FIDE 3.8.2.2
    castling_attacked,  ///< FIDE 3.8.2.2.1
    castling_blocked,  ///< FIDE 3.8.2.2.2
    check,  ///< FIDE 3.9.1
    leaves_king_in_check,  ///< FIDE 3.9.2
    legal_move,  ///< FIDE 3.10.1
    illegal_move,  ///< FIDE 3.10.2
    illegal_position,  ///< FIDE 3.10.3
    act_of_moving,  ///< FIDE 4
    one_hand,  ///< FIDE 4.1
    adjusting_rules,  ///< FIDE 4.2
    adjusting,  ///< FIDE 4.2.1
    deliberate_touch,  ///< FIDE 4.2.2
    touch_move,  ///< FIDE 4.3
    touched_own,  ///< FIDE 4.3.1
    touched_enemy,  ///< FIDE 4.3.2
    touched_both,  ///< FIDE 4.3.3
    touch_castling,  ///< FIDE 4.4
    touched_king_and_rook,  ///< FIDE 4.4.1
    rook_touched_first,  ///< FIDE 4.4.2
    castling_not_possible,  ///< FIDE 4.4.3
    promotion_choice_final,  ///< FIDE 4.4.4
    no_touched_man_moves,  ///< FIDE 4.5
    promotion_procedure,  ///< FIDE 4.6
    released,  ///< FIDE 4.7
    capture_made,  ///< FIDE 4.7.1
    castling_made,  ///< FIDE 4.7.2
    promotion_made,  ///< FIDE 4.7.3
    complaint_lost,  ///< FIDE 4.8
    moving_assistant,  ///< FIDE 4.9
    how_won,  ///< FIDE 5.1
    checkmate,  ///< FIDE 5.1.1
    resignation,  ///< FIDE 5.1.2
    how_drawn,  ///< FIDE 5.2
    stalemate,  ///< FIDE 5.2.1
    dead_position,  ///< FIDE 5.2.2
    dead_by_material,  ///< FIDE 5.2.2 material
    agreement,  ///< FIDE 5.2.3
    clock,  ///< FIDE 6.1
    flag_fall,  ///< FIDE 6.1.1
    use_of_clock,  ///< FIDE 6.2
    press,  ///< FIDE 6.2.1
    complete_without_press,  ///< FIDE 6.2.1.1
    complete_by_next_move,  ///< FIDE 6.2.1.2
    allowed_to_press,  ///< FIDE 6.2.2
    press_with_moving_hand,  ///< FIDE 6.2.3
    clock_handling,  ///< FIDE 6.2.4
    adjust_only_on_own_clock,  ///< FIDE 6.2.5
    clock_assistant,  ///< FIDE 6.2.6
    time_control,  ///< FIDE 6.3
    periods,  ///< FIDE 6.3.1
    time_carried_over,  ///< FIDE 6.3.2
    delay_mode,  ///< FIDE 6.3.2 delay
    first_increment,  ///< FIDE 6.3 first increment
    flag_check_moves,  ///< FIDE 6.4
    clock_side,  ///< FIDE 6.5
    white_clock_started,  ///< FIDE 6.6
    late_arrival,  ///< FIDE 6.7
    default_time,  ///< FIDE 6.7.1
    nobody_present,  ///< FIDE 6.7.2
    flag_noticed,  ///< FIDE 6.8
    time_forfeit,  ///< FIDE 6.9
    clock_conclusive,  ///< FIDE 6.10.1
    wrong_clock_setting,  ///< FIDE 6.10.2
    interruption,  ///< FIDE 6.11
    arbiter_pauses,  ///< FIDE 6.11.1
    player_pauses,  ///< FIDE 6.11.2
    arbiter_resumes,  ///< FIDE 6.11.3
    pause_without_reason,  ///< FIDE 6.11.4
    displays_allowed,  ///< FIDE 6.12.1
    claim_by_display,  ///< FIDE 6.12.2
    restore_times,  ///< FIDE 7.1
    wrong_start,  ///< FIDE 7.2
    wrong_array,  ///< FIDE 7.2.1
    board_turned,  ///< FIDE 7.2.2
    colours_reversed,  ///< FIDE 7.3
    displaced_men,  ///< FIDE 7.4
    restore_displaced,  ///< FIDE 7.4.1
    displaced_stop_clocks,  ///< FIDE 7.4.2
    displaced_penalty,  ///< FIDE 7.4.3
    illegal_moves,  ///< FIDE 7.5
    illegal_move_found,  ///< FIDE 7.5.1
    illegal_move_completed,  ///< FIDE 7.5.1a
    illegal_move_restore,  ///< FIDE 7.5.1b
    illegal_move_touch,  ///< FIDE 7.5.1c
    pawn_left_on_last_rank,  ///< FIDE 7.5.2
    press_without_move,  ///< FIDE 7.5.3
    two_hands,  ///< FIDE 7.5.4
    illegal_move_penalty,  ///< FIDE 7.5.5
    displaced_found,  ///< FIDE 7.6
    recording_rules,  ///< FIDE 8.1
    recording,  ///< FIDE 8.1.1
    no_recording_in_advance,  ///< FIDE 8.1.2
    record_before_next_move,  ///< FIDE 8.1.3
    sheet_only_for_game,  ///< FIDE 8.1.4
    offer_recorded,  ///< FIDE 8.1.5
    recording_assistant,  ///< FIDE 8.1.6
    sheet_visible,  ///< FIDE 8.2
    sheets_belong_to_organiser,  ///< FIDE 8.3
    recording_released,  ///< FIDE 8.4
    updating_sheets,  ///< FIDE 8.5
    arbiter_keeps_score,  ///< FIDE 8.5.1
    one_player_updates,  ///< FIDE 8.5.2
    reconstruction,  ///< FIDE 8.5.3
    next_move_of_period,  ///< FIDE 8.6
    result_signed,  ///< FIDE 8.7
    draw_offers,  ///< FIDE 9.1
    agreement_restricted,  ///< FIDE 9.1.1
    draw_offer,  ///< FIDE 9.1.2.1
    offer,  ///< FIDE 9.1.2.1a
    offer_without_conditions,  ///< FIDE 9.1.2.1b
    offer_stands,  ///< FIDE 9.1.2.1c
    offer_noted,  ///< FIDE 9.1.2.2
    claim_is_offer,  ///< FIDE 9.1.2.3
    threefold,  ///< FIDE 9.2
    threefold_about_to,  ///< FIDE 9.2.1
    threefold_appeared,  ///< FIDE 9.2.2
    same_position,  ///< FIDE 9.2.3
    same_position_en_passant,  ///< FIDE 9.2.3.1
    same_position_castling,  ///< FIDE 9.2.3.2
    fifty_moves,  ///< FIDE 9.3
    fifty_about_to,  ///< FIDE 9.3.1
    fifty_completed,  ///< FIDE 9.3.2
    claim_lost_by_touch,  ///< FIDE 9.4
    claim_procedure,  ///< FIDE 9.5
    claim_stops_clocks,  ///< FIDE 9.5.1
    claim_correct,  ///< FIDE 9.5.2
    claim_wrong,  ///< FIDE 9.5.3
    automatic_draws,  ///< FIDE 9.6
    fivefold,  ///< FIDE 9.6.1
    seventyfive,  ///< FIDE 9.6.2
    points,  ///< FIDE 10.1
    points_total,  ///< FIDE 10.2
    disrepute,  ///< FIDE 11.1
    leaving_rules,  ///< FIDE 11.2
    playing_venue,  ///< FIDE 11.2.1
    playing_area,  ///< FIDE 11.2.2
    leaving_venue,  ///< FIDE 11.2.3.1
    leaving_area,  ///< FIDE 11.2.3.2
    entering_area,  ///< FIDE 11.2.3.3
    report_leaving,  ///< FIDE 11.2.4
    forbidden_help,  ///< FIDE 11.3
    no_notes,  ///< FIDE 11.3.1
    no_devices,  ///< FIDE 11.3.2
    device_in_bag,  ///< FIDE 11.3.2.1
    device_on_person,  ///< FIDE 11.3.2.2
    inspection,  ///< FIDE 11.3.3
    smoking,  ///< FIDE 11.3.4
    finished_are_spectators,  ///< FIDE 11.4
    distraction,  ///< FIDE 11.5
    conduct_penalty,  ///< FIDE 11.6
    refusal_to_comply,  ///< FIDE 11.7
    both_guilty,  ///< FIDE 11.8
    explain_laws,  ///< FIDE 11.9
    appeal,  ///< FIDE 11.10
    help_reconstruct,  ///< FIDE 11.11
    claim_checked_by_players,  ///< FIDE 11.12
    arbiter_observes_laws,  ///< FIDE 12.1
    arbiter_duties,  ///< FIDE 12.2
    arbiter_watches_games,  ///< FIDE 12.3
    assistants,  ///< FIDE 12.4
    disturbance_time,  ///< FIDE 12.5
    no_intervention,  ///< FIDE 12.6
    third_parties,  ///< FIDE 12.7
    no_phones,  ///< FIDE 12.8
    penalties,  ///< FIDE 12.9
    rapid_time,  ///< FIDE A.1
    rapid_recording,  ///< FIDE A.2
    rapid_penalty,  ///< FIDE A.3
    rapid_competition_rules,  ///< FIDE A.4
    rapid_see_score,  ///< FIDE A.4.3
    rapid_rules,  ///< FIDE A.5
    rapid_from_move_ten,  ///< FIDE A.5.1
    rapid_clock_setting,  ///< FIDE A.5.1.1
    rapid_wrong_array,  ///< FIDE A.5.1.2
    rapid_illegal_move,  ///< FIDE A.5.2
    rapid_flag_claim,  ///< FIDE A.5.3
    rapid_illegal_position,  ///< FIDE A.5.4
    rapid_arbiter_calls_flag,  ///< FIDE A.5.5
    rapid_regime_stated,  ///< FIDE A.6
    blitz_time,  ///< FIDE B.1
    blitz_competition_rules,  ///< FIDE B.2
    blitz_see_score,  ///< FIDE B.2.3
    blitz_rapid_rules,  ///< FIDE B.3
    blitz_regime_stated,  ///< FIDE B.4
    algebraic_notation,  ///< FIDE C
    piece_letters,  ///< FIDE C.1
    own_language,  ///< FIDE C.3
    pawn_without_letter,  ///< FIDE C.4
    square_names,  ///< FIDE C.5
    notation_move,  ///< FIDE C.8
    notation_capture,  ///< FIDE C.9
    notation_ambiguity,  ///< FIDE C.10
    notation_promotion,  ///< FIDE C.11
    notation_offer,  ///< FIDE C.12
    notation_signs,  ///< FIDE C.13
    only_algebraic,  ///< FIDE C preamble
    blind_two_boards,  ///< FIDE D.1
    blind_rules,  ///< FIDE D.2
    blind_announce,  ///< FIDE D.2.1
    blind_touch,  ///< FIDE D.2.2
    blind_made,  ///< FIDE D.2.3
    blind_made_announced,  ///< FIDE D.2.3.3
    blind_clock,  ///< FIDE D.2.4
    blind_sighted_player,  ///< FIDE D.2.5
    blind_special_clock,  ///< FIDE D.2.6
    blind_score,  ///< FIDE D.2.7
    blind_slip,  ///< FIDE D.2.8
    blind_boards_differ,  ///< FIDE D.2.9
    blind_assistant,  ///< FIDE D.2.10
    blind_sighted_assistant,  ///< FIDE D.2.11
    adjournment,  ///< FIDE GI.1
    sealing,  ///< FIDE GI.1.1
    early_adjournment,  ///< FIDE GI.1.2
    envelope,  ///< FIDE GI.2
    envelope_kept,  ///< FIDE GI.3
    offer_after_sealing,  ///< FIDE GI.4
    set_up_to_resume,  ///< FIDE GI.5
    ended_before_resumption,  ///< FIDE GI.6
    envelope_opened,  ///< FIDE GI.7
    sealed_move_bad,  ///< FIDE GI.8
    sealed_move_ambiguous,  ///< FIDE GI.8.1
    sealed_move_without_meaning,  ///< FIDE GI.8.2
    sealed_move_illegal,  ///< FIDE GI.8.3
    resumption,  ///< FIDE GI.9
    replier_present,  ///< FIDE GI.9.1
    replier_absent,  ///< FIDE GI.9.2
    sealer_absent,  ///< FIDE GI.9.3
    default_at_resumption,  ///< FIDE GI.10
    nobody_at_resumption,  ///< FIDE GI.11
    envelope_lost,  ///< FIDE GI.12
    envelope_missing,  ///< FIDE GI.12.1
    position_lost,  ///< FIDE GI.12.2
    clock_error_at_resumption,  ///< FIDE GI.13
    session_length,  ///< FIDE GI.14
    chess960,  ///< FIDE GII.1
    chess960_array,  ///< FIDE GII.2
    chess960_castling_rules,  ///< FIDE GII.3
    chess960_castling,  ///< FIDE GII.3.1
    chess960_mechanics,  ///< FIDE GII.3.2
    chess960_double_move,  ///< FIDE GII.3.2.1
    chess960_transposition,  ///< FIDE GII.3.2.2
    chess960_king_only,  ///< FIDE GII.3.2.3
    chess960_rook_only,  ///< FIDE GII.3.2.4
    chess960_on_board,  ///< FIDE GII.3.2.5
    chess960_arrival,  ///< FIDE GII.3.2.6
    chess960_notes,  ///< FIDE GII.3.2.7
    chess960_announce,  ///< FIDE GII.3.2.7a
    chess960_empty,  ///< FIDE GII.3.2.7b
    chess960_may_be_filled,  ///< FIDE GII.3.2.7c
    chess960_no_check_after,  ///< FIDE GII.3 check
    quickplay_finish,  ///< FIDE GIII.1
    quickplay_scope,  ///< FIDE GIII.2
    quickplay_announced,  ///< FIDE GIII.2.1
    quickplay_where,  ///< FIDE GIII.2.2
    both_flags_down,  ///< FIDE GIII.3
    both_flags,  ///< FIDE GIII.3.1
    both_flags_play_on,  ///< FIDE GIII.3.1.1
    both_flags_drawn,  ///< FIDE GIII.3.1.2
    ask_for_increment,  ///< FIDE GIII.4
    quickplay_claim,  ///< FIDE GIII.5
    quickplay_agreed,  ///< FIDE GIII.5.1
    quickplay_postponed,  ///< FIDE GIII.5.2
    quickplay_rejected,  ///< FIDE GIII.5.3
    quickplay_no_arbiter,  ///< FIDE GIII.6
    adjusting_comment,  ///< MAN 4.2.1
    rook_first_king_moves,  ///< MAN 4.4.2
    arbiter_enforces_touch,  ///< MAN 4.8
    forced_sequences,  ///< MAN 6.9
    flag_after_automatic_draw,  ///< MAN 6.9 automatic draw
    increment_taken_back,  ///< MAN 7.5.5 increment
    nothing_after_the_end,  ///< MAN 7.5 after the end
    king_capture_illegal,  ///< MAN 7.5 king
    two_faults_count_once,  ///< MAN 7.5 one fault
    arbiter_steps_in,  ///< MAN 7.5 seen
    fifty_with_mating_move,  ///< MAN 9.3 mate
    claim_after_move,  ///< MAN 9.4 order
    both_displays_zero,  ///< MAN A.5.3 zero
    rapid_illegal_position_ends,  ///< MAN A.5.4
    online_scope,  ///< ONL 1
    online_move_list,  ///< ONL 2
    online_only_legal,  ///< ONL 3.3
    online_input,  ///< ONL 3.5
    online_aids,  ///< ONL 3.6
    online_recording,  ///< ONL 3.7
    online_move_presses,  ///< ONL 4.2
    online_time_forfeit,  ///< ONL 4.4
    online_checkmate,  ///< ONL 5.1
    online_resignation,  ///< ONL 5.2
    online_offer,  ///< ONL 5.3
    online_threefold,  ///< ONL 5.4.1
    online_stalemate,  ///< ONL 5.4.2
    online_dead_position,  ///< ONL 5.4.3
    online_fifty,  ///< ONL 5.4.4
    online_disconnection,  ///< ONL 11
    online_not_back,  ///< ONL 11.4.2
    online_both_disconnected,  ///< ONL 11-BOTH
    hybrid,  ///< ONL HYB
    lag,  ///< ONL LAG
    uscf_director,  ///< USCF 1C2
    uscf_delay,  ///< USCF 5E
    uscf_touch,  ///< USCF 10
    uscf_rook_first,  ///< USCF 10I2
    uscf_illegal_move,  ///< USCF 11A
    uscf_illegal_stands,  ///< USCF 11B
    uscf_illegal_penalty,  ///< USCF 11D
    uscf_illegal_time_pressure,  ///< USCF 11D1
    uscf_wrong_start,  ///< USCF 11F
    uscf_director_corrects,  ///< USCF 11H
    uscf_checkmate,  ///< USCF 13A
    uscf_resigns,  ///< USCF 13B
    uscf_flag_claim,  ///< USCF 13C
    uscf_scoresheet,  ///< USCF 13C7
    uscf_stalemate,  ///< USCF 14A
    uscf_agreement,  ///< USCF 14B
    uscf_threefold,  ///< USCF 14C
    uscf_dead_by_material,  ///< USCF 14D
    uscf_insufficient,  ///< USCF 14E
    uscf_bare_king,  ///< USCF 14E1
    uscf_minor_piece,  ///< USCF 14E2
    uscf_two_knights,  ///< USCF 14E3
    uscf_fifty,  ///< USCF 14F
    uscf_both_flags,  ///< USCF 14G
    uscf_losing_chances,  ///< USCF 14H
    uscf_recording,  ///< USCF 15A
    uscf_devices,  ///< USCF 20N
    uscf_director_powers,  ///< USCF 21
    uscf_seventyfive,  ///< USCF 75 moves
    uscf_time_classes,  ///< USCF TC
    uscf_blitz_illegal,  ///< USCF blitz 1
    uscf_blitz_claims,  ///< USCF blitz 2
    uscf_blitz_setup,  ///< USCF blitz 3
    uscf_resignation,  ///< USCF resignation
    event_310,  ///< EVT 310
    armageddon,  ///< EVT ARM
    event_bilbao,  ///< EVT BILBAO
    event_colours,  ///< EVT COLOUR
    event_min30,  ///< EVT MIN30
    event_min_moves,  ///< EVT MINN
    event_score,  ///< EVT SCORE
    event_sofia,  ///< EVT SOFIA
    equipment_set,  ///< EQ 1
    equipment_heights,  ///< EQ 2
    equipment_king_older,  ///< EQ 3
    equipment_base,  ///< EQ 4
    equipment_king_us,  ///< EQ 5
    equipment_squares,  ///< EQ 6
    equipment_clock,  ///< EQ 7
    equipment_sheets,  ///< EQ 8
    codex_castling,  ///< COD 1
    codex_en_passant,  ///< COD 2
    codex_exclusion,  ///< COD 3
    codex_reachable,  ///< COD 4
    codex_fairy,  ///< COD 5
    variant_960,  ///< VAR 960
    casual,  ///< VAR CAS
    correspondence,  ///< VAR CORR
    no_castling_chess,  ///< VAR NC1
    shatranj_queen,  ///< HIS 1
    shatranj_bishop,  ///< HIS 2
    shatranj_pawn,  ///< HIS 3
    shatranj_promotion,  ///< HIS 4
    shatranj_no_castling,  ///< HIS 5
    history_board,  ///< HIS 6
    history_time,  ///< HIS 7
    shatranj_bare_king,  ///< HIS 8
    fide_1929_checkmate,  ///< FIDE@1929 checkmate
    fide_1929_resignation,  ///< FIDE@1929 resignation
    fide_1929_stalemate,  ///< FIDE@1929 stalemate
    fide_1929_agreement,  ///< FIDE@1929 16 agreement
    fide_1929_agreement_restricted,  ///< FIDE@1929 16 agreement restricted
    fide_1929_time_forfeit,  ///< FIDE@1929 19.5 time forfeit
    fide_1929_illegal_act,  ///< FIDE@1929 17 illegal act
    fide_1929_threefold_appeared,  ///< FIDE@1929 16 threefold appeared
    fide_1929_threefold_about_to,  ///< FIDE@1929 16 threefold about to
    fide_1929_same_position,  ///< FIDE@1929 16 same position
    fide_1929_fifty_completed,  ///< FIDE@1929 16.1e fifty completed
    fide_1929_fifty_about_to,  ///< FIDE@1929 16.1f fifty about to
    fide_1929_write_first,  ///< FIDE@1929 write first
    fide_1929_claim_lapses,  ///< FIDE@1929 16.2 claim lapses
    fide_1952_checkmate,  ///< FIDE@1952 11.1 checkmate
    fide_1952_resignation,  ///< FIDE@1952 11.2 resignation
    fide_1952_stalemate,  ///< FIDE@1952 12.1 stalemate
    fide_1952_agreement,  ///< FIDE@1952 12.2 agreement
    fide_1952_agreement_restricted,  ///< FIDE@1952 12.2 agreement restricted
    fide_1952_time_forfeit,  ///< FIDE@1952 17.1 time forfeit
    fide_1952_illegal_act,  ///< FIDE@1952 8 illegal act
    fide_1952_threefold_appeared,  ///< FIDE@1952 12.3 threefold appeared
    fide_1952_threefold_about_to,  ///< FIDE@1952 12.3 threefold about to
    fide_1952_same_position,  ///< FIDE@1952 12.3 same position
    fide_1952_fifty_completed,  ///< FIDE@1952 12.4 fifty completed
    fide_1952_fifty_about_to,  ///< FIDE@1952 12.4 fifty about to
    fide_1952_claim_wrong,  ///< FIDE@1952 claim wrong
    fide_1952_default_time,  ///< FIDE@1952 17 default time
    fide_1952_write_first,  ///< FIDE@1952 13 write first
    fide_1966_checkmate,  ///< FIDE@1966 11.1 checkmate
    fide_1966_resignation,  ///< FIDE@1966 11.2 resignation
    fide_1966_stalemate,  ///< FIDE@1966 12.1 stalemate
    fide_1966_agreement,  ///< FIDE@1966 12.2 agreement
    fide_1966_agreement_restricted,  ///< FIDE@1966 12.2 agreement restricted
    fide_1966_time_forfeit,  ///< FIDE@1966 17.1 time forfeit
    fide_1966_illegal_act,  ///< FIDE@1966 8 illegal act
    fide_1966_threefold_appeared,  ///< FIDE@1966 12.3 threefold appeared
    fide_1966_threefold_about_to,  ///< FIDE@1966 12.3 threefold about to
    fide_1966_same_position,  ///< FIDE@1966 12.3 same position
    fide_1966_fifty_completed,  ///< FIDE@1966 12.4 fifty completed
    fide_1966_fifty_about_to,  ///< FIDE@1966 12.4 fifty about to
    fide_1966_claim_wrong,  ///< FIDE@1966 claim wrong
    fide_1966_default_time,  ///< FIDE@1966 17 default time
    fide_1966_write_first,  ///< FIDE@1966 13 write first
    fide_1974_checkmate,  ///< FIDE@1974 11.1 checkmate
    fide_1974_resignation,  ///< FIDE@1974 11.2 resignation
    fide_1974_stalemate,  ///< FIDE@1974 12.1 stalemate
    fide_1974_agreement,  ///< FIDE@1974 12.2 agreement
    fide_1974_agreement_restricted,  ///< FIDE@1974 12.2 agreement restricted
    fide_1974_time_forfeit,  ///< FIDE@1974 17.1 time forfeit
    fide_1974_illegal_act,  ///< FIDE@1974 8 illegal act
    fide_1974_threefold_appeared,  ///< FIDE@1974 12.3 threefold appeared
    fide_1974_threefold_about_to,  ///< FIDE@1974 12.3 threefold about to
    fide_1974_same_position,  ///< FIDE@1974 12.3 same position
    fide_1974_fifty_completed,  ///< FIDE@1974 12.4 fifty completed
    fide_1974_fifty_about_to,  ///< FIDE@1974 12.4 fifty about to
    fide_1974_claim_wrong,  ///< FIDE@1974 claim wrong
    fide_1974_default_time,  ///< FIDE@1974 17 default time
    fide_1974_write_first,  ///< FIDE@1974 13 write first
    fide_1984_checkmate,  ///< FIDE@1984 10.1 checkmate
    fide_1984_resignation,  ///< FIDE@1984 10.2 resignation
    fide_1984_stalemate,  ///< FIDE@1984 10.3 stalemate
    fide_1984_dead_position,  ///< FIDE@1984 10.4 dead position
    fide_1984_agreement,  ///< FIDE@1984 10 agreement
    fide_1984_time_forfeit,  ///< FIDE@1984 10 time forfeit
    fide_1984_illegal_act,  ///< FIDE@1984 8 illegal act
    fide_1984_threefold_appeared,  ///< FIDE@1984 10 threefold appeared
    fide_1984_threefold_about_to,  ///< FIDE@1984 10 threefold about to
    fide_1984_same_position,  ///< FIDE@1984 10 same position
    fide_1984_fifty_completed,  ///< FIDE@1984 10.9 fifty completed
    fide_1984_fifty_about_to,  ///< FIDE@1984 10.9 fifty about to
    fide_1984_claim_wrong,  ///< FIDE@1984 10 claim wrong
    fide_1984_default_time,  ///< FIDE@1984 17 default time
    fide_1984_write_first,  ///< FIDE@1984 13 write first
    fide_1989_checkmate,  ///< FIDE@1989 10.1 checkmate
    fide_1989_resignation,  ///< FIDE@1989 10.2 resignation
    fide_1989_stalemate,  ///< FIDE@1989 10.3 stalemate
    fide_1989_dead_position,  ///< FIDE@1989 10.4 dead position
    fide_1989_agreement,  ///< FIDE@1989 10 agreement
    fide_1989_time_forfeit,  ///< FIDE@1989 10 time forfeit
    fide_1989_illegal_act,  ///< FIDE@1989 8 illegal act
    fide_1989_threefold_appeared,  ///< FIDE@1989 10 threefold appeared
    fide_1989_threefold_about_to,  ///< FIDE@1989 10 threefold about to
    fide_1989_same_position,  ///< FIDE@1989 10 same position
    fide_1989_fifty_completed,  ///< FIDE@1989 10.9 fifty completed
    fide_1989_fifty_about_to,  ///< FIDE@1989 10.9 fifty about to
    fide_1989_claim_wrong,  ///< FIDE@1989 10 claim wrong
    fide_1989_default_time,  ///< FIDE@1989 17 default time
    fide_1989_write_first,  ///< FIDE@1989 13 write first
    fide_1993_checkmate,  ///< FIDE@1993 10.1 checkmate
    fide_1993_resignation,  ///< FIDE@1993 10.2 resignation
    fide_1993_stalemate,  ///< FIDE@1993 10.3 stalemate
    fide_1993_dead_position,  ///< FIDE@1993 10.4 dead position
    fide_1993_agreement,  ///< FIDE@1993 10 agreement
    fide_1993_time_forfeit,  ///< FIDE@1993 10 time forfeit
    fide_1993_illegal_act,  ///< FIDE@1993 8 illegal act
    fide_1993_threefold_appeared,  ///< FIDE@1993 10.10 threefold appeared
    fide_1993_threefold_about_to,  ///< FIDE@1993 10.10 threefold about to
    fide_1993_same_position,  ///< FIDE@1993 10.10 same position
    fide_1993_fifty_completed,  ///< FIDE@1993 10.12 fifty completed
    fide_1993_fifty_about_to,  ///< FIDE@1993 10.12 fifty about to
    fide_1993_claim_wrong,  ///< FIDE@1993 10 claim wrong
    fide_1993_default_time,  ///< FIDE@1993 17 default time
    fide_1993_write_first,  ///< FIDE@1993 13 write first
    fide_1997_checkmate,  ///< FIDE@1997 5.1a checkmate
    fide_1997_resignation,  ///< FIDE@1997 5.1b resignation
    fide_1997_stalemate,  ///< FIDE@1997 5.2a stalemate
    fide_1997_dead_position,  ///< FIDE@1997 9.6 dead position
    fide_1997_agreement,  ///< FIDE@1997 5.2c agreement
    fide_1997_time_forfeit,  ///< FIDE@1997 6.9 time forfeit
    fide_1997_illegal_act,  ///< FIDE@1997 7.4 illegal act
    fide_1997_threefold_appeared,  ///< FIDE@1997 9.2b threefold appeared
    fide_1997_threefold_about_to,  ///< FIDE@1997 9.2a threefold about to
    fide_1997_same_position,  ///< FIDE@1997 9.2 same position
    fide_1997_fifty_completed,  ///< FIDE@1997 9.3b fifty completed
    fide_1997_fifty_about_to,  ///< FIDE@1997 9.3a fifty about to
    fide_1997_claim_wrong,  ///< FIDE@1997 9.5 claim wrong
    fide_1997_default_time,  ///< FIDE@1997 6.6 default time
    fide_1997_normal_means,  ///< FIDE@1997 10.2 normal means
    fide_1997_write_first,  ///< FIDE@1997 8.1 write first
    fide_2001_checkmate,  ///< FIDE@2001 5.1a checkmate
    fide_2001_resignation,  ///< FIDE@2001 5.1b resignation
    fide_2001_stalemate,  ///< FIDE@2001 5.2a stalemate
    fide_2001_dead_position,  ///< FIDE@2001 9.6 dead position
    fide_2001_agreement,  ///< FIDE@2001 5.2c agreement
    fide_2001_time_forfeit,  ///< FIDE@2001 6.10 time forfeit
    fide_2001_illegal_act,  ///< FIDE@2001 7.4b illegal act
    fide_2001_threefold_appeared,  ///< FIDE@2001 9.2b threefold appeared
    fide_2001_threefold_about_to,  ///< FIDE@2001 9.2a threefold about to
    fide_2001_same_position,  ///< FIDE@2001 9.2 same position
    fide_2001_fifty_completed,  ///< FIDE@2001 9.3b fifty completed
    fide_2001_fifty_about_to,  ///< FIDE@2001 9.3a fifty about to
    fide_2001_claim_wrong,  ///< FIDE@2001 9.5 claim wrong
    fide_2001_default_time,  ///< FIDE@2001 6.6 default time
    fide_2001_normal_means,  ///< FIDE@2001 10.2 normal means
    fide_2001_write_first,  ///< FIDE@2001 8.1 write first
    fide_2005_checkmate,  ///< FIDE@2005 5.1a checkmate
    fide_2005_resignation,  ///< FIDE@2005 5.1b resignation
    fide_2005_stalemate,  ///< FIDE@2005 5.2a stalemate
    fide_2005_dead_position,  ///< FIDE@2005 9.6 dead position
    fide_2005_agreement,  ///< FIDE@2005 5.2c agreement
    fide_2005_time_forfeit,  ///< FIDE@2005 6.10 time forfeit
    fide_2005_illegal_act,  ///< FIDE@2005 7.4b illegal act
    fide_2005_threefold_appeared,  ///< FIDE@2005 9.2b threefold appeared
    fide_2005_threefold_about_to,  ///< FIDE@2005 9.2a threefold about to
    fide_2005_same_position,  ///< FIDE@2005 9.2 same position
    fide_2005_fifty_completed,  ///< FIDE@2005 9.3b fifty completed
    fide_2005_fifty_about_to,  ///< FIDE@2005 9.3a fifty about to
    fide_2005_claim_wrong,  ///< FIDE@2005 9.5 claim wrong
    fide_2005_default_time,  ///< FIDE@2005 6.6 default time
    fide_2005_device,  ///< FIDE@2005 12.2b device
    fide_2005_normal_means,  ///< FIDE@2005 10.2 normal means
    fide_2005_both_flags,  ///< FIDE@2005 6.12 both flags
    fide_2005_write_first,  ///< FIDE@2005 8.1 write first
    fide_2009_checkmate,  ///< FIDE@2009 5.1a checkmate
    fide_2009_resignation,  ///< FIDE@2009 5.1b resignation
    fide_2009_stalemate,  ///< FIDE@2009 5.2a stalemate
    fide_2009_dead_position,  ///< FIDE@2009 5.2b dead position
    fide_2009_agreement,  ///< FIDE@2009 5.2c agreement
    fide_2009_agreement_restricted,  ///< FIDE@2009 9.1a agreement restricted
    fide_2009_time_forfeit,  ///< FIDE@2009 6.9 time forfeit
    fide_2009_illegal_act,  ///< FIDE@2009 7.4b illegal act
    fide_2009_threefold_appeared,  ///< FIDE@2009 9.2b threefold appeared
    fide_2009_threefold_about_to,  ///< FIDE@2009 9.2a threefold about to
    fide_2009_same_position,  ///< FIDE@2009 9.2 same position
    fide_2009_fifty_completed,  ///< FIDE@2009 9.3b fifty completed
    fide_2009_fifty_about_to,  ///< FIDE@2009 9.3a fifty about to
    fide_2009_claim_wrong,  ///< FIDE@2009 9.5b claim wrong
    fide_2009_default_time,  ///< FIDE@2009 6.6a default time
    fide_2009_device,  ///< FIDE@2009 12.3b device
    fide_2009_normal_means,  ///< FIDE@2009 10.2 normal means
    fide_2009_both_flags,  ///< FIDE@2009 6.12 both flags
    fide_2009_write_first,  ///< FIDE@2009 8.1 write first
    fide_2014_checkmate,  ///< FIDE@2014 5.1a checkmate
    fide_2014_resignation,  ///< FIDE@2014 5.1b resignation
    fide_2014_stalemate,  ///< FIDE@2014 5.2a stalemate
    fide_2014_dead_position,  ///< FIDE@2014 5.2b dead position
    fide_2014_agreement,  ///< FIDE@2014 5.2c agreement
    fide_2014_agreement_restricted,  ///< FIDE@2014 9.1a agreement restricted
    fide_2014_time_forfeit,  ///< FIDE@2014 6.9 time forfeit
    fide_2014_illegal_act,  ///< FIDE@2014 7.5b illegal act
    fide_2014_threefold_appeared,  ///< FIDE@2014 9.2b threefold appeared
    fide_2014_threefold_about_to,  ///< FIDE@2014 9.2a threefold about to
    fide_2014_same_position,  ///< FIDE@2014 9.2 same position
    fide_2014_fifty_completed,  ///< FIDE@2014 9.3b fifty completed
    fide_2014_fifty_about_to,  ///< FIDE@2014 9.3a fifty about to
    fide_2014_claim_wrong,  ///< FIDE@2014 9.5b claim wrong
    fide_2014_fivefold,  ///< FIDE@2014 9.6a fivefold
    fide_2014_seventyfive,  ///< FIDE@2014 9.6b seventyfive
    fide_2014_default_time,  ///< FIDE@2014 6.7 default time
    fide_2014_device,  ///< FIDE@2014 11.3b device
    fide_2014_normal_means,  ///< FIDE@2014 G.5 normal means
    fide_2014_both_flags,  ///< FIDE@2014 G.3 both flags
    fide_2014_write_first,  ///< FIDE@2014 8.1 write first
    fide_2017_checkmate,  ///< FIDE@2017 5.1.1 checkmate
    fide_2017_resignation,  ///< FIDE@2017 5.1.2 resignation
    fide_2017_stalemate,  ///< FIDE@2017 5.2.1 stalemate
    fide_2017_dead_position,  ///< FIDE@2017 5.2.2 dead position
    fide_2017_agreement,  ///< FIDE@2017 5.2.3 agreement
    fide_2017_agreement_restricted,  ///< FIDE@2017 9.1.1 agreement restricted
    fide_2017_time_forfeit,  ///< FIDE@2017 6.9 time forfeit
    fide_2017_illegal_act,  ///< FIDE@2017 7.5.5 illegal act
    fide_2017_threefold_appeared,  ///< FIDE@2017 9.2.2 threefold appeared
    fide_2017_threefold_about_to,  ///< FIDE@2017 9.2.1 threefold about to
    fide_2017_same_position,  ///< FIDE@2017 9.2.3 same position
    fide_2017_fifty_completed,  ///< FIDE@2017 9.3.2 fifty completed
    fide_2017_fifty_about_to,  ///< FIDE@2017 9.3.1 fifty about to
    fide_2017_claim_wrong,  ///< FIDE@2017 9.5.3 claim wrong
    fide_2017_fivefold,  ///< FIDE@2017 9.6.1 fivefold
    fide_2017_seventyfive,  ///< FIDE@2017 9.6.2 seventyfive
    fide_2017_default_time,  ///< FIDE@2017 6.7.1 default time
    fide_2017_device,  ///< FIDE@2017 11.3.2.2 device
    fide_2017_normal_means,  ///< FIDE@2017 GIII.5 normal means
    fide_2017_both_flags,  ///< FIDE@2017 GIII.3 both flags
    fide_2017_write_first,  ///< FIDE@2017 8.1 write first
    fide_2017_two_hands,  ///< FIDE@2017 7.5.4 two hands
    fide_2018_checkmate,  ///< FIDE@2018 5.1.1 checkmate
    fide_2018_resignation,  ///< FIDE@2018 5.1.2 resignation
    fide_2018_stalemate,  ///< FIDE@2018 5.2.1 stalemate
    fide_2018_dead_position,  ///< FIDE@2018 5.2.2 dead position
    fide_2018_agreement,  ///< FIDE@2018 5.2.3 agreement
    fide_2018_agreement_restricted,  ///< FIDE@2018 9.1.1 agreement restricted
    fide_2018_time_forfeit,  ///< FIDE@2018 6.9 time forfeit
    fide_2018_illegal_act,  ///< FIDE@2018 7.5.5 illegal act
    fide_2018_threefold_appeared,  ///< FIDE@2018 9.2.2 threefold appeared
    fide_2018_threefold_about_to,  ///< FIDE@2018 9.2.1 threefold about to
    fide_2018_same_position,  ///< FIDE@2018 9.2.3 same position
    fide_2018_fifty_completed,  ///< FIDE@2018 9.3.2 fifty completed
    fide_2018_fifty_about_to,  ///< FIDE@2018 9.3.1 fifty about to
    fide_2018_claim_wrong,  ///< FIDE@2018 9.5.3 claim wrong
    fide_2018_fivefold,  ///< FIDE@2018 9.6.1 fivefold
    fide_2018_seventyfive,  ///< FIDE@2018 9.6.2 seventyfive
    fide_2018_default_time,  ///< FIDE@2018 6.7.1 default time
    fide_2018_device,  ///< FIDE@2018 11.3.2.2 device
    fide_2018_normal_means,  ///< FIDE@2018 GIII.5 normal means
    fide_2018_both_flags,  ///< FIDE@2018 GIII.3 both flags
    fide_2018_write_first,  ///< FIDE@2018 8.1 write first
    fide_2018_two_hands,  ///< FIDE@2018 7.5.4 two hands
    fide_1997_blitz_illegal,  ///< FIDE@1997 C3 blitz illegal
    fide_2001_blitz_illegal,  ///< FIDE@2001 C3 blitz illegal
    fide_2005_blitz_illegal,  ///< FIDE@2005 C3 blitz illegal
    fide_2009_blitz_illegal,  ///< FIDE@2009 B blitz illegal
    fide_2009_rapid_illegal,  ///< FIDE@2009 A rapid illegal
    fide_2014_rapid_illegal,  ///< FIDE@2014 A.4b rapid illegal
    fide_2017_rapid_illegal,  ///< FIDE@2017 A.4.2 rapid illegal
    fide_2018_rapid_illegal,  ///< FIDE@2018 A.4.2 rapid illegal
    fide_2018_blitz_illegal,  ///< FIDE@2018 B.2 blitz illegal
    pre_fide_repetition,  ///< FIDE@0 repetition
    pre_fide_fifty,  ///< FIDE@0 fifty
    pre_fide_time,  ///< FIDE@0 time
    pre_fide_mate,  ///< FIDE@0 mate
    pre_fide_stalemate,  ///< FIDE@0 stalemate
    pre_fide_agreement,  ///< FIDE@0 agreement
    pre_fide_resignation,  ///< FIDE@0 resignation
    pre_fide_illegal,  ///< FIDE@0 illegal
    pest_repetition,  ///< FIDE@1842 repetition
    london_1883_repetition,  ///< FIDE@1883 repetition
    steinitz_1886_repetition,  ///< FIDE@1886 repetition
    fide_1974_rook_first,  ///< FIDE@1974 rook first
    fide_1984_rook_first,  ///< FIDE@1984 rook first
    fide_1989_rook_first,  ///< FIDE@1989 rook first
    fide_1993_rook_first,  ///< FIDE@1993 rook first
    fide_1997_rook_first,  ///< FIDE@1997 4.4b rook first
    fide_2001_rook_first,  ///< FIDE@2001 4.4b rook first
    fide_2005_rook_first,  ///< FIDE@2005 4.4b rook first
    fide_2009_rook_first,  ///< FIDE@2009 4.4b rook first
    fide_2014_rook_first,  ///< FIDE@2014 4.4b rook first
    fide_2017_rook_first,  ///< FIDE@2017 4.4.2 rook first
    fide_2018_rook_first,  ///< FIDE@2018 4.4.2 rook first
    fide_1929_castling,  ///< FIDE@1929 castling
    fide_1974_castling,  ///< FIDE@1974 6.1 castling
    fide_2005_castling,  ///< FIDE@2005 3.8 castling
    fide_2009_castling,  ///< FIDE@2009 3.8 castling
    fide_2018_castling,  ///< FIDE@2018 3.8.2 castling
    fide_1997_normal_means_right,  ///< FIDE@1997 10.2 normal means right
    fide_1997_normal_means_rejected,  ///< FIDE@1997 10.2 normal means rejected
    fide_1997_normal_means_postponed,  ///< FIDE@1997 10.2 normal means postponed
    fide_2001_normal_means_right,  ///< FIDE@2001 10.2 normal means right
    fide_2001_normal_means_rejected,  ///< FIDE@2001 10.2 normal means rejected
    fide_2001_normal_means_postponed,  ///< FIDE@2001 10.2 normal means postponed
    fide_2005_normal_means_right,  ///< FIDE@2005 10.2 normal means right
    fide_2005_normal_means_rejected,  ///< FIDE@2005 10.2 normal means rejected
    fide_2005_normal_means_postponed,  ///< FIDE@2005 10.2 normal means postponed
    fide_2009_normal_means_right,  ///< FIDE@2009 10.2 normal means right
    fide_2009_normal_means_rejected,  ///< FIDE@2009 10.2 normal means rejected
    fide_2009_normal_means_postponed,  ///< FIDE@2009 10.2 normal means postponed
    fide_2014_normal_means_announced,  ///< FIDE@2014 G.2 normal means announced
};

inline constexpr int article_count = 692;

/// The articles by name: art::checkmate is FIDE 5.1.1.
namespace art {
using enum ArticleId;
}

}  // namespace hakam::laws
