/* engine_play.c - op play: a script of rolls, bonuses and choices within one turn. */
#include <string.h>

#include "cli/engine.h"
#include "match/answer.h"

/* Where in the script something is wrong: `script[0].pawn`, or, with no field, the item. */
static bool item_fault(struct game_fault *fault, const char *code, size_t k, const char *field, const char *message)
{
    char at[64];
    snprintf(at, sizeof at, "script[%zu]%s%.20s", k, *field ? "." : "", field);
    return game_fault_set(fault, code, at, message);
}

struct script {
    struct engine_position position;
    u8 seat; /* whose turn the script plays */
    bool detail;
    struct text *to;
};

static void log_write(struct script *script, const struct race_log *log)
{
    for (u32 k = 0; k < log->n; k++)
        answer_event(script->to, &script->position.race, &script->position.state, &log->event[k],
                     script->detail ? ANSWER_DETAIL : ANSWER_WORDS);
}

/* A choice that the rules refuse: the fault's place is the reason of the pawn that was named, where it has one. */
static bool refused(const struct script *script, struct race_ask ask, size_t k, const char *field, const char *pawn,
                    struct game_fault *fault)
{
    const struct race *race = &script->position.race;
    struct race_move moves[RACE_MOVES_MAX];
    struct race_reason reasons[RACE_IDS];
    char code[8] = "", name[3];
    u8 id;
    if (!pawn)
        return game_fault_set(fault, "illegal", "", "a move can't be declined here");
    snprintf(name, sizeof name, "%s", pawn);
    if (!engine_pawn_read(race, name, &id))
        return item_fault(fault, "bad-request", k, field, "no such pawn plays");
    const unsigned n = race_moves(race, &script->position.state, ask, moves, reasons);
    for (unsigned m = 0; m < n; m++)
        if (moves[m].pawn == id)
            return game_fault_set(fault, "illegal", "", "the pawn can move, but not so");
    snprintf(code, sizeof code, "W%02u", reasons[id].code ? reasons[id].code : 16u);
    return game_fault_set(fault, "illegal", code, n ? "the rules refuse this move" : "no pawn can move");
}

/* The number of the move that an item chooses, or of the only distinct one. */
static bool choose(const struct script *script, json_t *item, size_t k, struct race_ask ask,
                   const struct race_move *moves, unsigned n, unsigned *choice, struct game_fault *fault)
{
    const struct race *race = &script->position.race;
    json_t *pawn = json_object_get(item, "pawn"), *move = json_object_get(item, "move");
    const bool declines = json_is_true(json_object_get(item, "pass"));
    if (pawn && !json_is_string(pawn))
        return item_fault(fault, "bad-request", k, "pawn", "a text is wanted");
    if (move && !json_is_string(move))
        return item_fault(fault, "bad-request", k, "move", "a text is wanted");
    if (!pawn && !move && !declines) {
        *choice = 0;
        return race_distinct(moves, n) <= 1 || item_fault(fault, "choice-needed", k, "", "there are several moves");
    }
    for (*choice = 0; *choice < n; ++*choice) {
        char words[GAME_MOVE_TEXT_MAX], name[8];
        struct text to = text_over(words, sizeof words), id = text_over(name, sizeof name);
        const bool passes = moves[*choice].pawn == RACE_DECLINE;
        race_move_write(race, script->position.state.turn, &moves[*choice], &to);
        if (!passes)
            race_pawn_write(moves[*choice].pawn, &id);
        if (passes == (declines || (move && passes)) && (!pawn || !strcmp(json_string_value(pawn), name)) &&
            (!move || !strcmp(json_string_value(move), words)))
            return true;
    }
    const bool passes = declines || (move && strstr(json_string_value(move), ":pass"));
    return refused(script, ask, k, pawn ? "pawn" : "move", passes ? NULL : json_string_value(pawn ? pawn : move),
                   fault);
}

static bool item_fields_ok(json_t *item, size_t k, struct game_fault *fault)
{
    static const char *const fields[] = {"roll", "bonus", "enter", "pass", "pawn", "move"};
    const char *name;
    json_t *value;
    if (!json_is_object(item))
        return item_fault(fault, "bad-request", k, "", "an object is wanted");
    json_object_foreach(item, name, value)
    {
        bool known = false;
        for (size_t f = 0; f < COUNT(fields); f++)
            known |= !strcmp(fields[f], name);
        if (!known)
            return item_fault(fault, "bad-request", k, name, "no such field");
        if ((!strcmp(name, "bonus") || !strcmp(name, "enter") || !strcmp(name, "pass")) && !json_is_true(value))
            return item_fault(fault, "bad-request", k, name, "only true is wanted here");
    }
    return true;
}

/* A roll: without a move it is done at once, else the item's choice is played. */
static bool play_roll(struct script *script, json_t *item, size_t k, struct game_fault *fault)
{
    struct race_log log = {.n = 0};
    struct race_move moves[RACE_MOVES_MAX];
    struct race_state *state = &script->position.state;
    const struct race *race = &script->position.race;
    json_int_t face = 0;
    struct race_ask ask;
    if (!engine_number_read(item, "roll", 1, 6, &face, fault))
        return item_fault(fault, "bad-request", k, "roll", "a roll is a whole number from 1 to 6");
    if (race_asked(race, state, &ask))
        return item_fault(fault, "bad-request", k, "roll",
                          ask.kind == RACE_ASK_BONUS ? "steps are owed before the next roll"
                                                     : "a pawn enters here before any roll");
    const struct race_ask rolled = {RACE_ASK_ROLL, (u8)face};
    const unsigned n = race_moves(race, state, rolled, moves, NULL);
    unsigned choice = 0;
    if ((n || json_object_get(item, "pawn") || json_object_get(item, "move") || json_object_get(item, "pass")) &&
        !choose(script, item, k, rolled, moves, n, &choice, fault))
        return false;
    race_roll(race, state, (unsigned)face, &log);
    if (n)
        race_play(race, state, &moves[choice], &log);
    log_write(script, &log);
    return true;
}

/* What the position asks without a roll: a bonus, a free entry, or declining either. */
static bool play_asked(struct script *script, json_t *item, size_t k, struct game_fault *fault)
{
    struct race_log log = {.n = 0};
    struct race_move moves[RACE_MOVES_MAX];
    struct race_state *state = &script->position.state;
    const struct race *race = &script->position.race;
    struct race_ask ask;
    const bool enters = json_object_get(item, "enter") != NULL, bonus = json_object_get(item, "bonus") != NULL;
    if (!race_asked(race, state, &ask) || (enters && ask.kind != RACE_ASK_ENTER) ||
        (bonus && ask.kind != RACE_ASK_BONUS))
        return item_fault(fault, "bad-request", k, enters ? "enter" : "bonus",
                          enters ? "no pawn enters without a roll here" : "nothing is owed");
    const unsigned n = race_moves(race, state, ask, moves, NULL);
    unsigned choice = 0;
    if (!n) {
        race_settle(race, state, &log);
        log_write(script, &log);
        return true;
    }
    if (!choose(script, item, k, ask, moves, n, &choice, fault))
        return false;
    race_play(race, state, &moves[choice], &log);
    log_write(script, &log);
    return true;
}

static bool play_item(struct script *script, json_t *item, size_t k, struct game_fault *fault)
{
    if (!item_fields_ok(item, k, fault))
        return false;
    if (race_over(&script->position.race, &script->position.state))
        return item_fault(fault, "bad-request", k, "", "the game is over");
    if (script->position.state.turn != script->seat)
        return item_fault(fault, "bad-request", k, "", "the turn is over");
    const bool roll = json_object_get(item, "roll") != NULL, bonus = json_object_get(item, "bonus") != NULL;
    const bool enter = json_object_get(item, "enter") != NULL, pass = json_object_get(item, "pass") != NULL;
    if (roll + bonus + enter > 1 || (!roll && !bonus && !enter && !pass))
        return item_fault(fault, "bad-request", k, "", "one of roll, bonus, enter or pass is wanted");
    return roll ? play_roll(script, item, k, fault) : play_asked(script, item, k, fault);
}

/* Does the same seat throw once more? */
static bool throws_again(const struct script *script)
{
    const struct race *race = &script->position.race;
    const struct race_state *state = &script->position.state;
    struct race_ask ask;
    if (race_over(race, state) || state->turn != script->seat)
        return false;
    return race_asked(race, state, &ask) ? state->again != RACE_AGAIN_NO : true;
}

bool engine_play(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"script", "detail", NULL};
    struct script script = {.to = to};
    json_t *items = json_object_get(request, "script"), *item;
    size_t k;
    if (!engine_fields_ok(request, fields, true, fault) || !engine_position_read(request, &script.position, fault) ||
        !engine_truth_read(request, "detail", &script.detail, fault))
        return false;
    if (!json_is_array(items))
        return game_fault_set(fault, "bad-request", "script", "a list of items is wanted");
    script.seat = script.position.state.turn;
    answer_member(to, "log");
    text_char(to, '[');
    json_array_foreach(items, k, item) if (!play_item(&script, item, k, fault)) return false;
    text_char(to, ']');
    answer_member(to, "again");
    text_put(to, throws_again(&script) ? "true" : "false");
    answer_member(to, "position");
    answer_position(to, &script.position.race, &script.position.state);
    answer_member(to, "pawns");
    answer_pawns(to, &script.position.race, &script.position.state);
    const bool over = race_over(&script.position.race, &script.position.state);
    answer_member(to, "over");
    text_put(to, over ? "true" : "false");
    answer_member(to, "places");
    if (over)
        answer_places(to, &script.position.race, &script.position.state);
    else
        text_put(to, "null");
    return true;
}
