#pragma once

/// Everything at once: text in, values out.
#include "hakam/core/attacks.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/core/position.hpp"
