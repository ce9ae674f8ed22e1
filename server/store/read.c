/* read.c - reading, in the thread of whoever asks: logs of tables by their chains (heads.h), or all of them in one pass; records,
 * leaderboards, totals. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server/store/inner.h"

/* --- rows, gathered in memory until they are in order ------------------------------------------------------------------- */

struct node {
    struct node *next;
    struct store_row row; /* its texts lie behind */
};

struct block {
    struct block *next;
    size_t used, room;
    max_align_t bytes[];
};

/* Memory that only grows, and goes at once. */
struct arena {
    struct block *blocks;
};

static void *arena_take(struct arena *arena, size_t n)
{
    n = (n + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!arena->blocks || arena->blocks->room - arena->blocks->used < n) {
        const size_t room = n > 1 << 16 ? n : 1 << 16;
        struct block *block = malloc(sizeof *block + room);
        REQUIRE(block);
        *block = (struct block){.next = arena->blocks, .room = room};
        arena->blocks = block;
    }
    arena->blocks->used += n;
    return (char *)arena->blocks->bytes + arena->blocks->used - n;
}

static void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}

static const char *text_kept(char **at, sqlite3_stmt *statement, int column)
{
    const char *kept = *at;
    const size_t n = (size_t)sqlite3_column_bytes(statement, column);
    if (n)
        memcpy(*at, sqlite3_column_text(statement, column), n);
    (*at)[n] = 0;
    *at += n + 1;
    return kept;
}

/* The row that READ_ROW or READ_ROWS stands on. */
static struct node *node_read(struct arena *arena, sqlite3_stmt *statement)
{
    const size_t n = (size_t)sqlite3_column_bytes(statement, 5) + (size_t)sqlite3_column_bytes(statement, 6);
    struct node *node = arena_take(arena, sizeof *node + n + 2);
    char *texts = (char *)(node + 1);
    *node = (struct node){.row = {.version = (u32)sqlite3_column_int64(statement, 1),
                                  .at_ms = sqlite3_column_int64(statement, 2),
                                  .left_ms = sqlite3_column_int(statement, 3),
                                  .is_event = sqlite3_column_int(statement, 4)}};
    node->row.why = text_kept(&texts, statement, 5);
    node->row.text = text_kept(&texts, statement, 6);
    return node;
}

/* --- one table ---------------------------------------------------------------------------------------------------------- */

static bool head_now(struct store *store, const char *table, struct head *head)
{
    pthread_mutex_lock(&store->mutex);
    const struct head_entry *entry = heads_find(&store->heads, table);
    *head = entry ? entry->now : (struct head){.id = 0};
    pthread_mutex_unlock(&store->mutex);
    return head->id != 0;
}

/* The chain from row `id` back, oldest first: all `n` rows, or those newer than `since`. False where it breaks: a game ended
 * meanwhile and its lines are gone, or the file can't be read. */
static bool chain_read(struct store *store, struct arena *arena, i64 id, u32 n, u32 since, struct node **first,
                       u32 *n_read)
{
    sqlite3_stmt *row = store->read[READ_ROW];
    bool ok = true;
    *first = NULL;
    *n_read = 0;
    while (ok && *n_read < n) {
        sqlite3_bind_int64(row, 1, id);
        ok = sqlite3_step(row) == SQLITE_ROW;
        if (ok && (u32)sqlite3_column_int64(row, 1) <= since)
            break;
        if (ok) {
            struct node *node = node_read(arena, row);
            node->next = *first;
            *first = node;
            ++*n_read;
            id = sqlite3_column_int64(row, 8);
        }
        sqlite3_reset(row);
    }
    sqlite3_reset(row);
    return ok;
}

static struct node *merged(struct node *a, struct node *b)
{
    struct node *first = NULL, **last = &first;
    while (a || b) {
        struct node **from = a && (!b || a->row.version < b->row.version) ? &a : &b;
        *last = *from;
        last = &(*from)->next;
        *from = (*from)->next;
    }
    *last = NULL;
    return first;
}

static bool table_tell(const struct store_reader *reader, const char *name, const struct head *head,
                       const struct node *rows)
{
    struct store_table table = {.game = head->game, .game_version = head->first};
    memcpy(table.table, name, strlen(name) + 1);
    memcpy(table.key, head->key, STORE_KEY);
    bool on = reader->begin(reader->context, &table);
    for (; on && rows; rows = rows->next)
        on = reader->row(reader->context, &rows->row);
    return on;
}

enum { TRIES = 8 }; /* each is in vain only where a game ended within a few milliseconds */

static bool table_read(struct store *store, const char *table, const struct store_reader *reader, char *fault,
                       size_t room)
{
    for (unsigned try = 0; try < TRIES; try++) {
        struct arena arena = {NULL};
        struct head head;
        struct node *lines, *events;
        u32 n;
        if (!head_now(store, table, &head))
            return store_fault(fault, room, "table %s isn't there", table);
        const bool ok = store_run(store->read[READ_BEGIN]) &&
                        chain_read(store, &arena, head.line, head.n_lines, 0, &lines, &n) &&
                        chain_read(store, &arena, head.event, head.n_events, 0, &events, &n);
        const bool ended = store_run(store->read[READ_END]);
        if (ok && ended)
            table_tell(reader, table, &head, merged(lines, events));
        arena_free(&arena);
        if (ok && ended)
            return true;
    }
    return store_fault(fault, room, "the log of table %s can't be read", table);
}

bool store_lines(struct store *store, const char *table, u32 since, u32 *skip, void *context,
                 bool (*row)(void *context, const struct store_row *row))
{
    for (unsigned try = 0; try < TRIES; try++) {
        struct arena arena = {NULL};
        struct head head;
        struct node *lines;
        u32 n;
        if (!head_now(store, table, &head))
            return false;
        const bool ok = chain_read(store, &arena, head.line, head.n_lines, since, &lines, &n);
        *skip = head.n_lines - n;
        for (const struct node *node = ok ? lines : NULL; node && row(context, &node->row); node = node->next)
            ;
        arena_free(&arena);
        if (ok)
            return true;
    }
    return false;
}

/* --- all tables --------------------------------------------------------------------------------------------------------- */

struct listed {
    char table[STORE_TABLE_MAX + 1];
    struct head head;
    struct node *first, *last;
    u32 n;
};

static int by_id(const void *a, const void *b)
{
    const i64 x = ((const struct listed *)a)->head.id, y = ((const struct listed *)b)->head.id;
    return x < y ? -1 : x > y;
}

/* The tables, in the order in which they were opened. */
static struct listed *tables_list(struct store *store, size_t *n)
{
    pthread_mutex_lock(&store->mutex);
    struct listed *list = calloc(store->heads.n + 1, sizeof *list);
    REQUIRE(list);
    *n = 0;
    for (size_t k = 0; k < store->heads.n_slots; k++) {
        const struct head_entry *entry = store->heads.slots[k];
        if (!entry || !entry->now.id)
            continue;
        memcpy(list[*n].table, entry->table, sizeof entry->table);
        list[(*n)++].head = entry->now;
    }
    pthread_mutex_unlock(&store->mutex);
    qsort(list, *n, sizeof *list, by_id);
    return list;
}

static struct listed *listed_of(struct listed *list, size_t n, i64 id)
{
    size_t least = 0, most = n;
    while (least < most) {
        const size_t middle = (least + most) / 2;
        if (list[middle].head.id < id)
            least = middle + 1;
        else
            most = middle;
    }
    return least < n && list[least].head.id == id ? &list[least] : NULL;
}

/* Gives every row that is in use to its table. False: one is missing, or the file can't be read. */
static bool rows_part(struct store *store, struct arena *arena, struct listed *list, size_t n)
{
    sqlite3_stmt *rows = store->read[READ_ROWS];
    int status;
    while ((status = sqlite3_step(rows)) == SQLITE_ROW) {
        struct listed *its = listed_of(list, n, sqlite3_column_int64(rows, 0));
        if (!its)
            continue;
        const struct head *head = &its->head;
        const i64 id = sqlite3_column_int64(rows, 7);
        const bool is_event = sqlite3_column_int(rows, 4);
        if (is_event ? id > head->event : !head->game || id > head->line || sqlite3_column_int64(rows, 1) < head->first)
            continue;
        struct node *node = node_read(arena, rows);
        *(its->first ? &its->last->next : &its->first) = node;
        its->last = node;
        its->n++;
    }
    sqlite3_reset(rows);
    bool ok = status == SQLITE_DONE;
    for (size_t k = 0; ok && k < n; k++)
        ok = list[k].n == list[k].head.n_lines + list[k].head.n_events;
    return ok;
}

bool store_tables(struct store *store, const char *table, const struct store_reader *reader, char *fault, size_t room)
{
    if (table)
        return table_read(store, table, reader, fault, room);
    bool ok = false;
    for (unsigned try = 0; !ok && try < TRIES; try++) {
        struct arena arena = {NULL};
        size_t n;
        struct listed *list = tables_list(store, &n);
        ok = rows_part(store, &arena, list, n);
        for (size_t k = 0; ok && k < n && table_tell(reader, list[k].table, &list[k].head, list[k].first); k++)
            ;
        arena_free(&arena);
        free(list);
    }
    return ok || store_fault(fault, room, "the logs of the tables can't be read");
}

/* --- the rest ----------------------------------------------------------------------------------------------------------- */

char *store_record(struct store *store, const char *table, u32 game)
{
    sqlite3_stmt *record = store->read[READ_RECORD];
    char *text = NULL;
    store_bind_text(record, 1, table);
    sqlite3_bind_int64(record, 2, game);
    if (sqlite3_step(record) == SQLITE_ROW) {
        text = malloc((size_t)sqlite3_column_bytes(record, 0) + 1);
        REQUIRE(text);
        char *at = text;
        text_kept(&at, record, 0);
    }
    sqlite3_reset(record);
    return text;
}

void store_seal(struct store *store, u8 head[static STORE_KEY])
{
    sqlite3_stmt *seal = store->read[READ_SEAL];
    memset(head, 0, STORE_KEY);
    if (sqlite3_step(seal) == SQLITE_ROW && sqlite3_column_bytes(seal, 0) == STORE_KEY)
        memcpy(head, sqlite3_column_blob(seal, 0), STORE_KEY);
    sqlite3_reset(seal);
}

static void line_read(sqlite3_stmt *statement, struct store_line *line)
{
    *line = (struct store_line){.value = sqlite3_column_int64(statement, 2),
                                .n_games = (u32)sqlite3_column_int64(statement, 3)};
    const size_t n = (size_t)sqlite3_column_bytes(statement, 1);
    if (sqlite3_column_bytes(statement, 0) == STORE_PLAYER)
        memcpy(line->player, sqlite3_column_blob(statement, 0), STORE_PLAYER);
    if (n && n < sizeof line->name)
        memcpy(line->name, sqlite3_column_text(statement, 1), n);
}

size_t store_board(struct store *store, const char *kind, i32 week, const u8 *own, struct store_line *lines,
                   size_t n_max)
{
    sqlite3_stmt *best = store->read[week ? READ_WEEK : READ_RATINGS];
    sqlite3_stmt *mine = store->read[week ? READ_OWN_WEEK : READ_OWN_RATING];
    const size_t n_best = own && n_max ? n_max - 1 : n_max; /* room for one's own */
    size_t n = 0;
    bool among = !own;
    store_bind_text(best, 1, kind);
    sqlite3_bind_int(best, 2, week);
    sqlite3_bind_int64(best, 3, (i64)n_max);
    while (n < n_max && sqlite3_step(best) == SQLITE_ROW) {
        line_read(best, &lines[n]);
        lines[n].rank = n && lines[n].value == lines[n - 1].value ? lines[n - 1].rank : (u32)n + 1;
        among = among || !memcmp(lines[n].player, own, STORE_PLAYER);
        n++;
    }
    sqlite3_reset(best);
    if (among)
        return n;
    store_bind_text(mine, 1, kind);
    sqlite3_bind_int(mine, 2, week);
    store_bind_blob(mine, 3, own, STORE_PLAYER);
    if (n_max && sqlite3_step(mine) == SQLITE_ROW) {
        n = n < n_best ? n : n_best;
        line_read(mine, &lines[n]);
        lines[n++].rank = (u32)sqlite3_column_int64(mine, 4) + 1;
    }
    sqlite3_reset(mine);
    return n;
}

void store_totals(struct store *store, struct store_totals *totals)
{
    struct stat file;
    pthread_mutex_lock(&store->mutex);
    *totals = (struct store_totals){.tables = store->heads.n, .rows = store->now.rows};
    pthread_mutex_unlock(&store->mutex);
    sqlite3_stmt *games = store->read[READ_GAMES];
    if (sqlite3_step(games) == SQLITE_ROW)
        totals->games = (u64)sqlite3_column_int64(games, 0); /* none is ever taken out */
    sqlite3_reset(games);
    if (!stat(store->path, &file))
        totals->bytes = (u64)file.st_size;
}
