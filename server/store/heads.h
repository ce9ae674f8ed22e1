/* heads.h - what the store has in memory of each open table: its newest rows in the file, and the game in play.
 *
 * Rows are only ever appended, without an index, since an index would cost more than all the rest. Each row names the one before
 * it of its table instead, in two chains, lines of the game in play and events; here is where they begin:
 *
 *     file     1:A1  2:B1  3:a1  4:A2  5:B2  6:A3        capital: a line, small: an event
 *     table A  line 6 -> 4 -> 1    event 3
 *     table B  line 5 -> 2
 *
 * The writer changes `next`; what is on disk becomes `now`, which alone readers look at. */
#ifndef SERVER_STORE_HEADS_H
#define SERVER_STORE_HEADS_H

#include "server/store/store.h"

struct head {
    i64 id;                /* of the table in the file; 0: it isn't there */
    i64 line, event;       /* newest rows; 0: none */
    u32 n_lines, n_events; /* lines of the game in play; events */
    u32 game, first;       /* the game in play and the version of its first line; 0: none */
    u8 key[STORE_KEY];
};

struct head_entry {
    char table[STORE_TABLE_MAX + 1];
    bool touched;
    struct head now, next;
    struct head_entry *next_touched;
};

struct heads {
    struct head_entry **slots; /* open addressing; n_slots is a power of two */
    size_t n_slots, n;
    struct head_entry *touched;
};

/* NULL if there is none. */
NODISCARD struct head_entry *heads_find(const struct heads *heads, const char *table);
/* The entry, made if it isn't there. */
NODISCARD struct head_entry *heads_make(struct heads *heads, const char *table);
/* To be called before `next` changes. */
void heads_touch(struct heads *heads, struct head_entry *entry);
/* What changed since the last call holds (kept) or never was. Entries of tables that aren't there are freed. */
void heads_settle(struct heads *heads, bool kept);
void heads_free(struct heads *heads);

#endif
