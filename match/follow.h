/* follow.h - a game in play, followed from the lines of its record by somebody who hasn't its key: a page, a spectator, or
 * sealed_restore, which has the key and compares.
 *
 *     follow_open -> { follow_line }*      lines as fair/record.h writes them, without their end, from the first on
 *
 * Each line is judged: what the rules refuse is refused. Whether a throw is the sealed one, nobody knows without the key. */
#ifndef MATCH_FOLLOW_H
#define MATCH_FOLLOW_H

#include "fair/record.h"
#include "match/play.h"

struct follow {
    struct play play;
    u32 n_lines, n_rolls, n_moves; /* n_moves: choices, also those without a throw */
    u32 first;                     /* 1 + the seat that the table lets begin; 0: the dice decide */
    bool begun, ended;
    bool rolled; /* the last line was a throw: where nobody can play it, `none` is due */
};

/* What a line did. */
struct follow_step {
    const char *kind;    /* its first word; `fair/1` of the first line */
    unsigned outcome;    /* of `roll`, as play_roll takes it; else 0 */
    struct game_log log; /* what happened, of `roll`, `move` and `enter` */
};

/* `play` is as play_open left it. */
void follow_open(struct follow *follow, const struct play *play);

/* False: `fault` (bad-record) says why, and `follow` is as it was. */
NODISCARD bool follow_line(struct follow *follow, const char *line, size_t n, struct follow_step *step,
                           struct game_fault *fault);

/* Has the last throw been told as one that nobody can play, where it is? Lines end only then. */
NODISCARD bool follow_settled(const struct follow *follow);

#endif
