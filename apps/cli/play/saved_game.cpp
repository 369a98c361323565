#include "play/saved_game.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "wire/events_json.hpp"

namespace hakam::cli {

namespace {

constexpr std::uint64_t longest_file = std::uint64_t{64} << 20U;

std::string failure(const std::string& what, const std::string& file) {
    return what + " " + file + ": " + std::strerror(errno);
}

/// Errors: in words.
Expected<std::string, std::string> read_all(int descriptor, const std::string& file) {
    std::string text;
    char buffer[65'536];
    while (true) {
        const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return Unexpected{failure("cannot read", file)};
        if (size == 0) return text;
        text.append(buffer, static_cast<std::size_t>(size));
        if (text.size() > longest_file) return Unexpected{file + ": too large for a saved game"};
    }
}

}  // namespace

SavedGame::~SavedGame() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<std::string> SavedGame::create(const match::GameSettings& settings,
                                             const std::string& file) {
    const auto events = match::create(settings, 0);
    if (!events) return describe(events.error());
    if (!file.empty()) {
        file_ = file;
        descriptor_ =
            ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
        if (descriptor_ < 0)
            return errno == EEXIST ? file + " exists; --resume goes on with it"
                                   : failure("cannot write", file);
        (void)::flock(descriptor_, LOCK_EX | LOCK_NB);
    }
    if (!store(*events)) return trouble_;
    apply(*events);
    return std::nullopt;
}

std::optional<std::string> SavedGame::resume(const std::string& file) {
    file_ = file;
    descriptor_ = ::open(file.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) return failure("cannot open", file);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
        return file + " is being played by another hakam";
    auto text = read_all(descriptor_, file);
    if (!text) return text.error();
    const std::size_t whole = text->rfind('\n') == std::string::npos ? 0 : text->rfind('\n') + 1;
    if (whole < text->size()) {
        if (whole == 0) return file + " is no saved game";
        if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0)
            return failure("cannot write", file);
        text->resize(whole);
    }
    const auto log = wire::parse_log(*text);
    if (!log) return file + ":" + describe(log.error());
    if (const auto fault = match::fault_of(*log))
        return file + ":" + std::to_string(fault->event + 1) + ": " + fault->why;
    match::LiveGame game = match::replay(*log);
    game_ = std::move(game);
    log_ = *log;
    base_ = game_.state.last;
    since_ = std::chrono::steady_clock::now();
    return std::nullopt;
}

match::Milliseconds SavedGame::now() const {
    const auto run = std::chrono::steady_clock::now() - since_;
    return base_ + std::chrono::duration_cast<std::chrono::milliseconds>(run).count();
}

Expected<match::Events, match::Refusal> SavedGame::act(const match::Command& command) {
    auto events = match::decide(game_, command, now());
    if (events && store(*events)) apply(*events);
    return events;
}

bool SavedGame::store(const match::Events& events) {
    if (descriptor_ < 0 || events.empty()) return true;
    const std::string text = wire::log_text(events);
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t size = ::write(descriptor_, text.data() + done, text.size() - done);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) {
            trouble_ = failure("cannot write", file_);
            return false;
        }
        done += static_cast<std::size_t>(size);
    }
    if (::fdatasync(descriptor_) != 0 && errno != EINVAL) {
        trouble_ = failure("cannot write", file_);
        return false;
    }
    return true;
}

void SavedGame::apply(const match::Events& events) {
    for (const match::Event& event : events) {
        game_ = match::evolve(std::move(game_), event);
        log_.push_back(event);
    }
}

}  // namespace hakam::cli
