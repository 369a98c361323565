#include "wire/events_json.hpp"

#include <array>
#include <boost/json.hpp>
#include <hakam/notation/fen.hpp>
#include <hakam/wire/verdict.hpp>
#include <optional>
#include <utility>

#include "wire/value.hpp"

namespace hakam::wire {
namespace {

namespace json = boost::json;
using match::Args;

std::string lower(PieceType type) {
    return std::string(1, static_cast<char>(to_char(type) + ('a' - 'A')));
}
std::optional<PieceType> piece_type(std::string_view text) {
    if (text.size() != 1 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
    return piece_type_from(static_cast<char>(text[0] - ('a' - 'A')));
}

/// A move with all that Move knows: "e2e4 double_step pawn", "e7d8 promotion pawn rook queen".
constexpr std::array<std::string_view, 5> kinds = {"normal", "double_step", "en_passant",
                                                   "promotion", "castling"};
json::object move_json(Move move) {
    json::object object;
    object["from"] = to_string(move.from());
    object["to"] = to_string(move.to());
    object["kind"] = kinds[static_cast<std::size_t>(move.kind())];
    object["man"] = lower(move.mover());
    if (move.captured()) object["captured"] = lower(*move.captured());
    if (move.promotion()) object["promotion"] = lower(*move.promotion());
    return object;
}
std::optional<std::string_view> text_of(const json::object& object, std::string_view key) {
    const json::value* value = object.if_contains(key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string_view{value->get_string().data(), value->get_string().size()};
}
std::optional<Move> move_from(const json::value& value) {
    const json::object* object = value.if_object();
    if (object == nullptr) return std::nullopt;
    const auto from = square_from(text_of(*object, "from").value_or(""));
    const auto to = square_from(text_of(*object, "to").value_or(""));
    const auto man = piece_type(text_of(*object, "man").value_or(""));
    const auto kind = text_of(*object, "kind").value_or("");
    if (!from || !to || !man) return std::nullopt;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] != kind) continue;
        const auto captured = piece_type(text_of(*object, "captured").value_or(""));
        const auto promotion = piece_type(text_of(*object, "promotion").value_or(""));
        return Move::make(*from, *to, static_cast<MoveKind>(i), *man,
                          captured ? index(*captured) : 0, promotion ? index(*promotion) : 0);
    }
    return std::nullopt;
}

Unexpected<Error> wrong(std::string expected, std::string_view found) {
    return Unexpected<Error>{
        Error{ErrorCode::unexpected_text, TextSpan{}, std::move(expected), excerpt(found)}};
}

/// Reads the arguments; the caller's own members are passed in `known`.
Expected<Args> args_from(const json::object& object, std::span<const std::string_view> known) {
    Args args;
    for (const auto& member : object) {
        const std::string_view key{member.key().data(), member.key().size()};
        const json::value& value = member.value();
        bool own = false;
        for (const std::string_view name : known) own = own || name == key;
        if (own) continue;
        const auto as_text = [&]() -> std::string_view {
            if (!value.is_string()) return {};
            return {value.get_string().data(), value.get_string().size()};
        };
        bool good = true;
        if (key == "from") {
            args.from = square_from(as_text());
            good = args.from.has_value();
        } else if (key == "to") {
            args.to = square_from(as_text());
            good = args.to.has_value();
        } else if (key == "piece") {
            args.piece = piece_type(as_text());
            good = args.piece.has_value();
        } else if (key == "side") {
            if (as_text() == "white") args.side = Color::white;
            if (as_text() == "black") args.side = Color::black;
            good = args.side.has_value();
        } else if (key == "move") {
            args.move = move_from(value);
            good = args.move.has_value();
        } else if (key == "contact") {
            const auto contact = match::contact_from(as_text());
            good = contact.has_value();
            if (contact) args.contact = *contact;
        } else if (key == "hand") {
            const auto hand = match::hand_from(as_text());
            good = hand.has_value();
            if (hand) args.hand = *hand;
        } else if (key == "result") {
            const auto result = match::result_from(as_text());
            good = result.has_value();
            if (result) args.result = *result;
        } else if (key == "reason") {
            const auto reason = match::reason_from(as_text());
            good = reason.has_value();
            if (reason) args.reason = *reason;
        } else if (key == "finding") {
            const auto finding = match::finding_from(as_text());
            good = finding.has_value();
            if (finding) args.finding = *finding;
        } else if (key == "ruling") {
            const auto ruling = match::ruling_kind_from(as_text());
            good = ruling.has_value();
            if (ruling) args.ruling = *ruling;
        } else if (key == "penalty") {
            good = value.is_int64() && value.get_int64() >= 0 && value.get_int64() <= 9;
            if (good) args.penalty = static_cast<std::uint8_t>(value.get_int64());
        } else if (key == "amount") {
            good = value.is_int64();
            if (good) args.amount = value.get_int64();
        } else if (key == "text") {
            good = value.is_string();
            args.text = std::string{as_text()};
        } else if (key == "articles") {
            good = value.is_string();
            args.articles = std::string{as_text()};
        } else if (key == "evidence") {
            good = value.is_object();
            args.verdict.stored = json::serialize(value);
        } else if (key == "settings") {
            const json::object* settings = value.if_object();
            good = settings != nullptr;
            if (settings != nullptr)
                for (const auto& setting : *settings) {
                    if (!setting.value().is_string()) return wrong("a text", setting.key());
                    args.extra.emplace_back(std::string{setting.key()},
                                            std::string{setting.value().get_string()});
                }
        } else {  // unknown: kept as it came
            args.extra.emplace_back("?" + std::string{key}, json::serialize(value));
        }
        if (!good) return wrong("a value of \"" + std::string{key} + "\"", json::serialize(value));
    }
    return args;
}

std::optional<std::uint32_t> count_of(const json::object& object, std::string_view key) {
    const json::value* value = object.if_contains(key);
    if (value == nullptr) return 0;
    if (!value->is_int64() || value->get_int64() < 0 || value->get_int64() > UINT32_MAX)
        return std::nullopt;
    return static_cast<std::uint32_t>(value->get_int64());
}

Expected<json::object> object_in(std::string_view text) {
    if (text.size() > max_event_length)
        return Unexpected<Error>{Error{ErrorCode::too_long, TextSpan{}, "at most 64 KiB", {}}};
    boost::system::error_code fault;
    json::parse_options options;
    options.max_depth = 16;
    json::value value =
        json::parse(json::string_view{text.data(), text.size()}, fault, {}, options);
    if (fault) return wrong("JSON", text);
    if (!value.is_object()) return wrong("an object", text);
    return std::move(value.get_object());
}

}  // namespace

json::object evidence_json(const laws::Verdict& verdict, uci::Castling castling) {
    return object_of([&](Json& json) { write_grounds(json, verdict, castling); });
}

json::object evidence_of(const Args& args, uci::Castling castling) {
    if (args.verdict.value) return evidence_json(*args.verdict.value, castling);
    if (args.verdict.stored.empty()) return {};
    boost::system::error_code fault;
    json::value stored = json::parse(args.verdict.stored, fault);
    return fault || !stored.is_object() ? json::object{} : std::move(stored.get_object());
}

namespace {

/// Of an event that is written; a line that castles is given in the spelling that all games have.
json::object stored_evidence(const Args& args) {
    return evidence_of(args, uci::Castling::chess960);
}

}  // namespace

void add_args(json::object& object, const Args& args) {
    if (args.from) object["from"] = to_string(*args.from);
    if (args.to) object["to"] = to_string(*args.to);
    if (args.piece) object["piece"] = lower(*args.piece);
    if (args.side) object["side"] = *args.side == Color::white ? "white" : "black";
    if (args.move) object["move"] = move_json(*args.move);
    const auto named = [&](std::string_view key, auto value, auto none) {
        if (value != none) object[key] = match::name(value);
    };
    named("contact", args.contact, match::Contact::intended);
    named("hand", args.hand, match::Hand::same);
    named("result", args.result, match::Result::none);
    named("reason", args.reason, match::Reason::none);
    named("finding", args.finding, match::Finding::none);
    named("ruling", args.ruling, match::RulingKind::none);
    if (args.penalty != 0) object["penalty"] = static_cast<std::int64_t>(args.penalty);
    if (args.amount != 0) object["amount"] = args.amount;
    if (!args.text.empty()) object["text"] = args.text;
    if (!args.articles.empty()) object["articles"] = args.articles;
    if (auto evidence = stored_evidence(args); !evidence.empty())
        object["evidence"] = std::move(evidence);
    json::object settings;
    for (const auto& [key, value] : args.extra) {
        if (!key.empty() && key.front() == '?') {
            boost::system::error_code fault;
            json::value raw = json::parse(value, fault);
            object[std::string_view{key}.substr(1)] = fault ? json::value{value} : std::move(raw);
        } else {
            settings[key] = value;
        }
    }
    if (!settings.empty()) object["settings"] = std::move(settings);
}

void append_args(std::string& text, const Args& args) {
    if (!args.extra.empty()) {  // rare: nested values
        json::object object;
        add_args(object, args);
        const std::string all = json::serialize(object);
        text.append(all, 1, all.size() - 2);
        return;
    }
    const std::size_t begin = text.size();
    const auto key = [&](std::string_view name) {
        if (text.size() > begin) text += ',';
        text += '"';
        text += name;
        text += "\":";
    };
    const auto word = [&](std::string_view name, std::string_view value) {
        key(name);
        text += '"';
        text += value;
        text += '"';
    };
    const auto man = [&](std::string_view name, PieceType type) {
        const char letter = static_cast<char>(to_char(type) + ('a' - 'A'));
        word(name, std::string_view{&letter, 1});
    };
    if (args.from) word("from", to_string(*args.from));
    if (args.to) word("to", to_string(*args.to));
    if (args.piece) man("piece", *args.piece);
    if (args.side) word("side", *args.side == Color::white ? "white" : "black");
    if (args.move) {
        const Move move = *args.move;
        key("move");
        text += "{\"from\":\"" + to_string(move.from()) + "\",\"to\":\"" + to_string(move.to());
        text += "\",\"kind\":\"";
        text += kinds[static_cast<std::size_t>(move.kind())];
        text += '"';
        man("man", move.mover());
        if (move.captured()) man("captured", *move.captured());
        if (move.promotion()) man("promotion", *move.promotion());
        text += '}';
    }
    const auto named = [&](std::string_view name, auto value, auto none) {
        if (value != none) word(name, match::name(value));
    };
    named("contact", args.contact, match::Contact::intended);
    named("hand", args.hand, match::Hand::same);
    named("result", args.result, match::Result::none);
    named("reason", args.reason, match::Reason::none);
    named("finding", args.finding, match::Finding::none);
    named("ruling", args.ruling, match::RulingKind::none);
    const auto number = [&](std::string_view name, std::int64_t value) {
        key(name);
        text += std::to_string(value);
    };
    if (args.penalty != 0) number("penalty", args.penalty);
    if (args.amount != 0) number("amount", args.amount);
    const auto written = [&](std::string_view name, const std::string& value) {
        if (value.empty()) return;
        key(name);
        text += json::serialize(json::string_view{value});
    };
    written("text", args.text);
    written("articles", args.articles);
    if (const auto evidence = stored_evidence(args); !evidence.empty()) {
        key("evidence");
        text += json::serialize(evidence);
    }
}

json::object to_json(const match::Event& event) {
    json::object object;
    object["v"] = match::event_version;
    object["seq"] = static_cast<std::int64_t>(event.seq);
    object["kind"] = match::name(event.type);
    object["actor"] = match::name(event.actor);
    object["at"] = event.at;
    if (event.ref != 0) object["ref"] = static_cast<std::int64_t>(event.ref);
    add_args(object, event.args);
    return object;
}

json::object to_json(const match::Command& command) {
    json::object object;
    object["v"] = match::event_version;
    object["kind"] = match::name(command.type);
    object["actor"] = match::name(command.actor);
    if (command.ref != 0) object["ref"] = static_cast<std::int64_t>(command.ref);
    add_args(object, command.args);
    return object;
}

json::object to_json(const match::Refusal& refusal) {
    json::object object;
    object["code"] = match::name(refusal.code);
    object["why"] = refusal.why;
    if (!refusal.articles.empty()) object["articles"] = refusal.articles;
    return object;
}

Expected<match::Event> event_from(const json::object& object) {
    constexpr std::array<std::string_view, 6> own = {"v", "seq", "kind", "actor", "at", "ref"};
    const auto version = count_of(object, "v");
    if (!version || *version > match::event_version) return wrong("version 1", "a later one");
    match::Event event;
    const auto type = match::event_type_from(text_of(object, "kind").value_or(""));
    if (!type) return wrong("the kind of an event", text_of(object, "kind").value_or(""));
    event.type = *type;
    const auto actor = match::actor_from(text_of(object, "actor").value_or(""));
    if (!actor) return wrong("an actor", text_of(object, "actor").value_or(""));
    event.actor = *actor;
    const auto seq = count_of(object, "seq");
    const auto ref = count_of(object, "ref");
    const json::value* at = object.if_contains("at");
    if (!seq || *seq == 0) return wrong("a number \"seq\" from 1", "");
    if (!ref) return wrong("a number \"ref\"", "");
    if (at == nullptr || !at->is_int64()) return wrong("milliseconds \"at\"", "");
    event.seq = *seq;
    event.ref = *ref;
    event.at = at->get_int64();
    auto args = args_from(object, own);
    if (!args) return Unexpected<Error>{args.error()};
    event.args = std::move(*args);
    return event;
}

Expected<match::Command> command_from(const json::object& object) {
    constexpr std::array<std::string_view, 4> own = {"v", "kind", "actor", "ref"};
    const auto version = count_of(object, "v");
    if (!version || *version > match::event_version) return wrong("version 1", "a later one");
    match::Command command;
    const auto type = match::event_type_from(text_of(object, "kind").value_or(""));
    if (!type || !match::is_command(*type))
        return wrong("the kind of a command", text_of(object, "kind").value_or(""));
    command.type = *type;
    const auto actor = match::actor_from(text_of(object, "actor").value_or(""));
    if (!actor) return wrong("an actor", text_of(object, "actor").value_or(""));
    command.actor = *actor;
    const auto ref = count_of(object, "ref");
    if (!ref) return wrong("a number \"ref\"", "");
    command.ref = *ref;
    auto args = args_from(object, own);
    if (!args) return Unexpected<Error>{args.error()};
    command.args = std::move(*args);
    return command;
}

Expected<match::Event> parse_event(std::string_view text) {
    const auto object = object_in(text);
    if (!object) return Unexpected<Error>{object.error()};
    return event_from(*object);
}

Expected<match::Command> parse_command(std::string_view text) {
    const auto object = object_in(text);
    if (!object) return Unexpected<Error>{object.error()};
    return command_from(*object);
}

std::string log_text(const match::Events& events) {
    std::string text;
    for (const match::Event& event : events) {
        text += json::serialize(to_json(event));
        text += '\n';
    }
    return text;
}

Expected<match::Events> parse_log(std::string_view text) {
    match::Events events;
    std::uint32_t line = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = text.find('\n', begin);
        if (end == std::string_view::npos) end = text.size();
        const std::string_view row = text.substr(begin, end - begin);
        ++line;
        if (!row.empty() && row != "\r") {
            auto event = parse_event(row);
            if (event && event->seq != events.size() + 1)
                event = wrong("seq " + std::to_string(events.size() + 1), row);
            if (!event) {
                Error error = event.error();
                error.where.line = line;
                error.where.offset = begin;
                error.where.length = static_cast<std::uint32_t>(row.size());
                return Unexpected<Error>{std::move(error)};
            }
            events.push_back(std::move(*event));
        }
        begin = end + 1;
    }
    return events;
}

json::object to_json(const match::LiveGame& game, match::Milliseconds now) {
    const auto side = [](Color c) { return c == Color::white ? "white" : "black"; };
    json::object object;
    object["fen"] = fen::format(game.position());
    object["turn"] = side(game.turn());
    object["phase"] = match::name(game.state.phase);
    object["stage"] = match::name(game.stage());
    object["plies"] = game.plies();
    if (game.control().timed()) {
        json::object clock;
        for (const Color c : colors) clock[side(c)] = game.time_left(c, now);
        if (game.state.clock.running) clock["running"] = side(*game.state.clock.running);
        object["clock"] = std::move(clock);
    }
    const std::string must = match::format(game.obligation());
    if (!must.empty()) object["must"] = must;
    if (game.state.offer_by) object["offer"] = side(*game.state.offer_by);
    if (game.over()) {
        object["result"] = match::name(game.state.result);
        object["reason"] = match::name(game.state.reason);
        object["articles"] = game.state.articles;
    }
    return object;
}

}  // namespace hakam::wire
