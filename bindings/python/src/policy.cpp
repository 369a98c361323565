#include "policy.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace hakam::python {

namespace {

struct Step {
    int files;
    int ranks;
};
constexpr Step queen_steps[] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
constexpr Step knight_steps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

constexpr bool is_queen_like(int df, int dr) {
    return (df != 0 || dr != 0) && (df == 0 || dr == 0 || df == dr || df == -dr);
}
constexpr bool is_knight_like(int df, int dr) { return df * df + dr * dr == 5; }

/// lc0's numbers: by square of departure, then of arrival; then the promotions that are written out
/// (a promotion to a knight has the number of the plain move).
struct Lc0 {
    std::array<std::int16_t, 4096> plain{};
    std::array<std::int16_t, 8 * 3> promotion{};  // [file * 3 + direction], of the queen
};
constexpr Lc0 make_lc0() {
    Lc0 t{};
    std::int16_t next = 0;
    for (int from = 0; from < 64; ++from)
        for (int to = 0; to < 64; ++to) {
            const int df = (to & 7) - (from & 7);
            const int dr = (to >> 3) - (from >> 3);
            const bool is_move = is_queen_like(df, dr) || is_knight_like(df, dr);
            t.plain[static_cast<std::size_t>(from * 64 + to)] = is_move ? next++ : std::int16_t{-1};
        }
    for (int file = 0; file < 8; ++file)
        for (int direction = -1; direction <= 1; ++direction) {
            const bool on_board = file + direction >= 0 && file + direction < 8;
            t.promotion[static_cast<std::size_t>(file * 3 + direction + 1)] = on_board ? next : std::int16_t{-1};
            if (on_board) next = static_cast<std::int16_t>(next + 3);
        }
    return t;
}
constexpr Lc0 lc0_table = make_lc0();
static_assert(lc0_table.promotion[7 * 3 + 1] == 1855);  // h7h8q: three before the end

int az73(int from, int to, std::optional<PieceType> promotion) {
    const int df = (to & 7) - (from & 7);
    const int dr = (to >> 3) - (from >> 3);
    int plane = 0;
    if (promotion && *promotion != PieceType::queen) {
        const int piece = *promotion == PieceType::knight ? 0 : *promotion == PieceType::bishop ? 1 : 2;
        plane = 64 + piece * 3 + df + 1;
    } else if (is_knight_like(df, dr)) {
        const auto* step = std::find_if(std::begin(knight_steps), std::end(knight_steps),
                                        [&](Step s) { return s.files == df && s.ranks == dr; });
        plane = 56 + static_cast<int>(step - std::begin(knight_steps));
    } else {
        const int distance = std::max(std::abs(df), std::abs(dr));
        const auto* step = std::find_if(std::begin(queen_steps), std::end(queen_steps), [&](Step s) {
            return s.files * distance == df && s.ranks * distance == dr;
        });
        plane = static_cast<int>(step - std::begin(queen_steps)) * 7 + distance - 1;
    }
    return from * 73 + plane;
}

}  // namespace

std::optional<Scheme> scheme_from(std::string_view name) {
    if (name == "from-to") return Scheme::from_to;
    if (name == "az73") return Scheme::az73;
    if (name == "lc0-1858") return Scheme::lc0;
    return std::nullopt;
}

int policy_index(Move move, Color turn, Scheme scheme) {
    const int flip = turn == Color::black ? 56 : 0;
    const int from = index(move.from()) ^ flip;
    Square arrival = move.to();
    if (move.is_castling() && scheme != Scheme::lc0 &&
        std::abs(index(move.arrival()) - index(move.from())) == 2)
        arrival = move.arrival();
    const int to = index(arrival) ^ flip;
    switch (scheme) {
        case Scheme::from_to: return from * 64 + to;
        case Scheme::az73: return az73(from, to, move.promotion());
        case Scheme::lc0: break;
    }
    if (move.is_promotion() && *move.promotion() != PieceType::knight) {
        const int direction = (to & 7) - (from & 7);
        const int piece = *move.promotion() == PieceType::queen ? 0
                          : *move.promotion() == PieceType::rook ? 1 : 2;
        return lc0_table.promotion[static_cast<std::size_t>((from & 7) * 3 + direction + 1)] + piece;
    }
    return lc0_table.plain[static_cast<std::size_t>(from * 64 + to)];
}

}  // namespace hakam::python
