/* race_lanes.h - the lockstep of race_lanes.c, compiled for any processor and once more for AVX2; for race_batch.c alone. */
#ifndef CORE_RACE_LANES_H
#define CORE_RACE_LANES_H

#include "core/race_batch.h"

/* Can these rules be played in lanes? */
NODISCARD bool race_lanes_fit(const struct race *race);
void race_lanes_step(struct race_batch *batch, const u8 rolls[static RACE_LANES], const u16 noise[static RACE_LANES]);
void race_lanes_step_avx2(struct race_batch *batch, const u8 rolls[static RACE_LANES],
                          const u16 noise[static RACE_LANES]);

#endif
