#include "runner.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

#include "../output.hpp"
#include "checkpoint.hpp"
#include "outlet.hpp"
#include "splitter.hpp"

namespace hakam::cli::audit {
namespace {

using Clock = std::chrono::steady_clock;

class Run {
public:
    explicit Run(const RunOptions& options)
        : options_{options},
          splitter_{options.files, options.jobs > 1 ? std::min(options.jobs, 8U) : 0,
                    options.interrupted, options.encoding} {}

    RunResult go() {
        if (!open_outputs()) return {{}, false, false};
        if (state_.is_finished) {
            print_complaint(
                options_.out + ": is complete" +
                (state_.mark.unread != 0 ? " but for files that could not be read" : "") +
                "; nothing was changed");
            return {state_.totals, state_.mark.unread == 0, false};
        }
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
        const bool has_report = !options_.out.empty() && options_.out != "-";
        can_go_on_ = has_report && Outlet::is_file_path(options_.out);
        if (options_.resume && !can_go_on_) {
            print_complaint("--resume goes on with a report in a file: name it with --out FILE");
            return false;
        }
        has_report_ = has_report && file_size(options_.out) != 0;
        if (has_report && !out_.open(options_.out)) return false;
        if (!options_.clean.empty() && !clean_.open(options_.clean)) return false;
        if (!is_free(out_) || !is_free(clean_)) return false;
        if (out_.is_same(clean_) && !out_.is_character_device()) {
            print_complaint(clean_.name() + ": the report goes there already");
            return false;
        }
        if (options_.resume && !go_on()) return false;
        if (state_.is_finished) return true;
        if (state_.inputs.empty()) begin_anew();
        if (!out_.cut(state_.out_bytes) || !clean_.cut(state_.clean_bytes)) return false;
        if (state_.out_bytes == 0 && state_.games_in_file == 0)
            write(format_head(options_.format.form), {});
        kept_ = state_;
        kept_unread_ = state_.mark.unread;
        current_file_ = state_.mark.file;
        seconds_before_ = state_.seconds;
        return true;
    }
    void begin_anew() {
        for (const std::string& file : options_.files) state_.inputs.push_back(input_state(file));
        if (can_go_on_) ::unlink(checkpoint_path().c_str());  // of another report
    }
    /// Takes up what the checkpoint says, if there is one.
    bool go_on() {
        const std::string path = checkpoint_path();
        if (!has_report_ || ::access(path.c_str(), F_OK) != 0) return true;  // nothing was begun
        if (!state_.read(path, options_.signature)) {
            print_complaint(path + ": not of these files and options; nothing was changed");
            return false;
        }
        const bool is_short = out_.size() < state_.out_bytes || clean_.size() < state_.clean_bytes;
        const bool is_long = out_.size() > state_.out_bytes || clean_.size() > state_.clean_bytes;
        if (is_short || (is_long && state_.is_finished)) {
            print_complaint(options_.out + (is_short ? ": shorter than " : ": longer than ") +
                            path + " says; nothing was changed");
            return false;
        }
        if (!is_same_input()) return false;
        splitter_.start_at(state_.mark.file, state_.mark.offset, state_.mark.line);
        return true;
    }
    /// Whether the files are those that the report was begun with.
    bool is_same_input() const {
        for (std::size_t i = 0; i < options_.files.size(); ++i) {
            const InputState now = input_state(options_.files[i]);
            const InputState then = i < state_.inputs.size() ? state_.inputs[i] : InputState{};
            if (now == then) continue;
            print_complaint(options_.files[i] +
                            (now.size > then.size ? ": has grown" : ": was changed") +
                            " since the report was begun; nothing was changed. Without --resume it "
                            "is begun anew");
            return false;
        }
        return true;
    }
    /// Whether an output is none of the files that are read.
    bool is_free(const Outlet& outlet) const {
        for (const std::string& path : options_.files)
            if (outlet.is_file(path)) {
                print_complaint(outlet.name() + ": is read here; nothing was changed");
                return false;
            }
        return true;
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
            if (is_interrupted()) return;  // the block may end where reading was given up
            const std::uint64_t number = taken_++;
            consumed_ = splitter_.consumed();
            const std::string& file = options_.files[block.file];
            Collect collect{file, options_.format, spare_report()};
            Auditor auditor{options_.auditor, collect};
            pgn::ReaderOptions reading;
            reading.first_offset = block.offset;
            reading.first_line = block.line;
            if (options_.letters != nullptr)
                reading.letters = options_.letters;
            else
                reading.other_letters = pgn::OtherLetters::detect;
            pgn::Reader reader{auditor, reading};
            auditor.read_by(reader);
            std::uint64_t bytes = block.text.size();
            if (!block.is_open) pull.unlock();
            reader.feed(block.text);
            while (block.is_open) {
                // Only this thread may go on with an open block, and it reports as it goes.
                if (collect.report.bytes() > (1U << 20)) {
                    emit_part(number, collect.report, block);
                    collect.report.clear();
                }
                const bool has_more = splitter_.next(block);
                if (is_interrupted()) {
                    auditor.abandon();
                    drop();
                    return;
                }
                if (!has_more) break;
                consumed_ = splitter_.consumed();
                bytes += block.text.size();
                reader.feed(block.text);
            }
            if (pull.owns_lock()) pull.unlock();
            reader.finish();
            const std::uint64_t end = block.offset + block.text.size();
            if (block.ending.kind == Ending::Kind::damaged && block.part_begin < end)
                block.ending.text += ": " + doubtful(number, collect.report, auditor, block);
            auditor.finish(block.ending, end);
            const auto feeds = std::count(block.text.begin(), block.text.end(), '\n');
            emit(number, {std::move(collect.report),
                          {block.file, end, block.line + static_cast<std::uint32_t>(feeds),
                           kept_unread_ + block.unread, block.ends_file},
                          block.part_begin,
                          bytes});
        }
    }

    struct Finished {
        Report report;
        Mark mark;
        std::uint64_t part_begin = 0;
        std::uint64_t bytes = 0;
    };

    void emit(std::uint64_t number, Finished finished) {
        const std::lock_guard lock{emit_};
        waiting_.emplace(number, std::move(finished));
        for (auto it = waiting_.find(emitted_); it != waiting_.end();
             it = waiting_.find(emitted_)) {
            if (dropped_) break;
            put(it->second.report, it->second.mark.file, it->second.part_begin);
            it->second.report.clear();
            spare_reports_.push_back(std::move(it->second.report));
            state_.totals.bytes += it->second.bytes;
            state_.mark = it->second.mark;
            if (state_.mark.ends_file) {
                state_.mark = {state_.mark.file + 1, 0, 1, state_.mark.unread, false};
                begin_file(state_.mark.file);
            }
            kept_ = state_;
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
    void emit_part(std::uint64_t number, const Report& report, const Block& block) {
        std::unique_lock lock{emit_};
        turn_.wait(lock, [&] { return emitted_ == number || failed_; });
        put(report, block.file, block.part_begin);
    }
    /// Which games come from the part of a packed file that turned out to be damaged at its end.
    std::string doubtful(std::uint64_t number, const Report& report, const Auditor& auditor,
                         const Block& block) {
        std::unique_lock lock{emit_};
        turn_.wait(lock, [&] { return emitted_ == number || dropped_ || failed_; });
        if (block.file != current_file_) begin_file(block.file);
        count_part(report, block.part_begin);
        const std::uint64_t last =
            state_.games_in_file + report.games() + (auditor.holds_game() ? 1 : 0);
        const std::uint64_t first = state_.part_first != 0 ? state_.part_first : last;
        const std::string where = "from byte " + std::to_string(block.part_begin) + " on";
        if (last == 0) return "what was unpacked " + where + " may be wrong";
        return (first == last ? "game " : "games " + std::to_string(first) + " to ") +
               std::to_string(last) + ", unpacked " + where + ", may be wrong";
    }
    /// The block was interrupted: nothing after it can be reported.
    void drop() {
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

    void begin_file(std::size_t file) {
        current_file_ = file;
        state_.games_in_file = state_.part_begin = state_.part_first = 0;
    }
    /// Finds the first game of the part of a packed file that begins there, if it is among these.
    void count_part(const Report& report, std::uint64_t part_begin) {
        if (part_begin != state_.part_begin) state_.part_first = 0;
        state_.part_begin = part_begin;
        if (state_.part_first != 0) return;
        if (const std::uint64_t before = report.games_up_to(part_begin); before < report.games())
            state_.part_first = state_.games_in_file + before + 1;
    }

    void put(const Report& report, std::size_t file, std::uint64_t part_begin) {
        if (file != current_file_) begin_file(file);
        count_part(report, part_begin);
        text_.clear();
        clean_text_.clear();
        state_.games_in_file = report.put(
            state_.games_in_file, [this](std::uint64_t game) { return is_wanted(game); }, text_,
            clean_text_, state_.totals);
        write(text_.view(), clean_text_.view());
    }

    void write(std::string_view text, std::string_view clean) {
        if (!out_.write(text) || !clean_.write(clean)) failed_ = true;
        state_.out_bytes += text.size();
        state_.clean_bytes += clean.size();
    }

    void save_now_and_then() {
        const auto now = Clock::now();
        if (!can_go_on_ || now - saved_ < std::chrono::seconds{1}) return;
        save();
    }
    void save() {
        saved_ = Clock::now();
        kept_.seconds = elapsed();
        out_.sync();
        clean_.sync();
        kept_.write(checkpoint_path(), options_.signature);
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
        if (result.was_interrupted && can_go_on_) save();
        const std::size_t unread = kept_unread_ + splitter_.complaints().size();
        write(format_summary(state_.totals, options_.format.form, options_.files.size() - unread,
                             elapsed(), result.was_interrupted),
              {});
        for (const std::string& complaint : splitter_.complaints()) print_complaint(complaint);
        if (!out_.close() || !clean_.close()) failed_ = true;
        if (failed_)
            for (const Outlet* outlet : {&out_, &clean_})
                if (!outlet->trouble().empty() && !outlet->has_no_reader())
                    print_complaint(outlet->trouble());
        result.has_no_reader = out_.has_no_reader() || clean_.has_no_reader();
        if (can_go_on_ && !result.was_interrupted && !failed_) {
            // The report is whole: going on with it will find nothing to do.
            state_.is_finished = true;
            state_.mark.unread = unread;
            state_.seconds = elapsed();
            state_.write(checkpoint_path(), options_.signature);
        }
        result.could_run = unread == 0 && !failed_;
        result.totals = state_.totals;
        return result;
    }

    const RunOptions& options_;
    Splitter splitter_;
    Outlet out_{STDOUT_FILENO, "standard output"};
    Outlet clean_;
    bool has_report_ = false;  // something stood in the report's file
    bool can_go_on_ = false;   // the report is a file, with a checkpoint beside it
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
    Checkpoint kept_;  // state_ after the last whole block
    std::size_t kept_unread_ = 0;
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
