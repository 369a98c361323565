#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "auditor.hpp"

namespace hakam::cli::audit {

enum class Form { json, csv, table };

/// What has been counted; sums of blocks are sums of their parts.
struct Totals {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    std::uint64_t bytes = 0;
    std::uint64_t games_with_findings = 0;
    std::array<std::uint64_t, 3> severities{};  ///< notes, warnings, errors
    std::map<std::string, std::uint64_t, std::less<>> codes;
    std::map<std::string, std::uint64_t, std::less<>> reasons;

    void add(const Totals& other);
};

/// One game's output. The number of the game is known only when all blocks before it are done, so
/// it is put in at `number_at` then.
struct Piece {
    std::string text;
    std::vector<std::size_t> number_at;
    std::string clean;
    Totals totals;
};

struct FormatOptions {
    Form form = Form::table;
    std::vector<std::string> only;  ///< codes; empty: all
};

/// Appends the record. Returns: the piece has no text if nothing is to be told.
Piece format_record(const GameRecord& record, const std::string& file,
                    const FormatOptions& options);
/// The line before all records: CSV and the table have one.
std::string format_head(Form form);
/// The last object, or the page for people.
std::string format_summary(const Totals& totals, Form form, std::size_t files, double seconds,
                           bool is_interrupted);

}  // namespace hakam::cli::audit
