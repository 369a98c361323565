#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hakam::cli::audit {

/// A file, a device or a pipe that is written to; nothing at all until it is opened.
class Outlet {
public:
    Outlet() = default;
    /// A descriptor that stays open, and its name for people.
    Outlet(int descriptor, std::string name);
    ~Outlet();
    Outlet(const Outlet&) = delete;
    Outlet& operator=(const Outlet&) = delete;

    /// "-" is standard output. A file keeps what it holds until cut(). Returns: false, and why has
    /// been told, if it cannot be opened.
    bool open(const std::string& path);
    bool open_quietly(const std::string& path);
    /// What comes next is written after the first `size` bytes; only a regular file has any.
    bool cut(std::uint64_t size);
    /// Returns: false if it cannot be written, now or before.
    bool write(std::string_view text);
    void sync();
    bool close();

    /// Whether opening it gives a regular file.
    static bool is_file_path(const std::string& path);
    bool is_regular() const;
    bool is_character_device() const;
    std::uint64_t size() const;
    /// Whether both are one file or pipe; "-" is standard input.
    bool is_same(const Outlet& other) const;
    /// Whether it is this regular file.
    bool is_file(const std::string& path) const;
    const std::string& name() const noexcept { return name_; }
    /// Why it could not be written; empty if it could.
    const std::string& trouble() const noexcept { return trouble_; }
    /// Whether nobody reads it any more: a pipe whose other end is closed, as by `| head`.
    bool has_no_reader() const noexcept { return has_no_reader_; }

private:
    bool fail();

    int descriptor_ = -1;
    bool is_owned_ = false;
    bool has_no_reader_ = false;
    std::string name_;
    std::string trouble_;
};

}  // namespace hakam::cli::audit
