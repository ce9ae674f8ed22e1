/* table.h - a table: people and computers round one game after another.
 *
 * An actor under nobody's time but what it is told: it owns no socket, no file and no clock. A command is judged on the state
 * as it stands; what it causes are events, which change the state (apply.c) and are handed out (struct table_ports) to be kept
 * and told. The same events, read back, make the same table: that is how one survives its server.
 *
 *     OPEN  people sit down  --start-->  PLAYING  --over-->  OVER  --again, start-->  PLAYING ...   --closed-->  CLOSED
 *
 * Reading order: this file, table.c (who sits where), apply.c (events), settings.c, play.c (a game from its start to its end,
 * computers, clocks), presence.c (who is there, what time brings), seats.c (sitting, the host's rights), command.c (who may do
 * what, when), tell.c (what it looks like), load.c (from its log). */
#ifndef SERVER_TABLE_TABLE_H
#define SERVER_TABLE_TABLE_H

#include "match/clock.h"
#include "match/sealed.h"
#include "proto/msg.h"
#include "server/store/store.h"
#include "server/table/shelf.h"

enum {
    TABLE_NAME = STORE_TABLE_MAX, /* letters */
    TABLE_PERSON_NAME = 40,       /* bytes of a person's name: twenty letters of most scripts */
    TABLE_RULES = 512,
    TABLE_PLACES = 24,
    TABLE_PLAYER_HEX = 2 * STORE_PLAYER
};

enum table_phase { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED };
enum table_holder { HOLDER_NONE, HOLDER_PERSON, HOLDER_COMPUTER };
/* Why a computer plays for a person. */
enum table_standin { STANDIN_NONE, STANDIN_AWAY, STANDIN_CLOCK, STANDIN_LEFT, STANDIN_ASKED, STANDIN_RESIGNED };

/* Who somebody is: a hash of the device's secret. All zero: nobody. */
struct player_id {
    u8 byte[STORE_PLAYER];
};

struct table_seat {
    struct player_id player;
    char name[TABLE_PERSON_NAME + 1];
    u8 holder, level, standin;
    u8 late; /* clocks in a row that ran out */
    bool robot, ready;
    /* Not kept: */
    bool online, wants_pause;
    u32 last_id;  /* of the last command that acted */
    i32 quota_ms; /* of lag (match/clock.h) */
    i32 round_trip_ms;
    i64 away_ms; /* since when nobody is there */
    i64 said_ms;
};

struct table {
    char name[TABLE_NAME + 1];
    u8 phase, n_seats, seats; /* `seats`: of the settings */
    u8 first, last_thrower;   /* who began the last game; who threw last */
    u16 clock_s;
    bool open, rated, choose, fixed, paused, counts; /* counts: the game in play changes ratings */
    bool asleep;                                     /* nobody is there: nothing moves, no time counts */
    u32 version, line_version, game_version, game, n_lines;
    char places[TABLE_PLACES + 1]; /* of the last game, as `over` tells them */
    char *rules;                   /* of the settings, without seats */
    struct player_id host;
    struct table_seat seat[GAME_SEATS_MAX];
    struct sealed *sealed;         /* the game in play; NULL: none */
    struct shared_rules *compiled; /* its rules */
    struct fair_bytes key;
    struct clock clock;
    i64 bot_ms;     /* when the computer whose turn it is acts */
    i64 idle_ms;    /* since when no connection is here at all; meaningful while there is none */
    bool host_here; /* the host's connection is here; `host_ms`: since when it isn't */
    i64 host_ms;
    u32 n_here; /* players whose connection is here, those who watch included */
};

/* What the caller decides for all tables. */
struct table_options {
    i32 grace_ms, bot_ms;
    i64 idle_open_ms, idle_public_ms, idle_private_ms, idle_over_ms;
};

/* Where what happens goes. */
struct table_ports {
    void *context;
    void (*keep)(void *context, struct table *table, const struct msg *event); /* to the log; then told to all */
    void (*begin)(void *context, struct table *table); /* a game begins at table->game_version */
    void (*end)(void *context, struct table *table, const struct store_result *result);
    void (*tell)(void *context, struct table *table, const struct msg *msg); /* to all who are there, and not kept */
    void (*random)(void *context, u8 *bytes, size_t n);
};

struct table_world {
    const struct table_options *options;
    const struct table_ports *ports;
    struct shelf *shelf;
    struct fair_bytes *seal; /* the head after the newest seal line of this server; a start moves it on */
    i64 now_ms;              /* of a clock that only goes forward */
    i64 at_ms;               /* since 1970 */
};

/* Why a command did nothing; code NULL: it acted. */
struct table_verdict {
    const char *code;
    char says[192];
};

/* A new table of these settings (a `settings` event without v and at); NULL with a verdict (rules, clock), or no memory. */
NODISCARD struct table *table_make(const struct msg *settings, const struct table_world *world,
                                   struct table_verdict *verdict);
void table_free(struct table *table);

/* --- from its log -------------------------------------------------------------------------------------------------------- */

struct table_load; /* a table that is being read back */
/* begin -> row* -> end. `stored` names it and its key. NULL: no memory. */
NODISCARD struct table_load *table_load_begin(const struct store_table *stored);
/* False: the row isn't what this table's log can have; `fault` says why. */
NODISCARD bool table_load_row(struct table_load *load, const struct store_row *row, char *fault, size_t room);
/* The table, asleep, with nobody there; NULL with `fault`. Frees `load` in any case. */
NODISCARD struct table *table_load_end(struct table_load *load, const struct table_world *world, char *fault,
                                       size_t room);

/* --- what happens --------------------------------------------------------------------------------------------------------- */

/* A command of this player: done, or refused and nothing happened. */
void table_command(struct table *table, const struct table_world *world, const struct player_id *player,
                   const struct msg *command, struct table_verdict *verdict);
/* A player's connection came, or went. One a player: the caller sees to that. */
void table_came(struct table *table, const struct table_world *world, const struct player_id *player);
void table_went(struct table *table, const struct table_world *world, const struct player_id *player);
void table_round_trip(struct table *table, const struct player_id *player, i32 round_trip_ms);
/* Time has come: to be called once table_due_ms is reached; earlier does nothing. */
void table_tick(struct table *table, const struct table_world *world);
/* When something will be due; INT64_MAX: nothing. */
NODISCARD i64 table_due_ms(const struct table *table, const struct table_options *options);

/* Starts the game with whoever sits, whoever the host is. They are on their way: nothing moves before the first is there. */
void table_begin(struct table *table, const struct table_world *world, struct table_verdict *verdict);
/* Is this a rule set, with changes, for so many seats? Else why not. */
NODISCARD bool table_rules_ok(const char *rules, unsigned seats, struct table_verdict *verdict);

/* --- what it looks like --------------------------------------------------------------------------------------------------- */

enum { TABLE_PEOPLE_ROOM = 3072 };
/* The seat of a player, or -1. */
NODISCARD int table_seat_of(const struct table *table, const struct player_id *player);
/* The message `table` for this player (or NULL); `people` keeps its list. */
void table_describe(const struct table *table, const struct table_world *world, const struct player_id *player,
                    struct msg *msg, char people[static TABLE_PEOPLE_ROOM]);
NODISCARD unsigned table_taken(const struct table *table);
NODISCARD unsigned table_watching(const struct table *table);

/* What this player may do now, a list of texts; empty: throw. False: it is not its turn. */
NODISCARD bool table_choices(const struct table *table, const struct player_id *player, struct text *to);

/* Names of tables are read to each other: letters' case doesn't count. */
void table_name_mend(char *name);
/* Can this be a device's secret? */
#define DEVICE_SAYS "device: 22 to 64 letters, digits, - or _"
NODISCARD bool device_ok(const char *device);
void player_of_device(const char *device, struct player_id *player);
NODISCARD bool player_is(const struct player_id *a, const struct player_id *b);
void player_write(const struct player_id *player, char hex[static TABLE_PLAYER_HEX + 1]);
/* All zero, and false, where these aren't the digits of one. */
bool player_read(struct player_id *player, const char *hex);

#endif
