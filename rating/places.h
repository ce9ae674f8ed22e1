/* places.h - the places at the end of a game, as the rules give them: equal seats share a place and the next one is
 * skipped, 1-2-2-4; partners share theirs, 1-1-3-3 (rules.md 10.1, `ranking`).
 *
 * Reading order of this layer: this file, elo.h (ratings), weekly.h (points of a week). All of it is data in, data out:
 * who keeps ratings and points, and for which games, is the caller's business. */
#ifndef RATING_PLACES_H
#define RATING_PLACES_H

#include "base/base.h"

enum { PLACES_SEATS_MIN = 2, PLACES_SEATS_MAX = 8 };

/* NULL if these are the places of n seats, else what is wrong with them; `*seat` is then the first whose place isn't right. */
NODISCARD const char *places_fault(const u8 *places, unsigned n, unsigned *seat);

#endif
