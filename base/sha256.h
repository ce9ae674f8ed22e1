/* sha256.h - the hash function SHA-256 (FIPS 180-4), over bytes that come in any number of pieces. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/text.h"

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    u32 state[8];
    u8 block[SHA256_BLOCK]; /* what came since the last whole block: the first `bytes % SHA256_BLOCK` of it */
    u64 bytes;              /* all that came; fewer than 2^61 */
};

void sha256_init(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t n);
/* Ends the message; `hash` is then not to be used without sha256_init. */
void sha256_end(struct sha256 *hash, u8 digest[static SHA256_BYTES]);

/* The hash of one piece. */
void sha256_of(const void *bytes, size_t n, u8 digest[static SHA256_BYTES]);
/* A hash as 64 lower-case hexadecimal digits. */
void sha256_write(const u8 digest[static SHA256_BYTES], struct text *to);

#endif
