/* dice.h - the dice of protocol fair/1 (fair.md B.1 to B.4): running heads, seals, and the throws that follow from a key.
 *
 * Pure functions of bytes that are handed in. The key is drawn elsewhere and is secret until the game has ended; so are the
 * game key and every throw that hasn't been made. */
#ifndef FAIR_DICE_H
#define FAIR_DICE_H

#include "base/sha256.h"

enum {
    FAIR_BYTES = SHA256_BYTES,
    FAIR_DICE_MAX = 6,  /* of a sheet */
    FAIR_CODE_ROOM = 15 /* FJ8M-P48Z-EJVM and its NUL */
};

/* A secret, a hash: 32 bytes. */
struct fair_bytes {
    u8 byte[FAIR_BYTES];
};

/* The running head of a record: of its first line, `fair/1`; then with one more line, given without its line end. */
void fair_head_start(struct fair_bytes *head);
void fair_head_add(struct fair_bytes *head, const char *line, size_t n);

/* The seal of a key. */
void fair_seal(const struct fair_bytes *key, struct fair_bytes *seal);

/* The game key G of a key and the head T after the last opening. */
void fair_game_key(const struct fair_bytes *key, const struct fair_bytes *head, struct fair_bytes *game_key);

/* Throw number `index` of the game: the faces of `n_dice` dice, 1 to 6. `links` is the hash of the
 * pieces of a live throw, or NULL. */
void fair_throw(const struct fair_bytes *game_key, u32 index, const struct fair_bytes *links, unsigned n_dice,
                u8 *faces);

/* One of n (1 to 256): the first seat is pick 0 among the seats that play. */
NODISCARD unsigned fair_pick(const struct fair_bytes *game_key, u32 index, unsigned n);

/* The table code: the first sixty bits of T in Crockford's base 32, which people read to each other. */
void fair_table_code(const struct fair_bytes *head, char code[static FAIR_CODE_ROOM]);

#endif
