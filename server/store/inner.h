/* inner.h - what the files of the store share: the struct, the statements, the words for faults. */
#ifndef SERVER_STORE_INNER_H
#define SERVER_STORE_INNER_H

#include <pthread.h>
#include <sqlite3.h>

#include "server/store/heads.h"

/* Statements, prepared once: name, SQL. Those of the writer: */
#define STORE_WRITER(X) \
    X(BEGIN, "BEGIN IMMEDIATE") \
    X(COMMIT, "COMMIT") \
    X(ROLLBACK, "ROLLBACK") \
    X(TAKEN, "SELECT 1 FROM games WHERE table_name = ?1 LIMIT 1") \
    X(OPEN, "INSERT INTO tables (name, opened_ms) VALUES (?1, ?2)") \
    X(ROW, "INSERT INTO rows (table_id, before, version, at_ms, left_ms, is_event, why, text) " \
           "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)") \
    X(GAME, "UPDATE tables SET game = ?2, first = ?3, key = ?4, rules = ?5 WHERE id = ?1") \
    X(CLOSE, "DELETE FROM tables WHERE id = ?1") \
    X(LINE, "SELECT before, text FROM rows WHERE id = ?1") \
    X(RECORDED, "SELECT 1 FROM games WHERE table_name = ?1 AND game = ?2") \
    X(RECORD, "INSERT INTO games (table_name, game, ended_ms, kind, rated, players, places, rules, record) " \
              "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT rules FROM tables WHERE id = ?9), ?8)") \
    X(STANDING, "SELECT rating, n_games FROM ratings WHERE player = ?1 AND kind = ?2") \
    X(RATE, "INSERT INTO ratings (player, kind, rating, n_games) VALUES (?1, ?2, 1500000 + ?3, 1) " \
            "ON CONFLICT DO UPDATE SET rating = rating + ?3, n_games = n_games + 1") \
    X(NAME, "INSERT INTO names (player, name) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET name = ?2 WHERE name <> ?2") \
    X(WEEK, "INSERT INTO weekly (week, kind, player, points, n_games) VALUES (?1, ?2, ?3, ?4, 1) " \
            "ON CONFLICT DO UPDATE SET points = points + ?4, n_games = n_games + 1") \
    X(SEAL, "UPDATE server SET seal = ?1") \
    X(SETTLE, "UPDATE server SET settled = settled + 1") \
    X(SWEEP_TO, "SELECT max(id), count(*) FROM (SELECT id FROM rows WHERE id > ?1 ORDER BY id LIMIT ?2)") \
    X(SWEEP, "DELETE FROM rows WHERE id > ?1 AND id <= ?2 AND NOT EXISTS (SELECT 1 FROM tables " \
             "WHERE tables.id = table_id AND (is_event OR (game > 0 AND version >= first)))")

/* Those of readers: */
#define STORE_READER(X) \
    X(BEGIN, "BEGIN") \
    X(END, "COMMIT") \
    X(ROW, "SELECT table_id, version, at_ms, left_ms, is_event, why, text, id, before FROM rows WHERE id = ?1") \
    X(ROWS, "SELECT table_id, version, at_ms, left_ms, is_event, why, text, id, before FROM rows ORDER BY id") \
    X(RECORD, "SELECT record FROM games WHERE table_name = ?1 AND game = ?2") \
    X(SEAL, "SELECT seal FROM server") \
    X(GAMES, "SELECT max(id) FROM games") \
    X(RATINGS, \
      "SELECT player, (SELECT name FROM names WHERE names.player = ratings.player), rating, n_games FROM ratings " \
      "WHERE kind = ?1 ORDER BY rating DESC, player LIMIT ?3") \
    X(WEEK, "SELECT player, (SELECT name FROM names WHERE names.player = weekly.player), points, n_games FROM weekly " \
            "WHERE kind = ?1 AND week = ?2 ORDER BY points DESC, player LIMIT ?3") \
    X(OWN_RATING, "SELECT player, (SELECT name FROM names WHERE names.player = ?3), rating, n_games, " \
                  "(SELECT count(*) FROM ratings better WHERE better.kind = ?1 AND better.rating > own.rating) " \
                  "FROM ratings own WHERE kind = ?1 AND player = ?3") \
    X(OWN_WEEK, "SELECT player, (SELECT name FROM names WHERE names.player = ?3), points, n_games, " \
                "(SELECT count(*) FROM weekly better WHERE better.kind = ?1 AND better.week = ?2 " \
                "AND better.points > own.points) FROM weekly own WHERE kind = ?1 AND week = ?2 AND player = ?3")

enum store_writer_sql {
#define X(name, sql) WRITE_##name,
    STORE_WRITER(X)
#undef X
        WRITE_STATEMENTS
};
enum store_reader_sql {
#define X(name, sql) READ_##name,
    STORE_READER(X)
#undef X
        READ_STATEMENTS
};

enum { STORE_FAULT = 192, STORE_PATH = 1024 };

/* Rows in the file, and those that are of no use any more: lines of games that are over, rows of tables that are gone. */
struct store_counts {
    u64 rows, waste;
};

enum store_phase { STORE_IDLE, STORE_GIVEN, STORE_DONE };

struct store {
    char path[STORE_PATH];
    int lock, event; /* descriptors */
    store_rate *rate;

    /* The writer's alone once its thread runs. */
    sqlite3 *db;
    sqlite3_stmt *write[WRITE_STATEMENTS];
    struct store_counts next;
    i64 swept;      /* rows up to this one have been looked at */
    size_t unswept; /* so many more are to be */
    pthread_t thread;

    /* The reader's alone. */
    sqlite3 *reader;
    sqlite3_stmt *read[READ_STATEMENTS];

    /* Under the mutex; the writer may read `heads` without it, for nobody else changes them. */
    pthread_mutex_t mutex;
    pthread_cond_t given;
    bool closing;
    struct heads heads;
    struct store_counts now;
    enum store_phase batch, backup;
    const struct store_write *writes;
    size_t n_writes;
    bool kept, backed_up;
    char fault[STORE_FAULT], backup_fault[STORE_FAULT], backup_path[STORE_PATH];
};

/* Always false. */
bool store_fault(char *fault, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* What went wrong on this connection just now. */
bool store_sql_fault(sqlite3 *db, char *fault, size_t room);
/* Runs a statement that gives no rows. */
NODISCARD bool store_run(sqlite3_stmt *statement);
void store_bind_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_blob(sqlite3_stmt *statement, int at, const void *bytes, size_t n);

/* write.c: the writer's thread. */
void *store_writer(void *store);
/* book.c: a game is over. */
NODISCARD bool store_book(struct store *store, struct head_entry *entry, const struct store_write *write, char *fault,
                          size_t room);
/* backup.c: a copy under way, a piece at a time. */
struct store_copy;
NODISCARD struct store_copy *store_copy_begin(struct store *store, const char *path, char *fault, size_t room);
/* True once there is no more to do; then `*ok` tells how it ended, and the copy is freed. */
NODISCARD bool store_copy_go_on(struct store_copy *copy, bool *ok, char *fault, size_t room);
void store_copy_drop(struct store_copy *copy);

#endif
