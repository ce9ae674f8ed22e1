/* load.c - people who play at a server: any number of tables of four, each person a connection, real games by docs/protocol.md.
 * What one does is measured from the moment of sending until all at the table have it.
 *
 *     load PORT [--rooms N] [--seconds S] [--rate R] [--idle N] [--warm S] [--pid P] [--addresses N] [--stay 1]
 *
 * --rate R  each table does R things a second (0: the next as soon as the last has come to all,
 *           but at most 76, which is what a server of ours takes from each: NET_MESSAGES_PER_S)
 * --idle N  so many connections more that only connect
 * --pid P   the server's process: its processor time and memory are read
 * --stay 1  says "ready" and stays until its input ends, for what is measured over several of these programs */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/load/figures.h"
#include "bench/load/wire.h"
#include "fair/dice.h"
#include "match/play.h"

enum { SEATS = 4 };

struct room {
    char table[9];
    struct wire wire[SEATS];
    struct game_rules rules;
    struct play play; /* followed from what the first of them is told */
    bool playing, over;
    i64 version[SEATS], sent_ns, due_ns, awaited;
    unsigned got, id;
};

static struct load_options options = {.rooms = 100, .addresses = 8, .seconds = 10, .warm = 2};
static struct room *rooms;
static u16 port;

static i64 member(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

static bool is(const char *text, const char *kind)
{
    return !strncmp(text + 6, kind, strlen(kind)) && text[6 + strlen(kind)] == '"';
}

/* --- the game, as the table tells it ------------------------------------------------------------------------------------------- */

static void follow(struct room *room, const char *line)
{
    struct game_fault fault;
    struct game_log log;
    struct play *play = &room->play;
    unsigned a, b, c, d, number;
    bool good = true;
    if (sscanf(line, "start %*s %u", &a) == 1) {
        play->game->start(play->rules, &play->state, a);
        play->game->moves(play->rules, &play->state, &play->moves);
        room->playing = true;
    } else if (sscanf(line, "roll %u %u %u-%u", &a, &b, &c, &d) >= 3) {
        const u8 faces[FAIR_DICE_MAX] = {(u8)c, (u8)d};
        good = play_roll(play, play->game->outcome_of(play->rules, faces), &log, &fault);
    } else if (!strncmp(line, "move ", 5)) {
        good = play->game->move_read(play->rules, &play->state, line + 5, &number, &fault) &&
               play_move(play, number, &log, &fault);
    }
    if (!good) {
        fprintf(stderr, "load: table %s: %s: %s\n", room->table, line, fault.message);
        exit(1);
    }
}

static void act(struct room *room, i64 now_ns)
{
    char text[256], word[GAME_MOVE_TEXT_MAX];
    struct text to = text_over(word, sizeof word);
    const struct game_turn turn = play_turn(&room->play);
    int n;
    if (turn.node == GAME_OVER)
        return;
    if (turn.node == GAME_CHANCE) {
        n = snprintf(text, sizeof text, "{\"m\":\"roll\",\"id\":%u,\"v\":%lld}", ++room->id,
                     (long long)room->version[0]);
    } else {
        const unsigned move = (unsigned)(mix64((u64)now_ns) % room->play.moves.n);
        room->play.game->move_write(room->play.rules, &room->play.state, move, &to);
        n = snprintf(text, sizeof text, "{\"m\":\"move\",\"id\":%u,\"v\":%lld,\"move\":\"%s\"}", ++room->id,
                     (long long)room->version[0], word);
    }
    room->sent_ns = now_ns;
    room->got = 0;
    room->awaited = -1;
    wire_send(&room->wire[turn.seat], text, (size_t)n);
}

static void heard(struct wire *wire, char *text, size_t n)
{
    struct room *room = wire->owner;
    (void)n;
    if (!room || n < 8)
        return;
    const unsigned seat = (unsigned)(wire - room->wire);
    if (is(text, "line")) {
        room->version[seat] = member(text, "\"v\":");
        if (seat == 0) {
            char *line = strstr(text, "\"line\":\"") + 8;
            *strchr(line, '"') = 0;
            follow(room, line);
        }
    } else if (is(text, "done")) {
        room->awaited = member(text, "\"v\":");
    } else if (is(text, "over")) {
        room->version[seat] = member(text, "\"v\":");
        room->over = true;
    } else if (is(text, "refused") || is(text, "trouble")) {
        fprintf(stderr, "load: table %s, seat %u: %s\n", room->table, seat, text);
        exit(1);
    } else if (strstr(text, "\"at\":") && member(text, "\"v\":") > room->version[seat]) {
        room->version[seat] = member(text, "\"v\":");
    }
    if (!room->sent_ns || room->awaited < 0)
        return;
    for (unsigned k = 0; k < SEATS; k++)
        if (room->version[k] < room->awaited)
            return;
    const i64 now = wire_now_ns();
    figures_done(now - room->sent_ns);
    room->sent_ns = 0;
    room->due_ns = load_next_ns(&options, room->due_ns, now);
}

/* --- sitting down ------------------------------------------------------------------------------------------------------------------ */

static void say(struct wire *wire, const char *text)
{
    wire_send(wire, text, strlen(text));
}

static void settle(void)
{
    for (const i64 until = wire_now_ns() + 30000000; wire_now_ns() < until;)
        wires_poll(5, heard);
}

static void seat_people(struct room *room, unsigned number)
{
    char text[512], answer[512], device[SEATS][40];
    struct game_fault fault;
    for (unsigned k = 0; k < SEATS; k++)
        snprintf(device[k], sizeof device[k], "load-%08x-%08x-%06u", (unsigned)getpid(), number, k);
    snprintf(text, sizeof text, "{\"device\":\"%s\",\"rules\":\"ludo\",\"seats\":%u}", device[0], SEATS);
    wire_post(port, "/api/tables", text, answer, sizeof answer);
    const char *table = strstr(answer, "\"table\":\"");
    if (!table || !play_open(&room->play, &room->rules, "ludo seats=4", &fault)) {
        fprintf(stderr, "load: no table: %s\n", answer);
        exit(1);
    }
    sscanf(table + 9, "%8[0-9A-Z]", room->table);
    for (unsigned k = 0; k < SEATS; k++) {
        wire_open(&room->wire[k], port, number * SEATS + k, options.addresses, "/ws");
        room->wire[k].owner = room;
        snprintf(text, sizeof text, "{\"m\":\"hello\",\"device\":\"%s\",\"table\":\"%s\"}", device[k], room->table);
        say(&room->wire[k], text);
    }
}

static void sit_and_start(struct room *room, unsigned step)
{
    char text[256];
    const unsigned seat = step < SEATS ? step : 0;
    if (step < SEATS)
        snprintf(text, sizeof text, "{\"m\":\"sit\",\"id\":%u,\"v\":0,\"seat\":%u,\"name\":\"P%u\"}", ++room->id, seat,
                 seat);
    else
        snprintf(text, sizeof text, "{\"m\":\"start\",\"id\":%u,\"v\":0}", ++room->id);
    say(&room->wire[seat], text);
}

/* --- the whole ----------------------------------------------------------------------------------------------------------------- */

static void connect_idlers(void)
{
    struct wire *idlers = calloc((size_t)options.idle + 1, sizeof *idlers);
    const long empty_kb = figures_resident_kb(options.pid);
    REQUIRE(idlers);
    for (long k = 0; k < options.idle; k++) {
        wire_open(&idlers[k], port, (unsigned)k, options.addresses, "/ws");
        if (k % 100 == 99)
            wires_poll(0, heard);
    }
    if (options.idle)
        printf("%ld idle connections: %.0f resident bytes each\n", options.idle,
               (double)(figures_resident_kb(options.pid) - empty_kb) * 1024 / (double)options.idle);
}

static void start_tables(void)
{
    const long before_kb = figures_resident_kb(options.pid);
    unsigned waiting = options.rooms;
    for (unsigned k = 0; k < options.rooms; k++) {
        seat_people(&rooms[k], k);
        if (k % 50 == 49)
            settle();
    }
    for (unsigned step = 0; step <= SEATS; step++) {
        for (unsigned k = 0; k < options.rooms; k++)
            sit_and_start(&rooms[k], step);
        for (unsigned k = 0; k < 4; k++)
            settle();
    }
    while (waiting) {
        settle();
        waiting = 0;
        for (unsigned k = 0; k < options.rooms; k++)
            waiting += !rooms[k].playing;
    }
    if (options.rooms)
        printf("%u tables of %u: %.0f resident bytes each, sockets included\n", options.rooms, SEATS,
               (double)(figures_resident_kb(options.pid) - before_kb) * 1024 / options.rooms);
}

static void play_until(i64 end_ns)
{
    for (i64 now; (now = wire_now_ns()) < end_ns;) {
        for (unsigned k = 0; k < options.rooms; k++)
            if (!rooms[k].sent_ns && !rooms[k].over && rooms[k].due_ns <= now)
                act(&rooms[k], now);
        wires_poll(1, heard);
    }
}

static void play(void)
{
    const i64 began_ns = wire_now_ns();
    for (unsigned k = 0; k < options.rooms; k++)
        rooms[k].due_ns = began_ns + (i64)(load_gap_ns(&options) * k / options.rooms);
    figures_measure(&options, began_ns, play_until);
}

int main(int argc, char **argv)
{
    if (argc < 2 || !load_options_read(&options, argc, argv, 2))
        return fputs("usage: load PORT [--rooms N] [--seconds S] [--rate R] [--idle N] [--warm S] [--pid P] "
                     "[--addresses N] [--stay 1]\n",
                     stderr),
               2;
    port = (u16)atoi(argv[1]);
    rooms = calloc(options.rooms + 1, sizeof *rooms);
    REQUIRE(rooms);
    connect_idlers();
    start_tables();
    if (options.rooms && options.seconds > 0)
        play();
    if (options.stay)
        wires_stay(heard);
    return 0;
}
