/* batch.c - what tables cause, gathered: entries to be kept, and texts that wait for it. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

void batch_send(struct node *node, const struct outgoing *out)
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
        batch_send(node, out);
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

static void free_chunks(struct chunk **first)
{
    for (struct chunk *chunk = *first, *next; chunk; chunk = next) {
        next = chunk->next;
        munmap(chunk, sizeof *chunk);
    }
    *first = NULL;
}

void batch_empty(struct batch *batch)
{
    unsigned kept = 0;
    batch->n_writes = batch->n_outs = batch->n_askings = batch->n_rooms = 0;
    FEWER(batch->writes, batch->writes_room);
    FEWER(batch->outs, batch->outs_room);
    FEWER(batch->askings, batch->askings_room);
    FEWER(batch->rooms, batch->rooms_room);
    batch->chunk = NULL;
    for (struct chunk *chunk = batch->chunks; chunk; chunk = chunk->next)
        if (++kept == CHUNKS_KEPT)
            free_chunks(&chunk->next);
}

void batches_free(struct node *node)
{
    for (size_t b = 0; b < COUNT(node->batches); b++) {
        struct batch *batch = &node->batches[b];
        free_chunks(&batch->chunks);
        free(batch->writes);
        free(batch->outs);
        free(batch->askings);
        free(batch->rooms);
    }
}
