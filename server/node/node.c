/* node.c - a node's life: connections, their messages, time. */
#include "server/node/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"
#include "server/net/read.h"
#include "server/node/inner.h"

struct node *node_open(const struct node_ports *ports, const struct table_options *options, i64 now_ms, char *fault,
                       size_t room)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node) {
        snprintf(fault, room, "no memory");
        return NULL;
    }
    node->ports = *ports;
    node->options = *options;
    node->now_ms = now_ms;
    node->gathers = &node->batches[0];
    room_ports(node);
    node->ports.seal(node->ports.context, node->seal.byte);
    if (rooms_read(node, NULL, fault, room))
        return node;
    node_close(node);
    return NULL;
}

void node_close(struct node *node)
{
    node->ports.drop = NULL;
    for (size_t k = 0; k < node->sessions.room; k++)
        free(node->sessions.values[k]);
    map_clear(&node->sessions);
    while (node->n_heap) {
        node->heap[0]->sessions = NULL;
        room_dissolve(node, node->heap[0]);
    }
    map_clear(&node->rooms);
    free(node->heap);
    batches_free(node);
    free(node);
}

/* --- messages ------------------------------------------------------------------------------------------------------------------------ */

static void trouble(struct node *node, struct session *session, const char *code, const char *says)
{
    struct msg msg = {.kind = MSG_trouble};
    snprintf(msg.trouble.code, sizeof msg.trouble.code, "%s", code);
    struct text to = text_over(msg.trouble.says, sizeof msg.trouble.says);
    text_put(&to, says);
    text_mend(&to);
    node_reply(node, session, &msg, 0);
}

void node_opened(struct node *node, u64 connection, i64 now_ms)
{
    struct session *session = calloc(1, sizeof *session);
    node->now_ms = now_ms;
    if (session && map_put(&node->sessions, connection, session)) {
        session->connection = connection;
        return;
    }
    free(session);
    node->ports.drop(node->ports.context, connection, 1013, "no memory");
}

void node_closed(struct node *node, u64 connection, i64 now_ms)
{
    struct session *session = map_get(&node->sessions, connection);
    node->now_ms = now_ms;
    if (!session)
        return;
    lobby_leave(node, session);
    room_leave(node, session);
    map_remove(&node->sessions, connection);
    free(session);
}

static void hello(struct node *node, struct session *session, const struct msg *msg)
{
    char name[TABLE_NAME + 1], unread[160];
    if (!device_ok(msg->hello.device)) {
        trouble(node, session, "request", DEVICE_SAYS);
        return;
    }
    lobby_leave(node, session);
    room_leave(node, session);
    session->known = true;
    session->moves = msg->hello.moves;
    player_of_device(msg->hello.device, &session->player);
    if (!msg->hello.table[0])
        return;
    memcpy(name, msg->hello.table, sizeof name);
    table_name_mend(name);
    struct room *room = room_find(node, name);
    if (!room && rooms_read(node, name, unread, sizeof unread))
        room = room_find(node, name);
    if (!room || room->gone) {
        trouble(node, session, "unknown", "there is no such table");
        return;
    }
    if (table_watching(room->table) >= NODE_WATCHING_MAX && table_seat_of(room->table, &session->player) < 0) {
        trouble(node, session, "full", "too many people watch this table");
        return;
    }
    session->game = (u32)msg->hello.game;
    session->since = (u32)msg->hello.since;
    room_enter(node, room, session);
}

static void refused(struct node *node, struct session *session, const struct msg *command,
                    const struct table_verdict *why)
{
    struct msg msg = {.kind = MSG_refused, .refused = {.id = command->id, .v = session->room->table->version}};
    snprintf(msg.refused.code, sizeof msg.refused.code, "%s", why->code);
    memcpy(msg.refused.says, why->says, sizeof why->says);
    node->totals.refused++;
    node_reply(node, session, &msg, command->id);
    room_show(node, session, false);
    if (node->now_ms >= node->trouble_until_ms)
        room_choices(node, session); /* else they come when they are of use: a program would send its choice at once */
}

static void command(struct node *node, struct session *session, const struct msg *msg)
{
    struct room *room = session->room;
    struct table_verdict verdict = {.code = "disk", .says = DISK_SAYS};
    if (!room || session->joining) {
        trouble(node, session, "request", "say hello to a table first");
        return;
    }
    node->totals.commands++;
    if (node->now_ms < node->trouble_until_ms) {
        refused(node, session, msg, &verdict);
        return;
    }
    const struct table_world world = room_world(node, room);
    table_round_trip(room->table, &session->player,
                     node->ports.round_trip_ms(node->ports.context, session->connection));
    table_command(room->table, &world, &session->player, msg, &verdict);
    room_acted(node, room);
    if (verdict.code) {
        refused(node, session, msg, &verdict);
        return;
    }
    const struct msg done = {.kind = MSG_done, .done = {.id = msg->id, .v = room->table->version}};
    node_reply(node, session, &done, msg->id);
}

/* A page can't see the pings of its socket: it asks for itself. */
static void beat(struct node *node, struct session *session, const struct msg *msg)
{
    const struct msg beating = {.kind = MSG_beating, .beating.n = msg->beat.n};
    node_reply(node, session, &beating, 0);
}

void node_message(struct node *node, u64 connection, const char *text, size_t n, i64 now_ms)
{
    struct session *session = map_get(&node->sessions, connection);
    struct msg msg;
    struct msg_fault fault;
    node->now_ms = now_ms;
    if (!session || node->leaving)
        return;
    if (!msg_read(&msg, text, n, true, &fault)) {
        trouble(node, session, "request", fault.says);
        return;
    }
    if (msg.kind == MSG_hello)
        hello(node, session, &msg);
    else if (msg.kind == MSG_beat)
        beat(node, session, &msg);
    else if (!session->known)
        trouble(node, session, "request", "say hello first");
    else if (msg.kind == MSG_wait)
        lobby_wait(node, session, &msg);
    else
        command(node, session, &msg);
}

/* --- time ---------------------------------------------------------------------------------------------------------------------------- */

void node_woken(struct node *node, i64 now_ms)
{
    node->now_ms = now_ms;
    if (node->leaving || now_ms < node->trouble_until_ms)
        return;
    room_tick(node);
    if (node->trouble_until_ms && !node->flies && !node->gathers->n_writes)
        batch_probe(node);
}

void node_settled(struct node *node)
{
    keep_submit(node);
    i64 due = node->n_heap && !node->leaving ? node->heap[0]->due_ms : INT64_MAX;
    if (node->trouble_until_ms && !node->leaving && !node->flies) /* nothing before; then it is tried */
        due = node->trouble_until_ms;
    if (due != INT64_MAX)
        node->ports.wake(node->ports.context, due);
}

void node_leave(struct node *node)
{
    if (node->leaving)
        return;
    node->leaving = true;
    for (size_t k = 0; k < node->sessions.room; k++) {
        struct session *session = node->sessions.keys[k] ? node->sessions.values[k] : NULL;
        if (!session)
            continue;
        trouble(node, session, "leaving", "the server restarts: come back in a moment");
    }
    keep_submit(node);
}

bool node_is_done(const struct node *node)
{
    return node->leaving && !node->flies && !node->gathers->n_writes;
}

bool node_in_trouble(const struct node *node)
{
    return node->trouble_until_ms != 0;
}

void node_totals(const struct node *node, struct node_totals *totals)
{
    *totals = node->totals;
    totals->tables = node->rooms.n;
    totals->sessions = node->sessions.n;
    totals->playing = totals->waiting = 0;
    for (size_t k = 0; k < node->n_heap; k++)
        totals->playing += node->heap[k]->table->phase == TABLE_PLAYING;
    for (const struct session *session = node->waiters; session; session = session->next_waiting)
        totals->waiting++;
}
