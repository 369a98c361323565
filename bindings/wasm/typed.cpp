// The typed interface: positions as sixteen words, moves as numbers, texts through one area. For
// programs that make millions of calls; what is wrong with a text is still told as JSON, at
// hakam_result().

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "abi.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

constexpr std::size_t text_bytes = 1U << 16U;
constexpr std::size_t slot_count = 4;

struct Areas {
    std::array<Position, slot_count> slots;
    std::array<std::uint32_t, 664> moves;
    std::array<char, text_bytes> text;
};
Areas areas;

Position& slot(std::uint32_t i) noexcept { return areas.slots[i % slot_count]; }
std::string_view written(std::uint32_t length) noexcept {
    return {areas.text.data(), std::min<std::size_t>(length, text_bytes)};
}
std::uint32_t hand_out(std::string_view text) noexcept {
    const std::size_t length = std::min(text.size(), text_bytes);
    std::copy_n(text.data(), length, areas.text.data());
    return static_cast<std::uint32_t>(length);
}
Move move_of(std::uint32_t code) noexcept {
    Move move;
    static_assert(sizeof move == sizeof code);
    std::memcpy(&move, &code, sizeof move);
    return move;
}
/// A move from outside may be any number: what is no legal move here is nobody's.
bool is_legal(const Position& position, std::uint32_t code) noexcept {
    return position.is_legal(move_of(code));
}
const Letters& letters_at(std::uint32_t index) noexcept {
    const auto all = all_letters();
    // The object `english` itself: readers know it and are faster with it.
    return index != 0 && index < all.size() ? all[index] : english;
}
constexpr fen::Options options(bool strict) noexcept {
    return {.reading = strict ? Reading::strict : Reading::lenient,
            .tolerated = strict ? Tolerance{} : Tolerance::unreachable()};
}

}  // namespace

HAKAM_EXPORT(slot) void* hakam_slot(std::uint32_t i) { return &slot(i); }
HAKAM_EXPORT(moves_area) std::uint32_t* hakam_moves_area() { return areas.moves.data(); }
HAKAM_EXPORT(text_area) char* hakam_text_area() { return areas.text.data(); }
HAKAM_EXPORT(text_size) std::uint32_t hakam_text_size() { return text_bytes; }

/// The letters of a language by its tag; all others count as English (0).
HAKAM_EXPORT(letters_index) std::uint32_t hakam_letters_index(std::uint32_t length) {
    const auto all = all_letters();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].language == written(length)) return static_cast<std::uint32_t>(i);
    return 0;
}

/// Reads the FEN in the text area into a slot. Returns: 1, or 0 with every fault as JSON.
HAKAM_EXPORT(read_fen)
std::uint32_t hakam_read_fen(std::uint32_t length, std::uint32_t to, std::uint32_t strict) {
    const std::string_view text = written(length);
    if (const auto position = fen::position(text, options(strict != 0))) {
        slot(to) = *position;
        return 1;
    }
    const fen::Report report = fen::read(text, options(strict != 0));
    Json json;
    json.begin_list();
    for (const fen::Fault& fault : report.faults) {
        json.begin().member("code", fault.code);
        write_span(json, fault.where);
        json.member("text", fault.text)
            .member("expected", fault.error.expected)
            .member("found", fault.error.found)
            .end();
    }
    json.end_list();
    answer(std::move(json));
    return 0;
}
/// The FEN of a slot into the text area; `form`: 0 as the core chooses, 1 X-FEN, 2 Shredder-FEN.
/// Returns: its length.
HAKAM_EXPORT(write_fen) std::uint32_t hakam_write_fen(std::uint32_t from, std::uint32_t form) {
    fen::FormatOptions how;
    if (form == 1) how.castling = fen::CastlingForm::xfen;
    if (form == 2) how.castling = fen::CastlingForm::shredder;
    return hand_out(fen::format(slot(from), how));
}
HAKAM_EXPORT(start960) void hakam_start960(std::uint32_t number, std::uint32_t to) {
    slot(to) = Position::chess960(static_cast<int>(number < 960 ? number : 518));
}

/// Whether the sixteen words in a slot, which came from outside, are a position that the core made.
/// Returns: 1, or 0 and the slot holds the start position.
HAKAM_EXPORT(check_slot) std::uint32_t hakam_check_slot(std::uint32_t of) {
    static_assert(sizeof(Position) == 64);
    std::array<std::uint8_t, 64> bytes{};
    std::memcpy(bytes.data(), &slot(of), bytes.size());
    const auto zero = [&](std::size_t from) {
        return std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(),
                           [](std::uint8_t b) { return b == 0; });
    };
    // The last fields are small numbers; their raw bytes are looked at before they are anything.
    const bool fields = bytes[56] <= 64 && bytes[57] <= 1 && bytes[58] <= 1 &&
                        bytes[59] <= static_cast<int>(RulesetId::torpedo) && zero(60);
    // A black mark on an empty square, or a man of a kind that there is not, is no board.
    std::array<std::uint64_t, 4> planes{};
    std::memcpy(planes.data(), bytes.data(), sizeof planes);
    const std::uint64_t occupied = planes[0] | planes[1] | planes[2];
    const bool board =
        (planes[3] & ~occupied) == 0 && (planes[1] & planes[2] & ~planes[0]) == 0;
    if (fields && board) {
        const Position given = slot(of);
        const auto made =
            Position::from(given.setup(), given.rules(), Tolerance::unreachable());
        if (made && *made == given) return 1;
    }
    slot(of) = Position{};
    return 0;
}

/// Lists the legal moves into the moves area. Returns: their number.
HAKAM_EXPORT(list_moves) std::uint32_t hakam_list_moves(std::uint32_t of) {
    std::uint32_t count = 0;
    for (const Move move : slot(of).legal_moves()) areas.moves[count++] = move.code();
    return count;
}
HAKAM_EXPORT(count_moves) std::uint32_t hakam_count_moves(std::uint32_t of) {
    return static_cast<std::uint32_t>(slot(of).legal_move_count());
}
/// The position after a move. Returns: 1; 0 if the move is not legal, and nothing changes.
HAKAM_EXPORT(play)
std::uint32_t hakam_play(std::uint32_t from, std::uint32_t move, std::uint32_t to) {
    if (!is_legal(slot(from), move)) return 0;
    slot(to) = slot(from).after(move_of(move));
    return 1;
}
/// Bits: 1 check, 2 checkmate, 4 stalemate, 8 an en passant capture is legal.
HAKAM_EXPORT(status) std::uint32_t hakam_status(std::uint32_t of) {
    const Position& position = slot(of);
    const bool check = position.is_check();
    const bool stuck = !position.has_legal_move();
    return (check ? 1U : 0U) | (check && stuck ? 2U : 0U) | (!check && stuck ? 4U : 0U) |
           (position.en_passant_square() ? 8U : 0U);
}
/// The squares from which `by` (0 White) attacks `on`, as two words into the moves area.
HAKAM_EXPORT(attackers)
void hakam_attackers(std::uint32_t of, std::uint32_t on, std::uint32_t by) {
    const Bitboard from = slot(of).attackers(square(static_cast<int>(on & 63U)),
                                             by == 0 ? Color::white : Color::black);
    areas.moves[0] = static_cast<std::uint32_t>(from.bits());
    areas.moves[1] = static_cast<std::uint32_t>(from.bits() >> 32U);
}

/// The move that the text area holds: SAN in these letters or English, UCI or long algebraic.
/// `strict`: only canonical SAN. Returns: its code, or 0 with the error as JSON.
HAKAM_EXPORT(read_move)
std::uint32_t hakam_read_move(std::uint32_t of, std::uint32_t length, std::uint32_t letters,
                              std::uint32_t strict) {
    const Position& position = slot(of);
    const std::string_view text = written(length);
    if (const auto move = san::canonical(text, position)) return move->code();
    Json json;
    if (strict != 0) {
        const auto read = san::parse(text, position);
        if (read) return read->code();
        write_failure(json, read.error());
        answer(std::move(json));
        return 0;
    }
    const auto read = san::parse_lenient(text, position, letters_at(letters));
    if (read) return read->move.code();
    if (const auto uci = uci::parse_lenient(text, position)) return uci->move.code();
    write_failure(json, read.error());
    answer(std::move(json));
    return 0;
}
/// `form`: 0 SAN, 1 UCI, 2 long algebraic, 3 UCI with castling onto the rook. Returns: the length
/// of the text; 0 if the move is not legal.
HAKAM_EXPORT(write_move)
std::uint32_t hakam_write_move(std::uint32_t of, std::uint32_t code, std::uint32_t form,
                               std::uint32_t letters) {
    const Position& position = slot(of);
    if (!is_legal(position, code)) return 0;
    const Move move = move_of(code);
    switch (form) {
        case 1:
            return hand_out(uci::format(move));
        case 2:
            return hand_out(lan::format(move, position, letters_at(letters)));
        case 3:
            return hand_out(uci::format(move, uci::Castling::chess960));
        default:
            return hand_out(san::format(move, position, letters_at(letters)));
    }
}
HAKAM_EXPORT(perft) double hakam_perft(std::uint32_t of, std::uint32_t depth) {
    return static_cast<double>(perft(slot(of), static_cast<int>(depth)));
}

}  // namespace hakam::wasm
