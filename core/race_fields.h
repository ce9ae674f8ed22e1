/* race_fields.h - the fields of a position in the notation (docs/notation.md), for race_notation.c. */
#ifndef CORE_RACE_FIELDS_H
#define CORE_RACE_FIELDS_H

#include "core/race.h"

/* A position that is being read, with the order of arrival, which only then can be told when all pawns stand. */
struct race_draft {
    const struct race *race;
    struct race_state *state;
    u8 arrivals[RACE_IDS];
    unsigned n_arrivals;
};

/* `given`: is the value other than what is understood where the field is missing? `wanted` tells what it takes. */
struct race_field {
    const char *name;
    bool (*given)(const struct race *race, const struct race_state *state);
    void (*write)(const struct race *race, const struct race_state *state, struct text *to);
    bool (*read)(struct race_draft *draft, struct reader *in);
    const char *wanted;
};
extern const struct race_field race_fields[];
extern const unsigned race_n_fields;

/* The letter of a seat that plays. */
NODISCARD bool race_field_seat_read(const struct race *race, struct reader *in, u8 *seat);
/* The further roll that is understood: the counters tell it, but not before the roll that they counted has been played. */
NODISCARD u8 race_field_again(const struct race *race, const struct race_state *state);

#endif
