#pragma once

#include <memory>

#include "hakam/base/budget.hpp"
#include "hakam/laws/law_book.hpp"
#include "record.hpp"

namespace hakam::cli::audit {

/// The result against mate and stalemate on the board.
std::unique_ptr<GameCheck> make_board_check();
/// [%clk] readings against the TimeControl tag.
std::unique_ptr<GameCheck> make_clock_check();
/// Standing, outcome, reason and articles by a book of laws, and what its articles find.
/// `nodes` bounds each search. `family`: if not empty, the book of that family in force on the day
/// of the game (EventDate, else Date; `book` where neither says), and what would be ruled otherwise
/// by `book`.
std::unique_ptr<GameCheck> make_law_check(const laws::LawBook& book, std::uint64_t nodes,
                                          std::string_view family);

}  // namespace hakam::cli::audit
