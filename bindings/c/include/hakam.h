/* hakam.h: the arbiter of chess for C99 and everything that can call C.
 *
 * Values are small and belong to the caller: a position is 64 bytes that may be copied, compared
 * with memcmp, sent and stored; a move is a number. Handles (hakam_game, hakam_verdict) are few and
 * have a _free. Text goes into a buffer of the caller's: the function returns the length of the
 * whole text without the final 0, as snprintf does, and never writes beyond the size given; a null
 * buffer with size 0 asks for the length alone. Texts are UTF-8 and need no final 0 where a length
 * is asked for. A call that can fail returns a hakam_code and, if `error` is not null, says where
 * and why. There are no globals and no locks: calls on different values may run in any threads,
 * calls on one handle one at a time.
 *
 * A position comes from this library or passes hakam_position_check; what any function does with
 * other bytes is not defined. A move passed with a position must be legal in it where the function
 * says so; hakam_is_legal tells.
 *
 * Names and numbers here are not changed; new ones are added with new symbol versions.
 */
#ifndef HAKAM_H
#define HAKAM_H

#include <stddef.h>
#include <stdint.h>

#include "hakam_version.h"

#if defined(HAKAM_STATIC)
#define HAKAM_API
#elif defined(__GNUC__)
#define HAKAM_API __attribute__((visibility("default")))
#else
#define HAKAM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. */
typedef int32_t hakam_code;
enum {
    HAKAM_OK = 0,
    /* what is wrong with a text, as hakam_error tells more closely */
    HAKAM_UNEXPECTED_TEXT = 1,
    HAKAM_MISSING_TEXT = 2,
    HAKAM_TRAILING_TEXT = 3,
    HAKAM_TOO_LONG = 4,
    HAKAM_OUT_OF_RANGE = 5,
    HAKAM_BAD_ENCODING = 6,
    HAKAM_BAD_POSITION = 7,
    HAKAM_ILLEGAL_MOVE = 8,
    HAKAM_AMBIGUOUS_MOVE = 9,
    HAKAM_NOT_CANONICAL = 10,
    HAKAM_UNKNOWN_VARIANT = 11,
    HAKAM_UNSUPPORTED = 12,
    /* what is wrong with a call */
    HAKAM_BAD_ARGUMENT = 100, /* a null pointer, a number or an option outside its range */
    HAKAM_UNKNOWN_NAME = 101, /* no book of laws, no language of that name */
    HAKAM_NO_MEMORY = 102,
    HAKAM_STOPPED = 103,   /* a callback asked to stop */
    HAKAM_INTERNAL = 104   /* a fault of this library */
};

/* Where and why; lines and columns count from 1, offset and length are bytes. Texts are cut to fit
 * and end with 0. */
typedef struct hakam_error {
    hakam_code code;
    uint32_t line;
    uint32_t column;
    uint32_t length;
    uint64_t offset;
    char expected[96];
    char found[96];
} hakam_error;

typedef struct hakam_position {
    uint64_t w[8];
} hakam_position;

/* 24 bits; 0 is no move. */
typedef uint32_t hakam_move;

enum { HAKAM_WHITE = 0, HAKAM_BLACK = 1 };
enum {
    HAKAM_NONE = 0,
    HAKAM_PAWN = 1,
    HAKAM_KNIGHT = 2,
    HAKAM_BISHOP = 3,
    HAKAM_KING = 4,
    HAKAM_ROOK = 5,
    HAKAM_QUEEN = 7
};
/* Squares are 0 to 63: a1, b1, ..., h8. */
enum { HAKAM_NO_SQUARE = 64 };
enum { HAKAM_NORMAL = 0, HAKAM_DOUBLE_STEP = 1, HAKAM_EN_PASSANT = 2, HAKAM_PROMOTION = 3, HAKAM_CASTLING = 4 };
/* An answer that may be unknown: the budget was spent. It is never rounded. */
enum { HAKAM_NO = 0, HAKAM_YES = 1, HAKAM_UNKNOWN = 2 };
enum { HAKAM_ONGOING = 0, HAKAM_CLAIMABLE = 1, HAKAM_OVER = 2 };
enum { HAKAM_NO_OUTCOME = 0, HAKAM_WHITE_WINS = 1, HAKAM_BLACK_WINS = 2, HAKAM_DRAW = 3 };

/* No setup with one king a side has more legal moves. */
enum { HAKAM_MAX_MOVES = 664 };

/* -- The library ------------------------------------------------------------------------------ */

/* HAKAM_VERSION of the library that runs, e.g. 0x000100 for 0.1.0. */
HAKAM_API uint32_t hakam_version(void);
HAKAM_API const char* hakam_version_text(void);
/* The instruction set chosen when the library was loaded: "x86-64", "x86-64-v2", "x86-64-v3",
 * "x86-64-v4" or the name of another processor. HAKAM_ISA in the environment forces one that the
 * processor has. */
HAKAM_API const char* hakam_isa(void);
/* "illegal-move"; never null. */
HAKAM_API const char* hakam_code_name(hakam_code code);

/* -- Positions -------------------------------------------------------------------------------- */

/* The start array. */
HAKAM_API hakam_position hakam_start(void);
/* Chess960 by Scharnagl number, 0 to 959. */
HAKAM_API hakam_code hakam_chess960(uint32_t number, hakam_position* out);

enum {
    HAKAM_LENIENT = 1,     /* missing counters and the like are filled in */
    HAKAM_UNREACHABLE = 2  /* positions that no game reaches are accepted */
};
/* Reads a FEN; `flags` of the above. */
HAKAM_API hakam_code hakam_position_read(const char* fen, size_t length, uint32_t flags,
                                         hakam_position* out, hakam_error* error);
HAKAM_API size_t hakam_position_fen(const hakam_position* position, char* buffer, size_t size);
/* Whether 64 bytes from outside are a position, as this library writes it: HAKAM_OK or
 * HAKAM_BAD_POSITION. Positions that no game reaches pass. */
HAKAM_API hakam_code hakam_position_check(const hakam_position* position, hakam_error* error);

HAKAM_API int hakam_turn(const hakam_position* position);
/* HAKAM_NONE, or the man; its colour in `color` if that is not null. HAKAM_NONE off the board. */
HAKAM_API int hakam_man_at(const hakam_position* position, int square, int* color);
/* A bit for each square; 0 for a colour or kind that there is not. */
HAKAM_API uint64_t hakam_men(const hakam_position* position, int color, int kind);
/* The rooks that may castle. */
HAKAM_API uint64_t hakam_castling(const hakam_position* position);
/* Where a capture en passant is legal, or HAKAM_NO_SQUARE. */
HAKAM_API int hakam_en_passant(const hakam_position* position);
HAKAM_API uint32_t hakam_halfmove_clock(const hakam_position* position);
HAKAM_API uint32_t hakam_fullmove_number(const hakam_position* position);
/* The Zobrist key: the same on every machine and in every release of one major version. */
HAKAM_API uint64_t hakam_key(const hakam_position* position);
HAKAM_API int hakam_is_check(const hakam_position* position);
HAKAM_API int hakam_is_checkmate(const hakam_position* position);
HAKAM_API int hakam_is_stalemate(const hakam_position* position);
/* The same position in the sense of the repetition rules (Laws 9.2.3). */
HAKAM_API int hakam_repeats(const hakam_position* a, const hakam_position* b);

/* -- Moves ------------------------------------------------------------------------------------ */

/* Writes at most `capacity` legal moves. Returns: how many there are. */
HAKAM_API size_t hakam_legal_moves(const hakam_position* position, hakam_move* out,
                                   size_t capacity);
HAKAM_API int hakam_is_legal(const hakam_position* position, hakam_move move);
/* HAKAM_ILLEGAL_MOVE, and `out` stays as it was, if the move is not legal. */
HAKAM_API hakam_code hakam_after(const hakam_position* position, hakam_move move,
                                 hakam_position* out);
/* The same without asking. The move must be legal. */
HAKAM_API void hakam_after_legal(const hakam_position* position, hakam_move move,
                                 hakam_position* out);
HAKAM_API int hakam_move_from(hakam_move move);
/* Where the man arrives; for castling the square of the rook. */
HAKAM_API int hakam_move_to(hakam_move move);
HAKAM_API int hakam_move_kind(hakam_move move);
HAKAM_API int hakam_move_mover(hakam_move move);
HAKAM_API int hakam_move_captured(hakam_move move);
HAKAM_API int hakam_move_promotion(hakam_move move);

/* Reads a move in SAN, UCI or long notation, leniently: "Nf3", "g1f3", "e8Q". */
HAKAM_API hakam_code hakam_move_read(const hakam_position* position, const char* text,
                                     size_t length, hakam_move* out, hakam_error* error);
/* The move must be legal. */
HAKAM_API size_t hakam_move_san(const hakam_position* position, hakam_move move, char* buffer,
                                size_t size);
HAKAM_API size_t hakam_move_uci(hakam_move move, char* buffer, size_t size);
/* Sequences of exactly `depth` plies; 0 for a negative depth. */
HAKAM_API uint64_t hakam_perft(const hakam_position* position, int depth);

/* -- Who can still win ------------------------------------------------------------------------ */

/* What a search may spend. Begin with HAKAM_BUDGET_INIT; 0 is no limit. `expired` is asked now and
 * then and returns nonzero to stop. */
typedef struct hakam_budget {
    uint32_t size; /* of this struct, for later members */
    uint32_t reserved;
    uint64_t nodes;
    uint64_t memory_bytes;
    int (*expired)(void* context);
    void* context;
} hakam_budget;
#define HAKAM_BUDGET_INIT {sizeof(hakam_budget), 0, 5000000, 0, NULL, NULL}

/* Can `side` still mate by any series of legal moves (Laws 5.2.2, 6.9)? HAKAM_NO, HAKAM_YES or
 * HAKAM_UNKNOWN in `decision`. If yes, `length` (may be null) is the number of moves of a line that
 * ends in mate, of which at most `capacity` are written to `line`. A null budget is
 * HAKAM_BUDGET_INIT. */
HAKAM_API hakam_code hakam_winnable(const hakam_position* position, int side,
                                    const hakam_budget* budget, int* decision, hakam_move* line,
                                    size_t capacity, size_t* length);
/* The quick filter: nonzero proves that the side can never mate, 0 says nothing. */
HAKAM_API int hakam_certainly_unwinnable(const hakam_position* position, int side);

/* -- Games and verdicts ----------------------------------------------------------------------- */

typedef struct hakam_game hakam_game;
typedef struct hakam_verdict hakam_verdict;

/* A null start is the start array. Null if there is no memory. */
HAKAM_API hakam_game* hakam_game_new(const hakam_position* start);
HAKAM_API hakam_game* hakam_game_copy(const hakam_game* game);
HAKAM_API void hakam_game_free(hakam_game* game);
/* HAKAM_ILLEGAL_MOVE, and nothing changes, if the move is not legal. */
HAKAM_API hakam_code hakam_game_play(hakam_game* game, hakam_move move);
/* Takes moves back until `plies` are left. */
HAKAM_API hakam_code hakam_game_truncate(hakam_game* game, size_t plies);
HAKAM_API size_t hakam_game_plies(const hakam_game* game);
/* The position after `ply` half-moves. */
HAKAM_API hakam_code hakam_game_position(const hakam_game* game, size_t ply, hakam_position* out);
/* 0 if there is none. */
HAKAM_API hakam_move hakam_game_move(const hakam_game* game, size_t ply);
/* How often the position after `ply` half-moves has stood on the board by then. */
HAKAM_API int hakam_game_occurrences(const hakam_game* game, size_t ply);

/* Names of the books of laws, "fide-standard" first; null beyond the last. */
HAKAM_API const char* hakam_book_name(size_t index);

/* Is the game over by itself, or may a draw be claimed? */
HAKAM_API hakam_code hakam_judge(const hakam_game* game, const char* book,
                                 const hakam_budget* budget, hakam_verdict** out);
enum { HAKAM_FLAG_FALL = 1, HAKAM_RESIGNATION = 2, HAKAM_AGREEMENT = 3, HAKAM_DISCONNECTION = 4, HAKAM_ILLEGAL_ACT = 5 };
/* What an incident does to the game. `side` is whose flag fell, who resigned, ...; `count` is which
 * illegal act of the side it is, and not looked at otherwise. */
HAKAM_API hakam_code hakam_rule(const hakam_game* game, const char* book, int incident, int side,
                                int count, const hakam_budget* budget, hakam_verdict** out);
HAKAM_API void hakam_verdict_free(hakam_verdict* verdict);
HAKAM_API int hakam_verdict_standing(const hakam_verdict* verdict);
/* HAKAM_NO_OUTCOME too if the game is over and both lose, or is void. */
HAKAM_API int hakam_verdict_outcome(const hakam_verdict* verdict);
/* HAKAM_YES, or HAKAM_UNKNOWN if a search spent its budget. */
HAKAM_API int hakam_verdict_certainty(const hakam_verdict* verdict);
/* "dead-position"; lives as long as the verdict. */
HAKAM_API const char* hakam_verdict_reason(const hakam_verdict* verdict);
HAKAM_API size_t hakam_verdict_articles(const hakam_verdict* verdict);
/* "FIDE Laws of Chess (2023) Art. 5.2.2", the article that decides first. */
HAKAM_API size_t hakam_verdict_article(const hakam_verdict* verdict, size_t index, char* buffer,
                                       size_t size);
/* The sentence in a language: "en", "ar", "uz", ...; null is "en". 0 for an unknown one. */
HAKAM_API size_t hakam_verdict_sentence(const hakam_verdict* verdict, const char* language,
                                        char* buffer, size_t size);

/* -- Collections of games --------------------------------------------------------------------- */

/* What is called while a text is read; any may be null. A nonzero answer stops the reading. Texts
 * live during the call and have no final 0. Begin with HAKAM_PGN_EVENTS_INIT. */
typedef struct hakam_pgn_events {
    uint32_t size; /* of this struct, for later members */
    uint32_t reserved;
    int (*game_begin)(void* context, uint64_t offset);
    int (*tag)(void* context, const char* name, size_t name_length, const char* value,
               size_t value_length);
    /* `depth` is 0 in the main line; ply is 1 for the first half-move. */
    int (*move)(void* context, hakam_move move, uint32_t ply, uint32_t depth);
    int (*comment)(void* context, const char* text, size_t length);
    /* `code` such as "illegal-move", `severity` 0 note, 1 warning, 2 error. */
    int (*finding)(void* context, const char* code, int severity, uint64_t offset, uint32_t line,
                   uint32_t column, const char* text, size_t length);
    /* `result` is "1-0", "0-1", "1/2-1/2", "*" or "". */
    int (*game_end)(void* context, uint64_t offset, uint32_t plies, const char* result);
} hakam_pgn_events;
#define HAKAM_PGN_EVENTS_INIT \
    {sizeof(hakam_pgn_events), 0, NULL, NULL, NULL, NULL, NULL, NULL}
/* Reads a whole text. HAKAM_STOPPED if a callback said so. */
HAKAM_API hakam_code hakam_pgn_read(const char* text, size_t length, const hakam_pgn_events* events,
                                    void* context);

#ifdef __cplusplus
}
#endif

#endif
