/* test_clock.c - clocks by rules.md 9.1: what may be chosen, standing and going on, lag given back from a quota. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "match/clock.h"

static void only_these_seconds(void **unused)
{
    (void)unused;
    unsigned n = 0;
    for (i64 seconds = -1; seconds <= 1000; seconds++)
        n += clock_allows(seconds);
    assert_int_equal(n, 7); /* none and six clocks */
    assert_true(clock_allows(0) && clock_allows(15) && clock_allows(20) && clock_allows(30) && clock_allows(45));
    assert_true(clock_allows(60) && clock_allows(600));
}

static void stands_and_goes_on(void **unused)
{
    struct clock clock;
    (void)unused;
    clock_start(&clock, 20, 1000);
    assert_int_equal(clock_left_ms(&clock, 1000), 20000);
    assert_int_equal(clock_left_ms(&clock, 9000), 12000);
    clock_hold(&clock, 9000);
    assert_int_equal(clock_left_ms(&clock, 500000), 12000);
    clock_hold(&clock, 600000); /* it stands already */
    clock_go_on(&clock, 700000);
    assert_int_equal(clock_left_ms(&clock, 705000), 7000);
    clock_go_on(&clock, 706000); /* it runs already */
    assert_int_equal(clock_left_ms(&clock, 712000), 0);
    assert_int_equal(clock_left_ms(&clock, 799000), 0);
    clock_stop(&clock);
    assert_int_equal(clock_left_ms(&clock, 799000), -1);
    clock_start(&clock, 0, 1000);
    assert_int_equal(clock_left_ms(&clock, 2000), -1);
    assert_false(clock.runs);
}

static void lag_is_bounded_by_quota_and_measure(void **unused)
{
    struct clock clock;
    (void)unused;
    assert_int_equal(clock_lag_ms(CLOCK_QUOTA_MS, -1), 0); /* nothing was measured: nothing is given */
    assert_int_equal(clock_lag_ms(CLOCK_QUOTA_MS, 80), 80);
    assert_int_equal(clock_lag_ms(200, 5000), 200);
    clock_start(&clock, 15, 0);
    assert_int_equal(clock_quota_after(&clock, CLOCK_QUOTA_MS, 14000),
                     CLOCK_QUOTA_MS); /* it doesn't grow without end */
    assert_int_equal(clock_quota_after(&clock, 500, 14000), 500 + CLOCK_QUOTA_TURN_MS);
    assert_int_equal(clock_quota_after(&clock, 500, 15400), 100 + CLOCK_QUOTA_TURN_MS); /* 400 were used */
    assert_int_equal(clock_quota_after(&clock, 100, 16000), CLOCK_QUOTA_TURN_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_these_seconds),
        cmocka_unit_test(stands_and_goes_on),
        cmocka_unit_test(lag_is_bounded_by_quota_and_measure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
