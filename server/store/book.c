/* book.c - a game is over: its lines become a record, and its result is booked, in the batch's transaction, once. */
#include <stdlib.h>
#include <string.h>

#include "server/store/inner.h"

/* The lines of the game in play, first to last, each with its line end, as one text; NULL if the chain is broken. The chain leads
 * from the last to the first, so the text is built from its end. */
static char *record_made(struct store *store, const struct head *head, size_t *n)
{
    sqlite3_stmt *line = store->write[WRITE_LINE];
    size_t room = 1 << 14, used = 0;
    char *text = malloc(room);
    u32 left = head->n_lines;
    REQUIRE(text);
    for (i64 id = head->line; left; left--) {
        sqlite3_bind_int64(line, 1, id);
        if (sqlite3_step(line) != SQLITE_ROW)
            break;
        id = sqlite3_column_int64(line, 0);
        const char *words = (const char *)sqlite3_column_text(line, 1);
        const size_t length = (size_t)sqlite3_column_bytes(line, 1);
        while (used + length + 1 > room) {
            char *larger = malloc(2 * room);
            REQUIRE(larger);
            memcpy(larger + 2 * room - used, text + room - used, used);
            free(text);
            text = larger;
            room *= 2;
        }
        text[room - ++used] = '\n';
        used += length;
        if (length)
            memcpy(text + room - used, words, length);
        sqlite3_reset(line);
    }
    sqlite3_reset(line);
    if (left) {
        free(text);
        return NULL;
    }
    memmove(text, text + room - used, used);
    *n = used;
    return text;
}

static bool record_keep(struct store *store, const struct head *head, const struct store_write *write)
{
    const struct store_result *result = write->result;
    sqlite3_stmt *record = store->write[WRITE_RECORD];
    size_t n;
    char *text = record_made(store, head, &n);
    if (!text)
        return false;
    store_bind_text(record, 1, write->table);
    sqlite3_bind_int64(record, 2, write->game);
    sqlite3_bind_int64(record, 3, write->at_ms);
    store_bind_text(record, 4, result->kind);
    sqlite3_bind_int(record, 5, result->rated);
    store_bind_blob(record, 6, result->player, (size_t)result->n * STORE_PLAYER);
    store_bind_text(record, 7, result->places_text);
    sqlite3_bind_text64(record, 8, text, n, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_int64(record, 9, head->id);
    const bool ok = store_run(record);
    sqlite3_bind_null(record, 8);
    free(text);
    return ok;
}

static bool is_person(const u8 *player)
{
    static const u8 nobody[STORE_PLAYER];
    return memcmp(player, nobody, STORE_PLAYER) != 0;
}

static bool standing_read(struct store *store, const u8 *player, const char *kind, struct store_standing *standing)
{
    sqlite3_stmt *statement = store->write[WRITE_STANDING];
    *standing = (struct store_standing){.rating = STORE_RATING_START};
    if (!is_person(player))
        return true;
    store_bind_blob(statement, 1, player, STORE_PLAYER);
    store_bind_text(statement, 2, kind);
    const int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        standing->rating = sqlite3_column_int(statement, 0);
        standing->n_games = (u32)sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    return status == SQLITE_ROW || status == SQLITE_DONE;
}

/* One line of a week: of this kind, or ('') of all. */
static bool week_add(struct store *store, const struct store_result *result, unsigned seat, const char *kind)
{
    sqlite3_stmt *statement = store->write[WRITE_WEEK];
    sqlite3_bind_int(statement, 1, result->week);
    store_bind_text(statement, 2, kind);
    store_bind_blob(statement, 3, result->player[seat], STORE_PLAYER);
    sqlite3_bind_int(statement, 4, result->points[seat]);
    return store_run(statement);
}

static bool seat_book(struct store *store, const struct store_result *result, unsigned seat, i32 change)
{
    sqlite3_stmt *rate = store->write[WRITE_RATE], *name = store->write[WRITE_NAME];
    if (!is_person(result->player[seat]))
        return true;
    store_bind_blob(rate, 1, result->player[seat], STORE_PLAYER);
    store_bind_text(rate, 2, result->kind);
    sqlite3_bind_int(rate, 3, change);
    store_bind_blob(name, 1, result->player[seat], STORE_PLAYER);
    store_bind_text(name, 2, result->name[seat]);
    return store_run(rate) && store_run(name) && week_add(store, result, seat, result->kind) &&
           week_add(store, result, seat, "");
}

static bool result_book(struct store *store, const struct store_result *result)
{
    struct store_standing standings[STORE_SEATS_MAX];
    i32 changes[STORE_SEATS_MAX] = {0};
    for (unsigned seat = 0; seat < result->n; seat++)
        if (!standing_read(store, result->player[seat], result->kind, &standings[seat]))
            return false;
    store->rate(result, standings, changes);
    for (unsigned seat = 0; seat < result->n; seat++)
        if (!seat_book(store, result, seat, changes[seat]))
            return false;
    return true;
}

bool store_book(struct store *store, struct head_entry *entry, const struct store_write *write, char *fault,
                size_t room)
{
    sqlite3_stmt *recorded = store->write[WRITE_RECORDED], *game = store->write[WRITE_GAME];
    store_bind_text(recorded, 1, write->table);
    sqlite3_bind_int64(recorded, 2, write->game);
    const int there = sqlite3_step(recorded);
    sqlite3_reset(recorded);
    if (there == SQLITE_ROW)
        return true; /* booked before */
    if (there != SQLITE_DONE)
        return store_sql_fault(store->db, fault, room);
    if (!entry || !write->game || entry->next.game != write->game || !write->result ||
        write->result->n > STORE_SEATS_MAX)
        return store_fault(fault, room, "game %u of table %s isn't in play", write->game, write->table);
    sqlite3_bind_int64(game, 1, entry->next.id);
    sqlite3_bind_int64(game, 2, 0);
    sqlite3_bind_int64(game, 3, 0);
    sqlite3_bind_null(game, 4);
    sqlite3_bind_null(game, 5);
    if (!record_keep(store, &entry->next, write) || (write->result->rated && !result_book(store, write->result)) ||
        !store_run(game))
        return store_sql_fault(store->db, fault, room);
    store->next.waste += entry->next.n_lines;
    heads_touch(&store->heads, entry);
    entry->next.game = entry->next.first = entry->next.n_lines = 0;
    entry->next.line = 0;
    bytes_fill(entry->next.key, 0, STORE_KEY);
    return true;
}
