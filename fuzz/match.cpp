// Bytes as a script of the arbiter's cases, or as a stream of commands: nothing crashes, never do
// two clocks run, and what the log says again leads to the same state.

#include <array>
#include <string>
#include <utility>

#include "hakam/match/live_game.hpp"
#include "scenario/scenario.hpp"
#include "property.hpp"

using namespace hakam;
using match::Command;
using match::EventType;
using match::LiveGame;
using match::Phase;

namespace {

constexpr std::array rulesets = {"fide-standard", "fide-rapid",
                                 "fide-rapid-A4", "fide-blitz",
                                 "fide-online",   "uscf",
                                 "uscf-blitz",    "fide-qpf",
                                 "fide-adjourn",  "fide-960",
                                 "fide-blind",    "event-london30",
                                 "nocastle",      "uscf-var:rook-first",
                                 "casual",        "fide-online:window=20"};
constexpr std::array controls = {"90+30", "3+2",         "60 d5", "40/90,30+30",
                                 "none",  "hourglass 1", "1 b3"};
constexpr std::array fens = {"startpos", "r3k2r/pPpppp2/8/8/8/8/PPPPPP2/R3K2R w KQkq - 0 1",
                             "8/4P1k1/8/8/8/8/r7/4K3 w - - 0 1",
                             "8/8/4k3/8/8/3K4/8/R6r w - - 97 90",
                             "4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1"};
constexpr std::array words = {"",
                              "agree",
                              "reject",
                              "postpone",
                              "device",
                              "Rf1",
                              "no-reason",
                              "wrong-array",
                              "completed",
                              "illegal",
                              "finger",
                              "e2e4",
                              "before-release",
                              "both-checked",
                              "display",
                              "both-flags-down"};

void check(const LiveGame& game) {
    const auto& clock = game.state.clock;
    // One running side at most is the shape of the state; none where nothing runs.
    if (game.state.phase != Phase::live && game.state.phase != Phase::waiting)
        fuzz::require(!clock.running);
    fuzz::require(clock.left[0] >= 0 && clock.left[1] >= 0);
    fuzz::require(!game.over() || game.state.result != match::Result::none);
}

void script(std::string_view text) {
    const auto row = scenario::parse(text);
    if (!row) return;
    const auto report = scenario::run(*row);
    if (!report) return;
    for (std::size_t i = 0; i < report->log.size(); ++i) fuzz::require(report->log[i].seq == i + 1);
    const auto again = scenario::run(*row);
    fuzz::require(again && again->verdict == report->verdict && again->article == report->article);
    (void)scenario::differences(*row, *report);
    if (!report->log.empty()) check(match::replay(report->log));
}

class Bytes {
public:
    explicit Bytes(std::string_view text) : text_{text} {}
    bool done() const { return at_ >= text_.size(); }
    unsigned next() { return done() ? 0U : static_cast<std::uint8_t>(text_[at_++]); }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

Command command(Bytes& bytes, const LiveGame& game) {
    Command c;
    const unsigned kind = bytes.next();
    c.actor = static_cast<match::Actor>(bytes.next() % 7);
    if (kind >= 160) {  // a legal move, then the press, by whose turn it is
        const MoveList moves = game.position().legal_moves();
        c.actor = match::actor_of(game.turn());
        c.type = EventType::press_clock;
        if (kind >= 208 || moves.empty()) {
            if (game.state.clock.running) c.actor = match::actor_of(*game.state.clock.running);
            return c;
        }
        const Move move = moves[bytes.next() % moves.size()];
        c.type = EventType::make_move;
        c.args.from = move.from();
        c.args.to = move.to();
        c.args.piece = move.promotion();
        return c;
    }
    c.type = static_cast<EventType>(kind % match::event_types);
    const unsigned flags = bytes.next();
    if ((flags & 1) != 0) c.args.from = square(static_cast<int>(bytes.next() % 64));
    if ((flags & 2) != 0) c.args.to = square(static_cast<int>(bytes.next() % 64));
    if ((flags & 4) != 0) c.args.piece = piece_types[bytes.next() % 6];
    if ((flags & 8) != 0) c.args.side = (bytes.next() & 1) != 0 ? Color::black : Color::white;
    if ((flags & 16) != 0) c.args.text = words[bytes.next() % words.size()];
    if ((flags & 32) != 0) c.args.amount = static_cast<std::int64_t>(bytes.next()) * 997 - 60'000;
    if ((flags & 64) != 0) {
        const MoveList moves = game.position().legal_moves();
        if (!moves.empty()) c.args.move = moves[bytes.next() % moves.size()];
    }
    if ((flags & 128) != 0) {
        const unsigned more = bytes.next();
        c.args.contact = static_cast<match::Contact>(more % 4);
        c.args.hand = static_cast<match::Hand>(more / 4 % 3);
        c.args.result = static_cast<match::Result>(more / 12 % 9);
        c.args.penalty = static_cast<std::uint8_t>(more % 11);
    }
    return c;
}

void stream(std::string_view text) {
    Bytes bytes{text};
    match::GameSettings settings;
    settings.ruleset = rulesets[bytes.next() % rulesets.size()];
    settings.time_control = controls[bytes.next() % controls.size()];
    settings.fen = fens[bytes.next() % fens.size()];
    const auto created = match::create(settings, 0);
    fuzz::require(created.has_value());
    match::Events log = *created;
    LiveGame game = match::replay(log);
    match::RulingBudget budget;
    budget.dead_position.nodes = 200;
    budget.can_mate.nodes = 2'000;
    match::Milliseconds now = 0;
    Command start;
    start.type = EventType::round_start;
    for (int i = 0; i < 300 && !bytes.done(); ++i) {
        const Command c = i == 0 ? start : command(bytes, game);
        now += bytes.next() * 16;
        const auto events = match::decide(game, c, now, budget);
        if (!events) continue;
        for (const match::Event& event : *events) {
            fuzz::require(event.seq == log.size() + 1 && event.at >= log.back().at);
            game = match::evolve(std::move(game), event);
            log.push_back(event);
            check(game);
        }
    }
    fuzz::require(match::dump(match::replay(log)) == match::dump(game));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string_view text = fuzz::text_of(data + 1, size - 1);
    if (data[0] % 2 == 0)
        script(text);
    else
        stream(text);
    return 0;
}
