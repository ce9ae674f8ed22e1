/* table.c - what the files of a table all ask: who sits where, how players are named. */
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "server/table/inner.h"

bool table_refuse(struct call *call, const char *code, const char *says)
{
    call->verdict->code = code;
    snprintf(call->verdict->says, sizeof call->verdict->says, "%s", says);
    return false;
}

bool seat_decides(const struct table_seat *seat)
{
    return is_person(seat) && !seat->standin;
}

int table_seat_of(const struct table *table, const struct player_id *player)
{
    for (unsigned k = 0; k < table->n_seats; k++)
        if (is_person(&table->seat[k]) && player_is(&table->seat[k].player, player))
            return (int)k;
    return -1;
}

unsigned table_taken(const struct table *table)
{
    unsigned n = 0;
    for (unsigned k = 0; k < table->n_seats; k++)
        n += table->seat[k].holder != HOLDER_NONE;
    return n;
}

unsigned table_watching(const struct table *table)
{
    unsigned n = table->n_here;
    for (unsigned k = 0; k < table->n_seats; k++)
        n -= is_person(&table->seat[k]) && table->seat[k].online;
    return n;
}

const char *standin_name(enum table_standin why)
{
    static const char *const names[] = {"", "away", "clock", "left", "asked", "resigned"};
    return names[why];
}

/* --- players ------------------------------------------------------------------------------------------------------------------ */

void table_name_mend(char *name)
{
    for (; *name; name++)
        if (*name >= 'a' && *name <= 'z')
            *name = (char)(*name - 'a' + 'A');
}

bool device_ok(const char *device)
{
    size_t n = 0;
    for (; device[n]; n++) {
        const char c = device[n];
        const bool fits =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!fits)
            return false;
    }
    return n >= 22 && n <= 64;
}

void player_of_device(const char *device, struct player_id *player)
{
    static const char label[] = "dada player\n";
    u8 digest[SHA256_BYTES];
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, label, sizeof label - 1);
    sha256_add(&hash, device, strlen(device));
    sha256_end(&hash, digest);
    memcpy(player->byte, digest, sizeof player->byte);
}

bool player_is(const struct player_id *a, const struct player_id *b)
{
    return !memcmp(a, b, sizeof *a);
}

void player_write(const struct player_id *player, char hex[static TABLE_PLAYER_HEX + 1])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t k = 0; k < sizeof player->byte; k++) {
        hex[2 * k] = digits[player->byte[k] >> 4];
        hex[2 * k + 1] = digits[player->byte[k] & 15];
    }
    hex[TABLE_PLAYER_HEX] = 0;
}

bool player_read(struct player_id *player, const char *hex)
{
    *player = (struct player_id){0};
    if (strlen(hex) != TABLE_PLAYER_HEX)
        return false;
    for (size_t k = 0; k < TABLE_PLAYER_HEX; k++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = strchr(digits, hex[k]);
        if (!digit)
            return false;
        player->byte[k / 2] = (u8)(player->byte[k / 2] << 4 | (digit - digits));
    }
    return true;
}
