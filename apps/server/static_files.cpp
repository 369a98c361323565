#include "server/static_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/token.hpp"

namespace hakam::server {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t largest_file = 64U << 20U;
constexpr std::size_t most_cached = 2000;

struct Type {
    std::string_view ending;
    std::string_view type;
};
constexpr Type types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".jpg", "image/jpeg"},
    {".woff2", "font/woff2"},
    {".woff", "font/woff"},
    {".ttf", "font/ttf"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".wav", "audio/wav"},
    {".txt", "text/plain; charset=utf-8"},
    {".pgn", "application/x-chess-pgn"},
};

std::string_view type_of(std::string_view name) {
    const auto* type = std::find_if(std::begin(types), std::end(types),
                                    [&](const Type& t) { return name.ends_with(t.ending); });
    return type == std::end(types) ? "application/octet-stream" : type->type;
}

/// Letters, digits and .-_/ only; no part that is empty, hidden, "." or "..".
bool is_safe(std::string_view path) {
    if (path.empty() || path.front() != '/' || path.size() > 512) return false;
    char before = 0;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '/';
        if (!plain || (before == '/' && (c == '/' || c == '.'))) return false;
        before = c;
    }
    return true;
}

/// Whether an Accept-Encoding header takes `encoding`: it is listed, and not with q=0.
bool takes(std::string_view accepts, std::string_view encoding) {
    while (!accepts.empty()) {
        const std::size_t comma = std::min(accepts.find(','), accepts.size());
        std::string item;
        for (const char c : accepts.substr(0, comma))
            if (c != ' ' && c != '\t') item += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        accepts.remove_prefix(std::min(comma + 1, accepts.size()));
        const std::size_t weight = item.find(";q=");
        if (std::string_view{item}.substr(0, item.find(';')) != encoding) continue;
        return weight == std::string::npos ||
               item.find_first_not_of("0.", weight + 3) != std::string::npos;
    }
    return false;
}

}  // namespace

bool StaticFiles::is_there() const {
    std::error_code error;
    return !folder_.empty() && fs::is_regular_file(folder_ + "/index.html", error);
}

std::shared_ptr<const StaticFile> StaticFiles::find(std::string_view path,
                                                    std::string_view accepts) {
    if (folder_.empty() || !is_safe(path)) return nullptr;
    std::string name{path};
    const std::string_view last = path.substr(path.rfind('/') + 1);
    if (last.find('.') == std::string_view::npos) name = "/index.html";
    for (const std::string_view encoding : {"br", "gzip"})
        if (takes(accepts, encoding))
            if (auto file = load(name, encoding)) return file;
    return load(name, "");
}

std::shared_ptr<const StaticFile> StaticFiles::load(const std::string& name,
                                                    std::string_view encoding) {
    const std::string path =
        folder_ + name + (encoding == "br" ? ".br" : encoding == "gzip" ? ".gz" : "");
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
        static_cast<std::size_t>(status.st_size) > largest_file) {
        cache_.erase(path);
        return nullptr;
    }
    const std::int64_t modified =
        std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    if (const auto entry = cache_.find(path);
        entry != cache_.end() && entry->second.modified == modified)
        return entry->second.file;
    std::ifstream in{path, std::ios::binary};
    auto content = std::make_shared<const std::string>(std::istreambuf_iterator<char>{in},
                                                       std::istreambuf_iterator<char>{});
    auto file = std::make_shared<StaticFile>();
    file->type = type_of(name);
    file->etag = '"' + std::to_string(fingerprint(*content)) + '-' + std::string{encoding} + '"';
    file->encoding = encoding;
    file->immutable = name.starts_with("/assets/");
    file->content = std::move(content);
    if (cache_.size() >= most_cached) cache_.clear();
    cache_[path] = {modified, file};
    return file;
}

std::string find_web(const std::string& wanted, const std::string& program) {
    if (!wanted.empty()) return wanted;
    std::error_code error;
    const fs::path beside = fs::canonical(program, error).parent_path();
    for (const fs::path& folder :
         {beside / "../../web/dist", beside / "../share/hakam/web", fs::path{"web/dist"}}) {
        if (fs::is_regular_file(folder / "index.html", error))
            return fs::canonical(folder, error).string();
    }
    return {};
}

std::string_view page_without_app() noexcept {
    return R"html(<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Hakam</title>
<h1>Hakam</h1>
<p>The play server runs, but its web app has not been built.</p>
<p>In the folder of the sources: <code>tools/build_web</code>, which says what is wrong if it cannot;
then reload this page. Another place of the built app: <code>hakam serve --web FOLDER</code>.</p>
<p>The interface for programs is described in <code>protocol/README.md</code>.</p>
</html>
)html";
}

}  // namespace hakam::server
