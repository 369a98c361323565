// The log of a live game rebuilt from its score; score_sheet.cpp is the way there.

#include <algorithm>
#include <chrono>

#include "hakam/match/score_sheet.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/pgn/command.hpp"
#include "score_words.hpp"
#include "text.hpp"

namespace hakam::match {
namespace {

using pgn::Tree;

std::optional<Color> color_from(std::string_view word) {
    if (word == "white") return Color::white;
    if (word == "black") return Color::black;
    return std::nullopt;
}
std::optional<Milliseconds> clock_of(std::string_view text) {
    const auto time = pgn::parse_clock(text);
    if (!time) return std::nullopt;
    return Milliseconds{time->count()};
}
/// "A ruling in words. (7.5.5)": the articles.
std::string articles_at_end(std::string_view comment) {
    const std::size_t open = comment.rfind('(');
    if (open == std::string_view::npos || comment.empty() || comment.back() != ')') return {};
    return std::string{comment.substr(open + 1, comment.size() - open - 2)};
}

/// How a game ended for which no reason is stated.
Reason reason_of(std::string_view termination, Result result) {
    const bool draw = result == Result::draw;
    std::string lower{termination};
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    if (lower == "time forfeit") return draw ? Reason::flag_fall_cannot_mate : Reason::flag_fall;
    if (lower == "rules infraction") return Reason::penalty;
    if (lower == "adjudication") return Reason::arbiter_decision;
    if (lower == "abandoned") return draw ? Reason::disconnection_cannot_mate : Reason::disconnection;
    return Reason::signed_result;
}
/// The article under which a result without a stated one stands.
std::string_view article_of(Reason reason) {
    switch (reason) {
        case Reason::flag_fall:
        case Reason::flag_fall_cannot_mate:
            return "6.9";
        case Reason::signed_result:
            return "8.7";
        default:
            return "";
    }
}

class Rebuilder {
public:
    Rebuilder(const Tree& score, const ScoreReading& reading) : score_{score}, reading_{reading} {}

    Expected<Events> run() {
        if (!begin() || !play() || !end()) return Unexpected{error_};
        return std::move(log_);
    }

private:
    std::string_view tag(std::string_view name) const {
        return pgn::find(score_.tags, name).value_or(std::string_view{});
    }
    bool fail(ErrorCode code, std::string expected, std::string found) {
        error_ = {code, {}, std::move(expected), std::move(found)};
        return false;
    }

    bool begin() {
        GameSettings settings;
        settings.ruleset = tag("Ruleset").empty() ? reading_.ruleset : std::string{tag("Ruleset")};
        settings.fen = fen::format(score_.start());
        if (score_.start() == Position{}) settings.fen = "startpos";
        settings.white = tag("White");
        settings.black = tag("Black");
        for (const auto& [name, value] : score_.tags) {
            constexpr std::array<std::string_view, 12> told = {
                "White",       "Black",   "Result", "FEN",    "SetUp",    "TimeControl",
                "Termination", "Ruleset", "Clock",  "Reason", "Articles", "Outcome"};
            if (std::find(told.begin(), told.end(), name) != told.end() || name == "Variant")
                continue;
            if (value != pgn::unknown_value(name)) settings.extra.emplace_back(name, value);
        }
        if (!tag("Clock").empty()) {
            settings.time_control = tag("Clock");
        } else if (!tag("TimeControl").empty()) {
            const auto control = parse_pgn_time_control(tag("TimeControl"));
            if (!control) return refused("tag TimeControl: ", control.error());
            settings.time_control = control->timed() ? format(*control) : "none";
        }
        const auto created = create(settings, reading_.start);
        if (!created) return refused("", created.error());
        now_ = reading_.start;
        add(*created);
        return give({EventType::round_start, Actor::system, {}, 0}, "the start");
    }
    bool refused(const std::string& where, const Error& error) {
        return fail(error.code, where + error.expected, error.found);
    }

    bool play() {
        remarks(Tree::root);
        Tree::Id id = score_.node(Tree::root).first_child;
        for (; id != Tree::none; id = score_.node(id).first_child) {
            const Tree::Node& node = score_.node(id);
            if (node.is_null_move)
                return fail(ErrorCode::illegal_move, "a move", "a null move in the main line");
            if (!make(node.move, id)) return false;
            remarks(id);
        }
        for (const Tree::Unplayed& rest : score_.unplayed)
            if (rest.after == score_.main_end())
                return fail(ErrorCode::illegal_move, "legal moves only", excerpt(rest.texts));
        return true;
    }

    bool make(Move move, Tree::Id id) {
        const Color side = game_.turn();
        const std::string where = std::to_string((game_.setup->first_ply + game_.plies()) / 2 + 1) +
                                  (side == Color::white ? "." : "...") +
                                  san::format(move, game_.position());
        std::optional<Milliseconds> shown;
        bool offer = false;
        for (const std::string_view comment : score_.comments(id)) {
            if (const auto clk = pgn::find_command(comment, "clk")) shown = clock_of(clk->argument);
            if (comment.find("(=)") != std::string_view::npos) offer = true;
        }
        const bool timed = game_.control().timed();
        if (timed && shown) now_ = moment_of(side, std::max<Milliseconds>(*shown, 1));
        Command command{EventType::make_move, actor_of(side), {}, 0};
        command.args.from = move.from();
        const bool foreign = game_.rules().chess960;
        command.args.to = move.is_castling() && !foreign ? move.arrival() : move.to();
        command.args.piece = move.promotion();
        const std::size_t plies = game_.plies();
        if (game_.rules().announcements) {  // Appendix D.2
            Command spoken{EventType::announce, actor_of(side), {}, 0};
            spoken.args.move = move;
            if (!give(spoken, where)) return false;
        }
        if (!give(command, where)) return false;
        if (game_.plies() != plies + 1)
            return fail(ErrorCode::illegal_move, "a move that the ruleset plays", where);
        if (offer && !game_.over())
            if (!give({EventType::offer_draw, actor_of(side), {}, 0}, where)) return false;
        if (!game_.over() && game_.state.unpressed[static_cast<std::size_t>(index(side))]) {
            Command press{EventType::press_clock, actor_of(side), {}, 0};
            press.args.side = side;
            if (!give(press, where)) return false;
        }
        if (timed && shown) show(side, *shown);
        return true;
    }

    /// When `side` must complete its move so that its clock shows `shown` after it. The later the
    /// press the less is left, so that halving finds it for every kind of clock.
    Milliseconds moment_of(Color side, Milliseconds shown) const {
        const auto left_at = [&](Milliseconds at) {
            const Clock after = pressed(game_.control(), game_.state.clock, side, Counts::yes, at);
            return remaining(game_.control(), after, side, at);
        };
        Milliseconds low = now_;
        if (left_at(low) <= shown) return low;
        Milliseconds high = low + game_.time_left(side, now_) + day;
        while (high - low > 1) {
            const Milliseconds middle = low + (high - low) / 2;
            (left_at(middle) >= shown ? low : high) = middle;
        }
        return low;
    }
    /// The clock of `side` is put right if it does not show that.
    void show(Color side, Milliseconds shown) {
        if (game_.over() || game_.time_left(side, now_) == shown) return;
        Event event;
        event.type = EventType::time_set;
        event.actor = Actor::arbiter;
        event.args.side = side;
        event.args.amount = shown;
        event.args.text = "as the score says";
        state_fact(std::move(event));
    }

    /// Commands in the comments after a move, in their order.
    void remarks(Tree::Id id) {
        for (const std::string_view comment : score_.comments(id)) {
            std::size_t from = 0;
            while (const auto command = pgn::next_command(comment, from)) {
                from = command->offset + command->length;
                if (game_.over()) return;
                remark(*command, comment);
            }
        }
    }
    void remark(const pgn::Command& command, std::string_view comment) {
        const auto words = detail::split(command.argument, " ");
        if (command.name == "offer") {
            if (const auto side = color_from(words[0]))
                (void)give({EventType::offer_draw, actor_of(*side), {}, 0}, "an offer");
        } else if (command.name == "time" && words.size() == 2) {
            const auto side = color_from(words[0]);
            const auto left = clock_of(words[1]);
            if (!side || !left || !game_.control().timed()) return;
            if (game_.state.clock.running == side && *left <= game_.time_left(*side, now_))
                elapse(*side, *left);
            else
                show(*side, *left);
        } else if (command.name == "illegal" && words.size() == 2) {
            const auto side = color_from(words[0]);
            const auto count = detail::number(words[1]);
            if (!side || !count) return;
            Event event;
            event.type = EventType::circumstance;
            event.actor = Actor::arbiter;
            event.args.text = "illegal";
            event.args.side = side;
            event.args.amount = *count;
            state_fact(std::move(event));
        } else if (command.name == "ruling") {
            const auto kind = ruling_kind_from(words[0]);
            if (!kind) return;
            Event event;
            event.type = EventType::ruling;
            event.actor = Actor::arbiter;
            event.args.ruling = *kind;
            if (words.size() > 1) event.args.side = color_from(words[1]);
            event.args.articles = articles_at_end(comment);
            state_fact(std::move(event));
        }
    }
    /// The time of who thinks runs until its clock shows `left`.
    void elapse(Color side, Milliseconds left) {
        Milliseconds low = now_;
        Milliseconds high = now_ + game_.time_left(side, now_) + day;
        while (low < high) {
            const Milliseconds middle = low + (high - low) / 2;
            if (game_.time_left(side, middle) > left)
                low = middle + 1;
            else
                high = middle;
        }
        now_ = low;
        (void)give({}, "the clock");
    }

    bool end() {
        const std::string_view outcome = tag("Outcome");
        Result result = Result::none;
        if (!outcome.empty())
            result = result_from(outcome).value_or(Result::none);
        else if (score_.termination == pgn::Termination::white_wins)
            result = Result::white_wins;
        else if (score_.termination == pgn::Termination::black_wins)
            result = Result::black_wins;
        else if (score_.termination == pgn::Termination::draw)
            result = Result::draw;
        if (game_.over()) {
            if (game_.state.result == result || result == Result::none) return true;
            return fail(ErrorCode::unexpected_text,
                        std::string{name(game_.state.result)} + ", by " + game_.state.articles,
                        std::string{name(result)});
        }
        if (result == Result::none) return true;
        Event event;
        event.type = EventType::game_ended;
        event.actor = Actor::arbiter;
        event.args.result = result;
        const auto stated = reason_from(tag("Reason"));
        event.args.reason = stated.value_or(reason_of(tag("Termination"), result));
        event.args.articles = tag("Articles");
        if (event.args.articles.empty()) event.args.articles = article_of(event.args.reason);
        state_fact(std::move(event));
        return true;
    }

    void add(const Events& events) {
        for (const Event& event : events) {
            game_ = evolve(std::move(game_), event);
            log_.push_back(event);
        }
    }
    /// What the score states without saying how it came about.
    void state_fact(Event event) {
        event.seq = static_cast<std::uint32_t>(log_.size() + 1);
        event.at = now_;
        add({std::move(event)});
    }
    bool give(const Command& command, const std::string& where) {
        const auto events = decide(game_, command, now_, reading_.budget);
        if (!events) {
            const Refusal& refusal = events.error();
            std::string why = refusal.why;
            if (game_.over())
                why += ": " + std::string{name(game_.state.reason)} + ", " + game_.state.articles;
            return fail(ErrorCode::illegal_move, std::move(why), where);
        }
        add(*events);
        return true;
    }

    const Tree& score_;
    const ScoreReading& reading_;
    LiveGame game_;
    Events log_;
    Milliseconds now_ = 0;
    Error error_;
};

}  // namespace

Expected<Events> log_from_score(const Tree& score, const ScoreReading& reading) {
    return Rebuilder{score, reading}.run();
}

}  // namespace hakam::match
