/* engine_dice.c - op dice: the throws that a key and the head of a record have sealed (docs/fair.md B.3). */
#include <string.h>

#include "cli/engine.h"
#include "fair/dice.h"
#include "match/answer.h"

enum { COUNT_MAX = 1000, COUNT_USUAL = 40, INDEX_MAX = 0x7fffffff };

/* 64 lower-case hexadecimal digits. */
static bool bytes_read(json_t *request, const char *name, struct fair_bytes *bytes, struct game_fault *fault)
{
    static const char digits[] = "0123456789abcdef";
    const char *hex = json_string_value(json_object_get(request, name));
    bool good = hex && strlen(hex) == 2 * FAIR_BYTES && strspn(hex, digits) == 2 * FAIR_BYTES;
    for (size_t k = 0; good && k < FAIR_BYTES; k++) {
        const long high = strchr(digits, hex[2 * k]) - digits, low = strchr(digits, hex[2 * k + 1]) - digits;
        bytes->byte[k] = (u8)(high << 4 | low);
    }
    return good || game_fault_set(fault, "bad-request", name, "64 hexadecimal digits are wanted, a to f small");
}

static void hash_write(struct text *to, const char *name, const struct fair_bytes *hash)
{
    answer_member(to, name);
    text_char(to, '"');
    sha256_write(hash->byte, to);
    text_char(to, '"');
}

static void throws_write(struct text *to, const struct fair_bytes *game_key, u32 first, u32 count, unsigned n_dice)
{
    answer_member(to, "throws");
    text_char(to, '[');
    for (u32 k = 0; k < count; k++) {
        u8 faces[FAIR_DICE_MAX];
        fair_throw(game_key, first + k, NULL, n_dice, faces);
        answer_element(to);
        text_char(to, '[');
        for (unsigned die = 0; die < n_dice; die++) {
            answer_element(to);
            text_number(to, faces[die]);
        }
        text_char(to, ']');
    }
    text_char(to, ']');
}

bool engine_dice(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"key", "transcript", "first", "count", "dice", NULL};
    json_int_t first = 0, count = COUNT_USUAL, n_dice = 1;
    struct fair_bytes key, transcript, seal, game_key;
    if (!engine_fields_ok(request, fields, false, fault) || !bytes_read(request, "key", &key, fault) ||
        !bytes_read(request, "transcript", &transcript, fault) ||
        !engine_number_read(request, "first", 0, INDEX_MAX, &first, fault) ||
        !engine_number_read(request, "count", 1, COUNT_MAX, &count, fault) ||
        !engine_number_read(request, "dice", 1, FAIR_DICE_MAX, &n_dice, fault))
        return false;
    fair_seal(&key, &seal);
    fair_game_key(&key, &transcript, &game_key);
    hash_write(to, "seal", &seal);
    hash_write(to, "game_key", &game_key);
    throws_write(to, &game_key, (u32)first, (u32)count, (unsigned)n_dice);
    return true;
}
