// The C interface with bytes from outside. The first 64 bytes are a position that anybody may have
// written: if hakam_position_check accepts them, every call is safe with them and agrees with the
// position that its own FEN gives; the rest is read as FEN, as a move and as PGN.

#include <cstring>
#include <string>

#include "hakam.h"
#include "property.hpp"

using hakam::fuzz::require;

namespace {

void use(const hakam_position& p) {
    char fen[256];
    const std::size_t length = hakam_position_fen(&p, fen, sizeof fen);
    require(length > 0 && length < sizeof fen);
    hakam_move moves[HAKAM_MAX_MOVES];
    const std::size_t count = hakam_legal_moves(&p, moves, HAKAM_MAX_MOVES);
    require(count <= HAKAM_MAX_MOVES);
    require(hakam_perft(&p, 1) == count);
    require((count == 0) == (hakam_is_checkmate(&p) || hakam_is_stalemate(&p)));
    for (std::size_t i = 0; i < count; ++i) {
        hakam_position next;
        require(hakam_after(&p, moves[i], &next) == HAKAM_OK);
        require(hakam_position_check(&next, nullptr) == HAKAM_OK);
        char san[32];
        const std::size_t written = hakam_move_san(&p, moves[i], san, sizeof san);
        hakam_move again = 0;
        require(hakam_move_read(&p, san, written, &again, nullptr) == HAKAM_OK);
        require(again == moves[i]);
    }
    hakam_game* game = hakam_game_new(&p);
    hakam_budget budget = HAKAM_BUDGET_INIT;
    budget.nodes = 200;
    hakam_verdict* verdict = nullptr;
    require(hakam_judge(game, "fide-standard", &budget, &verdict) == HAKAM_OK);
    require(hakam_verdict_sentence(verdict, "en", nullptr, 0) > 0);
    hakam_verdict_free(verdict);
    hakam_game_free(game);
}

int stop(void* context, hakam_move, std::uint32_t, std::uint32_t) {
    return ++*static_cast<int*>(context) == 20;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const char* text = reinterpret_cast<const char*>(data);
    hakam_position position;
    hakam_error error;
    if (size >= sizeof position) {
        std::memcpy(&position, data, sizeof position);
        if (hakam_position_check(&position, &error) == HAKAM_OK) use(position);
        text += sizeof position;
        size -= sizeof position;
    }
    if (hakam_position_read(text, size, HAKAM_LENIENT | HAKAM_UNREACHABLE, &position, &error) ==
        HAKAM_OK) {
        require(hakam_position_check(&position, nullptr) == HAKAM_OK);
        use(position);
    } else {
        require(error.code != HAKAM_OK && error.line > 0 && error.offset <= size);
    }
    position = hakam_start();
    hakam_move move = 0;
    if (hakam_move_read(&position, text, size, &move, &error) == HAKAM_OK)
        require(hakam_is_legal(&position, move));
    int moves = 0;
    hakam_pgn_events events = HAKAM_PGN_EVENTS_INIT;
    events.move = stop;
    const hakam_code read = hakam_pgn_read(text, size, &events, &moves);
    require((read == HAKAM_STOPPED) == (moves == 20) && moves <= 20);
    return 0;
}
