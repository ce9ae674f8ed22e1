/* frames.c - from bytes to messages: frames by wslay, and what RFC 6455 asks beyond them.
 *
 * A reader, wslay's context and a place for the message, serves whichever connection has sent something, and stays with it only
 * while a frame or a message is half there. wslay tells nothing of a frame before a byte of its payload is there; so that a frame
 * that is announced too long is refused at its head, the last bytes read are kept while they can be no more than a head. */
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/net/inner.h"

enum { HEAD_MAX = 14, CONTROL_MAX = 125 };

enum code {
    FINE = 0,
    WRONG = 1002,
    NOT_TEXT = 1003,
    NOT_UTF8 = 1007,
    AGAINST_RULES = 1008,
    TOO_BIG = 1009,
    TRY_LATER = 1013
};

struct reader {
    struct reader *next; /* in net->readers */
    wslay_frame_context_ptr context;
    const u8 *chunk;
    size_t n_chunk;
    u64 fed, whole; /* bytes handed in; bytes of the frames that are complete */
    i64 began_ms;
    struct utf8 utf8;
    bool in_frame, in_message;
    u16 fragments;
    u32 n_frame, n_message;
    u8 head[HEAD_MAX];
    u8 control[CONTROL_MAX];
    char message[NET_MESSAGE_MAX + 1];
};

static ssize_t hand_in(u8 *to, size_t room, int flags, void *context)
{
    (void)flags;
    struct reader *reader = context;
    size_t n = reader->n_chunk < room ? reader->n_chunk : room;
    if (!n)
        return -1;
    memcpy(to, reader->chunk, n);
    reader->chunk += n;
    reader->n_chunk -= n;
    return (ssize_t)n;
}

static struct reader *reader_take(struct net *net)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = hand_in};
    struct reader *reader = net->readers;
    if (reader) {
        net->readers = reader->next;
        net->n_readers--;
        return reader;
    }
    reader = calloc(1, sizeof *reader);
    if (reader && wslay_frame_context_init(&reader->context, &callbacks, reader)) {
        free(reader);
        return NULL;
    }
    return reader;
}

static void reader_free(struct reader *reader)
{
    wslay_frame_context_free(reader->context);
    free(reader);
}

/* Back to the pool, between two frames; wslay's context has nothing in it then. */
static void reader_return(struct net *net, struct reader *reader)
{
    if (net->n_readers == NET_READERS_KEPT) {
        reader_free(reader);
        return;
    }
    reader->next = net->readers;
    net->readers = reader;
    net->n_readers++;
}

void frames_forget(struct net *net, struct socket *socket)
{
    if (!socket->reader || net->reading == socket) /* frames_take does it when its callback has returned */
        return;
    reader_free(socket->reader);
    socket->reader = NULL;
    net->n_held--;
}

bool frames_late(const struct socket *socket, i64 now_ms)
{
    return socket->reader && now_ms - socket->reader->began_ms >= NET_MESSAGE_MS;
}

void frames_free(struct net *net)
{
    while (net->readers) {
        struct reader *reader = net->readers;
        net->readers = reader->next;
        reader_free(reader);
    }
}

static const char *reason_of(enum code code)
{
    switch (code) {
    case WRONG:
        return "wrong frame";
    case NOT_TEXT:
        return "text only";
    case NOT_UTF8:
        return "not UTF-8";
    case AGAINST_RULES:
        return "too many";
    case TOO_BIG:
        return "too long";
    case TRY_LATER:
        return "busy";
    default:
        return "";
    }
}

/* What is wrong with a frame by its head. */
static enum code judge(struct net *net, struct socket *socket, struct reader *reader,
                       const struct wslay_frame_iocb *frame)
{
    if (frame->rsv || !frame->mask || frame->opcode > WSLAY_PONG ||
        (frame->opcode > WSLAY_BINARY_FRAME && frame->opcode < WSLAY_CONNECTION_CLOSE))
        return WRONG;
    i64 now = net_now_ms(net);
    if (wslay_is_ctrl_frame(frame->opcode)) /* wslay checks length and wholeness */
        return in_time(&socket->controls, now, 1000 / NET_CONTROLS_PER_S, NET_CONTROLS_BURST) ? FINE : AGAINST_RULES;
    if ((frame->opcode == WSLAY_CONTINUATION_FRAME) != reader->in_message)
        return WRONG;
    if (frame->opcode == WSLAY_BINARY_FRAME)
        return NOT_TEXT;
    if (frame->payload_length > NET_MESSAGE_MAX - reader->n_message)
        return TOO_BIG;
    if (!reader->in_message) {
        reader->in_message = true;
        reader->fragments = 0;
        return in_time(&socket->messages, now, 1000 / NET_MESSAGES_PER_S, NET_MESSAGES_BURST) ? FINE : AGAINST_RULES;
    }
    return ++reader->fragments < NET_FRAGMENTS_MAX ? FINE : AGAINST_RULES;
}

static bool may_be_sent(u32 code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

/* The client closes: the same code goes back. */
static enum code take_close(struct net *net, struct socket *socket, const u8 *body, u32 n)
{
    struct utf8 utf8 = {0};
    u32 code = n >= 2 ? (u32)body[0] << 8 | body[1] : 0;
    if (n == 1 || (n && !may_be_sent(code)))
        return WRONG;
    if (n > 2 && (!utf8_take(&utf8, body + 2, n - 2) || utf8.missing))
        return NOT_UTF8;
    socket->peer_closed = true;
    socket_end(net, socket, (u16)code, "");
    return FINE;
}

static enum code take_control(struct net *net, struct socket *socket, u8 opcode, const u8 *body, u32 n)
{
    if (opcode == WSLAY_CONNECTION_CLOSE)
        return take_close(net, socket, body, n);
    if (opcode == WSLAY_PING) {
        struct net_text *pong = text_frame(WSLAY_PONG, body, n);
        if (pong)
            socket_send(net, socket, pong);
        net_text_drop(pong);
    } else if (socket->awaits_pong && n == sizeof socket->pinged_ms && !memcmp(body, &socket->pinged_ms, n)) {
        socket->awaits_pong = false;
        socket->round_trip_ms = (i32)(net_now_ms(net) - socket->pinged_ms);
    }
    return FINE;
}

/* A frame is whole. */
static enum code finish(struct net *net, struct socket *socket, struct reader *reader,
                        const struct wslay_frame_iocb *frame)
{
    reader->in_frame = false;
    if (wslay_is_ctrl_frame(frame->opcode))
        return take_control(net, socket, frame->opcode, reader->control, reader->n_frame);
    if (!frame->fin)
        return FINE;
    if (reader->utf8.missing)
        return NOT_UTF8;
    size_t n = reader->n_message;
    reader->in_message = false;
    reader->n_message = 0;
    reader->message[n] = 0;
    reader->began_ms = net_now_ms(net); /* of the next, if it's there */
    net->totals.messages_in++;
    if (net->events.message)
        net->events.message(net->events.context, socket->id, reader->message, n);
    return FINE;
}

/* A piece of a frame, perhaps all of it. */
static enum code take_piece(struct net *net, struct socket *socket, struct reader *reader,
                            const struct wslay_frame_iocb *frame)
{
    if (!reader->in_frame) {
        enum code code = judge(net, socket, reader, frame);
        if (code)
            return code;
        reader->in_frame = true;
        reader->n_frame = 0;
    }
    if (wslay_is_ctrl_frame(frame->opcode)) {
        memcpy(reader->control + reader->n_frame, frame->data, frame->data_length);
    } else {
        if (!utf8_take(&reader->utf8, frame->data, frame->data_length))
            return NOT_UTF8;
        memcpy(reader->message + reader->n_message, frame->data, frame->data_length);
        reader->n_message += (u32)frame->data_length;
    }
    reader->n_frame += (u32)frame->data_length;
    if (reader->n_frame < frame->payload_length)
        return FINE;
    reader->whole += (frame->payload_length < 126     ? 2u
                      : frame->payload_length < 65536 ? 4u
                                                      : 10u) +
                     4u + reader->n_frame;
    return finish(net, socket, reader, frame);
}

/* What is wrong with a frame of which at most the head is there. */
static enum code judge_head(struct reader *reader, const u8 *bytes, size_t n)
{
    u64 pending = reader->fed - reader->whole;
    if (reader->in_frame || pending > HEAD_MAX)
        return FINE;
    size_t newest = n < pending ? n : (size_t)pending;
    memcpy(reader->head + pending - newest, bytes + n - newest, newest);
    if (pending < 2)
        return FINE;
    const u8 *head = reader->head;
    if (head[0] & 0x70 || !(head[1] & 0x80))
        return WRONG;
    u8 length = head[1] & 0x7F;
    if (length < 126)
        return FINE;
    if (head[0] & 0x08) /* a control frame */
        return WRONG;
    if (length == 127)
        return TOO_BIG;
    return pending >= 4 && ((u32)head[2] << 8 | head[3]) > NET_MESSAGE_MAX ? TOO_BIG : FINE;
}

/* Reads all frames of the chunk. */
static enum code take_frames(struct net *net, struct socket *socket, struct reader *reader)
{
    for (;;) {
        struct wslay_frame_iocb frame = {0};
        ssize_t got = wslay_frame_recv(reader->context, &frame);
        if (got == WSLAY_ERR_WANT_READ)
            return FINE;
        if (got < 0)
            return WRONG;
        enum code code = take_piece(net, socket, reader, &frame);
        if (code || socket->state != SOCKET_OPEN)
            return code;
    }
}

/* The chunk is read: what becomes of the reader. */
static void keep_or_return(struct net *net, struct socket *socket, enum code code, bool newly)
{
    struct reader *reader = socket->reader;
    if (code && socket->state == SOCKET_OPEN) {
        socket_end(net, socket, (u16)code, reason_of(code));
    } else if (socket->state != SOCKET_OPEN) {
        frames_forget(net, socket);
    } else if (reader->fed == reader->whole && !reader->in_message) {
        socket->reader = NULL;
        net->n_held--;
        reader_return(net, reader);
    } else if (net->n_held > NET_READERS_MAX) {
        socket_end(net, socket, TRY_LATER, reason_of(TRY_LATER));
    } else if (newly) {
        socket_look(net, socket, NET_MESSAGE_MS / 10);
    }
}

void frames_take(struct net *net, struct socket *socket, const u8 *bytes, size_t n)
{
    struct reader *reader = socket->reader ? socket->reader : reader_take(net);
    if (!reader) {
        socket_end(net, socket, TRY_LATER, reason_of(TRY_LATER));
        return;
    }
    bool newly = !socket->reader;
    if (newly) {
        reader->fed = reader->whole = 0;
        reader->utf8 = (struct utf8){0};
        reader->in_frame = reader->in_message = false;
        reader->n_message = 0;
        reader->began_ms = net_now_ms(net);
        socket->reader = reader;
        net->n_held++;
    }
    reader->chunk = bytes;
    reader->n_chunk = n;
    reader->fed += n;
    net->reading = socket;
    enum code code = take_frames(net, socket, reader);
    if (!code && socket->state == SOCKET_OPEN)
        code = judge_head(reader, bytes, n);
    net->reading = NULL;
    keep_or_return(net, socket, code, newly);
}
