/* hmac.h - HMAC-SHA256 (RFC 2104), over bytes that come in any number of pieces. */
#ifndef BASE_HMAC_H
#define BASE_HMAC_H

#include "base/sha256.h"

struct hmac {
    struct sha256 inner, outer;
};

void hmac_init(struct hmac *hmac, const void *key, size_t n);
void hmac_add(struct hmac *hmac, const void *bytes, size_t n);
/* Ends the message; `hmac` is then not to be used without hmac_init. */
void hmac_end(struct hmac *hmac, u8 digest[static SHA256_BYTES]);

#endif
