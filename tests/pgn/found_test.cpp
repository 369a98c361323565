// Texts that were once read wrongly: rows of data/found/text.tsv and more of their kinds.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "hakam/notation/san.hpp"
#include "hakam/pgn/result_text.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"
#include "testkit/tsv.hpp"

namespace hakam::pgn {
namespace {

std::string input(std::string_view id) {
    static const auto rows = testkit::read_tsv("found/text.tsv", testkit::TsvEscapes::backslash);
    return testkit::row_with_id(rows, id)["input"];
}

/// Reads in one piece and byte by byte; both must say the same.
std::vector<TreeReading> games(const std::string& text, const ReaderOptions& options = {}) {
    auto whole = read_trees(text, options);
    struct Collect final : TreeBuilder {
        void tree(Tree& tree, const GameEnd& end, std::vector<Finding>& findings) override {
            all.push_back({std::move(tree), end, std::move(findings)});
        }
        std::vector<TreeReading> all;
    } collect;
    Reader reader{collect, options};
    for (const char& c : text) reader.feed({&c, 1});
    reader.finish();
    EXPECT_EQ(collect.all.size(), whole.size()) << text;
    for (std::size_t i = 0; i < std::min(whole.size(), collect.all.size()); ++i) {
        EXPECT_TRUE(collect.all[i].tree == whole[i].tree) << text;
        EXPECT_EQ(collect.all[i].findings.size(), whole[i].findings.size()) << text;
    }
    return whole;
}

std::string game_with(std::string_view movetext, std::string_view result = "*") {
    return "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"" + std::string{result} +
           "\"]\n\n" + std::string{movetext} + "\n";
}
std::size_t plies(const TreeReading& r) { return r.tree.main_line().plies(); }
std::string result(const TreeReading& r) { return result_text(r.tree.termination, r.tree.score); }

std::size_t count(const TreeReading& r, std::string_view words) {
    return static_cast<std::size_t>(
        std::count_if(r.findings.begin(), r.findings.end(), [&](const Finding& f) {
            return f.text.find(words) != std::string::npos;
        }));
}

struct StrayWords final : Visitor {
    void stray_text(const StrayText& word) override { all += std::string{word.text} + "|"; }
    void finding(const Finding& f) override { findings += f.text == "text that belongs to no game"; }
    void game_end(const GameEnd&) override { ++games; }
    std::string all;
    int findings = 0;
    int games = 0;
};

TEST(PgnFound, TablesBetweenGamesAreNoGames) {  // found-01
    const auto all = games(input("found-01"));
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(result(all[0]), "1-0");
    EXPECT_EQ(result(all[1]), "0-1");
    StrayWords words;
    read(input("found-01"), words);
    EXPECT_EQ(words.findings, 1);
    EXPECT_EQ(words.all, "Crosstable:|1.|A|2500|*|1|1/2|1.5|2.|B|2400|0|*|1|1.0|");
}

TEST(PgnFound, ProseIsNoGame) {
    const std::string game = game_with("1. e4 e5 1-0", "1-0");
    for (const std::string_view prose :
         {"White won 1-0 in the last round.", "Smith - Jones 1-0", "[B33] Sicilian Defence",
          "[B33]", "[see page 7]", "[Round 3]", "[Diagram]", "[1] the notes are by the winner",
          "1. Smith 2500 1 1 1/2 2.5\n2. Jones 2400 0 * 1 1.0", "Round 1\n1-0 0-1 1/2-1/2",
          "The game 1. e4 e5 2. Nf3 Nc6 was played often.", "1. e4 is the best move, he said.",
          "e4 was his favourite; Black liked c5 {as always}", "He resigned; (0-1) on board 2",
          "Final standings:\n\n1. Smith   *  1  1/2   1.5\n2. Jones   0  *  1     1.0\n",
          "1. Smith-Jones 1-0 C65 41\n2. Brown-Green 1/2 B90 22", "* * *", "a1 is a dark square",
          "12. Nf3 was better than what he played in the game", "Date: 2024.01.05 <a@b.org>",
          "> he wrote 1-0", "News of the week, 1/2-1/2 on board one", "---------- 1 ----------"}) {
        for (const std::string& text :
             {std::string{prose} + "\n\n" + game, game + "\n" + std::string{prose} + "\n\n" + game,
              game + "\n" + std::string{prose} + "\n"}) {
            const bool is_twice = text.find(game) != text.rfind(game);
            const auto all = games(text);
            ASSERT_EQ(all.size(), is_twice ? 2U : 1U) << text;
            for (const TreeReading& r : all) {
                EXPECT_EQ(plies(r), 2U) << text;
                EXPECT_EQ(result(r), "1-0") << text;
            }
        }
    }
}

TEST(PgnFound, GamesWithoutTagsAreGamesStill) {
    for (const std::string_view text :
         {"1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "e4 e5 Nf3 *", "1 e4 e5 2 Nf3 *",
          "  1. e4 e5 2. Nf3 *", "Smith - Jones, 1999\n1. e4 e5 2. Nf3 *",
          "Smith - Jones 1. e4 e5 2. Nf3 *", "{a comment} 1. e4 e5 2. Nf3 *",
          "1. e4 {good} e5 2. Nf3 *", "1. e4 e5 what 2. Nf3 *", "1.\ne4\ne5\n2. Nf3\n*"}) {
        const auto all = games(std::string{text} + "\n\n1. d4 d5 1-0\n");
        ASSERT_EQ(all.size(), 2U) << text;
        EXPECT_EQ(plies(all[0]), 3U) << text;
        EXPECT_EQ(plies(all[1]), 2U) << text;
    }
}

TEST(PgnFound, ProseAfterAGameWithoutMarkerIsNoneOfIt) {
    const auto all = games(game_with("1. e4 e5\n\nCrosstable of the event, as printed there:\n\n"
                                     "1. A 2500 * 1 1/2 1.5\n2. B 2400 0 * 1 1.0") +
                           "\n" + game_with("1. d4 *"));
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].tree.termination, Termination::missing);
    EXPECT_EQ(plies(all[0]), 2U);
    // But the marker behind a remark ends the game.
    const auto one = games(game_with("1. e4 e5\n\nWhite lost on time in this position.\n\n0-1"));
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(result(one[0]), "0-1");
}

TEST(PgnFound, ResultsAreNeverLost) {  // found-02, found-04, found-05
    constexpr std::array<std::pair<std::string_view, std::string_view>, 40> rows = {{
        {"0.5-0.5", "1/2-1/2"},  {"0,5-0,5", "1/2-1/2"},  {".5-.5", "1/2-1/2"},
        {"0.5:0.5", "1/2-1/2"},  {"0.5 - 0.5", "1/2-1/2"}, {"1/2 : 1/2", "1/2-1/2"},
        {"½ : ½", "1/2-1/2"},    {"½-1/2", "1/2-1/2"},     {"1/2", "1/2-1/2"},
        {"½", "1/2-1/2"},        {"0.5", "1/2-1/2"},       {"1⁄2-1⁄2", "1/2-1/2"},
        {"1/2–1/2", "1/2-1/2"},  {"1 : 0", "1-0"},         {"0 : 1", "0-1"},
        {"1: 0", "1-0"},         {"0 :1", "0-1"},          {"1 — 0", "1-0"},
        {"1.0-0.0", "1-0"},      {"0,0-1,0", "0-1"},       {"1-O", "1-0"},
        {"O-1", "0-1"},          {"1-0F", "1-0"},          {"0F-1", "0-1"},
        {"1F-0F", "1-0"},        {"+:-", "1-0"},           {"-:+", "0-1"},
        {"1\xC2\xA0-\xC2\xA0" "0", "1-0"}, {"0.5-0", "1/2-0"}, {"1/2-0", "1/2-0"},
        {"0-1/2", "0-1/2"},      {"0 - ½", "0-1/2"},       {"1-1", "1-1"},
        {"1-1/2", "1-1/2"},      {"0:0", "0-0"},           {"0F-0F", "0-0"},
        {"-:-", "0-0"},          {"3-0", "3-0"},           {"1-3", "1-3"},
        {"0-0", "0-0"},
    }};
    for (const auto& [text, right] : rows) {
        const auto all = games(game_with("1. e4 e5 " + std::string{text}, text) + "\n" +
                               game_with("1. d4 *"));
        ASSERT_EQ(all.size(), 2U) << text;
        EXPECT_EQ(plies(all[0]), 2U) << text;
        EXPECT_EQ(result(all[0]), right) << text;
        ASSERT_EQ(all[0].findings.size(), 1U) << text;
        EXPECT_EQ(all[0].findings[0].severity, Severity::note) << text;
        EXPECT_EQ(count(all[0], "move number"), 0U) << text;
        // Written again it is the same result, in a form that any reader takes.
        const std::string clean = format(all[0].tree);
        const auto again = games(clean);
        ASSERT_EQ(again.size(), 1U) << clean;
        EXPECT_EQ(result(again[0]), right) << clean;
        EXPECT_TRUE(again[0].findings.empty()) << clean;
        // A marker that is missing leaves the tag.
        const auto tagged = games(game_with("1. e4 e5", text));
        EXPECT_EQ(format(tagged.at(0).tree), clean) << text;
    }
    for (const std::string_view id : {"found-02", "found-04", "found-05"})
        for (const TreeReading& r : games(input(id))) {
            EXPECT_NE(r.tree.termination, Termination::missing) << id;
            EXPECT_EQ(plies(r), id == "found-02" ? 4U : 2U) << id;
        }
}

TEST(PgnFound, NothingElseIsAResult) {
    for (const std::string_view text :
         {"1-02", "10-0", "1-0-1", "1.5", "0-0-0", "12-14", "1/2/3", "1-e4", "2:1:0", "", "-", "+-",
          "O-O", "1.e4", "e4-e5", "0.75-0.25", "1-0=", "4-0", "2-3"})
        EXPECT_FALSE(parse_result(text)) << text;
    for (const std::string_view text : {"1-0", "0-1", "1/2-1/2", "*"}) {
        ASSERT_TRUE(parse_result(text)) << text;
        EXPECT_TRUE(parse_result(text)->is_canonical) << text;
        EXPECT_EQ(to_string(parse_result(text)->termination), text);
    }
}

TEST(PgnFound, ADoubleLossIsNoCastling) {  // found-03
    const auto all = games(input("found-03"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(plies(all[0]), 6U);
    EXPECT_EQ(result(all[0]), "0-0");
    // Where a marker or a move follows it is castling, and so it is where the tag says something else.
    const std::string moves = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 ";
    for (const auto& [text, tag] : {std::pair{"0-0 *", "0-0"}, {"0-0 Nc6 *", "0-0"},
                                    {"0-0 1-0", "1-0"}, {"0-0", "1-0"}, {"0-0", "*"}}) {
        const auto castled = games(game_with(moves + text, tag));
        EXPECT_GE(plies(castled.at(0)), 7U) << text << tag;
    }
    EXPECT_EQ(plies(games(game_with(moves + "0-0 {both defaulted}", "0-0")).at(0)), 6U);
    EXPECT_EQ(result(games(game_with("1. e4 e5 0-0", "0-0") + game_with("*")).at(0)), "0-0");
    EXPECT_EQ(result(games(game_with("0-0", "0-0")).at(0)), "0-0");
}

TEST(PgnFound, SpacesOfUnicodeStandBetweenTokens) {  // found-06
    const auto one = games(input("found-06"));
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(plies(one[0]), 6U);
    EXPECT_EQ(one[0].findings.size(), 1U);
    for (const std::string space :
         {"\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x82", "\xE2\x80\x89", "\xE2\x80\x8A",
          "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8E", "\xE2\x80\xA8", "\xE2\x80\xAF",
          "\xE2\x81\x9F", "\xE2\x81\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF", "\xC2\x85", "\xA0"}) {
        const std::string s = space;
        const auto all = games("[Event" + s + "\"x\"]\n" + s + "[Result \"1-0\"]\n\n1." + s + "e4" + s +
                               "e5" + s + "{a" + s + "b}" + s + "2." + s + s + "Nf3" + s + "$1" + s +
                               "(2. d4" + s + "d5)" + s + "Nc6" + s + "1-0" + s + "\n" + s + "\n");
        ASSERT_EQ(all.size(), 1U) << s;
        EXPECT_EQ(plies(all[0]), 4U) << s;
        EXPECT_EQ(result(all[0]), "1-0") << s;
        EXPECT_EQ(find(all[0].tree.tags, "Event"), "x") << s;
        EXPECT_EQ(count(all[0], "white space"), 1U) << s;
    }
}

TEST(PgnFound, TextThatIsNotUtf8IsWindows1252) {  // found-07
    const auto all = games(input("found-07"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(to_utf8(all[0].tree.comments(1).at(0)), "“quoted” – ok €");
    EXPECT_EQ(to_utf8(*find(all[0].tree.tags, "White")), "Hélbich, Ján");
    EXPECT_EQ(count(all[0], "Windows-1252"), 1U);
    EXPECT_EQ(to_utf8("\x80\x82\x8A\x8E\x91\x92\x99\x9F"), "€‚ŠŽ‘’™Ÿ");
    EXPECT_EQ(to_utf8("\xE4\xF6\xFC"), "äöü");
    EXPECT_EQ(to_utf8("äöü “x”"), "äöü “x”");
    EXPECT_EQ(count(games(game_with("1. e4 {äöü “x”} *")).at(0), "1252"), 0U);
}

TEST(PgnFound, FigurinesAreAlwaysRead) {  // found-08
    const auto all = games(input("found-08"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(plies(all[0]), 8U);
    EXPECT_EQ(count(all[0], "figurines"), 1U);
    for (const std::string_view moves :
         {"1. ♘f3 ♘f6 2. ♘c3 ♘c6 *", "1. ♞f3 ♞f6 2. ♞c3 ♞c6 *", "1. ♘︎f3 ♞︎f6 2. ♘︎c3 ♞︎c6 *",
          "1.♘f3 ♞f6 2.Nc3 Nc6 *", "1. ♘f3 ♞f6!? 2. ♘c3 $1 ♞c6 *"})
        EXPECT_EQ(plies(games(game_with(moves)).at(0)), 4U) << moves;
    EXPECT_EQ(plies(games(game_with("1. ♙e4 ♟e5 2. ♔e2 ♛h4 *")).at(0)), 4U);
    EXPECT_EQ(plies(games(game_with("1. ♘e5 *")).at(0)), 0U);
}

TEST(PgnFound, LettersOfOtherLanguagesAreFoundOut) {
    ReaderOptions detect;
    detect.other_letters = OtherLetters::detect;
    for (const std::string_view moves :
         {"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. 0-0 Dd6 *",   // de
          "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Dd6 *",   // fr
          "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Dd6 *",   // es
          "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 dxc6 5. O-O Фd6 *"}) {  // ru
        const auto all = games(game_with(moves), detect);
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(plies(all[0]), 10U) << moves;
        EXPECT_EQ(count(all[0], "another language"), 1U) << moves;
        EXPECT_LT(plies(games(game_with(moves)).at(0)), 10U) << "not asked for";
    }
    // R is the king of others, and a rook here: a false rook move is not made a king's.
    EXPECT_EQ(plies(games(game_with("1. e4 e5 2. Nf3 Nc6 3. Re2 *"), detect).at(0)), 4U);
    EXPECT_EQ(plies(games(game_with("1. e4 e5 2. Re2 *"), detect).at(0)), 2U);
    // After an English man has moved no other letters are looked for.
    EXPECT_EQ(plies(games(game_with("1. Nf3 Nf6 2. Sc3 *"), detect).at(0)), 2U);
    EXPECT_EQ(plies(games(game_with("1. e4 e5 2. Zf3 *"), detect).at(0)), 2U);
}

TEST(PgnFound, NumbersOfManyDigitsAreNoMoveNumbers) {
    const auto all = games(game_with("1. 5254 5755 2. 7163 *"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(count(all[0], "a word that is no move"), 3U);
}

TEST(PgnFound, OtherQuotationMarks) {  // found-13
    const auto one = games(input("found-13"));
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(result(one[0]), "1-0");
    EXPECT_EQ(find(one[0].tree.tags, "Event"), "x");
    EXPECT_EQ(find(one[0].tree.tags, "Result"), "1-0");
    for (const auto& [left, right] :
         {std::pair{"“", "”"}, {"„", "“"}, {"«", "»"}, {"»", "«"}, {"‘", "’"}, {"'", "'"},
          {"`", "'"}, {"''", "''"}, {"”", "”"}, {"\x93", "\x94"}, {"“", "\""}, {"\"", "”"},
          {"「", "」"}, {"″", "″"}, {"‚", "‘"}}) {
        const std::string l = left, r = right;
        const auto all = games("[Event " + l + "a [b] c" + r + "]\n[White " + l + "O'Neil" + r +
                               "]\n[Result " + l + "1-0" + r + "]\n\n1. e4 e5 1-0\n");
        ASSERT_EQ(all.size(), 1U) << l;
        EXPECT_EQ(find(all[0].tree.tags, "Event"), "a [b] c") << l;
        EXPECT_EQ(find(all[0].tree.tags, "White"), "O'Neil") << l;
        EXPECT_EQ(find(all[0].tree.tags, "Result"), "1-0") << l;
        EXPECT_EQ(count(all[0], "quotation marks"), 3U) << l;
        EXPECT_EQ(count(all[0], "Result tag"), 0U) << l;
    }
}

TEST(PgnFound, CommentsStayBehindTheirVariations) {  // found-14
    for (const std::string_view moves :
         {"1. e4 (1. d4 d5) {after the line} 1... e5 *", "1. e4 {a} (1. d4) {b} (1. c4) {c} 1... e5 *",
          "1. e4 (1. d4) (1. c4 {in it}) {behind both} *", "1. e4 {a} {b} (1. d4) 1... e5 *",
          "1. e4 e5 (1... c5 2. Nf3 (2. c3 {x}) {y} 2... d6) {z} 2. Nf3 *",
          "1. e4 (1. d4 d5 (1... Nf6) {inner}) {outer} 1... e5 *"}) {
        const auto all = games(game_with(moves));
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(format_moves(all[0].tree), moves);
        const auto again = games(format(all[0].tree));
        EXPECT_EQ(format(again.at(0).tree), format(all[0].tree));
    }
    EXPECT_EQ(format_moves(games(input("found-14")).at(0).tree),
              "1. e4 (1. d4 d5) {after the line} 1... e5 *");
    // Without its variations a comment stays with its move.
    WriterOptions bare;
    bare.leave_out_variations = true;
    EXPECT_EQ(format_moves(games(input("found-14")).at(0).tree, bare),
              "1. e4 {after the line} 1... e5 *");
}

TEST(PgnFound, StandardChessHasItsKingsAtHome) {  // found-15
    const std::string fen = input("found-15");
    const auto game = [&](std::string_view variant) {
        return "[Event \"x\"]\n" + std::string{variant} + "[SetUp \"1\"]\n[FEN \"" + fen +
               "\"]\n\n1. Rg1 *\n";
    };
    const auto standard = games(game("[Variant \"Standard\"]\n")).at(0);
    EXPECT_TRUE(standard.tree.start().castling().empty());
    EXPECT_GE(count(standard, "FEN: "), 1U);
    const auto unsaid = games(game("")).at(0);
    EXPECT_EQ(count(unsaid, "as in Chess960"), 1U);
    const auto chess960 = games(game("[Variant \"Chess960\"]\n")).at(0);
    EXPECT_FALSE(chess960.tree.start().castling().empty());
    EXPECT_EQ(count(chess960, "as in Chess960"), 0U);
}

TEST(PgnFound, AnIllegalMoveSaysWhy) {
    const auto why = [](std::string_view moves) -> std::string {
        const auto all = games(game_with(moves));
        for (const Finding& f : all.at(0).findings)
            if (f.code == FindingCode::illegal_move)
                return f.why ? std::string{name(f.why->why.reason)} : "not said";
        return "legal";
    };
    EXPECT_EQ(why("1. e4 e5 2. Ke3 *"), "cannot-reach");
    EXPECT_EQ(why("1. e4 e5 2. Rh3 *"), "blocked");
    EXPECT_EQ(why("1. e4 d5 2. Bb5+ a6 *"), "left-in-check");
    EXPECT_EQ(why("1. e4 e5 2. Nf3 Nc6 3. O-O *"), "castling-blocked");
    EXPECT_EQ(why("1. e4 e5 2. e5 *"), "blocked");
    EXPECT_EQ(why("1. e4 e5 2. Nf3 *"), "legal");
}

}  // namespace
}  // namespace hakam::pgn
