#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hakam/core/position.hpp"

/// Every position of a class of at most four men, and whether each side can ever mate in it, by
/// retrograde closure: mates first, then the positions from which a legal move leads to one. Shares
/// nothing with the room solve, and of the room core only the attack tables.
namespace hakam::testkit {

/// A placement of two kings and up to two more men, without castling and en passant rights.
struct Placement {
    Color turn = Color::white;
    std::array<Square, 2> kings{};  ///< by colour
    int count = 0;                  ///< of the other men
    std::array<Piece, 2> men{};
    std::array<Square, 2> squares{};

    Bitboard occupied() const noexcept;
    Position position() const;
};

/// What is known of a placement.
struct Fate {
    static constexpr std::uint8_t white_can = 1, black_can = 2, legal = 4, ongoing = 8;
};

/// The sums over a class, as data/dead/small_material.tsv counts them.
struct ClassCounts {
    std::uint64_t legal = 0, ongoing = 0, mates_by_white = 0, mates_by_black = 0, stalemates = 0,
                  both = 0, only_white = 0, only_black = 0, dead = 0;
};

/// "KBvKP" as the men other than the kings.
std::vector<Piece> men_of_class(std::string_view name);

/// The tables of classes, each built when it or a larger one is asked for.
class MateTables {
public:
    MateTables();
    ~MateTables();

    /// The bits of Fate of a placement.
    std::uint8_t fate(const Placement& placement);
    ClassCounts counts(const std::vector<Piece>& men);
    /// Every legal placement of a class once for each symmetry of the board that its men allow,
    /// with the number of placements it stands for.
    using Visit = std::function<void(const Placement&, std::uint8_t fate, int weight)>;
    void visit(const std::vector<Piece>& men, const Visit& visit);
    /// The longest forced mate by `attacker` against any defence, in his own moves; 0 if there is
    /// no forced mate at all. Where a man of the class can be promoted the mates after that count
    /// too.
    int longest_forced_mate(const std::vector<Piece>& men, Color attacker);
    /// Whether `attacker` forces mate from there.
    bool is_forced(const Placement& placement, Color attacker) {
        return forced(placement, attacker) != 0;
    }

private:
    class Table;
    Table& table(const std::vector<Piece>& men);
    std::uint8_t forced(const Placement& placement, Color attacker);
    void force(Table& table, Color attacker);

    std::map<std::vector<int>, std::unique_ptr<Table>> tables_;
};

}  // namespace hakam::testkit
