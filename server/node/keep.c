/* keep.c - batches on their way to the store and back: kept and then told, or undone. */
#include "server/limits.h"
#include "server/node/inner.h"

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
        struct session *session = room->sessions;
        while (session) { /* each that comes in may send others away: again from the first */
            const bool joins = session->joining;
            if (joins)
                room_join(node, session);
            session = joins ? room->sessions : session->next;
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
            batch_send(node, out);
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
    batch_empty(batch);
}

void keep_submit(struct node *node)
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
        const struct msg refused = {.kind = MSG_refused, .refused = {.id = out->id, .code = "disk", .says = DISK_SAYS}};
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
    batch_empty(flying);
    batch_empty(gathering);
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
    keep_submit(node);
}
