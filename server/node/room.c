/* room.c - rooms: a table each, who follows it, and when it is due. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"
#include "server/node/inner.h"

/* --- by name, and by time ------------------------------------------------------------------------------------------------------ */

u64 name_key(const char *name)
{
    u64 key = 0;
    for (size_t k = 0; k < TABLE_NAME && name[k]; k++)
        key = key << 8 | (u8)name[k];
    return key;
}

struct room *room_find(struct node *node, const char *name)
{
    const u64 key = name_key(name);
    return key && strlen(name) <= TABLE_NAME ? map_get(&node->rooms, key) : NULL;
}

static void heap_set(struct node *node, size_t at, struct room *room)
{
    node->heap[at] = room;
    room->heap_at = at + 1;
}

static void heap_settle(struct node *node, size_t at)
{
    struct room *room = node->heap[at];
    for (size_t up; at > 0 && node->heap[up = (at - 1) / 2]->due_ms > room->due_ms; at = up)
        heap_set(node, at, node->heap[up]);
    for (size_t down; (down = 2 * at + 1) < node->n_heap; at = down) {
        if (down + 1 < node->n_heap && node->heap[down + 1]->due_ms < node->heap[down]->due_ms)
            down++;
        if (node->heap[down]->due_ms >= room->due_ms)
            break;
        heap_set(node, at, node->heap[down]);
    }
    heap_set(node, at, room);
}

static bool heap_add(struct node *node, struct room *room)
{
    if (node->n_heap == node->heap_room) {
        const size_t wider = node->heap_room ? 2 * node->heap_room : 64;
        struct room **heap = realloc(node->heap, wider * sizeof *heap);
        if (!heap)
            return false;
        node->heap = heap;
        node->heap_room = wider;
    }
    room->due_ms = INT64_MAX;
    heap_set(node, node->n_heap++, room);
    return true;
}

static void heap_remove(struct node *node, struct room *room)
{
    const size_t at = room->heap_at - 1;
    struct room *last = node->heap[--node->n_heap];
    if (last == room)
        return;
    heap_set(node, at, last);
    heap_settle(node, at);
}

struct room *room_make(struct node *node, struct table *table)
{
    struct room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    room->key = name_key(table->name);
    room->table = table;
    if (!heap_add(node, room)) {
        free(room);
        return NULL;
    }
    if (map_put(&node->rooms, room->key, room))
        return room;
    heap_remove(node, room);
    free(room);
    return NULL;
}

static void enlist(struct room *room, struct session *session)
{
    session->room = room;
    session->next = room->sessions;
    session->back = &room->sessions;
    if (session->next)
        session->next->back = &session->next;
    room->sessions = session;
}

static void delist(struct session *session)
{
    *session->back = session->next;
    if (session->next)
        session->next->back = session->back;
    session->room = NULL;
    session->joining = false;
}

void room_dissolve(struct node *node, struct room *room)
{
    while (room->sessions) {
        struct session *session = room->sessions;
        delist(session);
        if (room->table->phase != TABLE_CLOSED) /* it could not be read again: they come back, and it is tried anew */
            node->ports.drop(node->ports.context, session->connection, 1012, "come back");
    }
    bus_clear(&room->topic);
    heap_remove(node, room);
    map_remove(&node->rooms, room->key);
    table_free(room->table);
    free(room);
}

/* --- what a table causes --------------------------------------------------------------------------------------------------------- */

static struct store_write write_of(struct node *node, enum store_write_kind kind, const struct table *table)
{
    struct store_write write = {
        .kind = kind, .left_ms = -1, .at_ms = node->ports.at_ms(node->ports.context), .version = table->version};
    memcpy(write.table, table->name, sizeof write.table);
    write.game = table->game;
    return write;
}

static void keep(void *context, struct table *table, const struct msg *event)
{
    struct node *node = context;
    struct store_write write = write_of(node, STORE_ROW, table);
    if (event->v == 1) {
        const struct store_write open = write_of(node, STORE_OPEN, table);
        batch_write(node, &open);
    }
    write.version = (u32)event->v;
    write.at_ms = event->at;
    write.is_event = event->kind != MSG_line;
    if (write.is_event) {
        char room[4096];
        struct text to = text_over(room, sizeof room);
        msg_write(event, &to);
        REQUIRE(!to.cut);
        write.text = batch_bytes(node, room, to.length + 1);
    } else {
        write.text = batch_bytes(node, event->line.line, strlen(event->line.line) + 1);
        write.left_ms = (i32)event->line.left;
        memcpy(write.why, event->line.why, sizeof write.why);
    }
    batch_write(node, &write);
    node_tell(node, node->acting, event);
    if (event->kind == MSG_closed) {
        const struct store_write closed = write_of(node, STORE_CLOSE, table);
        batch_write(node, &closed);
    }
}

static void begin(void *context, struct table *table)
{
    struct node *node = context;
    struct store_write write = write_of(node, STORE_BEGIN, table), seal = write_of(node, STORE_SEAL, table);
    write.version = table->game_version;
    write.text = batch_bytes(node, table->rules, strlen(table->rules) + 1);
    memcpy(write.bytes, table->key.byte, sizeof write.bytes);
    memcpy(seal.bytes, node->seal.byte, sizeof seal.bytes);
    batch_write(node, &write);
    batch_write(node, &seal);
}

static void end(void *context, struct table *table, const struct store_result *result)
{
    struct node *node = context;
    struct store_write write = write_of(node, STORE_END, table);
    write.result = (const struct store_result *)(const void *)batch_bytes(node, result, sizeof *result);
    batch_write(node, &write);
}

static void tell(void *context, struct table *table, const struct msg *msg)
{
    struct node *node = context;
    (void)table;
    node_tell(node, node->acting, msg);
}

static void draw(void *context, u8 *bytes, size_t n)
{
    struct node *node = context;
    node->ports.random(node->ports.context, bytes, n);
}

void room_ports(struct node *node)
{
    node->table_ports = (struct table_ports){node, keep, begin, end, tell, draw};
}

struct table_world room_world(struct node *node, struct room *room)
{
    node->acting = room;
    return (struct table_world){&node->options, &node->table_ports, &node->shelf,
                                &node->seal,    node->now_ms,       node->ports.at_ms(node->ports.context)};
}

void room_acted(struct node *node, struct room *room)
{
    const bool lively = room->table->phase == TABLE_PLAYING;
    room->due_ms = table_due_ms(room->table, &node->options);
    heap_settle(node, room->heap_at - 1);
    if (lively && room->chosen != room->table->line_version) {
        room->chosen = room->table->line_version;
        for (struct session *session = room->sessions; session; session = session->next)
            room_choices(node, session);
    }
    if (lively == room->lively)
        return;
    room->lively = lively;
    for (const struct session *session = room->sessions; session; session = session->next)
        node->ports.lively(node->ports.context, session->connection, lively);
}

void room_tick(struct node *node)
{
    while (node->n_heap && node->heap[0]->due_ms <= node->now_ms) {
        struct room *room = node->heap[0];
        const struct table_world world = room_world(node, room);
        table_tick(room->table, &world);
        room_acted(node, room);
        if (room->due_ms <= node->now_ms) { /* one step a round: others are due as well */
            room->due_ms = node->now_ms + 1;
            heap_settle(node, room->heap_at - 1);
        }
    }
}

/* --- sessions ---------------------------------------------------------------------------------------------------------------------- */

/* The same player at the same table from another window: the newest stays. True if there was one that had come. */
static bool replace(struct node *node, struct room *room, const struct session *newest)
{
    bool had_come = false;
    for (struct session *session = room->sessions, *next; session; session = next) {
        next = session->next;
        if (session == newest || !player_is(&session->player, &newest->player))
            continue;
        had_come = had_come || !session->joining;
        delist(session);
        bus_leave(&room->topic, session->connection);
        const struct msg trouble = {
            .kind = MSG_trouble,
            .trouble = {.code = "elsewhere", .says = "this table is open in another window, which plays now"}};
        node_reply(node, session, &trouble, 0);
        node->ports.drop(node->ports.context, session->connection, 4000, "elsewhere");
    }
    return had_come;
}

void room_join(struct node *node, struct session *session)
{
    struct room *room = session->room;
    const struct table_world world = room_world(node, room);
    session->joining = false;
    if (!replace(node, room, session))
        table_came(room->table, &world, &session->player);
    room_show(node, session, true);
    if (!bus_follow(&room->topic, session->connection)) {
        node->ports.drop(node->ports.context, session->connection, 1013, "no memory");
        return;
    }
    node->ports.lively(node->ports.context, session->connection, room->lively);
    room_choices(node, session);
    room_acted(node, room);
}

void room_leave(struct node *node, struct session *session)
{
    struct room *room = session->room;
    if (!room)
        return;
    const bool had_come = !session->joining;
    const struct table_world world = room_world(node, room);
    delist(session);
    if (!had_come)
        return;
    bus_leave(&room->topic, session->connection);
    table_went(room->table, &world, &session->player);
    room_acted(node, room);
}

void room_enter(struct node *node, struct room *room, struct session *session)
{
    enlist(room, session);
    session->joining = true;
    if (!room->gathers && !room->flies)
        room_join(node, session);
}

/* --- what a table looks like --------------------------------------------------------------------------------------------------------- */

/* Lines on their way to one session, a few kilobytes a message. */
struct showing {
    struct node *node;
    struct session *session;
    u32 skip, n, version;
    size_t length;
    char text[NODE_LINES_BYTES + FAIR_LINE_MAX];
};

static void show_lines(struct showing *showing)
{
    static char json[6 * sizeof showing->text];
    struct text to = text_over(json, sizeof json);
    showing->text[showing->length] = 0;
    text_json(&to, showing->text);
    const struct msg lines = {
        .kind = MSG_lines,
        .lines = {
            .game = showing->session->room->table->game, .v = showing->version, .skip = showing->skip, .lines = json}};
    node_reply(showing->node, showing->session, &lines, 0);
    showing->skip += showing->n;
    showing->n = 0;
    showing->length = 0;
}

static bool show_line(void *context, const struct store_row *row)
{
    struct showing *showing = context;
    const size_t n = strlen(row->text);
    if (row->is_event || n >= FAIR_LINE_MAX)
        return true;
    if (showing->length + n + 2 > NODE_LINES_BYTES)
        show_lines(showing);
    memcpy(showing->text + showing->length, row->text, n);
    showing->length += n;
    showing->text[showing->length++] = '\n';
    showing->version = row->version;
    showing->n++;
    return true;
}

void room_show(struct node *node, struct session *session, bool with_lines)
{
    const struct table *table = session->room->table;
    const struct table_world world = room_world(node, session->room);
    char people[TABLE_PEOPLE_ROOM];
    struct msg msg;
    table_describe(table, &world, &session->player, &msg, people);
    node_reply(node, session, &msg, 0);
    if (!with_lines || table->phase != TABLE_PLAYING)
        return;
    struct showing showing = {.node = node, .session = session};
    const u32 since = session->game == table->game ? session->since : 0;
    if (node->ports.lines(node->ports.context, table->name, since, &showing.skip, &showing, show_line) && showing.n)
        show_lines(&showing);
}

void room_choices(struct node *node, struct session *session)
{
    char list[4096];
    struct text to = text_over(list, sizeof list);
    if (!session->moves || session->joining || !table_choices(session->room->table, &session->player, &to))
        return;
    const struct msg choices = {.kind = MSG_choices, .choices = {.v = session->room->table->version, .moves = list}};
    node_reply(node, session, &choices, 0);
}

void room_choices_all(struct node *node)
{
    for (size_t k = 0; k < node->n_heap; k++)
        for (struct session *session = node->heap[k]->sessions; session; session = session->next)
            room_choices(node, session);
}

/* --- from the store ---------------------------------------------------------------------------------------------------------------- */

struct reading {
    struct node *node;
    struct table_load *load;
    struct room *into; /* a room whose table is read again; NULL: each table gets one */
    char name[TABLE_NAME + 1];
    char *fault;
    size_t room;
};

static bool name_fault(struct reading *reading)
{
    char why[160];
    snprintf(why, sizeof why, "%s", reading->fault);
    snprintf(reading->fault, reading->room, "table %s can't be read: %s", reading->name, why);
    return false;
}

static bool finish(struct reading *reading)
{
    if (!reading->load)
        return true;
    struct node *node = reading->node;
    const struct table_world world = room_world(node, reading->into);
    struct table *table = table_load_end(reading->load, &world, reading->fault, reading->room);
    reading->load = NULL;
    if (!table)
        return name_fault(reading);
    if (reading->into) {
        reading->into->table = table;
        return true;
    }
    struct room *room = room_make(node, table);
    if (!room) {
        table_free(table);
        snprintf(reading->fault, reading->room, "no memory");
        return false;
    }
    room_acted(node, room);
    return true;
}

static bool reading_begin(void *context, const struct store_table *stored)
{
    struct reading *reading = context;
    if (!finish(reading))
        return false;
    memcpy(reading->name, stored->table, sizeof reading->name);
    reading->load = table_load_begin(stored);
    return reading->load != NULL;
}

static bool reading_row(void *context, const struct store_row *row)
{
    struct reading *reading = context;
    return table_load_row(reading->load, row, reading->fault, reading->room) || name_fault(reading);
}

static bool read_tables(struct reading *reading, const char *table)
{
    const struct store_reader reader = {reading, reading_begin, reading_row};
    struct node *node = reading->node;
    reading->fault[0] = 0;
    bool good = node->ports.tables(node->ports.context, table, &reader, reading->fault, reading->room);
    good = good && !reading->fault[0] && finish(reading);
    if (reading->load) {
        const struct table_world world = room_world(node, NULL);
        char unused[8];
        table_free(table_load_end(reading->load, &world, unused, sizeof unused));
    }
    return good;
}

bool rooms_read(struct node *node, const char *table, char *fault, size_t room)
{
    struct reading reading = {.node = node, .fault = fault, .room = room};
    return read_tables(&reading, table);
}

void room_reload(struct node *node, struct room *room)
{
    char fault[200], name[TABLE_NAME + 1];
    struct reading reading = {.node = node, .into = room, .fault = fault, .room = sizeof fault};
    memcpy(name, room->table->name, sizeof name);
    struct table *before = room->table;
    room->table = NULL;
    if (!room->gone && read_tables(&reading, name) && room->table) {
        table_free(before);
    } else {
        room->table = before; /* it keeps its name until the room dissolves */
        room->gone = true;
        return;
    }
    const struct table_world world = room_world(node, room);
    for (const struct session *session = room->sessions; session; session = session->next)
        if (!session->joining)
            table_came(room->table, &world, &session->player);
    for (struct session *session = room->sessions; session; session = session->next)
        if (!session->joining)
            room_show(node, session, false);
    room_acted(node, room);
}
