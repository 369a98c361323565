// Every line of data/perft, one test each, to the largest depth whose count is within a budget.
// HAKAM_PERFT_NODES sets another budget per line; 1000000000 checks everything in some minutes.

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "hakam/core/perft.hpp"
#include "testkit/data.hpp"
#include "testkit/setups.hpp"

namespace hakam {
namespace {

struct Line {
    std::string file;
    int number = 0;
    std::string fen;
    std::vector<std::uint64_t> counts;  // by depth, from 1
};

void PrintTo(const Line& line, std::ostream* out) {
    *out << "data/perft/" << line.file << ".epd:" << line.number << ": " << line.fen;
}

std::uint64_t node_budget() {
    if (const char* text = std::getenv("HAKAM_PERFT_NODES"))
        return std::strtoull(text, nullptr, 10);
#if defined(HAKAM_CHECKED)
    return 30'000;
#else
    return 10'000'000;
#endif
}

std::vector<Line> read_lines(const std::string& file) {
    std::vector<Line> lines;
    for (const std::string& text : testkit::data_lines("perft/" + file + ".epd")) {
        Line line{file, static_cast<int>(lines.size()) + 1, text.substr(0, text.find(" ;")), {}};
        for (std::size_t at = text.find(";D"); at != std::string::npos;
             at = text.find(";D", at + 1)) {
            std::istringstream words{text.substr(at + 2)};
            std::size_t depth = 0;
            std::uint64_t count = 0;
            words >> depth >> count;
            EXPECT_EQ(depth, line.counts.size() + 1) << text;
            line.counts.push_back(count);
        }
        EXPECT_FALSE(line.counts.empty()) << text;
        lines.push_back(std::move(line));
    }
    return lines;
}

class PerftData : public testing::TestWithParam<Line> {};

TEST_P(PerftData, CountsAreTheKnownOnes) {
    const Line& line = GetParam();
    const Position p = testkit::position(line.fen);
    std::size_t depth = line.counts.size();
    while (depth > 1 && line.counts[depth - 1] > node_budget()) --depth;
    EXPECT_EQ(perft(p, static_cast<int>(depth)), line.counts[depth - 1]) << "at depth " << depth;
    // A walker that begins at the last ply takes another way through the code.
    EXPECT_EQ(perft(p, 1), line.counts[0]);
}

const auto name_of = [](const testing::TestParamInfo<Line>& info) {
    return "Line" + std::to_string(info.param.number);
};
INSTANTIATE_TEST_SUITE_P(Standard, PerftData, testing::ValuesIn(read_lines("standard")), name_of);
INSTANTIATE_TEST_SUITE_P(Chess960, PerftData, testing::ValuesIn(read_lines("chess960")), name_of);
INSTANTIATE_TEST_SUITE_P(Starts, PerftData, testing::ValuesIn(read_lines("chess960-starts")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Random, PerftData, testing::ValuesIn(read_lines("random")), name_of);
INSTANTIATE_TEST_SUITE_P(Unreachable, PerftData, testing::ValuesIn(read_lines("unreachable")),
                         name_of);

TEST(PerftDataFiles, AreComplete) {
    EXPECT_EQ(read_lines("standard").size(), 149U);
    EXPECT_EQ(read_lines("chess960").size(), 965U);
    EXPECT_EQ(read_lines("chess960-starts").size(), 960U);
    EXPECT_EQ(read_lines("random").size(), 2000U);
    EXPECT_EQ(read_lines("unreachable").size(), 8U);
}

TEST(PerftDataFiles, PositionsOfGamesHaveNoFault) {
    for (const char* file : {"random", "chess960-starts"})
        for (const Line& line : read_lines(file)) {
            const SetupFaults found = faults(testkit::setup(line.fen));
            EXPECT_TRUE(found.empty()) << describe(found.front()) << ": " << line.fen;
        }
}

TEST(PerftDataFiles, StartArraysStandInScharnaglOrder) {
    const auto lines = read_lines("chess960-starts");
    for (std::size_t i = 0; i < lines.size(); ++i)
        ASSERT_EQ(testkit::position(lines[i].fen), Position::chess960(static_cast<int>(i))) << i;
}

}  // namespace
}  // namespace hakam
