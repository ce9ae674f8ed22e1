/* http.c - HTTP by libmicrohttpd on our loop: pages from answers.c, other requests to the caller, /ws to handshake.c.
 *
 * A connection (`link`) is in one of two lists: it waits for a request, or has one; each list is in the order of
 * coming. A request that isn't a page's is an `exchange`, whose connection the library puts aside until the answer
 * comes.
 *
 * Read `answer`, which the library calls when a request's fields are read, for each piece of its body, and at its
 * end; then http_start. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/net/answers.h"
#include "server/net/inner.h"

enum { WAITING, BUSY, N_LISTS };

struct link {
    struct link *next, **back; /* `back` points at the pointer that points here; NULL: in no list */
    struct address *address;   /* NULL: the trusted proxy's */
    int descriptor;
    i64 since_ms; /* the beginning of its present exchange */
};

/* Arguments whose escapes were resolved, for the time of the callback. */
struct argument {
    struct argument *next;
    char text[];
};

struct exchange {
    struct exchange *next, **back; /* in http->exchanges, once asked */
    u64 id;
    struct MHD_Connection *connection;
    struct MHD_Response *answer;
    struct argument *arguments;
    char *body;
    size_t n, swallowed;
    i64 since_ms;
    unsigned status;
    bool asked, aside;
};

struct http {
    struct MHD_Daemon *daemon;
    struct answers *answers;
    size_t n_answers;
    struct MHD_Response *missing, *refused, *refused_api, *too_big;
    struct link *lists[N_LISTS], **ends[N_LISTS];
    struct exchange *exchanges;
    u64 serial;
    u32 n_links;
};

/* --- connections ------------------------------------------------------------------------------------------------------- */

static void unlink_from(struct http *http, struct link *link)
{
    if (!link->back)
        return;
    *link->back = link->next;
    if (link->next)
        link->next->back = link->back;
    for (int i = 0; i < N_LISTS; i++)
        if (http->ends[i] == &link->next)
            http->ends[i] = link->back;
    link->back = NULL;
}

static void link_to(struct http *http, struct link *link, int list)
{
    unlink_from(http, link);
    link->next = NULL;
    link->back = http->ends[list];
    *http->ends[list] = link;
    http->ends[list] = &link->next;
}

static struct link *link_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* No longer counted: it ends, or has become a WebSocket. */
static void leave(struct http *http, struct link *link)
{
    if (!link->back)
        return;
    unlink_from(http, link);
    http->n_links--;
    if (link->address)
        link->address->n--;
    link->address = NULL;
}

static void cut(struct http *http, struct link *link)
{
    shutdown(link->descriptor, SHUT_RDWR); /* the library sees its end and closes it */
    leave(http, link);
}

/* Without memory for a row the connection ends at once. */
static void link_begins(struct net *net, struct MHD_Connection *connection, void **slot)
{
    int descriptor = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    struct link *link = calloc(1, sizeof *link);
    *slot = link;
    if (!link) {
        shutdown(descriptor, SHUT_RDWR);
        return;
    }
    struct address_key whole;
    if (address_of(MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr, &whole) &&
        !(net->has_proxy && !memcmp(whole.bytes, net->proxy.bytes, ADDRESS_KEY))) {
        struct address_key counted = address_counted(&whole);
        link->address = address_row(&net->addresses, &counted);
        if (link->address)
            link->address->n++;
    }
    link->descriptor = descriptor;
    link->since_ms = net_now_ms(net);
    link_to(net->http, link, WAITING);
    net->http->n_links++;
}

static void on_link(void *context, struct MHD_Connection *connection, void **slot,
                    enum MHD_ConnectionNotificationCode code)
{
    struct net *net = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        link_begins(net, connection, slot);
    } else if (*slot) {
        leave(net->http, *slot);
        free(*slot);
        *slot = NULL;
    }
}

bool http_evict(struct net *net, const struct address *address)
{
    struct http *http = net->http;
    for (int list = 0; list < (address ? 1 : N_LISTS); list++)
        for (struct link *link = http->lists[list]; link; link = link->next)
            if (!address || link->address == address) {
                cut(http, link);
                return true;
            }
    return false;
}

u32 http_connections(const struct net *net)
{
    return net->http->n_links;
}

void http_add(struct net *net, int descriptor, const struct sockaddr *from, socklen_t n)
{
    if (net->encrypted)
        descriptor = tls_begin(net, descriptor);
    if (descriptor < 0)
        return;
    (void)MHD_add_connection(net->http->daemon, descriptor, from, n); /* it closes what it doesn't take */
    http_run(net);
}

static bool through_proxy(struct MHD_Connection *connection)
{
    const struct link *link = link_of(connection);
    return link && link->back && !link->address;
}

/* --- requests for the caller ------------------------------------------------------------------------------------------- */

/* Resolves escapes; false if one is none, or is a NUL. */
static bool unescape(const char *from, char *to)
{
    for (; *from; from++, to++) {
        *to = *from;
        if (*from != '%')
            continue;
        if (!isxdigit((unsigned char)from[1]) || !isxdigit((unsigned char)from[2]))
            return false;
        *to = (char)strtol((char[]){from[1], from[2], 0}, NULL, 16);
        if (!*to)
            return false;
        from += 2;
    }
    *to = 0;
    return true;
}

static const char *request_query(const struct net_request *request, const char *name)
{
    struct exchange *exchange = request->inner;
    const char *raw = MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
    struct argument *argument = raw ? malloc(sizeof *argument + strlen(raw) + 1) : NULL;
    if (!argument)
        return NULL;
    argument->next = exchange->arguments;
    exchange->arguments = argument;
    return unescape(raw, argument->text) ? argument->text : NULL;
}

static const char *request_field(const struct net_request *request, const char *name)
{
    const struct exchange *exchange = request->inner;
    return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

static void exchange_free(struct exchange *exchange)
{
    if (exchange->back) {
        *exchange->back = exchange->next;
        if (exchange->next)
            exchange->next->back = exchange->back;
    }
    while (exchange->arguments) {
        struct argument *argument = exchange->arguments;
        exchange->arguments = argument->next;
        free(argument);
    }
    answer_drop(exchange->answer);
    free(exchange->body);
    free(exchange);
}

static enum MHD_Result exchange_begin(struct http *http, struct MHD_Connection *connection, void **state)
{
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > NET_BODY_MAX)
        return MHD_queue_response(connection, MHD_HTTP_CONTENT_TOO_LARGE, http->too_big);
    struct exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange)
        return MHD_NO;
    exchange->connection = connection;
    *state = exchange;
    return MHD_YES;
}

static enum MHD_Result exchange_body(struct exchange *exchange, const char *upload, size_t *n_upload)
{
    size_t n = *n_upload;
    *n_upload = 0;
    if (n > NET_BODY_MAX - exchange->n || exchange->swallowed) {
        exchange->swallowed += n;
        return exchange->swallowed > NET_BODY_SWALLOWED ? MHD_NO : MHD_YES;
    }
    char *longer = realloc(exchange->body, exchange->n + n + 1);
    if (!longer)
        return MHD_NO;
    exchange->body = longer;
    memcpy(longer + exchange->n, upload, n);
    exchange->n += n;
    longer[exchange->n] = 0;
    return MHD_YES;
}

static void exchange_ask(struct net *net, struct exchange *exchange, const char *path, const char *method)
{
    struct http *http = net->http;
    exchange->asked = true;
    exchange->id = ++http->serial;
    exchange->since_ms = net_now_ms(net);
    exchange->next = http->exchanges;
    exchange->back = &http->exchanges;
    if (exchange->next)
        exchange->next->back = &exchange->next;
    http->exchanges = exchange;
    struct link *link = link_of(exchange->connection);
    if (link && link->back) { /* the caller has as long again */
        link->since_ms = exchange->since_ms;
        link_to(http, link, BUSY);
    }
    struct net_request request = {.id = exchange->id,
                                  .method = method,
                                  .path = path,
                                  .body = exchange->body ? exchange->body : "",
                                  .n = exchange->n,
                                  .query = request_query,
                                  .field = request_field,
                                  .inner = exchange};
    http_peer(net, exchange->connection, &request.peer);
    net->events.request(net->events.context, &request);
}

static enum MHD_Result exchange_end(struct net *net, struct exchange *exchange, const char *path, const char *method)
{
    if (exchange->swallowed)
        return MHD_queue_response(exchange->connection, MHD_HTTP_CONTENT_TOO_LARGE, net->http->too_big);
    if (!exchange->asked)
        exchange_ask(net, exchange, path, method);
    if (exchange->answer)
        return MHD_queue_response(exchange->connection, exchange->status, exchange->answer);
    exchange->aside = true;
    MHD_suspend_connection(exchange->connection);
    return MHD_YES;
}

void net_answer(struct net *net, u64 request, unsigned status, const char *type, const char *body, size_t n)
{
    struct exchange *exchange = net->http->exchanges;
    while (exchange && exchange->id != request)
        exchange = exchange->next;
    if (!exchange || exchange->answer)
        return;
    exchange->answer = answer_made(type, body, n, NULL);
    exchange->status = status;
    if (!exchange->answer) {
        exchange->answer = answer_made("text/plain", NULL, 0, NULL);
        exchange->status = MHD_HTTP_INTERNAL_SERVER_ERROR;
    }
    if (exchange->answer && exchange->aside) {
        exchange->aside = false;
        MHD_resume_connection(exchange->connection);
        net->http_again = true;
    }
}

/* --- what the library calls -------------------------------------------------------------------------------------------- */

/* An answer at the first call makes the library close the connection, as it should when a body that nobody wants follows. */
static enum MHD_Result begin(struct net *net, struct MHD_Connection *connection, const char *path, const char *method,
                             void **state)
{
    struct http *http = net->http;
    net->totals.requests++;
    struct link *link = link_of(connection);
    if (link && link->back)
        link_to(http, link, BUSY);
    bool reads = !strcmp(method, MHD_HTTP_METHOD_GET) || !strcmp(method, MHD_HTTP_METHOD_HEAD);
    bool ours = !net->events.request || !strcmp(path, "/ws") || answers_find(http->answers, http->n_answers, path);
    if (ours && reads) {
        *state = http; /* anything but NULL: seen */
        return MHD_YES;
    }
    if (ours)
        return MHD_queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, http->refused);
    if (!reads && strcmp(method, MHD_HTTP_METHOD_POST))
        return MHD_queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, http->refused_api);
    return exchange_begin(http, connection, state);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *upload, size_t *n_upload, void **state)
{
    (void)version;
    struct net *net = context;
    struct http *http = net->http;
    if (!*state)
        return begin(net, connection, path, method, state);
    if (*state != http)
        return *n_upload ? exchange_body(*state, upload, n_upload) : exchange_end(net, *state, path, method);
    if (*n_upload)
        return MHD_NO; /* a GET with a body: closed */
    if (!strcmp(path, "/ws") && net->events.message)
        return (enum MHD_Result)handshake(net, connection, through_proxy(connection));
    const struct answers *page = answers_find(http->answers, http->n_answers, path);
    return page ? answers_give(page, connection) : MHD_queue_response(connection, MHD_HTTP_NOT_FOUND, http->missing);
}

/* An exchange ended: the next one begins. */
static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code)
{
    (void)code;
    struct net *net = context;
    if (*state && *state != net->http)
        exchange_free(*state);
    *state = NULL;
    struct link *link = link_of(connection);
    if (link && link->back) {
        link->since_ms = net_now_ms(net);
        link_to(net->http, link, WAITING);
    }
}

/* The first sight of a request's line. Too many arguments are refused here, as the library would close without a word. */
static void *on_line(void *context, const char *line, struct MHD_Connection *connection)
{
    (void)context;
    static const char refusal[] = "HTTP/1.1 414 URI Too Long\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    u32 n = 0;
    const char *arguments = strchr(line, '?');
    for (const char *at = arguments; at; at = strchr(at + 1, '&'))
        n++;
    struct link *link = link_of(connection);
    if (n > HTTP_ARGUMENTS_MAX && link) {
        (void)send(link->descriptor, refusal, sizeof refusal - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        shutdown(link->descriptor, SHUT_WR);
    }
    return NULL;
}

/* Paths are compared as they were sent: no page's has an escape in it. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

/* --- life -------------------------------------------------------------------------------------------------------------- */

static void on_http(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    http_run(poll->data);
}

static void on_due(uv_timer_t *timer)
{
    http_run(timer->data);
}

void http_run(struct net *net)
{
    struct http *http = net->http;
    if (!http->daemon)
        return;
    for (int i = 0; i < 4; i++) {
        net->http_again = false;
        MHD_run(http->daemon);
        if (!net->http_again)
            break;
    }
    MHD_UNSIGNED_LONG_LONG ms;
    if (MHD_get_timeout(http->daemon, &ms) == MHD_YES)
        uv_timer_start(&net->http_due, on_due, net->http_again ? 0 : ms, 0);
    else
        uv_timer_stop(&net->http_due);
}

bool http_settle(struct net *net)
{
    if (!net->http_again)
        return false;
    http_run(net);
    return true;
}

void http_sweep(struct net *net)
{
    i64 oldest = net_now_ms(net) - HTTP_EXCHANGE_SECONDS * 1000;
    struct http *http = net->http;
    for (struct exchange *exchange = http->exchanges, *next; exchange; exchange = next) {
        next = exchange->next;
        if (exchange->since_ms < oldest)
            net_answer(net, exchange->id, MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", "busy\n", 5);
    }
    http_run(net);
    for (int list = 0; list < N_LISTS; list++)
        while (http->lists[list] && http->lists[list]->since_ms < oldest)
            cut(http, http->lists[list]);
    http_run(net);
}

static struct MHD_Response *made_text(const char *text, const char *allow)
{
    return answer_made("text/plain; charset=utf-8", text, strlen(text),
                       (struct answer_field[]){{"Allow", allow}, {NULL, NULL}});
}

static bool make(struct net *net, const struct http_page *pages, size_t n_pages, char *fault, size_t room)
{
    struct http *http = net->http;
    http->n_answers = n_pages;
    http->answers = answers_make(pages, n_pages);
    http->missing = made_text("not found\n", NULL);
    http->refused = made_text("only GET and HEAD\n", "GET, HEAD");
    http->refused_api = made_text("only GET, HEAD and POST\n", "GET, HEAD, POST");
    http->too_big = made_text("too long\n", NULL);
    for (int i = 0; i < N_LISTS; i++)
        http->ends[i] = &http->lists[i];
    snprintf(fault, room, "no memory");
    return http->answers && http->missing && http->refused && http->refused_api && http->too_big;
}

/* The library's limit of connections is out of the way: ours is in listen.c. */
static bool start(struct net *net)
{
    struct http *http = net->http;
    unsigned flags =
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME;
    http->daemon =
        MHD_start_daemon(flags, 0, NULL, NULL, answer, net, MHD_OPTION_CONNECTION_LIMIT,
                         (unsigned)(NET_SOCKETS_MAX + HTTP_CONNECTIONS_MAX), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                         (size_t)HTTP_MEMORY_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HTTP_SILENCE_SECONDS,
                         MHD_OPTION_NOTIFY_CONNECTION, on_link, net, MHD_OPTION_NOTIFY_COMPLETED, on_completed, net,
                         MHD_OPTION_URI_LOG_CALLBACK, on_line, net, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
                         MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    return http->daemon != NULL;
}

bool http_start(struct net *net, const struct http_page *pages, size_t n_pages, char *fault, size_t room)
{
    struct http *http = net->http = calloc(1, sizeof *http);
    snprintf(fault, room, "no memory");
    if (!http || !make(net, pages, n_pages, fault, room))
        return false;
    if (!start(net)) {
        snprintf(fault, room, "the HTTP library does not start");
        return false;
    }
    int ready = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    snprintf(fault, room, "the event loop does not start");
    if (uv_timer_init(&net->loop, &net->http_due) || uv_poll_init(&net->loop, &net->http_ready, ready))
        return false;
    net->http_due.data = net->http_ready.data = net;
    return !uv_poll_start(&net->http_ready, UV_READABLE, on_http);
}

void http_stop(struct net *net)
{
    struct http *http = net->http;
    if (!http || !http->daemon)
        return;
    for (struct exchange *exchange = http->exchanges; exchange; exchange = exchange->next)
        if (exchange->aside) { /* the library must not be stopped while any is put aside */
            exchange->aside = false;
            MHD_resume_connection(exchange->connection);
        }
    MHD_stop_daemon(http->daemon);
    http->daemon = NULL;
}

void http_free(struct net *net)
{
    struct http *http = net->http;
    if (!http)
        return;
    answers_free(http->answers, http->n_answers);
    answer_drop(http->missing);
    answer_drop(http->refused);
    answer_drop(http->refused_api);
    answer_drop(http->too_big);
    free(http);
}
