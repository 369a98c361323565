#include "position_bytes.hpp"

#include <nanobind/nanobind.h>

namespace hakam::python {

namespace {

void put(char* to, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) to[i] = static_cast<char>(value >> (8 * i) & 0xFF);
}
std::uint64_t take(const char* from) {
    std::uint64_t value = 0;
    for (int i = 7; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(from[i]);
    return value;
}
constexpr std::uint64_t counter_limit = 1 << 20;

/// Every fault but those that make no position at all.
constexpr Tolerance anything = Tolerance::unreachable() |
                               Tolerance{SetupFaultCode::adjacent_kings,
                                         SetupFaultCode::pawn_on_back_rank,
                                         SetupFaultCode::false_castling_right,
                                         SetupFaultCode::false_en_passant,
                                         SetupFaultCode::bad_fullmove_number};

}  // namespace

void put_bytes(const Position& p, char* to) {
    const Board& b = p.board();
    const std::uint64_t rooks = p.castling().rooks().bits();
    put(to, b.plane(0).bits() & ~rooks);
    put(to + 8, b.plane(1).bits() | rooks);
    put(to + 16, b.plane(2).bits());
    put(to + 24, b.men(Color::black).bits());
    const std::uint64_t half = p.halfmove_clock().value;
    const std::uint64_t full = p.fullmove_number().value;
    if (half >= counter_limit || full >= counter_limit)
        throw nanobind::value_error("counters of a million and more do not fit into 40 bytes");
    const auto passed = p.double_step_square();
    put(to + 32, static_cast<std::uint64_t>(index(p.turn())) |
                     static_cast<std::uint64_t>(p.rules()) << 8 |
                     static_cast<std::uint64_t>(passed ? index(*passed) : 64) << 16 | half << 24 |
                     full << 44);
}

std::string bytes_of(const Position& position) {
    std::string bytes(position_bytes, '\0');
    put_bytes(position, bytes.data());
    return bytes;
}

std::optional<Position> position_or_none(std::string_view bytes) {
    if (bytes.size() != position_bytes) return std::nullopt;
    std::uint64_t planes[4];
    for (int i = 0; i < 4; ++i) planes[i] = take(bytes.data() + 8 * i);
    const std::uint64_t rest = take(bytes.data() + 32);
    const std::uint64_t rooks = ~planes[0] & planes[1] & planes[2];
    planes[0] |= rooks;
    planes[1] &= ~rooks;

    Setup setup;
    for (int i = 0; i < 64; ++i) {
        const int code = static_cast<int>((planes[0] >> i & 1) | (planes[1] >> i & 1) << 1 |
                                          (planes[2] >> i & 1) << 2);
        const bool black = (planes[3] >> i & 1) != 0;
        if (code == 0 && black) return std::nullopt;
        if (code != 0)
            setup.board.put(square(i), {black ? Color::black : Color::white,
                                        static_cast<PieceType>(code)});
    }
    const std::uint64_t rules = rest >> 8 & 0xFF;
    const std::uint64_t passed = rest >> 16 & 0xFF;
    if ((rest & 0xFF) > 1 || rules > 2 || passed > 64) return std::nullopt;
    setup.turn = (rest & 1) != 0 ? Color::black : Color::white;
    setup.castling = CastlingRights{Bitboard{rooks}};
    if (passed < 64) setup.en_passant = square(static_cast<int>(passed));
    setup.halfmove_clock = HalfmoveClock{static_cast<std::uint32_t>(rest >> 24 & 0xFFFFF)};
    setup.fullmove_number = FullmoveNumber{static_cast<std::uint32_t>(rest >> 44)};
    auto position = Position::from(setup, static_cast<RulesetId>(rules), anything);
    // What is tolerated and left out would not come back as the same bytes.
    if (!position || bytes_of(*position) != bytes) return std::nullopt;
    return *position;
}

Position position_from(std::string_view bytes) {
    if (const auto position = position_or_none(bytes)) return *position;
    throw nanobind::value_error("no position has these bytes");
}

}  // namespace hakam::python
