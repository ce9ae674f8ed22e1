/* bench_games.h - random games by number, one after the other and in lockstep: the same games both ways. */
#ifndef CLI_BENCH_GAMES_H
#define CLI_BENCH_GAMES_H

#include "core/race_batch.h"

/* What was played. `sum` adds up a mix of each game's number, rolls and winner: equal sums played equal games. */
struct bench_games {
    u64 games, rolls, sum;
};

/* Plays games number `first` to `first + n - 1`, each with its own dice and any legal move as likely, through the table of
 * game.h; or 32 of them at a time (race_batch.h). Adds to `played`. */
void bench_single(const struct game *game, const struct game_rules *rules, u64 first, u64 n,
                  struct bench_games *played);
void bench_batch(const struct race *race, u64 first, u64 n, struct bench_games *played);

#endif
