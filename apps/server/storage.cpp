// Names and addresses of storages.

#include "server/storage.hpp"

#include <charconv>

namespace hakam::server {

Expected<Migrated, std::string> migrate_sqlite(const std::string& file);
Expected<Migrated, std::string> migrate_postgres(const std::string& url);

std::string_view name(Seat seat) noexcept {
    switch (seat) {
        case Seat::white:
            return "white";
        case Seat::black:
            return "black";
        case Seat::arbiter:
            return "arbiter";
        case Seat::spectator:
            return "spectator";
    }
    return "spectator";
}

std::optional<Seat> seat_named(std::string_view text) noexcept {
    for (const Seat seat : {Seat::white, Seat::black, Seat::arbiter, Seat::spectator})
        if (name(seat) == text) return seat;
    return std::nullopt;
}

namespace {

bool is_postgres(std::string_view url) {
    return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

/// The file of "sqlite:FILE" or of a plain path.
Expected<std::string, std::string> sqlite_file(std::string_view url) {
    constexpr std::string_view scheme = "sqlite:";
    const bool named = url.starts_with(scheme);
    // "mysql:x" is no file; "./a:b" is one.
    const std::size_t colon = url.find(':');
    if (!named && colon != std::string_view::npos && url.substr(0, colon).find('/') == url.npos)
        return Unexpected{"unknown storage '" + std::string{url} +
                          "'; expected sqlite:FILE or postgresql://..."};
    std::string file{named ? url.substr(scheme.size()) : url};
    if (file.empty()) return Unexpected{std::string{"expected sqlite:FILE, found no file"}};
    return file;
}

}  // namespace

Expected<std::unique_ptr<Storage>, std::string> open_storage(std::string_view url,
                                                             StorageOptions options) {
    if (is_postgres(url)) return open_postgres(std::string{url}, std::move(options));
    auto file = sqlite_file(url);
    if (!file) return Unexpected{file.error()};
    std::int64_t max_pages = 0;
    if (const std::size_t mark = file->find("?max_pages="); mark != std::string::npos) {
        const std::string number = file->substr(mark + 11);
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), max_pages);
        if (error != std::errc{} || end != number.data() + number.size() || max_pages < 1)
            return Unexpected{"bad max_pages in '" + std::string{url} + "'"};
        file->resize(mark);
    }
    if (file->empty()) return Unexpected{std::string{"expected sqlite:FILE, found no file"}};
    return open_sqlite(*std::move(file), max_pages, std::move(options));
}

Expected<Migrated, std::string> migrate_storage(std::string_view url) {
    if (is_postgres(url)) return migrate_postgres(std::string{url});
    auto file = sqlite_file(url);
    if (!file) return Unexpected{file.error()};
    return migrate_sqlite(*file);
}

}  // namespace hakam::server
