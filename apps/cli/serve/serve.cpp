#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "number.hpp"
#include "server/server.hpp"

namespace hakam::cli {

namespace {

/// "ADDRESS:PORT", ":PORT", "PORT" or "[ADDRESS]:PORT". Returns: false if it is none of them.
bool read_listen(std::string text, server::Options& options) {
    const std::size_t colon = text.rfind(':');
    std::string port = text;
    if (colon != std::string::npos) {
        port = text.substr(colon + 1);
        std::string address = text.substr(0, colon);
        if (address.size() > 2 && address.front() == '[' && address.back() == ']')
            address = address.substr(1, address.size() - 2);
        if (!address.empty()) options.address = address;
    }
    const char* end = port.data() + port.size();
    const auto [stop, error] = std::from_chars(port.data(), end, options.port);
    return error == std::errc{} && stop == end && !port.empty();
}

std::string own_path() {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string{} : path.string();
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("serve", serve_summary);
    auto options = std::make_shared<server::Options>();
    auto listen = std::make_shared<std::string>("127.0.0.1:8080");
    auto limits = std::make_shared<std::string>("on");
    command
        ->add_option("--listen", *listen,
                     "ADDRESS:PORT; 0.0.0.0:8080 lets other machines in, port 0 is any free one")
        ->capture_default_str();
    command->add_option("--db", options->storage,
                        "sqlite:FILE or a plain path (default: hakam/games.db in the user's data "
                        "folder), or postgresql://..., which several servers may share");
    command->add_option("--node", options->node,
                        "name among the servers of one database (default: its address)");
    command->add_option("--advertise", options->advertise,
                        "URL at which clients and the other servers reach this one");
    command
        ->add_option("--lease-ms", options->lease_ms,
                     "silence after which the other servers take this one's games")
        ->capture_default_str()
        ->transform(whole_number(500, 60'000));
    command->add_option("--web", options->web, "folder of the built web app (default: found)");
    command->add_option("--origin", options->origins,
                        "another site whose pages may use this server, e.g. https://chess.example");
    command->add_option("--engine", options->engines,
                        "UCI engine offered as an opponent (default: stockfish, if installed)");
    command->add_flag("--no-engines", options->no_engines, "no computer opponents");
    command
        ->add_option("--engine-processes", options->engine_processes,
                     "engines at work at the same time")
        ->capture_default_str()
        ->transform(whole_number(1, 64));
    command->add_option("--max-connections", options->max_connections, "open connections at most")
        ->capture_default_str()
        ->transform(whole_number(1, 1'000'000));
    command->add_option("--rate-limits", *limits, "on, or off behind a proxy that limits")
        ->capture_default_str()
        ->check(CLI::IsMember({"on", "off"}));
    command->add_flag("--behind-proxy", options->behind_proxy,
                      "believe X-Forwarded-For of a proxy on this machine");
    command
        ->add_option("--commit-window-us", options->commit_window_us,
                     "how long a commit waits for company")
        ->capture_default_str()
        ->transform(whole_number(0, 100'000));
    command->footer(
        "Example:\n  hakam serve --listen 127.0.0.1:8080 --db sqlite:/tmp/games.db\n"
        "Stops in order on SIGTERM and Ctrl-C. docs/guide/serve.md tells more.");
    command->callback([options, listen, limits, &status] {
        if (!read_listen(*listen, *options)) {
            std::fprintf(stderr, "hakam serve: --listen: expected ADDRESS:PORT, found '%s'\n",
                         listen->c_str());
            status = bad_input;
            return;
        }
        options->rate_limits = *limits == "on";
        options->program = own_path();
        status = server::serve(*options);
    });
}

}  // namespace hakam::cli
