// What the protocol shows of a game under the Laws.

#include <algorithm>

#include "hakam/match/score_sheet.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/pgn/writer.hpp"
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

}  // namespace

json::object MatchHost::result_json() const {
    json::object o{{"outcome", outcome_text(game_.state.result)},
                   {"reason", name(game_.state.reason)},
                   {"sentence", result_sentence(game_)},
                   {"articles", articles_json(game_.state.articles)},
                   {"evidence", evidence_.value_or(json::object{})}};
    for (auto ruled = rulings_.rbegin(); ruled != rulings_.rend(); ++ruled) {
        if (!ruled->end) continue;
        o["seq"] = stored_seq_[static_cast<std::size_t>(ruled->seq) - 1];
        if (!ruled->args.text.empty())
            o["sentence"] = result_sentence(game_) + " (" + ruled->args.text + ')';
        break;
    }
    return o;
}

void MatchHost::write_clocks(JsonText& out, Millis now, Seat view,
                             const StateExtras& extras) const {
    const match::Clock& clock = game_.state.clock;
    out.open('{');
    out.member("white_ms", game_.time_left(Color::white, now));
    out.member("black_ms", game_.time_left(Color::black, now));
    out.key("running");
    if (clock.running && !game_.over())
        out.text(side_name(*clock.running));
    else
        out.null();
    out.member("at", now);
    out.key("flagged");
    if (clock.fallen[0] || clock.fallen[1])
        out.text(clock.fallen[1] ? "black" : "white");
    else
        out.null();
    const Color mover = clock.running.value_or(game_.position().turn());
    const auto& periods = game_.control().of(mover).periods;
    const match::Period& period =
        periods[std::min<std::size_t>(clock.period[at(mover)], periods.size() - 1)];
    if (period.kind == match::Extra::increment) out.member("increment_ms", period.extra);
    if (period.kind == match::Extra::delay) {
        const auto run = match::advanced(game_.control(), clock, now);
        out.member("delay_ms", std::max<Millis>(0, period.extra - run.used[at(mover)]));
    }
    for (const Color c : {Color::white, Color::black}) {
        const bool white = c == Color::white;
        out.member(white ? "white_period" : "black_period", clock.period[at(c)] + 1);
        // How many moves have been completed is nobody's business over the board (12.6).
        if (hides_position(view)) continue;
        out.key(white ? "white_moves_to_go" : "black_moves_to_go");
        if (clock.required[at(c)] == 0)
            out.null();
        else
            out.number(clock.required[at(c)]);
    }
    out.key("lag_allowance").flag(extras.lag_allowance);
    out.member("white_lag_ms", extras.lag_ms[0]);
    out.member("black_lag_ms", extras.lag_ms[1]);
    out.close('}');
}

void MatchHost::write_offers(JsonText& out, const StateExtras& extras) const {
    const auto offer = [&out](std::string_view kind, std::string_view by) {
        out.open('{').member("kind", kind).member("by", by).close('}');
    };
    out.open('[');
    if (game_.state.offer_by && !game_.over()) offer("draw", side_name(*game_.state.offer_by));
    if (extras.takeback_by) offer("takeback", name(*extras.takeback_by));
    if (extras.rematch_by) offer("rematch", name(*extras.rematch_by));
    out.close(']');
}

bool MatchHost::write_claims(JsonText& out, Seat view) const {
    out.open('[');
    const auto side = color_of(view);
    if (over_the_board() || !side || game_.over() || game_.state.phase != match::Phase::live) {
        out.close(']');
        return false;
    }
    bool any = false;
    const auto claim = [&](std::string_view name, bool on_board,
                           const std::vector<std::string>& moves) {
        if (!on_board && moves.empty()) return;
        any = true;
        out.open('{').member("claim", name).key("on_board").flag(on_board);
        out.key("moves").open('[');
        for (const std::string& move : moves) out.text(move);
        out.close(']').close('}');
    };
    claim("flag",
          game_.rules().flag_initiative == match::Initiative::claim_only &&
              game_.state.clock.fallen[at(~*side)],
          {});
    if (game_.turn() == *side)
        for (const match::OpenClaim& open : match::open_claims(game_)) {
            std::vector<std::string> moves;
            for (const Move move : open.moves) moves.push_back(uci_of(move));
            claim(open.kind == laws::ClaimKind::fifty ? "fifty" : "threefold", open.on_board, moves);
        }
    out.close(']');
    return any;
}

void MatchHost::write_can(JsonText& out, Seat view, bool claims, const StateExtras& extras) const {
    out.open('[');
    const auto side = color_of(view);
    const auto all = [&out](std::initializer_list<std::string_view> list) {
        for (const std::string_view text : list) out.text(text);
    };
    if (view == Seat::arbiter) out.text("arbiter");
    if (side && !game_.over() && over_the_board()) {
        // Always the same, so that it gives nothing away.
        all({"move", "touch", "adjust", "put", "remove", "promote", "press", "write", "claim",
             "offer_draw", "accept_draw", "decline_draw", "resign", "pause", "call_arbiter"});
    } else if (side && !game_.over()) {
        const bool live = game_.state.phase == match::Phase::live;
        if (live && game_.turn() == *side) out.text("move");
        if (claims) out.text("claim");
        if (game_.state.offer_by == ~*side)
            all({"accept_draw", "decline_draw"});
        else if (live && game_.state.offer_by != *side)
            out.text("offer_draw");
        if (live) out.text("resign");
        if (extras.takeback && !moves_.empty()) {
            if (!extras.takeback_by)
                out.text("offer_takeback");
            else if (*extras.takeback_by != view)
                all({"accept_takeback", "decline_takeback"});
        }
        if (moves_.size() < 2) out.text("abort");
    } else if (side && extras.rematch_possible) {
        out.text("offer_rematch");
        if (extras.rematch_by && *extras.rematch_by != view)
            all({"accept_rematch", "decline_rematch"});
    }
    if (extras.chat && view != Seat::spectator) out.text("chat");
    out.close(']');
}

void MatchHost::write_state(JsonText& out, Seat view, Millis now, const StateExtras& extras) const {
    const match::State& s = game_.state;
    // Over the board the players see the men, the clocks and what was ruled; not what the automaton
    // makes of the men.
    const bool hides = hides_position(view);
    const Color running = s.clock.running.value_or(Color::white);
    out.open('{');
    out.member("phase", name(s.phase));
    out.member("ply", hides ? 0 : static_cast<std::int64_t>(moves_.size()));
    out.member("fen", hides ? fen::placement(s.physical) +
                                  (running == Color::white ? " w - - 0 1" : " b - - 0 1")
                            : fen::format(game_.position()));
    out.member("turn", side_name(hides ? running : game_.turn()));
    out.key("last_move");
    if (moves_.empty() || hides)
        out.null();
    else
        out.text(uci_of(moves_.back().move));
    out.key("clocks");
    if (game_.control().timed())
        write_clocks(out, now, view, extras);
    else
        out.null();
    out.key("offers");
    write_offers(out, extras);
    out.key("claims");
    const bool claims = write_claims(out, view);
    out.key("result");
    if (game_.over())
        out.raw(json::serialize(result_json()));
    else
        out.null();
    out.key("illegal_moves").open('{');
    out.member("white", s.illegal[0]).member("black", s.illegal[1]).close('}');
    out.key("can");
    write_can(out, view, claims, extras);
    if (over_the_board()) {
        out.member("board", fen::placement(s.physical));
        const std::string must = hides ? std::string{} : match::format(game_.obligation());
        if (!must.empty()) out.key("must").open('[').text(must).close(']');
        if (!hides && (s.unpressed[0] || s.unpressed[1]))
            out.member("to_press", s.unpressed[1] ? "black" : "white");
        if (s.phase == match::Phase::adjourned && !s.sealing && !hides)
            out.key("sealed").flag(true);
    }
    for (auto ruled = rulings_.rbegin(); ruled != rulings_.rend(); ++ruled) {
        if (ruled->end) continue;
        json::array last = rulings(stored_seq_[static_cast<std::size_t>(ruled->seq) - 1] - 1, view);
        if (!last.empty()) out.key("ruling").raw(json::serialize(last.front()));
        break;
    }
    out.key("presence").open('{');
    out.key("white").flag(extras.here[0]);
    out.key("black").flag(extras.here[1]);
    out.key("arbiter").flag(extras.here[2]);
    out.member("spectators", extras.spectators);
    out.close('}').close('}');
}

void MatchHost::write_moves(JsonText& out, std::size_t from, Seat view) const {
    out.open('[');
    for (std::size_t i = from; i < moves_.size() && !hides_position(view); ++i) {
        const PlayedMove& played = moves_[i];
        out.open('{').member("ply", static_cast<std::int64_t>(i + 1));
        out.member("uci", uci_of(played.move)).member("san", played.san);
        out.member("elapsed_ms", played.elapsed);
        if (played.lag > 0) out.member("lag_ms", played.lag);
        if (played.clock) out.member("clock_ms", *played.clock);
        if (played.offer) out.key("offer").flag(true);
        out.close('}');
    }
    out.close(']');
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

bool MatchHost::is_closed(const StoredEvent& event) const {
    const match::State& s = game_.state;
    if (game_.over()) return false;
    if (s.phase == match::Phase::adjourned || s.resumed_ply == 0) return true;
    // A reply that was sealed as well (GI.9.3).
    return !s.reply_sealed.empty() && event.kind == name(EventType::seal) &&
           event.body.find('"' + s.reply_sealed + '"') != std::string::npos;
}

namespace {

/// What a player wrote, without what the automaton read in it: that would tell him if it is legal.
std::string without_reading(const std::string& body) {
    if (body.find("\"move\":") == std::string::npos) return body;
    boost::system::error_code error;
    json::value value = json::parse(body, error);
    if (error || !value.is_object()) return "{}";
    value.get_object().erase("move");
    return json::serialize(value);
}

}  // namespace

std::optional<std::string> MatchHost::body(const StoredEvent& event, Seat view) const {
    const auto type = match::event_type_from(event.kind);
    if (!type) return event.body;
    const bool own = event.actor == name(view);
    // The envelope: nobody but the sealer, until it is opened.
    const bool seals = *type == EventType::seal || event.body.find("sealed=") != std::string::npos;
    if (seals && !own && is_closed(event)) return "{}";
    if (!hides_position(view)) return event.body;
    switch (*type) {
        case EventType::move_made:
        case EventType::move_completed:
        case EventType::move_retracted:
        case EventType::irregularity:
            return std::nullopt;
        case EventType::write_move:
            if (!own) return std::nullopt;
            return without_reading(event.body);
        case EventType::game_created:
        case EventType::ruling:
            return event.body;
        default:
            return without_reading(event.body);
    }
}

std::string MatchHost::pgn(const GameInfo& info, const std::vector<StoredEvent>& log,
                           Seat view) const {
    match::Events events;
    std::vector<std::int64_t> stored_seq;
    for (const StoredEvent& event : log) {
        if (!match::event_type_from(event.kind)) continue;
        auto known = read(event, stored_seq);
        if (!known) break;  // replay() takes up no such game
        events.push_back(std::move(*known));
        stored_seq.push_back(event.seq);
    }
    pgn::Tree score = match::score_sheet(events);
    if (hides_position(view)) {
        pgn::Tree tags_only{game_.history.position(0)};
        tags_only.tags = std::move(score.tags);
        score = std::move(tags_only);
    }
    const auto tag = [&score](std::string_view name, const std::string& value) {
        if (!value.empty()) pgn::set(score.tags, name, value);
    };
    tag("Event", info.event);
    tag("Site", info.site);
    tag("Date", day_text(info.created));
    tag("Round", info.round);
    tag("White", info.white.name);
    tag("Black", info.black.name);
    return pgn::format(score);
}

}  // namespace hakam::server
