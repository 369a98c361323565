#include "outlet.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "../output.hpp"

namespace hakam::cli::audit {
namespace {

bool are_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Of nothing, if there is no such file.
struct stat status_of(int descriptor) {
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) status = {};
    return status;
}

}  // namespace

Outlet::Outlet(int descriptor, std::string name)
    : descriptor_{descriptor}, name_{std::move(name)} {}
Outlet::~Outlet() { close(); }

bool Outlet::open(const std::string& path) {
    if (open_quietly(path)) return true;
    print_complaint(trouble_);
    return false;
}

bool Outlet::open_quietly(const std::string& path) {
    if (path == "-") {
        descriptor_ = STDOUT_FILENO;
        is_owned_ = false;
        name_ = "standard output";
        return true;
    }
    name_ = path;
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    is_owned_ = descriptor_ >= 0;
    return is_owned_ || fail();
}

bool Outlet::cut(std::uint64_t size) {
    if (!is_owned_ || !is_regular()) return true;
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0 ||
        ::lseek(descriptor_, 0, SEEK_END) < 0)
        return fail();
    return true;
}

bool Outlet::write(std::string_view text) {
    if (!trouble_.empty()) return false;
    if (descriptor_ < 0) return true;
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor_, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return fail();
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

void Outlet::sync() {
    if (descriptor_ >= 0) ::fdatasync(descriptor_);
}

bool Outlet::close() {
    if (!std::exchange(is_owned_, false)) return trouble_.empty();
    if (::close(std::exchange(descriptor_, -1)) != 0) return fail();
    return trouble_.empty();
}

bool Outlet::is_file_path(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

bool Outlet::is_regular() const { return S_ISREG(status_of(descriptor_).st_mode); }
bool Outlet::is_character_device() const { return S_ISCHR(status_of(descriptor_).st_mode); }

std::uint64_t Outlet::size() const {
    return static_cast<std::uint64_t>(status_of(descriptor_).st_size);
}

bool Outlet::is_same(const Outlet& other) const {
    return descriptor_ >= 0 && other.descriptor_ >= 0 &&
           are_same(status_of(descriptor_), status_of(other.descriptor_));
}

bool Outlet::is_file(const std::string& path) const {
    struct stat status {};
    if (path == "-") status = status_of(STDIN_FILENO);
    if (path != "-" && ::stat(path.c_str(), &status) != 0) return false;
    return is_regular() && are_same(status, status_of(descriptor_));
}

bool Outlet::fail() {
    if (trouble_.empty()) {
        has_no_reader_ = errno == EPIPE;
        trouble_ = name_ + ": " + std::strerror(errno);
    }
    return false;
}

}  // namespace hakam::cli::audit
