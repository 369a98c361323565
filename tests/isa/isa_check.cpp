// Every copy of the move generator that this processor has against the numbers that are known, and
// how fast it is. Built by tests/packages/isa. "small": for emulators.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "hakam/core/isa.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/core/position.hpp"

using namespace hakam;

/// Nanoseconds to list the moves of one of 400 positions, each once in a round.
static double list_time(int lists) {
    std::vector<Position> positions;
    const Position start;
    for (const Move a : start.legal_moves())
        for (const Move b : start.after(a).legal_moves())
            positions.push_back(start.after(a).after(b));
    std::size_t sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < lists; ++i)
        sum += positions[static_cast<std::size_t>(i) % positions.size()].legal_moves().size();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return sum > 0 ? took.count() / lists : 0;
}

int main(int argc, char** argv) {
    const bool small = argc > 1 && std::strcmp(argv[1], "small") == 0;
    const int depth = small ? 3 : 5;
    const std::uint64_t known = small ? 8'902 : 4'865'609;
    std::printf("chosen %s\n", isa::chosen().data());
    int wrong = 0;
    for (const std::string_view name : isa::built()) {
        if (!isa::choose(name)) {
            std::printf("%s is not in this processor\n", name.data());
            continue;
        }
        const Position start;
        const auto begin = std::chrono::steady_clock::now();
        const bool right = perft(start, depth) == known && perft_plain(start, 3) == 8'902 &&
                           start.legal_moves().size() == 20 && start.legal_move_count() == 20 &&
                           start.has_legal_move() && isa::chosen() == name;
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        std::printf("%s %s, perft %.0f Mn/s, a list of moves %.0f ns\n", name.data(),
                    right ? "is right" : "IS WRONG",
                    static_cast<double>(known) / took.count() / 1e6, list_time(small ? 10 : 100'000));
        wrong += !right;
    }
    if (isa::choose("nonsense")) ++wrong;
    return wrong;
}
