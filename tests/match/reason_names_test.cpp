#include <gtest/gtest.h>

#include <set>
#include <string>

#include "hakam/laws/verdict.hpp"
#include "hakam/match/event.hpp"

namespace hakam::match {
namespace {

TEST(ReasonNames, AreDifferentAndReadBack) {
    std::set<std::string_view> seen;
    for (int i = 0; i < laws::reason_count; ++i) {
        const auto reason = static_cast<Reason>(i);
        SCOPED_TRACE(std::string{name(reason)});
        EXPECT_TRUE(seen.insert(name(reason)).second);
        EXPECT_EQ(reason_from(name(reason)), reason);
        EXPECT_EQ(reason_from(scenario_word(reason)), reason);
    }
    EXPECT_EQ(reason_from("checkmated"), std::nullopt);
}

}  // namespace
}  // namespace hakam::match
