/* write.c - the writer's thread: batches, one transaction each, and between them pieces of a backup. It alone writes, and it alone
 * brings what the log of SQLite gathered into the file: two connections that do so can lose pages (the WAL-reset fault of 3.40.1).
 *
 * What becomes of a batch is told truly. A write that failed left nothing behind, for SQLite's log counts only up to a whole
 * transaction. But where fsync failed, the whole transaction may stand in the log, and count after a crash. Then the writer
 * writes another, small one over it (`settle`) before it says that the batch isn't kept, however long that takes. */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/store/inner.h"

enum { SWEEP_ROWS = 1024 };

static bool unknown(const struct store_write *write, char *fault, size_t room)
{
    return store_fault(fault, room, "table %s isn't there", write->table);
}

static bool open_write(struct store *store, const struct store_write *write, char *fault, size_t room)
{
    sqlite3_stmt *taken = store->write[WRITE_TAKEN], *open = store->write[WRITE_OPEN];
    struct head_entry *entry = heads_find(&store->heads, write->table);
    store_bind_text(taken, 1, write->table);
    const int there = sqlite3_step(taken);
    sqlite3_reset(taken);
    if ((entry && entry->next.id) || there == SQLITE_ROW)
        return store_fault(fault, room, "there is a table %s already, or there was", write->table);
    store_bind_text(open, 1, write->table);
    sqlite3_bind_int64(open, 2, write->at_ms);
    if (there != SQLITE_DONE || !store_run(open))
        return store_sql_fault(store->db, fault, room);
    pthread_mutex_lock(&store->mutex);
    entry = heads_make(&store->heads, write->table);
    pthread_mutex_unlock(&store->mutex);
    heads_touch(&store->heads, entry);
    entry->next = (struct head){.id = sqlite3_last_insert_rowid(store->db)};
    return true;
}

static bool row_write(struct store *store, struct head_entry *entry, const struct store_write *write, char *fault,
                      size_t room)
{
    sqlite3_stmt *row = store->write[WRITE_ROW];
    struct head *head = &entry->next;
    if (!write->is_event && (!head->game || write->version < head->first))
        return store_fault(fault, room, "table %s has no game in play for a line", write->table);
    sqlite3_bind_int64(row, 1, head->id);
    sqlite3_bind_int64(row, 2, write->is_event ? head->event : head->line);
    sqlite3_bind_int64(row, 3, write->version);
    sqlite3_bind_int64(row, 4, write->at_ms);
    sqlite3_bind_int(row, 5, write->left_ms);
    sqlite3_bind_int(row, 6, write->is_event);
    store_bind_text(row, 7, write->why);
    store_bind_text(row, 8, write->text);
    if (!store_run(row))
        return store_sql_fault(store->db, fault, room);
    heads_touch(&store->heads, entry);
    *(write->is_event ? &head->event : &head->line) = sqlite3_last_insert_rowid(store->db);
    head->n_lines += !write->is_event;
    head->n_events += write->is_event;
    store->next.rows++;
    return true;
}

static bool begin_write(struct store *store, struct head_entry *entry, const struct store_write *write, char *fault,
                        size_t room)
{
    sqlite3_stmt *game = store->write[WRITE_GAME];
    struct head *head = &entry->next;
    if (head->game || !write->game)
        return store_fault(fault, room, "table %s has a game in play already", write->table);
    sqlite3_bind_int64(game, 1, head->id);
    sqlite3_bind_int64(game, 2, write->game);
    sqlite3_bind_int64(game, 3, write->version);
    store_bind_blob(game, 4, write->bytes, STORE_KEY);
    store_bind_text(game, 5, write->text);
    if (!store_run(game))
        return store_sql_fault(store->db, fault, room);
    heads_touch(&store->heads, entry);
    head->game = write->game;
    head->first = write->version;
    memcpy(head->key, write->bytes, STORE_KEY);
    return true;
}

static bool close_write(struct store *store, struct head_entry *entry, char *fault, size_t room)
{
    sqlite3_bind_int64(store->write[WRITE_CLOSE], 1, entry->next.id);
    if (!store_run(store->write[WRITE_CLOSE]))
        return store_sql_fault(store->db, fault, room);
    heads_touch(&store->heads, entry);
    store->next.waste += (u64)entry->next.n_lines + entry->next.n_events;
    entry->next = (struct head){.id = 0};
    return true;
}

static bool seal_write(struct store *store, const struct store_write *write, char *fault, size_t room)
{
    store_bind_blob(store->write[WRITE_SEAL], 1, write->bytes, STORE_KEY);
    return store_run(store->write[WRITE_SEAL]) || store_sql_fault(store->db, fault, room);
}

static bool one_write(struct store *store, const struct store_write *write, char *fault, size_t room)
{
    struct head_entry *entry = heads_find(&store->heads, write->table);
    if (entry && !entry->next.id)
        entry = NULL;
    switch (write->kind) {
    case STORE_OPEN:
        return open_write(store, write, fault, room);
    case STORE_SEAL:
        return seal_write(store, write, fault, room);
    case STORE_END:
        return store_book(store, entry, write, fault, room);
    case STORE_ROW:
        return entry ? row_write(store, entry, write, fault, room) : unknown(write, fault, room);
    case STORE_BEGIN:
        return entry ? begin_write(store, entry, write, fault, room) : unknown(write, fault, room);
    case STORE_CLOSE:
        return entry ? close_write(store, entry, fault, room) : unknown(write, fault, room);
    }
    return store_fault(fault, room, "no such write");
}

/* Takes waste out of the log: two rows looked at for each one written, in the order in which they lie and many at once, so that a
 * page is written once for all of its waste. Taking a game's rows out at its end would write a page for each. Below a quarter, waste
 * may lie. */
static bool sweep(struct store *store, size_t n)
{
    sqlite3_stmt *to = store->write[WRITE_SWEEP_TO], *out = store->write[WRITE_SWEEP];
    if (store->next.waste < SWEEP_ROWS || 4 * store->next.waste < store->next.rows)
        return true;
    store->unswept += 2 * n;
    if (store->unswept < SWEEP_ROWS)
        return true;
    const i64 n_rows = (i64)store->unswept;
    store->unswept = 0;
    sqlite3_bind_int64(to, 1, store->swept);
    sqlite3_bind_int64(to, 2, n_rows);
    const int there = sqlite3_step(to);
    const i64 last = sqlite3_column_int64(to, 0);
    const bool at_end = sqlite3_column_int64(to, 1) < n_rows;
    sqlite3_reset(to);
    if (there != SQLITE_ROW)
        return false;
    sqlite3_bind_int64(out, 1, store->swept);
    sqlite3_bind_int64(out, 2, last);
    if (!store_run(out))
        return false;
    const u64 gone = (u64)sqlite3_changes(store->db);
    store->next.rows -= gone;
    store->next.waste -= gone < store->next.waste ? gone : store->next.waste;
    store->swept = at_end ? 0 : last;
    return true;
}

static void rollback(struct store *store)
{
    if (!sqlite3_get_autocommit(store->db) && !store_run(store->write[WRITE_ROLLBACK]))
        BELIEVE(sqlite3_get_autocommit(store->db));
}

static void settle(struct store *store)
{
    struct timespec pause = {.tv_nsec = 1000000};
    while (!store_run(store->write[WRITE_SETTLE])) {
        rollback(store);
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 500000000)
            pause.tv_nsec *= 2;
    }
}

static bool batch_write(struct store *store, char *fault, size_t room)
{
    const i64 swept = store->swept;
    bool ok = store_run(store->write[WRITE_BEGIN]);
    if (!ok)
        store_sql_fault(store->db, fault, room);
    for (size_t k = 0; ok && k < store->n_writes; k++)
        ok = one_write(store, &store->writes[k], fault, room);
    if (ok && !(sweep(store, store->n_writes) && store_run(store->write[WRITE_COMMIT])))
        ok = store_sql_fault(store->db, fault, room);
    if (ok)
        return true;
    const int code = sqlite3_extended_errcode(store->db);
    rollback(store);
    if (code == SQLITE_IOERR_FSYNC)
        settle(store);
    store->swept = swept;
    return false;
}

static void tell(struct store *store)
{
    const u64 one = 1;
    while (write(store->event, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

static void batch_do(struct store *store)
{
    char fault[STORE_FAULT] = "";
    const bool kept = batch_write(store, fault, sizeof fault);
    pthread_mutex_lock(&store->mutex);
    heads_settle(&store->heads, kept);
    if (kept)
        store->now = store->next;
    else
        store->next = store->now;
    store->kept = kept;
    memcpy(store->fault, fault, sizeof fault);
    store->batch = STORE_DONE;
    pthread_mutex_unlock(&store->mutex);
    tell(store);
}

/* A piece of the copy under way, which is begun first if there is none. */
static void backup_do(struct store *store, struct store_copy **copy)
{
    char fault[STORE_FAULT] = "";
    bool ok = false, ended = true;
    if (!*copy)
        *copy = store_copy_begin(store, store->backup_path, fault, sizeof fault);
    if (*copy)
        ended = store_copy_go_on(*copy, &ok, fault, sizeof fault);
    if (!ended)
        return;
    *copy = NULL;
    pthread_mutex_lock(&store->mutex);
    store->backed_up = ok;
    memcpy(store->backup_fault, fault, sizeof fault);
    store->backup = STORE_DONE;
    pthread_mutex_unlock(&store->mutex);
    tell(store);
}

void *store_writer(void *context)
{
    struct store *store = context;
    struct store_copy *copy = NULL;
    for (;;) {
        pthread_mutex_lock(&store->mutex);
        while (store->batch != STORE_GIVEN && store->backup != STORE_GIVEN && !store->closing)
            pthread_cond_wait(&store->given, &store->mutex);
        const bool has_batch = store->batch == STORE_GIVEN, has_backup = store->backup == STORE_GIVEN;
        pthread_mutex_unlock(&store->mutex);
        if (has_batch)
            batch_do(store);
        else if (has_backup)
            backup_do(store, &copy);
        else
            break;
    }
    return NULL;
}
