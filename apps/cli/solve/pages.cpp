#include <algorithm>
#include <array>
#include <filesystem>

#include "../board_picture.hpp"
#include "../output.hpp"
#include "../output_file.hpp"
#include "filed.hpp"

// Problems as journals print them: several diagrams a page, author and source above, stipulation and
// men below. Units of a page: tenths of a millimetre, A4 upright.

namespace hakam::cli {
namespace {

constexpr int page_width = 2100, page_height = 2970, margin = 150;

struct Layout {
    unsigned per_page;
    int columns, rows;
};
constexpr std::array layouts = {Layout{1, 1, 1}, Layout{2, 1, 2}, Layout{4, 2, 2},
                                Layout{6, 2, 3}, Layout{9, 3, 3}, Layout{12, 3, 4}};

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : valid_utf8(text)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') out += c;
        }
    }
    return out;
}

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

/// At most `most` characters, with "…" for the rest.
std::string cut(const std::string& text, std::size_t most) {
    if (characters(text) <= most) return text;
    std::string out;
    std::size_t count = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++count >= most) break;
        out += c;
    }
    return out + "…";
}

std::string men_text(const problem::Change& c) {
    const std::string a = to_string(c.a);
    const std::string b = to_string(c.b);
    using Kind = problem::Change::Kind;
    switch (c.kind) {
        case Kind::move: return a + "→" + b;
        case Kind::exchange: return a + "↔" + b;
        case Kind::remove: return "−" + a;
        case Kind::add:
            return std::string{"+"} + (c.man.color == Color::white ? "w" : "b") +
                   to_char(Piece{Color::white, c.man.type}) + a;
        case Kind::stipulation: return c.stipulation ? problem::format(*c.stipulation) : "";
        default: return problem::write_popeye(problem::Twin{false, {c}});
    }
}

std::string twins_text(const problem::FiledProblem& filed) {
    std::string text;
    std::size_t label = filed.zero_position ? 0 : 1;
    for (const problem::Twin& twin : filed.twins) {
        text += (text.empty() ? "" : "  ") + twin_label(label++) + (twin.continued ? " further" : "");
        for (const problem::Change& c : twin.changes) text += " " + men_text(c);
    }
    return filed.zero_position ? "zero position: " + text : text;
}

class Page {
public:
    explicit Page(const Layout& layout) : layout_{layout} {
        cell_width_ = (page_width - 2 * margin) / layout.columns;
        cell_height_ = (page_height - 2 * margin) / layout.rows;
        font_ = std::min(46, cell_width_ / 17);
        edge_ = std::min(cell_width_ - 2 * font_, cell_height_ - 7 * font_) / 8 * 8;
        text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" "
                "viewBox=\"0 0 2100 2970\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
                "font-family=\"serif\" fill=\"#000\"><defs>";
        for (const Color color : colors)
            for (const PieceType type : piece_types) text_ += man_definition({color, type});
        text_ += "</defs><rect width=\"2100\" height=\"2970\" fill=\"#fff\"/>";
    }

    void add(const problem::FiledProblem& filed, std::size_t number, int place) {
        const int x = margin + place % layout_.columns * cell_width_ + (cell_width_ - edge_) / 2;
        const int y = margin + place / layout_.columns * cell_height_;
        const Board& board = filed.problem.setup.board;
        const int top = y + 3 * font_;
        std::string from = filed.title.empty() ? "" : "“" + filed.title + "”";
        for (const std::string* part : {&filed.source, &filed.date})
            if (!part->empty()) from += (from.empty() ? "" : ", ") + *part;
        text(x, y + font_, std::to_string(number) + (filed.author.empty() ? "" : "  " + filed.author),
             "font-weight=\"bold\"", edge_);
        text(x, y + font_ * 23 / 10, from, "font-style=\"italic\"", edge_);
        diagram(board, x, top);
        const std::string men = std::to_string(board.men(Color::white).size()) + "+" +
                                std::to_string(board.men(Color::black).size());
        std::string asked = problem::format(filed.problem.stipulation);
        if (filed.set_play) asked += " *";
        if (filed.duplex) asked += " duplex";
        std::string more;
        for (const std::string& name : problem::names(filed.problem.conditions))
            more += (more.empty() ? "" : ", ") + name;
        const std::string twins = twins_text(filed);
        if (!more.empty() && !twins.empty()) more += "; ";
        more += twins;
        const int below = top + edge_ + font_ * 13 / 10;
        text(x, below, asked, "font-weight=\"bold\"", edge_ - 4 * font_);
        text(x + edge_, below, "(" + men + ")", "text-anchor=\"end\"", 4 * font_);
        text(x, below + font_ * 13 / 10, more, "", edge_);
    }
    std::string document() const { return text_ + "</svg>\n"; }

private:
    void text(int x, int y, const std::string& words, std::string_view style, int width) {
        if (words.empty()) return;
        // A letter is about six tenths as wide as high; a long text is set smaller, then cut.
        const auto room = static_cast<std::size_t>(std::max(width, 1));
        const std::size_t wide = characters(words) * static_cast<std::size_t>(font_) * 6 / 10;
        const int size = wide <= room ? font_
                                      : std::max(font_ * 6 / 10, font_ * static_cast<int>(room) /
                                                                     static_cast<int>(std::min<std::size_t>(wide, 1'000'000)));
        const std::string shown = cut(words, room * 10 / 6 / static_cast<std::size_t>(size));
        text_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
                 "\" font-size=\"" + std::to_string(size) + "\" " + std::string{style} + ">" +
                 escaped(shown) + "</text>";
    }

    void diagram(const Board& board, int x, int y) {
        const int square_edge = edge_ / 8;
        std::string dark, men;
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column) {
                const Square at = square((7 - row) * 8 + column);
                const std::string left = std::to_string(x + column * square_edge);
                const std::string upper = std::to_string(y + row * square_edge);
                if (!is_light(at))
                    dark += "M" + left + " " + upper + "h" + std::to_string(square_edge) + "v" +
                            std::to_string(square_edge) + "h-" + std::to_string(square_edge) + "Z";
                if (const auto man = board.at(at))
                    men += "<use href=\"#" + man_identifier(*man) + "\" transform=\"translate(" +
                           left + " " + upper + ") scale(" + scale(square_edge) + ")\"/>";
            }
        text_ += "<path d=\"" + dark + "\" fill=\"#ccc\"/>" + men + "<rect x=\"" +
                 std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
                 std::to_string(edge_) + "\" height=\"" + std::to_string(edge_) +
                 "\" fill=\"none\" stroke=\"#000\" stroke-width=\"4\"/>";
    }
    /// Men are drawn on squares of 100.
    static std::string scale(int edge) {
        const std::string hundredths = std::to_string(100 + edge % 100).substr(1);
        return std::to_string(edge / 100) + "." + hundredths;
    }

    const Layout& layout_;
    int cell_width_, cell_height_, font_, edge_;
    std::string text_;
};

/// "problems.svg" for the first page, "problems-2.svg" for the second.
std::string page_name(const std::string& name, std::size_t page) {
    if (page == 1) return name;
    const std::filesystem::path path{name};
    return (path.parent_path() /
            (path.stem().string() + "-" + std::to_string(page) + path.extension().string()))
        .string();
}

}  // namespace

int write_pages(const SolveOptions& options) {
    const auto& all = *options.collected;
    if (all.empty()) return answered;
    const Layout* layout = std::find_if(layouts.begin(), layouts.end(), [&](const Layout& l) {
        return l.per_page >= options.per_page;
    });
    if (layout == layouts.end()) layout = &layouts.back();
    for (std::size_t first = 0, page = 1; first < all.size(); first += layout->per_page, ++page) {
        Page sheet{*layout};
        for (std::size_t i = first; i < std::min(all.size(), first + layout->per_page); ++i)
            sheet.add(all[i], i + 1, static_cast<int>(i - first));
        std::string content = sheet.document();
        if (options.diagrams.ends_with(".png")) {
            auto png = png_from_svg(content, page_width * 6 / 10, page_height * 6 / 10);
            if (!png) {
                print_complaint(png.error());
                return bad_input;
            }
            content = std::move(*png);
        }
        const std::string name = page_name(options.diagrams, page);
        OutputFile file{name};
        file.write(content);
        if (!file.keep()) {
            print_complaint("cannot write " + name);
            return bad_input;
        }
    }
    return answered;
}

}  // namespace hakam::cli
