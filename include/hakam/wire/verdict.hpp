#pragma once

#include <string_view>
#include <vector>

#include "hakam/laws/describe.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/wire/json.hpp"

/// Verdicts, claims and what they rest on as JSON: the only place where their members are named,
/// for the command, the server, pages and packages alike (docs/formats/verdict.md). Each function
/// writes members into an object that the caller has begun, unless it says that it writes a value.
namespace hakam::wire {

/// "white" or "black".
std::string_view name(Color color) noexcept;
/// "yes", "no" or "unknown".
std::string_view name(Decision decision) noexcept;

/// How articles are written: as numbers, with the book and edition of the first beside them, or
/// each as an object of its own.
enum class Articles : std::uint8_t {
    numbers,  ///< "articles":["5.2.2"],"book":"FIDE Laws of Chess","edition":"2023"
    objects,  ///< "articles":[{"book":"fide","edition":"2023","article":"5.2.2","rule":"..."}]
};
void write_articles(Json& json, const laws::Citations& citations, Articles form);
/// The same, as objects without "rule", of a list such as "4.3; 7.5.5" that events carry. What is
/// no article of the table has an empty book and edition. Writes a value.
void write_article_list(Json& json, std::string_view list);

/// A list of moves in UCI, e.g. ["e2e4"]. Writes a value.
void write_line(Json& json, const std::vector<Move>& line);

/// "halfmoveClock"; and, where there are such, "plies", "notMatching":[{"ply","why"}] and
/// "canMate":[{"side","winnable","nodes", "line" | "argument","reason" | "tried"}].
void write_evidence(Json& json, const laws::Evidence& evidence);

/// What shows an end to be right, as events are stored with it and pages are told: "plies" (where
/// the repeated position stood), "count" (plies without capture or pawn move), "line" (a mate, in
/// UCI) and "text", or "arguments" why a side cannot mate; what does not apply is left out.
void write_grounds(Json& json, const laws::Verdict& verdict, uci::Castling castling);

/// "standing", "outcome" and "reason"; null for what there is none of.
void write_ruling(Json& json, const laws::Verdict& verdict);
/// "standing", "outcome", "reason", the articles, "side" if it is about one, "penalty" if there is
/// one, "evidence", "certain".
void write_verdict(Json& json, const laws::Verdict& verdict, Articles form);

/// A claim: "kind", "correct", "over" if the game was over, "count", the articles, "evidence".
void write_claim(Json& json, const laws::Claim& claim, Articles form);
/// Time added: "to", whose clock gains it, and "seconds".
void write_penalty(Json& json, const laws::TimePenalty& penalty);
/// "key", "status" ("disputed" or "likely") and, if one is known, "other", the other reading.
void write_doubt(Json& json, const laws::Doubt& doubt);
/// The sentences of the evidence in a language, a list "sentences".
void write_sentences(Json& json, const laws::Evidence& evidence, laws::Language language);
/// The argument that a side cannot mate: "argument", its name, and "count", positions looked at.
void write_argument(Json& json, const Argument& argument);

}  // namespace hakam::wire
