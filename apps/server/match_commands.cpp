// The protocol's commands in the words of the match room.

#include <algorithm>

#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/wire/illegality.hpp"
#include "server/match_host.hpp"
#include "server/match_words.hpp"

namespace hakam::server {
using match::Actor;
using match::Command;
using match::EventType;

namespace {

std::string_view text_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_string()
               ? std::string_view{value->get_string().data(), value->get_string().size()}
               : std::string_view{};
}
std::optional<std::int64_t> number_of(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    if (value == nullptr || !value->is_int64()) return std::nullopt;
    return value->get_int64();
}
Problem bad(std::string field, std::string message) {
    return {"bad_request", field + ": " + std::move(message), std::move(field), {}, -1, -1};
}
match::Hand hand_of(const json::object& o) {
    return match::hand_from(text_of(o, "hand")).value_or(match::Hand::same);
}
std::optional<Color> side_of(const json::object& o) {
    const std::string_view side = text_of(o, "side");
    if (side == "white") return Color::white;
    if (side == "black") return Color::black;
    return std::nullopt;
}
std::optional<PieceType> piece_of(std::string_view text) {
    return text.empty() ? std::nullopt : piece_type_from(static_cast<char>(text[0] & ~0x20));
}

/// Types that carry nothing but themselves.
std::optional<EventType> plain_type(std::string_view type) {
    if (type == "offer_draw") return EventType::offer_draw;
    if (type == "accept_draw") return EventType::accept_draw;
    if (type == "decline_draw") return EventType::decline_draw;
    if (type == "resign") return EventType::resign;
    if (type == "ask_increment") return EventType::ask_increment;
    if (type == "ask_score") return EventType::ask_score;
    return std::nullopt;
}

}  // namespace

std::optional<Move> MatchHost::read_move(std::string_view text) const {
    const Position& position = game_.position();
    const auto form = chess960_ ? uci::Castling::chess960 : uci::Castling::standard;
    if (const auto move = uci::parse(text, position, form)) return *move;
    if (const auto move = uci::parse_lenient(text, position, form)) return move->move;
    if (const auto move = san::parse_lenient(text, position)) return move->move;
    return std::nullopt;
}

namespace {

/// Why the move is none, for people, and under which articles.
Problem illegal_move(std::string_view text, const Position& position) {
    Problem problem{"illegal_move", "that is not a legal move here", "move", {}, -1, -1};
    if (const auto why = why_illegal(text, position)) {
        problem.reason = name(why->reason);
        problem.message = wire::sentence(*why, position, laws::Language::en);
        problem.articles = articles_json(laws::citation(*why).number());
    }
    problem.articles.push_back(
        articles_json(laws::article(laws::art::online_only_legal).cited).front());
    return problem;
}

}  // namespace

Expected<Command, Problem> MatchHost::move_command(Actor actor, const json::object& command) const {
    const std::string_view text = text_of(command, "move");
    Command out;
    out.type = EventType::make_move;
    out.actor = actor;
    out.args.hand = hand_of(command);
    const auto side = match::side_of(actor);
    if (!over_the_board()) {
        if (game_.over())
            return Unexpected{Problem{"game_over", "the game is over", {}, {}, -1, -1}};
        if (side != game_.turn())
            return Unexpected{
                Problem{"not_your_turn", "the opponent has the move", {}, {}, -1, -1}};
        const auto move = read_move(text);
        if (!move)
            return Unexpected{illegal_move(text, game_.position())};
        out.args.from = move->from();
        out.args.to = move->is_castling() && !chess960_ ? move->arrival() : move->to();
        out.args.piece = move->promotion();
        return out;
    }
    // Over the board any two squares are a move, legal or not; SAN can only name legal ones.
    out.args.from = square_from(text.substr(0, 2));
    out.args.to = text.size() >= 4 ? square_from(text.substr(2, 2)) : std::nullopt;
    if (out.args.from && out.args.to && text.size() <= 5) {
        if (text.size() == 5) out.args.piece = piece_of(text.substr(4));
        return out;
    }
    const auto move = read_move(text);
    if (!move) return Unexpected{bad("move", "expected two squares, such as e2e4")};
    out.args.from = move->from();
    out.args.to = move->is_castling() && !chess960_ ? move->arrival() : move->to();
    out.args.piece = move->promotion();
    return out;
}

Expected<Command, Problem> MatchHost::claim_command(Actor actor,
                                                    const json::object& command) const {
    const std::string_view claim = text_of(command, "claim");
    Command out;
    out.actor = actor;
    out.args.text = text_of(command, "detail");
    if (claim == "threefold" || claim == "fifty") {
        out.type = claim == "fifty" ? EventType::claim_fifty : EventType::claim_repetition;
        const std::string_view text = text_of(command, "move");
        if (text.empty()) return out;
        out.args.move = read_move(text);
        if (!out.args.move) {
            out.args.from = square_from(text.substr(0, 2));
            if (!out.args.from)
                return Unexpected{bad("move", "expected a move, such as g1f3 or Nf3")};
        }
        return out;
    }
    if (claim == "illegal") {
        out.type = EventType::claim_illegal;
    } else if (claim == "touch") {
        out.type = EventType::claim_touch;
        out.args.from = square_from(text_of(command, "square"));
        if (!out.args.from) return Unexpected{bad("square", "missing")};
    } else if (claim == "flag") {
        out.type = EventType::claim_flag;
    } else if (claim == "setup") {
        // The server set up the men, colours and clock; a claim that they are wrong needs a finding
        // of the arbiter (act "circumstance") before it can void a game.
        const bool other = out.args.text == "display" || out.args.text == "time-at-resumption";
        const bool found = std::any_of(
            game_.state.open.begin(), game_.state.open.end(), [](const match::OpenFinding& open) {
                using match::Finding;
                return open.kind == Finding::wrong_array || open.kind == Finding::wrong_board ||
                       open.kind == Finding::wrong_colours || open.kind == Finding::wrong_clock;
            });
        if (!other && !found)
            return Unexpected{
                Problem{"illegal_now",
                        "men, colours and clock are as agreed: the server set them up",
                        {},
                        articles_json("7.2.1"),
                        -1,
                        -1}};
        out.type = EventType::claim_setup;
    } else {
        out.type = EventType::claim_normal_means;
    }
    return out;
}

Expected<Command, Problem> MatchHost::arbiter_command(const json::object& command) const {
    struct Act {
        std::string_view name;
        EventType type;
    };
    static constexpr Act acts[] = {
        {"start", EventType::round_start},
        {"stop", EventType::stop},
        {"resume", EventType::resume},
        {"set_time", EventType::time_set},
        {"add_time", EventType::time_adjust},
        {"restore", EventType::restore_position},
        {"warn", EventType::warn},
        {"penalise", EventType::penalise},
        {"declare", EventType::declare},
        {"accept_claim", EventType::answer_claim},
        {"reject_claim", EventType::answer_claim},
        {"override", EventType::override_ruling},
        {"sees", EventType::arbiter_sees},
        {"flag", EventType::flag_noticed},
        {"adjourn", EventType::adjourn},
        {"open_sealed", EventType::open_sealed},
        {"arrived", EventType::arrived},
        {"absent", EventType::absent},
        {"postpone_claim", EventType::answer_claim},
        {"set_position", EventType::set_position},
        {"correct", EventType::correct},
        {"displaced", EventType::displaced},
        {"restored", EventType::restored},
        {"interfere", EventType::interfere},
        {"own_fault", EventType::conduct},
        {"circumstance", EventType::circumstance},
        {"envelope_missing", EventType::envelope_missing},
        {"stated_move", EventType::stated_move},
    };
    const std::string_view act = text_of(command, "act");
    const auto* found =
        std::find_if(std::begin(acts), std::end(acts), [&](const Act& a) { return a.name == act; });
    if (found == std::end(acts)) return Unexpected{bad("act", "not an act of the arbiter")};
    Command out;
    out.type = found->type;
    out.actor = Actor::arbiter;
    out.args.side = side_of(command);
    out.args.articles = text_of(command, "article");
    const std::string reason{text_of(command, "reason")};
    out.args.extra.emplace_back("reason", reason);
    if (const auto ms = number_of(command, "ms")) out.args.amount = *ms;
    if (act == "restore") out.args.amount = number_of(command, "ply").value_or(0);
    if (act == "accept_claim") out.args.text = "agree";
    if (act == "reject_claim") out.args.text = "reject";
    if (act == "postpone_claim") out.args.text = "postpone";
    if (act == "sees" || act == "circumstance" || act == "correct")
        out.args.text = text_of(command, "kind");
    if (act == "set_position") out.args.text = text_of(command, "fen");
    if (act == "stated_move") out.args.text = text_of(command, "move");
    if (act == "warn" || act == "penalise" || act == "declare" || act == "override")
        out.args.text = reason;
    if (act == "penalise") {
        // "12.9.3" or "3": the item of the list of penalties.
        std::string_view kind = text_of(command, "kind");
        if (kind.starts_with("12.9.")) kind.remove_prefix(5);
        if (kind.size() != 1 || kind[0] < '1' || kind[0] > '9')
            return Unexpected{bad("kind", "expected 12.9.1 to 12.9.9")};
        out.args.penalty = static_cast<std::uint8_t>(kind[0] - '0');
        if (const auto result = result_of(text_of(command, "outcome"))) out.args.result = *result;
    }
    if (act == "declare" || act == "override") {
        const auto result = result_of(text_of(command, "outcome"));
        if (!result) return Unexpected{bad("outcome", "missing")};
        out.args.result = *result;
        out.args.reason = match::Reason::arbiter_decision;
    }
    if (const auto ref = number_of(command, "ref")) {
        const auto seq = std::find(stored_seq_.begin(), stored_seq_.end(), *ref);
        if (seq == stored_seq_.end()) return Unexpected{bad("ref", "no such event")};
        out.ref = static_cast<std::uint32_t>(seq - stored_seq_.begin() + 1);
    }
    return out;
}

Expected<std::vector<Command>, Problem> MatchHost::commands_for(Seat seat,
                                                                const json::object& command) const {
    const std::string_view type = text_of(command, "type");
    if (seat == Seat::arbiter) {
        if (type != "arbiter")
            return Unexpected{Problem{"forbidden", "the arbiter does not play", {}, {}, -1, -1}};
        auto one = arbiter_command(command);
        if (!one) return Unexpected{one.error()};
        return std::vector{*std::move(one)};
    }
    const Color side = seat == Seat::black ? Color::black : Color::white;
    Command one;
    one.actor = match::actor_of(side);
    if (const auto plain = plain_type(type)) {
        one.type = *plain;
        return std::vector{one};
    }
    if (type == "move") {
        auto move = move_command(one.actor, command);
        if (!move) return Unexpected{move.error()};
        std::vector<Command> commands{*std::move(move)};
        const json::value* offer = command.if_contains("offer_draw");
        if (offer != nullptr && offer->is_bool() && offer->get_bool()) {
            one.type = EventType::offer_draw;
            commands.push_back(one);
        }
        return commands;
    }
    if (type == "claim") {
        auto claim = claim_command(one.actor, command);
        if (!claim) return Unexpected{claim.error()};
        return std::vector{*std::move(claim)};
    }
    if (type == "call_arbiter") {
        one.type = EventType::call_arbiter;
        one.args.text = text_of(command, "reason");
        return std::vector{one};
    }
    if (type == "sign") {
        one.type = EventType::sign_result;
        one.args.result = result_of(text_of(command, "outcome")).value_or(match::Result::none);
        return std::vector{one};
    }
    if (type == "appeal") {
        one.type = EventType::appeal;
        one.args.text = text_of(command, "reason");
        return std::vector{one};
    }
    if (type == "seal") {
        one.type = EventType::seal;
        one.args.text = text_of(command, "move");
        one.args.move = read_move(one.args.text);
        return std::vector{one};
    }
    if (!over_the_board())
        return Unexpected{Problem{"illegal_now", "that is done at a board; here moves are whole",
                                  "type", articles_json("ONL-3.5"), -1, -1}};
    std::vector<Command> commands;
    if (type == "touch") {
        const std::string_view intent = text_of(command, "intent");
        one.type = EventType::touch;
        one.args.contact = match::contact_from(intent).value_or(match::Contact::intended);
        for (const json::value& square : command.at("squares").get_array()) {
            one.args.from = square_from({square.get_string().data(), square.get_string().size()});
            commands.push_back(one);
        }
    } else if (type == "adjust") {
        one.type = EventType::announce_adjust;
        commands.push_back(one);
        if (const auto square = square_from(text_of(command, "square"))) {
            one.type = EventType::touch;
            one.args.from = square;
            one.args.contact = match::Contact::adjusting;
            commands.push_back(one);
        }
    } else if (type == "put" || type == "remove") {
        one.type = type == "put" ? EventType::release : EventType::remove;
        one.args.from = square_from(text_of(command, type == "put" ? "from" : "square"));
        if (type == "put") one.args.to = square_from(text_of(command, "to"));
        one.args.hand = hand_of(command);
        commands.push_back(one);
    } else if (type == "promote") {
        const json::value* released = command.if_contains("released");
        const bool let_go = released != nullptr && released->is_bool() && released->get_bool();
        one.type = let_go ? EventType::promo_release : EventType::promo_touch;
        one.args.to = square_from(text_of(command, "square"));
        one.args.piece = piece_of(text_of(command, "piece"));
        commands.push_back(one);
    } else if (type == "press") {
        one.type = EventType::press_clock;
        one.args.side = side;
        one.args.hand = hand_of(command);
        commands.push_back(one);
    } else if (type == "write") {
        one.type = EventType::write_move;
        one.args.text = text_of(command, "text");
        one.args.move = read_move(one.args.text);
        commands.push_back(one);
    } else if (type == "pause") {
        one.type = EventType::pause_clock;
        one.args.text = text_of(command, "reason");
        commands.push_back(one);
    } else {
        return Unexpected{bad("type", "not a command")};
    }
    return commands;
}

}  // namespace hakam::server
