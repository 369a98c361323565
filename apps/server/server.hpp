#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The play server: sockets, sessions and storage around the rooms that know the rules.
namespace hakam::server {

struct Options {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;         ///< 0: any free one
    std::string storage;               ///< sqlite:FILE or postgresql://...; empty: games.db in the user's data folder
    std::string node;                  ///< name among the servers of one database; empty: ADDRESS:PORT
    std::string advertise;             ///< where clients and the other servers reach this one; empty: its address
    int lease_ms = 3000;               ///< silence after which the others take a server's games
    std::string web;                   ///< folder of the web app; empty: looked for
    std::vector<std::string> origins;  ///< beside the server's own, e.g. https://chess.example
    std::vector<std::string> engines;  ///< UCI programs; empty: stockfish if installed
    bool no_engines = false;
    int engine_processes = 2;  ///< at once
    bool rate_limits = true;
    bool behind_proxy = false;  ///< believe X-Forwarded-For of a proxy on this machine
    std::size_t max_connections = 30'000;
    int commit_window_us = 1000;
    std::string program;  ///< path of the running binary, to find the web app beside it
};

/// Largest things that are read. Units: bytes.
inline constexpr std::size_t max_message = 16 * 1024;
inline constexpr std::size_t max_body = 512 * 1024;
inline constexpr std::size_t max_header = 8 * 1024;

/// Serves until SIGTERM or SIGINT. Returns: the exit status; 2 if it could not start (the reason
/// is on standard error).
int serve(const Options& options);

/// sqlite:... in $XDG_DATA_HOME/hakam or ~/.local/share/hakam; nothing if neither is known.
std::optional<std::string> default_storage();

}  // namespace hakam::server
