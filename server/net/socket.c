/* socket.c - connections at /ws: their beginning, what they send, signs of life, and the end of each round.
 *
 * What waits to be sent, and how a connection ends, is sending.c. An idle connection costs its struct and nothing else.
 *
 *     OPEN --close frame queued--> ENDING --sent, and the client closed or time is over--> DEAD --`closed` called--> freed
 *       \----------------------lost, or too slow-------------------------------------------^ */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/inner.h"

enum { VECTORS = 32 };
enum { PING = 9 };

static bool more_slots(struct net *net)
{
    u32 n = net->n_slots ? net->n_slots * 2 : 64;
    struct socket **slots = realloc(net->slots, n * sizeof(struct socket *));
    if (!slots)
        return false;
    net->slots = slots;
    u32 *free_slots = realloc(net->free_slots, n * sizeof *free_slots);
    if (!free_slots)
        return false;
    net->free_slots = free_slots;
    for (u32 i = n; i-- > net->n_slots;) {
        slots[i] = NULL;
        free_slots[net->n_free++] = i;
    }
    net->n_slots = n;
    return true;
}

/* --- the wheel --------------------------------------------------------------------------------------------------------- */

/* One text with the present time for all that are pinged in a step. */
static void ping(struct net *net, struct socket *socket, i64 now_ms)
{
    if (!net->ping || net->ping_ms != now_ms) {
        net_text_drop(net->ping);
        net->ping = text_frame(PING, &now_ms, sizeof now_ms);
        net->ping_ms = now_ms;
    }
    if (!net->ping)
        return;
    socket->pinged_ms = now_ms;
    socket->awaits_pong = true;
    socket_send(net, socket, net->ping);
}

static void look(struct net *net, struct socket *socket)
{
    i64 now = net_now_ms(net);
    if (socket->state == SOCKET_ENDING) {
        if (now >= socket->end_ms)
            socket_kill(net, socket);
        else
            socket_look(net, socket, socket->end_ms - now);
        return;
    }
    i64 silence = socket->lively ? NET_SILENCE_MS : NET_IDLE_SILENCE_MS;
    i64 pause = socket->lively ? NET_PING_MS : NET_IDLE_PING_MS;
    if (now - socket->heard_ms >= silence) {
        socket_end(net, socket, 1008, "silent");
        return;
    }
    if (frames_late(socket, now)) {
        socket_end(net, socket, 1008, "half a message");
        return;
    }
    if (now - socket->pinged_ms >= pause)
        ping(net, socket, now);
    i64 next = socket->pinged_ms + pause - now, end = socket->heard_ms + silence - now;
    next = next < end ? next : end;
    socket_look(net, socket, socket->reader && next > NET_MESSAGE_MS / 4 ? NET_MESSAGE_MS / 4 : next);
}

void sockets_step(struct net *net)
{
    for (i64 now = net_now_ms(net); net->wheel_ms + WHEEL_STEP_MS <= now; net->wheel_ms += WHEEL_STEP_MS) {
        net->wheel_now = (net->wheel_now + 1) % WHEEL_STEPS;
        struct socket *due = net->wheel[net->wheel_now];
        while (due) { /* each leaves its step, for a later one or for good */
            socket_off_wheel(due);
            if (due->state != SOCKET_DEAD)
                look(net, due);
            due = net->wheel[net->wheel_now];
        }
    }
}

static void on_socket(uv_poll_t *poll, int status, int events);

/* Sends what the system takes; false when it takes no more. */
static bool push(struct net *net, struct socket *socket)
{
    while (socket->first) {
        struct iovec vectors[VECTORS];
        size_t n = 0;
        for (struct sending *row = socket->first; row && n < VECTORS; row = row->next, n++)
            vectors[n] = (struct iovec){row->text->bytes, row->text->n};
        vectors[0].iov_base = (u8 *)vectors[0].iov_base + socket->offset;
        vectors[0].iov_len -= socket->offset;
        struct msghdr message = {.msg_iov = vectors, .msg_iovlen = n};
        ssize_t sent = sendmsg(socket->descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            if (errno != EAGAIN && errno != ENOBUFS && errno != ENOMEM)
                socket_kill(net, socket);
            return false;
        }
        net->totals.bytes_out += (u64)sent;
        u32 gone = socket->offset + (u32)sent;
        while (socket->first && gone >= socket->first->text->n) {
            gone -= socket->first->text->n;
            socket_sent(net, socket);
        }
        socket->offset = gone;
    }
    return true;
}

static void listen_to(struct net *net, struct socket *socket, bool wants_write)
{
    socket->wants_write = wants_write;
    if (uv_poll_start(&socket->poll, UV_READABLE | (wants_write ? UV_WRITABLE : 0), on_socket))
        socket_kill(net, socket);
}

static void flush(struct net *net, struct socket *socket)
{
    bool done = push(net, socket);
    if (socket->state == SOCKET_DEAD)
        return;
    if (done == socket->wants_write)
        listen_to(net, socket, !done);
    if (!done || socket->state != SOCKET_ENDING)
        return;
    if (socket->peer_closed) {
        socket_kill(net, socket);
    } else if (!socket->half_closed) {
        socket->half_closed = true;
        shutdown(socket->descriptor, SHUT_WR);
    }
}

static void on_freed(uv_handle_t *handle)
{
    free((struct socket *)handle); /* `poll` comes first */
}

static void release(struct net *net, struct socket *socket)
{
    while (socket->first)
        socket_sent(net, socket);
    socket_off_wheel(socket);
    u32 slot = socket->id & ((1u << SLOT_BITS) - 1);
    net->slots[slot] = NULL;
    net->free_slots[net->n_free++] = slot;
    net->n_sockets--;
    if (socket->address)
        socket->address->n--;
    uv_close((uv_handle_t *)&socket->poll, on_freed);
    close(socket->descriptor);
}

void sockets_tell(struct net *net)
{
    for (struct socket *socket = net->touched; socket; socket = socket->touched)
        if (socket->state != SOCKET_OPEN && !socket->told) {
            socket->told = true;
            net->totals.connections--;
            if (net->events.closed)
                net->events.closed(net->events.context, socket->id);
        }
}

void sockets_flush(struct net *net)
{
    struct socket *list = net->touched;
    net->touched = NULL;
    while (list) {
        struct socket *socket = list;
        list = socket->touched;
        socket->is_touched = false;
        if (socket->state != SOCKET_OPEN)
            frames_forget(net, socket);
        if (socket->state != SOCKET_DEAD)
            flush(net, socket);
        if (socket->state != SOCKET_DEAD)
            continue;
        if (!socket->told)
            socket_touch(net, socket);
        else if (!socket->is_touched)
            release(net, socket);
    }
}

/* --- life -------------------------------------------------------------------------------------------------------------- */

static void receive(struct net *net, struct socket *socket)
{
    ssize_t n = recv(socket->descriptor, net->input, sizeof net->input, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        socket_kill(net, socket);
        return;
    }
    net->totals.bytes_in += (u64)n;
    if (socket->state == SOCKET_OPEN) {
        socket->heard_ms = net_now_ms(net);
        frames_take(net, socket, net->input, (size_t)n);
        return;
    }
    socket->thrown += (u32)n;
    if (socket->thrown > NET_LINGER_BYTES)
        socket_kill(net, socket);
}

static void on_socket(uv_poll_t *poll, int status, int events)
{
    struct net *net = poll->loop->data;
    struct socket *socket = (struct socket *)poll;
    if (status < 0) {
        socket_kill(net, socket);
        return;
    }
    if (events & UV_WRITABLE)
        socket_touch(net, socket);
    if (events & UV_READABLE)
        receive(net, socket);
}

void socket_open(struct net *net, int descriptor, struct address *address, const struct net_peer *peer, const u8 *extra,
                 size_t n_extra)
{
    struct socket *socket = calloc(1, sizeof *socket);
    if (!socket || (!net->n_free && !more_slots(net)) || uv_poll_init(&net->loop, &socket->poll, descriptor)) {
        free(socket);
        close(descriptor);
        return;
    }
    u32 slot = net->free_slots[--net->n_free];
    i64 now = net_now_ms(net);
    net->slots[slot] = socket;
    net->n_sockets++;
    net->totals.connections++;
    socket->id = ++net->serial << SLOT_BITS | slot;
    socket->descriptor = descriptor;
    socket->address = address;
    if (address)
        address->n++;
    socket->last = &socket->first;
    socket->heard_ms = socket->pinged_ms = now;
    socket->round_trip_ms = -1;
    socket_look(net, socket, NET_IDLE_PING_MS);
    listen_to(net, socket, false);
    if (net->events.opened)
        net->events.opened(net->events.context, socket->id, peer);
    if (n_extra && socket->state == SOCKET_OPEN)
        frames_take(net, socket, extra, n_extra);
}

/* Freed without `closed`: the caller is closing, too. */
void sockets_close(struct net *net)
{
    for (u32 i = 0; i < net->n_slots; i++) {
        struct socket *socket = net->slots[i];
        if (!socket)
            continue;
        socket_end(net, socket, 1001, "the server ends");
        if (socket->state != SOCKET_DEAD)
            (void)push(net, socket);
        socket->told = true;
        socket_kill(net, socket);
    }
    sockets_flush(net);
    for (; net->spare_sendings; net->n_spare_sendings--) {
        struct sending *row = net->spare_sendings;
        net->spare_sendings = row->next;
        free(row);
    }
    net_text_drop(net->ping);
    net->ping = NULL;
    free(net->slots);
    free(net->free_slots);
}
