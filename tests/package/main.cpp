#include <hakam/core/perft.hpp>
#include <hakam/core/position.hpp>

int main() { return hakam::perft(hakam::Position{}, 3) == 8902 ? 0 : 1; }
