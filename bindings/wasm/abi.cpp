#include "abi.hpp"

#include <cstdlib>
#include <string>

namespace hakam::wasm {
namespace {
std::string last_answer;
}  // namespace

std::uint32_t answer(Json&& json) {
    last_answer = std::move(json).take();
    return static_cast<std::uint32_t>(last_answer.size());
}

HAKAM_EXPORT(allocate) void* hakam_allocate(std::uint32_t bytes) {
    return std::malloc(bytes == 0 ? 1 : bytes);
}
HAKAM_EXPORT(release) void hakam_release(void* address) { std::free(address); }
HAKAM_EXPORT(result) const char* hakam_result() { return last_answer.data(); }

}  // namespace hakam::wasm

// The standard library would print before it stops; here a trap is all there is to say, and the
// module imports nothing.
extern "C" [[noreturn, gnu::visibility("hidden")]] void abort_message(const char*, ...);
extern "C" void abort_message(const char*, ...) { __builtin_trap(); }
_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
