// Adjournment and the sealed move: Guidelines I.
#include "decider.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam::match::detail {
namespace {

/// A sealed text is read strictly: what it says, not what was meant (GI.8).
std::optional<Move> sealed_move(const std::string& text, const Position& position) {
    if (const auto move = uci::parse(text, position)) return *move;
    if (const auto move = uci::parse(text, position, uci::Castling::chess960)) return *move;
    std::string plain = text;
    if (const auto move = san::parse_lenient(plain, position)) return move->move;
    return std::nullopt;
}

/// Why a sealed text is no move: it fits more than one legal move (GI.8.1), no sense can be made of
/// it (GI.8.2), or what it says is not legal (GI.8.3).
laws::SealedFault sealed_fault(const std::string& text, const Position& position) {
    using laws::SealedFault;
    if (text.find("ambiguous") != std::string::npos) return SealedFault::ambiguous;
    const auto read = san::parse_lenient(text, position);
    if (!read && read.error().code == ErrorCode::ambiguous_move) return SealedFault::ambiguous;
    if (!read && read.error().code == ErrorCode::illegal_move) return SealedFault::illegal;
    const bool squares = text.size() >= 4 && text.size() <= 5 &&
                         square_from(std::string_view{text}.substr(0, 2)) &&
                         square_from(std::string_view{text}.substr(2, 2));
    return squares ? SealedFault::illegal : SealedFault::meaningless;
}

}  // namespace

/// The envelope is opened when the player who has to reply is there (Law GI.7); till then his clock
/// runs (GI.9.2). A sealed move that ends the game does so in any case (GI.10).
void Decider::resume_adjourned() {
    const State& state = live_.state;
    const Color replier = ~live_.turn();
    const bool envelope = !state.sealed.empty() && state.sealed != "?missing";
    if (!envelope || !state.absent[at(replier)]) {
        record();
        if (envelope) open_sealed(false);
        return;
    }
    if (sealed_move_ends_game()) {
        const std::uint32_t ref = record();
        ruling(RulingKind::note, replier, "GI.10", {}, ref);
        open_sealed(false);
        return;
    }
    Args args = command_.args;
    args.side = replier;
    const std::uint32_t ref = emit(command_.type, command_.actor, std::move(args), command_.ref);
    const char* const who = replier == Color::white ? "W" : "B";
    // Nobody is there: the one who must reply loses the time as well (GI.11).
    ruling(RulingKind::note, replier, state.absent[at(~replier)] ? "GI.11" : "GI.9.2",
           std::string{"clock=run:"} + who + "; envelope=closed; next=" + who, ref);
}

/// Whether the move in the envelope mates, stalemates or otherwise ends the game by itself.
bool Decider::sealed_move_ends_game() const {
    Decider trial{before_, command_, now_, budget_};
    trial.live_ = live_;
    trial.open_sealed(false);
    return trial.live_.over() && trial.live_.state.reason != Reason::bad_sealed_move &&
           trial.live_.state.reason != Reason::bad_sealed_move_cannot_mate;
}

/// Whoever is not there when the default time is over loses, unless the sealed move ended the game
/// (GI.10).
void Decider::default_at_resumption() {
    const State& state = live_.state;
    const bool closed =
        !state.sealed.empty() && state.sealed != "?missing" && state.resumed_ply == 0;
    if (closed && sealed_move_ends_game()) {
        ruling(RulingKind::note, std::nullopt, "GI.10", {});
        open_sealed(false);
        return;
    }
    laws::DefaultTime late{.side = std::nullopt, .session = laws::Session::resumption};
    if (!state.absent[0] || !state.absent[1])
        late.side = state.absent[0] ? Color::white : Color::black;
    conclude(asked(late));
}

void Decider::open_sealed(bool stated) {
    const Position& position = live_.position();
    const std::string text = live_.state.sealed;
    const auto move = sealed_move(text, position);
    if (!move) {
        // Lost, unless the opponent cannot mate (GI.8, 6.9).
        conclude(asked(laws::BadSealedMove{position.turn(), sealed_fault(text, position)}),
                 Cites{"GI.8"});
        return;
    }
    const Color c = position.turn();
    Args opened;
    opened.text = text;
    opened.move = move;
    if (!stated) emit(EventType::open_sealed, Actor::arbiter, std::move(opened));
    Args made;
    made.side = c;
    made.move = move;
    made.text = "sealed";
    emit(EventType::move_made, Actor::system, std::move(made));
    Args completed;
    completed.side = c;
    completed.text = "unpressed";
    emit(EventType::move_completed, Actor::system, std::move(completed));
    end_if_over();
    if (live_.over()) return;
    Args note;
    note.side = c;
    note.ruling = RulingKind::note;
    note.articles = stated ? "GI.12.1" : "GI.9.1";
    note.text = (stated ? "pos=adjourned; sealed=" : "sealed=") + text;
    emit(EventType::ruling, Actor::arbiter, std::move(note));
    emit(EventType::stop, Actor::arbiter);
    emit(EventType::restored, Actor::arbiter);
    // The clock of the player who has to reply is started.
    Args resume;
    resume.side = ~c;
    emit(EventType::resume, Actor::arbiter, std::move(resume));
}

Decider::Answer Decider::adjournment_act() {
    const State& state = live_.state;
    switch (command_.type) {
        case EventType::adjourn:
            if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter adjourns");
            if (!rules().adjournment)
                return refuse(RefusalCode::not_possible, "games are not adjourned here", "GI.1.1");
            if (state.phase != Phase::live && state.phase != Phase::stopped)
                return refuse(RefusalCode::not_possible, "the game does not go on");
            record();
            return std::nullopt;
        case EventType::seal: {
            const auto side = actor_side();
            if (!side || command_.args.text.empty() || command_.args.text.size() > 64)
                return refuse(RefusalCode::bad_arguments, "a written move");
            if (state.phase == Phase::adjourned && state.sealing == *side) {
                record();
                return std::nullopt;
            }
            // The sealer is absent at the resumption: the reply may be sealed, and his clock
            // started (GI.9.3).
            if (state.resumed_ply > 0 && live_.turn() == *side && state.absent[at(~*side)]) {
                const std::uint32_t ref = record();
                Args note;
                note.side = side;
                note.ruling = RulingKind::note;
                note.articles = "GI.9.3";
                note.text = std::string{"clock=run:"} + (*side == Color::white ? "B" : "W") +
                            "; sealed=" + state.sealed + ",reply-sealed";
                emit(EventType::ruling, Actor::arbiter, std::move(note), ref);
                Args clock;
                clock.side = side;
                clock.text = "reply-sealed";
                emit(EventType::press_clock, Actor::arbiter, std::move(clock));
                return std::nullopt;
            }
            return refuse(RefusalCode::not_possible, "there is nothing to seal", "GI.1.1");
        }
        case EventType::open_sealed:
            if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "only the arbiter opens it");
            if (state.phase != Phase::live && state.phase != Phase::adjourned)
                return refuse(RefusalCode::not_possible, "the game does not go on");
            if (state.sealed.empty() || state.sealing || state.resumed_ply > 0)
                return refuse(RefusalCode::not_possible, "no move is sealed");
            open_sealed(false);
            return std::nullopt;
        case EventType::envelope_missing:
            if (!by_arbiter()) return refuse(RefusalCode::not_allowed, "the arbiter keeps it");
            if (state.phase != Phase::adjourned)
                return refuse(RefusalCode::not_possible, "the game is not adjourned");
            record();
            return std::nullopt;
        case EventType::stated_move: {
            if (state.sealed != "?missing")
                return refuse(RefusalCode::not_possible, "the envelope is there", "GI.12.1");
            Args args = command_.args;
            if (args.text.empty()) return refuse(RefusalCode::bad_arguments, "which move");
            emit(command_.type, command_.actor, std::move(args), command_.ref);
            open_sealed(true);
            return std::nullopt;
        }
        default:
            return refuse(RefusalCode::not_possible, "not now");
    }
}

}  // namespace hakam::match::detail
