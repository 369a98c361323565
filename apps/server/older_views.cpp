// What the protocol shows of an older game.

#include <algorithm>

#include "hakam/variant/fen.hpp"
#include "hakam/variant/move_text.hpp"
#include "hakam/variant/score.hpp"
#include "server/match_words.hpp"
#include "server/older_host.hpp"

namespace hakam::server {

std::string OlderHost::sentence() const {
    using match::OlderReason;
    const std::string winner = game_.result == match::Result::white_wins   ? "White wins."
                               : game_.result == match::Result::black_wins ? "Black wins."
                               : game_.result == match::Result::draw       ? "The game is drawn."
                                                                          : "";
    std::string why;
    switch (game_.reason) {
        case OlderReason::agreement:
            why = "The players agree to a draw.";
            break;
        case OlderReason::resignation:
            why = "The opponent resigns.";
            break;
        case OlderReason::flag_fall:
            why = "The opponent's time is up.";
            break;
        case OlderReason::flag_fall_cannot_mate:
            why = "Time is up and the opponent has only the king left.";
            break;
        case OlderReason::threefold_repetition:
            why = "The position stood for the third time.";
            break;
        case OlderReason::fifty_moves:
            why = "Fifty moves by each side without capture or pawn move.";
            break;
        case OlderReason::aborted:
            why = "The game is cancelled.";
            break;
        default:
            why = game_.rule;
            break;
    }
    if (winner.empty()) return why;
    return why.empty() ? winner : why + ' ' + winner;
}


json::object OlderHost::result_json() const {
    json::object o{{"outcome", outcome_text(game_.result)},
                   {"reason", name(game_.reason)},
                   {"sentence", sentence()},
                   {"articles", json::array{}},
                   {"evidence", json::object{}}};
    if (end_seq_ > 0) o["seq"] = end_seq_;
    return o;
}

void OlderHost::write_clocks(JsonText& out, Millis now, const StateExtras& extras) const {
    const match::Clock& clock = game_.clock;
    out.open('{');
    out.member("white_ms", game_.time_left(Color::white, now));
    out.member("black_ms", game_.time_left(Color::black, now));
    out.key("running");
    if (clock.running && !game_.over())
        out.text(*clock.running == Color::white ? "white" : "black");
    else
        out.null();
    out.member("at", now);
    out.key("flagged");
    if (clock.fallen[0] || clock.fallen[1])
        out.text(clock.fallen[1] ? "black" : "white");
    else
        out.null();
    const std::size_t mover = game_.turn() == Color::white ? 0 : 1;
    const auto& periods = game_.control().of(game_.turn()).periods;
    const match::Period& period =
        periods[std::min<std::size_t>(clock.period[mover], periods.size() - 1)];
    if (period.kind == match::Extra::increment) out.member("increment_ms", period.extra);
    if (period.kind == match::Extra::delay) {
        const auto run = match::advanced(game_.control(), clock, now);
        out.member("delay_ms", std::max<Millis>(0, period.extra - run.used[mover]));
    }
    for (const std::size_t c : {0U, 1U}) {
        out.member(c == 0 ? "white_period" : "black_period", clock.period[c] + 1);
        out.key(c == 0 ? "white_moves_to_go" : "black_moves_to_go");
        if (clock.required[c] == 0)
            out.null();
        else
            out.number(clock.required[c]);
    }
    out.key("lag_allowance").flag(extras.lag_allowance);
    out.member("white_lag_ms", extras.lag_ms[0]);
    out.member("black_lag_ms", extras.lag_ms[1]);
    out.close('}');
}

void OlderHost::write_can(JsonText& out, Seat view, bool claims, const StateExtras& extras) const {
    const bool player = view == Seat::white || view == Seat::black;
    const Color side = view == Seat::black ? Color::black : Color::white;
    out.open('[');
    if (player && !game_.over()) {
        if (game_.live()) {
            if (game_.turn() == side) out.text("move");
            if (claims) out.text("claim");
            if (game_.offer_by == ~side)
                out.text("accept_draw").text("decline_draw");
            else if (!game_.offer_by)
                out.text("offer_draw");
            out.text("resign");
            if (extras.takeback && !played_.empty()) {
                if (!extras.takeback_by)
                    out.text("offer_takeback");
                else if (*extras.takeback_by != view)
                    out.text("accept_takeback").text("decline_takeback");
            }
        }
        if (played_.size() < 2) out.text("abort");
    } else if (player && extras.rematch_possible) {
        out.text("offer_rematch");
        if (extras.rematch_by && *extras.rematch_by != view)
            out.text("accept_rematch").text("decline_rematch");
    }
    if (extras.chat && view != Seat::spectator) out.text("chat");
    out.close(']');
}

void OlderHost::write_state(JsonText& out, Seat view, Millis now, const StateExtras& extras) const {
    const std::string_view turn = game_.turn() == Color::white ? "white" : "black";
    out.open('{');
    out.member("phase", game_.result == match::Result::cancelled ? "cancelled"
                        : game_.over()                           ? "ended"
                        : game_.started                          ? "live"
                                                                 : "setup");
    out.member("ply", static_cast<std::int64_t>(game_.moves.size()));
    out.member("fen", variant::fen::format(game_.variant(), game_.position()));
    out.member("turn", turn);
    out.key("last_move");
    if (game_.moves.empty())
        out.null();
    else
        out.text(variant::format_coordinates(game_.variant(), game_.moves.back()));
    out.key("clocks");
    if (game_.control().timed())
        write_clocks(out, now, extras);
    else
        out.null();
    const auto offer = [&out](std::string_view kind, std::string_view by) {
        out.open('{').member("kind", kind).member("by", by).close('}');
    };
    out.key("offers").open('[');
    if (const auto by = draw_offered_by()) offer("draw", name(*by));
    if (extras.takeback_by) offer("takeback", name(*extras.takeback_by));
    if (extras.rematch_by) offer("rematch", name(*extras.rematch_by));
    out.close(']');
    // What may be claimed is told to whoever may claim it.
    bool claims = false;
    out.key("claims").open('[');
    if (name(view) == turn)
        for (const variant::ClaimReason reason : match::open_claims(game_)) {
            claims = true;
            const bool fifty = reason == variant::ClaimReason::fifty_moves;
            out.open('{').member("claim", fifty ? "fifty" : "threefold");
            out.key("on_board").flag(true).key("moves").open('[').close(']').close('}');
        }
    out.close(']');
    out.key("result");
    if (game_.over())
        out.raw(json::serialize(result_json()));
    else
        out.null();
    out.key("illegal_moves").open('{').member("white", 0).member("black", 0).close('}');
    // Whatever board it is: the moves, so that a page without the rules can offer them.
    out.key("moves").open('[');
    if (game_.live() && name(view) == turn)
        for (const variant::Move& move : game_.variant().legal_moves(game_.position()))
            out.text(variant::format_coordinates(game_.variant(), move));
    out.close(']');
    out.key("can");
    write_can(out, view, claims, extras);
    out.key("presence").open('{');
    out.key("white").flag(extras.here[0]);
    out.key("black").flag(extras.here[1]);
    out.key("arbiter").flag(extras.here[2]);
    out.member("spectators", extras.spectators);
    out.close('}').close('}');
}

void OlderHost::write_moves(JsonText& out, std::size_t from, Seat) const {
    out.open('[');
    for (std::size_t i = from; i < played_.size(); ++i) {
        const PlayedMove& played = played_[i];
        out.open('{').member("ply", static_cast<std::int64_t>(i + 1));
        out.member("uci", variant::format_coordinates(game_.variant(), game_.moves[i]));
        out.member("san", played.san).member("elapsed_ms", played.elapsed);
        if (played.clock) out.member("clock_ms", *played.clock);
        if (played.offer) out.key("offer").flag(true);
        out.close('}');
    }
    out.close(']');
}

json::array OlderHost::rulings(std::int64_t after, Seat) const {
    json::array list;
    if (game_.over() && (end_seq_ == 0 || end_seq_ > after)) {
        json::object o{{"reason", name(game_.reason)},
                       {"sentence", sentence()},
                       {"articles", json::array{}},
                       {"by", "automatic"}};
        if (end_seq_ > 0) o["seq"] = end_seq_;
        list.push_back(std::move(o));
    }
    return list;
}

std::string OlderHost::pgn(const GameInfo& info, const std::vector<StoredEvent>&, Seat) const {
    const std::string date = day_text(info.created);
    std::vector<variant::ScoreTag> tags{{"Event", info.event},      {"Site", info.site},
                                        {"Date", date},             {"Round", info.round},
                                        {"White", info.white.name}, {"Black", info.black.name}};
    const std::string why = game_.over() ? sentence() : std::string{};
    if (!why.empty()) tags.emplace_back("Termination", why);
    // A score of half a stake, or none that the sources know, has no mark in PGN.
    const std::string outcome = game_.over() ? std::string{outcome_text(game_.result)} : "*";
    const bool known = outcome == "1-0" || outcome == "0-1" || outcome == "1/2-1/2";
    return variant::format_score(game_.variant(), game_.positions, game_.moves, tags,
                                 known ? outcome : "*");
}

}  // namespace hakam::server
