/* server.c - a node: what it serves, in one table, and its life. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/net/net.h"
#include "server/pages.h"

static const u8 healthy[] = {'o', 'k', '\n'};

static const struct http_page health = {
    .path = "/healthz",
    .type = "text/plain; charset=utf-8",
    .cache = "no-store",
    .plain = {healthy, sizeof healthy, "\"ok\""},
};

struct server {
    struct net *net;
    struct http_page served[]; /* the embedded pages, then `health` */
};

struct server *server_open(u16 port, char *fault, size_t room)
{
    struct server *server = malloc(sizeof *server + (n_pages + 1) * sizeof server->served[0]);
    if (!server) {
        snprintf(fault, room, "no memory");
        return NULL;
    }
    for (size_t i = 0; i < n_pages; i++)
        server->served[i] = pages[i];
    server->served[n_pages] = health;
    const struct net_options options = {.port = port};
    const struct net_events events = {0};
    server->net = net_open(&options, server->served, n_pages + 1, &events, fault, room);
    if (server->net)
        return server;
    free(server);
    return NULL;
}

u16 server_port(const struct server *server)
{
    return net_port(server->net);
}

void server_run(struct server *server)
{
    net_run(server->net);
}

void server_close(struct server *server)
{
    net_close(server->net);
    free(server);
}
