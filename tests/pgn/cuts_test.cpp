#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/pgn/reader.hpp"
#include "testkit/data.hpp"

// Where a collection may be cut: each part read by itself says what the whole says.

namespace hakam::pgn {
namespace {

class Log final : public Visitor {
public:
    void tag(const TagToken& t) override { text.append(t.name).append("=").append(t.value) += ' '; }
    void move(const MoveToken& m) override { text.append(m.text) += ' '; }
    void comment(const CommentToken& c) override { text.append(c.text) += ' '; }
    void game_end(const GameEnd& e) override {
        text += std::to_string(e.begin) + "-" + std::to_string(e.end) + "\n";
        ++games;
    }
    void finding(const Finding& f) override { text += describe(f) + "\n"; }
    std::string text;
    int games = 0;
};

Log read_cut_at(std::string_view text, std::vector<std::size_t> cuts) {
    Log log;
    ReaderOptions options;
    cuts.push_back(text.size());
    for (const std::size_t end : cuts) {
        const auto begin = static_cast<std::size_t>(options.first_offset);
        const std::string_view part = text.substr(begin, end - begin);
        read(part, log, options);
        options.first_offset = end;
        options.first_line +=
            static_cast<std::uint32_t>(std::count(part.begin(), part.end(), '\n'));
    }
    return log;
}

std::vector<std::size_t> cuts_of(std::string_view text) {
    std::vector<std::size_t> cuts;
    for (std::size_t at = next_cut(text, 1); at < text.size(); at = next_cut(text, at + 1))
        cuts.push_back(at);
    return cuts;
}

/// Cuts as one finds them who sees the text only in windows.
std::vector<std::size_t> plain_cuts_of(std::string_view text, std::size_t window) {
    std::vector<std::size_t> cuts;
    for (std::size_t at = 0; at + window < text.size();) {
        const std::size_t cut = last_plain_cut(text.substr(at, window));
        if (cut == 0) break;
        cuts.push_back(at += cut);
    }
    return cuts;
}

std::string sample() { return testkit::data_file("pgn/real-sample.pgn").substr(0, 400'000); }

TEST(PgnCuts, AfterABlankLineOnlyBeforeAnEventTag) {
    EXPECT_EQ(cuts_of("e4\n\n[Event \"a\"]\n\n[White \"b\"]\n\ne5"), (std::vector<std::size_t>{4}));
}

TEST(PgnCuts, AfterAMarkerBeforeAnyTag) {
    const std::string text =
        "[White \"a\"]\n\ne4 1-0\n\n[White \"b\"]\n\nd4 *\r\n\r\n[Site \"c\"]\n\n"
        "c4 0-1 \n\n[X_1 \"d\"]\n; 1-0\n[Y \"no\"]\nf4 1/2-1/2\n\n[White  "
        "\"no\"]\n\n1-0\n\n\n[White \"no\"]\n";
    EXPECT_EQ(cuts_of(text), (std::vector<std::size_t>{text.find("[White \"b"), text.find("[Site"),
                                                       text.find("[X_1")}));
    EXPECT_EQ(last_cut(text), text.find("[X_1"));
    EXPECT_EQ(read_cut_at(text, cuts_of(text)).text, read_cut_at(text, {}).text);
}

TEST(PgnCuts, ACommentAmongTheTagsMayEndWithAMarker) {
    const Log log =
        read_cut_at("[Event \"a\"]\n; 1-0\n[Site \"b\"]\n{*}\n[Round \"1\"]\n\ne4 *", {});
    EXPECT_EQ(log.games, 1);
}

TEST(PgnCuts, LinesMayEndWithCarriageReturnsAlone) {
    const Log log = read_cut_at("[Event \"a\"]\r\r1. e4 e5\r\r[Event \"b\"]\r\r1. d4\r", {});
    EXPECT_EQ(log.games, 2);
}

TEST(PgnCuts, AnUnclosedCommentEndsAtThem) {
    const Log log =
        read_cut_at("[Site \"a\"]\n\n1. e4 {never closed 1-0\n\n[Site \"b\"]\n\ne4 *", {});
    EXPECT_EQ(log.games, 2);
    EXPECT_NE(log.text.find("Site=b e4"), std::string::npos);
}

TEST(PgnCuts, GamesWithoutEventTags) {
    const std::string text = std::regex_replace(sample(), std::regex{"\\[Event [^\n]*\n"}, "");
    const auto cuts = cuts_of(text);
    const Log whole = read_cut_at(text, {});
    EXPECT_GT(cuts.size(), static_cast<std::size_t>(whole.games) * 9 / 10);
    EXPECT_EQ(read_cut_at(text, cuts).text, whole.text);
}

TEST(PgnCuts, GamesWithoutTags) {
    const std::string text = std::regex_replace(sample(), std::regex{"\\[[A-Z][^\n]*\n"}, "");
    ASSERT_EQ(cuts_of(text).size(), 0U);
    const auto cuts = plain_cuts_of(text, 10'000);
    EXPECT_GT(cuts.size(), text.size() / 10'000 * 8 / 10);
    EXPECT_EQ(read_cut_at(text, cuts).text, read_cut_at(text, {}).text);
}

TEST(PgnCuts, WithoutTagsOnlyWhereTheTextIsPlain) {
    // Each row: a text, and whether there is a cut before "1. d4" in it.
    const std::pair<std::string, bool> rows[] = {
        {"1. e4 1-0\n\n1. d4 e5", true},
        {"1. e4 *\r\n1. d4 e5", true},
        {"e4 e5 {a comment} (1... c5 1-0) 0-1\n\n1. d4 e5", true},
        {"1. e4 {1-0\n\n1. d4 e5 } 1-0", false},
        {"1. e4 (1. c4 1-0\n\n1. d4 e5) 1-0", false},
        {"1. e4 ; 1-0\n1. d4 e5 1-0", false},
        {"1. e4\n% 1-0\n1. d4 e5 1-0", false},
        {"1. e4 e5\n\n1. d4 e5 1-0", false},
        {"1. e4 1-0 {not yet}\n\n1. d4 e5 1-0", false},
        {"1. e4 {a {nested} comment} 1-0\n\n1. d4 e5", false},
        {"1. e4 1-0\n\n{of the next} 1. d4 e5", false},
        {"1. e4 [x 1-0\n\n1. d4 e5", false},
        {"1. e4 1-0\n\n1. d4", true},
        {"1. e4 1-0\n\n1.", false},  // the word may go on
        // Blanks of Unicode, whole or lone, begin no word: what stands behind them is looked at.
        {"1.\xC2\xA0" "e4\xE2\x80\xAF" "e5 1-0\n\n1. d4 e5", true},
        {"\xE2\x80\x8B" "1. e4 *\n\n1. d4 e5", true},
        {"1. e4 \xA0 e5 *\n\n1. d4 e5", true},
        {"1. e4 e5 \xC2\xA0", false},
    };
    // So much is looked at before a game is believed to begin there.
    std::string more;
    while (more.size() < 1100) more += " 2. Nf3 Nc6";
    EXPECT_EQ(last_plain_cut(rows[0].first), 0U);  // the text may go on as prose
    for (const auto& [row, has_cut] : rows) {
        const std::string text = has_cut ? row + more : row;
        const std::size_t cut = last_plain_cut(text);
        EXPECT_EQ(cut, has_cut ? text.find("1. d4") : 0) << text;
        EXPECT_EQ(read_cut_at(text, {cut}).text, read_cut_at(text, {}).text) << text;
    }
}

}  // namespace
}  // namespace hakam::pgn
