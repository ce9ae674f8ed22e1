/* server.h - a node: the page with its rules, and /healthz. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "base/base.h"

struct server;

/* Serves on `port` (0: a free one) of all addresses. NULL on failure, with a sentence that names the fault in
 * `fault`. */
NODISCARD struct server *server_open(u16 port, char *fault, size_t room);

NODISCARD u16 server_port(const struct server *server);

/* Serves until SIGTERM or SIGINT. */
void server_run(struct server *server);

void server_close(struct server *server);

#endif
