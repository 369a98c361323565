#include "play_out.hpp"

#include <bit>

#include "take_back.hpp"

namespace hakam::retro {

DeadEnds::DeadEnds(std::uint64_t bytes)
    : slots_(1 << 12), mask_{slots_.size() - 1}, most_{std::max<std::uint64_t>(bytes / 8, 1 << 12)} {}

void DeadEnds::insert(std::uint64_t key) {
    std::uint64_t& slot = slots_[key & mask_];
    filled_ += slot == 0 ? 1 : 0;
    slot = key;
    if (filled_ * 2 < slots_.size() || slots_.size() * 4 > most_) return;
    std::vector<std::uint64_t> old(slots_.size() * 4);
    std::swap(old, slots_);
    mask_ = slots_.size() - 1;
    filled_ = 0;
    for (const std::uint64_t one : old) {
        if (one == 0) continue;
        filled_ += slots_[one & mask_] == 0 ? 1 : 0;
        slots_[one & mask_] = one;
    }
}

namespace {

constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
constexpr std::size_t at(Square s) noexcept { return static_cast<std::size_t>(index(s)); }

constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
constexpr auto man_keys = [] {
    std::array<std::array<std::uint64_t, 64>, men_count> keys{};
    std::uint64_t n = 0;
    for (auto& row : keys)
        for (auto& key : row) key = mixed(++n * 0x9E3779B97F4A7C15ULL);
    return keys;
}();

class Player {
public:
    Player(const Strategy& strategy, PlayOut& shared)
        : strategy_{strategy},
          shared_{shared},
          board_{shared.start.board()},
          salt_{mixed(shared.result.strategies * 0x9E3779B97F4A7C15ULL + 77)} {
        const std::size_t n = strategy.men.size();
        man_on_.fill(-1);
        for (std::size_t m = 0; m < n; ++m) {
            const Traveller& man = strategy.men[m];
            const auto c = at(index(man.color));
            place_[m] = man.home;
            man_on_[at(man.home)] = static_cast<std::int8_t>(m);
            left_[m] = strategy.itineraries[m].at_home(man);
            needed_[c] += left_[m];
            if (strategy.errands[m].is_taken()) ++to_take_[1 - c];
            if (!strategy.walls.contains(man.home)) movers_[c].push_back(static_cast<int>(m));
            key_ ^= key_of(m, man.home, 0);
            if (man.type == PieceType::king) king_[c] = m;
        }
        for (const PlannedCapture& one : strategy.captures)
            plan_[at(one.taken)] = one;
        moves_left_ = strategy.moves;
        total_ = strategy.moves[0] + strategy.moves[1];
        // Work is shared out at a depth where there is enough of it.
        split_at_ = shared.options.parts > 1 ? std::min(total_ / 2, 4) : -1;
        turn_ = shared.start.turn();
        passed_ = shared.start.double_step_square();
    }

    void run() { go(0); }

private:
    struct Undo {
        std::size_t man;
        Square from, to;
        std::uint8_t state;
        std::uint8_t left;
        int taken;  ///< number of the man, or -1
    };

    static std::uint64_t key_of(std::size_t m, Square s, std::size_t kind) noexcept {
        return std::rotl(man_keys[m][at(s)], static_cast<int>(kind * 13));
    }

    bool go(int ply) {
        if (ply == split_at_ &&
            mixed(key_ ^ salt_) % shared_.options.parts != shared_.options.part)
            return true;  // another part's; not a dead end
        if (ply == total_) return finish();
        if ((++shared_.result.nodes & 1023) == 0 &&
            (shared_.result.nodes >= shared_.budget.nodes ||
             (shared_.budget.expired && shared_.budget.expired()))) {
            shared_.stopped = shared_.out_of_budget = true;
            return true;
        }
        const auto c = at(index(turn_));
        const bool remembers = total_ - ply >= 3;
        std::uint64_t key = 0;
        if (remembers) {
            key = key_ ^ salt_ ^ static_cast<std::uint64_t>(ply) * 0xD6E8FEB86659FD93ULL;
            if (passed_) key ^= mixed(static_cast<std::uint64_t>(index(*passed_)) + 1);
            key |= key == 0 ? 1 : 0;
            if (shared_.dead_ends.contains(key)) return false;
        }
        bool found = false;
        const int spare = moves_left_[c] - needed_[c];
        for (const int m : movers_[c]) {
            if (dead_ >> m & 1) continue;
            found |= moves_of(static_cast<std::size_t>(m), spare, ply);
            if (shared_.stopped) return true;
        }
        if (remembers && !found) shared_.dead_ends.insert(key);
        return found;
    }

    bool moves_of(std::size_t m, int spare, int ply) {
        const Itinerary& way = strategy_.itineraries[m];
        const std::size_t state = state_[m];
        const int most = left_[m] - 1 + spare;  // what may be left after the move
        if (most < 0) return false;
        const Errand& errand = strategy_.errands[m];
        if (errand.castles && way.kind(state) == 0)
            return strategy_.men[m].type == PieceType::king && castle(m, ply);
        const PieceType type = way.type(state);
        if (type == PieceType::pawn) return pawn_moves(m, most, ply);
        const Bitboard occupied = board_.occupied();
        const Bitboard reach = attacks::of({turn_, type}, place_[m], occupied);
        bool found = false;
        for (const Square to : reach & ~occupied & way.within(state, most)) {
            found |= move(m, to, state, -1, MoveKind::normal, ply);
            if (shared_.stopped) return true;
        }
        for (const Square to : reach & board_.men(~turn_)) {
            const auto after = capture(m, man_on_[at(to)], to, false, state, most);
            if (!after) continue;
            found |= move(m, to, *after, man_on_[at(to)], MoveKind::normal, ply);
            if (shared_.stopped) return true;
        }
        return found;
    }

    /// The state after man `m` takes man `v` arriving on `to`, if the strategy has it.
    std::optional<std::size_t> capture(std::size_t m, int v, Square to, bool en_passant,
                                       std::size_t state, int most) const {
        if (v < 0 || !strategy_.errands[at(v)].is_taken()) return std::nullopt;
        const Itinerary& way = strategy_.itineraries[m];
        if (strategy_.plans_captures) {
            const PlannedCapture& plan = plan_[at(v)];
            if (at(plan.taker) != m || plan.arrival != to || plan.en_passant != en_passant ||
                left_[at(v)] != 0)
                return std::nullopt;
            if (plan.visit >= 0) state = way.visited(state, at(plan.visit));
        }
        if (way.type(state) == PieceType::pawn && relative_rank(turn_, to) == Rank::r8)
            return state;  // the promotion is still to be chosen
        if (way.moves(state, to) > most) return std::nullopt;
        return state;
    }

    bool pawn_moves(std::size_t m, int most, int ply) {
        const Itinerary& way = strategy_.itineraries[m];
        const std::size_t state = state_[m];
        const Square from = place_[m];
        const Bitboard occupied = board_.occupied();
        const Square one = square(index(from) + forward(turn_));
        bool found = false;
        if (!occupied.contains(one)) {
            if (relative_rank(turn_, one) == Rank::r8)
                found |= promote(m, one, state, -1, most, ply);
            else if (way.moves(state, one) <= most)
                found |= move(m, one, state, -1, MoveKind::normal, ply);
            if (relative_rank(turn_, from) == Rank::r2) {
                const Square two = square(index(one) + forward(turn_));
                if (!occupied.contains(two) && way.moves(state, two) <= most)
                    found |= move(m, two, state, -1, MoveKind::double_step, ply);
            }
        }
        for (const Square to : attacks::pawn(turn_, from)) {
            if (shared_.stopped) return true;
            if (board_.men(~turn_).contains(to)) {
                const int v = man_on_[at(to)];
                const auto after = capture(m, v, to, false, state, most);
                if (!after) continue;
                found |= relative_rank(turn_, to) == Rank::r8
                             ? promote(m, to, *after, v, most, ply)
                             : move(m, to, *after, v, MoveKind::normal, ply);
            } else if (passed_ == to) {
                const int v = man_on_[at(index(to) - forward(turn_))];
                if (const auto after = capture(m, v, to, true, state, most))
                    found |= move(m, to, *after, v, MoveKind::en_passant, ply);
            }
        }
        return found;
    }

    bool promote(std::size_t m, Square to, std::size_t state, int v, int most, int ply) {
        const Itinerary& way = strategy_.itineraries[m];
        bool found = false;
        for (std::size_t kind = 1; kind < way.kinds(); ++kind) {
            const std::size_t after = way.as_kind(state, kind);
            if (way.moves(after, to) > most) continue;
            found |= move(m, to, after, v, MoveKind::promotion, ply);
            if (shared_.stopped) return true;
        }
        return found;
    }

    bool castle(std::size_t m, int ply) {
        const Wing wing = *strategy_.errands[m].castles;
        const Square king = place_[m];
        const auto rook = shared_.start.castling().rook(king, wing);
        if (!rook) return false;
        const int r = man_on_[at(*rook)];
        if (r < 0 || strategy_.men[at(r)].color != turn_ ||
            strategy_.men[at(r)].home != *rook)
            return false;
        const Square king_to = castled_king(turn_, wing);
        const Square rook_to = castled_rook(turn_, wing);
        if (board_.occupied() & attacks::between(king, *rook)) return false;
        for (const Square s : attacks::between(king, king_to) | king | king_to)
            if (attackers(board_, s, ~turn_)) return false;
        const auto c = at(index(turn_));
        const Board board = board_;
        const auto passed = passed_;
        const std::uint64_t key = key_;
        const int needed = needed_[c];
        const std::size_t rook_man = at(r);
        const auto put = [&](std::size_t man, Square to) {
            const Itinerary& way = strategy_.itineraries[man];
            key_ ^= key_of(man, place_[man], 0) ^ key_of(man, to, 1);
            board_.remove(place_[man]);
            man_on_[at(place_[man])] = -1;
            place_[man] = to;
            state_[man] = static_cast<std::uint8_t>(way.as_kind(state_[man], 1));
            needed_[c] -= left_[man];
            left_[man] = way.moves(state_[man], to);
            needed_[c] += left_[man];
        };
        put(m, king_to);
        put(rook_man, rook_to);
        for (const std::size_t man : {m, rook_man}) {
            man_on_[at(place_[man])] = static_cast<std::int8_t>(man);
            board_.put(place_[man], {turn_, strategy_.men[man].type});
        }
        path_.push_back(Move::make(king, *rook, MoveKind::castling, PieceType::king));
        passed_.reset();
        --moves_left_[c];
        turn_ = ~turn_;
        const bool found = needed_[c] <= moves_left_[c] && go(ply + 1);
        turn_ = ~turn_;
        ++moves_left_[c];
        path_.pop_back();
        passed_ = passed;
        board_ = board;
        key_ = key;
        needed_[c] = needed;
        man_on_[at(king_to)] = man_on_[at(rook_to)] = -1;
        for (const auto& [man, home] : {std::pair{m, king}, std::pair{rook_man, *rook}}) {
            place_[man] = home;
            man_on_[at(home)] = static_cast<std::int8_t>(man);
            state_[man] = static_cast<std::uint8_t>(
                strategy_.itineraries[man].as_kind(state_[man], 0));
            left_[man] = strategy_.itineraries[man].moves(state_[man], home);
        }
        return found;
    }

    bool move(std::size_t m, Square to, std::size_t state, int v, MoveKind kind, int ply) {
        const Itinerary& way = strategy_.itineraries[m];
        const auto c = at(index(turn_));
        const Square from = place_[m];
        const PieceType before_type = way.type(state_[m]);
        const PieceType type = way.type(state);
        const Board board = board_;
        const int captured = v >= 0 ? board_.code_at(place_[at(v)]) : 0;
        board_.remove(from);
        if (v >= 0) board_.remove(place_[at(v)]);
        board_.put(to, {turn_, type});
        const Square king = m == king_[c] ? to : place_[king_[c]];
        if (attackers(board_, king, ~turn_)) {
            board_ = board;
            return false;
        }
        const std::uint64_t key = key_;
        const auto passed = passed_;
        const std::size_t old_state = state_[m];
        const auto old_left = left_[m];
        key_ ^= key_of(m, from, way.kind(old_state)) ^ key_of(m, to, way.kind(state));
        man_on_[at(from)] = -1;
        if (v >= 0) {
            const auto vi = at(v);
            key_ ^= key_of(vi, place_[vi], strategy_.itineraries[vi].kind(state_[vi]));
            man_on_[at(place_[vi])] = -1;
            dead_ |= std::uint32_t{1} << v;
            needed_[1 - c] -= left_[vi];
            --to_take_[c];
        }
        man_on_[at(to)] = static_cast<std::int8_t>(m);
        place_[m] = to;
        state_[m] = static_cast<std::uint8_t>(state);
        left_[m] = way.moves(state, to);
        needed_[c] += left_[m] - old_left;
        passed_.reset();
        if (kind == MoveKind::double_step) passed_ = square((index(from) + index(to)) / 2);
        path_.push_back(Move::make(from, to, kind, before_type, captured,
                                   kind == MoveKind::promotion ? index(type) : 0));
        --moves_left_[c];
        turn_ = ~turn_;
        const bool found = to_take_[c] <= moves_left_[c] && go(ply + 1);
        turn_ = ~turn_;
        ++moves_left_[c];
        path_.pop_back();
        passed_ = passed;
        needed_[c] -= left_[m] - old_left;
        left_[m] = old_left;
        state_[m] = static_cast<std::uint8_t>(old_state);
        place_[m] = from;
        man_on_[at(to)] = -1;
        man_on_[at(from)] = static_cast<std::int8_t>(m);
        if (v >= 0) {
            const auto vi = at(v);
            man_on_[at(place_[vi])] = static_cast<std::int8_t>(v);
            dead_ &= ~(std::uint32_t{1} << v);
            needed_[1 - c] += left_[vi];
            ++to_take_[c];
        }
        key_ = key;
        board_ = board;
        return found;
    }

    bool finish() {
        if (needed_[0] != 0 || needed_[1] != 0 || to_take_[0] != 0 || to_take_[1] != 0)
            return false;
        if (shared_.target.en_passant && passed_ != shared_.target.en_passant) return false;
        // The rules have the last word.
        Position position = shared_.start;
        for (const Move one : path_) {
            if (!position.is_legal(one)) {
                HAKAM_ASSERT(false && "a played game is legal");
                return false;
            }
            position = position.after(one);
        }
        if (!(position.board() == shared_.target.board)) return false;
        ++shared_.result.count;
        if (!shared_.found(path_) || shared_.result.count >= shared_.options.most)
            shared_.stopped = true;
        return true;
    }

    const Strategy& strategy_;
    PlayOut& shared_;
    Board board_;
    std::uint64_t salt_;
    std::uint64_t key_ = 0;
    std::array<std::int8_t, 64> man_on_;
    std::array<Square, men_count> place_{};
    std::array<std::uint8_t, men_count> state_{};
    std::array<int, men_count> left_{};  ///< moves
    std::array<PlannedCapture, men_count> plan_{};
    std::array<std::size_t, 2> king_{};
    std::array<int, 2> needed_{};
    std::array<int, 2> moves_left_{};
    std::array<int, 2> to_take_{};  ///< captures that each side has still to make
    std::array<std::vector<int>, 2> movers_;
    std::uint32_t dead_ = 0;
    std::optional<Square> passed_;
    Color turn_{};
    int total_ = 0;
    int split_at_ = -1;
    std::vector<Move> path_;
};

}  // namespace

void play_out(const Strategy& strategy, PlayOut& shared) {
    ++shared.result.strategies;
    Player{strategy, shared}.run();
}

}  // namespace hakam::retro
