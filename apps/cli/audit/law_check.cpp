#include <algorithm>
#include <optional>
#include <variant>

#include "checks.hpp"
#include "hakam/game/counted_draw.hpp"
#include "hakam/laws/article.hpp"

namespace hakam::cli::audit {
namespace {

using laws::Reason;
using pgn::Severity;

bool contains_word(std::string_view text, std::string_view word) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [&](char a, char b) { return lower(a) == b; }) != text.end();
}

class LawCheck final : public GameCheck {
public:
    LawCheck(const laws::LawBook& book, std::uint64_t nodes) : book_{book} {
        budget_.nodes = nodes;
    }

    void check(GameRecord& record) override {
        if (!record.is_game || !record.is_playable) return;
        const auto incident = incident_of(record);
        const bool may_be_counted = may_have_counted_draw(record.start, record.moves);
        const laws::LawBook::Review review =
            book_.review({record.last, record.last_moves, record.plies(), may_be_counted,
                          [&record]() -> const Game& { return record.game(); }},
                         incident, budget_);
        const laws::Verdict& verdict = review.last;
        record.standing = verdict.standing;
        record.outcome = verdict.outcome;
        record.reason = verdict.reason;
        record.citations = verdict.citations;
        if (record.is_cut) return;
        if (review.end)
            overlooked(record, *review.end);
        else if (review.ruling)
            ruled(record, *incident, *review.ruling);
        // Where the game is over there is nothing to claim.
        if (may_be_counted)
            claims(record, !review.end           ? record.plies()
                           : review.end->ply > 0 ? review.end->ply - 1
                                                 : 0);
    }

private:
    static std::string article(const laws::Citations& citations) {
        return citations.empty() ? std::string{} : std::string{citations.front().number()};
    }

    // The game was over by itself, perhaps before its last move or against its result.
    static void overlooked(GameRecord& record, const laws::LawBook::End& end) {
        const bool went_on = end.ply < record.plies() || record.end.unplayed != 0;
        const auto ply = static_cast<std::uint32_t>(end.ply);
        const Reason reason = end.verdict.reason;
        const std::string cited = article(end.verdict.citations);
        const std::string_view stated = pgn::to_string(record.end.termination);
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
                       std::string{stated} + " although the game ended " +
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

    // Draws that could have been claimed on the board, the first of each kind.
    void claims(GameRecord& record, std::size_t last) const {
        const laws::Rules& rules = book_.rules();
        const Game& game = record.game();
        bool threefold = rules.claim_occurrences == 0;
        bool fifty = rules.claim_halfmoves == 0;
        for (std::size_t ply = 1; ply <= last && !(threefold && fifty); ++ply) {
            if (!threefold && game.occurrences(ply) >= rules.claim_occurrences) {
                threefold = true;
                if (!drawn_there(record, ply))
                    record.add("threefold-claimable", Severity::note,
                               static_cast<std::uint32_t>(ply),
                               "the position stood for the third time: a draw could be claimed",
                               std::string{laws::article(rules.basis.threefold_appeared).cited});
            }
            if (!fifty && game.position(ply).halfmove_clock().value >=
                              static_cast<std::uint32_t>(rules.claim_halfmoves)) {
                fifty = true;
                if (!drawn_there(record, ply))
                    record.add(
                        "fifty-claimable", Severity::note, static_cast<std::uint32_t>(ply),
                        "50 moves each without capture or pawn move: a draw could be claimed",
                        std::string{laws::article(rules.basis.fifty_completed).cited});
            }
        }
    }
    static bool drawn_there(const GameRecord& record, std::size_t ply) {
        return ply == record.plies() && record.end.unplayed == 0 &&
               record.end.termination == pgn::Termination::draw;
    }

    laws::LawBook book_;
    Budget budget_;
};

}  // namespace

std::unique_ptr<GameCheck> make_law_check(const laws::LawBook& book, std::uint64_t nodes) {
    return std::make_unique<LawCheck>(book, nodes);
}

}  // namespace hakam::cli::audit
