#include "testkit/data.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace hakam::testkit {

std::string data_path(std::string_view name) {
    return std::string{HAKAM_DATA_DIR} + "/" + std::string{name};
}

std::string data_file(std::string_view name) {
    const std::string path = data_path(name);
    std::ifstream file{path, std::ios::binary};
    if (!file) {
        std::cerr << "cannot read " << path << '\n';
        std::abort();
    }
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::string> data_lines(std::string_view name) {
    std::vector<std::string> lines;
    std::istringstream text{data_file(name)};
    for (std::string line; std::getline(text, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (!line.empty() && line.front() != '#') lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace hakam::testkit
