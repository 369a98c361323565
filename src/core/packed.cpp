#include "hakam/core/packed.hpp"

#include "movegen.hpp"

namespace hakam {

using Access = PositionAccess;

Position unpack(const PackedPosition& packed, RulesetId rules) noexcept {
    Bitboard p0{packed.planes[0]}, p1{packed.planes[1]}, p2{packed.planes[2]};
    Bitboard black{packed.planes[3]};
    const Bitboard rights = p1 & p2 & ~p0;
    p0 |= rights;
    p1 &= ~rights;
    const Bitboard passed = black & ~(p0 | p1 | p2);
    black &= ~passed;

    Position p = Access::blank();
    Access::board(p) = Board{p0, p1, p2, black};
    Access::set_castling(p, rights);
    Access::set_turn(p, packed.turn);
    Access::set_rules(p, rules);
    Access::set_counters(p, 0, 1);
    Access::set_double_step(p, passed.only(), !passed.empty());
    Access::key(p) = fresh_key(p);
    return p;
}

}  // namespace hakam
