/* clock.c - starts, holds and reads the clock of a decision. */
#include "match/clock.h"

bool clock_allows(i64 seconds)
{
    static const u16 allowed[] = {0, 15, 20, 30, 45, 60, 600};
    bool found = false;
    for (size_t k = 0; k < COUNT(allowed); k++)
        found = found || seconds == allowed[k];
    return found;
}

void clock_start(struct clock *clock, unsigned seconds, i64 now_ms)
{
    *clock = (struct clock){.due_ms = now_ms + (i64)seconds * 1000, .runs = seconds > 0, .set = seconds > 0};
}

void clock_stop(struct clock *clock)
{
    *clock = (struct clock){0};
}

void clock_hold(struct clock *clock, i64 now_ms)
{
    if (!clock->runs)
        return;
    clock->left_ms = clock_left_ms(clock, now_ms);
    clock->runs = false;
}

void clock_go_on(struct clock *clock, i64 now_ms)
{
    if (!clock->set || clock->runs)
        return;
    clock->due_ms = now_ms + clock->left_ms;
    clock->runs = true;
}

i32 clock_left_ms(const struct clock *clock, i64 now_ms)
{
    if (!clock->set)
        return -1;
    if (!clock->runs)
        return clock->left_ms;
    return clock->due_ms > now_ms ? (i32)(clock->due_ms - now_ms) : 0;
}

i32 clock_lag_ms(i32 quota_ms, i32 round_trip_ms)
{
    if (round_trip_ms < 0)
        return 0;
    return round_trip_ms < quota_ms ? round_trip_ms : quota_ms;
}

i32 clock_quota_after(const struct clock *clock, i32 quota_ms, i64 now_ms)
{
    const i64 used = clock->runs && now_ms > clock->due_ms ? now_ms - clock->due_ms : 0;
    const i64 left = (used < quota_ms ? quota_ms - used : 0) + CLOCK_QUOTA_TURN_MS;
    return left < CLOCK_QUOTA_MS ? (i32)left : CLOCK_QUOTA_MS;
}
