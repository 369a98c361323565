#include <memory>

#include "game_answers.hpp"
#include "law_io.hpp"

namespace hakam::cli {

namespace {

struct VerdictOptions : PositionOptions, LawOptions {
    std::string moves;
};

Answer answer(const InputLine& line, const VerdictOptions& options) {
    auto game = read_game(line.text, options);
    if (game && !options.moves.empty()) game = played(*game, options.moves, letters_of(options.sentences()));
    if (!game) return refusal(line, game.error());
    const laws::LawBook book = options.book();
    return verdict_answer(std::move(*game), book, options, std::nullopt);
}

}  // namespace

void add_verdict(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("verdict", "Is the game over, who has won, and what may be claimed");
    const auto options = std::make_shared<VerdictOptions>();
    add_position_options(*command, *options);
    add_law_options(*command, *options);
    add_game_option(*command, options->game);
    command->add_option("--moves", options->moves,
                        "Moves played from the position, in SAN or UCI: \"e4 e5 Nf3\"");
    command->footer(
        "A line of a stream may go on after the FEN with: moves e2e4 e7e5 ...\n"
        "Example: hakam verdict startpos --moves 'f3 e5 g4 Qh4'\n"
        "         hakam verdict '8/8/8/4K3/8/4k3/8/r3N3 w' --game shatranj --moves 'Nc2 Kd3 Nxa1'\n"
        "         hakam verdict '8/2kr4/8/K7/8/8/8/8 w - - 0 1' --moves 'Ka6 Rd8 Ka7 Ra8' "
        "--json");
    command->callback([options, command, &status] {
        // A game has its own rules: a book beside it would be passed over in silence.
        if (options->game && command->count("--rules") != 0)
            throw CLI::ValidationError("--rules", "is for chess, not for another --game");
        status = options->game ? variant_verdict(*options, options->moves)
                               : answer_lines(*options, [&](const InputLine& line) {
                                     return answer(line, *options);
                                 });
    });
}

}  // namespace hakam::cli
