/* play.c - one game of a table, from its start to its end: throws and moves of people, of computers, and of the clock.
 *
 * A step is played first (match/sealed.c); then it is settled who decides next and until when, and only then are its lines
 * handed out, the last of them with what is on the clock. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rating/weekly.h"
#include "server/table/inner.h"

/* The lines of one step, in parts that were chosen by different ones. */
enum { PARTS_MAX = 24, ROOM = SEALED_START_ROOM + PARTS_MAX * SEALED_STEP_ROOM };
struct script {
    struct text lines;
    unsigned n;
    struct {
        size_t end;
        const char *why;
    } part[PARTS_MAX];
    char room[ROOM];
};

static void script_init(struct script *script)
{
    script->lines = text_over(script->room, sizeof script->room);
    script->n = 0;
}

/* Ends a part, if it has lines. */
static void script_part(struct script *script, const char *why)
{
    const size_t before = script->n ? script->part[script->n - 1].end : 0;
    if (script->lines.length == before)
        return;
    REQUIRE(script->n < PARTS_MAX && !script->lines.cut);
    script->part[script->n].end = script->lines.length;
    script->part[script->n++].why = why;
}

static bool script_full(const struct script *script)
{
    return script->n + 2 >= PARTS_MAX;
}

/* What is on the clock of a person who decides; -1: no person does, or there is no clock. */
static i32 left_to_tell(const struct call *call)
{
    const struct game_turn turn = turn_of(call->table);
    const bool person = turn.node != GAME_OVER && seat_decides(&call->table->seat[turn.seat]);
    return person ? clock_left_ms(&call->table->clock, call->world->now_ms) : -1;
}

/* Each line an event; the last tells what is on the clock. */
static void hand_out(struct call *call, const struct script *script)
{
    const char *at = script->room, *end = script->room + script->lines.length;
    unsigned part = 0;
    while (at < end) {
        struct msg line = {.kind = MSG_line};
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        REQUIRE(stop && (size_t)(stop - at) < sizeof line.line.line);
        while ((size_t)(at - script->room) >= script->part[part].end)
            part++;
        memcpy(line.line.line, at, (size_t)(stop - at));
        snprintf(line.line.why, sizeof line.line.why, "%s", script->part[part].why);
        at = stop + 1;
        line.line.left = at == end ? left_to_tell(call) : -1;
        table_happen(call, &line);
    }
}

/* --- who decides next, and until when ------------------------------------------------------------------------------------- */

void play_clock(struct call *call)
{
    struct table *table = call->table;
    if (seat_decides(&table->seat[turn_of(table).seat]) && !table->asleep && !table->paused)
        clock_go_on(&table->clock, call->world->now_ms);
    else
        clock_hold(&table->clock, call->world->now_ms);
}

/* `fresh`: another throw may be made, for which there is a new clock. It is the decision's, whoever decides: while a computer plays
 * for somebody it stands, so that nobody gains time by leaving and coming back. */
static void settle(struct call *call, bool fresh)
{
    struct table *table = call->table;
    const struct game_turn turn = turn_of(table);
    const bool over = turn.node == GAME_OVER;
    const bool person = !over && seat_decides(&table->seat[turn.seat]);
    if (over)
        clock_stop(&table->clock);
    else if (fresh || !table->clock.set)
        clock_start(&table->clock, table->clock_s, call->world->now_ms);
    play_clock(call);
    table->bot_ms = over || person ? INT64_MAX : call->world->now_ms + call->world->options->bot_ms;
}

/* --- the end -------------------------------------------------------------------------------------------------------------- */

/* Has the whole side of this seat resigned? Partners share their place. */
static bool side_resigned(const struct table *table, unsigned seat)
{
    const struct play *play = play_of(table);
    bool all = true;
    for (unsigned k = 0; k < table->n_seats; k++)
        if (play->game->side(play->rules, k) == play->game->side(play->rules, seat))
            all = all && table->seat[k].standin == STANDIN_RESIGNED;
    return all;
}

/* The places as the rules give them; whoever resigned comes after all others. */
static void places_of(const struct table *table, u8 places[static GAME_SEATS_MAX])
{
    const struct play *play = play_of(table);
    unsigned stayed = 0;
    play->game->places(play->rules, &play->state, places);
    for (unsigned k = 0; k < table->n_seats; k++)
        stayed += !side_resigned(table, k);
    if (stayed == table->n_seats)
        return;
    u8 order[GAME_SEATS_MAX];
    for (unsigned k = 0; k < table->n_seats; k++)
        order[k] = (u8)(places[k] + (side_resigned(table, k) ? GAME_SEATS_MAX : 0));
    for (unsigned k = 0; k < table->n_seats; k++) {
        places[k] = 1;
        for (unsigned other = 0; other < table->n_seats; other++)
            places[k] = (u8)(places[k] + (order[other] < order[k]));
    }
}

static void result_of(const struct table *table, const struct table_world *world, const u8 *places, bool finished,
                      struct store_result *result)
{
    const struct play *play = play_of(table);
    *result = (struct store_result){.rated = finished && table->counts, .n = table->n_seats};
    snprintf(result->kind, sizeof result->kind, "%.*s %u", (int)strcspn(table->rules, " "), table->rules,
             table->n_seats);
    memcpy(result->places, places, sizeof result->places);
    unsigned on_side[GAME_SEATS_MAX] = {0};
    for (unsigned k = 0; k < table->n_seats; k++)
        on_side[play->game->side(play->rules, k)]++;
    for (unsigned k = 0; k < table->n_seats; k++) {
        const struct table_seat *seat = &table->seat[k];
        const unsigned side = play->game->side(play->rules, k);
        result->teams[k] = (u8)(on_side[side] > 1 ? side + 1 : 0);
        memcpy(result->player[k], seat->player.byte, sizeof result->player[k]);
        snprintf(result->name[k], sizeof result->name[k], "%s", seat->name);
    }
    result->week = weekly_of(world->at_ms);
    if (result->rated)
        weekly_points(places, table->n_seats, result->points);
}

/* `how`: finished or abandoned. The key is told, and with it the game is over. */
static void finish(struct call *call, const char *how, const char *reason)
{
    struct table *table = call->table;
    struct script script;
    struct msg over = {.kind = MSG_over};
    struct store_result result;
    u8 places[GAME_SEATS_MAX] = {0};
    clock_stop(&table->clock);
    table->bot_ms = INT64_MAX;
    script_init(&script);
    sealed_end(table->sealed, how, reason, &table->key, &script.lines);
    script_part(&script, "");
    places_of(table, places);
    result_of(table, call->world, places, !strcmp(how, "finished"), &result);
    struct text to = text_over(over.over.places, sizeof over.over.places);
    for (unsigned k = 0; k < table->n_seats; k++) {
        if (k)
            text_char(&to, ' ');
        text_number(&to, places[k]);
    }
    memcpy(result.places_text, over.over.places, sizeof over.over.places);
    snprintf(over.over.how, sizeof over.over.how, "%s", how);
    over.over.first = table->first;
    hand_out(call, &script);
    table_happen(call, &over);
    call->world->ports->end(call->world->ports->context, table, &result);
    bytes_fill(&table->key, 0, sizeof table->key);
    free(table->sealed);
    table->sealed = NULL;
    shelf_drop(table->compiled);
    table->compiled = NULL;
}

/* Only one side that hasn't resigned is left. */
static bool is_decided(const struct table *table)
{
    const struct play *play = play_of(table);
    u32 sides = 0;
    bool resigned = false;
    for (unsigned k = 0; k < table->n_seats; k++) {
        if (table->seat[k].standin == STANDIN_RESIGNED)
            resigned = true;
        else
            sides |= (u32)1 << play->game->side(play->rules, k);
    }
    return resigned && !(sides & (sides - 1));
}

/* After a step: its lines, and the end if there is one. */
static void conclude(struct call *call, const struct script *script)
{
    const struct game_turn turn = turn_of(call->table);
    settle(call, turn.node == GAME_CHANCE);
    hand_out(call, script);
    if (turn.node == GAME_OVER)
        finish(call, "finished", "won");
    else if (is_decided(call->table))
        finish(call, "finished", "resigned");
}

void play_abandon(struct call *call, const char *reason)
{
    finish(call, "abandoned", reason);
}

/* --- steps ---------------------------------------------------------------------------------------------------------------- */

static void roll(struct call *call, struct script *script, const char *why)
{
    struct game_log log;
    struct game_fault fault;
    REQUIRE(sealed_roll(call->table->sealed, &log, &script->lines, &fault));
    script_part(script, why);
}

static void move(struct call *call, struct script *script, unsigned number, const char *why)
{
    struct game_log log;
    struct game_fault fault;
    REQUIRE(sealed_move(call->table->sealed, number, &log, &script->lines, &fault));
    script_part(script, why);
}

/* Is the decision that this seat's throw has led to still to be made? */
static bool goes_on(const struct table *table, unsigned seat, const struct script *script)
{
    const struct game_turn turn = turn_of(table);
    return turn.node == GAME_CHOICE && turn.seat == seat && !script_full(script);
}

/* Where there is no choice, it is played. */
static void play_forced(struct call *call, struct script *script, unsigned seat, const char *why)
{
    const struct play *play = play_of(call->table);
    while (!call->table->choose && goes_on(call->table, seat, script) && play->game->forced(&play->moves))
        move(call, script, 0, why);
}

static void choose(struct call *call, struct script *script, unsigned seat, unsigned level, const char *why)
{
    const struct play *play = play_of(call->table);
    const u64 noise = sealed_noise(call->table->sealed, seat);
    move(call, script, player_choose(&players[level], play->rules, &play->state, &play->moves, noise), why);
}

/* The person answered: what the lag took is given back from now on. */
static void answered(struct call *call)
{
    struct table_seat *seat = &call->table->seat[call->seat];
    seat->quota_ms = clock_quota_after(&call->table->clock, seat->quota_ms, call->world->now_ms);
}

void play_roll_by(struct call *call, const struct msg *command)
{
    struct script script;
    (void)command;
    if (turn_of(call->table).node != GAME_CHANCE) {
        (void)table_refuse(call, "illegal", "a move is awaited, not a throw");
        return;
    }
    script_init(&script);
    answered(call);
    roll(call, &script, "");
    play_forced(call, &script, (unsigned)call->seat, "only");
    conclude(call, &script);
}

void play_move_by(struct call *call, const struct msg *command)
{
    const struct play *play = play_of(call->table);
    struct script script;
    struct game_fault fault;
    unsigned number;
    if (turn_of(call->table).node != GAME_CHOICE) {
        (void)table_refuse(call, "illegal", "a throw is awaited, not a move");
        return;
    }
    if (!play->game->move_read(play->rules, &play->state, command->move.move, &number, &fault)) {
        (void)table_refuse(call, "illegal", fault.message);
        return;
    }
    script_init(&script);
    answered(call);
    move(call, &script, number, "");
    play_forced(call, &script, (unsigned)call->seat, "only");
    conclude(call, &script);
}

void play_computer(struct call *call)
{
    const struct table *table = call->table;
    const struct game_turn turn = turn_of(table);
    const struct table_seat *seat = &table->seat[turn.seat];
    const unsigned level = is_person(seat) ? PLAYER_MEDIUM : seat->level;
    struct script script;
    script_init(&script);
    if (turn.node == GAME_CHANCE)
        roll(call, &script, "bot");
    else
        choose(call, &script, turn.seat, level, "bot");
    play_forced(call, &script, turn.seat, "bot");
    conclude(call, &script);
}

/* The clock's move: a throw if none was made, then all that the throw asks for, as a computer would. */
void play_expire(struct call *call)
{
    const struct game_turn turn = turn_of(call->table);
    struct script script;
    const char *why = "clock";
    script_init(&script);
    if (turn.node == GAME_CHANCE) {
        roll(call, &script, why);
        why = "bot";
    }
    for (; goes_on(call->table, turn.seat, &script); why = "bot")
        choose(call, &script, turn.seat, PLAYER_MEDIUM, why);
    conclude(call, &script);
    if (call->table->phase == TABLE_PLAYING && call->table->seat[turn.seat].late >= 3)
        play_standin(call, turn.seat, STANDIN_CLOCK);
}

/* --- start, hand over, resign, again ---------------------------------------------------------------------------------------- */

/* Who decides for a seat, as the record names it: `room` keeps it; NULL for people. */
static const char *decider(const struct table_seat *seat, char room[static 24])
{
    if (seat_decides(seat))
        return NULL;
    snprintf(room, 24, "%s:1", players[is_person(seat) ? PLAYER_MEDIUM : seat->level].name);
    return room;
}

/* The head after the seal line, the second: the next seal of this server goes on from it. */
static void chain_seal(struct fair_bytes *head, const char *lines)
{
    const char *second = strchr(lines, '\n') + 1;
    fair_head_start(head);
    fair_head_add(head, second, (size_t)(strchr(second, '\n') - second));
}

static void begin(struct call *call, int first)
{
    struct table *table = call->table;
    struct play play;
    struct script script;
    struct sealed_seats seats = {.n = table->n_seats, .first = first};
    char names[GAME_SEATS_MAX][24], game[FAIR_GAME_MAX], canonical[GAME_CANONICAL_MAX], rules[64];
    struct text to = text_over(canonical, sizeof canonical);
    play_open_with(&play, table->compiled->game, &table->compiled->rules);
    play.game->canonical_write(play.rules, &to);
    snprintf(rules, sizeof rules, "%.*s", (int)strcspn(canonical, " "), canonical);
    snprintf(game, sizeof game, "%s-%u", table->name, table->game);
    for (char *c = game; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    struct fair_start start = {.game = game, .attempt = 1, .rules = rules, .previous = *call->world->seal};
    sha256_of(canonical, to.length, start.rules_hash.byte);
    for (unsigned k = 0; k < table->n_seats; k++)
        seats.player[k] = decider(&table->seat[k], names[k]);
    script_init(&script);
    sealed_start(table->sealed, &play, &start, &seats, &table->key, &script.lines);
    chain_seal(call->world->seal, script.room);
    script_part(&script, "");
    call->world->ports->begin(call->world->ports->context, table);
    conclude(call, &script);
}

static bool start_game(struct call *call)
{
    struct table *table = call->table;
    const unsigned n = table_taken(table);
    if (n < 2)
        return table_refuse(call, "state", "a game needs two seats that are taken");
    struct shared_rules *compiled = settings_rules(table, call->world->shelf, n, call->verdict);
    if (!compiled)
        return false;
    table->sealed = malloc(sizeof *table->sealed);
    if (!table->sealed) {
        shelf_drop(compiled);
        return table_refuse(call, "full", "no memory");
    }
    table->compiled = compiled;
    const int first = !table->game ? -1 : (int)((table->fixed ? table->first : table->first + 1u) % n);
    call->world->ports->random(call->world->ports->context, table->key.byte, sizeof table->key.byte);
    table_happen(call, &(struct msg){.kind = MSG_started, .started = {.game = (i64)table->game + 1, .seats = n}});
    begin(call, first);
    return true;
}

void play_start(struct call *call, const struct msg *command)
{
    (void)command;
    (void)start_game(call);
}

void table_begin(struct table *table, const struct table_world *world, struct table_verdict *verdict)
{
    struct call call = {.table = table, .world = world, .verdict = verdict, .seat = -1};
    *verdict = (struct table_verdict){0};
    table->asleep = true;
    (void)start_game(&call);
}

void play_again(struct call *call, const struct msg *command)
{
    (void)command;
    if (!call->table->seat[call->seat].ready)
        table_happen(call, &(struct msg){.kind = MSG_ready, .ready.seat = call->seat});
}

void play_start_if_wanted(struct call *call)
{
    const struct table *table = call->table;
    struct table_verdict unheard = {0};
    struct call own = *call;
    unsigned persons = 0;
    own.verdict = &unheard; /* where the rules want more seats, it waits for them */
    for (unsigned k = 0; k < table->n_seats; k++) {
        persons += is_person(&table->seat[k]);
        if (is_person(&table->seat[k]) && !table->seat[k].ready)
            return;
    }
    if (table->phase == TABLE_OVER && persons && table_taken(table) >= 2)
        (void)start_game(&own);
}

void play_hand_over(struct call *call, struct msg *event)
{
    struct table *table = call->table;
    struct script script;
    char before[24], after[24];
    const unsigned number = (unsigned)(event->kind == MSG_standin    ? event->standin.seat
                                       : event->kind == MSG_returned ? event->returned.seat
                                       : event->kind == MSG_sat      ? event->sat.seat
                                                                     : event->computer.seat);
    const struct table_seat *seat = &table->seat[number];
    const char *was = decider(seat, before);
    table_happen(call, event);
    const char *is = decider(seat, after);
    if ((was && is) ? !strcmp(was, is) : was == is)
        return;
    script_init(&script);
    sealed_by(table->sealed, number, is, &script.lines);
    script_part(&script, "bot");
    if (turn_of(table).seat == number)
        settle(call, false);
    hand_out(call, &script);
}

void play_standin(struct call *call, unsigned seat, enum table_standin why)
{
    struct msg standin = {.kind = MSG_standin, .standin.seat = seat};
    snprintf(standin.standin.why, sizeof standin.standin.why, "%s", standin_name(why));
    play_hand_over(call, &standin);
}

void play_resign(struct call *call, const struct msg *command)
{
    (void)command;
    if (call->table->seat[call->seat].standin == STANDIN_RESIGNED) {
        (void)table_refuse(call, "state", "you have given up already");
        return;
    }
    play_standin(call, (unsigned)call->seat, STANDIN_RESIGNED);
    if (is_decided(call->table))
        finish(call, "finished", "resigned");
}
