#include <array>

#include "hakam/laws/verdict.hpp"
#include "hakam/match/command.hpp"
#include "hakam/match/live_game.hpp"

namespace hakam::match {
namespace {

template <class E, std::size_t N>
std::optional<E> find(const std::array<std::string_view, N>& names,
                      std::string_view name) noexcept {
    for (std::size_t i = 0; i < N; ++i)
        if (names[i] == name) return static_cast<E>(i);
    return std::nullopt;
}

constexpr std::array<std::string_view, event_types> event_names = {"GameCreated",
                                                                   "RoundStart",
                                                                   "Arrived",
                                                                   "Absent",
                                                                   "AnnounceAdjust",
                                                                   "Touch",
                                                                   "Hover",
                                                                   "Release",
                                                                   "Remove",
                                                                   "PromoTouch",
                                                                   "PromoRelease",
                                                                   "PieceInHand",
                                                                   "Displaced",
                                                                   "Restored",
                                                                   "MakeMove",
                                                                   "PressClock",
                                                                   "PauseClock",
                                                                   "FlagPhysical",
                                                                   "FlagNoticed",
                                                                   "Tick",
                                                                   "WriteMove",
                                                                   "OfferDraw",
                                                                   "WithdrawOffer",
                                                                   "AcceptDraw",
                                                                   "DeclineDraw",
                                                                   "ClaimRepetition",
                                                                   "ClaimFifty",
                                                                   "ClaimFlag",
                                                                   "ClaimIllegal",
                                                                   "ClaimTouch",
                                                                   "ClaimNormalMeans",
                                                                   "AskIncrement",
                                                                   "ClaimSetup",
                                                                   "AskScore",
                                                                   "Resign",
                                                                   "CallArbiter",
                                                                   "Says",
                                                                   "Announce",
                                                                   "SignResult",
                                                                   "Appeal",
                                                                   "Conduct",
                                                                   "Circumstance",
                                                                   "Disconnect",
                                                                   "Reconnect",
                                                                   "Premove",
                                                                   "ArbiterSees",
                                                                   "AnswerClaim",
                                                                   "Warn",
                                                                   "Penalise",
                                                                   "TimeAdjust",
                                                                   "TimeSet",
                                                                   "RestorePosition",
                                                                   "SetPosition",
                                                                   "Stop",
                                                                   "Resume",
                                                                   "Declare",
                                                                   "OverrideRuling",
                                                                   "Correct",
                                                                   "Interfere",
                                                                   "Adjourn",
                                                                   "Seal",
                                                                   "OpenSealed",
                                                                   "EnvelopeMissing",
                                                                   "StatedMove",
                                                                   "Verify",
                                                                   "MoveMade",
                                                                   "MoveRetracted",
                                                                   "MoveCompleted",
                                                                   "Irregularity",
                                                                   "Ruling",
                                                                   "GameEnded"};
constexpr std::array<std::string_view, 7> actor_names = {"W", "B", "A", "AS:W", "AS:B", "X", "S"};
constexpr std::array<std::string_view, 4> contact_names = {"yes", "accidental", "adjust",
                                                           "unclear"};
constexpr std::array<std::string_view, 3> hand_names = {"same", "other", "both"};
constexpr std::array<std::string_view, 9> result_names = {
    "*", "1-0", "0-1", "1/2", "0-0", "1/2-0", "0-1/2", "void", "referred"};
constexpr std::array<std::string_view, findings> finding_names = {"none",
                                                                  "illegal-move",
                                                                  "press-without-move",
                                                                  "two-hands",
                                                                  "two-hands-unpressed",
                                                                  "pawn-not-promoted",
                                                                  "king-captured",
                                                                  "touch-breach",
                                                                  "out-of-turn",
                                                                  "wrong-hand",
                                                                  "finger-on-clock",
                                                                  "early-press",
                                                                  "opponents-clock",
                                                                  "adjusting",
                                                                  "pause-without-reason",
                                                                  "men-displaced",
                                                                  "piece-displaced",
                                                                  "wrong-array",
                                                                  "wrong-board",
                                                                  "wrong-colours",
                                                                  "wrong-clock",
                                                                  "written-in-advance",
                                                                  "not-recording",
                                                                  "sheet",
                                                                  "many-offers",
                                                                  "conditional-offer",
                                                                  "forbidden-offer",
                                                                  "unreasonable-claim",
                                                                  "many-requests",
                                                                  "device",
                                                                  "notes",
                                                                  "left-area",
                                                                  "conduct",
                                                                  "interference",
                                                                  "arbiter-fault"};
constexpr std::array<std::string_view, ruling_kinds> ruling_names = {
    "none",         "illegal",  "touch-upheld", "touch-rejected", "claim-upheld", "claim-rejected",
    "no-right",     "stands",   "warning",      "penalty",        "corrected",    "note",
    "draw-refused", "position", "new-game",     "referred",       "override"};
constexpr std::array<std::string_view, 7> phase_names = {
    "setup", "waiting", "live", "stopped", "adjourned", "ended", "cancelled"};
constexpr std::array<std::string_view, 7> stage_names = {"think", "bound",   "partial",   "wrong",
                                                         "made",  "overlap", "wrong-done"};
constexpr std::array<std::string_view, 8> refusal_names = {
    "game-over", "not-your-move", "no-such-man", "illegal-move",
    "no-offer",  "not-possible",  "not-allowed", "bad-arguments"};

template <class E, std::size_t N>
constexpr std::string_view at(const std::array<std::string_view, N>& names, E value) noexcept {
    const auto i = static_cast<std::size_t>(value);
    return i < N ? names[i] : std::string_view{"?"};
}

}  // namespace

bool is_command(EventType type) noexcept {
    return type != EventType::game_created && type < EventType::move_made;
}
std::string_view name(EventType type) noexcept { return at(event_names, type); }
std::string_view name(Actor actor) noexcept { return at(actor_names, actor); }
std::string_view name(Contact contact) noexcept { return at(contact_names, contact); }
std::string_view name(Hand hand) noexcept { return at(hand_names, hand); }
std::string_view name(Result result) noexcept { return at(result_names, result); }
std::string_view name(Finding finding) noexcept { return at(finding_names, finding); }
std::string_view name(RulingKind kind) noexcept { return at(ruling_names, kind); }
std::string_view name(Phase phase) noexcept { return at(phase_names, phase); }
std::string_view name(Stage stage) noexcept { return at(stage_names, stage); }
std::string_view name(RefusalCode code) noexcept { return at(refusal_names, code); }

std::optional<EventType> event_type_from(std::string_view name) noexcept {
    return find<EventType>(event_names, name);
}
std::optional<Actor> actor_from(std::string_view name) noexcept {
    return find<Actor>(actor_names, name);
}
std::optional<Contact> contact_from(std::string_view name) noexcept {
    return find<Contact>(contact_names, name);
}
std::optional<Hand> hand_from(std::string_view name) noexcept {
    return find<Hand>(hand_names, name);
}
std::optional<Result> result_from(std::string_view name) noexcept {
    return find<Result>(result_names, name);
}
std::optional<Finding> finding_from(std::string_view name) noexcept {
    return find<Finding>(finding_names, name);
}
std::optional<RulingKind> ruling_kind_from(std::string_view name) noexcept {
    return find<RulingKind>(ruling_names, name);
}

}  // namespace hakam::match
