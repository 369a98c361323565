#pragma once

#include <cstdint>
#include <string_view>

#include "json.hpp"

/// The C interface of the core for WebAssembly. A text goes in as address and length (memory from
/// hakam_allocate); each function leaves one JSON text at hakam_result() and returns its length.
/// Nothing but that answer outlives a call, so that the page holds all state as values.
#define HAKAM_EXPORT(name) extern "C" [[gnu::used, clang::export_name("hakam_" #name)]]

namespace hakam::wasm {

/// Makes `json` the answer. Returns: its length in bytes.
std::uint32_t answer(Json&& json);

inline std::string_view text(const char* address, std::uint32_t length) noexcept {
    return {address, length};
}

}  // namespace hakam::wasm
