#include <hakam/core/perft.hpp>
#include <iostream>
#include <memory>

#include "command.hpp"

namespace hakam::cli {

void add_perft(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand("perft", "Count legal move sequences");
    auto depth = std::make_shared<int>(0);
    command->add_option("DEPTH", *depth)->required();
    command->callback([depth, &status] {
        std::cout << "nodes " << perft(Position{}, *depth) << '\n';
        status = answered;
    });
}

}  // namespace hakam::cli
