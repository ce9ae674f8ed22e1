/* elo.h - ratings after a game: Elo, each side against each other side, ties included (rules.md 9.5).
 *
 *     change of i = K / (N - 1) * sum over j of (S_ij - E_ij)
 *     S_ij = 1, 1/2 or 0 by place        E_ij = 1 / (1 + 10 ^ ((R_j - R_i) / 400))
 *
 * A rating belongs to a player, a family of games and a number of seats; it starts at ELO_START. Ratings and changes are
 * whole thousandths of a point, so that sums are exact: each side's change is rounded to the nearest thousandth, and what
 * the changes then lack to a sum of nothing goes to the winner. The sum of the ratings round a table never changes.
 *
 * Readings, where the sources leave a choice:
 *   - K is 32 in a player's first 30 games of that family and number of seats, and 16 from the 31st on: "32 falling to 16
 *     after 30 games" (issue "Tables on line", 6) taken as a step, as chess federations have theirs.
 *   - The K of a game is the mean of its rated seats', not rounded.
 *   - A side is a seat alone, or a team; N counts sides. A team's rating is the mean of its seats', and each of its seats
 *     gets the whole change of the team.
 *   - A seat without rating (a computer's) neither gains nor loses, and nobody gains or loses by it: the others are rated
 *     as if they had played without it. Fewer than two sides with a rating change nothing.
 *   - If several share the first place, the first of them in seat order is the winner who gets what rounding left, at most
 *     half a thousandth a side. */
#ifndef RATING_ELO_H
#define RATING_ELO_H

#include "rating/places.h"

enum {
    ELO_POINT = 1000, /* thousandths: the unit of ratings, changes and K */
    ELO_START = 1500 * ELO_POINT,
    ELO_RATING_MAX = 100000 * ELO_POINT, /* either way from 0; no rating comes near it, and with it all sums fit */
    ELO_K_MAX = 100 * ELO_POINT
};

struct elo_seat {
    i32 rating; /* thousandths, from -ELO_RATING_MAX to ELO_RATING_MAX */
    i32 k;      /* thousandths, from 1 to ELO_K_MAX: elo_k of the player's games */
    u8 team;    /* 0: plays alone; seats with the same number play together */
    bool unrated;
};

/* A player's K, in thousandths, for the next game after so many rated ones. */
NODISCARD i32 elo_k(u32 n_games);

enum { ELO_AT_MAX = 16 }; /* bytes of the name of a place in what was handed in */

/* NULL if elo_changes takes these n seats, else what is wrong: wrong places, partners who don't share one, sides with
 * unequal numbers of rated seats (the same change to each would not add up to nothing), a rating or K out of range.
 * `at` then names it by its list and seat, "places[2]"; lists are ratings, k, teams, places. */
NODISCARD const char *elo_fault(const struct elo_seat *seats, const u8 *places, unsigned n, char at[static ELO_AT_MAX]);

/* The changes of n ratings, in thousandths; 0 for a seat without rating. Seats without an elo_fault are the caller's duty. */
void elo_changes(const struct elo_seat *seats, const u8 *places, unsigned n, i32 *changes);

#endif
