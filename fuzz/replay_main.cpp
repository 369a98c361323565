// Replays files, all files of folders and of .tar archives through a fuzz target without libFuzzer.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<char> read_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void run(const char* begin, std::size_t size) {
    // A copy of just this size: reading beyond it is then found by the sanitizers.
    std::vector<std::uint8_t> exact(begin, begin + size);
    exact.shrink_to_fit();
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

/// Each file of an uncompressed tar (POSIX ustar): blocks of 512 bytes, a header before each file
/// with its size in octal at 124 and its type at 156. Returns: how many there were.
std::size_t run_archive(const std::vector<char>& bytes) {
    constexpr std::size_t block = 512;
    std::size_t count = 0;
    for (std::size_t at = 0; at + block <= bytes.size() && bytes[at] != '\0';) {
        const std::size_t size = std::stoull(std::string{&bytes[at + 124], 11}, nullptr, 8);
        const char type = bytes[at + 156];
        at += block;
        if (size > bytes.size() - at) throw std::runtime_error{"the archive is cut off"};
        if (type == '0' || type == '\0') {
            run(bytes.data() + at, size);
            ++count;
        }
        at += (size + block - 1) / block * block;
    }
    return count;
}

std::size_t replay(const std::filesystem::path& path) {
    if (std::filesystem::is_directory(path)) {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator{path})
            if (entry.is_regular_file()) count += replay(entry.path());
        return count;
    }
    const std::vector<char> bytes = read_file(path);
    if (path.extension() == ".tar") return run_archive(bytes);
    run(bytes.data(), bytes.size());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) count += replay(argv[i]);
    std::cout << count << " inputs\n";
    return count > 0 ? 0 : 1;
}
