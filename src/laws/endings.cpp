#include <algorithm>

#include "hakam/laws/law_book.hpp"
#include "rule_tables.hpp"

// Endings for which an edition asked for more than fifty moves: data/laws/endings.tsv.

namespace hakam::laws {
namespace {

/// A word of a key by its place in keys.tsv.
std::string_view word_of(RuleKey key, int place) noexcept {
    std::string_view words = key_table[static_cast<std::size_t>(key)].words;
    for (; place > 0; --place) words.remove_prefix(words.find('|') + 1);
    return words.substr(0, words.find('|'));
}

/// Whether `side` has exactly these men: "KNN".
bool has_men(const Position& position, Color side, std::string_view men) noexcept {
    constexpr std::string_view letters = "PNBRQK";
    constexpr PieceType types[] = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                   PieceType::rook, PieceType::queen,  PieceType::king};
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (position.men(side, types[i]).size() !=
            static_cast<int>(std::count(men.begin(), men.end(), letters[i])))
            return false;
    return true;
}

Square named_square(std::string_view text) noexcept {
    return square(static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1'));
}
bool is_dark(Square s) noexcept {
    return (static_cast<int>(file_of(s)) + static_cast<int>(rank_of(s))) % 2 == 0;
}

/// The pawn is not beyond the line, which is written for a black pawn.
bool within_line(const Position& position, Color side, std::string_view line) noexcept {
    const Square pawn = *position.men(~side, PieceType::pawn).begin();
    const int forward = side == Color::white ? -1 : 1;
    for (; line.size() >= 2; line.remove_prefix(std::min<std::size_t>(line.size(), 3))) {
        Square limit = named_square(line);
        if (side == Color::black) limit = mirrored(limit);
        if (file_of(limit) != file_of(pawn)) continue;
        const int beyond =
            (static_cast<int>(rank_of(pawn)) - static_cast<int>(rank_of(limit))) * forward;
        return beyond <= 0;
    }
    return false;
}

/// a2 against a3 with a bishop on dark squares; h2 against h3 with one on light squares.
bool rook_pawns(const Position& position, Color side, bool a_file_only) noexcept {
    Square own = *position.men(side, PieceType::pawn).begin();
    Square other = *position.men(~side, PieceType::pawn).begin();
    Square bishop = *position.men(~side, PieceType::bishop).begin();
    if (side == Color::black) {
        own = mirrored(own);
        other = mirrored(other);
        bishop = mirrored(bishop);  // turns its colour as well
    }
    if (own == Square::a2 && other == Square::a3) return is_dark(bishop);
    return !a_file_only && own == Square::h2 && other == Square::h3 && !is_dark(bishop);
}

bool stands_so(const Position& position, Color side, const EndingRow& row) noexcept {
    if (row.where == "line") return within_line(position, side, row.line);
    if (row.where == "rook-pawns") return rook_pawns(position, side, false);
    if (row.where == "rook-pawns-a") return rook_pawns(position, side, true);
    if (row.where == "seventh") {
        const Square pawn = *position.men(side, PieceType::pawn).begin();
        return rank_of(side == Color::white ? pawn : mirrored(pawn)) == Rank::r7;
    }
    return true;
}

}  // namespace

std::string_view name(ClaimantPenalty penalty) noexcept {
    return word_of(RuleKey::claimant_penalty, static_cast<int>(penalty));
}

int LawBook::fifty_limit(const Position& position) const noexcept {
    if (rules_.fifty_exceptions == EndingList::none || rules_.claim_halfmoves == 0)
        return rules_.claim_halfmoves;
    constexpr int most_men = 6;
    if (position.occupied().size() > most_men) return rules_.claim_halfmoves;
    const std::string_view list =
        word_of(RuleKey::fifty_exceptions, static_cast<int>(rules_.fifty_exceptions));
    for (const EndingRow& row : endings()) {
        if (row.list != list) continue;
        for (const Color side : colors)
            if (has_men(position, side, row.side) && has_men(position, ~side, row.against) &&
                stands_so(position, side, row))
                return row.plies;
    }
    return rules_.claim_halfmoves;
}

}  // namespace hakam::laws
