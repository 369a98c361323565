// What the Laws say of a game: verdicts, claims, incidents, and whether a side can still mate.

#include <optional>
#include <string>
#include <utility>

#include "abi.hpp"
#include "hakam/laws/describe.hpp"
#include "hakam/laws/illegality.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/illegality.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/winnable.hpp"
#include "hakam/wire/illegality.hpp"
#include "play.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

/// A page must not freeze: what is not found within this is said to be unknown.
constexpr std::uint64_t search_nodes = 400'000;
constexpr std::uint64_t search_memory = std::uint64_t{96} << 20;

Budget page_budget() {
    return {.nodes = search_nodes, .memory_bytes = search_memory, .expired = {}};
}

laws::Language tongue(std::string_view language) {
    return laws::language(language).value_or(*laws::language("en"));
}

void write_verdict(Json& json, const laws::Verdict& verdict, laws::Language language) {
    json.begin();
    wire::write_verdict(json, verdict, wire::Articles::objects);
    json.member("sentence", laws::sentence(verdict, language));
    wire::write_sentences(json, verdict.evidence, language);
    json.key("doubtSentences").begin_list();
    for (const laws::Doubt& doubt : verdict.doubts)
        json.string(laws::fill(
            doubt.disputed ? laws::Words::doubt_disputed : laws::Words::doubt_likely, language,
            {{"key", laws::key_info(doubt.key).name}}));
    json.end_list();
    json.end();
}

void write_claim(Json& json, const laws::Claim& claim, const Game& game, laws::Language language) {
    std::string move;
    if (claim.intended) move = san::format(*claim.intended, game.current());
    json.begin();
    wire::write_claim(json, claim, wire::Articles::objects);
    json.member("sentence", laws::sentence(claim, game.current().turn(), language, move));
    wire::write_sentences(json, claim.evidence, language);
    json.end();
}

std::optional<laws::Incident> incident(std::string_view kind, Color side, int count) {
    if (kind == "flag") return laws::FlagFall{side};
    if (kind == "resignation") return laws::Resignation{side};
    if (kind == "illegal") return laws::IllegalAct{side, count};
    if (kind == "agreement") return laws::Agreement{};
    if (kind == "disconnection") return laws::Disconnection{side};
    return std::nullopt;
}

}  // namespace

/// Is the game over, and may a draw be claimed on the position?
HAKAM_EXPORT(verdict)
std::uint32_t hakam_verdict(const char* fen, std::uint32_t fen_length, const char* moves,
                            std::uint32_t moves_length, const char* rules,
                            std::uint32_t rules_length, const char* language,
                            std::uint32_t language_length) {
    Json json;
    const auto game = play(text(fen, fen_length), text(moves, moves_length));
    if (!game) {
        write_failure(json, game.error());
        return answer(std::move(json));
    }
    const auto laws = laws::law_book(text(rules, rules_length));
    if (!laws) {
        write_failure(json, laws.error());
        return answer(std::move(json));
    }
    const laws::Language words = tongue(text(language, language_length));
    json.begin().flag("ok", true).key("verdict");
    write_verdict(json, laws->judge(*game, page_budget(), laws::DeadTest::exact), words);
    json.key("claims").begin_list();
    for (const laws::Claim& claim : laws->claims(*game, {}, page_budget())) write_claim(json, claim, *game, words);
    json.end_list();
    return answer(std::move(json.end()));
}

/// Is this claim of the player to move correct? `intended` is a UCI move, or empty.
HAKAM_EXPORT(claim)
std::uint32_t hakam_claim(const char* fen, std::uint32_t fen_length, const char* moves,
                          std::uint32_t moves_length, const char* rules, std::uint32_t rules_length,
                          const char* kind, std::uint32_t kind_length, const char* intended,
                          std::uint32_t intended_length, const char* language,
                          std::uint32_t language_length) {
    Json json;
    const auto game = play(text(fen, fen_length), text(moves, moves_length));
    if (!game) {
        write_failure(json, game.error());
        return answer(std::move(json));
    }
    std::optional<Move> move;
    if (intended_length > 0) {
        const auto read = uci::parse_lenient(text(intended, intended_length), game->current());
        if (!read) {
            write_failure(json, read.error());
            return answer(std::move(json));
        }
        move = read->move;
    }
    const auto laws = laws::law_book(text(rules, rules_length));
    if (!laws) {
        write_failure(json, laws.error());
        return answer(std::move(json));
    }
    const auto claimed =
        text(kind, kind_length) == "fifty" ? laws::ClaimKind::fifty : laws::ClaimKind::threefold;
    json.begin().flag("ok", true).key("claim");
    write_claim(json, laws->claim(*game, claimed, move, page_budget()), *game,
                tongue(text(language, language_length)));
    return answer(std::move(json.end()));
}

/// What an incident does: "flag", "resignation", "illegal" (the `count`-th), "agreement",
/// "disconnection"; `side` is 0 for White, 1 for Black.
HAKAM_EXPORT(rule)
std::uint32_t hakam_rule(const char* fen, std::uint32_t fen_length, const char* moves,
                         std::uint32_t moves_length, const char* rules, std::uint32_t rules_length,
                         const char* kind, std::uint32_t kind_length, std::int32_t side,
                         std::int32_t count, const char* language, std::uint32_t language_length) {
    Json json;
    const auto game = play(text(fen, fen_length), text(moves, moves_length));
    if (!game) {
        write_failure(json, game.error());
        return answer(std::move(json));
    }
    const auto what =
        incident(text(kind, kind_length), side == 1 ? Color::black : Color::white, count);
    if (!what) {
        write_failure(json, {.code = ErrorCode::unexpected_text,
                             .where = {},
                             .expected = "a kind of incident",
                             .found = excerpt(text(kind, kind_length))});
        return answer(std::move(json));
    }
    const auto laws = laws::law_book(text(rules, rules_length));
    if (!laws) {
        write_failure(json, laws.error());
        return answer(std::move(json));
    }
    json.begin().flag("ok", true).key("verdict");
    write_verdict(json, laws->rule(*game, *what, page_budget()),
                  tongue(text(language, language_length)));
    return answer(std::move(json.end()));
}

/// Why a move text is no legal move; `legal` if it is one.
HAKAM_EXPORT(why)
std::uint32_t hakam_why(const char* fen, std::uint32_t fen_length, const char* move,
                        std::uint32_t move_length, const char* language,
                        std::uint32_t language_length) {
    Json json;
    const auto position =
        fen::position(text(fen, fen_length),
                      {.reading = Reading::lenient, .tolerated = Tolerance::unreachable()});
    if (!position) {
        write_failure(json, position.error());
        return answer(std::move(json));
    }
    const laws::Language words = tongue(text(language, language_length));
    const std::string_view told = text(move, move_length);
    const auto read = san::parse_lenient(told, *position, wire::letters_of(words));
    const bool legal = read.has_value() || uci::parse_lenient(told, *position).has_value();
    const auto why = legal ? std::nullopt
                           : why_illegal(told, *position, wire::letters_of(words));
    if (!legal && !why) {
        write_failure(json, read.error());
        return answer(std::move(json));
    }
    json.begin().flag("ok", true).flag("legal", legal);
    if (why) wire::write_illegality(json, *why, *position, words, wire::Articles::objects);
    return answer(std::move(json.end()));
}

/// Can `side` (0 White, 1 Black) still mate by any series of legal moves?
HAKAM_EXPORT(winnable)
std::uint32_t hakam_winnable(const char* fen, std::uint32_t fen_length, std::int32_t side) {
    Json json;
    const auto position =
        fen::position(text(fen, fen_length),
                      {.reading = Reading::lenient, .tolerated = Tolerance::unreachable()});
    if (!position) {
        write_failure(json, position.error());
        return answer(std::move(json));
    }
    const Winnable found =
        winnable(*position, side == 1 ? Color::black : Color::white, page_budget());
    json.begin()
        .flag("ok", true)
        .member("winnable", wire::name(found.decision))
        .key("nodes")
        .unsigned_number(found.nodes);
    json.key("line");
    wire::write_line(json, found.line);
    if (found.decision == Decision::no) {
        json.member("reason", describe(found.argument));
        wire::write_argument(json, found.argument);
    }
    return answer(std::move(json.end()));
}

/// The books of laws: their names, family and edition, and their titles in English.
HAKAM_EXPORT(books) std::uint32_t hakam_books() {
    Json json;
    json.begin_list();
    for (const laws::BookInfo& info : laws::books())
        json.begin()
            .member("id", info.name)
            .member("family", info.family)
            .member("edition", info.edition)
            .member("from", laws::to_text(info.from))
            .member("title", info.title)
            .end();
    return answer(std::move(json.end_list()));
}

/// The name of the book of `family` for an event that starts on `day`; what else it may be where
/// that is not proved.
HAKAM_EXPORT(book_at)
std::uint32_t hakam_book_at(const char* family, std::uint32_t family_length, const char* day,
                            std::uint32_t day_length) {
    Json json;
    const auto read = laws::day_from(text(day, day_length));
    const auto found = read ? laws::book_at(text(family, family_length), *read) : std::nullopt;
    json.begin().flag("ok", found.has_value());
    if (found) {
        json.member("book", laws::books()[found->index].name);
        if (found->other) json.member("other", laws::books()[*found->other].name);
    }
    return answer(std::move(json.end()));
}

/// One rule in our own words: by article number ("5.2.1"), id or name.
HAKAM_EXPORT(article)
std::uint32_t hakam_article(const char* number, std::uint32_t number_length) {
    Json json;
    const auto found = laws::find(text(number, number_length));
    json.begin().flag("ok", found.has_value());
    if (found)
        json.member("book", found->book)
            .member("edition", found->edition)
            .member("article", found->cited)
            .member("rule", found->rule);
    return answer(std::move(json.end()));
}

}  // namespace hakam::wasm
