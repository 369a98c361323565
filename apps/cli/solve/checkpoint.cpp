#include "checkpoint.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../output_file.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::cli {
namespace {

namespace json = boost::json;
using problem::Step;

constexpr std::string_view format_name = "hakam-solve-checkpoint-1";
/// A longer file is none of ours.
constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20;

/// All that the solutions and their order depend on.
std::string identity(const Job& job, const SolveOptions& options) {
    const problem::Problem& p = job.problem;
    std::string text = p.is_fairy() ? p.fairy_diagram : fen::format(p.setup);
    text += " " + problem::format(p.stipulation);
    for (const std::string& name : problem::names(p.conditions)) text += " " + name;
    if (p.target) text += " to " + fen::placement(*p.target);
    text += " tries " + std::to_string(job.tries);
    if (job.set_play) text += " set";
    if (options.all) text += " all";
    if (options.plain) text += " plain";
    return text;
}

json::array steps_json(const std::vector<Step>& steps) {
    json::array all;
    for (const Step& s : steps) all.push_back(json::array{s.uci, s.san});
    return all;
}

void add_step(std::vector<Step>& all, const Step& step) {
    if (std::none_of(all.begin(), all.end(), [&](const Step& s) { return s.uci == step.uci; }))
        all.push_back(step);
}

bool read_steps(const json::object& o, std::string_view key, std::vector<Step>& steps) {
    const json::value* list = o.if_contains(key);
    if (list == nullptr || !list->is_array()) return false;
    for (const json::value& pair : list->get_array()) {
        if (!pair.is_array() || pair.get_array().size() != 2 || !pair.get_array()[0].is_string() ||
            !pair.get_array()[1].is_string())
            return false;
        Step step;
        step.uci = std::string{pair.get_array()[0].get_string()};
        step.san = std::string{pair.get_array()[1].get_string()};
        steps.push_back(std::move(step));
    }
    return true;
}

bool read_text(const json::object& o, std::string_view key, std::string& text) {
    const json::value* value = o.if_contains(key);
    if (value == nullptr || !value->is_string()) return false;
    text = std::string{value->get_string()};
    return true;
}

std::optional<std::uint64_t> read_count(const json::object& o, std::string_view key) {
    const json::value* value = o.if_contains(key);
    if (value == nullptr || !value->is_int64() || value->get_int64() < 0) return std::nullopt;
    return static_cast<std::uint64_t>(value->get_int64());
}

}  // namespace

std::string Checkpoint::open(const Job& job, const SolveOptions& options) {
    problem_ = identity(job, options);
    is_line_play_ = job.problem.stipulation.is_line_play();
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return {};
    const std::string wrong = "'" + path_ + "' is no checkpoint of hakam solve";
    if (!std::filesystem::is_regular_file(path_, error) ||
        std::filesystem::file_size(path_, error) > most_bytes || error)
        return wrong;
    std::ifstream file{path_, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    boost::system::error_code code;
    const json::value value = json::parse(text, code);
    if (code || !value.is_object()) return wrong;
    const json::object& o = value.get_object();
    std::string format, of;
    if (!read_text(o, "format", format) || format != format_name || !read_text(o, "problem", of))
        return wrong;
    if (of != problem_) return "'" + path_ + "' is the checkpoint of another problem: " + of;
    const auto moves = read_count(o, "moves");
    const auto decided = read_count(o, "decided");
    const json::value* found = o.if_contains("found");
    if (!moves || *moves > problem::max_moves || !decided || found == nullptr ||
        !found->is_array() || !read_steps(o, "keys", keys_) || !read_steps(o, "failed", failed_))
        return wrong;
    moves_ = static_cast<int>(*moves);
    decided_ = *decided;
    for (const json::value& one : found->get_array()) {
        Entry entry;
        if (!one.is_object() || !read_text(one.get_object(), "json", entry.json) ||
            !read_text(one.get_object(), "text", entry.text) ||
            !read_text(one.get_object(), "kind", entry.kind))
            return wrong;
        known_.insert(entry.json);
        entries_.push_back(std::move(entry));
    }
    old_entries_ = entries_.size();
    was_there_ = true;
    return {};
}

void Checkpoint::apply(problem::Options& solving) const {
    solving.skip_first_moves = decided_;
    if (is_line_play_ && was_there_) solving.skip_moves = moves_ - 1;
}

bool Checkpoint::add(const problem::Solution& found, Entry entry) {
    if (known_.contains(entry.json)) {
        ++(entry.kind == "set" ? set_again_ : entry.kind == "try" ? tries_again_ : found_again_);
        return false;
    }
    known_.insert(entry.json);
    if (entry.kind != "set" && entry.kind != "try" && !found.line.empty())
        add_step(keys_, found.line.front());
    entries_.push_back(std::move(entry));
    return true;
}

void Checkpoint::progress(const problem::Progress& p) {
    moves_ = p.moves;
    decided_ = p.decided;
    if (!is_line_play_ && !p.solves) add_step(failed_, p.move);
    const auto now = std::chrono::steady_clock::now();
    if (now - saved_ < std::chrono::seconds{1}) return;
    save();
    saved_ = now;
}

bool Checkpoint::save() {
    json::array found;
    for (const Entry& e : entries_)
        found.push_back(json::object{{"kind", e.kind}, {"json", e.json}, {"text", e.text}});
    OutputFile file{path_};
    file.write(json::serialize(json::object{{"format", format_name},
                                            {"problem", problem_},
                                            {"moves", moves_},
                                            {"decided", decided_},
                                            {"keys", steps_json(keys_)},
                                            {"failed", steps_json(failed_)},
                                            {"found", std::move(found)}}) +
               "\n");
    return file.keep();
}

bool Checkpoint::close(problem::Summary& summary) {
    for (std::size_t i = 0; i < old_entries_; ++i)
        ++(entries_[i].kind == "set"   ? summary.set_lines
           : entries_[i].kind == "try" ? summary.tries
                                       : summary.solutions);
    summary.solutions -= found_again_;
    summary.set_lines -= set_again_;
    summary.tries -= tries_again_;
    summary.keys = keys_;
    if (!is_line_play_)
        summary.failed = failed_;
    else if (summary.decided_moves < moves_ - 1)
        summary.decided_moves = moves_ - 1;
    if (!summary.complete) return save();
    std::error_code error;
    std::filesystem::remove(path_, error);
    return true;
}

}  // namespace hakam::cli
