#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hakam::testkit {

/// One row of a tab-separated table with a header line.
struct TsvRow {
    std::size_t line = 0;  ///< counted from 1, the header included
    std::map<std::string, std::string, std::less<>> fields;

    /// The field of the named column; aborts with a message if the table has no such column.
    const std::string& operator[](std::string_view column) const;
};

enum class TsvEscapes {
    none,       ///< fields are taken as they are
    backslash,  ///< \n \r \t \\ and \xHH stand for one byte each
};

/// The rows of a table of the data folder; lines that begin with '#' and blank lines are skipped.
/// Missing fields at the end of a line are empty.
std::vector<TsvRow> read_tsv(std::string_view name, TsvEscapes escapes = TsvEscapes::none);
/// data/bugs/bugs.tsv, whose columns use escapes.
inline std::vector<TsvRow> read_bugs() { return read_tsv("bugs/bugs.tsv", TsvEscapes::backslash); }
/// The row whose column "id" is `id`; aborts with a message if there is none.
const TsvRow& row_with_id(const std::vector<TsvRow>& rows, std::string_view id);

std::string unescaped(std::string_view text);

}  // namespace hakam::testkit
