#include "hakam/laws/article.hpp"

#include <algorithm>

#include "article_table.hpp"
#include "hakam/laws/citation.hpp"

namespace hakam::laws {
namespace {

/// A text read letter by letter without what does not matter in the name of an article.
class Letters {
public:
    explicit Letters(std::string_view text) noexcept : text_{text} {}

    /// The next letter in lower case, 0 at the end.
    char next() noexcept {
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == ' ' || c == '-' || c == '_') continue;
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        return 0;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

bool same(std::string_view a, std::string_view b) noexcept {
    Letters left{a};
    Letters right{b};
    for (;;) {
        const char l = left.next();
        if (l != right.next()) return false;
        if (l == 0) return true;
    }
}

std::string_view without_prefix(std::string_view text) noexcept {
    for (const std::string_view prefix : {"Article ", "article ", "Art. ", "art. ", "Art ", "art "})
        if (text.substr(0, prefix.size()) == prefix) return text.substr(prefix.size());
    return text;
}

/// Rules that other lists number in their own way.
struct OtherName {
    std::string_view name;
    std::string_view id;
};
constexpr OtherName other_names[] = {
    {"FIDE-0", "FIDE Preface"},
    {"FIDE-5.2.2-MAT", "FIDE 5.2.2 material"},
    {"FIDE-6.3-INIT", "FIDE 6.3 first increment"},
    {"FIDE-6.3.2-D", "FIDE 6.3.2 delay"},
    {"FIDE-C.0", "FIDE C preamble"},
    {"FIDE-C.1-2", "FIDE C.1"},
    {"FIDE-C.5-7", "FIDE C.5"},
    {"GII-X", "FIDE GII.3 check"},
    {"MAN-6.9-96", "MAN 6.9 automatic draw"},
    {"MAN-7.5-INC", "MAN 7.5.5 increment"},
    {"MAN-7.5-ONE", "MAN 7.5 one fault"},
    {"MAN-7.5-END", "MAN 7.5 after the end"},
    {"MAN-7.5-SEE", "MAN 7.5 seen"},
    {"MAN-A-00", "MAN A.5.3 zero"},
    {"USCF-75", "USCF 75 moves"},
    {"USCF-BL1", "USCF blitz 1"},
    {"USCF-BL2", "USCF blitz 2"},
    {"USCF-BL3", "USCF blitz 3"},
    {"USCF-RES", "USCF resignation"},
};

/// "GIII-4" for GIII.4: whether `id` ends so, a hyphen in the text standing for a full stop.
bool is_guideline(std::string_view id, std::string_view text) noexcept {
    const std::size_t hyphen = text.find('-');
    if (hyphen == text.npos || id.substr(0, 6) != "FIDE G") return false;
    id.remove_prefix(5);
    return same(id.substr(0, id.find('.')), text.substr(0, hyphen)) &&
           same(id.substr(id.find('.') + 1), text.substr(hyphen + 1));
}

}  // namespace

std::span<const Article> articles() noexcept { return article_table; }

const Article& article(ArticleId id) noexcept {
    return article_table[static_cast<std::size_t>(id)];
}

std::optional<Article> find(std::string_view text) noexcept {
    text = without_prefix(text);
    if (text.empty()) return std::nullopt;
    for (const OtherName& other : other_names)
        if (other.name == text) return find(other.id);
    for (const Article& a : article_table)
        if (same(a.id, text) || same(a.name, text)) return a;
    // Citations are shared by an article and its comments; the first in the table is the article.
    for (const Article& a : article_table)
        if (same(a.cited, text)) return a;
    for (const Article& a : article_table)
        if (is_guideline(a.id, text)) return a;
    // "14E2" without its book.
    for (const Article& a : article_table)
        if (a.book == "us-chess" && same(a.id.substr(a.id.find(' ') + 1), text)) return a;
    return std::nullopt;
}

std::vector<ArticleId> history(ArticleId id) {
    std::vector<ArticleId> found;
    for (const Article& a : article_table)
        if (a.follows == id) found.push_back(a.key);
    // What was before the first code comes before every year; else as the table has it.
    std::sort(found.begin(), found.end(), [](ArticleId a, ArticleId b) {
        const bool a_old = article(a).book == "history";
        const bool b_old = article(b).book == "history";
        if (a_old != b_old) return a_old;
        if (!a_old && article(a).edition != article(b).edition)
            return article(a).edition < article(b).edition;
        return a < b;
    });
    return found;
}

std::string_view book_title(std::string_view book) noexcept {
    if (book == "fide") return "FIDE Laws of Chess";
    if (book == "fide-manual") return "FIDE Arbiters' Manual";
    if (book == "fide-online") return "FIDE Online Chess Regulations";
    if (book == "us-chess") return "US Chess Rules of Chess";
    if (book == "event") return "rules of the event";
    if (book == "equipment") return "equipment standards";
    if (book == "codex") return "Codex for Chess Composition";
    if (book == "history") return "older rules";
    return "variants";
}

std::string_view name(ArticleStatus status) noexcept {
    switch (status) {
        case ArticleStatus::ok:
            return "ok";
        case ArticleStatus::policy:
            return "policy";
        case ArticleStatus::check_needed:
            break;
    }
    return "check";
}

std::string_view name(Decider decider) noexcept {
    switch (decider) {
        case Decider::software:
            return "software";
        case Decider::arbiter:
            return "arbiter";
        case Decider::organiser:
            return "organiser";
        case Decider::equipment:
            return "equipment";
        case Decider::platform:
            return "platform";
        case Decider::problem:
            return "problem";
        case Decider::history:
            return "history";
        case Decider::out_of_scope:
            return "out of scope";
        case Decider::heading:
            break;
    }
    return "heading";
}

std::string describe(Citation citation) {
    const Article& a = article(citation.id);
    std::string text{book_title(a.book)};
    text += " (";
    text += a.edition;
    text += ") Art. ";
    std::string_view number = a.cited;
    for (const std::string_view prefix : {"USCF ", "ONL-"})  // the book has been named already
        if (number.starts_with(prefix)) number.remove_prefix(prefix.size());
    text += number;
    return text;
}

}  // namespace hakam::laws
