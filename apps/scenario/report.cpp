// What became of a script, in the notation of the rows.
#include <algorithm>
#include <array>

#include "apply.hpp"
#include "decider.hpp"
#include "hakam/notation/fen.hpp"
#include "runner.hpp"
#include "text.hpp"

namespace hakam::scenario {
namespace {

using Kind = Obligation::Kind;

std::string letter(Color c) { return c == Color::white ? "W" : "B"; }

std::string minutes_seconds(Milliseconds t) {
    const Milliseconds seconds = std::max<Milliseconds>(0, t) / second;
    const Milliseconds rest = seconds % 60;
    std::string text = std::to_string(seconds / 60) + ":";
    if (rest < 10) text += "0";
    return text + std::to_string(rest);
}

std::string half_points(int points) {
    std::string text = points == 1 ? "" : std::to_string(points / 2);
    if (points % 2 != 0) text += "1/2";
    return text;
}

/// What the result is worth where the event does not score 1, 1/2 and 0 (10.1); else "".
std::string points(const MatchRules& rules, Result result) {
    if (rules.win_points == 2 && rules.draw_points == 1 && rules.loss_points == 0) return {};
    const std::string win = half_points(rules.win_points);
    const std::string loss = half_points(rules.loss_points);
    if (result == Result::white_wins) return win + "-" + loss;
    if (result == Result::black_wins) return loss + "-" + win;
    if (result != Result::draw) return {};
    return half_points(rules.draw_points) + "-" + half_points(rules.draw_points);
}

/// Which rights a side has, "KQ", "K" or "".
std::string wings(const Position& p, Color c) {
    std::string text;
    if (p.castling().rook(p.king(c), Wing::king)) text += "K";
    if (p.castling().rook(p.king(c), Wing::queen)) text += "Q";
    return text;
}

/// One event as a line for people: "9.000 white touch e2".
std::string line_of(const Event& event) {
    const Args& args = event.args;
    std::string text = std::to_string(event.at / 1000) + ".";
    const std::string thousandths = std::to_string(1000 + event.at % 1000).substr(1);
    text +=
        thousandths + " " + std::string{name(event.actor)} + " " + std::string{name(event.type)};
    if (args.side) text += *args.side == Color::white ? " white" : " black";
    if (args.from) text += " " + to_string(*args.from);
    if (args.to) text += (args.from ? "-" : " ") + to_string(*args.to);
    if (args.piece) text += std::string{" "} + to_char(*args.piece);
    if (args.move) text += " " + to_string(args.move->from()) + to_string(args.move->to());
    if (args.contact != Contact::intended) text += " " + std::string{name(args.contact)};
    if (args.hand != Hand::same) text += " hand:" + std::string{name(args.hand)};
    if (args.finding != Finding::none) text += " " + std::string{name(args.finding)};
    if (args.ruling != RulingKind::none) text += " " + std::string{name(args.ruling)};
    if (args.result != Result::none) text += " " + std::string{name(args.result)};
    if (args.reason != Reason::none) text += " (" + std::string{scenario_word(args.reason)} + ")";
    if (args.amount != 0) text += " " + std::to_string(args.amount);
    if (!args.text.empty()) text += " \"" + args.text + "\"";
    if (!args.articles.empty()) text += " [" + args.articles + "]";
    return text;
}

}  // namespace

/// At the end of the script those who watch act on what they have seen (MAN-7.5-SEE, 12.9).
void Runner::settle() {
    if (rules_.mode != Mode::over_the_board) return;
    for (int round = 0; round < 8 && !live_.over(); ++round) {
        const OpenFinding* found = nullptr;
        bool illegal_found = false;
        for (const OpenFinding& finding : live_.state.open) {
            const bool illegal = is_illegal_act(finding.kind);
            switch (finding.kind) {
                case Finding::two_hands_unpressed:
                case Finding::wrong_array:
                case Finding::wrong_board:
                case Finding::wrong_colours:
                case Finding::wrong_clock:
                    continue;
                case Finding::touch_breach:
                    if (rules_.touch_initiative == Initiative::claim_only) continue;
                    break;
                default:
                    break;
            }
            if (illegal && rules_.illegal_initiative == Initiative::claim_only) continue;
            // Nobody acts any more when the window is shut.
            if (illegal && rules_.law.rules().illegal_window == laws::Window::next_move && finding.opponent_moved)
                continue;
            if (illegal && rules_.silent_below > 0 &&
                std::min(live_.time_left(Color::white, now_), live_.time_left(Color::black, now_)) <
                    rules_.silent_below)
                continue;
            found = &finding;
            illegal_found = illegal;
        }
        if (found == nullptr) return;
        const std::size_t before = live_.state.open.size();
        // The last finding is the one that the arbiter rules on; a ruling closes it.
        send(EventType::arbiter_sees, Actor::arbiter);
        // One illegal act is ruled on unasked; what came before it is for the players to claim.
        if (illegal_found || live_.state.open.size() >= before) return;
    }
}

void Runner::read_log() {
    std::string record;
    for (const Event& event : log_) {
        const Args& args = event.args;
        if (event.type == EventType::restore_position) adverse_ = true;
        if (event.type == EventType::ruling) {
            if (args.articles == "GI.9.1") {  // a record: the sealed move was opened
                record = args.text;
                if (verdict_.has("envelope")) {  // it had been kept closed
                    for (const std::string_view key : {"envelope", "clock", "next"})
                        verdict_.drop(key);
                    verdict_.add(record);
                }
                continue;
            }
            verdict_.add(args.text);
            ruled_ = true;
            if (args.ruling == RulingKind::illegal || args.ruling == RulingKind::touch_upheld ||
                args.ruling == RulingKind::claim_rejected || args.ruling == RulingKind::no_right ||
                args.ruling == RulingKind::draw_refused || args.ruling == RulingKind::corrected ||
                args.ruling == RulingKind::stands || ends_with(args.text, ":fix"))
                adverse_ = true;
            if (args.ruling == RulingKind::warning && args.side)
                consequences_.push_back("A:warn=" + letter(*args.side));
            if (args.ruling == RulingKind::penalty && args.side && args.penalty == 0)
                consequences_.push_back("A:penalty=" + letter(*args.side));
        } else if (event.type == EventType::time_adjust && args.side) {
            const std::string who = letter(*args.side);
            if (args.text == "increment")
                consequences_.push_back(who + "-incr");
            else if (args.text == "to-fix")
                consequences_.push_back(who + "+time");
            else
                consequences_.push_back(
                    who + (args.amount < 0 ? "-" : "+") +
                    minutes_seconds(args.amount < 0 ? -args.amount : args.amount));
        } else if (event.type == EventType::correct && args.text == "clock setting") {
            consequences_.push_back("A:set=both");
        } else if (event.type == EventType::game_ended) {
            if (args.result == Result::cancelled) consequences_.push_back("new-game");
        } else if (event.type == EventType::move_completed && args.text == "unpressed" &&
                   event.actor == Actor::system && args.side &&
                   rules_.mode == Mode::over_the_board && !rules_.adjournment) {
            const auto count = live_.state.clock.completed[at(*args.side)];
            verdict_.add(letter(*args.side) + "-moves=" + std::to_string(count));
            met_.add("6.2.1.2");
        } else if (event.type == EventType::round_start) {
            const State& state = live_.state;
            for (const OpenFinding& finding : state.open)
                if (finding.kind == Finding::wrong_colours && live_.over())
                    leading_.add("7.3 (RC note)");
        }
    }
    if (!ruled_) verdict_.add(record);
}

void Runner::times_key() {
    if (!time_matters_ || !live_.control().timed()) return;
    std::string text;
    for (const Color c : colors) {
        const bool shown = both_times_ || live_.time_left(c, now_) != live_.history[0].left[at(c)];
        if (!shown) continue;
        if (!text.empty()) text += ",";
        text += letter(c) + minutes_seconds(live_.time_left(c, now_));
    }
    if (!text.empty()) verdict_.add("t=" + text);
}

/// Whether the case asks what castling rights are left: nothing was done but moves played.
bool Runner::rights_asked() const {
    const Position& first = positions_.front();
    return !tokens_.empty() && tokens_.back().verb == "play" && !first.castling().empty() &&
           live_.position().castling() != first.castling();
}

/// What was left out or done wrongly, and what is owed for it.
void Runner::duty_keys() {
    const State& state = live_.state;
    const Stage stage = live_.stage();
    const Color turn = live_.turn();
    if (saw_wrong_ && !verdict_.has("ill") && rules_.mode == Mode::over_the_board) {
        const Color who = wrong_side_.value_or(turn);
        verdict_.add("ill=" + letter(who) + std::to_string(state.illegal[at(who)]));
    }
    if (refused_illegal_) {
        verdict_.add("refused");
        verdict_.add("ill=" + letter(turn) + std::to_string(state.illegal[at(turn)]));
    }
    if (stage == Stage::wrong) verdict_.add("pos=restore");
    const Obligation must = live_.obligation();
    const bool announced_missing =
        rules_.announcements && state.in_hand.released && !state.announced_move;
    if (announced_missing) {
        verdict_.add("move=not-made (not announced)");
        return;
    }
    // What is bound is beside the point if the case is about a pause or a sealed move; and US
    // Chess binds only on a claim.
    const bool beside = (state.phase == Phase::stopped && !ruled_) ||
                        state.phase == Phase::adjourned ||
                        (must.kind == Kind::free && rules_.book == Book::uscf);
    if (must.kind == Kind::none || beside) return;
    verdict_.add("must=" + format(must));
    if (must.barred_rook)
        verdict_.add(*must.barred_rook > live_.position().king(turn) ? "not=castle:K"
                                                                     : "not=castle:Q");
    const auto moves = live_.position().legal_moves();
    if (must.kind == Kind::exact && !must.promotion &&
        std::any_of(moves.begin(), moves.end(),
                    [&](Move m) { return must.permits(m) && m.is_promotion(); }))
        verdict_.add("promo=any");
    // The captured man is still there, or the pawn that was exchanged (4.7.1, 4.7.3).
    const bool left_behind = state.in_hand.released && must.kind == Kind::exact && must.promotion &&
                             state.physical.at(must.square);
    if (state.in_hand.crowded || left_behind) verdict_.add("move=not-made");
}

void Runner::state_keys() {
    const State& state = live_.state;
    const Stage stage = live_.stage();
    duty_keys();
    const bool settled = adverse_ || refused_illegal_ || stage == Stage::wrong ||
                         stage == Stage::wrong_done || verdict_.has("move");
    const bool times_asked = time_matters_ && both_times_;
    if (moved_last_ && !settled && !times_asked) {
        verdict_.add_first("ok");
        if (last_move_ && last_move_->is_castling() && rules_.chess960)
            verdict_.add("result=K" + to_string(last_move_->arrival()) + ",R" +
                         to_string(castled_rook(positions_[positions_.size() - 2].turn(),
                                                last_move_->wing())));
        // The new piece is stated if it was not named with the move.
        if (last_move_ && last_move_->is_promotion() && !named_promotion_)
            verdict_.add(std::string{"promo="} +
                         static_cast<char>(to_char(*last_move_->promotion()) + ('a' - 'A')) + "@" +
                         to_string(last_move_->to()));
    }
    if (last_move_ && live_.position().is_check() && !state.irregular &&
        state.unpressed[at(~live_.position().turn())])
        verdict_.add("check");
    if (state.offer_by && !verdict_.has("offer"))
        verdict_.add("offer=open:" + letter(*state.offer_by));
    if (state.phase == Phase::stopped && !ruled_ && !verdict_.has("clock"))
        verdict_.add("clock=paused");
    if (rights_asked() && !verdict_.has("castling")) {
        std::string text = "castling=";
        for (const Color c : colors) {
            const std::string left = wings(live_.position(), c);
            text += (c == Color::white ? "W" : ",B") + (left.empty() ? "-" : left);
        }
        verdict_.add(text);
    }
    if (state.phase == Phase::adjourned && !state.sealed.empty() && state.sealed != "?missing" &&
        !verdict_.has("sealed"))
        verdict_.add("sealed=" + state.sealed);
}

/// Whether it matters who moves next: not where the arbiter's own duty, the evidence or the set-up
/// of a game whose moves are not told was asked for.
bool Runner::next_asked() const {
    for (const std::string_view answer :
         {"A:fault", "A:checks", "A:correct-board-from-scores", "evidence"})
        if (verdict_.has(answer)) return false;
    for (const Token& token : tokens_)
        if (token.actor.empty() && token.verb == "setup") return false;
    return true;
}

Report Runner::report() {
    read_log();
    Report result;
    result.id = scenario_.id;
    const State& state = live_.state;
    if (live_.over()) {
        Verdict ended;
        ended.add("why=" + std::string{scenario_word(state.reason)});
        if (state.result == Result::referred) ended.add("next=-");
        const std::string scored = points(rules_, state.result);
        if (!scored.empty()) ended.add("points=" + scored);
        result.verdict = ended.text(name(state.result));
        consequences_.erase(std::remove_if(consequences_.begin(), consequences_.end(),
                                           [](const std::string& c) {
                                               return c != "new-game" && !starts_with(c, "A:expel");
                                           }),
                            consequences_.end());
    } else if (bare_answer_) {
        result.verdict = "A:fault";
    } else {
        times_key();
        state_keys();
        if (!next_asked()) {
            verdict_.drop("next");
        } else if (!verdict_.has("next")) {
            Color next = live_.turn();
            if (state.irregular && moves_after_irregular_) next = live_.position().turn();
            if (state.phase == Phase::adjourned && !state.sealed.empty()) next = ~next;
            if (starts_with(verdict_.value("sealed"), "must")) next = ~live_.turn();
            verdict_.add("next=" + letter(next));
        } else {
            const std::string next = verdict_.value("next");
            verdict_.add("next=" + next);
        }
        result.verdict = verdict_.text("*");
    }
    result.article = deciding_articles();
    if (result.article.empty()) result.article = "-";
    for (const std::string& one : consequences_) {
        if (result.consequence.find(one) != std::string::npos) continue;
        if (!result.consequence.empty()) result.consequence += "; ";
        result.consequence += one;
    }
    if (result.consequence.empty()) result.consequence = "-";
    result.facts = evaluate_facts(scenario_.facts, positions_, legal_);
    result.log = log_;
    for (const Event& event : log_) result.timeline.push_back(line_of(event));
    return result;
}

}  // namespace hakam::scenario
