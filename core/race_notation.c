/* race_notation.c - rules and positions of the race games in one line of text, both ways (docs/notation.md).
 *
 *     ludo.seats=2.block=none / A10YYG.B31,5YY.turn=B.roll=6      (without the blanks)
 *
 * Words are joined by dots. What is left out is as at the start of a game, or follows from what is there. The fields
 * are those of `dada engine`, by the same names. */
#include "core/race.h"

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

/* --- fields ---------------------------------------------------------------------------------------------------------
 *
 * A row writes and reads the value of one field; `given` says whether the value is other than what is understood where
 * the field is missing. */

/* A position that is being read, with the order of arrival, which only then can be told when all pawns stand. */
struct draft {
    const struct race *race;
    struct race_state *state;
    u8 arrivals[RACE_IDS];
    unsigned n_arrivals;
};

struct field {
    const char *name;
    bool (*given)(const struct race *race, const struct race_state *state);
    void (*write)(const struct race *race, const struct race_state *state, struct text *to);
    bool (*read)(struct draft *draft, struct reader *in);
    const char *wanted;
};

static bool small_read(struct reader *in, u8 *value)
{
    u32 number;
    if (!reader_number(in, &number) || number > 255)
        return false;
    *value = (u8)number;
    return true;
}

/* Numbers other than 0, at most `most`, with commas between them. */
static bool list_read(struct reader *in, u8 *list, unsigned most, u8 *n)
{
    *n = 0;
    do
        if (*n == most || !small_read(in, &list[*n]) || !list[(*n)++])
            return false;
    while (reader_take(in, ","));
    return true;
}

static void list_write(const u8 *list, unsigned n, struct text *to)
{
    for (unsigned k = 0; k < n && list[k]; k++) {
        if (k)
            text_char(to, ',');
        text_number(to, list[k]);
    }
}

static bool seat_read(const struct race *race, struct reader *in, u8 *seat)
{
    if (reader_done(in) || *in->at < 'A' || *in->at >= 'A' + race->n_seats)
        return false;
    *seat = (u8)(*in->at++ - 'A');
    return true;
}

static bool pawn_read(const struct race *race, struct reader *in, u8 *id)
{
    u8 seat;
    if (!seat_read(race, in, &seat) || reader_done(in) || *in->at < '0' || *in->at >= '0' + race->n_pawns)
        return false;
    *id = (u8)race_id(seat, (unsigned)(*in->at++ - '0'));
    return true;
}

static bool turn_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->turn != 0;
}
static void turn_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    text_char(to, (char)('A' + state->turn));
}
static bool turn_read(struct draft *draft, struct reader *in)
{
    return seat_read(draft->race, in, &draft->state->turn);
}

/* Of two dice `roll` names the faces while none has been played, `dice_left` those that are left after one. */
static bool roll_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->roll != 0;
}
static void roll_write(const struct race *race, const struct race_state *state, struct text *to)
{
    if (race->o.dice == RACE_DICE_2D6)
        list_write(state->dice, RACE_DICE_MAX, to);
    else
        text_number(to, state->roll);
}
static bool roll_read(struct draft *draft, struct reader *in)
{
    u8 n;
    if (draft->race->o.dice != RACE_DICE_2D6)
        return small_read(in, &draft->state->roll) && draft->state->roll;
    draft->state->roll = 1;
    return !draft->state->dice[0] && list_read(in, draft->state->dice, RACE_DICE_MAX, &n) && n >= 2;
}

static bool dice_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->dice[0] && !state->roll;
}
static void dice_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    list_write(state->dice, RACE_DICE_MAX, to);
}
static bool dice_read(struct draft *draft, struct reader *in)
{
    u8 n;
    return !draft->state->dice[0] && list_read(in, draft->state->dice, RACE_DICE_MAX, &n);
}

static bool parted_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->parted[0] != 0;
}
static void parted_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    for (unsigned k = 0; k < RACE_PARTED_MAX && state->parted[k]; k++) {
        if (k)
            text_char(to, ',');
        race_pawn_write(state->parted[k] - 1u, to);
    }
}
static bool parted_read(struct draft *draft, struct reader *in)
{
    unsigned n = 0;
    do {
        u8 id;
        if (n == RACE_PARTED_MAX || !pawn_read(draft->race, in, &id))
            return false;
        draft->state->parted[n++] = (u8)(id + 1);
    } while (reader_take(in, ","));
    return n % 2 == 0;
}

#define COUNTER(name) \
    static bool name##_given(const struct race *race, const struct race_state *state) \
    { \
        (void)race; \
        return state->name != 0; \
    } \
    static void name##_write(const struct race *race, const struct race_state *state, struct text *to) \
    { \
        (void)race; \
        text_number(to, state->name); \
    } \
    static bool name##_read(struct draft *draft, struct reader *in) \
    { \
        return small_read(in, &draft->state->name); \
    }
COUNTER(sixes)
COUNTER(doubles)
COUNTER(tries)
#undef COUNTER

static bool last_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->last != 0;
}
static void last_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    race_pawn_write(state->last - 1u, to);
}
static bool last_read(struct draft *draft, struct reader *in)
{
    u8 id;
    if (!pawn_read(draft->race, in, &id))
        return false;
    draft->state->last = (u8)(id + 1);
    return true;
}

static bool owed_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->n_owed != 0;
}
static void owed_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    list_write(state->owed, state->n_owed, to);
}
static bool owed_read(struct draft *draft, struct reader *in)
{
    return list_read(in, draft->state->owed, RACE_OWED_MAX, &draft->state->n_owed);
}

/* The counters tell the further roll, but not before the roll that they counted has been played. */
static u8 again_told(const struct race *race, const struct race_state *state)
{
    return state->roll ? RACE_AGAIN_NO : (u8)race_again_told(race, state);
}
static bool again_given(const struct race *race, const struct race_state *state)
{
    return state->again != again_told(race, state);
}
static void again_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    text_put(to, state->again ? race_again_words[state->again] : "no");
}
static bool again_read(struct draft *draft, struct reader *in)
{
    draft->state->again = RACE_AGAIN_NO;
    if (reader_take(in, "no"))
        return true;
    for (u8 k = RACE_AGAIN_SIX; k < RACE_AGAINS; k++)
        if (reader_take(in, race_again_words[k])) {
            draft->state->again = k;
            return true;
        }
    return false;
}

static bool arrivals_given(const struct race *race, const struct race_state *state)
{
    u8 ids[RACE_IDS];
    return race_arrivals(race, state, ids) > 0;
}
static void arrivals_write(const struct race *race, const struct race_state *state, struct text *to)
{
    u8 ids[RACE_IDS];
    const unsigned n = race_arrivals(race, state, ids);
    for (unsigned k = 0; k < n; k++) {
        if (k)
            text_char(to, ',');
        race_pawn_write(ids[k], to);
    }
}
static bool arrivals_read(struct draft *draft, struct reader *in)
{
    u32 seen = 0;
    do {
        u8 id;
        if (!pawn_read(draft->race, in, &id) || (seen >> id & 1))
            return false;
        seen |= (u32)1 << id;
        draft->arrivals[draft->n_arrivals++] = id;
    } while (reader_take(in, ","));
    return true;
}

static bool captured_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    return state->captured != 0;
}
static void captured_write(const struct race *race, const struct race_state *state, struct text *to)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (state->captured >> seat & 1)
            text_char(to, (char)('A' + seat));
}
static bool captured_read(struct draft *draft, struct reader *in)
{
    u8 seat;
    while (seat_read(draft->race, in, &seat)) {
        if (draft->state->captured >> seat & 1)
            return false;
        draft->state->captured |= (u8)(1u << seat);
    }
    return draft->state->captured != 0;
}

/* Seats that are home and not named come after those named, in their order. */
static bool finished_given(const struct race *race, const struct race_state *state)
{
    (void)race;
    for (unsigned k = 1; k < state->n_finished; k++)
        if (state->finished[k] < state->finished[k - 1])
            return true;
    return false;
}
static void finished_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    for (unsigned k = 0; k < state->n_finished; k++)
        text_char(to, (char)('A' + state->finished[k]));
}
static bool finished_read(struct draft *draft, struct reader *in)
{
    struct race_state *state = draft->state;
    u8 seat;
    while (seat_read(draft->race, in, &seat)) {
        if (race_has_finished(state, seat))
            return false;
        state->finished[state->n_finished++] = seat;
    }
    return state->n_finished > 0;
}

static const struct field fields[] = {
#define ROW(name, read_as, wanted) \
    { \
#name, read_as##_given, read_as##_write, read_as##_read, wanted \
    }
    ROW(turn, turn, "the letter of a seat that plays is wanted"),
    ROW(roll, roll, "a roll is wanted: 6, or of two dice 5,2"),
    ROW(dice_left, dice, "faces of two dice are wanted: 2, or 5,2; beside roll nothing is left"),
    ROW(from_blockade, parted, "pairs of pawns are wanted: A0,A1"),
    ROW(sixes, sixes, "a number up to 255 is wanted"),
    ROW(doubles, doubles, "a number up to 255 is wanted"),
    ROW(tries, tries, "a number up to 255 is wanted"),
    ROW(last, last, "a pawn that plays is wanted: A0"),
    ROW(owed, owed, "bonus counts are wanted: 20,10"),
    ROW(again, again, "no, six, capture, home, tries, doubles or grace is wanted"),
    ROW(arrivals, arrivals, "pawns that play are wanted, each once: B0,A0"),
    ROW(captured, captured, "letters of seats that play are wanted, each once: AC"),
    ROW(finished, finished, "letters of seats that play are wanted, each once: CA"),
#undef ROW
};

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
    for (size_t k = 0; k < COUNT(fields); k++) {
        if (!fields[k].given(race, state))
            continue;
        word_begin(to, from);
        text_put(to, fields[k].name);
        text_char(to, '=');
        fields[k].write(race, state, to);
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

static const char *pawns_read(const struct draft *draft, struct reader *in)
{
    const struct race *race = draft->race;
    u8 seat;
    if (!seat_read(race, in, &seat))
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
static unsigned word_number(const struct draft *draft, struct reader in)
{
    u8 seat;
    for (unsigned k = 0; k < COUNT(fields); k++) {
        struct reader name = in;
        if (reader_take(&name, fields[k].name) && reader_take(&name, "="))
            return k;
    }
    return seat_read(draft->race, &in, &seat) ? (unsigned)COUNT(fields) + seat : 32;
}

static const char *word_read(struct draft *draft, struct reader *in, unsigned number)
{
    if (number >= COUNT(fields))
        return reader_done(in) || *in->at < 'A' || *in->at > 'Z' ? "the pawns of a seat or a field are wanted"
                                                                 : pawns_read(draft, in);
    in->at += text_length(fields[number].name) + 1;
    return fields[number].read(draft, in) ? NULL : fields[number].wanted;
}

/* What is understood where it isn't said. */
static void understand(struct draft *draft, u32 seen)
{
    const struct race *race = draft->race;
    struct race_state *state = draft->state;
    race_order(race, state, draft->arrivals, draft->n_arrivals);
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race_all_home(race, state, seat) && !race_has_finished(state, seat))
            state->finished[state->n_finished++] = (u8)seat;
    for (size_t k = 0; k < COUNT(fields); k++)
        if (text_equal(fields[k].name, "again") && !(seen >> k & 1))
            state->again = again_told(race, state);
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
    struct draft draft = {.race = race, .state = state};
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
