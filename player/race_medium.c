/* race_medium.c - looks one move ahead and adds up what each position is worth, from one table of weights.
 *
 * A pawn is worth the way that it has made, more where nobody can capture it, less for every enemy pawn that stands
 * within six squares behind it. What the enemies' pawns are worth counts against that. */
#include "player/player.h"

enum feature {
    STEP,    /* a square of progress */
    OUT,     /* being out of base */
    LANE,    /* standing in the corridor */
    HOME,    /* having arrived */
    SAFE,    /* standing where nobody captures, on the track */
    BARRIER, /* an own pair that bars others */
    HELD,    /* an enemy pawn within six squares behind such a pair */
    DANGER,  /* hundredths of what a pawn stands to lose, for each enemy within six squares behind */
    AGAIN,   /* a further roll */
    OWED,    /* a step of a bonus still to be played */
    ENEMY,   /* hundredths that the enemies' worth counts */
    FEATURES
};
static const i32 weights[FEATURES] = {
    [STEP] = 10, [OUT] = 90,    [LANE] = 60,  [HOME] = 120, [SAFE] = 40,  [BARRIER] = 20,
    [HELD] = 12, [DANGER] = 14, [AGAIN] = 45, [OWED] = 8,   [ENEMY] = 45,
};
enum { REACH = 6 };

/* The position, with how many pawns of each seat stand on each square of the track. */
struct view {
    const struct race *race;
    const struct race_state *state;
    u8 on[RACE_TRACK_MAX][RACE_SEATS_MAX];
};

static void view_make(struct view *view, const struct race *race, const struct race_state *state)
{
    view->race = race;
    view->state = state;
    bytes_fill(view->on, 0, sizeof view->on);
    for (unsigned id = 0; id < RACE_IDS; id++) {
        const u8 square = race_square(race, race_seat(id), state->at[id]);
        if (square != RACE_NOBODY)
            view->on[square][race_seat(id)]++;
    }
}

/* Do two pawns of a seat on this square bar the others' way, or their landing? */
static bool pair_stands(const struct view *view, unsigned square, unsigned seat)
{
    const struct race_options *o = &view->race->o;
    if (view->on[square][seat] < 2)
        return false;
    if (view->race->pair_blocks && o->block_where != RACE_WHERE_SAFE && o->block_land != RACE_LAND_CAPTURE_ALL)
        return true;
    return o->block_land == RACE_LAND_ATTACKER_HOME;
}

/* A start globe shelters its owner alone. */
static bool is_sheltered(const struct view *view, unsigned square, unsigned seat)
{
    const struct race *race = view->race;
    if (!race_safe(race, square))
        return false;
    for (unsigned owner = 0; race->o.safe_squares == RACE_SAFE_GLOBES && owner < race->n_seats; owner++)
        if (race->start[owner] == square)
            return owner == seat;
    return true;
}

/* Enemy pawns that stand within reach behind a square, and walk over it before their corridor. */
static i32 hunters(const struct view *view, unsigned square, unsigned seat)
{
    const struct race *race = view->race;
    i32 n = 0;
    for (unsigned enemy = 0; enemy < race->n_seats; enemy++) {
        if (race_partners(race, enemy, seat))
            continue;
        for (unsigned id = race_id(enemy, 0); id < race_id(enemy, race->n_pawns); id++) {
            const unsigned p = view->state->at[id];
            const u8 from = race_square(race, enemy, p);
            if (from == RACE_NOBODY)
                continue;
            const unsigned way = (square + race->track - from) % race->track;
            n += way >= 1 && way <= REACH && p + way <= race->last;
        }
    }
    return n;
}

static i32 pawn_worth(const struct view *view, unsigned id)
{
    const struct race *race = view->race;
    const unsigned seat = race_seat(id), p = view->state->at[id];
    if (p == RACE_BASE)
        return 0;
    const i32 way = weights[OUT] + weights[STEP] * (i32)p;
    if (race_arrived(race, p))
        return way + weights[HOME];
    const u8 square = race_square(race, seat, p);
    if (square == RACE_NOBODY)
        return way + weights[LANE];
    const i32 behind = hunters(view, square, seat);
    if (pair_stands(view, square, seat))
        return way + weights[SAFE] + weights[BARRIER] / 2 + weights[HELD] * behind / 2;
    if (is_sheltered(view, square, seat))
        return way + weights[SAFE];
    return way - way * weights[DANGER] * (behind > 3 ? 3 : behind) / 100;
}

/* What a position is worth to the seat that has just moved. */
static i32 worth(const struct race *race, const struct race_state *state, unsigned seat)
{
    struct view view;
    i32 own = 0, enemies = 0;
    view_make(&view, race, state);
    for (unsigned other = 0; other < race->n_seats; other++)
        for (unsigned id = race_id(other, 0); id < race_id(other, race->n_pawns); id++)
            *(race_partners(race, seat, other) ? &own : &enemies) += pawn_worth(&view, id);
    for (unsigned k = 0; k < state->n_owed; k++)
        own += weights[OWED] * state->owed[k];
    if (state->turn == seat && (state->again || !state->n_owed))
        own += weights[AGAIN];
    return own - enemies * weights[ENEMY] / 100;
}

unsigned race_medium_choose(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                            u64 noise)
{
    unsigned best = choices->n;
    i32 most = 0;
    (void)noise;
    for (unsigned k = 0; k < choices->n; k++) {
        /* Who waits for a safer throw may wait for ever, and so may all: it declines only what would send it home. */
        if (choices->move[k].pawn == RACE_DECLINE && best < choices->n && !choices->move[best].suicide)
            continue;
        struct race_state after = *state;
        struct race_choices next = *choices;
        race_play(race, &after, &next, k, NULL);
        const i32 value = worth(race, &after, state->turn);
        if (best == choices->n || value > most) {
            best = k;
            most = value;
        }
    }
    return best;
}
