/* race_random.c - any legal move, each as likely (to one part in 2^61). */
#include "player/player.h"

unsigned race_random_choose(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                            u64 noise)
{
    (void)race, (void)state;
    return (unsigned)(noise % choices->n);
}
