// Written by tools/gen_laws from data/laws; change the data, not this file.

#include "reason_table.hpp"

namespace hakam::laws {

const std::array<ReasonRow, reason_count> reason_table{{
    {"none", "none", Words::ongoing},
    {"checkmate", "checkmate", Words::checkmate},
    {"stalemate", "stalemate", Words::stalemate},
    {"dead-position", "dead", Words::dead},
    {"fivefold-repetition", "5fold", Words::fivefold},
    {"seventyfive-moves", "75", Words::seventyfive},
    {"threefold-repetition", "3fold", Words::automatic_threefold},
    {"fifty-moves", "50", Words::automatic_fifty},
    {"agreement", "agree", Words::agreed},
    {"resignation", "resign", Words::resign},
    {"resignation-cannot-mate", "resign-nomate", Words::resign_draw},
    {"flag-fall", "flag", Words::flag_loss},
    {"flag-fall-cannot-mate", "flag-nomate", Words::flag_draw},
    {"flag-fall-insufficient-material", "flag-insufficient", Words::flag_insufficient},
    {"both-flags", "both-flags", Words::both_flags},
    {"illegal-move", "illegal", Words::illegal_move},
    {"illegal-move-cannot-mate", "illegal-nomate", Words::illegal_draw},
    {"illegal-moves", "illegal2", Words::illegal2},
    {"illegal-moves-cannot-mate", "illegal2-nomate", Words::illegal2_draw},
    {"disconnection", "disconnect", Words::disconnect_loss},
    {"disconnection-cannot-mate", "disconnect-nomate", Words::disconnect_draw},
    {"default-time", "default", Words::default_time},
    {"forbidden-device", "device", Words::device},
    {"forbidden-device-cannot-win", "device-nomate", Words::device_draw},
    {"penalty", "penalty", Words::by_penalty},
    {"signed-result", "signed", Words::signed_result},
    {"normal-means", "qpf", Words::normal_means},
    {"normal-means-referred", "qpf-claim", Words::normal_means_referred},
    {"bad-sealed-move", "sealed-bad", Words::sealed_bad},
    {"bad-sealed-move-cannot-mate", "sealed-bad-nomate", Words::sealed_bad_draw},
    {"initial-position", "initial-position", Words::restart},
    {"colours-reversed", "colours", Words::restart},
    {"illegal-position", "illegal-position", Words::illegal_position},
    {"no-agreement-on-position", "position-lost", Words::position_lost},
    {"insufficient-losing-chances", "ilc", Words::normal_means},
    {"conduct", "conduct", Words::by_arbiter},
    {"arbiter-decision", "arbiter", Words::by_arbiter},
    {"aborted", "aborted", Words::aborted},
}};

}  // namespace hakam::laws
