// What the protocol shows of a game under the Laws.

#include <algorithm>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "server/match_codec.hpp"
#include "server/match_host.hpp"
#include "server/match_words.hpp"

namespace hakam::server {
using match::Actor;
using match::EventType;

namespace {

std::size_t at(Color color) { return color == Color::white ? 0 : 1; }
std::string_view side_name(Color color) { return color == Color::white ? "white" : "black"; }
std::optional<Color> color_of(Seat seat) {
    if (seat == Seat::white) return Color::white;
    if (seat == Seat::black) return Color::black;
    return std::nullopt;
}

/// The first field of a FEN.
std::string placement(const Board& board) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto piece = board.at(square(static_cast<File>(file), static_cast<Rank>(rank)));
            if (!piece) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
            text += to_char(*piece);
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

json::array texts(std::initializer_list<std::string_view> list) {
    json::array out;
    for (const std::string_view text : list) out.emplace_back(text);
    return out;
}

}  // namespace

json::object MatchHost::result_json() const {
    if (!evidence_) evidence_ = result_evidence(game_, chess960_);
    json::object o{{"outcome", outcome_text(game_.state.result)},
                   {"reason", name(game_.state.reason)},
                   {"sentence", result_sentence(game_)},
                   {"articles", articles_json(game_.state.articles)},
                   {"evidence", *evidence_}};
    for (auto ruled = rulings_.rbegin(); ruled != rulings_.rend(); ++ruled) {
        if (!ruled->end) continue;
        o["seq"] = stored_seq_[static_cast<std::size_t>(ruled->seq) - 1];
        if (!ruled->args.text.empty())
            o["sentence"] = result_sentence(game_) + " (" + ruled->args.text + ')';
        break;
    }
    return o;
}

json::object MatchHost::clocks_json(Millis now, Seat view) const {
    const match::Clock& clock = game_.state.clock;
    json::object o{{"white_ms", game_.time_left(Color::white, now)},
                   {"black_ms", game_.time_left(Color::black, now)},
                   {"running", nullptr},
                   {"at", now},
                   {"flagged", nullptr}};
    if (clock.running && !game_.over()) o["running"] = side_name(*clock.running);
    for (const Color c : {Color::white, Color::black})
        if (clock.fallen[at(c)]) o["flagged"] = side_name(c);
    const Color mover = clock.running.value_or(game_.position().turn());
    const auto& periods = game_.control().of(mover).periods;
    const match::Period& period =
        periods[std::min<std::size_t>(clock.period[at(mover)], periods.size() - 1)];
    if (period.kind == match::Extra::increment) o["increment_ms"] = period.extra;
    if (period.kind == match::Extra::delay) {
        const auto run = match::advanced(game_.control(), clock, now);
        o["delay_ms"] = std::max<Millis>(0, period.extra - run.used[at(mover)]);
    }
    for (const Color c : {Color::white, Color::black}) {
        const std::string side{side_name(c)};
        o[side + "_period"] = clock.period[at(c)] + 1;
        // How many moves have been completed is nobody's business over the board (12.6).
        if (!hides_position(view))
            o[side + "_moves_to_go"] = clock.required[at(c)] == 0
                                           ? json::value(nullptr)
                                           : json::value(clock.required[at(c)]);
    }
    return o;
}

json::array MatchHost::claims_json(Seat view) const {
    json::array claims;
    const auto side = color_of(view);
    if (over_the_board() || !side || game_.over() || game_.state.phase != match::Phase::live)
        return claims;
    if (game_.rules().flag_initiative == match::Initiative::claim_only &&
        game_.state.clock.fallen[at(~*side)])
        claims.push_back(json::object{{"claim", "flag"}, {"on_board", true}});
    if (game_.turn() != *side) return claims;
    const Position& position = game_.position();
    const bool repetition =
        game_.rules().repetition == match::Draws::claim && position.halfmove_clock().value >= 3;
    const bool fifty =
        game_.rules().fifty == match::Draws::claim && position.halfmove_clock().value >= 99;
    if (!repetition && !fifty) return claims;
    json::array thirds;
    json::array fifties;
    for (const Move move : position.legal_moves()) {
        if (move.resets_clock()) continue;
        const Position next = position.after(move);
        if (repetition && game_.history.occurrences_with(next) >= 3)
            thirds.emplace_back(uci_of(move));
        if (fifty && next.halfmove_clock().value >= 100) fifties.emplace_back(uci_of(move));
    }
    const auto add = [&](std::string_view name, bool on_board, json::array moves) {
        if (on_board || !moves.empty())
            claims.push_back(
                json::object{{"claim", name}, {"on_board", on_board}, {"moves", std::move(moves)}});
    };
    add("threefold", repetition && game_.history.occurrences() >= 3, std::move(thirds));
    add("fifty", fifty && position.halfmove_clock().value >= 100, std::move(fifties));
    return claims;
}

json::array MatchHost::can_json(Seat view) const {
    if (view == Seat::spectator) return {};
    if (view == Seat::arbiter) return texts({"arbiter"});
    if (game_.over()) return {};
    // Over the board the list is always the same, so that it gives nothing away.
    if (over_the_board())
        return texts({"move", "touch", "adjust", "put", "remove", "promote", "press", "write",
                      "claim", "offer_draw", "accept_draw", "decline_draw", "resign", "pause",
                      "call_arbiter"});
    json::array can;
    const Color side = *color_of(view);
    const bool live = game_.state.phase == match::Phase::live;
    if (live && game_.turn() == side) can.emplace_back("move");
    if (!claims_json(view).empty()) can.emplace_back("claim");
    if (game_.state.offer_by == ~side) {
        can.emplace_back("accept_draw");
        can.emplace_back("decline_draw");
    } else if (live && game_.state.offer_by != side) {
        can.emplace_back("offer_draw");
    }
    if (live) can.emplace_back("resign");
    return can;
}

/// Over the board the players see the men, the clocks and what was ruled; not what the automaton
/// makes of the men.
void MatchHost::hide(json::object& state) const {
    const Color to_press = game_.state.clock.running.value_or(Color::white);
    state["fen"] =
        placement(game_.state.physical) + (to_press == Color::white ? " w - - 0 1" : " b - - 0 1");
    state["turn"] = side_name(to_press);
    state["ply"] = 0;
    state["last_move"] = nullptr;
    state["claims"] = json::array{};
    state.erase("must");
    state.erase("to_press");
    state.erase("sealed");
}

json::object MatchHost::state(Seat view, Millis now) const {
    const match::State& s = game_.state;
    json::object o{{"phase", name(s.phase)},
                   {"ply", moves_.size()},
                   {"fen", fen::format(game_.position())},
                   {"turn", side_name(game_.turn())},
                   {"last_move", nullptr},
                   {"clocks", nullptr},
                   {"offers", json::array{}},
                   {"claims", claims_json(view)},
                   {"result", nullptr},
                   {"illegal_moves", {{"white", s.illegal[0]}, {"black", s.illegal[1]}}},
                   {"can", can_json(view)}};
    if (!moves_.empty()) o["last_move"] = uci_of(moves_.back().move);
    if (game_.control().timed()) o["clocks"] = clocks_json(now, view);
    if (s.offer_by && !game_.over())
        o["offers"] = json::array{json::object{{"kind", "draw"}, {"by", side_name(*s.offer_by)}}};
    if (game_.over()) o["result"] = result_json();
    if (over_the_board()) {
        o["board"] = placement(s.physical);
        const std::string must = match::format(game_.obligation());
        if (!must.empty()) o["must"] = json::array{json::value_from(must)};
        for (const Color c : {Color::white, Color::black})
            if (s.unpressed[at(c)]) o["to_press"] = side_name(c);
    }
    if (s.phase == match::Phase::adjourned && !s.sealing) o["sealed"] = true;
    for (auto ruled = rulings_.rbegin(); ruled != rulings_.rend(); ++ruled) {
        if (ruled->end) continue;
        json::array last = rulings(stored_seq_[static_cast<std::size_t>(ruled->seq) - 1] - 1, view);
        if (!last.empty()) o["ruling"] = last.front();
        break;
    }
    if (hides_position(view)) hide(o);
    return o;
}

json::array MatchHost::moves(std::size_t from, Seat view) const {
    json::array list;
    if (hides_position(view)) return list;
    for (std::size_t i = from; i < moves_.size(); ++i) {
        const PlayedMove& played = moves_[i];
        json::object o{{"ply", i + 1},
                       {"uci", uci_of(played.move)},
                       {"san", played.san},
                       {"elapsed_ms", played.elapsed}};
        if (played.lag > 0) o["lag_ms"] = played.lag;
        if (played.clock) o["clock_ms"] = *played.clock;
        if (played.offer) o["offer"] = true;
        list.push_back(std::move(o));
    }
    return list;
}

json::array MatchHost::rulings(std::int64_t after, Seat view) const {
    json::array list;
    for (const Ruled& ruled : rulings_) {
        const std::int64_t seq = stored_seq_[static_cast<std::size_t>(ruled.seq) - 1];
        if (seq <= after && seq != 0) continue;
        json::object o{
            {"seq", seq},
            {"reason", ruled.end ? name(ruled.args.reason) : name(ruled.args.ruling)},
            {"sentence", ruled.end ? result_sentence(game_) : ruling_sentence(ruled.args)},
            {"articles", articles_json(ruled.args.articles)},
            {"by", ruled.by == Actor::arbiter ? "arbiter" : "automatic"}};
        const bool sealed = ruled.args.text.starts_with("sealed=");
        if (!ruled.args.text.empty() && !sealed) o["consequence"] = ruled.args.text;
        if (ruled.args.side) o["side"] = side_name(*ruled.args.side);
        (void)view;
        list.push_back(std::move(o));
    }
    return list;
}

json::array MatchHost::penalties() const {
    json::array list;
    for (const Ruled& ruled : rulings_) {
        using match::RulingKind;
        const RulingKind kind = ruled.args.ruling;
        if (!ruled.args.side || (kind != RulingKind::warning && kind != RulingKind::penalty &&
                                 kind != RulingKind::illegal))
            continue;
        list.push_back(json::object{{"side", side_name(*ruled.args.side)},
                                    {"text", ruling_sentence(ruled.args)},
                                    {"seq", stored_seq_[static_cast<std::size_t>(ruled.seq) - 1]}});
    }
    return list;
}

std::optional<json::object> MatchHost::body(const StoredEvent& event, Seat view) const {
    boost::system::error_code error;
    json::value value = json::parse(event.body, error);
    if (error || !value.is_object()) return json::object{};
    json::object& body = value.get_object();
    body.erase("code");
    if (const json::value* ref = body.if_contains("ref"); ref && ref->is_int64()) {
        const auto n = static_cast<std::size_t>(ref->get_int64());
        if (n >= 1 && n <= stored_seq_.size()) body["ref"] = stored_seq_[n - 1];
    }
    const auto type = match::event_type_from(event.kind);
    if (!type) return std::move(body);
    const bool own = event.actor == name(view);
    // The envelope: nobody but the sealer, until it is opened.
    const bool closed = game_.state.phase == match::Phase::adjourned;
    const auto text = body.if_contains("text");
    const bool seals = *type == EventType::seal ||
                       (text && text->is_string() && text->get_string().starts_with("sealed="));
    if (seals && closed && !own) {
        json::object hidden;
        if (body.contains("side")) hidden["side"] = body["side"];
        if (body.contains("ruling")) hidden["ruling"] = body["ruling"];
        return hidden;
    }
    if (!hides_position(view)) return std::move(body);
    switch (*type) {
        case EventType::move_made:
        case EventType::move_completed:
        case EventType::move_retracted:
        case EventType::irregularity:
            return std::nullopt;
        case EventType::write_move:
            return own ? std::optional{std::move(body)} : std::nullopt;
        default:
            return std::move(body);
    }
}

namespace {

std::string quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string clock_text(Millis ms) {
    const Millis tenths = std::max<Millis>(0, ms) / 100;
    const auto two = [](Millis n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    const Millis seconds = tenths / 10;
    return std::to_string(seconds / 3600) + ':' + two(seconds / 60 % 60) + ':' + two(seconds % 60) +
           (tenths % 10 != 0 ? '.' + std::to_string(tenths % 10) : std::string{});
}

/// "2026.11.30" of ms since 1970, by the civil calendar.
std::string date_text(Millis wall) {
    std::int64_t days = wall / 86'400'000 + 719'468;
    const std::int64_t era = days / 146'097;
    const std::int64_t doe = days % 146'097;
    const std::int64_t yoe = (doe - doe / 1460 + doe / 36'524 - doe / 146'096) / 365;
    const std::int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    const std::int64_t mp = (5 * doy + 2) / 153;
    const std::int64_t day = doy - (153 * mp + 2) / 5 + 1;
    const std::int64_t month = mp < 10 ? mp + 3 : mp - 9;
    const std::int64_t year = yoe + era * 400 + (month <= 2 ? 1 : 0);
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(year) + '.' + two(month) + '.' + two(day);
}

}  // namespace

std::string MatchHost::pgn(const GameInfo& info) const {
    std::string out;
    const auto tag = [&out](std::string_view name, std::string_view value) {
        out += '[' + std::string{name} + " \"" + quoted(value) + "\"]\n";
    };
    const auto or_unknown = [](const std::string& text) { return text.empty() ? "?" : text; };
    const std::string result = game_.over() ? outcome_text(game_.state.result) : "*";
    const bool scored = result == "1-0" || result == "0-1" || result == "1/2-1/2";
    tag("Event", or_unknown(info.event));
    tag("Site", or_unknown(info.site));
    tag("Date", date_text(info.created));
    tag("Round", or_unknown(info.round));
    tag("White", or_unknown(info.white.name));
    tag("Black", or_unknown(info.black.name));
    tag("Result", scored ? result : "*");
    if (chess960_) tag("Variant", "Chess960");
    const std::string start = fen::format(game_.history[0].position);
    if (start != fen::format(Position{}) || chess960_) {
        tag("SetUp", "1");
        tag("FEN", start);
    }
    if (game_.control().timed() && game_.control().equal_sides())
        tag("TimeControl", match::format_pgn(game_.control().of(Color::white)));
    tag("Ruleset", info.rules);
    if (game_.over()) {
        const match::Reason reason = game_.state.reason;
        const bool time = reason == match::Reason::flag || reason == match::Reason::flag_no_mate ||
                          reason == match::Reason::flag_insufficient;
        tag("Termination",
            time                               ? "time forfeit"
            : reason == match::Reason::aborted ? "abandoned"
            : reason == match::Reason::arbiter_decision || reason == match::Reason::second_illegal
                ? "rules infraction"
                : "normal");
    }
    out += '\n';
    std::string line;
    const auto word = [&](const std::string& text) {
        if (line.size() + text.size() + 1 > 79) {
            out += line + '\n';
            line.clear();
        }
        if (!line.empty()) line += ' ';
        line += text;
    };
    std::uint32_t ply = game_.setup->first_ply;
    bool number = true;
    for (const PlayedMove& played : moves_) {
        if (ply % 2 == 0 || number)
            word(std::to_string(ply / 2 + 1) + (ply % 2 == 0 ? "." : "..."));
        word(played.san);
        number = false;
        std::string comment;
        if (played.clock) comment = "[%clk " + clock_text(*played.clock) + ']';
        if (played.offer) comment += comment.empty() ? "(=)" : " (=)";
        if (!comment.empty()) {
            word("{ " + comment + " }");
            number = true;
        }
        ++ply;
    }
    if (game_.over()) {
        std::string sentence = result_sentence(game_);
        if (!game_.state.articles.empty()) sentence += " (" + game_.state.articles + ')';
        std::replace(sentence.begin(), sentence.end(), '}', ')');
        word("{ " + sentence + " }");
    }
    word(scored ? result : "*");
    out += line + "\n\n";
    return out;
}

}  // namespace hakam::server
