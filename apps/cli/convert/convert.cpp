#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdio>
#include <hakam/notation/epd.hpp>
#include <hakam/pgn/writer.hpp>
#include <hakam/wire/illegality.hpp>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <utility>

#include "../audit/source.hpp"
#include "../command.hpp"
#include "../game_input.hpp"
#include "../game_play.hpp"
#include "../input.hpp"
#include "../output.hpp"
#include "../output_file.hpp"
#include "../position_input.hpp"
#include "formats.hpp"

namespace hakam::cli {

namespace convert {
namespace {

bool is_file(const std::string& name) {
    struct stat status {};
    return ::stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}
bool is_directory(const std::string& name) {
    struct stat status {};
    return ::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}
bool ends_with(std::string_view text, std::string_view tail) {
    return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

/// What a text most likely is, where --from does not say.
std::string guess(const std::string& input) {
    if (input == "-" || ends_with(input, ".pgn")) return "pgn";
    if (ends_with(input, ".epd")) return "epd";
    if (ends_with(input, ".fen")) return "fen";
    if (is_file(input)) return "pgn";
    return std::count(input.begin(), input.end(), '/') >= 7 ? "fen" : "san";
}

std::string result_of(const pgn::Tree& tree) {
    if (tree.termination == pgn::Termination::missing) return "*";
    return pgn::result_text(tree.termination, tree.score);
}

std::string write_position(const Position& position, const Options& options) {
    if (options.to == "fen") return fen::format(position, options.fen_form());
    return fen::format_four_fields(position, options.fen_form()) + " hmvc " +
           std::to_string(position.halfmove_clock().value) + "; fmvn " +
           std::to_string(position.fullmove_number().value) + ';';
}

struct Converted {
    pgn::Tree tree;
    std::optional<epd::Epd> epd = {};  ///< what the position was read from
    bool is_playable = true;
    std::vector<Note> notes = {};  ///< of the reading of an EPD
};

/// Writes one converted game after another.
class Output {
public:
    explicit Output(const Options& options) : options_{options} {
        if (!options.output.empty()) file_.emplace(options.output);
    }
    bool ok() const { return file_ ? file_->ok() : output_ok(); }
    /// Returns: whether all could be written.
    bool finish() {
        if (file_) return file_->keep();
        flush();
        return output_ok();
    }

    /// A game that cannot be played has neither position nor moves, only its PGN.
    void write(const Converted& game) {
        ++games_;
        if (options_.json)
            line(boost::json::serialize(fields(game)));
        else
            text(game);
    }
    std::uint64_t games() const { return games_; }
    /// A word between games, where it stood on its line, after a percent sign.
    void stray(const pgn::StrayText& word) {
        if (options_.json || options_.to != "pgn" || !options_.keep_text) return;
        if (word.where.line != stray_line_) {
            put(stray_line_ == 0 ? "%" : "\n%");
            stray_column_ = 1;
        }
        stray_line_ = word.where.line;
        if (word.where.column > stray_column_ && word.where.column < 200)
            put(std::string(word.where.column - stray_column_, ' '));
        put(pgn::to_utf8(word.text));
        stray_column_ = word.where.column + static_cast<std::uint32_t>(word.text.size());
    }
    void end_stray() {
        if (std::exchange(stray_line_, 0) != 0) put("\n\n");
    }
    void error(std::string_view input, const Error& error) {
        if (options_.json)
            line(boost::json::serialize(boost::json::object{{"input", valid_utf8(input)},
                                                            {"error", to_json(error)}}));
    }

private:
    void put(std::string_view text) {
        if (file_)
            file_->write(text);
        else
            print(text);
    }
    void line(std::string_view text) {
        put(text);
        put("\n");
    }
    std::string pgn_text(const pgn::Tree& tree) const {
        pgn::WriterOptions form;
        form.style = options_.as_found ? pgn::WriterStyle::as_found : pgn::WriterStyle::exported;
        form.letters = &options_.letters();
        form.as_utf8 = !options_.as_found || options_.json;
        form.leave_out_comments = options_.without_comments;
        form.leave_out_variations = options_.without_variations;
        return pgn::format(tree, form);
    }
    std::vector<std::string> positions(const Converted& converted) const {
        if (converted.epd && options_.to == "epd")
            return {epd::format(*converted.epd, options_.fen_form())};
        if (!converted.is_playable) return {};
        const Game game = converted.tree.main_line();
        std::vector<std::string> texts;
        for (std::size_t i = options_.each_position ? 0 : game.plies(); i <= game.plies(); ++i)
            texts.push_back(write_position(game.position(i), options_));
        return texts;
    }
    void text(const Converted& game) {
        if (options_.to == "pgn") {
            put(pgn_text(game.tree));
        } else if (!game.is_playable) {
            line("");
        } else if (options_.to == "fen" || options_.to == "epd") {
            for (const std::string& position : positions(game)) line(position);
        } else {
            line(write_moves(game.tree, options_));
        }
    }
    boost::json::object fields(const Converted& converted) const {
        const pgn::Tree& tree = converted.tree;
        const Game game = tree.main_line();
        boost::json::array moves;
        for (std::size_t i = 0; i < game.plies(); ++i)
            moves.emplace_back(write_move(game.move(i), game.position(i), options_,
                                          options_.is_move_list(options_.to) ? options_.to : "san"));
        boost::json::object tags;
        for (const pgn::Tag& tag : tree.tags)
            tags[valid_utf8(tag.name)] = valid_utf8(pgn::to_utf8(tag.value));
        const auto fen = [&](const Position& position) -> boost::json::value {
            if (!converted.is_playable) return nullptr;
            return boost::json::string{fen::format(position, options_.fen_form())};
        };
        boost::json::object object{{"game", games_},
                                   {"start", fen(game.start())},
                                   {"fen", fen(game.current())},
                                   {"result", result_of(tree)},
                                   {"tags", std::move(tags)},
                                   {"moves", std::move(moves)}};
        if (options_.to == "pgn") object["pgn"] = pgn::to_utf8(pgn_text(tree));
        if (options_.to == "epd" || options_.each_position) {
            boost::json::array texts;
            for (const std::string& position : positions(converted)) texts.emplace_back(position);
            object["positions"] = std::move(texts);
        }
        return object;
    }

    const Options& options_;
    std::optional<OutputFile> file_;
    std::uint64_t games_ = 0;
    std::uint32_t stray_line_ = 0;  // of the last word between games; 0: none is open
    std::uint32_t stray_column_ = 0;
};

/// Converts each game of a PGN text as soon as it has been read.
class PgnConverter : public pgn::TreeBuilder {
public:
    PgnConverter(Output& output, std::string source)
        : output_{output}, source_{std::move(source)} {}
    int status() const { return status_; }
    /// What stands in the text although there is no game.
    void tell_stray() {
        for (const pgn::Finding& finding : findings()) tell(finding);
        if (!findings().empty()) status_ = bad_input;
    }

private:
    void game_begin(std::uint64_t offset) override {
        output_.end_stray();
        TreeBuilder::game_begin(offset);
    }
    void stray_text(const pgn::StrayText& word) override { output_.stray(word); }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        is_playable_ = start.playable;
        return TreeBuilder::moves_begin(start);
    }
    void tree(pgn::Tree& tree, const pgn::GameEnd&, std::vector<pgn::Finding>& found) override {
        for (const pgn::Finding& finding : found)
            if (finding.severity == pgn::Severity::error) {
                status_ = no;
                tell(finding);
            }
        output_.write({std::move(tree), {}, is_playable_});
        found.clear();
    }
    void tell(const pgn::Finding& finding) {
        std::string text = pgn::describe(finding);
        if (finding.why)
            text += " (" + wire::sentence_with_article(finding.why->why, finding.why->position,
                                                       laws::Language::en) + ")";
        print_complaint(source_ + ":" + text);
    }

    Output& output_;
    std::string source_;
    bool is_playable_ = true;
    int status_ = answered;
};

int convert_pgn(const std::string& input, const Options& options, Output& output) {
    std::string why;
    const auto source = audit::open_source(input, {}, why);
    if (!source) {
        print_complaint(input + ": " + why);
        return bad_input;
    }
    pgn::ReaderOptions reading;
    reading.letters = &options.from_letters();
    if (options.detects_letters()) reading.other_letters = pgn::OtherLetters::detect;
    if (options.strict) reading.reading = Reading::strict;
    const std::uint64_t before = output.games();
    PgnConverter converter{output, input};
    pgn::Reader reader{converter, reading};
    std::string block(1 << 16, '\0');
    while (const std::size_t size = source->read(block.data(), block.size()))
        reader.feed(std::string_view{block}.substr(0, size));
    reader.finish();
    output.end_stray();
    if (output.games() == before) converter.tell_stray();
    if (source->ending().kind == audit::Ending::Kind::whole) return converter.status();
    print_complaint(input + ": " + source->ending().text);
    return std::max<int>(converter.status(), no);
}

/// A start position other than the usual one has to be told in the tags.
void tell_start(pgn::Tree& tree) {
    if (tree.start() == Position{}) return;
    pgn::set(tree.tags, "SetUp", "1");
    pgn::set(tree.tags, "FEN", fen::format(tree.start()));
}

Expected<epd::Lenient> read_epd(std::string_view text, const fen::Options& reading) {
    if (reading.reading == Reading::lenient) return epd::parse_lenient(text, reading);
    auto read = epd::parse(text, reading);
    if (!read) return Unexpected{std::move(read).error()};
    return epd::Lenient{std::move(*read), {}};
}

Expected<Converted> read_line(std::string_view text, const std::string& from,
                              const Position& start, const Options& options) {
    PositionOptions positions;
    positions.chess960 = options.chess960;
    if (from == "fen" || from == "epd") {
        fen::Options reading = analysis_reading(positions);
        if (options.strict) reading.reading = Reading::strict;
        if (from == "epd") {
            auto read = read_epd(text, reading);
            if (!read) return Unexpected{std::move(read).error()};
            Converted line{pgn::Tree{read->epd.position}, std::move(read->epd)};
            line.notes = std::move(read->notes);
            tell_start(line.tree);
            return line;
        }
        auto read = fen::position(text == "startpos" ? fen::format(Position{}) : text, reading);
        if (!read) return Unexpected{std::move(read).error()};
        Converted line{pgn::Tree{*read}};
        tell_start(line.tree);
        return line;
    }
    auto tree = read_moves(text, start, options, from);
    if (!tree) return Unexpected{std::move(tree).error()};
    tell_start(*tree);
    return Converted{std::move(*tree)};
}

int convert_lines(LineReader& lines, const std::string& from, const Position& start,
                  const Options& options, Output& output) {
    int status = answered;
    while (const auto line = lines.next()) {
        if (line->text.empty()) continue;
        const Expected<Converted> game =
            line->too_long
                ? Expected<Converted>{Unexpected{Error{ErrorCode::too_long, {}, "a shorter line", {}}}}
                : read_line(line->text, from, start, options);
        if (game) {
            for (const Note& n : game->notes) {
                Note located = n;
                located.where.line = line->line;
                print_complaint(line->source + ":" + describe(located));
            }
            output.write(*game);
        } else {
            status = bad_input;
            print_error(line->source, line->located(game.error()));
            output.error(line->text, line->located(game.error()));
        }
    }
    return status;
}

int convert_text(const std::string& text, const std::string& from, const Position& start,
                 const Options& options, Output& output) {
    const auto game = read_line(text, from, start, options);
    if (!game) {
        print_error("argument", game.error());
        output.error(text, game.error());
        return bad_input;
    }
    for (const Note& n : game->notes) print_complaint("argument:" + describe(n));
    output.write(*game);
    return answered;
}

int convert_input(const std::string& input, const Position& start, const Options& options,
                  Output& output) {
    const std::string from = options.from == "auto" ? guess(input) : options.from;
    const bool is_stream = input == "-";
    if (is_directory(input)) {
        print_complaint("'" + input + "' is a directory");
        return bad_input;
    }
    if (!is_stream && !is_file(input)) {
        if (from == "pgn") {
            print_complaint("there is no file '" + input + "'");
            return bad_input;
        }
        return convert_text(input, from, start, options, output);
    }
    if (from == "pgn") return convert_pgn(input, options, output);
    if (is_stream) {
        LineReader lines{0, "-"};
        return convert_lines(lines, from, start, options, output);
    }
    std::FILE* file = std::fopen(input.c_str(), "rb");
    if (file == nullptr) {
        print_complaint("cannot open '" + input + "'");
        return bad_input;
    }
    LineReader lines{fileno(file), input};
    const int status = convert_lines(lines, from, start, options, output);
    std::fclose(file);
    return status;
}

int run(const Options& options) {
    Position start;
    if (options.start != "startpos") {
        PositionOptions positions;
        positions.chess960 = options.chess960;
        const auto read = read_position(options.start, positions);
        if (!read) {
            print_error("--start", read.error());
            return bad_input;
        }
        start = read->position;
    }
    Output output{options};
    if (!output.ok()) {
        print_complaint("cannot write '" + options.output + "'");
        return bad_input;
    }
    // Words of a move list need no quotes: what is neither a file nor "-" is one text.
    std::vector<std::string> inputs;
    const bool are_files = std::all_of(options.inputs.begin(), options.inputs.end(),
                                       [](const auto& i) { return i == "-" || is_file(i); });
    inputs = are_files ? options.inputs : std::vector{joined(options.inputs)};
    int status = answered;
    for (const std::string& input : inputs)
        status = std::max(status, convert_input(input, start, options, output));
    if (!output.finish()) {
        print_complaint("cannot write " +
                        (options.output.empty() ? "the output" : "'" + options.output + "'"));
        return bad_input;
    }
    return status;
}

}  // namespace
}  // namespace convert

void add_convert(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand(
        "convert", "Between notations, forms of FEN, EPD and PGN; PGN clean-up");
    const auto options = std::make_shared<convert::Options>();
    std::vector<std::string> languages;
    for (const Letters& letters : all_letters()) languages.emplace_back(letters.language);
    command->add_option("INPUT", options->inputs, "Files, '-' for standard input, or a text")
        ->required();
    command->add_option("--from", options->from, "What the input is")
        ->check(CLI::IsMember({"auto", "pgn", "san", "lan", "uci", "iccf", "descriptive", "fen", "epd"}))
        ->capture_default_str();
    command->add_option("--to", options->to, "What to write")
        ->check(CLI::IsMember({"pgn", "san", "lan", "uci", "iccf", "descriptive", "fen", "epd"}))
        ->capture_default_str();
    command->add_option("--lang", options->language, "Letters of the men written (san, lan, pgn)")
        ->check(CLI::IsMember(languages))
        ->capture_default_str();
    std::vector<std::string> read_languages{"auto"};
    read_languages.insert(read_languages.end(), languages.begin(), languages.end());
    command->add_option("--from-lang", options->from_language, "Letters of the men read")
        ->check(CLI::IsMember(read_languages))
        ->capture_default_str();
    command->add_option("--start", options->start, "FEN from which a list of moves starts");
    command->add_option("-o,--output", options->output, "Write to this file");
    command->add_option("--castling", options->castling, "Form of castling rights in FEN")
        ->check(CLI::IsMember({"xfen", "shredder"}));
    command->add_option("--ep", options->en_passant, "En passant field: only if legal, or always")
        ->check(CLI::IsMember({"legal", "always"}));
    command->add_flag("--each", options->each_position, "FEN or EPD after every ply");
    command->add_flag("--as-found", options->as_found, "PGN: keep tags and move texts as they were");
    command->add_flag("--no-comments", options->without_comments, "PGN: leave comments out");
    command->add_flag("--no-variations", options->without_variations, "PGN: main line only");
    command->add_flag("--keep-text", options->keep_text,
                      "PGN: text between games stays, as lines that begin with %");
    command->add_flag("--no-numbers", options->without_numbers, "Move lists without numbers");
    command->add_flag("--strict", options->strict, "Refuse what is not canonical");
    command->add_flag("--chess960", options->chess960, "Castling in its Chess960 forms");
    command->add_flag("--json", options->json, "One JSON object a game");
    command->footer(
        "Example: hakam convert 'e4 e5 Nf3' --to descriptive\n"
        "         hakam convert 'P-K4 P-K4 N-KB3' --from descriptive --to uci\n"
        "         hakam convert games.pgn --to pgn --lang figurine -o clean.pgn\n"
        "         hakam convert games.pgn --to fen");
    const auto game = std::make_shared<std::shared_ptr<const variant::Variant>>();
    add_game_option(*command, *game);
    command->callback([options, game, command, &status] {
        if (!*game) {
            status = convert::run(*options);
            return;
        }
        for (const char* name : {"--lang", "--from-lang", "--output", "--castling", "--ep", "--as-found",
                                 "--no-comments", "--no-variations", "--strict", "--chess960"})
            if (command->count(name) != 0)
                throw CLI::ValidationError(name, "is for chess, not for another --game");
        VariantConvertOptions other;
        if (!options->start.empty()) other.start = options->start;
        other.from = options->from;
        other.to = command->count("--to") != 0 ? options->to : "san";
        other.each_position = options->each_position;
        other.without_numbers = options->without_numbers;
        other.json = options->json;
        status = convert_variant(**game, options->inputs, other);
    });
}

}  // namespace hakam::cli
