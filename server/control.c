/* control.c - a socket in the server's folder, for whoever may enter that: `dada backup` asks there for a copy of what is kept.
 *
 *     backup /absolute/path\n        one request a connection, one at a time
 *     ok\n, or a sentence\n */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/inner.h"

struct control {
    struct server *server;
    struct sockaddr_un address;
    int listener, client; /* client: who waits for a backup; -1: nobody */
};

static void answer(int client, const char *words)
{
    (void)!send(client, words, strlen(words), MSG_NOSIGNAL);
    (void)!send(client, "\n", 1, MSG_NOSIGNAL);
    close(client);
}

enum { PATIENCE_MS = 50, PIECES = 4 };

/* The line that a client sends at once, in a few pieces at most; false if it doesn't. */
static bool read_line(int client, char *line, size_t room)
{
    struct pollfd waiting = {.fd = client, .events = POLLIN};
    size_t n = 0;
    for (unsigned times = 0; n + 1 < room && times < PIECES; times++) { /* the loop stands meanwhile */
        const ssize_t got =
            poll(&waiting, 1, PATIENCE_MS) == 1 ? recv(client, line + n, room - 1 - n, MSG_DONTWAIT) : 0;
        if (got <= 0)
            return false;
        n += (size_t)got;
        line[n] = 0;
        char *end = strchr(line, '\n');
        if (end) {
            *end = 0;
            return true;
        }
    }
    return false;
}

static void ready(void *context)
{
    struct control *control = context;
    char line[4200];
    const int client = accept(control->listener, NULL, NULL);
    if (client < 0)
        return;
    if (!read_line(client, line, sizeof line) || strncmp(line, "backup /", 8))
        answer(client, "a request is: backup /path");
    else if (control->client >= 0 || !store_backup(control->server->store, line + 7))
        answer(client, "another backup is being made");
    else
        control->client = client;
}

void control_check(struct control *control)
{
    char fault[300];
    bool kept;
    if (control->client < 0 || !store_backup_done(control->server->store, &kept, fault, sizeof fault))
        return;
    answer(control->client, kept ? "ok" : fault);
    control->client = -1;
}

static bool listen_at(struct control *control, const char *folder, char *fault, size_t room)
{
    const int n =
        snprintf(control->address.sun_path, sizeof control->address.sun_path, "%s/%s", folder, SERVER_CONTROL);
    if (n < 0 || (size_t)n >= sizeof control->address.sun_path) {
        snprintf(fault, room, "the folder's name is too long for a socket in it: %s", folder);
        return false;
    }
    control->address.sun_family = AF_UNIX;
    unlink(control->address.sun_path); /* of a server that was killed: the store's lock says that none runs */
    control->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (control->listener < 0 ||
        bind(control->listener, (struct sockaddr *)&control->address, sizeof control->address) ||
        chmod(control->address.sun_path, 0600) || listen(control->listener, 4)) {
        snprintf(fault, room, "%s can't be opened: %s", control->address.sun_path, strerror(errno));
        return false;
    }
    return net_watch(control->server->net, control->listener, ready, control);
}

struct control *control_open(struct server *server, char *fault, size_t room)
{
    struct control *control = calloc(1, sizeof *control);
    if (!control) {
        snprintf(fault, room, "no memory");
        return NULL;
    }
    *control = (struct control){.server = server, .listener = -1, .client = -1};
    if (listen_at(control, server->options.folder, fault, room))
        return control;
    control_close(control);
    return NULL;
}

void control_close(struct control *control)
{
    if (control->client >= 0)
        close(control->client);
    if (control->listener >= 0) {
        close(control->listener);
        unlink(control->address.sun_path);
    }
    free(control);
}
