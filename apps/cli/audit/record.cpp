#include "record.hpp"

#include "hakam/notation/san.hpp"
#include "hakam/pgn/tag.hpp"

namespace hakam::cli::audit {

std::string_view GameRecord::tag(std::string_view name) const {
    for (std::size_t i = 0; i < tag_count; ++i)
        if (reported_tags[i] == name) return tags[i] ? std::string_view{*tags[i]} : "";
    return {};
}

void GameRecord::add(std::string_view code, pgn::Severity severity, std::uint32_t ply,
                     std::string text, std::string article, std::string proof) {
    Finding f;
    f.code = code;
    f.severity = severity;
    f.ply = ply;
    f.offset = ply >= 1 && ply <= notes.size() ? notes[ply - 1].offset : begin;
    f.move = move_text(game, ply);
    f.text = std::move(text);
    f.article = std::move(article);
    f.proof = std::move(proof);
    findings.push_back(std::move(f));
}

void GameRecord::clear() {
    for (auto& t : tags) t.reset();
    notes.clear();
    end = {};
    end_line = 0;
    is_playable = is_game = true;
    is_cut = false;
    standing = laws::Standing::ongoing;
    outcome.reset();
    reason = "none";
    articles.clear();
    findings.clear();
}

std::string move_text(const Game& game, std::uint32_t ply) {
    if (ply == 0 || ply > game.plies()) return {};
    return san::format(game.move(ply - 1), game.position(ply - 1));
}

void append_json(std::string& out, std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    std::string converted;
    if (!pgn::is_utf8(text)) {
        converted = pgn::to_utf8(text);
        text = converted;
    }
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            out += "\\u00";
            out += digits[byte >> 4];
            out += digits[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

}  // namespace hakam::cli::audit
