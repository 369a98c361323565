#pragma once

#include <string>

#include "game_input.hpp"

/// What commands answer for games other than chess, one function a command.
namespace hakam::cli {

/// Whether moves are written "san" or "uci" (coordinates); no other notation is known.
bool is_variant_notation(std::string_view name);

int variant_perft(const PositionOptions& options, int depth, bool divide, unsigned threads);
int variant_moves(const PositionOptions& options, const std::string& notation);
int variant_fen(const PositionOptions& options);
int variant_diagram(const PositionOptions& options, const std::string& output, int size, bool flip,
                    bool coordinates);
int variant_verdict(const PositionOptions& options, const std::string& moves);

/// The board as lines of letters, the highest rank first.
std::string variant_board_text(const variant::Variant& game, const variant::Position& position,
                               bool flip = false);
/// The verdict in words and as fields: docs/formats/verdict.md.
Answer variant_standing(const variant::Variant& game, const VariantGame& played);

}  // namespace hakam::cli
