/* race_scene.c - what stands in a pawn's way: obstacles, barriers, safe squares. */
#include "core/race_scene.h"

enum { SIX = 6 };

u32 race_scene_at(const struct scene *scene, unsigned p)
{
    return race_pawns_on(scene->race, scene->state, race_square(scene->race, scene->mover, p));
}

u32 race_scene_own(const struct scene *scene, unsigned p)
{
    u32 pawns = 0;
    for (unsigned pawn = 0; pawn < scene->race->n_pawns; pawn++) {
        const unsigned id = race_id(scene->mover, pawn);
        pawns |= (u32)(scene->state->at[id] == p) << id;
    }
    return pawns;
}

bool race_refuse(struct verdict *verdict, u8 code)
{
    *verdict = (struct verdict){.code = code, .by = RACE_NOBODY, .square = RACE_NOBODY};
    return false;
}

bool race_refuse_at(const struct scene *scene, struct verdict *verdict, u8 code, u8 by, unsigned p)
{
    *verdict = (struct verdict){.code = code, .by = by, .square = race_square_name(scene->race, scene->mover, p)};
    return false;
}

bool race_block_acts(const struct race *race, unsigned square)
{
    const u8 where = race->o.block_where;
    return where == RACE_WHERE_SAFE ? race_safe(race, square) : where != RACE_WHERE_UNSAFE || !race_safe(race, square);
}

u8 race_barrier(const struct scene *scene, unsigned square, u32 on)
{
    const struct race *race = scene->race;
    if (!race->pair_blocks || race_count(on) < 2 || !race_block_acts(race, square))
        return RACE_NOBODY;
    const bool everyone = race->o.block == RACE_BLOCK_EVERYONE_PAIR;
    const bool mixed = race->o.team_barrier == RACE_TEAM_BARRIER_MIXED;
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        u32 group = on & race_pawns_of(seat);
        if (!group || (!everyone && race_partners(race, seat, scene->mover)))
            continue;
        for (unsigned other = 0; mixed && other < race->n_seats; other++)
            if (race_partners(race, seat, other))
                group |= on & race_pawns_of(other);
        if (race_count(group) >= 2)
            return (u8)seat;
    }
    return RACE_NOBODY;
}

static bool may_pass_barriers(const struct scene *scene)
{
    switch (scene->race->o.block_pass) {
    case RACE_PASS_ON_6:
        return scene->face == SIX;
    case RACE_PASS_ON_6_OR_1:
        return scene->face == SIX || scene->face == 1;
    case RACE_PASS_FREE:
        return true;
    default:
        return false;
    }
}

/* May the pawn walk over progress `p` of the track, or with `landing` try to stop there? */
static bool track_open(const struct scene *scene, unsigned p, bool landing, struct verdict *verdict)
{
    const struct race_options *o = &scene->race->o;
    const u8 square = race_square(scene->race, scene->mover, p);
    const u32 on = race_pawns_on(scene->race, scene->state, square);
    if (!on)
        return true;
    const u8 by = race_barrier(scene, square, on);
    const bool stops = landing ? o->block_land == RACE_LAND_ILLEGAL ||
                                     (by != RACE_NOBODY && race_partners(scene->race, by, scene->mover))
                               : !may_pass_barriers(scene);
    if (by != RACE_NOBODY && stops)
        return race_refuse_at(scene, verdict, BARRIER, by, p);
    if (!landing && o->block == RACE_BLOCK_NO_OVERTAKE && race_block_acts(scene->race, square))
        return race_refuse_at(scene, verdict, NO_OVERTAKING, race_first_seat(on), p);
    if (!landing && o->own_pass == RACE_OWN_PASS_NO && (on & scene->own))
        return race_refuse_at(scene, verdict, NO_OVERTAKING, scene->mover, p);
    return true;
}

static bool corridor_open(const struct scene *scene, unsigned p, bool landing, struct verdict *verdict)
{
    const struct race_options *o = &scene->race->o;
    const unsigned n = race_count(race_scene_own(scene, p));
    bool full = false, bars = false;
    if (!n)
        return true;
    switch (o->corridor_rule) {
    case RACE_CORRIDOR_PAIR:
        full = n >= 2;
        bars = n >= 2;
        break;
    case RACE_CORRIDOR_SLOTS:
        full = true;
        bars = o->slot_jump == RACE_SLOT_JUMP_NO;
        break;
    case RACE_CORRIDOR_SINGLE:
    case RACE_CORRIDOR_LADDER:
        full = bars = true;
        break;
    default:
        break;
    }
    if (!landing && o->block == RACE_BLOCK_NO_OVERTAKE && o->block_where == RACE_WHERE_ALL)
        return race_refuse_at(scene, verdict, NO_OVERTAKING, scene->mover, p);
    if (landing ? full : bars)
        return race_refuse_at(scene, verdict, LANE_BLOCKED, scene->mover, p);
    return true;
}

bool race_is_centre(const struct race *race, unsigned p)
{
    return p == race->goal && !race->first_slot;
}

bool race_open(const struct scene *scene, unsigned p, bool landing, struct verdict *verdict)
{
    if (p >= scene->race->first && p <= scene->race->last)
        return track_open(scene, p, landing, verdict);
    return race_is_centre(scene->race, p) || corridor_open(scene, p, landing, verdict);
}

u32 race_protected(const struct scene *scene, unsigned square, u32 enemies)
{
    const struct race *race = scene->race;
    if (!race_safe(race, square))
        return 0;
    for (unsigned seat = 0; race->o.safe_squares == RACE_SAFE_GLOBES && seat < race->n_seats; seat++)
        if (race->start[seat] == square)
            return enemies & race_pawns_of(seat);
    return enemies;
}

static bool colour_pair(const struct race *race, u32 pawns)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race_count(pawns & race_pawns_of(seat)) >= 2)
            return true;
    return false;
}

bool race_suicide(const struct scene *scene, unsigned square, u32 on)
{
    const struct race *race = scene->race;
    const u32 enemies = on & scene->enemy, held = race_protected(scene, square, enemies);
    if (race->o.block_land == RACE_LAND_ATTACKER_HOME) {
        const u8 by = race_barrier(scene, square, on);
        if (by != RACE_NOBODY && !race_partners(race, by, scene->mover))
            return true;
        /* Without a rule of barriers any enemy pair does it, like one also on a safe square that is shared (2.1, 7.1). */
        if (race->o.block == RACE_BLOCK_NONE && colour_pair(race, enemies))
            return true;
    }
    return held && race->o.safe_effect == RACE_EFFECT_ATTACKER_HOME;
}

/* --- making a scene --------------------------------------------------------------------------------------------------- */

void race_scene_face(struct scene *scene, u8 face)
{
    scene->face = face;
    scene->steps = scene->ask.kind == RACE_ASK_BONUS ? scene->ask.count
                   : face == SIX                     ? scene->race->six_steps[!race_scene_own(scene, RACE_BASE)]
                                                     : face;
}

void race_scene_make(struct scene *scene, const struct race *race, const struct race_state *state, struct race_ask ask,
                     u8 mover)
{
    const u32 own = race_pawns_of(mover);
    *scene = (struct scene){.race = race,
                            .state = state,
                            .ask = ask,
                            .mover = mover,
                            .own = own,
                            .partner = race->mates[mover] & ~own,
                            .enemy = race->all & ~race->mates[mover]};
    race_scene_face(scene, ask.kind == RACE_ASK_ROLL ? ask.count : 0);
}
