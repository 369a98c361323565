#include <map>

#include "hakam/pgn/reader.hpp"
#include "laws/played.hpp"
#include "testkit/data.hpp"

// Famous games with the right verdict at the right ply.

namespace hakam::laws::testing {
namespace {

class Games : public pgn::Visitor {
public:
    void game_begin(std::uint64_t) override { id_.clear(); }
    void tag(const pgn::TagToken& token) override {
        if (token.name == "SeedId") id_ = token.value;
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        games.insert_or_assign(id_, Game{start.position});
        return pgn::Descend::yes;
    }
    void move(const pgn::MoveToken& token) override { games.at(id_).play_unchecked(token.move); }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }

    std::map<std::string, Game, std::less<>> games;

private:
    std::string id_;
};

Game seed(std::string_view id) {
    static const auto games = [] {
        Games reader;
        pgn::read(testkit::data_file("seeds/games.pgn"), reader);
        return reader.games;
    }();
    const auto found = games.find(id);
    EXPECT_NE(found, games.end()) << id;
    return found == games.end() ? Game{} : found->second;
}

TEST(SeedGames, KarpovMilesIsNoThreefoldForTheCastlingRight) {
    const Game game = seed("S000-G01");
    ASSERT_EQ(game.plies(), 51U);
    const LawBook fide = book("fide-standard");
    const Claim claim = fide.claim(game, ClaimKind::threefold);
    EXPECT_FALSE(claim.correct);
    EXPECT_EQ(claim.evidence.plies, (std::vector<std::size_t>{47, 51}));
    EXPECT_EQ(claim.evidence.look_alikes, (std::vector<LookAlike>{{43, Difference::castling}}));
    // One more cycle and the claim would be right; two more after that and nobody need claim.
    Game longer = game;
    play(longer, "Ra4 Nc3 Ra8 Nb5");
    EXPECT_TRUE(fide.claim(longer, ClaimKind::threefold).correct);
    EXPECT_EQ(fide.judge(longer).standing, Standing::claimable);
    play(longer, "Ra4 Nc3 Ra8 Nb5 Ra4 Nc3 Ra8 Nb5");
    EXPECT_EQ(fide.judge(longer).reason, Reason::fivefold_repetition);
    EXPECT_FALSE(fide.first_end(game));
}

TEST(SeedGames, FischerNajdorfLosesTheRightOnTheWay) {
    const Game game = seed("S000-G05");
    // 15...Bc5 and 17...Ke8 have the same placement; the king has moved in between.
    ASSERT_GT(game.plies(), 34U);
    EXPECT_TRUE(same_board(game.position(30), game.position(34)));
    EXPECT_EQ(game.occurrences(34), 1);
    EXPECT_EQ(look_alikes(game, 34), (std::vector<LookAlike>{{30, Difference::castling}}));
}

TEST(SeedGames, HeidenfeldKerinsCastlesIllegallyAtMoveThirtyThree) {
    const Game game = seed("S000-G08a");
    ASSERT_GE(game.plies(), 64U);
    EXPECT_FALSE(san::parse("O-O", game.position(64)));
    EXPECT_EQ(book("fide-standard").judge(game).standing, Standing::ongoing);
}

TEST(SeedGames, MatesByCastlingEndTheirGames) {
    for (const std::string_view id : {"S000-G02", "S000-G03b"}) {
        SCOPED_TRACE(id);
        const Game game = seed(id);
        const auto end = book("fide-standard").first_end(game);
        if (!game.current().is_checkmate()) continue;
        ASSERT_TRUE(end);
        EXPECT_EQ(end->ply, game.plies());
        EXPECT_EQ(end->verdict.reason, Reason::checkmate);
    }
}

TEST(Review, SharesTheSearchAndAgreesWithTheQuestionsApart) {
    const LawBook fide = book("fide-standard");
    const Game drawn = played("8/8/4k3/8/3Q4/4K3/8/8 w - - 0 1");
    const auto flag = fide.review(drawn, FlagFall{Color::white});
    ASSERT_TRUE(flag.ruling);
    EXPECT_EQ(flag.ruling->outcome, Outcome::draw);
    const auto won = fide.review(drawn, FlagFall{Color::black});
    EXPECT_EQ(won.ruling->outcome, Outcome::white_wins);
    EXPECT_EQ(first_article(won.ruling->citations), "6.9");
    const auto mated = fide.review(played("startpos", "f3 e5 g4 Qh4"), Resignation{Color::white});
    ASSERT_TRUE(mated.end);
    EXPECT_EQ(mated.end->verdict.reason, Reason::checkmate);
    EXPECT_FALSE(mated.ruling);
    const auto open = fide.review(played("startpos", "e4 e5"), Resignation{Color::black});
    EXPECT_EQ(open.ruling->outcome, Outcome::white_wins);
    EXPECT_EQ(open.last.standing, Standing::ongoing);
}

}  // namespace
}  // namespace hakam::laws::testing
