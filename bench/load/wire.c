/* wire.c - sockets, handshakes and frames over epoll. */
#define _GNU_SOURCE
#include "bench/load/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 512, READ = 65536 };

static int epoll = -1;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

i64 wire_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int connect_to(u16 port, unsigned from, unsigned n_addresses)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in own = {.sin_family = AF_INET,
                              .sin_addr.s_addr = htonl(0x7F000101 + (n_addresses ? from % n_addresses : 0))};
    const int on = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0)
        fail("socket");
    setsockopt(s, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (n_addresses && bind(s, (struct sockaddr *)&own, sizeof own))
        fail("bind");
    if (connect(s, (struct sockaddr *)&to, sizeof to))
        fail("connect");
    return s;
}

static void write_all(int s, const char *bytes, size_t n)
{
    while (n) {
        const ssize_t wrote = send(s, bytes, n, MSG_NOSIGNAL);
        if (wrote > 0) {
            bytes += wrote;
            n -= (size_t)wrote;
        } else if (errno != EAGAIN && errno != EINTR) {
            fail("send");
        }
    }
}

void wire_open(struct wire *wire, u16 port, unsigned from, unsigned n_addresses, const char *path)
{
    char text[1024];
    size_t n = 0;
    *wire = (struct wire){.socket = connect_to(port, from, n_addresses), .open = true};
    const int length = snprintf(text, sizeof text,
                                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                                path, port);
    write_all(wire->socket, text, (size_t)length);
    while (n < 4 || memcmp(text + n - 4, "\r\n\r\n", 4)) {
        if (n == sizeof text || recv(wire->socket, text + n, 1, 0) != 1)
            fail("handshake");
        n++;
    }
    if (strncmp(text, "HTTP/1.1 101", 12)) {
        fprintf(stderr, "load: no handshake: %.60s\n", text);
        exit(1);
    }
    if (epoll < 0)
        epoll = epoll_create1(EPOLL_CLOEXEC);
    fcntl(wire->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = wire};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, wire->socket, &event))
        fail("epoll");
}

static void send_frame(struct wire *wire, unsigned opcode, const char *text, size_t n)
{
    char frame[4096 + 8] = {(char)(0x80 | opcode)};
    size_t head = 2;
    if (n > 4096)
        fail("a message is too long");
    if (n < 126) {
        frame[1] = (char)(0x80 | n);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(n >> 8);
        frame[3] = (char)n;
        head = 4;
    }
    head += 4; /* a mask of zeros changes nothing */
    memcpy(frame + head, text, n);
    write_all(wire->socket, frame, head + n);
}

void wire_send(struct wire *wire, const char *text, size_t n)
{
    send_frame(wire, 1, text, n);
}

void wire_send_bytes(struct wire *wire, const char *bytes, size_t n)
{
    send_frame(wire, 2, bytes, n);
}

/* The frames at the start of n bytes; the number of bytes that they take. */
static size_t take_frames(struct wire *wire, char *bytes, size_t n,
                          void (*heard)(struct wire *wire, char *text, size_t n))
{
    size_t at = 0;
    while (n - at >= 2) {
        const u8 *head = (const u8 *)bytes + at;
        size_t length = head[1] & 127, skip = 2;
        if (length == 126) {
            if (n - at < 4)
                break;
            length = (size_t)head[2] << 8 | head[3];
            skip = 4;
        } else if (length == 127) {
            if (n - at < 10)
                break;
            length = 0;
            for (unsigned k = 2; k < 10; k++)
                length = length << 8 | head[k];
            skip = 10;
        }
        if (n - at < skip + length)
            break;
        char *text = bytes + at + skip;
        const char after = text[length];
        text[length] = 0;
        if ((head[0] & 15) == 9)
            send_frame(wire, 10, text, length);
        else if ((head[0] & 15) == 1 || (head[0] & 15) == 2)
            heard(wire, text, length);
        else if ((head[0] & 15) == 8)
            wire->open = false;
        text[length] = after;
        at += skip + length;
    }
    return at;
}

static void hear(struct wire *wire, void (*heard)(struct wire *wire, char *text, size_t n))
{
    static char bytes[READ + 1];
    memcpy(bytes, wire->held, wire->n);
    const ssize_t got = recv(wire->socket, bytes + wire->n, READ - wire->n, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) {
        wire->open = false;
        epoll_ctl(epoll, EPOLL_CTL_DEL, wire->socket, NULL);
        close(wire->socket);
        return;
    }
    if (got < 0)
        return;
    const size_t n = wire->n + (size_t)got, used = take_frames(wire, bytes, n, heard);
    wire->n = n - used;
    if (wire->n > wire->room) {
        wire->room = wire->n;
        wire->held = realloc(wire->held, wire->room);
    }
    if (wire->n)
        memcpy(wire->held, bytes + used, wire->n);
}

void wires_poll(int timeout_ms, void (*heard)(struct wire *wire, char *text, size_t n))
{
    struct epoll_event events[EVENTS];
    const int n = epoll_wait(epoll, events, EVENTS, timeout_ms);
    for (int k = 0; k < n; k++)
        hear(events[k].data.ptr, heard);
}

void wires_stay(void (*heard)(struct wire *wire, char *text, size_t n))
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char unused[64];
    printf("ready\n");
    fflush(stdout);
    while (!poll(&input, 1, 0) || read(STDIN_FILENO, unused, sizeof unused) > 0)
        wires_poll(100, heard);
}

void wire_post(u16 port, const char *path, const char *body, char *answer, size_t room)
{
    char text[2048];
    size_t n = 0;
    const int s = connect_to(port, 0, 0);
    const int length = snprintf(text, sizeof text,
                                "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n"
                                "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                                path, port, strlen(body), body);
    write_all(s, text, (size_t)length);
    for (ssize_t got; n + 1 < sizeof text && (got = recv(s, text + n, sizeof text - 1 - n, 0)) > 0;)
        n += (size_t)got;
    close(s);
    text[n] = 0;
    const char *end = strstr(text, "\r\n\r\n");
    snprintf(answer, room, "%s", end ? end + 4 : "");
}
