/* echo.c - a server that sends back what it gets, over server/net alone: for test_requests.py and test_socket.py.
 *
 * usage: echo [--proxy ADDRESS] [--origin ORIGIN] [--per-address N] [--per-second N] [--tls CERTIFICATE KEY] [--idle]
 *
 * Prints "port N". Messages: "drop me", "flood N" (N texts of 1 KB), "four ..." (to the four who came together), "all ..."
 * (to everyone), "round trip", "peer"; all others come back as they are. --idle: connections aren't lively. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/net.h"

enum { MEMBERS_MAX = 20000, LATER_MAX = 100 };

static struct {
    struct net *net;
    net_id members[MEMBERS_MAX];
    struct net_peer peers[MEMBERS_MAX];
    u64 later[LATER_MAX];
    size_t n_members, n_later;
    u64 n_closed;
    bool idle;
} echo;

/* Where it was found last, is where it is looked for first. */
static size_t place_of(net_id id)
{
    static u16 guesses[65536];
    u16 *guess = &guesses[mix64(id) % COUNT(guesses)];
    if (*guess < echo.n_members && echo.members[*guess] == id)
        return *guess;
    size_t i = 0;
    while (i < echo.n_members && echo.members[i] != id)
        i++;
    REQUIRE(i < echo.n_members); /* a message without `opened`, or after `closed` */
    *guess = (u16)i;
    return i;
}

static void say(net_id id, const char *text, size_t n)
{
    struct net_text *made = net_text_make(text, n);
    net_send(echo.net, id, made);
    net_text_drop(made);
}

static void opened(void *context, net_id id, const struct net_peer *peer)
{
    (void)context;
    REQUIRE(echo.n_members < MEMBERS_MAX);
    echo.members[echo.n_members] = id;
    echo.peers[echo.n_members++] = *peer;
    net_pace(echo.net, id, !echo.idle);
}

static void closed(void *context, net_id id)
{
    (void)context;
    size_t i = place_of(id);
    echo.n_members--;
    echo.members[i] = echo.members[echo.n_members];
    echo.peers[i] = echo.peers[echo.n_members];
    echo.n_closed++;
}

/* To members `from` to `to`, one text. */
static void say_to(size_t from, size_t to, const char *text, size_t n)
{
    struct net_text *made = net_text_make(text, n);
    for (size_t i = from; i < to && i < echo.n_members; i++)
        net_send(echo.net, echo.members[i], made);
    net_text_drop(made);
}

static void flood(net_id id, int n)
{
    char text[1024];
    memset(text, 'x', sizeof text);
    struct net_text *made = net_text_make(text, sizeof text);
    while (n-- > 0)
        net_send(echo.net, id, made);
    net_text_drop(made);
}

static void message(void *context, net_id id, const char *text, size_t n)
{
    (void)context;
    REQUIRE(text[n] == 0);
    char line[200];
    if (!strcmp(text, "drop me")) {
        net_drop(echo.net, id, 4000, "as asked");
        say(id, "never", 5);
    } else if (!strncmp(text, "flood ", 6)) {
        flood(id, atoi(text + 6));
    } else if (!strncmp(text, "four ", 5)) {
        size_t first = place_of(id) & ~(size_t)3;
        say_to(first, first + 4, text, n);
    } else if (!strncmp(text, "all ", 4)) {
        say_to(0, echo.n_members, text, n);
    } else if (!strcmp(text, "round trip")) {
        say(id, line, (size_t)snprintf(line, sizeof line, "%d", net_round_trip_ms(echo.net, id)));
    } else if (!strcmp(text, "peer")) {
        const struct net_peer *peer = &echo.peers[place_of(id)];
        say(id, line, (size_t)snprintf(line, sizeof line, "%s%s", peer->address, peer->encrypted ? " encrypted" : ""));
    } else {
        say(id, text, n);
    }
}

static void answer(u64 id, const char *text, size_t n)
{
    net_answer(echo.net, id, 200, "text/plain; charset=utf-8", text, n);
}

static void request(void *context, const struct net_request *asked)
{
    (void)context;
    char line[400];
    struct net_totals totals;
    if (!strcmp(asked->path, "/api/echo")) {
        answer(asked->id, asked->body, asked->n);
    } else if (!strcmp(asked->path, "/api/later") && echo.n_later < LATER_MAX) {
        echo.later[echo.n_later++] = asked->id;
        net_wake(echo.net, net_now_ms(echo.net) + 100);
    } else if (!strcmp(asked->path, "/api/never")) {
        return;
    } else if (!strcmp(asked->path, "/api/query")) {
        const char *x = asked->query(asked, "x"), *field = asked->field(asked, "X-Test");
        answer(
            asked->id, line,
            (size_t)snprintf(line, sizeof line, "%s %.100s %.100s", asked->method, x ? x : "-", field ? field : "-"));
    } else if (!strcmp(asked->path, "/api/peer")) {
        answer(asked->id, line,
               (size_t)snprintf(line, sizeof line, "%s%s", asked->peer.address,
                                asked->peer.encrypted ? " encrypted" : ""));
    } else if (!strcmp(asked->path, "/api/totals")) {
        net_totals(echo.net, &totals);
        int n =
            snprintf(line, sizeof line,
                     "{\"connections\":%llu,\"members\":%zu,\"closed\":%llu,\"messages_in\":%llu,\"messages_out\":%llu,"
                     "\"slow\":%llu,\"refused\":%llu}",
                     (unsigned long long)totals.connections, echo.n_members, (unsigned long long)echo.n_closed,
                     (unsigned long long)totals.messages_in, (unsigned long long)totals.messages_out,
                     (unsigned long long)totals.dropped_slow, (unsigned long long)totals.refused);
        answer(asked->id, line, (size_t)n);
    } else {
        net_answer(echo.net, asked->id, 404, "text/plain", "none\n", 5);
    }
}

static void woken(void *context)
{
    (void)context;
    while (echo.n_later)
        answer(echo.later[--echo.n_later], "later", 5);
}

/* Reads the options; false if there is one that isn't known. */
static bool read_options(int argc, char **argv, struct net_options *options)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--idle")) {
            echo.idle = true;
            continue;
        } else if (!strcmp(argv[i], "--proxy")) {
            options->trusted_proxy = value;
        } else if (!strcmp(argv[i], "--origin")) {
            options->origin = value;
        } else if (!strcmp(argv[i], "--per-address")) {
            options->per_address = (u32)atoi(value);
        } else if (!strcmp(argv[i], "--per-second")) {
            options->per_address_second = (u32)atoi(value);
        } else if (!strcmp(argv[i], "--tls") && i + 2 < argc) {
            options->certificate = value;
            options->key = argv[++i + 1];
        } else {
            return false;
        }
        i++;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const u8 page[] = "a page\n";
    static const struct http_page pages[] = {
        {"/", "text/plain", "no-cache", {page, sizeof page - 1, "\"1\""}, {0}},
        {"/t/*", "text/plain", "no-cache", {page, sizeof page - 1, "\"1\""}, {0}},
    };
    static const struct net_events events = {
        .opened = opened, .message = message, .closed = closed, .request = request, .woken = woken};
    struct net_options options = {0};
    char fault[200];
    if (!read_options(argc, argv, &options)) {
        fprintf(stderr, "echo: wrong options\n");
        return 2;
    }
    echo.net = net_open(&options, pages, COUNT(pages), &events, fault, sizeof fault);
    if (!echo.net) {
        fprintf(stderr, "echo: %s\n", fault);
        return 1;
    }
    printf("port %u\n", net_port(echo.net));
    fflush(stdout);
    net_run(echo.net);
    net_close(echo.net);
    return 0;
}
