/* peer.c - people in rooms of four at another server than ours: its protocol, and for the rest the wire, clock and figures of load.c.
 *
 *     peer relay|boardgame|colyseus PORT [options of load.c]
 *
 * Move n of a room is made by seat n % 4, and is done when all four have been told of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/load/figures.h"
#include "bench/load/wire.h"

enum { SEATS = 4 };

struct room {
    struct wire wire[SEATS];
    char name[64];
    bool ready[SEATS];
    i64 heard[SEATS]; /* how many moves each was told of */
    i64 n;            /* of the move on its way */
    i64 sent_ns, due_ns;
};

/* A kind of server. */
struct peer {
    const char *name;
    void (*open)(struct room *room, unsigned number, unsigned seat); /* makes the room for seat 0, and connects */
    void (*act)(struct room *room, unsigned seat);
    void (*heard)(struct room *room, unsigned seat, char *text, size_t n);
};

static struct load_options options = {.rooms = 100, .addresses = 8, .seconds = 10, .warm = 2};
static const struct peer *peer;
static struct room *rooms;
static u16 port;

static _Noreturn void fail(const struct room *room, const char *what)
{
    fprintf(stderr, "peer: %s: room %s: %.200s\n", peer->name, room->name, what);
    exit(1);
}

static void say(struct wire *wire, const char *text)
{
    wire_send(wire, text, strlen(text));
}

static void connect_seat(struct room *room, unsigned number, unsigned seat, const char *path)
{
    wire_open(&room->wire[seat], port, number * SEATS + seat, options.addresses, path);
    room->wire[seat].owner = room;
}

/* A text member of an answer in JSON, as it stands; false if it isn't there. */
static bool member(const char *json, const char *name, char *to, size_t room)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
    const char *at = strstr(json, quoted);
    const char *end = at ? strchr(at + strlen(quoted), '"') : NULL;
    if (!end || (size_t)(end - at) - strlen(quoted) >= room)
        return false;
    snprintf(to, room, "%.*s", (int)((size_t)(end - at) - strlen(quoted)), at + strlen(quoted));
    return true;
}

/* --- relay.c: "join N", then what one says all four hear -------------------------------------------------------------------------- */

static void relay_open(struct room *room, unsigned number, unsigned seat)
{
    char text[32];
    snprintf(room->name, sizeof room->name, "%u", number);
    connect_seat(room, number, seat, "/ws");
    snprintf(text, sizeof text, "join %u", number);
    say(&room->wire[seat], text);
    room->ready[seat] = true;
}

/* As long as a move of ours when it comes to all: 130 bytes. */
static void relay_act(struct room *room, unsigned seat)
{
    char text[160];
    const int n = snprintf(text, sizeof text, "{\"n\":%lld,\"pad\":\"%0100u\"}", (long long)room->n, seat);
    wire_send(&room->wire[seat], text, (size_t)n);
}

static void relay_heard(struct room *room, unsigned seat, char *text, size_t n)
{
    if (n > 6 && text[0] == '{')
        room->heard[seat] = strtoll(text + 5, NULL, 10) + 1;
}

/* --- boardgame.io: socket.io's packets, "42/relay,[event, ...]" -------------------------------------------------------------------- */

static void boardgame_open(struct room *room, unsigned number, unsigned seat)
{
    snprintf(room->name, sizeof room->name, "match%u", number); /* made when the first of them asks for it */
    connect_seat(room, number, seat, "/socket.io/?EIO=4&transport=websocket");
    say(&room->wire[seat], "40/relay,");
}

static void boardgame_act(struct room *room, unsigned seat)
{
    char text[400];
    snprintf(
        text, sizeof text,
        "42/"
        "relay,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"act\",\"args\":[%lld],\"playerID\":\"%u\"}},"
        "%lld,\"%s\",\"%u\"]",
        (long long)room->n, seat, (long long)room->n, room->name, seat);
    say(&room->wire[seat], text);
}

static void boardgame_heard(struct room *room, unsigned seat, char *text, size_t n)
{
    static const char update[] = "42/relay,[\"update\"", sync[] = "42/relay,[\"sync\"", open[] = "40/relay,";
    char answer[200];
    if (n == 1 && text[0] == '2') {
        say(&room->wire[seat], "3");
    } else if (!strncmp(text, update, sizeof update - 1)) {
        const char *count = strstr(text, "\"G\":{\"n\":");
        if (!count)
            fail(room, text);
        room->heard[seat] = strtoll(count + 9, NULL, 10);
    } else if (!strncmp(text, sync, sizeof sync - 1)) {
        room->ready[seat] = true;
    } else if (!strncmp(text, open, sizeof open - 1)) {
        snprintf(answer, sizeof answer, "42/relay,[\"sync\",\"%s\",\"%u\",null,4]", room->name, seat);
        say(&room->wire[seat], answer);
    }
}

/* --- Colyseus: a seat by HTTP, then bytes: 10 joined, 13 data of a type ---------------------------------------------------------------- */

enum { JOINED = 10, FAULT = 11, DATA = 13, ACT = 1, UINT32 = 0xce };

static void colyseus_open(struct room *room, unsigned number, unsigned seat)
{
    char answer[1024], path[256], process[64], session[64];
    snprintf(path, sizeof path, seat ? "/matchmake/joinById/%s" : "/matchmake/create/relay", room->name);
    wire_post(port, path, "{}", answer, sizeof answer);
    if (!member(answer, "roomId", room->name, sizeof room->name) ||
        !member(answer, "processId", process, sizeof process) || !member(answer, "sessionId", session, sizeof session))
        fail(room, answer);
    snprintf(path, sizeof path, "/%.63s/%.63s?sessionId=%.63s", process, room->name, session);
    connect_seat(room, number, seat, path);
}

static void colyseus_act(struct room *room, unsigned seat)
{
    const u32 n = (u32)room->n;
    const u8 bytes[] = {DATA, ACT, UINT32, (u8)(n >> 24), (u8)(n >> 16), (u8)(n >> 8), (u8)n};
    wire_send_bytes(&room->wire[seat], (const char *)bytes, sizeof bytes);
}

/* An unsigned integer of msgpack. */
static i64 number_of(const u8 *bytes, size_t n)
{
    i64 value = 0;
    if (n == 1 && bytes[0] < 128)
        return bytes[0];
    if (!n || bytes[0] < 0xcc || bytes[0] > UINT32 || n != 1 + (1u << (bytes[0] - 0xcc)))
        return -1;
    for (size_t k = 1; k < n; k++)
        value = value << 8 | bytes[k];
    return value;
}

static void colyseus_heard(struct room *room, unsigned seat, char *text, size_t n)
{
    static const char joined = JOINED;
    const u8 *bytes = (const u8 *)text;
    if (bytes[0] == JOINED) {
        wire_send_bytes(&room->wire[seat], &joined, 1);
        room->ready[seat] = true;
    } else if (bytes[0] == DATA && n > 2) {
        room->heard[seat] = number_of(bytes + 2, n - 2);
    } else if (bytes[0] == FAULT) {
        fail(room, text + 1);
    }
}

static const struct peer peers[] = {
    {"relay", relay_open, relay_act, relay_heard},
    {"boardgame", boardgame_open, boardgame_act, boardgame_heard},
    {"colyseus", colyseus_open, colyseus_act, colyseus_heard},
};

/* --- the same for all ------------------------------------------------------------------------------------------------------------------ */

static void act(struct room *room, i64 now_ns)
{
    room->sent_ns = now_ns;
    peer->act(room, (unsigned)(room->n % SEATS));
}

static void heard(struct wire *wire, char *text, size_t n)
{
    struct room *room = wire->owner;
    const unsigned seat = (unsigned)(wire - room->wire);
    if (!n)
        return;
    peer->heard(room, seat, text, n);
    if (!room->sent_ns)
        return;
    for (unsigned k = 0; k < SEATS; k++)
        if (room->heard[k] <= room->n)
            return;
    const i64 now = wire_now_ns();
    figures_done(now - room->sent_ns);
    room->sent_ns = 0;
    room->n++;
    room->due_ns = load_next_ns(&options, room->due_ns, now);
}

static void open_rooms(void)
{
    const long before_kb = figures_resident_kb(options.pid);
    unsigned waiting = options.rooms;
    for (unsigned k = 0; k < options.rooms; k++)
        for (unsigned seat = 0; seat < SEATS; seat++) {
            peer->open(&rooms[k], k, seat);
            wires_poll(0, heard);
        }
    while (waiting) {
        wires_poll(10, heard);
        waiting = 0;
        for (unsigned k = 0; k < options.rooms; k++)
            for (unsigned seat = 0; seat < SEATS; seat++)
                waiting += !rooms[k].ready[seat];
    }
    for (const i64 until = wire_now_ns() + 200000000; wire_now_ns() < until;) /* what joining still causes */
        wires_poll(10, heard);
    printf("%u rooms of %u: %.0f resident bytes each, sockets included\n", options.rooms, SEATS,
           (double)(figures_resident_kb(options.pid) - before_kb) * 1024 / options.rooms);
}

static void play_until(i64 end_ns)
{
    for (i64 now; (now = wire_now_ns()) < end_ns;) {
        for (unsigned k = 0; k < options.rooms; k++)
            if (!rooms[k].sent_ns && rooms[k].due_ns <= now)
                act(&rooms[k], now);
        wires_poll(1, heard);
    }
}

int main(int argc, char **argv)
{
    for (size_t k = 0; argc > 2 && k < COUNT(peers); k++)
        if (!strcmp(argv[1], peers[k].name))
            peer = &peers[k];
    if (!peer || !load_options_read(&options, argc, argv, 3) || !options.rooms)
        return fputs("usage: peer relay|boardgame|colyseus PORT [--rooms N] [--seconds S] [--rate R] [--warm S] [--pid "
                     "P] "
                     "[--addresses N]\n",
                     stderr),
               2;
    port = (u16)atoi(argv[2]);
    rooms = calloc(options.rooms, sizeof *rooms);
    REQUIRE(rooms);
    open_rooms();
    const i64 began_ns = wire_now_ns();
    for (unsigned k = 0; k < options.rooms; k++)
        rooms[k].due_ns = began_ns + (i64)(load_gap_ns(&options) * k / options.rooms);
    figures_measure(&options, began_ns, play_until);
    return 0;
}
