// Whole games: a start and its moves.

#include <string>
#include <utility>

#include "abi.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "play.hpp"
#include "write.hpp"

namespace hakam::wasm {

Expected<Game> play(std::string_view fen, std::string_view moves) {
    const auto start = fen::position(
        fen, {.reading = Reading::lenient, .tolerated = Tolerance::unreachable()});
    if (!start) return Unexpected{start.error()};
    Game game{*start};
    std::size_t at = 0;
    while (at < moves.size()) {
        const std::size_t stop = std::min(moves.find(' ', at), moves.size());
        const std::string_view word = moves.substr(at, stop - at);
        if (!word.empty()) {
            const auto move = uci::parse_lenient(word, game.current());
            if (!move) {
                Error error = move.error();
                error.where = span_in(moves, at, word.size());
                return Unexpected{std::move(error)};
            }
            game.play_unchecked(move->move);
        }
        at = stop + 1;
    }
    return game;
}

HAKAM_EXPORT(game)
std::uint32_t hakam_game(const char* fen, std::uint32_t fen_length, const char* moves,
                         std::uint32_t moves_length, const char* language,
                         std::uint32_t language_length) {
    Json json;
    const auto game = play(text(fen, fen_length), text(moves, moves_length));
    if (!game) {
        write_failure(json, game.error());
        return answer(std::move(json));
    }
    const Letters& own = letters(text(language, language_length));
    json.begin().flag("ok", true).key("game").begin();
    json.member("start", fen::format(game->start())).key("plies").begin_list();
    for (std::size_t i = 0; i < game->plies(); ++i) {
        const Position& before = game->position(i);
        json.begin()
            .member("number", before.fullmove_number().value)
            .member("color", name(before.turn()))
            .member("fen", fen::format(game->position(i + 1)));
        write_move(json, game->move(i), before, own);
        json.end();
    }
    json.end_list().key("position");
    write_position(json, game->current(), own);
    json.member("occurrences", game->occurrences())
        .member("halfmoveClock", game->halfmove_clock().value)
        .end()
        .end();
    return answer(std::move(json));
}

}  // namespace hakam::wasm
