/* http.c - the table of pages of http.h over libmicrohttpd.
 *
 * Read `http_open` last: every answer is made there once, and a request only chooses among them (`answer`). */
#include "server/net/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/limits.h"

/* On every answer. The policy lets a page run its own scripts and modules, nothing from elsewhere, and be framed by
 * nobody; WebAssembly needs 'wasm-unsafe-eval'. */
static const struct field {
    const char *name, *value;
} security[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
};

/* A page's answers: [0] plain, [1] packed. */
struct answers {
    const struct http_page *page;
    struct MHD_Response *forms[2]; /* [1] is NULL where there is no packed form */
};

/* A connection and the moment its present exchange began. */
struct watch {
    struct watch *next, **back; /* `back` points at the pointer that points here */
    int socket;
    time_t since;
};

struct http {
    struct MHD_Daemon *daemon;
    struct MHD_Response *missing, *refused;
    pthread_mutex_t lock; /* over `watches` */
    struct watch *watches;
    u16 port;
    size_t n_answers;
    struct answers answers[];
};

static time_t now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* Whether the list `accepted` (Accept-Encoding, or NULL) names gzip with a weight that is not zero. */
static bool takes_gzip(const char *accepted)
{
    while (accepted && *accepted) {
        accepted += strspn(accepted, " \t,");
        size_t length = strcspn(accepted, ",");
        size_t name = strcspn(accepted, " \t,;");
        if ((name == 4 && !strncasecmp(accepted, "gzip", 4)) || (name == 1 && *accepted == '*')) {
            const char *weight = memchr(accepted, '=', length);
            return !weight || strtod(weight + 1, NULL) > 0;
        }
        accepted += length;
    }
    return false;
}

/* Whether the list `known` (If-None-Match, or NULL) names `etag`. A weak tag counts: the question is about a copy. */
static bool is_known(const char *known, const char *etag)
{
    size_t n = strlen(etag);
    while (known && *known) {
        known += strspn(known, " \t,");
        if (*known == '*')
            return true;
        if (!strncmp(known, "W/", 2))
            known += 2;
        if (!strncmp(known, etag, n))
            return true; /* whole: both end with a quote */
        known += strcspn(known, ",");
    }
    return false;
}

/* Called once when a request's fields are read, and again when its body, if any, is. An answer at the first call
 * makes the library close the connection, as it should when a body that nobody wants follows. */
static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *upload, size_t *n_upload, void **state)
{
    (void)version, (void)upload;
    struct http *http = context;
    if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
        return MHD_queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, http->refused);
    if (!*state) {
        *state = http; /* anything but NULL: seen */
        return MHD_YES;
    }
    if (*n_upload)
        return MHD_NO; /* a GET with a body: closed */

    const char *accepted = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    for (size_t i = 0; i < http->n_answers; i++) {
        const struct http_page *page = http->answers[i].page;
        if (strcmp(path, page->path))
            continue;
        bool packed = page->packed.bytes && takes_gzip(accepted);
        bool same = is_known(known, packed ? page->packed.etag : page->plain.etag);
        /* The library sends no body with status 304. */
        return MHD_queue_response(connection, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK,
                                  http->answers[i].forms[packed]);
    }
    return MHD_queue_response(connection, MHD_HTTP_NOT_FOUND, http->missing);
}

/* Paths are compared as they were sent: no page's has an escape in it. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

/* Keeps `watches`: a row for each connection, of which `*slot` is the library's place for it. Without memory for a
 * row the connection has only the library's own limits. */
static void watch_connection(void *context, struct MHD_Connection *connection, void **slot,
                             enum MHD_ConnectionNotificationCode code)
{
    struct http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct watch *watch = malloc(sizeof *watch);
        *slot = watch;
        if (!watch)
            return;
        watch->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        watch->since = now_s();
        pthread_mutex_lock(&http->lock);
        watch->next = http->watches;
        watch->back = &http->watches;
        if (watch->next)
            watch->next->back = &watch->next;
        http->watches = watch;
        pthread_mutex_unlock(&http->lock);
    } else if (*slot) { /* closing; the socket is still this connection's */
        struct watch *watch = *slot;
        pthread_mutex_lock(&http->lock);
        *watch->back = watch->next;
        if (watch->next)
            watch->next->back = watch->back;
        pthread_mutex_unlock(&http->lock);
        free(watch);
    }
}

/* An exchange ended: the next one begins. */
static void watch_again(void *context, struct MHD_Connection *connection, void **state,
                        enum MHD_RequestTerminationCode code)
{
    (void)state, (void)code;
    struct http *http = context;
    struct watch *watch = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    if (!watch)
        return;
    pthread_mutex_lock(&http->lock);
    watch->since = now_s();
    pthread_mutex_unlock(&http->lock);
}

void http_sweep(struct http *http)
{
    time_t oldest = now_s() - HTTP_EXCHANGE_SECONDS;
    pthread_mutex_lock(&http->lock);
    for (struct watch *watch = http->watches; watch; watch = watch->next)
        if (watch->since < oldest)
            shutdown(watch->socket, SHUT_RDWR); /* the library sees its end and closes it */
    pthread_mutex_unlock(&http->lock);
}

u16 http_port(const struct http *http)
{
    return http->port;
}

/* An answer of these bytes with the security fields and those given, up to one without a value. NULL: no memory. */
static struct MHD_Response *made(const void *bytes, size_t n, const struct field *fields)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(n, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
    bool ok = response != NULL;
    for (size_t i = 0; ok && i < COUNT(security); i++)
        ok = MHD_add_response_header(response, security[i].name, security[i].value) == MHD_YES;
    for (; ok && fields->value; fields++)
        ok = MHD_add_response_header(response, fields->name, fields->value) == MHD_YES;
    if (ok || !response)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

static struct MHD_Response *made_text(const char *text, const char *allow)
{
    return made(text, strlen(text),
                (struct field[]){{"Content-Type", "text/plain; charset=utf-8"},
                                 {"Cache-Control", "no-store"},
                                 {"Allow", allow},
                                 {NULL, NULL}});
}

/* The answer for one form of a page. */
static struct MHD_Response *made_form(const struct http_page *page, const struct http_body *form)
{
    struct field fields[6];
    size_t n = 0;
    fields[n++] = (struct field){"Content-Type", page->type};
    fields[n++] = (struct field){"Cache-Control", page->cache};
    fields[n++] = (struct field){"ETag", form->etag};
    if (page->packed.bytes)
        fields[n++] = (struct field){"Vary", "Accept-Encoding"};
    if (form == &page->packed)
        fields[n++] = (struct field){"Content-Encoding", "gzip"};
    fields[n] = (struct field){NULL, NULL};
    return made(form->bytes, form->n, fields);
}

static bool make_answers(struct answers *answers, const struct http_page *page)
{
    answers->page = page;
    answers->forms[0] = made_form(page, &page->plain);
    if (page->packed.bytes)
        answers->forms[1] = made_form(page, &page->packed);
    return answers->forms[0] && (answers->forms[1] || !page->packed.bytes);
}

/* A socket that listens on `port` of all addresses; -1 and `errno` on failure. */
static int listen_on(u16 port)
{
    int on = 1, off = 0;
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_ANY_INIT};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_ANY)};
    int s = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
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
    s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
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

struct http *http_open(u16 port, const struct http_page *pages, size_t n_pages, char *fault, size_t room)
{
    struct http *http = calloc(1, sizeof *http + n_pages * sizeof http->answers[0]);
    snprintf(fault, room, "no memory");
    if (!http)
        return NULL;
    pthread_mutex_init(&http->lock, NULL);
    http->n_answers = n_pages;
    http->missing = made_text("not found\n", NULL);
    http->refused = made_text("only GET and HEAD\n", "GET, HEAD");
    bool ok = http->missing && http->refused;
    for (size_t i = 0; ok && i < n_pages; i++)
        ok = make_answers(&http->answers[i], &pages[i]);
    if (!ok) {
        http_close(http);
        return NULL;
    }
    int listener = listen_on(port);
    if (listener < 0) {
        say_fault(fault, room, port, errno);
        http_close(http);
        return NULL;
    }
    http->port = port_of(listener);
    http->daemon = MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_ITC, port, NULL, NULL, answer, http, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)HTTP_CONNECTIONS_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)HTTP_MEMORY_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HTTP_SILENCE_SECONDS,
        MHD_OPTION_NOTIFY_CONNECTION, watch_connection, http, MHD_OPTION_NOTIFY_COMPLETED, watch_again, http,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_END);
    if (!http->daemon) {
        snprintf(fault, room, "the HTTP library does not start: %s", strerror(errno));
        close(listener);
        http_close(http);
        return NULL;
    }
    return http;
}

static void destroy(struct MHD_Response *response)
{
    if (response)
        MHD_destroy_response(response);
}

void http_close(struct http *http)
{
    if (http->daemon)
        MHD_stop_daemon(http->daemon); /* closes the listening socket too */
    for (size_t i = 0; i < http->n_answers; i++)
        for (int packed = 0; packed < 2; packed++)
            destroy(http->answers[i].forms[packed]);
    destroy(http->missing);
    destroy(http->refused);
    pthread_mutex_destroy(&http->lock);
    free(http);
}
