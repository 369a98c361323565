#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/expected.hpp"
#include "hakam/core/position.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/note.hpp"

/// Extended Position Description (PGN standard 16.2): the four fields of a FEN that describe a
/// position, then operations: `bm Nf3 e4; id "T.1";`. docs/formats/epd.md describes the dialect.
namespace hakam::epd {

/// Longer texts are refused unread. Units: bytes.
inline constexpr std::size_t max_length = 8192;
/// Longer opcodes are refused (PGN standard 16.2.4). Units: bytes.
inline constexpr std::size_t max_opcode_length = 14;

/// A word of an operation: a move, a number, a symbol, or a string.
struct Operand {
    std::string text;        ///< of a string without its quotes and escapes
    bool is_string = false;  ///< written in double quotes

    friend bool operator==(const Operand&, const Operand&) = default;
};

/// An opcode and its operands. Unknown opcodes are kept as they are.
struct Operation {
    std::string opcode;
    std::vector<Operand> operands;

    friend bool operator==(const Operation&, const Operation&) = default;
};

struct Epd {
    Position position;  ///< its counters come from hmvc and fmvn, else they are 0 and 1
    std::vector<Operation> operations;

    /// The first operation of that opcode, or null.
    const Operation* find(std::string_view opcode) const noexcept;

    friend bool operator==(const Epd&, const Epd&) = default;
};

struct Lenient {
    Epd epd;
    std::vector<Note> notes;
};

/// Strict reading. Operands of opcodes that the standard defines are checked: bm, am, pm and sm
/// are canonical SAN in the position, bm and am in ASCII order; pv is a line, each move read after
/// the one before; acd, acn, acs, ce, dm, fmvn, hmvc, rc and D1, D2, ... are whole numbers; id,
/// eco, nic, c0-c9 and v0-v9 are strings. Errors: as for FEN and SAN, in their place.
Expected<Epd> parse(std::string_view text, const fen::Options& options = {});

/// Lenient reading: lenient SAN (which becomes canonical), dashes for the counters of a FEN, other spacing, a missing last semicolon,
/// unquoted strings, bm out of order, an opcode given twice; each gives a note.
Expected<Lenient> parse_lenient(std::string_view text, const fen::Options& options = {});

/// The four fields and the operations in their order. With EnPassantForm::always,
/// parse(format(e)) == e for every e that parse has given.
std::string format(const Epd& epd, const fen::FormatOptions& options = {});
std::string format(const Operation& operation);

/// An operation whose operands are alternatives in one position (bm, am), in ASCII order.
/// Pre: all are legal.
Operation alternatives(std::string opcode, const std::vector<Move>& moves,
                       const Position& position);
/// An operation whose operands are a line (pv). Pre: each is legal after the one before.
Operation line(std::string opcode, const std::vector<Move>& moves, const Position& position);

/// The moves of bm, am, pm, sm (alternatives) or pv (a line), read leniently.
/// Errors: as san::parse_lenient; their places count within the operand.
Expected<std::vector<Move>> moves(const Operation& operation, const Position& position);

}  // namespace hakam::epd
