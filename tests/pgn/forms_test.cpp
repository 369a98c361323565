// Forms that real files hold and the standard does not: what is clear is read, the rest is told
// where it stands, and nothing that was meant as a move is passed over.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"

namespace hakam::pgn {
namespace {

struct Told {
    std::vector<Tree> trees;
    std::vector<bool> are_playable;
    std::vector<Finding> findings;
    std::uint32_t unplayed = 0;

    std::string main_line(std::size_t game = 0) const {
        std::string text;
        const Tree& tree = trees.at(game);
        for (Tree::Id id = tree.node(Tree::root).first_child; id != Tree::none;
             id = tree.node(id).first_child)
            text += (text.empty() ? "" : " ") + std::string{tree.text(tree.node(id))};
        return text;
    }
    /// "code ply found" of each finding but the missing markers.
    std::string list() const {
        std::string text;
        for (const Finding& f : findings)
            if (f.code != FindingCode::result_missing)
                text += (text.empty() ? "" : "; ") + std::string{name(f.code)} + " " +
                        std::to_string(f.ply) + " " + f.found;
        return text;
    }
};

class Keeper final : public TreeBuilder {
public:
    Descend moves_begin(const MovesStart& start) override {
        told.are_playable.push_back(start.playable);
        return TreeBuilder::moves_begin(start);
    }
    void tree(Tree& tree, const GameEnd& end, std::vector<Finding>& found) override {
        told.trees.push_back(std::move(tree));
        told.findings.insert(told.findings.end(), found.begin(), found.end());
        told.unplayed += end.unplayed;
        found.clear();
    }
    void finish() {
        told.findings.insert(told.findings.end(), findings().begin(), findings().end());
    }
    Told told;
};

Told told(std::string_view text) {
    Keeper keeper;
    read(text, keeper);
    keeper.finish();
    return keeper.told;
}
/// Fed byte by byte: nothing depends on how much of the text is there.
Told told_bytewise(std::string_view text) {
    Keeper keeper;
    Reader reader{keeper};
    for (const char c : text) reader.feed({&c, 1});
    reader.finish();
    keeper.finish();
    return keeper.told;
}

TEST(PgnForms, AWordMeantAsAMoveEndsItsLine) {
    // Passing over it would blame a later move, or play on from another position.
    for (const std::string_view word : {"e9", "Nf9", "Ki3", "exd9", "a0", "i4", "R1e9", "E5", "NF6",
                                        "fxe", "Nxe", "Bx", "OO", "000+", "OOO#"}) {
        const Told t = told("[Event \"T\"]\n\n1. e4 " + std::string{word} + " 2. d4 d5 *");
        SCOPED_TRACE(word);
        EXPECT_EQ(t.main_line(), "e4");
        EXPECT_EQ(t.list(), "illegal-move 2 " + std::string{word});
        EXPECT_EQ(t.unplayed, 3U);
    }
    // In a line that is not played any more they are kept like other moves.
    EXPECT_EQ(told("1. Ke3 exd 2. Nf9 OO *").trees.at(0).unplayed.at(0).texts, "Ke3 exd Nf9 OO");
}

TEST(PgnForms, AWordThatMayBeProseIsToldAndNamedIfTheNextMoveFails) {
    const Told kept = told("[Event \"T\"]\n\n1. e4 e5 2. Nf3 Nc6 N 3. Bb5 RR a6 Be *");
    EXPECT_EQ(kept.main_line(), "e4 e5 Nf3 Nc6 Bb5 a6");
    EXPECT_EQ(kept.list(), "syntax 5 N; syntax 6 RR; syntax 7 Be");
    const Told cut = told("[Event \"T\"]\n\n1. e4 Nf 2. d4 *");
    EXPECT_EQ(cut.main_line(), "e4");
    ASSERT_FALSE(cut.findings.empty());
    EXPECT_NE(cut.findings.back().text.find("'Nf' before it was not read"), std::string::npos)
        << describe(cut.findings.back());
}

TEST(PgnForms, CastlingWithoutDashesIsPlayed) {
    for (const std::string_view word : {"OO", "00", "oo", "00+"}) {
        const Told t = told("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. " + std::string{word} + " d6 *");
        SCOPED_TRACE(word);
        EXPECT_EQ(t.trees.at(0).main_line().plies(), 8U) << t.list();
    }
}

TEST(PgnForms, EvaluationsBecomeGlyphs) {
    struct Row {
        std::string_view sign;
        unsigned glyph;
    };
    for (const Row& row : {Row{"+-", 18},
                           {"-+", 19},
                           {"+/-", 16},
                           {"-/+", 17},
                           {"+/=", 14},
                           {"+=", 14},
                           {"=+", 15},
                           {"=", 10},
                           {"\xC2\xB1", 16},
                           {"\xE2\x88\x93", 17},
                           {"\xE2\xA9\xB2", 14},
                           {"\xE2\xA9\xB1", 15},
                           {"\xE2\x88\x9E", 13},
                           {"\xE2\x96\xA1", 7},
                           {"N", 146}}) {
        SCOPED_TRACE(row.sign);
        for (const std::string_view move : {"Nc6", "d5"}) {
            const std::string text =
                "[Event \"T\"]\n\n1. e4 " + std::string{move} + std::string{row.sign} + " 2. d4 *";
            for (const Told& t : {told(text), told_bytewise(text)}) {
                EXPECT_EQ(t.trees.at(0).main_line().plies(), 3U);
                EXPECT_EQ(t.list(), "note-lenient 2 " + std::string{row.sign});
                EXPECT_EQ(t.trees.at(0).glyphs(2), std::vector<unsigned>{row.glyph});
            }
        }
        if (row.sign == "N") continue;  // apart from a move it may be half of one
        const Told apart = told("[Event \"T\"]\n\n1. e4 Nc6 " + std::string{row.sign} + " 2. d4 *");
        EXPECT_EQ(apart.trees.at(0).glyphs(2), std::vector<unsigned>{row.glyph});
        EXPECT_EQ(apart.trees.at(0).main_line().plies(), 3U);
    }
    // A promotion and a check come before it.
    const Told t = told("[SetUp \"1\"]\n[FEN \"6k1/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=N+- *");
    EXPECT_EQ(t.main_line(), "a8=N");
    EXPECT_EQ(told("1. e4 f5 2. Qh5++- *").main_line(), "e4 f5 Qh5+");
    EXPECT_EQ(told("1. e4 Nc6+-, 2. d4 *").main_line(), "e4 Nc6 d4");
    // The sign of a draw offer is no variation.
    const Told offer = told("[Event \"T\"]\n\n1. e4 e5 (=) 2. d4 (=)*");
    EXPECT_EQ(offer.list(), "note-lenient 2 (=); note-lenient 3 (=)");
    EXPECT_EQ(offer.trees.at(0).comments(2), std::vector<std::string_view>{"(=)"});
}

TEST(PgnForms, MarkersWithColonsAndBlanks) {
    struct Row {
        std::string_view text;
        std::string_view marker;
    };
    for (const Row& row : {Row{"1:0", "1-0"},
                           {"0:1", "0-1"},
                           {"1/2:1/2", "1/2-1/2"},
                           {"\xC2\xBD:\xC2\xBD", "1/2-1/2"},
                           {"1 - 0", "1-0"},
                           {"0 - 1", "0-1"},
                           {"1/2 - 1/2", "1/2-1/2"},
                           {"1- 0", "1-0"},
                           {"0 -1", "0-1"},
                           {"1/2- 1/2", "1/2-1/2"},
                           {"\xC2\xBD - \xC2\xBD", "1/2-1/2"},
                           {"1 \xE2\x80\x93 0", "1-0"}}) {
        const std::string text =
            "[Event \"A\"]\n\n1. e4 e5 " + std::string{row.text} + "\n\n[Event \"B\"]\n\n1. d4 *\n";
        for (const Told& t : {told(text), told_bytewise(text)}) {
            SCOPED_TRACE(row.text);
            ASSERT_EQ(t.trees.size(), 2U);
            EXPECT_EQ(to_string(t.trees[0].termination), row.marker);
            EXPECT_EQ(t.list(), "note-lenient 2 " + std::string{row.text});
        }
    }
    // At the end of the text, too; and nothing else waits for what follows a number.
    EXPECT_EQ(told("1. e4 e5 1 - 0").trees.at(0).termination, Termination::white_wins);
    EXPECT_EQ(told("1. e4 e5 1/2 - 1/2").trees.at(0).termination, Termination::draw);
    Keeper waiting;
    Reader reader{waiting};
    reader.feed("1. e4 e5 2. d4 *\n");
    EXPECT_EQ(waiting.told.trees.size(), 1U);
    for (const std::string_view text : {"0 - 0", "1  0", "1 - 02"})
        EXPECT_EQ(told("1. e4 e5 " + std::string{text} + " *").trees.at(0).termination,
                  Termination::unknown)
            << text;
}

TEST(PgnForms, NeitherSideScored) {
    const Told t = told("[Result \"0-0\"]\n\n0-0\n\n[Event \"B\"]\n\n1. d4 *\n");
    ASSERT_EQ(t.trees.size(), 2U);
    EXPECT_EQ(t.trees[0].termination, Termination::other);
    EXPECT_EQ(t.trees[0].score, (Score{0, 0}));
    EXPECT_EQ(t.list(), "note-lenient 0 0-0");
    // Where castling is legal it is castling.
    EXPECT_EQ(told("[Result \"0-0\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 *").main_line(),
              "Nf3 Nf6 g3 g6 Bg2 Bg7 0-0");
}

TEST(PgnForms, AnOpenBracketHidesNothing) {
    for (const std::string_view bracket : {"[", "<", "[x", "<x"}) {
        const Told t =
            told("[Event \"A\"]\n\n1. e4 " + std::string{bracket} + " e5 1-0\n\n1. d4 *\n");
        SCOPED_TRACE(bracket);
        ASSERT_EQ(t.trees.size(), 2U);
        EXPECT_EQ(t.main_line(), "e4 e5");
        EXPECT_EQ(t.trees[0].termination, Termination::white_wins);
        EXPECT_TRUE(t.list().starts_with("syntax")) << t.list();
    }
}

TEST(PgnForms, AFenThatSaysNothingIsNone) {
    for (const std::string_view fen : {"", "?", " ", "-"}) {
        const std::string tag = "[FEN \"" + std::string{fen} + "\"]\n";
        SCOPED_TRACE(tag);
        const Told t = told("[Event \"A\"]\n" + tag + "[SetUp \"0\"]\n\n1. e4 *");
        EXPECT_EQ(t.main_line(), "e4");
        EXPECT_EQ(t.findings.size(), 1U) << t.list();
        const std::string written = format(t.trees.at(0));
        EXPECT_EQ(written.find("FEN"), std::string::npos) << written;
        EXPECT_EQ(written.find("SetUp"), std::string::npos) << written;
        // SetUp insists on a position, and nobody knows which.
        const Told unknown = told("[Event \"A\"]\n" + tag + "[SetUp \"1\"]\n\n1. e4 *");
        EXPECT_FALSE(unknown.are_playable.at(0));
        EXPECT_TRUE(unknown.list().starts_with("bad-fen")) << unknown.list();
        EXPECT_EQ(unknown.findings.size(), 1U) << unknown.list();
    }
    const Told t = told("[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
    EXPECT_NE(format(t.trees.at(0)).find("[SetUp \"1\"]"), std::string::npos);
}

TEST(PgnForms, TextAmongTheTagsIsNoGame) {
    // A value that was wrapped, and a bracket that was lost.
    for (const std::string_view text :
         {"[Event \"A\"]\n[Site \"Saint\nPetersburg\"]\n[White \"W\"]\n[Result \"1-0\"]\n\n1. e4 "
          "1-0\n",
          "[Event \"A\"]\nSite \"S\"]\n[White \"W\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
          "[Event \"A\"]\n[White \"W\"]\n[Result \"1-0\"]\nRemark: none\n1. e4 1-0\n"}) {
        for (const Told& t : {told(text), told_bytewise(text)}) {
            SCOPED_TRACE(text);
            ASSERT_EQ(t.trees.size(), 1U) << t.list();
            EXPECT_EQ(t.main_line(), "e4");
            EXPECT_EQ(find(t.trees[0].tags, "White"), "W");
            EXPECT_EQ(find(t.trees[0].tags, "Result"), "1-0");
            EXPECT_NE(t.list().find("syntax"), std::string::npos);
        }
    }
    // Text where the moves should be does not join two games.
    EXPECT_EQ(told("[White \"A\"]\n\nnot played\n\n[Black \"B\"]\n\n1. e4 *").trees.size(), 2U);
    EXPECT_EQ(told("[Event \"A\"]\n\nnot played\n[Event \"B\"]\n\n1. e4 *").trees.size(), 2U);
    // Of two tags of a name the first counts.
    const Told twice = told("[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 1-0");
    EXPECT_EQ(twice.list(), "");
}

TEST(PgnForms, NumberOneAfterABlankLineBeginsAGame) {
    const std::string_view text =
        "1. e4 e5 2. Nf3\n\n1. d4 d5 2. Ke5 c6\n\n1. c4 {x}\n\n1... e5\n\n2. g3\n";
    for (const Told& t : {told(text), told_bytewise(text)}) {
        ASSERT_EQ(t.trees.size(), 3U);
        EXPECT_EQ(t.main_line(0), "e4 e5 Nf3");
        EXPECT_EQ(t.main_line(1), "d4 d5");
        EXPECT_EQ(t.main_line(2), "c4 e5 g3");
        EXPECT_EQ(t.list(), "illegal-move 3 Ke5");
    }
    // Also for a visitor that does not want the moves.
    struct Skipper final : Visitor {
        Descend moves_begin(const MovesStart&) override { return Descend::no; }
        void game_begin(std::uint64_t) override { ++games; }
        unsigned games = 0;
    } skipper;
    read(text, skipper);
    EXPECT_EQ(skipper.games, 3U);
    EXPECT_EQ(told("1. e4 e5 2. Nf3\n1. d4 d5 *").trees.size(), 1U);
    EXPECT_EQ(told("[Event \"A\"]\n\n1. e4\n\n1. e5 2. Nf3 *").trees.size(), 1U);
    EXPECT_EQ(told("1. e4 e5\n\n1. d4 d5 2. c4 *").trees.size(), 2U);  // playable where it stands
    // Numbers that begin at 0 come to 1, and 00 after one of them is castling.
    const std::string_view zero =
        "0. e4 e5\n\n1. Nf3 Nc6 2. Bc4 Nf6 3. 00 Nxe4 4. d3 d6 1-0 {and so on and on}";
    EXPECT_EQ(told(zero).main_line(), told_bytewise(zero).main_line());
    EXPECT_EQ(told(zero).trees.at(0).main_line().plies(), 10U);
    const std::string_view castling =
        "0 00 f3 1-0 {a comment that is long enough for the fast loop}";
    EXPECT_EQ(told(castling).list(), told_bytewise(castling).list());
    EXPECT_EQ(told("1. e4 e5 (1... c5\n\n1. d4 *").trees.size(), 1U);
}

TEST(PgnForms, NamesOfChess960) {
    for (const std::string_view name :
         {"Chess960", "chess 960", "Fischerandom", "FischerRandom/Chess960", "Fisher random",
          "Fischer Random", "freestyle", "wild/fr"}) {
        const Told t = told("[Variant \"" + std::string{name} +
                            "\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1\"]\n\n"
                            "1. O-O-O *");
        EXPECT_EQ(t.main_line(), "O-O-O") << name << t.list();
    }
    EXPECT_FALSE(told("[Variant \"Atomic\"]\n\n1. e4 *").are_playable.at(0));
}

TEST(PgnForms, VariantsArePlayedOrRefusedByName) {
    const auto of = [](std::string_view name, std::string_view moves) {
        return told("[Variant \"" + std::string{name} + "\"]\n\n" + std::string{moves});
    };
    // A pawn makes two steps from any rank; e7xf8 is far off.
    EXPECT_EQ(of("Torpedo", "1. e4 a5 2. e6 dxe6 *").main_line(), "e4 a5 e6 dxe6");
    EXPECT_EQ(of("torpedo chess", "1. e4 h5 2. d4 h3 *").main_line(), "e4 h5 d4 h3");
    EXPECT_NE(of("Chess", "1. e4 a5 2. e6 *").main_line(), "e4 a5 e6");
    for (const std::string_view name :
         {"Chess960 (Fischer)", "Fischer Random Chess (Chess960)", "Standard (rated)"})
        EXPECT_TRUE(of(name, "1. e4 *").are_playable.at(0)) << name;
    for (const std::string_view name : {"Chess (Crazyhouse)", "Crazyhouse", "King of the Hill",
                                        "Three-check", "Shatranj", "Atomic (960)"}) {
        const Told t = of(name, "1. e4 *");
        EXPECT_FALSE(t.are_playable.at(0)) << name;
        EXPECT_NE(t.list().find("unknown-variant"), std::string::npos) << t.list();
    }
}

TEST(PgnForms, ALimitCutsNoCharacter) {
    EXPECT_EQ(beginning("ab\xC3\xBC", 2), "ab");
    EXPECT_EQ(beginning("ab\xC3\xBC", 3), "ab");
    EXPECT_EQ(beginning("ab\xC3\xBC", 4), "ab\xC3\xBC");
    EXPECT_EQ(beginning("\xE2\x99\x94x", 2), "");
    EXPECT_EQ(beginning("\xF0\x9F\x98\x80x", 3), "");
    EXPECT_EQ(beginning("\xFC\xFC\xFC\xFC", 2), "\xFC\xFC");
    EXPECT_EQ(beginning("\x80\x80\x80\x80\x80", 4), "\x80\x80\x80\x80");
    ReaderOptions options;
    options.limits.comment_bytes = 3;
    for (const bool whole : {true, false}) {
        Keeper keeper;
        Reader reader{keeper, options};
        const std::string_view text =
            "1. e4 {ab\xC3\xBC"
            "cd} e5 ;xy\xC3\xBC\n *";
        if (whole) {
            reader.feed(text);
        } else {
            for (const char c : text) reader.feed({&c, 1});
        }
        reader.finish();
        EXPECT_EQ(keeper.told.trees.at(0).comments(1), std::vector<std::string_view>{"ab"});
        EXPECT_EQ(keeper.told.trees.at(0).comments(2), std::vector<std::string_view>{"xy"});
    }
}

}  // namespace
}  // namespace hakam::pgn
