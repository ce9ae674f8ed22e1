/* sealed.h - a game in play whose dice were sealed before it began: fair/1, sealed mode, with the server's key alone (fair.md B).
 *
 *     sealed_start -> { sealed_roll | sealed_move | sealed_by }* -> sealed_end
 *     sealed_restore, from the same lines
 *
 * Everything that is decided appears as lines, which are the save: whoever has them, the rules and the key has the game. Lines
 * end with a line end each. The key, and the game key in here, are secret until sealed_end. */
#ifndef MATCH_SEALED_H
#define MATCH_SEALED_H

#include "fair/record.h"
#include "match/play.h"

enum {
    /* Lines of a start: the first, seal, close and start, a `first`, and for each seat `seat` and `by`; and of one step. */
    SEALED_START_ROOM = 1024 + 2 * GAME_SEATS_MAX * 96,
    SEALED_STEP_ROOM = 256
};

struct sealed {
    struct play play;
    struct fair_record record;
    struct fair_bytes game_key, opened; /* `opened`: T, the head that the start closes */
    u32 n_moves;                        /* choices made, whoever made them */
};

/* Who plays. */
struct sealed_seats {
    unsigned n;
    const char *player[GAME_SEATS_MAX]; /* NULL for people, else the level and version of a computer: `medium:1` */
    int first;                          /* who begins, where the table fixes it (a rematch); else -1: the dice decide */
};

/* Starts the game that `play` (play_open) is about to begin, under a key that nobody else knows. `start` says what the seal
 * line tells; its seal and number of dice are filled in here. */
void sealed_start(struct sealed *sealed, const struct play *play, struct fair_start *start,
                  const struct sealed_seats *seats, const struct fair_bytes *key, struct text *lines);

/* The next throw, and `none` where nobody can play it; the move of this number. As play_roll and play_move. */
NODISCARD bool sealed_roll(struct sealed *sealed, struct game_log *log, struct text *lines, struct game_fault *fault);
NODISCARD bool sealed_move(struct sealed *sealed, unsigned move, struct game_log *log, struct text *lines,
                           struct game_fault *fault);
/* What a computer that decides for this seat now takes its chance from (fair.md B.6): it follows from what was opened before
 * the game, so that anybody can play the computer again. */
NODISCARD u64 sealed_noise(const struct sealed *sealed, unsigned seat);
/* Who decides for a seat from here on: NULL for people. */
void sealed_by(struct sealed *sealed, unsigned seat, const char *player, struct text *lines);
/* `how` is finished, abandoned or void; `reason` one word. The key is told. */
void sealed_end(struct sealed *sealed, const char *how, const char *reason, const struct fair_bytes *key,
                struct text *lines);

/* Goes on from lines: those of a start and of any steps, whole. False: `fault` (bad-record) names the line, and `sealed` is not
 * to be used. A throw that isn't the sealed one is such a fault, and a move that isn't legal. */
NODISCARD bool sealed_restore(struct sealed *sealed, const struct play *play, const struct fair_bytes *key,
                              const char *lines, size_t n, struct game_fault *fault);

#endif
