// Cases of the books of all editions: data/laws/dated_cases.tsv.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "hakam/laws/rules_text.hpp"
#include "hakam/pgn/reader.hpp"
#include "laws/played.hpp"
#include "testkit/tsv.hpp"

namespace hakam::laws::testing {
namespace {

/// The games of a PGN file by their tag CaseId.
class Collected : public pgn::Visitor {
public:
    void game_begin(std::uint64_t /*offset*/) override { id_.clear(); }
    void tag(const pgn::TagToken& token) override {
        if (token.name == "CaseId") id_ = token.value;
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        games_.insert_or_assign(id_, Game{start.position});
        return pgn::Descend::yes;
    }
    void move(const pgn::MoveToken& token) override { games_.at(id_).play_unchecked(token.move); }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }

    const std::map<std::string, Game>& games() const { return games_; }

private:
    std::string id_;
    std::map<std::string, Game> games_;
};

std::map<std::string, Game> dated_games() {
    std::ifstream file{std::string{HAKAM_DATA_DIR} + "/laws/dated_games.pgn"};
    std::stringstream text;
    text << file.rdbuf();
    Collected collected;
    pgn::read(text.str(), collected);
    return collected.games();
}

/// "game=F-03 237", "startpos moves e4 e5" or a FEN.
Game game_of(const std::string& position, const std::map<std::string, Game>& games) {
    if (position.starts_with("game=")) {
        std::istringstream words{position.substr(5)};
        std::string id;
        std::size_t plies = 0;
        words >> id >> plies;
        const auto found = games.find(id);
        EXPECT_NE(found, games.end()) << id;
        if (found == games.end()) return Game{};
        Game game = found->second;
        EXPECT_GE(game.plies(), plies);
        game.truncate(plies);
        return game;
    }
    const std::size_t moves = position.find(" moves ");
    return played(position.substr(0, moves),
                  moves == position.npos ? std::string{} : position.substr(moves + 7));
}

std::string told(const Verdict& verdict) {
    std::string text = verdict.outcome ? std::string{to_string(*verdict.outcome)}
                                       : std::string{name(verdict.standing)};
    return text + ' ' + std::string{name(verdict.reason)};
}

struct Told {
    std::string answer;
    Citations citations;
};

Told ask(const LawBook& book, const Game& game, const std::string& question) {
    const auto side = [&](std::size_t at) {
        return question.at(at) == 'w' ? Color::white : Color::black;
    };
    const auto ruled = [&](const Incident& incident) {
        const Verdict verdict = book.rule(game, incident);
        return Told{told(verdict), verdict.citations};
    };
    if (question == "judge") {
        const Verdict verdict = book.judge(game, {}, DeadTest::exact);
        return {told(verdict), verdict.citations};
    }
    if (question == "agree") return ruled(Agreement{});
    if (question == "both-flags") return ruled(BothFlags{});
    if (question.starts_with("flag:")) return ruled(FlagFall{side(5)});
    if (question.starts_with("resign:")) return ruled(Resignation{side(7)});
    if (question.starts_with("default:")) return ruled(DefaultTime{side(8)});
    if (question.starts_with("device:")) return ruled(DeviceFound{side(7)});
    if (question.starts_with("illegal:"))
        return ruled(IllegalAct{side(8), question.at(10) - '0'});
    const bool count = question.starts_with("count3");
    const ClaimKind kind = count || question.starts_with("claim3") ? ClaimKind::threefold
                                                                   : ClaimKind::fifty;
    ClaimDetails details;
    if (const std::size_t equals = question.find('='); equals != question.npos)
        details.intended = move_in(game.current(), question.substr(equals + 1));
    const Claim claim = book.claim(game, kind, details);
    return {count              ? std::to_string(claim.count)
            : !claim.available ? "none"
            : claim.correct    ? "right"
                               : "wrong",
            claim.citations};
}

TEST(DatedCases, AreRuledByTheBookOfTheDayAndByThatOfToday) {
    const auto games = dated_games();
    EXPECT_EQ(games.size(), 13U);
    int rows = 0;
    for (const testkit::TsvRow& row : testkit::read_tsv("laws/dated_cases.tsv")) {
        SCOPED_TRACE(row["id"] + " " + row["book"] + " " + row["question"] + " " + row["note"]);
        const auto book = law_book(row["book"]);
        ASSERT_TRUE(book) << describe(book.error());
        const Told answer = ask(*book, game_of(row["position"], games), row["question"]);
        EXPECT_EQ(answer.answer, row["expected"]);
        if (row["article"] != "-") EXPECT_EQ(first_article(answer.citations), row["article"]);
        ++rows;
    }
    EXPECT_GE(rows, 140);
}

TEST(Books, AreAllReadableAndEachCitesItsOwnEdition) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < books().size(); ++i) {
        const BookInfo& info = books()[i];
        SCOPED_TRACE(info.name);
        EXPECT_TRUE(names.insert(info.name).second);
        const LawBook one = laws::book(i);
        EXPECT_EQ(one.rules(), law_book(info.name)->rules());
        EXPECT_LE(info.earliest, info.from);
        EXPECT_GE(info.latest, info.from);
        const Verdict mate = one.judge(played("startpos", "f3 e5 g4 Qh4"));
        ASSERT_FALSE(mate.citations.empty());
        EXPECT_EQ(mate.outcome, Outcome::black_wins);
        if (info.family == "fide" && !info.edition.starts_with("before"))
            EXPECT_TRUE(info.edition.starts_with(mate.citations.front().edition()))
                << mate.citations.front().edition();
    }
    EXPECT_GE(names.size(), 70U);
}

TEST(BookAt, ChoosesByTheDayOnWhichTheEventStarts) {
    const auto at = [](std::string_view family, Day day) {
        const auto found = book_at(family, day);
        return found ? books()[found->index].name : std::string_view{"none"};
    };
    EXPECT_EQ(at("fide", {1914, 4, 30}), "pre-fide");
    EXPECT_EQ(at("fide", {1966, 0, 0}), "fide-1966");
    EXPECT_EQ(at("fide", {1962, 10, 1}), "fide-1952-1962");
    EXPECT_EQ(at("fide", {1979, 9, 1}), "fide-1974-1978");
    EXPECT_EQ(at("fide", {1986, 10, 1}), "fide-1984");
    EXPECT_EQ(at("fide", {1995, 1, 27}), "fide-1993");
    EXPECT_EQ(at("fide", {2005, 6, 30}), "fide-2001");
    EXPECT_EQ(at("fide", {2005, 7, 1}), "fide-2005");
    EXPECT_EQ(at("fide-blitz", {2016, 6, 19}), "fide-blitz-2014");
    EXPECT_EQ(at("fide-blitz", {2017, 6, 27}), "fide-blitz-2014");
    EXPECT_EQ(at("fide-blitz", {2017, 12, 29}), "fide-blitz-2017");
    EXPECT_EQ(at("fide", {2018, 5, 11}), "fide-2018");
    EXPECT_EQ(at("fide", {2026, 12, 1}), "fide-standard");
    EXPECT_EQ(at("uscf", {1995, 1, 1}), "uscf-1993");
    EXPECT_EQ(at("uscf", {1900, 1, 1}), "none");
    EXPECT_EQ(at("italian", {1850, 0, 0}), "italian");
    EXPECT_EQ(at("italian", {1890, 0, 0}), "none");
    EXPECT_EQ(at("checkers", {1890, 0, 0}), "none");
    // A day within a doubtful span names both; so does a year in which the book changed.
    EXPECT_TRUE(book_at("fide", {1984, 6, 1})->other);
    EXPECT_FALSE(book_at("fide", {1987, 6, 1})->other);
    EXPECT_TRUE(book_at("fide", {1997, 0, 0})->other);
    EXPECT_FALSE(book_at("fide", {1997, 3, 0})->other);
}

TEST(RulesText, ReadsEditionsByYearAndDay) {
    EXPECT_EQ(law_book("fide@1985")->name(), "fide-1984");
    EXPECT_EQ(law_book("fide@1984")->name(), "fide-1984");
    EXPECT_EQ(law_book("fide@1997")->name(), "fide-1997");
    EXPECT_EQ(law_book("fide@1997-06-30")->name(), "fide-1993");
    EXPECT_EQ(law_book("fide-standard@2014-07")->name(), "fide-2014");
    EXPECT_EQ(law_book("fide-blitz@2009")->name(), "fide-blitz-2009");
    EXPECT_EQ(law_book("uscf@2015")->name(), "uscf-2014");
    EXPECT_EQ(law_book("fide@1985:flag-test=series")->rules().flag_test, MateTest::any_series);
}

TEST(RulesText, ByDateIsSettledToTheBookOfADay) {
    const auto at = [](std::string_view text, Day day) {
        const auto settled = settled_by_date(text, day);
        return settled ? *settled : std::to_string(settled.error().where.length);
    };
    EXPECT_EQ(at("by-date", {2026, 12, 1}), "fide-standard");
    EXPECT_EQ(at("by-date:dead=no", {1986, 10, 1}), "fide-1984:dead=no");
    EXPECT_EQ(at("fide-blitz@by-date", {2016, 6, 19}), "fide-blitz-2014");
    EXPECT_EQ(at("fide@1985", {2016, 6, 19}), "fide@1985");
    EXPECT_EQ(at("italian@by-date", {2016, 6, 19}), "7");
    EXPECT_EQ(by_date_family("uscf@by-date:limit=3"), "uscf");
    EXPECT_TRUE(by_date_family("uscf@2001").empty());
}

TEST(RulesText, RefusesWhatItDoesNotKnowWithItsPlace) {
    struct Case {
        const char* text;
        std::uint64_t offset;
        std::uint32_t length;
    };
    constexpr Case cases[] = {
        {"uscf:nonsense=no", 5, 11},          {"fide-standard:touch-move=maybe", 14, 16},
        {"fide-standard:penalty=2,,", 24, 0}, {"fide-standard:", 14, 0},
        {"checkers", 0, 8},                   {"fide@1500", 5, 4},
        {"checkers@1985", 0, 8},              {"fide@someday", 5, 7},
        {"fide-standard:basis=fide", 14, 10}, {"fide-standard:limit=1000", 14, 10},
        {"fide-standard:score=1-2", 14, 9},   {"fide-standard:flag-test=", 14, 10},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.text);
        const auto read = read_rules(c.text);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().where.offset, c.offset);
        EXPECT_EQ(read.error().where.length, c.length);
    }
    EXPECT_FALSE(read_rules(std::string(600, 'x')));
}

TEST(RulesText, KeepsProcedureForTheLiveGame) {
    const auto read = read_rules("fide-standard:touch-move=no,default=30,penalty=1,dead=no");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->procedure,
              (std::vector<Setting>{{RuleKey::touch_move, 0}, {RuleKey::default_time, 1'800'000}}));
    EXPECT_EQ(read->book.rules().dead, DeadRule::none);
    EXPECT_EQ(read->book.rules().claim_penalty, std::chrono::minutes{1});
    EXPECT_EQ(read_rules("uscf-var:15A-I")->procedure.back(), (Setting{RuleKey::write_first, 1}));
    EXPECT_EQ(read_rules("event-bilbao")->book.rules().agreement, AgreementRule::arbiter_only);
}

TEST(Doubts, AreSaidWithTheVerdictsThatRestOnThem) {
    const Verdict flag =
        law_book("fide@1985")->rule(played("8/8/4k3/3nn3/8/8/8/3K4 b - - 0 60"), FlagFall{Color::white});
    ASSERT_EQ(flag.doubts.size(), 1U);
    EXPECT_EQ(flag.doubts[0].key, RuleKey::flag_test);
    EXPECT_TRUE(flag.doubts[0].disputed);
    EXPECT_EQ(law_book("fide@1985")->read_otherwise(flag.doubts[0])->rules().flag_test,
              MateTest::any_series);
    EXPECT_TRUE(law_book("fide-standard")
                    ->rule(played("8/8/4k3/3nn3/8/8/8/3K4 b - - 0 60"), FlagFall{Color::white})
                    .doubts.empty());
    const Claim claim = law_book("fide@1952")->claim(played("startpos"), ClaimKind::threefold);
    std::set<RuleKey> keys;
    for (const Doubt& doubt : claim.doubts) keys.insert(doubt.key);
    EXPECT_TRUE(keys.contains(RuleKey::position_rights));
    EXPECT_TRUE(keys.contains(RuleKey::claimant_penalty));
}

TEST(WrongClaims, CostTheClaimantWhatTheEditionSays) {
    using std::chrono::minutes;
    using std::chrono::seconds;
    const auto cost = [](std::string_view book, seconds left) {
        const Claim claim = law_book(book)->claim(played("startpos"), ClaimKind::threefold);
        return claimant_loses(claim.claimant_penalty, left);
    };
    EXPECT_EQ(cost("fide@1989", minutes{30}), minutes{5});
    EXPECT_EQ(cost("fide@1997", minutes{30}), minutes{3});
    EXPECT_EQ(cost("fide@1997", minutes{4}), minutes{2});
    EXPECT_EQ(cost("fide@2001", seconds{90}), seconds{45});
    EXPECT_EQ(cost("fide@2005", seconds{90}), seconds{30});
    EXPECT_EQ(cost("fide@2005", seconds{50}), seconds{0});
    EXPECT_EQ(cost("fide@2009", minutes{30}), seconds{0});
    const auto gain = [](std::string_view book) {
        const Claim claim = law_book(book)->claim(played("startpos"), ClaimKind::threefold);
        return claim.penalty ? claim.penalty->time : std::chrono::milliseconds{0};
    };
    EXPECT_EQ(gain("fide@1993"), minutes{0});
    EXPECT_EQ(gain("fide@2009"), minutes{3});
    EXPECT_EQ(gain("fide@2014"), minutes{2});
    EXPECT_EQ(gain("fide-blitz@2018"), minutes{1});
    EXPECT_EQ(gain("fide-rapid@2018"), minutes{2});
    EXPECT_EQ(gain("fide-rapid"), minutes{1});
}

TEST(Acts, CountAsIllegalFromTheEditionThatSaysSo) {
    EXPECT_FALSE(law_book("fide@2014")->counts_as_illegal(IllegalKind::two_hands));
    EXPECT_TRUE(law_book("fide@2017")->counts_as_illegal(IllegalKind::two_hands));
    EXPECT_FALSE(law_book("fide@2014")->counts_as_illegal(IllegalKind::press_without_move));
    EXPECT_TRUE(law_book("fide@2017")->counts_as_illegal(IllegalKind::press_without_move));
    EXPECT_FALSE(law_book("fide@2001")->counts_as_illegal(IllegalKind::promotion_unfinished));
    EXPECT_TRUE(law_book("fide@2005")->counts_as_illegal(IllegalKind::promotion_unfinished));
}

TEST(Demand, BeginsTheCountWhereTheBookSaysSo) {
    const Game game = played("4r3/8/8/4k3/8/8/R7/4K3 w - - 90 90", "Ra3 Re7 Ra2 Re8 Ra3 Re7 Ra2 Re8 Ra3 Re7");
    const LawBook old = *law_book("pre-fide");
    EXPECT_FALSE(old.claim(game, ClaimKind::fifty).correct);
    ClaimDetails demanded;
    demanded.demanded = 2;
    EXPECT_EQ(old.claim(game, ClaimKind::fifty, demanded).count, 8U);
    EXPECT_TRUE(law_book("fide@1929")->claim(game, ClaimKind::fifty).correct);
}

}  // namespace
}  // namespace hakam::laws::testing
