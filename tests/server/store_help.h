/* store_help.h - for the tests of the store: a folder of its own, batches handed over and waited for, logs told as one text. */
#ifndef TESTS_SERVER_STORE_HELP_H
#define TESTS_SERVER_STORE_HELP_H

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store/store.h"

static char folder[64], path[128], fault[192];

/* A new, empty folder, and the name of a file in it. */
static inline void folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/dada-store-XXXXXX");
    REQUIRE(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/dada.db", folder);
}

static inline void folder_drop(void)
{
    char name[512];
    DIR *entries = opendir(folder);
    REQUIRE(entries);
    for (const struct dirent *entry; (entry = readdir(entries));) {
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            REQUIRE(unlink(name) == 0);
    }
    closedir(entries);
    REQUIRE(rmdir(folder) == 0);
}

/* The first of the seats gains what the others lose. */
static inline void rate(const struct store_result *result, const struct store_standing *standings, i32 *changes)
{
    for (unsigned seat = 0; seat < result->n; seat++) {
        REQUIRE(standings[seat].n_games || standings[seat].rating == STORE_RATING_START);
        changes[seat] = seat ? -1000 : 1000 * (result->n - 1);
    }
}

static inline bool await_done(struct store *store, bool backup)
{
    bool kept;
    for (;;) {
        struct pollfd wait = {.fd = store_event(store), .events = POLLIN};
        poll(&wait, 1, 10000);
        if (backup ? store_backup_done(store, &kept, fault, sizeof fault)
                   : store_done(store, &kept, fault, sizeof fault))
            return kept;
    }
}

static inline bool batch(struct store *store, const struct store_write *writes, size_t n)
{
    store_submit(store, writes, n);
    return await_done(store, false);
}

static inline struct store_write opened(const char *table)
{
    struct store_write write = {.kind = STORE_OPEN, .at_ms = 5};
    snprintf(write.table, sizeof write.table, "%s", table);
    return write;
}

static inline struct store_write row(const char *table, u32 version, bool is_event, const char *text)
{
    struct store_write write = {.kind = STORE_ROW,
                                .version = version,
                                .at_ms = 1000 + version,
                                .left_ms = -1,
                                .is_event = is_event,
                                .text = text,
                                .why = ""};
    snprintf(write.table, sizeof write.table, "%s", table);
    return write;
}

static inline struct store_write begun(const char *table, u32 game, u32 version)
{
    struct store_write write = {.kind = STORE_BEGIN, .game = game, .version = version, .text = "ludo"};
    snprintf(write.table, sizeof write.table, "%s", table);
    memset(write.bytes, (int)game + 64, STORE_KEY);
    return write;
}

static inline struct store_write ended(const char *table, u32 game, const struct store_result *result)
{
    struct store_write write = {.kind = STORE_END, .game = game, .at_ms = 99, .result = result};
    snprintf(write.table, sizeof write.table, "%s", table);
    return write;
}

static inline struct store_write closed(const char *table)
{
    struct store_write write = {.kind = STORE_CLOSE};
    snprintf(write.table, sizeof write.table, "%s", table);
    return write;
}

/* Players 'a' and 'b' of a game. */
static inline struct store_result result_of(char a, char b)
{
    struct store_result result = {.kind = "ludo 2",
                                  .rated = true,
                                  .n = 2,
                                  .places = {1, 2},
                                  .week = 20000,
                                  .points = {42, -42},
                                  .places_text = "1 2"};
    memset(result.player[0], a, STORE_PLAYER);
    memset(result.player[1], b, STORE_PLAYER);
    snprintf(result.name[0], sizeof result.name[0], "%c", a);
    snprintf(result.name[1], sizeof result.name[1], "%c", b);
    return result;
}

/* Logs as one text: `k1 g1/3: 1e2 3l4 ` a table; the number of a row, whether it is an event or a line, its text. */
static char told[1 << 16];

static inline bool tell_table(void *context, const struct store_table *table)
{
    const size_t n = strlen(told);
    (void)context;
    snprintf(told + n, sizeof told - n, "[%s %u/%u %d] ", table->table, table->game, table->game_version,
             table->key[7]);
    return true;
}

static inline bool tell_row(void *context, const struct store_row *row_)
{
    const size_t n = strlen(told);
    (void)context;
    snprintf(told + n, sizeof told - n, "%u%c%s ", row_->version, row_->is_event ? 'e' : 'l', row_->text);
    return true;
}

static inline const char *logs(struct store *store, const char *table)
{
    const struct store_reader reader = {NULL, tell_table, tell_row};
    told[0] = 0;
    if (!store_tables(store, table, &reader, fault, sizeof fault))
        return fault;
    return told;
}

#endif
