// The arbiter's acts: articles 7, 11, 12.
#include <algorithm>

#include "decider.hpp"
#include "hakam/notation/fen.hpp"
#include "text.hpp"

namespace hakam::match::detail {

bool shows_illegal_pattern(const Board& board) {
    const auto white = king_of(board, Color::white);
    const auto black = king_of(board, Color::black);
    if (white && black && is_attacked(board, *white, Color::black) &&
        is_attacked(board, *black, Color::white))
        return true;
    return !(board.men(Color::white, PieceType::pawn) & Bitboard::of(Rank::r8)).empty() ||
           !(board.men(Color::black, PieceType::pawn) & Bitboard::of(Rank::r1)).empty();
}

Decider::Answer Decider::arbiter_sees() {
    if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter observes");
    const std::string& what = command_.args.text;
    const bool pattern = what == "both-checked" || what == "pawn-on-last-rank";
    if (!what.empty() && !pattern && !finding_from(what))
        return refuse(RefusalCode::bad_arguments,
                      "what the arbiter sees is the name of an irregularity, both-checked or "
                      "pawn-on-last-rank");
    record();
    if (what == "both-checked" || what == "pawn-on-last-rank") {  // A.5.4: wait
        if (!shows_illegal_pattern(live_.state.physical)) return std::nullopt;
        Args args;
        args.text = "await-illegal-position";
        args.articles = "A.5.4";
        emit(EventType::circumstance, Actor::arbiter, std::move(args));
        return std::nullopt;
    }
    if (const OpenFinding* finding = last_finding(std::nullopt, false)) {
        rule(*finding, Color::white, false);
        return std::nullopt;
    }
    for (const Color c : colors)
        if (live_.state.clock.fallen[at(c)] && !live_.state.flag_noticed[at(c)] &&
            rules().flag_initiative != Initiative::claim_only) {
            Args args;
            args.side = c;
            emit(EventType::flag_noticed, Actor::arbiter, std::move(args));
            rule_flag(c, laws::FlagCaller::arbiter);
            return std::nullopt;
        }
    return std::nullopt;
}

Decider::Answer Decider::penalise() {
    const Args& args = command_.args;
    if (!args.side || args.penalty < 1 || args.penalty > 9)
        return refuse(RefusalCode::bad_arguments, "a side and a penalty 1 to 9", "12.9");
    const Color c = *args.side;
    Args noted = args;
    if (noted.articles.empty()) noted.articles = "12.9." + std::to_string(args.penalty);
    const std::string articles = noted.articles;
    noted.ruling = args.penalty == 1 ? RulingKind::warning : RulingKind::penalty;
    const std::uint32_t ref = emit(EventType::penalise, command_.actor, noted, command_.ref);
    noted.from.reset();
    noted.move.reset();
    emit(EventType::ruling, Actor::arbiter, noted, ref);
    if (args.penalty == 2) give_time(~c, std::max<std::int64_t>(0, args.amount));
    if (args.penalty == 3) give_time(c, -std::max<std::int64_t>(0, args.amount), "taken");
    if (args.penalty == 4) end(win_of(~c), Reason::penalty, articles);
    if (args.penalty == 5)
        end(args.result != Result::none ? args.result
            : c == Color::white         ? Result::zero_half
                                        : Result::half_zero,
            Reason::penalty, articles);
    if (args.penalty == 6)
        end(args.result != Result::none ? args.result : win_of(~c), Reason::penalty, articles);
    return std::nullopt;
}

Decider::Answer Decider::arbiter_act() {
    if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter may do that");
    const Args& args = command_.args;
    const State& state = live_.state;
    switch (command_.type) {
        case EventType::penalise:
            return penalise();
        case EventType::warn:
            if (!args.side) return refuse(RefusalCode::bad_arguments, "which side");
            warn(*args.side, args.articles.empty() ? "12.9.1" : args.articles, args.text,
                 command_.ref);
            return std::nullopt;
        case EventType::flag_noticed: {
            if (!args.side) return refuse(RefusalCode::bad_arguments, "whose flag");
            if (!state.clock.fallen[at(*args.side)])
                return refuse(RefusalCode::not_possible, "the flag has not fallen");
            if (rules().flag_initiative == Initiative::claim_only) {
                const std::uint32_t ref = emit(EventType::circumstance, command_.actor, args);
                ruling(RulingKind::note, args.side, rules().book == Book::uscf ? "USCF 13C" : "6.8",
                       {}, ref);
                return std::nullopt;
            }
            record();
            rule_flag(*args.side, laws::FlagCaller::arbiter);
            return std::nullopt;
        }
        case EventType::time_adjust:
        case EventType::time_set: {
            if (!args.side || args.amount > 100 * day || args.amount < -100 * day)
                return refuse(RefusalCode::bad_arguments, "a side and an amount of time");
            Args noted = args;
            if (noted.articles.empty()) noted.articles = "6.10.1";
            emit(command_.type, command_.actor, std::move(noted), command_.ref);
            return std::nullopt;
        }
        case EventType::restore_position: {
            if (args.amount < 0 || args.amount > static_cast<std::int64_t>(live_.plies()))
                return refuse(RefusalCode::bad_arguments, "there is no such ply");
            halt();
            Args noted = args;
            if (noted.articles.empty()) noted.articles = "7.1";
            noted.text.clear();
            emit(command_.type, command_.actor, std::move(noted), command_.ref);
            end_if_over();
            return std::nullopt;
        }
        case EventType::set_position: {
            fen::Options options;
            options.tolerated = Tolerance::unreachable();
            options.rules = live_.position().rules();
            if (!fen::position(args.text, options))
                return refuse(RefusalCode::bad_arguments, "not a position");
            halt();
            Args noted = args;
            noted.finding = Finding::none;
            if (noted.articles.empty()) noted.articles = "7.1";
            emit(command_.type, command_.actor, std::move(noted), command_.ref);
            end_if_over();
            return std::nullopt;
        }
        case EventType::stop:
            if (state.phase != Phase::live)
                return refuse(RefusalCode::not_possible, "the clocks do not run");
            record();
            return std::nullopt;
        case EventType::resume:
            if (state.phase == Phase::adjourned) {
                if (state.sealing)
                    return refuse(RefusalCode::not_possible, "no move is sealed yet");
                resume_adjourned();
                return std::nullopt;
            }
            if (state.phase != Phase::stopped)
                return refuse(RefusalCode::not_possible, "the clocks are not stopped");
            record();
            return std::nullopt;
        case EventType::declare: {
            if (args.result == Result::none)
                return refuse(RefusalCode::bad_arguments, "which result");
            Args declared = args;  // the verdict goes with the end
            declared.verdict = {};
            emit(command_.type, command_.actor, std::move(declared), command_.ref);
            end(args.result, args.reason == Reason::none ? Reason::arbiter_decision : args.reason,
                args.articles.empty() ? "12.1" : args.articles, args.verdict.value);
            return std::nullopt;
        }
        case EventType::override_ruling: {
            const std::uint32_t ref = record();
            ruling(RulingKind::override_, args.side, args.articles.empty() ? "0" : args.articles,
                   args.text, ref);
            if (args.result != Result::none && args.result != state.result)
                end(args.result,
                    args.reason == Reason::none ? Reason::arbiter_decision : args.reason,
                    args.articles.empty() ? "12.1" : args.articles);
            return std::nullopt;
        }
        default:
            record();
            return std::nullopt;
    }
}

}  // namespace hakam::match::detail
