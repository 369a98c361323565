#include "checkpoint.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>
#include <fstream>

#include "outlet.hpp"

namespace hakam::cli::audit {
namespace {

std::string text_of(const Checkpoint& state, const std::string& signature) {
    std::string t = signature + "\n";
    const auto add = [&](std::string_view key, std::uint64_t value) {
        t.append(key).append(" ").append(std::to_string(value)).append("\n");
    };
    for (const InputState& input : state.inputs) {
        add("input-size", input.size);
        add("input-time", input.time);
    }
    add("finished", state.is_finished ? 1 : 0);
    add("file", state.mark.file);
    add("offset", state.mark.offset);
    add("line", state.mark.line);
    add("unread", state.mark.unread);
    add("games-in-file", state.games_in_file);
    add("part-begin", state.part_begin);
    add("part-first", state.part_first);
    add("out-bytes", state.out_bytes);
    add("clean-bytes", state.clean_bytes);
    add("ms", static_cast<std::uint64_t>(state.seconds * 1000));
    add("games", state.totals.games);
    add("plies", state.totals.plies);
    add("bytes", state.totals.bytes);
    add("with-findings", state.totals.games_with_findings);
    for (std::size_t i = 0; i < 3; ++i)
        add("severity-" + std::to_string(i), state.totals.severities[i]);
    const Totals& totals = state.totals;
    for (std::size_t i = 0; i < totals.codes.size(); ++i)
        if (totals.codes[i] != 0) add("code:" + std::string{finding_codes[i]}, totals.codes[i]);
    for (std::size_t i = 0; i < totals.reasons.size(); ++i)
        if (totals.reasons[i] != 0) add("reason:" + std::string{reason_name(i)}, totals.reasons[i]);
    add("end", 1);
    return t;
}

}  // namespace

InputState input_state(const std::string& path) {
    struct stat status {};
    if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    const auto seconds = static_cast<std::uint64_t>(status.st_mtim.tv_sec);
    return {static_cast<std::uint64_t>(status.st_size),
            seconds * 1'000'000'000 + static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
}

void Checkpoint::write(const std::string& path, const std::string& signature) const {
    const std::string fresh = path + ".new";
    Outlet file;
    if (!file.open_quietly(fresh) || !file.cut(0) || !file.write(text_of(*this, signature))) return;
    file.sync();
    if (file.close()) std::rename(fresh.c_str(), path.c_str());
}

bool Checkpoint::read(const std::string& path, const std::string& signature) {
    std::ifstream in{path};
    std::string line;
    if (!std::getline(in, line) || line != signature) return false;
    Checkpoint found;
    bool is_complete = false;
    std::string key;
    std::uint64_t n = 0;
    while (in >> key >> n) {
        if (key == "input-size")
            found.inputs.push_back({n, 0});
        else if (key == "input-time" && !found.inputs.empty())
            found.inputs.back().time = n;
        else if (key == "finished")
            found.is_finished = n != 0;
        else if (key == "file")
            found.mark.file = n;
        else if (key == "offset")
            found.mark.offset = n;
        else if (key == "unread")
            found.mark.unread = n;
        else if (key == "line")
            found.mark.line = static_cast<std::uint32_t>(n);
        else if (key == "games-in-file")
            found.games_in_file = n;
        else if (key == "part-begin")
            found.part_begin = n;
        else if (key == "part-first")
            found.part_first = n;
        else if (key == "out-bytes")
            found.out_bytes = n;
        else if (key == "clean-bytes")
            found.clean_bytes = n;
        else if (key == "ms")
            found.seconds = static_cast<double>(n) / 1000;
        else if (key == "games")
            found.totals.games = n;
        else if (key == "plies")
            found.totals.plies = n;
        else if (key == "bytes")
            found.totals.bytes = n;
        else if (key == "with-findings")
            found.totals.games_with_findings = n;
        else if (key.starts_with("severity-"))
            found.totals.severities.at(static_cast<std::size_t>(key.back() - '0')) = n;
        else if (key.starts_with("code:"))
            for (std::size_t i = 0; i < totals.codes.size(); ++i) {
                if (key.compare(5, key.npos, finding_codes[i]) == 0) found.totals.codes[i] = n;
            }
        else if (key.starts_with("reason:"))
            for (std::size_t i = 0; i < totals.reasons.size(); ++i) {
                if (key.compare(7, key.npos, reason_name(i)) == 0) found.totals.reasons[i] = n;
            }
        else if (key == "end")
            is_complete = true;
    }
    if (is_complete) *this = found;
    return is_complete;
}

}  // namespace hakam::cli::audit
