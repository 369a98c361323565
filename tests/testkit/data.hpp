#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hakam::testkit {

/// The path of a file of the data folder, e.g. data_path("perft/standard.epd").
std::string data_path(std::string_view name);
/// A whole file of the data folder. Aborts with a message if it cannot be read: a clone without
/// its data must not pass.
std::string data_file(std::string_view name);
/// Its lines without line ends; blank lines and lines that begin with '#' are left out.
std::vector<std::string> data_lines(std::string_view name);

}  // namespace hakam::testkit
