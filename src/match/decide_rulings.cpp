// What follows from an irregularity, a fallen flag or a loss: articles 5.1.2, 6.8, 6.9, 7.
#include <algorithm>

#include "decider.hpp"
#include "hakam/notation/fen.hpp"
#include "text.hpp"

namespace hakam::match::detail {
namespace {

char letter(Color c) { return c == Color::white ? 'W' : 'B'; }

}  // namespace

std::string position_text(const Position& position) {
    return fen::format(position, {.castling = fen::CastlingForm::automatic,
                                  .en_passant = fen::EnPassantForm::always});
}

/// By which rules a fast game is dealt with, as far as the book does not say so itself.
void Decider::class_articles(Cites& cites) const {
    if (rules().book != Book::fide || rules().regime == Regime::competition) return;
    const auto& ground = law().basis.checkmate;
    if (ground && laws::article(*ground).follows) return;  // the book of that day says it itself
    if (rules().regime == Regime::supervised)
        cites.add(rules().pace == Pace::blitz ? "B.2" : "A.4");
    else if (rules().pace == Pace::blitz)
        cites.add("B.3");
}

std::uint32_t Decider::ruling(RulingKind kind, std::optional<Color> side, std::string_view articles,
                              std::string text, std::uint32_t ref,
                              std::shared_ptr<const laws::Verdict> verdict) {
    Args args;
    args.verdict.value = std::move(verdict);
    args.ruling = kind;
    args.side = side;
    args.articles = std::string{articles};
    args.text = std::move(text);
    const Actor by = rules().arbiter_present && rules().mode == Mode::over_the_board
                         ? Actor::arbiter
                         : Actor::system;
    return emit(EventType::ruling, by, std::move(args), ref);
}

void Decider::give_time(Color to, Milliseconds amount, std::string_view what) {
    if (amount == 0 || !live_.control().timed()) {
        if (amount == 0) return;
    }
    Args args;
    args.side = to;
    args.amount = amount;
    args.text = std::string{what};
    emit(EventType::time_adjust, Actor::arbiter, std::move(args));
}

void Decider::warn(Color side, std::string_view articles, std::string text, std::uint32_t ref) {
    Args args;
    args.side = side;
    args.penalty = 1;
    args.ruling = RulingKind::warning;
    args.articles = std::string{articles};
    args.text = std::move(text);
    emit(EventType::ruling, Actor::arbiter, std::move(args), ref);
}

void Decider::halt() {
    if (live_.state.phase == Phase::live) emit(EventType::stop, Actor::arbiter);
}

void Decider::go_on() {
    if (live_.state.phase == Phase::stopped) emit(EventType::resume, Actor::arbiter);
}

void Decider::rule_flag(Color fallen, laws::FlagCaller by) {
    Cites cites;
    const State& state = live_.state;
    const bool called = by == laws::FlagCaller::claim;
    if (!moves_owed(live_.control(), state.clock, fallen) && live_.control().timed()) {
        // The sheets are brought up to date first: by both with the clocks stopped, or by the one
        // who stopped keeping score, in his own time (8.5).
        const auto& behind = state.not_recording;
        if (rules().recording == Recording::compulsory && behind[0] && behind[1]) {
            halt();
            ruling(RulingKind::note, fallen, "6.4; 6.3.2; 8.5.1", "period=next; A:update-sheets");
        } else if (rules().recording == Recording::compulsory && (behind[0] || behind[1])) {
            ruling(RulingKind::note, fallen, "6.4; 6.3.2; 8.5.2",
                   behind[0] ? "period=next; W:update-sheet" : "period=next; B:update-sheet");
        } else {
            ruling(RulingKind::note, fallen, "6.4; 6.3.2", "period=next");
        }
        return;
    }
    if (state.pending_claim == fallen) {  // a postponed claim outlives the flag (GIII.5.2)
        halt();
        ruling(RulingKind::note, fallen, rules().book == Book::uscf ? "USCF 14H" : "GIII.5.2",
               "claim=postponed");
        return;
    }
    if (rules().book == Book::uscf) {
        // The sheet was good enough where one is asked for.
        if (rules().sheet_for_flag && called && state.clock.required[at(fallen)] != 0)
            cites.add("13C7");
    } else if (rules().mode != Mode::online) {
        // Who calls it decides by which rule it counts; then the test of 6.9.
        if (rules().regime == Regime::basic) class_articles(cites);
        if (state.unpressed[at(fallen)]) cites.add("6.2.1");  // made is not completed
        if (state.clock.required[at(fallen)] != 0) cites.add("6.3.1; 6.4");
        cites.add("6.8");
        if (state.offer_by == ~fallen) cites.add("9.1.2.1");  // it can no longer be accepted
    }
    const bool both = state.clock.fallen[0] && state.clock.fallen[1];
    if (!both) {
        conclude(asked(laws::FlagFall{fallen, by}), cites);
        return;
    }
    // The clock shows which was first (art::both_displays_zero).
    if (rules().book != Book::uscf) cites.add("MAN-A-00");
    conclude(asked(laws::BothFlags{state.first_fallen ? state.first_fallen : fallen}), cites);
}

const OpenFinding* Decider::last_finding(std::optional<Color> side, bool illegal_only) const {
    const auto& open = live_.state.open;
    for (std::size_t i = open.size(); i > 0; --i) {
        const OpenFinding& finding = open[i - 1];
        if (side && finding.side != *side) continue;
        if (illegal_only && !is_illegal_act(finding.kind)) continue;
        return &finding;
    }
    return nullptr;
}

bool Decider::window_open(const OpenFinding& finding) const {
    switch (law().illegal_window) {
        case laws::Window::whole_game:
            return true;
        case laws::Window::next_move:
            return !finding.opponent_moved;
        case laws::Window::next_completed:
            return !finding.opponent_completed;
        case laws::Window::before_touch:
            return !finding.opponent_touched;
        case laws::Window::ten_moves:
            break;
    }
    const auto& clock = live_.state.clock;
    const bool short_of_time =
        live_.control().timed() &&
        std::min(remaining(live_.control(), clock, Color::white, now_),
                 remaining(live_.control(), clock, Color::black, now_)) < rules().silent_below;
    const std::uint32_t limit = short_of_time ? 1 : 10;  // USCF 11D1, 11A
    return finding.completed_by_opponent <= limit;
}

void Decider::rule(const OpenFinding& finding, Color claimant, bool asked) {
    (void)claimant;
    const OpenFinding copy = finding;  // the list changes while the events are applied
    switch (copy.kind) {
        case Finding::illegal_move:
        case Finding::press_without_move:
        case Finding::two_hands:
        case Finding::pawn_not_promoted:
        case Finding::king_captured:
            rule_illegal(copy, asked);
            return;
        case Finding::touch_breach:
            rule_touch(copy, asked);
            return;
        case Finding::wrong_array:
        case Finding::wrong_board:
        case Finding::wrong_colours:
        case Finding::wrong_clock:
            rule_setup(copy);
            return;
        default:
            rule_conduct(copy, asked);
            return;
    }
}

/// What was broken, how such an act is dealt with, what follows: docs/design/match.md, "What a
/// ruling cites".
Cites Decider::illegal_articles(const OpenFinding& finding, const laws::Verdict& verdict) const {
    Cites cites{finding.cited.data()};
    const bool hands = finding.two_hands || finding.kind == Finding::two_hands;
    if (hands) cites.add("4.1; 7.5.4");
    if (finding.kind == Finding::pawn_not_promoted)
        cites.add(starts_with(finding.cited.data(), "4.7.3") ? "7.5.1" : "7.5.2");
    if (finding.kind == Finding::illegal_move || finding.kind == Finding::king_captured)
        cites.add("7.5.1");
    class_articles(cites);
    if (rules().regime == Regime::basic && rules().book == Book::fide) cites.add("A.5.2");
    // What follows, by the book; two of its articles are applied as the commentary reads them.
    for (const laws::Citation citation : verdict.citations) {
        if (citation.id != laws::art::illegal_move_penalty)
            cites.add(citation.label());
    }
    if (finding.kind == Finding::king_captured) return cites.add("7.5.5 (RC note)");
    if (hands && finding.kind != Finding::two_hands) return cites.add("7.5.5 (Manual)");
    return cites.add("7.5.5");
}

/// Whether all remaining moves of `side` are to be made in a limited time.
bool Decider::in_quickplay_finish(Color side) const {
    if (!live_.control().timed()) return false;
    return live_.control().of(side).periods[live_.state.clock.period[at(side)]].moves == 0;
}

/// USCF 11H: nobody acts unasked in time pressure.
bool Decider::silent() const {
    if (rules().silent_below <= 0 || !live_.control().timed()) return false;
    return std::min(live_.time_left(Color::white, now_), live_.time_left(Color::black, now_)) <
           rules().silent_below;
}

namespace {

laws::IllegalKind kind_of(Finding finding) noexcept {
    switch (finding) {
        case Finding::press_without_move:
            return laws::IllegalKind::press_without_move;
        case Finding::two_hands:
            return laws::IllegalKind::two_hands;
        case Finding::pawn_not_promoted:
            return laws::IllegalKind::promotion_unfinished;
        case Finding::king_captured:
            return laws::IllegalKind::king_captured;
        default:
            return laws::IllegalKind::move;
    }
}

/// "ill=W1,B2".
std::string counts_text(const std::array<int, 2>& counts) {
    std::string text = "ill=";
    for (const Color c : colors)
        if (counts[at(c)] > 0) {
            if (text.back() != '=') text += ',';
            text += letter(c);
            text += std::to_string(counts[at(c)]);
        }
    return text;
}

}  // namespace

void Decider::rule_illegal(const OpenFinding& finding, bool asked_for) {
    const Color side = finding.side;
    const bool us_book = rules().book == Book::uscf;
    const bool us_blitz = rules().illegal_loses_on_claim;
    Cites cites;
    if (!window_open(finding)) {
        cites.add(us_blitz ? "USCF blitz" : us_book ? "USCF 11A; 11B" : "A.5.2");
        if (!us_book && rules().pace == Pace::blitz) cites.add("B.3");
        if (us_book && !us_blitz && finding.completed_by_opponent <= 10) cites.add("11D1");
        ruling(RulingKind::stands, side, cites.text(),
               asked_for ? "claim=rejected; pos=stand" : "pos=stand", finding.seq);
        return;
    }
    if (!asked_for && rules().illegal_initiative == Initiative::claim_only) {
        ruling(RulingKind::note, side,
               us_blitz  ? "USCF blitz"
               : us_book ? "USCF 11H"
                         : "CAS",
               "pos=stand");
        return;
    }
    if (!asked_for && silent()) {
        ruling(RulingKind::note, side, "USCF 11H; 11D1", "pos=stand");
        return;
    }
    if (!rules().law.counts_as_illegal(kind_of(finding.kind))) {
        // An act that this edition does not count: it is put right, and nothing else follows.
        halt();
        ruling(RulingKind::corrected, side, finding.cited.data(), "pos=restore", finding.seq);
        put_right(finding);
        return;
    }
    const int count = live_.state.illegal[at(side)] + 1;
    laws::Verdict verdict =
        asked(laws::IllegalAct{side, count, kind_of(finding.kind), in_quickplay_finish(side)},
              On::official);
    const bool loses = verdict.standing == laws::Standing::over ||
                       verdict.certainty == Decision::unknown;
    if (us_blitz && loses) {
        ruling(RulingKind::claim_upheld, side, "USCF blitz", "claim=upheld", finding.seq);
        conclude(std::move(verdict), Cites{"USCF blitz"});
        return;
    }
    // What was broken, and what follows.
    const bool promotion = finding.kind == Finding::pawn_not_promoted;
    if (us_book) {
        cites.add("USCF 11A; 11D");
        if (count > 1) cites.add("1C2");
        if (!asked_for) cites.add("11H");
    } else if (rules().mode == Mode::casual) {
        cites.add("CAS");
    } else {
        cites = illegal_articles(finding, verdict);
    }
    halt();
    std::array<int, 2> counts{};
    counts[at(side)] = count;
    counts[at(~side)] = live_.state.illegal[at(~side)];
    std::string text = counts_text(counts);
    const bool later = finding.opponent_moved || finding.opponent_completed;
    const bool keeps = promotion && !later && finding.stands.has_value() &&
                       law().unfinished_promotion == laws::UnfinishedPromotion::illegal_and_queen;
    if (finding.kind == Finding::king_captured)
        text += later ? "; pos=restore:before-illegal; claim=king-capture-void"
                      : "; pos=restore; claim=king-capture-void";
    else if (keeps && starts_with(finding.cited.data(), "4.7.3"))
        text += "";  // the new piece stands, the pawn that was left behind goes
    else if (keeps)
        text += std::string{"; pos=keep; promo="} +
                static_cast<char>(to_char(*finding.stands->promotion()) + ('a' - 'A')) + "@" +
                to_string(finding.stands->to());
    else
        text += later ? "; pos=restore:before-illegal" : "; pos=restore";
    ruling(RulingKind::illegal, side, cites.text(), text, finding.seq);
    if (loses) {
        conclude(std::move(verdict), cites);
        return;
    }
    if (verdict.penalty) give_time(verdict.penalty->to, verdict.penalty->time.count());
    if (rules().increment_taken_back && finding.credited > 0 && rules().mode != Mode::casual)
        give_time(side, -finding.credited, "increment");
    put_right(finding);
}

/// The position before the act again; after an unfinished promotion, with the queen (7.5.2).
void Decider::put_right(const OpenFinding& finding) {
    const Color side = finding.side;
    const bool later = finding.opponent_moved || finding.opponent_completed;
    Args args;
    args.amount = static_cast<std::int64_t>(finding.plies) - 1;
    if (finding.acts_before > 0) args.text = "irregular";
    if (finding.kind == Finding::two_hands && finding.plies + 1U <= live_.history.size())
        args.text.clear();
    emit(EventType::restore_position, Actor::arbiter, args);
    const bool queen =
        finding.kind == Finding::pawn_not_promoted && !later && finding.stands &&
        law().unfinished_promotion == laws::UnfinishedPromotion::illegal_and_queen;
    if (queen && live_.position().is_legal(*finding.stands)) {
        Args made;
        made.side = side;
        made.move = finding.stands;
        emit(EventType::move_made, Actor::arbiter, made);
        Args completed;
        completed.side = side;
        completed.text = "unpressed";
        emit(EventType::move_completed, Actor::arbiter, std::move(completed));
    }
    end_if_over();
    if (live_.over()) return;
    go_on();
}

void Decider::rule_touch(const OpenFinding& finding, bool asked) {
    Cites cites{finding.cited.data()};
    const Color side = finding.side;
    if (!asked && rules().touch_initiative == Initiative::claim_only) {
        ruling(RulingKind::note, side, rules().book == Book::uscf ? "USCF 10; 21" : "CAS", "ok");
        return;
    }
    if (asked && finding.opponent_touched) {
        ruling(RulingKind::touch_rejected, side, "4.8", "touch=rejected", finding.seq);
        end_if_over();
        return;
    }
    if (rules().book == Book::uscf) {
        Cites american{"USCF 10"};
        if (finding.must.barred_rook) american.add("USCF 10I2");
        cites = american;
    }
    // Whether the complaint came in time decides where nobody else may correct the move, or where
    // it would have ended the game.
    const bool mate = live_.position().is_checkmate();
    const bool stalemate = live_.position().is_stalemate();
    if (mate) cites = Cites{"5.1.1"}.add(cites.text());
    if (stalemate) cites = Cites{"5.2.1"}.add(cites.text());
    if (rules().book == Book::fide) cites.add(asked ? "4.8" : "4.8 (Manual)");
    halt();
    ruling(RulingKind::touch_upheld, side, cites.text(), "touch=upheld; pos=restore", finding.seq);
    Args args;
    args.amount = static_cast<std::int64_t>(finding.plies) - 1;
    emit(EventType::restore_position, Actor::arbiter, args);
    go_on();
}

void Decider::rule_setup(const OpenFinding& finding) {
    const auto& completed = live_.state.clock.completed;
    const std::uint32_t both = std::min(completed[0], completed[1]);
    const bool us_book = rules().book == Book::uscf;
    const bool limited = rules().wrong_array != WrongArray::any_time;
    const std::uint32_t done =
        us_book && rules().wrong_array == WrongArray::ten_moves ? completed[1] : both;
    const bool late = limited && done >= rules().setup_moves;
    const std::string detail{finding.cited.data()};
    halt();
    if (finding.kind == Finding::wrong_clock) {
        if (late) {
            ruling(RulingKind::claim_rejected, std::nullopt, us_book ? "USCF blitz 3" : "A.5.1.1",
                   "claim=rejected", finding.seq);
        } else {
            ruling(RulingKind::corrected, std::nullopt, "6.10.2", "A:correct-clocks", finding.seq);
            Args args;
            args.text = "clock setting";
            args.articles = "6.10.2";
            emit(EventType::correct, Actor::arbiter, std::move(args));
        }
        go_on();
        return;
    }
    if (finding.kind == Finding::wrong_board) {
        if (late && !us_book)
            ruling(RulingKind::stands, std::nullopt, "A.5.1.2", "pos=stand", finding.seq);
        else
            ruling(RulingKind::position, std::nullopt, us_book ? "USCF 11F" : "7.2.2",
                   "pos=transfer", finding.seq);
        go_on();
        return;
    }
    if (finding.kind == Finding::wrong_colours) {
        const bool stands = us_book ? done >= rules().setup_moves : both >= 10;
        const std::string_view article = us_book ? "USCF 11F" : "7.3";
        if (stands) {
            ruling(RulingKind::stands, std::nullopt, article, "pos=stand", finding.seq);
            go_on();
        } else {
            ruling(RulingKind::new_game, std::nullopt, article, {}, finding.seq);
            conclude(asked(laws::WrongStart{laws::WrongStartKind::colours}, On::official),
                     Cites{article});
        }
        return;
    }
    // The array.
    const std::string_view article =
        us_book ? (limited && rules().wrong_array == WrongArray::first_move ? "USCF blitz 3"
                                                                            : "USCF 11F")
                : "7.2.1";
    if (!late) {
        Cites cites{article};
        if (limited && !us_book) cites.add("A.5.1");
        ruling(RulingKind::new_game, std::nullopt, cites.text(), {}, finding.seq);
        conclude(asked(laws::WrongStart{}, On::official), cites);
        return;
    }
    std::string text = "pos=stand";
    // US Chess goes on after ten moves without any restriction of castling.
    const bool restricts = !us_book || rules().wrong_array == WrongArray::first_move;
    if (!detail.empty() && restricts) text += "; castling=" + detail;
    ruling(RulingKind::stands, std::nullopt, us_book ? article : "A.5.1.2", text, finding.seq);
    go_on();
}

void Decider::rule_conduct(const OpenFinding& finding, bool asked) {
    const Color side = finding.side;
    const std::string articles{finding.cited.data()};
    switch (finding.kind) {
        case Finding::two_hands_unpressed: {
            if (asked && finding.opponent_touched) {  // the right to complain is lost
                ruling(RulingKind::touch_rejected, side, "4.8", "touch=rejected", finding.seq);
                return;
            }
            // Put right at once: the move is to be made again, with one hand (4.1).
            Cites cites{"4.1; 7.5.4"};
            cites.add(asked ? "4.8" : "4.8 (Manual)").add("12.9");
            if (live_.position().turn() != side && finding.plies < live_.history.size()) {
                warn(side, cites.text(),
                     "ill=" + std::string{letter(side)} +
                         std::to_string(live_.state.illegal[at(side)]) +
                         (asked ? std::string{"; warn="} + letter(side) : std::string{}),
                     finding.seq);
                Args args;
                args.amount = static_cast<std::int64_t>(finding.plies) - 1;
                emit(EventType::restore_position, Actor::arbiter, std::move(args));
            } else {
                warn(side, cites.text(), {}, finding.seq);
            }
            return;
        }
        case Finding::out_of_turn: {
            ruling(RulingKind::corrected, side, articles, {}, finding.seq);
            return;
        }
        case Finding::opponents_clock: {
            // The arbiter starts the clock of the player whose lever was pressed: he presses
            // himself.
            warn(side, articles,
                 live_.state.unpressed[at(~side)] ? std::string{"next="} + letter(~side)
                                                  : std::string{},
                 finding.seq);
            return;
        }
        case Finding::wrong_hand:
            warn(side, articles,
                 "ill=" + std::string{letter(side)} +
                     std::to_string(live_.state.illegal[at(side)]) + "; ok",
                 finding.seq);
            return;
        case Finding::men_displaced:
            warn(side, "7.4.2; 7.4.3", std::string{letter(side)} + ":fix", finding.seq);
            {
                Args args;
                args.side = ~side;
                args.text = "to-fix";
                args.articles = "7.4.3";
                emit(EventType::time_adjust, Actor::arbiter, std::move(args));
            }
            return;
        case Finding::piece_displaced: {
            ruling(RulingKind::position, std::nullopt, "7.6", "pos=restore:before-displacement",
                   finding.seq);
            Args args;
            args.amount = static_cast<std::int64_t>(finding.plies) - 1;
            emit(EventType::restore_position, Actor::arbiter, std::move(args));
            return;
        }
        case Finding::device:
            if (rules().device_loses) {
                ruling(RulingKind::penalty, side, "11.3.2.2", {}, finding.seq);
                conclude(this->asked(laws::DeviceFound{side}));
                return;
            }
            [[fallthrough]];
        case Finding::notes:
        case Finding::left_area: {
            Args args;
            args.side = side;
            args.ruling = RulingKind::penalty;
            args.articles = rules().book == Book::uscf ? "USCF 20N" : articles;
            args.penalty = 0;
            emit(EventType::ruling, Actor::arbiter, std::move(args), finding.seq);
            return;
        }
        case Finding::arbiter_fault:
            ruling(RulingKind::note, std::nullopt, articles, "A:fault", finding.seq);
            return;
        case Finding::interference:
            ruling(RulingKind::note, std::nullopt, articles, {}, finding.seq);
            return;
        default:
            warn(side, articles, {}, finding.seq);
            return;
    }
}

}  // namespace hakam::match::detail
