// The gate between the arbiter of a live game and the books of laws: over every book, of every
// edition, both give the same end, reason, price and articles. No rule of chess is known twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/match/live_game.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "scenario/scenario.hpp"
#include "testkit/tsv.hpp"

namespace hakam::match {
namespace {

const Budget small{.nodes = 3'000, .memory_bytes = 1U << 26, .expired = {}};
const RulingBudget budget{small, small};

/// A live game beside the game that a book of laws sees.
struct Table {
    LiveGame live;
    laws::LawBook book;
    Events last;  ///< of the last command
    std::optional<Refusal> refused;

    void act(EventType type, Actor actor, Args args = {}) {
        Command command;
        command.type = type;
        command.actor = actor;
        command.args = std::move(args);
        auto events = decide(live, command, 1000, budget);
        last.clear();
        refused.reset();
        if (!events) {
            refused = events.error();
            return;
        }
        last = std::move(*events);
        live = evolve(std::move(live), last);
    }
    void move(Move played) {
        Args args;
        args.from = played.from();
        args.to = played.is_castling() && !live.rules().chess960 ? played.arrival() : played.to();
        args.piece = played.promotion();
        const Actor mover = actor_of(live.turn());
        act(EventType::make_move, mover, args);
        if (!live.over() && live.rules().mode == Mode::over_the_board)
            act(EventType::press_clock, mover);
    }
    const Event* ruling() const {
        for (const Event& event : last)
            if (event.type == EventType::ruling) return &event;
        return nullptr;
    }
    const Game& game() const { return live.history.game(); }
    Milliseconds gained(Color side) const {
        Milliseconds sum = 0;
        for (const Event& event : last)
            if (event.type == EventType::time_adjust && event.args.side == side &&
                event.args.text != "increment")
                sum += event.args.amount;
        return sum;
    }
};

std::optional<Table> table(std::string_view rules, std::string_view fen) {
    GameSettings settings;
    settings.ruleset = std::string{rules};
    settings.time_control = "90+0";
    settings.fen = std::string{fen};
    const auto created = create(settings, 0);
    const auto book = laws::law_book(rules);
    if (!created || !book) return std::nullopt;
    Table made{evolve(LiveGame{}, *created), *book, {}, {}};
    made.act(EventType::round_start, Actor::system);
    return made;
}

std::optional<Outcome> outcome_of(const LiveGame& live) {
    switch (live.state.result) {
        case Result::white_wins:
            return Outcome::white_wins;
        case Result::black_wins:
            return Outcome::black_wins;
        case Result::draw:
            return Outcome::draw;
        default:
            return std::nullopt;
    }
}

std::set<std::string> listed(std::string_view articles) {
    std::set<std::string> list;
    while (!articles.empty()) {
        const std::size_t end = articles.find("; ");
        list.emplace(articles.substr(0, end));
        if (end == std::string_view::npos) break;
        articles.remove_prefix(end + 2);
    }
    return list;
}

/// Whether the table of an older edition has the article that is `number` today.
bool known_in(std::string_view edition, std::string_view number) {
    const auto today = laws::find(number);
    if (!today) return false;
    const auto older = laws::history(today->key);
    return std::any_of(older.begin(), older.end(), [&](laws::ArticleId id) {
        return laws::article(id).edition == edition;
    });
}

/// Articles of procedure that stand beside what a book rests a verdict on: the way to it (the
/// press, the flag, who calls it, the class of play), and online the article over the board.
bool is_procedure(std::string_view article, const LiveGame& live) {
    static const std::set<std::string_view> fide = {
        "6.2.1.1", "6.2.1", "6.3.1", "6.4",   "6.8",     "A.4",   "A.5.2", "B.2",       "B.3",
        "4.8",     "7.5.1", "7.5.2", "7.5.3", "7.5.4",   "4.1",   "3.7",   "3.2",       "3.3",
        "3.4",     "3.5",   "3.6",   "3.8.1", "3.9.2",   "4.3.1", "9.1.2.1", "11.5", "12.9",
        "MAN-A-00", "9.2", "7.5.1 (Manual)", "4.2.1", "3.7.3.3", "3.1", "3.8.2.1.1", "3.8.2.1.2",
        "3.8.2.2.1", "3.8.2.2.2", "3.10.2", "4.3", "4.7", "9.3.1 (Manual)", "4.3.2", "4.3.3",
        "9.1.1"};  // an agreement after as many moves as the edition asks for
    static const std::set<std::string_view> online = {"5.1.1", "5.2.1", "5.2.2", "9.2.2",
                                                      "9.3.2", "5.1.2", "5.2.3"};
    static const std::set<std::string_view> american = {"USCF 11A", "11D", "1C2",       "11H",
                                                        "USCF 11B", "11D1", "USCF blitz", "13C7"};
    static const std::set<std::string_view> casual = {"CAS"};
    switch (live.rules().book) {
        case Book::fide_online:
            return online.contains(article);
        case Book::uscf:
            return american.contains(article) || fide.contains(article);
        case Book::casual:
            return casual.contains(article) || fide.contains(article);
        default:
            break;
    }
    // A book of older days cites its own edition; only what its table does not know keeps the
    // number of today, marked so. Procedure it is either way.
    const auto& ground = live.rules().law.rules().basis.checkmate;
    if (!ground || !laws::article(*ground).follows) return fide.contains(article);
    const std::string_view edition = laws::article(*ground).edition;
    constexpr std::string_view of_today = " (2023)";
    if (article.ends_with(of_today)) {
        const std::string_view number = article.substr(0, article.size() - of_today.size());
        return fide.contains(number) && !known_in(edition, number);
    }
    const auto own = laws::find(article);
    return own && own->follows && own->edition == edition &&
           fide.contains(laws::article(*own->follows).cited);
}

/// Each citation of the book is in the list, and what else is there is procedure.
void same_articles(const laws::Citations& expected, std::string_view found, const LiveGame& live) {
    std::set<std::string> rest = listed(found);
    for (const laws::Citation citation : expected) {
        const bool cited = rest.erase(std::string{citation.label()}) == 1 ||
                           (citation.label() == "9.5.3" && rest.erase("9.5.3 (Manual)") == 1) ||
                           (citation.label() == "7.5.5" &&
                            rest.erase("7.5.5 (Manual)") + rest.erase("7.5.5 (RC note)") == 1) ||
                           (citation.label() == "USCF 11D" && rest.erase("11D") == 1);
        EXPECT_TRUE(cited) << citation.label() << " is not in " << found;
    }
    for (const std::string& article : rest)
        EXPECT_TRUE(is_procedure(article, live)) << article << " in " << found;
}

/// The live game stands as the verdict says.
void same_end(const laws::Verdict& verdict, const Table& t) {
    const LiveGame& live = t.live;
    if (verdict.certainty == Decision::unknown) {
        const Event* ruling = t.ruling();
        ASSERT_NE(ruling, nullptr);
        EXPECT_EQ(ruling->args.ruling, RulingKind::referred);
        EXPECT_FALSE(live.over());
        same_articles(verdict.citations, ruling->args.articles, live);
        return;
    }
    ASSERT_EQ(verdict.standing == laws::Standing::over, live.over());
    if (!live.over()) return;
    EXPECT_EQ(verdict.outcome, outcome_of(live));
    EXPECT_EQ(name(verdict.reason), name(live.state.reason));
    same_articles(verdict.citations, live.state.articles, live);
    ASSERT_NE(live.state.verdict, nullptr);
    EXPECT_EQ(verdict.evidence.plies, live.state.verdict->evidence.plies);
    ASSERT_EQ(verdict.evidence.proofs.size(), live.state.verdict->evidence.proofs.size());
    for (std::size_t i = 0; i < verdict.evidence.proofs.size(); ++i)
        EXPECT_EQ(verdict.evidence.proofs[i].answer.decision,
                  live.state.verdict->evidence.proofs[i].answer.decision);
}

/// The same for a game that nothing but its moves may have ended.
void same_standing(const Table& t) {
    const laws::Verdict verdict = t.book.judge(t.game(), small);
    if (verdict.certainty == Decision::unknown)  // taken to be alive, until a flag falls
        EXPECT_FALSE(t.live.over());
    else
        same_end(verdict, t);
}

void flag(Table& t, Color side) {
    Args whose;
    whose.side = side;
    t.act(EventType::flag_physical, Actor::third_person, whose);
    if (t.live.over() || t.live.rules().flag_initiative == Initiative::automatic) return;
    if (t.live.rules().flag_initiative == Initiative::claim_only)
        t.act(EventType::claim_flag, actor_of(~side), whose);
    else
        t.act(EventType::flag_noticed, Actor::arbiter, whose);
}
laws::FlagCaller caller(const LiveGame& live) {
    switch (live.rules().flag_initiative) {
        case Initiative::claim_only:
            return laws::FlagCaller::claim;
        case Initiative::automatic:
            return laws::FlagCaller::clock;
        case Initiative::arbiter:
            break;
    }
    return laws::FlagCaller::arbiter;
}

/// What may happen outside the moves, in the position on the table.
void compare_incidents(const Table& now) {
    for (const Color side : colors) {
        SCOPED_TRACE(side == Color::white ? "White" : "Black");
        {
            SCOPED_TRACE("flag");
            Table t = now;
            const auto verdict =
                t.book.rule(t.game(), laws::FlagFall{side, caller(t.live)}, small);
            flag(t, side);
            same_end(verdict, t);
        }
        {
            SCOPED_TRACE("resignation");
            Table t = now;
            const auto verdict = t.book.rule(t.game(), laws::Resignation{side}, small);
            t.act(EventType::resign, actor_of(side));
            same_end(verdict, t);
        }
    }
    SCOPED_TRACE("agreement");
    Table t = now;
    const laws::Citations refused = t.book.agreement_refused(t.game());
    const auto verdict = t.book.rule(t.game(), laws::Agreement{}, small);
    t.act(EventType::offer_draw, actor_of(t.live.turn()));
    t.act(EventType::accept_draw, actor_of(~t.live.turn()));
    EXPECT_EQ(refused.empty(), t.live.over());
    if (t.live.over()) same_end(verdict, t);
}

void compare_claim(const Table& now, laws::ClaimKind kind, std::optional<Move> intended,
                   laws::ClaimMoment moment = laws::ClaimMoment::on_move) {
    SCOPED_TRACE(std::string{laws::name(kind)} + (intended ? " " + uci::format(*intended) : ""));
    Table t = now;
    const laws::Claim claim =
        t.book.claim(t.game(), kind,
                     {.intended = intended, .moment = moment, .demanded = {}}, small);
    // Who claims with the move made is the one who moved.
    const bool waits = moment == laws::ClaimMoment::not_on_move ||
                       moment == laws::ClaimMoment::move_made;
    const Color side = waits ? ~t.live.turn() : t.live.turn();
    Args args;
    args.move = intended;
    t.act(kind == laws::ClaimKind::fifty ? EventType::claim_fifty : EventType::claim_repetition,
          actor_of(side), args);
    if (!claim.available) {
        ASSERT_TRUE(t.refused);
        same_articles(claim.citations, t.refused->articles, t.live);
        return;
    }
    const Event* ruling = t.ruling();
    ASSERT_NE(ruling, nullptr);
    laws::Citations expected = claim.citations;
    const auto& offer = t.book.rules().basis.claim_offer;
    // What a wrong claim stands as is told by its article; US Chess has it in that of the claim.
    if (claim.has_right && !claim.correct && offer && t.live.rules().book != Book::uscf &&
        std::find(expected.begin(), expected.end(), laws::Citation{*offer}) == expected.end())
        expected.push_back({*offer});
    same_articles(expected, ruling->args.articles, t.live);
    if (!claim.has_right) {
        EXPECT_EQ(ruling->args.ruling, RulingKind::no_right);
        EXPECT_FALSE(t.live.over());
        return;
    }
    EXPECT_EQ(ruling->args.ruling,
              claim.correct ? RulingKind::claim_upheld : RulingKind::claim_rejected);
    ASSERT_EQ(claim.correct, t.live.over());
    if (claim.correct) {
        EXPECT_EQ(t.live.state.result, Result::draw);
        ASSERT_NE(t.live.state.verdict, nullptr);
        EXPECT_EQ(t.live.state.verdict->evidence.plies, claim.evidence.plies);
        return;
    }
    EXPECT_EQ(t.gained(~side), claim.penalty ? claim.penalty->time.count() : 0);
    const std::chrono::milliseconds left{now.live.time_left(side, 1000)};
    EXPECT_EQ(t.gained(side), -laws::claimant_loses(claim.claimant_penalty, left).count());
    EXPECT_EQ(t.live.state.offer_by == side, claim.is_offer);
}

std::vector<std::string> all_books() {
    std::vector<std::string> names;
    for (const laws::BookInfo& info : laws::books()) names.emplace_back(info.name);
    return names;
}

/// Moves of knights out and back, so often that the start position stands there `times` times.
std::vector<std::string> dance(int times) {
    std::vector<std::string> moves;
    for (int i = 1; i < times; ++i)
        for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) moves.emplace_back(move);
    return moves;
}

class BookGate : public ::testing::TestWithParam<std::string> {
protected:
    /// Nothing if these rules do not let the position stand.
    std::optional<Table> played(const char* fen, const std::vector<std::string>& moves) {
        auto t = table(GetParam(), fen);
        if (!t) return t;
        for (const std::string& text : moves) {
            if (t->live.over()) break;
            const auto move = uci::parse(text, t->live.position());
            EXPECT_TRUE(move) << text;
            if (move) t->move(*move);
        }
        return t;
    }
};

TEST_P(BookGate, GamesThatEndByThemselves) {
    struct Case {
        const char* fen;
        std::vector<std::string> moves;
    };
    const Case cases[] = {
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", {"f1f8"}},  // mate
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", {"f1f7"}},  // stalemate
        {"8/8/8/4k3/8/8/3nK3/8 w - - 0 1", {"e2d2"}},  // bare kings
        {"8/8/8/4k3/8/4B3/3nK3/8 w - - 0 1", {"e3d2"}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 149 120", {"d3c3"}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 99 120", {"d3c3"}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 149 120", {"a1h1"}},
        {"4k3/8/3p1p2/2pPpPp1/2P1P1P1/8/8/4K3 w - - 10 60", {"e1e2"}},  // a wall
        {"startpos", dance(3)},
        {"startpos", dance(5)},
        {"r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
         {"a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1",
          "b8a8", "a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1", "b8a8"}},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(std::string{c.fen} + " ..." + c.moves.back());
        const auto t = played(c.fen, c.moves);
        ASSERT_TRUE(t);
        same_standing(*t);
        if (!t->live.over()) compare_incidents(*t);
    }
}

TEST_P(BookGate, Claims) {
    struct Case {
        const char* fen;
        std::vector<std::string> moves;
    };
    std::vector<std::string> about = dance(3);
    about.pop_back();  // the next move would repeat for the third time
    const Case cases[] = {
        {"startpos", dance(2)},
        {"startpos", dance(3)},
        {"startpos", about},
        {"r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",  // rights differ the first time
         {"a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1", "b8a8"}},
        {"rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  // en passant the first time
         {"e2e4", "g8f6", "g1f3", "f6g8", "f3g1", "g8f6", "g1f3", "f6g8", "f3g1"}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 98 120", {}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 99 120", {}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 100 120", {}},
        {"8/8/4k3/8/8/3K4/8/R6r w - - 101 120", {"d3c3"}},
        {"8/8/4k3/8/4p3/3K4/4N1N1/8 w - - 100 120", {}},  // endings with more moves in some books
        {"8/8/4k3/8/8/3K4/3RB3/3r4 b - - 100 120", {}},
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", {}},  // the written move may mate
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.fen);
        const auto t = played(c.fen, c.moves);
        ASSERT_TRUE(t);
        if (t->live.over()) continue;
        for (const laws::ClaimKind kind : {laws::ClaimKind::threefold, laws::ClaimKind::fifty}) {
            compare_claim(*t, kind, std::nullopt);
            int tried = 0;
            for (const Move move : t->live.position().legal_moves())
                if (tried++ % 3 == 0 || move.is_capture()) compare_claim(*t, kind, move);
            compare_claim(*t, kind, std::nullopt, laws::ClaimMoment::not_on_move);
            if (t->live.rules().mode != Mode::over_the_board) continue;
            const Move first = *t->live.position().legal_moves().begin();
            Table touched = *t;
            Args args;
            args.from = first.from();
            touched.act(EventType::touch, actor_of(t->live.turn()), args);
            SCOPED_TRACE("touched");
            compare_claim(touched, kind, std::nullopt, laws::ClaimMoment::touched);
            Table made = *t;
            args.to = first.to();
            args.piece = first.promotion();
            made.act(EventType::make_move, actor_of(t->live.turn()), args);
            SCOPED_TRACE("move made");
            if (!made.live.over())
                compare_claim(made, kind, std::nullopt, laws::ClaimMoment::move_made);
        }
    }
}

TEST_P(BookGate, FlagsAndResignations) {
    const char* const fens[] = {
        "8/8/8/4k3/8/8/3QK3/8 w - - 0 1",        // queen against the bare king
        "8/8/8/4k3/8/8/3BK3/8 b - - 0 1",        // one bishop
        "8/8/8/4k3/4p3/8/3NK3/8 b - - 0 1",      // a knight and a pawn to help
        "8/8/8/4k3/8/5N2/3NK3/8 b - - 0 1",      // two knights
        "8/8/8/4k3/4p3/5N2/3NK3/8 b - - 0 1",    // and a pawn to be taken
        "7k/8/5NK1/8/8/8/8/8 w - - 0 1",         // one knight
        "8/8/8/4k3/8/4K3/3P4/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "kb6/p7/Pp6/1P6/8/8/8/K7 w - - 0 1",     // White's pawns are blocked
        "7k/7P/8/8/8/8/8/KB6 w - - 0 1",         // the wrong bishop, stalemate near
        "8/6p1/8/8/8/5k1K/8/6N1 b - - 0 1",
    };
    for (const char* fen : fens) {
        SCOPED_TRACE(fen);
        const auto t = table(GetParam(), fen);
        ASSERT_TRUE(t);
        same_standing(*t);
        if (t->live.over()) continue;
        compare_incidents(*t);
        // Both flags: which fell first, or nobody knows.
        if (t->live.rules().mode != Mode::over_the_board) continue;
        for (const Color first : colors) {
            SCOPED_TRACE("both flags");
            Table both = *t;
            Args whose;
            whose.side = first;
            both.act(EventType::flag_physical, Actor::third_person, whose);
            whose.side = ~first;
            both.act(EventType::flag_physical, Actor::third_person, whose);
            if (both.live.over()) continue;
            const auto verdict =
                both.book.rule(both.game(), laws::BothFlags{first}, small);
            if (both.live.rules().flag_initiative == Initiative::claim_only)
                both.act(EventType::claim_flag, actor_of(first), whose);
            else
                both.act(EventType::flag_noticed, Actor::arbiter, whose);
            if (both.live.rules().flag_initiative == Initiative::claim_only && both.live.over()) {
                EXPECT_EQ(verdict.outcome, outcome_of(both.live));
                continue;
            }
            same_end(verdict, both);
        }
    }
}

TEST_P(BookGate, IllegalActs) {
    struct Case {
        const char* fen;
        laws::IllegalKind kind;
        const char* from;
        const char* to;
    };
    const Case cases[] = {
        {"startpos", laws::IllegalKind::move, "e2", "e5"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", laws::IllegalKind::move, "h1", "g2"},
        {"4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", laws::IllegalKind::move, "d2", "d4"},
        {"startpos", laws::IllegalKind::press_without_move, nullptr, nullptr},
        {"startpos", laws::IllegalKind::two_hands, "e2", "e4"},
        {"7k/P7/8/8/8/8/8/K5R1 w - - 0 1", laws::IllegalKind::promotion_unfinished, "a7", "a8"},
        {"7k/P7/8/8/8/8/8/K7 w - - 0 1", laws::IllegalKind::promotion_unfinished, "a7", "a8"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(std::string{c.fen} + " " + std::to_string(static_cast<int>(c.kind)));
        for (int before = 0; before < 3; ++before) {
            SCOPED_TRACE(before);
            auto t = table(GetParam(), c.fen);
            ASSERT_TRUE(t);
            if (t->live.over() || t->live.rules().mode != Mode::over_the_board) continue;
            Args had;
            had.text = "illegal";
            had.side = Color::white;
            had.amount = before;
            t->act(EventType::circumstance, Actor::arbiter, had);
            // The table's clock has one period for all moves.
            const laws::Verdict verdict = t->book.rule(
                t->live.position(), laws::IllegalAct{Color::white, before + 1, c.kind, true},
                small);
            if (c.from != nullptr) {
                Args args;
                args.from = square_from(c.from);
                args.to = square_from(c.to);
                if (c.kind == laws::IllegalKind::two_hands) args.hand = Hand::both;
                t->act(EventType::make_move, Actor::white, args);
            }
            t->act(EventType::press_clock, Actor::white);
            ASSERT_FALSE(t->live.state.open.empty());
            t->act(EventType::claim_illegal, Actor::black);
            const Event* ruling = t->ruling();
            ASSERT_NE(ruling, nullptr);
            if (!t->book.counts_as_illegal(c.kind)) {
                EXPECT_EQ(ruling->args.ruling, RulingKind::corrected);
                EXPECT_EQ(t->live.state.illegal[0], before);
                EXPECT_EQ(t->gained(Color::black), 0);
                continue;
            }
            if (verdict.certainty == Decision::unknown || t->live.over()) {
                same_end(verdict, *t);
                continue;
            }
            EXPECT_NE(verdict.standing, laws::Standing::over);
            EXPECT_EQ(t->live.state.illegal[0], before + 1);
            same_articles(verdict.citations, ruling->args.articles, t->live);
            EXPECT_EQ(t->gained(Color::black),
                      verdict.penalty ? verdict.penalty->time.count() : 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, BookGate, ::testing::ValuesIn(all_books()), [](const auto& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(LawBooksAndMatch, GiveTheSameResultForFlagsAndResignations) {
    int compared = 0;
    for (const testkit::TsvRow& row : testkit::read_tsv("dead/vectors.tsv")) {
        if (row.line % 24 != 0) continue;
        for (const char* rules : {"fide-standard", "fide-rapid", "fide-online", "uscf"}) {
            SCOPED_TRACE(row["FEN"] + " " + rules);
            const auto t = table(rules, row["FEN"]);
            if (!t) continue;  // a position that no game reaches
            same_standing(*t);
            if (t->live.over()) continue;
            compare_incidents(*t);
            ++compared;
        }
    }
    EXPECT_GE(compared, 40);
}

/// The games of the scenario files, each under every book: claims, flags and resignations where
/// they stopped. A seventh of the books a row; all of them with HAKAM_LONG_TESTS.
TEST(LawBooksAndMatch, TheHistoriesOfTheScenarios) {
    const bool all = std::getenv("HAKAM_LONG_TESTS") != nullptr;
    const std::vector<std::string> books = all_books();
    std::set<std::string> seen;
    std::size_t compared = 0;
    for (const char* file : {"scenarios.tsv", "own_scenarios.tsv", "found_scenarios.tsv"}) {
        std::ifstream lines{std::string{HAKAM_DATA_DIR} + "/laws/" + file};
        for (std::string line; std::getline(lines, line);) {
            if (!scenario::is_row(line)) continue;
            const auto row = scenario::parse(line);
            ASSERT_TRUE(row);
            const auto report = scenario::run(*row);
            ASSERT_TRUE(report);
            if (report->log.empty()) continue;
            const LiveGame given = replay(report->log);
            const Game& game = given.history.game();
            if (given.rules().chess960 || given.rules().castling == false || game.plies() == 0)
                continue;
            bool lawful = true;
            for (std::size_t ply = 0; ply < given.history.size(); ++ply)
                lawful = lawful && given.history[ply].lawful;
            const std::string fen = fen::format(game.start());
            const std::vector<Move> moves{game.moves().begin(), game.moves().end()};
            std::string key = fen;
            for (const Move move : moves) key += ' ' + uci::format(move);
            if (!lawful || !seen.insert(key).second) continue;
            for (std::size_t b = 0; b < books.size(); ++b) {
                if (!all && b % 7 != seen.size() % 7) continue;
                SCOPED_TRACE(row->id + " " + books[b]);
                auto t = table(books[b], fen);
                ASSERT_TRUE(t);
                for (const Move move : moves)
                    if (!t->live.over()) t->move(move);
                same_standing(*t);
                if (t->live.over()) continue;
                ++compared;
                compare_incidents(*t);
                const MoveList legal = t->live.position().legal_moves();
                for (const laws::ClaimKind kind :
                     {laws::ClaimKind::threefold, laws::ClaimKind::fifty}) {
                    compare_claim(*t, kind, std::nullopt);
                    if (!legal.empty()) compare_claim(*t, kind, *legal.begin());
                }
            }
        }
    }
    EXPECT_GE(compared, 500U);
}

// A question that no search decided stays open in every book, and is answered by asking the same
// book again with more: 14E as well.
TEST(LawBooksAndMatch, AnOpenQuestionIsAnsweredByTheSameBook) {
    struct Case {
        const char* rules;
        const char* fen;
    };
    constexpr Case cases[] = {
        {"fide-standard", "8/8/8/4k3/4p3/8/3NK3/8 b - - 0 1"},
        {"fide-standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
        {"uscf", "8/8/8/4k3/4p3/8/3NK3/8 b - - 0 1"},
        {"uscf", "7k/5K1p/8/8/8/8/8/6N1 b - - 0 1"},
    };
    int open = 0;
    for (const Case& c : cases) {
        SCOPED_TRACE(std::string{c.rules} + " " + c.fen);
        auto t = table(c.rules, c.fen);
        ASSERT_TRUE(t);
        Args whose;
        whose.side = Color::black;
        t->act(EventType::flag_physical, Actor::third_person, whose);
        const bool american = t->live.rules().flag_initiative == Initiative::claim_only;
        Command command;
        command.type = american ? EventType::claim_flag : EventType::flag_noticed;
        command.actor = american ? Actor::white : Actor::arbiter;
        command.args = whose;
        const Budget none{.nodes = 1, .memory_bytes = 1U << 16, .expired = {}};
        const auto events = decide(t->live, command, 1000, {none, none});
        ASSERT_TRUE(events);
        t->live = evolve(std::move(t->live), *events);
        const Budget more{.nodes = 1'000'000, .memory_bytes = 1U << 28, .expired = {}};
        const laws::Verdict enough =
            t->book.rule(t->game(), laws::FlagFall{Color::black}, more);
        if (t->live.over()) {  // even that was enough: then it is the same
            EXPECT_EQ(enough.outcome, outcome_of(t->live));
            continue;
        }
        ++open;
        const Args& ruling = events->back().args;
        const auto incident = open_incident(t->live, ruling);
        ASSERT_TRUE(incident);
        laws::Verdict answer = t->book.rule(t->live.position(), *incident, more);
        ASSERT_EQ(answer.certainty, Decision::yes);
        const Command declared = declaration(std::move(answer), ruling);
        const auto end = decide(t->live, declared, 2000, budget);
        ASSERT_TRUE(end);
        t->live = evolve(std::move(t->live), *end);
        EXPECT_EQ(enough.outcome, outcome_of(t->live));
        EXPECT_EQ(enough.reason, t->live.state.reason);
        EXPECT_NE(t->live.state.verdict, nullptr);
    }
    EXPECT_GE(open, 1);
}

}  // namespace
}  // namespace hakam::match
