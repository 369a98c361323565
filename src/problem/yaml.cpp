#include "yaml.hpp"

#include <optional>

namespace hakam::problem::yaml {
namespace {

constexpr int most_deep = 16;
constexpr std::size_t most_keys = 256;

struct Line {
    std::size_t offset;     ///< of its first character that is no blank
    std::size_t indent;
    std::string_view text;  ///< from there to the end, without blanks at the end
};

std::string_view without_blanks_at_end(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r");
    return text.substr(0, last == text.npos ? 0 : last + 1);
}

/// Without a comment: a '#' at the start or after a blank, outside of quotes.
std::string_view without_comment(std::string_view text) {
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == '\\' && quote == '"') ++i;
            if (c == quote) quote = 0;
        } else if ((c == '"' || c == '\'') &&
                   (i == 0 || std::string_view{" ,[{:"}.find(text[i - 1]) != text.npos)) {
            quote = c;
        } else if (c == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
            return without_blanks_at_end(text.substr(0, i));
        }
    }
    return text;
}

/// Length of "key" in "key: value"; nothing if the text is no such thing.
std::optional<std::size_t> key_length(std::string_view text) {
    if (text.empty() || std::string_view{"[]{}#&*!|>'%@`,-"}.find(text[0]) != text.npos)
        return std::nullopt;
    if (text[0] == '"') {
        const std::size_t end = text.find('"', 1);
        if (end == text.npos || end + 1 >= text.size() || text[end + 1] != ':') return std::nullopt;
        return end + 1;
    }
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\t'))
            return i == 0 ? std::nullopt : std::optional{i};
    return std::nullopt;
}

bool is_item(std::string_view text) {
    return text == "-" || (text.size() > 1 && text[0] == '-' && (text[1] == ' ' || text[1] == '\t'));
}

class Parser {
public:
    explicit Parser(std::string_view text) : text_{text} {
        std::size_t at = 0;
        while (at < text.size()) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = text.substr(at, end - at);
            const std::size_t blank = std::min(line.find_first_not_of(" "), line.size());
            lines_.push_back({at + blank, blank, without_blanks_at_end(line.substr(blank))});
            at = end + 1;
        }
    }

    Expected<Node> document() {
        skip();
        while (line_ < lines_.size() && lines_[line_].text == "---") {
            ++line_;
            skip();
        }
        Node node = block(0, 0);
        skip();
        if (!error_ && line_ < lines_.size() && lines_[line_].text != "..." &&
            lines_[line_].text != "---")
            fail(lines_[line_].offset, lines_[line_].text.size(), "the end of the document");
        if (error_) return Unexpected{*error_};
        return node;
    }

private:
    void fail(std::size_t at, std::size_t length, std::string expected) {
        if (error_) return;
        at = std::min(at, text_.size());
        length = std::min(length, text_.size() - at);
        error_ = Error{length == 0 ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                       span_in(text_, at, length), std::move(expected),
                       excerpt(text_.substr(at, length))};
    }

    // To the next line that says something.
    void skip() {
        while (line_ < lines_.size()) {
            Line& line = lines_[line_];
            if (line.text.empty() || line.text[0] == '#') {
                ++line_;
                continue;
            }
            if (line.text[0] == '\t') fail(line.offset, 1, "blanks before the text, no tabs");
            return;
        }
    }
    bool at_end() {
        skip();
        return error_ || line_ >= lines_.size() || lines_[line_].text == "---" ||
               lines_[line_].text == "...";
    }

    Node block(std::size_t least, int depth) {
        if (at_end() || lines_[line_].indent < least) return {};
        if (depth > most_deep) {
            fail(lines_[line_].offset, 1, "collections at most 16 deep");
            return {};
        }
        const Line line = lines_[line_];
        if (is_item(line.text)) return list(line.indent, depth);
        if (line.text[0] == '|' || line.text[0] == '>')
            return block_text(line.text[0] == '|', least == 0 ? 0 : least - 1);
        if (key_length(line.text)) return map(line.indent, depth);
        return value(line.offset, least, depth);
    }

    Node list(std::size_t indent, int depth) {
        Node node;
        node.kind = Node::Kind::list;
        node.offset = lines_[line_].offset;
        while (!at_end() && lines_[line_].indent == indent && is_item(lines_[line_].text)) {
            Line& line = lines_[line_];
            const std::size_t gap = line.text.find_first_not_of(" \t", 1);
            if (gap == line.text.npos || line.text[gap] == '#') {
                ++line_;
                node.items.push_back(block(indent + 1, depth + 1));
                continue;
            }
            // What follows the dash stands as if on a line of its own.
            line = {line.offset + gap, line.indent + gap, line.text.substr(gap)};
            node.items.push_back(block(indent + 1, depth + 1));
        }
        return node;
    }

    Node map(std::size_t indent, int depth) {
        Node node;
        node.kind = Node::Kind::map;
        node.offset = lines_[line_].offset;
        while (!at_end() && lines_[line_].indent == indent) {
            const Line line = lines_[line_];
            const auto length = key_length(line.text);
            if (!length) {
                fail(line.offset, line.text.size(), "a key and ':'");
                return node;
            }
            Member member;
            member.offset = line.offset;
            member.key = std::string{without_blanks_at_end(line.text.substr(0, *length))};
            if (member.key.size() > 1 && member.key.front() == '"')
                member.key = member.key.substr(1, member.key.size() - 2);
            if (node.members.size() >= most_keys) {
                fail(line.offset, *length, "at most 256 keys");
                return node;
            }
            if (node.find(member.key) != nullptr) {
                fail(line.offset, *length, "each key once");
                return node;
            }
            const std::string_view rest = without_comment(line.text.substr(*length + 1));
            const std::size_t gap = rest.find_first_not_of(" \t");
            if (gap == rest.npos) {
                ++line_;
                const bool dash = !at_end() && lines_[line_].indent == indent &&
                                  is_item(lines_[line_].text);
                member.value = dash ? list(indent, depth + 1) : block(indent + 1, depth + 1);
            } else if (rest[gap] == '|' || rest[gap] == '>') {
                member.value = block_text(rest[gap] == '|', indent);
            } else {
                member.value = value(line.offset + *length + 1 + gap, indent + 1, depth);
            }
            node.members.push_back(std::move(member));
        }
        return node;
    }

    // After | or >: the lines with more blanks before them.
    Node block_text(bool literal, std::size_t indent) {
        Node node;
        node.kind = Node::Kind::scalar;
        ++line_;
        std::size_t own = 0;
        node.offset = line_ < lines_.size() ? lines_[line_].offset : text_.size();
        for (; line_ < lines_.size(); ++line_) {
            const Line& line = lines_[line_];
            if (line.text.empty()) {
                node.text += '\n';
                continue;
            }
            if (line.indent <= indent) break;
            if (own == 0) own = line.indent;
            if (line.indent > own && literal) node.text.append(line.indent - own, ' ');
            node.text += line.text;
            node.text += literal ? '\n' : ' ';
        }
        node.text.erase(node.text.find_last_not_of(" \n") + 1);
        node.length = 0;
        return node;
    }

    // A scalar or flow collection that begins at `at` in the current line.
    Node value(std::size_t at, std::size_t least, int depth) {
        at_ = at;
        const char first = text_[at];
        if (first == '[' || first == '{' || first == '"' || first == '\'') {
            Node node = flow(depth, false);
            after_flow();
            return node;
        }
        if (std::string_view{"&*!%@`"}.find(first) != std::string_view::npos) {
            fail(at, 1, "a plain or quoted text");
            return {};
        }
        const Line& line = lines_[line_];
        Node node;
        node.kind = Node::Kind::scalar;
        node.offset = at;
        const std::string_view text = without_comment(line.text.substr(at - line.offset));
        node.text = std::string{text};
        node.length = text.size();
        ++line_;
        // Lines that go on, with more blanks before them.
        while (line_ < lines_.size() && !lines_[line_].text.empty() &&
               lines_[line_].indent >= std::max<std::size_t>(least, 1) &&
               lines_[line_].text[0] != '#' && !is_item(lines_[line_].text) &&
               !key_length(lines_[line_].text)) {
            node.text += ' ';
            node.text += without_comment(lines_[line_].text);
            ++line_;
        }
        if (node.text == "~" || node.text == "null") node = Node{};
        return node;
    }

    // The line after the one in which a flow collection or quoted scalar ends.
    void after_flow() {
        while (line_ < lines_.size() && lines_[line_].offset + lines_[line_].text.size() < at_)
            ++line_;
        if (error_ || line_ >= lines_.size()) return;
        const Line& line = lines_[line_];
        const std::size_t in_line = at_ > line.offset ? at_ - line.offset : 0;
        const std::string_view rest = line.text.substr(std::min(in_line, line.text.size()));
        const std::size_t gap = rest.find_first_not_of(" \t");
        if (gap != rest.npos && rest[gap] != '#')
            fail(at_ + gap, rest.size() - gap, "the end of the line");
        ++line_;
    }

    void blanks() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#' && at_ > 0 && (text_[at_ - 1] == ' ' || text_[at_ - 1] == '\n'))
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
                ++at_;
            else
                return;
        }
    }

    Node flow(int depth, bool inside) {
        Node node;
        node.offset = at_;
        if (depth > most_deep) {
            fail(at_, 1, "collections at most 16 deep");
            return node;
        }
        const char open = at_ < text_.size() ? text_[at_] : '\0';
        if (open == '"' || open == '\'') return quoted_scalar(open);
        if (open != '[' && open != '{') return plain(inside);
        const char close = open == '[' ? ']' : '}';
        node.kind = open == '[' ? Node::Kind::list : Node::Kind::map;
        ++at_;
        for (;;) {
            blanks();
            if (error_) return node;
            if (at_ >= text_.size()) {
                fail(at_, 0, std::string{"'"} + close + "'");
                return node;
            }
            if (text_[at_] == close) {
                ++at_;
                return node;
            }
            Node item = flow(depth + 1, true);
            if (error_) return node;
            blanks();
            if (open == '{') {
                if (at_ >= text_.size() || text_[at_] != ':') {
                    fail(at_, 1, "':' after a key");
                    return node;
                }
                ++at_;
                blanks();
                Member member{item.text, item.offset, flow(depth + 1, true)};
                node.members.push_back(std::move(member));
                blanks();
            } else {
                node.items.push_back(std::move(item));
            }
            if (at_ < text_.size() && text_[at_] == ',')
                ++at_;
            else if (at_ >= text_.size() || text_[at_] != close)
                fail(at_, 1, std::string{"',' or '"} + close + "'");
        }
    }

    Node plain(bool inside) {
        Node node;
        node.kind = Node::Kind::scalar;
        node.offset = at_;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '\n' || c == '\r') break;
            if (inside && (c == ',' || c == ']' || c == '}' || c == '[' || c == '{')) break;
            if (inside && c == ':' && (at_ + 1 == text_.size() || text_[at_ + 1] == ' ')) break;
            ++at_;
        }
        node.text = std::string{without_blanks_at_end(text_.substr(node.offset, at_ - node.offset))};
        node.length = node.text.size();
        if (node.text.empty()) fail(at_, 1, "a value");
        return node;
    }

    Node quoted_scalar(char quote) {
        Node node;
        node.kind = Node::Kind::scalar;
        node.offset = at_;
        for (++at_; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == quote) {
                if (quote == '\'' && at_ + 1 < text_.size() && text_[at_ + 1] == '\'') {
                    node.text += '\'';
                    ++at_;
                    continue;
                }
                ++at_;
                node.length = at_ - node.offset;
                return node;
            }
            if (c == '\\' && quote == '"' && at_ + 1 < text_.size()) {
                escape(node);
            } else if (c == '\n') {
                node.text.erase(node.text.find_last_not_of(" \r") + 1);
                node.text += ' ';
                while (at_ + 1 < text_.size() && text_[at_ + 1] == ' ') ++at_;
            } else {
                node.text += c;
            }
        }
        fail(node.offset, 1, std::string{"a closing "} + quote);
        return node;
    }
    void escape(Node& node) {
        const char c = text_[++at_];
        int digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
        if (digits == 0) {
            if (c == '\n' || c == '\r') return;
            node.text += c == 'n' ? '\n' : c == 't' ? '\t' : c;
            return;
        }
        unsigned code = 0;
        for (; digits > 0; --digits) {
            const char d = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
            const int value = d >= '0' && d <= '9'   ? d - '0'
                              : d >= 'a' && d <= 'f' ? d - 'a' + 10
                              : d >= 'A' && d <= 'F' ? d - 'A' + 10
                                                     : -1;
            if (value < 0) {
                fail(at_ + 1, 1, "hexadecimal digits");
                return;
            }
            code = code * 16 + static_cast<unsigned>(value);
            ++at_;
        }
        utf8(node.text, code);
    }
    static void utf8(std::string& out, unsigned code) {
        if (code < 0x80) {
            out += static_cast<char>(code);
        } else if (code < 0x800) {
            out += static_cast<char>(0xC0 | code >> 6);
            out += static_cast<char>(0x80 | (code & 63));
        } else {
            out += static_cast<char>(0xE0 | code >> 12);
            out += static_cast<char>(0x80 | (code >> 6 & 63));
            out += static_cast<char>(0x80 | (code & 63));
        }
    }

    std::string_view text_;
    std::vector<Line> lines_;
    std::size_t line_ = 0;
    std::size_t at_ = 0;  ///< of flow collections and quoted scalars
    std::optional<Error> error_;
};

}  // namespace

const Node* Node::find(std::string_view key) const noexcept {
    for (const Member& m : members)
        if (m.key == key) return &m.value;
    return nullptr;
}

Expected<Node> parse(std::string_view text) { return Parser{text}.document(); }

std::string quoted(std::string_view text) {
    bool plain = !text.empty() && text.front() != ' ' && text.back() != ' ' && text != "null";
    for (std::size_t i = 0; plain && i < text.size(); ++i) {
        const char c = text[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            static_cast<unsigned char>(c) >= 0x80;
        const bool inner = letter || (c >= '0' && c <= '9') || c == ' ' || c == '.' || c == '-' ||
                           c == '(' || c == ')' || c == '/' || c == ',';
        plain = i == 0 ? letter : inner;
    }
    if (plain) return std::string{text};
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (static_cast<unsigned char>(c) >= 0x20)
            out += c;
    }
    return out + "\"";
}

}  // namespace hakam::problem::yaml
