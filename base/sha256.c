/* sha256.c - the hash function of sha256.h, as FIPS 180-4 describes it: names of functions and variables are its own. */
#include "base/sha256.h"

enum { ROUNDS = 64, LENGTH_AT = SHA256_BLOCK - 8 }; /* where the last block holds the length of the message */

/* The first 32 bits of the fractions of the square roots of the first 8 primes, of the cube roots of the first 64. */
static const u32 first_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const u32 round_words[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static u32 turned(u32 x, unsigned bits)
{
    return x >> bits | x << (32 - bits);
}

static u32 word_at(const u8 *bytes)
{
    return (u32)bytes[0] << 24 | (u32)bytes[1] << 16 | (u32)bytes[2] << 8 | bytes[3];
}

static void schedule_make(u32 w[static ROUNDS], const u8 *block)
{
    for (unsigned t = 0; t < 16; t++)
        w[t] = word_at(block + (size_t)4 * t);
    for (unsigned t = 16; t < ROUNDS; t++) {
        const u32 s0 = turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ w[t - 15] >> 3;
        const u32 s1 = turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

static void block_add(u32 state[static 8], const u8 *block)
{
    u32 w[ROUNDS], v[8];
    schedule_make(w, block);
    bytes_copy(v, state, sizeof v);
    for (unsigned t = 0; t < ROUNDS; t++) {
        const u32 a = v[0], b = v[1], c = v[2], e = v[4], f = v[5], g = v[6];
        const u32 t1 =
            v[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + round_words[t] + w[t];
        const u32 t2 = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        for (unsigned k = 7; k > 0; k--)
            v[k] = v[k - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (unsigned k = 0; k < 8; k++)
        state[k] += v[k];
}

void sha256_init(struct sha256 *hash)
{
    *hash = (struct sha256){0};
    bytes_copy(hash->state, first_state, sizeof first_state);
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t n)
{
    const u8 *from = bytes;
    while (n) {
        const size_t filled = hash->bytes % SHA256_BLOCK, room = SHA256_BLOCK - filled, part = n < room ? n : room;
        bytes_copy(hash->block + filled, from, part);
        if (part == room)
            block_add(hash->state, hash->block);
        hash->bytes += part;
        from += part;
        n -= part;
    }
}

void sha256_end(struct sha256 *hash, u8 digest[static SHA256_BYTES])
{
    static const u8 padding[SHA256_BLOCK] = {0x80};
    const u64 bits = hash->bytes * 8;
    const size_t filled = hash->bytes % SHA256_BLOCK;
    u8 length[8];
    for (unsigned k = 0; k < sizeof length; k++)
        length[k] = (u8)(bits >> (56 - 8 * k));
    sha256_add(hash, padding, filled < LENGTH_AT ? LENGTH_AT - filled : SHA256_BLOCK + LENGTH_AT - filled);
    sha256_add(hash, length, sizeof length);
    for (unsigned k = 0; k < SHA256_BYTES; k++)
        digest[k] = (u8)(hash->state[k / 4] >> (24 - 8 * (k % 4)));
}

void sha256_of(const void *bytes, size_t n, u8 digest[static SHA256_BYTES])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, bytes, n);
    sha256_end(&hash, digest);
}

void sha256_write(const u8 digest[static SHA256_BYTES], struct text *to)
{
    static const char hex[] = "0123456789abcdef";
    for (unsigned k = 0; k < SHA256_BYTES; k++) {
        text_char(to, hex[digest[k] >> 4]);
        text_char(to, hex[digest[k] & 15]);
    }
}
