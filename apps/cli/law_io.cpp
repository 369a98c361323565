#include "law_io.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <chrono>

#include "hakam/laws/illegality.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/wire/illegality.hpp"
#include "hakam/wire/verdict.hpp"
#include "number.hpp"
#include "output.hpp"
#include "wire/value.hpp"

namespace hakam::cli {

namespace {

namespace json = boost::json;

/// Whether a word of a move list is only a move number: "12." or "12...".
bool is_number(std::string_view word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    return digits > 0 && word.find_first_not_of('.', digits) == word.npos;
}

/// A claim that the player to move may make now, on the position or with some move.
json::array claimable_moves(const Game& game, const laws::LawBook& book) {
    json::array found;
    const laws::Rules& rules = book.rules();
    const Position& position = game.current();
    const bool near_fifty =
        rules.claim_halfmoves > 0 &&
        position.halfmove_clock().value + 1 >= static_cast<std::uint32_t>(rules.claim_halfmoves);
    for (const Move move : position.legal_moves()) {
        if (move.resets_clock()) continue;
        const auto add = [&](laws::ClaimKind kind, std::optional<laws::ArticleId> article) {
            json::array articles;
            if (article) articles.emplace_back(laws::article(*article).cited);
            found.push_back(json::object{{"claim", laws::name(kind)},
                                         {"move", san::format(move, position)},
                                         {"articles", std::move(articles)}});
        };
        if (near_fifty) add(laws::ClaimKind::fifty, rules.basis.fifty_about_to);
        if (rules.claim_occurrences == 0 || game.plies() < 3) continue;
        // A position can only return if the game has stood in it before.
        const Position after = position.after(move);
        int times = 1;
        for (const Position& earlier : game.positions())
            times += earlier.key() == after.key() && repeats(earlier, after) ? 1 : 0;
        if (times >= rules.claim_occurrences)
            add(laws::ClaimKind::threefold, rules.basis.threefold_about_to);
    }
    return found;
}

}  // namespace

laws::LawBook LawOptions::book() const {
    const auto read = laws::law_book(rules);
    return read ? *read : laws::LawBook{laws::Rules{}};  // refused when the option was read
}

std::optional<laws::LawBook> LawOptions::other_book() const {
    const std::string_view text{rules};
    const std::size_t at = text.find('@');
    const std::size_t colon = text.find(':');
    if (at == text.npos || colon != text.npos) return std::nullopt;
    const auto day = laws::day_from(text.substr(at + 1));
    if (!day || day->month == 0) return std::nullopt;  // a year names an edition
    const auto found = laws::book_at(text.substr(0, at), *day);
    if (!found || !found->other) return std::nullopt;
    return laws::book(*found->other);
}

laws::Language LawOptions::sentences() const {
    return laws::language(language).value_or(laws::Language::en);
}

Budget LawOptions::budget() const {
    Budget budget;
    if (nodes > 0) budget.nodes = nodes;
    if (memory > 0) budget.memory_bytes = memory << 20;
    if (seconds > 0) {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(seconds));
        budget.expired = [end] { return Clock::now() >= end; };
    }
    return budget;
}

std::string by_date_family(const std::string& rules) {
    // A book for each game takes no parameters beside: law_book says what is wrong with them.
    if (rules.find(':') != rules.npos) return {};
    return std::string{laws::by_date_family(rules)};
}

void add_rules_option(CLI::App& command, std::string& rules, ByDate by_date) {
    // Editions of the past are many: they are named by family and year.
    std::string names;
    for (const laws::BookInfo& info : laws::books())
        if (info.name.find_first_of("12") == info.name.npos)
            names += (names.empty() ? "" : ", ") + std::string{info.name};
    command
        .add_option("--rules", rules,
                    "The book of laws: " + names +
                        ", or FAMILY@YEAR as fide@1985, and then :key=value for what differs")
        ->check(CLI::Validator(
            [by_date](const std::string& name) {
                const std::string family = by_date_family(name);
                if (!family.empty()) {
                    if (by_date == ByDate::refused)
                        return std::string{
                            "rules: by-date needs the day of a game: use FAMILY@DATE here"};
                    for (const laws::BookInfo& info : laws::books())
                        if (info.family == family) return std::string{};
                    return "rules: no family of books '" + family + "'";
                }
                const auto read = laws::law_book(name);
                return read ? std::string{} : "rules:" + hakam::describe(read.error());
            },
            "BOOK"))
        ->capture_default_str();
}

void add_language_option(CLI::App& command, std::string& language) {
    command.add_option("--lang", language, "Language of the sentences")
        ->check(CLI::Validator(
            [](const std::string& name) {
                return laws::language(name) ? std::string{}
                                            : "expected en, ar, uz_cyrl, uz_latn, ru, fr, es or de";
            },
            "LANG"))
        ->capture_default_str();
}

void add_law_options(CLI::App& command, LawOptions& options, ByDate by_date) {
    add_rules_option(command, options.rules, by_date);
    add_language_option(command, options.language);
    command.add_option("--nodes", options.nodes, "Positions a search may visit (0: no limit)")
        ->transform(whole_number(0, UINT64_MAX));
    command
        .add_option("--time,--seconds", options.seconds, "Seconds a search may take (0: no limit)")
        ->transform(seconds());
    command.add_option("--memory", options.memory, "MiB a search may hold (0: the default)")
        ->transform(whole_number(0, 1 << 20));
}

Expected<Move> read_move(std::string_view text, const Position& position, const Letters& letters) {
    auto san = san::parse_lenient(text, position, letters);
    if (san) return san->move;
    if (const auto uci = uci::parse_lenient(text, position)) return uci->move;
    if (&letters != &english)
        if (const auto in_english = san::parse_lenient(text, position)) return in_english->move;
    return Unexpected{san.error()};
}

namespace {

Expected<Game> played_in(Game game, std::string_view text, const Letters& letters) {
    constexpr std::string_view spaces = " ,\t\r\n";
    std::size_t at = text.find_first_not_of(spaces);
    while (at != text.npos && at < text.size()) {
        std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
        std::string_view word = text.substr(at, end - at);
        // "12.Nf3": the number goes; "0-0" has no full stop.
        if (const std::size_t dot = word.rfind('.');
            dot != word.npos && is_number(word.substr(0, dot + 1))) {
            at += dot + 1;
            word.remove_prefix(dot + 1);
        }
        if (!word.empty() && !is_number(word)) {
            auto move = read_move(word, game.current(), letters);
            if (!move) {
                Error error = move.error();
                error.where = span_in(text, at, word.size());
                if (const auto why = why_illegal(word, game.current(), letters))
                    error.expected += " (" + wire::sentence_with_article(*why, game.current(), laws::Language::en) + ")";
                return Unexpected{std::move(error)};
            }
            game.play_unchecked(*move);
        }
        at = text.find_first_not_of(spaces, end);
    }
    return game;
}

}  // namespace

Expected<Game> played(const Game& game, std::string_view text, const Letters& letters) {
    auto whole = played_in(game, text, letters);
    if (whole) return whole;
    for (const Letters& other : all_letters())
        if (auto translated = played_in(game, text, other)) return translated;
    return whole;
}

Expected<Game> read_game(std::string_view text, const PositionOptions& options) {
    constexpr std::string_view mark = " moves ";
    const std::size_t at = text.find(mark);
    auto start = read_position(text.substr(0, at), options);
    if (!start) return Unexpected{start.error()};
    Game game{start->position};
    if (at == text.npos) return game;
    auto whole = played(game, text.substr(at + mark.size()));
    if (whole) return whole;
    Error error = whole.error();
    error.where = span_in(text, error.where.offset + at + mark.size(), error.where.length);
    return Unexpected{std::move(error)};
}

json::object to_json(const laws::Verdict& verdict, const Game& game, const laws::LawBook& book,
                     laws::Language language, const Budget& budget) {
    json::object fields = wire::object_of([&](wire::Json& out) {
        out.member("fen", fen::format(game.current())).member("rules", book.name());
        wire::write_ruling(out, verdict);
        wire::write_articles(out, verdict.citations, wire::Articles::numbers);
    });
    json::array claims;
    if (verdict.standing != laws::Standing::over) {
        for (const laws::Claim& claim : book.claims(game, {}, budget))
            claims.emplace_back(name(claim.kind));
        if (json::array moves = claimable_moves(game, book); !moves.empty())
            fields["claimsWithMove"] = std::move(moves);
    }
    fields["claims"] = std::move(claims);
    fields["evidence"] =
        wire::object_of([&](wire::Json& out) { wire::write_evidence(out, verdict.evidence); });
    fields["certain"] = verdict.certainty == Decision::yes;
    fields["text"] = laws::sentence(verdict, language);
    return fields;
}

namespace {

/// A verdict and the ply at which the game stood for it.
struct Ruled {
    laws::Verdict verdict;
    std::size_t ply = 0;
};

Ruled ruled(const Game& game, const laws::LawBook& book, const Budget& budget,
            const std::optional<laws::Incident>& incident) {
    if (auto end = book.first_end(game, budget, laws::DeadTest::exact))
        return {std::move(end->verdict), end->ply};
    return {incident ? book.rule(game, *incident, budget)
                     : book.judge(game, budget, laws::DeadTest::exact),
            game.plies()};
}

bool same_ruling(const Ruled& a, const Ruled& b) {
    return a.ply == b.ply && a.verdict.standing == b.verdict.standing &&
           a.verdict.outcome == b.verdict.outcome && a.verdict.reason == b.verdict.reason;
}

/// What a ruling says, in a few fields.
json::object short_json(const laws::Verdict& verdict) {
    return wire::object_of([&](wire::Json& out) { wire::write_ruling(out, verdict); });
}

std::string short_text(const laws::Verdict& verdict, laws::Language language) {
    std::string text = laws::sentence(verdict, language);
    if (verdict.outcome) text += " " + std::string{to_string(*verdict.outcome)};
    return text;
}

}  // namespace

std::string describe(const laws::Doubt& doubt, laws::Language language) {
    return laws::fill(doubt.disputed ? laws::Words::doubt_disputed : laws::Words::doubt_likely,
                      language, {{"key", laws::key_info(doubt.key).name}});
}

json::object to_json(const laws::Doubt& doubt) {
    return wire::object_of([&](wire::Json& out) { wire::write_doubt(out, doubt); });
}

Answer verdict_answer(Game game, const laws::LawBook& book, const LawOptions& options,
                      const std::optional<laws::Incident>& incident) {
    const Budget budget = options.budget();
    const laws::Language language = options.sentences();
    const Game whole = game;
    const Ruled answer = ruled(game, book, budget, incident);
    const laws::Verdict& verdict = answer.verdict;
    const std::size_t played_on = game.plies() - answer.ply;
    game.truncate(answer.ply);
    Answer result;
    result.fields = to_json(verdict, game, book, language, budget);
    result.fields["ply"] = game.plies();
    result.fields["playedOn"] = played_on;
    result.text = describe(verdict, game, language);
    if (played_on > 0)
        result.text += "\n  " + laws::fill(laws::Words::over_earlier, language,
                                           {{"n", std::to_string(game.plies())}});
    // What is not proved of the edition, and what the other reading would give.
    json::array doubts;
    for (const laws::Doubt& doubt : verdict.doubts) {
        json::object fields = to_json(doubt);
        result.text += "\n  " + describe(doubt, language);
        if (const auto other = book.read_otherwise(doubt)) {
            const Ruled otherwise = ruled(whole, *other, budget, incident);
            if (!same_ruling(answer, otherwise)) {
                fields["otherwise"] = short_json(otherwise.verdict);
                result.text +=
                    "\n    " + laws::fill(laws::Words::doubt_otherwise, language,
                                          {{"reading", std::string{laws::key_info(doubt.key).name} +
                                                           "=" + std::string{doubt.other}},
                                           {"verdict", short_text(otherwise.verdict, language)}});
            }
        }
        doubts.push_back(std::move(fields));
    }
    if (!doubts.empty()) result.fields["doubts"] = std::move(doubts);
    // A day that is not proved: the ruling of the book before or after, where it is another.
    if (const auto other = options.other_book()) {
        const Ruled otherwise = ruled(whole, *other, budget, incident);
        if (!same_ruling(answer, otherwise)) {
            json::object fields = short_json(otherwise.verdict);
            fields["rules"] = other->name();
            result.fields["otherBook"] = std::move(fields);
            result.text += "\n  " + laws::fill(laws::Words::doubt_day, language,
                                               {{"book", book.rules().title},
                                                {"other", other->rules().title},
                                                {"verdict", short_text(otherwise.verdict, language)}});
        }
    }
    return result;
}

std::string line_text(const Position& start, const std::vector<Move>& line,
                      const Letters& letters) {
    std::string text;
    Position position = start;
    for (const Move move : line) {
        const std::string number = std::to_string(position.fullmove_number().value);
        if (position.turn() == Color::white)
            text += (text.empty() ? "" : " ") + number + '.';
        else
            text += text.empty() ? number + "..." : " ";
        text += san::format(move, position, letters);
        position = position.after(move);
    }
    return text;
}

std::string describe(const laws::TimePenalty& penalty, laws::Language language) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(penalty.time).count();
    return laws::fill(laws::Words::time_added, language,
                      {{"player", laws::player(penalty.to, language)},
                       {"time", std::to_string(minutes) + ":00"}});
}

json::object to_json(const laws::TimePenalty& penalty) {
    return wire::object_of([&](wire::Json& out) { wire::write_penalty(out, penalty); });
}

std::string describe(const laws::Verdict& verdict, const Game& game, laws::Language language) {
    std::string text = laws::sentence(verdict, language);
    if (verdict.outcome) text += " " + std::string{to_string(*verdict.outcome)};
    if (!verdict.citations.empty()) text += "\n" + laws::cite(verdict.citations, language);
    for (const std::string& line : laws::evidence(verdict.evidence, language))
        text += "\n  " + line;
    for (const laws::MateProof& proof : verdict.evidence.proofs)
        if (proof.answer.decision == Decision::yes)
            text += "\n  " + laws::fill(laws::Words::evidence_line, language,
                                        {{"player", laws::player(proof.side, language)},
                                         {"line", line_text(game.current(), proof.answer.line,
                                                            letters_of(language))}});
    if (verdict.penalty) text += "\n  " + describe(*verdict.penalty, language);
    const std::string open = laws::fill(laws::Words::undetermined, language);
    if (verdict.certainty == Decision::unknown && !text.starts_with(open)) text += "\n  " + open;
    return text;
}

}  // namespace hakam::cli
