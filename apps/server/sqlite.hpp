#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/token.hpp"

/// A thin layer over SQLite: connections and prepared statements that clean up after themselves.
namespace hakam::server::sqlite {

class Statement {
public:
    Statement() = default;
    Statement(sqlite3* db, std::string_view sql) {
        sqlite3_stmt* raw = nullptr;
        sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                           &raw, nullptr);
        statement_.reset(raw);
    }
    bool is_ready() const noexcept { return statement_ != nullptr; }

    void bind(int at, std::int64_t value) { sqlite3_bind_int64(statement_.get(), at, value); }
    void bind(int at, std::string_view text) {
        sqlite3_bind_text(statement_.get(), at, text.data(), static_cast<int>(text.size()),
                          SQLITE_STATIC);
    }
    void bind(int at, const TokenHash& hash) {
        sqlite3_bind_blob(statement_.get(), at, hash.data(), static_cast<int>(hash.size()),
                          SQLITE_STATIC);
    }
    void bind(int at, const std::optional<std::int64_t>& value) {
        value ? bind(at, *value) : bind_null(at);
    }
    void bind_null(int at) { sqlite3_bind_null(statement_.get(), at); }

    /// Returns: SQLITE_ROW, SQLITE_DONE or an error code.
    int step() { return sqlite3_step(statement_.get()); }
    void reset() { sqlite3_reset(statement_.get()); }
    /// Runs to the end and makes ready for the next time. Returns: SQLITE_DONE or an error code.
    int run() {
        const int code = step();
        reset();
        return code;
    }

    std::int64_t integer(int column) const {
        return sqlite3_column_int64(statement_.get(), column);
    }
    std::optional<std::int64_t> maybe_integer(int column) const {
        if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
        return integer(column);
    }
    std::string text(int column) const {
        const auto* data = sqlite3_column_text(statement_.get(), column);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
        return data == nullptr ? std::string{}
                               : std::string{reinterpret_cast<const char*>(data), size};
    }
    TokenHash hash(int column) const {
        TokenHash hash{};
        const auto* data =
            static_cast<const unsigned char*>(sqlite3_column_blob(statement_.get(), column));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
        for (std::size_t i = 0; i < hash.size() && i < size; ++i) hash[i] = data[i];
        return hash;
    }

private:
    struct Finalize {
        void operator()(sqlite3_stmt* raw) const noexcept { sqlite3_finalize(raw); }
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Connection {
public:
    /// Opens or makes the file. Check is_open().
    explicit Connection(const std::string& file) {
        sqlite3* raw = nullptr;
        status_ = sqlite3_open_v2(file.c_str(), &raw,
                                  SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                  nullptr);
        db_.reset(raw);
        if (raw != nullptr) {
            sqlite3_busy_timeout(raw, 10000);
            sqlite3_extended_result_codes(raw, 1);
        }
    }
    bool is_open() const noexcept { return status_ == SQLITE_OK; }
    sqlite3* raw() const noexcept { return db_.get(); }
    const char* message() const { return sqlite3_errmsg(db_.get()); }

    Statement prepare(std::string_view sql) const { return Statement{db_.get(), sql}; }
    /// Returns: SQLITE_OK or an error code.
    int run(const char* sql) const {
        return sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr);
    }
    std::int64_t integer(std::string_view sql, std::int64_t otherwise) const {
        Statement statement = prepare(sql);
        return statement.is_ready() && statement.step() == SQLITE_ROW ? statement.integer(0)
                                                                      : otherwise;
    }

private:
    struct Close {
        void operator()(sqlite3* raw) const noexcept { sqlite3_close_v2(raw); }
    };
    int status_ = SQLITE_ERROR;
    std::unique_ptr<sqlite3, Close> db_;
};

}  // namespace hakam::server::sqlite
