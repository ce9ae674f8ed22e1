/* ratings.h - how the result of a game changes its players' ratings, for the store's writer (store_rate). */
#ifndef SERVER_RATINGS_H
#define SERVER_RATINGS_H

#include "server/store/store.h"

/* Pure. Seats without a player are not rated. */
void ratings_change(const struct store_result *result, const struct store_standing *standings, i32 *changes);

#endif
