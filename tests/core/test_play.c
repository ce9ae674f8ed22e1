/* test_play.c - rolls and moves are the same, done at once (without a log) or in full (with one), in every rule set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/core/house_rules.h"

enum { GAMES = 2, ROLLS = 20000 };

static u64 seed = 1;

static unsigned below(unsigned n)
{
    return (unsigned)(mix64(seed++) % n);
}

/* The quick moves are those that are judged one by one, as for somebody who asks for reasons. */
static void check_moves(const struct race *race, const struct race_state *state, const struct race_choices *choices)
{
    struct race_move judged[RACE_MOVES_MAX];
    struct race_reason reasons[RACE_IDS];
    struct race_ask ask;
    if (race_over(race, state) || !race_asked(race, state, &ask))
        return;
    assert_int_equal(race_moves(race, state, ask, judged, reasons), choices->n);
    assert_true(bytes_equal(judged, choices->move, choices->n * sizeof *judged));
}

/* Plays one game both ways; the number of rolls. */
static unsigned play_both(const struct race *race)
{
    struct race_state quick, full;
    struct race_choices quick_choices = {0}, full_choices = {0};
    struct race_log log;
    unsigned rolls = 0;
    race_start(race, &full);
    race_choose(race, &full, &full_choices);
    quick = full;
    quick_choices = full_choices;
    while (!race_over(race, &full) && rolls < ROLLS) {
        log.n = 0;
        if (full_choices.n) {
            const unsigned k = below(full_choices.n);
            race_play(race, &quick, &quick_choices, k, NULL);
            race_play(race, &full, &full_choices, k, &log);
        } else {
            const struct race_ask roll = race_outcome(race, 1 + below(race_outcomes(race)));
            race_roll(race, &quick, roll, &quick_choices, NULL);
            race_roll(race, &full, roll, &full_choices, &log);
            rolls++;
        }
        assert_true(bytes_equal(&quick, &full, sizeof quick));
        check_moves(race, &quick, &quick_choices);
        assert_int_equal(quick_choices.n, full_choices.n);
        assert_true(bytes_equal(quick_choices.move, full_choices.move, full_choices.n * sizeof *full_choices.move));
    }
    return rolls;
}

static void both_ways_are_the_same(void **unused)
{
    unsigned number = 0, played = 0, quick = 0;
    struct race race;
    char line[HOUSE_RULES_LINE];
    (void)unused;
    while (house_rules(&number, &race, line)) {
        for (unsigned game = 0; game < GAMES; game++)
            assert_true(play_both(&race) > 0);
        played++;
        quick += race.quick;
    }
    assert_in_range(quick, 300, played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_ways_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
