#include "castling_field.hpp"

namespace hakam::fen {

std::optional<Claim> claim_from(char letter) noexcept {
    const bool small = letter >= 'a' && letter <= 'z';
    const char upper = small ? static_cast<char>(letter - ('a' - 'A')) : letter;
    Claim claim{small ? Color::black : Color::white, std::nullopt, std::nullopt, 0};
    if (upper == 'K')
        claim.wing = Wing::king;
    else if (upper == 'Q')
        claim.wing = Wing::queen;
    else if (upper >= 'A' && upper <= 'H')
        claim.file = static_cast<File>(upper - 'A');
    else
        return std::nullopt;
    return claim;
}

std::optional<Square> outermost_rook(const Board& board, Color color, Square king,
                                     Wing wing) noexcept {
    const Bitboard rooks = board.men(color, PieceType::rook) & Bitboard::of(back_rank(color));
    if (rooks.empty() || rank_of(king) != back_rank(color)) return std::nullopt;
    const Square rook = wing == Wing::king ? rooks.last() : rooks.first();
    if (wing == Wing::king ? rook < king : rook > king) return std::nullopt;
    return rook;
}

namespace {

constexpr Square corner(Color color, Wing wing) noexcept {
    return square(wing == Wing::king ? File::h : File::a, back_rank(color));
}

/// The king, if there is one and it stands on its back rank between the edge files.
std::optional<Square> home_king(const Board& board, Color color) noexcept {
    const auto king = board.men(color, PieceType::king).only();
    if (!king || rank_of(*king) != back_rank(color)) return std::nullopt;
    if (file_of(*king) == File::a || file_of(*king) == File::h) return std::nullopt;
    return king;
}

}  // namespace

NamedRook named_rook(const Claim& claim, const Board& board, Castling castling) noexcept {
    const auto king = home_king(board, claim.color);
    const auto rook_stands = [&](Square s) {
        return board.men(claim.color, PieceType::rook).contains(s);
    };
    NamedRook named;
    if (claim.file) {
        named.square = square(*claim.file, back_rank(claim.color));
        named.wing = king && named.square < *king ? Wing::queen : Wing::king;
        named.is_true = king && rook_stands(named.square);
        return named;
    }
    named.wing = *claim.wing;
    named.square = corner(claim.color, named.wing);
    if (castling == Castling::standard) {
        named.is_true = king && file_of(*king) == File::e && rook_stands(named.square);
    } else if (king) {
        if (const auto rook = outermost_rook(board, claim.color, *king, named.wing)) {
            named.square = *rook;
            named.is_true = true;
        }
    }
    return named;
}

Castling reading_of(const Claims& claims, const Board& board, Castling castling) noexcept {
    if (castling != Castling::automatic) return castling;
    bool all_standard = true;
    for (const Claim& claim : claims) {
        if (claim.file) return Castling::chess960;
        all_standard = all_standard && named_rook(claim, board, Castling::standard).is_true;
    }
    if (all_standard) return Castling::standard;
    // Both sides of a Chess960 array mirror each other, so all letters must fit one array.
    std::optional<File> king_file;
    std::optional<File> rook_files[2];
    bool all_true = true;
    bool sides[2] = {false, false};
    for (const Claim& claim : claims) {
        const auto king = home_king(board, claim.color);
        if (!king || (king_file && *king_file != file_of(*king))) return Castling::standard;
        king_file = file_of(*king);
        sides[index(claim.color)] = true;
        const NamedRook named = named_rook(claim, board, Castling::chess960);
        all_true = all_true && named.is_true;
        auto& rook_file = rook_files[static_cast<int>(named.wing)];
        if (!named.is_true) continue;
        if (rook_file && *rook_file != file_of(named.square)) return Castling::standard;
        rook_file = file_of(named.square);
    }
    if (king_file != File::e) return Castling::chess960;
    return all_true && sides[0] && sides[1] ? Castling::chess960 : Castling::standard;
}

}  // namespace hakam::fen
