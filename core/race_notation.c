/* race_notation.c - rules and positions of the race games in one line of text, both ways (docs/notation.md).
 *
 *     ludo.seats=2.block=none / A10YYG.B31,5YY.turn=B.roll=6      (without the blanks)
 *
 * Words are joined by dots. What is left out is as at the start of a game, or follows from what is there. The fields
 * are those of `dada engine`, by the same names. */
#include "core/race_fields.h"

/* --- rules --------------------------------------------------------------------------------------------------------- */

static void word_begin(struct text *to, size_t from)
{
    if (to->length > from)
        text_char(to, '.');
}

static void number_write(struct text *to, size_t from, const char *name, unsigned number)
{
    word_begin(to, from);
    text_put(to, name);
    text_char(to, '=');
    text_number(to, number);
}

void race_rules_write(const struct race *race, struct text *to)
{
    struct race_setup setup = {.preset = race->preset, .options = race->o};
    struct game_fault fault;
    struct race own;
    const size_t from = to->length;
    text_put(to, race_presets[race->preset].name);
    if (!race_compile(&own, &setup, &fault) || own.n_seats != race->n_seats)
        number_write(to, from, "seats", race->n_seats);
    setup.seats = race->n_seats;
    if (!race_compile(&own, &setup, &fault) || own.n_arms != race->n_arms)
        number_write(to, from, "arms", race->n_arms);
    if (!race_setup_open(&setup, race_presets[race->preset].name, &fault))
        return;
    for (unsigned option = 0; option < race_n_options(); option++) {
        char room[2][24]; /* the longest value is all-unsafe-home, or 1,2,3,4,5,6,10,25 */
        struct text own_value = text_over(room[0], sizeof room[0]), value = text_over(room[1], sizeof room[1]);
        race_option_write(&setup.options, option, &own_value);
        race_option_write(&race->o, option, &value);
        if (text_equal(room[0], room[1]))
            continue;
        word_begin(to, from);
        text_put(to, race_option_name(option));
        text_char(to, '=');
        text_put(to, room[1]);
    }
}

/* --- positions ------------------------------------------------------------------------------------------------------- */

static bool digit_at_end(const struct text *to)
{
    return to->length && to->start[to->length - 1] >= '0' && to->start[to->length - 1] <= '9';
}

void race_state_write(const struct race *race, const struct race_state *state, struct text *to)
{
    const size_t from = to->length;
    struct race_state start;
    race_start(race, &start);
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        if (bytes_equal(&state->at[race_id(seat, 0)], &start.at[race_id(seat, 0)], RACE_PAWNS_MAX))
            continue;
        word_begin(to, from);
        text_char(to, (char)('A' + seat));
        for (unsigned pawn = 0; pawn < race->n_pawns; pawn++) {
            char room[8];
            struct text place = text_over(room, sizeof room);
            race_progress_write(race, state->at[race_id(seat, pawn)], &place);
            if (digit_at_end(to) && room[0] <= '9')
                text_char(to, ',');
            text_put(to, room);
        }
    }
    for (unsigned k = 0; k < race_n_fields; k++) {
        if (!race_fields[k].given(race, state))
            continue;
        word_begin(to, from);
        text_put(to, race_fields[k].name);
        text_char(to, '=');
        race_fields[k].write(race, state, to);
    }
}

static bool place_read(const struct race *race, struct reader *in, bool after_number, u8 *p)
{
    u32 number;
    if (reader_take(in, "Y")) {
        *p = RACE_BASE;
        return true;
    }
    if (!race->first_slot && reader_take(in, "G")) {
        *p = race->goal;
        return true;
    }
    if (after_number && !reader_take(in, ","))
        return false;
    if (!reader_number(in, &number) || number > race->goal)
        return false;
    *p = (u8)number;
    return true;
}

static const char *pawns_read(const struct race_draft *draft, struct reader *in)
{
    const struct race *race = draft->race;
    u8 seat;
    if (!race_field_seat_read(race, in, &seat))
        return "no such seat plays";
    for (unsigned pawn = 0; pawn < race->n_pawns; pawn++) {
        const struct reader before = *in;
        const bool after_number = pawn && in->at[-1] >= '0' && in->at[-1] <= '9';
        if (place_read(race, in, after_number, &draft->state->at[race_id(seat, pawn)]))
            continue;
        const bool number = !reader_done(&before) && *before.at >= '0' && *before.at <= '9';
        *in = before;
        if (number && !after_number)
            return "a pawn past the goal";
        return race->first_slot ? "a place for each pawn is wanted: Y in base, or its progress"
                                : "a place for each pawn is wanted: Y in base, G at the goal, or its progress";
    }
    return NULL;
}

/* The number of the word that comes next, by which it is known again: a field, or past these a seat. */
static unsigned word_number(const struct race_draft *draft, struct reader in)
{
    u8 seat;
    for (unsigned k = 0; k < race_n_fields; k++) {
        struct reader name = in;
        if (reader_take(&name, race_fields[k].name) && reader_take(&name, "="))
            return k;
    }
    return race_field_seat_read(draft->race, &in, &seat) ? race_n_fields + seat : 32;
}

static const char *word_read(struct race_draft *draft, struct reader *in, unsigned number)
{
    if (number >= race_n_fields)
        return reader_done(in) || *in->at < 'A' || *in->at > 'Z' ? "the pawns of a seat or a field are wanted"
                                                                 : pawns_read(draft, in);
    in->at += text_length(race_fields[number].name) + 1;
    return race_fields[number].read(draft, in) ? NULL : race_fields[number].wanted;
}

/* What is understood where it isn't said. */
static void understand(struct race_draft *draft, u32 seen)
{
    const struct race *race = draft->race;
    struct race_state *state = draft->state;
    race_order(race, state, draft->arrivals, draft->n_arrivals);
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race_all_home(race, state, seat) && !race_has_finished(state, seat))
            state->finished[state->n_finished++] = (u8)seat;
    for (unsigned k = 0; k < race_n_fields; k++)
        if (text_equal(race_fields[k].name, "again") && !(seen >> k & 1))
            state->again = race_field_again(race, state);
}

/* The column of the word that holds a pawn or a field, from 1; the first where nothing is said about it. */
static unsigned column_of(const char *line, const char *at)
{
    const bool pawn = *at >= 'A' && *at <= 'Z';
    struct reader in = reader_over(line, text_length(line));
    for (; !reader_done(&in); in.at++) {
        struct reader word = in;
        if ((in.at == line || in.at[-1] == '.') &&
            (pawn ? *in.at == *at : reader_take(&word, at) && reader_take(&word, "=")))
            return (unsigned)(in.at - line) + 1;
    }
    return 1;
}

static bool fault_at(struct game_fault *fault, const char *line, const char *where, const char *why)
{
    (void)game_fault_set(fault, "bad-position", "", why);
    fault->column = (unsigned)(where - line) + 1;
    return false;
}

bool race_state_read(const struct race *race, struct race_state *state, const char *line, struct game_fault *fault)
{
    struct reader in = reader_over(line, text_length(line));
    struct race_draft draft = {.race = race, .state = state};
    u32 seen = 0;
    race_start(race, state);
    while (!reader_done(&in)) {
        const char *word = in.at;
        const unsigned number = word_number(&draft, in);
        if (number < 32 && (seen >> number & 1))
            return fault_at(fault, line, word, "this has been said before");
        const char *why = word_read(&draft, &in, number);
        if (why)
            return fault_at(fault, line, in.at, why);
        seen |= number < 32 ? (u32)1 << number : 0;
        if (!reader_done(&in) && !reader_take(&in, "."))
            return fault_at(fault, line, in.at, "a dot and the next word, or the end, are wanted");
        if (reader_done(&in) && in.at[-1] == '.')
            return fault_at(fault, line, in.at, "a word is wanted after the dot");
    }
    understand(&draft, seen);
    char at[16];
    const char *why = race_state_fault(race, state, at);
    if (!why)
        return true;
    (void)game_fault_set(fault, "bad-position", at, why);
    fault->column = column_of(line, at);
    return false;
}
