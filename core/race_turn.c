/* race_turn.c - turn flow of the race games (rules.md 1.4): rolls, moves, owed steps, further rolls, the next seat.
 *
 * A roll is done in this order: the third six; the move, of two dice one a die; each bonus that was earned; then a further
 * roll or the next seat. */
#include "core/race_turn.h"

/* The next seat that has pawns to move; after the end of the game the turn stays where it is. */
static void end_turn(const struct race *race, struct race_state *state)
{
    const u8 first = state->turn;
    state->sixes = state->doubles = state->tries = state->last = state->again = state->roll = 0;
    if (race_over(race, state))
        return;
    do
        state->turn = (u8)((state->turn + 1u) % race->n_seats);
    while (state->turn != first && race_mover(race, state) == RACE_NOBODY);
}

/* --- what is asked --------------------------------------------------------------------------------------------------- */

/* Has the seat whose pawns are moved none on the course? */
static bool none_on_course(const struct race *race, const struct race_state *state)
{
    const u8 mover = race_mover(race, state);
    return mover != RACE_NOBODY && !race_on_course(race, state, mover);
}

/* A turn may begin with an entry that needs no throw: the moves that do it. */
static unsigned free_entry(const struct race *race, const struct race_state *state,
                           struct race_move moves[static RACE_MOVES_MAX])
{
    if (race->o.none_on_course != RACE_NONE_FREE_ENTRY)
        return 0;
    const bool begins = !state->sixes && !state->doubles && !state->tries && !state->last;
    if (!begins || race_over(race, state) || !none_on_course(race, state))
        return 0;
    return race_moves(race, state, (struct race_ask){.kind = RACE_ASK_ENTER}, moves, NULL);
}

/* The dice that are left of a roll. */
static struct race_ask dice_left(const struct race_state *state)
{
    struct race_ask ask = {.kind = state->roll ? RACE_ASK_ROLL : RACE_ASK_DIE};
    bytes_copy(ask.dice, state->dice, sizeof ask.dice);
    return ask;
}

bool race_asked(const struct race *race, const struct race_state *state, struct race_ask *ask)
{
    if (state->dice[0])
        *ask = dice_left(state);
    else if (state->roll)
        *ask = (struct race_ask){.kind = RACE_ASK_ROLL, .count = state->roll};
    else if (state->n_owed)
        *ask = (struct race_ask){.kind = RACE_ASK_BONUS, .count = state->owed[0]};
    else if (race->o.none_on_course == RACE_NONE_FREE_ENTRY &&
             free_entry(race, state, (struct race_move[RACE_MOVES_MAX]){{0}}))
        *ask = (struct race_ask){.kind = RACE_ASK_ENTER};
    else
        return false;
    return true;
}

void race_choose(const struct race *race, const struct race_state *state, struct race_choices *choices)
{
    struct race_ask ask;
    const bool asked = !race_over(race, state) && race_asked(race, state, &ask);
    choices->n = asked ? race_moves(race, state, ask, choices->move, NULL) : 0;
}

/* --- the flow -------------------------------------------------------------------------------------------------------- */

static struct race_event *log_event(struct race_log *log, const struct race_state *state, u8 kind, struct race_ask ask)
{
    static const struct race_event none;
    REQUIRE(log->n < RACE_LOG_MAX);
    struct race_event *event = &log->event[log->n++];
    *event = none;
    event->kind = kind;
    event->seat = state->turn;
    event->ask = ask;
    return event;
}

static void pop_owed(struct race_state *state)
{
    state->n_owed--;
    for (unsigned k = 0; k < state->n_owed; k++)
        state->owed[k] = state->owed[k + 1];
    state->owed[state->n_owed] = 0;
}

static void dice_drop(struct race_state *state)
{
    bytes_fill(state->dice, 0, sizeof state->dice);
    bytes_fill(state->parted, 0, sizeof state->parted);
    state->roll = 0;
}

/* Dice and then owed steps that nobody can play are lost. `choices` gets how the first of what is left can be played. */
static void strike_off(const struct race *race, struct race_state *state, struct race_choices *choices,
                       struct race_log *log)
{
    choices->n = 0;
    if (state->dice[0]) {
        const struct race_ask ask = dice_left(state);
        choices->n = race_moves(race, state, ask, choices->move, NULL);
        if (choices->n)
            return;
        if (log)
            log_event(log, state, RACE_EVENT_STUCK, ask)->again = state->again;
        dice_drop(state);
    }
    while (state->n_owed) {
        const struct race_ask ask = {.kind = RACE_ASK_BONUS, .count = state->owed[0]};
        choices->n = race_moves(race, state, ask, choices->move, NULL);
        if (choices->n)
            return;
        if (log)
            (void)log_event(log, state, RACE_EVENT_LOST, ask);
        pop_owed(state);
    }
}

/* After a move or a roll without one: the owed steps, then a further roll or the next seat. */
void race_settle(const struct race *race, struct race_state *state, struct race_choices *choices, struct race_log *log)
{
    const bool over = race_over(race, state);
    if (over || race_mover(race, state) == RACE_NOBODY) { /* nothing follows a winning move (rules.md 10.1) */
        state->n_owed = state->again = 0;
        dice_drop(state);
        bytes_fill(state->owed, 0, sizeof state->owed);
    }
    strike_off(race, state, choices, log);
    if (state->tries && !none_on_course(race, state))
        state->tries = 0;
    if (choices->n)
        return;
    state->roll = 0;
    if (state->again && !over)
        state->again = RACE_AGAIN_NO;
    else
        end_turn(race, state);
    choices->n = free_entry(race, state, choices->move);
}

static void send_home(const struct race *race, struct race_state *state, unsigned id)
{
    race_put(race, state, id, RACE_BASE);
}

/* Pawns that a third six sends home, and in `spared` the one that it would, were it not safe from it. */
static u32 third_six_hits(const struct race *race, const struct race_state *state, u8 *spared)
{
    const u8 mover = race_mover(race, state);
    u32 home = 0;
    *spared = 0;
    if (race->o.triple_six == RACE_TRIPLE_LAST_HOME && state->last) {
        const unsigned id = state->last - 1u;
        if (race_square(race, race_seat(id), state->at[id]) != RACE_NOBODY)
            home = (u32)1 << id;
        else if (state->at[id] != RACE_BASE)
            *spared = state->last;
    }
    if (mover == RACE_NOBODY)
        return home;
    unsigned best = RACE_IDS;
    for (unsigned id = race_id(mover, 0); id < race_id(mover, race->n_pawns); id++) {
        const u8 square = race_square(race, mover, state->at[id]);
        if (race->o.triple_six == RACE_TRIPLE_UNSAFE_HOME && square != RACE_NOBODY && !race_safe(race, square))
            home |= (u32)1 << id;
        if (state->at[id] != RACE_BASE && !race_home(race, state, id) &&
            (best == RACE_IDS || state->at[id] > state->at[best]))
            best = id;
    }
    if (race->o.triple_six == RACE_TRIPLE_FURTHEST_HOME && best < RACE_IDS)
        home = (u32)1 << best;
    return home;
}

static void cancel_roll(const struct race *race, struct race_state *state, struct race_ask roll, struct race_log *log)
{
    u8 spared;
    const u32 home = third_six_hits(race, state, &spared);
    if (log) {
        struct race_event *event = log_event(log, state, RACE_EVENT_CANCELLED, roll);
        event->home = home;
        event->spared = spared;
    }
    for (u32 pawns = home; pawns; pawns &= pawns - 1)
        send_home(race, state, (unsigned)__builtin_ctz(pawns));
    end_turn(race, state);
}

/* A roll without a move may still give another (rules.md 1.4, step 7). */
static enum race_again stuck_again(const struct race *race, const struct race_state *state, bool six, bool none)
{
    const enum race_again again = race_six_again(race);
    if (six && again && race->o.six_extra_when_stuck == RACE_STUCK_YES)
        return again;
    return none && race->o.none_on_course == RACE_NONE_THREE_TRIES && state->tries < RACE_TRIES_MAX ? RACE_AGAIN_TRIES
                                                                                                    : RACE_AGAIN_NO;
}

void race_roll_in_full(const struct race *race, struct race_state *state, struct race_ask roll,
                       struct race_choices *choices, struct race_log *log)
{
    if (race_third_six(race, state, roll)) {
        cancel_roll(race, state, roll, log);
        choices->n = free_entry(race, state, choices->move);
        return;
    }
    const bool none = race->tries && none_on_course(race, state), six = race_is_six(race, roll);
    u8 *counter = race->six == RACE_SIX_DOUBLES ? &state->doubles : &state->sixes;
    state->tries = none ? race_counted(state->tries) : 0;
    *counter = six ? race_counted(*counter) : 0;
    roll = race_rolled(race, state, roll);
    state->roll = roll.dice[0] ? 1 : roll.count;
    bytes_copy(state->dice, roll.dice, sizeof state->dice);
    choices->n = race_moves(race, state, roll, choices->move, NULL);
    if (choices->n)
        return;
    dice_drop(state);
    state->again = (u8)stuck_again(race, state, six, none);
    if (log)
        log_event(log, state, RACE_EVENT_STUCK, roll)->again = state->again;
    race_settle(race, state, choices, log);
}

/* Notes a pair of own pawns that stood alone together and that a die parts (rules.md 7.5). */
static void part(const struct race *race, struct race_state *state, unsigned id)
{
    const unsigned seat = race_seat(id);
    unsigned n = 0, k = 0, other = 0;
    for (unsigned mate = race_id(seat, 0); mate < race_id(seat, race->n_pawns); mate++)
        if (mate != id && race_same_place(race, seat, state->at[id], state->at[mate])) {
            other = mate;
            n++;
        }
    while (k < RACE_PARTED_MAX && state->parted[k])
        k += 2;
    if (n == 1 && k < RACE_PARTED_MAX && state->at[id] != RACE_BASE && race->o.block == RACE_BLOCK_EVERYONE_PAIR) {
        state->parted[k] = (u8)(id + 1);
        state->parted[k + 1] = (u8)(other + 1);
    }
}

/* Takes the dice that a move used from those that are left, and notes whom it parts while others are. */
static void use_dice(const struct race *race, struct race_state *state, const struct race_move *move)
{
    for (unsigned used = 0; used < COUNT(move->dice) && move->dice[used]; used++) {
        unsigned k = 0;
        while (k < RACE_DICE_MAX && state->dice[k] != move->dice[used])
            k++;
        REQUIRE(k < RACE_DICE_MAX);
        for (; k + 1 < RACE_DICE_MAX; k++)
            state->dice[k] = state->dice[k + 1];
        state->dice[RACE_DICE_MAX - 1] = 0;
    }
    if (!state->dice[0])
        dice_drop(state);
    else
        part(race, state, move->pawn);
}

/* The mover arrives before those it captures go: others on its square keep their order among themselves. */
static void move_pawns(const struct race *race, struct race_state *state, const struct race_move *move)
{
    race_put(race, state, move->pawn, move->to);
    if (move->other)
        race_put(race, state, move->other - 1u, move->to);
    for (u32 taken = move->taken; taken; taken &= taken - 1)
        send_home(race, state, (unsigned)__builtin_ctz(taken));
    state->last = move->other ? move->other : (u8)(move->pawn + 1);
    const u8 seat = race_seat(move->pawn);
    if (move->taken)
        state->captured |= (u8)(1u << seat);
    if (race_all_home(race, state, seat) && !race_has_finished(state, seat))
        state->finished[state->n_finished++] = seat;
}

void race_play_in_full(const struct race *race, struct race_state *state, struct race_choices *choices, unsigned k,
                       struct race_log *log)
{
    struct race_ask ask;
    REQUIRE(race_asked(race, state, &ask));
    const struct race_move played = choices->move[k], *move = &played;
    const bool declined = move->pawn == RACE_DECLINE;
    u8 owed[RACE_OWED_MAX];
    const unsigned n_owed = declined || !race->steps ? 0 : race_bonus(race, state, ask, move, owed);
    const u8 again = (u8)race_earns(race, state, ask, move);
    if (log) {
        struct race_event *event = log_event(log, state, declined ? RACE_EVENT_DECLINED : RACE_EVENT_MOVE, ask);
        event->move = *move;
        event->distinct = (u8)race_distinct(choices->move, choices->n);
        event->again = again;
        for (unsigned step = 0; step < n_owed; step++)
            event->bonus = (u16)(event->bonus + owed[step]);
    }
    if (ask.kind == RACE_ASK_BONUS)
        pop_owed(state);
    else if (ask.kind != RACE_ASK_ENTER)
        state->again = again;
    if (declined)
        dice_drop(state);
    else if (ask.dice[0])
        use_dice(race, state, move);
    if (!declined)
        move_pawns(race, state, move);
    for (unsigned step = 0; step < n_owed && state->n_owed < RACE_OWED_MAX; step++)
        state->owed[state->n_owed++] = owed[step];
    state->roll = 0;
    race_settle(race, state, choices, log);
}

void race_start(const struct race *race, struct race_state *state)
{
    bytes_fill(state, 0, sizeof *state);
    bytes_fill(state->at, RACE_BASE, sizeof state->at);
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned pawn = 0; pawn < race->o.start_out && pawn < race->n_pawns; pawn++)
            state->at[race_id(seat, pawn)] = 0;
    race_order(race, state, NULL, 0);
}
