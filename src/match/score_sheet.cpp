// The log of a live game written as PGN; score_reading.cpp is the way back.

#include "hakam/match/score_sheet.hpp"

#include <algorithm>
#include <chrono>

#include "hakam/match/words.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/pgn/command.hpp"
#include "score_words.hpp"

namespace hakam::match {
namespace {

using detail::colour_word;

/// What the score says beside an official move.
struct Entry {
    std::optional<Milliseconds> clock;
    bool offer = false;
    std::vector<std::string> remarks;
};

/// Follows a log and notes what belongs into the score.
class Scorer {
public:
    void see(const Event& event) {
        const std::size_t before = game_.setup ? game_.plies() : 0;
        game_ = evolve(std::move(game_), event);
        if (!game_.setup) return;
        resize();
        switch (event.type) {
            case EventType::move_completed:
                completed(event);
                break;
            case EventType::offer_draw:
                offered(event);
                break;
            case EventType::ruling:
                ruled(event.args);
                break;
            case EventType::time_adjust:
            case EventType::time_set:
                if (event.args.side) time_changed(*event.args.side, event.at);
                break;
            case EventType::restore_position:
                if (game_.plies() < before) remark("The moves after this one were taken back.");
                break;
            case EventType::circumstance:
                if (event.args.text == "illegal" && event.args.side)
                    remark("[%illegal " + colour_word(*event.args.side) + " " +
                           std::to_string(event.args.amount) + "]");
                break;
            case EventType::adjourn:
                remark("Adjourned.");
                break;
            case EventType::declare:
                declared_ = event.args.text;
                break;
            case EventType::game_ended:
                if (!event.args.text.empty()) declared_ = event.args.text;
                ended(event.at);
                break;
            default:
                break;
        }
    }

    pgn::Tree write() const {
        pgn::Tree tree{game_.history.position(0)};
        write_tags(tree);
        write_moves(tree);
        return tree;
    }
    bool has_begun() const { return game_.setup != nullptr; }

private:
    Color mover_of(std::size_t ply) const { return ~game_.history.position(ply).turn(); }

    /// One entry for each official move; rulings on moves that were taken back stay in the score.
    void resize() {
        const std::size_t size = game_.plies() + 1;
        for (std::size_t i = size; i < entries_.size(); ++i)
            for (std::string& text : entries_[i].remarks)
                entries_[size - 1].remarks.push_back(std::move(text));
        entries_.resize(size);
    }
    void completed(const Event& event) {
        const Color side = event.args.side.value_or(side_of(event.actor).value_or(~game_.turn()));
        // The opponent may have made his reply before the press (6.2.2).
        for (std::size_t ply = game_.plies(); ply > 0 && ply + 2 > game_.plies(); --ply) {
            if (mover_of(ply) != side) continue;
            if (game_.control().timed()) entries_[ply].clock = game_.time_left(side, event.at);
            return;
        }
    }
    void offered(const Event& event) {
        const auto side = side_of(event.actor);
        if (!side) return;
        const std::size_t last = game_.plies();
        if (last > 0 && mover_of(last) == *side)
            entries_[last].offer = true;
        else
            remark("[%offer " + colour_word(*side) + "]");
    }
    void ruled(const Args& args) {
        std::string text = "[%ruling " + std::string{name(args.ruling)};
        if (args.side) text += " " + colour_word(*args.side);
        text += "] " + ruling_sentence(args);
        if (!args.articles.empty()) text += " (" + args.articles + ")";
        remark(std::move(text));
    }
    void time_changed(Color side, Milliseconds at) {
        if (!game_.control().timed()) return;
        remark("[%time " + colour_word(side) + " " +
               pgn::format_clock(std::chrono::milliseconds{game_.time_left(side, at)}) + "]");
    }
    /// What the clock of who had the move showed, since no move tells it any more.
    void ended(Milliseconds at) {
        const Color side = game_.turn();
        for (std::size_t ply = game_.plies(); ply > 0; --ply)
            if (mover_of(ply) == side) {
                if (entries_[ply].clock == game_.time_left(side, at)) return;
                break;
            }
        time_changed(side, at);
    }
    void remark(std::string text) {
        // A brace would end the comment that the text stands in.
        std::replace(text.begin(), text.end(), '}', ')');
        entries_[game_.plies()].remarks.push_back(std::move(text));
    }

    void write_tags(pgn::Tree& tree) const {
        const GameSettings& settings = game_.setup->settings;
        const auto tag = [&](std::string_view name, std::string_view value) {
            pgn::set(tree.tags, name, value);
        };
        for (const std::string_view name : pgn::seven_tags) tag(name, pgn::unknown_value(name));
        for (const auto& [key, value] : settings.extra)
            if (const auto name = detail::tag_name(key); !name.empty() && !value.empty())
                tag(name, value);
        if (!settings.white.empty()) tag("White", settings.white);
        if (!settings.black.empty()) tag("Black", settings.black);
        const Result result = game_.over() ? game_.state.result : Result::none;
        const std::string outcome = outcome_text(result);
        tree.termination = outcome == "1-0"       ? pgn::Termination::white_wins
                           : outcome == "0-1"     ? pgn::Termination::black_wins
                           : outcome == "1/2-1/2" ? pgn::Termination::draw
                                                  : pgn::Termination::unknown;
        tag("Result", to_string(tree.termination));
        if (game_.rules().chess960) tag("Variant", "Chess960");
        if (game_.history.position(0) != Position{} || game_.rules().chess960) {
            tag("SetUp", "1");
            tag("FEN", fen::format(game_.history.position(0)));
        }
        write_time_control(tree);
        tag("Ruleset", settings.ruleset);
        tag("Termination", detail::termination_of(game_.state));
        if (!game_.over()) return;
        if (to_string(tree.termination) != name(result) && result != Result::draw)
            tag("Outcome", name(result));
        tag("Reason", name(game_.state.reason));
        if (!game_.state.articles.empty()) tag("Articles", game_.state.articles);
    }
    void write_time_control(pgn::Tree& tree) const {
        const std::string text = format_pgn(game_.control().of(Color::white));
        pgn::set(tree.tags, "TimeControl", text);
        // What the standard's tag cannot say: unequal sides, a limit for each move.
        const std::string& own = game_.setup->settings.time_control;
        const auto said = parse_pgn_time_control(text);
        const auto meant = parse_time_control(own);
        if (!said || !meant || *said != *meant) pgn::set(tree.tags, "Clock", own);
    }

    void write_moves(pgn::Tree& tree) const {
        pgn::Tree::Id node = pgn::Tree::root;
        add_remarks(tree, node, entries_[0]);
        for (std::size_t ply = 1; ply <= game_.plies(); ++ply) {
            const Position& before = game_.history.position(ply - 1);
            const Move move = game_.history[ply].move;
            if (!before.is_legal(move) ||
                before.after(move).board() != game_.history.position(ply).board())
                return write_unplayed(tree, node, ply);
            node = tree.add(node, move);
            add_remarks(tree, node, entries_[ply]);
        }
        if (game_.over()) {
            std::string text = result_sentence(game_);
            if (!game_.state.articles.empty()) text += " (" + game_.state.articles + ")";
            if (!declared_.empty()) text += ": " + declared_;
            std::replace(text.begin(), text.end(), '}', ')');
            tree.add_comment(node, text);
        }
    }
    static void add_remarks(pgn::Tree& tree, pgn::Tree::Id node, const Entry& entry) {
        std::string text;
        const auto add = [&text](std::string_view part) {
            if (!text.empty()) text += ' ';
            text += part;
        };
        if (entry.clock)
            add("[%clk " + pgn::format_clock(std::chrono::milliseconds{*entry.clock}) + "]");
        if (entry.offer) add("(=)");
        if (!text.empty()) tree.add_comment(node, text);
        for (const std::string& remark : entry.remarks) tree.add_comment(node, remark);
    }
    void write_unplayed(pgn::Tree& tree, pgn::Tree::Id node, std::size_t ply) const {
        std::string texts;
        for (; ply <= game_.plies(); ++ply) {
            if (!texts.empty()) texts += ' ';
            const Move move = game_.history[ply].move;
            texts += to_string(move.from()) + "-" + to_string(move.to());
        }
        tree.unplayed.push_back({node, texts});
    }

    LiveGame game_;
    std::vector<Entry> entries_;
    std::string declared_;  ///< the arbiter's words about the end
};

}  // namespace

pgn::Tree score_sheet(const Events& log) {
    Scorer scorer;
    for (const Event& event : log) scorer.see(event);
    return scorer.has_begun() ? scorer.write() : pgn::Tree{};
}

}  // namespace hakam::match
