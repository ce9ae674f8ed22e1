/* store.h - what is kept for good: tables, their logs, records of games, ratings. It knows no game: it keeps text and numbers.
 *
 * Everything is written in batches (struct store_batch): one batch is one transaction, on disk before store_done tells so.
 * Writing is the store's own business, in a thread of its own; reading is done at once, by whoever asks. A batch holds whole
 * steps of tables: never half of what one command did.
 *
 * Reading order: this file, heads.h (how rows lie), sqlite.c (opening, schema), write.c (the writer), book.c (the end of a game),
 * backup.c, read.c (reading). */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include "base/base.h"

struct store;

enum {
    STORE_PLAYER = 16,   /* bytes that name a player */
    STORE_TABLE_MAX = 8, /* letters of a table's name */
    STORE_KIND_MAX = 48, /* of what a rating is for: `ludo 4` */
    STORE_SEATS_MAX = 8,
    STORE_KEY = 32,
    STORE_RATING_START = 1500000 /* thousandths: who has no rating yet */
};

/* --- writing ------------------------------------------------------------------------------------------------------------- */

enum store_write_kind {
    STORE_OPEN, /* a new table, whose name no other table has or had. Takes table, at_ms */
    STORE_ROW, /* an entry of its log: version, at_ms, left_ms, why, and text, which is a line of the record or (is_event) an event */
    STORE_BEGIN, /* a game begins: game, bytes (its key, STORE_KEY of them), version (of the first of its lines), text (rules) */
    STORE_END, /* a game is over: game, at_ms, result. Its record is made of its lines; the key is forgotten. Once: again, it does
                   * nothing */
    STORE_CLOSE, /* the table is gone: its log too; records stay */
    STORE_SEAL   /* bytes: the head after the newest seal line of this server */
};

/* The result of a game, for its players' ratings and weekly points. */
struct store_result {
    char kind[STORE_KIND_MAX + 1];
    bool rated;
    u8 n;                                     /* seats */
    u8 player[STORE_SEATS_MAX][STORE_PLAYER]; /* all zero: a computer */
    char name[STORE_SEATS_MAX][65];
    u8 places[STORE_SEATS_MAX];
    u8 teams[STORE_SEATS_MAX];   /* 0: alone */
    i32 week;                    /* day number of its Monday */
    i32 points[STORE_SEATS_MAX]; /* weekly points, in their smallest unit */
    char places_text[32];
};

struct store_write {
    enum store_write_kind kind;
    char table[STORE_TABLE_MAX + 1];
    u32 version, game;
    i64 at_ms;
    i32 left_ms; /* -1: no clock */
    bool is_event;
    char why[9];
    const char *text; /* NUL-ended; the batch's owner keeps it until store_done */
    u8 bytes[STORE_KEY];
    const struct store_result *result; /* likewise */
};

/* How ratings change, asked by the writer inside the transaction that books a result: `ratings` (thousandths) and `games` of its
 * players so far in, `changes` out. Called in the writer's thread; pure. */
struct store_standing {
    i32 rating;
    u32 n_games;
};
typedef void store_rate(const struct store_result *result, const struct store_standing *standings, i32 *changes);

/* Opens the file `path`, made if it isn't there, and brings its schema to the newest version. NULL on failure, with a sentence
 * that names the fault: newer than this program, not a database, no right to write, locked by another server. */
NODISCARD struct store *store_open(const char *path, store_rate *rate, char *fault, size_t room);
/* Waits for what was handed in, and for a backup under way. */
void store_close(struct store *store);

/* Hands a batch over: one at a time, the next after store_done told of this one. `writes` and all they point at stay the
 * caller's, untouched until then. */
void store_submit(struct store *store, const struct store_write *writes, size_t n);
/* A descriptor that is readable once a batch, or a backup, has come to its end: until both have been asked. */
NODISCARD int store_event(const struct store *store);
/* Whether the batch handed in has come to its end; then `*kept` tells whether it is on disk, whole, or (false) not at all, with
 * a sentence why in `fault`: a full or failing disk, or a write that doesn't fit what is there (a row of no table, a line without
 * a game). The next batch may be kept. Where only a further write can tell what became of a batch, this waits for one. */
NODISCARD bool store_done(struct store *store, bool *kept, char *fault, size_t room);

/* A whole copy of all that is kept, as of its end, into a new file `path`, made by the writer between batches, which go on.
 * `store_event` tells its end; store_backup_done gives it. One at a time: false if one is under way, or the name is too long. */
NODISCARD bool store_backup(struct store *store, const char *path);
NODISCARD bool store_backup_done(struct store *store, bool *kept, char *fault, size_t room);

/* --- reading: in any one thread that isn't the writer's -------------------------------------------------------------------- */

struct store_row {
    u32 version;
    i64 at_ms;
    i32 left_ms;
    bool is_event;
    const char *why, *text; /* until the next row */
};
struct store_table {
    char table[STORE_TABLE_MAX + 1];
    u32 game, game_version; /* the game in play and the version of its first line; 0: none */
    u8 key[STORE_KEY];
};

/* Each table that is not closed, or (table != NULL) this one: `begin`, then its rows in order. Either returns false to stop. The
 * log of a game that is over is no longer there, but for its events. False: it can't be read, with `fault`. All at once are held in
 * memory meanwhile. */
struct store_reader {
    void *context;
    bool (*begin)(void *context, const struct store_table *table);
    bool (*row)(void *context, const struct store_row *row);
};
NODISCARD bool store_tables(struct store *store, const char *table, const struct store_reader *reader, char *fault,
                            size_t room);
/* The lines of a table's game in play from version `since` + 1 on; before the first, `*skip` is the number of lines before them. */
NODISCARD bool store_lines(struct store *store, const char *table, u32 since, u32 *skip, void *context,
                           bool (*row)(void *context, const struct store_row *row));
/* The record of a finished game: its text, to be freed; NULL if there is none. */
NODISCARD char *store_record(struct store *store, const char *table, u32 game);
/* The head after the newest seal line; all zero if there is none. */
void store_seal(struct store *store, u8 head[static STORE_KEY]);

/* A leaderboard, best first: ratings of a kind (week 0), or the points of a week (its day number) of a kind. Gives the number of
 * lines; `own` (may be NULL) is a player whose line is given as well, as the last, when it isn't among them. */
struct store_line {
    u32 rank; /* equal ones share it */
    u8 player[STORE_PLAYER];
    char name[65];
    i64 value;
    u32 n_games;
};
NODISCARD size_t store_board(struct store *store, const char *kind, i32 week, const u8 *own, struct store_line *lines,
                             size_t n_max);
/* Totals: tables open, games kept, rows in logs, bytes of the file. */
struct store_totals {
    u64 tables, games, rows, bytes;
};
void store_totals(struct store *store, struct store_totals *totals);

#endif
