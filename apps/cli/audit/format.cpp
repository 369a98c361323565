#include "format.hpp"

#include <algorithm>
#include <cstdio>

#include "columns.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/pgn/tag.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::size_t not_playable = reason_count - 2;
constexpr std::size_t no_game = reason_count - 1;

std::size_t reason_of(const GameRecord& record) noexcept {
    if (!record.is_game) return no_game;
    return record.is_playable ? static_cast<std::size_t>(record.reason) : not_playable;
}

void append_finding(TextBuffer& out, const Finding& f) {
    out.append("{\"code\":\"");
    out.append(f.code);
    out.append("\",\"severity\":\"");
    out.append(name(f.severity));
    out.append("\",\"ply\":");
    out.append(std::uint64_t{f.ply});
    out.append(",\"offset\":");
    out.append(f.offset);
    if (f.line != 0) {
        out.append(",\"line\":");
        out.append(std::uint64_t{f.line});
    }
    out.append(",\"move\":");
    out.append_json(f.move);
    out.append(",\"text\":");
    out.append_json(f.text);
    if (!f.article.empty()) {
        out.append(",\"article\":");
        out.append_json(f.article);
    }
    if (!f.why.empty()) {
        out.append(",\"why\":");
        out.append_json(f.why);
    }
    if (!f.proof.empty()) {
        out.append(",\"proof\":");
        out.append_json(f.proof);
    }
    out.append('}');
}

void append_tags(TextBuffer& out, const GameRecord& record) {
    out.append(",\"tags\":{");
    for (std::size_t i = 0; i < tag_count; ++i) {
        if (!record.has_tag[i]) continue;
        out.append('"');
        out.append(reported_tags[i]);
        out.append("\":");
        out.append_json(record.tags[i]);
        out.append(',');
    }
    if (out.back() == ',')
        out.set_back('}');
    else
        out.append('}');
}

/// The object of a game. Names, numbers and the FEN need no escapes.
void append_record(TextBuffer& out, std::vector<std::size_t>& number_at, const GameRecord& record,
                   const std::string& file, const std::vector<const Finding*>& findings) {
    out.append("{\"file\":");
    out.append_json(file);
    out.append(",\"game\":");
    number_at.push_back(out.size());
    out.append(",\"offset\":");
    out.append(record.begin);
    append_tags(out, record);
    out.append(",\"plies\":");
    out.append(std::uint64_t{record.end.plies});
    if (record.is_playable && record.is_game) {
        out.append(",\"fen\":\"");
        out.append(fen::format(record.last));
        out.append("\",\"result\":\"");
    } else {
        out.append(",\"fen\":null,\"result\":\"");
    }
    out.append(record.result());
    out.append("\",\"standing\":\"");
    out.append(name(record.standing));
    if (record.outcome) {
        out.append("\",\"outcome\":\"");
        out.append(to_string(*record.outcome));
        out.append("\",\"reason\":\"");
    } else {
        out.append("\",\"outcome\":null,\"reason\":\"");
    }
    out.append(reason_name(reason_of(record)));
    out.append("\",\"articles\":[");
    for (std::size_t i = 0; i < record.citations.size(); ++i) {
        if (i != 0) out.append(',');
        out.append_json(record.citations[i].number());
    }
    out.append("],\"findings\":[");
    for (const Finding* f : findings) {
        if (f != findings.front()) out.append(',');
        append_finding(out, *f);
    }
    out.append("]}\n");
}

void append_csv(TextBuffer& out, std::string_view field) {
    const std::string text = pgn::to_utf8(field);
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        out.append(text);
    } else {
        out.append('"');
        for (const char c : text) {
            if (c == '"') out.append('"');
            out.append(c);
        }
        out.append('"');
    }
    out.append(',');
}
void append_csv(TextBuffer& out, std::uint64_t number) {
    out.append(number);
    out.append(',');
}

void append_csv_row(TextBuffer& out, std::vector<std::size_t>& number_at, const GameRecord& record,
                    const std::string& file, const Finding* f) {
    append_csv(out, file);
    number_at.push_back(out.size());
    out.append(',');
    append_csv(out, record.begin);
    for (const std::string_view tag : {"White", "Black", "Result"})
        append_csv(out, record.tag(tag));
    append_csv(out, record.end.plies);
    append_csv(out, name(record.standing));
    append_csv(out, record.outcome ? to_string(*record.outcome) : std::string_view{});
    append_csv(out, reason_name(reason_of(record)));
    if (f != nullptr) {
        append_csv(out, f->code);
        append_csv(out, name(f->severity));
        append_csv(out, f->ply);
        append_csv(out, f->offset);
        append_csv(out, f->move);
        append_csv(out, f->text);
        append_csv(out, f->article);
    } else {
        out.append(",,,,,,,");
    }
    out.set_back('\n');
}

void append_table_row(TextBuffer& out, std::vector<std::size_t>& number_at,
                      const GameRecord& record, const std::string& file,
                      const FormatOptions& options, const Finding& f) {
    out.append(left_aligned(printable(file), options.file_width) + " ");
    number_at.push_back(out.size());
    std::string line = "  " + left_aligned(std::string{name(f.severity)}, 8);
    line += left_aligned(std::string{f.code}, 25);
    line += f.ply != 0 ? "ply " + right_aligned(std::to_string(f.ply), 6) : std::string(10, ' ');
    line += "  ";
    if (!f.move.empty()) line += printable(f.move) + ": ";
    line += printable(f.text);
    if (!f.article.empty()) line += " (Art. " + f.article + ")";
    line += "  [" + printable(record.tag("White")) + " - " + printable(record.tag("Black")) +
            ", byte " + std::to_string(f.offset) + "]\n";
    out.append(line);
}

std::string counted(std::uint64_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string{what} + (count == 1 ? "" : "s");
}

std::string fixed(double value, int decimals) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
    return buffer;
}

using Counts = std::vector<std::pair<std::string_view, std::uint64_t>>;

/// What has been counted at all, by name.
template <std::size_t N, typename NameOf>
Counts named(const std::array<std::uint64_t, N>& counts, NameOf name_of) {
    Counts list;
    for (std::size_t i = 0; i < N; ++i)
        if (counts[i] != 0) list.emplace_back(name_of(i), counts[i]);
    std::sort(list.begin(), list.end());
    return list;
}

std::string json_object(const Counts& counts) {
    std::string out = "{";
    for (const auto& [name, count] : counts)
        out.append("\"").append(name).append("\":").append(std::to_string(count)).append(",");
    if (out.back() == ',') out.pop_back();
    return out + "}";
}

}  // namespace

std::string_view reason_name(std::size_t reason) noexcept {
    if (reason == not_playable) return "not-playable";
    return reason == no_game ? "no-game" : name(static_cast<laws::Reason>(reason));
}

std::size_t file_width(const std::vector<std::string>& files) {
    std::size_t width = 0;
    for (const std::string& file : files) width = std::max(width, display_width(printable(file)));
    return width;
}

void Report::clear() noexcept {
    games_.clear();
    text_.clear();
    clean_.clear();
    number_at_.clear();
    told_.clear();
}

void Report::add(const GameRecord& record, const std::string& file, const FormatOptions& options,
                 std::string_view clean) {
    constexpr std::size_t most_games = sizeof "#999999999" - 1;
    number_width_ = options.form == Form::table ? most_games : 0;
    findings_.clear();
    for (const Finding& f : record.findings)
        if (options.only.empty() ||
            std::find(options.only.begin(), options.only.end(), f.code) != options.only.end())
            findings_.push_back(&f);
    if (findings_.size() > 1)
        std::sort(findings_.begin(), findings_.end(), [](const Finding* a, const Finding* b) {
            return a->ply != b->ply ? a->ply < b->ply : a < b;  // both point into one vector
        });
    for (const Finding* f : findings_) {
        const auto* const code =
            std::find(std::begin(finding_codes), std::end(finding_codes), f->code);
        told_.push_back({static_cast<std::uint8_t>(code - std::begin(finding_codes)), f->severity});
    }
    if (options.only.empty() || !findings_.empty()) {
        switch (options.form) {
            case Form::json:
                append_record(text_, number_at_, record, file, findings_);
                break;
            case Form::csv:
                for (const Finding* f : findings_)
                    append_csv_row(text_, number_at_, record, file, f);
                if (findings_.empty()) append_csv_row(text_, number_at_, record, file, nullptr);
                break;
            case Form::table:
                for (const Finding* f : findings_)
                    append_table_row(text_, number_at_, record, file, options, *f);
                break;
        }
    }
    clean_.append(clean);
    games_.push_back({{text_.size(), clean_.size(), static_cast<std::uint32_t>(number_at_.size()),
                       static_cast<std::uint32_t>(told_.size())},
                      record.end.end,
                      record.end.plies,
                      static_cast<std::uint8_t>(reason_of(record)),
                      record.is_game});
}

void Report::put(const Game& game, const Place& from, std::uint64_t number, TextBuffer& text,
                 TextBuffer& clean, Totals& totals) const {
    if (game.is_game) {
        ++totals.games;
        ++totals.reasons[game.reason];
    }
    totals.plies += game.plies;
    if (game.end.told != from.told) ++totals.games_with_findings;
    for (std::uint32_t i = from.told; i < game.end.told; ++i) {
        ++totals.severities[static_cast<std::size_t>(told_[i].severity)];
        ++totals.codes[told_[i].code];
    }
    std::size_t at = from.text;
    for (std::uint32_t i = from.numbers; i < game.end.numbers; ++i) {
        text.append(text_.view().substr(at, number_at_[i] - at));
        if (number_width_ == 0)
            text.append(number);
        else
            text.append(right_aligned("#" + std::to_string(number), number_width_));
        at = number_at_[i];
    }
    text.append(text_.view().substr(at, game.end.text - at));
    clean.append(clean_.view().substr(from.clean, game.end.clean - from.clean));
}

std::string format_head(Form form) {
    if (form != Form::csv) return {};
    return "file,game,offset,white,black,result,plies,standing,outcome,reason,code,severity,ply,"
           "finding_offset,move,text,article\n";
}

std::string format_summary(const Totals& totals, Form form, std::size_t files, double seconds,
                           bool is_interrupted) {
    const double speed = seconds > 0 ? static_cast<double>(totals.games) / seconds : 0;
    std::string out;
    if (form == Form::csv) return out;
    const Counts codes = named(totals.codes, [](std::size_t i) { return finding_codes[i]; });
    const Counts reasons = named(totals.reasons, reason_name);
    if (form == Form::json) {
        out = "{\"summary\":{";
        const auto add = [&](std::string_view key, std::string_view value) {
            out.append("\"").append(key).append("\":").append(value).append(",");
        };
        add("files", std::to_string(files));
        add("games", std::to_string(totals.games));
        add("plies", std::to_string(totals.plies));
        add("bytes", std::to_string(totals.bytes));
        add("gamesWithFindings", std::to_string(totals.games_with_findings));
        add("errors", std::to_string(totals.severities[2]));
        add("warnings", std::to_string(totals.severities[1]));
        add("notes", std::to_string(totals.severities[0]));
        add("codes", json_object(codes));
        add("reasons", json_object(reasons));
        add("interrupted", is_interrupted ? "true" : "false");
        add("seconds", fixed(seconds, 3));
        add("gamesPerSecond", fixed(speed, 0));
        out.back() = '}';
        return out + "}\n";
    }
    out += "\n";
    out += counted(totals.games, "game") + ", " + counted(totals.plies, "half-move") + " in " +
           counted(files, "file");
    out += is_interrupted ? ", interrupted\n" : "\n";
    out += counted(totals.games_with_findings, "game") +
           " with findings: " + counted(totals.severities[2], "error") + ", " +
           counted(totals.severities[1], "warning") + ", " + counted(totals.severities[0], "note") +
           "\n";
    for (const auto& [code, count] : codes)
        out += "  " + left_aligned(std::string{code}, 26) + std::to_string(count) + "\n";
    out += "how the games stand at their ends\n";
    for (const auto& [reason, count] : reasons)
        out += "  " +
               left_aligned(reason == "none" ? "nothing ended it" : std::string{reason}, 26) +
               std::to_string(count) + "\n";
    out += fixed(seconds, 1) + " s, " + fixed(speed, 0) + " games/s\n";
    return out;
}

}  // namespace hakam::cli::audit
