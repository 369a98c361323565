// Bytes as a game from the array, or as any board: what a game reached is never called illegal, with
// and without its rights; what is called legal has a game that the rules replay; and the move just
// played is among those that can be taken back.

#include "hakam/retro/legality.hpp"

#include <algorithm>

#include "hakam/retro/unmove.hpp"
#include "property.hpp"

using namespace hakam;
using fuzz::require;

namespace {

Budget few(std::uint64_t nodes) {
    Budget budget;
    budget.nodes = nodes;
    return budget;
}

void check_answer(const retro::Diagram& diagram, bool by_a_game) {
    if (by_a_game) require(!retro::refute(diagram, few(30)).reason);
    retro::LegalityOptions options;
    options.refute_nodes = 30;
    const retro::Legality found = retro::legality(diagram, few(500), options);
    if (by_a_game) require(found.legal != Decision::no);
    if (found.legal == Decision::yes) require(retro::proves(found.game, diagram));
    if (found.legal == Decision::no) require(found.reason.has_value());
}

void from_game(const std::uint8_t* data, std::size_t size) {
    Position position;
    for (std::size_t i = 0; i < size; ++i) {
        const MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        const Move move = moves[data[i] % moves.size()];
        const Position next = position.after(move);
        const auto back = retro::unmoves(retro::diagram_of(next));
        require(std::any_of(back.begin(), back.end(), [&](const retro::Unmove& one) {
            return one.move == move && one.before.board == position.board();
        }));
        position = next;
    }
    retro::Diagram diagram = retro::diagram_of(position);
    check_answer(diagram, true);
    diagram.rights = {};
    diagram.en_passant.reset();
    check_answer(diagram, true);
}

void from_board(const std::uint8_t* data, std::size_t size) {
    retro::Diagram diagram;
    diagram.turn = (data[0] & 1) != 0 ? Color::black : Color::white;
    diagram.board.put(square(data[1] & 63), {Color::white, PieceType::king});
    for (std::size_t i = 3; i + 1 < size; i += 2) {
        const Square s = square(data[i] & 63);
        if (!diagram.board.at(s))
            diagram.board.put(s, {(data[i] & 64) != 0 ? Color::black : Color::white,
                                  piece_types[data[i + 1] % 5]});
        if ((data[i + 1] & 128) != 0) diagram.rights = CastlingRights{Bitboard::of(Rank::r1)};
    }
    // No black king on some boards: faults of the setup are answers too.
    if (!diagram.board.at(square(data[2] & 63)))
        diagram.board.put(square(data[2] & 63), {Color::black, PieceType::king});
    if ((data[0] & 8) != 0)
        diagram.en_passant = square(static_cast<File>(data[0] >> 5),
                                    diagram.turn == Color::white ? Rank::r6 : Rank::r3);
    check_answer(diagram, false);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 4 || size > 260) return 0;
    if ((data[0] & 2) != 0)
        from_board(data, std::min<std::size_t>(size, 68));
    else
        from_game(data + 1, size - 1);
    return 0;
}
