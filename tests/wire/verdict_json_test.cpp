// Verdicts as JSON: the members that docs/formats/verdict.md promises, and nothing that is not JSON.
#include "hakam/wire/verdict.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>

#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "wire/value.hpp"

namespace hakam::wire {
namespace {

namespace json = boost::json;

Game played(const char* fen, std::initializer_list<const char*> moves) {
    Game game{*fen::position(fen)};
    for (const char* text : moves) game.play_unchecked(*san::parse(text, game.current()));
    return game;
}
json::object of(const laws::Verdict& verdict, Articles form) {
    return object_of([&](Json& out) { write_verdict(out, verdict, form); });
}
laws::LawBook book(const char* name) { return *laws::law_book(name); }

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(WireJson, EveryByteOfATextComesBack) {
    std::string all;
    for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
    all += "Ḥakam, ҳакам, حَكَم";
    Json out;
    out.begin().member("text", all).member(all, "key").end();
    const json::object read = value_of(out).get_object();
    EXPECT_EQ(read.at("text").get_string(), all);
    EXPECT_EQ(read.at(all).get_string(), "key");
}

TEST(WireJson, CommasNestingAndTheEndsOfNumbers) {
    Json out{std::string(100, 'x')};
    out.begin_list().number(INT64_MIN).unsigned_number(UINT64_MAX).null().boolean(false);
    out.begin().end().begin_list().end_list().begin().optional("a", "").optional("b", "c");
    out.mark("no", false).mark("yes", true).end().end_list();
    EXPECT_EQ(out.text(), "[-9223372036854775808,18446744073709551615,null,false,{},[],"
                          "{\"a\":null,\"b\":\"c\",\"yes\":true}]");
    EXPECT_EQ(std::move(out).take().front(), '[');
}

TEST(WireVerdict, MateHasItsArticleInBothForms) {
    const auto verdict =
        book("fide-standard").judge(played(start, {"f3", "e5", "g4", "Qh4#"}));
    json::object numbers = of(verdict, Articles::numbers);
    EXPECT_EQ(json::serialize(numbers),
              "{\"standing\":\"over\",\"outcome\":\"0-1\",\"reason\":\"checkmate\",\"articles\":"
              "[\"5.1.1\"],\"book\":\"FIDE Laws of Chess\",\"edition\":\"2023\",\"evidence\":"
              "{\"halfmoveClock\":1},\"certain\":true}");
    const json::object objects = of(verdict, Articles::objects);
    const json::object& article = objects.at("articles").at(0).get_object();
    EXPECT_EQ(article.at("book").get_string(), "fide");
    EXPECT_EQ(article.at("article").get_string(), "5.1.1");
    EXPECT_FALSE(article.at("rule").get_string().empty());
    EXPECT_FALSE(objects.contains("book"));
}

TEST(WireVerdict, NothingIsNullNotAWord) {
    const json::object object = of(book("casual").judge(Game{}), Articles::numbers);
    EXPECT_TRUE(object.at("outcome").is_null());
    EXPECT_TRUE(object.at("reason").is_null());
    EXPECT_EQ(object.at("standing").get_string(), "ongoing");
    EXPECT_TRUE(object.at("articles").get_array().empty());
    EXPECT_FALSE(object.contains("edition"));
}

TEST(WireVerdict, AClaimNamesItsPliesAndItsLookAlikes) {
    // After the tour of the queen's rooks the men of ply 0 stand again, with other rights.
    const Game game = played("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                             {"Rb1", "Rb8", "Ra1", "Ra8", "Rb1", "Rb8", "Ra1", "Ra8"});
    const laws::Claim claim =
        book("fide-standard").claim(game, laws::ClaimKind::threefold, std::nullopt);
    const json::object object =
        object_of([&](Json& out) { write_claim(out, claim, Articles::numbers); });
    EXPECT_FALSE(object.at("correct").get_bool());
    EXPECT_EQ(object.at("kind").get_string(), "threefold-repetition");
    EXPECT_EQ(object.at("count").to_number<int>(), 2);
    const json::object& evidence = object.at("evidence").get_object();
    EXPECT_EQ(json::serialize(evidence.at("plies")), "[4,8]");
    EXPECT_EQ(json::serialize(evidence.at("notMatching")),
              "[{\"ply\":0,\"why\":\"castling\"}]");
    EXPECT_EQ(evidence.at("halfmoveClock").to_number<int>(), 8);
    ASSERT_TRUE(claim.penalty);
    const json::object cost = object_of([&](Json& out) { write_penalty(out, *claim.penalty); });
    EXPECT_EQ(json::serialize(cost), "{\"to\":\"black\",\"seconds\":120}");
}

TEST(WireVerdict, AnIllegalActInsideAVerdictIsOneJsonText) {
    const auto verdict =
        book("fide-standard").rule(Game{}, laws::IllegalAct{Color::white, 1, {}});
    const json::object object = of(verdict, Articles::objects);
    EXPECT_EQ(json::serialize(object.at("penalty")), "{\"to\":\"black\",\"seconds\":120}");
}

TEST(WireVerdict, AFlagTellsWhoCanMateAndHow) {
    const Game lone = Game{*fen::position("8/8/4k3/8/8/4K3/8/Q7 w - - 0 1")};
    const json::object drawn =
        of(book("fide-standard").rule(lone, laws::FlagFall{Color::white}), Articles::numbers);
    EXPECT_EQ(drawn.at("side").get_string(), "white");
    const json::object& no = drawn.at("evidence").at("canMate").at(0).get_object();
    EXPECT_EQ(no.at("side").get_string(), "black");
    EXPECT_EQ(no.at("winnable").get_string(), "no");
    EXPECT_FALSE(no.contains("line"));
    EXPECT_FALSE(no.at("reason").get_string().empty());
    const json::object won =
        of(book("fide-standard").rule(lone, laws::FlagFall{Color::black}), Articles::numbers);
    const json::object& yes = won.at("evidence").at("canMate").at(0).get_object();
    EXPECT_EQ(yes.at("winnable").get_string(), "yes");
    Position position = lone.current();
    for (const json::value& move : yes.at("line").get_array()) {
        const auto read = uci::parse(std::string_view{move.get_string()}, position);
        ASSERT_TRUE(read);
        position = position.after(*read);
    }
    EXPECT_TRUE(position.is_checkmate());
}

TEST(WireVerdict, ListsOfArticlesOfEventsAreLookedUp) {
    Json out;
    write_article_list(out, "4.3.1; USCF 14E2;; nothing of the kind");
    const json::array list = value_of(out).get_array();
    ASSERT_EQ(list.size(), 3U);
    EXPECT_EQ(list[0].at("book").get_string(), "fide");
    EXPECT_EQ(list[1].at("article").get_string(), "USCF 14E2");
    EXPECT_EQ(list[2].at("book").get_string(), "");
    EXPECT_EQ(list[2].at("article").get_string(), "nothing of the kind");
}

TEST(WireVerdict, EveryReasonOfEveryBookIsAWordThatIsReadAgain) {
    for (const laws::BookInfo& info : laws::books()) {
        const auto verdict = laws::law_book(info.name)->rule(
            Game{}, laws::Resignation{Color::white});
        const json::object object = of(verdict, Articles::numbers);
        EXPECT_EQ(object.at("outcome").get_string(), "0-1") << info.name;
        EXPECT_EQ(laws::reason_from(std::string_view{object.at("reason").get_string()}),
                  verdict.reason);
        EXPECT_FALSE(object.at("articles").get_array().empty()) << info.name;
    }
}

}  // namespace
}  // namespace hakam::wire
