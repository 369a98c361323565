// Games of a PGN text as numbers: each game is one record of 32-bit words, texts stand in a second
// area. The caller feeds pieces, takes the records that are complete, and feeds on.

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "abi.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tag.hpp"

namespace hakam::wasm {
namespace {

/// The first byte of an item; the other three are its number.
enum class Item : std::uint32_t {
    move,       ///< the code of the move
    null_move,  ///< the turn passes
    begin,      ///< a variation that replaces the last move
    end,        ///< of that variation
    glyph,      ///< NAG
    comment,    ///< followed by the place and the length of its text
    unplayed,   ///< a move text after an illegal one; likewise
};

/// Record: length, begin, end, termination, unplayed, whether the moves could be played;
/// count of tags, each as places and lengths of name and value; the start position (16 words);
/// count of words of items, items; count of findings, each as severity, line, column, ply, depth
/// and places and lengths of code and text. Units: words; places and lengths in bytes of texts.
class Recorder final : public pgn::Visitor {
public:
    void game_begin(std::uint64_t) override {
        tags_.clear();
        items_.clear();
        start_ = Position{};
        playable_ = 1;
    }
    void tag(const pgn::TagToken& tag) override {
        place(tags_, tag.name);
        place(tags_, pgn::to_utf8(tag.value));
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        start_ = start.position;
        playable_ = start.playable ? 1 : 0;
        return pgn::Descend::yes;
    }
    void move(const pgn::MoveToken& token) override { item(Item::move, token.move.code()); }
    void null_move(const pgn::MoveToken&) override { item(Item::null_move, 0); }
    void unplayed(const pgn::MoveToken& token) override {
        item(Item::unplayed, 0);
        place(items_, pgn::to_utf8(token.text));
    }
    void nag(unsigned glyph) override { item(Item::glyph, glyph); }
    void comment(const pgn::CommentToken& comment) override {
        item(Item::comment, 0);
        place(items_, pgn::to_utf8(comment.text));
    }
    pgn::Descend variation_begin() override {
        item(Item::begin, 0);
        return pgn::Descend::yes;
    }
    void variation_end() override { item(Item::end, 0); }
    void finding(const pgn::Finding& finding) override {
        findings_.push_back(static_cast<std::uint32_t>(finding.severity));
        findings_.push_back(static_cast<std::uint32_t>(finding.where.line));
        findings_.push_back(static_cast<std::uint32_t>(finding.where.column));
        findings_.push_back(finding.ply);
        findings_.push_back(finding.depth);
        place(findings_, pgn::name(finding.code));
        place(findings_, finding.text);
    }
    void game_end(const pgn::GameEnd& end) override {
        const std::size_t at = words.size();
        for (const std::uint64_t word :
             {std::uint64_t{0}, end.begin, end.end, static_cast<std::uint64_t>(end.termination),
              std::uint64_t{end.unplayed}, std::uint64_t{playable_}, static_cast<std::uint64_t>(tags_.size() / 4)})
            words.push_back(static_cast<std::uint32_t>(word));
        words.insert(words.end(), tags_.begin(), tags_.end());
        std::uint32_t start[16];
        static_assert(sizeof start == sizeof start_);
        std::memcpy(start, &start_, sizeof start);
        words.insert(words.end(), start, start + 16);
        words.push_back(static_cast<std::uint32_t>(items_.size()));
        words.insert(words.end(), items_.begin(), items_.end());
        words.push_back(static_cast<std::uint32_t>(findings_.size() / 9));
        words.insert(words.end(), findings_.begin(), findings_.end());
        words[at] = static_cast<std::uint32_t>(words.size() - at);
        findings_.clear();
        tags_.clear();
        items_.clear();
        told = texts.size();
    }
    /// Texts of the game that is still being read move to the front, `by` bytes.
    void shift(std::size_t by) {
        const auto back = [&](std::vector<std::uint32_t>& list, std::size_t i) {
            list[i] -= static_cast<std::uint32_t>(by);
        };
        for (std::size_t i = 0; i < tags_.size(); i += 2) back(tags_, i);
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const Item kind{items_[i] >> 24U};
            if (kind != Item::comment && kind != Item::unplayed) continue;
            back(items_, i + 1);
            i += 2;
        }
        for (std::size_t i = 0; i < findings_.size(); i += 9) {
            back(findings_, i + 5);
            back(findings_, i + 7);
        }
    }

    std::vector<std::uint32_t> words;
    std::string texts;
    std::size_t told = 0;  ///< so much of the texts belongs to complete records

private:
    void item(Item kind, std::uint32_t number) {
        items_.push_back(static_cast<std::uint32_t>(kind) << 24U | (number & 0xFFFFFFU));
    }
    void place(std::vector<std::uint32_t>& list, std::string_view text) {
        list.push_back(static_cast<std::uint32_t>(texts.size()));
        list.push_back(static_cast<std::uint32_t>(text.size()));
        texts += text;
    }

    std::vector<std::uint32_t> tags_;
    std::vector<std::uint32_t> items_;
    std::vector<std::uint32_t> findings_;
    Position start_;
    std::uint32_t playable_ = 1;
};

struct Open {
    explicit Open(const pgn::ReaderOptions& options) : reader{recorder, options} {}
    Recorder recorder;
    pgn::Reader reader;
};
std::unique_ptr<Open> open_text;

}  // namespace

/// Begins a text; one that was open is forgotten.
HAKAM_EXPORT(pgn_open) void hakam_pgn_open(std::uint32_t letters, std::uint32_t strict) {
    pgn::ReaderOptions options;
    const auto all = all_letters();
    // The object `english` itself: the reader knows it and is faster with it.
    options.letters = letters != 0 && letters < all.size() ? &all[letters] : &english;
    options.reading = strict != 0 ? Reading::strict : Reading::lenient;
    open_text = std::make_unique<Open>(options);
}
/// The next bytes of the text, or its end if there are none. Returns: the words of the records that
/// are complete; they stand at pgn_words, their texts at pgn_texts, until the next call.
HAKAM_EXPORT(pgn_feed) std::uint32_t hakam_pgn_feed(const char* bytes, std::uint32_t length) {
    if (!open_text) return 0;
    Recorder& recorder = open_text->recorder;
    recorder.words.clear();
    recorder.texts.erase(0, recorder.told);
    recorder.shift(recorder.told);
    recorder.told = 0;
    if (length > 0)
        open_text->reader.feed({bytes, length});
    else
        open_text->reader.finish();
    return static_cast<std::uint32_t>(recorder.words.size());
}
HAKAM_EXPORT(pgn_words) const std::uint32_t* hakam_pgn_words() {
    return open_text ? open_text->recorder.words.data() : nullptr;
}
HAKAM_EXPORT(pgn_texts) const char* hakam_pgn_texts() {
    return open_text ? open_text->recorder.texts.data() : nullptr;
}
HAKAM_EXPORT(pgn_texts_size) std::uint32_t hakam_pgn_texts_size() {
    return open_text ? static_cast<std::uint32_t>(open_text->recorder.texts.size()) : 0;
}

}  // namespace hakam::wasm
