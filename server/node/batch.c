/* batch.c - what tables cause, gathered, kept in one go, and then told. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "server/limits.h"
#include "server/node/inner.h"

enum { TEXT_ROOM = 48 * 1024 }; /* lines of a record, each byte written as six at worst */
enum { CHUNKS_KEPT = 4, ROWS_KEPT = 1024 };

/* Frees an array that a crowd has made long. */
#define FEWER(array, room) \
    do { \
        if ((room) > ROWS_KEPT) { \
            free(array); \
            (array) = NULL; \
            (room) = 0; \
        } \
    } while (0)

/* One more of an array that grows; there is no going on without memory for what must be kept. */
#define MORE(array, n, room) \
    do { \
        if ((n) == (room)) { \
            (room) = (room) ? 2 * (room) : 32; \
            (array) = realloc((array), (room) * sizeof *(array)); \
            REQUIRE(array); \
        } \
    } while (0)

/* Straight from the system, so that what a crowd took goes back to it: freed chunks of malloc would stay between what lives on. */
static struct chunk *chunk_make(void)
{
    struct chunk *chunk = mmap(NULL, sizeof *chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(chunk != MAP_FAILED);
    chunk->next = NULL;
    return chunk;
}

char *batch_bytes(struct node *node, const void *bytes, size_t n)
{
    struct batch *batch = node->gathers;
    REQUIRE(n <= sizeof batch->chunk->bytes);
    if (!batch->chunk || batch->chunk->used + n > sizeof batch->chunk->bytes) {
        struct chunk *next = batch->chunk ? batch->chunk->next : batch->chunks;
        if (!next) {
            next = chunk_make();
            *(batch->chunk ? &batch->chunk->next : &batch->chunks) = next;
        }
        next->used = 0;
        batch->chunk = next;
    }
    char *to = batch->chunk->bytes + batch->chunk->used;
    memcpy(to, bytes, n);
    batch->chunk->used += (n + 7) & ~(size_t)7;
    return to;
}

static void name_room(struct node *node, struct room *room)
{
    struct batch *batch = node->gathers;
    if (room->gathers)
        return;
    room->gathers = true;
    MORE(batch->rooms, batch->n_rooms, batch->rooms_room);
    batch->rooms[batch->n_rooms++] = room;
}

void batch_write(struct node *node, const struct store_write *write)
{
    struct batch *batch = node->gathers;
    name_room(node, node->acting);
    MORE(batch->writes, batch->n_writes, batch->writes_room);
    batch->writes[batch->n_writes++] = *write;
    node->totals.rows++;
}

void batch_making(struct node *node, struct room *room, const struct node_making *making)
{
    struct batch *batch = node->gathers;
    MORE(batch->makings, batch->n_makings, batch->makings_room);
    batch->makings[batch->n_makings].making = *making;
    batch->makings[batch->n_makings++].room = room;
}

static void put_out(struct node *node, const struct outgoing *out)
{
    struct batch *batch = node->gathers;
    MORE(batch->outs, batch->n_outs, batch->outs_room);
    batch->outs[batch->n_outs] = *out;
    batch->outs[batch->n_outs++].text = batch_bytes(node, out->text, out->n + 1);
}

static void send_out(struct node *node, const struct outgoing *out)
{
    if (out->room)
        bus_tell(&node->ports.bus, &out->room->topic, out->text, out->n);
    else
        node->ports.bus.send(node->ports.bus.context, &out->connection, 1, out->text, out->n);
}

/* What is told of a table whose events aren't kept yet waits for them. */
static void tell(struct node *node, const struct room *about, struct outgoing *out, const struct msg *msg)
{
    char room[TEXT_ROOM];
    struct text to = text_over(room, sizeof room);
    msg_write(msg, &to);
    REQUIRE(!to.cut || msg->kind == MSG_lines);
    out->text = room;
    out->n = to.length;
    if (about && (about->gathers || about->flies))
        put_out(node, out);
    else
        send_out(node, out);
}

void node_tell(struct node *node, struct room *room, const struct msg *msg)
{
    tell(node, room, &(struct outgoing){.room = room}, msg);
}

void node_reply(struct node *node, struct session *session, const struct msg *msg, i64 id)
{
    const struct room *about = msg->kind == MSG_paired ? NULL : session->room;
    tell(node, session->room, &(struct outgoing){.connection = session->connection, .about = about, .id = id}, msg);
}

/* --- to the store and back --------------------------------------------------------------------------------------------------- */

static void swap(struct node *node)
{
    struct batch *batch = node->gathers;
    node->flies = batch;
    node->gathers = &node->batches[batch == &node->batches[0]];
    for (size_t k = 0; k < batch->n_rooms; k++) {
        batch->rooms[k]->gathers = false;
        batch->rooms[k]->flies = true;
    }
}

static void free_chunks(struct chunk **first)
{
    for (struct chunk *chunk = *first, *next; chunk; chunk = next) {
        next = chunk->next;
        munmap(chunk, sizeof *chunk);
    }
    *first = NULL;
}

/* Ready for the next: with some of its memory, so that a crowd's isn't held for ever. */
static void empty(struct batch *batch)
{
    unsigned kept = 0;
    batch->n_writes = batch->n_outs = batch->n_makings = batch->n_rooms = 0;
    FEWER(batch->writes, batch->writes_room);
    FEWER(batch->outs, batch->outs_room);
    FEWER(batch->makings, batch->makings_room);
    FEWER(batch->rooms, batch->rooms_room);
    batch->chunk = NULL;
    for (struct chunk *chunk = batch->chunks; chunk; chunk = chunk->next)
        if (++kept == CHUNKS_KEPT)
            free_chunks(&chunk->next);
}

static void make_known(struct batch *batch, bool kept)
{
    for (size_t k = 0; k < batch->n_makings; k++) {
        struct node_making *making = &batch->makings[k].making;
        struct room *room = batch->makings[k].room;
        room->gone = room->gone || !kept;
        if (making->made)
            making->made(making->context, kept ? room->table->name : NULL);
    }
}

/* Those who wanted to join while the room's events were on their way; and rooms that are gone. */
static void let_in(struct node *node, struct batch *batch)
{
    for (size_t k = 0; k < batch->n_rooms; k++) {
        struct room *room = batch->rooms[k];
        if (room->gathers || room->flies)
            continue;
        if (room->gone) {
            room_dissolve(node, room);
            continue;
        }
        for (struct session *session = room->sessions, *next; session; session = next) {
            next = session->next;
            if (session->joining)
                room_join(node, session);
        }
    }
}

/* All are told what has happened. Where a batch without entries waited behind this one, its texts can go, too. */
static void tell_all(struct node *node, struct batch *batch)
{
    for (size_t k = 0; k < batch->n_outs; k++) {
        const struct outgoing *out = &batch->outs[k];
        const struct session *session = out->about ? map_get(&node->sessions, out->connection) : NULL;
        if (!out->about || (session && session->room == out->about))
            send_out(node, out);
    }
}

static void land(struct batch *batch)
{
    for (size_t k = 0; k < batch->n_rooms; k++) {
        struct room *room = batch->rooms[k];
        room->flies = false;
        room->gone = room->gone || !room->table || room->table->phase == TABLE_CLOSED;
    }
}

void batch_submit(struct node *node)
{
    struct batch *batch = node->gathers;
    if (node->flies)
        return;
    if (batch->n_writes) {
        swap(node);
        node->totals.batches++;
        node->ports.submit(node->ports.context, node->flies->writes, node->flies->n_writes);
    } else if (batch->n_outs) {
        tell_all(node, batch);
        empty(batch);
    }
}

static void say_undone(struct node *node, const struct batch *batch)
{
    for (size_t k = 0; k < batch->n_outs; k++) {
        const struct outgoing *out = &batch->outs[k];
        struct session *session = map_get(&node->sessions, out->connection);
        if (!session || !out->id)
            continue;
        struct msg refused = {.kind = MSG_refused,
                              .refused = {.id = out->id,
                                          .code = "disk",
                                          .says = "the server can't keep anything just now; nothing is lost: try again "
                                                  "in a moment"}};
        node_reply(node, session, &refused, 0);
    }
}

/* Nothing of the batch that flew, nor of the one that gathered on top of it, has happened: their tables are read again, and who
 * asked for what is now undone hears so. */
static void undo(struct node *node, struct batch *batch)
{
    make_known(batch, false);
    for (size_t k = 0; k < batch->n_rooms; k++) {
        batch->rooms[k]->gathers = batch->rooms[k]->flies = false;
        room_reload(node, batch->rooms[k]);
    }
    say_undone(node, batch);
}

/* Rooms that the batch which flew names as well: each is read again once. */
static void drop_flying(struct batch *gathering)
{
    size_t n = 0;
    for (size_t k = 0; k < gathering->n_rooms; k++)
        if (!gathering->rooms[k]->flies)
            gathering->rooms[n++] = gathering->rooms[k];
    gathering->n_rooms = n;
}

static void fail(struct node *node)
{
    struct batch *flying = node->flies, *gathering = node->gathers;
    node->totals.failed++;
    node->trouble_until_ms = node->now_ms + NODE_TROUBLE_MS;
    node->flies = NULL;
    drop_flying(gathering);
    undo(node, flying);
    undo(node, gathering);
    node->ports.seal(node->ports.context, node->seal.byte);
    let_in(node, flying);
    let_in(node, gathering);
    empty(flying);
    empty(gathering);
}

void node_kept(struct node *node, bool kept, i64 now_ms)
{
    struct batch *batch = node->flies;
    REQUIRE(batch);
    node->now_ms = now_ms;
    if (!kept) {
        fail(node);
        return;
    }
    node->trouble_until_ms = 0;
    node->flies = NULL;
    tell_all(node, batch);
    make_known(batch, true);
    land(batch);
    let_in(node, batch);
    empty(batch);
    batch_submit(node);
}

void batches_free(struct node *node)
{
    for (size_t b = 0; b < COUNT(node->batches); b++) {
        struct batch *batch = &node->batches[b];
        free_chunks(&batch->chunks);
        free(batch->writes);
        free(batch->outs);
        free(batch->makings);
        free(batch->rooms);
    }
}
