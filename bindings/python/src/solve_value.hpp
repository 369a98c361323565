#pragma once

#include "common.hpp"
#include "hakam/solve/winnable.hpp"

namespace hakam::python {

/// hakam.Winnable of an answer, and the answer again.
nb::object winnable_object(const Position& position, Color side, const Winnable& answer);
Winnable winnable_from(nb::handle object);

}  // namespace hakam::python
