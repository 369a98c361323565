#include "testkit/tsv.hpp"

#include <cstdlib>
#include <iostream>

#include "testkit/data.hpp"

namespace hakam::testkit {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view name) {
    std::cerr << what << ": " << name << '\n';
    std::abort();
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

const std::string& TsvRow::operator[](std::string_view column) const {
    const auto found = fields.find(column);
    if (found == fields.end()) fail("the table has no such column", column);
    return found->second;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        switch (const char c = text[++i]) {
            case 'n':
                out += '\n';
                break;
            case 'r':
                out += '\r';
                break;
            case 't':
                out += '\t';
                break;
            case '\\':
                out += '\\';
                break;
            case 'x':
                if (i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
                    out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
                    i += 2;
                    break;
                }
                [[fallthrough]];
            default:
                out += '\\';
                out += c;
        }
    }
    return out;
}

std::vector<TsvRow> read_tsv(std::string_view name, TsvEscapes escapes) {
    std::vector<TsvRow> rows;
    std::vector<std::string> header;
    std::size_t number = 0;
    const std::string text = data_file(name);
    for (std::string& line : split(text, '\n')) {
        ++number;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty() || line.front() == '#') continue;
        std::vector<std::string> fields = split(line, '\t');
        if (header.empty()) {
            header = std::move(fields);
            continue;
        }
        TsvRow row;
        row.line = number;
        fields.resize(header.size());
        for (std::size_t i = 0; i < header.size(); ++i)
            row.fields[header[i]] =
                escapes == TsvEscapes::backslash ? unescaped(fields[i]) : std::move(fields[i]);
        rows.push_back(std::move(row));
    }
    return rows;
}

const TsvRow& row_with_id(const std::vector<TsvRow>& rows, std::string_view id) {
    for (const TsvRow& row : rows)
        if (row["id"] == id) return row;
    fail("the table has no row", id);
}

}  // namespace hakam::testkit
