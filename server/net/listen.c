/* listen.c - the listening socket: takes connections, refuses those over the limits of their address, hands the others to http.c.
 *
 * When no descriptor is left, the spare one is given up to take a connection and close it: a client that is refused
 * at once tries again, one that is left waiting does not. */
#define _GNU_SOURCE /* accept4 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/net/inner.h"

/* A socket that listens on `port` of all addresses; -1 and `errno` on failure. */
static int listen_on(u16 port)
{
    int on = 1, off = 0, kind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_ANY_INIT};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_ANY)};
    int s = socket(AF_INET6, kind, 0);
    if (s >= 0) {
        setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (!setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) &&
            !bind(s, (struct sockaddr *)&six, sizeof six) && !listen(s, HTTP_BACKLOG))
            return s;
        int fault = errno;
        close(s);
        errno = fault;
        if (fault == EADDRINUSE || fault == EACCES)
            return -1; /* IPv4 would fare no better */
    }
    s = socket(AF_INET, kind, 0);
    if (s < 0)
        return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!bind(s, (struct sockaddr *)&four, sizeof four) && !listen(s, HTTP_BACKLOG))
        return s;
    int fault = errno;
    close(s);
    errno = fault;
    return -1;
}

/* The port that a listening socket has; both families keep it at the same place. */
static u16 port_of(int listener)
{
    struct sockaddr_in6 address = {0};
    socklen_t n = sizeof address;
    return getsockname(listener, (struct sockaddr *)&address, &n) ? 0 : ntohs(address.sin6_port);
}

static void say_fault(char *fault, size_t room, u16 port, int number)
{
    if (number == EADDRINUSE)
        snprintf(fault, room, "port %u is in use by another program", port);
    else if (number == EACCES)
        snprintf(fault, room, "port %u is kept for the administrator", port);
    else
        snprintf(fault, room, "cannot listen on port %u: %s", port, strerror(number));
}

/* Whether this address may have one more connection. One that only waits makes room. */
static bool may_come(struct net *net, const struct sockaddr *from)
{
    struct address_key whole;
    if (!address_of(from, &whole))
        return false;
    if (net->has_proxy && !memcmp(whole.bytes, net->proxy.bytes, ADDRESS_KEY))
        return true; /* those who come through it are counted by their own addresses */
    struct address_key counted = address_counted(&whole);
    struct address *row = address_row(&net->addresses, &counted);
    return row && address_in_time(&net->addresses, row, net_now_ms(net)) &&
           (row->n < net->addresses.max || (http_evict(net, row) && row->n < net->addresses.max));
}

static int spare_descriptor(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void on_connection(uv_poll_t *poll, int status, int events);

static void on_again(uv_timer_t *timer)
{
    struct net *net = timer->data;
    uv_poll_start(&net->listening, UV_READABLE, on_connection);
}

/* No descriptor is left: refuses who waits. */
static void shed(struct net *net)
{
    for (int i = 0; i < NET_ACCEPTS && net->spare >= 0; i++) {
        close(net->spare);
        int taken = accept4(net->listener, NULL, NULL, SOCK_CLOEXEC);
        if (taken >= 0)
            close(taken);
        net->spare = spare_descriptor();
        if (taken < 0)
            break;
        net->totals.refused++;
    }
    http_evict(net, NULL);
    http_run(net);
    if (net->spare < 0)
        net->spare = spare_descriptor();
    uv_poll_stop(&net->listening);
    uv_timer_start(&net->listen_again, on_again, NET_PAUSE_MS, 0);
}

static void on_connection(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    struct net *net = poll->data;
    for (int i = 0; i < NET_ACCEPTS; i++) {
        struct sockaddr_storage from;
        socklen_t n = sizeof from;
        int taken = accept4(net->listener, (struct sockaddr *)&from, &n, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (taken < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)) {
            shed(net);
            return;
        }
        if (taken < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (taken < 0)
            return;
        if (!may_come(net, (struct sockaddr *)&from)) {
            net->totals.refused++;
            close(taken);
            continue;
        }
        if (http_connections(net) >= HTTP_CONNECTIONS_MAX)
            http_evict(net, NULL);
        setsockopt(taken, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        http_add(net, taken, (struct sockaddr *)&from, n);
    }
}

bool listen_start(struct net *net, u16 port, char *fault, size_t room)
{
    net->listener = listen_on(port);
    if (net->listener < 0) {
        say_fault(fault, room, port, errno);
        return false;
    }
    net->port = port_of(net->listener);
    net->spare = spare_descriptor();
    snprintf(fault, room, "the event loop does not start");
    if (uv_timer_init(&net->loop, &net->listen_again) || uv_poll_init(&net->loop, &net->listening, net->listener))
        return false;
    net->listen_again.data = net->listening.data = net;
    return !uv_poll_start(&net->listening, UV_READABLE, on_connection);
}

void listen_stop(struct net *net)
{
    if (net->listener >= 0)
        close(net->listener);
    if (net->spare >= 0)
        close(net->spare);
    net->listener = net->spare = -1;
}
