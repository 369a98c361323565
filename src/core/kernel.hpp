#pragma once

#include <cstdint>

// The hot part of this room, compiled for several processors into one library (HAKAM_DISPATCH).
// Each copy is compiled with its own name for the namespace hakam (-Dhakam=hakam_x86_64_v3), so that
// no inline function of one copy can stand in for that of another when the linker picks one of many;
// tests/packages/isa looks at what the objects define. Only this table crosses between them: positions
// and lists of moves have the same bytes in all.

extern "C" struct hakam_kernel {
    void (*legal_moves)(const void* position, void* list) noexcept;  // list: raw memory of a MoveList
    int (*legal_move_count)(const void* position) noexcept;
    bool (*has_legal_move)(const void* position) noexcept;
    std::uint64_t (*perft)(const void* position, int depth) noexcept;
};
