// The loop of a terminal game: lines, clocks and an engine, each in its turn.

#include "play/table.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <cstring>
#include <deque>
#include <hakam/match/score_sheet.hpp>
#include <hakam/match/words.hpp>
#include <hakam/notation/fen.hpp>
#include <hakam/notation/san.hpp>
#include <hakam/notation/uci_move.hpp>
#include <hakam/pgn/writer.hpp>
#include <hakam/solve/winnable.hpp>
#include <memory>
#include <thread>

#include "board_picture.hpp"
#include "input.hpp"
#include "output.hpp"
#include "play/saved_game.hpp"
#include "play/spoken.hpp"
#include "wire/events_json.hpp"
#if defined(HAKAM_SERVER)
#include "server/engine_pool.hpp"
#endif

namespace hakam::cli {
namespace {

namespace asio = boost::asio;
using match::Actor;
using match::Command;
using match::EventType;
using match::Finding;
using match::Milliseconds;
using match::Phase;

bool is_for_the_arbiter(Finding finding) {
    switch (finding) {
        case Finding::illegal_move:
        case Finding::press_without_move:
        case Finding::two_hands:
        case Finding::pawn_not_promoted:
        case Finding::king_captured:
        case Finding::touch_breach:
            return true;
        default:
            return false;
    }
}

Command simple(EventType type, Actor actor) {
    Command command;
    command.type = type;
    command.actor = actor;
    return command;
}

/// "2026.11.30", as PGN writes dates.
std::string today() {
    const auto days = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    const std::chrono::year_month_day date{days};
    const auto two = [](unsigned n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(static_cast<int>(date.year())) + '.' +
           two(static_cast<unsigned>(date.month())) + '.' + two(static_cast<unsigned>(date.day()));
}

class Table {
public:
    explicit Table(const PlayOptions& options)
        : options_{options},
          letters_{*letters_for(options.language)},
          terminal_{::isatty(STDIN_FILENO) == 1 && output_is_terminal() && !options.json} {}

    int run() {
        if (const auto trouble = set_up()) {
            print_complaint(*trouble);
            return bad_input;
        }
        asio::signal_set signals{io_, SIGINT, SIGTERM};
        signals.async_wait([this](boost::system::error_code error, int) {
            if (!error) leave();
        });
        read_lines();
        look();
        io_.run();
        return finish();
    }

private:
    const match::LiveGame& game() const { return saved_.game(); }

    std::optional<std::string> set_up() {
        if (const auto trouble = find_engine()) return trouble;
        if (!options_.resume.empty()) {
            if (const auto trouble = saved_.resume(options_.resume)) return trouble;
            print_events(saved_.log(), Say::log);
            if (game().state.phase == Phase::stopped && left_by_us())
                give({simple(EventType::resume, Actor::arbiter)});
        } else {
            match::GameSettings settings;
            const auto rules = laws::settled_by_date(options_.rules, *laws::day_from(today()));
            if (!rules) return "rules " + describe(rules.error());
            settings.ruleset = *rules;
            settings.time_control = options_.time;
            settings.fen = options_.fen;
            settings.white = options_.white;
            settings.black = options_.black;
            settings.extra.emplace_back("date", today());
            const auto add = [&](std::string_view parameter) {
                settings.ruleset += settings.ruleset.find(':') == std::string::npos ? ':' : ',';
                settings.ruleset += parameter;
            };
            if (options_.chess960 >= 0) {
                settings.fen = fen::format(Position::chess960(options_.chess960));
                add("chess960=yes");
            }
            if (options_.no_arbiter) add("no-arbiter");
            if (!engine_.empty())
                (you_ == Color::white ? settings.black : settings.white) =
                    engine_.substr(engine_.rfind('/') + 1);
            if (const auto trouble = saved_.create(settings, options_.save)) return trouble;
            print_events(saved_.log(), Say::log);
            give({simple(EventType::round_start, Actor::system)});
        }
        if (!saved_.trouble().empty()) return saved_.trouble();
        return std::nullopt;
    }

    std::optional<std::string> find_engine() {
        if (options_.engine.empty()) return std::nullopt;
        you_ = options_.side == "black" ? Color::black : Color::white;
#if defined(HAKAM_SERVER)
        for (const std::string& path : server::installed_engines())
            if (path.substr(path.rfind('/') + 1) == options_.engine) engine_ = path;
        if (engine_.empty()) engine_ = options_.engine;
        if (::access(engine_.c_str(), X_OK) != 0)
            return "engine " + engine_ + ": " + std::strerror(errno);
        pool_ = std::make_unique<server::EnginePool>(io_, metrics_,
                                                     std::vector<std::string>{engine_}, 1);
        return std::nullopt;
#else
        return "this hakam was built without engines (-DHAKAM_SERVER=OFF)";
#endif
    }

    // Input -------------------------------------------------------------------------------------

    /// A thread of its own waits for lines, because a file or a pipe may block. It outlives the
    /// game if a line never comes, so it owns what it touches.
    void read_lines() {
        auto work = std::make_shared<asio::executor_work_guard<asio::io_context::executor_type>>(
            io_.get_executor());
        lines_open_ = work;
        std::weak_ptr<asio::executor_work_guard<asio::io_context::executor_type>> open = work;
        std::thread{[this, open] {
            LineReader reader{STDIN_FILENO, "-"};
            while (true) {
                auto line = reader.next();
                const auto still = open.lock();
                if (!still) return;
                const bool is_end = !line.has_value();
                asio::post(still->get_executor(), [this, line = std::move(line)]() mutable {
                    lines_.push_back(std::move(line));
                    take_lines();
                });
                if (is_end) return;
            }
        }}.detach();
    }

    /// A person may speak while the engine thinks; a script waits for its turn.
    void take_lines() {
        while (!lines_.empty() && !done_) {
            if (!terminal_ && thinking_) return;
            const auto line = std::move(lines_.front());
            lines_.pop_front();
            if (!line) return leave();
            if (line->too_long) {
                failed_ = true;
                unreadable(line->located({ErrorCode::too_long, {}, "a shorter line", {}}));
                continue;
            }
            hear(*line);
        }
    }

    Color hand(std::string_view line) const {
        if (!engine_.empty()) return you_;
        const bool answers = line.starts_with("accept") || line.starts_with("decline");
        if (answers && game().state.offer_by) return ~*game().state.offer_by;
        const bool recalls = line.starts_with("withdraw");
        if (recalls && game().state.offer_by) return *game().state.offer_by;
        if (line.starts_with("press") && game().state.unpressed[index(~game().turn())])
            return ~game().turn();
        return game().turn();
    }
    static std::size_t index(Color c) { return static_cast<std::size_t>(hakam::index(c)); }

    void hear(const InputLine& line) {
        give({Command{}}, Say::due);  // what has happened by itself comes first
        if (done_) return;
        const auto read = spoken(line.text, game(), hand(line.text), letters_);
        if (!read) {
            failed_ = true;
            unreadable(line.located(read.error()));
            return prompt();
        }
        using Kind = Spoken::Kind;
        switch (read->kind) {
            case Kind::commands:
                if (!engine_.empty() && read->commands.front().actor == match::actor_of(~you_)) {
                    refuse({match::RefusalCode::not_allowed, "the engine plays those men", {}});
                    break;
                }
                give(read->commands);
                return look();
            case Kind::board:
                if (options_.json)
                    print_state();
                else
                    print_board();
                break;
            case Kind::flip:
                flipped_ = !flipped_;
                print_board();
                break;
            case Kind::moves:
                print_moves();
                break;
            case Kind::fen:
                if (options_.json)
                    print_state();
                else
                    print_line(fen::format(game().position()));
                break;
            case Kind::score:
                write_score(read->argument);
                break;
            case Kind::clocks:
                if (options_.json)
                    print_state();
                else
                    print_line(clocks());
                break;
            case Kind::rulings:
                for (const match::Event& event : saved_.log())
                    if (event.type == EventType::ruling) print_line(in_words(event));
                break;
            case Kind::help:
                print(help_text());
                break;
            case Kind::takeback:
                take_back();
                return look();
            case Kind::quit:
                return leave();
            case Kind::nothing:
                break;
        }
        prompt();
    }

    /// A line that cannot be read: with --json an object among the others.
    void unreadable(const Error& error) {
        if (!options_.json) return print_error("-", error);
        boost::json::object object;
        object["error"] = to_json(error);
        print_json(object);
        flush();
    }
    void print_state() {
        boost::json::object object;
        object["state"] = wire::to_json(game(), saved_.now());
        print_json(object);
        flush();
    }

    void take_back() {
        if (game().rules().mode != match::Mode::casual)
            return refuse({match::RefusalCode::not_allowed,
                           "moves are taken back in casual games only", {}});
        std::size_t plies = game().plies();
        if (plies == 0)
            return refuse({match::RefusalCode::not_possible, "there is no move to take back", {}});
        --plies;
        // Against an engine: back to where you had the move.
        if (!engine_.empty() && plies > 0 && ~game().history.position(plies).turn() == you_)
            --plies;
        Command back = simple(EventType::restore_position, Actor::arbiter);
        back.args.amount = static_cast<std::int64_t>(plies);
        back.args.text = "takeback";
        give({back});
        if (game().state.phase == Phase::stopped) give({simple(EventType::resume, Actor::arbiter)});
    }

    // The game ----------------------------------------------------------------------------------

    enum class Say : std::uint8_t {
        answer,  ///< to a command of the players
        due,     ///< what happens by itself; a refusal is no news
        log,     ///< what was before
    };

    /// Gives the commands one after another, until one is refused or the game ends.
    bool give(const std::vector<Command>& commands, Say say = Say::answer) {
        for (const Command& command : commands) {
            if (done_ || (&command != commands.data() && game().over())) return false;
            const auto events = saved_.act(command);
            if (!saved_.trouble().empty()) {
                print_complaint(saved_.trouble());
                done_ = true;
                io_.stop();
                return false;
            }
            if (!events) {
                if (say == Say::answer) refuse(events.error());
                return false;
            }
            print_events(*events, say);
            if (!game().over() && !options_.no_arbiter) arbitrate(*events);
        }
        return true;
    }
    void refuse(const match::Refusal& refusal) {
        failed_ = true;
        if (options_.json) {
            boost::json::object object;
            object["refused"] = wire::to_json(refusal);
            print_json(object);
            return flush();
        }
        std::string text = refusal.why;
        if (!refusal.articles.empty()) text += " (" + refusal.articles + ')';
        print_complaint(text);
    }

    /// The program is the arbiter who sees everything: illegal acts and flags are ruled on at once
    /// where the rules let an arbiter do so.
    void arbitrate(const match::Events& events) {
        const match::MatchRules& rules = game().rules();
        const bool completed =
            std::any_of(events.begin(), events.end(), [](const match::Event& event) {
                return event.type == EventType::press_clock ||
                       event.type == EventType::move_completed;
            });
        const auto& open = game().state.open;
        const bool seen = std::any_of(open.begin(), open.end(), [](const match::OpenFinding& f) {
            return is_for_the_arbiter(f.kind);
        });
        if (completed && seen && rules.illegal_initiative == match::Initiative::arbiter) {
            give({simple(EventType::arbiter_sees, Actor::arbiter)}, Say::due);
            if (game().state.phase == Phase::stopped)
                give({simple(EventType::resume, Actor::arbiter)}, Say::due);
        }
        for (const Color side : colors)
            if (!game().over() && game().state.clock.fallen[index(side)] &&
                !game().state.flag_noticed[index(side)]) {
                Command notice = simple(EventType::flag_noticed, Actor::arbiter);
                notice.args.side = side;
                if (rules.flag_initiative == match::Initiative::arbiter)
                    give({notice}, Say::due);
                else if (!engine_.empty() && side == you_)
                    give({simple(EventType::claim_flag, match::actor_of(~you_))}, Say::due);
            }
    }

    /// After every change: the board for people, the engine's turn, the next moment to wake.
    void look() {
        if (done_) return;
        if (game().over()) return conclude();
        if (!options_.json && game().plies() != shown_) print_board();
        shown_ = game().plies();
        ask_engine();
        wake_later();
        prompt();
    }
    void wake_later() {
        timer_.cancel();
        const auto due = match::next_deadline(game());
        const bool ticks = terminal_ && game().state.clock.running;
        if (!due && !ticks) return;
        Milliseconds wait = ticks ? 1000 : 3'600'000;
        if (due) wait = std::min(wait, std::max<Milliseconds>(1, *due - saved_.now()));
        timer_.expires_after(std::chrono::milliseconds{wait});
        timer_.async_wait([this](boost::system::error_code error) {
            if (error || done_) return;
            const std::size_t before = saved_.log().size();
            give({Command{}}, Say::due);
            if (saved_.log().size() != before) return look();
            refresh_clocks();
            wake_later();
        });
    }

    void ask_engine() {
#if defined(HAKAM_SERVER)
        if (!pool_ || thinking_ || game().over()) return;
        if (game().state.offer_by == you_)
            give({simple(EventType::decline_draw, match::actor_of(~you_))}, Say::due);
        if (game().turn() == you_ || game().state.phase != Phase::live) return;
        thinking_ = true;
        asked_at_ = game().plies();
        server::EngineTask task;
        task.engine.path = engine_;
        task.engine.level = options_.level;
        task.engine.move_ms = options_.move_ms;
        task.chess960 = game().rules().chess960;
        const auto form = task.chess960 ? uci::Castling::chess960 : uci::Castling::standard;
        const auto castling = task.chess960 ? fen::CastlingForm::shredder : fen::CastlingForm::xfen;
        task.start_fen = fen::format(game().history.position(0), {.castling = castling});
        for (std::size_t ply = 1; ply <= game().plies(); ++ply)
            task.moves +=
                (ply > 1 ? " " : "") + std::string{uci::format(game().history[ply].move, form)};
        task.timed = game().control().timed();
        task.white_ms = game().time_left(Color::white, saved_.now());
        task.black_ms = game().time_left(Color::black, saved_.now());
        task.mover_ms = game().time_left(~you_, saved_.now());
        if (task.timed) {
            const match::Period& period = game().control().of(~you_).periods.back();
            if (period.kind == match::Extra::increment) task.increment_ms = period.extra;
        }
        pool_->think(std::move(task),
                     [this](const server::EngineAnswer& found) { answer(found.move, found.trouble); });
#endif
    }
    /// The engine's move; none, or one that is not legal, forfeits.
    void answer(const std::optional<std::string>& text, const std::string& trouble) {
        thinking_ = false;
        if (done_ || game().over()) return;
        if (game().turn() == you_ || game().plies() != asked_at_) return look();  // taken back
        if (!trouble.empty()) print_complaint("engine " + trouble);
        const bool foreign = game().rules().chess960;
        const auto form = foreign ? uci::Castling::chess960 : uci::Castling::standard;
        const auto move =
            text ? uci::parse(*text, game().position(), form) : Expected<Move>{Unexpected{Error{}}};
        if (!move) {
            Command end = simple(EventType::declare, Actor::arbiter);
            end.args.result = match::win_of(you_);
            end.args.reason = match::Reason::arbiter_decision;
            end.args.text = text ? "the engine played " + *text + ", which is not a legal move"
                                 : "the engine cannot go on: " + trouble;
            print_complaint(end.args.text);
            give({end}, Say::due);
            return look();
        }
        Command made = simple(EventType::make_move, match::actor_of(~you_));
        made.args.from = move->from();
        made.args.to = move->is_castling() && !foreign ? move->arrival() : move->to();
        made.args.piece = move->promotion();
        std::vector<Command> commands{made};
        if (game().rules().mode == match::Mode::over_the_board) {
            commands.push_back(simple(EventType::press_clock, made.actor));
            commands.back().args.side = ~you_;
        }
        give(commands);
        look();
        take_lines();
    }

    // Output ------------------------------------------------------------------------------------

    std::string in_words(const match::Event& event) const {
        const match::Args& args = event.args;
        switch (event.type) {
            case EventType::ruling: {
                std::string text = match::ruling_sentence(args);
                if (!args.articles.empty()) text += " (" + args.articles + ')';
                return text;
            }
            case EventType::time_adjust:
            case EventType::time_set:
                return args.side
                           ? std::string{*args.side == Color::white ? "White" : "Black"} + " has " +
                                 match::format_clock(game().time_left(*args.side, event.at))
                           : std::string{};
            case EventType::offer_draw:
                return event.actor == Actor::white ? "White offers a draw."
                                                   : "Black offers a draw.";
            case EventType::decline_draw:
                return "The offer is declined.";
            case EventType::restore_position:
                return "The position is put back to move " +
                       std::to_string((game().setup->first_ply + game().plies()) / 2 + 1) +
                       (game().turn() == Color::white ? ", White to move." : ", Black to move.");
            case EventType::flag_physical:
                return args.side == Color::white ? "White's flag has fallen."
                                                 : "Black's flag has fallen.";
            default:
                return {};
        }
    }
    void print_events(const match::Events& events, Say say) {
        if (options_.json) {
            for (const match::Event& event : events) print_json(wire::to_json(event));
            return flush();
        }
        if (say == Say::log) return;
        for (const match::Event& event : events) {
            if (event.type == EventType::move_made && event.args.move && game().plies() > 0)
                print_line(played());
            else if (const std::string text = in_words(event); !text.empty())
                print_line(text);
        }
        flush();
    }
    /// "12... Nf6"
    std::string played() const {
        const std::size_t ply = game().plies();
        const Position& before = game().history.position(ply - 1);
        const std::size_t number = (game().setup->first_ply + ply - 1) / 2 + 1;
        const Move move = game().history[ply].move;
        return std::to_string(number) + (before.turn() == Color::white ? ". " : "... ") +
               (before.is_legal(move) ? san::format(move, before, letters_)
                                      : to_string(move.from()) + to_string(move.to()));
    }
    void print_board() {
        PictureOptions picture;
        const bool black_below = (!engine_.empty() && you_ == Color::black) != flipped_;
        picture.bottom = black_below ? Color::black : Color::white;
        if (game().plies() > 0) {
            const Move last = game().history.back().move;
            picture.last_move.push_back({last.from(), last.to()});
        }
        print_line(
            board_text(game().position(), picture, colour_on_output() ? Ink::colour : Ink::plain));
        flush();
    }
    void print_moves() {
        std::string text;
        for (const Move move : game().position().legal_moves())
            text += (text.empty() ? "" : " ") + san::format(move, game().position(), letters_);
        print_line(text);
    }
    std::string clocks() const {
        if (!game().control().timed()) return "no clocks";
        const auto one = [&](Color side) {
            return std::string{side == Color::white ? "White " : "Black "} +
                   match::format_clock(game().time_left(side, saved_.now())) +
                   (game().state.clock.running == side ? "*" : "");
        };
        return one(Color::white) + "   " + one(Color::black);
    }
    std::string status() const {
        std::string text = game().turn() == Color::white ? "White to move" : "Black to move";
        if (game().position().is_check()) text += ", in check";
        if (thinking_) text += ", the engine thinks";
        if (game().control().timed()) text += "   " + clocks();
        return text;
    }
    void prompt() {
        if (!terminal_ || done_) return flush();
        print_line(status());
        print("> ");
        flush();
        prompted_ = true;
    }
    /// Writes the status line above the prompt again; what is being typed stays.
    void refresh_clocks() {
        if (!terminal_ || !prompted_ || !colour_on_output()) return;
        print("\0337\033[1A\r" + status() + "\033[K\0338");
        flush();
    }

    void write_score(const std::string& file) {
        const std::string text = pgn::format(match::score_sheet(saved_.log()));
        if (file.empty()) return print(text);
        const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        const bool written = descriptor >= 0 && ::write(descriptor, text.data(), text.size()) ==
                                                    static_cast<ssize_t>(text.size());
        if (!written) {
            failed_ = true;
            print_complaint("cannot write " + file + ": " + std::strerror(errno));
        }
        if (descriptor >= 0) ::close(descriptor);
    }

    // The end -----------------------------------------------------------------------------------

    void conclude() {
        if (!options_.json) {
            print_board();
            std::string text =
                match::outcome_text(game().state.result) + "  " + match::result_sentence(game());
            if (!game().state.articles.empty()) text += " (" + game().state.articles + ')';
            print_line(text);
            print_proof();
        }
        stop();
    }
    /// Where the result hangs on whether somebody can mate: the line, or why there is none.
    void print_proof() {
        if (!game().state.verdict) return;
        for (const laws::MateProof& proof : game().state.verdict->evidence.proofs)
            print_proof(proof);
    }
    void print_proof(const laws::MateProof& proof) {
        const std::string side = proof.side == Color::white ? "White" : "Black";
        const Winnable& answer = proof.answer;
        if (answer.decision == Decision::no)
            print_line("  " + side + " cannot mate: " + describe(answer.argument) + '.');
        if (answer.decision != Decision::yes || answer.line.size() > 16 || answer.line.empty() ||
            game().state.result != match::win_of(proof.side))
            return;
        std::string line;
        Position position = game().position();
        for (const Move move : answer.line) {
            line += ' ' + san::format(move, position, letters_);
            position = position.after(move);
        }
        print_line("  " + side + " can mate, for example by" + line + '.');
    }

    /// Whether the clocks stand because the program was left, not because of a ruling.
    bool left_by_us() const {
        return !saved_.log().empty() && saved_.log().back().type == EventType::stop &&
               saved_.log().back().args.text == left_text;
    }
    void leave() {
        if (!game().over() && game().state.phase == Phase::live &&
            !options_.save.empty() + !options_.resume.empty()) {
            Command pause = simple(EventType::stop, Actor::arbiter);
            pause.args.text = left_text;
            give({pause}, Say::due);
            if (!options_.json)
                print_line("Kept. Go on with: hakam play --resume " +
                           (options_.save.empty() ? options_.resume : options_.save));
        }
        stop();
    }
    void stop() {
        done_ = true;
        lines_open_.reset();
#if defined(HAKAM_SERVER)
        if (pool_) pool_->stop();
#endif
        io_.stop();
    }
    int finish() {
        if (!options_.pgn.empty()) write_score(options_.pgn);
        flush();
        if (!saved_.trouble().empty()) return bad_input;
        return failed_ && !terminal_ ? bad_input : answered;
    }

    static constexpr std::string_view left_text = "the program was left";

    const PlayOptions& options_;
    const Letters& letters_;
    const bool terminal_;
    asio::io_context io_;
    asio::steady_timer timer_{io_};
#if defined(HAKAM_SERVER)
    server::Metrics metrics_;
    std::unique_ptr<server::EnginePool> pool_;
#endif
    SavedGame saved_;
    std::string engine_;
    Color you_ = Color::white;
    std::shared_ptr<asio::executor_work_guard<asio::io_context::executor_type>> lines_open_;
    std::deque<std::optional<InputLine>> lines_;
    bool thinking_ = false;
    std::size_t asked_at_ = 0;
    std::size_t shown_ = SIZE_MAX;
    bool flipped_ = false;
    bool prompted_ = false;
    bool failed_ = false;  ///< something was not understood or refused
    bool done_ = false;
};

}  // namespace

int play_at_terminal(const PlayOptions& options) { return Table{options}.run(); }

}  // namespace hakam::cli
