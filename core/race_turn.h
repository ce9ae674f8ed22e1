/* race_turn.h - rolls and moves in full, for race_play.c alone. */
#ifndef CORE_RACE_TURN_H
#define CORE_RACE_TURN_H

#include "core/race.h"

/* As race_roll and race_play, whatever happens. */
void race_roll_in_full(const struct race *race, struct race_state *state, struct race_ask roll,
                       struct race_choices *choices, struct race_log *log);
void race_play_in_full(const struct race *race, struct race_state *state, struct race_choices *choices, unsigned k,
                       struct race_log *log);

/* A counter that is one higher, as far as it counts. */
static inline u8 race_counted(u8 counter)
{
    return (u8)(counter + (counter < RACE_COUNTER_MAX));
}

#endif
