/* inner.h - what the files of a table share. */
#ifndef SERVER_TABLE_INNER_H
#define SERVER_TABLE_INNER_H

#include "player/player.h"
#include "server/table/table.h"

/* One thing that happens to a table, and what it leads to. */
struct call {
    struct table *table;
    const struct table_world *world;
    struct table_verdict *verdict; /* of a command */
    struct player_id player;       /* whose it is */
    int seat;                      /* where that player sits; -1 */
};

/* --- table.c --- */
/* Refuses: false, so that a check can `return table_refuse(…)`. */
bool table_refuse(struct call *call, const char *code, const char *says);
/* Does a person hold this seat, and nobody stands in? */
NODISCARD bool seat_decides(const struct table_seat *seat);
NODISCARD const char *standin_name(enum table_standin why);

/* --- apply.c --- */
/* Changes the state by an event, as it happens or from the log: no check, no chance, no time. */
void table_apply(struct table *table, const struct msg *event);
/* The same for what has just happened: numbered, applied, handed out. */
void table_happen(struct call *call, struct msg *event);

/* --- seats.c --- */
void seats_sit(struct call *call, const struct msg *command);
void seats_stand(struct call *call, const struct msg *command);
void seats_rename(struct call *call, const struct msg *command);
void seats_bot(struct call *call, const struct msg *command);
void seats_free(struct call *call, const struct msg *command);

/* --- settings.c --- */
void settings_set(struct call *call, const struct msg *command);
/* The table's rules for so many seats, to be dropped; NULL with a verdict. */
NODISCARD struct shared_rules *settings_rules(const struct table *table, struct shelf *shelf, unsigned seats,
                                              struct table_verdict *verdict);

/* --- play.c --- */
void play_start(struct call *call, const struct msg *command);
void play_roll_by(struct call *call, const struct msg *command);
void play_move_by(struct call *call, const struct msg *command);
void play_resign(struct call *call, const struct msg *command);
void play_again(struct call *call, const struct msg *command);
/* The next game, once all people who sit want it. */
void play_start_if_wanted(struct call *call);
/* The clock runs where a person decides and nothing stands still. */
void play_clock(struct call *call);
/* From here on a computer, or the owner again, or somebody new decides for a seat: the event, and the line of the record. */
void play_hand_over(struct call *call, struct msg *event);
/* A computer plays for a person from here on. */
void play_standin(struct call *call, unsigned seat, enum table_standin why);
/* The computer whose turn it is acts; the clock of the decision has run out. */
void play_computer(struct call *call);
void play_expire(struct call *call);
void play_abandon(struct call *call, const char *reason);

/* --- presence.c --- */
void presence_back(struct call *call, const struct msg *command);
void presence_hand(struct call *call, const struct msg *command);
void presence_pause(struct call *call, const struct msg *command);
void presence_resume(struct call *call, const struct msg *command);
void presence_say(struct call *call, const struct msg *command);
/* If this player is the host: somebody else who sits is, from here on. */
void presence_pass_host(struct call *call);
/* The pause, once all people who are there want one. */
void presence_pause_if_wanted(struct call *call);
/* Somebody has sat down; has stood up, or was made to. */
void presence_seated(struct call *call, unsigned seat);
void presence_unseated(struct call *call);

static inline const struct play *play_of(const struct table *table)
{
    return &table->sealed->play;
}
static inline struct game_turn turn_of(const struct table *table)
{
    return play_turn(&table->sealed->play);
}
static inline bool is_person(const struct table_seat *seat)
{
    return seat->holder == HOLDER_PERSON;
}

#endif
