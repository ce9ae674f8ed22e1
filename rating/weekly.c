/* weekly.c - points by place, then weeks by the clocks of a zone. */
#include "rating/weekly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- points --------------------------------------------------------------------------------------------------------- */

/* What place i of n, from 1, is worth when nobody shares it: 10 points more for each place further up in the upper half,
 * the mirror of it in the lower half, nothing in the middle of an odd table. */
static i32 worth(unsigned i, unsigned n)
{
    const i32 half = (i32)n / 2, above = half - (i32)i + 1, below = half - (i32)(n - i);
    return 10 * WEEKLY_POINT * (above > 0 ? above : below > 0 ? -below : 0);
}

void weekly_points(const u8 *places, unsigned n, i32 *points)
{
    unsigned seat;
    REQUIRE(!places_fault(places, n, &seat));
    for (unsigned i = 0; i < n; i++) {
        i32 sum = 0, n_equal = 0;
        for (unsigned j = 0; j < n; j++)
            if (places[j] == places[i])
                sum += worth(places[i] + (unsigned)n_equal++, n);
        BELIEVE(sum % n_equal == 0);
        points[i] = sum / n_equal;
    }
}

i64 weekly_thousandths(i64 points)
{
    const i64 parts = 1000 * (points < 0 ? -points : points), rounded = (parts + WEEKLY_POINT / 2) / WEEKLY_POINT;
    return points < 0 ? -rounded : rounded;
}

/* --- weeks ---------------------------------------------------------------------------------------------------------- */

enum { DAY_S = 86400, DAYS_MAX = 2932897 /* 1970-01-01 to 10000-01-01 */ };

/* A name that leads to a file below the folder of zones, and nowhere else. */
static bool name_ok(const char *zone)
{
    const size_t n = strlen(zone);
    return n > 0 && n < 64 && zone[0] != '/' && !strstr(zone, "..") &&
           strspn(zone, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-_/") == n;
}

/* libc takes an unknown name for UTC without a word, so the file is looked at first. */
static bool file_ok(const char *zone)
{
    const char *folder = getenv("TZDIR");
    char path[4096], magic[4];
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder ? folder : "/usr/share/zoneinfo", zone) >= sizeof path)
        return false;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const bool good = fread(magic, 1, sizeof magic, file) == sizeof magic && bytes_equal(magic, "TZif", sizeof magic);
    fclose(file);
    return good;
}

const char *weekly_zone_set(const char *zone)
{
    char words[80];
    if (!name_ok(zone))
        return "a time zone is named like Europe/Paris";
    if (!file_ok(zone))
        return "the system knows no time zone of this name";
    snprintf(words, sizeof words, ":%s", zone); /* the colon: a file, whatever else the name might mean */
    if (setenv("TZ", words, 1))
        return "no memory for the time zone";
    tzset();
    return NULL;
}

/* The Monday of the week of a second. The clocks' own day decides, so that their changes need no thought. */
static i32 monday_of(i64 at_s)
{
    const time_t at = (time_t)at_s;
    struct tm clock;
    REQUIRE(localtime_r(&at, &clock));
    const i64 local_s = at_s + clock.tm_gmtoff + 7 * DAY_S; /* not before 0, in whatever zone */
    const i64 day = local_s / DAY_S - 7;
    return (i32)(day - (day + 10) % 7); /* day 0 was a Thursday */
}

i32 weekly_of(i64 ended_ms)
{
    REQUIRE(ended_ms >= 0 && ended_ms / 1000 < (i64)DAYS_MAX * DAY_S);
    return monday_of(ended_ms / 1000);
}

/* Zones are less than a day from UTC, so two days round its midnight hold the beginning; weeks never go back in time. */
i64 weekly_begin_ms(i32 week)
{
    REQUIRE(week >= -3 && week < DAYS_MAX + 7 && (week + 10) % 7 == 0);
    i64 before_s = (i64)(week - 1) * DAY_S, from_s = (i64)(week + 1) * DAY_S;
    while (from_s - before_s > 1) {
        const i64 middle_s = before_s + (from_s - before_s) / 2;
        if (monday_of(middle_s) < week)
            before_s = middle_s;
        else
            from_s = middle_s;
    }
    return from_s * 1000;
}
