/* race_judge.c - may one pawn move, and what does it do (rules.md 1.5)? Landing, walking, entering. */
#include "core/race_scene.h"

enum { SIX = 6, SIXTH = 5 /* progress of the sixth square */ };

/* May the pawn stop at progress `p`? If so, the move gets what it captures there; `suicide` where it goes home. */
static bool land(const struct scene *scene, unsigned id, unsigned p, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const u8 square = race_square(race, scene->mover, p);
    if (square == RACE_NOBODY)
        return true;
    const u32 on = race_pawns_on(scene->race, scene->state, square) & ~((u32)1 << id);
    const u32 own = on & scene->own, enemies = on & scene->enemy;
    if (!on)
        return true;
    if (race_suicide(scene, square, on)) {
        verdict->move.suicide = true;
        return true;
    }
    /* A square that holds its number can't be landed on (4.2); a square for one is taken from a lone enemy. */
    const u32 held = race_protected(scene, square, enemies), taken = enemies & ~held;
    if ((race->capacity > 1 && race_count(on) >= race->capacity) || race_count(on & ~taken) >= race->capacity)
        return race_refuse_at(scene, verdict, SQUARE_FULL, race_first_seat(on), p);
    if (race->o.own_sharing == RACE_OWN_PAIR && race_count(own) >= 2)
        return race_refuse_at(scene, verdict, OWN_PAWN, scene->mover, p);
    if (race->o.own_sharing >= RACE_OWN_FORBID && (on & ~scene->enemy))
        return race_refuse_at(scene, verdict, OWN_PAWN, race_first_seat(on & ~scene->enemy), p);
    if (held && race->o.safe_effect == RACE_EFFECT_NO_LANDING)
        return race_refuse_at(scene, verdict, SAFE_HELD, race_first_seat(held), p);
    verdict->move.taken |= taken;
    return true;
}

/* From a star on to the next one; the last leads to the goal (rules.md 7.1, 10.1). */
static bool jump(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    if (verdict->move.suicide || !race_is_star(scene->race, verdict->move.to))
        return true;
    const unsigned p = race_next_star(scene->race, verdict->move.to);
    verdict->move.to = verdict->move.jump = (u8)p;
    return race_open(scene, p, true, verdict) && land(scene, id, p, verdict);
}

/* `stop-behind`: an own pawn on the square of arrival is not joined; the walk ends behind it (rules.md 6.3). */
static unsigned stop_behind(const struct scene *scene, unsigned from, unsigned to)
{
    const struct race *race = scene->race;
    if (race->o.own_sharing != RACE_OWN_STOP_BEHIND || to > race->last)
        return to;
    unsigned p = to;
    while (p > from && (race_scene_at(scene, p) & (scene->own | scene->partner)))
        p--;
    return p > from ? p : to;
}

/* Passed enemies on open squares go home (rules.md 7.4). */
static u32 overtaken(const struct scene *scene, unsigned p)
{
    if (scene->race->o.capture_on_pass == RACE_CAPTURE_ON_PASS_NO)
        return 0;
    const u32 enemies = race_scene_at(scene, p) & scene->enemy;
    return enemies ? enemies & ~race_protected(scene, race_square(scene->race, scene->mover, p), enemies) : 0;
}

static bool fail_count(const struct scene *scene, struct verdict *verdict, u8 code)
{
    return race_refuse(verdict, scene->ask.kind == RACE_ASK_BONUS ? BONUS_UNFIT : code);
}

/* On the ladder step k needs exactly k, and the centre a further 6. */
static bool judge_ladder(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    const unsigned from = scene->state->at[id], step = from - scene->race->last + 1, need = step < SIX ? step : SIX;
    if (scene->face != need)
        return fail_count(scene, verdict, NEEDS_STEP);
    verdict->move.to = verdict->move.via = (u8)(from + 1);
    return race_open(scene, from + 1, true, verdict);
}

/* Would the pawn meet one that this roll has parted it from (rules.md 7.5)? */
static bool meets_parted(const struct scene *scene, unsigned id, unsigned p)
{
    const u8 *parted = scene->state->parted;
    for (unsigned k = 0; k < RACE_PARTED_MAX && parted[k]; k++)
        if (parted[k] == id + 1 && race_same_place(scene->race, scene->mover, p, scene->state->at[parted[k ^ 1] - 1]))
            return !race_is_centre(scene->race, p);
    return false;
}

/* A walk of what the roll counts, from progress `from`: 0 for a pawn that walks in from base. */
static bool judge_walk(const struct scene *scene, unsigned id, unsigned from, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const unsigned aim = from + scene->steps, turn = race_turning_point(race, from);
    const bool over = aim > turn;
    unsigned to = over ? turn : aim;
    if (!over)
        to = stop_behind(scene, from, aim);
    for (unsigned p = over || to > race->last || !race_clear(race, scene->state, scene->mover, from, to - from - 1)
                          ? from + 1
                          : to;
         p <= to; p++) {
        const bool landing = p == to && !(over && race->o.finish != RACE_FINISH_CLAMP);
        if (!race_open(scene, p, landing, verdict))
            return false;
        if (!landing)
            verdict->move.taken |= overtaken(scene, p);
    }
    if (over && race->o.finish == RACE_FINISH_EXACT)
        return fail_count(scene, verdict, OVERSHOOTS);
    if (over && race->o.finish == RACE_FINISH_BOUNCE) {
        to = 2 * turn - aim;
        if (to == from)
            return fail_count(scene, verdict, OVERSHOOTS);
        if (!race_open(scene, to, true, verdict))
            return false;
    }
    if (race->o.dice == RACE_DICE_COWRIES6 && race_is_centre(race, to + 1))
        return race_refuse(verdict, NO_WAY_HOME);
    verdict->move.to = verdict->move.via = (u8)to;
    if (!land(scene, id, to, verdict) || !jump(scene, id, verdict))
        return false;
    return !meets_parted(scene, id, verdict->move.to) || race_refuse_at(scene, verdict, PARTED, scene->mover, to);
}

/* Does the way of a legal move lead beyond the track? */
static bool leaves_track(const struct scene *scene, const struct race_move *move)
{
    const unsigned from = move->from == RACE_BASE ? 0 : move->from;
    const unsigned aim = from + scene->steps, turn = race_turning_point(scene->race, from);
    return (aim < turn ? aim : turn) > scene->race->last || (move->to > scene->race->last && move->to != RACE_BASE);
}

bool race_judge_course(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const u8 from = scene->state->at[id];
    const bool climbs = race->o.corridor_rule == RACE_CORRIDOR_LADDER && from >= race->last && from != RACE_BASE;
    const bool must_capture = race->o.capture_before_home == RACE_CAPTURE_FIRST_YES && !scene->lapsed;
    const struct race_move before = verdict->move;
    const bool legal =
        climbs ? judge_ladder(scene, id, verdict) : judge_walk(scene, id, from == RACE_BASE ? 0 : from, verdict);
    if (must_capture && (legal || verdict->code == SAFE_HELD) && leaves_track(scene, legal ? &verdict->move : &before))
        return race_refuse(verdict, CAPTURE_FIRST);
    if (legal && verdict->move.suicide)
        verdict->move.to = RACE_BASE;
    return legal;
}

/* The enemy that arrived last on a square. */
static u32 last_arrived(const struct scene *scene, u32 enemies)
{
    unsigned found = 0;
    bool any = false;
    for (unsigned id = 0; id < RACE_IDS; id++)
        if ((enemies >> id & 1) && (!any || scene->state->order[id] > scene->state->order[found])) {
            found = id;
            any = true;
        }
    return any ? (u32)1 << found : 0;
}

/* Whom an entering pawn captures on its start square. */
static u32 entry_takes(const struct scene *scene, unsigned square, u32 on)
{
    const struct race *race = scene->race;
    const u32 enemies = on & scene->enemy;
    switch (race->o.enter_capture) {
    case RACE_ENTER_AS_LANDING:
        /* Where arriving at a held safe square costs the arriver, the owner of a start hits every visitor (7.1). */
        return race_protected(scene, square, enemies) && race->o.safe_effect != RACE_EFFECT_ATTACKER_HOME ? 0 : enemies;
    case RACE_ENTER_WHEN_FULL:
        return race_count(on) >= race->capacity ? last_arrived(scene, enemies) : 0;
    case RACE_ENTER_ALWAYS:
        return last_arrived(scene, enemies);
    case RACE_ENTER_LONE:
        return race_count(enemies) == 1 ? enemies : 0;
    default:
        return 0;
    }
}

static bool entry_roll_ok(const struct scene *scene)
{
    const struct race *race = scene->race;
    if (!scene->face || (race->o.enter_on >> race_worth_number(scene->face) & 1))
        return true;
    if (race->o.first_enters_on_any == RACE_FIRST_ANY_NO)
        return false;
    return race_count(race_scene_own(scene, RACE_BASE)) == race->n_pawns;
}

bool race_judge_start(const struct scene *scene, unsigned n, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const u8 square = race->start[scene->mover];
    const u32 on = race_pawns_on(scene->race, scene->state, square), own = on & scene->own;
    const u32 taken = entry_takes(scene, square, on);
    const u8 by = race_barrier(scene, square, on);
    if (race->o.own_sharing == RACE_OWN_PAIR && race_count(own) + n > 2)
        return race_refuse_at(scene, verdict, START_FULL, scene->mover, 0);
    if (by != RACE_NOBODY && race_partners(race, by, scene->mover))
        return race_refuse_at(scene, verdict, START_FULL, by, 0);
    if (race->o.own_sharing >= RACE_OWN_FORBID && (on & ~scene->enemy))
        return race_refuse_at(scene, verdict, START_FULL, race_first_seat(on & ~scene->enemy), 0);
    if (race->o.enter_blocked_by_enemy_pair == RACE_ENTER_BLOCKED_YES && by != RACE_NOBODY &&
        !race_partners(race, by, scene->mover))
        return race_refuse_at(scene, verdict, START_BARRED, by, 0);
    if (race_count(on & ~taken) + n > race->capacity)
        return race_refuse_at(scene, verdict, START_FULL, on ? race_first_seat(on) : scene->mover, 0);
    if (race->o.enter_capture == RACE_ENTER_AS_LANDING && race->o.safe_effect == RACE_EFFECT_NO_LANDING && !taken &&
        (on & scene->enemy))
        return race_refuse_at(scene, verdict, SAFE_HELD, race_first_seat(on & scene->enemy), 0);
    verdict->move.to = 0;
    verdict->move.taken = taken;
    return true;
}

bool race_enters_sixth(const struct scene *scene)
{
    return scene->race->o.six_enters_two_or_sixth == RACE_TWO_OR_SIXTH_YES && scene->face == SIX;
}

static bool judge_entry(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    if (scene->ask.kind == RACE_ASK_BONUS)
        return race_refuse(verdict, BONUS_NEVER_ENTERS);
    if (!entry_roll_ok(scene))
        return race_refuse(verdict, scene->ask.kind == RACE_ASK_DIE ? NO_DIE_LEFT : NEEDS_EXIT);
    if (scene->race->first)
        return race_judge_course(scene, id, verdict);
    if (!race_enters_sixth(scene))
        return race_judge_start(scene, 1, verdict) &&
               (!meets_parted(scene, id, 0) || race_refuse_at(scene, verdict, PARTED, scene->mover, 0));
    verdict->move.to = verdict->move.via = SIXTH;
    if (!race_open(scene, SIXTH, true, verdict) || !land(scene, id, SIXTH, verdict))
        return false;
    if (verdict->move.suicide)
        verdict->move.to = RACE_BASE;
    return true;
}

bool race_voided(const struct race *race, const struct race_state *state, struct race_ask ask)
{
    return ask.kind == RACE_ASK_ROLL && !state->roll && race_third_six(race, state, ask);
}

void race_judge(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    const u8 from = scene->state->at[id];
    *verdict = (struct verdict){
        .by = RACE_NOBODY, .square = RACE_NOBODY, .move = {.pawn = (u8)id, .from = from, .steps = scene->steps}};
    if (scene->ask.dice[0])
        verdict->move.dice[0] = scene->face;
    if (race_home(scene->race, scene->state, id))
        (void)race_refuse(verdict, AT_GOAL);
    else if (race_voided(scene->race, scene->state, scene->ask))
        (void)race_refuse(verdict, THIRD_SIX);
    else if (from == RACE_BASE)
        (void)judge_entry(scene, id, verdict);
    else if (scene->ask.kind == RACE_ASK_ENTER)
        (void)race_refuse(verdict, MUST_ENTER);
    else
        (void)race_judge_course(scene, id, verdict);
}
