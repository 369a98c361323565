#include "hakam/notation/uci_protocol.hpp"

#include <gtest/gtest.h>

#include "testkit/tsv.hpp"

// Rows uci-007 to uci-017 of data/bugs/bugs.tsv that are lines of the protocol, one test per row.
namespace hakam {
namespace {

std::string input(std::string_view id) {
    return testkit::row_with_id(testkit::read_bugs(), id)["input"];
}

TEST(UciProtocol, Uci007NamesMayContainSpaces) {
    const auto read = uci::parse_set_option(input("uci-007"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, (uci::SetOption{"Clear Hash", std::nullopt}));
    EXPECT_EQ(uci::format(*read), input("uci-007"));
}
TEST(UciProtocol, Uci008TheFirstValueEndsTheName) {
    const auto read = uci::parse_set_option(input("uci-008"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, (uci::SetOption{"a name b", "1 value 2"}));
    EXPECT_EQ(uci::format(*read), input("uci-008"));
}
TEST(UciProtocol, Uci011AnOptionIsNeverSetWithoutAValue) {
    const std::string text = input("uci-011");
    const auto option = uci::parse_option(text.substr(0, text.find(';')));
    ASSERT_TRUE(option);
    EXPECT_EQ(
        *option,
        (uci::Option{
            "UCI_Variant", uci::OptionType::combo, "standard", {}, {}, {"standard", "atomic"}}));
    EXPECT_EQ(*uci::choose(*option, "standard"), std::nullopt) << "it is the default";
    const auto other = uci::choose(*option, "Atomic");
    ASSERT_TRUE(other && *other);
    EXPECT_EQ(uci::format(**other), "setoption name UCI_Variant value atomic");
    for (const std::string_view wrong : {"", "crazyhouse"}) {
        const auto refused = uci::choose(*option, wrong);
        ASSERT_FALSE(refused) << wrong;
        EXPECT_EQ(refused.error().code, ErrorCode::out_of_range);
    }
    const auto button = uci::parse_option("option name Clear Hash type button");
    ASSERT_TRUE(button);
    EXPECT_FALSE(uci::choose(*button, ""));
}
TEST(UciProtocol, Uci013AnyRunOfSpacesSeparatesWords) {
    const auto odd = uci::parse_position(input("uci-013"));
    const auto usual = uci::parse_position("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1");
    ASSERT_TRUE(odd && usual);
    EXPECT_EQ(odd->current, usual->current);
    EXPECT_EQ(odd->current.turn(), Color::white);
}
TEST(UciProtocol, Uci015UnknownFirstWordsArePassedOver) {
    const auto line = uci::line_from(input("uci-015"));
    ASSERT_TRUE(line);
    EXPECT_EQ(line->command, uci::Command::debug);
    EXPECT_EQ(line->arguments, "on");
    EXPECT_FALSE(uci::line_from("joho"));
    EXPECT_FALSE(uci::line_from(""));
}
TEST(UciProtocol, Uci017BoundsAreNoValues) {
    std::optional<uci::Score> exact;
    std::string best;
    for (std::string text = input("uci-017"); !text.empty();) {
        const std::size_t end = std::min(text.find(" / "), text.size());
        const std::string part = text.substr(0, end);
        text.erase(0, end + 3);
        const auto line = uci::line_from(part);
        ASSERT_TRUE(line) << part;
        if (line->command == uci::Command::info) {
            const auto info = uci::parse_info(part);
            ASSERT_TRUE(info && info->score) << part;
            EXPECT_EQ(info->pv, std::vector<std::string>{"e2e4"});
            if (info->score->bound == uci::Bound::exact) exact = info->score;
        } else {
            best = uci::parse_best_move(part)->move;
        }
    }
    EXPECT_EQ(exact, (uci::Score{false, 20, uci::Bound::exact}));
    EXPECT_EQ(best, "e2e4");
}

TEST(UciProtocol, PositionsPlayTheirMoves) {
    const auto read = uci::parse_position("position startpos moves e2e4 e7e5 g1f3");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->moves.size(), 3U);
    EXPECT_EQ(read->start, Position{});
    EXPECT_EQ(read->current.turn(), Color::black);
    const auto castled = uci::parse_position(
        "position fen bn1r2kr/ppppbppp/1n2q3/4p3/4P3/1N2Q3/PPPPBPPP/BN1R2KR w HDhd - 6 5 moves "
        "g1d1",
        uci::Castling::chess960);
    ASSERT_TRUE(castled);
    EXPECT_TRUE(castled->moves[0].is_castling());

    const auto illegal = uci::parse_position("position startpos moves e2e4 e7e5  e1e3");
    ASSERT_FALSE(illegal);
    EXPECT_EQ(describe(illegal.error()), "1:36: expected a legal move, found 'e1e3'");
    const auto none = uci::parse_position("position");
    ASSERT_FALSE(none);
    EXPECT_EQ(describe(none.error()), "1:9: expected 'startpos' or 'fen', found the end");
    EXPECT_FALSE(uci::parse_position("position fen 8/8 w moves e2e4"));
    EXPECT_FALSE(uci::parse_position("position startpos e2e4"));
}

TEST(UciProtocol, OptionsOfAllTypes) {
    const auto spin =
        uci::parse_option("option name Skill Level type spin default 20 min 0 max 20");
    ASSERT_TRUE(spin);
    EXPECT_EQ(spin->name, "Skill Level");
    EXPECT_EQ(uci::format(**uci::choose(*spin, "7")), "setoption name Skill Level value 7");
    EXPECT_EQ(*uci::choose(*spin, "20"), std::nullopt);
    for (const std::string_view wrong : {"21", "-1", "x", "", "999999999999999999999"})
        EXPECT_FALSE(uci::choose(*spin, wrong)) << wrong;
    const auto text = uci::parse_option("option name SyzygyPath type string default <empty>");
    ASSERT_TRUE(text);
    EXPECT_EQ(text->initial, "");
    EXPECT_EQ(*uci::choose(*text, ""), std::nullopt);
    EXPECT_FALSE(uci::choose(*text, "a\nquit")) << "a value never holds a second command";
    EXPECT_FALSE(uci::parse_option("option name X type list"));
    EXPECT_FALSE(uci::parse_option("option name type check"));
}

TEST(UciProtocol, WordsInsideOthersAreNoCommands) {
    EXPECT_EQ(uci::line_from("info string bestmove e2e4")->command, uci::Command::info);
    EXPECT_FALSE(uci::parse_best_move("info string bestmove e2e4"));
    EXPECT_EQ(uci::parse_info("info depth 3 string score cp x")->text, "score cp x");
    EXPECT_EQ(uci::parse_info("info score mate -3")->score,
              (uci::Score{true, -3, uci::Bound::exact}));
    EXPECT_FALSE(uci::parse_info("info score cp"));
    EXPECT_FALSE(uci::parse_info("info depth 99999999999"));
    EXPECT_EQ(uci::parse_best_move("bestmove  e2e4 \t ponder e7e5")->ponder, "e7e5");
    EXPECT_FALSE(uci::parse_best_move("bestmove"));
    EXPECT_FALSE(uci::parse_set_option("setoption value 3"));
    EXPECT_FALSE(uci::parse_set_option(std::string(70'000, 'x')));
}

}  // namespace
}  // namespace hakam
