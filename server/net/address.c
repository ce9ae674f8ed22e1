/* address.c - clients' addresses: read, written, and counted. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/inner.h"

static const u8 mapped[12] = {[10] = 0xFF, [11] = 0xFF}; /* what stands before an IPv4 address in an IPv6 one */

static bool is_four(const struct address_key *whole)
{
    return !memcmp(whole->bytes, mapped, sizeof mapped);
}

bool address_of(const struct sockaddr *from, struct address_key *whole)
{
    if (from->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, from, sizeof six);
        memcpy(whole->bytes, &six.sin6_addr, 16);
        return true;
    }
    if (from->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, from, sizeof four);
        memcpy(whole->bytes, mapped, sizeof mapped);
        memcpy(whole->bytes + 12, &four.sin_addr, 4);
        return true;
    }
    return false;
}

bool address_read(const char *text, struct address_key *whole)
{
    memcpy(whole->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, whole->bytes + 12) == 1 || inet_pton(AF_INET6, text, whole->bytes) == 1;
}

void address_write(const struct address_key *whole, char out[46])
{
    if (is_four(whole))
        inet_ntop(AF_INET, whole->bytes + 12, out, 46);
    else
        inet_ntop(AF_INET6, whole->bytes, out, 46);
}

struct address_key address_counted(const struct address_key *whole)
{
    struct address_key counted = *whole;
    if (!is_four(whole))
        memset(counted.bytes + 8, 0, 8);
    return counted;
}

bool address_forwarded(const char *list, struct address_key *whole)
{
    const char *comma = strrchr(list, ',');
    if (comma)
        list = comma + 1;
    list += strspn(list, " \t");
    size_t n = strcspn(list, " \t");
    if (list[n + strspn(list + n, " \t")])
        return false;
    if (*list == '[') {
        list++;
        n = strcspn(list, "]");
    } else {
        const char *colon = memchr(list, ':', n);
        if (colon && !memchr(colon + 1, ':', n - (size_t)(colon - list) - 1))
            n = (size_t)(colon - list); /* one colon: a port after IPv4 */
    }
    char text[46];
    if (n >= sizeof text)
        return false;
    memcpy(text, list, n);
    text[n] = 0;
    return address_read(text, whole);
}

static struct address **bucket_of(struct addresses *addresses, const struct address_key *key)
{
    u64 halves[2];
    memcpy(halves, key->bytes, sizeof halves);
    return &addresses->buckets[mix64(mix64(addresses->seed ^ halves[0]) ^ halves[1]) % ADDRESS_BUCKETS];
}

struct address *address_row(struct addresses *addresses, const struct address_key *counted)
{
    struct address **bucket = bucket_of(addresses, counted);
    for (struct address *row = *bucket; row; row = row->next)
        if (!memcmp(row->key.bytes, counted->bytes, ADDRESS_KEY))
            return row;
    struct address *row = calloc(1, sizeof *row);
    if (!row)
        return NULL;
    row->key = *counted;
    row->next = *bucket;
    return *bucket = row;
}

bool address_in_time(struct addresses *addresses, struct address *address, i64 now_ms)
{
    /* In millionths of a second, for rates above 1000. */
    i64 cost = 1000000 / addresses->per_second;
    return in_time(&address->arrivals, now_ms * 1000, cost,
                   (i64)addresses->per_second * NET_ADDRESS_BURST / NET_ADDRESS_PER_S);
}

void addresses_sweep(struct addresses *addresses, i64 now_ms)
{
    for (size_t i = 0; i < ADDRESS_BUCKETS; i++)
        for (struct address **at = &addresses->buckets[i]; *at;) {
            struct address *row = *at;
            if (row->n || row->arrivals > now_ms * 1000) {
                at = &row->next;
                continue;
            }
            *at = row->next;
            free(row);
        }
}

void addresses_free(struct addresses *addresses)
{
    for (size_t i = 0; i < ADDRESS_BUCKETS; i++)
        while (addresses->buckets[i]) {
            struct address *row = addresses->buckets[i];
            addresses->buckets[i] = row->next;
            free(row);
        }
}
