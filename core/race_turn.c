/* race_turn.c - turn flow of the race games (rules.md 1.4): rolls, moves, owed steps, further rolls, the next seat.
 *
 * A roll is done in this order: the third six; the move; each bonus that it earned, at once; then a further roll or
 * the next seat. */
#include "core/race.h"

enum { SIX = 6, TRIES_MAX = 3, COUNTER_MAX = 250 };

/* The next seat that has pawns to move; after the end of the game the turn stays where it is. */
static void end_turn(const struct race *race, struct race_state *state)
{
    const u8 first = state->turn;
    state->sixes = state->tries = state->last = state->again = state->roll = 0;
    if (race_over(race, state))
        return;
    do
        state->turn = (u8)((state->turn + 1u) % race->n_seats);
    while (state->turn != first && race_mover(race, state) == RACE_NOBODY);
}

/* --- what is asked --------------------------------------------------------------------------------------------------- */

/* A turn may begin with an entry that needs no throw. */
static bool free_entry(const struct race *race, const struct race_state *state)
{
    struct race_move moves[RACE_MOVES_MAX];
    const u8 mover = race_mover(race, state);
    return race->o.none_on_course == RACE_NONE_FREE_ENTRY && !state->sixes && !state->tries && !state->last &&
           mover != RACE_NOBODY && !race_on_course(race, state, mover) &&
           race_moves(race, state, (struct race_ask){RACE_ASK_ENTER, 0}, moves, NULL) > 0;
}

bool race_asked(const struct race *race, const struct race_state *state, struct race_ask *ask)
{
    if (state->roll)
        *ask = (struct race_ask){RACE_ASK_ROLL, state->roll};
    else if (state->n_owed)
        *ask = (struct race_ask){RACE_ASK_BONUS, state->owed[0]};
    else if (free_entry(race, state))
        *ask = (struct race_ask){RACE_ASK_ENTER, 0};
    else
        return false;
    return true;
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

static void strike_off(const struct race *race, struct race_state *state, struct race_log *log)
{
    struct race_move moves[RACE_MOVES_MAX];
    while (state->n_owed) {
        const struct race_ask ask = {RACE_ASK_BONUS, state->owed[0]};
        if (race_moves(race, state, ask, moves, NULL))
            return;
        if (log)
            (void)log_event(log, state, RACE_EVENT_LOST, ask);
        pop_owed(state);
    }
}

/* After a move or a roll without one: the owed steps, then a further roll or the next seat. */
void race_settle(const struct race *race, struct race_state *state, struct race_log *log)
{
    const bool over = race_over(race, state);
    if (over || race_mover(race, state) == RACE_NOBODY) { /* nothing follows a winning move (rules.md 10.1) */
        state->n_owed = state->again = 0;
        bytes_fill(state->owed, 0, sizeof state->owed);
    }
    strike_off(race, state, log);
    const u8 mover = race_mover(race, state);
    if (mover != RACE_NOBODY && race_on_course(race, state, mover))
        state->tries = 0;
    if (state->n_owed)
        return;
    state->roll = 0;
    if (state->again && !over)
        state->again = RACE_AGAIN_NO;
    else
        end_turn(race, state);
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
        if (state->at[id] <= race->last)
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

static void cancel_roll(const struct race *race, struct race_state *state, struct race_log *log)
{
    u8 spared;
    const u32 home = third_six_hits(race, state, &spared);
    if (log) {
        struct race_event *event = log_event(log, state, RACE_EVENT_CANCELLED, (struct race_ask){RACE_ASK_ROLL, SIX});
        event->home = home;
        event->spared = spared;
    }
    for (u32 pawns = home; pawns; pawns &= pawns - 1)
        send_home(race, state, (unsigned)__builtin_ctz(pawns));
    end_turn(race, state);
}

/* A roll without a move may still give another (rules.md 1.4, step 7). */
static enum race_again stuck_again(const struct race *race, const struct race_state *state, unsigned face, bool none)
{
    if (face == SIX && race->o.six_extra == RACE_SIX_EXTRA_YES && race->o.six_extra_when_stuck == RACE_STUCK_YES)
        return RACE_AGAIN_SIX;
    return none && race->o.none_on_course == RACE_NONE_THREE_TRIES && state->tries < TRIES_MAX ? RACE_AGAIN_TRIES
                                                                                               : RACE_AGAIN_NO;
}

static u8 counted(u8 counter)
{
    return counter < COUNTER_MAX ? (u8)(counter + 1) : counter;
}

void race_roll(const struct race *race, struct race_state *state, unsigned face, struct race_log *log)
{
    struct race_move moves[RACE_MOVES_MAX];
    REQUIRE(face >= 1 && face <= SIX && !state->roll && !state->n_owed);
    if (race_third_six(race, state, face)) {
        cancel_roll(race, state, log);
        return;
    }
    const u8 mover = race_mover(race, state);
    const bool none = mover != RACE_NOBODY && !race_on_course(race, state, mover);
    state->tries = none ? counted(state->tries) : 0;
    state->sixes = face == SIX ? counted(state->sixes) : 0;
    state->roll = (u8)face;
    const struct race_ask ask = {RACE_ASK_ROLL, (u8)face};
    if (race_moves(race, state, ask, moves, NULL))
        return;
    state->again = (u8)stuck_again(race, state, face, none);
    if (log)
        log_event(log, state, RACE_EVENT_STUCK, ask)->again = state->again;
    race_settle(race, state, log);
}

static void move_pawns(const struct race *race, struct race_state *state, const struct race_move *move)
{
    for (u32 taken = move->taken; taken; taken &= taken - 1)
        send_home(race, state, (unsigned)__builtin_ctz(taken));
    race_put(race, state, move->pawn, move->to);
    state->last = (u8)(move->pawn + 1);
    const u8 seat = race_seat(move->pawn);
    if (move->taken)
        state->captured |= (u8)(1u << seat);
    if (race_all_home(race, state, seat) && !race_has_finished(state, seat))
        state->finished[state->n_finished++] = seat;
}

void race_play(const struct race *race, struct race_state *state, const struct race_move *move, struct race_log *log)
{
    struct race_ask ask;
    REQUIRE(race_asked(race, state, &ask));
    const bool declined = move->pawn == RACE_DECLINE;
    u8 owed[RACE_OWED_MAX];
    const unsigned n_owed = declined ? 0 : race_bonus(race, state, move, owed);
    const u8 again = (u8)race_earns(race, state, ask, move);
    if (log) {
        struct race_move moves[RACE_MOVES_MAX];
        const u8 distinct = (u8)race_distinct(moves, race_moves(race, state, ask, moves, NULL));
        struct race_event *event = log_event(log, state, declined ? RACE_EVENT_DECLINED : RACE_EVENT_MOVE, ask);
        event->move = *move;
        event->distinct = distinct;
        event->again = again;
        for (unsigned k = 0; k < n_owed; k++)
            event->bonus = (u16)(event->bonus + owed[k]);
    }
    if (ask.kind == RACE_ASK_BONUS)
        pop_owed(state);
    else if (ask.kind == RACE_ASK_ROLL)
        state->again = again;
    if (!declined)
        move_pawns(race, state, move);
    for (unsigned k = 0; k < n_owed && state->n_owed < RACE_OWED_MAX; k++)
        state->owed[state->n_owed++] = owed[k];
    state->roll = 0;
    race_settle(race, state, log);
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
