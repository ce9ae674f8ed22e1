/* relay.c - the least that a server of ours can do: rooms of four, "join N" first, then what one says all four get. No rules, no
 * disk, over server/net alone: the floor under a durable move of ours, for compare.
 *
 * Listens on a free port and prints "port N". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/net.h"

enum { SEATS = 4, ROOMS_MAX = 5000, SLOTS = 1 << 16 };

static struct net *net;
static net_id rooms[ROOMS_MAX][SEATS];
static u8 taken[ROOMS_MAX];
/* Who sits where; a connection's number, which is never used again, hashed, and the next place where that one is taken. */
static struct {
    net_id id;
    u32 room;
} sits[SLOTS];

static size_t slot_of(net_id id)
{
    size_t slot = (size_t)mix64(id) % SLOTS;
    while (sits[slot].id && sits[slot].id != id)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static void message(void *context, net_id id, const char *text, size_t n)
{
    (void)context;
    const size_t slot = slot_of(id);
    if (!sits[slot].id) {
        const int room = strncmp(text, "join ", 5) ? -1 : atoi(text + 5);
        REQUIRE(room >= 0 && room < ROOMS_MAX && taken[room] < SEATS);
        rooms[room][taken[room]++] = id;
        sits[slot].id = id;
        sits[slot].room = (u32)room;
        net_pace(net, id, true);
        return;
    }
    struct net_text *made = net_text_make(text, n);
    for (unsigned k = 0; k < taken[sits[slot].room]; k++)
        net_send(net, rooms[sits[slot].room][k], made);
    net_text_drop(made);
}

int main(void)
{
    static const u8 page[] = "a page\n";
    static const struct http_page pages[] = {{"/", "text/plain", "no-cache", {page, sizeof page - 1, "\"1\""}, {0}}};
    static const struct net_events events = {.message = message};
    static const struct net_options options = {.per_address = 1000000, .per_address_second = 1000000};
    char fault[200];
    net = net_open(&options, pages, COUNT(pages), &events, fault, sizeof fault);
    if (!net) {
        fprintf(stderr, "relay: %s\n", fault);
        return 1;
    }
    printf("port %u\n", net_port(net));
    fflush(stdout);
    net_run(net);
    net_close(net);
    return 0;
}
