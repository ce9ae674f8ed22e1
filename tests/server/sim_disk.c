/* sim_disk.c - a store in memory that does what server/store/store.h says, and asserts what it may be given. */
#include <stdlib.h>
#include <string.h>

#include "server/ratings.h"
#include "tests/server/sim.h"

struct disk_table *disk_find(struct disk *disk, const char *name)
{
    for (size_t k = 0; k < disk->n; k++)
        if (!strcmp(disk->tables[k].name, name))
            return &disk->tables[k];
    return NULL;
}

static void add_row(struct disk_table *table, const struct store_write *write)
{
    if (write->version != table->version + 1)
        sim_fault("versions have a gap", write->table);
    if (table->n == table->room) {
        table->room = table->room ? 2 * table->room : 64;
        table->rows = realloc(table->rows, table->room * sizeof *table->rows);
    }
    table->version = write->version;
    table->n_by_people +=
        !write->is_event && !write->why[0] &&
        (!strncmp(write->text, "roll ", 5) || !strncmp(write->text, "move ", 5) || !strncmp(write->text, "enter ", 6));
    table->rows[table->n] = (struct disk_row){.version = write->version,
                                              .at_ms = write->at_ms,
                                              .left_ms = write->left_ms,
                                              .is_event = write->is_event,
                                              .text = strdup(write->text)};
    memcpy(table->rows[table->n++].why, write->why, sizeof write->why);
}

static void book(struct disk *disk, const struct store_write *write)
{
    static const u8 nobody[STORE_PLAYER];
    struct store_standing standings[STORE_SEATS_MAX];
    i32 changes[STORE_SEATS_MAX];
    if (!write->result->rated)
        return;
    for (unsigned k = 0; k < write->result->n; k++) {
        if (!memcmp(write->result->player[k], nobody, sizeof nobody))
            sim_fault("a rated game with a computer", write->table);
        standings[k] = (struct store_standing){1500000 + (i32)k * 1000, 3 * k};
    }
    ratings_change(write->result, standings, changes);
    i64 points = 0;
    for (unsigned k = 0; k < write->result->n; k++) {
        disk->ratings_sum += changes[k];
        points += write->result->points[k];
    }
    if (disk->ratings_sum || points)
        sim_fault("ratings or points don't add up to nothing", write->table);
    disk->n_booked++;
}

static void end_game(struct disk *disk, struct disk_table *table, const struct store_write *write)
{
    size_t n = 0;
    if (write->game != table->game || table->n_ended != table->game - 1)
        sim_fault("a game ends that isn't in play, or ends twice", write->table);
    table->n_ended++;
    book(disk, write);
    for (size_t k = 0; k < table->n; k++) {
        if (table->rows[k].is_event)
            table->rows[n++] = table->rows[k];
        else
            free(table->rows[k].text);
    }
    table->n = n;
    memset(table->key, 0, sizeof table->key);
}

static void clear_rows(struct disk_table *table)
{
    for (size_t k = 0; k < table->n; k++)
        free(table->rows[k].text);
    free(table->rows);
    table->rows = NULL;
    table->n = table->room = 0;
}

void disk_apply(struct disk *disk, const struct store_write *writes, size_t n)
{
    for (const struct store_write *write = writes; write < writes + n; write++) {
        struct disk_table *table = disk_find(disk, write->table);
        if (write->kind == STORE_OPEN) {
            if (table || disk->n == COUNT(disk->tables))
                sim_fault("a table opens twice, or there are too many", write->table);
            memcpy(disk->tables[disk->n++].name, write->table, sizeof write->table);
            continue;
        }
        if (write->kind == STORE_SEAL) {
            memcpy(disk->seal, write->bytes, sizeof disk->seal);
            continue;
        }
        if (!table || table->closed)
            sim_fault("a write for a table that isn't open", write->table);
        if (write->kind == STORE_ROW) {
            add_row(table, write);
        } else if (write->kind == STORE_BEGIN) {
            table->game = write->game;
            table->game_version = write->version;
            memcpy(table->key, write->bytes, sizeof table->key);
        } else if (write->kind == STORE_END) {
            end_game(disk, table, write);
        } else {
            table->closed = true;
            clear_rows(table);
        }
    }
}

static struct store_row row_of(const struct disk_row *row)
{
    return (struct store_row){row->version, row->at_ms, row->left_ms, row->is_event, row->why, row->text};
}

bool disk_tables(void *context, const char *name, const struct store_reader *reader, char *fault, size_t room)
{
    struct disk *disk = context;
    (void)fault, (void)room;
    for (size_t k = 0; k < disk->n; k++) {
        const struct disk_table *table = &disk->tables[k];
        if (table->closed || (name && strcmp(name, table->name)))
            continue;
        struct store_table stored = {.game = table->game, .game_version = table->game_version};
        memcpy(stored.table, table->name, sizeof stored.table);
        memcpy(stored.key, table->key, sizeof stored.key);
        if (!reader->begin(reader->context, &stored))
            return false;
        for (size_t r = 0; r < table->n; r++) {
            const struct store_row row = row_of(&table->rows[r]);
            if (!reader->row(reader->context, &row))
                return false;
        }
    }
    return true;
}

bool disk_lines(void *context, const char *name, u32 since, u32 *skip, void *row_context,
                bool (*row)(void *row_context, const struct store_row *row))
{
    const struct disk_table *table = disk_find(context, name);
    *skip = 0;
    for (size_t r = 0; table && r < table->n; r++) {
        const struct store_row stored = row_of(&table->rows[r]);
        if (stored.version < table->game_version || stored.is_event)
            continue;
        if (stored.version <= since)
            ++*skip;
        else if (!row(row_context, &stored))
            return true;
    }
    return true;
}

void disk_seal(void *context, u8 head[static STORE_KEY])
{
    memcpy(head, ((struct disk *)context)->seal, STORE_KEY);
}

void disk_clear(struct disk *disk)
{
    for (size_t k = 0; k < disk->n; k++)
        clear_rows(&disk->tables[k]);
    memset(disk, 0, sizeof *disk);
}
