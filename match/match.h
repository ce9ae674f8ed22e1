/* match.h - one game in play (play.h) and the record of what was rolled and played.
 *
 * The record is the save: a line of rules and a line of steps, a sign for the outcome of each roll (1 to 9, A to Z, a to z,
 * -, _ and . for 1 to 64) and a letter for the number of each move chosen (a is the first legal one). Loading replays it,
 * each step judged again. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "match/play.h"

enum {
    MATCH_STEPS_MAX = 131072, /* the longest game seen, eight medium players behind walls, took 45,846 rolls */
    MATCH_LINE_MAX = 512,
    MATCH_RECORD_MAX = MATCH_LINE_MAX + 1 + MATCH_STEPS_MAX + 1
};

struct match {
    struct play play;
    struct game_rules rules; /* those of `play`: a copy of a match points to its own only after match_copy */
    u32 n_steps;             /* also the version of the state */
    char line[MATCH_LINE_MAX];
    char steps[MATCH_STEPS_MAX];
};

/* Starts a game from a rule set with its changes, `ludo seats=4 block=none`. False: `fault` names what is wrong. */
NODISCARD bool match_open(struct match *match, const char *line, struct game_fault *fault);
/* `to` becomes what `from` is. */
void match_copy(struct match *to, const struct match *from);
/* Who does what now. A game whose record is full is over, its places as they stand. */
NODISCARD struct game_turn match_turn(const struct match *match);

/* Plays a roll, or the move of this number; `log` (never NULL) gets what happened. False, and nothing done: `fault` tells
 * that it is not awaited, that the number is out of range, or that the record is full. */
NODISCARD bool match_roll(struct match *match, unsigned outcome, struct game_log *log, struct game_fault *fault);
NODISCARD bool match_play(struct match *match, unsigned move, struct game_log *log, struct game_fault *fault);

/* The outcome that a sign of the record stands for; 0 if none. */
NODISCARD unsigned match_outcome(char sign);

void match_record_write(const struct match *match, struct text *to);
/* Replays a record (NUL-ended). False: `fault` names the line or the step; `match` is then not to be used. */
NODISCARD bool match_record_read(struct match *match, const char *record, struct game_fault *fault);

#endif
