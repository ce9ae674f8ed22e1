/* engine.h - `dada engine`: the JSON-lines protocol of docs/engine.md. */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include <jansson.h>
#include <stdio.h>

#include "core/race.h"

enum { ENGINE_LINE_MAX = 1 << 20 }; /* bytes of a line; a longer one is refused */

/* Answers one request (a line of n bytes without its end) with one line on `out`. */
void engine_answer(const char *line, size_t n, FILE *out);

/* A request's rules and position. */
struct engine_position {
    struct race race;
    struct race_state state;
};

/* --- reading (engine_read.c): false where `fault` is filled -------------------------------------------------------- */

/* The rule set, its options, seats and arms of a request. */
bool engine_setup_read(json_t *request, struct race_setup *setup, struct game_fault *fault);
bool engine_position_read(json_t *request, struct engine_position *position, struct game_fault *fault);
/* Does the request hold only these fields (NULL-ended, beside the position's if `position`)? */
bool engine_fields_ok(json_t *request, const char *const *fields, bool position, struct game_fault *fault);
/* An optional whole number or truth value; `*value` keeps its default where the field is missing. */
bool engine_number_read(json_t *object, const char *name, json_int_t least, json_int_t most, json_int_t *value,
                        struct game_fault *fault);
bool engine_truth_read(json_t *object, const char *name, bool *value, struct game_fault *fault);
/* A roll: a face, the faces of two dice, or the number of mouths up; false: `why` tells what is wanted. */
bool engine_roll_read(json_t *value, const struct race *race, struct race_ask *roll, const char **why);
/* Why nothing can be rolled while this (enum race_ask_kind) is asked. */
const char *engine_before_roll(unsigned asked);
/* A pawn's name, `A0`; false where the text is none. */
bool engine_pawn_read(const struct race *race, const char *name, u8 *id);
/* What a request asks of its position: `roll`, `bonus`, or what the position owes. */
bool engine_ask_read(json_t *request, struct engine_position *position, struct race_ask *ask, struct game_fault *fault);

/* --- op play (engine_play.c) ----------------------------------------------------------------------------------------- */

bool engine_play(json_t *request, struct text *to, struct game_fault *fault);

/* --- ops elo and weekly (engine_rating.c) ------------------------------------------------------------------------------ */

bool engine_elo(json_t *request, struct text *to, struct game_fault *fault);
bool engine_weekly(json_t *request, struct text *to, struct game_fault *fault);

/* --- op dice (engine_dice.c) --------------------------------------------------------------------------------------------- */

bool engine_dice(json_t *request, struct text *to, struct game_fault *fault);

#endif
