/* settings.c - what a table plays: judged, compiled, changed; a new table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/inner.h"

static void rules_line(const char *rules, unsigned seats, char line[static TABLE_RULES + 16])
{
    snprintf(line, TABLE_RULES + 16, "%s seats=%u", rules, seats);
}

static void blame_rules(const char *rules, const struct game_fault *fault, struct table_verdict *verdict)
{
    struct text to = text_over(verdict->says, sizeof verdict->says);
    verdict->code = "rules";
    text_put(&to, fault->at[0] ? fault->at : rules);
    text_put(&to, ": ");
    text_put(&to, fault->message);
    text_mend(&to);
}

struct shared_rules *settings_rules(const struct table *table, struct shelf *shelf, unsigned seats,
                                    struct table_verdict *verdict)
{
    char line[TABLE_RULES + 16];
    struct game_fault fault;
    rules_line(table->rules, seats, line);
    struct shared_rules *shared = shelf_take(shelf, line, &fault);
    if (!shared)
        blame_rules(table->rules, &fault, verdict);
    return shared;
}

bool table_rules_ok(const char *rules, unsigned seats, struct table_verdict *verdict)
{
    char line[TABLE_RULES + 16];
    struct play play;
    struct game_rules compiled;
    struct game_fault fault;
    *verdict = (struct table_verdict){0};
    rules_line(rules, seats, line);
    if (play_open(&play, &compiled, line, &fault))
        return true;
    blame_rules(rules, &fault, verdict);
    return false;
}

/* A rule set as it stands: nothing is changed but what a board of more than four seats asks for. */
static bool is_usual(const char *rules, i64 seats)
{
    char arms[16];
    snprintf(arms, sizeof arms, "arms=%d", (int)seats);
    for (const char *word = strchr(rules, ' '); word; word = strchr(word, ' ')) {
        const size_t n = strcspn(++word, " ");
        const bool usual = n == strlen(arms) && !strncmp(word, arms, n);
        if (!usual && !(seats > 4 && n == 7 && !strncmp(word, "pawns=2", n)))
            return false;
    }
    return true;
}

/* The settings that are wanted, judged: public tables have a clock and play forced moves, and are rated where they play a rule
 * set as it is. */
static bool settle(struct msg_settings *to, struct table_verdict *verdict)
{
    if (strstr(to->rules, "seats=")) {
        verdict->code = "rules";
        snprintf(verdict->says, sizeof verdict->says, "seats are a setting of their own");
        return false;
    }
    if (!table_rules_ok(to->rules, (unsigned)to->seats, verdict))
        return false;
    if (!clock_allows(to->clock) || (to->open && !to->clock)) {
        verdict->code = "rules";
        snprintf(verdict->says, sizeof verdict->says,
                 to->clock ? "a clock has 15, 20, 30, 45, 60 or 600 seconds" : "a public table has a clock");
        return false;
    }
    to->choose = to->choose && !to->open;
    to->rated = to->open && is_usual(to->rules, to->seats);
    return true;
}

void settings_set(struct call *call, const struct msg *command)
{
    const struct table *table = call->table;
    const struct msg_set *set = &command->set;
    struct msg settings = {.kind = MSG_settings};
    struct msg_settings *to = &settings.settings;
    memcpy(to->table, table->name, sizeof to->table - 1);
    player_write(&table->host, to->host);
    memcpy(to->rules, set->rules, sizeof to->rules);
    to->seats = set->seats;
    to->clock = set->clock;
    to->open = table->open;
    to->choose = set->choose;
    to->fixed = set->fixed;
    for (unsigned k = (unsigned)set->seats; k < table->n_seats; k++)
        if (table->seat[k].holder) {
            (void)table_refuse(call, "seat", "somebody sits on a seat that would go");
            return;
        }
    if (settle(to, call->verdict))
        table_happen(call, &settings);
}

struct table *table_make(const struct msg *settings, const struct table_world *world, struct table_verdict *verdict)
{
    struct msg event = *settings;
    struct table *table = calloc(1, sizeof *table);
    struct call call = {.table = table, .world = world, .verdict = verdict, .seat = -1};
    *verdict = (struct table_verdict){0};
    if (!table) {
        (void)table_refuse(&call, "full", "no memory");
        return NULL;
    }
    if (!settle(&event.settings, verdict)) {
        free(table);
        return NULL;
    }
    table->idle_ms = table->host_ms = world->now_ms;
    memcpy(table->name, event.settings.table, sizeof table->name - 1);
    table_happen(&call, &event);
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    free(table->rules);
    free(table->sealed);
    shelf_drop(table->compiled);
    free(table);
}
