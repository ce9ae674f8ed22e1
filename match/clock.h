/* clock.h - the clock of a decision: how long a seat has to throw and to move (S000, S001; rules.md 9.1).
 *
 * Throw and move share one clock; each further throw has a fresh one; counts of a bonus go on with that of their throw. Times
 * are milliseconds of any clock that only goes forward; who calls reads it.
 *
 * Lag: what the way through the network takes is given back, from a small quota. A seat that answers within its quota after
 * the clock is over has answered in time; what it used is gone, and each turn brings some back. How much is given is bounded by
 * the round trip that the server itself has measured, so that nobody gains by claiming to be far away. */
#ifndef MATCH_CLOCK_H
#define MATCH_CLOCK_H

#include "base/base.h"

enum {
    CLOCK_QUOTA_MS = 1000,    /* at the start of a game, and the most that can gather */
    CLOCK_QUOTA_TURN_MS = 300 /* what each turn brings back */
};

struct clock {
    i64 due_ms;     /* when it is over; meaningless unless it runs */
    i32 left_ms;    /* while it stands: what is left */
    bool runs, set; /* set: there is a clock for this decision, standing or not */
};

/* The seats' settings that may be chosen, in seconds; 0 is none (private tables). */
NODISCARD bool clock_allows(i64 seconds);

/* A fresh clock of so many seconds, 0: none. */
void clock_start(struct clock *clock, unsigned seconds, i64 now_ms);
void clock_stop(struct clock *clock);
/* The clock stands, and goes on. */
void clock_hold(struct clock *clock, i64 now_ms);
void clock_go_on(struct clock *clock, i64 now_ms);
/* What is left; -1 without a clock. Never below 0. */
NODISCARD i32 clock_left_ms(const struct clock *clock, i64 now_ms);

/* What a seat has over because of its lag: its quota, and at most its measured round trip (-1: not measured). */
NODISCARD i32 clock_lag_ms(i32 quota_ms, i32 round_trip_ms);
/* The quota of a seat that answered at this time: what it used after the clock was over is taken, a turn's share added. */
NODISCARD i32 clock_quota_after(const struct clock *clock, i32 quota_ms, i64 now_ms);

#endif
