#include "runner.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "../output.hpp"
#include "splitter.hpp"

namespace hakam::cli::audit {
namespace {

using Clock = std::chrono::steady_clock;

/// Where a run stands after a block: enough to go on from there.
struct Mark {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint32_t line = 1;
    bool ends_file = false;
};

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

/// What a finished part of the report left behind; a text file of names and numbers.
struct Checkpoint {
    Mark mark;
    std::uint64_t games_in_file = 0;
    std::uint64_t out_bytes = 0;
    std::uint64_t clean_bytes = 0;
    double seconds = 0;
    Totals totals;

    std::string text(const std::string& signature) const {
        std::string t = signature + "\n";
        const auto add = [&](std::string_view key, std::uint64_t value) {
            t.append(key).append(" ").append(std::to_string(value)).append("\n");
        };
        add("file", mark.file);
        add("offset", mark.offset);
        add("line", mark.line);
        add("games-in-file", games_in_file);
        add("out-bytes", out_bytes);
        add("clean-bytes", clean_bytes);
        add("ms", static_cast<std::uint64_t>(seconds * 1000));
        add("games", totals.games);
        add("plies", totals.plies);
        add("bytes", totals.bytes);
        add("with-findings", totals.games_with_findings);
        for (std::size_t i = 0; i < 3; ++i)
            add("severity-" + std::to_string(i), totals.severities[i]);
        for (std::size_t i = 0; i < totals.codes.size(); ++i)
            if (totals.codes[i] != 0) add("code:" + std::string{finding_codes[i]}, totals.codes[i]);
        for (std::size_t i = 0; i < totals.reasons.size(); ++i)
            if (totals.reasons[i] != 0)
                add("reason:" + std::string{reason_name(i)}, totals.reasons[i]);
        add("end", 1);
        return t;
    }
    /// Returns: false if the file is none of this run.
    bool read(const std::string& path, const std::string& signature) {
        std::ifstream in{path};
        std::string line;
        if (!std::getline(in, line) || line != signature) return false;
        bool is_complete = false;
        std::string key;
        std::uint64_t n = 0;
        while (in >> key >> n) {
            if (key == "file")
                mark.file = n;
            else if (key == "offset")
                mark.offset = n;
            else if (key == "line")
                mark.line = static_cast<std::uint32_t>(n);
            else if (key == "games-in-file")
                games_in_file = n;
            else if (key == "out-bytes")
                out_bytes = n;
            else if (key == "clean-bytes")
                clean_bytes = n;
            else if (key == "ms")
                seconds = static_cast<double>(n) / 1000;
            else if (key == "games")
                totals.games = n;
            else if (key == "plies")
                totals.plies = n;
            else if (key == "bytes")
                totals.bytes = n;
            else if (key == "with-findings")
                totals.games_with_findings = n;
            else if (key.starts_with("severity-"))
                totals.severities.at(static_cast<std::size_t>(key.back() - '0')) = n;
            else if (key.starts_with("code:"))
                for (std::size_t i = 0; i < totals.codes.size(); ++i) {
                    if (key.compare(5, key.npos, finding_codes[i]) == 0) totals.codes[i] = n;
                }
            else if (key.starts_with("reason:"))
                for (std::size_t i = 0; i < totals.reasons.size(); ++i) {
                    if (key.compare(7, key.npos, reason_name(i)) == 0) totals.reasons[i] = n;
                }
            else if (key == "end")
                is_complete = true;
        }
        return is_complete;
    }
};

class Run {
public:
    explicit Run(const RunOptions& options)
        : options_{options},
          splitter_{options.files, options.jobs > 1 ? std::min(options.jobs, 8U) : 0} {}

    RunResult go() {
        if (!open_outputs()) return {{}, false, false};
        begin_ = Clock::now();
        for (const std::string& file : options_.files) total_size_ += file_size(file);
        std::vector<std::thread> threads;
        for (unsigned i = 1; i < options_.jobs; ++i) threads.emplace_back([this] { work(); });
        work();
        for (std::thread& t : threads) t.join();
        return finish();
    }

private:
    bool open_outputs() {
        const bool goes_on = options_.resume && state_.read(checkpoint_path(), options_.signature);
        if (!goes_on) state_ = {};
        const auto open = [&](const std::string& path, std::uint64_t keep, int& descriptor) {
            descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
            struct stat status {};
            if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
                print_complaint(path + ": " + std::strerror(errno));
                return false;
            }
            if (is_input(status) || (&descriptor == &clean_ && is_same_file(out_, status))) {
                print_complaint(path + ": is read or written here already; nothing was changed");
                return false;
            }
            if (::ftruncate(descriptor, static_cast<off_t>(keep)) != 0 ||
                ::lseek(descriptor, 0, SEEK_END) < 0) {
                print_complaint(path + ": " + std::strerror(errno));
                return false;
            }
            return true;
        };
        if (!options_.out.empty() && !open(options_.out, state_.out_bytes, out_)) return false;
        if (!options_.clean.empty() && !open(options_.clean, state_.clean_bytes, clean_))
            return false;
        if (goes_on) {
            splitter_.start_at(state_.mark.file, state_.mark.offset, state_.mark.line);
            seconds_before_ = state_.seconds;
        } else {
            write(format_head(options_.format.form), {});
        }
        current_file_ = state_.mark.file;
        return true;
    }
    static bool is_same_file(int descriptor, const struct stat& file) {
        struct stat status {};
        return ::fstat(descriptor, &status) == 0 && status.st_dev == file.st_dev &&
               status.st_ino == file.st_ino;
    }
    bool is_input(const struct stat& file) const {
        return std::any_of(options_.files.begin(), options_.files.end(),
                           [&](const std::string& path) {
                               if (path == "-") return is_same_file(STDIN_FILENO, file);
                               struct stat status {};
                               return ::stat(path.c_str(), &status) == 0 &&
                                      status.st_dev == file.st_dev && status.st_ino == file.st_ino;
                           });
    }
    std::string checkpoint_path() const { return options_.out + ".checkpoint"; }

    struct Collect final : RecordSink {
        Collect(const std::string& f, const FormatOptions& o, Report r)
            : file{f}, options{o}, report{std::move(r)} {}
        void record(const GameRecord& r, std::string_view clean) override {
            report.add(r, file, options, clean);
        }
        const std::string& file;
        const FormatOptions& options;
        Report report;
    };

    void work() {
        for (;;) {
            std::unique_lock pull{pull_};
            {
                // No thread runs far ahead of the report, or its memory would grow.
                std::unique_lock lock{emit_};
                turn_.wait(lock, [&] {
                    return taken_ < emitted_ + 2 * options_.jobs + 2 || dropped_ || failed_;
                });
            }
            Block block;
            if (is_interrupted() || failed_ || !splitter_.next(block)) return;
            const std::uint64_t number = taken_++;
            consumed_ = splitter_.consumed();
            const std::string& file = options_.files[block.file];
            Collect collect{file, options_.format, spare_report()};
            Auditor auditor{options_.auditor, collect};
            pgn::ReaderOptions reading;
            reading.first_offset = block.offset;
            reading.first_line = block.line;
            pgn::Reader reader{auditor, reading};
            auditor.read_by(reader);
            std::uint64_t bytes = block.text.size();
            if (!block.is_open) pull.unlock();
            reader.feed(block.text);
            while (block.is_open) {
                // Only this thread may go on with an open block, and it reports as it goes.
                if (is_interrupted()) {
                    auditor.abandon();
                    drop(number);
                    return;
                }
                if (collect.report.bytes() > (1U << 20)) {
                    emit_part(number, collect.report, block.file);
                    collect.report.clear();
                }
                if (!splitter_.next(block)) break;
                consumed_ = splitter_.consumed();
                bytes += block.text.size();
                reader.feed(block.text);
            }
            if (pull.owns_lock()) pull.unlock();
            reader.finish();
            const std::uint64_t end = block.offset + block.text.size();
            auditor.finish(block.trouble, end);
            const auto feeds = std::count(block.text.begin(), block.text.end(), '\n');
            emit(number, {std::move(collect.report),
                          {block.file, end, block.line + static_cast<std::uint32_t>(feeds),
                           block.ends_file},
                          bytes});
        }
    }

    struct Finished {
        Report report;
        Mark mark;
        std::uint64_t bytes = 0;
    };

    void emit(std::uint64_t number, Finished finished) {
        const std::lock_guard lock{emit_};
        waiting_.emplace(number, std::move(finished));
        for (auto it = waiting_.find(emitted_); it != waiting_.end();
             it = waiting_.find(emitted_)) {
            if (dropped_) break;
            put(it->second.report, it->second.mark.file);
            it->second.report.clear();
            spare_reports_.push_back(std::move(it->second.report));
            state_.totals.bytes += it->second.bytes;
            state_.mark = it->second.mark;
            if (state_.mark.ends_file) {
                state_.mark = {state_.mark.file + 1, 0, 1, false};
                current_file_ = state_.mark.file;
                state_.games_in_file = 0;
            }
            waiting_.erase(it);
            ++emitted_;
            save_now_and_then();
        }
        turn_.notify_all();
        show_progress();
    }
    /// An empty report, with the memory of one that has been written if there is one.
    Report spare_report() {
        const std::lock_guard lock{emit_};
        if (spare_reports_.empty()) return {};
        Report report = std::move(spare_reports_.back());
        spare_reports_.pop_back();
        return report;
    }
    void emit_part(std::uint64_t number, const Report& report, std::size_t file) {
        std::unique_lock lock{emit_};
        turn_.wait(lock, [&] { return emitted_ == number || failed_; });
        put(report, file);
    }
    /// The block was interrupted: nothing after it can be reported.
    void drop(std::uint64_t) {
        const std::lock_guard lock{emit_};
        dropped_ = true;
        turn_.notify_all();
    }

    bool is_wanted(std::uint64_t game) const {
        if (options_.games.empty()) return true;
        for (const auto& [first, last] : options_.games)
            if (game >= first && game <= last) return true;
        return false;
    }

    void put(const Report& report, std::size_t file) {
        if (file != current_file_) {
            current_file_ = file;
            state_.games_in_file = 0;
        }
        text_.clear();
        clean_text_.clear();
        state_.games_in_file = report.put(
            state_.games_in_file, [this](std::uint64_t game) { return is_wanted(game); }, text_,
            clean_text_, state_.totals);
        write(text_.view(), clean_text_.view());
    }

    void write(std::string_view text, std::string_view clean) {
        if (!write_all(out_, text) || (clean_ >= 0 && !write_all(clean_, clean))) failed_ = true;
        state_.out_bytes += text.size();
        state_.clean_bytes += clean.size();
    }

    void save_now_and_then() {
        const auto now = Clock::now();
        if (options_.out.empty() || now - saved_ < std::chrono::seconds{1}) return;
        save();
    }
    void save() {
        saved_ = Clock::now();
        state_.seconds = elapsed();
        const std::string path = checkpoint_path();
        const std::string fresh = path + ".new";
        const int descriptor =
            ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (descriptor < 0) return;
        ::fdatasync(out_);
        if (clean_ >= 0) ::fdatasync(clean_);
        const bool ok = write_all(descriptor, state_.text(options_.signature));
        ::fdatasync(descriptor);
        ::close(descriptor);
        if (ok) std::rename(fresh.c_str(), path.c_str());
    }

    double elapsed() const {
        return seconds_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
    }
    bool is_interrupted() const {
        return options_.interrupted != nullptr && options_.interrupted->load();
    }

    void show_progress() {
        const auto now = Clock::now();
        if (!options_.show_progress || now - shown_ < std::chrono::milliseconds{200}) return;
        shown_ = now;
        const double seconds = elapsed();
        const auto games = static_cast<double>(state_.totals.games);
        const auto part = static_cast<double>(consumed_.load());
        std::string eta = "?";
        if (total_size_ != 0 && part > 0) {
            const double left = seconds * (static_cast<double>(total_size_) - part) / part;
            eta = std::to_string(static_cast<long>(left > 0 ? left : 0)) + " s";
        }
        const int percent =
            total_size_ == 0 ? 0 : static_cast<int>(100 * part / static_cast<double>(total_size_));
        const int filled = percent / 4;
        std::fprintf(stderr, "\r[%.*s%.*s] %3d%%  %.0f games  %.0f games/s  ETA %s   ", filled,
                     "#########################", 25 - filled, ".........................", percent,
                     games, games / (seconds > 0 ? seconds : 1), eta.c_str());
    }

    RunResult finish() {
        RunResult result;
        result.was_interrupted = is_interrupted();
        if (options_.show_progress) std::fputs("\r\x1B[K", stderr);
        if (result.was_interrupted && !options_.out.empty()) save();
        const std::size_t files = options_.files.size() - splitter_.complaints().size();
        const std::string summary = format_summary(state_.totals, options_.format.form, files,
                                                   elapsed(), result.was_interrupted);
        if (!write_all(out_, summary)) failed_ = true;
        if (!options_.out.empty()) {
            ::close(out_);
            if (!result.was_interrupted && !failed_) ::unlink(checkpoint_path().c_str());
        }
        if (clean_ >= 0) ::close(clean_);
        for (const std::string& complaint : splitter_.complaints()) print_complaint(complaint);
        if (failed_) print_complaint("the report could not be written");
        result.could_run = splitter_.complaints().empty() && !failed_;
        result.totals = state_.totals;
        return result;
    }

    const RunOptions& options_;
    Splitter splitter_;
    int out_ = STDOUT_FILENO;
    int clean_ = -1;
    std::mutex pull_;
    std::mutex emit_;
    std::condition_variable turn_;
    std::uint64_t taken_ = 0;
    std::uint64_t emitted_ = 0;
    std::map<std::uint64_t, Finished> waiting_;
    std::vector<Report> spare_reports_;
    TextBuffer text_, clean_text_;  // what is being written
    bool dropped_ = false;
    Checkpoint state_;
    std::size_t current_file_ = 0;
    std::atomic<bool> failed_ = false;
    std::atomic<std::uint64_t> consumed_ = 0;
    std::uint64_t total_size_ = 0;
    double seconds_before_ = 0;
    Clock::time_point begin_, saved_, shown_;
};

}  // namespace

RunResult run(const RunOptions& options) { return Run{options}.go(); }

}  // namespace hakam::cli::audit
