/* record.h - the lines of a game's record, as fair/1 writes them (fair.md B.1), and the head that runs along.
 *
 *     fair_record_start -> fair_record_seal -> fair_record_seat* -> fair_record_close -> fair_record_open*
 *     -> fair_record_begin -> { fair_record_by | fair_record_roll | fair_record_line }* -> fair_record_end -> fair_record_key
 *
 * Each function appends one line, with its line end, and adds it to the head. The record is the save: whoever keeps the lines
 * can go on from them. Which game line follows is the rules' business, and not known here. */
#ifndef FAIR_RECORD_H
#define FAIR_RECORD_H

#include "fair/dice.h"

enum {
    FAIR_LINE_MAX =
        1024, /* bytes of a line, with its end and a NUL: eight pieces of a live roll are 540, a sheet's hold 20 */
    FAIR_GAME_MAX = 32, /* letters of a game's name */
    FAIR_SEATS_MAX = 8
};

struct fair_record {
    struct fair_bytes head;
    u32 n_rolls;
};

struct fair_start {
    const char *game; /* [a-z0-9-]{1,32} */
    u32 attempt;      /* from 1 */
    const char *rules;
    struct fair_bytes rules_hash;
    u8 n_dice;
    bool live;
    struct fair_bytes previous, seal; /* the head after the node's seal line before this one; the seal of the key */
};

/* The first line, `fair/1`. */
void fair_record_start(struct fair_record *record, struct text *lines);
void fair_record_seal(struct fair_record *record, const struct fair_start *start, struct text *lines);
/* A seat that plays; `lock` is its commitment, or NULL where it plays without one. */
void fair_record_seat(struct fair_record *record, unsigned seat, bool human, const struct fair_bytes *lock,
                      struct text *lines);
/* Who begins, where the table fixes it: before `close`. */
void fair_record_first(struct fair_record *record, unsigned seat, struct text *lines);
void fair_record_close(struct fair_record *record, struct text *lines);
void fair_record_open(struct fair_record *record, unsigned seat, const struct fair_bytes *nonce, struct text *lines);
/* The head before this line is T: the caller makes the game key from it, and the first seat. */
void fair_record_begin(struct fair_record *record, unsigned first_seat, struct text *lines);
/* Who decides for a seat from here on: `player` is NULL for people, else level and version, `medium:1`. */
void fair_record_by(struct fair_record *record, unsigned seat, const char *player, struct text *lines);
/* The next throw, by a seat. */
void fair_record_roll(struct fair_record *record, unsigned seat, const u8 *faces, unsigned n_dice, struct text *lines);
/* A line of the game, `move A0:10>14`, `none`. */
void fair_record_line(struct fair_record *record, const char *words, struct text *lines);
/* `how` is finished, abandoned or void; `reason` one word. */
void fair_record_end(struct fair_record *record, const char *how, const char *reason, struct text *lines);
void fair_record_key(struct fair_record *record, const struct fair_bytes *key, struct text *lines);

#endif
