#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hakam/pgn/reader.hpp"
#include "testkit/rng.hpp"

namespace hakam::pgn {
namespace {

/// The findings, as "offset ply found", and the number of moves.
struct Told final : Visitor {
    void move(const MoveToken&) override { ++moves; }
    void finding(const Finding& f) override {
        EXPECT_EQ(f.code, FindingCode::lenient) << describe(f);
        all.push_back(std::to_string(f.where.offset) + " " + std::to_string(f.ply) + " " + f.found);
    }
    std::vector<std::string> all;
    unsigned moves = 0;
};

Told told(std::string_view text, Reading reading = Reading::lenient) {
    Told t;
    ReaderOptions options;
    options.reading = reading;
    read(text, t, options);
    return t;
}
/// The same, fed in pieces of `size` bytes: what is looked at in advance never counts.
Told told_in_pieces(std::string_view text, std::size_t size) {
    Told t;
    Reader reader{t};
    for (std::size_t i = 0; i < text.size(); i += size) reader.feed(text.substr(i, size));
    reader.finish();
    return t;
}

using Texts = std::vector<std::string>;

TEST(PgnNumbers, RightOnesInAnyFormAreNotTold) {
    for (const std::string_view text :
         {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *", "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 *",
          "[Event \"T\"]\n\n1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 4 Ba4 Nf6 *",
          "1e4 e5 2Nf3 Nc6 3Bb5 a6 4Ba4 Nf6 *", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 *",
          "1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 3... a6 *",
          "1. e4 1. e5 2. Nf3 2. Nc6 3. Bb5 3.. a6 4. Ba4 4 Nf6 *",
          "1. e4 1. ... e5 2. Nf3 ... Nc6 3. Bb5 3. \xE2\x80\xA6 a6 4. Ba4 \xE2\x80\xA6 Nf6 *",
          "1. e4\r\n\r\n1...\r\ne5\r\n2.\r\nNf3 Nc6\r\n3. Bb5 a6\r\n4. Ba4 Nf6 *",
          "1. e4 {x} 1... e5 {x}2. Nf3{x}2...Nc6 (2... d6 3. d4) 3. Bb5 (3. Bc4) 3... a6 *",
          "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 99\"]\n\n"
          "99... Kd7 100. e4 Kd6 101. Kd2 Kd7 102. Kd3 *",
          "1. e4 e5 2. 1-0"}) {
        EXPECT_EQ(told(text).all, Texts{}) << text;
        EXPECT_EQ(told(text, Reading::strict).all.size(), 0U) << text;
    }
}

TEST(PgnNumbers, AWrongOneIsToldWhereItStands) {
    EXPECT_EQ(told("1. e4 e5 5. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *").all, (Texts{"9 3 5."}));
    EXPECT_EQ(told("1. e4 e5 2. Nf3 Nc6 3. Bb5 {but} 4... a6 4. Ba4 Nf6 *").all,
              (Texts{"33 6 4..."}));
    EXPECT_EQ(told("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 41. Nf6 5. O-O Be7 *").all,
              (Texts{"37 8 41."}));
    EXPECT_EQ(told("1. e4 e5 2. Nf3 Nc6 (3... d6 3. d4) 3. Bb5 a6 4. Ba4 Nf6 *").all,
              (Texts{"21 4 3..."}));
}

TEST(PgnNumbers, ARunOfWrongOnesIsToldOnce) {
    EXPECT_EQ(told("0. e4 e5 1. Nf3 Nc6 2. Bb5 a6 3. Ba4 Nf6 *").all, (Texts{"0 1 0."}));
    EXPECT_EQ(told("2. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. Ba4 Nf6 6. O-O Be7 *").all, (Texts{"0 1 2."}));
    EXPECT_EQ(told("1. e4 e5 1. Nf3 Nc6 1. Bb5 a6 1. Ba4 Nf6 1. O-O Be7 *").all, (Texts{"9 3 1."}));
    EXPECT_EQ(told("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 5. Ba4 Nf6 6. O-O Be7 6. Re1 b5 *").all,
              (Texts{"9 3 3.", "30 7 5."}));
    EXPECT_EQ(told("2. e4 *\n\n1. e4 e5 *\n\n2. d4 *").all.size(), 2U);  // of each game
    // Strict reading tells each.
    EXPECT_EQ(told("0. e4 e5 1. Nf3 Nc6 2. Bb5 *", Reading::strict).all.size(), 3U);
}

TEST(PgnNumbers, PeriodsOfBlackBeforeAMoveOfWhiteAreTold) {
    EXPECT_EQ(told("1... e4 e5 2. Nf3 Nc6 3. Bb5 a6 *").all, (Texts{"1 1 ..."}));
    EXPECT_EQ(told("1. e4 e5 2... Nf3 Nc6 3... Bb5 a6 4. Ba4 Nf6 *").all, (Texts{"10 3 ..."}));
    EXPECT_EQ(told("1. e4 e5 2. ... Nf3 Nc6 3. Bb5 a6 4... Ba4 Nf6 *").all.size(), 2U);
    EXPECT_EQ(told("1. e4 e5 \xE2\x80\xA6 Nf3 Nc6 3. Bb5 a6 *").all.size(), 1U);
    EXPECT_EQ(told("1... e4 e5 2. Nf3 Nc6 *", Reading::strict).all.size(), 1U);
}

// Games with wrong numbers in many forms, against a plain count of their runs.
TEST(PgnNumbers, RandomNumbersAreToldAsTheirRunsAreCounted) {
    testkit::Rng rng{11};
    const std::string_view cycle[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    const std::string_view before[] = {" ", "\n", "\r\n", "  ", " {a comment} ", "{x}"};
    const std::string_view after[] = {" ", "", "\n", " {1. e4} "};
    const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(rng.below(n)); };
    for (int game = 0; game < 400; ++game) {
        std::string text = "[Event \"T\"]\n";
        Texts expected;
        std::uint32_t shift = 0;
        std::uint32_t old_shift = 0;
        const std::uint32_t first = rng.once_in(4) ? 1 + below(300) : 1;
        if (first != 1)
            text +=
                "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 " +
                std::to_string(first) + "\"]\n\n";
        for (std::uint32_t ply = 0; ply < 80; ++ply) {
            const std::uint32_t number = first + ply / 2;
            if (rng.once_in(16)) shift = rng.once_in(3) ? below(200) : 0;
            if (number + shift > 20 && rng.once_in(32)) shift = 0U - below(20);
            text += ply == 0 ? std::string_view{} : before[rng.below(std::size(before))];
            if (!rng.once_in(ply % 2 == 0 ? 8 : 2)) {
                const std::string shown = std::to_string(number + shift) +
                                          std::string(ply % 2 == 0 ? below(2) : below(4), '.');
                if (shift != 0 && old_shift == 0)
                    expected.push_back(std::to_string(text.size()) + " " + std::to_string(ply + 1) +
                                       " " + shown);
                old_shift = shift;
                text += shown;
                text += after[rng.below(std::size(after))];
            }
            text += cycle[ply % 4];
        }
        text += " *\n";
        SCOPED_TRACE(text);
        const Told whole = told(text);
        EXPECT_EQ(whole.moves, 80U);
        ASSERT_EQ(whole.all, expected);
        for (const std::size_t size : {1U, 7U, 61U, 200U})
            ASSERT_EQ(told_in_pieces(text, size).all, expected) << size;
    }
}

}  // namespace
}  // namespace hakam::pgn
