/* inner.h - what the files of the server share. */
#ifndef SERVER_INNER_H
#define SERVER_INNER_H

#include "server/node/node.h"
#include "server/server.h"

struct server {
    struct server_options options;
    struct net *net;
    struct store *store;
    struct node *node;
    struct control *control;
    struct http_page *served; /* the embedded pages, and the page again for links to tables */
    bool leaving;
    i64 trim_ms; /* when memory is given back next */
};

/* --- api.c --- */
void api_request(struct server *server, const struct net_request *request);

/* --- control.c --- */
/* Listens in the folder; NULL with a sentence. */
NODISCARD struct control *control_open(struct server *server, char *fault, size_t room);
/* The store's backup has come to its end, perhaps. */
void control_check(struct control *control);
void control_close(struct control *control);

#endif
