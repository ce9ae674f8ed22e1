/* test_match.c - the only door to a game: what is not awaited is refused, a record is read back or its fault is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "match/match.h"

static void refuses_what_is_not_awaited(void **unused)
{
    struct match match;
    struct game_fault fault;
    struct game_log log;
    (void)unused;
    assert_true(match_open(&match, "ludo", &fault));
    assert_false(match_play(&match, 0, &log, &fault));
    assert_false(match_roll(&match, 0, &log, &fault));
    assert_false(match_roll(&match, 7, &log, &fault));
    assert_int_equal(match.n_steps, 0);
    assert_true(match_roll(&match, 6, &log, &fault));
    assert_false(match_roll(&match, 6, &log, &fault));
    assert_false(match_play(&match, 4, &log, &fault)); /* four pawns may enter: moves 0 to 3 */
    assert_true(match_play(&match, 3, &log, &fault));
    assert_int_equal(match.n_steps, 2);
}

static void keeps_its_record(void **unused)
{
    struct match match, again;
    struct game_fault fault;
    struct game_log log;
    char record[128];
    (void)unused;
    assert_true(match_open(&match, "ludo seats=2", &fault));
    assert_true(match_roll(&match, 6, &log, &fault) && match_play(&match, 1, &log, &fault) &&
                match_roll(&match, 2, &log, &fault));
    struct text to = text_over(record, sizeof record);
    match_record_write(&match, &to);
    assert_string_equal(record, "ludo seats=2\n6b2");
    assert_true(match_record_read(&again, record, &fault));
    assert_true(bytes_equal(&again.play.state, &match.play.state, sizeof match.play.state));
}

static void names_the_fault_of_a_record(void **unused)
{
    static const struct {
        const char *record, *code, *at;
    } rows[] = {
        {"", "unknown-rules", "rules"},
        {"lodu\n6", "unknown-rules", "rules"},
        {"ludo seats=20\n6", "bad-request", "seats"},
        {"ludo\n6a6b6a", "illegal", "step 6"}, /* the third six passed the turn: nobody moves */
        {"ludo\n6a\nmore", "bad-request", "record"},
        {"ludo\r\n6a", "bad-request", "rules"},
        {"ludo\n1a", "illegal", "step 2"},
        {"ludo\n7", "illegal", "step 1"},
        {"ludo\n6e", "illegal", "step 2"},
        {"ludo\n6?", "illegal", "step 2"},
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct match match;
        struct game_fault fault = {.code = "none"};
        assert_false(match_record_read(&match, rows[k].record, &fault));
        assert_string_equal(fault.code, rows[k].code);
        assert_string_equal(fault.at, rows[k].at);
    }
}

static void a_full_record_stops_the_game(void **unused)
{
    static struct match match;
    struct game_fault fault;
    struct game_log log;
    (void)unused;
    assert_true(match_open(&match, "ludo", &fault));
    for (unsigned k = 0; k < MATCH_STEPS_MAX; k++)
        assert_true(match_roll(&match, 1, &log, &fault)); /* nobody ever enters */
    assert_false(match_roll(&match, 1, &log, &fault));
    assert_int_equal(match.n_steps, MATCH_STEPS_MAX);
    assert_int_equal(match_turn(&match).node, GAME_OVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_is_not_awaited),
        cmocka_unit_test(keeps_its_record),
        cmocka_unit_test(names_the_fault_of_a_record),
        cmocka_unit_test(a_full_record_stops_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
