// The older games and other rulesets of room variant: their data, and games played move by move.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abi.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"
#include "hakam/variant/judge.hpp"
#include "hakam/variant/move_text.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

using variant::Code;
using variant::Variant;

std::string_view word(variant::Ending::Result result) {
    using Result = variant::Ending::Result;
    switch (result) {
        case Result::white_wins: return "1-0";
        case Result::black_wins: return "0-1";
        case Result::draw: return "1/2-1/2";
        case Result::white_half_wins: return "3/4-1/4";
        case Result::black_half_wins: return "1/4-3/4";
        case Result::unknown: break;
    }
    return "*";
}

std::string_view word(variant::Share share) {
    static constexpr std::string_view words[] = {"draw", "wins", "loses", "half-wins", "unknown"};
    return words[static_cast<std::size_t>(share)];
}

void write_rules(Json& json, const variant::Rules& rules) {
    using BareKing = variant::Ends::BareKing;
    json.member("id", rules.id)
        .member("name", rules.name)
        .member("tradition", rules.tradition)
        .member("confidence", rules.confidence)
        .member("doubts", rules.doubts)
        .member("files", std::int64_t{rules.size.files})
        .member("ranks", std::int64_t{rules.size.ranks})
        .member("start", rules.start)
        .member("stalemate", word(rules.ends.stalemate))
        .member("bareKing", rules.ends.bare_king == BareKing::no_end         ? "no-end"
                            : rules.ends.bare_king == BareKing::wins_at_once ? "wins-at-once"
                                                                             : "unless-bared-back");
    json.key("men").begin_list();
    for (const variant::Man& man : rules.men)
        json.begin()
            .member("name", man.name)
            .member("letter", std::string(1, man.letter))
            .member("moves", man.moves)
            .end();
    json.end_list().key("promotion").begin_list();
    for (const std::string& man : rules.promotion.men) json.string(man);
    json.end_list();
}

void write_move(Json& json, const Variant& game, const variant::Position& position,
                const variant::Move& move) {
    const variant::BoardSize size = game.size();
    json.member("uci", variant::format_coordinates(game, move))
        .member("san", variant::format_san(game, position, move))
        .member("from", variant::to_string(move.from, size))
        .member("to", variant::to_string(move.to, size))
        .member("piece", game.man(position.at(move.from)).name);
    if (move.is_capture()) json.member("captured", game.man(position.at(move.victim)).name);
    if (move.promotion != Code::none) json.member("promotion", game.man(move.promotion).name);
    if (move.is_castling()) json.member("rook", variant::to_string(move.partner_from, size));
}

}  // namespace

/// Every game of room variant, with its rules as data.
HAKAM_EXPORT(games) std::uint32_t hakam_games() {
    Json json;
    json.begin_list();
    for (const variant::GameName& one : variant::game_names()) {
        const auto rules = variant::game_named(one.id);
        if (!rules) continue;
        json.begin().member("period", one.period);
        write_rules(json, *rules);
        json.end();
    }
    return answer(std::move(json.end_list()));
}

/// The game called `name` after the moves (coordinates, separated by spaces) from `fen`, or from its
/// array if that is empty: the plies, the board, the legal moves, and how it stands.
HAKAM_EXPORT(older)
std::uint32_t hakam_older(const char* name, std::uint32_t name_length, const char* fen,
                          std::uint32_t fen_length, const char* moves,
                          std::uint32_t moves_length) {
    Json json;
    auto rules = variant::game_named(text(name, name_length));
    if (!rules) {
        write_failure(json, {.code = ErrorCode::unexpected_text,
                             .where = {},
                             .expected = "the name of a game",
                             .found = excerpt(text(name, name_length))});
        return answer(std::move(json));
    }
    const auto game = Variant::from(std::move(*rules));
    if (!game) {
        write_failure(json, game.error());
        return answer(std::move(json));
    }
    variant::Position position = game->start();
    if (fen_length > 0) {
        const auto read = variant::fen::parse(*game, text(fen, fen_length));
        if (!read) {
            write_failure(json, read.error());
            return answer(std::move(json));
        }
        position = *read;
    }
    std::vector<variant::Position> reached{position};
    Json plies;
    plies.begin_list();
    std::string_view rest = text(moves, moves_length);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const auto move = variant::parse_move(*game, position, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!move) {
            write_failure(json, move.error());
            return answer(std::move(json));
        }
        plies.begin()
            .member("number", std::int64_t{position.fullmove_number()})
            .member("color", wasm::name(position.turn()));
        write_move(plies, *game, position, *move);
        position = game->after(position, *move);
        plies.member("board", variant::fen::format_board(*game, position))
            .mark("check", game->is_check(position))
            .end();
        reached.push_back(position);
    }
    plies.end_list();
    const variant::Standing standing = variant::judge(*game, reached);
    json.begin()
        .flag("ok", true)
        .member("fen", variant::fen::format(*game, position))
        .member("board", variant::fen::format_board(*game, position))
        .member("startBoard", variant::fen::format_board(*game, reached.front()))
        .member("turn", wasm::name(position.turn()))
        .flag("check", game->is_check(position));
    json.key("plies").raw(plies.text());
    json.key("moves").begin_list();
    if (!standing.ending)
        for (const variant::Move& move : game->legal_moves(position)) {
            json.begin();
            write_move(json, *game, position, move);
            json.end();
        }
    json.end_list();
    if (standing.ending)
        json.key("ending")
            .begin()
            .member("reason", variant::name(standing.ending->reason))
            .member("outcome", word(standing.ending->result))
            .member("rule", standing.ending->rule)
            .end();
    json.key("claims").begin_list();
    for (const variant::ClaimReason one : standing.claims) json.string(variant::name(one));
    json.end_list();
    return answer(std::move(json.end()));
}

}  // namespace hakam::wasm
