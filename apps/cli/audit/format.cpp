#include "format.hpp"

#include <algorithm>
#include <cstdio>

#include "hakam/notation/fen.hpp"

namespace hakam::cli::audit {
namespace {

void append_key(std::string& out, std::string_view key) {
    out += '"';
    out += key;
    out += "\":";
}
void append_member(std::string& out, std::string_view key, std::string_view value) {
    append_key(out, key);
    append_json(out, value);
    out += ',';
}
void append_member(std::string& out, std::string_view key, std::uint64_t value) {
    append_key(out, key);
    out += std::to_string(value);
    out += ',';
}
/// Replaces the comma after the last member.
void close(std::string& out, char bracket) {
    if (out.back() == ',')
        out.back() = bracket;
    else
        out += bracket;
}

void append_finding(std::string& out, const Finding& f) {
    out += '{';
    append_member(out, "code", f.code);
    append_member(out, "severity", name(f.severity));
    append_member(out, "ply", f.ply);
    append_member(out, "offset", f.offset);
    if (f.line != 0) append_member(out, "line", f.line);
    append_member(out, "move", f.move);
    append_member(out, "text", f.text);
    if (!f.article.empty()) append_member(out, "article", f.article);
    if (!f.proof.empty()) append_member(out, "proof", f.proof);
    close(out, '}');
    out += ',';
}

void append_record(Piece& piece, const GameRecord& record, const std::string& file,
                   const std::vector<const Finding*>& findings) {
    std::string& out = piece.text;
    out += '{';
    append_member(out, "file", file);
    append_key(out, "game");
    piece.number_at.push_back(out.size());
    out += ',';
    append_member(out, "offset", record.begin);
    append_key(out, "tags");
    out += '{';
    for (std::size_t i = 0; i < tag_count; ++i)
        if (record.tags[i]) append_member(out, reported_tags[i], *record.tags[i]);
    close(out, '}');
    out += ',';
    append_member(out, "plies", record.end.plies);
    if (record.is_playable && record.is_game) {
        append_member(out, "fen", fen::format(record.game.current()));
    } else {
        append_key(out, "fen");
        out += "null,";
    }
    append_member(out, "result", pgn::to_string(record.end.termination));
    append_member(out, "standing", name(record.standing));
    append_key(out, "outcome");
    out += record.outcome ? "\"" + std::string{to_string(*record.outcome)} + "\"," : "null,";
    append_member(out, "reason", record.reason);
    append_key(out, "articles");
    out += '[';
    for (const std::string& article : record.articles) {
        append_json(out, article);
        out += ',';
    }
    close(out, ']');
    out += ',';
    append_key(out, "findings");
    out += '[';
    for (const Finding* f : findings) append_finding(out, *f);
    close(out, ']');
    out += "}\n";
}

void append_csv(std::string& out, std::string_view field) {
    const std::string text = pgn::to_utf8(field);
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        out += text;
    } else {
        out += '"';
        for (const char c : text) {
            if (c == '"') out += '"';
            out += c;
        }
        out += '"';
    }
    out += ',';
}

void append_csv_rows(Piece& piece, const GameRecord& record, const std::string& file,
                     const std::vector<const Finding*>& findings) {
    const auto row = [&](const Finding* f) {
        std::string& out = piece.text;
        append_csv(out, file);
        piece.number_at.push_back(out.size());
        out += ',';
        out += std::to_string(record.begin) + ',';
        for (const std::string_view tag : {"White", "Black", "Result"})
            append_csv(out, record.tag(tag));
        out += std::to_string(record.end.plies) + ',';
        append_csv(out, name(record.standing));
        append_csv(out, record.outcome ? to_string(*record.outcome) : std::string_view{});
        append_csv(out, record.reason);
        append_csv(out, f != nullptr ? f->code : std::string_view{});
        append_csv(out, f != nullptr ? name(f->severity) : std::string_view{});
        out += (f != nullptr ? std::to_string(f->ply) : "") + ',';
        out += (f != nullptr ? std::to_string(f->offset) : "") + ',';
        append_csv(out, f != nullptr ? f->move : std::string{});
        append_csv(out, f != nullptr ? f->text : std::string{});
        append_csv(out, f != nullptr ? f->article : std::string{});
        out.back() = '\n';
    };
    for (const Finding* f : findings) row(f);
    if (findings.empty()) row(nullptr);
}

/// Control bytes would move a terminal's cursor.
std::string printable(std::string_view text) {
    std::string out = pgn::to_utf8(text);
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    return out;
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

void append_table_rows(Piece& piece, const GameRecord& record, const std::string& file,
                       const std::vector<const Finding*>& findings) {
    for (const Finding* f : findings) {
        std::string& out = piece.text;
        out += printable(file) + " #";
        piece.number_at.push_back(out.size());
        out += "  ";
        out += padded(std::string{name(f->severity)}, 8) + padded(std::string{f->code}, 25);
        out += padded(f->ply != 0 ? "ply " + std::to_string(f->ply) : "", 9);
        if (!f->move.empty()) out += printable(f->move) + ": ";
        out += printable(f->text);
        if (!f->article.empty()) out += " (Art. " + f->article + ")";
        out += "  [" + printable(record.tag("White")) + " - " + printable(record.tag("Black")) +
               ", byte " + std::to_string(f->offset) + "]\n";
    }
}

std::string fixed(double value, int decimals) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
    return buffer;
}

}  // namespace

void Totals::add(const Totals& other) {
    games += other.games;
    plies += other.plies;
    bytes += other.bytes;
    games_with_findings += other.games_with_findings;
    for (std::size_t i = 0; i < severities.size(); ++i) severities[i] += other.severities[i];
    for (const auto& [code, count] : other.codes) codes[code] += count;
    for (const auto& [reason, count] : other.reasons) reasons[reason] += count;
}

Piece format_record(const GameRecord& record, const std::string& file,
                    const FormatOptions& options) {
    Piece piece;
    std::vector<const Finding*> findings;
    for (const Finding& f : record.findings)
        if (options.only.empty() ||
            std::find(options.only.begin(), options.only.end(), f.code) != options.only.end())
            findings.push_back(&f);
    std::sort(findings.begin(), findings.end(), [](const Finding* a, const Finding* b) {
        return a->ply != b->ply ? a->ply < b->ply : a < b;  // both point into one vector
    });
    Totals& totals = piece.totals;
    totals.games = record.is_game ? 1 : 0;
    totals.plies = record.end.plies;
    totals.games_with_findings = findings.empty() ? 0 : 1;
    for (const Finding* f : findings) {
        ++totals.severities[static_cast<std::size_t>(f->severity)];
        ++totals.codes[std::string{f->code}];
    }
    if (record.is_game) ++totals.reasons[std::string{record.reason}];
    if (!options.only.empty() && findings.empty()) return piece;
    switch (options.form) {
        case Form::json:
            append_record(piece, record, file, findings);
            break;
        case Form::csv:
            append_csv_rows(piece, record, file, findings);
            break;
        case Form::table:
            append_table_rows(piece, record, file, findings);
            break;
    }
    return piece;
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
    if (form == Form::json) {
        out = "{\"summary\":{";
        append_member(out, "files", files);
        append_member(out, "games", totals.games);
        append_member(out, "plies", totals.plies);
        append_member(out, "bytes", totals.bytes);
        append_member(out, "gamesWithFindings", totals.games_with_findings);
        append_member(out, "errors", totals.severities[2]);
        append_member(out, "warnings", totals.severities[1]);
        append_member(out, "notes", totals.severities[0]);
        for (const auto& [key, counts] :
             {std::pair{"codes", &totals.codes}, std::pair{"reasons", &totals.reasons}}) {
            append_key(out, key);
            out += '{';
            for (const auto& [code, count] : *counts) append_member(out, code, count);
            close(out, '}');
            out += ',';
        }
        append_key(out, "interrupted");
        out += is_interrupted ? "true," : "false,";
        append_key(out, "seconds");
        out += fixed(seconds, 3) + ',';
        append_key(out, "gamesPerSecond");
        out += fixed(speed, 0);
        return out + "}}\n";
    }
    out += "\n";
    out += std::to_string(totals.games) + " games, " + std::to_string(totals.plies) +
           " half-moves in " + std::to_string(files) + (files == 1 ? " file" : " files");
    out += is_interrupted ? ", interrupted\n" : "\n";
    out += std::to_string(totals.games_with_findings) +
           " games with findings: " + std::to_string(totals.severities[2]) + " errors, " +
           std::to_string(totals.severities[1]) + " warnings, " +
           std::to_string(totals.severities[0]) + " notes\n";
    for (const auto& [code, count] : totals.codes)
        out += "  " + padded(code, 26) + std::to_string(count) + "\n";
    out += "how the games stand at their ends\n";
    for (const auto& [reason, count] : totals.reasons)
        out += "  " + padded(reason == "none" ? "nothing ended it" : reason, 26) +
               std::to_string(count) + "\n";
    out += fixed(seconds, 1) + " s, " + fixed(speed, 0) + " games/s\n";
    return out;
}

}  // namespace hakam::cli::audit
