#include <array>

#include "hakam/laws/law_book.hpp"

// The books of laws as data. A row differs from fide_standard only where its book does.

namespace hakam::laws {
namespace {

using std::chrono::minutes;

constexpr Rules with_name(Rules rules, std::string_view name, std::string_view title) {
    rules.name = name;
    rules.title = title;
    return rules;
}

constexpr Rules fide_standard = with_name(Rules{}, "fide-standard", "FIDE Laws of Chess, standard");

/// Rapid and blitz: one minute instead of two (A.3), and the claim of A.5.3 where no arbiter
/// watches the board.
constexpr Rules fast(std::string_view name, std::string_view title,
                     std::optional<ArticleId> flag_procedure) {
    Rules rules = with_name(fide_standard, name, title);
    rules.illegal_act_penalty = minutes{1};
    rules.basis.penalty_time = art::rapid_penalty;
    rules.basis.flag_procedure = flag_procedure;
    return rules;
}

/// Third occurrence and fifty moves end the game by themselves; illegal moves are refused. The
/// regulations of 2021 know no exception for a resignation, those of later years may; the Laws
/// themselves do, and are followed.
constexpr Rules fide_online() {
    Rules rules = with_name(fide_standard, "fide-online", "FIDE Online Chess Regulations");
    rules.automatic_occurrences = 3;
    rules.automatic_halfmoves = 100;
    rules.claim_occurrences = 0;
    rules.claim_halfmoves = 0;
    rules.illegal_acts_to_lose = 0;
    rules.illegal_act_penalty = minutes{0};
    rules.basis.checkmate = art::online_checkmate;
    rules.basis.stalemate = art::online_stalemate;
    rules.basis.dead_position = art::online_dead_position;
    rules.basis.threefold_appeared = art::online_threefold;
    rules.basis.fifty_completed = art::online_fifty;
    rules.basis.agreement = art::online_offer;
    rules.basis.resignation = art::online_resignation;
    rules.basis.time_forfeit = art::online_time_forfeit;
    return rules;
}

/// Claims by the players only; material decides at a flag fall; resigning loses.
constexpr Rules us_chess(std::string_view name, std::string_view title) {
    Rules rules = with_name(fide_standard, name, title);
    rules.automatic_occurrences = 0;  // art::uscf_seventyfive
    rules.automatic_halfmoves = 0;
    rules.time_forfeit = TimeForfeit::us_chess;
    rules.resignation = MateException::none;  // art::uscf_resignation
    rules.illegal_acts_to_lose = 0;
    Basis& basis = rules.basis;
    basis.checkmate = art::uscf_checkmate;
    basis.stalemate = art::uscf_stalemate;
    basis.dead_position = art::uscf_dead_by_material;
    basis.threefold_appeared = art::uscf_threefold;
    basis.threefold_about_to = art::uscf_threefold;
    basis.fifty_completed = art::uscf_fifty;
    basis.fifty_about_to = art::uscf_fifty;
    basis.agreement = art::uscf_agreement;
    basis.resignation = art::uscf_resigns;
    basis.time_forfeit = art::uscf_flag_claim;
    basis.illegal_act = art::uscf_illegal_penalty;
    return rules;
}

constexpr Rules us_blitz() {
    Rules rules = us_chess("uscf-blitz", "US Chess rules, blitz");
    rules.illegal_acts_to_lose = 1;
    rules.illegal_act_penalty = minutes{0};
    rules.basis.illegal_act = art::uscf_blitz_illegal;
    return rules;
}

/// Friends at a board: nothing but mate, stalemate and dead position ends a game unasked, and
/// illegal moves are taken back.
constexpr Rules casual() {
    Rules rules = with_name(fide_standard, "casual", "casual play");
    rules.automatic_occurrences = 0;
    rules.automatic_halfmoves = 0;
    rules.illegal_acts_to_lose = 0;
    rules.illegal_act_penalty = minutes{0};
    rules.basis.illegal_act = art::casual;
    return rules;
}

constexpr std::array all_books{
    fide_standard,
    fast("fide-rapid", "FIDE Laws of Chess, rapid (A.5)", art::rapid_flag_claim),
    fast("fide-rapid-A4", "FIDE Laws of Chess, rapid with full supervision (A.4)", std::nullopt),
    fast("fide-blitz", "FIDE Laws of Chess, blitz (B.3)", art::rapid_flag_claim),
    fast("fide-blitz-B2", "FIDE Laws of Chess, blitz with full supervision (B.2)", std::nullopt),
    fide_online(),
    us_chess("uscf", "US Chess rules"),
    us_blitz(),
    casual(),
};

/// Names of event scripts that use a book as it is.
struct Alias {
    std::string_view name;
    std::string_view book;
};
constexpr Alias aliases[] = {
    {"fide", "fide-standard"},         {"fide-rapid-A5", "fide-rapid"},
    {"fide-blitz-B3", "fide-blitz"},   {"fide-qpf", "fide-standard"},
    {"fide-adjourn", "fide-standard"}, {"fide-960", "fide-standard"},
    {"fide-blind", "fide-standard"},   {"uscf-var", "uscf"},
    {"event-sofia", "fide-standard"},  {"event-london30", "fide-standard"},
    {"event-310", "fide-standard"},    {"nocastle", "fide-standard"},
    {"delay", "fide-standard"},        {"increment", "fide-standard"},
};

}  // namespace

std::span<const Rules> books() noexcept { return all_books; }

std::optional<LawBook> law_book(std::string_view name) noexcept {
    name = name.substr(0, name.find(':'));
    for (const Alias& alias : aliases)
        if (alias.name == name) name = alias.book;
    for (const Rules& rules : all_books)
        if (rules.name == name) return LawBook{rules};
    return std::nullopt;
}

}  // namespace hakam::laws
