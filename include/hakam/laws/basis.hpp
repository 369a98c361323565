#pragma once

// Written by tools/gen_laws from data/laws; change the data, not this file.

#include <optional>

#include "hakam/laws/article_id.hpp"

namespace hakam::laws {

/// Which articles a book rests its verdicts on; none where it has no rule of its own.
struct Basis {
    std::optional<ArticleId> checkmate;
    std::optional<ArticleId> stalemate;
    std::optional<ArticleId> dead_position;
    std::optional<ArticleId> fivefold;
    std::optional<ArticleId> seventyfive;
    std::optional<ArticleId> threefold_appeared;
    std::optional<ArticleId> threefold_about_to;
    std::optional<ArticleId> fifty_completed;
    std::optional<ArticleId> fifty_about_to;
    std::optional<ArticleId> same_position;
    std::optional<ArticleId> same_position_castling;
    std::optional<ArticleId> same_position_en_passant;
    std::optional<ArticleId> claim_correct;
    std::optional<ArticleId> claim_wrong;
    std::optional<ArticleId> claim_offer;
    std::optional<ArticleId> claim_lost_by_touch;
    std::optional<ArticleId> claim_moment;
    std::optional<ArticleId> claim_moment_fifty;
    std::optional<ArticleId> agreement;
    std::optional<ArticleId> agreement_restricted;
    std::optional<ArticleId> resignation;
    std::optional<ArticleId> time_forfeit;
    std::optional<ArticleId> flag_called;
    std::optional<ArticleId> illegal_act;
    std::optional<ArticleId> disconnection;
    std::optional<ArticleId> both_flags;
    std::optional<ArticleId> default_time;
    std::optional<ArticleId> default_resumption;
    std::optional<ArticleId> device;
    std::optional<ArticleId> illegal_position;
    std::optional<ArticleId> wrong_start;
    std::optional<ArticleId> wrong_colours;
    std::optional<ArticleId> sealed_move;
    std::optional<ArticleId> sealed_move_meaningless;
    std::optional<ArticleId> sealed_move_illegal;
    std::optional<ArticleId> result_signed;
    std::optional<ArticleId> normal_means;
    std::optional<ArticleId> normal_means_referred;
    std::optional<ArticleId> penalty_time;
    std::optional<ArticleId> illegal_class;
    std::optional<ArticleId> flag_claimed;
    std::optional<ArticleId> illegal_claimed;
    std::optional<ArticleId> resignation_exception;
    std::optional<ArticleId> claim_lapses;
    std::optional<ArticleId> fifty_demanded;

    friend bool operator==(const Basis&, const Basis&) = default;
};

}  // namespace hakam::laws
