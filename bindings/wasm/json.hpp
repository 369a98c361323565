#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hakam::wasm {

/// Writes one JSON text. Commas are its own business; the caller balances begin and end.
class Json {
public:
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
    Json& number(std::int64_t value) { return raw(std::to_string(value)); }
    Json& boolean(bool value) { return raw(value ? "true" : "false"); }
    Json& null() { return raw("null"); }

    Json& member(std::string_view name, std::string_view value) { return key(name).string(value); }
    Json& member(std::string_view name, const char* value) {
        return member(name, std::string_view{value});
    }
    Json& member(std::string_view name, std::int64_t value) { return key(name).number(value); }
    Json& flag(std::string_view name, bool value) { return key(name).boolean(value); }
    /// Written only if true: absent means false.
    Json& mark(std::string_view name, bool value) { return value ? flag(name, true) : *this; }

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
    Json& raw(std::string_view value) {
        separate();
        text_ += value;
        return *this;
    }
    void separate() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }
    void quote(std::string_view value) {
        text_ += '"';
        for (const char c : value) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                static constexpr char hex[] = "0123456789abcdef";
                text_ += "\\u00";
                text_ += hex[static_cast<unsigned char>(c) >> 4];
                text_ += hex[static_cast<unsigned char>(c) & 15];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    std::string text_;
    bool fresh_ = true;
};

}  // namespace hakam::wasm
