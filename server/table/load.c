/* load.c - a table from its log: its events applied again, its game gone on with from its lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/read.h"
#include "server/table/inner.h"

struct table_load {
    struct table *table;
    struct fair_bytes key;
    char *lines; /* of the game in play */
    size_t n, room;
    i32 left_ms; /* on the clock, as the newest row that tells says */
};

static bool fail(char *fault, size_t room, const char *what, const char *more)
{
    snprintf(fault, room, "%s%s%s", what, more[0] ? ": " : "", more);
    return false;
}

struct table_load *table_load_begin(const struct store_table *stored)
{
    struct table_load *load = calloc(1, sizeof *load);
    if (!load)
        return NULL;
    load->table = calloc(1, sizeof *load->table);
    if (!load->table) {
        free(load);
        return NULL;
    }
    load->left_ms = -1;
    memcpy(load->key.byte, stored->key, sizeof load->key.byte);
    memcpy(load->table->name, stored->table, sizeof load->table->name);
    return load;
}

static bool keep_line(struct table_load *load, const char *line)
{
    const size_t n = strlen(line);
    if (load->n + n + 1 > load->room) {
        const size_t room = 2 * load->room + n + 4096;
        char *lines = realloc(load->lines, room);
        if (!lines)
            return false;
        load->lines = lines;
        load->room = room;
    }
    memcpy(load->lines + load->n, line, n);
    load->lines[load->n + n] = '\n';
    load->n += n + 1;
    return true;
}

static i32 left_of(const struct msg *event, i32 before)
{
    switch (event->kind) {
    case MSG_paused:
        return (i32)event->paused.left;
    case MSG_resumed:
        return (i32)event->resumed.left;
    default:
        return before;
    }
}

bool table_load_row(struct table_load *load, const struct store_row *row, char *fault, size_t room)
{
    struct table *table = load->table;
    struct msg event = {.kind = MSG_line, .line.left = row->left_ms};
    struct msg_fault why;
    if (row->version <= table->version)
        return fail(fault, room, "its versions don't rise", "");
    if (row->is_event) {
        if (!msg_read(&event, row->text, strlen(row->text), false, &why))
            return fail(fault, room, "an event can't be read", why.says);
        load->left_ms = left_of(&event, load->left_ms);
    } else {
        if (table->phase != TABLE_PLAYING || strlen(row->text) >= sizeof event.line.line)
            return fail(fault, room, "a line is out of place", row->text);
        if (!keep_line(load, row->text))
            return fail(fault, room, "no memory", "");
        strcpy(event.line.line, row->text);
        snprintf(event.line.why, sizeof event.line.why, "%s", row->why);
        load->left_ms = row->left_ms;
    }
    event.v = row->version;
    event.at = row->at_ms;
    if (event.kind == MSG_started || event.kind == MSG_over)
        load->n = 0;
    table_apply(table, &event);
    return true;
}

/* The game in play, from its lines; its clock stands with what was left. */
static bool go_on(struct table_load *load, const struct table_world *world, char *fault, size_t room)
{
    struct table *table = load->table;
    struct play play;
    struct table_verdict verdict = {0};
    struct game_fault why = {0};
    table->compiled = settings_rules(table, world->shelf, table->n_seats, &verdict);
    if (!table->compiled)
        return fail(fault, room, "its rules", verdict.says);
    play_open_with(&play, table->compiled->game, &table->compiled->rules);
    table->sealed = malloc(sizeof *table->sealed);
    if (!table->sealed)
        return fail(fault, room, "no memory", "");
    table->key = load->key;
    if (!sealed_restore(table->sealed, &play, &load->key, load->lines, load->n, &why)) {
        char place[sizeof why.at + sizeof why.message + 2];
        snprintf(place, sizeof place, "%s: %s", why.at, why.message);
        return fail(fault, room, "its record", place);
    }
    const bool person = seat_decides(&table->seat[turn_of(table).seat]);
    table->bot_ms = person ? INT64_MAX : 0;
    if (table->clock_s)
        table->clock = (struct clock){
            .left_ms = person && load->left_ms >= 0 ? load->left_ms : (i32)table->clock_s * 1000, .set = true};
    return true;
}

struct table *table_load_end(struct table_load *load, const struct table_world *world, char *fault, size_t room)
{
    struct table *table = load->table;
    bool good = table->rules || fail(fault, room, "it has no settings", "");
    table->asleep = true;
    table->idle_ms = world->now_ms;
    table->bot_ms = INT64_MAX;
    good = good && (table->phase != TABLE_PLAYING || go_on(load, world, fault, room));
    free(load->lines);
    free(load);
    if (good)
        return table;
    table_free(table);
    return NULL;
}
