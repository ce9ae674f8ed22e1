/* race_easy.c - a child's way: capture or come home when it can, enter when it can, else any move that isn't a loss. */
#include "player/player.h"

static unsigned liking(const struct race *race, const struct race_move *move)
{
    if (move->suicide)
        return 0;
    if (move->taken || race_arrived(race, move->to))
        return 3;
    return move->from == RACE_BASE ? 2 : 1;
}

unsigned race_easy_choose(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                          u64 noise)
{
    (void)state;
    unsigned best = 0, n_best = 0, choice[RACE_MOVES_MAX] = {0};
    for (unsigned k = 0; k < choices->n; k++) {
        const unsigned like = choices->move[k].pawn == RACE_DECLINE ? 0 : liking(race, &choices->move[k]);
        if (like > best) {
            best = like;
            n_best = 0;
        }
        if (like == best)
            choice[n_best++] = k;
    }
    return choice[noise % n_best];
}
