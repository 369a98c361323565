#include "hakam/problem/press.hpp"

#include "course.hpp"

namespace hakam::problem {
namespace {

class Press {
public:
    Press(const Stipulation& stipulation, Color first, const Letters& letters)
        : stipulation_{stipulation}, attack_{first}, letters_{letters} {}

    std::string tree(const Solution& s) {
        if (s.line.empty()) {
            branches(s.branches, 1, 0);
            return std::move(out_);
        }
        out_ = "1." + move(s.line.front(), attack_);
        out_ += s.kind == SolutionKind::attempt ? "?" : "!";
        if (!s.threats.empty()) out_ += " (" + list(s.threats, 2) + ")";
        if (s.zugzwang) out_ += " zugzwang";
        out_ += '\n';
        branches(s.branches, 1, 1);
        if (s.kind == SolutionKind::attempt) {
            out_ += "    but 1...";
            for (std::size_t i = 0; i < s.refutations.size(); ++i)
                out_ += (i > 0 ? ", " : "") + move(s.refutations[i], ~attack_) + "!";
            out_ += '\n';
        }
        return std::move(out_);
    }

    std::string line(const Solution& s) {
        const auto lengths = courses(stipulation_, attack_);
        const Course* course = nullptr;
        for (const Course& c : lengths)
            if (c.moves == s.moves) course = &c;
        Color mover = attack_;
        const bool begins_late = s.set_play || (stipulation_.half && !stipulation_.is_proof_game());
        int number = 1;
        std::size_t in_number = begins_late ? 1 : 0;
        if (stipulation_.order != Order::alternate) return series(s);
        (void)course;
        if (s.set_play) mover = ~mover;
        for (std::size_t i = 0; i < s.line.size(); ++i) {
            if (in_number == 0)
                out_ += (i > 0 ? " " : "") + std::to_string(number) + ".";
            else
                out_ += i == 0 ? "1..." : " ";
            out_ += move(s.line[i], mover);
            mover = ~mover;
            if (++in_number == 2) {
                in_number = 0;
                ++number;
            }
        }
        return finish(s);
    }

private:
    // The side that moves in series has a number for each of its moves.
    std::string series(const Solution& s) {
        const bool help = stipulation_.play == Play::help;
        Color mover = stipulation_.intro != 0 ? ~attack_ : attack_;
        const bool parry = stipulation_.order != Order::series;
        const auto intro = static_cast<std::size_t>(stipulation_.intro);
        int number = 1;
        for (std::size_t i = 0; i < s.line.size(); ++i) {
            if (i > 0) out_ += ' ';
            const bool last = i + 1 == s.line.size() && !s.set_play && (help || !s.replies.empty());
            const bool answer = last || s.set_play || (parry && i > 0 && s.line[i - 1].check);
            if (i < intro)
                out_ += std::to_string(i + 1) + "." + move(s.line[i], ~mover);
            else if (answer)
                out_ += move(s.line[i], ~mover);
            else
                out_ += std::to_string(number++) + "." + move(s.line[i], mover);
        }
        return finish(s);
    }

    std::string finish(const Solution& s) {
        if (s.replies.size() > 1) {
            out_ += " (";
            const Color mover = stipulation_.order == Order::alternate && s.line.size() % 2 == 0
                                    ? attack_
                                    : ~attack_;
            for (std::size_t i = 0; i < s.replies.size(); ++i)
                out_ += (i > 0 ? ", " : "") + move(s.replies[i], mover);
            out_ += ")";
        }
        out_ += '\n';
        return std::move(out_);
    }

    std::string move(const Step& step, Color color) const {
        return in_letters(step, color, letters_);
    }

    std::string list(const std::vector<Continuation>& all, int number) const {
        std::string text;
        for (const Continuation& c : all)
            text += (text.empty() ? std::to_string(number) + "." : ", ") + move(c.step, attack_);
        return text;
    }

    void branches(const std::vector<Branch>& all, int number, int indent) {
        for (const Branch& b : all) {
            if (b.refutes) continue;
            out_.append(static_cast<std::size_t>(4 * indent), ' ');
            out_ += std::to_string(number) + "..." + move(b.defence, ~attack_);
            bool deep = false;
            for (const Continuation& c : b.answers) deep = deep || !c.branches.empty();
            if (!deep) {
                if (!b.answers.empty()) out_ += ' ' + list(b.answers, number + 1);
                out_ += '\n';
                continue;
            }
            out_ += '\n';
            for (const Continuation& c : b.answers) {
                out_.append(static_cast<std::size_t>(4 * (indent + 1)), ' ');
                out_ += std::to_string(number + 1) + "." + move(c.step, attack_) + '\n';
                branches(c.branches, number + 1, indent + 2);
            }
        }
    }

    const Stipulation& stipulation_;
    Color attack_;
    const Letters& letters_;
    std::string out_;
};

}  // namespace

std::string in_letters(const Step& step, Color color, const Letters& letters) {
    if (&letters == &english || step.castling) return step.san;
    std::string text;
    for (std::size_t i = 0; i < step.san.size(); ++i) {
        const char c = step.san[i];
        const auto type = c == 'P' ? std::nullopt : piece_type_from(c);
        if (type && (i == 0 || step.san[i - 1] == '='))
            text += letters.letter({color, *type});
        else
            text += c;
    }
    return text;
}

std::string press(const Solution& solution, const Stipulation& stipulation, Color first,
                  const Letters& letters) {
    Press press{stipulation, first, letters};
    return solution.kind == SolutionKind::line ? press.line(solution) : press.tree(solution);
}

std::string sentence(const Summary& summary, const Stipulation& stipulation) {
    if (!summary.obstacle.empty()) return summary.obstacle;
    const bool tree = !stipulation.is_line_play();
    const std::string one = tree ? "key" : "solution";
    const auto count = [&](std::uint64_t n) {
        return n == 0 ? "no " + one : std::to_string(n) + " " + one + (n == 1 ? "" : "s");
    };
    if (summary.complete) return count(summary.solutions);
    std::string text = count(summary.solutions) + " so far";
    if (summary.decided_moves > 0)
        text += "; all of at most " + std::to_string(summary.decided_moves) +
                (summary.decided_moves == 1 ? " move" : " moves") + " are known";
    if (!summary.failed.empty()) {
        text += "; no " + one + " among these " + std::to_string(summary.failed.size()) +
                (summary.failed.size() == 1 ? " move:" : " moves:");
        for (const Step& s : summary.failed) text += " " + s.san;
    }
    return text;
}

}  // namespace hakam::problem
