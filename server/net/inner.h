/* inner.h - what the files of net/ share. Nothing outside includes it. */
#ifndef SERVER_NET_INNER_H
#define SERVER_NET_INNER_H

#include <sys/socket.h>
#include <uv.h>

#include "server/limits.h"
#include "server/net/net.h"

struct MHD_Connection;
struct http;
struct reader;
struct tls_all;

/* --- utf8.c: UTF-8 in pieces. All zero: between two characters. -------------------------------------------------------- */

struct utf8 {
    u8 missing, low, high; /* bytes that the character still lacks, and bounds of the next one */
};
NODISCARD bool utf8_take(struct utf8 *utf8, const u8 *bytes, size_t n); /* false: these can't be UTF-8 */

/* --- address.c: who holds how many connections ------------------------------------------------------------------------- */

enum { ADDRESS_KEY = 16, ADDRESS_BUCKETS = 4096 };

/* A client's address as limits count it: IPv4 mapped into IPv6, and the first half of other IPv6. */
struct address_key {
    u8 bytes[ADDRESS_KEY];
};

struct address {
    struct address *next;
    struct address_key key;
    u32 n;
    i64 arrivals; /* the time at which all that came would have been due, one after the other */
};

struct addresses {
    u64 seed;
    u32 max, per_second;
    struct address *buckets[ADDRESS_BUCKETS];
};

bool address_of(const struct sockaddr *from, struct address_key *whole);
NODISCARD bool address_read(const char *text, struct address_key *whole);
void address_write(const struct address_key *whole, char out[46]);
NODISCARD struct address_key address_counted(const struct address_key *whole);
/* The last entry of an X-Forwarded-For, without port and brackets; false if it is no address. */
NODISCARD bool address_forwarded(const char *list, struct address_key *whole);
/* The row of an address, made if there is none; NULL: no memory. */
NODISCARD struct address *address_row(struct addresses *addresses, const struct address_key *counted);
/* Whether one more may come now, by its rate; this counts as its coming. */
NODISCARD bool address_in_time(struct addresses *addresses, struct address *address, i64 now_ms);
/* Forgets those without connections that have not come lately. */
void addresses_sweep(struct addresses *addresses, i64 now_ms);
void addresses_free(struct addresses *addresses);

/* --- sending.c, socket.c: connections at /ws -------------------------------------------------------------------------------------- */

enum { WHEEL_STEPS = 512, WHEEL_STEP_MS = 200 }; /* a turn is longer than the longest time waited for */
enum { SLOT_BITS = 20 };                         /* of an id: its place in net->slots */
enum { INPUT_MAX = 65536 };                      /* bytes read at a time */

/* A text in its frame, held by `holders`. */
struct net_text {
    u32 holders, n; /* n: with the frame's head */
    u8 bytes[];
};
NODISCARD struct net_text *text_frame(u8 opcode, const void *bytes, size_t n);

/* A row of a connection's queue. */
struct sending {
    struct sending *next;
    struct net_text *text;
};

enum socket_state {
    SOCKET_OPEN,
    SOCKET_ENDING, /* our close frame is queued or gone; what comes is thrown away */
    SOCKET_DEAD    /* of no use any more; freed once `closed` was called */
};

struct socket {
    uv_poll_t poll;
    net_id id;
    struct address *address;
    struct reader *reader; /* NULL unless a frame or message is half read */
    struct sending *first, **last;
    struct socket *touched;             /* the next in net->touched */
    struct socket *wheel_next, **wheel; /* the pointer that points here */
    i64 heard_ms, pinged_ms, end_ms;
    i64 messages, controls; /* as address.arrivals */
    u32 offset, queued;     /* bytes of `first` that are gone; bytes in the queue */
    i32 round_trip_ms;
    int descriptor;
    u32 thrown; /* bytes read while ending */
    u8 state;
    bool lively, is_touched, told, awaits_pong, wants_write, half_closed, peer_closed;
};

/* Takes over an upgraded connection and the bytes that were read too far. */
void socket_open(struct net *net, int descriptor, struct address *address, const struct net_peer *peer, const u8 *extra,
                 size_t n_extra);
void socket_send(struct net *net, struct socket *socket, struct net_text *text);
/* Queues a close frame (code 0: one without a code) and ends the connection after it. */
void socket_end(struct net *net, struct socket *socket, u16 code, const char *reason);
void socket_kill(struct net *net, struct socket *socket);
/* It is looked at again within `ms`. */
void socket_look(struct net *net, struct socket *socket, i64 ms);
/* (sending.c) It has something to send, or has ended: looked at when the round ends. */
void socket_touch(struct net *net, struct socket *socket);
void socket_sent(struct net *net, struct socket *socket); /* the first of its queue has gone */
void socket_off_wheel(struct socket *socket);
/* (time.c) Whether one more may come that costs `cost_ms` of the time kept in `*arrivals`, of which `burst` may come at once. */
NODISCARD bool in_time(i64 *arrivals, i64 now_ms, i64 cost_ms, i64 burst);
/* Calls `closed` for those that ended. Then, what is queued goes out. */
void sockets_tell(struct net *net);
void sockets_flush(struct net *net);
void sockets_step(struct net *net); /* one step of the wheel */
void sockets_close(struct net *net);

/* --- frames.c ---------------------------------------------------------------------------------------------------------- */

void frames_take(struct net *net, struct socket *socket, const u8 *bytes, size_t n);
void frames_forget(struct net *net, struct socket *socket); /* its half message */
NODISCARD bool frames_late(const struct socket *socket, i64 now_ms);
void frames_free(struct net *net);

/* --- http.c, peer.c, handshake.c ---------------------------------------------------------------------------------------- */

NODISCARD bool http_start(struct net *net, const struct http_page *pages, size_t n_pages, char *fault, size_t room);
/* Hands over a connection that listen.c took; closes it where that fails. */
void http_add(struct net *net, int descriptor, const struct sockaddr *from, socklen_t n);
/* Ends the connection that has waited longest without a request, of this address or (NULL) of all; else, of all, the oldest. */
bool http_evict(struct net *net, const struct address *address);
NODISCARD u32 http_connections(const struct net *net);
void http_run(struct net *net);    /* whatever is ready */
bool http_settle(struct net *net); /* lets it; false if there was nothing */
void http_sweep(struct net *net);
void http_stop(struct net *net); /* ends the connections */
void http_free(struct net *net);
/* Whom this connection comes from; its row among the addresses. */
struct address *http_peer(struct net *net, struct MHD_Connection *connection, struct net_peer *peer);
/* `through_proxy`: it was not counted when it was taken. */
NODISCARD int handshake(struct net *net, struct MHD_Connection *connection, bool through_proxy);

/* --- tls.c ------------------------------------------------------------------------------------------------------------- */

NODISCARD bool tls_start(struct net *net, const char *certificate, const char *key, char *fault, size_t room);
/* Puts TLS before a client's socket; a socket to the same client without it, or -1, and then the client's is closed. */
NODISCARD int tls_begin(struct net *net, int client);
void tls_sweep(struct net *net);
void tls_close(struct net *net); /* sends what is there, ends them all */
void tls_free(struct net *net);

/* --- listen.c ---------------------------------------------------------------------------------------------------------- */

NODISCARD bool listen_start(struct net *net, u16 port, char *fault, size_t room);
void listen_stop(struct net *net);

/* --- loop.c ------------------------------------------------------------------------------------------------------------ */

struct watched {
    uv_poll_t poll;
    struct watched *next;
    void (*ready)(void *context);
    void *context;
};

struct net {
    uv_loop_t loop;
    uv_prepare_t settling;
    uv_timer_t tick, waking, http_due, listen_again;
    uv_signal_t signals[2];
    uv_poll_t listening, http_ready;
    struct watched *watched;
    struct net_events events;
    struct net_totals totals;
    struct addresses addresses;

    int listener, spare; /* a descriptor kept for when there is no other */
    u16 port;
    bool has_proxy, encrypted;
    struct address_key proxy;
    char *origin;
    struct http *http;
    bool http_again; /* the library has something to do that no socket tells */
    struct tls_all *tls;

    struct socket **slots; /* by the low bits of an id; NULL: free */
    u32 *free_slots;
    u32 n_slots, n_free, n_sockets, sockets_max;
    u64 serial;
    struct socket *touched;
    struct socket *wheel[WHEEL_STEPS];
    u32 wheel_now, ticks;
    i64 wheel_ms; /* the time of step wheel_now */
    struct sending *spare_sendings;
    u32 n_spare_sendings;
    struct net_text *ping; /* of this step */
    i64 ping_ms;
    struct reader *readers; /* not in use */
    u32 n_readers, n_held;
    struct socket *reading; /* whose frames are being read */
    u8 input[INPUT_MAX];
};

#endif
