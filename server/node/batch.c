/* batch.c - what tables cause, gathered, kept in one go, and then told. */
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"
#include "server/node/inner.h"

enum { TEXT_ROOM = 48 * 1024 }; /* lines of a record, each byte written as six at worst */

/* One more of an array that grows; there is no going on without memory for what must be kept. */
#define MORE(array, n, room) \
    do { \
        if ((n) == (room)) { \
            (room) = (room) ? 2 * (room) : 32; \
            (array) = realloc((array), (room) * sizeof *(array)); \
            REQUIRE(array); \
        } \
    } while (0)

char *batch_bytes(struct node *node, const void *bytes, size_t n)
{
    struct batch *batch = node->gathers;
    REQUIRE(n <= sizeof batch->chunk->bytes);
    if (!batch->chunk || batch->chunk->used + n > sizeof batch->chunk->bytes) {
        struct chunk *next = batch->chunk ? batch->chunk->next : batch->chunks;
        if (!next) {
            next = malloc(sizeof *next);
            REQUIRE(next);
            next->next = NULL;
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

void batch_probe(struct node *node)
{
    struct batch *batch = node->gathers;
    struct store_write write = {.kind = STORE_SEAL};
    memcpy(write.bytes, node->seal.byte, sizeof write.bytes);
    MORE(batch->writes, batch->n_writes, batch->writes_room);
    batch->writes[batch->n_writes++] = write;
}

void batch_asking(struct node *node, const struct node_asking *asking, struct room *making, const char *words)
{
    struct batch *batch = node->gathers;
    MORE(batch->askings, batch->n_askings, batch->askings_room);
    batch->askings[batch->n_askings].asking = *asking;
    batch->askings[batch->n_askings].making = making;
    batch->askings[batch->n_askings++].words = words ? batch_bytes(node, words, strlen(words) + 1) : NULL;
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
static void tell(struct node *node, struct room *about, struct outgoing *out, const struct msg *msg)
{
    char room[TEXT_ROOM];
    struct text to = text_over(room, sizeof room);
    msg_write(msg, &to);
    REQUIRE(!to.cut || msg->kind == MSG_lines);
    out->text = room;
    out->n = to.length;
    if (about && (about->gathers || about->flies)) {
        name_room(node, about); /* what is told of it later mustn't overtake this */
        put_out(node, out);
    } else {
        send_out(node, out);
    }
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

static void empty(struct batch *batch)
{
    batch->n_writes = batch->n_outs = batch->n_askings = batch->n_rooms = 0;
    batch->chunk = NULL;
}

static void answer(struct batch *batch, bool kept)
{
    for (size_t k = 0; k < batch->n_askings; k++) {
        const struct node_asking *asking = &batch->askings[k].asking;
        struct room *making = batch->askings[k].making;
        if (making)
            making->gone = making->gone || !kept;
        if (asking->answer)
            asking->answer(asking->context, !kept ? NULL : making ? making->table->name : batch->askings[k].words);
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

/* All are told what has happened. */
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

/* The batch that flew is kept. */
static void complete(struct node *node)
{
    struct batch *batch = node->flies;
    node->flies = NULL;
    tell_all(node, batch);
    answer(batch, true);
    land(batch);
    let_in(node, batch);
    empty(batch);
}

void batch_submit(struct node *node)
{
    struct batch *batch = node->gathers;
    if (node->flies || !(batch->n_writes || batch->n_outs || batch->n_askings))
        return;
    swap(node);
    if (!batch->n_writes) {
        complete(node);
        return;
    }
    node->totals.batches++;
    node->ports.submit(node->ports.context, batch->writes, batch->n_writes);
}

static void say_undone(struct node *node, const struct batch *batch)
{
    for (size_t k = 0; k < batch->n_outs; k++) {
        const struct outgoing *out = &batch->outs[k];
        struct session *session = map_get(&node->sessions, out->connection);
        if (session && !out->about)
            lobby_again(node, session); /* the only text that tells of no table they are at: `paired` */
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
    answer(batch, false);
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
    REQUIRE(node->flies);
    node->now_ms = now_ms;
    if (!kept) {
        fail(node);
        return;
    }
    const bool was_in_trouble = node->trouble_until_ms != 0;
    node->trouble_until_ms = 0;
    complete(node);
    if (was_in_trouble && !node->leaving) {
        room_choices_all(node);
        lobby_pair(node);
    }
    batch_submit(node);
}

void batches_free(struct node *node)
{
    for (size_t b = 0; b < COUNT(node->batches); b++) {
        struct batch *batch = &node->batches[b];
        for (struct chunk *chunk = batch->chunks, *next; chunk; chunk = next) {
            next = chunk->next;
            free(chunk);
        }
        free(batch->writes);
        free(batch->outs);
        free(batch->askings);
        free(batch->rooms);
    }
}
