#include "hakam/laws/article.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hakam/laws/citation.hpp"

namespace hakam::laws {
namespace {

TEST(Article, IsFoundByIdByNumberAndByName) {
    for (const std::string_view text :
         {"FIDE 5.2.1", "fide-5.2.1", "5.2.1", "Art. 5.2.1", "Article 5.2.1", "stalemate"}) {
        SCOPED_TRACE(text);
        const std::optional<Article> found = find(text);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->key, art::stalemate);
    }
    EXPECT_EQ(find("14E2")->key, art::uscf_minor_piece);
    EXPECT_EQ(find("USCF 14E2")->key, art::uscf_minor_piece);
    EXPECT_EQ(find("ONL-5.4.1")->key, art::online_threefold);
    EXPECT_EQ(find("A.5.2")->key, art::rapid_illegal_move);
    EXPECT_EQ(find("GIII.5")->key, art::quickplay_claim);
    EXPECT_EQ(find("GII.3.2.7")->key, art::chess960_notes);
    EXPECT_EQ(find("7.5.1")->key, art::illegal_move_found);
    EXPECT_EQ(find("4.4.4 (Manual)"), std::nullopt);
    EXPECT_EQ(find(""), std::nullopt);
    EXPECT_EQ(find("99.9"), std::nullopt);
}

TEST(Article, TableIsInTheOrderOfTheConstants) {
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < articles().size(); ++i) {
        const Article& a = articles()[i];
        SCOPED_TRACE(a.id);
        EXPECT_EQ(static_cast<std::size_t>(a.key), i);
        EXPECT_TRUE(ids.insert(a.id).second);
        EXPECT_FALSE(a.rule.empty());
        EXPECT_EQ(a.reason.empty(), a.decided_by == Decider::software);
        EXPECT_EQ(find(a.id)->key, a.key);
        EXPECT_EQ(find(a.name)->key, a.key);
    }
}

TEST(Citation, NamesBookEditionAndArticle) {
    const Citation citation{art::dead_position};
    EXPECT_EQ(citation.number(), "5.2.2");
    EXPECT_EQ(describe(citation), "FIDE Laws of Chess (2023) Art. 5.2.2");
    EXPECT_EQ(describe(Citation{art::uscf_bare_king}), "US Chess Rules of Chess (7th) Art. 14E1");
}

}  // namespace
}  // namespace hakam::laws
