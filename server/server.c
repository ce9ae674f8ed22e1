/* server.c - joins a node to its sockets and its store; its life. */
#include "server/server.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "server/inner.h"
#include "server/limits.h"
#include "server/pages.h"
#include "server/ratings.h"

void server_options_default(struct server_options *options)
{
    *options = (struct server_options){.net.port = 8080,
                                       .table = {.grace_ms = TABLE_GRACE_MS,
                                                 .bot_ms = TABLE_BOT_MS,
                                                 .idle_open_ms = TABLE_IDLE_OPEN_MS,
                                                 .idle_public_ms = TABLE_IDLE_PUBLIC_MS,
                                                 .idle_private_ms = TABLE_IDLE_PRIVATE_MS,
                                                 .idle_over_ms = TABLE_IDLE_OPEN_MS}};
}

/* --- the node's hands ------------------------------------------------------------------------------------------------------------- */

static void port_send(void *context, const u64 *connections, size_t n, const char *bytes, size_t length)
{
    struct server *server = context;
    struct net_text *text = net_text_make(bytes, length);
    for (size_t k = 0; k < n; k++) {
        if (text)
            net_send(server->net, connections[k], text);
        else
            net_drop(server->net, connections[k], 1013, "no memory");
    }
    net_text_drop(text);
}

static void port_drop(void *context, u64 connection, u16 code, const char *reason)
{
    net_drop(((struct server *)context)->net, connection, code, reason);
}

static void port_lively(void *context, u64 connection, bool lively)
{
    net_pace(((struct server *)context)->net, connection, lively);
}

static void port_wake(void *context, i64 at_ms)
{
    net_wake(((struct server *)context)->net, at_ms);
}

static void port_random(void *context, u8 *bytes, size_t n)
{
    (void)context;
    randombytes_buf(bytes, n);
}

static i64 port_at_ms(void *context)
{
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_REALTIME, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static i32 port_round_trip_ms(void *context, u64 connection)
{
    return net_round_trip_ms(((struct server *)context)->net, connection);
}

static void port_submit(void *context, const struct store_write *writes, size_t n)
{
    store_submit(((struct server *)context)->store, writes, n);
}

static bool port_tables(void *context, const char *table, const struct store_reader *reader, char *fault, size_t room)
{
    return store_tables(((struct server *)context)->store, table, reader, fault, room);
}

static bool port_lines(void *context, const char *table, u32 since, u32 *skip, void *row_context,
                       bool (*row)(void *row_context, const struct store_row *row))
{
    return store_lines(((struct server *)context)->store, table, since, skip, row_context, row);
}

static void port_seal(void *context, u8 head[static STORE_KEY])
{
    store_seal(((struct server *)context)->store, head);
}

/* --- what the sockets and the store tell -------------------------------------------------------------------------------------------- */

static i64 now_of(const struct server *server)
{
    return net_now_ms(server->net);
}

static void on_opened(void *context, net_id id, const struct net_peer *peer)
{
    struct server *server = context;
    (void)peer;
    node_opened(server->node, id, now_of(server));
}

static void on_message(void *context, net_id id, const char *text, size_t n)
{
    struct server *server = context;
    node_message(server->node, id, text, n, now_of(server));
}

static void on_closed(void *context, net_id id)
{
    struct server *server = context;
    node_closed(server->node, id, now_of(server));
}

static void on_request(void *context, const struct net_request *request)
{
    api_request(context, request);
}

static void on_woken(void *context)
{
    struct server *server = context;
    node_woken(server->node, now_of(server));
}

/* What a crowd took and left goes back to the system, which the library would keep between what lives on. */
static void give_memory_back(struct server *server)
{
    if (now_of(server) < server->trim_ms)
        return;
    server->trim_ms = now_of(server) + SERVER_TRIM_MS;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void on_settled(void *context)
{
    struct server *server = context;
    node_settled(server->node);
    give_memory_back(server);
    if (server->leaving && node_is_done(server->node))
        net_end(server->net);
}

static void on_ending(void *context)
{
    struct server *server = context;
    server->leaving = true;
    node_leave(server->node);
}

static void on_store(void *context)
{
    struct server *server = context;
    char fault[200];
    bool kept;
    if (store_done(server->store, &kept, fault, sizeof fault)) {
        if (!kept)
            fprintf(stderr, "dada serve: %s; nothing is lost, and no move is taken until it can be kept\n", fault);
        node_kept(server->node, kept, now_of(server));
    }
    control_check(server->control);
}

/* --- life ----------------------------------------------------------------------------------------------------------------------------- */

/* A link to a table shows the page, which then asks for the table. */
static bool serve_pages(struct server *server)
{
    server->served = malloc((n_pages + 1) * sizeof *server->served);
    if (!server->served)
        return false;
    for (size_t k = 0; k < n_pages; k++) {
        server->served[k] = pages[k];
        if (!strcmp(pages[k].path, "/")) {
            server->served[n_pages] = pages[k];
            server->served[n_pages].path = "/t/*";
        }
    }
    return true;
}

/* The folder, and those above it. */
static bool make_folder(const char *folder, char *fault, size_t room)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        mkdir(path, 0755);
        *at = '/';
    }
    if (!mkdir(path, 0700) || errno == EEXIST)
        return true;
    snprintf(fault, room, "the folder %s can't be made: %s", folder, strerror(errno));
    return false;
}

static bool open_all(struct server *server, char *fault, size_t room)
{
    char path[4096];
    const struct node_ports ports = {.context = server,
                                     .bus = {server, port_send},
                                     .drop = port_drop,
                                     .lively = port_lively,
                                     .wake = port_wake,
                                     .random = port_random,
                                     .at_ms = port_at_ms,
                                     .round_trip_ms = port_round_trip_ms,
                                     .submit = port_submit,
                                     .tables = port_tables,
                                     .lines = port_lines,
                                     .seal = port_seal};
    const struct net_events events = {.context = server,
                                      .opened = on_opened,
                                      .message = on_message,
                                      .closed = on_closed,
                                      .request = on_request,
                                      .woken = on_woken,
                                      .settled = on_settled,
                                      .ending = on_ending};
    snprintf(fault, room, "no memory");
    if (sodium_init() < 0 || !serve_pages(server) || !make_folder(server->options.folder, fault, room))
        return false;
    snprintf(path, sizeof path, "%s/dada.sqlite", server->options.folder);
    server->store = store_open(path, ratings_change, fault, room);
    if (!server->store)
        return false;
    server->net = net_open(&server->options.net, server->served, n_pages + 1, &events, fault, room);
    if (!server->net)
        return false;
    server->node = node_open(&ports, &server->options.table, now_of(server), fault, room);
    if (!server->node)
        return false;
    server->control = control_open(server, fault, room);
    if (server->control && net_watch(server->net, store_event(server->store), on_store, server))
        return true;
    return false;
}

struct server *server_open(const struct server_options *options, char *fault, size_t room)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server) {
        snprintf(fault, room, "no memory");
        return NULL;
    }
    server->options = *options;
    if (open_all(server, fault, room))
        return server;
    server_close(server);
    return NULL;
}

u16 server_port(const struct server *server)
{
    return net_port(server->net);
}

void server_run(struct server *server)
{
    node_settled(server->node);
    net_run(server->net);
}

void server_close(struct server *server)
{
    if (server->control)
        control_close(server->control);
    if (server->net)
        net_close(server->net);
    if (server->store)
        store_close(server->store);
    if (server->node)
        node_close(server->node);
    free(server->served);
    free(server);
}
