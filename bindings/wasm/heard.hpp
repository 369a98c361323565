#pragma once

#include <cstdint>
#include <string>

/// What a long search asks of the worker it runs in: the only two imports, of `problems.wasm` alone.
/// A worker that shall stop is ended by its page; what was told before stays told.
namespace hakam::wasm {

[[clang::import_module("hakam"), clang::import_name("tell")]] void tell_worker(const char* address,
                                                                              std::uint32_t length);
[[clang::import_module("hakam"), clang::import_name("expired")]] std::int32_t time_is_over();

inline void tell(const std::string& json) {
    tell_worker(json.data(), static_cast<std::uint32_t>(json.size()));
}

}  // namespace hakam::wasm
