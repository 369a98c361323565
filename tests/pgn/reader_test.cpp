#include "hakam/pgn/reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hakam/notation/san.hpp"
#include "testkit/data.hpp"
#include "testkit/rng.hpp"

namespace hakam::pgn {
namespace {

/// Everything a reader says, as lines of text, so that two readings can be compared.
class Transcript final : public Visitor {
public:
    void game_begin(std::uint64_t offset) override { line("game", std::to_string(offset)); }
    void tag(const TagToken& t) override {
        line("tag",
             std::string{t.name} + "=" + std::string{t.value} + "@" + std::to_string(t.offset));
    }
    Descend moves_begin(const MovesStart& s) override {
        line("moves", std::string{s.fen} + (s.playable ? "" : " unplayable"));
        return Descend::yes;
    }
    void move(const MoveToken& m) override {
        line("move", std::to_string(m.ply) + " " + std::string{m.text} + "@" +
                         std::to_string(m.offset) + " " + std::to_string(m.move.code()));
    }
    void null_move(const MoveToken& m) override { line("null", std::to_string(m.ply)); }
    void unplayed(const MoveToken& m) override { line("unplayed", std::string{m.text}); }
    void nag(unsigned glyph) override { line("nag", std::to_string(glyph)); }
    void comment(const CommentToken& c) override {
        line("comment", std::string{c.text} + "@" + std::to_string(c.offset));
    }
    Descend variation_begin() override {
        line("(", "");
        return Descend::yes;
    }
    void variation_end() override { line(")", ""); }
    void game_end(const GameEnd& e) override {
        line("end", std::to_string(e.begin) + "-" + std::to_string(e.end) + " plies " +
                        std::to_string(e.plies) + " " + std::string{to_string(e.termination)});
    }
    void finding(const Finding& f) override { line("finding", describe(f)); }

    std::string text;

private:
    void line(std::string_view what, const std::string& rest) {
        text.append(what).append(" ").append(rest).append("\n");
    }
};

std::string transcript(std::string_view text, const ReaderOptions& options = {}) {
    Transcript t;
    read(text, t, options);
    return t.text;
}

struct Counts final : Visitor {
    void game_begin(std::uint64_t) override { ++games; }
    void move(const MoveToken&) override {
        plies += depth == 0;
        variations += opened;
        opened = false;
    }
    void nag(unsigned) override { ++nags; }
    void comment(const CommentToken&) override { ++comments; }
    Descend variation_begin() override {
        opened = true;
        ++depth;
        return Descend::yes;
    }
    void variation_end() override {
        --depth;
        opened = false;
    }
    void finding(const Finding& f) override { worst = std::max(worst, f.severity); }

    std::size_t games = 0, plies = 0, comments = 0, nags = 0, variations = 0, depth = 0;
    bool opened = false;  // a variation without moves counts for nothing
    Severity worst = Severity::note;
};

TEST(PgnReader, CountsTheRealSampleAsItsReadmeSays) {
    Counts counts;
    read(testkit::data_file("pgn/real-sample.pgn"), counts);
    EXPECT_EQ(counts.games, 5377U);
    EXPECT_EQ(counts.plies, 424215U);
    EXPECT_EQ(counts.variations, 475U);
    EXPECT_EQ(counts.comments, 40358U);
    EXPECT_EQ(counts.nags, 1222U);
    EXPECT_LT(counts.worst, Severity::error);
}

/// Plays every move again by the plain way: the notation room and a full Position.
struct Replay final : Visitor {
    Descend moves_begin(const MovesStart& s) override {
        line = {s.position};
        stack.clear();
        return Descend::yes;
    }
    void null_move(const MoveToken& m) override {
        Setup setup = line.back().setup();
        setup.turn = ~setup.turn;
        setup.en_passant.reset();
        line.push_back(*Position::from(setup, RulesetId::standard, Tolerance::unreachable()));
        EXPECT_EQ(reader->position().key(), line.back().key()) << m.offset;
        line.back() = reader->position();
    }
    void move(const MoveToken& m) override {
        const auto read = san::parse_lenient(m.text, line.back());
        ASSERT_TRUE(read) << m.text << " at " << m.offset;
        ASSERT_EQ(read->move, m.move) << m.text << " at " << m.offset;
        line.push_back(line.back().after(m.move));
        ASSERT_EQ(reader->position(), line.back()) << m.text << " at " << m.offset;
        ++moves;
    }
    Descend variation_begin() override {
        stack.push_back(line);
        line.pop_back();
        return Descend::yes;
    }
    void variation_end() override {
        line = stack.back();
        stack.pop_back();
    }
    const Reader* reader = nullptr;
    std::vector<Position> line;
    std::vector<std::vector<Position>> stack;
    std::size_t moves = 0;
};

TEST(PgnReader, FastPathAgreesWithTheNotationRoomOnEveryMove) {
    Replay replay;
    Reader reader{replay};
    replay.reader = &reader;
    reader.feed(testkit::data_file("pgn/real-sample.pgn"));
    reader.finish();
    EXPECT_GT(replay.moves, 424215U);
}

TEST(PgnReader, DoesNotDependOnHowTheTextIsCut) {
    const std::string sample = testkit::data_file("pgn/real-sample.pgn");
    testkit::Rng rng{1};
    for (const std::string& text :
         {testkit::data_file("pgn/real-quirks.pgn"), sample.substr(0, 60'000),
          sample.substr(sample.size() - 60'000)}) {
        const std::string whole = transcript(text);
        for (const std::size_t size : {1U, 2U, 3U, 7U, 64U, 1000U, 5000U}) {
            Transcript t;
            Reader reader{t};
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t n = size > 7 ? 1 + rng.below(size) : size;
                reader.feed(std::string_view{text}.substr(at, n));
                at += n;
            }
            reader.finish();
            ASSERT_EQ(t.text, whole) << "pieces of " << size;
        }
    }
}

}  // namespace
}  // namespace hakam::pgn
