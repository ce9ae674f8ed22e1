/* engine_read.c - reads rules and positions of requests. Unknown fields, and values of the wrong kind, are faults that
 * name the field; a position that the rules can't hold is `bad-position`. */
#include <string.h>

#include "cli/engine.h"

static bool fault_at(struct game_fault *fault, const char *at, const char *message)
{
    return game_fault_set(fault, "bad-request", at, message);
}

static const char *const position_fields[] = {
    "rules", "options", "seats",     "arms",    "pawns",         "arrivals", "turn",     "sixes", "last", "tries",
    "owed",  "again",   "dice_left", "doubles", "from_blockade", "captured", "finished", "text",  NULL};

static bool listed(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (!strcmp(*names, name))
            return true;
    return false;
}

bool engine_fields_ok(json_t *request, const char *const *fields, bool position, struct game_fault *fault)
{
    const char *name;
    json_t *value;
    json_object_foreach(request, name,
                        value) if (strcmp(name, "op") && strcmp(name, "id") && !listed(fields, name) &&
                                   !(position && listed(position_fields, name))) return fault_at(fault, name,
                                                                                                 "no such field");
    return true;
}

bool engine_number_read(json_t *object, const char *name, json_int_t least, json_int_t most, json_int_t *value,
                        struct game_fault *fault)
{
    json_t *field = json_object_get(object, name);
    if (!field)
        return true;
    if (!json_is_integer(field) || json_integer_value(field) < least || json_integer_value(field) > most) {
        char message[96] = "only 0 is wanted here";
        if (least < most)
            snprintf(message, sizeof message, "a whole number from %lld to %lld is wanted", (long long)least,
                     (long long)most);
        return fault_at(fault, name, message);
    }
    *value = json_integer_value(field);
    return true;
}

bool engine_truth_read(json_t *object, const char *name, bool *value, struct game_fault *fault)
{
    json_t *field = json_object_get(object, name);
    if (field && !json_is_boolean(field))
        return fault_at(fault, name, "true or false is wanted");
    *value = field && json_is_true(field);
    return true;
}

/* --- rules ------------------------------------------------------------------------------------------------------------ */

/* The value of an option as the text that race_setup_option takes. False where JSON has no such value for options. */
static bool value_text(json_t *value, char *out, size_t room)
{
    size_t k, length = 0;
    json_t *item;
    if (json_is_boolean(value))
        return snprintf(out, room, "%s", json_is_true(value) ? "yes" : "no") > 0;
    if (json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value))
        return (size_t)snprintf(out, room, "%s", json_string_value(value)) < room;
    if (json_is_integer(value))
        return (size_t)snprintf(out, room, "%lld", (long long)json_integer_value(value)) < room;
    if (!json_is_array(value))
        return false;
    out[0] = 0;
    json_array_foreach(value, k, item)
    {
        if (!json_is_integer(item) || length >= room)
            return false;
        length +=
            (size_t)snprintf(out + length, room - length, "%s%lld", k ? "," : "", (long long)json_integer_value(item));
    }
    return length < room;
}

static bool options_read(json_t *options, struct race_setup *setup, struct game_fault *fault)
{
    const char *name;
    json_t *value;
    if (!json_is_object(options))
        return fault_at(fault, "options", "an object of options is wanted");
    json_object_foreach(options, name, value)
    {
        char words[64];
        if (!value_text(value, words, sizeof words))
            return game_fault_set(fault, "bad-option", name, "an option takes a word, a number, a truth or a list");
        if (!race_setup_option(setup, name, words, fault))
            return false;
    }
    return true;
}

bool engine_setup_read(json_t *request, struct race_setup *setup, struct game_fault *fault)
{
    json_t *rules = json_object_get(request, "rules"), *options = json_object_get(request, "options");
    json_int_t seats = 0, arms = 0;
    if (!json_is_string(rules))
        return fault_at(fault, "rules", "the name of a rule set is wanted");
    if (!race_setup_open(setup, json_string_value(rules), fault) || (options && !options_read(options, setup, fault)) ||
        !engine_number_read(request, "seats", 2, RACE_SEATS_MAX, &seats, fault) ||
        !engine_number_read(request, "arms", 2, RACE_SEATS_MAX, &arms, fault))
        return false;
    setup->seats = (u8)seats;
    setup->arms = (u8)arms;
    return true;
}

/* --- positions --------------------------------------------------------------------------------------------------------- */

static bool seat_letter(const struct race *race, json_t *value, u8 *seat)
{
    const char *letter = json_string_value(value);
    if (!letter || json_string_length(value) != 1 || letter[0] < 'A' || letter[0] >= 'A' + race->n_seats)
        return false;
    *seat = (u8)(letter[0] - 'A');
    return true;
}

bool engine_pawn_read(const struct race *race, const char *name, u8 *id)
{
    if (!name || strlen(name) != 2 || name[0] < 'A' || name[0] >= 'A' + race->n_seats || name[1] < '0' ||
        name[1] >= '0' + race->n_pawns)
        return false;
    *id = (u8)race_id((unsigned)(name[0] - 'A'), (unsigned)(name[1] - '0'));
    return true;
}

static bool progress_read(const struct race *race, json_t *value, const char *at, u8 *p, struct game_fault *fault)
{
    const char *word = json_string_value(value);
    if (word && !strcmp(word, "Y")) {
        *p = RACE_BASE;
    } else if (word && !strcmp(word, "G") && !race->first_slot) {
        *p = race->goal;
    } else if (json_is_integer(value) && json_integer_value(value) >= 0) {
        if (json_integer_value(value) > race->goal)
            return game_fault_set(fault, "bad-position", at, "a pawn past the goal");
        *p = (u8)json_integer_value(value);
    } else {
        return fault_at(fault, at, "\"Y\" in base, \"G\" at the goal, or its progress is wanted");
    }
    return true;
}

static bool pawns_read(json_t *pawns, struct engine_position *position, struct game_fault *fault)
{
    const struct race *race = &position->race;
    const char *seat;
    json_t *list, *value;
    size_t k;
    if (!json_is_object(pawns))
        return fault_at(fault, "pawns", "an object of seats is wanted");
    bytes_fill(position->state.at, RACE_BASE, sizeof position->state.at);
    json_object_foreach(pawns, seat, list)
    {
        char at[40];
        if (strlen(seat) != 1 || seat[0] < 'A' || seat[0] >= 'A' + race->n_seats)
            return fault_at(fault, "pawns", "a letter of it is no seat that plays");
        snprintf(at, sizeof at, "pawns.%c", seat[0]);
        if (!json_is_array(list) || json_array_size(list) != race->n_pawns)
            return fault_at(fault, at, "a list of all pawns of the seat is wanted");
        json_array_foreach(list, k, value)
        {
            const unsigned id = race_id((unsigned)(seat[0] - 'A'), (unsigned)k);
            snprintf(at, sizeof at, "pawns.%c%u", seat[0], (unsigned)k);
            if (!progress_read(race, value, at, &position->state.at[id], fault))
                return false;
        }
    }
    return true;
}

static bool arrivals_read(json_t *list, struct engine_position *position, struct game_fault *fault)
{
    u8 ids[RACE_IDS];
    unsigned n = 0;
    size_t k;
    json_t *value;
    if (list && !json_is_array(list))
        return fault_at(fault, "arrivals", "a list of pawns is wanted");
    json_array_foreach(list, k, value)
    {
        u8 id;
        bool twice = !engine_pawn_read(&position->race, json_string_value(value), &id);
        for (unsigned j = 0; !twice && j < n; j++)
            twice = ids[j] == id;
        if (twice)
            return fault_at(fault, "arrivals", "each pawn by its name, \"A0\", and once");
        ids[n++] = id;
    }
    race_order(&position->race, &position->state, ids, n);
    return true;
}

static bool owed_add(json_t *value, const char *at, struct race_state *state, struct game_fault *fault)
{
    if (!json_is_integer(value) || (json_integer_value(value) != 10 && json_integer_value(value) != 20))
        return fault_at(fault, at, "a bonus count is 10 or 20");
    state->owed[state->n_owed++] = (u8)json_integer_value(value);
    return true;
}

static bool owed_read(json_t *list, struct race_state *state, struct game_fault *fault)
{
    size_t k;
    json_t *value;
    if (list && (!json_is_array(list) || json_array_size(list) > RACE_OWED_MAX))
        return fault_at(fault, "owed", "a list of at most 32 bonus counts is wanted");
    json_array_foreach(list, k, value) if (!owed_add(value, "owed", state, fault)) return false;
    return true;
}

/* A list of seats: who has captured, or who has finished, in order. */
static bool seats_read(json_t *request, const char *name, const struct race *race, u8 seats[static RACE_SEATS_MAX],
                       u8 *n, struct game_fault *fault)
{
    json_t *list = json_object_get(request, name), *value;
    size_t k;
    u8 seen = 0;
    *n = 0;
    if (list && !json_is_array(list))
        return fault_at(fault, name, "a list of seats is wanted");
    json_array_foreach(list, k, value)
    {
        u8 seat;
        if (!seat_letter(race, value, &seat) || (seen >> seat & 1))
            return fault_at(fault, name, "each seat by its letter, and once");
        seen |= (u8)(1u << seat);
        seats[(*n)++] = seat;
    }
    return true;
}

/* The further roll that is due once nothing is owed: told by the sixes, unless the field says otherwise. */
static bool again_read(json_t *request, struct engine_position *position, struct game_fault *fault)
{
    json_t *again = json_object_get(request, "again");
    struct race_state *state = &position->state;
    state->again = (u8)race_again_told(&position->race, state);
    if (!again || json_is_null(again))
        return true;
    for (u8 k = RACE_AGAIN_SIX; k < RACE_AGAINS; k++)
        if (json_is_string(again) && !strcmp(json_string_value(again), race_again_words[k]) &&
            (state->n_owed || state->dice[0])) {
            state->again = k;
            return true;
        }
    return fault_at(fault, "again", "the reason for a further roll after what is left to play is wanted");
}

static bool dice_read(json_t *list, u8 dice[static RACE_DICE_MAX])
{
    size_t k;
    json_t *face;
    if (!json_is_array(list) || json_array_size(list) > RACE_DICE_MAX)
        return false;
    json_array_foreach(list, k, face)
    {
        if (!json_is_integer(face) || json_integer_value(face) < 1 || json_integer_value(face) > 6)
            return false;
        dice[k] = (u8)json_integer_value(face);
    }
    return true;
}

bool engine_roll_read(json_t *value, const struct race *race, struct race_ask *roll, const char **why)
{
    const bool two = race->o.dice == RACE_DICE_2D6, cowries = race->o.dice == RACE_DICE_COWRIES6;
    const json_int_t number = json_integer_value(value), least = cowries ? 0 : 1;
    *roll = (struct race_ask){.kind = RACE_ASK_ROLL};
    *why = two       ? "the faces of two dice are wanted, [5,2]"
           : cowries ? "a whole number from 0 to 6 is wanted: mouths up"
                     : "a whole number from 1 to 6 is wanted";
    if (two)
        return json_array_size(value) == 2 && dice_read(value, roll->dice);
    if (!json_is_integer(value) || number < least || number > 6)
        return false;
    *roll = race_outcome(race, cowries ? 1u << number : (unsigned)number); /* the outcome 2^m has m mouths up */
    return true;
}

static bool parted_read(json_t *list, struct engine_position *position, struct game_fault *fault)
{
    size_t k;
    json_t *value;
    if (list && (!json_is_array(list) || json_array_size(list) % 2 || json_array_size(list) > RACE_PARTED_MAX))
        return fault_at(fault, "from_blockade", "a list of at most three pairs of pawns is wanted");
    json_array_foreach(list, k, value)
    {
        u8 id;
        if (!engine_pawn_read(&position->race, json_string_value(value), &id))
            return fault_at(fault, "from_blockade", "a pawn's name, \"A0\", is wanted");
        position->state.parted[k] = (u8)(id + 1);
    }
    return true;
}

static bool turn_read(json_t *request, struct engine_position *position, struct game_fault *fault)
{
    json_t *turn = json_object_get(request, "turn"), *last = json_object_get(request, "last");
    struct race_state *state = &position->state;
    json_int_t sixes = 0, tries = 0, doubles = 0;
    if (turn && !seat_letter(&position->race, turn, &state->turn))
        return fault_at(fault, "turn", "the letter of a seat is wanted");
    if (!engine_number_read(request, "sixes", 0, RACE_COUNTER_MAX, &sixes, fault) ||
        !engine_number_read(request, "tries", 0, RACE_COUNTER_MAX, &tries, fault) ||
        !engine_number_read(request, "doubles", 0, RACE_COUNTER_MAX, &doubles, fault))
        return false;
    state->sixes = (u8)sixes;
    state->doubles = (u8)doubles;
    state->tries = (u8)tries;
    if (last && !json_is_null(last)) {
        if (!engine_pawn_read(&position->race, json_string_value(last), &state->last))
            return fault_at(fault, "last", "a pawn's name, \"A0\", or null is wanted");
        state->last++;
    }
    json_t *dice_left = json_object_get(request, "dice_left");
    if (dice_left && !dice_read(dice_left, state->dice))
        return fault_at(fault, "dice_left", "a list of at most four faces is wanted");
    return parted_read(json_object_get(request, "from_blockade"), position, fault) &&
           owed_read(json_object_get(request, "owed"), state, fault) && again_read(request, position, fault);
}

static bool finished_read(json_t *request, struct engine_position *position, struct game_fault *fault)
{
    const struct race *race = &position->race;
    struct race_state *state = &position->state;
    u8 captured[RACE_SEATS_MAX], n_captured;
    if (!seats_read(request, "captured", race, captured, &n_captured, fault) ||
        !seats_read(request, "finished", race, state->finished, &state->n_finished, fault))
        return false;
    for (unsigned k = 0; k < n_captured; k++)
        state->captured |= (u8)(1u << captured[k]);
    /* Seats that are home and not named come after those named. */
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race_all_home(race, state, seat) && !race_has_finished(state, seat))
            state->finished[state->n_finished++] = (u8)seat;
    return true;
}

static bool position_ok(const struct engine_position *position, struct game_fault *fault)
{
    char at[16];
    const char *why = race_state_fault(&position->race, &position->state, at);
    return !why || game_fault_set(fault, "bad-position", at, why);
}

/* A position in the notation, which stands for all fields of a position. */
static bool text_read(json_t *request, struct engine_position *position, struct game_fault *fault)
{
    json_t *text = json_object_get(request, "text");
    struct game_position given;
    if (!json_is_string(text))
        return fault_at(fault, "text", "a line of rules and position is wanted");
    for (const char *const *name = position_fields; *name; name++)
        if (strcmp(*name, "text") && json_object_get(request, *name))
            return fault_at(fault, *name, "the text holds this already");
    if (!game_text_read(&given, json_string_value(text), fault))
        return false;
    bytes_copy(&position->race, given.rules.bytes, sizeof position->race);
    bytes_copy(&position->state, given.state.bytes, sizeof position->state);
    return true;
}

bool engine_position_read(json_t *request, struct engine_position *position, struct game_fault *fault)
{
    struct race_setup setup;
    json_t *pawns = json_object_get(request, "pawns");
    if (json_object_get(request, "text"))
        return text_read(request, position, fault);
    if (!engine_setup_read(request, &setup, fault) || !race_compile(&position->race, &setup, fault))
        return false;
    race_start(&position->race, &position->state);
    return (!pawns || pawns_read(pawns, position, fault)) &&
           arrivals_read(json_object_get(request, "arrivals"), position, fault) &&
           turn_read(request, position, fault) && finished_read(request, position, fault) &&
           position_ok(position, fault);
}

const char *engine_before_roll(unsigned asked)
{
    static const char *const words[] = {[RACE_ASK_ROLL] = "a roll is played before the next one",
                                        [RACE_ASK_DIE] = "dice are left before the next roll",
                                        [RACE_ASK_BONUS] = "steps are owed before the next roll",
                                        [RACE_ASK_ENTER] = "a pawn enters here before any roll"};
    return words[asked];
}

bool engine_ask_read(json_t *request, struct engine_position *position, struct race_ask *ask, struct game_fault *fault)
{
    const struct race *race = &position->race;
    struct race_state *state = &position->state;
    json_t *bonus = json_object_get(request, "bonus"), *roll = json_object_get(request, "roll");
    struct race_ask rolled;
    const char *why;
    if (roll && !engine_roll_read(roll, race, &rolled, &why))
        return fault_at(fault, "roll", why);
    if (race_over(race, state))
        return game_fault_set(fault, "bad-position", "finished", "the game is over");
    if (bonus) {
        if (roll || state->n_owed || state->dice[0])
            return fault_at(fault, "bonus", "a bonus is asked for where nothing else is rolled or owed");
        if (!owed_add(bonus, "bonus", state, fault) || !position_ok(position, fault))
            return false;
    }
    const bool asked = race_asked(race, state, ask);
    if (asked && roll)
        return fault_at(fault, "roll", engine_before_roll(ask->kind));
    if (!asked && !roll)
        return fault_at(fault, "roll", "a roll is wanted");
    if (roll)
        *ask = race_rolled(race, state, rolled);
    return true;
}
