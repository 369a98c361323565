#include "hakam/wire/verdict.hpp"

#include <algorithm>

#include "hakam/laws/article.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam::wire {

std::string_view name(Color color) noexcept { return color == Color::white ? "white" : "black"; }
std::string_view name(Decision decision) noexcept {
    if (decision == Decision::unknown) return "unknown";
    return decision == Decision::yes ? "yes" : "no";
}

void write_articles(Json& json, const laws::Citations& citations, Articles form) {
    json.key("articles").begin_list();
    for (const laws::Citation citation : citations) {
        if (form == Articles::numbers) {
            json.string(citation.number());
            continue;
        }
        json.begin()
            .member("book", citation.book())
            .member("edition", citation.edition())
            .member("article", citation.number())
            .member("rule", laws::article(citation.id).rule)
            .end();
    }
    json.end_list();
    if (form == Articles::numbers && !citations.empty())
        json.member("book", laws::book_title(citations.front().book()))
            .member("edition", citations.front().edition());
}

void write_article_list(Json& json, std::string_view list) {
    json.begin_list();
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(';'), list.size());
        std::string_view one = list.substr(0, end);
        list.remove_prefix(std::min(end + 1, list.size()));
        while (one.starts_with(' ')) one.remove_prefix(1);
        if (one.empty()) continue;
        const auto found = laws::find(one);
        json.begin()
            .member("book", found ? found->book : std::string_view{})
            .member("edition", found ? found->edition : std::string_view{})
            .member("article", found ? found->cited : one)
            .end();
    }
    json.end_list();
}

void write_line(Json& json, const std::vector<Move>& line) {
    json.begin_list();
    for (const Move move : line) json.string(uci::format(move));
    json.end_list();
}

void write_argument(Json& json, const Argument& argument) {
    json.member("argument", argument.kind == ArgumentKind::material ? hakam::name(argument.lemma)
                                                                    : hakam::name(argument.kind));
    if (argument.positions > 0) json.key("count").unsigned_number(argument.positions);
}

void write_grounds(Json& json, const laws::Verdict& verdict, uci::Castling castling) {
    using laws::Reason;
    const Reason reason = verdict.reason;
    if (reason == Reason::threefold_repetition || reason == Reason::fivefold_repetition) {
        json.key("plies").begin_list();
        for (const std::size_t ply : verdict.evidence.plies) json.unsigned_number(ply);
        json.end_list();
    } else if (reason == Reason::fifty_moves || reason == Reason::seventyfive_moves) {
        json.key("count").unsigned_number(verdict.evidence.halfmove_clock.value);
    }
    std::string text;
    const auto say = [&](Color side, std::string_view what) {
        if (!text.empty()) text += "; ";
        text += side == Color::white ? "White " : "Black ";
        text += what;
    };
    bool barred = false;
    for (const auto& [side, answer] : verdict.evidence.proofs) {
        if (answer.decision == Decision::yes && verdict.outcome == win_for(side)) {
            json.key("line").begin_list();
            for (const Move move : answer.line) json.string(uci::format(move, castling));
            json.end_list();
            say(side, "can mate like this");
        } else if (answer.decision == Decision::no) {
            barred = true;
            say(side, "cannot mate: " + describe(answer.argument));
        }
    }
    json.optional("text", text);
    if (!barred) return;
    json.key("arguments").begin_list();
    for (const auto& [side, answer] : verdict.evidence.proofs) {
        if (answer.decision != Decision::no) continue;
        json.begin().member("side", name(side));
        write_argument(json, answer.argument);
        json.end();
    }
    json.end_list();
}

namespace {

void write_proof(Json& json, const laws::MateProof& proof) {
    const Winnable& answer = proof.answer;
    json.begin()
        .member("side", name(proof.side))
        .member("winnable", name(answer.decision))
        .key("nodes")
        .unsigned_number(answer.nodes);
    if (answer.decision == Decision::yes) {
        json.key("line");
        write_line(json, answer.line);
    } else if (answer.decision == Decision::no) {
        json.member("argument", hakam::name(answer.argument.kind))
            .member("reason", hakam::describe(answer.argument));
    } else {
        json.member("tried", answer.tried);
    }
    json.end();
}

}  // namespace

void write_evidence(Json& json, const laws::Evidence& evidence) {
    json.member("halfmoveClock", evidence.halfmove_clock.value);
    if (!evidence.plies.empty()) {
        json.key("plies").begin_list();
        for (const std::size_t ply : evidence.plies) json.unsigned_number(ply);
        json.end_list();
    }
    if (!evidence.look_alikes.empty()) {
        json.key("notMatching").begin_list();
        for (const laws::LookAlike& other : evidence.look_alikes) {
            json.begin().key("ply").unsigned_number(other.ply);
            json.member("why", laws::name(other.why)).end();
        }
        json.end_list();
    }
    if (!evidence.proofs.empty()) {
        json.key("canMate").begin_list();
        for (const laws::MateProof& proof : evidence.proofs) write_proof(json, proof);
        json.end_list();
    }
}

void write_ruling(Json& json, const laws::Verdict& verdict) {
    json.member("standing", laws::name(verdict.standing))
        .optional("outcome", verdict.outcome ? to_string(*verdict.outcome) : std::string_view{})
        .optional("reason", verdict.reason == laws::Reason::none ? std::string_view{}
                                                                 : laws::name(verdict.reason));
}

void write_penalty(Json& json, const laws::TimePenalty& penalty) {
    json.member("to", name(penalty.to))
        .member("seconds", std::chrono::duration_cast<std::chrono::seconds>(penalty.time).count());
}

void write_doubt(Json& json, const laws::Doubt& doubt) {
    json.member("key", laws::key_info(doubt.key).name)
        .member("status", doubt.disputed ? "disputed" : "likely");
    if (!doubt.other.empty()) json.member("other", doubt.other);
}

void write_sentences(Json& json, const laws::Evidence& evidence, laws::Language language) {
    json.key("sentences").begin_list();
    for (const std::string& sentence : laws::evidence(evidence, language)) json.string(sentence);
    json.end_list();
}

void write_verdict(Json& json, const laws::Verdict& verdict, Articles form) {
    write_ruling(json, verdict);
    write_articles(json, verdict.citations, form);
    if (verdict.side) json.member("side", name(*verdict.side));
    if (verdict.penalty) {
        json.key("penalty").begin();
        write_penalty(json, *verdict.penalty);
        json.end();
    }
    json.key("evidence").begin();
    write_evidence(json, verdict.evidence);
    json.end().flag("certain", verdict.certainty == Decision::yes);
}

void write_claim(Json& json, const laws::Claim& claim, Articles form) {
    json.member("kind", laws::name(claim.kind))
        .flag("correct", claim.correct)
        .mark("over", claim.game_over)
        .key("count")
        .number(static_cast<std::int64_t>(claim.count));
    write_articles(json, claim.citations, form);
    json.key("evidence").begin();
    write_evidence(json, claim.evidence);
    json.end();
}

}  // namespace hakam::wire
