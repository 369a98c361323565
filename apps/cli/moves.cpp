#include <cstdio>
#include <optional>
#include <algorithm>
#include <boost/json/array.hpp>
#include <memory>

#include "command.hpp"
#include "game_answers.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "law_io.hpp"
#include "output.hpp"
#include "position_input.hpp"
#include "wire/value.hpp"

namespace hakam::cli {

namespace {

struct MovesOptions : PositionOptions {
    std::string notation = "san";
    std::optional<std::string> why;  ///< a move whose legality is asked
    std::string language = "en";
};

std::string write(Move move, const Position& position, const MovesOptions& options) {
    const auto castling = options.chess960 ? uci::Castling::chess960 : uci::Castling::automatic;
    if (options.notation == "uci") return uci::format(move, castling);
    if (options.notation == "iccf") return iccf::format(move, castling);
    if (options.notation == "lan") return lan::format(move, position);
    if (const Letters* letters = letters_for(options.notation))
        return san::format(move, position, *letters);
    return san::format(move, position);
}

/// For people: columns on a terminal, one move a line elsewhere.
std::string table(const std::vector<std::string>& moves) {
    std::string text;
    const std::size_t columns =
        output_is_terminal() ? static_cast<std::size_t>(std::max(1, terminal_width() / 9)) : 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i != 0) text += i % columns == 0 ? "\n" : " ";
        text += moves[i];
        if (columns > 1 && moves[i].size() < 8) text.append(8 - moves[i].size(), ' ');
    }
    return text;
}

Answer answer(const Position& position, const MovesOptions& options) {
    std::vector<std::string> moves;
    for (const Move move : position.legal_moves()) moves.push_back(write(move, position, options));
    std::sort(moves.begin(), moves.end());
    Answer result;
    result.fields = {{"fen", fen::format(position)},
                     {"check", position.is_check()},
                     {"moves", boost::json::array(moves.begin(), moves.end())}};
    result.text = table(moves);
    return result;
}

/// Whether one move is legal; if not, why, with the article. Errors: no move text, or an ambiguous
/// one.
Answer answer_why(const InputLine& line, const MovesOptions& options) {
    const auto read = read_position(line.text, options);
    if (!read) return refusal(line, read.error());
    const Position& position = read->position;
    const laws::Language language = laws::language(options.language).value_or(laws::Language::en);
    const Letters& letters = letters_of(language);
    Answer result;
    result.fields = {{"fen", fen::format(position)}, {"move", valid_utf8(*options.why)}};
    const auto move = read_move(*options.why, position, letters);
    result.fields["legal"] = move.has_value();
    if (move) {
        result.fields["uci"] = write(*move, position, {{}, "uci", {}, {}});
        result.text = san::format(*move, position, letters);
        return result;
    }
    const auto why = why_illegal(*options.why, position, letters);
    if (!why) {
        Error error = move.error();
        error.where = {};
        print_error("--why", error);
        result.fields["error"] = to_json(error);
        result.fields.erase("legal");
        result.status = bad_input;
        return result;
    }
    for (auto& member : wire::object_of([&](wire::Json& out) {
             wire::write_illegality(out, *why, position, language, wire::Articles::numbers);
         }))
        result.fields[member.key() == "sentence" ? "text" : member.key()] = member.value();
    result.text = wire::sentence_with_article(*why, position, language);
    result.status = no;
    return result;
}

std::vector<std::string> notations() {
    std::vector<std::string> names{"san", "lan", "uci", "iccf"};
    for (const Letters& letters : all_letters()) names.emplace_back(letters.language);
    return names;
}

}  // namespace

void add_moves(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("moves", "List the legal moves of a position, sorted");
    const auto options = std::make_shared<MovesOptions>();
    add_position_options(*command, *options);
    add_movement_option(*command, *options);
    command->add_option("--notation", options->notation, "How moves are written")
        ->check(CLI::IsMember(notations()))
        ->capture_default_str();
    command->add_option("--why", options->why,
                        "Is this move legal, and if not, why, with the article; status 1");
    add_language_option(*command, options->language);
    command->footer(
        "Example: hakam moves startpos --notation uci\n"
        "         hakam moves startpos --game courier\n"
        "         hakam moves '4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1' --why Nf3\n"
        "         hakam moves '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1' --json");
    command->callback([options, &status] {
        if (options->game && options->why) {
            std::fputs("hakam: --why is for chess, not for another game\n", stderr);
            status = bad_input;
            return;
        }
        if (options->game) {
            status = variant_moves(*options, options->notation);
            return;
        }
        if (options->why) {
            status = answer_lines(*options, [&](const InputLine& line) {
                return answer_why(line, *options);
            });
            return;
        }
        status = answer_positions(
            *options, [&](const Position& position) { return answer(position, *options); });
    });
}

}  // namespace hakam::cli
