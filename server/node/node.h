/* node.h - a server's mind: rooms (a table and those who follow it), sessions (a connection and whose it is), people who wait for
 * a game. It gathers what its tables cause, has it kept, and only then lets it be told.
 *
 *     message -> session -> table_command -> events -> batch --submit--> store --kept--> told
 *
 * One batch is on its way to the store at a time; what comes meanwhile gathers in the next, so that a disk's slowness costs
 * everybody the same few milliseconds whether one plays or five hundred. Where a batch can't be kept, the tables that it changed
 * are thrown away and read again: nobody was told of what is now gone.
 *
 * It owns no socket, no file and no clock: struct node_ports are its hands, and tests give it others.
 *
 * Reading order: this file, inner.h, node.c (life, time, messages), room.c (tables and their rooms), batch.c
 * (what gathers), keep.c (kept, then told),
 * lobby.c (making tables, the list, play now). */
#ifndef SERVER_NODE_NODE_H
#define SERVER_NODE_NODE_H

#include "server/bus/bus.h"
#include "server/table/table.h"

struct node;

/* What is said with the code `disk`. */
#define DISK_SAYS "the server can't keep anything just now; nothing is lost: try again in a moment"

struct node_ports {
    void *context;
    struct bus bus;                                                            /* to connections */
    void (*drop)(void *context, u64 connection, u16 code, const char *reason); /* after what was sent */
    void (*lively)(void *context, u64 connection,
                   bool lively);            /* whether it is at a running game: then loss shows sooner */
    void (*wake)(void *context, i64 at_ms); /* node_woken is wanted then */
    void (*random)(void *context, u8 *bytes, size_t n);
    i64 (*at_ms)(void *context);                         /* since 1970 */
    i32 (*round_trip_ms)(void *context, u64 connection); /* measured; -1: not yet */
    /* The store (store.h). `submit` answers by node_kept. */
    void (*submit)(void *context, const struct store_write *writes, size_t n);
    bool (*tables)(void *context, const char *table, const struct store_reader *reader, char *fault, size_t room);
    bool (*lines)(void *context, const char *table, u32 since, u32 *skip, void *row_context,
                  bool (*row)(void *row_context, const struct store_row *row));
    void (*seal)(void *context, u8 head[static STORE_KEY]);
};

/* Reads all tables back. NULL with a sentence. */
NODISCARD struct node *node_open(const struct node_ports *ports, const struct table_options *options, i64 now_ms,
                                 char *fault, size_t room);
void node_close(struct node *node);

/* What happens; `now_ms` of a clock that only goes forward. */
void node_opened(struct node *node, u64 connection, i64 now_ms);
void node_message(struct node *node, u64 connection, const char *text, size_t n, i64 now_ms);
void node_closed(struct node *node, u64 connection, i64 now_ms);
void node_woken(struct node *node, i64 now_ms);
/* All that was ready has been handed over: what gathered goes to the store. */
void node_settled(struct node *node);
/* The batch is on disk, or not at all. */
void node_kept(struct node *node, bool kept, i64 now_ms);
/* The server ends: everybody is told to come back in a moment; no command acts any more. True once all is kept. */
void node_leave(struct node *node);
NODISCARD bool node_is_done(const struct node *node);

/* --- for the API ---------------------------------------------------------------------------------------------------------- */

/* Who asks: `answer` is called once what it tells is kept, now or later. */
struct node_asking {
    void *context;
    void (*answer)(void *context, const char *words); /* NULL: it could not be kept */
};
/* The table that a message `make` wants: the answer is its name. False with a verdict: nothing was made, and no answer comes. */
NODISCARD bool node_make(struct node *node, const struct msg_make *wanted, const struct node_asking *asking, i64 now_ms,
                         struct table_verdict *verdict);
/* The public tables that somebody can still sit down at. */
void node_list(struct node *node, struct text *to);
/* The answer is the message `table` of this one. False: there is no such table. */
NODISCARD bool node_show(struct node *node, const char *table, i64 now_ms, const struct node_asking *asking);

/* Nothing could be kept a moment ago. */
NODISCARD bool node_in_trouble(const struct node *node);

struct node_totals {
    u64 tables, playing, sessions, waiting, commands, refused, batches, failed, rows;
};
void node_totals(const struct node *node, struct node_totals *totals);

#endif
