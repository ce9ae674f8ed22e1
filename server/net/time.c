/* time.c - the time of the loop, and how fast somebody may come. */
#include "server/net/inner.h"

i64 net_now_ms(const struct net *net)
{
    return (i64)uv_now(&net->loop);
}

bool in_time(i64 *arrivals, i64 now_ms, i64 cost_ms, i64 burst)
{
    i64 due = (*arrivals > now_ms ? *arrivals : now_ms) + cost_ms;
    if (due - now_ms > cost_ms * burst)
        return false;
    *arrivals = due;
    return true;
}
