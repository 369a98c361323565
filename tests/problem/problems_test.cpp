// Every row of data/problems: keys, counts, lines, trees and tries.

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <iostream>

#include "collect.hpp"
#include "testkit/tsv.hpp"

namespace hakam::problem {
namespace {

using testing::Collect;
using testing::problem_of;

TEST(ProblemsTsv, EveryRowHasItsSolutions) {
    const char* only = std::getenv("HAKAM_PROBLEM");  // one row, for looking into it
    std::size_t rows = 0;
    for (const auto& row : testkit::read_tsv("problems/problems.tsv")) {
        if (only != nullptr && row["id"].find(only) == std::string::npos) continue;
        SCOPED_TRACE(row["id"] + " (line " + std::to_string(row.line) + "): " + row["fen"] + " " +
                     row["stipulation"]);
        ++rows;
        const auto problem = problem_of(row["fen"], row["stipulation"], row["conditions"]);
        ASSERT_TRUE(problem) << describe(problem.error());
        Collect found;
        const auto begin = std::clock();
        const auto summary = solve(*problem, {}, {}, found);
        const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        if (took > 0.02 || only != nullptr)
            std::cout << row["id"] << ' ' << row["stipulation"] << ": " << took
                      << " s, Popeye " << row["popeye_cpu_s"] << ", "
                      << (summary ? summary->nodes : 0) << " nodes\n";
        ASSERT_TRUE(summary) << describe(summary.error());
        EXPECT_TRUE(summary->complete) << summary->obstacle;
        if (row["solutions"] != "*")
            EXPECT_EQ(std::to_string(summary->solutions), row["solutions"]);
        EXPECT_EQ(testing::ucis(summary->keys), testing::words(row["first_moves_uci"]));
        if (row["lines_uci"] != "-" && row["lines_uci"] != "*") {
            std::set<std::string> lines;
            for (const Solution& s : found.all) lines.insert(testing::uci_line(s.line));
            const auto wanted = testing::words(row["lines_uci"], " / ");
            if (problem->stipulation.is_line_play()) EXPECT_EQ(lines, wanted);
        }
    }
    EXPECT_TRUE(only != nullptr || rows > 100) << rows;
}

TEST(ProblemsTsv, TwoMoversHaveTheirVariations) {
    std::map<std::string, std::set<std::string>> wanted;  // id -> "key reply answers"
    for (const auto& row : testkit::read_tsv("problems/two_movers_tree.tsv"))
        wanted[row["id"]].insert(row["key_uci"] + " " + row["reply_uci"] + ": " + row["mates_uci"]);
    std::size_t compared = 0;
    for (const auto& row : testkit::read_tsv("problems/problems.tsv")) {
        if (!wanted.contains(row["id"])) continue;
        SCOPED_TRACE(row["id"]);
        const auto problem = problem_of(row["fen"], row["stipulation"], row["conditions"]);
        ASSERT_TRUE(problem);
        Collect found;
        Options options;
        options.tree_depth = 2;
        ASSERT_TRUE(solve(*problem, options, {}, found));
        std::set<std::string> lines;
        for (const Solution& s : found.all)
            for (const Branch& b : s.branches) {
                std::set<std::string> answers;
                for (const Continuation& c : b.answers) answers.insert(c.step.uci);
                std::string line = s.line.front().uci + " " + b.defence.uci + ":";
                for (const std::string& a : answers) line += " " + a;
                lines.insert(line);
            }
        std::set<std::string> sorted;  // the answers of the table in the same order
        for (const std::string& line : wanted[row["id"]]) {
            const std::size_t colon = line.find(':');
            std::string again = line.substr(0, colon + 1);
            for (const std::string& a : testing::words(std::string_view{line}.substr(colon + 2)))
                again += " " + a;
            sorted.insert(again);
        }
        EXPECT_EQ(lines, sorted);
        compared += lines.size();
    }
    EXPECT_GE(compared, 200U);
}

TEST(ProblemsTsv, TwoMoversHaveTheirTries) {
    std::map<std::string, std::set<std::string>> wanted;
    for (const auto& row : testkit::read_tsv("problems/two_movers_tries.tsv"))
        wanted[row["id"]].insert(row["try_uci"] + " " + row["refutation_uci"]);
    for (const auto& row : testkit::read_tsv("problems/problems.tsv")) {
        if (!wanted.contains(row["id"])) continue;
        SCOPED_TRACE(row["id"]);
        const auto problem = problem_of(row["fen"], row["stipulation"], row["conditions"]);
        ASSERT_TRUE(problem);
        Collect found;
        Options options;
        options.refutations = 1;
        const auto summary = solve(*problem, options, {}, found);
        ASSERT_TRUE(summary);
        std::set<std::string> lines;
        for (const Solution& s : found.all)
            if (s.kind == SolutionKind::attempt)
                lines.insert(s.line.front().uci + " " + s.refutations.front().uci);
        EXPECT_EQ(lines, wanted[row["id"]]);
        EXPECT_EQ(summary->tries, lines.size());
    }
}

}  // namespace
}  // namespace hakam::problem
