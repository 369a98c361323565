#include <boost/json/array.hpp>

#include "hakam/problem/press.hpp"
#include "job.hpp"

namespace hakam::cli {
namespace {

namespace json = boost::json;
using problem::Branch;
using problem::Continuation;
using problem::Step;

json::object to_json(const Step& step) { return {{"move", step.uci}, {"san", step.san}}; }

template <class Range, class F>
json::array array_of(const Range& range, F&& f) {
    json::array result;
    for (const auto& one : range) result.emplace_back(f(one));
    return result;
}

json::array to_json(const std::vector<Branch>& branches);

json::object to_json(const Continuation& c) {
    json::object o = to_json(c.step);
    o["moves"] = c.moves;
    if (!c.branches.empty()) o["variations"] = to_json(c.branches);
    return o;
}

json::array to_json(const std::vector<Branch>& branches) {
    return array_of(branches, [](const Branch& b) {
        json::object o = to_json(b.defence);
        if (b.reaches_aim) o["reachesAim"] = true;
        if (b.refutes) o["refutes"] = true;
        if (b.moves != 0) o["moves"] = b.moves;
        o["answers"] = array_of(b.answers, [](const Continuation& c) { return to_json(c); });
        return o;
    });
}

json::value uci(const Step& s) { return json::value(s.uci); }
json::value san(const Step& s) { return json::value(s.san); }

}  // namespace

json::object to_json(const problem::Solution& s) {
    json::object o;
    using problem::SolutionKind;
    if (s.kind == SolutionKind::line) {
        o["kind"] = "line";
        o["line"] = array_of(s.line, uci);
        o["san"] = array_of(s.line, san);
        if (!s.replies.empty()) o["replies"] = array_of(s.replies, uci);
    } else {
        o["kind"] = s.kind == SolutionKind::key ? (s.set_play ? "set" : "key") : "try";
        if (!s.line.empty()) {
            o["move"] = s.line.front().uci;
            o["san"] = s.line.front().san;
        }
        if (!s.threats.empty())
            o["threats"] = array_of(s.threats, [](const Continuation& c) { return to_json(c); });
        if (s.zugzwang) o["zugzwang"] = true;
        if (!s.branches.empty()) o["variations"] = to_json(s.branches);
        if (!s.refutations.empty()) o["refutations"] = array_of(s.refutations, uci);
    }
    o["moves"] = s.moves;
    if (s.is_short) o["short"] = true;
    if (s.set_play) o["setPlay"] = true;
    if (s.exchanged) o["exchanged"] = true;
    return o;
}

json::array to_json(const std::vector<problem::Theme>& themes) {
    return array_of(themes, [](const problem::Theme& t) {
        json::object o{{"theme", problem::name(t.kind)}, {"text", t.text}};
        if (!t.way.empty()) o["line"] = array_of(t.way, uci);
        if (t.square) o["square"] = to_string(*t.square);
        return o;
    });
}

json::object to_json(const problem::Summary& summary, const Job& job) {
    json::object o;
    o["summary"] = problem::sentence(summary, job.problem.stipulation);
    o["solutions"] = summary.solutions;
    o["keys"] = array_of(summary.keys, uci);
    o["complete"] = summary.complete;
    if (!job.name.empty()) o["name"] = job.name;
    o["stipulation"] = problem::format(job.problem.stipulation);
    const auto conditions = problem::names(job.problem.conditions);
    if (!conditions.empty())
        o["conditions"] = array_of(conditions, [](const std::string& s) { return json::value(s); });
    if (job.set_play) o["setPlay"] = summary.set_lines;
    if (job.tries > 0) o["tries"] = summary.tries;
    o["firstMoves"] = summary.first_moves;
    if (!summary.complete && summary.decided_moves > 0) o["decidedMoves"] = summary.decided_moves;
    o["failed"] = array_of(summary.failed, uci);
    if (!summary.obstacle.empty()) o["obstacle"] = summary.obstacle;
    o["nodes"] = summary.nodes;
    return o;
}

}  // namespace hakam::cli
