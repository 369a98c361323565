// A game on one device: the match room's automaton, as the fold of the commands given so far.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abi.hpp"
#include "hakam/laws/article.hpp"
#include "hakam/match/live_game.hpp"
#include "hakam/match/touch.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/winnable.hpp"
#include "hakam/wire/verdict.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

using match::Milliseconds;

std::string_view cut(std::string_view& text, char at) {
    const std::size_t stop = std::min(text.find(at), text.size());
    const std::string_view head = text.substr(0, stop);
    text.remove_prefix(std::min(stop + 1, text.size()));
    return head;
}

std::int64_t number(std::string_view digits) {
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::optional<PieceType> piece_named(std::string_view text) {
    return text.empty() ? std::nullopt : piece_type_from(static_cast<char>(text[0] & ~0x20));
}

/// The game so far. It is kept between calls only so that the next one need not begin again: the
/// answer depends on the arguments alone.
struct Kept {
    std::string settings;
    std::string commands;
    match::LiveGame game;
    std::vector<match::Event> rulings;
    std::optional<match::Refusal> refusal;
    std::optional<Move> claimed;  ///< written with the last claim of a repetition
};
Kept kept;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

match::RulingBudget page_budget() {
    return {.dead_position = {.nodes = 5'000, .memory_bytes = 1 << 22, .expired = {}},
            .can_mate = {.nodes = 400'000, .memory_bytes = std::uint64_t{96} << 20, .expired = {}}};
}

void apply(const match::Events& events) {
    for (const match::Event& event : events) {
        if (event.type == match::EventType::ruling) kept.rulings.push_back(event);
        if (event.type == match::EventType::claim_repetition) kept.claimed = event.args.move;
        kept.game = match::evolve(std::move(kept.game), event);
    }
}

/// "1500|W|MakeMove|from=e2|to=e4": when, who, what, and its arguments.
void obey(std::string_view line) {
    const Milliseconds at = number(cut(line, '|'));
    const auto actor = match::actor_from(cut(line, '|'));
    const auto type = match::event_type_from(cut(line, '|'));
    if (!actor || !type || !match::is_command(*type)) return;
    match::Command command{.type = *type, .actor = *actor, .args = {}, .ref = 0};
    match::Args& args = command.args;
    while (!line.empty()) {
        std::string_view value = cut(line, '|');
        const std::string_view key = cut(value, '=');
        if (key == "from") args.from = square_from(value);
        if (key == "to") args.to = square_from(value);
        if (key == "piece") args.piece = piece_named(value);
        if (key == "side") args.side = value == "black" ? Color::black : Color::white;
        if (key == "amount") args.amount = number(value);
        if (key == "text") args.text = value;
        if (key == "article") args.articles = value;
        if (key == "hand") args.hand = match::hand_from(value).value_or(match::Hand::same);
        if (key == "contact")
            args.contact = match::contact_from(value).value_or(match::Contact::intended);
        if (key == "result") args.result = match::result_from(value).value_or(match::Result::none);
        if (key == "move")
            if (const auto move = uci::parse_lenient(value, kept.game.position()))
                args.move = move->move;
    }
    if (command.type == match::EventType::make_move && args.move) {
        // A whole legal move, named by its UCI text.
        const auto form =
            kept.game.rules().chess960 ? uci::Castling::chess960 : uci::Castling::automatic;
        args.from = args.move->from();
        args.to = square_from(std::string_view{uci::format(*args.move, form)}.substr(2, 2));
        args.piece = args.move->promotion();
        args.move.reset();
    }
    auto events = match::decide(kept.game, command, at, page_budget());
    if (events) {
        if (*type != match::EventType::tick) kept.refusal.reset();
        apply(*events);
    } else if (*type != match::EventType::tick) {
        kept.refusal = std::move(events).error();
    }
}

std::optional<Error> begin(std::string_view settings) {
    kept = {};
    kept.settings = settings;
    match::GameSettings game;
    game.ruleset = cut(settings, '\n');
    game.time_control = cut(settings, '\n');
    game.fen = cut(settings, '\n');
    const auto created = match::create(game, 0);
    if (!created) {
        kept.settings = "\n";
        return created.error();
    }
    apply(*created);
    return std::nullopt;
}

void write_articles(Json& json, std::string_view articles) {
    json.key("articles");
    wire::write_article_list(json, articles);
}

std::string_view outcome(match::Result result) {
    if (result == match::Result::draw) return "1/2-1/2";
    if (result == match::Result::cancelled || result == match::Result::referred) return "*";
    return match::name(result);
}

void write_clocks(Json& json, const match::LiveGame& game, Milliseconds now) {
    const match::Clock& clock = game.state.clock;
    json.key("clocks");
    if (!game.control().timed()) {
        json.null();
        return;
    }
    json.begin()
        .member("white_ms", game.time_left(Color::white, now))
        .member("black_ms", game.time_left(Color::black, now))
        .member("at", now)
        .key("running");
    if (clock.running && !game.over())
        json.string(name(*clock.running));
    else
        json.null();
    json.key("flagged");
    if (clock.fallen[0])
        json.string("white");
    else if (clock.fallen[1])
        json.string("black");
    else
        json.null();
    if (clock.running) {
        const auto side = static_cast<std::size_t>(index(*clock.running));
        const auto& periods = game.control().of(*clock.running).periods;
        const match::Period& period =
            periods[std::min<std::size_t>(clock.period[side], periods.size() - 1)];
        if (period.kind == match::Extra::delay) {
            const auto run = match::advanced(game.control(), clock, now);
            json.member("delay_ms", std::max<Milliseconds>(0, period.extra - run.used[side]));
        }
    }
    json.end();
}

/// Draw claims that would be right now, on the position or with a move.
void write_claims(Json& json, const match::LiveGame& game) {
    json.key("claims").begin_list();
    if (game.state.phase == match::Phase::live &&
        game.rules().mode != match::Mode::over_the_board)
        for (const match::OpenClaim& open : match::open_claims(game)) {
            json.begin()
                .member("claim", open.kind == laws::ClaimKind::fifty ? "fifty" : "threefold")
                .flag("on_board", open.on_board);
            json.key("moves").begin_list();
            for (const Move move : open.moves) json.string(uci::format(move));
            json.end_list().end();
        }
    json.end_list();
}

void write_result(Json& json, const match::LiveGame& game) {
    using match::Reason;
    json.key("result");
    if (!game.over()) {
        json.null();
        return;
    }
    const Reason reason = game.state.reason;
    json.begin()
        .member("outcome", outcome(game.state.result))
        .member("reason", match::name(reason))
        .member("sentence", match::name(reason));
    write_articles(json, game.state.articles);
    json.key("evidence").begin();
    if (game.state.verdict)
        wire::write_grounds(json, *game.state.verdict, uci::Castling::standard);
    // The written move of a claim is not in the game, whose next one it would have been.
    if (reason == Reason::threefold_repetition && kept.claimed &&
        game.position().is_legal(*kept.claimed))
        json.member("intended", uci::format(*kept.claimed));
    json.end().end();
}

void write_ruling(Json& json, const match::Event& event) {
    json.member("reason", match::name(event.args.ruling))
        .member("sentence", match::name(event.args.ruling))
        .member("seq", event.seq);
    if (event.args.side) json.member("side", name(*event.args.side));
    if (!event.args.text.empty()) json.member("consequence", event.args.text);
    write_articles(json, event.args.articles);
}

void write_state(Json& json, const match::LiveGame& game, Milliseconds now) {
    const match::State& s = game.state;
    const bool otb = game.rules().mode == match::Mode::over_the_board;
    json.begin()
        .member("phase", match::name(s.phase))
        .member("ply", static_cast<std::int64_t>(game.plies()))
        .member("fen", fen::format(game.position()))
        .member("turn", name(otb ? s.clock.running.value_or(game.turn()) : game.turn()))
        .key("last_move");
    if (game.plies() > 0)
        json.string(uci::format(game.history.back().move));
    else
        json.null();
    if (otb) json.member("board", fen::placement(s.physical));
    write_clocks(json, game, now);
    json.key("offers").begin_list();
    if (s.offer_by && !game.over())
        json.begin().member("kind", "draw").member("by", name(*s.offer_by)).end();
    json.end_list();
    write_claims(json, game);
    write_result(json, game);
    if (!kept.rulings.empty()) {
        json.key("ruling").begin();
        write_ruling(json, kept.rulings.back());
        json.end();
    }
    json.key("illegal_moves")
        .begin()
        .member("white", s.illegal[0])
        .member("black", s.illegal[1])
        .end()
        .end();
}

}  // namespace

/// Settings: ruleset, time control and FEN, a line each. Commands: a line each. `now` in
/// milliseconds since the game was set up.
HAKAM_EXPORT(match)
std::uint32_t hakam_match(const char* settings, std::uint32_t settings_length, const char* commands,
                          std::uint32_t commands_length, double now) {
    Json json;
    const std::string_view set = text(settings, settings_length);
    const std::string_view all = text(commands, commands_length);
    if (kept.settings != set || !all.starts_with(kept.commands)) {
        if (const auto error = begin(set)) {
            write_failure(json, *error);
            return answer(std::move(json));
        }
    }
    std::string_view fresh = all.substr(kept.commands.size());
    while (!fresh.empty()) obey(cut(fresh, '\n'));
    kept.commands = all;

    const match::LiveGame& game = kept.game;
    const auto time = static_cast<Milliseconds>(now);
    json.begin().flag("ok", true).key("state");
    write_state(json, game, time);
    json.key("moves").begin_list();
    for (std::size_t i = 1; i < game.history.size(); ++i) {
        const Move move = game.history[i].move;
        json.begin().member("ply", static_cast<std::int64_t>(i)).member("uci", uci::format(move));
        json.flag("lawful", game.history[i].lawful).end();
    }
    json.end_list().key("rulings").begin_list();
    for (const match::Event& event : kept.rulings) {
        json.begin();
        write_ruling(json, event);
        json.end();
    }
    json.end_list();
    if (kept.refusal) {
        json.key("refusal")
            .begin()
            .member("code", match::name(kept.refusal->code))
            .member("why", kept.refusal->why)
            .member("article", kept.refusal->articles)
            .end();
    }
    const auto deadline = match::next_deadline(game);
    json.key("deadline");
    if (deadline)
        json.number(*deadline);
    else
        json.null();
    return answer(std::move(json.end()));
}

/// What Article 4 obliges the side to move to after touching these squares in this order, and the
/// legal moves (UCI) that remain.
HAKAM_EXPORT(obligation)
std::uint32_t hakam_obligation(const char* fen, std::uint32_t fen_length, const char* squares,
                               std::uint32_t squares_length) {
    Json json;
    const auto position =
        fen::position(text(fen, fen_length),
                      {.reading = Reading::lenient, .tolerated = Tolerance::unreachable()});
    if (!position) {
        write_failure(json, position.error());
        return answer(std::move(json));
    }
    match::Touches touches;
    std::string_view rest = text(squares, squares_length);
    while (!rest.empty()) {
        const auto square = square_from(cut(rest, ' '));
        if (!square || touches.size() == touches.capacity()) continue;
        if (const auto man = position->at(*square)) touches.push_back({*square, *man, false});
    }
    const match::Obligation duty = match::obligation(*position, touches);
    json.begin().flag("ok", true).member("duty", match::format(duty)).key("moves").begin_list();
    for (const Move move : position->legal_moves())
        if (duty.permits(move)) json.string(uci::format(move));
    return answer(std::move(json.end_list().end()));
}

}  // namespace hakam::wasm
