#include "hakam/notation/why_illegal.hpp"

#include "move_shape.hpp"

namespace hakam {

namespace {

std::optional<Illegality> of_squares(const Position& p, std::string_view text) {
    if (text.size() < 4 || text.size() > 5) return std::nullopt;
    const auto from = square_from(text.substr(0, 2));
    const auto to = square_from(text.substr(2, 2));
    if (!from || !to) return std::nullopt;
    std::optional<PieceType> promotion;
    if (text.size() == 5) {
        const auto piece = piece_from(text[4]);
        if (!piece) return std::nullopt;
        promotion = piece->type;
    }
    return why_illegal(p, *from, *to, promotion);
}

}  // namespace

std::optional<Illegality> why_illegal(const Position& p, std::string_view text,
                                      const Letters& letters) {
    if (const auto why = of_squares(p, text)) return why;
    const auto shape = notation::read_shape(text, letters, notation::FirstLetter::piece);
    if (!shape) return std::nullopt;
    const Square king = p.king(p.turn());
    if (shape->castling) {
        const auto rook = p.castling().rook(king, *shape->castling);
        // Without the right there may be no rook to name: any square of that wing does.
        if (!rook)
            return Illegality{.code = IllegalCode::castling_right, .from = king,
                              .to = castled_king(p.turn(), *shape->castling),
                              .man = p.at(king), .culprit = {}};
        return why_illegal(p, king, *rook);
    }
    Bitboard men = p.men(p.turn(), shape->type.value_or(PieceType::pawn));
    if (!shape->type && shape->has_full_origin())
        men = p.men(p.turn());  // e2-e4 of any man
    if (shape->file) men &= Bitboard::of(*shape->file);
    if (shape->rank) men &= Bitboard::of(*shape->rank);
    if (!shape->type && !shape->file && !shape->capture)
        men &= Bitboard::of(file_of(shape->to));  // "e5" is a pawn's step ahead
    if (men.has_many()) {
        // Those that could go there on an empty board.
        Bitboard able;
        for (const Square s : men)
            if (attacks::of(*p.at(s), s, Bitboard{}).contains(shape->to) ||
                (p.at(s)->type == PieceType::pawn && file_of(s) == file_of(shape->to)))
                able |= s;
        men = able;
    }
    const auto from = men.only();
    if (!from) return std::nullopt;
    return why_illegal(p, *from, shape->to, shape->promotion);
}

}  // namespace hakam
