/* net.h - sockets: pages and requests over HTTP, messages over WebSocket, one event loop, one thread. It knows bytes, not what
 * they mean.
 *
 * Everything here is called in the thread that runs net_run, and calls back in it. One `struct net` a process: it takes the
 * signals. No callback is called from within a call to these functions, except in net_run.
 *
 * Reading order: this file; inner.h, what the files share; loop.c (the loop, timers, signals); listen.c and address.c (who may
 * come in); answers.c and http.c (pages, requests); handshake.c (from HTTP to WebSocket); tls.c; sending.c (what waits to be sent),
 * socket.c (connections); frames.c (bytes to messages). */
#ifndef SERVER_NET_NET_H
#define SERVER_NET_NET_H

#include "base/base.h"
#include "server/net/http.h"

struct net;

/* A connection at /ws: a number that is never used again. 0 is none. */
typedef u64 net_id;

struct net_peer {
    char address[46]; /* of the client: the socket's, or what a trusted proxy tells */
    bool encrypted;
};

/* A request for a path that isn't a page's. Answered by net_answer, once, now or later; after HTTP_EXCHANGE_SECONDS the client
 * is told 503. What this points at lasts until the callback returns. */
struct net_request {
    u64 id;
    const char *method, *path; /* GET, HEAD, POST */
    const char *body;          /* n bytes, n <= NET_BODY_MAX, NUL-ended */
    size_t n;
    struct net_peer peer;
    /* An argument after the question mark, escapes resolved; NULL if it isn't there, or has an escape that is none or a NUL. */
    const char *(*query)(const struct net_request *request, const char *name);
    const char *(*field)(const struct net_request *request, const char *name); /* NULL if it isn't there */
    void *inner;
};

/* Each may be NULL. Without `request`, what isn't a page is 404, without `message`, /ws too; without `ending`, a signal calls net_end. */
struct net_events {
    void *context;
    void (*opened)(void *context, net_id id, const struct net_peer *peer);
    /* A whole text message, valid UTF-8, n <= NET_MESSAGE_MAX bytes, NUL-ended. */
    void (*message)(void *context, net_id id, const char *text, size_t n);
    /* After this the id means nothing. Also called after net_drop, in the same round; not by net_close. */
    void (*closed)(void *context, net_id id);
    void (*request)(void *context, const struct net_request *request);
    /* The time asked for by net_wake has come. */
    void (*woken)(void *context);
    /* All that was ready has been handed over: what has gathered can go. Called at least once a round of the loop, and once more
     * when sending has ended connections. What was sent goes out after it. */
    void (*settled)(void *context);
    /* SIGTERM or SIGINT came. */
    void (*ending)(void *context);
};

struct net_options {
    u16 port;                  /* 0: a free one */
    const char *trusted_proxy; /* an address whose X-Forwarded-For and X-Forwarded-Proto are believed; NULL: nobody's */
    const char *certificate, *key; /* TLS by these files; NULL: none */
    const char *origin; /* the origin pages come from, where it isn't the Host that they ask (behind a proxy); NULL */
    u32 per_address;    /* connections at once of one address; 0: NET_ADDRESS_MAX */
    u32 per_address_second; /* new ones a second; 0: NET_ADDRESS_PER_S */
};

/* Listens on all addresses, IPv6 and IPv4 (IPv4 alone where the system has no IPv6), and serves `pages`, which must stay as they
 * are until net_close; `options` and `events` are copied, texts in `options` too. NULL on failure, with a sentence that names
 * the fault. */
NODISCARD struct net *net_open(const struct net_options *options, const struct http_page *pages, size_t n_pages,
                               const struct net_events *events, char *fault, size_t room);
NODISCARD u16 net_port(const struct net *net);
/* Runs until net_end. */
void net_run(struct net *net);
void net_end(struct net *net);
/* Tells the clients that it goes away (1001), ends every connection, frees all. Not from within a callback. */
void net_close(struct net *net);

/* Milliseconds of a clock that only goes forward, read once a round of the loop. */
NODISCARD i64 net_now_ms(const struct net *net);
/* Calls `woken` at this time (net_now_ms) or a little later, once; a later call replaces an earlier one. */
void net_wake(struct net *net, i64 at_ms);
/* Calls `ready(context)` whenever `descriptor` can be read, until net_close, after which it may be closed. */
NODISCARD bool net_watch(struct net *net, int descriptor, void (*ready)(void *context), void *context);

/* A text that may go to many connections: made once, framed once, sent without copies. */
struct net_text;
NODISCARD struct net_text *net_text_make(const char *text, size_t n); /* held by the caller; NULL: no memory */
void net_text_drop(struct net_text *text);                            /* freed when nobody holds it */
/* Queues it; it goes out after `settled`. A connection whose queue is over NET_QUEUE_MAX is dropped. Nothing happens if the id
 * means nothing. */
void net_send(struct net *net, net_id id, struct net_text *text);
/* Closes after what is queued has gone: `code` and `reason` (123 bytes at most) as in RFC 6455. No message comes after it. */
void net_drop(struct net *net, net_id id, u16 code, const char *reason);
/* Lively connections are pinged every NET_PING_MS and given up after NET_SILENCE_MS; the others, as all are at first, every
 * NET_IDLE_PING_MS and after NET_IDLE_SILENCE_MS. */
void net_pace(struct net *net, net_id id, bool lively);
/* The newest round trip that the connection's pings measured; -1: none yet. */
NODISCARD i32 net_round_trip_ms(const struct net *net, net_id id);

/* Answers a request: status, the type of the body, its bytes (copied). Nothing happens if it was answered or has gone. */
void net_answer(struct net *net, u64 request, unsigned status, const char *type, const char *body, size_t n);

struct net_totals {
    u64 connections;               /* WebSockets that are open */
    u64 requests;                  /* since the start, this and what follows */
    u64 messages_in, messages_out; /* texts */
    u64 bytes_in, bytes_out;       /* over WebSockets */
    u64 dropped_slow;
    u64 refused; /* connections and handshakes: limits, no descriptor, wrong origin */
};
void net_totals(const struct net *net, struct net_totals *totals);

#endif
