#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "hakam/variant/variant.hpp"
#include "position_input.hpp"

/// The option --game: games other than chess, which room variant plays.
namespace hakam::cli {

/// A game and the moves played in it.
struct VariantGame {
    variant::Position position;
    std::vector<variant::Position> positions;  ///< all, the start first
    std::vector<variant::Move> moves;
};

/// Adds --game; `game` is left empty for chess.
void add_game_option(CLI::App& command, std::shared_ptr<const variant::Variant>& game);
/// The game of that name. Returns: nothing if there is none.
std::shared_ptr<const variant::Variant> variant_named(std::string_view name);
/// "expected one of chess, shatranj, ...".
std::string expected_games();

/// The start array for "startpos", or the FEN; after the word "moves" the moves played from it.
Expected<VariantGame> read_variant_game(const variant::Variant& game, std::string_view text);
/// Plays moves separated by blanks or commas, with move numbers or not. Errors: located in `text`.
Expected<VariantGame> played(const variant::Variant& game, VariantGame from, std::string_view text);

using AnswerVariant = std::function<Answer(const variant::Variant&, const VariantGame&)>;
/// As answer_positions(), for `options.game`.
int answer_variant(const PositionOptions& options, const AnswerVariant& answer);

/// {"game", "tradition", "confidence", "doubts"} as fields of an answer.
void add_game_fields(boost::json::object& fields, const variant::Variant& game);

}  // namespace hakam::cli
