#include <memory>

#include "law_io.hpp"

namespace hakam::cli {

namespace {

struct FlagOptions : PositionOptions, LawOptions {
    std::string moves;
    std::string flagged;
};

Answer answer(const InputLine& line, const FlagOptions& options) {
    auto game = read_game(line.text, options);
    if (game && !options.moves.empty())
        game = played(*game, options.moves, letters_of(options.sentences()));
    if (!game) return refusal(line, game.error());
    const laws::LawBook book = options.book();
    const Color side = options.flagged == "white" ? Color::white : Color::black;
    Answer result = verdict_answer(std::move(*game), book, options, laws::FlagFall{side});
    result.fields["flagged"] = options.flagged;
    if (result.fields["outcome"].is_null()) result.status = no;  // left open: the budget is spent
    return result;
}

}  // namespace

void add_flag(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("flag", "The result when a flag falls");
    const auto options = std::make_shared<FlagOptions>();
    add_position_options(*command, *options);
    add_law_options(*command, *options);
    command->add_option("--flagged", options->flagged, "Whose flag has fallen")
        ->check(CLI::IsMember({"white", "black"}))
        ->required();
    command->add_option("--moves", options->moves,
                        "Moves played from the position, in SAN or UCI: \"e4 e5 Nf3\"");
    command->footer(
        "Exit status: 0, or 1 if the limits set left the outcome open.\n"
        "Example: hakam flag '8/8/4k3/8/3Q4/4K3/8/8 w - - 0 1' --flagged white\n"
        "         hakam flag '8/8/4k3/8/4b3/8/3P4/3K4 w - - 0 60' --flagged white --rules uscf");
    command->callback([options, &status] {
        status =
            answer_lines(*options, [&](const InputLine& line) { return answer(line, *options); });
    });
}

}  // namespace hakam::cli
