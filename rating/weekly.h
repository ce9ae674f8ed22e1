/* weekly.h - the weekly ranking: what each place gains or loses, and which week an instant belongs to (rules.md 9.6, 10.1;
 * at four seats the first two gain, at six the first three: S003).
 *
 * A game counts for the week in which it ends, whenever it began. A week is Monday 00:00:00 to Sunday 23:59:59 by the
 * clocks of one time zone; where these are put forward or back it is an hour shorter or longer.
 *
 * libc knows one zone a process. weekly_zone_set makes it that of the whole process, by the variable TZ, and belongs at
 * the start, before there are threads; all other functions only read and may be called from any thread. */
#ifndef RATING_WEEKLY_H
#define RATING_WEEKLY_H

#include "rating/places.h"

enum {
    /* Parts of a point. Equal seats share the mean of their places, and all such means are whole numbers of these: no game
     * needs rounding, and what its seats gain and lose adds up to nothing. */
    WEEKLY_POINT = 42
};

/* The points of n seats, in parts of a point. Places without a places_fault are the caller's duty. */
void weekly_points(const u8 *places, unsigned n, i32 *points);

/* To the nearest thousandth of a point, for people. */
NODISCARD i64 weekly_thousandths(i64 points);

/* Makes `zone`, such as "Europe/Paris" or "UTC", the zone of the process. NULL, or why it isn't changed: no zone has such
 * a name, or the system doesn't have the file of it. Files are looked for where libc does: $TZDIR, or the usual folder. */
NODISCARD const char *weekly_zone_set(const char *zone);

/* The day, counted from 1970-01-01, of the Monday that the week of an instant begins with: the key of the week.
 * Instants are milliseconds since 1970-01-01 00:00 UTC; from 1970 to 9999 is the caller's duty, also of a week. */
NODISCARD i32 weekly_of(i64 ended_ms);

/* When a week begins, to the second: where the clocks skip midnight, with the first instant after it. It ends where
 * `week` + 7 begins. */
NODISCARD i64 weekly_begin_ms(i32 week);

#endif
