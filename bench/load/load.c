/* load.c - people who play at a server: any number of tables of four, each person a connection, real games by docs/protocol.md.
 * What one does is measured from the moment of sending until all at the table have it.
 *
 *     load PORT [--rooms N] [--seconds S] [--rate R] [--idle N] [--warm S] [--pid P] [--addresses N]
 *
 * --rate R  each table does R things a second (0: the next as soon as the last has come to all)
 * --idle N  so many connections more that only say hello
 * --pid P   the server's process: its processor time and memory are read */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/load/wire.h"
#include "fair/dice.h"
#include "match/play.h"

enum { SEATS = 4, LATENCIES = 1 << 22 };

struct room {
    char table[9];
    struct wire wire[SEATS];
    struct game_rules rules;
    struct play play; /* followed from what the first of them is told */
    bool playing, over;
    i64 version[SEATS], sent_ns, due_ns, awaited;
    unsigned got, id;
};

static struct room *rooms;
static unsigned n_rooms = 100, n_addresses = 8;
static u16 port;
static double rate;
static i64 began_ns, counts_from_ns;
static u32 *latencies_us;
static u64 n_done, n_counted, n_over;

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
    const i64 now = wire_now_ns(), took = now - room->sent_ns;
    room->sent_ns = 0;
    n_done++;
    if (now >= counts_from_ns && n_counted < LATENCIES)
        latencies_us[n_counted++] = (u32)(took / 1000);
    room->due_ns = rate > 0 ? room->due_ns + (i64)(1e9 / rate) : now;
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
        wire_open(&room->wire[k], port, number * SEATS + k, n_addresses, "/ws");
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

/* --- figures ----------------------------------------------------------------------------------------------------------------------- */

static double processor_s(long pid)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        const char *at = strrchr(text, ')');
        if (at)
            sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
    }
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static long resident_kb(long pid)
{
    char path[64], line[256];
    long kb = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %ld", &kb);
    if (file)
        fclose(file);
    return kb;
}

static int by_size(const void *a, const void *b)
{
    const u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    double seconds = 10, warm = 2;
    long idle = 0, pid = 0;
    if (argc < 2)
        return fputs("usage: load PORT [--rooms N] [--seconds S] [--rate R] [--idle N] [--warm S] [--pid P] "
                     "[--addresses N]\n",
                     stderr),
               2;
    port = (u16)atoi(argv[1]);
    for (int k = 2; k + 1 < argc; k += 2) {
        const double value = atof(argv[k + 1]);
        if (!strcmp(argv[k], "--rooms"))
            n_rooms = (unsigned)value;
        else if (!strcmp(argv[k], "--seconds"))
            seconds = value;
        else if (!strcmp(argv[k], "--rate"))
            rate = value;
        else if (!strcmp(argv[k], "--idle"))
            idle = (long)value;
        else if (!strcmp(argv[k], "--warm"))
            warm = value;
        else if (!strcmp(argv[k], "--pid"))
            pid = (long)value;
        else if (!strcmp(argv[k], "--addresses"))
            n_addresses = (unsigned)value;
    }
    rooms = calloc(n_rooms ? n_rooms : 1, sizeof *rooms);
    latencies_us = calloc(LATENCIES, sizeof *latencies_us);
    const long empty_kb = resident_kb(pid);
    struct wire *idlers = calloc((size_t)idle + 1, sizeof *idlers);
    for (long k = 0; k < idle; k++)
        wire_open(&idlers[k], port, (unsigned)k, n_addresses, "/ws");
    if (idle)
        printf("%ld idle connections: %.0f resident bytes each\n", idle,
               (double)(resident_kb(pid) - empty_kb) * 1024 / (double)idle);
    const long before_kb = resident_kb(pid);
    for (unsigned k = 0; k < n_rooms; k++) {
        seat_people(&rooms[k], k);
        if (k % 50 == 49)
            settle();
    }
    for (unsigned step = 0; step <= SEATS; step++) {
        for (unsigned k = 0; k < n_rooms; k++)
            sit_and_start(&rooms[k], step);
        for (unsigned k = 0; k < 4; k++)
            settle();
    }
    while (true) {
        unsigned waiting = 0;
        for (unsigned k = 0; k < n_rooms; k++)
            waiting += !rooms[k].playing;
        if (!waiting)
            break;
        settle();
    }
    if (n_rooms)
        printf("%u tables of %u: %.0f resident bytes each, sockets included\n", n_rooms, SEATS,
               (double)(resident_kb(pid) - before_kb) * 1024 / n_rooms);
    began_ns = wire_now_ns();
    counts_from_ns = began_ns + (i64)(warm * 1e9);
    for (unsigned k = 0; k < n_rooms; k++)
        rooms[k].due_ns = began_ns + (rate > 0 ? (i64)(1e9 / rate * k / n_rooms) : 0);
    const i64 end_ns = counts_from_ns + (i64)(seconds * 1e9);
    double processor_from = -1;
    u64 done_from = 0;
    for (i64 now; (now = wire_now_ns()) < end_ns;) {
        if (processor_from < 0 && now >= counts_from_ns) {
            processor_from = processor_s(pid);
            done_from = n_done;
        }
        for (unsigned k = 0; k < n_rooms; k++)
            if (!rooms[k].sent_ns && !rooms[k].over && rooms[k].due_ns <= now)
                act(&rooms[k], now);
        wires_poll(1, heard);
    }
    for (unsigned k = 0; k < n_rooms; k++)
        n_over += rooms[k].over;
    const u64 acts = n_done - done_from;
    const double processor = processor_s(pid) - processor_from;
    if (!n_rooms)
        return 0;
    qsort(latencies_us, n_counted, sizeof *latencies_us, by_size);
    printf("%llu moves in %.0f s (%.0f a second), %llu games over; processor %.1f us a move (%.0f %%); "
           "to all four: p50 %.2f ms, p99 %.2f ms, most %.2f ms\n",
           (unsigned long long)acts, seconds, (double)acts / seconds, (unsigned long long)n_over,
           acts ? processor * 1e6 / (double)acts : 0, processor * 100 / seconds,
           n_counted ? latencies_us[n_counted / 2] / 1e3 : 0, n_counted ? latencies_us[n_counted * 99 / 100] / 1e3 : 0,
           n_counted ? latencies_us[n_counted - 1] / 1e3 : 0);
    return 0;
}
