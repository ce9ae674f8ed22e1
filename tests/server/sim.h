/* sim.h - a whole server without a machine: its node under virtual time, a network and a disk of arrays, players by chance, all
 * from one seed. What must always hold is checked after each step; a fault prints the seed, and the seed plays it again. */
#ifndef TESTS_SERVER_SIM_H
#define TESTS_SERVER_SIM_H

#include "server/node/inner.h"

enum { SIM_TABLES = 24, SIM_DEVICES = 10, SIM_SENT = 4096 };

/* --- sim_disk.c: a store in memory --------------------------------------------------------------------------------------- */

struct disk_row {
    u32 version;
    i64 at_ms;
    i32 left_ms;
    bool is_event;
    char why[9];
    char *text;
};
struct disk_table {
    char name[TABLE_NAME + 1];
    bool closed;
    u32 version, game, game_version, n_ended; /* version: the newest that is kept */
    u32 n_by_people;                          /* throws and moves that people made */
    u8 key[STORE_KEY];
    struct disk_row *rows;
    size_t n, room;
};
struct disk {
    struct disk_table tables[512];
    size_t n;
    u8 seal[STORE_KEY];
    i64 ratings_sum; /* of all changes: stays 0 */
    u32 n_booked;
};
/* Applies a batch whole. */
void disk_apply(struct disk *disk, const struct store_write *writes, size_t n);
NODISCARD struct disk_table *disk_find(struct disk *disk, const char *name);
NODISCARD bool disk_tables(void *disk, const char *table, const struct store_reader *reader, char *fault, size_t room);
NODISCARD bool disk_lines(void *disk, const char *table, u32 since, u32 *skip, void *context,
                          bool (*row)(void *context, const struct store_row *row));
void disk_seal(void *disk, u8 head[static STORE_KEY]);
void disk_clear(struct disk *disk);

/* --- sim.c: people by chance, the network, time ----------------------------------------------------------------------------- */

/* A text on its way. */
struct parcel {
    struct parcel *next;
    i64 due_ms;
    char text[];
};

/* Somebody's browser: what it was told, and what it asked for. */
struct device {
    char secret[32], last[1024];                    /* last: the newest command sent */
    char table[TABLE_NAME + 1], at[TABLE_NAME + 1]; /* where it wants to be; which table it was shown */
    u64 connection;                                 /* 0: none */
    char greeted[TABLE_NAME + 1];                   /* the table that it said hello to */
    bool knows, paired;                             /* the table was described to it; a game was found for it */
    struct parcel *up[2], *down[2];                 /* on their way to the server, and from it: first and last */
    u32 next_id;
    i64 version;
    struct asked {
        char table[TABLE_NAME + 1];
        bool acts, done; /* a throw or a move; it was told that it is done */
    } asked[SIM_SENT];
};

struct sim {
    u64 seed, noise;
    unsigned step;
    bool tell;
    i64 now_ms, wake_ms;
    struct node *node;
    struct disk disk;
    struct device device[SIM_DEVICES];
    u64 next_connection;
    char made[SIM_TABLES][TABLE_NAME + 1];
    unsigned n_made;
    const struct store_write *flying;
    size_t n_flying;
    u64 stale[64]; /* connections that only the server still has */
    unsigned n_stale, fault_percent;
    struct {
        u32 crashes, failures, games, booked, told, replayed, refused, done;
    } n;
};
extern struct sim sim;

/* --- sim_check.c ---------------------------------------------------------------------------------------------------------- */

/* All that must hold whenever nothing is on its way to the disk, and what must always hold. */
void sim_check(void);

/* Says what is wrong, with the seed and the step, and ends the program. */
_Noreturn void sim_fault(const char *what, const char *more);

#endif
