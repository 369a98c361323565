#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hakam::wire {

/// Writes one JSON text, without a tree in between. Commas are its own business; the caller
/// balances begin and end, and writes UTF-8. Cost: what appending to a string costs.
class Json {
public:
    Json() = default;
    /// Writes into `room`, whatever it holds; take() gives it back.
    explicit Json(std::string&& room) : text_{std::move(room)} { text_.clear(); }

    Json& begin() { return open('{'); }
    Json& end() { return close('}'); }
    Json& begin_list() { return open('['); }
    Json& end_list() { return close(']'); }
    Json& key(std::string_view name) {
        separate();
        quote(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }
    Json& string(std::string_view value) {
        separate();
        quote(value);
        return *this;
    }
    Json& number(std::int64_t value) { return decimal(value); }
    Json& unsigned_number(std::uint64_t value) { return decimal(value); }
    Json& boolean(bool value) { return raw(value ? "true" : "false"); }
    Json& null() { return raw("null"); }
    /// A value that is JSON already.
    Json& raw(std::string_view json) {
        separate();
        text_ += json;
        return *this;
    }

    Json& member(std::string_view name, std::string_view value) { return key(name).string(value); }
    Json& member(std::string_view name, const char* value) {
        return member(name, std::string_view{value});
    }
    Json& member(std::string_view name, std::int64_t value) { return key(name).number(value); }
    /// A text, or null if it is empty.
    Json& optional(std::string_view name, std::string_view value) {
        key(name);
        return value.empty() ? null() : string(value);
    }
    Json& flag(std::string_view name, bool value) { return key(name).boolean(value); }
    /// Written only if true: absent means false.
    Json& mark(std::string_view name, bool value) { return value ? flag(name, true) : *this; }

    const std::string& text() const noexcept { return text_; }
    std::string take() && { return std::move(text_); }

private:
    Json& open(char c) {
        separate();
        text_ += c;
        fresh_ = true;
        return *this;
    }
    Json& close(char c) {
        text_ += c;
        fresh_ = false;
        return *this;
    }
    template <class Number>
    Json& decimal(Number value) {
        separate();
        char digits[24];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        return *this;
    }
    void separate() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }
    void quote(std::string_view value) {
        const auto plain = [](char c) {
            return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
        };
        text_ += '"';
        if (std::all_of(value.begin(), value.end(), plain)) {
            text_ += value;
            text_ += '"';
            return;
        }
        for (const char c : value) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                static constexpr char hex[] = "0123456789abcdef";
                text_ += "\\u00";
                text_ += hex[static_cast<unsigned char>(c) >> 4U];
                text_ += hex[static_cast<unsigned char>(c) & 15U];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    std::string text_;
    bool fresh_ = true;
};

}  // namespace hakam::wire
