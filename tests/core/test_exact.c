/* test_exact.c - the engine against exact chances: one pawn each, two seats opposite. With a single pawn nobody has a choice, so
 * the game is a Markov chain over where both stand, whose turn it is and how many sixes were rolled; the first seat's chance
 * to win, by value iteration, is known to six digits from two other programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/race.h"

enum { PLACES = 58, SIXES = 3, STATES = PLACES * PLACES * 2 * SIXES, FACES = 6, WON = STATES, LOST };

/* Where each roll leads from each state; the last two are ends, for seat A. */
static unsigned next[STATES][FACES];
static double chance[STATES + 2];

static unsigned number_of(const struct race *race, const struct race_state *state)
{
    if (race_over(race, state))
        return state->finished[0] == 0 ? WON : LOST;
    const unsigned a = (u8)(state->at[race_id(0, 0)] + 1u), b = (u8)(state->at[race_id(1, 0)] + 1u);
    const unsigned sixes = race->o.triple_six == RACE_TRIPLE_OFF ? 0 : state->sixes;
    return ((a * PLACES + b) * 2 + state->turn) * SIXES + sixes;
}

/* The position of a number; false where the rules can't hold it, or nobody has anything to roll for. */
static bool position_of(const struct race *race, unsigned number, struct race_state *state)
{
    char at[16];
    race_start(race, state);
    state->sixes = (u8)(number % SIXES);
    state->turn = (u8)(number / SIXES % 2);
    state->at[race_id(0, 0)] = (u8)(number / SIXES / 2 / PLACES - 1);
    state->at[race_id(1, 0)] = (u8)(number / SIXES / 2 % PLACES - 1);
    race_order(race, state, NULL, 0);
    return !race_state_fault(race, state, at) && !race_over(race, state);
}

static unsigned after(const struct race *race, struct race_state state, unsigned outcome)
{
    struct race_choices choices;
    struct race_ask ask;
    race_roll(race, &state, race_outcome(race, outcome), &choices, NULL);
    if (!race_over(race, &state) && race_asked(race, &state, &ask)) {
        assert_int_equal(choices.n, 1);
        race_play(race, &state, &choices, 0, NULL);
    }
    return number_of(race, &state);
}

/* One sweep over all states; the largest change of a chance. */
static double sweep(void)
{
    double most = 0;
    for (unsigned number = 0; number < STATES; number++) {
        double sum = 0;
        for (unsigned face = 0; face < FACES; face++)
            sum += chance[next[number][face]];
        most = fmax(most, fabs(sum / FACES - chance[number]));
        chance[number] = sum / FACES;
    }
    return most;
}

static double chance_of_first(const char *line)
{
    struct race_setup setup;
    struct race race;
    struct race_state state;
    struct game_fault fault;
    assert_true(race_setup_read(&setup, line, &fault) && race_compile(&race, &setup, &fault));
    assert_int_equal(race.goal, PLACES - 2); /* a base, progress 0 to 56 */
    for (unsigned number = 0; number < STATES; number++) {
        const bool held = position_of(&race, number, &state);
        chance[number] = 0;
        for (unsigned face = 0; face < FACES; face++)
            next[number][face] = held ? after(&race, state, face + 1) : number;
    }
    chance[WON] = 1;
    chance[LOST] = 0;
    while (sweep() > 1e-12)
        ;
    race_start(&race, &state);
    return chance[number_of(&race, &state)];
}

static void the_first_seat_wins_as_often_as_it_must(void **unused)
{
    static const struct {
        const char *line;
        double chance;
    } rows[] = {
        {"ludo-relance seats=2 pawns=1 block=none capture_reward=none", 0.519051},
        {"ludo-relance seats=2 pawns=1 block=none capture_reward=none triple_six=off", 0.518880},
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        const double found = chance_of_first(rows[k].line);
        if (fabs(found - rows[k].chance) > 1e-5)
            fail_msg("%s: %.6f, not %.6f", rows[k].line, found, rows[k].chance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_seat_wins_as_often_as_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
