/* test_batch.c - games in lockstep go as the same rolls and choices lead them one by one, in every rule set, with both twins of
 * the lanes. Only who came first to a shared square may be forgotten, and only where the rules never ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "core/race_lanes.h"
#include "tests/core/house_rules.h"

enum { STEPS = 60, LONG = 700, RESTART = 30, LOOK = 8 };

static u64 seed = 1;

static void roll_all(const struct race *race, u8 rolls[static RACE_LANES], u16 noise[static RACE_LANES])
{
    for (unsigned game = 0; game < RACE_LANES; game++) {
        const u64 word = mix64(seed++);
        rolls[game] = (u8)(1 + (word >> 32) % race_outcomes(race));
        noise[game] = (u16)word;
    }
}

static void step_single(const struct race *race, struct race_state *state, unsigned outcome, u16 noise)
{
    struct race_choices choices;
    race_choose(race, state, &choices);
    if (!choices.n)
        race_roll(race, state, race_outcome(race, outcome), &choices, NULL);
    while (choices.n)
        race_play(race, state, &choices, race_pick(&noise, choices.n), NULL);
}

static void assert_same(const struct race *race, const struct race_batch *batch, unsigned game,
                        const struct race_state *single, const char *line)
{
    struct race_state state, wanted = *single;
    race_batch_get(batch, game, &state);
    if (batch->step) {
        race_order(race, &state, NULL, 0);
        race_order(race, &wanted, NULL, 0);
    }
    if (!bytes_equal(&state, &wanted, sizeof state))
        fail_msg("%s: game %u differs", line, game);
}

static void play(const struct race *race, race_lanes_step_fn step, unsigned steps, const char *line)
{
    static struct race_batch batch;
    static struct race_state single[RACE_LANES];
    race_batch_open(&batch, race);
    if (batch.step && step)
        batch.step = step;
    for (unsigned game = 0; game < RACE_LANES; game++)
        race_start(race, &single[game]);
    for (unsigned k = 0; k < steps; k++) {
        u8 rolls[RACE_LANES];
        u16 noise[RACE_LANES];
        roll_all(race, rolls, noise);
        const u32 over = race_batch_step(&batch, rolls, noise);
        for (unsigned game = 0; game < RACE_LANES; game++) {
            if (!race_over(race, &single[game])) /* a game that has ended stays as it is */
                step_single(race, &single[game], rolls[game], noise[game]);
            assert_int_equal(over >> game & 1, race_over(race, &single[game]));
            if (k % LOOK == 0 || (over >> game & 1))
                assert_same(race, &batch, game, &single[game], line);
            if ((over >> game & 1) && k > RESTART) {
                race_start(race, &single[game]);
                race_batch_start(&batch, game);
            }
        }
    }
    for (unsigned game = 0; game < RACE_LANES; game++) { /* a position that is put in goes on as well */
        const struct race_state *other = &single[(game + 1) % RACE_LANES];
        if (race_over(race, other))
            continue;
        race_batch_put(&batch, game, other);
        assert_same(race, &batch, game, other, line);
    }
}

/* Counters stop where they are full, in lanes as one by one. */
static void counters_are_full_alike(void **unused)
{
    static const char *const lines[] = {"ludo-german", "petits-chevaux"};
    static struct race_batch batch;
    (void)unused;
    for (size_t k = 0; k < COUNT(lines); k++)
        for (u8 roll = 1; roll <= 6; roll += 5) {
            struct race_setup setup;
            struct race race;
            struct race_state state;
            struct game_fault fault;
            u8 rolls[RACE_LANES];
            u16 noise[RACE_LANES] = {0};
            char at[16];
            assert_true(race_setup_read(&setup, lines[k], &fault) && race_compile(&race, &setup, &fault));
            race_start(&race, &state);
            state.tries = k == 0 ? RACE_COUNTER_MAX : 0;
            state.sixes = RACE_COUNTER_MAX;
            assert_null(race_state_fault(&race, &state, at));
            race_batch_open(&batch, &race);
            assert_true(race_batch_in_lanes(&batch));
            for (unsigned game = 0; game < RACE_LANES; game++) {
                rolls[game] = roll;
                race_batch_put(&batch, game, &state);
            }
            assert_int_equal(race_batch_step(&batch, rolls, noise), 0);
            step_single(&race, &state, roll, 0);
            assert_same(&race, &batch, 7, &state, lines[k]);
        }
}

static void every_rule_set_in_lockstep(void **unused)
{
    unsigned number = 0, in_lanes = 0;
    struct race race;
    char line[HOUSE_RULES_LINE];
    (void)unused;
    while (house_rules(&number, &race, line)) {
        const bool whole = number % COUNT(house_changes) == 1; /* the rule set itself: to the end of its games */
        play(&race, NULL, whole ? LONG : STEPS, line);
        if (!race_lanes_fit(&race))
            continue;
        play(&race, race_lanes_step, whole ? LONG : STEPS, line);
        in_lanes++;
    }
    assert_true(in_lanes > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counters_are_full_alike),
                                       cmocka_unit_test(every_rule_set_in_lockstep)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
