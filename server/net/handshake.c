/* handshake.c - from HTTP to WebSocket: judges the request (RFC 6455, 4.2) and takes the socket over. */
#include <fcntl.h>
#include <microhttpd.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <string.h>
#include <strings.h>

#include "server/net/answers.h"
#include "server/net/inner.h"

enum { KEY_LENGTH = 24, KEY_BYTES = 16 };

static const char *field(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Whether the list (or NULL) has this word in it. */
static bool names(const char *list, const char *word)
{
    size_t n = strlen(word);
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t length = strcspn(list, " \t,");
        if (length == n && !strncasecmp(list, word, n))
            return true;
        list += length;
    }
    return false;
}

static bool is_key(const char *key)
{
    struct base64_decode_ctx decoder;
    u8 bytes[BASE64_DECODE_LENGTH(KEY_LENGTH)];
    size_t n = sizeof bytes;
    if (!key || strlen(key) != KEY_LENGTH)
        return false;
    base64_decode_init(&decoder);
    return base64_decode_update(&decoder, &n, bytes, KEY_LENGTH, key) && base64_decode_final(&decoder) &&
           n == KEY_BYTES;
}

/* The answer to a key, from RFC 6455. */
static void accept_key(const char *key, char out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1])
{
    static const char fixed[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx sha1;
    u8 digest[SHA1_DIGEST_SIZE];
    sha1_init(&sha1);
    sha1_update(&sha1, KEY_LENGTH, (const u8 *)key);
    sha1_update(&sha1, sizeof fixed - 1, (const u8 *)fixed);
    sha1_digest(&sha1, sizeof digest, digest);
    base64_encode_raw(out, sizeof digest, digest);
    out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE)] = 0;
}

/* A browser tells which page opens the connection: it must be ours. Programs, which could tell anything, tell nothing. */
static bool is_ours(const struct net *net, struct MHD_Connection *connection)
{
    const char *origin = field(connection, "Origin"), *host = field(connection, "Host");
    if (!origin)
        return true;
    if (net->origin && !strcasecmp(origin, net->origin))
        return true;
    const char *rest =
        strncasecmp(origin, "https://", 8) ? strncasecmp(origin, "http://", 7) ? NULL : origin + 7 : origin + 8;
    return rest && host && *host && !strcasecmp(rest, host);
}

/* The status that a request deserves; 101: it is good. */
static unsigned judge(struct net *net, struct MHD_Connection *connection, bool through_proxy)
{
    const char *version = field(connection, "Sec-WebSocket-Version");
    if (!names(field(connection, "Upgrade"), "websocket") || !version || strcmp(version, "13"))
        return MHD_HTTP_UPGRADE_REQUIRED;
    if (!names(field(connection, "Connection"), "upgrade") || !is_key(field(connection, "Sec-WebSocket-Key")))
        return MHD_HTTP_BAD_REQUEST;
    if (!is_ours(net, connection))
        return MHD_HTTP_FORBIDDEN;
    if (net->n_sockets >= net->sockets_max)
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    struct net_peer peer;
    struct address *address = http_peer(net, connection, &peer);
    if (!address)
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    /* Who comes through the proxy is counted here; the others were counted when they were taken. */
    if (through_proxy &&
        (address->n >= net->addresses.max || !address_in_time(&net->addresses, address, net_now_ms(net))))
        return MHD_HTTP_TOO_MANY_REQUESTS;
    return MHD_HTTP_SWITCHING_PROTOCOLS;
}

/* The library has sent 101. The socket is copied and the library's closed at once, with all the memory that hangs on it. */
static void on_upgraded(void *context, struct MHD_Connection *connection, void *state, const char *extra,
                        size_t n_extra, MHD_socket socket, struct MHD_UpgradeResponseHandle *behind)
{
    (void)state;
    struct net *net = context;
    struct net_peer peer;
    struct address *address = http_peer(net, connection, &peer);
    int own = fcntl(socket, F_DUPFD_CLOEXEC, 0);
    MHD_upgrade_action(behind, MHD_UPGRADE_ACTION_CLOSE);
    net->http_again = true;
    if (own >= 0)
        socket_open(net, own, address, &peer, (const u8 *)extra, n_extra);
}

static struct MHD_Response *refusal(struct net *net, unsigned status)
{
    static const char text[] = "this is for WebSocket, version 13, from our own pages\n";
    static const struct answer_field ask[] = {{"Sec-WebSocket-Version", "13"}, {"Upgrade", "websocket"}, {NULL, NULL}};
    net->totals.refused++;
    return answer_made("text/plain; charset=utf-8", text, sizeof text - 1,
                       status == MHD_HTTP_UPGRADE_REQUIRED ? ask : NULL);
}

int handshake(struct net *net, struct MHD_Connection *connection, bool through_proxy)
{
    unsigned status = judge(net, connection, through_proxy);
    struct MHD_Response *answer;
    if (status != MHD_HTTP_SWITCHING_PROTOCOLS) {
        answer = refusal(net, status);
    } else {
        char accepted[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1];
        accept_key(field(connection, "Sec-WebSocket-Key"), accepted);
        answer = MHD_create_response_for_upgrade(on_upgraded, net);
        if (answer && (MHD_add_response_header(answer, "Upgrade", "websocket") != MHD_YES ||
                       MHD_add_response_header(answer, "Sec-WebSocket-Accept", accepted) != MHD_YES)) {
            answer_drop(answer);
            answer = NULL;
        }
    }
    if (!answer)
        return MHD_NO;
    enum MHD_Result queued = MHD_queue_response(connection, status, answer);
    MHD_destroy_response(answer);
    return (int)queued;
}
