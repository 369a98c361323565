// The small-material tables of data/dead/small_material.tsv by retrograde closure over every
// position, and `winnable` against it. A short part runs always; HAKAM_ALL_CLASSES=1 runs all 35
// classes (some minutes, 600 MB) and prints the counts that docs/design/solve.md gives.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "hakam/laws/law_book.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/rng.hpp"
#include "testkit/small_material.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using testkit::ClassCounts;
using testkit::Fate;
using testkit::MateTables;
using testkit::Placement;
using testkit::TsvRow;

bool all_classes() { return std::getenv("HAKAM_ALL_CLASSES") != nullptr; }

/// Classes of the short run: all of three men, and two of four.
bool is_in_short_run(const std::string& name) {
    return name.size() == 4 || name == "KNvKN" || name == "KBvKN";
}

std::vector<TsvRow> classes() {
    std::vector<TsvRow> rows = testkit::read_tsv("dead/small_material.tsv");
    if (!all_classes())
        std::erase_if(rows, [](const TsvRow& row) { return !is_in_short_run(row["class"]); });
    return rows;
}

MateTables& tables() {
    static MateTables all;
    return all;
}

bool agrees(const Placement& placement, std::uint8_t fate, std::uint64_t& unknown) {
    const Position position = placement.position();
    for (const Color side : colors) {
        const Decision decision = winnable(position, side).decision;
        unknown += decision == Decision::unknown ? 1 : 0;
        const bool can = (fate & (side == Color::white ? Fate::white_can : Fate::black_can)) != 0;
        if (decision != (can ? Decision::yes : Decision::no)) return false;
    }
    return true;
}

TEST(Retrograde, ReproducesTheTablesToTheUnit) {
    for (const TsvRow& row : classes()) {
        SCOPED_TRACE(row["class"]);
        const ClassCounts counts = tables().counts(testkit::men_of_class(row["class"]));
        EXPECT_EQ(std::to_string(counts.legal), row["legal"]);
        EXPECT_EQ(std::to_string(counts.ongoing), row["ongoing"]);
        EXPECT_EQ(std::to_string(counts.mates_by_white), row["mates by White"]);
        EXPECT_EQ(std::to_string(counts.mates_by_black), row["mates by Black"]);
        EXPECT_EQ(std::to_string(counts.stalemates), row["stalemates"]);
        EXPECT_EQ(std::to_string(counts.both), row["both can mate"]);
        EXPECT_EQ(std::to_string(counts.only_white), row["only White"]);
        EXPECT_EQ(std::to_string(counts.only_black), row["only Black"]);
        EXPECT_EQ(std::to_string(counts.dead), row["dead"]);
    }
}

// Every position of three men; of four men every exception (not the fate that most positions of its
// class and turn share) up to a limit, and a sample of the rest.
TEST(Retrograde, WinnableAgreesWithIt) {
    const std::uint64_t most = all_classes() ? 10'000 : 4'000;
    for (const TsvRow& row : classes()) {
        SCOPED_TRACE(row["class"]);
        const auto began = std::chrono::steady_clock::now();
        const auto men = testkit::men_of_class(row["class"]);
        std::array<std::uint64_t, 16> of_fate{};
        tables().visit(men,
                       [&](const Placement&, std::uint8_t fate, int) { ++of_fate[fate & 15]; });
        testkit::Rng rng{20231101};
        std::uint64_t compared = 0, wrong = 0, unknown = 0;
        tables().visit(men, [&](const Placement& p, std::uint8_t fate, int) {
            const std::uint64_t like = of_fate[fate & 15];
            if (men.size() > 1 && like > most &&
                rng.below(static_cast<std::uint32_t>(like)) >= most)
                return;
            ++compared;
            if (agrees(p, fate, unknown)) return;
            if (++wrong < 4)
                ADD_FAILURE() << "fate " << int{fate} << " of the men " << row["class"] << " at "
                              << to_string(p.kings[0]) << ' ' << to_string(p.kings[1]) << ' '
                              << to_string(p.squares[0]) << ' ' << to_string(p.squares[1])
                              << (p.turn == Color::white ? " w" : " b");
        });
        EXPECT_EQ(wrong, 0U);
        EXPECT_EQ(unknown, 0U);
        if (all_classes())
            std::cout
                << row["class"] << ": " << compared << " positions compared, " << wrong
                << " differ, "
                << std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count()
                << " s" << std::endl;
    }
}

// How long the longest forced mate is that one minor piece, or two knights against a bare king,
// have in classes of four men, counted in moves of that side. US Chess 14E asks for forced wins,
// and the room laws searches no deeper (src/laws/forced_mate.cpp).
TEST(Retrograde, LongestForcedMatesOfOneMinorPiece) {
    struct Longest {
        const char* name;
        Color attacker;
        int moves;
    };
    for (const Longest& one : {
             Longest{"KNNvK", Color::white, 1},
             {"KNvKN", Color::white, 1},
             {"KBvKN", Color::white, 1},
             {"KBvKN", Color::black, 1},
             {"KBvKB", Color::white, 1},
             {"KRvKN", Color::black, 1},
             {"KRvKB", Color::black, 0},
             {"KQvKN", Color::black, 0},
             {"KQvKB", Color::black, 0},
             {"KNvKP", Color::white, 7},
             {"KBvKP", Color::white, 1},
         }) {
        if (!all_classes() && !is_in_short_run(one.name)) continue;
        SCOPED_TRACE(one.name);
        const auto men = testkit::men_of_class(one.name);
        EXPECT_EQ(tables().longest_forced_mate(men, one.attacker), one.moves);
        // The room laws finds them, and is certain of what is none.
        testkit::Rng rng{14};
        tables().visit(men, [&](const Placement& p, std::uint8_t fate, int) {
            if ((fate & Fate::ongoing) == 0) return;
            const bool forced = tables().is_forced(p, one.attacker);
            if (!rng.once_in(forced ? 50 : 50'000)) return;
            EXPECT_EQ(laws::forced_mate(p.position(), one.attacker),
                      forced ? Decision::yes : Decision::no);
        });
    }
}

}  // namespace
}  // namespace hakam
