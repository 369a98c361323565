#include "hakam/notation/letters.hpp"

namespace hakam {

namespace {

// Each player may write the letters of his own language (Law C.3).
// Men in the order of PieceType's values: 1 pawn, 2 knight, 3 bishop, 4 king, 5 rook, 7 queen.
// Source: the project's glossary, rows letter.* and files; a test compares the two.
constexpr Letters men(std::string_view language, std::string_view king, std::string_view queen,
                      std::string_view rook, std::string_view bishop, std::string_view knight,
                      std::string_view pawn) {
    return {language, {"", pawn, knight, bishop, king, rook, "", queen}, {}, {}};
}

constexpr Letters with_files(Letters letters, std::array<std::string_view, 8> files) {
    letters.files = files;
    return letters;
}

constexpr Letters figurine{
    "figurine", {"", "♙", "♘", "♗", "♔", "♖", "", "♕"}, {"", "♟", "♞", "♝", "♚", "♜", "", "♛"}, {}};

constexpr Letters table[] = {
    men("en", "K", "Q", "R", "B", "N", "P"),
    with_files(men("ar", "م", "و", "ر", "ف", "ح", "ب"), {"أ", "ب", "ج", "د", "هـ", "و", "ز", "ح"}),
    with_files(men("uz_cyrl", "Ш", "Ф", "Р", "Фл", "О", "П"),
               {"а", "б", "c", "д", "э", "ф", "г", "ҳ"}),
    men("uz_latn", "Sh", "F", "R", "Fl", "O", "P"),
    men("ru", "Кр", "Ф", "Л", "С", "К", "п"),
    men("fr", "R", "D", "T", "F", "C", "P"),
    men("es", "R", "D", "T", "A", "C", "P"),
    men("de", "K", "D", "T", "L", "S", "B"),
    figurine,
};

}  // namespace

constinit const Letters english = table[0];

std::span<const Letters> all_letters() noexcept { return table; }

const Letters* letters_for(std::string_view language) noexcept {
    for (const Letters& letters : table)
        if (letters.language == language) return &letters;
    return nullptr;
}

}  // namespace hakam
