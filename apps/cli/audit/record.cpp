#include "record.hpp"

#include <array>
#include <span>

#include "hakam/notation/san.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::size_t longest_name = 11;
constexpr std::size_t most_of_a_length = 4;
constexpr std::uint8_t no_tag = tag_count;

/// The reported tags by the length of their names.
constexpr auto tags_by_length = [] {
    std::array<std::array<std::uint8_t, most_of_a_length>, longest_name + 1> table{};
    for (auto& row : table) row.fill(no_tag);
    for (std::uint8_t i = 0; i < tag_count; ++i) {
        std::size_t place = 0;
        while (table[reported_tags[i].size()][place] != no_tag) ++place;
        table[reported_tags[i].size()][place] = i;
    }
    return table;
}();

}  // namespace

std::optional<std::size_t> reported_tag(std::string_view name) noexcept {
    if (name.size() > longest_name) return std::nullopt;
    for (const std::size_t i : tags_by_length[name.size()]) {
        if (i == no_tag) break;
        if (reported_tags[i][1] == name[1] && reported_tags[i] == name) return i;
    }
    return std::nullopt;
}

std::string_view GameRecord::tag(std::string_view name) const {
    const auto i = reported_tag(name);
    return i && has_tag[*i] ? std::string_view{tags[*i]} : std::string_view{};
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
    has_tag.reset();
    event_date.clear();
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
