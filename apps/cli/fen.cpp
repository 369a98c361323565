#include "hakam/notation/fen.hpp"
#include "hakam/notation/start_array.hpp"

#include <boost/json/array.hpp>
#include <memory>

#include "command.hpp"
#include "game_answers.hpp"
#include "output.hpp"
#include "position_input.hpp"

namespace hakam::cli {

namespace {

struct FenOptions : PositionOptions {
    bool shredder = false;
    bool xfen = false;
    bool allow_unreachable = false;
    std::string en_passant = "legal";
};

fen::Options reading(const FenOptions& options) {
    fen::Options result = analysis_reading(options);
    if (!options.lenient) result.reading = Reading::strict;
    if (!options.allow_unreachable) result.tolerated = {};
    if (options.lenient)
        result.tolerated = result.tolerated | Tolerance{SetupFaultCode::false_castling_right,
                                                        SetupFaultCode::false_en_passant};
    return result;
}

fen::FormatOptions writing(const FenOptions& options) {
    fen::FormatOptions result;
    if (options.shredder)
        result.castling = fen::CastlingForm::shredder;
    else if (options.xfen || options.chess960)
        result.castling = fen::CastlingForm::xfen;
    if (options.en_passant == "always") result.en_passant = fen::EnPassantForm::always;
    return result;
}

boost::json::object fault_json(const fen::Fault& fault) {
    return {{"code", fault.code},
            {"offset", fault.where.offset},
            {"length", fault.where.length},
            {"line", fault.where.line},
            {"column", fault.where.column},
            {"text", valid_utf8(fault.text)},
            {"expected", valid_utf8(fault.error.expected)},
            {"found", valid_utf8(fault.error.found)}};
}

Answer answer(const InputLine& line, const FenOptions& options) {
    const auto named = names_start(line.text) ? Expected<Position>{Position{}}
                                              : start_array::parse(line.text);
    if (!named && start_array::is_named(line.text)) return refusal(line, named.error());
    const std::string start = named ? fen::format(*named) : std::string{};
    const std::string_view text = named ? std::string_view{start} : line.text;
    fen::Report report = fen::read(text, reading(options));
    Answer result;
    boost::json::array faults;
    boost::json::array notes;
    for (fen::Fault& fault : report.faults) {
        fault.where.line += line.line - 1;
        faults.push_back(fault_json(fault));
        if (!result.text.empty()) result.text += '\n';
        result.text += line.source + ':' + std::to_string(fault.where.line) + ':' +
                       std::to_string(fault.where.column) + ": " + std::string{fault.code} + ": " +
                       fault.text;
    }
    for (Note& note : report.notes) {
        note.where.line += line.line - 1;
        notes.push_back(to_json(note));
        if (!options.is_stream()) print_note(line.source, note);
    }
    // A text that is no FEN at all is also an error like that of the other commands.
    if (!report.setup && !report.faults.empty())
        print_error(line.source, line.located(report.faults.front().error));
    std::string canonical;
    if (report.position)
        canonical = fen::format(*report.position, writing(options));
    else if (report.setup)
        canonical = fen::format(*report.setup, writing(options));
    if (report.position) result.text = canonical;
    result.fields = {{"fen", nullptr},
                     {"valid", report.valid()},
                     {"faults", std::move(faults)},
                     {"notes", std::move(notes)},
                     {"input", valid_utf8(text.substr(0, 256))}};
    if (!canonical.empty()) result.fields["fen"] = canonical;
    if (report.position) result.fields["check"] = report.position->is_check();
    result.status = report.valid() ? answered : no;
    return result;
}

}  // namespace

void add_fen(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("fen", "Write the canonical FEN of a position, or list all its faults");
    const auto options = std::make_shared<FenOptions>();
    add_position_options(*command, *options);
    add_movement_option(*command, *options);
    CLI::Option* xfen = command->add_flag("--xfen", options->xfen,
                                          "Write castling as X-FEN: KQkq, inner rooks by file");
    command->add_flag("--shredder", options->shredder, "Write castling by the files of the rooks")
        ->excludes(xfen);
    command->add_flag("--allow-unreachable", options->allow_unreachable,
                      "Accept positions that no game reaches, with notes");
    command
        ->add_option(
            "--ep", options->en_passant,
            "Write the en passant square if a capture is legal, or after every double step")
        ->check(CLI::IsMember({"legal", "always"}))
        ->capture_default_str();
    command->footer(
        "Exit status: 0 valid, 1 faults found.\n"
        "Example: hakam fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n"
        "         hakam fen --lenient 8/8/8/8/8/4k3/8/4K2R w K -");
    command->callback([options, &status] {
        status = options->game ? variant_fen(*options)
                               : answer_lines(*options, [&](const InputLine& line) {
                                     return answer(line, *options);
                                 });
    });
}

}  // namespace hakam::cli
