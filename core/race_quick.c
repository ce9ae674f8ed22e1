/* race_quick.c - the legal moves of one die under plain rules, where nobody asks for reasons.
 *
 * Most pawns wait in base for another roll, or walk a clear way to an empty square: that is seen here at once. The others are
 * judged like anybody (race_judge.c). A test holds these moves against those that are found with reasons. */
#include "core/race_scene.h"

/* Does the pawn walk a clear way to an empty square, or into a corridor where nothing stops it? */
static bool walks_freely(const struct scene *scene, unsigned from, unsigned to)
{
    const struct race *race = scene->race;
    if (to <= race->last)
        return !scene->state->on[race_square(race, scene->mover, to)] && race_clear(scene, from, to - from - 1);
    return race->free_lane && to <= race->goal && (from >= race->last || race_clear(scene, from, race->last - from));
}

unsigned race_quick(const struct scene *scene, struct race_move moves[static RACE_PAWNS_MAX])
{
    const struct race *race = scene->race;
    const bool free_entry = scene->ask.kind == RACE_ASK_ENTER;
    const bool enters = scene->face ? race->enters >> scene->face & 1 : free_entry;
    const bool exact = race->o.finish == RACE_FINISH_EXACT;
    struct verdict entry = {.code = 0}, verdict;
    bool entry_judged = false;
    unsigned n = 0;
    if (race_voided(race, scene->state, scene->ask))
        return 0;
    for (unsigned id = race_id(scene->mover, 0); id < race_id(scene->mover, race->n_pawns); id++) {
        const u8 from = scene->state->at[id], to = (u8)(from + scene->steps);
        if (from == RACE_BASE) { /* all pawns in base are judged alike */
            if (enters && !entry_judged)
                race_judge(scene, id, &entry);
            entry_judged = enters;
            moves[n] = entry.move;
            moves[n].pawn = (u8)id;
            n += enters && !entry.code;
        } else if (free_entry || (exact && to > race->goal)) {
            continue;
        } else if (from != race->goal && walks_freely(scene, from, to)) {
            moves[n++] = (struct race_move){.pawn = (u8)id, .from = from, .to = to, .via = to, .steps = scene->steps};
        } else {
            race_judge(scene, id, &verdict);
            moves[n] = verdict.move;
            n += !verdict.code;
        }
    }
    return n;
}
