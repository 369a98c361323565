#include <algorithm>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

#include "checks.hpp"
#include "hakam/game/counted_draw.hpp"
#include "hakam/laws/article.hpp"
#include "hakam/laws/rules_text.hpp"

namespace hakam::cli::audit {
namespace {

using laws::Reason;
using pgn::Severity;

bool contains_word(std::string_view text, std::string_view word) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [&](char a, char b) { return lower(a) == b; }) != text.end();
}

/// The books of a family, each made once and each day looked up once.
class BooksOfDays {
public:
    /// A file is read in parts, each with checks of its own: what is kept is kept by the thread.
    static BooksOfDays& of(std::string_view family) {
        thread_local BooksOfDays kept;
        if (kept.family_ != family) kept = BooksOfDays{family};
        return kept;
    }

    const std::optional<laws::BookAt>& at(laws::Day day) {
        const auto code = static_cast<std::uint32_t>((day.year * 13 + day.month) * 32 + day.day);
        const auto [known, fresh] = days_.try_emplace(code);
        if (fresh) known->second = laws::book_at(family_, day);
        return known->second;
    }
    /// The book of a line of laws::books().
    const laws::LawBook& book(std::size_t index) {
        std::optional<laws::LawBook>& one = books_[index];
        if (!one) one = laws::book(index);
        return *one;
    }

private:
    BooksOfDays() = default;
    explicit BooksOfDays(std::string_view family) : family_{family} {}

    std::string family_;
    std::vector<std::optional<laws::LawBook>> books_{laws::books().size()};
    std::unordered_map<std::uint32_t, std::optional<laws::BookAt>> days_;
};

class LawCheck final : public GameCheck {
public:
    LawCheck(const laws::LawBook& book, std::uint64_t nodes, std::string_view family)
        : today_{book}, family_{family}, books_{BooksOfDays::of(family)} {
        budget_.nodes = nodes;
    }

    void check(GameRecord& record) override {
        if (!record.is_game || !record.is_playable) return;
        const std::optional<std::size_t> other = family_.empty() ? std::nullopt : choose(record);
        // Of a game that is followed only so far, its result says nothing of the last position.
        const auto incident = record.is_cut ? std::nullopt : incident_of(record);
        const laws::LawBook& book = chosen_ == no_book ? today_ : books_.book(chosen_);
        const bool may_count = may_have_counted_draw(record.start, record.moves);
        const laws::LawBook::Review review = review_by(book, record, incident);
        const laws::Verdict& verdict = review.last;
        record.standing = verdict.standing;
        record.outcome = verdict.outcome;
        record.reason = verdict.reason;
        record.citations = verdict.citations;
        if (review.end)
            overlooked(record, *review.end);
        else if (review.ruling)
            ruled(record, *incident, *review.ruling);
        // Where the game is over there is nothing to claim.
        const Claimable claimable = claims(book, record, review, may_count);
        report(book, record, claimable);
        if (!family_.empty())
            compare(book, record, incident, review, claimable, may_count, other);
    }

private:
    static std::string article(const laws::Citations& citations) {
        return citations.empty() ? std::string{} : std::string{citations.front().number()};
    }

    static std::string number_of(std::optional<laws::ArticleId> article) {
        return article ? std::string{laws::article(*article).cited} : std::string{};
    }

    // The game was over by itself, perhaps before its last move or against its result.
    static void overlooked(GameRecord& record, const laws::LawBook::End& end) {
        const bool went_on = end.ply < record.plies() || record.end.unplayed != 0 || record.is_cut;
        const auto ply = static_cast<std::uint32_t>(end.ply);
        const Reason reason = end.verdict.reason;
        const std::string cited = article(end.verdict.citations);
        const std::string stated = record.result();
        const bool contradicts =
            !stated.empty() && end.verdict.outcome && stated != to_string(*end.verdict.outcome);
        if (went_on || contradicts) {
            if (reason == Reason::dead_position)
                record.add("dead-position-overlooked", Severity::error, ply,
                           "no series of legal moves could mate any more: the game was drawn",
                           cited, proof(end.verdict));
            else if (reason == Reason::threefold_repetition)
                record.add("threefold-overlooked", Severity::error, ply,
                           "the position stood for the third time: the game was drawn", cited);
            else if (reason == Reason::fifty_moves)
                record.add("fifty-overlooked", Severity::error, ply,
                           "50 moves each without capture or pawn move: the game was drawn", cited);
            else if (reason == Reason::fivefold_repetition)
                record.add("fivefold-overlooked", Severity::error, ply,
                           "the position stood for the fifth time: the game was drawn", cited);
            else if (reason == Reason::seventyfive_moves)
                record.add("seventyfive-overlooked", Severity::error, ply,
                           "75 moves each without capture or pawn move: the game was drawn", cited);
        }
        if (went_on && reason == Reason::dead_position)
            record.add("moves-after-dead", Severity::warning, ply + 1,
                       "moves after the dead position", cited);
        const bool on_board = reason == Reason::checkmate || reason == Reason::stalemate;
        if (contradicts && !on_board)
            record.add("result-contradicts-laws", Severity::error, ply,
                       stated + " although the game ended " +
                           std::string{to_string(*end.verdict.outcome)} + " by itself",
                       cited);
    }

    /// Why neither side can mate, or the side asked about cannot.
    static std::string proof(const laws::Verdict& verdict) {
        std::string text;
        for (const laws::MateProof& one : verdict.evidence.proofs) {
            if (one.answer.decision != Decision::no) continue;
            if (!text.empty()) text += "; ";
            text += one.side == Color::white ? "White: " : "Black: ";
            text += hakam::describe(one.answer.argument);
        }
        return text;
    }

    // What is said to have ended a decided game: a fallen flag by the Termination tag or, where
    // there is none, by the loser's clock; else that the loser resigned. Nothing if the tag names
    // another way.
    static std::optional<laws::Incident> incident_of(const GameRecord& record) {
        const auto stated = pgn::outcome(record.end.termination);
        const auto won_by = stated ? winner(*stated) : std::nullopt;
        if (!won_by || record.end.unplayed != 0) return std::nullopt;
        const std::string_view how = record.tag("Termination");
        if (contains_word(how, "time")) return laws::FlagFall{~*won_by};
        if (contains_word(how, "abandon") || contains_word(how, "adjudicat") ||
            contains_word(how, "rules") || contains_word(how, "unplayed"))
            return std::nullopt;
        if (how.empty() && clock_of(record, ~*won_by) == 0) return laws::FlagFall{~*won_by};
        return laws::Resignation{~*won_by};
    }

    /// The last reading of a side's clock, in ms.
    static std::optional<std::int64_t> clock_of(const GameRecord& record, Color side) {
        for (std::size_t i = record.clocks.size(); i-- > 0;) {
            const Color mover = i % 2 == 0 ? record.start.turn() : ~record.start.turn();
            if (mover == side && record.clocks[i] != GameRecord::no_clock) return record.clocks[i];
        }
        return std::nullopt;
    }

    // Could the winner have won at all?
    static void ruled(GameRecord& record, const laws::Incident& incident,
                      const laws::Verdict& ruling) {
        if (ruling.certainty != Decision::yes || ruling.outcome != Outcome::draw) return;
        const bool on_time = std::holds_alternative<laws::FlagFall>(incident);
        record.add(
            on_time ? "flag-fall-unwinnable" : "resigned-but-unwinnable",
            on_time ? Severity::error : Severity::warning, record.plies(),
            ruling.reason == Reason::flag_fall_insufficient
                ? "the winner had too little material and no forced win: the game is drawn"
                : "the winner could not mate by any series of legal moves: the game is drawn",
            article(ruling.citations), proof(ruling));
    }

    laws::LawBook::Review review_by(const laws::LawBook& book, const GameRecord& record,
                                    const std::optional<laws::Incident>& incident) const {
        return book.review(record.start, record.moves, record.last, record.last_moves, incident,
                           budget_);
    }

    /// The first plies at which a draw could be claimed on the board; 0: never.
    struct Claimable {
        std::size_t threefold = 0;
        std::size_t fifty = 0;
    };
    static Claimable claims(const laws::LawBook& book, GameRecord& record,
                            const laws::LawBook::Review& review, bool may_count) {
        Claimable found;
        const laws::Rules& rules = book.rules();
        const bool by_men = rules.identity == laws::Identity::men ||
                            rules.identity == laws::Identity::series;
        if (!by_men && !may_count) return found;
        const std::size_t last = !review.end           ? record.plies()
                                 : review.end->ply > 0 ? review.end->ply - 1
                                                       : 0;
        const Game& game = record.game();
        bool threefold = rules.claim_occurrences == 0;
        bool fifty = rules.claim_halfmoves == 0 || rules.fifty_demand == laws::Demand::only;
        for (std::size_t ply = 1; ply <= last && !(threefold && fifty); ++ply) {
            if (!threefold && book.occurrences(game, ply) >= rules.claim_occurrences) {
                threefold = true;
                found.threefold = ply;
            }
            const auto clock = game.position(ply).halfmove_clock().value;
            if (!fifty && clock >= static_cast<std::uint32_t>(rules.claim_halfmoves) &&
                clock >= static_cast<std::uint32_t>(book.fifty_limit(game.position(ply)))) {
                fifty = true;
                found.fifty = ply;
            }
        }
        return found;
    }

    static void report(const laws::LawBook& book, GameRecord& record,
                       const Claimable& claimable) {
        const laws::Rules& rules = book.rules();
        if (claimable.threefold > 0 && !drawn_there(record, claimable.threefold))
            record.add("threefold-claimable", Severity::note,
                       static_cast<std::uint32_t>(claimable.threefold),
                       "the position stood for the third time: a draw could be claimed",
                       number_of(rules.basis.threefold_appeared));
        if (claimable.fifty > 0 && !drawn_there(record, claimable.fifty))
            record.add("fifty-claimable", Severity::note,
                       static_cast<std::uint32_t>(claimable.fifty),
                       "50 moves each without capture or pawn move: a draw could be claimed",
                       number_of(rules.basis.fifty_completed));
    }

    /// Chooses the book of the day of a game. EventDate comes first: a book holds for events that
    /// start while it is in force. Returns: another book that may have been in force.
    std::optional<std::size_t> choose(const GameRecord& record) {
        auto day = laws::day_from(record.event_date);
        if (!day) day = laws::day_from(record.tag("Date"));
        if (!day) {
            chosen_ = no_book;
            return std::nullopt;
        }
        const std::optional<laws::BookAt>& at = books_.at(*day);
        chosen_ = at ? at->index : no_book;
        return at ? at->other : std::nullopt;
    }

    static std::string told(const laws::LawBook::Review& review, const Claimable& claimable) {
        if (review.end) return std::string{laws::name(review.end->verdict.reason)};
        if (review.ruling && review.ruling->standing == laws::Standing::over)
            return std::string{laws::name(review.ruling->reason)};
        if (claimable.threefold > 0) return "threefold claimable";
        if (claimable.fifty > 0) return "fifty claimable";
        return "no draw";
    }
    static bool same(const laws::LawBook::Review& a, const Claimable& ca,
                     const laws::LawBook::Review& b, const Claimable& cb) {
        if (a.end.has_value() != b.end.has_value()) return false;
        if (a.end && (a.end->ply != b.end->ply ||
                      a.end->verdict.reason != b.end->verdict.reason))
            return false;
        if (a.ruling.has_value() != b.ruling.has_value()) return false;
        if (a.ruling && (a.ruling->outcome != b.ruling->outcome ||
                         a.ruling->reason != b.ruling->reason))
            return false;
        return ca.threefold == cb.threefold && ca.fifty == cb.fifty;
    }

    /// What the book of today, or another that may have been in force, would rule otherwise.
    void compare(const laws::LawBook& then_book, GameRecord& record,
                 const std::optional<laws::Incident>& incident, const laws::LawBook::Review& then,
                 const Claimable& claimable, bool may_count,
                 const std::optional<std::size_t>& other) {
        // No count came near and the men can still mate, as they could before: no book ends it.
        if (!then.end && !then.ruling && !incident && !may_count &&
            laws::seems_alive(record.last, record.last_moves))
            return;
        // No count came near, and the winner can mate: every book rules so.
        if (!then.end && then.ruling && claimable.threefold == 0 && claimable.fifty == 0 &&
            !may_count &&
            std::any_of(then.ruling->evidence.proofs.begin(), then.ruling->evidence.proofs.end(),
                        [&](const laws::MateProof& proof) {
                            return then.ruling->side && proof.side == ~*then.ruling->side &&
                                   proof.answer.decision == Decision::yes;
                        }))
            return;
        const auto against = [&](const laws::LawBook& book, std::string_view code,
                                 const std::string& when) {
            const laws::LawBook::Review review = review_by(book, record, incident);
            const Claimable now = claims(book, record, review, may_count);
            if (same(then, claimable, review, now)) return;
            std::size_t ply = record.plies();
            for (const std::size_t one :
                 {claimable.threefold, claimable.fifty, now.threefold, now.fifty,
                  then.end ? then.end->ply : 0, review.end ? review.end->ply : 0})
                if (one > 0) ply = std::min(ply, one);
            record.add(code, Severity::note, static_cast<std::uint32_t>(ply),
                       "by " + std::string{then_book.rules().title} + ": " + told(then, claimable) +
                           "; by " + when + std::string{book.rules().title} + ": " +
                           told(review, now));
        };
        if (chosen_ != no_book && then_book.name() != today_.name())
            against(today_, "ruled-otherwise-today", "");
        if (other) against(books_.book(*other), "doubtful-day", "the other book of those days, ");
    }

    static bool drawn_there(const GameRecord& record, std::size_t ply) {
        return ply == record.plies() && record.end.unplayed == 0 && !record.is_cut &&
               record.end.termination == pgn::Termination::draw;
    }

    static constexpr std::size_t no_book = SIZE_MAX;

    laws::LawBook today_;
    std::string family_;
    BooksOfDays& books_;
    std::size_t chosen_ = no_book;
    Budget budget_;
};

}  // namespace

std::unique_ptr<GameCheck> make_law_check(const laws::LawBook& book, std::uint64_t nodes,
                                          std::string_view family) {
    return std::make_unique<LawCheck>(book, nodes, family);
}

}  // namespace hakam::cli::audit
