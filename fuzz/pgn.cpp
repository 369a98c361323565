// Reading never loses a byte: each belongs to a game, to a finding between games, or is white
// space; it does not depend on how the text is cut; and what is written is read back the same.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/pgn/tag.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"

namespace {

using namespace hakam::pgn;

void require(bool condition) {
    if (!condition) std::abort();
}

struct Coverage final : Visitor {
    explicit Coverage(std::string_view t)
        : text{t}, is_covered(t.size()), is_stray(t.size()) {}
    void game_begin(std::uint64_t) override { in_game = true; }
    void game_end(const GameEnd& e) override {
        require(e.begin <= e.end && e.end <= text.size());
        mark(e.begin, e.end);
        in_game = false;
        log += std::to_string(e.begin) + "-" + std::to_string(e.end) + " ";
    }
    void move(const MoveToken& m) override { log += std::to_string(m.move.code()) + " "; }
    void stray_text(const StrayText& word) override {
        for (std::size_t i = 0; i < word.text.size(); ++i) {
            require(text[word.where.offset + i] == word.text[i]);
            is_stray[word.where.offset + i] = true;
        }
    }
    void finding(const Finding& f) override {
        require(f.where.offset + f.where.length <= text.size());
        if (!in_game) mark(f.where.offset, f.where.offset + f.where.length);
        log += describe(f) + "\n";
    }
    void mark(std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t i = from; i < to; ++i) is_covered[i] = true;
    }
    std::string_view text;
    std::vector<bool> is_covered;
    std::vector<bool> is_stray;
    std::string log;
    bool in_game = false;
};

/// What is said of the text if it is cut at these places and each part is read by itself.
std::string read_parts(std::string_view text, std::vector<std::size_t> cuts) {
    cuts.push_back(text.size());
    std::string log;
    ReaderOptions options;
    for (const std::size_t end : cuts) {
        const auto begin = static_cast<std::size_t>(options.first_offset);
        const std::string_view part = text.substr(begin, end - begin);
        Coverage one{text};
        read(part, one, options);
        log += one.log;
        options.first_offset = end;
        options.first_line +=
            static_cast<std::uint32_t>(std::count(part.begin(), part.end(), '\n'));
    }
    return log;
}

// What games are made of, and what goes wrong with it.
constexpr std::string_view snippets[] = {"[Event \"T\"]\n",
                                         "1-0\n[Event \"",
                                         "*\r\n[Event \"T\"]\n",
                                         "\n\n[Event \"",
                                         " 1-0\r\n\r\n[White \"",
                                         " *\n[X \"",
                                         " 0-1\n\n1. ",
                                         " 1/2-1/2\n1. e4 ",
                                         "*\n\ne4 ",
                                         "[Result \"1-0\"]\n",
                                         "[Variant \"Chess960\"]\n",
                                         "[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n",
                                         "[SetUp \"1\"]\n",
                                         "[White \"\\\"a\\\\ \"\"]\n",
                                         "[X \"",
                                         "\"]",
                                         "[",
                                         "]",
                                         "\n",
                                         "\r\n",
                                         "\n\n",
                                         "\n% ",
                                         " ",
                                         "1. ",
                                         "3...",
                                         "e4 ",
                                         "e5 ",
                                         "Nf3 ",
                                         "Nc6 ",
                                         "Bb5 ",
                                         "a6 ",
                                         "O-O ",
                                         "0-0-0 ",
                                         "Nge2 ",
                                         "exd5 ",
                                         "a8=Q+ ",
                                         "a8(Q) ",
                                         "e7-e8N# ",
                                         "hxg6e.p. ",
                                         "Qh4# ",
                                         "-- ",
                                         "Z0 ",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         ";",
                                         "; x\n",
                                         "{[%clk 1:02:03]} ",
                                         "{[%cal Ge2e4]} ",
                                         "$1 ",
                                         "$",
                                         "!",
                                         "?!",
                                         "!!!",
                                         "1-0 ",
                                         "0-1\n",
                                         "1/2-1/2\n\n",
                                         "* ",
                                         "1\xE2\x80\x93"
                                         "0 ",
                                         "\xEF\xBB\xBF",
                                         "<",
                                         ">",
                                         "Ka1 ",
                                         "\xE9",
                                         "\xE2\x99\x98"
                                         "f3 ",
                                         "...",
                                         "e.p. ",
                                         "0.5-0.5 ",
                                         "1 : 0\n",
                                         "0-0\n",
                                         "1/2-0 ",
                                         "1-0F ",
                                         "[Result \"0-0\"]\n",
                                         "[Outcome \"1/2-0\"]\n",
                                         "[White \xE2\x80\x9Cx\xE2\x80\x9D]\n",
                                         "[B33] Sicilian\n",
                                         "\n\nwhat White should have played here\n",
                                         "1. A. Player 2500 * 1\n",
                                         "\xC2\xA0",
                                         "\xE2\x80\x8B",
                                         "\xE2\x99\x98",
                                         "Sf3 ",
                                         "5254 ",
                                         "++ "};

/// A sequence of numbers that depends on the seed alone.
struct Numbers {
    std::uint32_t state;
    std::uint32_t below(std::size_t n) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return n == 0 ? 0 : static_cast<std::uint32_t>(state % n);
    }
};

/// The end of the token that begins at `at`: up to the next blank, line feed or bracket.
std::size_t token_end(const std::string& text, std::size_t at) {
    return std::min(text.find_first_of(" \n(){}[]\"", at + 1), text.size());
}

}  // namespace

/// Puts in, takes out, repeats and moves whole tokens, now and then a single byte.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    std::string text{reinterpret_cast<const char*>(data), size};
    Numbers numbers{seed | 1U};
    for (std::uint32_t n = 1 + numbers.below(4); n != 0; --n) {
        std::size_t at = numbers.below(text.size() + 1);
        if (numbers.below(8) != 0 && at < text.size()) at = token_end(text, at);
        const std::size_t end = at < text.size() ? token_end(text, at) : at;
        const std::string_view piece = snippets[numbers.below(std::size(snippets))];
        switch (numbers.below(8)) {
            case 0:
                text.erase(at, end - at);
                break;
            case 1:
                text.replace(at, end - at, piece);
                break;
            case 2:
                text.insert(numbers.below(text.size() + 1), text.substr(at, end - at));
                break;
            case 3:
                text.insert(at, text.substr(numbers.below(text.size() + 1), numbers.below(120)));
                break;
            case 4:
                if (at < text.size()) text[at] = static_cast<char>(numbers.below(256));
                break;
            case 5:
                text.insert(at, 1, static_cast<char>(numbers.below(256)));
                break;
            default:
                text.insert(at, piece);
                break;
        }
    }
    size = std::min(text.size(), most);
    std::memcpy(data, text.data(), size);
    return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{reinterpret_cast<const char*>(data), size};
    Coverage whole{text};
    read(text, whole);
    if (text.find_first_of("%\xEF") == std::string::npos)  // escape lines and byte-order marks
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t blank = blank_length(std::string_view{text}.substr(i));
            require(whole.is_covered[i] || blank != 0);
            if (!whole.is_covered[i]) i += blank - 1;
        }
    Coverage pieces{text};
    Reader reader{pieces};
    for (std::size_t at = 0; at < size; at += 3) reader.feed(std::string_view{text}.substr(at, 3));
    reader.finish();
    require(pieces.log == whole.log && pieces.is_stray == whole.is_stray);
    std::vector<std::size_t> cuts;
    for (std::size_t at = next_cut(text, 1); at < size; at = next_cut(text, at + 1))
        cuts.push_back(at);
    require(last_cut(text) == (cuts.empty() ? 0 : cuts.back()));
    require(read_parts(text, cuts) == whole.log);
    for (const std::size_t shown : {size / 2, size - size / 4, size})
        if (const std::size_t cut = last_plain_cut(std::string_view{text}.substr(0, shown)))
            require(read_parts(text, {cut}) == whole.log);
    for (const TreeReading& game : read_trees(text)) {
        const std::string written = format(game.tree);
        const auto again = read_trees(written);
        require(again.size() == 1 && format(again[0].tree) == written);
    }
    return 0;
}
