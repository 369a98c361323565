#include "hakam/problem/olive.hpp"

#include <array>

#include "hakam/notation/fen.hpp"
#include "yaml.hpp"

namespace hakam::problem {
namespace {

using yaml::Node;

/// Reads the members one by one and says them again in Popeye's language, whose words they are;
/// keeps where each piece came from, so that errors are told of the document.
class Reader {
public:
    explicit Reader(std::string_view text) : text_{text} {}

    Expected<FiledProblem> read() {
        const auto document = yaml::parse(text_);
        if (!document) return Unexpected{document.error()};
        if (document->kind != Node::Kind::map)
            return fail(*document, "keys of a problem: stipulation, algebraic, ...");
        const Node* algebraic = document->find("algebraic");
        const Node* stipulation = document->find("stipulation");
        if (algebraic == nullptr) return fail(*document, "a key algebraic with the men");
        if (stipulation == nullptr || stipulation->kind != Node::Kind::scalar)
            return fail(stipulation == nullptr ? *document : *stipulation,
                        "a key stipulation as \"#2\"");
        Board board;
        if (auto error = men(*algebraic, board)) return Unexpected{*error};
        add("BeginProblem\nStipulation ");
        add(stipulation->text, *stipulation);
        add("\nForsyth " + forsyth(board) + "\n");
        if (const Node* list = document->find("conditions")) each(*list, "Condition ");
        if (const Node* list = document->find("options")) each(*list, "Option ");
        if (const Node* list = document->find("twins")) twins(*list);
        if (error_) return Unexpected{*error_};
        add("EndProblem\n");
        auto filed = read_popeye(popeye_);
        if (!filed) return Unexpected{moved(filed.error())};
        FiledProblem p = std::move(filed->front());
        if (const Node* authors = document->find("authors")) p.author = joined(*authors, " & ");
        if (const Node* author = document->find("author"); author != nullptr && p.author.empty())
            p.author = joined(*author, " & ");
        if (const Node* title = document->find("title")) p.title = joined(*title, ", ");
        source(*document, p);
        return p;
    }

private:
    Unexpected<Error> fail(const Node& node, std::string expected) {
        const std::size_t length = std::min(node.length, text_.size() - node.offset);
        return Unexpected{Error{length == 0 ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                                span_in(text_, node.offset, length), std::move(expected),
                                excerpt(text_.substr(node.offset, length))}};
    }

    void add(std::string_view text) { popeye_ += text; }
    void add(std::string_view text, const Node& from) {
        for (const char c : text)
            if (c == '\n' || c == '\r') {
                if (!error_) error_ = fail(from, "one line").error;
                return;
            }
        pieces_.push_back({popeye_.size(), popeye_.size() + text.size(), from.offset, from.length});
        popeye_ += text;
    }

    // An error of the text in Popeye's language, told of the document.
    Error moved(Error error) const {
        Piece place{0, 0, 0, 0};
        for (const Piece& p : pieces_)
            if (p.begin <= error.where.offset) place = p;
        const std::size_t into = std::min<std::size_t>(error.where.offset, place.end) - place.begin;
        // Escapes are rare: a quoted text is one byte further on.
        const bool quote = place.from < text_.size() && text_[place.from] == '"';
        const std::size_t at =
            std::min(place.from + std::min(into + (quote ? 1 : 0), place.length), text_.size());
        const std::size_t length = std::min<std::size_t>(error.where.length, text_.size() - at);
        error.where = span_in(text_, at, length);
        return error;
    }

    std::optional<Error> men(const Node& algebraic, Board& board) {
        if (algebraic.kind != Node::Kind::map)
            return fail(algebraic, "white: [Ka1, ...] and black: [...]").error;
        for (const yaml::Member& side : algebraic.members) {
            if (side.key != "white" && side.key != "black")
                return Error{ErrorCode::unsupported, span_in(text_, side.offset, side.key.size()),
                             "white or black", excerpt(side.key)};
            const Color color = side.key == "white" ? Color::white : Color::black;
            if (side.value.kind == Node::Kind::null) continue;
            if (side.value.kind != Node::Kind::list)
                return fail(side.value, "a list of men as [Ka1, Qb2]").error;
            for (const Node& item : side.value.items)
                if (auto error = one_man(item, color, board)) return error;
        }
        return std::nullopt;
    }
    std::optional<Error> one_man(const Node& item, Color color, Board& board) {
        constexpr std::string_view expected = "a man and its square as Ka1 or Sb2";
        const std::string& text = item.text;
        if (item.kind != Node::Kind::scalar || text.size() != 3)
            return fail(item, std::string{expected}).error;
        char letter = text[0];
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 32);
        if (letter == 'S') letter = 'N';
        const auto type = piece_type_from(letter);
        const auto at = square_from(std::string_view{text}.substr(1));
        if (!type || !at) return fail(item, std::string{expected}).error;
        if (board.at(*at)) return fail(item, "one man on a square").error;
        board.put(*at, {color, *type});
        return std::nullopt;
    }
    static std::string forsyth(const Board& board) {
        std::string text = fen::placement(board);
        for (char& c : text) c = c == 'n' ? 's' : c == 'N' ? 'S' : c;
        return text;
    }

    void each(const Node& list, std::string_view before) {
        if (list.kind == Node::Kind::null) return;
        const auto one = [&](const Node& item) {
            if (item.kind != Node::Kind::scalar) {
                if (!error_) error_ = fail(item, "a word").error;
                return;
            }
            add(before);
            add(item.text, item);
            add("\n");
        };
        if (list.kind == Node::Kind::scalar) one(list);
        if (list.kind == Node::Kind::map && !error_) error_ = fail(list, "a list").error;
        for (const Node& item : list.items) one(item);
    }
    void twins(const Node& map) {
        if (map.kind == Node::Kind::null) return;
        if (map.kind != Node::Kind::map && !error_)
            error_ = fail(map, "twins as b: Move a1 b2").error;
        for (const yaml::Member& m : map.members) {
            if (m.value.kind != Node::Kind::scalar) {
                if (!error_) error_ = fail(m.value, "changes as Move a1 b2").error;
                return;
            }
            add(m.key == "a" || m.key.empty() ? "ZeroPosition " : "Twin ");
            add(m.value.text, m.value);
            add("\n");
        }
    }

    static std::string joined(const Node& node, std::string_view between) {
        if (node.kind == Node::Kind::scalar) return node.text;
        std::string text;
        for (const Node& item : node.items)
            if (item.kind == Node::Kind::scalar)
                text += (text.empty() ? "" : std::string{between}) + item.text;
        return text;
    }
    // Older files have the year beside the source, newer ones inside it.
    static void source(const Node& document, FiledProblem& p) {
        if (const Node* date = document.find("date")) p.date = date_of(*date);
        const Node* source = document.find("source");
        if (source == nullptr) return;
        if (source->kind != Node::Kind::map) {
            p.source = joined(*source, ", ");
            return;
        }
        if (const Node* name = source->find("name")) p.source = joined(*name, ", ");
        if (const Node* date = source->find("date")) p.date = date_of(*date);
    }
    static std::string date_of(const Node& date) {
        if (date.kind == Node::Kind::scalar) return date.text;
        std::string text;
        for (const char* part : {"year", "month", "day"})
            if (const Node* value = date.find(part); value != nullptr && !value->text.empty())
                text += (text.empty() ? "" : "-") +
                        (value->text.size() == 1 ? "0" + value->text : value->text);
        return text;
    }

    struct Piece {
        std::size_t begin, end;    ///< in the text for Popeye
        std::size_t from, length;  ///< in the document
    };
    std::string_view text_;
    std::string popeye_;
    std::vector<Piece> pieces_;
    std::optional<Error> error_;
};

std::string list_of(const Board& board, Color color) {
    std::string text;
    for (const PieceType type : {PieceType::king, PieceType::queen, PieceType::rook,
                                 PieceType::bishop, PieceType::knight, PieceType::pawn})
        for (const Square s : board.men(color, type)) {
            const char letter = to_char(Piece{Color::white, type});
            text += (text.empty() ? "" : ", ") + std::string(1, letter == 'N' ? 'S' : letter) +
                    to_string(s);
        }
    return "[" + text + "]";
}

}  // namespace

bool looks_like_olive(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != 0) return false;
    if (line.substr(0, 3) == "---") return true;
    for (const std::string_view key : {"algebraic:", "authors:", "author:", "stipulation:",
                                       "source:", "title:", "date:"})
        if (line.substr(0, key.size()) == key) return true;
    return false;
}

Expected<FiledProblem> read_olive(std::string_view document) {
    if (document.size() > max_popeye_length)
        return Unexpected{Error{ErrorCode::too_long, span_in(document, 0, 0),
                                "at most 1 MiB of YAML", {}}};
    return Reader{document}.read();
}

std::string write_olive(const FiledProblem& filed) {
    std::string text = "---\n";
    if (!filed.author.empty()) {
        text += "authors:\n";
        for (std::size_t at = 0; at <= filed.author.size();) {
            const std::size_t end = std::min(filed.author.find(" & ", at), filed.author.size());
            text += "  - " + yaml::quoted(std::string_view{filed.author}.substr(at, end - at)) + "\n";
            at = end + 3;
        }
    }
    const auto member = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) text += std::string{key} + ": " + yaml::quoted(value) + "\n";
    };
    member("title", filed.title);
    member("source", filed.source);
    member("date", filed.date);
    const Board& board = filed.problem.setup.board;
    text += "algebraic:\n  white: " + list_of(board, Color::white) +
            "\n  black: " + list_of(board, Color::black) + "\n";
    text += "stipulation: \"" + format(filed.problem.stipulation) + "\"\n";
    const auto list = [&](std::string_view key, const std::vector<std::string>& all) {
        if (all.empty()) return;
        text += std::string{key} + ":\n";
        for (const std::string& one : all) text += "  - " + yaml::quoted(one) + "\n";
    };
    list("conditions", filed.problem.conditions.fairy);
    list("options", popeye_options(filed));
    if (filed.twins.empty()) return text;
    text += "twins:\n";
    char label = filed.zero_position ? 'a' : 'b';
    for (const Twin& twin : filed.twins) {
        text += "  " + std::string(1, label) + ": " + yaml::quoted(write_popeye(twin)) + "\n";
        ++label;
    }
    return text;
}

}  // namespace hakam::problem
