#pragma once

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "hakam/notation/fen.hpp"
#include "hakam/problem/solver.hpp"

namespace hakam::problem::testing {

struct Collect : Visitor {
    std::vector<Solution> all;
    void solution(const Solution& found) override { all.push_back(found); }
};

/// A problem from texts that the test trusts; `conditions` separated by ';', "-" for none.
inline Expected<Problem> problem_of(std::string_view fen, std::string_view stipulation,
                                    std::string_view conditions = "-") {
    Problem p;
    const auto s = parse_stipulation(stipulation);
    if (!s) return Unexpected{s.error()};
    p.stipulation = *s;
    const auto report = fen::read(fen, {.tolerated = Tolerance::unreachable()});
    if (!report.setup) return Unexpected{report.faults.front().error};
    p.setup = *report.setup;
    while (!conditions.empty() && conditions != "-") {
        const std::size_t end = std::min(conditions.find(';'), conditions.size());
        auto c = with_condition(p.conditions, conditions.substr(0, end));
        if (!c) return Unexpected{c.error()};
        p.conditions = *c;
        conditions.remove_prefix(std::min(end + 1, conditions.size()));
    }
    if (!p.conditions.fairy.empty()) p.fairy_diagram = fen;
    return p;
}

inline std::string uci_line(const Line& line) {
    std::string text;
    for (const Step& s : line) text += (text.empty() ? "" : " ") + s.uci;
    return text;
}

inline std::set<std::string> words(std::string_view text, std::string_view separator = " ") {
    std::set<std::string> result;
    while (!text.empty() && text != "-") {
        const std::size_t end = std::min(text.find(separator), text.size());
        result.emplace(text.substr(0, end));
        text.remove_prefix(std::min(end + separator.size(), text.size()));
    }
    return result;
}

inline std::set<std::string> ucis(const std::vector<Step>& steps) {
    std::set<std::string> result;
    for (const Step& s : steps) result.insert(s.uci);
    return result;
}

}  // namespace hakam::problem::testing
