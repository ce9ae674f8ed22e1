/* net.h - sockets: pages and requests over HTTP, messages over WebSocket, one event loop, one thread. It knows bytes, not what
 * they mean.
 *
 * Everything here is called in the thread that runs net_run, and calls back in it.
 *
 * Reading order: this file, loop.c (the loop, timers, signals), http.c (requests), socket.c (frames of WebSocket). */
#ifndef SERVER_NET_NET_H
#define SERVER_NET_NET_H

#include "base/base.h"
#include "server/net/http.h"

struct net;

/* A connection: a number that is never used again. 0 is none. */
typedef u64 net_id;

struct net_peer {
    char address[46]; /* of the client: the socket's, or what a trusted proxy tells */
    bool encrypted;
};

/* A request for something under /api/, or another path that isn't a page. Answered by net_answer, once, now or later. */
struct net_request {
    u64 id;
    const char *method, *path; /* GET, HEAD, POST */
    const char *body;          /* n bytes, NUL-ended */
    size_t n;
    struct net_peer peer;
    const char *(*query)(const struct net_request *request, const char *name); /* NULL if it isn't there */
    const char *(*field)(const struct net_request *request, const char *name);
    void *inner;
};

struct net_events {
    void *context;
    void (*opened)(void *context, net_id id, const struct net_peer *peer);
    /* A whole text message, valid UTF-8, n <= NET_MESSAGE_MAX bytes, NUL-ended. */
    void (*message)(void *context, net_id id, const char *text, size_t n);
    /* After this the id means nothing. Also called after net_drop. */
    void (*closed)(void *context, net_id id);
    void (*request)(void *context, const struct net_request *request);
    /* The time asked for by net_wake has come. */
    void (*woken)(void *context);
    /* All that was ready has been handed over: what has gathered can go. Called once a round of the loop. */
    void (*settled)(void *context);
    /* SIGTERM or SIGINT came. */
    void (*ending)(void *context);
};

struct net_options {
    u16 port;                  /* 0: a free one */
    const char *trusted_proxy; /* an address whose X-Forwarded-For and X-Forwarded-Proto are believed; NULL: nobody's */
    const char *certificate, *key; /* TLS by these files; NULL: none */
    const char *origin; /* the origin pages come from, where it isn't the Host that they ask (behind a proxy); NULL */
};

/* Listens. NULL on failure, with a sentence that names the fault. */
NODISCARD struct net *net_open(const struct net_options *options, const struct http_page *pages, size_t n_pages,
                               const struct net_events *events, char *fault, size_t room);
NODISCARD u16 net_port(const struct net *net);
/* Runs until net_end. */
void net_run(struct net *net);
void net_end(struct net *net);
void net_close(struct net *net);

/* Milliseconds of a clock that only goes forward, read once a round of the loop. */
NODISCARD i64 net_now_ms(const struct net *net);
/* Calls `woken` at this time (net_now_ms) or a little later; a later call replaces an earlier one. */
void net_wake(struct net *net, i64 at_ms);
/* Calls `ready(context)` whenever `descriptor` can be read. */
NODISCARD bool net_watch(struct net *net, int descriptor, void (*ready)(void *context), void *context);

/* A text that may go to many connections: made once, sent without copies. */
struct net_text;
NODISCARD struct net_text *net_text_make(const char *text, size_t n); /* held by the caller */
void net_text_drop(struct net_text *text);                            /* freed when nobody holds it */
/* Queues it. A connection whose queue is over NET_QUEUE_MAX is dropped. Nothing happens if the id means nothing. */
void net_send(struct net *net, net_id id, struct net_text *text);
/* Closes after what is queued has gone: `code` and `reason` as in RFC 6455. */
void net_drop(struct net *net, net_id id, u16 code, const char *reason);
/* The newest round trip that the connection's pings measured; -1: none yet. */
NODISCARD i32 net_round_trip_ms(const struct net *net, net_id id);

/* Answers a request: status, the type of the body, its bytes (copied). */
void net_answer(struct net *net, u64 request, unsigned status, const char *type, const char *body, size_t n);

struct net_totals {
    u64 connections, requests, messages_in, messages_out, bytes_in, bytes_out, dropped_slow, refused;
};
void net_totals(const struct net *net, struct net_totals *totals);

#endif
