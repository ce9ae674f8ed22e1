/* server.h - a node with its hands: sockets, a store, the page. What `dada serve` runs.
 *
 * Reading order: this file, server.c (its life, and what joins node, sockets and store), api.c (requests under /api/),
 * control.c (dada backup), harden.c (what the process gives up). */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "server/net/net.h"
#include "server/table/table.h"

struct server;

struct server_options {
    struct net_options net;
    const char *folder;         /* where everything is kept; made if it isn't there */
    struct table_options table; /* server_options_default */
};

/* Everything as usual, on port 8080; the folder is the caller's. */
void server_options_default(struct server_options *options);

/* Opens the store, reads the tables, listens. NULL on failure, with a sentence that names the fault in `fault`. */
NODISCARD struct server *server_open(const struct server_options *options, char *fault, size_t room);
NODISCARD u16 server_port(const struct server *server);
/* Runs until SIGTERM or SIGINT: then everybody is told to come back, and what was begun is kept. */
void server_run(struct server *server);
void server_close(struct server *server);

/* The name of the socket in the folder by which the running server is asked for a backup. */
#define SERVER_CONTROL "control"

#endif
