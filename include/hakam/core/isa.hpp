#pragma once

#include <span>
#include <string_view>

/// Which instructions of the processor the hot part of this room uses. A build with HAKAM_DISPATCH
/// has a copy for each of the levels of the x86-64 psABI and chooses by the processor at the first
/// question; any other build has the one it was compiled for.
namespace hakam::isa {

/// The copies in this build, the least demanding first: "x86-64", "x86-64-v2", "x86-64-v3",
/// "x86-64-v4" (here with AVX-512 VBMI, VBMI2 and VPOPCNTDQ), or one name.
std::span<const std::string_view> built() noexcept;
/// Whether this processor has all that the copy needs, and is not slower with it than with a
/// lesser one: processors whose PEXT is slow take "x86-64-v2".
bool suits(std::string_view name) noexcept;
/// The copy in use.
std::string_view chosen() noexcept;
/// Uses that copy from now on, in all threads; the answers are the same with each. Meant for the
/// start of a program (HAKAM_ISA) and for tests.
/// Returns: false, and nothing changes, if the build has no such copy or the processor lacks it.
bool choose(std::string_view name) noexcept;

}  // namespace hakam::isa
