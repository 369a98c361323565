#pragma once

#include <chrono>
#include <hakam/match/live_game.hpp>
#include <optional>
#include <string>

namespace hakam::cli {

/// A live game, its log and, if it is kept, the file of the log: one event a line, each on the disk
/// before anybody is told of it. A line cut short by a crash is dropped when the file is read
/// again.
class SavedGame {
public:
    SavedGame() = default;
    ~SavedGame();
    SavedGame(const SavedGame&) = delete;
    SavedGame& operator=(const SavedGame&) = delete;

    /// Errors (in words): settings that cannot be read; a file that exists or cannot be written.
    std::optional<std::string> create(const match::GameSettings& settings, const std::string& file);
    /// Goes on from a file. Its time stood still meanwhile.
    std::optional<std::string> resume(const std::string& file);

    const match::LiveGame& game() const noexcept { return game_; }
    const match::Events& log() const noexcept { return log_; }
    /// Game time: it runs while the program does.
    match::Milliseconds now() const;

    /// Gives the command; its events are stored and applied, and returned.
    Expected<match::Events, match::Refusal> act(const match::Command& command);
    /// Why the last events could not be stored; the game must not go on then.
    const std::string& trouble() const noexcept { return trouble_; }

private:
    bool store(const match::Events& events);
    void apply(const match::Events& events);

    match::LiveGame game_;
    match::Events log_;
    match::Milliseconds base_ = 0;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    int descriptor_ = -1;
    std::string file_;
    std::string trouble_;
};

}  // namespace hakam::cli
