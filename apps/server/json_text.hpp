#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace hakam::server {

/// Writes JSON as text, without a tree in between: what is told after every move is written this
/// way. The caller keeps objects and arrays in balance.
class JsonText {
public:
    explicit JsonText(std::size_t expected = 2048) { out_.reserve(expected); }

    /// Writes into `room`, whatever it holds; take() gives it back.
    explicit JsonText(std::string&& room) : out_{std::move(room)} { out_.clear(); }

    JsonText& open(char bracket) {
        separate();
        out_ += bracket;
        fresh_ = true;
        return *this;
    }
    JsonText& close(char bracket) {
        out_ += bracket;
        fresh_ = false;
        return *this;
    }
    JsonText& key(std::string_view name) {
        separate();
        out_ += '"';
        out_ += name;
        out_ += "\":";
        fresh_ = true;
        return *this;
    }
    JsonText& text(std::string_view value) {
        separate();
        out_ += '"';
        const auto plain = [](char c) {
            return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
        };
        if (std::all_of(value.begin(), value.end(), plain)) {
            out_ += value;
            out_ += '"';
            return *this;
        }
        for (const char c : value) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                out_ += '\\';
                out_ += c;
            } else if (byte < 0x20) {
                constexpr std::string_view digits = "0123456789abcdef";
                out_ += "\\u00";
                out_ += digits[byte >> 4U];
                out_ += digits[byte & 15U];
            } else {
                out_ += c;
            }
        }
        out_ += '"';
        return *this;
    }
    JsonText& number(std::int64_t value) {
        separate();
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        out_.append(digits, end);
        return *this;
    }
    JsonText& flag(bool value) { return raw(value ? "true" : "false"); }
    JsonText& null() { return raw("null"); }
    /// A value that is JSON already.
    JsonText& raw(std::string_view json) {
        separate();
        out_ += json;
        return *this;
    }

    JsonText& member(std::string_view name, std::string_view value) {
        return key(name).text(value);
    }
    JsonText& member(std::string_view name, std::int64_t value) { return key(name).number(value); }

    const std::string& str() const noexcept { return out_; }
    std::string take() { return std::move(out_); }

private:
    void separate() {
        if (!fresh_) out_ += ',';
        fresh_ = false;
    }
    std::string out_;
    bool fresh_ = true;
};

}  // namespace hakam::server
