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

/* The pawn that a choice names first: "A0", "A0+A1", and, where `ends` holds a colon, a move's text. */
static bool first_pawn(const struct race *race, const char *words, const char *ends, u8 *id)
{
    const char name[] = {words[0], words[0] ? words[1] : 0, 0};
    return strcspn(words, ends) == 2 && engine_pawn_read(race, name, id);
}

/* A choice that the rules refuse: the fault's place is the reason of the pawn that was named, where it has one. */
static bool refused(const struct script *script, struct race_ask ask, size_t k, const char *field, const char *pawn,
                    struct game_fault *fault)
{
    const struct race *race = &script->position.race;
    struct race_move moves[RACE_MOVES_MAX];
    struct race_reason reasons[RACE_IDS];
    char code[8] = "";
    u8 id;
    if (!pawn)
        return game_fault_set(fault, "illegal", "", "a move can't be declined here");
    if (!first_pawn(race, pawn, strcmp(field, "move") ? "+" : "+:", &id))
        return item_fault(fault, "bad-request", k, field, "no such pawn plays");
    const unsigned n = race_moves(race, &script->position.state, ask, moves, reasons);
    for (unsigned m = 0; m < n; m++)
        if (moves[m].pawn == id)
            return game_fault_set(fault, "illegal", "", "the pawn can move, but not so");
    snprintf(code, sizeof code, "W%02u", reasons[id].code ? reasons[id].code : 16u);
    return game_fault_set(fault, "illegal", code, n ? "the rules refuse this move" : "no pawn can move");
}

/* Is this the move that the item names by its text, its pawn, its die, or by declining? */
static bool fits(const struct script *script, json_t *item, const struct race_move *move)
{
    json_t *pawn = json_object_get(item, "pawn"), *text = json_object_get(item, "move");
    json_t *die = json_object_get(item, "die");
    char words[GAME_MOVE_TEXT_MAX], *end;
    struct text to = text_over(words, sizeof words);
    race_move_write(&script->position.race, script->position.state.turn, move, &to);
    const bool passes = move->pawn == RACE_DECLINE;
    if (text && strcmp(json_string_value(text), words))
        return false;
    const bool wants_pass = json_object_get(item, "pass") != NULL;
    if (passes ? !text && !wants_pass && (pawn || die) : wants_pass)
        return false;
    /* An entry by the sum is chosen by its text. */
    const bool uses = die && (move->dice[0] == json_integer_value(die) || move->dice[1] == json_integer_value(die));
    if (die && !passes && (!uses || (move->dice[1] && !text)))
        return false;
    end = strchr(words, ':');
    return !pawn || (strlen(json_string_value(pawn)) == (size_t)(end - words) &&
                     !strncmp(json_string_value(pawn), words, (size_t)(end - words)));
}

/* Does the pawn that the item names enter in pairs only (rules.md 7.3)? */
static bool in_pairs(const struct race *race, json_t *item, const struct race_choices *choices)
{
    u8 id;
    bool found = false;
    if (!engine_pawn_read(race, json_string_value(json_object_get(item, "pawn")), &id))
        return false;
    for (const struct race_move *move = choices->move; move < choices->move + choices->n; move++)
        found |= move->other && (move->pawn == id || move->other == id + 1);
    return found;
}

/* The number of the move that an item chooses, or of the only distinct one. */
static bool choose(const struct script *script, json_t *item, size_t k, struct race_ask ask,
                   const struct race_choices *choices, unsigned *choice, struct game_fault *fault)
{
    json_t *pawn = json_object_get(item, "pawn"), *move = json_object_get(item, "move");
    struct race_move fitting[RACE_MOVES_MAX];
    unsigned n_fitting = 0;
    if (pawn && !json_is_string(pawn))
        return item_fault(fault, "bad-request", k, "pawn", "a text is wanted");
    if (move && !json_is_string(move))
        return item_fault(fault, "bad-request", k, "move", "a text is wanted");
    for (unsigned m = choices->n; m-- > 0;)
        if (fits(script, item, &choices->move[m])) {
            fitting[n_fitting++] = choices->move[m];
            *choice = m;
        }
    if (!n_fitting && !move && in_pairs(&script->position.race, item, choices))
        return item_fault(fault, "choice-needed", k, "pawn", "it enters together with another");
    if (!n_fitting) {
        const bool passes = json_object_get(item, "pass") || (move && strstr(json_string_value(move), ":pass"));
        const bool named = pawn || move;
        return !passes && !named ? item_fault(fault, "illegal", k, "die", "no pawn can move with it")
                                 : refused(script, ask, k, pawn ? "pawn" : "move",
                                           passes ? NULL : json_string_value(pawn ? pawn : move), fault);
    }
    return race_distinct(fitting, n_fitting) <= 1 ||
           item_fault(fault, "choice-needed", k, "", "there are several moves");
}

static bool item_fields_ok(json_t *item, size_t k, struct game_fault *fault)
{
    static const char *const fields[] = {"roll", "die", "bonus", "enter", "pass", "pawn", "move"};
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
        if (!strcmp(name, "die") && !json_is_integer(value))
            return item_fault(fault, "bad-request", k, name, "a face is wanted");
    }
    return true;
}

/* Does the item choose among moves? */
static bool chooses(json_t *item)
{
    return json_object_get(item, "pawn") || json_object_get(item, "move") || json_object_get(item, "pass");
}

/* Is it this roll whose move the position awaits? */
static bool awaits(const struct race_ask *asked, const struct race_ask *rolled)
{
    return asked->kind == RACE_ASK_ROLL && asked->count == rolled->count &&
           bytes_equal(asked->dice, rolled->dice, sizeof asked->dice);
}

/* A roll: without a move it is done at once, else the item's choice is played. */
static bool script_roll(struct script *script, json_t *item, size_t k, struct game_fault *fault)
{
    struct race_log log = {.n = 0};
    struct race_choices choices;
    unsigned choice = 0;
    struct race_state *state = &script->position.state;
    const struct race *race = &script->position.race;
    struct race_ask ask, rolled;
    const char *why;
    if (!engine_roll_read(json_object_get(item, "roll"), race, &rolled, &why))
        return item_fault(fault, "bad-request", k, "roll", why);
    rolled = race_rolled(race, state, rolled);
    const bool asked = race_asked(race, state, &ask), awaited = asked && awaits(&ask, &rolled);
    if (asked && !awaited)
        return item_fault(fault, "bad-request", k, "roll", engine_before_roll(ask.kind));
    const unsigned n = choices.n = race_moves(race, state, rolled, choices.move, NULL);
    if ((n || chooses(item)) && !choose(script, item, k, rolled, &choices, &choice, fault))
        return false;
    if (!awaited)
        race_roll(race, state, rolled, &choices, &log);
    if (n)
        race_play(race, state, &choices, choice, &log);
    else if (awaited)
        race_settle(race, state, &choices, &log);
    log_write(script, &log);
    return true;
}

/* Is it asked what the item plays? */
static bool asks(const struct race_ask *ask, json_t *item, size_t k, struct game_fault *fault)
{
    static const struct {
        const char *name, *why;
        u8 kind;
    } rows[] = {{"bonus", "nothing is owed", RACE_ASK_BONUS},
                {"enter", "no pawn enters without a roll here", RACE_ASK_ENTER},
                {"die", "no dice are left", RACE_ASK_DIE}};
    for (size_t row = 0; row < COUNT(rows); row++)
        if (json_object_get(item, rows[row].name) && (!ask || ask->kind != rows[row].kind))
            return item_fault(fault, "bad-request", k, rows[row].name, rows[row].why);
    return ask || item_fault(fault, "bad-request", k, "", "nothing is owed");
}

/* What the position asks without a roll: a die that is left, a bonus, a free entry, or declining one. */
static bool script_asked(struct script *script, json_t *item, size_t k, struct game_fault *fault)
{
    struct race_log log = {.n = 0};
    struct race_choices choices;
    unsigned choice = 0;
    struct race_state *state = &script->position.state;
    const struct race *race = &script->position.race;
    struct race_ask ask;
    if (!asks(race_asked(race, state, &ask) ? &ask : NULL, item, k, fault))
        return false;
    race_choose(race, state, &choices);
    if (choices.n && !choose(script, item, k, ask, &choices, &choice, fault))
        return false;
    if (choices.n)
        race_play(race, state, &choices, choice, &log);
    else
        race_settle(race, state, &choices, &log);
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
    const bool die = json_object_get(item, "die") != NULL;
    if (roll + bonus + enter + (die && !roll) > 1 || (!roll && !bonus && !enter && !pass && !die))
        return item_fault(fault, "bad-request", k, "", "one of roll, die, bonus, enter or pass is wanted");
    return roll ? script_roll(script, item, k, fault) : script_asked(script, item, k, fault);
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

/* The position in the notation: none of its letters needs an escape. */
static void text_write(const struct engine_position *from, struct text *to)
{
    struct game_position position = {.game = game_with(race_presets[from->race.preset].name)};
    bytes_copy(position.rules.bytes, &from->race, sizeof from->race);
    bytes_copy(position.state.bytes, &from->state, sizeof from->state);
    text_char(to, '"');
    game_text_write(position.game, &position.rules, &position.state, to);
    text_char(to, '"');
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
    answer_member(to, "text");
    text_write(&script.position, to);
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
