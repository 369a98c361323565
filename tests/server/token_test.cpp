#include "server/token.hpp"

#include <gtest/gtest.h>

#include <set>

namespace hakam::server {
namespace {

class TokenTest : public testing::Test {
protected:
    TokenTest() { EXPECT_TRUE(start_secrets()); }
};

TEST_F(TokenTest, TokensAreLongAndNeverTheSame) {
    std::set<std::string> tokens;
    std::set<std::string> ids;
    for (int i = 0; i < 1000; ++i) {
        const std::string token = new_token();
        EXPECT_TRUE(is_token_shaped(token)) << token;
        tokens.insert(token);
        ids.insert(new_game_id());
    }
    EXPECT_EQ(tokens.size(), 1000U);
    EXPECT_EQ(ids.size(), 1000U);
    EXPECT_FALSE(is_token_shaped("short"));
    EXPECT_FALSE(is_token_shaped(std::string(31, 'a') + "*"));
}

TEST_F(TokenTest, ADerivedTokenNeedsTheOldOneAndThePurpose) {
    const std::string token = new_token();
    EXPECT_EQ(derived_token(token, "game"), derived_token(token, "game"));
    EXPECT_NE(derived_token(token, "game"), derived_token(token, "other"));
    EXPECT_NE(derived_token(token, "game"), derived_token(new_token(), "game"));
    EXPECT_TRUE(is_token_shaped(derived_token(token, "game")));
}

TEST_F(TokenTest, PassphrasesAreHashedWithSalt) {
    const auto hash = hash_passphrase("correct horse");
    ASSERT_TRUE(hash);
    EXPECT_EQ(hash->rfind("$argon2id$", 0), 0U);
    EXPECT_NE(*hash, *hash_passphrase("correct horse"));
    EXPECT_TRUE(is_passphrase(*hash, "correct horse"));
    EXPECT_FALSE(is_passphrase(*hash, "correct horsf"));
    EXPECT_FALSE(is_passphrase("", ""));
}

}  // namespace
}  // namespace hakam::server
