#include <array>
#include <atomic>
#include <cstddef>

#include "hakam/core/isa.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/core/position.hpp"
#include "kernel.hpp"

#if defined(HAKAM_DISPATCH)

extern "C" {
extern const hakam_kernel hakam_kernel_x86_64;
extern const hakam_kernel hakam_kernel_x86_64_v2;
extern const hakam_kernel hakam_kernel_x86_64_v3;
extern const hakam_kernel hakam_kernel_x86_64_v4;
}

namespace hakam {
namespace {

struct Copy {
    std::string_view name;
    const hakam_kernel* kernel;
};
constexpr std::array<Copy, 4> copies{{{"x86-64", &hakam_kernel_x86_64},
                                      {"x86-64-v2", &hakam_kernel_x86_64_v2},
                                      {"x86-64-v3", &hakam_kernel_x86_64_v3},
                                      {"x86-64-v4", &hakam_kernel_x86_64_v4}}};
constexpr std::array<std::string_view, 4> names{copies[0].name, copies[1].name, copies[2].name,
                                                copies[3].name};

/// Whether the processor has the instructions of copies[i].
bool has(std::size_t i) noexcept {
    __builtin_cpu_init();
    switch (i) {
        case 0:
            return true;
        case 1:
            return __builtin_cpu_supports("x86-64-v2");
        case 2:
            return __builtin_cpu_supports("x86-64-v3");
        default:
            return __builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi") &&
                   __builtin_cpu_supports("avx512vbmi2") &&
                   __builtin_cpu_supports("avx512vpopcntdq");
    }
}
/// PEXT is microcode, of hundreds of cycles, before the third Zen; other makers are not known.
bool pext_is_fast() noexcept {
    __builtin_cpu_init();
    if (__builtin_cpu_is("intel")) return true;
    return __builtin_cpu_is("amd") && !__builtin_cpu_is("amdfam15h") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
bool is_worth_it(std::size_t i) noexcept { return has(i) && (i < 2 || pext_is_fast()); }

// The one thing in this room that is not a constant: whichever thread writes first, writes the same.
constinit std::atomic<const Copy*> in_use{nullptr};

const Copy& copy() noexcept {
    const Copy* known = in_use.load(std::memory_order_relaxed);
    if (known != nullptr) [[likely]]
        return *known;
    std::size_t best = 0;
    for (std::size_t i = 1; i < copies.size(); ++i)
        if (is_worth_it(i)) best = i;
    const Copy* expected = nullptr;  // choose() may have been quicker
    in_use.compare_exchange_strong(expected, &copies[best], std::memory_order_relaxed);
    return *in_use.load(std::memory_order_relaxed);
}
const hakam_kernel& kernel() noexcept { return *copy().kernel; }

}  // namespace

MoveList Position::legal_moves() const noexcept {
    MoveList list;
    kernel().legal_moves(this, &list);
    return list;
}
int Position::legal_move_count() const noexcept { return kernel().legal_move_count(this); }
bool Position::has_legal_move() const noexcept { return kernel().has_legal_move(this); }
std::uint64_t perft(const Position& position, int depth) noexcept {
    return kernel().perft(&position, depth);
}

namespace isa {

std::span<const std::string_view> built() noexcept { return names; }
bool suits(std::string_view name) noexcept {
    for (std::size_t i = 0; i < copies.size(); ++i)
        if (copies[i].name == name) return is_worth_it(i);
    return false;
}
std::string_view chosen() noexcept { return copy().name; }
bool choose(std::string_view name) noexcept {
    for (std::size_t i = 0; i < copies.size(); ++i)
        if (copies[i].name == name && has(i)) {
            in_use.store(&copies[i], std::memory_order_relaxed);
            return true;
        }
    return false;
}

}  // namespace isa
}  // namespace hakam

#else

namespace hakam::isa {
namespace {

constexpr std::array<std::string_view, 1> names{
#if defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__)
    "x86-64-v4"
#elif defined(__AVX2__) && defined(__BMI2__)
    "x86-64-v3"
#elif defined(__SSE4_2__)
    "x86-64-v2"
#elif defined(__x86_64__)
    "x86-64"
#elif defined(__aarch64__)
    "arm64"
#elif defined(__wasm__)
    "wasm"
#else
    "generic"
#endif
};

}  // namespace

std::span<const std::string_view> built() noexcept { return names; }
bool suits(std::string_view name) noexcept { return name == names[0]; }
std::string_view chosen() noexcept { return names[0]; }
bool choose(std::string_view name) noexcept { return name == names[0]; }

}  // namespace hakam::isa

#endif
