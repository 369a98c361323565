#include "hakam/problem/stipulation.hpp"

#include <gtest/gtest.h>

#include <array>

namespace hakam::problem {
namespace {

TEST(Stipulation, ReadsAndWritesEveryKind) {
    constexpr std::array texts = {
        "#2",      "=3",        "#=2",      "==2",      "!=4",      "##1",     "+2",
        "x3",      "zg74",      "003",      "ep2",      "~1",       "s#3",     "s=2",
        "r#2",     "semi-r#2",  "h#3",      "h#2.5",    "h=4",      "h#0.5",   "hzg74",
        "h003",    "hep2",      "h==2",     "h##1",     "hs#3",     "hs#2.5",  "hr#3",
        "ser-#8",  "ser-=4",    "ser-h#6",  "ser-h=6",  "ser-s#6",  "ser-r#3", "ser-semi-r#3",
        "pser-#4", "pser-h#6",  "pser-s#4", "phser-#4", "phser-s#6", "2->ser-h#4", "reci-h#2",
        "dia11.5", "dia7",      "ser-dia9", "a=>b5",    "a=>b2.5",  "reci-h(=)#3", "exact-h#2",
        "ser-h002", "ser-zb35", "sx2",      "s+2",
    };
    for (const std::string_view text : texts) {
        const auto s = parse_stipulation(text);
        ASSERT_TRUE(s) << text << ": " << describe(s.error());
        EXPECT_EQ(format(*s), text);
        EXPECT_EQ(*parse_stipulation(format(*s)), *s);
        EXPECT_FALSE(describe(*s).empty());
    }
    EXPECT_EQ(format(*parse_stipulation(" SER-H#6 ")), "ser-h#6");
    EXPECT_EQ(format(*parse_stipulation("H#2,5")), "h#2.5");
    EXPECT_EQ(format(*parse_stipulation("reci-h(#)#2")), "reci-h#2");
}

TEST(Stipulation, RefusesWithThePlace) {
    struct Case {
        std::string_view text;
        std::uint32_t column;
        ErrorCode code;
    };
    constexpr std::array cases = {
        Case{"", 1, ErrorCode::missing_text},
        Case{"#", 2, ErrorCode::missing_text},
        Case{"2", 1, ErrorCode::unexpected_text},
        Case{"#0", 2, ErrorCode::out_of_range},
        Case{"#201", 2, ErrorCode::out_of_range},
        Case{"#99999999999999999999", 2, ErrorCode::out_of_range},
        Case{"#2.5", 3, ErrorCode::unsupported},
        Case{"s#1.5", 4, ErrorCode::unsupported},
        Case{"ser-h#3.5", 8, ErrorCode::unsupported},
        Case{"h#2x", 4, ErrorCode::trailing_text},
        Case{"h#2.", 4, ErrorCode::trailing_text},
        Case{"h#", 3, ErrorCode::missing_text},
        Case{"hz94", 3, ErrorCode::unexpected_text},
        Case{"##!2", 3, ErrorCode::unsupported},
        Case{"2->h#3", 1, ErrorCode::unsupported},
        Case{"0->ser-h#3", 1, ErrorCode::out_of_range},
        Case{"reci-h(=#3", 9, ErrorCode::unexpected_text},
        Case{"hdia4", 1, ErrorCode::unsupported},
        Case{"exact-#3", 1, ErrorCode::unsupported},
        Case{"mate in 2", 1, ErrorCode::unexpected_text},
    };
    for (const Case& c : cases) {
        const auto s = parse_stipulation(c.text);
        ASSERT_FALSE(s) << c.text;
        EXPECT_EQ(s.error().where.column, c.column) << c.text << ": " << describe(s.error());
        EXPECT_EQ(s.error().code, c.code) << c.text << ": " << describe(s.error());
    }
    EXPECT_EQ(parse_stipulation(std::string(65, '#')).error().code, ErrorCode::too_long);
}

}  // namespace
}  // namespace hakam::problem
