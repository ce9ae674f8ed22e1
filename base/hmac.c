/* hmac.c - HMAC-SHA256: the hash of the message between two hashes of the key. */
#include "base/hmac.h"

enum { INNER = 0x36, OUTER = 0x5c };

void hmac_init(struct hmac *hmac, const void *key, size_t n)
{
    u8 block[SHA256_BLOCK] = {0};
    if (n > sizeof block)
        sha256_of(key, n, block);
    else
        bytes_copy(block, key, n);
    for (size_t k = 0; k < sizeof block; k++)
        block[k] ^= INNER;
    sha256_init(&hmac->inner);
    sha256_add(&hmac->inner, block, sizeof block);
    for (size_t k = 0; k < sizeof block; k++)
        block[k] ^= INNER ^ OUTER;
    sha256_init(&hmac->outer);
    sha256_add(&hmac->outer, block, sizeof block);
}

void hmac_add(struct hmac *hmac, const void *bytes, size_t n)
{
    sha256_add(&hmac->inner, bytes, n);
}

void hmac_end(struct hmac *hmac, u8 digest[static SHA256_BYTES])
{
    sha256_end(&hmac->inner, digest);
    sha256_add(&hmac->outer, digest, SHA256_BYTES);
    sha256_end(&hmac->outer, digest);
}
