#pragma once

#include "hakam/wire/json.hpp"

namespace hakam::wasm {

using wire::Json;

}  // namespace hakam::wasm
