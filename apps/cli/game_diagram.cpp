#include <boost/json/array.hpp>

#include "board_picture.hpp"
#include "game_answers.hpp"
#include "hakam/variant/fen.hpp"
#include "output.hpp"
#include "output_file.hpp"

namespace hakam::cli {

using variant::Cell;
using variant::Code;
using variant::Variant;

namespace {

struct Drawing {
    std::string_view name;
    std::string_view outline;
    std::string_view details;
};

// Men of older games and fairy men, on a field of 100 by 100. The shapes say how a man goes where
// they can: the ferz one square aslant, the wazir straight, the elephant by his tusks.
constexpr Drawing drawings[] = {
    {"king", "M46 7h8v8h8v8h-8v9C66 25 85 34 79 51C75 62 68 64 66 72l4 10H30l4-10C32 64 25 62 21 "
             "51C15 34 34 25 46 32v-9h-8v-8h8Z", "M50 34v30M34 72h32"},
    {"rook", "M27 17h11v8h6v-8h12v8h6v-8h11v20l-8 8v23l7 8v6H28v-6l7-8V45l-8-8Z",
     "M35 45h30M35 68h30"},
    {"knight", "M34 82C32 66 46 58 48 50C40 54 34 60 26 58C20 56 18 50 22 44C28 36 32 28 36 22L36 "
               "11L46 19C64 22 76 38 74 82Z", "M41 32h3M54 30c8 8 11 22 11 40"},
    {"pawn", "M50 20a14 14 0 0 1 9 25h8v7h-9c1 12 6 22 12 30H30c6-8 11-18 12-30h-9v-7h8a14 14 0 0 "
             "1 9-25Z", ""},
    {"queen", "M19 28a5 5 0 1 1 3 2L36 50L38 23a5 5 0 1 1 4 0L50 47L58 23a5 5 0 1 1 4 0L64 50L78 "
              "30a5 5 0 1 1 3 2L69 64l-3 7l5 11H29l5-11l-3-7L19 32Z", "M32 64h36M35 72h30"},
    {"bishop", "M50 9a6 6 0 0 1 4 11C68 32 70 48 60 59h6v8h-7l9 15H32l9-15h-7v-8h6C30 48 32 32 46 "
               "20A6 6 0 0 1 50 9Z", "M50 32v16M43 40h14"},
    {"ferz", "M50 12l9 14C74 34 76 52 64 62l5 20H31l5-20C24 52 26 34 41 26Z", "M42 38l16 16M58 38l-16 16"},
    {"wazir", "M34 18h32v14l-5 5v24l8 21H31l8-21V37l-5-5Z", "M50 36v22M40 47h20"},
    {"alfil", "M30 30C36 14 64 14 70 30C80 34 82 50 74 56L70 50C70 60 72 70 76 82H24C28 70 30 60 30 "
              "50L26 56C18 50 20 34 30 30Z", "M43 36h3M54 36h3M50 40c-2 14 2 22 8 28"},
    {"dabbaba", "M28 36h10V24h24v12h10v46H28Z", "M38 36h24M38 52h24M50 52v30"},
    {"man", "M50 12a11 11 0 0 1 7 20c10 4 14 14 13 26h-8v24H38V58h-8c-1-12 3-22 13-26a11 11 0 0 1 "
            "7-20Z", "M38 58h24"},
};

const Drawing* drawing_of(std::string_view name) {
    for (const Drawing& drawing : drawings)
        if (drawing.name == name) return &drawing;
    return nullptr;
}

std::string figure(const Variant& game, Code code) {
    const bool white = variant::color_of(code) == Color::white;
    const variant::Man& man = game.man(code);
    const std::string_view fill = white ? "#fdfdf8" : "#33302e";
    const std::string_view line = white ? "#1c1a19" : "#f2efe6";
    std::string text = "<g id=\"m" + std::to_string(variant::index(code)) +
                       "\" stroke-width=\"4\" fill=\"" + std::string{fill} +
                       "\" stroke=\"#1c1a19\"><title>" + man.name + "</title>";
    if (const Drawing* drawing = drawing_of(man.name)) {
        text += "<path d=\"" + std::string{drawing->outline} +
                "\"/><path d=\"M22 82h56v9H22Z\"/><path d=\"" + std::string{drawing->details} +
                "\" fill=\"none\" stroke=\"" + std::string{line} + "\" stroke-width=\"3\"/>";
    } else {
        // Men without a figure of their own: a token with their letter.
        text += "<circle cx=\"50\" cy=\"50\" r=\"36\"/><text x=\"50\" y=\"66\" font-size=\"46\" "
                "font-family=\"serif\" text-anchor=\"middle\" stroke=\"none\" fill=\"" +
                std::string{line} + "\">" + man.letter + "</text>";
    }
    return text + "</g>";
}

std::string board_svg(const Variant& game, const variant::Position& position, int edge, bool flip,
                      bool coordinates) {
    const variant::BoardSize size = game.size();
    const int margin = coordinates ? 40 : 0;
    const int width = 100 * size.files + 2 * margin, height = 100 * size.ranks + 2 * margin;
    const auto px = [](int n) { return std::to_string(n); };
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                       px(edge * width / std::max(width, height)) + "\" height=\"" +
                       px(edge * height / std::max(width, height)) + "\" viewBox=\"0 0 " + px(width) +
                       ' ' + px(height) +
                       "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><title>" +
                       variant::fen::format(game, position) + "</title><defs>";
    for (int code = 2; code < variant::max_codes; ++code)
        for (int i = 0; i < size.cells(); ++i)
            if (variant::index(position.at(variant::cell(i))) == code) {
                text += figure(game, static_cast<Code>(code));
                break;
            }
    text += "</defs><rect width=\"" + px(width) + "\" height=\"" + px(height) + "\" fill=\"#e9e4d8\"/>";
    const auto label = [&](int x, int y, const std::string& word) {
        if (coordinates)
            text += "<text x=\"" + px(x) + "\" y=\"" + px(y) +
                    "\" font-family=\"sans-serif\" font-size=\"26\" fill=\"#4b473f\" "
                    "text-anchor=\"middle\">" + word + "</text>";
    };
    for (int row = 0; row < size.ranks; ++row) {
        const int rank = flip ? row : size.ranks - 1 - row;
        label(margin / 2, margin + 100 * row + 59, std::to_string(rank + 1));
        for (int column = 0; column < size.files; ++column) {
            const int file = flip ? size.files - 1 - column : column;
            const Cell c = size.at(file, rank);
            const std::string at = "x=\"" + px(margin + 100 * column) + "\" y=\"" +
                                   px(margin + 100 * row) + '"';
            const Code code = position.at(c);
            const bool check = code != Code::none && game.is_royal(code) &&
                               variant::color_of(code) == position.turn() && game.is_check(position);
            text += "<rect " + at + " width=\"100\" height=\"100\" fill=\"" +
                    (check ? "#e08a7a" : size.is_light(c) ? "#f2ead6" : "#a9b99a") + "\"/>";
            if (code != Code::none)
                text += "<use href=\"#m" + px(variant::index(code)) + "\" " + at + "/>";
            if (row == 0)
                label(margin + 100 * column + 50, height - 11,
                      std::string(1, static_cast<char>('a' + file)));
        }
    }
    return text + "</svg>\n";
}

char letter_at(const Variant& game, const variant::Position& position, Cell c) {
    const Code code = position.at(c);
    if (code == Code::none) return '.';
    const char letter = game.man(code).letter;
    return variant::color_of(code) == Color::white ? letter : static_cast<char>(letter + 32);
}

Answer failure(const std::string& words) {
    print_complaint(words);
    Answer answer;
    answer.status = bad_input;
    answer.fields = {{"error", words}};
    return answer;
}

}  // namespace

std::string variant_board_text(const Variant& game, const variant::Position& position, bool flip) {
    const variant::BoardSize size = game.size();
    std::string text;
    for (int row = 0; row < size.ranks; ++row) {
        const int rank = flip ? row : size.ranks - 1 - row;
        const std::string number = std::to_string(rank + 1);
        text += (number.size() < 2 && size.ranks > 9 ? " " : "") + number;
        for (int column = 0; column < size.files; ++column)
            text += std::string{" "} +
                    letter_at(game, position,
                              size.at(flip ? size.files - 1 - column : column, rank));
        text += '\n';
    }
    text += size.ranks > 9 ? "  " : " ";
    for (int column = 0; column < size.files; ++column)
        text += std::string{" "} + static_cast<char>('a' + (flip ? size.files - 1 - column : column));
    text += position.turn() == Color::white ? "\nWhite to move" : "\nBlack to move";
    if (game.is_check(position)) text += ", in check";
    return text;
}

int variant_diagram(const PositionOptions& options, const std::string& output, int size, bool flip,
                    bool coordinates) {
    return answer_variant(options, [&](const Variant& game, const VariantGame& read) {
        Answer answer;
        answer.fields = {{"fen", variant::fen::format(game, read.position)}};
        if (output.empty()) {
            boost::json::array rows;
            const variant::BoardSize board = game.size();
            for (int rank = board.ranks - 1; rank >= 0; --rank) {
                std::string row;
                for (int file = 0; file < board.files; ++file)
                    row += letter_at(game, read.position, board.at(file, rank));
                rows.emplace_back(row);
            }
            answer.fields["board"] = std::move(rows);
            answer.text = variant_board_text(game, read.position, flip);
            return answer;
        }
        std::string content = board_svg(game, read.position, size, flip, coordinates);
        if (output.ends_with(".png")) {
            auto png = png_from_svg(content, size);
            if (!png) return failure(png.error());
            content = std::move(*png);
        }
        answer.fields["file"] = valid_utf8(output);
        answer.fields["bytes"] = content.size();
        if (output == "-") {
            content.pop_back();
            answer.text = std::move(content);
            return answer;
        }
        OutputFile file{output};
        file.write(content);
        if (!file.keep()) return failure("cannot write " + output);
        return answer;
    });
}

}  // namespace hakam::cli
