// New games: settings made canonical, starts from a number, a FEN or the end of a PGN.

#include <algorithm>
#include <chrono>
#include <set>

#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/pgn/reader.hpp"
#include "server/match_host.hpp"
#include "server/older_host.hpp"

namespace hakam::server {
using match::Actor;
using match::Command;
using match::EventType;

namespace {

constexpr std::size_t longest_import = 2000;  ///< plies

Problem bad(std::string field, std::string message) {
    return {"bad_request", field + ": " + std::move(message), std::move(field), {}, -1, -1};
}

std::string_view mode_name(match::Mode mode) {
    switch (mode) {
        case match::Mode::over_the_board:
            return "otb";
        case match::Mode::online:
            return "online";
        case match::Mode::casual:
            return "casual";
    }
    return "online";
}

/// The day of a moment of the wall clock, in UTC.
laws::Day day_of(Millis wall) {
    using namespace std::chrono;
    const year_month_day date{floor<days>(sys_time<milliseconds>{milliseconds{wall}})};
    return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
            static_cast<int>(static_cast<unsigned>(date.day()))};
}

/// The start and the main line of the first game of a PGN.
class FirstGame : public pgn::Visitor {
public:
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        if (games_ == 1) {
            playable = start.playable;
            position = start.position;
        }
        return pgn::Descend::yes;
    }
    void game_begin(std::uint64_t) override { ++games_; }
    void tag(const pgn::TagToken& tag) override {
        if (games_ != 1) return;
        const std::string value{tag.value};
        ++tags;
        if (tag.name == "White") white = value;
        if (tag.name == "Black") black = value;
        if (tag.name == "Event") event = value;
        if (tag.name == "Site") site = value;
        if (tag.name == "Round") round = value;
        if (tag.name == "Variant")
            chess960 =
                value.find("960") != std::string::npos || value.find("ischer") != std::string::npos;
    }
    void move(const pgn::MoveToken& token) override {
        if (games_ == 1 && depth_ == 0) moves.push_back(token.move);
    }
    void unplayed(const pgn::MoveToken& token) override {
        if (games_ == 1 && depth_ == 0 && bad_move.empty()) bad_move = token.text;
    }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }

    bool playable = false;
    bool chess960 = false;
    Position position;
    std::vector<Move> moves;
    int tags = 0;
    std::string bad_move;
    std::string white, black, event, site, round;
    int games() const { return games_; }

private:
    int games_ = 0;
    int depth_ = 0;
};

/// Whether castling in the position is that of Chess960: written king takes rook.
bool has_foreign_castling(const Position& position) {
    const std::string text = fen::format(position, {.castling = fen::CastlingForm::shredder});
    const std::size_t field = text.find(' ', text.find(' ') + 1) + 1;
    const std::string rights = text.substr(field, text.find(' ', field) - field);
    if (rights == "-") return false;
    for (const char c : rights)
        if (std::string_view{"AHah"}.find(c) == std::string_view::npos) return true;
    const auto king_on = [&](Square s, Color c) {
        return position.board().at(s) == Piece{c, PieceType::king};
    };
    const bool white =
        rights.find_first_of("AH") == std::string::npos || king_on(Square::e1, Color::white);
    const bool black =
        rights.find_first_of("ah") == std::string::npos || king_on(Square::e8, Color::black);
    return !white || !black;
}

std::string with_parameters(const GameInfo& info, const match::MatchRules& base) {
    std::string rules = info.rules;
    char separator = rules.find(':') == std::string::npos ? ':' : ',';
    const auto add = [&](std::string_view text) {
        rules += separator;
        rules += text;
        separator = ',';
    };
    for (const auto& member : info.parameters)
        add(std::string{member.key()} + '=' + std::string{member.value().get_string()});
    if (info.chess960 && !base.chess960) add("chess960=yes");
    if (info.touch_move != base.touch_move && base.mode == match::Mode::over_the_board)
        add(info.touch_move ? "touch-move=yes" : "touch-move=no");
    // The server's clock is not on the table where somebody could look at it.
    if (base.mode == match::Mode::casual && !info.parameters.contains("flag"))
        add("flag=automatic");
    if (base.mode == match::Mode::over_the_board && !info.has_arbiter &&
        !info.parameters.contains("arbiter"))
        add("arbiter=yes");  // the automaton is the arbiter
    return rules;
}

std::optional<Problem> read_start(GameInfo& info, const std::string& pgn_text, FirstGame& import) {
    if (!pgn_text.empty()) {
        pgn::read(pgn_text, import);
        if (import.games() == 0 ||
            (import.moves.empty() && import.tags == 0 && import.bad_move.empty()))
            return bad("start", "there is no game in that PGN");
        if (!import.playable) return bad("start", "the game of that PGN cannot be played");
        if (!import.bad_move.empty())
            return bad("start", "the PGN has an illegal move before " + import.bad_move);
        if (import.moves.size() > longest_import) return bad("start", "the game is too long");
        info.start_fen = fen::format(import.position);
        info.chess960 = import.chess960 || has_foreign_castling(import.position);
        if (info.white.name.empty()) info.white.name = import.white.substr(0, 64);
        if (info.black.name.empty()) info.black.name = import.black.substr(0, 64);
        if (info.event.empty()) info.event = import.event.substr(0, 128);
        if (info.site.empty()) info.site = import.site.substr(0, 128);
        if (info.round.empty()) info.round = import.round.substr(0, 32);
        return std::nullopt;
    }
    constexpr std::string_view numbered = "chess960:";
    if (info.start_fen.starts_with(numbered)) {
        const int number = std::stoi(info.start_fen.substr(numbered.size()));
        info.start_fen = fen::format(Position::chess960(number));
        return std::nullopt;
    }
    if (info.start_fen.empty() || info.start_fen == "startpos") {
        if (info.start_fen.empty() || !info.chess960) info.start_fen = fen::format(Position{});
        return std::nullopt;
    }
    fen::Options options;
    options.reading = Reading::lenient;
    options.tolerated = Tolerance::unreachable();
    if (info.chess960) options.castling = fen::Castling::chess960;
    const auto position = fen::position(info.start_fen, options);
    if (!position) return bad("start", "fen " + describe(position.error()));
    info.chess960 = info.chess960 || has_foreign_castling(*position);
    info.start_fen = fen::format(*position);
    return std::nullopt;
}

/// The moves of the PGN, played at once without time, and the clocks set as for a new game.
std::vector<Command> import_commands(const GameInfo& info, const FirstGame& import,
                                     const match::LiveGame& game) {
    std::vector<Command> commands;
    const bool pressed = game.rules().mode == match::Mode::over_the_board;
    Color mover = import.position.turn();
    for (const Move move : import.moves) {
        Command command;
        command.type = EventType::make_move;
        command.actor = match::actor_of(mover);
        command.args.from = move.from();
        command.args.to = move.is_castling() && !info.chess960 ? move.arrival() : move.to();
        command.args.piece = move.promotion();
        commands.push_back(command);
        if (pressed) {
            Command press;
            press.type = EventType::press_clock;
            press.actor = match::actor_of(mover);
            press.args.side = mover;
            commands.push_back(press);
        }
        mover = ~mover;
    }
    if (game.control().timed()) {
        for (const Color c : {Color::white, Color::black}) {
            Command set;
            set.type = EventType::time_set;
            set.actor = Actor::arbiter;
            set.args.side = c;
            set.args.amount = game.control().of(c).periods.front().base;
            set.args.text = "continued from a game score";
            commands.push_back(set);
        }
    }
    return commands;
}

}  // namespace

Expected<NewHost, Problem> new_host(GameInfo& info, const std::string& pgn_text, Millis now) {
    if (!info.game.empty()) {
        if (!pgn_text.empty()) return Unexpected{bad("start", "a FEN, for an older game")};
        return new_older_host(info, now);
    }
    // Settled once: a game goes on under the book of the day on which it was made.
    const auto settled = laws::settled_by_date(info.rules, day_of(info.created));
    if (!settled) return Unexpected{bad("rules", describe(settled.error()))};
    info.rules = *settled;
    const auto base = match::match_rules(info.rules);
    if (!base) return Unexpected{bad("rules", describe(base.error()))};
    if (mode_name(base->mode) != info.mode)
        return Unexpected{bad("mode", info.rules + " is played " +
                                          std::string{mode_name(base->mode)} + ", not " +
                                          info.mode)};
    FirstGame import;
    if (auto fault = read_start(info, pgn_text, import)) return Unexpected{*fault};
    info.chess960 = info.chess960 || base->chess960;
    if (info.time_control == "none" || info.time_control == "-") info.time_control.clear();
    if (!info.time_control.empty()) {
        const auto control = match::parse_time_control(info.time_control);
        if (!control) return Unexpected{bad("time_control", describe(control.error()))};
        if (!control->timed()) info.time_control.clear();
    }
    match::GameSettings settings;
    settings.ruleset = with_parameters(info, *base);
    settings.time_control = info.time_control.empty() ? "none" : info.time_control;
    settings.fen = info.start_fen;
    settings.white = info.white.name;
    settings.black = info.black.name;
    if (!match::match_rules(settings.ruleset))
        return Unexpected{
            bad("parameters", describe(match::match_rules(settings.ruleset).error()))};
    auto host = std::make_unique<MatchHost>(info);
    auto events = host->create(settings, now);
    if (!events) return Unexpected{events.error()};
    NewHost made{nullptr, *std::move(events)};
    if (!import.moves.empty()) {
        auto started = host->start(now);
        if (!started) return Unexpected{started.error()};
        std::move(started->begin(), started->end(), std::back_inserter(made.events));
        auto played = host->play(import_commands(info, import, host->game()), now);
        if (!played) return Unexpected{played.error()};
        std::move(played->begin(), played->end(), std::back_inserter(made.events));
        if (host->plies() != import.moves.size() && !host->is_over())
            return Unexpected{bad("start", "the moves of that PGN cannot be played here")};
        // Nobody's time runs until both are there.
        if (!host->is_over() && !(info.white.joined && info.black.joined)) {
            Command stop;
            stop.type = EventType::stop;
            stop.actor = Actor::arbiter;
            stop.args.text = "until both players are here";
            if (auto stopped = host->play({stop}, now))
                std::move(stopped->begin(), stopped->end(), std::back_inserter(made.events));
        }
    }
    made.host = std::move(host);
    return made;
}

Expected<std::unique_ptr<GameHost>, Problem> host_to_replay(const GameInfo& info) {
    if (!info.game.empty()) return older_host_to_replay(info);
    return std::unique_ptr<GameHost>{std::make_unique<MatchHost>(info)};
}

json::array ruleset_list() {
    struct Row {
        std::string_view id;
        std::string_view name;
    };
    static constexpr Row rows[] = {
        {"fide-online", "FIDE Online Chess Regulations"},
        {"casual", "Casual: claims only, moves may be taken back"},
        {"fide-standard", "FIDE Laws of Chess, over the board"},
        {"fide-rapid", "FIDE rapid, over the board (A.5)"},
        {"fide-rapid-A4", "FIDE rapid, fully supervised (A.4)"},
        {"fide-blitz", "FIDE blitz, over the board (B.3)"},
        {"fide-blitz-B2", "FIDE blitz, fully supervised (B.2)"},
        {"fide-qpf", "FIDE with Guidelines III (quickplay finish)"},
        {"fide-adjourn", "FIDE with Guidelines I (adjournment)"},
        {"event-sofia", "FIDE without draws by agreement"},
        {"uscf", "US Chess, over the board"},
        {"uscf-blitz", "US Chess blitz, over the board"},
    };
    json::array list;
    std::set<std::string_view> listed;
    for (const Row& row : rows) {
        const auto rules = match::match_rules(row.id);
        if (!rules) continue;
        listed.insert(row.id);
        list.push_back(
            json::object{{"id", row.id}, {"name", row.name}, {"mode", mode_name(rules->mode)}});
    }
    list.push_back(json::object{
        {"id", "by-date"},
        {"name", "FIDE Laws of Chess in force on the day the game is made, over the board"},
        {"mode", "otb"}});
    // The Laws of the past, by family and in the order of their editions.
    for (const laws::BookInfo& info : laws::books()) {
        if (!listed.insert(info.name).second) continue;
        const auto rules = match::match_rules(info.name);
        if (!rules || !rules->plays_chess()) continue;
        list.push_back(json::object{{"id", info.name},
                                    {"name", info.title},
                                    {"mode", mode_name(rules->mode)},
                                    {"family", info.family},
                                    {"edition", info.edition},
                                    {"from", laws::to_text(info.from)}});
    }
    return list;
}

json::array time_control_list() {
    json::array list;
    for (const match::Preset& preset : match::presets())
        list.push_back(
            json::object{{"id", preset.notation}, {"name", preset.title}, {"group", preset.id}});
    return list;
}

}  // namespace hakam::server
