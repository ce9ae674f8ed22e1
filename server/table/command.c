/* command.c - the door of a table: who may do what, and when, in one table; then the work itself elsewhere. */
#include <stdio.h>
#include <string.h>

#include "server/table/inner.h"

enum need {
    NEED_SEAT = 1,    /* sits */
    NEED_HOST = 2,    /* is the host */
    NEED_GAME = 4,    /* a game is in play */
    NEED_NO_GAME = 8, /* none is */
    NEED_OVER = 16,   /* one is over */
    NEED_FRESH = 32,  /* knows the newest line of the game */
    NEED_TURN = 64    /* decides now: its turn, nobody stands in, no pause */
};

static const struct {
    unsigned needs;
    void (*act)(struct call *call, const struct msg *command);
} commands[MSG_KINDS] = {
    [MSG_sit] = {0, seats_sit},
    [MSG_stand] = {NEED_SEAT, seats_stand},
    [MSG_rename] = {NEED_SEAT, seats_rename},
    [MSG_set] = {NEED_HOST | NEED_NO_GAME, settings_set},
    [MSG_bot] = {NEED_HOST, seats_bot},
    [MSG_free] = {NEED_HOST, seats_free},
    [MSG_start] = {NEED_HOST | NEED_NO_GAME, play_start},
    [MSG_roll] = {NEED_SEAT | NEED_GAME | NEED_FRESH | NEED_TURN, play_roll_by},
    [MSG_move] = {NEED_SEAT | NEED_GAME | NEED_FRESH | NEED_TURN, play_move_by},
    [MSG_back] = {NEED_SEAT | NEED_GAME, presence_back},
    [MSG_hand] = {NEED_SEAT | NEED_GAME, presence_hand},
    [MSG_pause] = {NEED_SEAT | NEED_GAME, presence_pause},
    [MSG_resume] = {NEED_SEAT | NEED_GAME, presence_resume},
    [MSG_resign] = {NEED_SEAT | NEED_GAME, play_resign},
    [MSG_again] = {NEED_SEAT | NEED_OVER, play_again},
    [MSG_say] = {NEED_SEAT, presence_say},
};

static bool may_decide(struct call *call)
{
    const struct table *table = call->table;
    const struct game_turn turn = turn_of(table);
    if (table->paused)
        return table_refuse(call, "state", "the game stands");
    if (turn.seat != call->seat)
        return table_refuse(call, "turn", "it is another seat's turn");
    return !table->seat[call->seat].standin ||
           table_refuse(call, "turn", "a computer plays for you: take your seat back first");
}

static bool may(struct call *call, const struct msg *command)
{
    const struct table *table = call->table;
    const unsigned needs = commands[command->kind].needs;
    if (table->phase == TABLE_CLOSED)
        return table_refuse(call, "state", "this table is closed");
    if ((needs & NEED_SEAT) && call->seat < 0)
        return table_refuse(call, "seat", "you don't sit at this table");
    if ((needs & NEED_HOST) && !player_is(&call->player, &table->host))
        return table_refuse(call, "host", "only the host may do this");
    if ((needs & NEED_GAME) && table->phase != TABLE_PLAYING)
        return table_refuse(call, "state", "no game is in play");
    if ((needs & NEED_NO_GAME) && table->phase == TABLE_PLAYING)
        return table_refuse(call, "state", "a game is in play");
    if ((needs & NEED_OVER) && table->phase != TABLE_OVER)
        return table_refuse(call, "state", "no game is over yet");
    if (command->v > table->version)
        return table_refuse(call, "late", "the table has no such version yet");
    if ((needs & NEED_FRESH) && command->v < table->line_version)
        return table_refuse(call, "late", "something happened before");
    return !(needs & NEED_TURN) || may_decide(call);
}

void table_command(struct table *table, const struct table_world *world, const struct player_id *player,
                   const struct msg *command, struct table_verdict *verdict)
{
    struct call call = {table, world, verdict, *player, table_seat_of(table, player)};
    struct table_seat *seat = call.seat < 0 ? NULL : &table->seat[call.seat];
    *verdict = (struct table_verdict){0};
    if (!commands[command->kind].act) {
        (void)table_refuse(&call, "state", "a table has no such command");
        return;
    }
    if (seat && command->id == seat->last_id)
        return; /* done before */
    if (!may(&call, command))
        return;
    commands[command->kind].act(&call, command);
    if (!verdict->code) {
        play_start_if_wanted(&call);
        presence_pause_if_wanted(&call);
    }
    call.seat = table_seat_of(table, player);
    if (!verdict->code && call.seat >= 0)
        table->seat[call.seat].last_id = (u32)command->id;
}
