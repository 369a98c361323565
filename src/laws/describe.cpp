#include "hakam/laws/describe.hpp"

#include <algorithm>
#include <array>

#include "reason_table.hpp"
#include "word_table.hpp"

namespace hakam::laws {
namespace {

struct LanguageName {
    std::string_view name;
    Language language;
};
constexpr LanguageName language_names[] = {
    {"en", Language::en},           {"ar", Language::ar},           {"uz_cyrl", Language::uz_cyrl},
    {"uz_latn", Language::uz_latn}, {"ru", Language::ru},           {"fr", Language::fr},
    {"es", Language::es},           {"de", Language::de},           {"uz", Language::uz_cyrl},
    {"uz-Cyrl", Language::uz_cyrl}, {"uz-Latn", Language::uz_latn},
};

Words words_for(Difference difference) noexcept {
    switch (difference) {
        case Difference::turn:
            return Words::differs_turn;
        case Difference::castling:
            return Words::differs_castling;
        case Difference::en_passant:
            return Words::differs_en_passant;
        case Difference::men:
            break;
    }
    return Words::differs_men;
}

/// A ruling that rests on whether a side can mate, where that was not decided.
bool is_undecided(const Verdict& verdict) noexcept {
    return verdict.certainty == Decision::unknown && !verdict.outcome &&
           verdict.special == Special::none && verdict.standing != Standing::over &&
           (verdict.reason == Reason::flag_fall || verdict.reason == Reason::resignation ||
            verdict.reason == Reason::device || verdict.reason == Reason::illegal_move ||
            verdict.reason == Reason::illegal_moves || verdict.reason == Reason::disconnection);
}

Words words_of(Reason reason) noexcept {
    return reason_table[static_cast<std::size_t>(reason)].sentence;
}

/// The sentence of each reason; those of claimable draws depend on the standing.
Words words_for(const Verdict& verdict) noexcept {
    if (is_undecided(verdict)) return Words::undetermined;
    if (verdict.standing == Standing::claimable)
        return verdict.reason == Reason::threefold_repetition ? Words::may_claim_threefold
               : verdict.reason == Reason::fifty_moves        ? Words::may_claim_fifty
                                                              : words_of(verdict.reason);
    // In US blitz the first illegal move loses.
    if (verdict.reason == Reason::illegal_move && verdict.standing == Standing::over)
        return Words::illegal_loss;
    if (verdict.special == Special::both_lose) return Words::default_both;
    return words_of(verdict.reason);
}

/// Why a side can never mate, in the language; `hakam::describe` says it in English with more
/// detail.
std::string argument_words(const Argument& argument, Language language) {
    switch (argument.kind) {
        case ArgumentKind::none:
        case ArgumentKind::game_over:
            break;
        case ArgumentKind::region:
            return fill(Words::argument_region, language);
        case ArgumentKind::closed_set:
            return fill(Words::argument_closed_set, language,
                        {{"n", std::to_string(argument.positions)}});
        case ArgumentKind::partial_set:
            return fill(Words::argument_partial_set, language,
                        {{"n", std::to_string(argument.positions)}});
        case ArgumentKind::material:
            switch (argument.lemma) {
                case MaterialLemma::none:
                case MaterialLemma::lone_king:
                    return fill(Words::argument_lone_king, language);
                case MaterialLemma::lone_knight:
                    return fill(Words::argument_lone_knight, language);
                case MaterialLemma::one_color_bishops:
                    return fill(Words::argument_one_color_bishops, language);
            }
    }
    return fill(Words::argument_game_over, language);
}

/// Of a long list its beginning and its end: nobody reads four thousand numbers.
constexpr std::size_t most_listed = 12;

std::string joined(const std::vector<std::size_t>& plies) {
    std::string text;
    for (std::size_t i = 0; i < plies.size(); ++i) {
        const bool is_shown =
            plies.size() <= most_listed || i < most_listed / 2 || i + most_listed / 2 >= plies.size();
        if (!is_shown && i != most_listed / 2) continue;
        if (!text.empty()) text += ", ";
        text += is_shown ? std::to_string(plies[i]) : std::string{"..."};
    }
    return text;
}

}  // namespace

std::optional<Language> language(std::string_view name) noexcept {
    for (const LanguageName& known : language_names)
        if (known.name == name) return known.language;
    return std::nullopt;
}

std::string_view name(Language language) noexcept {
    return language_names[static_cast<std::size_t>(language)].name;
}

std::string_view words(Words words, Language language) noexcept {
    return word_table[static_cast<std::size_t>(words)][static_cast<std::size_t>(language)];
}

std::string fill(Words sentence, Language language, Holes holes) {
    std::string_view text = words(sentence, language);
    std::string filled;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
        filled += text.substr(0, close == text.npos ? text.npos : open);
        if (close == text.npos) break;
        const std::string_view hole = text.substr(open + 1, close - open - 1);
        const auto* const found = std::find_if(holes.begin(), holes.end(),
                                               [&](const auto& one) { return one.first == hole; });
        filled += found == holes.end() ? text.substr(open, close - open + 1) : found->second;
        text.remove_prefix(close + 1);
    }
    return filled;
}

std::string_view book_title(std::string_view book, Language language) noexcept {
    struct Title {
        std::string_view book;
        Words words;
    };
    static constexpr Title titles[] = {
        {"fide", Words::book_fide},
        {"fide-manual", Words::book_fide_manual},
        {"fide-online", Words::book_fide_online},
        {"us-chess", Words::book_us_chess},
        {"event", Words::book_event},
        {"equipment", Words::book_equipment},
        {"codex", Words::book_codex},
        {"history", Words::book_history},
    };
    for (const Title& title : titles)
        if (title.book == book) return words(title.words, language);
    return words(Words::book_variants, language);
}

std::string_view words(ArticleStatus status, Language language) noexcept {
    switch (status) {
        case ArticleStatus::ok:
            return "ok";
        case ArticleStatus::policy:
            return words(Words::status_policy, language);
        case ArticleStatus::check_needed:
            break;
    }
    return words(Words::status_check, language);
}

std::string_view words(Decider decider, Language language) noexcept {
    switch (decider) {
        case Decider::software:
            return words(Words::decider_software, language);
        case Decider::arbiter:
            return words(Words::decider_arbiter, language);
        case Decider::organiser:
            return words(Words::decider_organiser, language);
        case Decider::equipment:
            return words(Words::decider_equipment, language);
        case Decider::platform:
            return words(Words::decider_platform, language);
        case Decider::problem:
            return words(Words::decider_problem, language);
        case Decider::history:
            return words(Words::decider_history, language);
        case Decider::out_of_scope:
            return words(Words::decider_out_of_scope, language);
        case Decider::heading:
            break;
    }
    return words(Words::decider_heading, language);
}

std::string cite(const Citations& citations, Language language) {
    std::string text;
    std::string_view book;
    for (const Citation citation : citations) {
        const Article& a = article(citation.id);
        text += text.empty() ? "" : "; ";
        if (a.book != book) {
            text += book_title(a.book, language);
            text += " (";
            text += a.edition;
            text += ") ";
        }
        book = a.book;
        const std::string whole = describe(citation);  // "... (2023) Art. 5.2.2"
        text += fill(Words::law_article, language,
                     {{"n", std::string_view{whole}.substr(whole.find(") Art. ") + 7)}});
    }
    return text;
}

std::string_view player(Color color, Language language) noexcept {
    return words(color == Color::white ? Words::side_white : Words::side_black, language);
}

std::string sentence(const Verdict& verdict, Language language) {
    const Color side = verdict.side.value_or(verdict.to_move);
    const auto won = verdict.outcome ? winner(*verdict.outcome) : std::nullopt;
    const std::size_t count = verdict.evidence.plies.size();
    return fill(words_for(verdict), language,
                {{"player", player(side, language)},
                 {"opponent", player(~side, language)},
                 {"winner", won ? player(*won, language) : std::string_view{}},
                 {"n", std::to_string(count)}});
}

std::string sentence(const Claim& claim, Color claimant, Language language, std::string_view move) {
    if (claim.game_over) return fill(Words::claim_game_over, language);
    if (!claim.available) return fill(Words::claim_unavailable, language);
    const bool threefold = claim.kind == ClaimKind::threefold;
    if (claim.correct) return fill(threefold ? Words::threefold : Words::fifty, language);
    if (claim.lapsed) return fill(Words::claim_lapsed, language);
    constexpr std::size_t usual = 100;
    if (!threefold && claim.needed > usual)
        return fill(Words::claim_needs_more, language,
                    {{"n", std::to_string(claim.count)}, {"limit", std::to_string(claim.needed)}});
    return fill(threefold ? Words::claim_threefold_wrong : Words::claim_fifty_wrong, language,
                {{"player", player(claimant, language)},
                 {"move", move},
                 {"n", std::to_string(claim.count)}});
}

std::string sentence(const Winnable& answer, Color side, Language language, std::string_view line) {
    switch (answer.decision) {
        case Decision::yes:
            if (answer.line.empty())
                return fill(Words::checkmate, language, {{"winner", player(side, language)}});
            return fill(Words::evidence_line, language,
                        {{"player", player(side, language)}, {"line", line}});
        case Decision::no:
            return fill(Words::evidence_cannot, language,
                        {{"player", player(side, language)},
                         {"argument", argument_words(answer.argument, language)}});
        case Decision::unknown:
            break;
    }
    return fill(Words::not_decided, language, {{"player", player(side, language)}});
}

std::vector<std::string> evidence(const Evidence& evidence, Language language) {
    std::vector<std::string> lines;
    if (evidence.plies.size() > 1)
        lines.push_back(fill(Words::evidence_plies, language, {{"plies", joined(evidence.plies)}}));
    std::size_t told = 0;
    for (const LookAlike& other : evidence.look_alikes) {
        if (told++ == most_listed) {
            lines.emplace_back("...");
            break;
        }
        lines.push_back(fill(
            Words::evidence_look_alike, language,
            {{"n", std::to_string(other.ply)}, {"reason", words(words_for(other.why), language)}}));
    }
    if (evidence.halfmove_clock.value >= 80)  // else it decides nothing for a while
        lines.push_back(fill(Words::evidence_clock, language,
                             {{"n", std::to_string(evidence.halfmove_clock.value)}}));
    for (const MateProof& proof : evidence.proofs)
        if (proof.answer.decision == Decision::no)
            lines.push_back(sentence(proof.answer, proof.side, language, {}));
    return lines;
}

}  // namespace hakam::laws
