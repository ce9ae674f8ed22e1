/* peer.c - whom a request comes from: its socket's address, or what the trusted proxy tells. */
#include <microhttpd.h>
#include <string.h>
#include <strings.h>

#include "server/net/inner.h"

/* The last of a request's fields of one name: a proxy adds its own after those that it was sent. */
struct last_field {
    const char *name, *value;
};

static enum MHD_Result keep_last(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    struct last_field *last = context;
    if (value && !strcasecmp(name, last->name))
        last->value = value;
    return MHD_YES;
}

static const char *last_field(struct MHD_Connection *connection, const char *name)
{
    struct last_field last = {name, NULL};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, keep_last, &last);
    return last.value;
}

struct address *http_peer(struct net *net, struct MHD_Connection *connection, struct net_peer *peer)
{
    struct address_key whole = {0};
    address_of(MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr, &whole);
    peer->encrypted = net->encrypted;
    if (net->has_proxy && !memcmp(whole.bytes, net->proxy.bytes, ADDRESS_KEY)) {
        const char *list = last_field(connection, "X-Forwarded-For");
        const char *scheme = last_field(connection, "X-Forwarded-Proto");
        struct address_key told;
        if (list && address_forwarded(list, &told))
            whole = told;
        if (scheme)
            peer->encrypted = !strcasecmp(scheme, "https");
    }
    address_write(&whole, peer->address);
    struct address_key counted = address_counted(&whole);
    return address_row(&net->addresses, &counted);
}
