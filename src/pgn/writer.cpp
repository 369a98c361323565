#include "hakam/pgn/writer.hpp"

#include <algorithm>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/pgn/result_text.hpp"
#include "null_move.hpp"

namespace hakam::pgn {
namespace {

/// Puts tokens into lines of limited length.
class Lines {
public:
    explicit Lines(std::size_t columns) : columns_{columns} {}

    /// A token after a blank or, if it does not fit, after a line end.
    void add(std::string_view token) {
        const std::size_t size = prefix_.size() + token.size();
        if (!text_.empty() && text_.back() != '\n') {
            const bool fits = column_ + 1 + size <= columns_;
            text_ += fits ? ' ' : '\n';
            column_ = fits ? column_ + 1 : 0;
        }
        text_ += prefix_;
        text_ += token;
        column_ += size;
        prefix_.clear();
    }
    /// What the next token begins with.
    void open(char bracket) { prefix_ += bracket; }
    /// What follows the last token without a blank, if it fits.
    void close(char bracket) {
        if (column_ + 1 > columns_) end_line();
        text_ += bracket;
        ++column_;
    }
    void end_line() {
        text_ += '\n';
        column_ = 0;
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::size_t columns_;
    std::size_t column_ = 0;
    std::string prefix_;
};

/// The marker that ends the game in export format: where none was found the Result tag speaks.
std::string_view exported_marker(const Tree& tree) {
    if (tree.termination != Termination::missing) return to_string(tree.termination);
    const auto stated = parse_result(find(tree.tags, "Result").value_or("*"));
    return to_string(stated ? stated->termination : Termination::unknown);
}
/// A score for which the standard has no marker, from the moves or else from the Result tag.
std::optional<Score> unusual_score(const Tree& tree) {
    if (tree.termination == Termination::other) return tree.score;
    if (tree.termination != Termination::missing) return std::nullopt;
    const auto stated = parse_result(find(tree.tags, "Result").value_or("*"));
    if (!stated || stated->termination != Termination::other) return std::nullopt;
    return stated->score;
}

class MovesWriter {
public:
    MovesWriter(const Tree& tree, const WriterOptions& options)
        : tree_{tree}, options_{options}, lines_{options.columns} {}

    std::string write() {
        annotations(Tree::root, Tree::Place::after);
        unplayed(Tree::root);
        walk({Kind::line, tree_.node(Tree::root).first_child, tree_.start(), false});
        while (!tasks_.empty()) {
            const Task task = tasks_.back();
            tasks_.pop_back();
            walk(task);
        }
        const std::string_view marker = options_.style == WriterStyle::exported
                                            ? exported_marker(tree_)
                                            : to_string(tree_.termination);
        if (!marker.empty()) lines_.add(marker);
        return lines_.take();
    }

private:
    enum class Kind : std::uint8_t { line, variation, comments };
    struct Task {
        Kind kind;
        Tree::Id node;
        Position before;
        bool is_inside;  // of a variation, whose bracket is closed at the end of the line
        std::uint32_t variations = 0;  // that stand before it
        // Annotations of the move it is an alternative to: from here on they are not written yet.
        std::uint32_t annotation = Tree::none;
        std::uint32_t annotation_end = Tree::none;  // of comments: up to here
    };
    /// Which comments after a move are written with it.
    enum class Behind : std::uint8_t { move, everything };

    // Writes one line until it ends or alternatives have to come first.
    void walk(Task task) {
        if (task.kind == Kind::comments) return comments_behind(task.annotation, task.annotation_end);
        bool takes_alternatives = task.kind == Kind::line;
        if (task.kind == Kind::variation) {
            // The alternatives behind this one, and the comments between, come after it.
            const Tree::Id next = tree_.node(task.node).next_sibling;
            const std::uint32_t written = task.variations + 1;
            std::uint32_t to = task.annotation;
            while (to != Tree::none &&
                   (next == Tree::none || tree_.annotation(to).variations <= written))
                to = tree_.annotation(to).next;
            if (next != Tree::none)
                tasks_.push_back({Kind::variation, next, task.before, true, written, to, Tree::none});
            if (to != task.annotation)
                tasks_.push_back({Kind::comments, task.node, task.before, true, 0, task.annotation, to});
            lines_.open('(');
            needs_number_ = true;
        }
        Tree::Id id = task.node;
        Position before = task.before;
        while (id != Tree::none) {
            const Tree::Node& node = tree_.node(id);
            const Position next =
                node.is_null_move ? after_null_move(before) : before.after(node.move);
            const bool has_alternatives = takes_alternatives && node.next_sibling != Tree::none &&
                                          !options_.leave_out_variations;
            move(id, node, before, has_alternatives ? Behind::move : Behind::everything);
            if (has_alternatives) {
                tasks_.push_back({Kind::line, node.first_child, next, task.is_inside});
                tasks_.push_back({Kind::variation, node.next_sibling, before, true, 0,
                                  node.first_annotation, Tree::none});
                needs_number_ = true;
                return;
            }
            takes_alternatives = true;
            before = next;
            id = node.first_child;
        }
        if (task.is_inside) {
            lines_.close(')');
            needs_number_ = true;
        }
    }

    void comments_behind(std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t i = from; i != to; i = tree_.annotation(i).next)
            if (tree_.annotation(i).variations != 0) comment(tree_.text(tree_.annotation(i)));
    }

    void move(Tree::Id id, const Tree::Node& node, const Position& before,
              Behind behind) {
        annotations(id, Tree::Place::before);
        const bool is_white = before.turn() == Color::white;
        if (is_white || needs_number_)
            lines_.add(std::to_string(before.fullmove_number().value) + (is_white ? "." : "..."));
        needs_number_ = false;
        if (node.is_null_move)
            lines_.add("--");
        else if (options_.style == WriterStyle::as_found && node.text_length != 0)
            lines_.add(tree_.text(node));
        else if (options_.letters == &english)
            lines_.add(san::format(node.move, before));
        else
            lines_.add(san::format(node.move, before, *options_.letters));
        annotations(id, Tree::Place::after, behind);
        unplayed(id);
    }

    void annotations(Tree::Id id, Tree::Place place, Behind behind = Behind::everything) {
        for (std::uint32_t i = tree_.node(id).first_annotation; i != Tree::none;
             i = tree_.annotation(i).next) {
            const Tree::Annotation& a = tree_.annotation(i);
            if (a.place != place || (behind == Behind::move && a.variations != 0)) continue;
            if (a.kind == Tree::Annotation::Kind::comment)
                comment(tree_.text(a));
            else if (!options_.leave_out_glyphs)
                lines_.add("$" + std::to_string(a.glyph));
        }
    }

    void comment(std::string_view text) {
        if (options_.leave_out_comments) return;
        if (options_.as_utf8 && !is_utf8(text)) return comment(to_utf8(text));
        needs_number_ = true;
        if (text.find_first_of("{}") != std::string_view::npos) {
            lines_.add(";" + std::string{text});  // braces cannot hold braces
            lines_.end_line();
            return;
        }
        // Broken at single blanks only, which reading puts back, and not where the rest of the
        // line would look like an escape or a tag.
        lines_.open('{');
        std::size_t begin = 0;
        for (std::size_t i = 1; i + 1 < text.size(); ++i) {
            if (text[i] != ' ' || is_blank(text[i - 1]) || is_blank(text[i + 1])) continue;
            if (text[i + 1] == '%' || text[i + 1] == '[') continue;
            lines_.add(text.substr(begin, i - begin));
            begin = i + 1;
        }
        lines_.add(std::string{text.substr(begin)} + "}");
    }
    static bool is_blank(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }

    void unplayed(Tree::Id id) {
        for (const Tree::Unplayed& u : tree_.unplayed) {
            if (u.after != id) continue;
            if (options_.style == WriterStyle::exported) {
                comment("not played: " + u.texts);
                continue;
            }
            for (std::size_t at = 0; at < u.texts.size();) {
                const std::size_t end = std::min(u.texts.find(' ', at), u.texts.size());
                lines_.add(std::string_view{u.texts}.substr(at, end - at));
                at = end + 1;
            }
        }
    }

    const Tree& tree_;
    const WriterOptions& options_;
    Lines lines_;
    std::vector<Task> tasks_;
    bool needs_number_ = true;
};

bool is_odd_in_name(char c) noexcept {
    return c != '_' && !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') &&
           !(c >= 'a' && c <= 'z');
}

// SetUp says whether there is a FEN. A FEN without a position is as none, unless SetUp insists.
void repair_set_up(Tags& tags) {
    const auto fen = find(tags, "FEN");
    const bool says_nothing = !fen || fen->find_first_not_of(" ?-") == std::string_view::npos;
    if (!says_nothing) {
        set(tags, "SetUp", "1");
    } else if (!fen || find(tags, "SetUp") != "1") {
        remove(tags, "FEN");
        remove(tags, "SetUp");
    }
}

void add_export_tags(const Tree& tree, const WriterOptions& options, std::string& text) {
    Tags tags = tree.tags;
    // A name of other characters might not be read as a tag again.
    for (Tag& tag : tags) {
        if (options.as_utf8) tag.value = to_utf8(tag.value);
        std::replace_if(tag.name.begin(), tag.name.end(), is_odd_in_name, '_');
        if (tag.name.empty()) tag.name = "_";
    }
    if (!(tree.start() == Position{}) && !find(tags, "FEN")) {
        set(tags, "SetUp", "1");
        set(tags, "FEN", fen::format(tree.start()));
    }
    repair_set_up(tags);
    if (const auto score = unusual_score(tree)) set(tags, "Outcome", to_string(*score));
    for (const std::string_view name : seven_tags) {
        std::string_view value = find(tags, name).value_or(unknown_value(name));
        if (name == "Result") value = exported_marker(tree);
        text += format(Tag{std::string{name}, std::string{value}}) + "\n";
    }
    for (const std::string_view name : seven_tags) remove(tags, name);
    std::vector<std::size_t> order(tags.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
        return tags[i].name != tags[j].name ? tags[i].name < tags[j].name : i < j;
    });
    for (const std::size_t i : order) text += format(tags[i]) + "\n";
}

}  // namespace

std::string format_moves(const Tree& tree, const WriterOptions& options) {
    return MovesWriter{tree, options}.write();
}

std::string format(const Tree& tree, const WriterOptions& options) {
    std::string text;
    if (options.style == WriterStyle::exported)
        add_export_tags(tree, options, text);
    else
        for (const Tag& tag : tree.tags)
            text += format(Tag{tag.name, options.as_utf8 ? to_utf8(tag.value) : tag.value}) + "\n";
    if (!text.empty()) text += "\n";
    text += format_moves(tree, options);
    if (!text.ends_with('\n')) text += "\n";
    return text + "\n";
}

}  // namespace hakam::pgn
