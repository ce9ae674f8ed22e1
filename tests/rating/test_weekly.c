/* test_weekly.c - points by place, for every pattern of ties; weeks in zones whose clocks change, against dates worked out
 * by hand. tests/rating/compare.py asks a second implementation about all zones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "rating/weekly.h"

/* What places are worth at 2 to 8 seats (rules.md 10.1, A-S1). */
static const i32 worth[][8] = {{10, -10},
                               {10, 0, -10},
                               {20, 10, -10, -20},
                               {20, 10, 0, -10, -20},
                               {30, 20, 10, -10, -20, -30},
                               {30, 20, 10, 0, -10, -20, -30},
                               {40, 30, 20, 10, -10, -20, -30, -40}};

/* Bit k of a pattern: the seats k and k + 1 share a place. */
static void shares_means_exactly(void **unused)
{
    (void)unused;
    for (unsigned n = 2; n <= 8; n++)
        for (unsigned pattern = 0; pattern < 1u << (n - 1); pattern++) {
            u8 places[8];
            i32 points[8], sum = 0;
            for (unsigned i = 0; i < n; i++)
                places[i] = i && (pattern >> (i - 1) & 1) ? places[i - 1] : (u8)(i + 1);
            weekly_points(places, n, points);
            for (unsigned i = 0; i < n; i++) {
                i32 shared = 0, n_equal = 0;
                for (unsigned j = 0; j < n; j++)
                    if (places[j] == places[i]) {
                        shared += worth[n - 2][j];
                        n_equal++;
                    }
                assert_int_equal(points[i] * n_equal, shared * WEEKLY_POINT);
                sum += points[i];
            }
            assert_int_equal(sum, 0);
        }
}

static void rounds_for_people(void **unused)
{
    (void)unused;
    assert_true(weekly_thousandths(0) == 0);
    assert_true(weekly_thousandths(WEEKLY_POINT) == 1000);
    assert_true(weekly_thousandths(20 * WEEKLY_POINT / 3) == 6667);
    assert_true(weekly_thousandths(-40 * WEEKLY_POINT / 7) == -5714);
    assert_true(weekly_thousandths(-25 * WEEKLY_POINT / 2) == -12500);
}

/* "2026-03-29 21:59:59" in UTC. */
static i64 instant(const char *words)
{
    int year, month, day, hour, minute, second;
    assert_int_equal(sscanf(words, "%d-%d-%d %d:%d:%d", &year, &month, &day, &hour, &minute, &second), 6);
    struct tm utc = {.tm_year = year - 1900,
                     .tm_mon = month - 1,
                     .tm_mday = day,
                     .tm_hour = hour,
                     .tm_min = minute,
                     .tm_sec = second};
    return (i64)timegm(&utc) * 1000;
}

static i32 date(const char *words)
{
    char line[32];
    snprintf(line, sizeof line, "%s 00:00:00", words);
    return (i32)(instant(line) / 86400000);
}

static const struct {
    const char *zone, *monday, *begin, *end; /* the instants in UTC */
} weeks[] = {
    {"UTC", "2026-07-27", "2026-07-27 00:00:00", "2026-08-03 00:00:00"},
    {"UTC", "1970-01-05", "1970-01-05 00:00:00", "1970-01-12 00:00:00"},
    {"UTC", "2024-12-30", "2024-12-30 00:00:00", "2025-01-06 00:00:00"},
    /* CET is an hour ahead, CEST two; the clocks change on the last Sundays of March and October at 01:00 UTC. */
    {"Europe/Paris", "2026-03-23", "2026-03-22 23:00:00", "2026-03-29 22:00:00"},
    {"Europe/Paris", "2026-03-30", "2026-03-29 22:00:00", "2026-04-05 22:00:00"},
    {"Europe/Paris", "2026-10-19", "2026-10-18 22:00:00", "2026-10-25 23:00:00"},
    /* EST is 5 hours behind, EDT 4; the second Sunday of March, the first of November. */
    {"America/New_York", "2026-03-02", "2026-03-02 05:00:00", "2026-03-09 04:00:00"},
    {"America/New_York", "2026-10-26", "2026-10-26 04:00:00", "2026-11-02 05:00:00"},
    /* NZDT is 13 hours ahead, NZST 12; the first Sunday of April. */
    {"Pacific/Auckland", "2026-03-30", "2026-03-29 11:00:00", "2026-04-05 12:00:00"},
    {"Asia/Kolkata", "2026-07-27", "2026-07-26 18:30:00", "2026-08-02 18:30:00"},
    /* On Monday, 22 March 2021, the clocks of Tehran went from 00:00, 3 h 30 ahead, to 01:00; on Wednesday, 22 September, back
     * from 00:00; on Monday, 21 September 2020, from 00:00 back to Sunday, 23:00. */
    {"Asia/Tehran", "2021-03-15", "2021-03-14 20:30:00", "2021-03-21 20:30:00"},
    {"Asia/Tehran", "2021-03-22", "2021-03-21 20:30:00", "2021-03-28 19:30:00"},
    {"Asia/Tehran", "2020-09-14", "2020-09-13 19:30:00", "2020-09-20 20:30:00"},
    /* Samoa went without Friday, 30 December 2011: from 10 hours behind to 14 ahead. */
    {"Pacific/Apia", "2011-12-26", "2011-12-26 10:00:00", "2012-01-01 10:00:00"},
};

static void begins_and_ends(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < COUNT(weeks); k++) {
        const i64 begin = instant(weeks[k].begin), end = instant(weeks[k].end);
        const i32 week = date(weeks[k].monday);
        assert_null(weekly_zone_set(weeks[k].zone));
        assert_true(weekly_begin_ms(week) == begin);
        assert_true(weekly_begin_ms(week + 7) == end);
        assert_int_equal(weekly_of(begin - 1), week - 7);
        assert_int_equal(weekly_of(begin), week);
        assert_int_equal(weekly_of(end - 1), week);
        assert_int_equal(weekly_of(end), week + 7);
    }
}

/* Begun on Sunday evening, ended on Monday by the clocks of Paris: the new week; in New York it was Sunday still. */
static void books_by_the_end(void **unused)
{
    const i64 ended_ms = instant("2026-08-02 22:04:00");
    (void)unused;
    assert_null(weekly_zone_set("Europe/Paris"));
    assert_int_equal(weekly_of(instant("2026-08-02 21:51:00")), date("2026-07-27"));
    assert_int_equal(weekly_of(ended_ms), date("2026-08-03"));
    assert_null(weekly_zone_set("America/New_York"));
    assert_int_equal(weekly_of(ended_ms), date("2026-07-27"));
}

static void holds_first_and_last(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < COUNT(weeks); k++) {
        assert_null(weekly_zone_set(weeks[k].zone));
        assert_int_equal(weekly_of(0), date("1969-12-29")); /* a Thursday, in the west Wednesday */
        assert_true(weekly_begin_ms(weekly_of(0)) < 0);
        assert_true(weekly_begin_ms(weekly_of(instant("9999-12-31 23:59:59")) + 7) > instant("9999-12-31 23:59:59"));
    }
}

static void refuses_zones(void **unused)
{
    static const char *const names[] = {"",
                                        "Europe/Pariss",
                                        "/etc/localtime",
                                        "../zoneinfo/UTC",
                                        "Europe",
                                        "tzdata.zi",
                                        "CET-1CEST,M3.5.0,M10.5.0/3",
                                        ":UTC",
                                        "Europe/Paris ",
                                        "a_name_of_more_than_sixty_three_bytes_a_name_of_more_than_sixty_3"};
    (void)unused;
    assert_null(weekly_zone_set("Asia/Kolkata"));
    for (size_t k = 0; k < COUNT(names); k++)
        assert_non_null(weekly_zone_set(names[k]));
    assert_string_equal(getenv("TZ"), ":Asia/Kolkata");
    assert_true(weekly_begin_ms(date("2026-07-27")) == instant("2026-07-26 18:30:00"));
    setenv("TZDIR", "/nowhere", 1);
    assert_non_null(weekly_zone_set("UTC"));
    unsetenv("TZDIR");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_means_exactly), cmocka_unit_test(rounds_for_people),
        cmocka_unit_test(begins_and_ends),      cmocka_unit_test(books_by_the_end),
        cmocka_unit_test(holds_first_and_last), cmocka_unit_test(refuses_zones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
