#pragma once

#include <cstdlib>

/// HAKAM_ASSERT states a precondition. It is checked in debug, sanitizer and fuzz builds and costs
/// nothing in release; its expression has no side effects. Bad input never reaches it: that is an
/// Expected, not an assertion.
#if defined(HAKAM_CHECKED)
#define HAKAM_ASSERT(...) (static_cast<bool>(__VA_ARGS__) ? void() : std::abort())
#else
#define HAKAM_ASSERT(...) void()
#endif
