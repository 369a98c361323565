// Reading what was written gives the same tree; bad things stay bounded.

#include "hakam/pgn/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/pgn/command.hpp"
#include "hakam/pgn/writer.hpp"
#include "spaces.hpp"
#include "testkit/data.hpp"
#include "testkit/rng.hpp"

namespace hakam::pgn {
namespace {

constexpr WriterOptions as_found{.style = WriterStyle::as_found};

/// What export format adds and sorts, done to a tree, so that it can be compared.
Tree exported(Tree tree) {
    for (const std::string_view name : seven_tags)
        if (!find(tree.tags, name)) set(tree.tags, name, unknown_value(name));
    if (tree.termination == Termination::missing) tree.termination = Termination::unknown;
    set(tree.tags, "Result", to_string(tree.termination));
    if (find(tree.tags, "FEN") && !find(tree.tags, "SetUp")) set(tree.tags, "SetUp", "1");
    std::sort(tree.tags.begin(), tree.tags.end(), [](const Tag& a, const Tag& b) {
        return a.name != b.name ? a.name < b.name : a.value < b.value;
    });
    return tree;
}

void expect_stable(const TreeReading& game) {
    const std::string found = format(game.tree, as_found);
    const auto again = read_trees(found);
    ASSERT_EQ(again.size(), 1U) << found;
    EXPECT_TRUE(again[0].tree == game.tree) << found;
    EXPECT_EQ(format(again[0].tree, as_found), found);

    const std::string text = format(game.tree);
    const auto exported_again = read_trees(text);
    ASSERT_EQ(exported_again.size(), 1U) << text;
    EXPECT_EQ(format(exported_again[0].tree), text);
    if (game.tree.unplayed.empty()) {
        EXPECT_TRUE(exported(exported_again[0].tree) == exported(game.tree)) << text;
    }
    for (const Finding& f : exported_again[0].findings)
        EXPECT_TRUE(f.code == FindingCode::bad_fen || f.code == FindingCode::unknown_variant)
            << describe(f) << '\n'
            << text;
}

TEST(PgnWriter, ReadingWhatWasWrittenGivesTheSameTree) {
    std::size_t games = 0;
    for (const char* file :
         {"pgn/real-sample.pgn", "pgn/real-quirks.pgn", "seeds/games.pgn", "seeds/illegal.pgn"})
        for (const TreeReading& game : read_trees(testkit::data_file(file))) {
            expect_stable(game);
            ++games;
            if (HasFatalFailure()) return;
        }
    EXPECT_GT(games, 5377U);
}

TEST(PgnWriter, LinesStayBelow80Columns) {
    for (const TreeReading& game : read_trees(testkit::data_file("pgn/real-sample.pgn"))) {
        const std::string text = format(game.tree);
        for (std::size_t at = text.find("\n\n"); at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            if (end - at > 79) ADD_FAILURE() << text.substr(at, end - at);
            at = end + 1;
        }
    }
}

TEST(PgnWriter, EscapesQuotesAndKeepsOddComments) {
    Tree tree;
    set(tree.tags, "Event", "a \"quoted\" \\ name");
    const Tree::Id e4 = tree.add(Tree::root, tree.start().legal_moves()[0], "x");
    tree.add_comment(e4, "with { and } braces");
    tree.add_comment(e4, "100\n%sure and\n[Event \"no tag\"]");
    tree.add_comment(e4, "");
    tree.add_glyph(e4, 255);
    const auto again = read_trees(format(tree));
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(find(again[0].tree.tags, "Event"), "a \"quoted\" \\ name");
    EXPECT_EQ(again[0].tree.comments(1),
              (std::vector<std::string_view>{"with { and } braces",
                                             "100 %sure and [Event \"no tag\"]", ""}));
    EXPECT_EQ(again[0].tree.glyphs(1), std::vector<unsigned>{255});
}

TEST(PgnWriter, WritesTextsOfEitherEncodingAsUtf8) {
    const auto games = read_trees(
        "[White \"caf\xE9\"]\n[Black \"caf\xC3\xA9\"]\n\n"
        "1. e4 {d\xE9 la} e5 {d\xC3\xA9 la} 2. Ke5 {x} *\n");
    ASSERT_EQ(games.size(), 1U);
    for (const WriterStyle style : {WriterStyle::exported, WriterStyle::as_found}) {
        const std::string text = format(games[0].tree, {.style = style, .as_utf8 = true});
        EXPECT_TRUE(is_utf8(text)) << text;
        EXPECT_NE(text.find("[White \"caf\xC3\xA9\"]"), text.npos) << text;
        EXPECT_NE(text.find("{d\xC3\xA9 la} 1... e5 {d\xC3\xA9 la}"), text.npos) << text;
        EXPECT_FALSE(is_utf8(format(games[0].tree, {.style = style})));
    }
}

TEST(PgnSeeds, LegalGamesAreClean) {
    const auto games = read_trees(testkit::data_file("seeds/games.pgn"));
    EXPECT_EQ(games.size(), 15U);
    for (const TreeReading& g : games)
        for (const Finding& f : g.findings) ADD_FAILURE() << describe(f);
}

TEST(PgnSeeds, IllegalGamesAreReportedAtTheirPly) {
    const auto games = read_trees(testkit::data_file("seeds/illegal.pgn"));
    ASSERT_EQ(games.size(), 5U);
    for (const TreeReading& g : games) {
        const std::string ply{find(g.tree.tags, "IllegalPly").value_or("")};
        std::string reported = "0";
        for (const Finding& f : g.findings)
            if (f.code == FindingCode::illegal_move && f.depth == 0)
                reported = std::to_string(f.ply);
        EXPECT_EQ(reported, ply) << find(g.tree.tags, "SeedId").value_or("");
    }
}

TEST(PgnBadThings, DeepVariationsDoNotRecurse) {
    constexpr int depth = 100'000;
    std::string text = "1. e4 e5";
    for (int i = 0; i < depth; ++i) text += i % 2 == 0 ? "\n(1... d5" : " d6 (1... c5";
    for (int i = 0; i < depth; ++i) text += ")";
    text += " 2. Nf3 *\n\n[Event \"next\"]\n\n1. d4 *\n";
    const auto games = read_trees(text);
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0].tree.main_line().plies(), 3U);
    EXPECT_EQ(games[1].tree.main_line().plies(), 1U);

    std::string nested = "1. e4";
    for (int i = 0; i < depth; ++i) nested += i % 2 == 0 ? " (1. d4" : " (1. c4";
    nested += std::string(depth, ')') + " e5 *";
    const auto deep = read_trees(nested);
    ASSERT_EQ(deep.size(), 1U);
    EXPECT_EQ(deep[0].tree.size(), static_cast<std::size_t>(depth) + 3);
    expect_stable(deep[0]);
}

TEST(PgnBadThings, TooDeepVariationsAreReportedAndLeftOut) {
    ReaderOptions options;
    options.limits.depth = 3;
    const auto games = read_trees("1. e4 (1. d4 (1. c4 (1. b4 (1. a4 (1. h4))))) e5 *", options);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].tree.main_line().plies(), 2U);
    EXPECT_EQ(games[0].findings.at(0).code, FindingCode::too_long);
}

TEST(PgnBadThings, HugeTokensAreCutWithAFinding) {
    const std::string big(3'000'000, 'x');
    for (const std::string& text :
         {"[Event \"" + big + "\"]\n\n1. e4 *\n", "[Event \"a\"]\n\n1. e4 {" + big + "} *\n",
          "[Event \"a\"]\n\n1. e4 ;" + big + "\n *\n", "[Event \"a\"]\n\n1. e4 " + big + " *\n"}) {
        const auto games = read_trees(text + "\n[Event \"next\"]\n\n1. d4 d5 *\n");
        ASSERT_EQ(games.size(), 2U);
        EXPECT_EQ(games[0].tree.main_line().plies(), 1U);
        EXPECT_EQ(games[0].findings.at(0).code, FindingCode::too_long);
        EXPECT_EQ(games[1].tree.main_line().plies(), 2U);
        EXPECT_TRUE(games[1].findings.empty());
    }
}

TEST(PgnBadThings, AGameOf100000Plies) {
    std::string text;
    const char* moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int i = 0; i < 100'000; ++i) {
        if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
        text += std::string{moves[i % 4]} + " ";
    }
    const auto games = read_trees(text + "*");
    ASSERT_EQ(games.size(), 1U);
    const Game game = games[0].tree.main_line();
    EXPECT_EQ(game.plies(), 100'000U);
    EXPECT_EQ(game.occurrences(), 25'001);
}

TEST(PgnBadThings, ABrokenGameDoesNotSwallowItsNeighbours) {
    const std::string next = "\n[Event \"next\"]\n[Result \"*\"]\n\n1. d4 d5 *\n";
    for (const char* broken : {"1. e4 { not closed\n", "1. e4 (1. d4 { } ( \n", "1. e4 e5 \"\n",
                               "[Event \"x\n", "[Event\n", "[\n", "1. e4 {a {b} c\n", "1. e4 <\n",
                               "1. Ke5 Zz9 ] } ) $\n", "; {\n", "%\n", "1. e4 {\n{\n{",
                               "[FEN \"x\"]\n\n1. e4 e5\n", "[Variant \"Atomic\"]\n\n1. e4 {\n"}) {
        const auto games = read_trees(std::string{broken} + next);
        ASSERT_FALSE(games.empty()) << broken;
        const TreeReading& last = games.back();
        EXPECT_EQ(find(last.tree.tags, "Event"), "next") << broken;
        EXPECT_EQ(last.tree.main_line().plies(), 2U) << broken;
        EXPECT_EQ(last.tree.termination, Termination::unknown) << broken;
    }
}

/// Checks that the games and the findings between them cover every byte that is not white space.
struct Coverage final : Visitor {
    explicit Coverage(std::string_view t) : text{t}, is_covered(t.size()) {}

    void game_begin(std::uint64_t) override { in_game = true; }
    void game_end(const GameEnd& e) override {
        ASSERT_LE(e.begin, e.end);
        ASSERT_LE(e.end, text.size());
        EXPECT_GE(e.begin, last_end);  // games do not overlap
        last_end = e.end;
        mark(e.begin, e.end);
        in_game = false;
    }
    void finding(const Finding& f) override {
        ASSERT_LE(f.where.offset + f.where.length, text.size());
        if (!in_game) mark(f.where.offset, f.where.offset + f.where.length);
    }
    void mark(std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t i = from; i < to; ++i) is_covered[i] = true;
    }
    void check() const {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::size_t space = space_length(text.substr(i));
            ASSERT_TRUE(is_covered[i] || space != 0) << "byte " << i << " belongs to nothing";
            if (!is_covered[i]) i += space - 1;
        }
    }
    std::string_view text;
    std::vector<bool> is_covered;
    std::uint64_t last_end = 0;
    bool in_game = false;
};

// Half a million signs, comments and alternatives at one move; each is put behind the last at once.
TEST(PgnBadThings, OneMoveTakesAnyNumberOfAnnotations) {
    constexpr std::size_t many = 500'000;
    Tree tree;
    const MoveList moves = Position{}.legal_moves();
    const Tree::Id first = tree.add(Tree::root, moves[0]);
    for (std::size_t i = 0; i < many; ++i) {
        tree.add_glyph(first, static_cast<unsigned>(i % 256));
        tree.add_comment(first, "a");
        tree.add(Tree::root, moves[1]);
    }
    std::size_t count = 0;
    for (std::uint32_t i = tree.node(first).first_annotation; i != Tree::none;
         i = tree.annotation(i).next)
        ++count;
    EXPECT_EQ(count, 2 * many);
}

TEST(PgnBadThings, RandomBytesAreSurvived) {
    testkit::Rng rng{20261130};
    constexpr std::string_view crumbs[] = {"[Event \"x\"]\n",
                                           "\n\n[Event \"",
                                           "1. e4 ",
                                           "e5",
                                           "Nf3 ",
                                           "{",
                                           "}",
                                           "(",
                                           ")",
                                           ";",
                                           "\n",
                                           "$1 ",
                                           "1-0 ",
                                           "*",
                                           "\"",
                                           "\\",
                                           "[%clk 0:01:00]",
                                           "%",
                                           "O-O ",
                                           "[FEN \"",
                                           "<",
                                           ">",
                                           "\xE2",
                                           "--",
                                           "[Variant \"Chess960\"]\n",
                                           "0-0-0",
                                           "e8(Q)",
                                           "a.b,",
                                           "\r\n"};
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        const std::size_t parts = rng.below(60);
        for (std::size_t i = 0; i < parts; ++i) {
            if (rng.below(8) == 0)
                text += static_cast<char>(rng.below(256));
            else
                text += crumbs[rng.below(std::size(crumbs))];
        }
        // Escape lines and byte-order marks count as white space; they are left out here.
        if (text.find_first_of("%\xEF") == std::string::npos) {
            Coverage coverage{text};
            read(text, coverage);
            coverage.check();
            ASSERT_FALSE(HasFailure()) << text;
        }
        for (TreeReading& game : read_trees(text)) {
            const std::string found = format(game.tree);
            const auto again = read_trees(found);
            ASSERT_EQ(again.size(), 1U) << text << "\n-- wrote --\n" << found;
            ASSERT_EQ(format(again[0].tree), found) << text;
        }
    }
}

TEST(PgnCommands, ClocksAndEvaluations) {
    using std::chrono::milliseconds;
    EXPECT_EQ(*parse_clock("1:00:00"), milliseconds{3'600'000});
    EXPECT_EQ(*parse_clock("9:59"), milliseconds{599'000});
    EXPECT_EQ(*parse_clock("0:00:03,5"), milliseconds{3500});
    EXPECT_FALSE(parse_clock("1:2:3:4"));
    EXPECT_FALSE(parse_clock(""));
    EXPECT_FALSE(parse_clock("0:00:01."));
    for (const int ms : {0, 1, 999, 1000, 59'999, 3'600'000, 36'000'001})
        EXPECT_EQ(parse_clock(format_clock(milliseconds{ms}))->count(), ms);
    EXPECT_EQ(parse_evaluation("-1.55")->centipawns, -155);
    EXPECT_EQ(parse_evaluation("#-3")->mate_in, -3);
    EXPECT_EQ(parse_evaluation("0.3,21")->depth, 21U);
    EXPECT_EQ(format(*parse_evaluation("-0.05")), "-0.05");
    EXPECT_FALSE(parse_evaluation("x"));
    EXPECT_EQ(format(*parse_drawings("Ge2e4,Rd4")), "Ge2e4,Rd4");
    EXPECT_FALSE(parse_drawings("Ge9"));
    EXPECT_EQ(with_command("[%clk 0:01:00] good", "clk", "0:02:00"), "[%clk 0:02:00] good");
    EXPECT_EQ(with_command("good", "emt", "0:00:01"), "[%emt 0:00:01] good");
    EXPECT_EQ(without_commands("a [%clk 0:01:00] b [%eval 0.1]"), "a b");
}

// The quick way to the clock against the two steps it stands for, on comments one or two bytes
// away from a usual one.
TEST(PgnCommands, TheClockOfACommentIsItsFirstClkCommand) {
    constexpr std::string_view usual[] = {
        "[%clk 0:05:00]", " [%clk 9:59:58] ", "[%eval 0.17] [%clk 0:00:30]",
        "[%clk 1:0:0] [%clk 0:00:01]", "good [x] [%emt 0:00:02][%clk 12:34:56.7]"};
    constexpr std::string_view bytes = "[%clk 0:59.,]/;x ";
    testkit::Rng rng{303};
    int read = 0;
    for (int i = 0; i < 200'000; ++i) {
        std::string comment{usual[rng.below(std::size(usual))]};
        for (std::size_t n = rng.below(3); n > 0; --n) {
            const std::size_t at = rng.below(comment.size());
            if (rng.below(3) == 0)
                comment.erase(at, 1 + rng.below(4));
            else
                comment[at] = bytes[rng.below(bytes.size())];
            if (comment.empty()) break;
        }
        std::optional<std::chrono::milliseconds> expected;
        if (const auto command = find_command(comment, "clk"))
            if (const auto time = parse_clock(command->argument)) expected = *time;
        ASSERT_EQ(clock_reading(comment), expected) << comment;
        read += expected ? 1 : 0;
    }
    EXPECT_GT(read, 20'000);
    EXPECT_LT(read, 180'000);
}

}  // namespace
}  // namespace hakam::pgn
