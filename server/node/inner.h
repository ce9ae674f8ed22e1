/* inner.h - what the files of a node share. */
#ifndef SERVER_NODE_INNER_H
#define SERVER_NODE_INNER_H

#include "server/node/map.h"
#include "server/node/node.h"

struct session;

/* A table and those who follow it. */
struct room {
    u64 key; /* its table's name as a number */
    struct table *table;
    struct bus_topic topic;
    struct session *sessions;
    i64 due_ms;
    size_t heap_at; /* 1 + its place in the heap; 0: not in it */
    bool gathers,
        flies;  /* entries of its log, or texts behind them, are in the batch that gathers; in the one at the store */
    u32 chosen; /* the version at which somebody was told what may be done */
    bool lively, gone; /* gone: closed, or never kept; dissolves as soon as no batch names it */
};

/* A connection, and whose it is once it said hello. */
struct session {
    u64 connection;
    struct player_id player;
    bool known, joining; /* joining: waits until what its table has caused is kept */
    bool moves;          /* is told what it may do */
    u32 game, since;     /* what it knows of the game, while it joins */
    struct room *room;
    struct session *next, **back; /* among the room's */
    /* While it waits for a game: */
    struct session *next_waiting;
    bool waiting;
    u8 wanted_seats;
    char wanted_rules[41];
    char name[TABLE_PERSON_NAME + 1];
};

/* --- batch.c --- */

/* Memory that is given back all at once. */
struct chunk {
    struct chunk *next;
    size_t used;
    char bytes[65536 - 2 * sizeof(void *)];
};
/* A text to go out once the batch is kept: to a room, or to one connection. */
struct outgoing {
    struct room *room;
    u64 connection;
    const struct room *about; /* the table that it tells one connection of: void once that has gone elsewhere */
    const char *text;
    size_t n;
    i64 id; /* of the command that it says is done; 0: none */
};
struct batch {
    struct store_write *writes;
    size_t n_writes, writes_room;
    struct outgoing *outs;
    size_t n_outs, outs_room;
    struct {
        struct node_asking asking;
        struct room *making; /* whose table is made; NULL: `words` are the answer */
        const char *words;
    } * askings;
    size_t n_askings, askings_room;
    struct room **rooms; /* that have entries or texts in it */
    size_t n_rooms, rooms_room;
    struct chunk *chunks, *chunk;
};

struct node {
    struct node_ports ports;
    struct table_options options;
    struct table_ports table_ports;
    struct fair_bytes seal;
    struct shelf shelf; /* of rules, for all tables */
    i64 now_ms;
    struct map rooms, sessions;
    struct room **heap; /* by due_ms, the earliest first */
    size_t n_heap, heap_room;
    struct room *acting;                       /* whose table is acting now */
    struct batch batches[2], *gathers, *flies; /* `flies` is at the store; NULL: none is */
    struct session *waiters;
    bool leaving;
    i64 trouble_until_ms; /* nothing could be kept: until then nothing is tried */
    struct node_totals totals;
};

void batch_write(struct node *node, const struct store_write *write);
NODISCARD char *batch_bytes(struct node *node, const void *bytes, size_t n);
void batch_asking(struct node *node, const struct node_asking *asking, struct room *making, const char *words);
/* A write that changes nothing, to see whether anything can be kept again. */
void batch_probe(struct node *node);
/* To all of a room, or to one session: at once, or with what the room has still to be kept. `id`: see struct outgoing. */
void node_tell(struct node *node, struct room *room, const struct msg *msg);
void node_reply(struct node *node, struct session *session, const struct msg *msg, i64 id);
void batch_send(struct node *node, const struct outgoing *out);
/* Ready for the next: with some of its memory, so that a crowd's isn't held for ever. */
void batch_empty(struct batch *batch);
void batches_free(struct node *node);

/* --- room.c --- */
NODISCARD struct room *room_find(struct node *node, const char *name);
/* A room for this table; NULL: no memory. The room owns the table. */
NODISCARD struct room *room_make(struct node *node, struct table *table);
void room_dissolve(struct node *node, struct room *room);
/* Throws its table away and reads what is kept of it. */
void room_reload(struct node *node, struct room *room);
/* Comes in as soon as what its table has caused is kept; room_join is that moment. */
void room_enter(struct node *node, struct room *room, struct session *session);
void room_join(struct node *node, struct session *session);
void room_leave(struct node *node, struct session *session);
/* The table is going to act: what it causes is this room's. Then: when it is due again, whether it is lively. */
NODISCARD struct table_world room_world(struct node *node, struct room *room);
void room_acted(struct node *node, struct room *room);
void room_tick(struct node *node);
void room_show(struct node *node, struct session *session, bool with_lines);
/* What it may do, if it is its turn and wants to be told. */
void room_choices(struct node *node, struct session *session);
/* The same for everybody, once what was refused can be kept again. */
void room_choices_all(struct node *node);
/* Everything that all tables' events need. */
void room_ports(struct node *node);
/* All tables, or this one. */
NODISCARD bool rooms_read(struct node *node, const char *table, char *fault, size_t room);

/* --- keep.c --- */
/* Hands over what has gathered, unless a batch is on its way. */
void keep_submit(struct node *node);

/* --- lobby.c --- */
void lobby_wait(struct node *node, struct session *session, const struct msg *msg);
void lobby_leave(struct node *node, struct session *session);
/* The game that was found for it could not be kept: it waits again. */
void lobby_again(struct node *node, struct session *session);
/* Pairs all who can be: those who came while nothing could be kept, too. */
void lobby_pair(struct node *node);

NODISCARD u64 name_key(const char *name);

#endif
