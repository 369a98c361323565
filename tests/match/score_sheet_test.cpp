// A live game as PGN and back (docs/formats/live-pgn.md; PGN standard 8, Law 8.1).

#include "hakam/match/score_sheet.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "hakam/match/live_game.hpp"
#include "scenario/scenario.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/pgn/command.hpp"
#include "hakam/pgn/writer.hpp"

namespace hakam::match {
namespace {

/// Plays commands one after another.
class Board {
public:
    Board(std::string ruleset, std::string time_control) {
        GameSettings settings;
        settings.ruleset = std::move(ruleset);
        settings.time_control = std::move(time_control);
        settings.white = "A \"B\" C";
        settings.extra = {{"event", "Test"}, {"Board", "7"}};
        add(*create(settings, 0));
        act({EventType::round_start, Actor::system, {}, 0}, 0);
    }
    void act(const Command& command, Milliseconds at) {
        const auto events = decide(game, command, at);
        ASSERT_TRUE(events) << events.error().why;
        add(*events);
    }
    void move(std::string_view uci, Milliseconds at, bool offer = false) {
        const Color side = game.turn();
        const auto move = uci::parse(uci, game.position());
        Command command{EventType::make_move, actor_of(side), {}, 0};
        command.args.from = square_from(uci.substr(0, 2));
        command.args.to = square_from(uci.substr(2, 2));
        if (move) command.args.piece = move->promotion();
        act(command, at);
        if (offer) act({EventType::offer_draw, actor_of(side), {}, 0}, at);
        if (game.over() || game.rules().mode != Mode::over_the_board) return;
        Command press{EventType::press_clock, actor_of(side), {}, 0};
        press.args.side = side;
        act(press, at);
    }
    void add(const Events& events) {
        for (const Event& event : events) {
            game = evolve(std::move(game), event);
            log.push_back(event);
        }
    }

    Events log;
    LiveGame game;
};

LiveGame there_and_back(const Events& log) {
    const std::string text = pgn::format(score_sheet(log));
    const auto readings = pgn::read_trees(text);
    EXPECT_EQ(readings.size(), 1U) << text;
    if (readings.size() != 1) return {};
    for (const auto& finding : readings[0].findings) ADD_FAILURE() << finding.text << '\n' << text;
    const auto back = log_from_score(readings[0].tree);
    EXPECT_TRUE(back) << describe(back.error()) << '\n' << text;
    return back ? replay(*back) : LiveGame{};
}

void expect_same(const LiveGame& a, const LiveGame& b) {
    ASSERT_TRUE(b.setup);
    ASSERT_EQ(a.plies(), b.plies());
    for (std::size_t ply = 0; ply <= a.plies(); ++ply)
        EXPECT_EQ(fen::format(a.history.position(ply)), fen::format(b.history.position(ply)))
            << ply;
    EXPECT_EQ(a.state.result, b.state.result);
    EXPECT_EQ(a.over(), b.over());
    if (a.over()) {
        EXPECT_EQ(name(a.state.reason), name(b.state.reason));
        // An end that comes by itself may have been noticed together with other things (6.8).
        EXPECT_TRUE(a.state.articles.starts_with(b.state.articles))
            << a.state.articles << " / " << b.state.articles;
    }
    EXPECT_EQ(a.state.illegal, b.state.illegal);
}

void expect_same_clocks(const LiveGame& a, const LiveGame& b) {
    const auto last = [](const LiveGame& game) { return game.state.last; };
    for (const Color side : {Color::white, Color::black})
        EXPECT_EQ(a.time_left(side, last(a)), b.time_left(side, last(b)));
}

TEST(Law8_1_score, MovesClocksOffersAndTagsAreWritten) {
    Board board{"fide-standard", "90+30"};
    board.move("e2e4", 10'000);
    board.move("e7e5", 25'500, true);
    board.move("g1f3", 40'000);
    const pgn::Tree tree = score_sheet(board.log);
    EXPECT_EQ(pgn::find(tree.tags, "White"), "A \"B\" C");
    EXPECT_EQ(pgn::find(tree.tags, "Event"), "Test");
    EXPECT_EQ(pgn::find(tree.tags, "Board"), "7");
    EXPECT_EQ(pgn::find(tree.tags, "TimeControl"), "5400+30");
    EXPECT_EQ(pgn::find(tree.tags, "Ruleset"), "fide-standard");
    EXPECT_EQ(pgn::find(tree.tags, "Termination"), "unterminated");
    EXPECT_EQ(pgn::format_moves(tree),
              "1. e4 {[%clk 1:30:20]} 1... e5 {[%clk 1:30:14.500] (=)} 2. Nf3 {[%clk\n"
              "1:30:35.500]} *");
    const LiveGame back = there_and_back(board.log);
    expect_same(board.game, back);
    expect_same_clocks(board.game, back);
    EXPECT_EQ(back.state.offers[1], 1);
}

TEST(Law8_1_score, EveryKindOfClockComesBack) {
    for (const char* control : {"5+3", "5 d5", "5 b5", "hourglass 3", "20/move", "3 days/move",
                                "40/90,30+30", "5+0 | 4+2", "40/100:50:15+30", "none", "G/5;d2"}) {
        SCOPED_TRACE(control);
        Board board{"fide-online", control};
        Milliseconds at = 0;
        for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"}) {
            at += 1 + static_cast<Milliseconds>(move[0]) * 71 % 9'000;
            board.move(move, at);
        }
        const LiveGame back = there_and_back(board.log);
        expect_same(board.game, back);
        if (!back.setup) continue;
        EXPECT_EQ(back.control(), board.game.control());
        for (std::size_t ply = 1; ply <= back.plies(); ++ply)
            EXPECT_EQ(back.history[ply].left, board.game.history[ply].left) << ply;
    }
}

TEST(Law7_5_5_score, ARulingAndTheTimeItGaveComeBack) {
    Board board{"fide-standard", "90+30"};
    board.move("e2e4", 10'000);
    board.move("e7e4", 20'000);  // illegal, completed
    board.act({EventType::arbiter_sees, Actor::arbiter, {}, 0}, 21'000);
    if (board.game.state.phase == Phase::stopped)
        board.act({EventType::resume, Actor::arbiter, {}, 0}, 22'000);
    board.move("e7e5", 30'000);
    ASSERT_EQ(board.game.state.illegal[1], 1);
    const pgn::Tree tree = score_sheet(board.log);
    const std::string text = pgn::format_moves(tree);
    EXPECT_NE(text.find("[%ruling illegal black]"), std::string::npos) << text;
    EXPECT_NE(text.find("7.5.1"), std::string::npos) << text;
    const LiveGame back = there_and_back(board.log);
    expect_same(board.game, back);
    expect_same_clocks(board.game, back);
}

TEST(Law6_9_score, AFallenFlagComesBackWithItsReason) {
    Board board{"fide-online", "1+0"};
    board.move("e2e4", 5'000);
    board.move("e7e5", 10'000);
    board.act({}, 70'000);
    ASSERT_TRUE(board.game.over());
    const pgn::Tree tree = score_sheet(board.log);
    EXPECT_EQ(pgn::find(tree.tags, "Termination"), "time forfeit");
    EXPECT_EQ(pgn::find(tree.tags, "Result"), "0-1");
    expect_same(board.game, there_and_back(board.log));
}

TEST(Law9_1_score, AgreementAndResignationComeBack) {
    Board agreed{"fide-standard", "90+30"};
    agreed.move("e2e4", 1'000);
    agreed.move("e7e5", 2'000, true);  // 5.2.3: both have moved
    agreed.act({EventType::accept_draw, Actor::white, {}, 0}, 3'000);
    ASSERT_TRUE(agreed.game.over());
    expect_same(agreed.game, there_and_back(agreed.log));
    Board resigned{"fide-standard", "none"};
    resigned.act({EventType::resign, Actor::white, {}, 0}, 2'000);
    ASSERT_TRUE(resigned.game.over());
    expect_same(resigned.game, there_and_back(resigned.log));
}

TEST(Law8_7_score, AForeignScoreGivesALogWithItsClocks) {
    const auto readings = pgn::read_trees(
        "[Event \"x\"]\n[Result \"1-0\"]\n[TimeControl \"180+2\"]\n[Termination \"Time forfeit\"]\n"
        "\n1. e4 { [%clk 0:03:00] } e5 { [%clk 0:03:00] } 2. Nf3 { [%clk 0:02:58] } 1-0\n");
    ASSERT_EQ(readings.size(), 1U);
    const auto log = log_from_score(readings[0].tree, {.ruleset = "fide-online"});
    ASSERT_TRUE(log) << describe(log.error());
    const LiveGame game = replay(*log);
    EXPECT_EQ(game.plies(), 3U);
    EXPECT_EQ(game.time_left(Color::white, game.state.last), 178'000);
    EXPECT_EQ(game.state.result, Result::white_wins);
    EXPECT_EQ(game.state.reason, Reason::flag_fall);
}

TEST(Law5_2_1_score, AScoreThatContradictsTheLawsIsRefused) {
    const auto tree = [](const char* text) { return pgn::read_trees(text).at(0).tree; };
    const auto won_stalemate = log_from_score(
        tree("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kf7 1-0\n"));
    ASSERT_FALSE(won_stalemate);
    EXPECT_NE(won_stalemate.error().expected.find("5.2.1"), std::string::npos);
    const auto after_mate = log_from_score(tree("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"));
    EXPECT_TRUE(after_mate);
    EXPECT_FALSE(log_from_score(tree("1. e4 e5 2. Ke3 1-0\n")));
    EXPECT_FALSE(log_from_score(tree("1. e4 -- 2. d4 *\n")));
}

TEST(Law8_1_score, EveryScenarioComesBack) {
    std::ifstream file{HAKAM_DATA_DIR "/laws/scenarios.tsv"};
    std::string line;
    int compared = 0;
    int inexpressible = 0;
    while (std::getline(file, line)) {
        if (!scenario::is_row(line)) continue;
        const auto row = scenario::parse(line);
        ASSERT_TRUE(row);
        SCOPED_TRACE(row->id);
        const auto report = scenario::run(*row);
        ASSERT_TRUE(report);
        const LiveGame game = replay(report->log);
        if (!game.setup) continue;
        const pgn::Tree tree = score_sheet(report->log);
        if (!tree.unplayed.empty() || game.state.irregular) {
            ++inexpressible;
            continue;
        }
        ++compared;
        expect_same(game, there_and_back(report->log));
    }
    EXPECT_GT(compared, 200);
    EXPECT_LT(inexpressible, 25);
}

}  // namespace
}  // namespace hakam::match
