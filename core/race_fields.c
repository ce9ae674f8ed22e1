/* race_fields.c - the fields of a position in the notation, a row each: how its value is written and read, and when it says
 * nothing new. */
#include "core/race_fields.h"

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

bool race_field_seat_read(const struct race *race, struct reader *in, u8 *seat)
{
    if (reader_done(in) || *in->at < 'A' || *in->at >= 'A' + race->n_seats)
        return false;
    *seat = (u8)(*in->at++ - 'A');
    return true;
}

static bool pawn_read(const struct race *race, struct reader *in, u8 *id)
{
    u8 seat;
    if (!race_field_seat_read(race, in, &seat) || reader_done(in) || *in->at < '0' || *in->at >= '0' + race->n_pawns)
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
static bool turn_read(struct race_draft *draft, struct reader *in)
{
    return race_field_seat_read(draft->race, in, &draft->state->turn);
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
static bool roll_read(struct race_draft *draft, struct reader *in)
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
static bool dice_read(struct race_draft *draft, struct reader *in)
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
static bool parted_read(struct race_draft *draft, struct reader *in)
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
    static bool name##_read(struct race_draft *draft, struct reader *in) \
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
static bool last_read(struct race_draft *draft, struct reader *in)
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
static bool owed_read(struct race_draft *draft, struct reader *in)
{
    return list_read(in, draft->state->owed, RACE_OWED_MAX, &draft->state->n_owed);
}

/* The counters tell the further roll, but not before the roll that they counted has been played. */
u8 race_field_again(const struct race *race, const struct race_state *state)
{
    return state->roll ? RACE_AGAIN_NO : (u8)race_again_told(race, state);
}
static bool again_given(const struct race *race, const struct race_state *state)
{
    return state->again != race_field_again(race, state);
}
static void again_write(const struct race *race, const struct race_state *state, struct text *to)
{
    (void)race;
    text_put(to, state->again ? race_again_words[state->again] : "no");
}
static bool again_read(struct race_draft *draft, struct reader *in)
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
static bool arrivals_read(struct race_draft *draft, struct reader *in)
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
static bool captured_read(struct race_draft *draft, struct reader *in)
{
    u8 seat;
    while (race_field_seat_read(draft->race, in, &seat)) {
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
static bool finished_read(struct race_draft *draft, struct reader *in)
{
    struct race_state *state = draft->state;
    u8 seat;
    while (race_field_seat_read(draft->race, in, &seat)) {
        if (race_has_finished(state, seat))
            return false;
        state->finished[state->n_finished++] = seat;
    }
    return state->n_finished > 0;
}

const struct race_field race_fields[] = {
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
const unsigned race_n_fields = COUNT(race_fields);
