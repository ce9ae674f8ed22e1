/* loop.c - the event loop: opens and closes everything, timers, signals, the end of each round.
 *
 * A round: libuv waits, calls what is ready (listen.c, http.c, socket.c), then timers; before it waits again, `settle`
 * tells the caller that all is handed over, and sends what has gathered. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>

#include "server/net/inner.h"

enum { SETTLES_MAX = 16, SWEEP_TICKS = 1000 / WHEEL_STEP_MS };

static void on_tick(uv_timer_t *timer);

static void settle(struct net *net)
{
    bool more = true;
    for (int i = 0; more && i < SETTLES_MAX; i++) {
        sockets_tell(net);
        if (net->events.settled)
            net->events.settled(net->events.context);
        sockets_flush(net);
        more = http_settle(net);
        more = more || net->touched;
    }
    if (more) /* come back at once */
        uv_timer_start(&net->tick, on_tick, 0, WHEEL_STEP_MS);
}

static void on_settling(uv_prepare_t *prepare)
{
    settle(prepare->data);
}

static void on_tick(uv_timer_t *timer)
{
    struct net *net = timer->data;
    sockets_step(net);
    if (++net->ticks % SWEEP_TICKS)
        return;
    http_sweep(net);
    tls_sweep(net);
    addresses_sweep(&net->addresses, net_now_ms(net));
}

static void on_waking(uv_timer_t *timer)
{
    struct net *net = timer->data;
    if (net->events.woken)
        net->events.woken(net->events.context);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    struct net *net = signal->data;
    if (net->events.ending)
        net->events.ending(net->events.context);
    else
        net_end(net);
}

void net_wake(struct net *net, i64 at_ms)
{
    i64 ms = at_ms - net_now_ms(net);
    uv_timer_start(&net->waking, on_waking, ms > 0 ? (u64)ms : 0, 0);
}

static void on_watched(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    struct watched *watched = poll->data;
    watched->ready(watched->context);
}

bool net_watch(struct net *net, int descriptor, void (*ready)(void *context), void *context)
{
    struct watched *watched = calloc(1, sizeof *watched);
    if (!watched || uv_poll_init(&net->loop, &watched->poll, descriptor)) {
        free(watched);
        return false;
    }
    watched->poll.data = watched;
    watched->ready = ready;
    watched->context = context;
    watched->next = net->watched;
    net->watched = watched;
    return !uv_poll_start(&watched->poll, UV_READABLE, on_watched);
}

u16 net_port(const struct net *net)
{
    return net->port;
}

void net_totals(const struct net *net, struct net_totals *totals)
{
    *totals = net->totals;
}

/* As many descriptors as the system allows, and how many WebSockets fit. */
static void take_descriptors(struct net *net)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        limit = (struct rlimit){1024, 1024};
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit))
        getrlimit(RLIMIT_NOFILE, &limit);
    u64 all = limit.rlim_cur < 1000000 ? limit.rlim_cur : 1000000;
    u64 each = net->encrypted ? 3 : 1; /* the client's, and a pair */
    u64 others = HTTP_CONNECTIONS_MAX * each + NET_DESCRIPTORS_KEPT;
    u64 rest = (all > others + others / 8 ? all - others : all / 8) / each;
    net->sockets_max = rest < NET_SOCKETS_MAX ? (u32)rest : NET_SOCKETS_MAX;
}

static bool start_timers(struct net *net)
{
    static const int numbers[] = {SIGTERM, SIGINT};
    if (uv_prepare_init(&net->loop, &net->settling) || uv_prepare_start(&net->settling, on_settling) ||
        uv_timer_init(&net->loop, &net->tick) || uv_timer_init(&net->loop, &net->waking) ||
        uv_timer_start(&net->tick, on_tick, WHEEL_STEP_MS, WHEEL_STEP_MS))
        return false;
    net->settling.data = net->tick.data = net->waking.data = net;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (uv_signal_init(&net->loop, &net->signals[i]))
            return false;
        net->signals[i].data = net;
        if (uv_signal_start(&net->signals[i], on_signal, numbers[i]))
            return false;
    }
    return true;
}

static bool set(struct net *net, const struct net_options *options, char *fault, size_t room)
{
    net->addresses.max = options->per_address ? options->per_address : NET_ADDRESS_MAX;
    net->addresses.per_second = options->per_address_second ? options->per_address_second : NET_ADDRESS_PER_S;
    net->encrypted = options->certificate && options->key;
    if (getrandom(&net->addresses.seed, sizeof net->addresses.seed, GRND_NONBLOCK) < 0)
        net->addresses.seed = uv_hrtime();
    if (options->trusted_proxy) {
        net->has_proxy = address_read(options->trusted_proxy, &net->proxy);
        if (!net->has_proxy) {
            snprintf(fault, room, "\"%s\" is no address of a proxy", options->trusted_proxy);
            return false;
        }
    }
    if (options->origin) {
        net->origin = strdup(options->origin);
        if (!net->origin)
            return false;
    }
    take_descriptors(net);
    return !net->encrypted || tls_start(net, options->certificate, options->key, fault, room);
}

struct net *net_open(const struct net_options *options, const struct http_page *pages, size_t n_pages,
                     const struct net_events *events, char *fault, size_t room)
{
    snprintf(fault, room, "no memory");
    struct net *net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    if (uv_loop_init(&net->loop)) {
        free(net);
        return NULL;
    }
    net->loop.data = net;
    net->listener = net->spare = -1;
    net->events = *events;
    net->wheel_ms = net_now_ms(net);
    signal(SIGPIPE, SIG_IGN);
    if (set(net, options, fault, room) && start_timers(net) && http_start(net, pages, n_pages, fault, room) &&
        listen_start(net, options->port, fault, room))
        return net;
    net_close(net);
    return NULL;
}

void net_run(struct net *net)
{
    uv_run(&net->loop, UV_RUN_DEFAULT);
    settle(net);
}

void net_end(struct net *net)
{
    uv_stop(&net->loop);
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void net_close(struct net *net)
{
    sockets_close(net);
    tls_close(net);
    uv_walk(&net->loop, close_handle, NULL);
    while (uv_run(&net->loop, UV_RUN_DEFAULT)) /* again if net_end was called once more after net_run */
        ;
    http_stop(net);
    listen_stop(net);
    frames_free(net);
    while (net->watched) {
        struct watched *watched = net->watched;
        net->watched = watched->next;
        free(watched);
    }
    uv_loop_close(&net->loop);
    http_free(net);
    tls_free(net);
    addresses_free(&net->addresses);
    free(net->origin);
    free(net);
}
