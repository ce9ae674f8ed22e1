/* tls.c - TLS by GnuTLS, between a client and everything else: http.c and socket.c get one end of a pair of sockets, and know nothing of it.
 *
 *     client ===outer=== session ===inner=== pair --- http.c, later socket.c
 *
 * (libmicrohttpd's own TLS hands an upgraded connection on four bytes at a time.)
 *
 * What comes from the client is decrypted and written to the pair; what doesn't fit waits in `rest`, and nothing is read from the
 * client meanwhile. What comes from the pair is encrypted; what the client doesn't take waits in GnuTLS (`stuck`), and nothing is
 * read from the pair. */
#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/inner.h"

enum { RECORD = 16384, HANDLES = 2 };

struct tls {
    uv_poll_t outer, inner;
    struct tls *next, **back;
    gnutls_session_t session;
    i64 end_ms; /* then it is cut; 0: no such time */
    u8 *rest;
    size_t n_rest;
    int client, pair, n_handles;
    int outer_events, inner_events;
    bool greeted, stuck, client_ended, pair_ended;
};

struct tls_all {
    gnutls_certificate_credentials_t credentials;
    struct tls *first;
};

static void on_closed(uv_handle_t *handle)
{
    struct tls *tls = handle->data;
    if (!--tls->n_handles)
        free(tls);
}

static void cut(struct tls *tls)
{
    if (!tls->back)
        return;
    *tls->back = tls->next;
    if (tls->next)
        tls->next->back = tls->back;
    tls->back = NULL;
    gnutls_deinit(tls->session);
    free(tls->rest);
    uv_close((uv_handle_t *)&tls->outer, on_closed);
    uv_close((uv_handle_t *)&tls->inner, on_closed);
    close(tls->client);
    close(tls->pair);
}

static void end_within(struct tls *tls, i64 ms)
{
    i64 end = (i64)uv_now(tls->outer.loop) + ms;
    if (!tls->end_ms || end < tls->end_ms)
        tls->end_ms = end;
}

/* Below, false: it is lost. */

static bool greet(struct tls *tls)
{
    int got;
    do
        got = gnutls_handshake(tls->session);
    while (got == GNUTLS_E_INTERRUPTED);
    if (got == GNUTLS_E_SUCCESS) {
        tls->greeted = true;
        tls->end_ms = 0;
    }
    return got == GNUTLS_E_SUCCESS || !gnutls_error_is_fatal(got);
}

/* Writes to the pair; what doesn't fit becomes `rest`. */
static bool write_pair(struct tls *tls, const u8 *bytes, size_t n)
{
    ssize_t sent = send(tls->pair, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR)
        return false;
    size_t gone = sent > 0 ? (size_t)sent : 0;
    u8 *rest = NULL;
    if (gone < n) {
        rest = malloc(n - gone);
        if (!rest)
            return false;
        memcpy(rest, bytes + gone, n - gone);
    }
    free(tls->rest);
    tls->rest = rest;
    tls->n_rest = n - gone;
    return true;
}

static bool from_client(struct net *net, struct tls *tls)
{
    if (tls->n_rest && !write_pair(tls, tls->rest, tls->n_rest))
        return false;
    while (!tls->n_rest && !tls->client_ended) {
        ssize_t n = gnutls_record_recv(tls->session, net->input, RECORD);
        if (n == GNUTLS_E_AGAIN)
            return true;
        if (n == GNUTLS_E_INTERRUPTED || n == GNUTLS_E_WARNING_ALERT_RECEIVED)
            continue;
        if (n < 0)
            return false; /* also a wish to negotiate again */
        if (n == 0) {
            tls->client_ended = true;
            shutdown(tls->pair, SHUT_WR);
            end_within(tls, NET_LINGER_MS);
        } else if (!write_pair(tls, net->input, (size_t)n)) {
            return false;
        }
    }
    return true;
}

static bool to_client(struct net *net, struct tls *tls)
{
    while (!tls->pair_ended) {
        ssize_t n = 0;
        if (!tls->stuck) {
            n = recv(tls->pair, net->input, RECORD, MSG_DONTWAIT);
            if (n < 0)
                return errno == EAGAIN || errno == EINTR;
            if (n == 0) {
                tls->pair_ended = true;
                gnutls_bye(tls->session, GNUTLS_SHUT_WR);
                shutdown(tls->client, SHUT_WR);
                end_within(tls, NET_LINGER_MS + 1000);
                return !tls->client_ended;
            }
        }
        ssize_t sent = gnutls_record_send(tls->session, tls->stuck ? NULL : net->input, (size_t)n);
        tls->stuck = sent == GNUTLS_E_AGAIN || sent == GNUTLS_E_INTERRUPTED;
        if (tls->stuck)
            return true;
        if (sent < 0)
            return false;
    }
    return true;
}

static void on_either(uv_poll_t *poll, int status, int events);

static bool wait_for(uv_poll_t *poll, int *present, int events)
{
    if (*present == events)
        return true;
    *present = events;
    return !(events ? uv_poll_start(poll, events, on_either) : uv_poll_stop(poll));
}

/* Hands on all that can be, and waits for what can't. */
static void pump(struct net *net, struct tls *tls)
{
    bool ok = tls->greeted || greet(tls);
    if (ok && tls->greeted)
        ok = from_client(net, tls) && to_client(net, tls);
    bool writes = !tls->greeted && gnutls_record_get_direction(tls->session);
    int outer =
        (tls->stuck || writes ? UV_WRITABLE : 0) | (tls->n_rest || tls->client_ended || writes ? 0 : UV_READABLE);
    int inner = (tls->n_rest ? UV_WRITABLE : 0) | (tls->stuck || tls->pair_ended || !tls->greeted ? 0 : UV_READABLE);
    if (!ok || !wait_for(&tls->outer, &tls->outer_events, outer) || !wait_for(&tls->inner, &tls->inner_events, inner))
        cut(tls);
}

static void on_either(uv_poll_t *poll, int status, int events)
{
    (void)events;
    struct tls *tls = poll->data;
    if (status < 0)
        cut(tls);
    else
        pump(poll->loop->data, tls);
}

/* Opens the session of a new one; its sockets are in place. */
static bool open_session(struct net *net, struct tls *tls)
{
    if (gnutls_init(&tls->session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL))
        return false;
    if (gnutls_set_default_priority(tls->session) ||
        gnutls_credentials_set(tls->session, GNUTLS_CRD_CERTIFICATE, net->tls->credentials)) {
        gnutls_deinit(tls->session);
        return false;
    }
    gnutls_handshake_set_timeout(tls->session, GNUTLS_INDEFINITE_TIMEOUT); /* `end_ms` ends it */
    gnutls_transport_set_int(tls->session, tls->client);
    return true;
}

/* Watches both sockets. What was begun when it fails is freed by the loop. */
static bool open_handles(struct net *net, struct tls *tls)
{
    tls->outer.data = tls->inner.data = tls;
    if (uv_poll_init(&net->loop, &tls->outer, tls->client))
        return false;
    tls->n_handles = 1;
    if (!uv_poll_init(&net->loop, &tls->inner, tls->pair)) {
        tls->n_handles = HANDLES;
        return true;
    }
    uv_close((uv_handle_t *)&tls->outer, on_closed);
    return false;
}

static bool open_both(struct net *net, struct tls *tls)
{
    if (!open_session(net, tls))
        return false;
    if (open_handles(net, tls))
        return true;
    gnutls_deinit(tls->session);
    return false;
}

int tls_begin(struct net *net, int client)
{
    int ends[2];
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends)) {
        free(tls);
        close(client);
        return -1;
    }
    tls->client = client;
    tls->pair = ends[0];
    if (!open_both(net, tls)) {
        if (!tls->n_handles)
            free(tls);
        close(client);
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    tls->next = net->tls->first;
    tls->back = &net->tls->first;
    if (tls->next)
        tls->next->back = &tls->next;
    net->tls->first = tls;
    tls->end_ms = net_now_ms(net) + NET_GREETING_MS;
    pump(net, tls);
    return ends[1];
}

void tls_sweep(struct net *net)
{
    i64 now = net_now_ms(net);
    for (struct tls *tls = net->tls ? net->tls->first : NULL, *next; tls; tls = next) {
        next = tls->next;
        if (tls->end_ms && tls->end_ms <= now)
            cut(tls);
    }
}

bool tls_start(struct net *net, const char *certificate, const char *key, char *fault, size_t room)
{
    net->tls = calloc(1, sizeof *net->tls);
    if (!net->tls || gnutls_certificate_allocate_credentials(&net->tls->credentials)) {
        snprintf(fault, room, "no memory");
        return false;
    }
    int got = gnutls_certificate_set_x509_key_file(net->tls->credentials, certificate, key, GNUTLS_X509_FMT_PEM);
    if (got < 0)
        snprintf(fault, room, "no certificate in %.80s with its key in %.80s: %s", certificate, key,
                 gnutls_strerror(got));
    return got >= 0;
}

void tls_close(struct net *net)
{
    while (net->tls && net->tls->first) {
        struct tls *tls = net->tls->first;
        pump(net, tls);
        cut(tls);
    }
}

void tls_free(struct net *net)
{
    if (net->tls && net->tls->credentials)
        gnutls_certificate_free_credentials(net->tls->credentials);
    free(net->tls);
}
