#include "position_input.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "game_input.hpp"
#include "hakam/notation/start_array.hpp"
#include "output.hpp"

namespace hakam::cli {

namespace {

int answer_stream(const AnswerLine& answer) {
    LineReader reader{STDIN_FILENO, "-"};
    int worst = answered;
    while (const auto line = reader.next()) {
        const Answer result = answer(*line);
        print_json(result.fields);
        worst = std::max<int>(worst, result.status);
        if (!output_ok()) return bad_input;
    }
    flush();
    if (reader.failed()) {
        print_complaint("standard input can not be read");
        return bad_input;
    }
    return worst;
}

}  // namespace

Answer refusal(const InputLine& line, const Error& error) {
    const Error located = line.located(error);
    print_error(line.source, located);
    Answer answer;
    answer.status = bad_input;
    answer.fields = {{"input", valid_utf8(std::string_view{line.text}.substr(0, 256))},
                     {"error", to_json(located)}};
    return answer;
}

std::optional<RulesetId> movement_from(std::string_view name) {
    if (name == "standard") return RulesetId::standard;
    if (name == "no-castling" || name == "no_castling") return RulesetId::no_castling;
    if (name == "torpedo") return RulesetId::torpedo;
    return std::nullopt;
}

void add_position_options(CLI::App& command, PositionOptions& options, FenArgument argument) {
    CLI::Option* fen = command.add_option(
        "FEN", options.words,
        "A position: a FEN (quoted or not), 'startpos', 'chess960:518', 'dfrc:518:0', "
        "'odds:rook', or '-' for one per line");
    if (argument == FenArgument::required) fen->required();
    command.add_flag("--json", options.json, "Write one JSON object per answer");
    command.add_flag("--lenient", options.lenient,
                     "Drop false castling rights and en passant squares with a note");
    command.add_flag("--chess960", options.chess960,
                     "KQkq name the outermost rooks; castling in UCI is king takes rook");
}

void add_movement_option(CLI::App& command, PositionOptions& options) {
    command
        .add_option_function<std::string>(
            "--movement,--rules",
            [&options](const std::string& name) {
                if (const auto movement = movement_from(name))
                    options.movement = *movement;
                else
                    options.game = variant_named(name);
            },
            "How men move: standard, no-castling, torpedo, or the name of a game as for --game")
        ->check(CLI::Validator(
            [](const std::string& name) {
                return movement_from(name) || variant_named(name) ? std::string{}
                                                                  : expected_games();
            },
            "RULES"));
    add_game_option(command, options.game);
}

fen::Options analysis_reading(const PositionOptions& options) {
    fen::Options reading;
    reading.reading = Reading::lenient;
    reading.rules = options.movement;
    reading.tolerated = Tolerance::unreachable();
    if (options.lenient)
        reading.tolerated = reading.tolerated | Tolerance{SetupFaultCode::false_castling_right,
                                                          SetupFaultCode::false_en_passant};
    if (options.chess960) reading.castling = fen::Castling::chess960;
    return reading;
}

bool names_start(std::string_view text) {
    constexpr std::string_view spaces = " \t\r";
    const std::size_t begin = std::min(text.find_first_not_of(spaces), text.size());
    const std::size_t end = text.find_last_not_of(spaces);
    return text.substr(begin, end - begin + 1) == "startpos";
}

Expected<ReadPosition> read_position(std::string_view text, const PositionOptions& options) {
    if (names_start(text)) {
        Setup setup = Position{}.setup();
        if (options.movement == RulesetId::no_castling) setup.castling = {};
        const auto start = Position::from(setup, options.movement);
        if (start) return ReadPosition{*start, {}};
    }
    if (start_array::is_named(text) && options.movement != RulesetId::torpedo) {
        auto start = start_array::parse(text);
        if (!start) return Unexpected{std::move(start).error()};
        Setup setup = start->setup();
        if (options.movement == RulesetId::no_castling) setup.castling = {};
        if (const auto ruled = Position::from(setup, options.movement)) return ReadPosition{*ruled, {}};
    }
    fen::Report report = fen::read(text, analysis_reading(options));
    if (!report.position) return Unexpected{std::move(report.faults.front().error)};
    return ReadPosition{*report.position, std::move(report.notes)};
}

int answer_lines(const PositionOptions& options, const AnswerLine& answer) {
    if (options.is_stream()) return answer_stream(answer);
    InputLine line;
    line.text = options.words.empty() ? "startpos" : joined(options.words);
    line.source = "argument";
    const Answer result = answer(line);
    if (options.json) {
        print_json(result.fields);
    } else if (!result.text.empty()) {
        print_line(result.text);
    }
    flush();
    return output_ok() ? static_cast<int>(result.status) : static_cast<int>(bad_input);
}

int answer_positions(const PositionOptions& options, const AnswerPosition& answer) {
    return answer_lines(options, [&](const InputLine& line) {
        auto read = read_position(line.text, options);
        if (!read) return refusal(line, read.error());
        Answer result = answer(read->position);
        if (read->notes.empty()) return result;
        boost::json::array notes;
        for (Note& note : read->notes) {
            note.where.line += line.line - 1;
            if (!options.is_stream()) print_note(line.source, note);
            notes.push_back(to_json(note));
        }
        result.fields["notes"] = std::move(notes);
        return result;
    });
}

}  // namespace hakam::cli
