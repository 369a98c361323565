#include <cstdlib>

#include "convert.hpp"
#include "hakam/core/isa.hpp"

namespace hakam::c {
namespace {

template <std::size_t N>
void copy(std::string_view text, char (&into)[N]) noexcept {
    put(text, into, N);
}

}  // namespace

hakam_code tell(const Error& error, hakam_error* into) noexcept {
    if (into != nullptr) {
        *into = {};
        into->code = code(error.code);
        into->line = error.where.line;
        into->column = error.where.column;
        into->length = error.where.length;
        into->offset = error.where.offset;
        copy(error.expected, into->expected);
        copy(error.found, into->found);
    }
    return code(error.code);
}

hakam_code tell(hakam_code code, std::string_view expected, hakam_error* into) noexcept {
    if (into != nullptr) {
        *into = {};
        into->code = code;
        into->line = into->column = 1;
        copy(expected, into->expected);
    }
    return code;
}

bool budget(const hakam_budget* from, Budget& into) {
    const hakam_budget standard = HAKAM_BUDGET_INIT;
    if (from == nullptr) from = &standard;
    if (from->size < sizeof(hakam_budget)) return false;
    if (from->nodes != 0) into.nodes = from->nodes;
    if (from->memory_bytes != 0) into.memory_bytes = from->memory_bytes;
    if (from->expired != nullptr)
        into.expired = [ask = from->expired, context = from->context] { return ask(context) != 0; };
    return true;
}

}  // namespace hakam::c

using namespace hakam;

extern "C" {

uint32_t hakam_version(void) { return HAKAM_VERSION; }
const char* hakam_version_text(void) { return HAKAM_VERSION_TEXT; }

// The names are literals, so that a 0 follows them.
const char* hakam_isa(void) { return isa::chosen().data(); }

// When the library is loaded: the copy that the user wants, if it can run here.
#if defined(__GNUC__)
__attribute__((constructor)) static void choose_isa(void) {
    if (const char* wanted = std::getenv("HAKAM_ISA")) isa::choose(wanted);
}
#endif

const char* hakam_code_name(hakam_code code) {
    switch (code) {
        case HAKAM_OK: return "ok";
        case HAKAM_BAD_ARGUMENT: return "bad-argument";
        case HAKAM_UNKNOWN_NAME: return "unknown-name";
        case HAKAM_NO_MEMORY: return "no-memory";
        case HAKAM_STOPPED: return "stopped";
        case HAKAM_INTERNAL: return "internal";
        default: break;
    }
    if (code < HAKAM_UNEXPECTED_TEXT || code > HAKAM_UNSUPPORTED) return "unknown-code";
    // The names are literals, so that a 0 follows them.
    return name(static_cast<ErrorCode>(code - 1)).data();
}

}  // extern "C"
