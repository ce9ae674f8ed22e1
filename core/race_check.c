/* race_check.c - is a position, which may come from outside, one that the rules can hold? */
#include "core/race.h"

enum { CAPTURE_STEPS = 20, HOME_STEPS = 10, SIXES_MAX = 2, FACES = 6 };

static const char *fault_at(char at[static 16], const char *why, unsigned id)
{
    struct text to = text_over(at, 16);
    race_pawn_write(id, &to);
    return why;
}

/* May these pawns stand together on a shared square, as the rules leave pawns standing? */
static const char *square_fault(const struct race *race, unsigned square, u32 there)
{
    const unsigned n = (unsigned)__builtin_popcount(there);
    /* On a start square entering may leave two seats together (10.1). */
    const bool shares = (race_safe(race, square) && race->o.safe_effect == RACE_EFFECT_SHARE) ||
                        (race_is_start(race, square) && race->o.enter_capture != RACE_ENTER_AS_LANDING);
    if (n > race->capacity)
        return "too many pawns on one square";
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        const u32 own = there & (0xfu << RACE_PAWNS_MAX * seat);
        const unsigned n_own = (unsigned)__builtin_popcount(own);
        const bool entered = race->o.six_enters_two_or_sixth == RACE_TWO_OR_SIXTH_YES && race->start[seat] == square;
        if ((race->o.own_sharing == RACE_OWN_PAIR && n_own > 2) ||
            (race->o.own_sharing >= RACE_OWN_FORBID && n_own > (entered ? 2 : 1)))
            return "too many pawns of one seat on one square";
        for (unsigned other = seat + 1; n_own && other < race->n_seats; other++) {
            if (!(there & (0xfu << RACE_PAWNS_MAX * other)))
                continue;
            if (race_partners(race, seat, other) ? race->o.own_sharing >= RACE_OWN_FORBID : !shares)
                return "two seats on a square that they can't share";
        }
    }
    return NULL;
}

static const char *pawns_fault(const struct race *race, const struct race_state *state, char at[static 16])
{
    const bool single = race->o.corridor_rule >= RACE_CORRIDOR_SINGLE;
    const unsigned lane = single ? 1 : race->o.corridor_rule == RACE_CORRIDOR_PAIR ? 2 : RACE_PAWNS_MAX;
    for (unsigned id = 0; id < RACE_IDS; id++) {
        const unsigned seat = race_seat(id), p = state->at[id];
        const bool plays = seat < race->n_seats && id % RACE_PAWNS_MAX < race->n_pawns;
        if (p == RACE_BASE)
            continue;
        if (!plays)
            return fault_at(at, "no such pawn plays", id);
        if (p > race->goal)
            return fault_at(at, "a pawn past the goal", id);
        if (race->first && p == 0)
            return fault_at(at, "a pawn waits in base, not on progress 0", id);
        if (p <= race->last || (p == race->goal && !race->first_slot))
            continue;
        unsigned n = 0;
        for (unsigned other = race_id(seat, 0); other < race_id(seat + 1, 0); other++)
            n += state->at[other] == p;
        if (n > lane)
            return fault_at(at, "too many pawns on one square of the corridor", id);
    }
    return NULL;
}

static const char *squares_fault(const struct race *race, const struct race_state *state, char at[static 16])
{
    for (unsigned square = 0; square < race->track; square++) {
        const u32 there = race_pawns_at(race, state, square);
        const u8 on = race_who(there);
        if (state->on[square] != on || (square < RACE_AHEAD && state->on[race->track + square] != on))
            return "a square that is noted wrongly";
        if (!there)
            continue;
        const unsigned first = (unsigned)__builtin_ctz(there);
        const char *why = square_fault(race, square, there);
        u32 orders = 0;
        for (u32 pawns = there; pawns; pawns &= pawns - 1)
            orders |= (u32)1 << (state->order[__builtin_ctz(pawns)] % RACE_IDS);
        if (!why && orders != ((u32)1 << __builtin_popcount(there)) - 1)
            why = "pawns of a square without an order of arrival";
        if (why)
            return fault_at(at, why, first);
    }
    return NULL;
}

static const char *finished_fault(const struct race *race, const struct race_state *state)
{
    u32 seen = 0;
    if (state->n_finished > race->n_seats)
        return "more seats finished than play";
    for (unsigned k = 0; k < state->n_finished; k++) {
        const unsigned seat = state->finished[k];
        if (seat >= race->n_seats || (seen >> seat & 1))
            return "a seat finished twice, or one that doesn't play";
        if (!race_all_home(race, state, seat))
            return "a seat finished whose pawns are not all home";
        seen |= 1u << seat;
    }
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race_all_home(race, state, seat) && !(seen >> seat & 1))
            return "a seat is home that hasn't finished";
    return NULL;
}

/* May a seat have moved pawns of this one: its own, or its partner's? */
static bool moves_for(const struct race *race, unsigned seat, unsigned owner)
{
    return owner < race->n_seats && race_partners(race, seat, owner);
}

/* Can the roll whose move is awaited be thrown: one worth, or two dice, a double with its reverse faces where those count? */
static bool roll_shown(const struct race *race, const struct race_state *state)
{
    struct race_ask roll = {.kind = RACE_ASK_ROLL, .dice = {state->dice[0], state->dice[1]}};
    bool shown = false;
    for (unsigned k = 0; k < RACE_WORTHS; k++)
        shown |= race_shown(race, k) == state->roll;
    if (race->o.dice != RACE_DICE_2D6)
        return shown;
    roll = race_rolled(race, state, roll);
    return state->roll == 1 && roll.dice[1] && bytes_equal(roll.dice, state->dice, sizeof roll.dice);
}

/* Are the dice left, or the roll whose move is awaited, such as these rules throw? */
static const char *dice_fault(const struct race *race, const struct race_state *state)
{
    const bool two = race->o.dice == RACE_DICE_2D6;
    unsigned n = 0;
    while (n < RACE_DICE_MAX && state->dice[n])
        n++;
    for (unsigned k = 0; k < RACE_DICE_MAX; k++)
        if (state->dice[k] > FACES || (state->dice[k] && k >= n))
            return "a die shows 1 to 6";
    if (n && !two)
        return "these rules have no two dice";
    unsigned n_like = 0, n_reverse = 0;
    for (unsigned k = 0; k < n; k++) {
        n_like += state->dice[k] == state->dice[0];
        n_reverse += state->dice[k] == FACES + 1 - state->dice[0];
    }
    if (n > 2 && (race->six != RACE_SIX_DOUBLES || n_like > 2 || n_reverse > 2 || n_like + n_reverse < n))
        return "no roll leaves these dice";
    return state->roll && !roll_shown(race, state) ? "the dice have no such roll" : NULL;
}

static bool parted_ok(const struct race *race, const struct race_state *state)
{
    for (unsigned k = 0; k < RACE_PARTED_MAX; k++) {
        const unsigned id = state->parted[k] - 1u;
        if (!state->parted[k] && !state->parted[k | 1])
            continue;
        if (!state->parted[k] || !state->dice[0] || race->o.block != RACE_BLOCK_EVERYONE_PAIR || id >= RACE_IDS ||
            !moves_for(race, state->turn, race_seat(id)) || race_seat(id) != race_seat(state->parted[k ^ 1] - 1u) ||
            state->parted[k ^ 1] == state->parted[k])
            return false;
    }
    /* Each pair was parted by a die that is played now. */
    unsigned n_left = 0, n_pairs = 0;
    while (n_left < RACE_DICE_MAX && state->dice[n_left])
        n_left++;
    while (n_pairs < RACE_PARTED_MAX / 2 && state->parted[2 * n_pairs])
        n_pairs++;
    for (unsigned k = 2 * n_pairs; k < RACE_PARTED_MAX; k++)
        if (state->parted[k])
            return false;
    return n_pairs + n_left <= (race->six == RACE_SIX_DOUBLES ? RACE_DICE_MAX : 2);
}

/* A roll whose move is awaited has been counted: a six, or none in a row any more. So has one of which dice are left: three, or
 * two alike, are left of a double alone, and a 6 that is left was thrown. */
static const char *count_fault(const struct race *race, const struct race_state *state)
{
    static const char *const missing[] = {
        [RACE_SIX_FACE] = "the six that is awaited is counted already: add sixes=1, or 2 if it is the second",
        [RACE_SIX_DOUBLES] = "the double that is awaited is counted already: add doubles=1, or 2 if it is the second",
        [RACE_SIX_GRACE] = "the grace that is awaited is counted already: add sixes=1, or 2 if it is the second",
    };
    struct race_ask roll = {.kind = RACE_ASK_ROLL, .count = state->dice[0] ? 0 : state->roll};
    const bool counted = state->sixes || state->doubles;
    bytes_copy(roll.dice, state->dice, sizeof roll.dice);
    if (!state->roll && !state->dice[0])
        return NULL;
    const bool partly = !state->roll, doubles = race->six == RACE_SIX_DOUBLES;
    const bool six = partly && doubles ? roll.dice[2] || roll.dice[0] == roll.dice[1] : race_is_six(race, roll);
    if (six && !counted)
        return missing[race->six];
    return counted && !six && !partly ? "the roll that is awaited ends the count: leave this out" : NULL;
}

/* Has what the turn remembers come from these rules? `at` gets the field. */
static const char *turn_fault(const struct race *race, const struct race_state *state, const char **at)
{
    const struct race_options *o = &race->o;
    const bool can_be_due[] = {
        [RACE_AGAIN_NO] = true,
        [RACE_AGAIN_SIX] = race_six_again(race) == RACE_AGAIN_SIX && state->sixes,
        [RACE_AGAIN_DOUBLES] = race_six_again(race) == RACE_AGAIN_DOUBLES && state->doubles,
        [RACE_AGAIN_GRACE] = race_six_again(race) == RACE_AGAIN_GRACE && state->sixes,
        [RACE_AGAIN_CAPTURE] = o->capture_reward == RACE_CAPTURE_ROLL,
        [RACE_AGAIN_HOME] = o->home_reward == RACE_HOME_ROLL,
        [RACE_AGAIN_TRIES] = o->none_on_course == RACE_NONE_THREE_TRIES,
    };
    *at = "last";
    if (state->last > RACE_IDS || (state->last && !moves_for(race, state->turn, race_seat(state->last - 1u))))
        return "the seat to play doesn't move this pawn";
    *at = "sixes";
    if (state->sixes && race->six == RACE_SIX_DOUBLES)
        return "these rules count doubles, not sixes";
    if (o->triple_six != RACE_TRIPLE_OFF && state->sixes > SIXES_MAX)
        return "the third six has ended the turn";
    *at = "doubles";
    if (state->doubles && race->six != RACE_SIX_DOUBLES)
        return "these rules count no doubles";
    if (o->triple_six != RACE_TRIPLE_OFF && state->doubles > SIXES_MAX)
        return "the third double has ended the turn";
    const u8 counters[] = {state->sixes, state->doubles, state->tries};
    static const char *const names[] = {"sixes", "doubles", "tries"};
    for (unsigned k = 0; k < COUNT(counters); k++)
        if (counters[k] > RACE_COUNTER_MAX) {
            *at = names[k];
            return "nobody counts so far";
        }
    *at = "dice_left";
    const char *why = dice_fault(race, state);
    if (why)
        return why;
    *at = race->six == RACE_SIX_DOUBLES ? "doubles" : "sixes";
    why = count_fault(race, state);
    if (why)
        return why;
    *at = "from_blockade";
    if (!parted_ok(race, state))
        return "pairs of pawns that the seat moves, while dice are left";
    *at = "owed";
    if ((state->roll && state->n_owed && !state->dice[0]) || state->n_owed > RACE_OWED_MAX)
        return "a roll and owed steps at once";
    for (unsigned k = 0; k < RACE_OWED_MAX; k++) {
        const bool earned = (state->owed[k] == CAPTURE_STEPS && o->capture_reward == RACE_CAPTURE_STEPS) ||
                            (state->owed[k] == HOME_STEPS && o->home_reward == RACE_HOME_STEPS);
        if (k < state->n_owed ? !earned : state->owed[k] != 0)
            return "these rules give no such bonus";
    }
    if ((state->n_owed || state->dice[0]) && race_over(race, state))
        return "nothing is owed when the game is over";
    *at = "again";
    return state->again < COUNT(can_be_due) && can_be_due[state->again] ? NULL : "these rules give no such roll here";
}

const char *race_state_fault(const struct race *race, const struct race_state *state, char at[static 16])
{
    const char *field = "turn";
    at[0] = 0;
    const char *why = state->turn < race->n_seats ? pawns_fault(race, state, at) : "no such seat plays";
    if (!why)
        why = squares_fault(race, state, at);
    if (!why) {
        field = "finished";
        why = finished_fault(race, state);
    }
    if (!why && !race_over(race, state) && race_mover(race, state) == RACE_NOBODY) {
        field = "turn";
        why = "this seat has nothing left to move";
    }
    if (!why)
        why = turn_fault(race, state, &field);
    struct race_choices choices;
    if (!why && state->roll) {
        field = "roll";
        race_choose(race, state, &choices);
        why = choices.n ? NULL : "nobody can play this roll, so none is awaited";
    }
    if (why && !at[0]) {
        struct text where = text_over(at, 16);
        text_put(&where, field);
    }
    return why;
}
