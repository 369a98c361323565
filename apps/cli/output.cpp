#include "output.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <cstdio>
#include <cstdlib>

namespace hakam::cli {

namespace {

bool may_colour(int descriptor) {
    if (::isatty(descriptor) == 0) return false;
    const char* no_colour = std::getenv("NO_COLOR");
    if (no_colour != nullptr && *no_colour != '\0') return false;
    const char* term = std::getenv("TERM");
    return term != nullptr && std::string_view{term} != "dumb";
}

void print_to_errors(std::string_view text) {
    flush();
    std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Length of the valid UTF-8 sequence at `at`, 0 if there is none.
std::size_t sequence(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned lead = byte(at);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0 && continues(at + 1)) return 2;
    const unsigned second = byte(at + 1);
    if (lead >= 0xE0 && lead < 0xF0 && continues(at + 1) && continues(at + 2))
        return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ? 0 : 3;
    if (lead >= 0xF0 && lead < 0xF5 && continues(at + 1) && continues(at + 2) && continues(at + 3))
        return (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90) ? 0 : 4;
    return 0;
}

boost::json::object place(const TextSpan& where) {
    return {{"line", where.line},
            {"column", where.column},
            {"offset", where.offset},
            {"length", where.length}};
}

}  // namespace

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_line(std::string_view text) {
    print(text);
    print("\n");
}

void print_json(const boost::json::object& object) { print_line(boost::json::serialize(object)); }

void flush() { std::fflush(stdout); }

bool output_ok() { return std::ferror(stdout) == 0; }

void print_error(std::string_view source, const Error& error) {
    std::string line{source};
    line += ':';
    line += describe(error);
    line += '\n';
    print_to_errors(line);
}

void print_note(std::string_view source, const Note& note) {
    std::string line{source};
    line += ':' + std::to_string(note.where.line) + ':' + std::to_string(note.where.column) +
            ": note: " + note.text + '\n';
    print_to_errors(line);
}

void print_complaint(std::string_view text) {
    std::string line{"hakam: "};
    line += text;
    line += '\n';
    print_to_errors(line);
}

bool colour_on_output() { return may_colour(STDOUT_FILENO); }
bool colour_on_errors() { return may_colour(STDERR_FILENO); }
bool output_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

int terminal_width() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

std::string valid_utf8(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequence(text, at);
        if (length == 0) {
            result += "\xEF\xBF\xBD";
            ++at;
        } else {
            result += text.substr(at, length);
            at += length;
        }
    }
    return result;
}

boost::json::object to_json(const Error& error) {
    boost::json::object object{{"code", name(error.code)}};
    for (auto& member : place(error.where)) object.insert(member);
    object["expected"] = valid_utf8(error.expected);
    object["found"] = valid_utf8(error.found);
    return object;
}

boost::json::object to_json(const Note& note) {
    boost::json::object object{{"code", name(note.code)}};
    for (auto& member : place(note.where)) object.insert(member);
    object["text"] = valid_utf8(note.text);
    return object;
}

}  // namespace hakam::cli
