#include "hakam/variant/cell.hpp"

namespace hakam::variant {

std::string to_string(Cell c, BoardSize size) {
    return static_cast<char>('a' + size.file(c)) + std::to_string(size.rank(c) + 1);
}

std::optional<ReadCell> cell_from(std::string_view text, BoardSize size) noexcept {
    if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + size.files) return std::nullopt;
    int rank = 0;
    std::size_t used = 1;
    // As many digits as can still name a rank of this board.
    while (used < text.size() && text[used] >= '0' && text[used] <= '9') {
        const int longer = rank * 10 + (text[used] - '0');
        if (longer > size.ranks || longer == 0) break;
        rank = longer;
        ++used;
    }
    if (rank == 0) return std::nullopt;
    return ReadCell{size.at(text[0] - 'a', rank - 1), used};
}

}  // namespace hakam::variant
