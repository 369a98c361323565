#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hakam/pgn/reader.hpp"

namespace hakam::pgn {
namespace {

/// The findings of a text, as "ply found".
std::vector<std::string> plies(std::string_view text, Reading reading = Reading::lenient) {
    struct Plies final : Visitor {
        void finding(const Finding& f) override {
            all.push_back(std::to_string(f.ply) + " " + f.found);
        }
        std::vector<std::string> all;
    } told;
    ReaderOptions options;
    options.reading = reading;
    read(text, told, options);
    return told.all;
}
using Plies = std::vector<std::string>;

TEST(PgnPly, OfAMoveAndWhatStandsForOne) {
    EXPECT_EQ(plies("1. e4 e5 2. Ke3 *"), (Plies{"3 Ke3"}));            // illegal
    EXPECT_EQ(plies("1. e4 e5 2. Ng1f3 *"), (Plies{"3 Ng1f3"}));        // lenient
    EXPECT_EQ(plies("1. e4 e5 3. Nf3 *"), (Plies{"3 3."}));             // its number
    EXPECT_EQ(plies("1. e4 e5 2. what Nf3 *"), (Plies{"3 what"}));      // in its place
    EXPECT_EQ(plies("1. e4 e5 2. Nf3, Nc6 *"), (Plies{"3 ,"}));         // behind it
    EXPECT_EQ(plies("1. e4 e5 2. Nf3 (2. Z0 d5) *"), (Plies{"3 Z0"}));  // in a variation
    EXPECT_EQ(plies("1. e4 e5 2. Nf3 (2. d4 d5 3. Ke5) *"), (Plies{"5 Ke5"}));
    const std::string long_word(300, 'q');
    EXPECT_EQ(plies("1. e4 " + long_word + " e5 *")[0].substr(0, 2), "2 ");
    EXPECT_EQ(plies("1. e4 e5 2. Ng1f3 *", Reading::strict), (Plies{"3 Ng1f3"}));
}

TEST(PgnPly, OfAnythingElseIsThatOfTheMoveBefore) {
    EXPECT_EQ(plies("1. e4 e5 $999 2. Nf3 *"), (Plies{"2 $999"}));
    EXPECT_EQ(plies("1. e4 e5 ! 2. Nf3 *"), (Plies{"2 !"}));
    EXPECT_EQ(plies("1. e4 e5 ) 2. Nf3 *"), (Plies{"2 )"}));
    EXPECT_EQ(plies("1. e4 e5 <x> 2. Nf3 *"), (Plies{"2 <x>"}));
    EXPECT_EQ(plies("1. e4 e5 {a {b} c} 2. Nf3 *").at(0).substr(0, 2), "2 ");
    EXPECT_EQ(plies("1. e4 e5 2. Nf3 {open").at(0).substr(0, 2), "3 ");
    EXPECT_EQ(plies("1. e4 e5 2. Nf3"), (Plies{"3 "}));  // no marker
    EXPECT_EQ(plies("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 0-1"), (Plies{"3 0-1"}));
    EXPECT_EQ(plies("( e4 ) 1. e4 *").at(0).substr(0, 2), "0 ");
}

}  // namespace
}  // namespace hakam::pgn
