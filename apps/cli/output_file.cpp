#include "output_file.hpp"

#include <unistd.h>

#include <string>
#include <system_error>
#include <utility>

namespace hakam::cli {

namespace fs = std::filesystem;

namespace {

/// Links such as /dev/stdout lead to what is open already.
bool is_of_the_system(const fs::path& path) {
    const std::string& text = path.native();
    return text.starts_with("/dev/") || text.starts_with("/proc/");
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_{std::move(path)} {
    std::error_code error;
    old_ = fs::symlink_status(path_, error);
    if (fs::is_symlink(old_) && !is_of_the_system(path_)) {
        // The file behind a link may be the one that is read.
        const fs::path target = fs::canonical(path_, error);
        if (!error) path_ = target;
        old_ = fs::symlink_status(path_, error);
    }
    if (!fs::exists(old_) || fs::is_regular_file(old_)) {
        fresh_ = path_;
        fresh_ += ".part" + std::to_string(::getpid());
    }
    file_.open(fresh_.empty() ? path_ : fresh_, std::ios::binary);
}

OutputFile::~OutputFile() {
    if (fresh_.empty()) return;
    file_.close();
    std::error_code error;
    fs::remove(fresh_, error);
}

void OutputFile::write(std::string_view bytes) {
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool OutputFile::keep() {
    file_.close();
    if (file_.fail()) return false;
    if (fresh_.empty()) return true;
    std::error_code error;
    if (fs::exists(old_)) fs::permissions(fresh_, old_.permissions(), error);
    fs::rename(fresh_, path_, error);
    if (error) return false;
    fresh_.clear();
    return true;
}

}  // namespace hakam::cli
