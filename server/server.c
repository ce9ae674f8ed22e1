/* server.c - a node: what it serves, in one table, and its life. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/net/http.h"
#include "server/pages.h"

static const u8 healthy[] = {'o', 'k', '\n'};

static const struct http_page health = {
    .path = "/healthz",
    .type = "text/plain; charset=utf-8",
    .cache = "no-store",
    .plain = {healthy, sizeof healthy, "\"ok\""},
};

struct server {
    struct http *http;
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
    server->http = http_open(port, server->served, n_pages + 1, fault, room);
    if (server->http)
        return server;
    free(server);
    return NULL;
}

u16 server_port(const struct server *server)
{
    return http_port(server->http);
}

void server_tick(struct server *server)
{
    http_sweep(server->http);
}

void server_close(struct server *server)
{
    http_close(server->http);
    free(server);
}
