/* sending.c - connections at /ws, towards the client: what waits to be sent, when each is looked at next, its end.
 *
 * Nothing is sent or freed at once: a connection that has something to send, or has ended, is `touched`; socket.c walks those at
 * the end of a round of the loop. Timers are one wheel: each connection is in the step at which it must be looked at next. */
#include <stdlib.h>
#include <string.h>

#include "server/net/inner.h"

enum { ROW_BYTES = 32, SENDINGS_KEPT = 4096 };
enum { TEXT = 1, CLOSE = 8 };

/* --- texts ------------------------------------------------------------------------------------------------------------- */

struct net_text *text_frame(u8 opcode, const void *bytes, size_t n)
{
    size_t head = n < 126 ? 2 : n < 65536 ? 4 : 10;
    struct net_text *text = n < UINT32_MAX / 2 ? malloc(sizeof *text + head + n) : NULL;
    if (!text)
        return NULL;
    text->holders = 1;
    text->n = (u32)(head + n);
    text->bytes[0] = 0x80 | opcode;
    text->bytes[1] = head == 2 ? (u8)n : head == 4 ? 126 : 127;
    for (size_t i = 2; i < head; i++)
        text->bytes[i] = (u8)(n >> 8 * (head - 1 - i));
    if (n)
        memcpy(text->bytes + head, bytes, n);
    return text;
}

struct net_text *net_text_make(const char *text, size_t n)
{
    return text_frame(TEXT, text, n);
}

void net_text_drop(struct net_text *text)
{
    if (text && !--text->holders)
        free(text);
}

/* --- which connection -------------------------------------------------------------------------------------------------- */

static struct socket *find(const struct net *net, net_id id)
{
    u32 slot = id & ((1u << SLOT_BITS) - 1);
    struct socket *socket = slot < net->n_slots ? net->slots[slot] : NULL;
    return socket && socket->id == id && socket->state == SOCKET_OPEN ? socket : NULL;
}

/* --- the wheel --------------------------------------------------------------------------------------------------------- */

void socket_off_wheel(struct socket *socket)
{
    if (!socket->wheel)
        return;
    *socket->wheel = socket->wheel_next;
    if (socket->wheel_next)
        socket->wheel_next->wheel = socket->wheel;
    socket->wheel = NULL;
}

void socket_look(struct net *net, struct socket *socket, i64 ms)
{
    i64 steps = (ms + WHEEL_STEP_MS - 1) / WHEEL_STEP_MS;
    steps = steps < 1 ? 1 : steps >= WHEEL_STEPS ? WHEEL_STEPS - 1 : steps;
    socket_off_wheel(socket);
    struct socket **step = &net->wheel[(net->wheel_now + (u32)steps) % WHEEL_STEPS];
    socket->wheel_next = *step;
    socket->wheel = step;
    if (*step)
        (*step)->wheel = &socket->wheel_next;
    *step = socket;
}

void net_pace(struct net *net, net_id id, bool lively)
{
    struct socket *socket = find(net, id);
    if (!socket || socket->lively == lively)
        return;
    socket->lively = lively;
    socket->heard_ms = net_now_ms(net); /* its silence so far was of the other kind */
    socket_look(net, socket, 0);
}

/* --- sending ----------------------------------------------------------------------------------------------------------- */

void socket_touch(struct net *net, struct socket *socket)
{
    if (socket->is_touched)
        return;
    socket->is_touched = true;
    socket->touched = net->touched;
    net->touched = socket;
}

void socket_sent(struct net *net, struct socket *socket)
{
    struct sending *row = socket->first;
    socket->first = row->next;
    if (!socket->first)
        socket->last = &socket->first;
    socket->queued -= row->text->n + ROW_BYTES;
    net_text_drop(row->text);
    if (net->n_spare_sendings < SENDINGS_KEPT) {
        row->next = net->spare_sendings;
        net->spare_sendings = row;
        net->n_spare_sendings++;
    } else {
        free(row);
    }
}

/* Queues without looking at the state. */
static void queue(struct net *net, struct socket *socket, struct net_text *text)
{
    struct sending *row = net->spare_sendings;
    if (row) {
        net->spare_sendings = row->next;
        net->n_spare_sendings--;
    } else {
        row = malloc(sizeof *row);
    }
    if (!row) {
        socket_kill(net, socket);
        return;
    }
    text->holders++;
    *row = (struct sending){NULL, text};
    *socket->last = row;
    socket->last = &row->next;
    socket->queued += text->n + ROW_BYTES;
    socket_touch(net, socket);
}

void socket_send(struct net *net, struct socket *socket, struct net_text *text)
{
    if (socket->state != SOCKET_OPEN)
        return;
    if (socket->queued + text->n > NET_QUEUE_MAX) {
        net->totals.dropped_slow++;
        socket_kill(net, socket);
        return;
    }
    queue(net, socket, text);
}

void net_send(struct net *net, net_id id, struct net_text *text)
{
    struct socket *socket = find(net, id);
    if (!socket)
        return;
    net->totals.messages_out++;
    socket_send(net, socket, text);
}

void socket_kill(struct net *net, struct socket *socket)
{
    if (socket->state == SOCKET_DEAD)
        return;
    socket->state = SOCKET_DEAD;
    uv_poll_stop(&socket->poll);
    socket_touch(net, socket);
}

void socket_end(struct net *net, struct socket *socket, u16 code, const char *reason)
{
    enum { REASON_MAX = 123 };
    u8 body[2 + REASON_MAX] = {(u8)(code >> 8), (u8)code};
    size_t n = strnlen(reason, REASON_MAX);
    if (socket->state != SOCKET_OPEN)
        return;
    memcpy(body + 2, reason, n);
    struct net_text *text = text_frame(CLOSE, body, code ? 2 + n : 0);
    socket->state = SOCKET_ENDING;
    socket->end_ms = net_now_ms(net) + NET_LINGER_MS;
    socket_look(net, socket, NET_LINGER_MS);
    socket_touch(net, socket);
    if (text)
        queue(net, socket, text);
    net_text_drop(text);
}

void net_drop(struct net *net, net_id id, u16 code, const char *reason)
{
    struct socket *socket = find(net, id);
    if (socket)
        socket_end(net, socket, code, reason);
}

i32 net_round_trip_ms(const struct net *net, net_id id)
{
    const struct socket *socket = find(net, id);
    return socket ? socket->round_trip_ms : -1;
}
