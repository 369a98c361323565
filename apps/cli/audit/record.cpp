#include "record.hpp"

#include <span>

#include "hakam/notation/san.hpp"

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
    f.offset = ply >= 1 && ply <= offsets.size() ? offsets[ply - 1] : begin;
    f.move = move_text(ply);
    f.text = std::move(text);
    f.article = std::move(article);
    f.proof = std::move(proof);
    findings.push_back(std::move(f));
}

void GameRecord::clear() {
    for (auto& t : tags) t.reset();
    moves.clear();
    offsets.clear();
    clocks.clear();
    has_game_ = false;
    end = {};
    end_line = 0;
    is_playable = is_game = true;
    is_cut = false;
    standing = laws::Standing::ongoing;
    outcome.reset();
    reason = laws::Reason::none;
    citations.clear();
    findings.clear();
}

const Game& GameRecord::game() {
    if (!has_game_) game_.restart(start);
    has_game_ = true;
    for (const Move move : std::span{moves}.subspan(game_.plies())) game_.play_unchecked(move);
    return game_;
}

std::string GameRecord::move_text(std::uint32_t ply) {
    if (ply == 0 || ply > moves.size()) return {};
    return san::format(moves[ply - 1], game().position(ply - 1));
}

}  // namespace hakam::cli::audit
