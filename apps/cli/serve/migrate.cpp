#include <cstdio>
#include <memory>

#include "command.hpp"
#include "server/storage.hpp"

namespace hakam::cli {

void add_migrate(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("migrate", migrate_summary);
    auto url = std::make_shared<std::string>();
    command->add_option("--db", *url, "sqlite:FILE, a plain path, or postgresql://...")->required();
    command->footer(
        "Example:\n  hakam migrate --db /tmp/games.db\n"
        "Forward only, each version in one transaction; servers of the version before may go on\n"
        "working. An SQLite file must not be in use; hakam serve does the same when it opens it.");
    command->callback([url, &status] {
        const auto done = server::migrate_storage(*url);
        if (!done) {
            std::fprintf(stderr, "hakam migrate: %s\n", done.error().c_str());
            status = bad_input;
            return;
        }
        if (done->from == done->to)
            std::printf("schema %d already\n", done->to);
        else
            std::printf("schema %d, was %d\n", done->to, done->from);
    });
}

}  // namespace hakam::cli
