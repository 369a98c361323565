#include "hakam/problem/themes.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "hakam/core/attacks.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam::problem {
namespace {

/// The position with the other side to move.
std::optional<Position> passed(const Position& p) {
    Setup setup = p.setup();
    setup.turn = ~setup.turn;
    setup.en_passant.reset();
    const auto q = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
    if (!q) return std::nullopt;
    return *q;
}

/// After a step; the side whose man stands on its square moves, the other having passed if need be.
std::optional<Position> after(const Position& p, const Step& step) {
    const Square from = square(step.from);
    std::optional<Position> q = p;
    if (const auto man = p.board().at(from); man && man->color != p.turn()) q = passed(p);
    if (!q) return std::nullopt;
    for (const Move m : q->legal_moves())
        if (uci::format(m) == step.uci) return q->after(m);
    return std::nullopt;
}

class Finder {
public:
    Finder(const Problem& problem, const Solution& solution, const Solution* set_play)
        : problem_{problem}, solution_{solution}, set_play_{set_play} {}

    std::vector<Theme> find() {
        if (problem_.is_fairy()) return {};
        Setup setup = problem_.setup;
        setup.turn = starter(problem_.stipulation, setup.turn);
        if (problem_.stipulation.is_proof_game() &&
            problem_.stipulation.aim.kind == AimKind::proof_game)
            setup = Position{}.setup();
        auto start = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
        if (!start) return {};
        if (solution_.kind == SolutionKind::line)
            line(*start);
        else
            tree(*start);
        return std::move(found_);
    }

private:
    void add(ThemeKind kind, std::string text, Line way = {}, std::optional<Square> at = {}) {
        if (found_.size() >= max_themes) return;
        for (const Theme& t : found_)
            if (t.kind == kind && t.text == text && t.way == way) return;
        found_.push_back({kind, std::move(text), std::move(way), at});
    }

    // ---- lines of play

    void line(const Position& start) {
        Position p = start;
        for (std::size_t i = 0; i < solution_.line.size(); ++i) {
            const Step& step = solution_.line[i];
            const auto next = after(p, step);
            if (!next) return;
            way_.push_back(step);
            returns();
            special(step, ~next->turn());
            // The last move of a line may be one of several replies.
            p = *next;
        }
        promotions();
        if (p.is_checkmate() && problem_.stipulation.aim.kind != AimKind::proof_game)
            mate(p, {});
    }

    void special(const Step& step, Color mover) {
        const std::string side = mover == Color::white ? "White" : "Black";
        if (step.castling) add(ThemeKind::castling, side + " castles: " + step.san);
        if (step.en_passant) add(ThemeKind::en_passant, side + " takes en passant: " + step.san);
        if (step.promotion == 0) return;
        kinds_[static_cast<std::size_t>(index(mover))].insert(step.promotion);
        if (step.promotion != 'Q') add(ThemeKind::underpromotion, side + " plays " + step.san);
    }
    void promotions() {
        for (const Color c : colors)
            if (kinds_[static_cast<std::size_t>(index(c))].size() == 4)
                add(ThemeKind::allumwandlung,
                    std::string{c == Color::white ? "White" : "Black"} +
                        "'s pawns become queen, rook, bishop and knight");
    }

    void mate(const Position& p, const Line& way) {
        const MatePicture picture = mate_picture(p);
        if (!picture.pure) return;
        const ThemeKind kind = picture.ideal   ? ThemeKind::ideal_mate
                               : picture.model ? ThemeKind::model_mate
                                               : ThemeKind::pure_mate;
        add(kind, picture.why_not.empty() ? "every man takes part" : picture.why_not, way,
            p.king(p.turn()));
    }

    // Whether the last step of way_ takes a man back to where it was.
    void returns() {
        const Step& last = way_.back();
        if (last.castling || last.promotion != 0) return;
        int wanted = last.from;
        std::size_t moves = 1;
        for (std::size_t i = way_.size() - 1; i-- > 0;) {
            const Step& s = way_[i];
            if (s.to != wanted || s.castling) continue;
            // The man that stands on `wanted` came there with this step.
            ++moves;
            wanted = s.from;
            if (wanted != last.to) continue;
            if (s.mover != last.mover) return;
            if (moves == 2)
                add(ThemeKind::switchback, s.san + " and back, " + last.san, way_);
            else
                add(ThemeKind::round_trip,
                    "back to " + to_string(square(wanted)) + " in " + std::to_string(moves) +
                        " moves, " + last.san,
                    way_);
            return;
        }
    }

    // ---- trees of attack and defence

    void tree(const Position& start) {
        std::optional<Position> p = start;
        if (solution_.line.empty()) {
            p = passed(start);  // set play
        } else {
            const Step& key = solution_.line.front();
            p = after(start, key);
            if (solution_.kind == SolutionKind::key) key_themes(key);
            way_.push_back(key);
        }
        if (!p) return;
        if (solution_.zugzwang && !solution_.branches.empty()) zugzwang(start);
        if (p->is_checkmate() && !way_.empty()) {
            mate(*p, way_);
            return;
        }
        node(*p, solution_.branches);
        promotions();
    }

    void key_themes(const Step& key) {
        if (key.castling) add(ThemeKind::castling_key, "the key is " + key.san);
        if (key.en_passant) add(ThemeKind::en_passant_key, "the key is " + key.san);
        if (key.promotion != 0) {
            add(ThemeKind::promotion_key, "the key is " + key.san);
            if (key.promotion != 'Q') add(ThemeKind::underpromotion, "the key is " + key.san);
            kinds_[static_cast<std::size_t>(index(problem_.setup.turn))].insert(key.promotion);
        }
    }

    void zugzwang(const Position& start) {
        add(ThemeKind::zugzwang, "the key threatens nothing");
        if (set_play_ == nullptr || start.is_check()) return;
        const auto other = passed(start);
        if (!other || set_play_->branches.size() != other->legal_moves().size()) return;
        add(ThemeKind::complete_block, "every reply is answered before the key as well");
        std::string changed;
        for (const Branch& b : solution_.branches)
            for (const Branch& s : set_play_->branches) {
                if (s.defence.uci != b.defence.uci || s.answers.empty() || b.answers.empty())
                    continue;
                const bool kept = std::any_of(
                    s.answers.begin(), s.answers.end(), [&](const Continuation& c) {
                        return std::any_of(b.answers.begin(), b.answers.end(),
                                           [&](const Continuation& d) { return d.step.uci == c.step.uci; });
                    });
                if (!kept)
                    changed += (changed.empty() ? "" : ", ") + b.defence.san + " " +
                               s.answers.front().step.san + "/" + b.answers.front().step.san;
            }
        if (!changed.empty()) add(ThemeKind::mutate, "changed: " + changed);
    }

    // After a move of the attack: its replies.
    void node(const Position& p, const std::vector<Branch>& all) {
        interferences(p, all);
        for (const Branch& b : all) {
            const auto reply = after(p, b.defence);
            if (!reply) continue;
            way_.push_back(b.defence);
            if (b.reaches_aim && reply->is_checkmate()) mate(*reply, way_);
            for (const Continuation& c : b.answers) {
                const auto next = after(*reply, c.step);
                if (!next) continue;
                way_.push_back(c.step);
                returns();
                if (c.step.castling || c.step.en_passant || c.step.promotion != 0)
                    special_answer(b, c.step, ~next->turn());
                if (c.branches.empty() && next->is_checkmate())
                    mate(*next, way_);
                else
                    node(*next, c.branches);
                way_.pop_back();
            }
            way_.pop_back();
        }
    }

    void special_answer(const Branch& b, const Step& step, Color mover) {
        // Only what the attack has to play: another promotion on the square would do as well.
        const auto others = std::count_if(
            b.answers.begin(), b.answers.end(), [&](const Continuation& c) {
                return c.step.from == step.from && c.step.to == step.to;
            });
        if (others > 1) return;
        special(step, mover);
    }

    struct Shut {
        const Branch* defence;
        Square line;  ///< where the man stands that is shut out
    };
    // Replies on one square that shut out each other's men, each with its own mate.
    void interferences(const Position& p, const std::vector<Branch>& all) {
        if (problem_.stipulation.aim.kind != AimKind::mate) return;
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i + 1; j < all.size(); ++j) {
                const Branch& a = all[i];
                const Branch& b = all[j];
                if (a.defence.to != b.defence.to || a.defence.from == b.defence.from) continue;
                if (a.defence.capture != b.defence.capture || a.defence.en_passant ||
                    b.defence.en_passant)
                    continue;
                if (!are_kinds(a.defence.mover, b.defence.mover)) continue;
                if (a.answers.size() != 1 || b.answers.size() != 1) continue;
                if (a.answers.front().step.uci == b.answers.front().step.uci) continue;
                if (!shuts(p, a, b.defence.from) || !shuts(p, b, a.defence.from)) continue;
                report(a, b);
            }
    }
    static bool are_kinds(char a, char b) {
        const auto lines = [](char c) { return c == 'R' || c == 'B' || c == 'P'; };
        return a != b && lines(a) && lines(b);
    }
    void report(const Branch& a, const Branch& b) {
        const Square at = square(a.defence.to);
        const std::string both = a.defence.san + " " + a.answers.front().step.san + ", " +
                                 b.defence.san + " " + b.answers.front().step.san;
        const bool taken = a.defence.capture && !way_.empty() && !way_.back().capture &&
                           way_.back().to == a.defence.to;
        if (taken)
            add(ThemeKind::novotny, way_.back().san + " on " + to_string(at) + ": " + both, way_, at);
        else if (!a.defence.capture)
            add(ThemeKind::grimshaw, "on " + to_string(at) + ": " + both, way_, at);
    }
    // Whether the answer to `b` mates only because the man that moved shuts out the one on `other`.
    static bool shuts(const Position& p, const Branch& b, int other) {
        const auto reply = after(p, b.defence);
        if (!reply) return false;
        const auto end = after(*reply, b.answers.front().step);
        if (!end || !end->is_checkmate()) return false;
        Setup setup = end->setup();
        setup.board.remove(square(b.defence.to));
        const auto open = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
        if (!open) return false;
        for (const Move m : open->legal_moves())
            if (index(m.from()) == other &&
                attacks::between(m.from(), m.to()).contains(square(b.defence.to)))
                return true;
        return false;
    }

    const Problem& problem_;
    const Solution& solution_;
    const Solution* set_play_;
    Line way_;
    std::array<std::set<char>, 2> kinds_;  ///< what pawns became, by colour
    std::vector<Theme> found_;
};

}  // namespace

std::string_view name(ThemeKind kind) noexcept {
    constexpr std::array<std::string_view, 17> names = {
        "zugzwang",       "complete-block", "mutate",     "castling-key", "en-passant-key",
        "promotion-key",  "underpromotion", "allumwandlung", "castling",  "en-passant",
        "switchback",     "round-trip",     "pure-mate",  "model-mate",   "ideal-mate",
        "grimshaw",       "novotny"};
    return names[static_cast<std::size_t>(kind)];
}

std::string describe(const Theme& theme) {
    std::string text{name(theme.kind)};
    std::replace(text.begin(), text.end(), '-', ' ');
    if (theme.kind == ThemeKind::grimshaw || theme.kind == ThemeKind::novotny)
        text[0] = static_cast<char>(text[0] - 32);
    text += ": " + theme.text;
    if (theme.way.size() < 2) return text;
    text += " (";
    for (std::size_t i = 0; i < theme.way.size(); ++i) {
        if (i > 0) text += ' ';
        if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ".";
        text += theme.way[i].san;
    }
    return text + ")";
}

std::vector<Theme> themes(const Problem& problem, const Solution& solution,
                          const Solution* set_play) {
    return Finder{problem, solution, set_play}.find();
}

}  // namespace hakam::problem
