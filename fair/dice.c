/* dice.c - running heads, seals and throws of fair/1. */
#include "fair/dice.h"

#include "base/hmac.h"

enum { FACES = 6, FAIR_FACES = 252 /* the largest multiple of six in a byte: larger ones are passed over */ };

static const char first_line[] = "fair/1\n";
static const char game_label[] = "fair/1 game", roll_label[] = "fair/1 roll", pick_label[] = "fair/1 pick";

void fair_head_start(struct fair_bytes *head)
{
    sha256_of(first_line, sizeof first_line - 1, head->byte);
}

void fair_head_add(struct fair_bytes *head, const char *line, size_t n)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, head->byte, sizeof head->byte);
    sha256_add(&hash, line, n);
    sha256_add(&hash, "\n", 1);
    sha256_end(&hash, head->byte);
}

void fair_seal(const struct fair_bytes *key, struct fair_bytes *seal)
{
    sha256_of(key->byte, sizeof key->byte, seal->byte);
}

void fair_game_key(const struct fair_bytes *key, const struct fair_bytes *head, struct fair_bytes *game_key)
{
    struct hmac hmac;
    hmac_init(&hmac, key->byte, sizeof key->byte);
    hmac_add(&hmac, game_label, sizeof game_label - 1);
    hmac_add(&hmac, head->byte, sizeof head->byte);
    hmac_end(&hmac, game_key->byte);
}

/* --- bytes of a throw ----------------------------------------------------------------------------------------------------- */

static void add_number(struct hmac *hmac, u32 number)
{
    const u8 bytes[] = {(u8)(number >> 24), (u8)(number >> 16), (u8)(number >> 8), (u8)number};
    hmac_add(hmac, bytes, sizeof bytes);
}

/* Bytes of block after block, from left to right. */
struct stream {
    const struct fair_bytes *game_key, *links;
    const char *label;
    u32 index, n_blocks;
    unsigned used;
    u8 block[FAIR_BYTES];
};

static u8 next_byte(struct stream *stream)
{
    if (!stream->n_blocks || stream->used == sizeof stream->block) {
        struct hmac hmac;
        hmac_init(&hmac, stream->game_key->byte, sizeof stream->game_key->byte);
        hmac_add(&hmac, stream->label, sizeof roll_label - 1);
        add_number(&hmac, stream->index);
        add_number(&hmac, stream->n_blocks++);
        if (stream->links)
            hmac_add(&hmac, stream->links->byte, sizeof stream->links->byte);
        hmac_end(&hmac, stream->block);
        stream->used = 0;
    }
    return stream->block[stream->used++];
}
_Static_assert(sizeof roll_label == sizeof pick_label, "labels are of one length");

/* The next byte below `limit`. */
static u8 byte_below(struct stream *stream, unsigned limit)
{
    u8 byte;
    do
        byte = next_byte(stream);
    while (byte >= limit);
    return byte;
}

void fair_throw(const struct fair_bytes *game_key, u32 index, const struct fair_bytes *links, unsigned n_dice,
                u8 *faces)
{
    struct stream stream = {.game_key = game_key, .links = links, .label = roll_label, .index = index};
    for (unsigned die = 0; die < n_dice; die++)
        faces[die] = (u8)(1 + byte_below(&stream, FAIR_FACES) % FACES);
}

unsigned fair_pick(const struct fair_bytes *game_key, u32 index, unsigned n)
{
    struct stream stream = {.game_key = game_key, .label = pick_label, .index = index};
    REQUIRE(n >= 1 && n <= 256);
    return byte_below(&stream, 256 - 256 % n) % n;
}

/* --- table code ----------------------------------------------------------------------------------------------------------- */

void fair_table_code(const struct fair_bytes *head, char code[static FAIR_CODE_ROOM])
{
    static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    enum { DIGITS = 12, GROUP = 4, BITS = 5 };
    u64 word = 0;
    unsigned n = 0;
    for (unsigned k = 0; k < sizeof word; k++)
        word = word << 8 | head->byte[k];
    for (unsigned k = 0; k < DIGITS; k++, word <<= BITS) {
        if (k && k % GROUP == 0)
            code[n++] = '-';
        code[n++] = digits[word >> (64 - BITS)];
    }
    code[n] = '\0';
}
