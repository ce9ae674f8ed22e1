/* wire.h - many WebSocket clients in one thread, as little of each as a load generator needs. */
#ifndef BENCH_LOAD_WIRE_H
#define BENCH_LOAD_WIRE_H

#include "base/base.h"

struct wire {
    int socket;
    void *owner;
    char *held; /* bytes of a frame that isn't whole yet */
    size_t n, room;
    bool open;
};

/* Nanoseconds of a clock that only goes forward. */
NODISCARD i64 wire_now_ns(void);

/* Connects to 127.0.0.1:port from the loopback address 127.0.1.(from % n_addresses), and shakes hands. Ends the program where it
 * can't. */
void wire_open(struct wire *wire, u16 port, unsigned from, unsigned n_addresses, const char *path);
void wire_send(struct wire *wire, const char *text, size_t n);
void wire_send_bytes(struct wire *wire, const char *bytes, size_t n); /* a binary message */
/* Waits at most so long; `heard` gets each whole message, NUL-ended. */
void wires_poll(int timeout_ms, void (*heard)(struct wire *wire, char *text, size_t n));
/* Prints "ready" and answers until the standard input ends. */
void wires_stay(void (*heard)(struct wire *wire, char *text, size_t n));
/* A POST on a connection of its own; the body of the answer. */
void wire_post(u16 port, const char *path, const char *body, char *answer, size_t room);

#endif
