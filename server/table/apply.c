/* apply.c - what each event changes. The only place that changes what is kept of a table; the game itself is changed by
 * match/sealed.c, and its lines only counted here. */
#include <stdlib.h>
#include <string.h>

#include "server/table/inner.h"

static void apply_settings(struct table *table, const struct msg *event)
{
    const struct msg_settings *to = &event->settings;
    char *rules = strdup(to->rules);
    REQUIRE(rules); /* no memory for 512 bytes: nothing could go on */
    free(table->rules);
    table->rules = rules;
    memcpy(table->name, to->table, sizeof table->name - 1);
    player_read(&table->host, to->host);
    table->seats = (u8)to->seats;
    table->clock_s = (u16)to->clock;
    table->open = to->open;
    table->rated = to->rated;
    table->choose = to->choose;
    table->fixed = to->fixed;
    unsigned taken = 0;
    for (unsigned k = 0; k < GAME_SEATS_MAX; k++)
        if (table->seat[k].holder)
            taken = k + 1;
    table->n_seats = (u8)(taken > table->seats ? taken : table->seats);
    table->phase = TABLE_OPEN;
    for (unsigned k = 0; k < GAME_SEATS_MAX; k++)
        table->seat[k].ready = false;
}

/* Somebody new on a seat: nothing of the one before stays. */
static struct table_seat *anew(struct table *table, i64 seat, enum table_holder holder)
{
    table->seat[seat] = (struct table_seat){.holder = (u8)holder, .quota_ms = CLOCK_QUOTA_MS, .round_trip_ms = -1};
    return &table->seat[seat];
}

static void apply_sat(struct table *table, const struct msg *event)
{
    const struct msg_sat *to = &event->sat;
    struct table_seat *seat = anew(table, to->seat, HOLDER_PERSON);
    player_read(&seat->player, to->player);
    memcpy(seat->name, to->name, sizeof seat->name);
    seat->robot = to->robot;
}

static void apply_stood(struct table *table, const struct msg *event)
{
    (void)anew(table, event->stood.seat, HOLDER_NONE);
}

static void apply_renamed(struct table *table, const struct msg *event)
{
    memcpy(table->seat[event->renamed.seat].name, event->renamed.name, TABLE_PERSON_NAME + 1);
}

static void apply_computer(struct table *table, const struct msg *event)
{
    anew(table, event->computer.seat, HOLDER_COMPUTER)->level = (u8)player_named(event->computer.level);
}

static void apply_hosted(struct table *table, const struct msg *event)
{
    player_read(&table->host, event->hosted.host);
}

/* Free seats go, and the others close up: the record numbers those who play. */
static void apply_started(struct table *table, const struct msg *event)
{
    unsigned n = 0;
    bool counts = table->rated;
    for (unsigned k = 0; k < table->n_seats; k++) {
        struct table_seat *seat = &table->seat[k];
        if (!seat->holder)
            continue;
        seat->late = 0;
        seat->ready = seat->wants_pause = false;
        seat->quota_ms = CLOCK_QUOTA_MS;
        counts = counts && is_person(seat) && !seat->robot;
        table->seat[n++] = *seat;
    }
    for (unsigned k = n; k < GAME_SEATS_MAX; k++)
        (void)anew(table, k, HOLDER_NONE);
    table->n_seats = (u8)n;
    /* A large board with seats left free is no game of as many: it has no ranking of its own. */
    table->counts = counts && (n == table->seats || !strchr(table->rules, ' '));
    table->phase = TABLE_PLAYING;
    table->paused = false;
    table->game = (u32)event->started.game;
    table->game_version = (u32)event->v + 1;
    table->n_lines = 0;
}

/* A throw that the clock made counts against its seat; one that the person made puts that right. */
static void apply_line(struct table *table, const struct msg *event)
{
    const char *line = event->line.line;
    table->n_lines++;
    table->line_version = (u32)event->v;
    struct reader in = reader_over(line, strlen(line));
    u32 index, number;
    if (reader_take(&in, "start ")) {
        char hash[2 * FAIR_BYTES + 1];
        if (reader_word(&in, "", hash, sizeof hash) && reader_take(&in, " ") && reader_number(&in, &number))
            table->first = table->last_thrower = (u8)number;
    } else if (reader_take(&in, "enter ") && in.at < in.end && (u8)(*in.at - 'A') < table->n_seats) {
        table->last_thrower = (u8)(*in.at - 'A'); /* nobody threw, but so its seat counts */
    } else if (reader_take(&in, "roll ") && reader_number(&in, &index) && reader_take(&in, " ") &&
               reader_number(&in, &number) && number < table->n_seats) {
        table->last_thrower = (u8)number;
    }
    const bool chosen = !strncmp(line, "roll ", 5) || !strncmp(line, "move ", 5) || !strncmp(line, "enter ", 6);
    struct table_seat *seat = &table->seat[table->last_thrower];
    if (chosen && !strcmp(event->line.why, "clock"))
        seat->late++;
    else if (chosen && !event->line.why[0])
        seat->late = 0;
}

static void apply_standin(struct table *table, const struct msg *event)
{
    unsigned why = STANDIN_AWAY;
    while (why < STANDIN_RESIGNED && strcmp(standin_name(why), event->standin.why))
        why++;
    table->seat[event->standin.seat].standin = (u8)why;
    table->seat[event->standin.seat].wants_pause = false;
}

static void apply_returned(struct table *table, const struct msg *event)
{
    table->seat[event->returned.seat].standin = STANDIN_NONE;
    table->seat[event->returned.seat].late = 0;
}

static void apply_paused(struct table *table, const struct msg *event)
{
    (void)event;
    table->paused = true;
    for (unsigned k = 0; k < table->n_seats; k++)
        table->seat[k].wants_pause = false;
}

static void apply_resumed(struct table *table, const struct msg *event)
{
    (void)event;
    table->paused = false;
}

static void apply_ready(struct table *table, const struct msg *event)
{
    table->seat[event->ready.seat].ready = true;
}

/* Whoever has left is gone now; for the others nobody stands in any longer. */
static void apply_over(struct table *table, const struct msg *event)
{
    table->phase = TABLE_OVER;
    table->line_version = (u32)event->v;
    table->paused = false;
    table->first = (u8)event->over.first;
    memcpy(table->places, event->over.places, sizeof table->places);
    for (unsigned k = 0; k < table->n_seats; k++) {
        struct table_seat *seat = &table->seat[k];
        if (is_person(seat) && seat->standin == STANDIN_LEFT)
            (void)anew(table, k, HOLDER_NONE);
        seat->standin = STANDIN_NONE;
        seat->late = 0;
        seat->ready = seat->wants_pause = false;
    }
}

static void apply_closed(struct table *table, const struct msg *event)
{
    (void)event;
    table->phase = TABLE_CLOSED;
}

static void (*const appliers[MSG_KINDS])(struct table *table, const struct msg *event) = {
    [MSG_settings] = apply_settings, [MSG_sat] = apply_sat,           [MSG_stood] = apply_stood,
    [MSG_renamed] = apply_renamed,   [MSG_computer] = apply_computer, [MSG_hosted] = apply_hosted,
    [MSG_started] = apply_started,   [MSG_line] = apply_line,         [MSG_standin] = apply_standin,
    [MSG_returned] = apply_returned, [MSG_paused] = apply_paused,     [MSG_resumed] = apply_resumed,
    [MSG_ready] = apply_ready,       [MSG_over] = apply_over,         [MSG_closed] = apply_closed,
};

void table_apply(struct table *table, const struct msg *event)
{
    REQUIRE(appliers[event->kind]);
    table->version = (u32)event->v;
    appliers[event->kind](table, event);
}

void table_happen(struct call *call, struct msg *event)
{
    event->v = (i64)call->table->version + 1;
    event->at = call->world->at_ms;
    table_apply(call->table, event);
    call->world->ports->keep(call->world->ports->context, call->table, event);
}
