// Bytes as a small position: every answer carries a proof that the checker accepts, and agrees with
// a plain enumeration of all reachable positions where that is small.

#include "hakam/solve/winnable.hpp"

#include <unordered_set>
#include <vector>

#include "hakam/core/packed.hpp"
#include "property.hpp"

using namespace hakam;
using fuzz::require;

namespace {

struct Hash {
    std::size_t operator()(const PackedPosition& p) const {
        return static_cast<std::size_t>(mixed(p));
    }
};

// 1 yes, 0 no, -1 too many positions.
int enumerate(const Position& root, Color side, std::size_t most) {
    std::unordered_set<PackedPosition, Hash> seen{pack(root)};
    std::vector<PackedPosition> open{pack(root)};
    while (!open.empty()) {
        const Position p = unpack(open.back(), root.rules());
        open.pop_back();
        if (p.turn() != side && p.is_checkmate()) return 1;
        for (const Move move : p.legal_moves()) {
            const PackedPosition next = pack(p.after(move));
            if (seen.insert(next).second) open.push_back(next);
        }
        if (seen.size() > most) return -1;
    }
    return 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3 || size > 70) return 0;
    Setup setup;
    setup.turn = (data[0] & 1) != 0 ? Color::black : Color::white;
    const Color side = (data[0] & 2) != 0 ? Color::black : Color::white;
    const RulesetId rules = (data[0] & 4) != 0 ? RulesetId::no_castling : RulesetId::standard;
    setup.board.put(square(data[1] & 63), {Color::white, PieceType::king});
    setup.board.put(square(data[2] & 63), {Color::black, PieceType::king});
    for (std::size_t i = 3; i + 1 < size; i += 2) {
        const Square s = square(data[i] & 63);
        if (setup.board.at(s)) continue;
        setup.board.put(
            s, {(data[i] & 64) != 0 ? Color::black : Color::white, piece_types[data[i + 1] % 5]});
        if ((data[i + 1] & 128) != 0) setup.castling = CastlingRights{Bitboard::of(Rank::r1)};
    }
    if ((data[0] & 8) != 0)
        setup.en_passant = square(static_cast<File>(data[0] >> 5),
                                  setup.turn == Color::white ? Rank::r6 : Rank::r3);
    for (const SetupFault& fault : faults(setup, rules)) {
        if (fault.code == SetupFaultCode::false_castling_right) setup.castling = {};
        if (fault.code == SetupFaultCode::false_en_passant) setup.en_passant.reset();
    }
    const auto position = Position::from(setup, rules, Tolerance::unreachable());
    if (!position) return 0;
    Budget budget;
    budget.nodes = 5000;
    const Winnable answer = winnable(*position, side, budget);
    const bool filtered = certainly_unwinnable(*position, side);
    require(!filtered || answer.decision == Decision::no);
    if (answer.decision == Decision::unknown) return 0;
    require(verify(*position, side, answer) == Decision::yes);
    const int plain = enumerate(*position, side, 2000);
    require(plain < 0 || (plain == 1) == (answer.decision == Decision::yes));
    return 0;
}
