/* ratings.c - hands a result to rating/elo.h. */
#include "server/ratings.h"

#include "rating/elo.h"

void ratings_change(const struct store_result *result, const struct store_standing *standings, i32 *changes)
{
    static const u8 nobody[STORE_PLAYER];
    struct elo_seat seats[STORE_SEATS_MAX];
    char at[ELO_AT_MAX];
    for (unsigned k = 0; k < result->n; k++) {
        changes[k] = 0;
        seats[k] = (struct elo_seat){.rating = standings[k].rating,
                                     .k = elo_k(standings[k].n_games),
                                     .team = result->teams[k],
                                     .unrated = bytes_equal(result->player[k], nobody, sizeof nobody)};
    }
    if (result->rated && !elo_fault(seats, result->places, result->n, at))
        elo_changes(seats, result->places, result->n, changes);
}
