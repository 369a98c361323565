#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/variant/position.hpp"
#include "hakam/variant/rules.hpp"

namespace hakam::variant {

/// A ruleset made ready to play: the tables of the general generator. Immutable, so that many
/// threads may share one; copying it copies some 100 kB of tables.
class Variant {
public:
    /// Errors: a board that does not fit, men that cannot be read or share a letter, a start array
    /// that is none; `where` is a place in the text at fault.
    static Expected<Variant> from(Rules rules);

    const Rules& rules() const noexcept { return rules_; }
    BoardSize size() const noexcept { return rules_.size; }
    /// The start array.
    const Position& start() const noexcept { return start_; }

    /// Every legal move, in a fixed order. Cost: a few microseconds; a tenth of it where the rules
    /// have no conditions and the men only leap and ride (fast()).
    MoveList legal_moves(const Position& position) const noexcept;
    /// Their number.
    std::uint64_t legal_move_count(const Position& position) const noexcept;
    bool has_legal_move(const Position& position) const noexcept;
    bool is_legal(const Position& position, const Move& move) const noexcept;
    /// The position after a move that legal_moves() gave.
    Position after(const Position& position, const Move& move) const noexcept;
    /// The same position with the other side to move and nothing to be taken in passing.
    Position pass(const Position& position) const noexcept;

    /// Whether a royal man of `side` can be captured by the other side's next move, as the
    /// conditions have it (a man that a condition hinders gives no check).
    bool is_check(const Position& position, Color side) const noexcept;
    bool is_check(const Position& position) const noexcept {
        return is_check(position, position.turn());
    }
    bool is_checkmate(const Position& p) const noexcept { return is_check(p) && !has_legal_move(p); }
    bool is_stalemate(const Position& p) const noexcept { return !is_check(p) && !has_legal_move(p); }
    /// Whether `by` could capture a man of the other side that stands on `target`.
    bool is_attacked(const Position& position, Cell target, Color by) const noexcept;
    /// Whether the man on `from` could capture a man of the other side that stands on `target`.
    /// With `unhindered` the conditions are left aside.
    enum class Hindrance : std::uint8_t { counts, ignored };
    bool attacks(const Position& position, Cell from, Cell target,
                 Hindrance hindrance = Hindrance::counts) const noexcept;

    const Man& man(Code code) const noexcept {
        return rules_.men[static_cast<std::size_t>(kind_of(code))];
    }
    bool is_royal(Code code) const noexcept {
        return royal_[static_cast<std::size_t>(index(code))];
    }
    bool is_pawn(Code code) const noexcept { return pawn_[static_cast<std::size_t>(index(code))]; }
    /// The man of that name or letter; nothing if this variant has none.
    std::optional<int> kind_named(std::string_view name) const noexcept;
    std::optional<int> kind_of_letter(char upper_case) const noexcept;
    /// 0 for the own first rank.
    int relative_rank(Color color, Cell c) const noexcept {
        const int rank = size().rank(c);
        return color == Color::white ? rank : size().ranks - 1 - rank;
    }
    /// Where a man stood in the start array, for a man captured on (or capturing on) `on`: pawns by
    /// file, men of which there are several by the colour of the square, men that are not in the
    /// array on the promotion square of the file.
    Cell home(Code code, Cell on) const noexcept;
    /// Whether the unmoved state of this man means anything in these rules.
    bool remembers_unmoved(Code code) const noexcept {
        return remembered_[static_cast<std::size_t>(index(code))];
    }
    /// Whether the quick generator serves these rules.
    bool fast() const noexcept { return fast_; }
    /// The same moves by the plain generator, whatever the rules; for tests.
    MoveList legal_moves_plainly(const Position& position) const noexcept;

private:
    struct Ray {  // the cells that one step visits from one cell
        std::uint32_t first = 0;
        std::uint8_t length = 0;
        Step::Kind kind{};
        std::uint8_t mode = 0;
        bool first_move = false;
    };
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Slide {
        std::uint8_t direction = 0;
        Step::Mode mode = Step::both;
        bool rising = false;  // towards cells of higher index
    };
    static std::size_t slot(Code code, Cell from) noexcept {
        return static_cast<std::size_t>(index(code)) * max_cells +
               static_cast<std::size_t>(index(from));
    }
    std::span<const Slide> slides(Code code) const noexcept {
        return slides_[static_cast<std::size_t>(index(code))];
    }
    const std::array<std::pair<Cell, Cell>, 2>& doubles(Code code, Cell from) const noexcept {
        return doubles_[slot(code, from)];
    }
    CellSet royals(const Position& position, Color side) const noexcept;
    void build_fast(const std::vector<std::vector<Step>>& steps);
    void build_fast(Code code, const std::vector<Step>& steps,
                    std::vector<std::pair<int, int>>& directions);
    void build_direction(int dx, int dy);
    MoveList fast_moves(const Position& position, Cell king) const noexcept;
    std::uint64_t fast_count(const Position& position, Cell king) const noexcept;
    template <class F>
    void each_special(const Position& position, Cell king, F&& found) const noexcept;

    friend class Generator;
    friend class FenReader;
    template <int W>
    friend class FastGenerator;

    Variant() = default;
    std::span<const Ray> rays(Code code, Cell from) const noexcept {
        const Range r = ranges_[static_cast<std::size_t>(index(code) * max_cells + index(from))];
        return std::span{rays_}.subspan(r.begin, r.end - r.begin);
    }
    const CellSet& reach(Code code, Cell from) const noexcept {
        return reach_[static_cast<std::size_t>(index(code) * max_cells + index(from))];
    }
    std::optional<Error> build();
    std::optional<Error> build_men();
    void build_rays(const std::vector<std::vector<Step>>& steps);
    void build_homes();
    void settle_unmoved(Position& position) const noexcept;

    Rules rules_;
    Position start_;
    std::vector<Range> ranges_;           // by code and cell
    std::vector<Ray> rays_;
    std::vector<std::uint8_t> path_;      // cells of all rays
    std::vector<CellSet> reach_;          // by code and cell: what a capture could ever reach
    std::vector<int> promotions_;         // kinds
    std::vector<Code> array_;             // start array by cell
    std::vector<int> array_count_;        // by code
    std::array<bool, max_codes> remembered_{};
    std::array<bool, max_codes> leaps_{};           // has first-move steps that are no pawn's
    std::array<bool, max_codes> keeps_promoted_{};  // a promoted man counts as one that has not moved
    std::array<bool, max_codes> overlaps_{};  // two rays of this man may end on one cell
    std::optional<int> rook_;             // the castling partner
    bool hindered_ = false;               // some condition restrains captures
    bool fast_ = false;
    // Of the quick generator: by code and cell, leaps that capture, leaps that move, double steps;
    // by code, rides; by direction and cell, what lies that way on an empty board.
    std::vector<CellSet> leap_captures_, leap_moves_;
    std::vector<std::array<std::pair<Cell, Cell>, 2>> doubles_;  // square passed over, arrival
    std::vector<std::vector<Slide>> slides_;
    std::vector<CellSet> direction_rays_;
    std::array<CellSet, 2> last_rank_{};
    std::array<bool, max_codes> pawn_{};
    std::array<bool, max_codes> royal_{};
};

/// Number of legal move sequences of a length, counting the last ply without making it.
std::uint64_t perft(const Variant& variant, const Position& position, int depth) noexcept;

}  // namespace hakam::variant
