#pragma once

// Written by tools/gen_laws from data/laws; change the data, not this file.

#include <array>
#include <cstdint>
#include <string_view>

namespace hakam::laws {

/// Sentences and words for people, in the order of the data.
enum class Words : std::uint8_t {
    checkmate,
    stalemate,
    dead,
    agreed,
    threefold,
    fifty,
    fivefold,
    seventyfive,
    claim_wrong,
    claim_noright,
    must_play_written,
    illegal1,
    illegal2,
    illegal2_draw,
    touch_move,
    touch_capture,
    must_castle,
    rook_first,
    king_must,
    free,
    promo_queen,
    promo_final,
    press_no_move,
    two_hands,
    flag_loss,
    flag_draw,
    resign,
    resign_draw,
    offer,
    offer_dead,
    offer_forbidden,
    restart,
    stand,
    illegal_position,
    warning,
    time_added,
    sealed_bad,
    default_time,
    device,
    disconnected,
    arbiter_called,
    resume,
    appeal,
    undetermined,
    side_white,
    side_black,
    ongoing,
    may_claim_threefold,
    may_claim_fifty,
    automatic_threefold,
    automatic_fifty,
    flag_insufficient,
    claim_threefold_wrong,
    claim_fifty_wrong,
    claim_move_illegal,
    claim_game_over,
    illegal_move,
    disconnect_loss,
    disconnect_draw,
    evidence_plies,
    evidence_clock,
    evidence_line,
    evidence_cannot,
    evidence_look_alike,
    differs_turn,
    differs_castling,
    differs_en_passant,
    differs_men,
};

inline constexpr int word_count = 68;
inline constexpr int language_count = 8;
inline constexpr std::array<std::string_view, language_count> language_names{
    "en", "ar", "uz_cyrl", "uz_latn", "ru", "fr", "es", "de"};

/// By word, then by language.
extern const std::array<std::array<std::string_view, language_count>, word_count>
    word_table;

}  // namespace hakam::laws
