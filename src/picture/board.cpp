#include "hakam/picture/board.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/letters.hpp"

namespace hakam::picture {

namespace {

bool contains(const std::vector<Square>& squares, Square s) {
    return std::find(squares.begin(), squares.end(), s) != squares.end();
}

bool is_tinted(const Options& options, Square s) {
    const bool moved = std::any_of(options.last_move.begin(), options.last_move.end(),
                                   [s](const Arrow& a) { return a.from == s || a.to == s; });
    return moved || contains(options.highlights, s);
}

/// The square in row `row` and column `column` of the picture, counted from its top left.
Square square_at(const Options& options, int row, int column) {
    return options.bottom == Color::white ? square((7 - row) * 8 + column)
                                          : square(row * 8 + (7 - column));
}

/// A man on a field of 100 by 100: a filled outline, and lines drawn over it.
struct Drawing {
    std::string_view outline;
    std::string_view details;
};

constexpr std::string_view base = "M22 82h56v9H22Z";

constexpr Drawing drawing(PieceType type) {
    switch (type) {
        case PieceType::pawn:
            return {
                "M50 20a14 14 0 0 1 9 25h8v7h-9c1 12 6 22 12 30H30c6-8 11-18 12-30h-9v-7h8a14 14 "
                "0 0 1 9-25Z",
                ""};
        case PieceType::knight:
            return {
                "M34 82C32 66 46 58 48 50C40 54 34 60 26 58C20 56 18 50 22 44C28 36 32 28 36 "
                "22L36 11L46 19C64 22 76 38 74 82Z",
                "M41 32h3M54 30c8 8 11 22 11 40"};
        case PieceType::bishop:
            return {
                "M50 9a6 6 0 0 1 4 11C68 32 70 48 60 59h6v8h-7l9 15H32l9-15h-7v-8h6C30 48 32 32 "
                "46 20A6 6 0 0 1 50 9Z",
                "M50 32v16M43 40h14"};
        case PieceType::rook:
            return {"M27 17h11v8h6v-8h12v8h6v-8h11v20l-8 8v23l7 8v6H28v-6l7-8V45l-8-8Z",
                    "M35 45h30M35 68h30"};
        case PieceType::queen:
            return {
                "M19 28a5 5 0 1 1 3 2L36 50L38 23a5 5 0 1 1 4 0L50 47L58 23a5 5 0 1 1 4 0L64 "
                "50L78 30a5 5 0 1 1 3 2L69 64l-3 7l5 11H29l5-11l-3-7L19 32Z",
                "M32 64h36M35 72h30"};
        case PieceType::king:
            return {
                "M46 7h8v8h8v8h-8v9C66 25 85 34 79 51C75 62 68 64 66 72l4 10H30l4-10C32 64 25 62 "
                "21 51C15 34 34 25 46 32v-9h-8v-8h8Z",
                "M50 34v30M34 72h32"};
    }
    return {};
}

std::string number(double value) {
    const long tenths = static_cast<long>(value * 10 + (value < 0 ? -0.5 : 0.5));
    std::string text = std::to_string(tenths / 10);
    if (tenths % 10 != 0) text += "." + std::to_string(std::labs(tenths % 10));
    return text;
}

}  // namespace

std::string man_identifier(Piece piece) {
    return std::string{piece.color == Color::white ? "w" : "b"} + to_char(piece.type);
}

std::string man_definition(Piece piece) {
    const bool white = piece.color == Color::white;
    const Drawing d = drawing(piece.type);
    std::string text = "<g id=\"" + man_identifier(piece) + "\" stroke-width=\"4\" fill=\"" +
                       (white ? "#fdfdf8" : "#33302e") + "\" stroke=\"#1c1a19\">";
    text += "<path d=\"" + std::string{d.outline} + "\"/><path d=\"" + std::string{base} + "\"/>";
    if (!d.details.empty())
        text += "<path d=\"" + std::string{d.details} + "\" fill=\"none\" stroke=\"" +
                (white ? "#1c1a19" : "#f2efe6") + "\" stroke-width=\"3\"/>";
    return text + "</g>";
}

namespace {

/// Everything is drawn on squares of 100 units; a margin holds the coordinates.
class Svg {
public:
    Svg(const Position& position, const Options& options)
        : position_{position}, options_{options}, margin_{options.coordinates ? 40 : 0} {}

    std::string document() {
        const std::string edge = std::to_string(800 + 2 * margin_);
        const std::string size = std::to_string(options_.size);
        text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" height=\"" +
                size + "\" viewBox=\"0 0 " + edge + " " + edge +
                "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><title>" +
                fen::format(position_) + "</title><defs>";
        for (const Color color : colors)
            for (const PieceType type : piece_types)
                if (!position_.men(color, type).empty()) text_ += man_definition({color, type});
        text_ += "</defs>";
        if (margin_ > 0) text_ += rectangle(0, 0, 800 + 2 * margin_, "#e9e4d8");
        squares();
        if (margin_ > 0) coordinates();
        men();
        for (const Arrow& arrow : options_.arrows) draw(arrow);
        return text_ + "</svg>\n";
    }

private:
    static std::string rectangle(int x, int y, int edge, std::string_view fill) {
        return "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
               std::to_string(edge) + "\" height=\"" + std::to_string(edge) + "\" fill=\"" +
               std::string{fill} + "\"/>";
    }
    int left(int column) const { return margin_ + 100 * column; }

    std::string_view colour(Square s) const {
        if (position_.is_check() && s == position_.king(position_.turn())) return "#e08a7a";
        if (is_tinted(options_, s)) return is_light(s) ? "#efe08e" : "#d9c35f";
        return is_light(s) ? "#f2ead6" : "#a9b99a";
    }

    void squares() {
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column)
                text_ += rectangle(left(column), left(row), 100,
                                   colour(square_at(options_, row, column)));
    }

    void coordinates() {
        text_ +=
            "<g font-family=\"sans-serif\" font-size=\"26\" fill=\"#4b473f\" "
            "text-anchor=\"middle\">";
        const auto letter = [&](int x, int y, char c) {
            text_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\">" + c +
                     "</text>";
        };
        for (int i = 0; i < 8; ++i) {
            letter(margin_ / 2, left(i) + 59, to_char(rank_of(square_at(options_, i, 0))));
            letter(left(i) + 50, left(8) + 29, to_char(file_of(square_at(options_, 7, i))));
        }
        text_ += "</g>";
    }

    void men() {
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column)
                if (const auto piece = position_.at(square_at(options_, row, column)))
                    text_ += "<use href=\"#" + man_identifier(*piece) + "\" x=\"" +
                             std::to_string(left(column)) + "\" y=\"" + std::to_string(left(row)) +
                             "\"/>";
    }

    std::array<double, 2> centre(Square s) const {
        const bool white = options_.bottom == Color::white;
        const int column = white ? index(file_of(s)) : 7 - index(file_of(s));
        const int row = white ? 7 - index(rank_of(s)) : index(rank_of(s));
        return {left(column) + 50.0, left(row) + 50.0};
    }

    void draw(const Arrow& arrow) {
        const auto [x1, y1] = centre(arrow.from);
        const auto [x2, y2] = centre(arrow.to);
        const double dx = x2 - x1;
        const double dy = y2 - y1;
        const double length = std::hypot(dx, dy);
        if (length < 1) return;
        const double ux = dx / length;
        const double uy = dy / length;
        const auto point = [&](double along, double aside) {
            return number(x1 + ux * along - uy * aside) + " " +
                   number(y1 + uy * along + ux * aside);
        };
        text_ += "<path fill=\"#3a6ea5\" fill-opacity=\"0.75\" d=\"M" + point(30, 8) + "L" +
                 point(length - 40, 8) + "L" + point(length - 40, 24) + "L" + point(length, 0) +
                 "L" + point(length - 40, -24) + "L" + point(length - 40, -8) + "L" +
                 point(30, -8) + "Z\"/>";
    }

    const Position& position_;
    const Options& options_;
    int margin_;
    std::string text_;
};

}  // namespace

std::vector<std::string> board_rows(const Position& position) {
    std::vector<std::string> rows;
    for (int rank = 7; rank >= 0; --rank) {
        std::string row;
        for (int file = 0; file < 8; ++file) {
            const auto piece = position.at(square(rank * 8 + file));
            row += piece ? to_char(*piece) : '.';
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string board_text(const Position& position, const Options& options, Ink ink) {
    const Letters& figurines = *letters_for("figurine");
    std::string text;
    for (int row = 0; row < 8; ++row) {
        if (options.coordinates) {
            text += to_char(rank_of(square_at(options, row, 0)));
            text += ' ';
        }
        for (int column = 0; column < 8; ++column) {
            const Square s = square_at(options, row, column);
            const auto piece = position.at(s);
            if (ink == Ink::plain) {
                text += piece ? to_char(*piece) : '.';
                if (column < 7) text += ' ';
                continue;
            }
            // Filled figurines for both sides: the colour of the ink tells them apart.
            text += is_tinted(options, s) ? "\x1b[48;5;179m"
                    : is_light(s)         ? "\x1b[48;5;144m"
                                          : "\x1b[48;5;101m";
            if (piece) {
                text += piece->color == Color::white ? "\x1b[38;5;231m" : "\x1b[38;5;16m";
                text += figurines.letter({Color::black, piece->type});
                text += ' ';
            } else {
                text += "  ";
            }
        }
        if (ink == Ink::colour) text += "\x1b[0m";
        text += '\n';
    }
    if (options.coordinates) {
        text += "  ";
        for (int column = 0; column < 8; ++column) {
            text += to_char(file_of(square_at(options, 7, column)));
            if (column < 7) text += ' ';
        }
        text += '\n';
    }
    text += position.turn() == Color::white ? "White to move" : "Black to move";
    if (position.is_check()) text += ", in check";
    return text;
}

std::string board_svg(const Position& position, const Options& options) {
    return Svg{position, options}.document();
}

}  // namespace hakam::picture
