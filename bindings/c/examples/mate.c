/* Which moves mate, and what the Laws say of the game after one of them.
 *   cc mate.c $(pkg-config --cflags --libs hakam) && ./a.out
 */
#include <hakam.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char* fen = "7k/8/5KQ1/8/8/8/8/8 w - - 99 150";
    hakam_position start, next;
    hakam_move moves[HAKAM_MAX_MOVES];
    hakam_error error;
    hakam_game* game;
    hakam_verdict* verdict = NULL;
    char text[256];
    size_t count, i;

    if (hakam_position_read(fen, strlen(fen), 0, &start, &error) != HAKAM_OK) {
        fprintf(stderr, "%u:%u: expected %s, found '%s'\n", (unsigned)error.line,
                (unsigned)error.column, error.expected, error.found);
        return 1;
    }
    count = hakam_legal_moves(&start, moves, HAKAM_MAX_MOVES);
    for (i = 0; i < count; ++i) {
        hakam_after_legal(&start, moves[i], &next);
        if (!hakam_is_checkmate(&next)) continue;
        hakam_move_san(&start, moves[i], text, sizeof text);
        printf("%s\n", text);
    }

    game = hakam_game_new(&start);
    if (game == NULL || hakam_move_read(&start, "Qf7", 3, &moves[0], &error) != HAKAM_OK ||
        hakam_game_play(game, moves[0]) != HAKAM_OK ||
        hakam_judge(game, "fide-standard", NULL, &verdict) != HAKAM_OK)
        return 1;
    hakam_verdict_sentence(verdict, "en", text, sizeof text);
    printf("%s", text);
    hakam_verdict_article(verdict, 0, text, sizeof text);
    printf(" %s\n", text);
    hakam_verdict_free(verdict);
    hakam_game_free(game);
    return 0;
}
