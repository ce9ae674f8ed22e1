/* sim.c - runs the server of sim.h, one seed after another.
 *
 *     sim FIRST COUNT      seeds FIRST to FIRST + COUNT - 1; with --tell, what is said is printed */
#include "tests/server/sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1500 };

struct sim sim;

static u64 draw(void)
{
    return sim.noise = mix64(sim.noise + sim.seed);
}
static unsigned below(unsigned n)
{
    return (unsigned)(draw() >> 33) % n;
}
static bool chance(unsigned percent)
{
    return below(100) < percent;
}

_Noreturn void sim_fault(const char *what, const char *more)
{
    printf("seed %llu, step %u: %s: %s\n0 passed, 1 failed\n", (unsigned long long)sim.seed, sim.step, what, more);
    exit(1);
}

/* --- the network ------------------------------------------------------------------------------------------------------------------ */

static struct device *device_of(u64 connection)
{
    for (size_t k = 0; k < SIM_DEVICES; k++)
        if (connection && sim.device[k].connection == connection)
            return &sim.device[k];
    return NULL;
}

static i64 member(const char *text, const char *name)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *at = strstr(text, quoted);
    return at ? strtoll(at + strlen(quoted), NULL, 10) : -1;
}

static bool is(const char *text, const char *kind)
{
    char begins[32];
    snprintf(begins, sizeof begins, "{\"m\":\"%s\"", kind);
    return !strncmp(text, begins, strlen(begins));
}

static bool is_event(const char *text)
{
    char name[24] = "";
    sscanf(text, "{\"m\":\"%23[a-z]", name);
    const enum msg_kind kind = msg_kind_named(name);
    if (kind == MSG_KINDS)
        sim_fault("a message that isn't one", text);
    return msg_row(kind)->way == MSG_EVENT;
}

/* A way is a queue: what is sent first arrives first, some time later. */
static void send_off(struct parcel *way[2], const char *text)
{
    const size_t n = strlen(text) + 1;
    struct parcel *parcel = malloc(sizeof *parcel + n);
    const i64 due = sim.now_ms + (chance(80) ? below(60) : below(3000));
    memcpy(parcel->text, text, n);
    parcel->next = NULL;
    parcel->due_ms = way[0] && way[1]->due_ms > due ? way[1]->due_ms : due;
    if (way[0])
        way[1]->next = parcel;
    else
        way[0] = parcel;
    way[1] = parcel;
}

static struct parcel *arrived(struct parcel *way[2])
{
    struct parcel *parcel = way[0];
    if (!parcel || parcel->due_ms > sim.now_ms)
        return NULL;
    way[0] = parcel->next;
    return parcel;
}

static void drop_all(struct parcel *way[2])
{
    for (struct parcel *next; way[0]; way[0] = next) {
        next = way[0]->next;
        free(way[0]);
    }
}

/* Nobody is told of what isn't kept, nor that it is done. */
static void check_sent(const struct device *device, u64 connection, const char *text)
{
    const struct session *session = map_get(&sim.node->sessions, connection);
    const struct disk_table *kept = session && session->room ? disk_find(&sim.disk, session->room->table->name) : NULL;
    if ((is_event(text) || is(text, "table")) && (!kept || member(text, "v") > kept->version))
        sim_fault("told before it was kept", text);
    if (is(text, "done") && (member(text, "id") <= 0 || member(text, "id") > device->next_id))
        sim_fault("done, but what?", text);
}

/* A browser takes a text in: no version is missing, none comes twice. */
static void hear(struct device *device, const char *text)
{
    char name[TABLE_NAME + 1] = "";
    if (sim.tell)
        printf("%5u %c<- %s\n", sim.step, (char)('a' + (device - sim.device)), text);
    sim.n.told++;
    if (is(text, "table")) {
        sscanf(strstr(text, "\"table\":\"") + 9, "%8[0-9A-Z]", name);
        if (strcmp(name, device->greeted))
            return; /* of the table that it has left */
        if (device->knows && member(text, "v") != device->version)
            sim_fault("a table is shown at another version", text);
        memcpy(device->at, name, sizeof name);
        device->version = member(text, "v");
        device->knows = true;
    } else if (is_event(text) && device->knows) {
        if (member(text, "v") != device->version + 1)
            sim_fault("a version is missing, or comes twice", text);
        device->version++;
    } else if (is(text, "done")) {
        sim.n.done++;
        device->asked[member(text, "id")].done = true;
    } else if (is(text, "refused")) {
        sim.n.refused++;
    } else if (is(text, "paired")) {
        sscanf(strstr(text, "\"table\":\"") + 9, "%8[0-9A-Z]", device->table);
        device->paired = true;
    } else if (is(text, "trouble") && !strstr(text, "elsewhere") && !strstr(text, "unknown") &&
               !strstr(text, "often") && !strstr(text, "leaving") && !strstr(text, "\"request\"")) {
        sim_fault("unexpected trouble", text);
    }
}

static void port_send(void *context, const u64 *connections, size_t n, const char *text, size_t length)
{
    (void)context;
    if (strlen(text) != length)
        sim_fault("a text with a NUL in it", text);
    for (size_t k = 0; k < n; k++) {
        struct device *device = device_of(connections[k]);
        if (!device)
            continue;
        check_sent(device, connections[k], text);
        send_off(device->down, text);
    }
}

/* What has come to its end. */
static void deliver(void)
{
    for (size_t k = 0; k < SIM_DEVICES; k++) {
        struct device *device = &sim.device[k];
        for (struct parcel *parcel; device->connection && (parcel = arrived(device->up)); free(parcel))
            node_message(sim.node, device->connection, parcel->text, strlen(parcel->text), sim.now_ms);
        for (struct parcel *parcel; device->connection && (parcel = arrived(device->down)); free(parcel))
            hear(device, parcel->text);
    }
}

static u64 dropped[256];
static unsigned n_dropped;

static void port_drop(void *context, u64 connection, u16 code, const char *reason)
{
    (void)context, (void)code, (void)reason;
    if (n_dropped < COUNT(dropped))
        dropped[n_dropped++] = connection;
}

static void port_lively(void *context, u64 connection, bool lively)
{
    (void)context, (void)connection, (void)lively;
}
static void port_wake(void *context, i64 at_ms)
{
    (void)context;
    sim.wake_ms = at_ms;
}
static void port_random(void *context, u8 *bytes, size_t n)
{
    (void)context;
    for (size_t k = 0; k < n; k++)
        bytes[k] = (u8)(draw() >> 40);
}
static i64 port_at_ms(void *context)
{
    (void)context;
    return 1800000000000 + sim.now_ms;
}
static i32 port_round_trip(void *context, u64 connection)
{
    (void)context, (void)connection;
    return (i32)below(400) - 1;
}
static void port_submit(void *context, const struct store_write *writes, size_t n)
{
    (void)context;
    if (sim.flying)
        sim_fault("a batch is submitted while another flies", "");
    sim.flying = writes;
    sim.n_flying = n;
}

static const struct node_ports ports = {.context = &sim.disk,
                                        .bus = {NULL, port_send},
                                        .drop = port_drop,
                                        .lively = port_lively,
                                        .wake = port_wake,
                                        .random = port_random,
                                        .at_ms = port_at_ms,
                                        .round_trip_ms = port_round_trip,
                                        .submit = port_submit,
                                        .tables = disk_tables,
                                        .lines = disk_lines,
                                        .seal = disk_seal};
static const struct table_options options = {.grace_ms = 30000,
                                             .bot_ms = 700,
                                             .idle_open_ms = 3600000,
                                             .idle_public_ms = 600000,
                                             .idle_private_ms = 7 * 86400000LL,
                                             .idle_over_ms = 3600000};

static void open_node(void)
{
    char fault[300] = "";
    sim.wake_ms = INT64_MAX;
    sim.flying = NULL;
    sim.node = node_open(&ports, &options, sim.now_ms, fault, sizeof fault);
    if (!sim.node)
        sim_fault("the server doesn't start again", fault);
    node_settled(sim.node);
}

static void lose(struct device *device)
{
    const u64 connection = device->connection;
    if (connection && chance(50)) /* what was on its way still comes, and nobody hears the answer */
        for (struct parcel *parcel; (parcel = device->up[0]); free(parcel)) {
            device->up[0] = parcel->next;
            node_message(sim.node, connection, parcel->text, strlen(parcel->text), sim.now_ms);
        }
    drop_all(device->up);
    drop_all(device->down);
    device->connection = 0;
    device->knows = device->paired = false;
    if (connection)
        node_closed(sim.node, connection, sim.now_ms);
}

static void crash(void)
{
    sim.n.crashes++;
    if (sim.tell)
        printf("%5u -- crash\n", sim.step);
    if (sim.flying && chance(50))
        disk_apply(&sim.disk, sim.flying, sim.n_flying);
    for (size_t k = 0; k < SIM_DEVICES; k++) {
        struct device *device = &sim.device[k];
        drop_all(device->up);
        drop_all(device->down);
        device->connection = 0;
        device->knows = device->paired = false;
    }
    sim.n_stale = 0;
    n_dropped = 0;
    node_close(sim.node);
    sim.now_ms += below(100000);
    open_node();
}

/* --- what people do ---------------------------------------------------------------------------------------------------------------- */

static void say(struct device *device, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (sim.tell)
        printf("%5u %c-> %s\n", sim.step, (char)('a' + (device - sim.device)), text);
    send_off(device->up, text);
}

static void command(struct device *device, const char *name, const char *more)
{
    const u32 id = ++device->next_id;
    if (id >= COUNT(device->asked))
        return;
    struct asked *asked = &device->asked[id];
    memcpy(asked->table, device->at, sizeof asked->table);
    asked->acts = !strcmp(name, "roll") || !strcmp(name, "move");
    i64 v = device->version;
    if (chance(5) && v > 3)
        v -= below(3);
    snprintf(device->last, sizeof device->last, "{\"m\":\"%s\",\"id\":%u,\"v\":%lld%s}", name, id, (long long)v, more);
    say(device, "%s", device->last);
}

static void made(void *context, const char *table)
{
    struct device *device = context;
    if (!table)
        return;
    snprintf(sim.made[sim.n_made++ % SIM_TABLES], sizeof sim.made[0], "%s", table);
    snprintf(device->table, sizeof device->table, "%s", table);
}

static void make_table(struct device *device)
{
    static const char *const rules[] = {"ludo",
                                        "parchis pawns=1",
                                        "petits-chevaux",
                                        "pachisi pawns=1",
                                        "ludo pawns=1",
                                        "ludo none_on_course=free-entry",
                                        "parchis-american pawns=1",
                                        "uckers pawns=1"};
    static const i64 clocks[] = {0, 15, 20, 60, 600};
    struct msg_make make = {.seats = 2 + below(3),
                            .clock = clocks[below(5)],
                            .open = chance(40),
                            .choose = chance(30),
                            .fixed = chance(30)};
    const struct node_asking asking = {device, made};
    struct table_verdict verdict;
    snprintf(make.rules, sizeof make.rules, "%s", rules[below(COUNT(rules))]);
    memcpy(make.device, device->secret, sizeof device->secret);
    snprintf(make.name, sizeof make.name, "%s", chance(50) ? "Host" : "");
    if (!node_make(sim.node, &make, &asking, sim.now_ms, &verdict) && sim.tell)
        printf("%5u no table: %s\n", sim.step, verdict.says);
}

static void hello(struct device *device)
{
    device->knows = device->paired = false;
    memcpy(device->greeted, device->table, sizeof device->greeted);
    if (!device->table[0])
        say(device, "{\"m\":\"hello\",\"device\":\"%s\"}", device->secret);
    else
        say(device, "{\"m\":\"hello\",\"device\":\"%s\",\"table\":\"%s\",\"game\":%u,\"since\":%u}", device->secret,
            device->table, below(3), below(40));
}

static void connect(struct device *device)
{
    device->connection = ++sim.next_connection;
    device->knows = false;
    node_opened(sim.node, device->connection, sim.now_ms);
    if (chance(3))
        return;
    if (chance(30) && sim.n_made)
        memcpy(device->table, sim.made[below(sim.n_made < SIM_TABLES ? sim.n_made : SIM_TABLES)], sizeof device->table);
    hello(device);
}

/* A phone that thinks its connection lost, which the server still has: it comes again, perhaps more than once. */
static void come_twice(struct device *device)
{
    for (unsigned k = 0; k <= below(2); k++) {
        if (sim.n_stale < COUNT(sim.stale))
            sim.stale[sim.n_stale++] = device->connection;
        drop_all(device->up);
        drop_all(device->down);
        connect(device);
        for (struct parcel *parcel; (parcel = device->up[0]); free(parcel)) {
            device->up[0] = parcel->next;
            node_message(sim.node, device->connection, parcel->text, strlen(parcel->text), sim.now_ms);
        }
    }
}

/* Throws or moves where it is this device's turn; else something of the kind that will be refused. */
static void other_command(struct device *device);
static void act(struct device *device)
{
    struct room *room = room_find(sim.node, device->at);
    struct player_id player;
    char more[256] = "", word[GAME_MOVE_TEXT_MAX];
    player_of_device(device->secret, &player);
    if (!room || room->table->phase != TABLE_PLAYING) {
        if (chance(95))
            other_command(device);
        else
            command(device, "roll", "");
        return;
    }
    const struct play *play = &room->table->sealed->play;
    const struct game_turn turn = play_turn(play);
    if (table_seat_of(room->table, &player) != turn.seat && chance(90))
        return;
    if (turn.node != GAME_CHOICE || chance(3)) {
        command(device, "roll", "");
        return;
    }
    struct text to = text_over(word, sizeof word);
    play->game->move_write(play->rules, &play->state, below(play->moves.n), &to);
    snprintf(more, sizeof more, ",\"move\":\"%s\"", chance(3) ? "A0:1>2" : word);
    command(device, "move", more);
}

static void other_command(struct device *device)
{
    static const char *const names[] = {"Léa", "Tom", "Zoë", "Ana", "Bob", "T0m", "  x  ", "\\u202e", "a\\u0000b", ""};
    char more[256];
    const unsigned seat = below(9);
    switch (below(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
        snprintf(more, sizeof more, ",\"seat\":%d,\"name\":\"%s %u\"", chance(70) ? -1 : (int)below(8),
                 names[below(chance(80) ? 5 : COUNT(names))], chance(50) ? (unsigned)(device - sim.device) : below(3));
        command(device, "sit", more);
        break;
    case 4:
        command(device, chance(30) ? "stand" : "start", "");
        break;
    case 5:
    case 6:
        snprintf(more, sizeof more, ",\"seat\":%u,\"level\":\"%s\"", seat % 8, chance(90) ? "easy" : "none");
        command(device, "bot", more);
        break;
    case 7:
        snprintf(more, sizeof more, ",\"seat\":%u", seat % 8);
        command(device, chance(50) ? "hand" : chance(30) ? "free" : "hand", more);
        break;
    case 8:
    case 9:
        command(device, "start", "");
        break;
    case 10:
        command(device, "pause", "");
        break;
    case 11:
    case 12:
        command(device, "resume", "");
        break;
    case 13:
        command(device, chance(20) ? "resign" : "back", "");
        break;
    case 14:
    case 15:
        command(device, "back", "");
        break;
    case 16:
        command(device, "again", "");
        break;
    case 17:
        snprintf(more, sizeof more, ",\"rules\":\"%s\",\"seats\":%u,\"clock\":%u", chance(80) ? "ludo pawns=1" : "lodu",
                 2 + below(3), chance(50) ? 0 : 20);
        command(device, "set", more);
        break;
    case 18:
        snprintf(more, sizeof more, ",\"phrase\":%u", below(33));
        command(device, "say", more);
        break;
    default:
        snprintf(more, sizeof more, ",\"name\":\"%s\"", names[below(COUNT(names))]);
        command(device, "rename", more);
    }
}

static void do_something(struct device *device)
{
    static const char *const rubbish[] = {"", "null", "[]", "{\"m\":1}", "{\"m\":\"roll\"}", "{\"m\":\"line\",\"v\":1}",
                                          "{"};
    const unsigned what = below(100);
    if (!device->connection)
        connect(device);
    else if (what < 2)
        lose(device);
    else if (what == 99)
        come_twice(device);
    else if (what < 4)
        say(device, "%s", rubbish[below(COUNT(rubbish))]);
    else if (what < 7 && device->knows && device->last[0] &&
             !strcmp(device->asked[device->next_id % SIM_SENT].table, device->at))
        say(device, "%s", device->last);
    else if (what < 8)
        say(device, "{\"m\":\"wait\",\"rules\":\"%s\",\"seats\":%u,\"name\":\"P%u\"}", chance(90) ? "ludo" : "x",
            2 + below(2), below(3));
    else if (!device->table[0] || what < 9)
        make_table(device);
    else if (device->paired)
        hello(device);
    else if (strcmp(device->greeted, device->table) || (!device->knows && chance(10)))
        lose(device);
    else if (!device->knows)
        return;
    else if (what < 75)
        act(device);
    else
        other_command(device);
}

/* The batch comes back: kept, or not. */
static void land(void)
{
    const bool kept = !chance(sim.fault_percent);
    if (kept)
        disk_apply(&sim.disk, sim.flying, sim.n_flying);
    sim.n.failures += !kept;
    if (sim.tell)
        printf("%5u -- %s\n", sim.step, kept ? "kept" : "not kept");
    sim.flying = NULL;
    node_kept(sim.node, kept, sim.now_ms);
}

static void one_step(void)
{
    deliver();
    if (sim.n_stale && chance(20))
        node_closed(sim.node, sim.stale[--sim.n_stale], sim.now_ms);
    do_something(&sim.device[below(SIM_DEVICES)]);
    if (chance(60))
        node_settled(sim.node);
    if (sim.flying && chance(60))
        land();
    for (unsigned k = 0; k < n_dropped; k++) {
        struct device *device = device_of(dropped[k]);
        if (device)
            lose(device);
    }
    n_dropped = 0;
    sim.now_ms += chance(90) ? below(300) : below(40000);
    if (sim.now_ms >= sim.wake_ms) {
        sim.wake_ms = INT64_MAX;
        node_woken(sim.node, sim.now_ms);
        node_settled(sim.node);
    }
    if (below(1000) < 3)
        crash();
    if (sim.step % 50 == 0)
        sim_check();
}

static void run(u64 seed)
{
    const bool tell = sim.tell;
    disk_clear(&sim.disk);
    sim.seed = seed;
    sim.noise = mix64(seed);
    sim.n_made = 0;
    sim.next_connection = 0;
    sim.tell = tell;
    sim.now_ms = 1000;
    memset(sim.device, 0, sizeof sim.device);
    sim.n_stale = 0;
    for (unsigned k = 0; k < SIM_DEVICES; k++)
        snprintf(sim.device[k].secret, sizeof sim.device[k].secret, "device-number-%08u", k);
    sim.fault_percent = below(3) ? below(4) : 0;
    open_node();
    for (sim.step = 0; sim.step < STEPS; sim.step++)
        one_step();
    while (sim.flying)
        land();
    for (size_t k = 0; k < SIM_DEVICES; k++)
        lose(&sim.device[k]);
    sim_check();
    for (size_t t = 0; t < sim.disk.n; t++)
        sim.n.games += sim.disk.tables[t].n_ended;
    sim.n.booked += sim.disk.n_booked;
    node_close(sim.node);
}

int main(int argc, char **argv)
{
    const u64 first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const u64 count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    sim.tell = argc > 3;
    for (u64 seed = first; seed < first + count; seed++)
        run(seed);
    printf(
        "%u texts told, %u done, %u refused, %u tables read again, %u games ended, %u booked, %u crashes, %u batches "
        "not kept\n%llu passed, 0 failed\n",
        sim.n.told, sim.n.done, sim.n.refused, sim.n.replayed, sim.n.games, sim.n.booked, sim.n.crashes, sim.n.failures,
        (unsigned long long)count);
    disk_clear(&sim.disk);
    return 0;
}
