#include "server/commands.hpp"

#include <algorithm>

namespace hakam::server {
namespace {

bool is_square(std::string_view text) {
    return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

void square(Fields& fields, std::string_view name, bool required) {
    const std::string text = fields.text(name, 2);
    if (text.empty() ? required : !is_square(text)) fields.fault(name, "expected a square");
}

using Reader = void (*)(Fields&);
struct Rule {
    std::string_view type;
    Reader read;
};

void nothing(Fields&) {}
void reason(Fields& f) { f.required_text("reason", 200); }

void touch(Fields& f) {
    f.choice("intent", "yes|accidental|adjust|unclear");
    const json::array* squares = f.array("squares", 4);
    if (squares == nullptr || squares->empty()) return f.fault("squares", "expected squares");
    for (const json::value& s : *squares)
        if (!s.is_string() || !is_square({s.get_string().data(), s.get_string().size()}))
            f.fault("squares", "expected squares");
}

constexpr std::string_view acts =
    "start|stop|resume|set_time|add_time|restore|warn|penalise|declare|accept_claim|reject_claim|"
    "override|sees|flag|adjourn|open_sealed|lag_allowance|chat|arrived|absent|postpone_claim|"
    "set_position|correct|displaced|restored|interfere|own_fault|circumstance|envelope_missing|"
    "stated_move";
constexpr std::string_view outcomes = "1-0|0-1|1/2-1/2|0-0|1/2-0|0-1/2|*";

void arbiter(Fields& f) {
    constexpr std::int64_t month = std::int64_t{31} * 24 * 3600 * 1000;
    const std::string act = f.choice("act", acts);
    if (act.empty()) f.fault("act", "missing");
    f.required_text("reason", 500);
    const bool needs_side = act == "set_time" || act == "add_time" || act == "warn" ||
                            act == "penalise" || act == "flag" || act == "arrived" ||
                            act == "absent";
    if (f.choice("side", "white|black").empty() && needs_side) f.fault("side", "missing");
    const bool needs_ms = act == "set_time" || act == "add_time";
    if (!f.integer("ms", act == "set_time" ? 0 : -month, month) && needs_ms)
        f.fault("ms", "missing");
    if (!f.integer("ply", 0, 20'000) && act == "restore") f.fault("ply", "missing");
    if (f.choice("outcome", outcomes).empty() && (act == "declare" || act == "override"))
        f.fault("outcome", "missing");
    const std::string kind = f.text("kind", 32);
    if (kind.empty() && (act == "circumstance" || act == "correct")) f.fault("kind", "missing");
    if (f.text("fen", 128).empty() && act == "set_position") f.fault("fen", "missing");
    if (f.text("move", 16).empty() && act == "stated_move") f.fault("move", "missing");
    if (!f.flag("on") && (act == "lag_allowance" || act == "chat")) f.fault("on", "missing");
    f.integer("ref", 1, INT64_MAX);
    f.text("article", 32);
}

constexpr Rule player_rules[] = {
    {"move",
     [](Fields& f) {
         f.required_text("move", 16);
         f.integer("lag_ms", 0, 60'000);
         f.flag("offer_draw");
         f.choice("hand", "same|other|both");
     }},
    {"touch", touch},
    {"adjust", [](Fields& f) { square(f, "square", false); }},
    {"put",
     [](Fields& f) {
         square(f, "from", true);
         square(f, "to", true);
         f.choice("hand", "same|other");
     }},
    {"remove", [](Fields& f) { square(f, "square", true); }},
    {"promote",
     [](Fields& f) {
         square(f, "square", true);
         if (f.choice("piece", "q|r|b|n").empty()) f.fault("piece", "missing");
         f.flag("released");
     }},
    {"press", [](Fields& f) { f.choice("hand", "same|other|both"); }},
    {"write", [](Fields& f) { f.required_text("text", 64); }},
    {"claim",
     [](Fields& f) {
         if (f.choice("claim", "threefold|fifty|illegal|touch|flag|setup|normal_means").empty())
             f.fault("claim", "missing");
         f.text("move", 16);
         square(f, "square", false);
         f.text("detail", 64);
     }},
    {"offer_draw", nothing},
    {"accept_draw", nothing},
    {"decline_draw", nothing},
    {"offer_takeback", nothing},
    {"accept_takeback", nothing},
    {"decline_takeback", nothing},
    {"offer_rematch", nothing},
    {"accept_rematch", nothing},
    {"decline_rematch", nothing},
    {"resign", nothing},
    {"abort", nothing},
    {"pause", reason},
    {"call_arbiter", reason},
    {"seal", [](Fields& f) { f.required_text("move", 16); }},
    {"chat", [](Fields& f) { f.required_text("text", 500); }},
    {"ask_increment", nothing},
    {"ask_score", nothing},
    {"appeal", reason},
    {"sign",
     [](Fields& f) {
         if (f.choice("outcome", "1-0|0-1|1/2-1/2|0-0").empty()) f.fault("outcome", "missing");
     }},
};
constexpr Rule arbiter_rules[] = {
    {"arbiter", arbiter},
    {"chat", [](Fields& f) { f.required_text("text", 500); }},
};

template <std::size_t N>
const Rule* rule(const Rule (&rules)[N], std::string_view type) {
    const Rule* found =
        std::find_if(rules, rules + N, [&](const Rule& r) { return r.type == type; });
    return found == rules + N ? nullptr : found;
}

}  // namespace

std::optional<Problem> check_command(Seat seat, const json::object& command) {
    Fields fields{command};
    const std::string type = fields.text("type", 32);
    const Rule* for_players = rule(player_rules, type);
    const Rule* for_arbiters = rule(arbiter_rules, type);
    if (for_players == nullptr && for_arbiters == nullptr) {
        fields.fault("type", "not a command");
        return fields.finish();
    }
    const Rule* applies = seat == Seat::arbiter     ? for_arbiters
                          : seat == Seat::spectator ? nullptr
                                                    : for_players;
    if (applies == nullptr)
        return Problem{
            "forbidden", "the " + std::string{name(seat)} + " may not do that (" + type + ")",
            {},          {},
            -1,          -1};
    if (!fields.integer("client_seq", 1, 9007199254740991)) fields.fault("client_seq", "missing");
    applies->read(fields);
    return fields.finish();
}

}  // namespace hakam::server
