/* bench.h - the signature: a number that changes when the behaviour of any game or player does. */
#ifndef MATCH_BENCH_H
#define MATCH_BENCH_H

#include "base/base.h"

/* Plays fixed games of every rule set, each number of seats and each player, with rolls from a fixed sequence, and mixes
 * every position into one number. Native and wasm give the same. */
NODISCARD u64 bench_signature(void);

#endif
