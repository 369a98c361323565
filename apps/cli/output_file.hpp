#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace hakam::cli {

/// A file that is written whole or stays what it was: the bytes go to a file beside it, which takes
/// its place at the end. A link stays one, the file behind it is written so. What is no plain file (a
/// device, a pipe) is written to as it is.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);
    bool ok() const { return !file_.fail(); }
    /// Puts the file in its place. Returns: whether all of it could be written.
    bool keep();

private:
    std::filesystem::path path_;
    std::filesystem::path fresh_;  ///< empty if path_ itself is written
    std::filesystem::file_status old_;
    std::ofstream file_;
};

}  // namespace hakam::cli
