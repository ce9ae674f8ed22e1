/* sim_check.c - what must hold of the server of sim.h. */
#include <string.h>

#include "tests/server/sim.h"

static bool same_seat(const struct table_seat *a, const struct table_seat *b)
{
    return player_is(&a->player, &b->player) && !strcmp(a->name, b->name) && a->holder == b->holder &&
           a->level == b->level && a->standin == b->standin && a->late == b->late && a->robot == b->robot &&
           a->ready == b->ready;
}

static const char *difference(const struct table *a, const struct table *b)
{
    if (a->version != b->version || a->line_version != b->line_version || a->game != b->game)
        return "versions";
    if (a->phase != b->phase || a->paused != b->paused || a->counts != b->counts || a->first != b->first)
        return "phase";
    if (strcmp(a->places, b->places))
        return "places";
    if (a->n_seats != b->n_seats || a->seats != b->seats || !player_is(&a->host, &b->host))
        return "seats";
    if (strcmp(a->rules, b->rules) || a->clock_s != b->clock_s || a->open != b->open || a->choose != b->choose)
        return "settings";
    for (unsigned k = 0; k < a->n_seats; k++)
        if (!same_seat(&a->seat[k], &b->seat[k]))
            return "a seat";
    if (a->phase != TABLE_PLAYING)
        return NULL;
    if (memcmp(&a->sealed->play.state, &b->sealed->play.state, sizeof a->sealed->play.state))
        return "the position";
    if (memcmp(&a->sealed->record, &b->sealed->record, sizeof a->sealed->record) ||
        a->sealed->n_moves != b->sealed->n_moves || memcmp(&a->key, &b->key, sizeof a->key))
        return "the record";
    return a->clock.set == b->clock.set ? NULL : "the clock";
}

static struct {
    struct table_load *load;
    char fault[300];
} again;

static bool again_begin(void *context, const struct store_table *stored)
{
    (void)context;
    again.load = table_load_begin(stored);
    return true;
}
static bool again_row(void *context, const struct store_row *row)
{
    (void)context;
    if (!table_load_row(again.load, row, again.fault, sizeof again.fault))
        sim_fault("a kept row can't be read", again.fault);
    return true;
}

/* What is kept of a table gives the table; and something will happen at it, or somebody can make it happen. */
static void check_room(struct room *room)
{
    static const struct store_reader reader = {NULL, again_begin, again_row};
    const struct table *table = room->table;
    const struct table_world world = room_world(sim.node, room);
    again.load = NULL;
    if (!disk_tables(&sim.disk, table->name, &reader, again.fault, sizeof again.fault) || !again.load)
        sim_fault("a table isn't kept", table->name);
    struct table *kept = table_load_end(again.load, &world, again.fault, sizeof again.fault);
    if (!kept)
        sim_fault("a table can't be read again", again.fault);
    const char *what = difference(table, kept);
    if (what)
        sim_fault("a table isn't what is kept of it", what);
    table_free(kept);
    sim.n.replayed++;
    if (table->phase != TABLE_PLAYING || table->asleep || table->paused)
        return;
    const struct game_turn turn = play_turn(&table->sealed->play);
    const bool person = table->seat[turn.seat].holder == HOLDER_PERSON && !table->seat[turn.seat].standin;
    if (turn.node == GAME_OVER)
        sim_fault("a game is over and goes on", table->name);
    if (!person && table->bot_ms == INT64_MAX)
        sim_fault("nobody decides", table->name);
    if (person && table->clock_s && !table->clock.runs)
        sim_fault("a person decides without the table's clock", table->name);
}

/* Who is there is who has a connection, and has one. */
static void check_there(const struct room *room)
{
    const struct table *table = room->table;
    u32 n_here = 0;
    for (const struct session *session = room->sessions; session; session = session->next) {
        n_here += !session->joining;
        for (const struct session *other = session->next; other; other = other->next)
            if (!session->joining && !other->joining && player_is(&session->player, &other->player))
                sim_fault("two connections of one player are at a table", table->name);
    }
    if (n_here != table->n_here)
        sim_fault("a table counts others than those who are there", table->name);
    for (unsigned k = 0; k < table->n_seats; k++) {
        bool there = false;
        for (const struct session *session = room->sessions; session; session = session->next)
            there = there || (!session->joining && player_is(&session->player, &table->seat[k].player));
        if (table->seat[k].holder == HOLDER_PERSON && there != table->seat[k].online)
            sim_fault(there ? "somebody who is there counts as away" : "somebody who is away counts as there",
                      table->name);
    }
}

static void check_acts(void)
{
    for (size_t t = 0; t < sim.disk.n; t++) {
        u32 sent = 0, done = 0;
        for (size_t k = 0; k < SIM_DEVICES; k++)
            for (size_t id = 0; id < COUNT(sim.device[k].asked); id++) {
                const struct asked *asked = &sim.device[k].asked[id];
                if (!asked->acts || strcmp(asked->table, sim.disk.tables[t].name))
                    continue;
                sent++;
                done += asked->done;
            }
        const u32 kept = sim.disk.tables[t].n_by_people;
        if (done > kept)
            sim_fault("what was done is not kept", sim.disk.tables[t].name);
        if (kept > sent)
            sim_fault("what was asked once was done twice", sim.disk.tables[t].name);
    }
}

void sim_check(void)
{
    if (!sim.node->flies && !sim.node->gathers->n_writes)
        for (size_t k = 0; k < sim.node->n_heap; k++) {
            check_room(sim.node->heap[k]);
            check_there(sim.node->heap[k]);
        }
    check_acts();
}
