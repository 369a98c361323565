#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/token.hpp"

/// A thin layer over libpq: a connection that never waits longer than it was told to, results that
/// clean up after themselves, and arguments in text form.
namespace hakam::server::postgres {

/// The arguments of one statement.
class Args {
public:
    Args& add(std::int64_t value) { return add(std::string_view{std::to_string(value)}); }
    Args& add(std::string_view text) {
        values_.emplace_back(text);
        null_.push_back(false);
        return *this;
    }
    Args& add(std::string&& text) {
        values_.push_back(std::move(text));
        null_.push_back(false);
        return *this;
    }
    Args& add(const TokenHash& hash) { return add(hex(hash)); }
    Args& add_null() {
        values_.emplace_back();
        null_.push_back(true);
        return *this;
    }
    int count() const { return static_cast<int>(values_.size()); }
    std::vector<const char*> pointers() const {
        std::vector<const char*> out;
        out.reserve(values_.size());
        for (std::size_t i = 0; i < values_.size(); ++i)
            out.push_back(null_[i] ? nullptr : values_[i].c_str());
        return out;
    }
    /// A hash as PostgreSQL writes bytes.
    static std::string hex(const TokenHash& hash) {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string out = "\\x";
        for (const unsigned char byte : hash) {
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        }
        return out;
    }

private:
    std::vector<std::string> values_;
    std::vector<bool> null_;
};

/// Writes an array literal, one element after the other.
class Array {
public:
    void add(std::int64_t value) { separate(), text_ += std::to_string(value); }
    void add_null() { separate(), text_ += "NULL"; }
    void add(std::string_view text) {
        separate();
        text_ += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\') text_ += '\\';
            text_ += c;
        }
        text_ += '"';
    }
    std::string take() {
        text_ += '}';
        return std::move(text_);
    }

private:
    void separate() {
        if (text_.size() > 1) text_ += ',';
    }
    std::string text_ = "{";
};

class Result {
public:
    Result() = default;
    explicit Result(PGresult* raw) : raw_{raw} {}
    bool is_ok() const noexcept {
        const auto status = PQresultStatus(raw_.get());
        return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    }
    bool is_there() const noexcept { return raw_ != nullptr; }
    ExecStatusType status() const noexcept { return PQresultStatus(raw_.get()); }
    int rows() const noexcept { return PQntuples(raw_.get()); }
    std::int64_t changed() const { return std::atoll(PQcmdTuples(raw_.get())); }
    bool is_null(int row, int column) const { return PQgetisnull(raw_.get(), row, column) != 0; }
    std::int64_t integer(int row, int column) const {
        return std::strtoll(PQgetvalue(raw_.get(), row, column), nullptr, 10);
    }
    std::optional<std::int64_t> maybe_integer(int row, int column) const {
        return is_null(row, column) ? std::nullopt : std::optional{integer(row, column)};
    }
    std::string text(int row, int column) const {
        return {PQgetvalue(raw_.get(), row, column),
                static_cast<std::size_t>(PQgetlength(raw_.get(), row, column))};
    }
    bool flag(int row, int column) const {
        return PQgetvalue(raw_.get(), row, column)[0] == 't';
    }
    TokenHash hash(int row, int column) const;
    /// Five characters; empty: no answer of the server (the connection is lost).
    std::string_view state() const {
        const char* code = PQresultErrorField(raw_.get(), PG_DIAG_SQLSTATE);
        return code == nullptr ? std::string_view{} : std::string_view{code};
    }
    std::string message() const;

private:
    struct Clear {
        void operator()(PGresult* raw) const noexcept { PQclear(raw); }
    };
    std::unique_ptr<PGresult, Clear> raw_;
};

class Connection {
public:
    /// Connects, within `patience`. Check is_open().
    Connection(const std::string& url, std::chrono::milliseconds patience);

    bool is_open() const noexcept { return PQstatus(raw_.get()) == CONNECTION_OK; }
    std::string message() const;

    /// Runs one statement; waits at most `patience`, after which the connection is given up.
    Result run(const char* sql, const Args& args = {});
    /// Runs several statements without arguments.
    Result run_all(const std::string& sql);

    // A pipeline: statements are queued, then sent in one go; the answers come in order.
    bool begin_pipeline();
    bool queue(const char* sql, const Args& args);
    /// Sends all that is queued and waits for every answer. Returns: the first answer that is a
    /// fault, or the last one.
    Result finish_pipeline();

    std::chrono::milliseconds patience;

private:
    /// The next answer, or null at the end of one statement. Sets `late` at the deadline.
    PGresult* next(std::chrono::steady_clock::time_point deadline, bool& lost);
    bool wait(std::chrono::steady_clock::time_point deadline, bool for_writing);
    void give_up();
    const std::string& prepared(const char* sql);

    struct Finish {
        void operator()(PGconn* raw) const noexcept { PQfinish(raw); }
    };
    std::unique_ptr<PGconn, Finish> raw_;
    std::vector<std::pair<const char*, std::string>> names_;
    int queued_ = 0;
    bool given_up_ = false;
};

/// Leaves out what must not be shown: a password.
std::string shown(const std::string& url);

}  // namespace hakam::server::postgres
