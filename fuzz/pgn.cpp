// Reading never loses a byte: each belongs to a game, to a finding between games, or is white space;
// it does not depend on how the text is cut; and what is written is read back the same.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"

namespace {

using namespace hakam::pgn;

void require(bool condition) {
    if (!condition) std::abort();
}

struct Coverage final : Visitor {
    explicit Coverage(std::string_view t) : text{t}, is_covered(t.size()) {}
    void game_begin(std::uint64_t) override { in_game = true; }
    void game_end(const GameEnd& e) override {
        require(e.begin <= e.end && e.end <= text.size());
        mark(e.begin, e.end);
        in_game = false;
        log += std::to_string(e.begin) + "-" + std::to_string(e.end) + " ";
    }
    void move(const MoveToken& m) override { log += std::to_string(m.move.code()) + " "; }
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
    std::string log;
    bool in_game = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{reinterpret_cast<const char*>(data), size};
    Coverage whole{text};
    read(text, whole);
    if (text.find_first_of("%\xEF") == std::string::npos)  // escape lines and byte-order marks
        for (std::size_t i = 0; i < size; ++i)
            require(whole.is_covered[i] || static_cast<unsigned char>(text[i]) <= ' ');
    Coverage pieces{text};
    Reader reader{pieces};
    for (std::size_t at = 0; at < size; at += 3)
        reader.feed(std::string_view{text}.substr(at, 3));
    reader.finish();
    require(pieces.log == whole.log);
    for (const TreeReading& game : read_trees(text)) {
        const std::string written = format(game.tree);
        const auto again = read_trees(written);
        require(again.size() == 1 && format(again[0].tree) == written);
    }
    return 0;
}
