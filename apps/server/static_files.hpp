#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace hakam::server {

/// A file of the web app, ready to be sent.
struct StaticFile {
    std::shared_ptr<const std::string> content;
    std::string type;
    std::string etag;
    std::string encoding;    ///< br, gzip, or empty
    bool immutable = false;  ///< its name changes with its content
};

/// The web app: files below one folder, kept in memory once read. FILE.br and FILE.gz beside FILE
/// are sent to who takes them. Paths of the app's own pages (no extension) are index.html.
class StaticFiles {
public:
    explicit StaticFiles(std::string folder) : folder_{std::move(folder)} {}

    /// Whether there is a web app at all.
    bool is_there() const;
    const std::string& folder() const noexcept { return folder_; }
    /// `accepts`: an Accept-Encoding header. Returns: nothing if there is no such file. Never leaves
    /// the folder.
    std::shared_ptr<const StaticFile> find(std::string_view path, std::string_view accepts);

private:
    struct Entry {
        std::int64_t modified = 0;
        std::shared_ptr<const StaticFile> file;
    };
    std::shared_ptr<const StaticFile> load(const std::string& name, std::string_view encoding);

    std::string folder_;
    std::unordered_map<std::string, Entry> cache_;
};

/// The folder with the web app: `wanted`, or beside the program, its sources or the current folder.
std::string find_web(const std::string& wanted, const std::string& program);

/// Sent when there is no web app: says how to build it.
std::string_view page_without_app() noexcept;

}  // namespace hakam::server
