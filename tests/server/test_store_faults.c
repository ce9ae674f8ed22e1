/* test_store_faults.c - the store on a disk that fails, and in a process that is killed: each batch that was told to be kept is there
 * whole, each that was told not to be is not there at all, and the store goes on.
 *
 * A shim between SQLite and the system counts writes, syncs and truncations, and lets one of them, or all from one on, fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "tests/server/store_help.h"

/* --- the shim ------------------------------------------------------------------------------------------------------------- */

static atomic_long n_done, fail_from, fail_to; /* operations with these numbers fail */
static atomic_int fail_code;
static sqlite3_vfs shim, *below;

struct shim_file {
    sqlite3_file file;
    sqlite3_file *inner;
};

static sqlite3_file *inner_of(sqlite3_file *file)
{
    return ((struct shim_file *)file)->inner;
}

static int fails(void)
{
    const long n = ++n_done;
    return n >= fail_from && n < fail_to ? fail_code : SQLITE_OK;
}

static int shim_close(sqlite3_file *f)
{
    const int status = inner_of(f)->pMethods->xClose(inner_of(f));
    free(inner_of(f));
    return status;
}
static int shim_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    return inner_of(f)->pMethods->xRead(inner_of(f), to, n, at);
}
static int shim_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    const int code = fails();
    if (code == SQLITE_OK)
        return inner_of(f)->pMethods->xWrite(inner_of(f), from, n, at);
    if (n > 1) /* a part arrives */
        inner_of(f)->pMethods->xWrite(inner_of(f), from, n / 2, at);
    return code == SQLITE_IOERR_FSYNC ? SQLITE_IOERR_WRITE : code;
}
static int shim_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return fails() == SQLITE_OK ? inner_of(f)->pMethods->xTruncate(inner_of(f), size) : SQLITE_IOERR_TRUNCATE;
}
/* No loss of power comes: what the system has need not wait for the disk. A full one can still be synced. */
static int shim_sync(sqlite3_file *f, int flags)
{
    (void)f, (void)flags;
    return fails() == SQLITE_IOERR_FSYNC ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}
static int shim_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return inner_of(f)->pMethods->xFileSize(inner_of(f), size);
}
static int shim_lock(sqlite3_file *f, int level)
{
    return inner_of(f)->pMethods->xLock(inner_of(f), level);
}
static int shim_unlock(sqlite3_file *f, int level)
{
    return inner_of(f)->pMethods->xUnlock(inner_of(f), level);
}
static int shim_reserved(sqlite3_file *f, int *result)
{
    return inner_of(f)->pMethods->xCheckReservedLock(inner_of(f), result);
}
static int shim_control(sqlite3_file *f, int op, void *arg)
{
    return inner_of(f)->pMethods->xFileControl(inner_of(f), op, arg);
}
static int shim_sector(sqlite3_file *f)
{
    return inner_of(f)->pMethods->xSectorSize(inner_of(f));
}
static int shim_character(sqlite3_file *f)
{
    return inner_of(f)->pMethods->xDeviceCharacteristics(inner_of(f));
}
static int shim_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **to)
{
    return inner_of(f)->pMethods->xShmMap(inner_of(f), page, size, extend, to);
}
static int shim_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return inner_of(f)->pMethods->xShmLock(inner_of(f), offset, n, flags);
}
static void shim_shm_barrier(sqlite3_file *f)
{
    inner_of(f)->pMethods->xShmBarrier(inner_of(f));
}
static int shim_shm_unmap(sqlite3_file *f, int gone)
{
    return inner_of(f)->pMethods->xShmUnmap(inner_of(f), gone);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_character,
    .xShmMap = shim_shm_map,
    .xShmLock = shim_shm_lock,
    .xShmBarrier = shim_shm_barrier,
    .xShmUnmap = shim_shm_unmap,
};

static int shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
    struct shim_file *f = (struct shim_file *)file;
    (void)vfs;
    f->file.pMethods = NULL;
    f->inner = calloc(1, (size_t)below->szOsFile);
    REQUIRE(f->inner);
    const int status = below->xOpen(below, name, f->inner, flags, flags_out);
    if (f->inner->pMethods)
        f->file.pMethods = &methods;
    else
        free(f->inner);
    return status;
}

static int shim_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)sync;
    return below->xDelete(below, name, 0);
}

static int shim_begin(void **unused)
{
    (void)unused;
    below = sqlite3_vfs_find(NULL);
    shim = *below;
    shim.zName = "shim";
    shim.szOsFile = sizeof(struct shim_file);
    shim.xOpen = shim_open;
    shim.xDelete = shim_delete;
    return sqlite3_vfs_register(&shim, 1);
}

static int shim_end(void **unused)
{
    (void)unused;
    return sqlite3_vfs_unregister(&shim);
}

static void fail_between(long from, long to, int code)
{
    n_done = 0;
    fail_code = code;
    fail_from = from;
    fail_to = to;
}

/* --- batches that can be told apart ---------------------------------------------------------------------------------------- */

enum { BATCHES = 14, ROWS = 40 };

/* Batch b writes rows of version b * ROWS + 1 to b * ROWS + ROWS into two tables; the first opens them, and every third ends a game
 * of a third table, whose rating shows how often it was booked. */
static size_t batch_make(unsigned b, bool opens, struct store_write writes[static ROWS + 8],
                         const struct store_result *result)
{
    static const char words[] = "some words that fill a page sooner than one would think, and a few more of them";
    size_t n = 0;
    if (opens) {
        writes[n++] = opened("aa");
        writes[n++] = opened("bb");
        writes[n++] = opened("gg");
    }
    for (u32 k = 0; k < ROWS; k++)
        writes[n++] = row(k & 1 ? "aa" : "bb", b * ROWS + k + 1, true, words);
    if (b % 3 == 2) {
        writes[n++] = begun("gg", b, b);
        writes[n++] = row("gg", b, false, "line");
        writes[n++] = ended("gg", b, result);
    }
    return n;
}

struct seen {
    unsigned rows[BATCHES + 1]; /* of each batch */
};

static bool seen_table(void *context, const struct store_table *table)
{
    (void)context;
    return table->game == 0;
}

static bool seen_row(void *context, const struct store_row *row_)
{
    struct seen *seen = context;
    const unsigned b = (row_->version - 1) / ROWS;
    if (b < BATCHES)
        seen->rows[b]++;
    return b < BATCHES;
}

/* What is there is what was told. */
static void compare(struct store *store, const bool *kept, long n, const char *when)
{
    struct seen seen = {{0}};
    const struct store_reader reader = {&seen, seen_table, seen_row};
    struct store_line lines[4];
    u32 n_ended = 0;
    if (!store_tables(store, NULL, &reader, fault, sizeof fault))
        fail_msg("%ld %s: %s", n, when, fault);
    for (unsigned b = 0; b < BATCHES; b++) {
        if (seen.rows[b] != (kept[b] ? ROWS : 0))
            fail_msg("%ld %s: batch %u was told %d and has %u rows", n, when, b, kept[b], seen.rows[b]);
        char *record = store_record(store, "gg", b);
        if ((record != NULL) != (kept[b] && b % 3 == 2))
            fail_msg("%ld %s: the record of batch %u", n, when, b);
        n_ended += record != NULL;
        free(record);
    }
    const size_t n_lines = store_board(store, "ludo 2", 0, NULL, lines, 4);
    assert_int_equal(n_lines, n_ended ? 2 : 0);
    if (n_lines && (lines[0].n_games != n_ended || lines[0].value != STORE_RATING_START + 1000 * (i64)n_ended))
        fail_msg("%ld %s: %u games are booked, %u ended", n, when, lines[0].n_games, n_ended);
}

static void file_copy(const char *from, const char *to)
{
    static char bytes[1 << 20];
    char name[128];
    snprintf(name, sizeof name, "%s/%s", folder, from);
    FILE *in = fopen(name, "r");
    snprintf(name, sizeof name, "%s/%s", folder, to);
    FILE *out = fopen(name, "w");
    assert_true(in && out);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    fclose(out);
}

/* All batches with operations from the n-th failing, `width` of them; the file is then opened by a process that knows nothing of
 * this one: a copy of it and its log, as after a loss of power. False once nothing failed. */
static bool fails_at(long n, long width, int code)
{
    struct store_write writes[ROWS + 8];
    bool kept[BATCHES] = {false}, opens = true;
    const struct store_result result = result_of('a', 'b');
    folder_make();
    fail_between(n, n + width, code);
    struct store *store = store_open(path, rate, fault, sizeof fault);
    if (!store) {
        assert_true(strlen(fault) > 10);
        fail_between(0, 0, 0);
        store = store_open(path, rate, fault, sizeof fault);
        if (!store)
            fail_msg("%ld: %s", n, fault);
        store_close(store);
        folder_drop();
        return true;
    }
    for (unsigned b = 0; b < BATCHES; b++) {
        kept[b] = batch(store, writes, batch_make(b, opens, writes, &result));
        opens = opens && !kept[b];
        if (!kept[b] && !strstr(fault, code == SQLITE_FULL ? "the disk" : "the disk fails"))
            fail_msg("%ld: %s", n, fault);
    }
    const bool failed = n_done >= n;
    unsigned n_lost = 0;
    for (unsigned b = 0; b < BATCHES; b++)
        n_lost += !kept[b];
    assert_true(n_lost <= width);
    fail_between(0, 0, 0);
    compare(store, kept, n, "at once");
    file_copy("dada.db", "copy.db");
    file_copy("dada.db-wal", "copy.db-wal");
    snprintf(path, sizeof path, "%s/copy.db", folder);
    struct store *copy = store_open(path, rate, fault, sizeof fault);
    if (!copy)
        fail_msg("%ld: %s", n, fault);
    compare(copy, kept, n, "after a loss of power");
    store_close(copy);
    store_close(store);
    snprintf(path, sizeof path, "%s/dada.db", folder);
    store = store_open(path, rate, fault, sizeof fault);
    compare(store, kept, n, "opened again");
    store_close(store);
    folder_drop();
    return failed;
}

static void fail_each(long width, int code)
{
    long n = 1;
    while (fails_at(n, width, code))
        n++;
    assert_true(n > 100);
}

static void bears_one_fault(void **unused)
{
    (void)unused;
    fail_each(1, SQLITE_IOERR_FSYNC);
}

static void bears_a_full_disk(void **unused)
{
    (void)unused;
    fail_each(1, SQLITE_FULL);
    fail_each(25, SQLITE_FULL);
}

static void bears_a_bad_hour(void **unused)
{
    (void)unused;
    fail_each(9, SQLITE_IOERR_FSYNC);
}

/* --- killed ------------------------------------------------------------------------------------------------------------------- */

/* Writes batches of ROWS rows into one table from number `b` on, for ever, and tells each that is kept. */
static void writer(unsigned b, int tell)
{
    struct store_write writes[ROWS + 1];
    struct store *store = store_open(path, rate, fault, sizeof fault);
    if (!store)
        _exit(1);
    for (;; b++) {
        size_t n = 0;
        if (!b)
            writes[n++] = opened("aa");
        for (u32 k = 0; k < ROWS; k++)
            writes[n++] = row("aa", b * ROWS + k + 1, true, "words");
        if (!batch(store, writes, n) || write(tell, &b, sizeof b) != sizeof b)
            _exit(1);
    }
}

static bool count_table(void *context, const struct store_table *table)
{
    (void)context, (void)table;
    return true;
}

static bool count_row(void *context, const struct store_row *row_)
{
    unsigned *n = context;
    ++*n;
    return row_->version == *n;
}

static void survives_kills(void **unused)
{
    unsigned n_rows = 0;
    u64 noise = 7;
    (void)unused;
    fail_between(0, 0, 0);
    folder_make();
    for (unsigned round = 0; round < 30; round++) {
        int ends[2], status;
        unsigned b, n_told = n_rows;
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        if (!child)
            writer(n_rows / ROWS, ends[1]);
        close(ends[1]);
        const unsigned pause = (unsigned)(mix64(noise++) % 40000);
        if (round && round % 5 == 0)
            usleep(pause / 10); /* while it opens the file */
        else if (read(ends[0], &b, sizeof b) == sizeof b) {
            n_told = (b + 1) * ROWS;
            usleep(pause);
        }
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        while (read(ends[0], &b, sizeof b) == sizeof b)
            n_told = (b + 1) * ROWS;
        close(ends[0]);
        struct store *store = store_open(path, rate, fault, sizeof fault);
        if (!store)
            fail_msg("round %u: %s", round, fault);
        n_rows = 0;
        const struct store_reader reader = {&n_rows, count_table, count_row};
        assert_true(store_tables(store, NULL, &reader, fault, sizeof fault));
        store_close(store);
        if (n_rows < n_told || n_rows % ROWS)
            fail_msg("round %u: %u rows were told, %u are there", round, n_told, n_rows);
    }
    folder_drop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bears_one_fault),
        cmocka_unit_test(bears_a_full_disk),
        cmocka_unit_test(bears_a_bad_hour),
        cmocka_unit_test(survives_kills),
    };
    return cmocka_run_group_tests(tests, shim_begin, shim_end);
}
