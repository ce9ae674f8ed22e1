/* race_batch.h - many games of one rule set in lockstep: each step is a roll in every game, with the moves that follow.
 *
 * For whoever plays millions of games: statistics, training, searches by playing on. What is random is handed in. Games go as
 * the same rolls and choices would lead them through race_roll and race_play, to the bit; only who came first to a square that
 * two seats share isn't kept where the rules never ask for it. examples/random_games.c is a whole program.
 *
 *     race_batch_open -> { race_batch_step | race_batch_start | race_batch_put | race_batch_get }*
 *
 * Plain rules play in lanes, a byte a game, the same instruction for all of them (race_lanes.c); other rules, game by game. */
#ifndef CORE_RACE_BATCH_H
#define CORE_RACE_BATCH_H

#include "core/race.h"

enum { RACE_LANES = 32 };

/* A byte for each game, signed: base is -1. */
typedef i8 race_lanes __attribute__((vector_size(RACE_LANES), aligned(RACE_LANES)));

struct race_batch;
typedef void (*race_lanes_step_fn)(struct race_batch *batch, const u8 rolls[static RACE_LANES],
                                   const u16 noise[static RACE_LANES]);

/* Aligned to RACE_LANES bytes: on the heap, aligned_alloc. `turn` and `over` are for reading; race_batch_get tells the rest. */
struct race_batch {
    race_lanes turn; /* whose roll is awaited; of a game that has ended, who ended it: race_places tells who won */
    race_lanes over; /* -1: the game has ended */
    /* In lanes only: progress, and what race_state has by these names. */
    race_lanes at[RACE_SEATS_MAX][RACE_PAWNS_MAX];
    race_lanes sixes, tries, last, captured;
    /* By seat and mover: from the first one's progress to the mover's, less one round. */
    i8 apart[RACE_SEATS_MAX][RACE_SEATS_MAX];
    i8 safe[2 * RACE_SEATS_MAX]; /* progress of the safe squares, which is the same for every seat */
    u8 n_safe;
    const struct race *race;
    race_lanes_step_fn step; /* NULL: games are played one by one, in `game` */
    struct race_state start, game[RACE_LANES];
};

/* Starts all games. `race` must stay. */
void race_batch_open(struct race_batch *batch, const struct race *race);
/* Starts one again; sets it to a position where a roll is awaited, which the rules must hold; tells its position. */
void race_batch_start(struct race_batch *batch, unsigned game);
void race_batch_put(struct race_batch *batch, unsigned game, const struct race_state *state);
void race_batch_get(const struct race_batch *batch, unsigned game, struct race_state *state);

/* Do these rules play in lanes? */
static inline bool race_batch_in_lanes(const struct race_batch *batch)
{
    return batch->step != NULL;
}

/* Rolls in each game that has not ended and plays the moves that follow, each picked by `noise`; where a turn begins with an
 * entry without a throw, that is played instead of a roll. `rolls` holds outcomes, 1 to race_outcomes, for games that have
 * ended, too. Which games have ended, a bit each. */
NODISCARD u32 race_batch_step(struct race_batch *batch, const u8 rolls[static RACE_LANES],
                              const u16 noise[static RACE_LANES]);

/* One of n by a number that is random in its 16 bits; what is left of it is random for the next. */
static inline unsigned race_pick(u16 *noise, unsigned n)
{
    const u32 picked = *noise * n;
    *noise = (u16)picked;
    return picked >> 16;
}

#endif
