// Known faults of other programs: rows pgn-, clock- and other-007 of data/bugs/bugs.tsv, one test
// per row. Inputs come from the table; the right answers are written here.

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/pgn/command.hpp"
#include "hakam/pgn/time_control_tag.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"
#include "testkit/tsv.hpp"

namespace hakam::pgn {
namespace {

using Strings = std::vector<std::string>;

std::string input(std::string_view id) {
    static const std::vector<testkit::TsvRow> rows = testkit::read_bugs();
    return testkit::row_with_id(rows, id)["input"];
}

std::vector<TreeReading> games(std::string_view id) { return read_trees(input(id)); }

TreeReading one_game(std::string_view id) {
    std::vector<TreeReading> all = games(id);
    EXPECT_EQ(all.size(), 1U) << id;
    return all.empty() ? TreeReading{} : std::move(all.front());
}

/// The main line in canonical SAN.
Strings line(const Tree& tree, Tree::Id from = Tree::root) {
    Strings moves;
    for (Tree::Id id = tree.node(from).first_child; id != Tree::none;
         id = tree.node(id).first_child) {
        const Tree::Node& n = tree.node(id);
        moves.push_back(n.is_null_move ? "--" : san::format(n.move, tree.position(n.parent)));
    }
    return moves;
}
std::size_t plies(const TreeReading& r) { return line(r.tree).size(); }

/// The main-line node of a half-move.
Tree::Id at(const Tree& tree, std::uint32_t ply) {
    Tree::Id id = Tree::root;
    while (ply-- > 0) id = tree.node(id).first_child;
    return id;
}

bool has(const TreeReading& r, FindingCode code, std::uint32_t ply) {
    return std::any_of(r.findings.begin(), r.findings.end(),
                       [&](const Finding& f) { return f.code == code && f.ply == ply; });
}
bool has(const TreeReading& r, FindingCode code) {
    return std::any_of(r.findings.begin(), r.findings.end(),
                       [&](const Finding& f) { return f.code == code; });
}
/// Nothing but departures from the standard that are clear, and missing markers.
bool is_fine(const TreeReading& r) {
    return std::all_of(r.findings.begin(), r.findings.end(), [](const Finding& f) {
        return f.code == FindingCode::lenient || f.code == FindingCode::result_missing;
    });
}
std::string tag(const TreeReading& r, std::string_view name) {
    return std::string{find(r.tree.tags, name).value_or("(none)")};
}

TEST(PgnBugs, Pgn002NestedVariationsReplaceTheMoveBefore) {  // pgn-002
    const TreeReading r = one_game("pgn-002");
    ASSERT_EQ(line(r.tree), (Strings{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"}));
    const Tree::Id nf3 = at(r.tree, 3);
    const Tree::Id nc3 = r.tree.node(nf3).next_sibling;
    ASSERT_NE(nc3, Tree::none);
    EXPECT_EQ(line(r.tree, nc3), Strings{"Nf6"});
    const Tree::Id f4 = r.tree.node(nc3).next_sibling;
    ASSERT_NE(f4, Tree::none);
    EXPECT_EQ(r.tree.node(f4).parent, at(r.tree, 2));
    EXPECT_EQ(line(r.tree, f4), Strings{"d5"});
}

TEST(PgnBugs, Pgn003VariationMustReplaceTheMoveBefore) {  // pgn-003
    const TreeReading r = one_game("pgn-003");
    EXPECT_EQ(line(r.tree), Strings{"d4"});
    EXPECT_TRUE(has(r, FindingCode::illegal_move, 1));
    const Tree::Id h4 = r.tree.node(at(r.tree, 1)).next_sibling;
    ASSERT_NE(h4, Tree::none);
    EXPECT_EQ(r.tree.comments(h4), std::vector<std::string_view>{"b"});
    EXPECT_EQ(r.tree.glyphs(h4), std::vector<unsigned>{4});
}

TEST(PgnBugs, Pgn006MainLineAlone) {  // pgn-006
    EXPECT_EQ(line(one_game("pgn-006").tree), (Strings{"e4", "e5", "Nf3", "Nc6"}));
}

TEST(PgnBugs, Pgn010SemicolonInsideBraces) {  // pgn-010
    const TreeReading r = one_game("pgn-010");
    EXPECT_EQ(plies(r), 3U);
    EXPECT_EQ(r.tree.comments(at(r.tree, 1)), std::vector<std::string_view>{"a; b"});
}

TEST(PgnBugs, Pgn013TwoCommentsInARow) {  // pgn-013
    const TreeReading r = one_game("pgn-013");
    EXPECT_EQ(r.tree.comments(at(r.tree, 2)), (std::vector<std::string_view>{"c1", "c2"}));
    EXPECT_TRUE(r.findings.empty());
}

TEST(PgnBugs, Pgn014BlankLinesInsideAComment) {  // pgn-014
    const TreeReading r = one_game("pgn-014");
    EXPECT_EQ(plies(r), 2U);
    EXPECT_TRUE(r.findings.empty());
}

TEST(PgnBugs, Pgn017BlanksBetweenNumberAndPeriods) {  // pgn-017
    EXPECT_EQ(plies(one_game("pgn-017")), 4U);
}

TEST(PgnBugs, Pgn019EmptyListOfArrows) {  // pgn-019
    const TreeReading r = one_game("pgn-019");
    EXPECT_EQ(plies(r), 4U);
    const auto comments = r.tree.comments(at(r.tree, 3));
    ASSERT_EQ(comments.size(), 1U);
    const auto squares = find_command(comments[0], "csl");
    const auto arrows = find_command(comments[0], "cal");
    ASSERT_TRUE(squares && arrows);
    EXPECT_EQ(*parse_drawings(squares->argument),
              (std::vector<Drawing>{{'G', Square::e5, std::nullopt}}));
    EXPECT_TRUE(parse_drawings(arrows->argument)->empty());
}

TEST(PgnBugs, Pgn020DollarsAndBracketsInsideComments) {  // pgn-020
    const TreeReading r = one_game("pgn-020");
    EXPECT_EQ(plies(r), 3U);
    EXPECT_TRUE(r.tree.glyphs(at(r.tree, 1)).empty());
    EXPECT_TRUE(r.tree.glyphs(at(r.tree, 2)).empty());
}

TEST(PgnBugs, Pgn021CommentBeforeTheTags) {  // pgn-021
    const TreeReading r = one_game("pgn-021");
    EXPECT_EQ(plies(r), 1U);
    EXPECT_EQ(tag(r, "ECO"), "A00");
    EXPECT_TRUE(is_fine(r));
    EXPECT_EQ(r.tree.comments(Tree::root), std::vector<std::string_view>{"file header, no game"});
}

TEST(PgnBugs, Pgn022EscapeLines) {  // pgn-022
    const TreeReading r = one_game("pgn-022");
    EXPECT_EQ(line(r.tree), (Strings{"e4", "e5"}));
    EXPECT_EQ(r.tree.comments(at(r.tree, 2)), std::vector<std::string_view>{"100% sure"});
}

TEST(PgnBugs, Pgn023EscapedQuote) {  // pgn-023
    const TreeReading r = one_game("pgn-023");
    EXPECT_EQ(tag(r, "Event"), "Section A g/8'+2\"");
    EXPECT_EQ(plies(r), 3U);
    EXPECT_TRUE(r.findings.empty());
}

TEST(PgnBugs, Pgn026OddEscape) {  // pgn-026
    const TreeReading r = one_game("pgn-026");
    EXPECT_EQ(tag(r, "Event"), "Let\\'s play");
    EXPECT_EQ(plies(r), 2U);
    EXPECT_TRUE(is_fine(r));
}

TEST(PgnBugs, Pgn028BracketsInsideQuotes) {  // pgn-028
    const TreeReading r = one_game("pgn-028");
    EXPECT_EQ(tag(r, "Black"), "[=0040.34h5a4]");
    EXPECT_EQ(plies(r), 1U);
}

TEST(PgnBugs, Pgn029BracketsAndParenthesesInsideQuotes) {  // pgn-029
    const TreeReading r = one_game("pgn-029");
    EXPECT_EQ(tag(r, "Variation"), "Classical, Modern[!] (old)");
    EXPECT_EQ(plies(r), 2U);
}

TEST(PgnBugs, Pgn030ParenthesesInATag) {  // pgn-030
    const TreeReading r = one_game("pgn-030");
    EXPECT_EQ(plies(r), 2U);
    EXPECT_TRUE(r.findings.empty());
}

TEST(PgnBugs, Pgn035NullMoveInAVariation) {  // pgn-035
    const TreeReading r = one_game("pgn-035");
    EXPECT_EQ(plies(r), 5U);
    EXPECT_TRUE(is_fine(r));
    const Tree::Id null = r.tree.node(at(r.tree, 4)).next_sibling;
    ASSERT_NE(null, Tree::none);
    EXPECT_TRUE(r.tree.node(null).is_null_move);
    EXPECT_EQ(line(r.tree, null), Strings{"Nxe5"});
}

TEST(PgnBugs, Pgn036ByteOrderMarkAndGamesWithoutMoves) {  // pgn-036
    const auto all = games("pgn-036");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(tag(all[0], "Event"), "T");
    for (const TreeReading& r : all) {
        EXPECT_EQ(plies(r), 0U);
        EXPECT_TRUE(r.findings.empty());
    }
}

TEST(PgnBugs, Pgn038CarriageReturns) {  // pgn-038
    const TreeReading r = one_game("pgn-038");
    EXPECT_EQ(plies(r), 3U);
    EXPECT_TRUE(r.findings.empty());
}

TEST(PgnBugs, Pgn041ZeroAtTheBeginningOfALine) {  // pgn-041
    const TreeReading r = one_game("pgn-041");
    EXPECT_EQ(plies(r), 7U);
    EXPECT_TRUE(has(r, FindingCode::illegal_move, 8));
}

TEST(PgnBugs, Pgn042TypographicDashes) {  // pgn-042
    const TreeReading r = one_game("pgn-042");
    EXPECT_EQ(plies(r), 8U);
    EXPECT_EQ(r.tree.termination, Termination::white_wins);
    EXPECT_TRUE(is_fine(r));
}

TEST(PgnBugs, Pgn044SuperfluousOrigin) {  // pgn-044
    const TreeReading r = one_game("pgn-044");
    EXPECT_TRUE(is_fine(r));
    EXPECT_EQ(line(r.tree).at(12), "Ne2");
    EXPECT_NE(format_moves(r.tree).find("7. Ne2 d5"), std::string::npos);
}

TEST(PgnBugs, Pgn046EnPassantMarkGluedOn) {  // pgn-046
    const TreeReading r = one_game("pgn-046");
    EXPECT_EQ(plies(r), 6U);
    EXPECT_EQ(line(r.tree).at(4), "hxg6");
}

TEST(PgnBugs, Pgn048GlyphGluedToItsMove) {  // pgn-048
    const TreeReading r = one_game("pgn-048");
    EXPECT_EQ(r.tree.glyphs(at(r.tree, 5)), std::vector<unsigned>{1});
    EXPECT_NE(format_moves(r.tree).find("3. d5 $1 {a} 1-0"), std::string::npos);
}

TEST(PgnBugs, Pgn049SuffixesAndMarksOfDatabases) {  // pgn-049
    const TreeReading r = one_game("pgn-049");
    EXPECT_EQ(plies(r), 4U);
    EXPECT_EQ(r.tree.glyphs(at(r.tree, 2)), std::vector<unsigned>{6});
    EXPECT_EQ(r.tree.glyphs(at(r.tree, 3)), (std::vector<unsigned>{5, 14}));
    EXPECT_TRUE(has(r, FindingCode::syntax, 5));  // where the fifth half-move is due
}

TEST(PgnBugs, Pgn053NothingAfterAnIllegalMove) {  // pgn-053
    const TreeReading r = one_game("pgn-053");
    EXPECT_EQ(plies(r), 6U);
    EXPECT_TRUE(has(r, FindingCode::illegal_move, 7));
    EXPECT_EQ(r.tree.unplayed, (std::vector<Tree::Unplayed>{{at(r.tree, 6), "Ka1 d5 O-O"}}));
}

TEST(PgnBugs, Pgn056ContradictingResults) {  // pgn-056
    const TreeReading r = one_game("pgn-056");
    EXPECT_TRUE(has(r, FindingCode::result_mismatch));
}

TEST(PgnBugs, Pgn057MarkersEndGames) {  // pgn-057
    const auto all = games("pgn-057");
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(plies(all[0]), 0U);
    EXPECT_EQ(plies(all[1]), 2U);
    EXPECT_EQ(plies(all[2]), 1U);
}

TEST(PgnBugs, Pgn059ResultOnly) {  // pgn-059
    const auto all = games("pgn-059");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(plies(all[0]), 0U);
    EXPECT_EQ(all[0].tree.termination, Termination::black_wins);
    EXPECT_EQ(plies(all[1]), 1U);
}

TEST(PgnBugs, Pgn062BlankLineAmongTheTags) {  // pgn-062
    const TreeReading r = one_game("pgn-062");
    EXPECT_EQ(plies(r), 3U);
    EXPECT_EQ(tag(r, "Date"), "2017.12.04");
}

TEST(PgnBugs, Pgn063TwoBlankLinesBeforeTheMoves) {  // pgn-063
    const TreeReading r = one_game("pgn-063");
    EXPECT_EQ(plies(r), 2U);
    EXPECT_EQ(tag(r, "White"), "A");
}

TEST(PgnBugs, Pgn064NoBlankLineBeforeTheMoves) {  // pgn-064
    EXPECT_EQ(plies(one_game("pgn-064")), 4U);
}

TEST(PgnBugs, Pgn066IndentedTagsAndFenWithoutSetUp) {  // pgn-066
    const TreeReading r = one_game("pgn-066");
    EXPECT_EQ(line(r.tree), Strings{"Nxg5"});
    EXPECT_TRUE(is_fine(r));
}

TEST(PgnBugs, Pgn069LineEndsAreBlanks) {  // pgn-069
    const TreeReading r = one_game("pgn-069");
    EXPECT_EQ(plies(r), 5U);
    EXPECT_EQ(r.tree.termination, Termination::unknown);
}

TEST(PgnBugs, Pgn070FalseCastlingRightsAreDropped) {  // pgn-070
    const TreeReading r = one_game("pgn-070");
    EXPECT_EQ(plies(r), 1U);
    EXPECT_TRUE(r.tree.main_line().current().is_checkmate());
    EXPECT_TRUE(r.tree.start().castling().empty());
    EXPECT_TRUE(has(r, FindingCode::lenient));
    EXPECT_TRUE(is_fine(r));
}

TEST(PgnBugs, Pgn072BlacksFirstMoveIsNumbered) {  // pgn-072
    // The row: position 8/8/4k3/8/4P3/4K3/8/8 b - - 0 1; moves e6d6 e3d4.
    Tree tree{*fen::position("8/8/4k3/8/4P3/4K3/8/8 b - - 0 1")};
    const Tree::Id kd6 = tree.add(Tree::root, *san::parse("Kd6", tree.start()));
    tree.add(kd6, *san::parse("Kd4", tree.position(kd6)));
    EXPECT_EQ(format_moves(tree), "1... Kd6 2. Kd4 *");
}

TEST(PgnBugs, Pgn074NumberAfterAComment) {  // pgn-074
    const auto all = read_trees("1. e4 {c} c5 2. Nf3 d6 *");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(format_moves(all[0].tree), "1. e4 {c} 1... c5 2. Nf3 d6 *");
}

TEST(PgnBugs, Pgn077VariantStandard) {  // pgn-077
    const TreeReading r = one_game("pgn-077");
    EXPECT_EQ(plies(r), 2U);
    EXPECT_TRUE(r.findings.empty());
}

TEST(PgnBugs, Other007NumbersComeFromTheFen) {  // other-007
    Tree tree{*fen::position("4r3/8/2p2PPk/1p6/pP2p1R1/P1B5/2P2K2/3r4 w - - 1 45")};
    tree.add(Tree::root, *san::parse("f7", tree.start()));
    EXPECT_EQ(format_moves(tree), "45. f7 *");
}

TEST(PgnBugs, Clock004IncrementInTheTag) {  // clock-004
    const auto control = parse_time_control("5400+30");
    ASSERT_TRUE(control);
    ASSERT_EQ(control->periods.size(), 1U);
    EXPECT_EQ(control->periods[0].base, std::chrono::seconds{5400});
    EXPECT_EQ(control->periods[0].increment, std::chrono::seconds{30});
    // Before move 1: 1:30:00 if the increment follows the move, 1:30:30 if it comes before it.
    EXPECT_EQ(format_clock(control->given_for(0)), "1:30:00");
    EXPECT_EQ(format_clock(control->given_for(0) + control->increment_at(1)), "1:30:30");
}

TEST(PgnBugs, Clock009LastFieldRepeats) {  // clock-009
    EXPECT_EQ(parse_time_control("40/7200")->given_for(80), std::chrono::seconds{14400});
}

TEST(PgnBugs, Clock010MinutesAndAMinuteAMove) {  // clock-010
    const auto control = parse_time_control("5400+60");
    ASSERT_TRUE(control);
    EXPECT_EQ(control->periods[0].base, std::chrono::minutes{90});
    EXPECT_EQ(control->increment_at(1), std::chrono::minutes{1});
}

TEST(PgnBugs, Clock012MovesAndIncrement) {  // clock-012
    const auto control = parse_time_control("40/5400+30:1800+30");
    ASSERT_TRUE(control);
    ASSERT_EQ(control->periods.size(), 2U);
    EXPECT_EQ(control->periods[0].moves, 40U);
    EXPECT_EQ(control->periods[0].base, std::chrono::seconds{5400});
    EXPECT_EQ(control->periods[1].moves, std::nullopt);
    EXPECT_EQ(control->increment_at(41), std::chrono::seconds{30});
}

TEST(PgnBugs, Clock016TwoDecimals) {  // clock-016
    const std::string comment = input("clock-016");
    const auto command = find_command(comment, "clk");
    ASSERT_TRUE(command);
    EXPECT_EQ(*parse_clock(command->argument), std::chrono::milliseconds{599450});
}

}  // namespace
}  // namespace hakam::pgn
