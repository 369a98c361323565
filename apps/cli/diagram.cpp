#include <boost/json/array.hpp>
#include <memory>

#include "board_picture.hpp"
#include "command.hpp"
#include "game_answers.hpp"
#include "number.hpp"
#include "output.hpp"
#include "output_file.hpp"
#include "position_input.hpp"

namespace hakam::cli {

namespace {

struct DiagramOptions : PositionOptions {
    PictureOptions picture;
    std::string output;
    bool flip = false;
    bool plain = false;
};

/// "e2e4" as two squares.
std::optional<Arrow> arrow_from(std::string_view text) {
    if (text.size() != 4) return std::nullopt;
    const auto from = square_from(text.substr(0, 2));
    const auto to = square_from(text.substr(2));
    if (!from || !to) return std::nullopt;
    return Arrow{*from, *to};
}

const CLI::Validator arrows{[](const std::string& text) {
                                return arrow_from(text) ? std::string{}
                                                        : "expected two squares, e.g. e2e4";
                            },
                            "SQUARES"};
const CLI::Validator squares{[](const std::string& text) {
                                 return square_from(text) ? std::string{}
                                                          : "expected a square, e.g. e4";
                             },
                             "SQUARE"};

Answer failure(const std::string& words) {
    print_complaint(words);
    Answer answer;
    answer.status = bad_input;
    answer.fields = {{"error", words}};
    return answer;
}

Answer save(const Position& position, const DiagramOptions& options) {
    std::string content = board_svg(position, options.picture);
    if (options.output.ends_with(".png")) {
        auto png = png_from_svg(content, options.picture.size);
        if (!png) return failure(png.error());
        content = std::move(*png);
    }
    Answer answer;
    answer.fields = {{"fen", fen::format(position)},
                     {"file", valid_utf8(options.output)},
                     {"bytes", content.size()}};
    if (options.output == "-") {
        answer.text = std::move(content);
        answer.text.pop_back();
    } else {
        OutputFile file{options.output};
        file.write(content);
        if (!file.keep()) return failure("cannot write " + options.output);
    }
    return answer;
}

Answer show(const Position& position, const DiagramOptions& options) {
    if (!options.output.empty()) return save(position, options);
    const std::vector<std::string> rows = board_rows(position);
    Answer answer;
    answer.fields = {{"fen", fen::format(position)},
                     {"board", boost::json::array(rows.begin(), rows.end())}};
    const Ink ink = colour_on_output() && !options.plain ? Ink::colour : Ink::plain;
    answer.text = board_text(position, options.picture, ink);
    return answer;
}

void add_picture_options(CLI::App& command, DiagramOptions& options) {
    PictureOptions& picture = options.picture;
    command.add_flag("--flip", options.flip, "Black at the bottom");
    command.add_flag("!--no-coordinates", picture.coordinates, "Leave letters and numbers out");
    command.add_flag("--plain", options.plain, "Letters without colour on a terminal, too");
    command.add_option("--size", picture.size, "Edge of the picture in pixels")
        ->transform(whole_number(16, 8192))
        ->capture_default_str();
    const auto add_square = [&picture](const std::string& text) {
        picture.highlights.push_back(*square_from(text));
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--highlight",
            [add_square](const std::vector<std::string>& all) {
                for (const std::string& text : all) add_square(text);
            },
            "Squares to tint, e.g. e4,d5")
        ->delimiter(',')
        ->check(squares);
    command
        .add_option_function<std::vector<std::string>>(
            "--arrow",
            [&picture](const std::vector<std::string>& all) {
                for (const std::string& text : all) picture.arrows.push_back(*arrow_from(text));
            },
            "Arrows to draw, e.g. g1f3,b1c3")
        ->delimiter(',')
        ->check(arrows);
    command
        .add_option_function<std::string>(
            "--last-move",
            [&picture](const std::string& text) { picture.last_move = {*arrow_from(text)}; },
            "The last move, e.g. e2e4: both squares are tinted")
        ->check(arrows);
}

}  // namespace

void add_diagram(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("diagram", "Draw a position: on the terminal, SVG or PNG");
    const auto options = std::make_shared<DiagramOptions>();
    add_position_options(*command, *options);
    command
        ->add_option("-o,--output", options->output,
                     "FILE.svg or FILE.png; '-' writes SVG to standard output")
        ->check(CLI::Validator(
            [](const std::string& path) {
                const bool known = path == "-" || path.ends_with(".svg") || path.ends_with(".png");
                return known ? std::string{} : "expected a name that ends in .svg or .png, or '-'";
            },
            "FILE"));
    add_game_option(*command, options->game);
    add_picture_options(*command, *options);
    command->footer(
        "Example: hakam diagram startpos\n"
        "         hakam diagram startpos -o start.svg --last-move e2e4 --arrow g1f3");
    command->callback([options, &status] {
        if (options->flip) options->picture.bottom = Color::black;
        if (options->is_stream() && !options->output.empty()) {
            print_complaint("-o needs one position, not '-'");
            status = bad_input;
            return;
        }
        if (options->game) {
            const PictureOptions& picture = options->picture;
            if (!picture.highlights.empty() || !picture.arrows.empty() || !picture.last_move.empty()) {
                print_complaint("--highlight, --arrow and --last-move are for chess");
                status = bad_input;
                return;
            }
            status = variant_diagram(*options, options->output, picture.size, options->flip,
                                     picture.coordinates);
            return;
        }
        status = answer_positions(
            *options, [&](const Position& position) { return show(position, *options); });
    });
}

}  // namespace hakam::cli
