/* presence.c - who is there, who stands in for whom, pauses, phrases, and what time brings. */
#include <stdio.h>
#include <string.h>

#include "server/limits.h"
#include "server/table/inner.h"

static void tell(struct call *call, const struct msg *msg)
{
    call->world->ports->tell(call->world->ports->context, call->table, msg);
}

/* Whether a computer takes over by itself from somebody who is away: not where there is no clock, among friends. */
static bool takes_over(const struct table *table)
{
    return table->open || table->clock_s;
}

static bool is_away(const struct table_seat *seat)
{
    return seat_decides(seat) && !seat->online;
}

/* Milliseconds until a computer plays for a seat; -1: none is coming by itself. */
static i64 computer_in_ms(const struct call *call, const struct table_seat *seat)
{
    const struct table *table = call->table;
    if (table->phase != TABLE_PLAYING || !takes_over(table) || !is_away(seat))
        return -1;
    const i64 left = seat->away_ms + call->world->options->grace_ms - call->world->now_ms;
    return left > 0 ? left : 0;
}

static void tell_there(struct call *call, unsigned seat)
{
    const struct table_seat *whose = &call->table->seat[seat];
    tell(call, &(struct msg){.kind = MSG_there,
                             .there = {.seat = seat, .online = whose->online, .bot = computer_in_ms(call, whose)}});
}

static void tell_watching(struct call *call)
{
    tell(call, &(struct msg){.kind = MSG_watching, .watching.n = table_watching(call->table)});
}

/* The host's connection came, or went. */
static void note_host(struct call *call, bool here)
{
    if (!player_is(&call->player, &call->table->host))
        return;
    call->table->host_here = here;
    call->table->host_ms = call->world->now_ms;
}

/* --- coming and going -------------------------------------------------------------------------------------------------------- */

/* Somebody who plays; where only computers do, somebody who watches. */
static bool anybody_there(const struct table *table)
{
    unsigned persons = 0, online = 0;
    for (unsigned k = 0; k < table->n_seats; k++) {
        persons += is_person(&table->seat[k]);
        online += is_person(&table->seat[k]) && table->seat[k].online;
    }
    return persons ? online > 0 : table->n_here > 0;
}

/* Nobody is there for whom it would go on: no time counts until somebody comes. */
static void fall_asleep(struct call *call)
{
    struct table *table = call->table;
    if (table->asleep || anybody_there(table))
        return;
    table->asleep = true;
    if (table->phase == TABLE_PLAYING)
        play_clock(call);
}

static void wake_up(struct call *call)
{
    struct table *table = call->table;
    if (!table->asleep || !anybody_there(table))
        return;
    table->asleep = false;
    if (!table->host_here)
        table->host_ms = call->world->now_ms;
    for (unsigned k = 0; k < table->n_seats; k++)
        table->seat[k].away_ms = call->world->now_ms;
    if (table->phase != TABLE_PLAYING || table->paused)
        return;
    play_clock(call);
    if (table->bot_ms != INT64_MAX)
        table->bot_ms = call->world->now_ms + call->world->options->bot_ms;
}

void table_came(struct table *table, const struct table_world *world, const struct player_id *player)
{
    struct call call = {.table = table, .world = world, .player = *player, .seat = table_seat_of(table, player)};
    table->n_here++;
    note_host(&call, true);
    if (call.seat < 0) {
        wake_up(&call);
        tell_watching(&call);
        return;
    }
    table->seat[call.seat].online = true;
    wake_up(&call);
    tell_there(&call, (unsigned)call.seat);
}

void presence_seated(struct call *call, unsigned seat)
{
    call->table->seat[seat].away_ms = call->world->now_ms;
    call->table->seat[seat].online = call->table->n_here > 0; /* the lobby seats people who are still on their way */
    wake_up(call);
    tell_watching(call);
}

void presence_unseated(struct call *call)
{
    fall_asleep(call);
    wake_up(call); /* the last person's seat is a computer's now, and somebody watches */
    tell_watching(call);
}

void table_went(struct table *table, const struct table_world *world, const struct player_id *player)
{
    struct call call = {.table = table, .world = world, .player = *player, .seat = table_seat_of(table, player)};
    table->n_here -= table->n_here > 0;
    note_host(&call, false);
    if (!table->n_here)
        table->idle_ms = world->now_ms;
    if (call.seat < 0) {
        fall_asleep(&call);
        tell_watching(&call);
        return;
    }
    struct table_seat *seat = &table->seat[call.seat];
    seat->online = seat->wants_pause = false;
    seat->away_ms = world->now_ms;
    seat->round_trip_ms = -1;
    tell_there(&call, (unsigned)call.seat);
    presence_pause_if_wanted(&call);
    fall_asleep(&call);
}

void table_round_trip(struct table *table, const struct player_id *player, i32 round_trip_ms)
{
    const int seat = table_seat_of(table, player);
    if (seat >= 0)
        table->seat[seat].round_trip_ms = round_trip_ms;
}

/* --- standing in -------------------------------------------------------------------------------------------------------------- */

void presence_back(struct call *call, const struct msg *command)
{
    const struct table_seat *seat = &call->table->seat[call->seat];
    (void)command;
    if (seat->standin == STANDIN_RESIGNED)
        (void)table_refuse(call, "state", "you gave this game up");
    else if (!seat->standin)
        (void)table_refuse(call, "state", "you play this seat yourself");
    else
        play_hand_over(call, &(struct msg){.kind = MSG_returned, .returned.seat = call->seat});
}

void presence_hand(struct call *call, const struct msg *command)
{
    const struct table *table = call->table;
    if (command->hand.seat >= table->n_seats || !is_person(&table->seat[command->hand.seat]))
        (void)table_refuse(call, "seat", "no person sits there");
    else if (!is_away(&table->seat[command->hand.seat]))
        (void)table_refuse(call, "state", "this seat is not away");
    else if (takes_over(table))
        (void)table_refuse(call, "state", "at this table a computer comes by itself");
    else
        play_standin(call, (unsigned)command->hand.seat, STANDIN_ASKED);
}

/* --- the host ------------------------------------------------------------------------------------------------------------------- */

/* Who is the host if the present one isn't: a person who sits, rather one who is there; -1: nobody. */
static int heir_of(const struct table *table)
{
    int heir = -1;
    for (unsigned k = table->n_seats; k-- > 0;) {
        const struct table_seat *seat = &table->seat[k];
        const bool may = is_person(seat) && !seat->robot && !player_is(&seat->player, &table->host);
        if (may && (heir < 0 || seat->online || !table->seat[heir].online))
            heir = (int)k;
    }
    return heir;
}

void presence_pass_host(struct call *call)
{
    const struct table *table = call->table;
    const int heir = heir_of(table);
    struct msg hosted = {.kind = MSG_hosted};
    if (heir < 0 || !player_is(&call->player, &table->host))
        return;
    player_write(&table->seat[heir].player, hosted.hosted.host);
    table_happen(call, &hosted);
    call->table->host_here = table->seat[heir].online;
    call->table->host_ms = call->world->now_ms;
}

/* When a host who is away is host no longer: somebody who is there must be able to start a game. */
static i64 host_due_ms(const struct table *table)
{
    static const struct player_id nobody;
    const int heir = heir_of(table);
    if (heir < 0 || table->host_here || !table->seat[heir].online || player_is(&table->host, &nobody))
        return INT64_MAX;
    return table->host_ms + TABLE_HOST_MS;
}

/* --- pauses --------------------------------------------------------------------------------------------------------------------- */

static bool all_want_pause(const struct table *table)
{
    bool all = true;
    for (unsigned k = 0; k < table->n_seats; k++)
        all = all && (!is_person(&table->seat[k]) || !table->seat[k].online || table->seat[k].standin ||
                      table->seat[k].wants_pause);
    return all;
}

void presence_pause(struct call *call, const struct msg *command)
{
    struct table *table = call->table;
    (void)command;
    if (table->open) {
        (void)table_refuse(call, "state", "only private tables have pauses");
        return;
    }
    if (table->paused || !seat_decides(&table->seat[call->seat])) {
        (void)table_refuse(call, "state", table->paused ? "the game stands already" : "a computer plays for you");
        return;
    }
    table->seat[call->seat].wants_pause = true;
    if (!all_want_pause(table))
        tell(call, &(struct msg){.kind = MSG_asked, .asked = {.seat = call->seat, .what = "pause"}});
}

void presence_pause_if_wanted(struct call *call)
{
    struct table *table = call->table;
    bool wanted = false;
    for (unsigned k = 0; k < table->n_seats; k++)
        wanted = wanted || table->seat[k].wants_pause;
    if (!wanted || table->phase != TABLE_PLAYING || table->paused || !all_want_pause(table))
        return;
    clock_hold(&table->clock, call->world->now_ms);
    table_happen(call,
                 &(struct msg){.kind = MSG_paused, .paused.left = clock_left_ms(&table->clock, call->world->now_ms)});
}

void presence_resume(struct call *call, const struct msg *command)
{
    struct table *table = call->table;
    (void)command;
    if (!table->paused) {
        (void)table_refuse(call, "state", "the game doesn't stand");
        return;
    }
    const i32 left = clock_left_ms(&table->clock, call->world->now_ms);
    table_happen(call, &(struct msg){.kind = MSG_resumed, .resumed = {.seat = call->seat, .left = left}});
    play_clock(call);
    if (table->bot_ms != INT64_MAX)
        table->bot_ms = call->world->now_ms + call->world->options->bot_ms;
}

/* --- phrases ---------------------------------------------------------------------------------------------------------------------- */

void presence_say(struct call *call, const struct msg *command)
{
    struct table_seat *seat = &call->table->seat[call->seat];
    if (seat->said_ms && call->world->now_ms - seat->said_ms < TABLE_PHRASE_MS) {
        (void)table_refuse(call, "often", "one phrase every three seconds");
        return;
    }
    seat->said_ms = call->world->now_ms;
    tell(call, &(struct msg){.kind = MSG_said, .said = {.seat = call->seat, .phrase = command->say.phrase}});
}

/* --- time --------------------------------------------------------------------------------------------------------------------------- */

static i64 idle_for_ms(const struct table *table, const struct table_options *options)
{
    switch (table->phase) {
    case TABLE_PLAYING:
        return table->open ? options->idle_public_ms : options->idle_private_ms;
    case TABLE_OPEN:
        return options->idle_open_ms;
    default:
        return options->idle_over_ms;
    }
}

/* When the clock is over for good: with what the seat has left for its lag. */
static i64 clock_due_ms(const struct table *table)
{
    const struct table_seat *seat = &table->seat[turn_of(table).seat];
    return table->clock.due_ms + clock_lag_ms(seat->quota_ms, seat->round_trip_ms);
}

static bool moves_on(const struct table *table)
{
    return table->phase == TABLE_PLAYING && !table->asleep && !table->paused;
}

i64 table_due_ms(const struct table *table, const struct table_options *options)
{
    i64 due = INT64_MAX;
    if (table->phase == TABLE_CLOSED)
        return due;
    if (!table->n_here)
        due = table->idle_ms + idle_for_ms(table, options);
    if (host_due_ms(table) < due)
        due = host_due_ms(table);
    if (!moves_on(table))
        return due;
    if (table->clock.runs && clock_due_ms(table) < due)
        due = clock_due_ms(table);
    if (table->bot_ms < due)
        due = table->bot_ms;
    for (unsigned k = 0; k < table->n_seats && takes_over(table); k++)
        if (is_away(&table->seat[k]) && table->seat[k].away_ms + options->grace_ms < due)
            due = table->seat[k].away_ms + options->grace_ms;
    return due;
}

static void expire_table(struct call *call)
{
    struct table *table = call->table;
    if (table->n_here || call->world->now_ms < table->idle_ms + idle_for_ms(table, call->world->options))
        return;
    if (table->phase == TABLE_PLAYING)
        play_abandon(call, "nobody-there");
    struct msg closed = {.kind = MSG_closed};
    snprintf(closed.closed.why, sizeof closed.closed.why, "%s", table_taken(table) ? "expired" : "empty");
    table_happen(call, &closed);
}

void table_tick(struct table *table, const struct table_world *world)
{
    struct call call = {.table = table, .world = world, .seat = -1};
    if (table->phase == TABLE_CLOSED)
        return;
    expire_table(&call);
    if (world->now_ms >= host_due_ms(table)) {
        call.player = table->host;
        presence_pass_host(&call);
    }
    for (unsigned k = 0; k < table->n_seats && moves_on(table); k++)
        if (is_away(&table->seat[k]) && !computer_in_ms(&call, &table->seat[k]))
            play_standin(&call, k, STANDIN_AWAY);
    presence_pause_if_wanted(&call);
    if (!moves_on(table))
        return;
    if (world->now_ms >= table->bot_ms)
        play_computer(&call);
    else if (table->clock.runs && world->now_ms >= clock_due_ms(table))
        play_expire(&call);
}
