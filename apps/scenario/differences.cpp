// What a row expects against what became of it.
#include <algorithm>

#include "runner.hpp"
#include "text.hpp"

namespace hakam::scenario {
namespace {

/// Without remarks in brackets and double spaces.
std::string plain(std::string_view text) {
    std::string out;
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (depth == 0 && !(c == ' ' && (out.empty() || out.back() == ' '))) out += c;
        if (c == ')' && depth > 0) --depth;
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}
std::vector<std::string> parts(std::string_view text) {
    std::vector<std::string> result;
    for (const std::string_view part : split(text, ";")) {
        std::string one = plain(trimmed(part));
        if (!one.empty() && one != "-") result.push_back(std::move(one));
    }
    return result;
}
/// Every item that is expected for one side among those found: "W59:56,B60:00", "W1,B1".
bool items_within(std::string_view expected, std::string_view found) {
    for (const std::string_view item : split(expected, ",")) {
        bool seen = false;
        for (const std::string_view other : split(found, ",")) seen = seen || item == other;
        if (!seen) return false;
    }
    return true;
}
/// Whether citing `have` cites `want`: the same article, or one under it ("4.3.1" for "4.3").
bool cites_it(std::string_view have, std::string_view want) {
    if (!starts_with(have, want)) return false;
    return have.size() == want.size() || have[want.size()] == '.' || have[want.size()] == ' ';
}
/// An article without the name of its book, so that "USCF 11A; 11D" reads as two US rules.
std::string bare(std::string_view article) {
    if (starts_with(article, "USCF ")) article.remove_prefix(5);
    return std::string{article};
}

}  // namespace

std::vector<std::string> differences(const Scenario& scenario, const Report& report) {
    std::vector<std::string> result;
    const auto expected = parts(scenario.verdict);
    const auto found = parts(report.verdict);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const std::string& want = expected[i];
        if (i == 0 && starts_with(scenario.verdict, want)) {
            if (found.empty() || found[0] != want)
                result.push_back("verdict: expected " + want + ", found " +
                                 (found.empty() ? "nothing" : found[0]));
            continue;
        }
        const std::size_t equals = want.find('=');
        const std::string key = want.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : want.substr(equals + 1);
        if (value == "?") continue;
        bool agrees = false;
        std::string other = "nothing";
        for (const std::string& have : found) {
            const std::size_t sign = have.find('=');
            if (have.substr(0, sign) != key) continue;
            const std::string has = sign == std::string::npos ? "" : have.substr(sign + 1);
            other = have;
            agrees = has == value || ((key == "t" || key == "ill") && items_within(value, has));
        }
        if (!agrees) result.push_back("verdict: expected " + want + ", found " + other);
    }
    const auto cited = parts(report.article);
    for (const std::string& want : parts(scenario.article)) {
        const bool seen = std::any_of(cited.begin(), cited.end(), [&](const std::string& have) {
            return cites_it(bare(have), bare(want));
        });
        if (!seen) result.push_back("article: expected " + want + ", found " + report.article);
    }
    auto want = parts(scenario.consequence);
    auto have = parts(report.consequence);
    std::sort(want.begin(), want.end());
    std::sort(have.begin(), have.end());
    if (want != have && !scenario.consequence.empty())
        result.push_back("consequence: expected " + scenario.consequence + ", found " +
                         report.consequence);
    for (const FactResult& fact : report.facts)
        if (!fact.holds) result.push_back("fact: " + fact.text + " (" + fact.found + ")");
    return result;
}

}  // namespace hakam::scenario
