/* player.h - CPU players: one a file, listed in one table.
 *
 * A player sees the rules, the position and the legal moves, never the dice to come. It decides in integers, so that it
 * plays the same everywhere; where it wants chance it takes it from `noise`, which the caller draws. */
#ifndef PLAYER_PLAYER_H
#define PLAYER_PLAYER_H

#include "core/game.h"
#include "core/race.h"

struct player {
    const char *name, *sentence; /* how it thinks, in one sentence */
    /* The number of the move to play, of n >= 1. */
    unsigned (*choose)(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                       u64 noise);
};

enum { PLAYER_RANDOM, PLAYER_EASY, PLAYER_MEDIUM, PLAYERS };
extern const struct player players[PLAYERS]; /* weakest first */

/* The number of the player of this name, or PLAYERS. */
NODISCARD unsigned player_named(const char *name);
/* The number of the move that a player chooses at a choice node, of its `moves`. */
NODISCARD unsigned player_choose(const struct player *player, const struct game_rules *rules,
                                 const struct game_state *state, const struct game_moves *moves, u64 noise);

unsigned race_random_choose(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                            u64 noise);
unsigned race_easy_choose(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                          u64 noise);
unsigned race_medium_choose(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                            u64 noise);

#endif
