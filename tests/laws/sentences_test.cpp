// The sentences an arbiter could read out: every reason in every language.
#include <map>
#include <set>

#include "hakam/laws/describe.hpp"
#include "laws/played.hpp"

namespace hakam::laws::testing {
namespace {

constexpr int reason_count = static_cast<int>(Reason::disconnection_cannot_mate) + 1;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// A verdict of the reason about White, as the books give it.
Verdict verdict_of(Reason reason) {
    Verdict verdict;
    verdict.reason = reason;
    verdict.standing = Standing::over;
    verdict.side = Color::white;
    switch (reason) {
        case Reason::none:
        case Reason::illegal_move:
            verdict.standing = Standing::ongoing;
            break;
        case Reason::checkmate:
        case Reason::resignation:
        case Reason::flag_fall:
        case Reason::illegal_moves:
        case Reason::disconnection:
            verdict.outcome = Outcome::black_wins;
            break;
        default:
            verdict.outcome = Outcome::draw;
    }
    return verdict;
}

TEST(Sentences, EveryReasonInEveryLanguageNamesTheRightSides) {
    for (int l = 0; l < language_count; ++l) {
        const auto language = static_cast<Language>(l);
        SCOPED_TRACE(name(language));
        std::map<std::string, std::string_view> said;
        for (int r = 0; r < reason_count; ++r) {
            const auto reason = static_cast<Reason>(r);
            SCOPED_TRACE(name(reason));
            const Verdict verdict = verdict_of(reason);
            const std::string text = sentence(verdict, language);
            EXPECT_FALSE(text.empty());
            EXPECT_FALSE(contains(text, "{")) << text;
            EXPECT_FALSE(contains(text, "}")) << text;
            EXPECT_TRUE(text.ends_with(".")) << text;
            if (language != Language::en) EXPECT_NE(text, sentence(verdict, Language::en));
            // Two reasons that are told alike cannot be told apart.
            const auto [other, is_new] = said.try_emplace(text, name(reason));
            const bool shares = reason == Reason::colours ||  // a new game, as after a wrong array
                                reason == Reason::insufficient_losing_chances ||
                                reason == Reason::arbiter_decision;
            if (!shares) EXPECT_TRUE(is_new) << text << " for " << other->second;
            const bool names_white = contains(text, player(Color::white, language));
            const bool names_black = contains(text, player(Color::black, language));
            switch (reason) {
                case Reason::checkmate:
                    EXPECT_TRUE(names_black && !names_white) << text;
                    break;
                case Reason::resignation:
                case Reason::resignation_cannot_mate:
                case Reason::flag_fall:
                case Reason::flag_fall_cannot_mate:
                case Reason::flag_fall_insufficient:
                case Reason::illegal_moves_cannot_mate:
                case Reason::disconnection:
                case Reason::disconnection_cannot_mate:
                case Reason::illegal_move_cannot_mate:
                case Reason::device_cannot_win:
                case Reason::bad_sealed_move_cannot_mate:
                case Reason::default_time:
                case Reason::penalty:
                    EXPECT_TRUE(names_black && names_white) << text;
                    // Who has lost, or overstepped, is named first but where Arabic puts the verb.
                    EXPECT_LT(text.find(player(Color::white, language)),
                              text.find(player(Color::black, language)))
                        << text;
                    break;
                case Reason::illegal_move:
                case Reason::illegal_moves:
                case Reason::device:
                case Reason::bad_sealed_move:
                    EXPECT_TRUE(names_white && !names_black) << text;
                    break;
                case Reason::none:
                    break;
                default:
                    EXPECT_FALSE(names_white || names_black) << text;
            }
        }
    }
}

TEST(Sentences, ClaimsAndAnswersAreSaidInEveryLanguage) {
    const Game dance = played("startpos", repeated(knight_dance, 2));
    const Game early = played("startpos", knight_dance);
    for (int l = 0; l < language_count; ++l) {
        const auto language = static_cast<Language>(l);
        SCOPED_TRACE(name(language));
        std::set<std::string> said;
        for (const ClaimKind kind : {ClaimKind::threefold, ClaimKind::fifty})
            for (const Game* game : {&dance, &early})
                for (const std::string_view rules : {"fide-standard", "fide-online"}) {
                    const Claim claim = book(rules).claim(*game, kind);
                    const std::string text = sentence(claim, Color::white, language);
                    EXPECT_FALSE(contains(text, "{")) << text;
                    if (language != Language::en)
                        EXPECT_NE(text, sentence(claim, Color::white, Language::en));
                    said.insert(text);
                }
        // correct; wrong threefold; wrong fifty twice; over; none under these rules
        EXPECT_EQ(said.size(), 6U);
        for (const std::string_view fen :
             {"8/8/4k3/8/8/4K3/8/8 w - - 0 1", "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1",
              "kb6/2N5/1K6/8/8/8/8/8 b - - 0 1", "startpos", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"})
            for (const Color side : colors) {
                const std::string text =
                    sentence(winnable(at(fen), side), side, language, "1.e4 e5");
                EXPECT_FALSE(contains(text, "{")) << text;
                EXPECT_TRUE(contains(text, player(side, language))) << text;
            }
    }
}

TEST(Sentences, CitationsAreSaidInEveryLanguage) {
    for (const Article& one : articles()) {
        SCOPED_TRACE(one.id);
        EXPECT_EQ(book_title(one.book, Language::en), book_title(one.book));
        EXPECT_EQ(words(one.decided_by, Language::en), name(one.decided_by));
        EXPECT_EQ(words(one.status, Language::en), name(one.status));
        Citations cited;
        cited.push_back({one.key});
        EXPECT_EQ(cite(cited, Language::en), describe(Citation{one.key}));
        for (int l = 1; l < language_count; ++l) {
            const auto language = static_cast<Language>(l);
            const std::string text = cite(cited, language);
            SCOPED_TRACE(text);
            EXPECT_FALSE(contains(text, "{"));
            const std::string english = describe(Citation{one.key});
            EXPECT_TRUE(contains(text, english.substr(english.find(") Art. ") + 7)));
            EXPECT_FALSE(contains(text, book_title(one.book)));
        }
    }
    Citations two;
    two.push_back({art::fifty_completed});
    two.push_back({art::claim_wrong});
    EXPECT_EQ(cite(two, Language::en), "FIDE Laws of Chess (2023) Art. 9.3.2; Art. 9.5.3");
}

// art::uscf_blitz_illegal.
TEST(Sentences, TheFirstIllegalMoveInUsBlitzIsNotCalledTheSecond) {
    const LawBook blitz = book("uscf-blitz");
    const Game game = played("4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1");
    EXPECT_EQ(sentence(blitz.rule(game, IllegalAct{Color::white, 1}), Language::en),
              "Illegal move by White. The game is lost.");
    EXPECT_EQ(sentence(book("fide-standard").rule(game, IllegalAct{Color::white, 2}), Language::en),
              "Second illegal move by White. The game is lost.");
}

}  // namespace
}  // namespace hakam::laws::testing
