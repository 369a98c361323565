#include <hakam/notation/letters.hpp>
#include <memory>

#include "command.hpp"
#include "game_input.hpp"
#include "game_play.hpp"
#include "number.hpp"
#include "play/table.hpp"

namespace hakam::cli {

void add_play(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("play", play_summary);
    const auto options = std::make_shared<PlayOptions>();
    command->add_option("--engine", options->engine,
                        "a UCI program as the opponent: its path, or a name such as stockfish");
    command->add_option("--side", options->side, "whose men you have against the engine")
        ->capture_default_str()
        ->check(CLI::IsMember({"white", "black"}));
    command->add_option("--level", options->level, "strength of the engine")
        ->capture_default_str()
        ->transform(whole_number(1, 20));
    command->add_option("--move-ms", options->move_ms, "milliseconds the engine thinks on a move")
        ->transform(whole_number(1, 600'000));
    command
        ->add_option("--rules", options->rules,
                     "casual, fide-standard, fide@1985, by-date (the book of today), ... with "
                     "parameters")
        ->capture_default_str();
    command
        ->add_option("--time", options->time,
                     "time control: 5+3, 90+30, G/60;d5, hourglass 3, none")
        ->capture_default_str();
    command->add_option("--fen", options->fen, "start position")->capture_default_str();
    command->add_option("--chess960", options->chess960, "start position by its number, 0 to 959")
        ->transform(whole_number(0, 959));
    command->add_option("--white", options->white, "name of White");
    command->add_option("--black", options->black, "name of Black");
    command->add_option("--save", options->save, "keep the game in this file, act by act");
    command->add_option("--resume", options->resume, "go on with a game that was kept");
    command->add_option("--pgn", options->pgn, "write the score to this file at the end");
    command->add_option("--language", options->language, "letters of the men in move texts")
        ->capture_default_str();
    command->add_flag("--no-arbiter", options->no_arbiter,
                      "nobody watches: irregularities and flags count when they are claimed");
    command->add_flag("--json", options->json, "each event as a JSON object on a line");
    command->footer(
        "Moves and commands are read from standard input; help lists them.\n"
        "Example: hakam play --game shatranj\n"
        "         hakam play --engine stockfish --level 3 --time 10+5\n"
        "         printf 'e4\\ne5\\nQh5\\nKe7\\nQxe5\\n' | hakam play --rules fide-standard");
    const auto game = std::make_shared<std::shared_ptr<const variant::Variant>>();
    add_game_option(*command, *game);
    command->callback([options, game, command, &status] {
        if (*game) {
            // What a game of two people without clock and arbiter has no use for is refused.
            for (const char* name : {"--engine", "--side", "--level", "--move-ms", "--rules", "--time",
                                     "--chess960", "--save", "--resume", "--language",
                                     "--no-arbiter"})
                if (command->count(name) != 0)
                    throw CLI::ValidationError(name, "is for chess, not for another --game");
            status = play_variant(**game, {options->fen, options->pgn, options->white,
                                           options->black, options->json});
            return;
        }
        if (letters_for(options->language) == nullptr) {
            std::string known;
            for (const Letters& letters : all_letters())
                known += (known.empty() ? "" : ", ") + std::string{letters.language};
            throw CLI::ValidationError("--language",
                                       "expected one of " + known + ", found " + options->language);
        }
        status = play_at_terminal(*options);
    });
}

}  // namespace hakam::cli
