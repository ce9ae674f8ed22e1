/* backup.c - a copy of the file while batches go on: pages are copied a few hundred at a time between two batches, by the writer's
 * own connection, so that SQLite brings into the copy what batches change meanwhile. The copy takes its name once it is whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store/inner.h"

enum { PAGES_AT_ONCE = 256 };

struct store_copy {
    sqlite3 *db;
    sqlite3_backup *backup;
    char path[STORE_PATH], partial[STORE_PATH + 16];
};

void store_copy_drop(struct store_copy *copy)
{
    if (copy->backup)
        sqlite3_backup_finish(copy->backup);
    sqlite3_close(copy->db);
    unlink(copy->partial);
    free(copy);
}

static bool own_folder(const struct store *store, struct stat *own)
{
    char folder[STORE_PATH];
    const char *slash = strrchr(store->path, '/');
    snprintf(folder, sizeof folder, "%.*s.", slash ? (int)(slash - store->path + 1) : 0, store->path);
    return !stat(folder, own);
}

/* Is it a name that begins as the store's own, `dada.sqlite-journal`, in the same folder? SQLite would take it for its. */
static bool is_ours(const struct store *store, const char *path)
{
    struct stat own, other;
    char folder[STORE_PATH];
    const char *name = strrchr(path, '/'), *base = strrchr(store->path, '/');
    name = name ? name + 1 : path;
    base = base ? base + 1 : store->path;
    if (strncmp(name, base, strlen(base)))
        return false;
    snprintf(folder, sizeof folder, "%.*s.", (int)(name - path), path);
    return !stat(folder, &other) && own_folder(store, &own) && own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

struct store_copy *store_copy_begin(struct store *store, const char *path, char *fault, size_t room)
{
    struct stat there;
    struct store_copy *copy = calloc(1, sizeof *copy);
    REQUIRE(copy);
    snprintf(copy->path, sizeof copy->path, "%s", path);
    snprintf(copy->partial, sizeof copy->partial, "%s.XXXXXX", path); /* a name that nobody has */
    if (!lstat(path, &there) || is_ours(store, path)) {
        store_fault(fault, room, is_ours(store, path) ? "%s is a name of the server's own" : "%s is there already",
                    path);
        free(copy);
        return NULL;
    }
    const int file = mkstemp(copy->partial);
    if (file < 0) {
        store_fault(fault, room, "%s: %s", copy->partial, strerror(errno));
        free(copy);
        return NULL;
    }
    close(file);
    if (sqlite3_open_v2(copy->partial, &copy->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        sqlite3_exec(copy->db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL, NULL) == SQLITE_OK &&
        (copy->backup = sqlite3_backup_init(copy->db, "main", store->db, "main")))
        return copy;
    store_sql_fault(copy->db, fault, room);
    store_copy_drop(copy);
    return NULL;
}

static bool synced(const char *path, int flags)
{
    const int file = open(path, flags | O_CLOEXEC);
    const bool ok = file >= 0 && !fsync(file);
    const int number = errno;
    if (file >= 0)
        close(file);
    errno = number;
    return ok;
}

/* On disk, then under its name, which nobody has taken meanwhile. */
static bool named(const struct store_copy *copy)
{
    char folder[STORE_PATH];
    snprintf(folder, sizeof folder, "%s", copy->path);
    char *slash = strrchr(folder, '/');
    if (!slash)
        memcpy(folder, ".", 2);
    else
        slash[slash == folder] = 0;
    return synced(copy->partial, O_RDWR) && !link(copy->partial, copy->path) && !unlink(copy->partial) &&
           synced(folder, O_RDONLY | O_DIRECTORY);
}

bool store_copy_go_on(struct store_copy *copy, bool *ok, char *fault, size_t room)
{
    const int status = sqlite3_backup_step(copy->backup, PAGES_AT_ONCE);
    if (status == SQLITE_OK || status == SQLITE_BUSY || status == SQLITE_LOCKED)
        return false;
    const int end = sqlite3_backup_finish(copy->backup);
    copy->backup = NULL;
    *ok = status == SQLITE_DONE && end == SQLITE_OK;
    if (!*ok)
        store_sql_fault(copy->db, fault, room);
    *ok = sqlite3_close(copy->db) == SQLITE_OK && *ok;
    copy->db = NULL;
    if (*ok && !named(copy))
        *ok = store_fault(fault, room, "%s: %s", copy->path, strerror(errno));
    store_copy_drop(copy);
    return true;
}
