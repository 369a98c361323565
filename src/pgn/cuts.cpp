#include "hakam/pgn/reader.hpp"
#include "game_start.hpp"
#include "hakam/pgn/result_text.hpp"
#include "hakam/pgn/tag.hpp"
#include "words.hpp"

namespace hakam::pgn {
namespace {

bool is_cut_at(std::string_view text, std::size_t at) noexcept {
    return is_cut(text.substr(at), [&](int back) {
        const auto n = static_cast<std::size_t>(back);
        return n <= at ? text[at - n] : '\0';
    });
}

/// Follows games without tags from the beginning of a text, as far as it is plain where comments
/// and variations end; whatever is not stops it.
class PlainGames {
public:
    explicit PlainGames(std::string_view text) noexcept
        : begin_{text.data()}, p_{text.data()}, end_{text.data() + text.size()} {}

    /// The last place where a game surely begins; 0 if there is none.
    std::size_t last_start() noexcept {
        while (p_ != end_ && step()) {
        }
        return last_;
    }

private:
    static constexpr std::size_t longest_word = 200;  // a reader's limit may be 255

    // Takes one token. Returns: false if what follows it is not plain.
    bool step() noexcept {
        if (*p_ == '\n') {
            ++p_;
            if (is_after_marker_ && begins_game()) last_ = static_cast<std::size_t>(p_ - begin_);
            return true;
        }
        if (scan::is_space(*p_)) {
            ++p_;
            return true;
        }
        // A blank of Unicode begins like a word and has no word in it.
        if (const std::size_t blank = blank_length({p_, static_cast<std::size_t>(end_ - p_)})) {
            p_ += blank;
            return true;
        }
        is_after_marker_ = false;
        switch (*p_) {
            case '{':
                return comment();
            case ';':
                p_ = scan::find_any<'\n', '\r'>(p_, end_);
                return true;
            case '(':
                ++depth_;
                ++p_;
                return true;
            case ')':
                depth_ -= depth_ != 0 ? 1 : 0;
                ++p_;
                return true;
            case '[':
            case '<':
                return false;
            case '%':
                if (p_ != begin_ && p_[-1] != '\n' && p_[-1] != '\r') break;
                p_ = scan::find_any<'\n', '\r'>(p_, end_);
                return true;
            case '*':
                is_after_marker_ = depth_ == 0;
                ++p_;
                return true;
            default:
                break;
        }
        if (!is_word(*p_)) {
            ++p_;
            return true;
        }
        const std::string_view word = word_at(p_);
        if (word.empty()) return false;
        const ResultText result = result_at(word);
        const bool is_marker = result.termination != Termination::missing &&
                               result.length == word.size() && !result.may_castle;
        is_after_marker_ = depth_ == 0 && is_marker;
        p_ += word.size();
        return word.size() <= longest_word && (is_marker || is_plain(word));
    }

    bool comment() noexcept {
        for (++p_;; ++p_) {
            p_ = scan::find_any<'}', '{', '\n'>(p_, end_);
            if (p_ == end_ || *p_ == '{') return false;
            if (*p_ == '}') break;
            if (end_ - p_ < 2 || p_[1] == '[') return false;  // a tag pair may end the comment
        }
        ++p_;
        return true;
    }

    std::string_view word_at(const char* p) const noexcept {
        return {p, static_cast<std::size_t>(word_end(p, end_) - p)};
    }
    // Whether p_ is the first word of a game, whole in this text.
    bool begins_game() const noexcept {
        if (p_ == end_ || !is_word(*p_) || *p_ == '%') return false;
        const std::string_view word = word_at(p_);
        return !word.empty() && p_ + word.size() != end_ && word.size() <= longest_word &&
               begins_with_number(word) &&
               begins_moves({p_, static_cast<std::size_t>(end_ - p_)}, Standing::paragraph, false) ==
                   Seen::yes;
    }
    // Prose ends what is plain: in it a marker need not end a game.
    static bool is_plain(std::string_view word) noexcept {
        return scan::is_digit(word[0]) || is_move_like(word) ||
               word.find_first_not_of("!?.+-=#") == std::string_view::npos;
    }

    const char* begin_;
    const char* p_;
    const char* end_;
    std::size_t depth_ = 0;
    bool is_after_marker_ = false;  // which ended a game; only white space came since
    std::size_t last_ = 0;
};

}  // namespace

std::size_t next_cut(std::string_view text, std::size_t from) noexcept {
    for (std::size_t at = text.find('[', from); at < text.size(); at = text.find('[', at + 1))
        if (at != 0 && text[at - 1] == '\n' && is_cut_at(text, at)) return at;
    return text.size();
}

std::size_t last_cut(std::string_view text) noexcept {
    for (std::size_t at = text.rfind("\n["); at != std::string_view::npos;
         at = at == 0 ? std::string_view::npos : text.rfind("\n[", at - 1))
        if (is_cut_at(text, at + 1)) return at + 1;
    return 0;
}

std::size_t last_plain_cut(std::string_view text) noexcept { return PlainGames{text}.last_start(); }

}  // namespace hakam::pgn
