/* sqlite.c - opens and closes the store: its lock, its schema, what memory knows of its tables; and what all its files share. */
#include "server/store/inner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define APPLICATION 0x44414441 /* "DADA", in the file's head */

/* The schema: step k leads from version k to k + 1. A step that has been released never changes. */
static const char *const steps[] = {
    "CREATE TABLE tables (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, opened_ms INTEGER NOT NULL,"
    " game INTEGER NOT NULL DEFAULT 0, first INTEGER NOT NULL DEFAULT 0, key BLOB, rules TEXT) STRICT;"
    "CREATE TABLE rows (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, before INTEGER NOT NULL, version INTEGER "
    "NOT NULL,"
    " at_ms INTEGER NOT NULL, left_ms INTEGER NOT NULL, is_event INTEGER NOT NULL, why TEXT NOT NULL, text TEXT NOT "
    "NULL) STRICT;"
    "CREATE TABLE games (id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, game INTEGER NOT NULL, ended_ms INTEGER NOT "
    "NULL,"
    " kind TEXT NOT NULL, rated INTEGER NOT NULL, players BLOB NOT NULL, places TEXT NOT NULL, rules TEXT, record TEXT "
    "NOT NULL,"
    " UNIQUE (table_name, game)) STRICT;"
    "CREATE TABLE ratings (kind TEXT NOT NULL, player BLOB NOT NULL, rating INTEGER NOT NULL, n_games INTEGER NOT NULL,"
    " PRIMARY KEY (kind, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_best ON ratings (kind, rating DESC, player);"
    "CREATE TABLE weekly (week INTEGER NOT NULL, kind TEXT NOT NULL, player BLOB NOT NULL, points INTEGER NOT NULL,"
    " n_games INTEGER NOT NULL, PRIMARY KEY (week, kind, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX weekly_best ON weekly (week, kind, points DESC, player);"
    "CREATE TABLE names (player BLOB PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE server (seal BLOB, settled INTEGER NOT NULL) STRICT;"
    "INSERT INTO server VALUES (NULL, 0);",
};

bool store_fault(char *fault, size_t room, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(fault, room, format, words);
    va_end(words);
    return false;
}

bool store_sql_fault(sqlite3 *db, char *fault, size_t room)
{
    const int code = sqlite3_errcode(db) & 0xff, number = sqlite3_system_errno(db);
    if (code == SQLITE_FULL || (code == SQLITE_IOERR && (number == ENOSPC || number == EDQUOT)))
        return store_fault(fault, room, "the disk is full");
    if (code == SQLITE_IOERR)
        return store_fault(fault, room, "the disk fails%s%s", number ? ": " : "", number ? strerror(number) : "");
    if (code == SQLITE_READONLY || code == SQLITE_PERM || code == SQLITE_CANTOPEN)
        return store_fault(fault, room, "no right to read and write it");
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return store_fault(fault, room, "the file is damaged");
    return store_fault(fault, room, "%s", sqlite3_errmsg(db));
}

bool store_run(sqlite3_stmt *statement)
{
    const int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status == SQLITE_DONE;
}

void store_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text ? text : "", -1, SQLITE_STATIC);
}

void store_bind_blob(sqlite3_stmt *statement, int at, const void *bytes, size_t n)
{
    sqlite3_bind_blob64(statement, at, bytes, n, SQLITE_STATIC);
}

/* --- before SQLite sees the file --------------------------------------------------------------------------------------- */

static u32 number_at(const u8 *bytes)
{
    return (u32)bytes[0] << 24 | (u32)bytes[1] << 16 | (u32)bytes[2] << 8 | bytes[3];
}

/* A file beside it that one server at a time locks; it stays when the server ends. */
static int lock_take(const char *path, char *fault, size_t room)
{
    char name[STORE_PATH + 8];
    snprintf(name, sizeof name, "%s-lock", path);
    const int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        store_fault(fault, room, "%s: %s", name, strerror(errno));
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB)) {
        store_fault(fault, room, "%s: another server has it open", path);
        close(lock);
        return -1;
    }
    return lock;
}

/* Looks whether the file is ours by its first bytes (SQLite's format: the version of the schema stands at 60, the application at
 * 68), and makes it, or what it has, unreadable for others. */
static bool file_ok(const char *path, char *fault, size_t room)
{
    u8 head[100];
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return store_fault(fault, room, "%s: %s", path, strerror(errno));
    const ssize_t n = read(file, head, sizeof head);
    const bool ours =
        n == (ssize_t)sizeof head && !memcmp(head, "SQLite format 3", 16) && number_at(head + 68) == APPLICATION;
    bool ok = true;
    if (n < 0)
        ok = store_fault(fault, room, "%s: %s", path, strerror(errno));
    else if (n && !ours)
        ok = store_fault(fault, room, "%s isn't a file of this program; it was left as it is", path);
    else if (n && number_at(head + 60) > COUNT(steps))
        ok = store_fault(fault, room,
                         "%s was written by a newer version of this program (schema %u, this one knows %zu)", path,
                         number_at(head + 60), COUNT(steps));
    else if (fchmod(file, 0600))
        ok = store_fault(fault, room, "%s: %s", path, strerror(errno));
    close(file);
    return ok;
}

/* --- with SQLite -------------------------------------------------------------------------------------------------------- */

static bool sql(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool pragma_read(sqlite3 *db, const char *text, i64 *value)
{
    sqlite3_stmt *statement = NULL;
    const bool ok =
        sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;
    *value = ok ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return ok;
}

/* Brings the schema from its version to the newest, each step a transaction. */
static bool migrate(sqlite3 *db)
{
    i64 version;
    if (!pragma_read(db, "PRAGMA user_version", &version) || version < 0)
        return false;
    for (size_t k = (size_t)version; k < COUNT(steps); k++) {
        char end[96];
        snprintf(end, sizeof end, "PRAGMA application_id = %d; PRAGMA user_version = %zu; COMMIT", APPLICATION, k + 1);
        if (!sql(db, "BEGIN EXCLUSIVE") || !sql(db, steps[k]) || !sql(db, end))
            return false;
    }
    return true;
}

static bool connect(sqlite3 **db, const char *path)
{
    return sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
           sqlite3_extended_result_codes(*db, 1) == SQLITE_OK && sqlite3_busy_timeout(*db, 5000) == SQLITE_OK;
}

static bool writer_open(struct store *store, char *fault, size_t room)
{
    static const char *const texts[] = {
#define X(name, text) text,
        STORE_WRITER(X)
#undef X
    };
    i64 version = 0;
    bool ok = connect(&store->db, store->path) && pragma_read(store->db, "PRAGMA user_version", &version);
    if (ok && version > (i64)COUNT(steps)) {
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        return store_fault(fault, room,
                           "%s was written by a newer version of this program (schema %lld, this one knows %zu)",
                           store->path, (long long)version, COUNT(steps));
    }
    /* The first version is made before the log is chosen, so that the file itself says whose it is from then on. 4,000 pages of
     * log: pages that many batches write are brought into the file once. */
    ok = ok && sql(store->db, "PRAGMA synchronous = FULL") && migrate(store->db) &&
         sql(store->db, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -1024;"
                        "PRAGMA journal_size_limit = 67108864");
    for (size_t k = 0; ok && k < COUNT(texts); k++)
        ok =
            sqlite3_prepare_v3(store->db, texts[k], -1, SQLITE_PREPARE_PERSISTENT, &store->write[k], NULL) == SQLITE_OK;
    if (ok)
        return true;
    char why[STORE_FAULT];
    store_sql_fault(store->db, why, sizeof why);
    return store_fault(fault, room, "%s: %s", store->path, why);
}

static bool reader_open(struct store *store, char *fault, size_t room)
{
    static const char *const texts[] = {
#define X(name, text) text,
        STORE_READER(X)
#undef X
    };
    bool ok = connect(&store->reader, store->path) &&
              sql(store->reader, "PRAGMA query_only = 1; PRAGMA cache_size = -1024") &&
              sqlite3_db_config(store->reader, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK;
    for (size_t k = 0; ok && k < COUNT(texts); k++)
        ok = sqlite3_prepare_v3(store->reader, texts[k], -1, SQLITE_PREPARE_PERSISTENT, &store->read[k], NULL) ==
             SQLITE_OK;
    if (ok)
        return true;
    char why[STORE_FAULT];
    store_sql_fault(store->reader, why, sizeof why);
    return store_fault(fault, room, "%s: %s", store->path, why);
}

/* --- what memory knows -------------------------------------------------------------------------------------------------- */

/* The entries by the table's number in the file, in order. */
struct by_id {
    struct head_entry **list;
    size_t n, room;
};

static bool tables_load(struct store *store, struct by_id *by_id)
{
    sqlite3_stmt *tables = NULL;
    int status =
        sqlite3_prepare_v2(store->db, "SELECT id, name, game, first, key FROM tables ORDER BY id", -1, &tables, NULL);
    while (status == SQLITE_OK || status == SQLITE_ROW) {
        status = sqlite3_step(tables);
        if (status != SQLITE_ROW)
            break;
        struct head_entry *entry = heads_make(&store->heads, (const char *)sqlite3_column_text(tables, 1));
        struct head *head = &entry->next;
        heads_touch(&store->heads, entry);
        *head = (struct head){.id = sqlite3_column_int64(tables, 0),
                              .game = (u32)sqlite3_column_int64(tables, 2),
                              .first = (u32)sqlite3_column_int64(tables, 3)};
        if (sqlite3_column_bytes(tables, 4) == STORE_KEY)
            memcpy(head->key, sqlite3_column_blob(tables, 4), STORE_KEY);
        if (by_id->n == by_id->room) {
            by_id->room = by_id->room ? 2 * by_id->room : 64;
            by_id->list = realloc(by_id->list, by_id->room * sizeof *by_id->list);
            REQUIRE(by_id->list);
        }
        by_id->list[by_id->n++] = entry;
    }
    sqlite3_finalize(tables);
    return status == SQLITE_DONE;
}

static struct head *head_of(const struct by_id *by_id, i64 id)
{
    size_t least = 0, most = by_id->n;
    while (least < most) {
        const size_t middle = (least + most) / 2;
        if (by_id->list[middle]->next.id < id)
            least = middle + 1;
        else
            most = middle;
    }
    return least < by_id->n && by_id->list[least]->next.id == id ? &by_id->list[least]->next : NULL;
}

static bool rows_count(struct store *store, const struct by_id *by_id)
{
    sqlite3_stmt *rows = NULL;
    int status =
        sqlite3_prepare_v2(store->db, "SELECT id, table_id, version, is_event FROM rows ORDER BY id", -1, &rows, NULL);
    while (status == SQLITE_OK || status == SQLITE_ROW) {
        status = sqlite3_step(rows);
        if (status != SQLITE_ROW)
            break;
        struct head *head = head_of(by_id, sqlite3_column_int64(rows, 1));
        const i64 id = sqlite3_column_int64(rows, 0);
        store->next.rows++;
        if (head && sqlite3_column_int(rows, 3)) {
            head->event = id;
            head->n_events++;
        } else if (head && head->game && sqlite3_column_int64(rows, 2) >= head->first) {
            head->line = id;
            head->n_lines++;
        } else {
            store->next.waste++;
        }
    }
    sqlite3_finalize(rows);
    return status == SQLITE_DONE;
}

static bool heads_load(struct store *store, char *fault, size_t room)
{
    struct by_id by_id = {.n = 0};
    const bool ok = tables_load(store, &by_id) && rows_count(store, &by_id);
    free(by_id.list);
    heads_settle(&store->heads, ok);
    store->now = store->next;
    return ok || store_sql_fault(store->db, fault, room);
}

/* --- opening and closing ------------------------------------------------------------------------------------------------ */

static void release(struct store *store)
{
    for (size_t k = 0; k < READ_STATEMENTS; k++)
        sqlite3_finalize(store->read[k]);
    sqlite3_close(store->reader);
    for (size_t k = 0; k < WRITE_STATEMENTS; k++)
        sqlite3_finalize(store->write[k]);
    sqlite3_close(store->db);
    heads_free(&store->heads);
    if (store->event >= 0)
        close(store->event);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

struct store *store_open(const char *path, store_rate *rate, char *fault, size_t room)
{
    struct store *store = calloc(1, sizeof *store);
    REQUIRE(store && rate);
    store->lock = store->event = -1;
    store->rate = rate;
    snprintf(store->path, sizeof store->path, "%s", path);
    bool ok = strlen(path) < sizeof store->path || store_fault(fault, room, "the name of the file is too long");
    ok = ok && (store->lock = lock_take(path, fault, room)) >= 0 && file_ok(path, fault, room) &&
         writer_open(store, fault, room) && reader_open(store, fault, room) && heads_load(store, fault, room);
    if (ok && (store->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) < 0)
        ok = store_fault(fault, room, "no descriptor: %s", strerror(errno));
    if (ok) {
        pthread_mutex_init(&store->mutex, NULL);
        pthread_cond_init(&store->given, NULL);
        if (!pthread_create(&store->thread, NULL, store_writer, store))
            return store;
        pthread_cond_destroy(&store->given);
        pthread_mutex_destroy(&store->mutex);
        store_fault(fault, room, "no thread for the writer");
    }
    release(store);
    return NULL;
}

void store_close(struct store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    pthread_cond_signal(&store->given);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->thread, NULL);
    pthread_cond_destroy(&store->given);
    pthread_mutex_destroy(&store->mutex);
    release(store);
}

/* --- handing over ------------------------------------------------------------------------------------------------------- */

int store_event(const struct store *store)
{
    return store->event;
}

void store_submit(struct store *store, const struct store_write *writes, size_t n)
{
    pthread_mutex_lock(&store->mutex);
    REQUIRE(store->batch == STORE_IDLE);
    store->writes = writes;
    store->n_writes = n;
    store->batch = STORE_GIVEN;
    pthread_mutex_unlock(&store->mutex);
    pthread_cond_signal(&store->given); /* not before: the writer would wake only to wait for the mutex */
}

static bool done(struct store *store, enum store_phase *phase, const bool *result, const char *why, bool *kept,
                 char *fault, size_t room)
{
    u64 n;
    pthread_mutex_lock(&store->mutex);
    const bool is_done = *phase == STORE_DONE;
    if (is_done) {
        *phase = STORE_IDLE;
        *kept = *result;
        store_fault(fault, room, "%s", why);
    }
    /* The event stays while the other of the two has an answer. */
    if (store->batch != STORE_DONE && store->backup != STORE_DONE && read(store->event, &n, sizeof n) < 0)
        BELIEVE(errno == EAGAIN);
    pthread_mutex_unlock(&store->mutex);
    return is_done;
}

bool store_done(struct store *store, bool *kept, char *fault, size_t room)
{
    return done(store, &store->batch, &store->kept, store->fault, kept, fault, room);
}

bool store_backup(struct store *store, const char *path)
{
    pthread_mutex_lock(&store->mutex);
    const bool ok = store->backup == STORE_IDLE && strlen(path) < sizeof store->backup_path;
    if (ok) {
        memcpy(store->backup_path, path, strlen(path) + 1);
        store->backup = STORE_GIVEN;
        pthread_cond_signal(&store->given);
    }
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

bool store_backup_done(struct store *store, bool *kept, char *fault, size_t room)
{
    return done(store, &store->backup, &store->backed_up, store->backup_fault, kept, fault, room);
}
