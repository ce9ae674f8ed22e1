/* race_play.c - rolls and moves: at once where nothing unusual happens, which is nearly always, else in full (race_turn.c).
 *
 * Under plain rules, while nobody has finished, most rolls move one pawn and pass the turn on. A test plays every game both
 * ways. */
#include "core/race_quick.h"
#include "core/race_scene.h"
#include "core/race_turn.h"

enum { SIX = 6 };

static inline void pass_on(const struct race *race, struct race_state *state)
{
    const unsigned next = state->turn + 1u;
    state->turn = (u8)(next == race->n_seats ? 0 : next);
    state->roll = state->again = state->sixes = state->doubles = state->tries = state->last = 0;
}

static void keep_duties(const struct race *race, const struct race_state *state, struct race_ask roll,
                        struct race_choices *choices)
{
    struct scene scene;
    race_scene_make(&scene, race, state, roll, state->turn);
    choices->n = race_duties(&scene, choices->move, choices->n, NULL);
}

void race_roll(const struct race *race, struct race_state *state, struct race_ask roll, struct race_choices *choices,
               struct race_log *log)
{
    const bool six = roll.count == SIX;
    REQUIRE(!(state->roll | state->n_owed | state->dice[0]));
    if (log || !race->quick || state->n_finished ||
        (six && state->sixes >= 2 && race->o.triple_six != RACE_TRIPLE_OFF)) {
        race_roll_in_full(race, state, roll, choices, log);
        return;
    }
    const bool none = race->tries && !race_on_course(race, state, state->turn);
    state->tries = none ? race_counted(state->tries) : 0;
    state->sixes = six ? race_counted(state->sixes) : 0;
    state->roll = roll.count;
    choices->n = race_quick_moves(race, state, state->turn, roll, choices->move);
    if (choices->n >= 2 && race->more_duties)
        keep_duties(race, state, roll, choices);
    if (choices->n)
        return;
    state->roll = 0;
    if (!(six && race->six_stuck) && !(none && state->tries < RACE_TRIES_MAX))
        pass_on(race, state);
}

void race_play(const struct race *race, struct race_state *state, struct race_choices *choices, unsigned k,
               struct race_log *log)
{
    REQUIRE(k < choices->n);
    const struct race_move *move = &choices->move[k];
    if (log || !race->quick || !state->roll || state->n_finished || race_arrived(race, move->to) || move->suicide ||
        (move->taken && race->steps)) {
        race_play_in_full(race, state, choices, k, log);
        return;
    }
    const bool six = state->roll == SIX && race->o.six_extra == RACE_SIX_EXTRA_YES;
    race_put(race, state, move->pawn, move->to);
    for (u32 taken = move->taken; taken; taken &= taken - 1)
        race_put(race, state, (unsigned)__builtin_ctz(taken), RACE_BASE);
    if (move->taken)
        state->captured |= (u8)(1u << state->turn);
    choices->n = 0;
    if (six || (move->taken && race->o.capture_reward == RACE_CAPTURE_ROLL)) {
        state->last = (u8)(move->pawn + 1);
        state->tries = state->roll = 0;
    } else {
        pass_on(race, state);
    }
}
