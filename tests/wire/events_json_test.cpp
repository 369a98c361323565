#include "wire/events_json.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace hakam {
namespace {

match::Event sample() {
    match::Event event;
    event.seq = 7;
    event.type = match::EventType::make_move;
    event.actor = match::Actor::black_assistant;
    event.at = 123456789012;
    event.ref = 3;
    event.args.from = Square::e7;
    event.args.to = Square::e8;
    event.args.piece = PieceType::knight;
    event.args.side = Color::black;
    event.args.move = Move::make(Square::e7, Square::d8, MoveKind::promotion, PieceType::pawn,
                                 index(PieceType::rook), index(PieceType::queen));
    event.args.contact = match::Contact::unclear_order;
    event.args.hand = match::Hand::both;
    event.args.result = match::Result::zero_half;
    event.args.reason = match::Reason::flag_fall_cannot_mate;
    event.args.finding = match::Finding::two_hands;
    event.args.ruling = match::RulingKind::illegal;
    event.args.penalty = 9;
    event.args.amount = -120000;
    event.args.text = "a \"text\" \xD8\xAD";
    event.args.articles = "7.5.4; 7.5.5";
    event.args.extra = {{"?colour", "{\"r\":[1,2]}"}, {"ruleset", "uscf"}};
    return event;
}

TEST(WireEvents, RoundTripKeepsEveryMember) {
    const match::Event event = sample();
    const std::string text = boost::json::serialize(wire::to_json(event));
    const auto read = wire::parse_event(text);
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->args, event.args);
    EXPECT_EQ(*read, event);
}

TEST(WireEvents, EveryKindHasAName) {
    for (int i = 0; i < match::event_types; ++i) {
        match::Event event;
        event.seq = 1;
        event.type = static_cast<match::EventType>(i);
        const auto read = wire::parse_event(boost::json::serialize(wire::to_json(event)));
        ASSERT_TRUE(read) << i;
        EXPECT_EQ(read->type, event.type);
    }
}

TEST(WireEvents, UnknownMembersArePreserved) {
    const std::string text =
        R"({"v":1,"seq":1,"kind":"Touch","actor":"W","at":5,"from":"e2","pressure":{"mN":[1,2.5]}})";
    const auto read = wire::parse_event(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(boost::json::parse(text), boost::json::value(wire::to_json(*read)));
}

TEST(WireEvents, BadTextsAreErrors) {
    for (const char* text :
         {"", "[]", "{", R"({"v":1})", R"({"v":2,"seq":1,"kind":"Touch","actor":"W","at":5})",
          R"({"v":1,"seq":0,"kind":"Touch","actor":"W","at":5})",
          R"({"v":1,"seq":1,"kind":"Tuch","actor":"W","at":5})",
          R"({"v":1,"seq":1,"kind":"Touch","actor":"Q","at":5})",
          R"({"v":1,"seq":1,"kind":"Touch","actor":"W","at":"5"})",
          R"({"v":1,"seq":1,"kind":"Touch","actor":"W","at":5,"from":"i9"})",
          R"({"v":1,"seq":1,"kind":"Touch","actor":"W","at":5,"penalty":10})"})
        EXPECT_FALSE(wire::parse_event(text)) << text;
    EXPECT_FALSE(wire::parse_command(R"({"kind":"GameEnded","actor":"S"})"));
}

TEST(WireEvents, LogIsOneEventALine) {
    match::Events events;
    for (std::uint32_t i = 1; i <= 3; ++i) {
        match::Event event = sample();
        event.seq = i;
        events.push_back(event);
    }
    const auto read = wire::parse_log(wire::log_text(events));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, events);
    events[1].seq = 5;
    const auto gap = wire::parse_log(wire::log_text(events));
    ASSERT_FALSE(gap);
    EXPECT_EQ(gap.error().where.line, 2U);
}

TEST(EventsJson, TextWithoutATreeIsTheSame) {
    std::vector<match::Args> all(1);
    match::Args& args = all.emplace_back();
    args.from = Square::e7;
    args.to = Square::d8;
    args.piece = PieceType::queen;
    args.side = Color::black;
    args.move = Move::make(Square::e7, Square::d8, MoveKind::promotion, PieceType::pawn,
                           index(PieceType::rook), index(PieceType::queen));
    args.hand = match::Hand::both;
    args.contact = match::Contact::accidental;
    args.result = match::Result::draw;
    args.reason = match::Reason::flag_fall_cannot_mate;
    args.finding = match::Finding::two_hands;
    args.ruling = match::RulingKind::override_;
    args.penalty = 3;
    args.amount = -1500;
    args.text = "a \"quoted\" word\n\x01 \xd2\xb3";
    args.articles = "7.5.4; 12.9.3";
    all.push_back(args);
    all.back().extra = {{"rules", "fide"}, {"?later", "[1,2]"}};
    for (const match::Args& one : all) {
        boost::json::object object;
        wire::add_args(object, one);
        std::string text = "{";
        wire::append_args(text, one);
        text += '}';
        EXPECT_EQ(text, boost::json::serialize(object));
    }
}

}  // namespace
}  // namespace hakam
