#include "hakam/notation/letters.hpp"

#include <gtest/gtest.h>

#include "testkit/tsv.hpp"

namespace hakam {
namespace {

TEST(Letters, AreThoseOfTheGlossary) {
    const auto rows = testkit::read_tsv("laws/terms.tsv");
    const auto row = [&](std::string_view key) {
        for (const testkit::TsvRow& r : rows)
            if (r["key"] == key) return r;
        ADD_FAILURE() << "no row " << key;
        return rows.front();
    };
    const std::pair<PieceType, std::string_view> keys[] = {
        {PieceType::king, "letter.king"},     {PieceType::queen, "letter.queen"},
        {PieceType::rook, "letter.rook"},     {PieceType::bishop, "letter.bishop"},
        {PieceType::knight, "letter.knight"}, {PieceType::pawn, "letter.pawn"}};
    for (const Letters& letters : all_letters()) {
        if (letters.language == "figurine") continue;
        for (const auto& [type, key] : keys) {
            std::string wanted = row(key)[letters.language];
            if (wanted == "(none; P)") wanted = "P";
            EXPECT_EQ(letters.letter({Color::white, type}), wanted) << letters.language << key;
            EXPECT_EQ(letters.letter({Color::black, type}), wanted);
        }
        std::string files;
        for (const std::string_view file : letters.files)
            files += (files.empty() ? "" : " ") + std::string{file};
        if (!letters.files[0].empty()) {
            EXPECT_EQ(files, row("files")[letters.language]);
        }
    }
}

TEST(Letters, AreFoundByTheirLanguage) {
    for (const Letters& letters : all_letters()) EXPECT_EQ(letters_for(letters.language), &letters);
    EXPECT_EQ(letters_for("xx"), nullptr);
    EXPECT_EQ(english.language, "en");
}

}  // namespace
}  // namespace hakam
