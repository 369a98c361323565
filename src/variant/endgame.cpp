#include "hakam/variant/endgame.hpp"

#include <algorithm>

#include "generator.hpp"
#include "hakam/variant/ending.hpp"

namespace hakam::variant {

namespace {

// A distance d below these: the side to move wins in d plies if d is odd, else it loses in d.
constexpr std::uint8_t undecided = 254;
constexpr std::uint8_t impossible = 255;
constexpr std::uint8_t saved = 255;  // of `open_`: a move leads to no loss outside the table

Error unsupported(std::string expected) {
    return {ErrorCode::unsupported, {}, std::move(expected), {}};
}

}  // namespace

/// Builds a table: first every position by its moves, then backwards from the decided ones.
class EndgameBuilder {
public:
    explicit EndgameBuilder(const Variant& v) : v_{v} {}

    std::optional<Error> take_men(const Position& men) {
        for (const Condition* c : v_.rules().conditions)
            if (c->paralyses || c->permits || c->completes || c->selects)
                return unsupported("rules without such conditions");
        if (!men.unmoved().empty()) return unsupported("men that have moved");
        for (const Cell c : men.occupied()) {
            EndgameTable::MenOfTable man{men.at(c), {c}, {}};
            if (v_.is_pawn(man.code)) return unsupported("men other than pawns");
            man.place.assign(static_cast<std::size_t>(v_.size().cells()), EndgameTable::none);
            man.place[static_cast<std::size_t>(index(c))] = 0;
            if (!reach_out(man)) return unsupported("men that can go back where they came from");
            table_.men_.push_back(std::move(man));
        }
        return std::nullopt;
    }
    std::size_t size() const {
        std::size_t n = 2;
        for (const auto& man : table_.men_) n *= man.cells.size();
        return n;
    }
    EndgameTable run() {
        table_.distance_.assign(size(), undecided);
        open_.assign(size(), 0);
        for (std::size_t i = 0; i < size(); ++i) look_at(i);
        // In order of distance.
        for (const std::uint32_t n : zero_) decide(n, 0);
        for (const std::uint32_t n : ones_) decide(n, 1);
        for (std::size_t next = 0; next < queue_.size(); ++next) go_back(queue_[next]);
        return std::move(table_);
    }

private:
    template <class F>
    void each_quiet(const Position& p, Cell from, F&& found) const {
        Generator::each_quiet(v_, p, from, found);
    }
    /// Fills in where the man can get; whether each of its steps can be undone.
    bool reach_out(EndgameTable::MenOfTable& man) const {
        for (std::size_t i = 0; i < man.cells.size(); ++i) {
            Position alone;
            alone.put(man.cells[i], man.code);
            bool symmetric = true;
            each_quiet(alone, man.cells[i], [&](Cell to) {
                auto& place = man.place[static_cast<std::size_t>(index(to))];
                if (place == EndgameTable::none) {
                    place = static_cast<std::uint16_t>(man.cells.size());
                    man.cells.push_back(to);
                }
                Position there;
                there.put(to, man.code);
                bool back = false;
                each_quiet(there, to, [&](Cell c) { back |= c == man.cells[i]; });
                symmetric &= back;
            });
            if (!symmetric) return false;
        }
        return true;
    }
    /// The position of that number; nothing if two men would share a cell.
    std::optional<Position> position(std::size_t number) const {
        Position p;
        p.set_turn(number % 2 == 0 ? Color::white : Color::black);
        number /= 2;
        for (const auto& man : table_.men_) {
            const Cell c = man.cells[number % man.cells.size()];
            number /= man.cells.size();
            if (!p.is_empty(c)) return std::nullopt;
            p.put(c, man.code);
        }
        return p;
    }
    void decide(std::size_t number, std::uint8_t distance) {
        table_.distance_[number] = distance;
        queue_.push_back(static_cast<std::uint32_t>(number));
    }
    void look_at(std::size_t number) {
        const auto p = position(number);
        if (!p || v_.is_check(*p, ~p->turn())) {
            table_.distance_[number] = impossible;
            return;
        }
        int open = 0;
        bool wins = false, safe = false, any = false;
        for (const Move& move : v_.legal_moves(*p)) {
            any = true;
            if (!move.is_capture()) {
                ++open;
                continue;
            }
            const auto end = ending(v_, v_.after(*p, move));
            const auto mine = p->turn() == Color::white ? Ending::Result::white_wins
                                                        : Ending::Result::black_wins;
            const auto theirs = p->turn() == Color::white ? Ending::Result::black_wins
                                                          : Ending::Result::white_wins;
            if (end && end->result == mine)
                wins = true;
            else if (!end || end->result != theirs)
                safe = true;
        }
        if (!any) {
            const auto end = ending(v_, *p);
            const auto lost = p->turn() == Color::white ? Ending::Result::black_wins
                                                        : Ending::Result::white_wins;
            if (end && end->result == lost) zero_.push_back(static_cast<std::uint32_t>(number));
        }
        open_[number] = safe || !any ? saved : static_cast<std::uint8_t>(std::min(open, 254));
        if (wins) ones_.push_back(static_cast<std::uint32_t>(number));
    }
    void go_back(std::size_t number) {
        const std::uint8_t distance = table_.distance_[number];
        if (distance + 1 >= undecided) return;
        const auto p = position(number);
        Position before = *p;
        before.set_turn(~p->turn());
        for (const Cell to : p->men(before.turn())) {
            each_quiet(before, to, [&](Cell from) {
                Position earlier = before;
                earlier.take(to);
                earlier.put(from, before.at(to));
                const auto parent = table_.index_of(earlier);
                if (!parent || table_.distance_[*parent] != undecided) return;
                if (distance % 2 == 0) {
                    decide(*parent, static_cast<std::uint8_t>(distance + 1));
                } else if (open_[*parent] != saved && --open_[*parent] == 0) {
                    decide(*parent, static_cast<std::uint8_t>(distance + 1));
                }
            });
        }
    }

    const Variant& v_;
    EndgameTable table_;
    std::vector<std::uint8_t> open_;  // quiet moves that are not yet known to lose
    std::vector<std::uint32_t> queue_, zero_, ones_;
};

std::optional<std::size_t> EndgameTable::index_of(const Position& p) const noexcept {
    std::size_t number = 0;
    CellSet left = p.occupied();
    std::size_t scale = 1;
    for (const MenOfTable& man : men_) {
        bool found = false;
        for (const Cell c : left) {
            if (p.at(c) != man.code || man.place[static_cast<std::size_t>(index(c))] == none) continue;
            number += scale * man.place[static_cast<std::size_t>(index(c))];
            left.erase(c);
            found = true;
            break;
        }
        if (!found) return std::nullopt;
        scale *= man.cells.size();
    }
    if (!left.empty()) return std::nullopt;
    return number * 2 + (p.turn() == Color::white ? 0 : 1);
}

Expected<EndgameTable> EndgameTable::build(const Variant& variant, const Position& men,
                                           const Budget& budget) {
    EndgameBuilder builder{variant};
    if (auto error = builder.take_men(men)) return Unexpected<Error>{std::move(*error)};
    for (const Cell a : men.occupied())
        for (const Cell b : men.occupied())
            if (a != b && men.at(a) == men.at(b))
                return Unexpected<Error>{unsupported("men of different kinds on each side")};
    if (builder.size() >= UINT32_MAX || builder.size() * 6 > budget.memory_bytes)
        return Unexpected<Error>{
            {ErrorCode::out_of_range, {}, "fewer men, or a budget of more memory", {}}};
    return builder.run();
}

std::optional<EndgameTable::Value> EndgameTable::value(const Variant&,
                                                       const Position& position) const noexcept {
    const auto number = index_of(position);
    if (!number || distance_[*number] >= undecided) return std::nullopt;
    return Value{distance_[*number] % 2 == 1, distance_[*number]};
}

}  // namespace hakam::variant
