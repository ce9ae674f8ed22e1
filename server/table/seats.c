/* seats.c - sitting down and standing up, and what the host may do. */
#include <stdio.h>
#include <string.h>

#include "server/names.h"
#include "server/table/inner.h"

/* A name that may be shown at this table, cleaned; false with a refusal. */
static bool name_for(struct call *call, const char *wanted, char name[static TABLE_PERSON_NAME + 1])
{
    const char *fault = name_clean(wanted, name, TABLE_PERSON_NAME + 1);
    if (fault)
        return table_refuse(call, "name", fault);
    for (unsigned k = 0; k < call->table->n_seats; k++) {
        const struct table_seat *seat = &call->table->seat[k];
        if (is_person(seat) && !player_is(&seat->player, &call->player) && name_alike(seat->name, name))
            return table_refuse(call, "name", "somebody at this table has a name that looks the same");
    }
    return true;
}

/* The seat that somebody may take now; -1 with a refusal. A computer's can be taken where nobody loses by it. */
static int seat_to_take(struct call *call, i64 wanted)
{
    const struct table *table = call->table;
    const enum table_holder from = table->phase == TABLE_PLAYING ? HOLDER_COMPUTER : HOLDER_NONE;
    if (table->phase == TABLE_PLAYING && table->counts)
        return table_refuse(call, "full", "a rated game is in play"), -1;
    for (unsigned k = 0; k < table->n_seats; k++)
        if ((wanted < 0 || wanted == k) && table->seat[k].holder == from)
            return (int)k;
    if (wanted >= table->n_seats)
        return table_refuse(call, "seat", "this table has no such seat"), -1;
    return table_refuse(call, wanted < 0 ? "full" : "seat", wanted < 0 ? "all seats are taken" : "this seat is taken"),
           -1;
}

void seats_sit(struct call *call, const struct msg *command)
{
    struct table *table = call->table;
    if (call->seat >= 0 &&
        (table->phase == TABLE_PLAYING || command->sit.seat < 0 || command->sit.seat == call->seat)) {
        (void)table_refuse(call, "seat", "you sit already");
        return;
    }
    struct msg sat = {.kind = MSG_sat, .sat.robot = command->sit.robot};
    const int seat = seat_to_take(call, command->sit.seat);
    if (seat < 0 || !name_for(call, command->sit.name, sat.sat.name))
        return;
    if (call->seat >= 0)
        table_happen(call, &(struct msg){.kind = MSG_stood, .stood.seat = call->seat});
    sat.sat.seat = seat;
    player_write(&call->player, sat.sat.player);
    if (table->phase == TABLE_PLAYING)
        play_hand_over(call, &sat);
    else
        table_happen(call, &sat);
    presence_seated(call, (unsigned)seat);
}

void seats_stand(struct call *call, const struct msg *command)
{
    (void)command;
    const unsigned seat = (unsigned)call->seat;
    presence_pass_host(call);
    if (call->table->phase != TABLE_PLAYING) {
        table_happen(call, &(struct msg){.kind = MSG_stood, .stood.seat = seat});
        presence_unseated(call);
    } else if (call->table->seat[seat].standin != STANDIN_RESIGNED) {
        play_standin(call, seat, STANDIN_LEFT);
    }
}

void seats_rename(struct call *call, const struct msg *command)
{
    struct msg renamed = {.kind = MSG_renamed, .renamed.seat = call->seat};
    if (name_for(call, command->rename.name, renamed.renamed.name))
        table_happen(call, &renamed);
}

/* A seat that the host may give to a computer or free: not in a rated game. */
static bool host_may(struct call *call, i64 seat)
{
    if (seat >= call->table->n_seats)
        return table_refuse(call, "seat", "this table has no such seat");
    if (call->table->phase == TABLE_PLAYING && call->table->counts)
        return table_refuse(call, "state", "a rated game is in play");
    return true;
}

void seats_bot(struct call *call, const struct msg *command)
{
    struct table *table = call->table;
    const i64 number = command->bot.seat;
    struct msg computer = {.kind = MSG_computer, .computer.seat = number};
    if (player_named(command->bot.level) == PLAYERS) {
        (void)table_refuse(call, "seat", "no computer has this level");
        return;
    }
    if (!host_may(call, number))
        return;
    const struct table_seat *seat = &table->seat[number];
    memcpy(computer.computer.level, command->bot.level, sizeof computer.computer.level);
    if (table->phase != TABLE_PLAYING && is_person(seat))
        (void)table_refuse(call, "seat", "somebody sits there");
    else if (table->phase != TABLE_PLAYING)
        table_happen(call, &computer);
    else if (!is_person(seat))
        play_hand_over(call, &computer);
    else if (seat->online || seat->standin)
        (void)table_refuse(call, "seat",
                           seat->standin ? "a computer plays for this seat already" : "somebody is there");
    else
        play_standin(call, (unsigned)number, STANDIN_ASKED);
}

void seats_free(struct call *call, const struct msg *command)
{
    struct table *table = call->table;
    const i64 number = command->free.seat;
    struct msg computer = {.kind = MSG_computer, .computer = {.seat = number, .level = "medium"}};
    if (!host_may(call, number))
        return;
    if (!table->seat[number].holder)
        (void)table_refuse(call, "seat", "this seat is free");
    else if (number == call->seat)
        (void)table_refuse(call, "seat", "this is your own seat: stand up instead");
    else if (table->phase != TABLE_PLAYING)
        table_happen(call, &(struct msg){.kind = MSG_stood, .stood.seat = number});
    else if (!is_person(&table->seat[number]))
        (void)table_refuse(call, "seat", "a computer sits there");
    else if (table->seat[number].standin == STANDIN_RESIGNED)
        (void)table_refuse(call, "state", "whoever sits there gave the game up: a computer plays on");
    else
        play_hand_over(call, &computer);
    presence_unseated(call);
}
