/* race_throw.c - what is thrown: one die, two dice or six cowries; what of it counts as a six (rules.md 7.5 to 7.7). */
#include "core/race.h"

enum { FACES = 6, COWRIES = 6 };

const u8 race_worths[RACE_WORTHS] = {1, 2, 3, 4, 5, 6, 10, 25};

u8 race_shown(const struct race *race, unsigned k)
{
    const bool shows = race->o.dice == RACE_DICE_COWRIES6 ? k > 0 : k < RACE_WORTH_10;
    return shows ? race_worths[k] : 0;
}

unsigned race_outcomes(const struct race *race)
{
    static const u8 outcomes[] = {
        [RACE_DICE_D6] = FACES, [RACE_DICE_2D6] = FACES * FACES, [RACE_DICE_COWRIES6] = 1u << COWRIES};
    return outcomes[race->o.dice];
}

unsigned race_dice(const struct race *race)
{
    static const u8 dice[] = {[RACE_DICE_D6] = 1, [RACE_DICE_2D6] = 2, [RACE_DICE_COWRIES6] = COWRIES};
    return dice[race->o.dice];
}

unsigned race_outcome_of(const struct race *race, const u8 *faces)
{
    unsigned outcome = 0;
    if (race->o.dice == RACE_DICE_COWRIES6)
        for (unsigned shell = 0; shell < COWRIES; shell++)
            outcome |= (faces[shell] & 1u) << shell; /* an odd face is a mouth up */
    else
        for (unsigned die = 0; die < race_dice(race); die++)
            outcome = outcome * FACES + faces[die] - 1;
    return outcome + 1;
}

struct race_ask race_outcome(const struct race *race, unsigned outcome)
{
    static const u8 worth_of_mouths[COWRIES + 1] = {25, 10, 2, 3, 4, 5, 6};
    struct race_ask roll = {.kind = RACE_ASK_ROLL};
    REQUIRE(outcome >= 1 && outcome <= race_outcomes(race));
    if (race->o.dice == RACE_DICE_2D6) {
        roll.dice[0] = (u8)((outcome - 1) / FACES + 1);
        roll.dice[1] = (u8)((outcome - 1) % FACES + 1);
    } else if (race->o.dice == RACE_DICE_COWRIES6) {
        roll.count = worth_of_mouths[__builtin_popcount(outcome - 1)]; /* a bit for each mouth that is up */
    } else {
        roll.count = (u8)outcome;
    }
    return roll;
}

struct race_ask race_rolled(const struct race *race, const struct race_state *state, struct race_ask roll)
{
    if (race->six != RACE_SIX_DOUBLES || roll.dice[0] != roll.dice[1])
        return roll;
    const u8 mover = race_mover(race, state);
    for (unsigned id = race_id(mover, 0); mover != RACE_NOBODY && id < race_id(mover, race->n_pawns); id++)
        if (state->at[id] == RACE_BASE)
            return roll;
    roll.dice[2] = roll.dice[3] = (u8)(FACES + 1 - roll.dice[0]);
    return roll;
}

enum race_again race_six_again(const struct race *race)
{
    static const u8 reasons[] = {RACE_AGAIN_SIX, RACE_AGAIN_DOUBLES, RACE_AGAIN_GRACE};
    return race->o.six_extra == RACE_SIX_EXTRA_YES ? reasons[race->six] : RACE_AGAIN_NO;
}

enum race_again race_again_told(const struct race *race, const struct race_state *state)
{
    const bool waits = state->n_owed || state->dice[0];
    return waits && (state->sixes || state->doubles) ? race_six_again(race) : RACE_AGAIN_NO;
}
