/* race_moves.c - legal moves of the race games, and for every other pawn the reason (rules.md 1.5, ux.md C6).
 *
 * Each pawn is judged alone: entering, walking past obstacles, landing. Then the duties (compulsory entry, vacating
 * the start, opening a barrier, capturing) filter what is left. A refusal keeps the first reason in the order that
 * engine.md gives. */
#include "core/race.h"

/* Reasons a pawn cannot move: the numbers of ux.md C6. */
enum {
    NEEDS_EXIT = 1,
    START_BARRED = 2,
    START_FULL = 3,
    BARRIER = 4,
    SQUARE_FULL = 5,
    OWN_PAWN = 6,
    OVERSHOOTS = 7,
    LANE_BLOCKED = 8,
    NEEDS_STEP = 9,
    AT_GOAL = 10,
    MUST_ENTER = 11,
    MUST_OPEN = 12,
    BONUS_UNFIT = 13,
    BONUS_NEVER_ENTERS = 14,
    THIRD_SIX = 15,
    NO_OVERTAKING = 19,
    MUST_VACATE = 21,
    MUST_CAPTURE = 22,
    CAPTURE_FIRST = 23,
    SAFE_HELD = 24,
    NO_DIE_LEFT = 25,
    PARTED = 26,
    NO_WAY_HOME = 27
};

enum { SIX = 6, SIXTH = 5 /* progress of the sixth square */ };

/* Everything that judging one pawn looks at. */
struct scene {
    const struct race *race;
    const struct race_state *state;
    struct race_ask ask;
    u8 mover;                /* whose pawns are moved */
    u8 face;                 /* the roll, or the die of it, that is judged; 0 for a bonus or an entry without a throw */
    u8 steps;                /* what that counts */
    u8 square[RACE_IDS];     /* absolute square of each pawn on the track */
    u64 held[3];             /* bit by absolute square: somebody stands there */
    u32 own, partner, enemy; /* pawns by whose they are, seen from the mover */
};

struct verdict {
    u8 code, by, square; /* 0: the move is legal */
    struct race_move move;
};

static u32 pawns_of(unsigned seat)
{
    return 0xfu << RACE_PAWNS_MAX * seat;
}

static unsigned count(u32 pawns)
{
    return (unsigned)__builtin_popcount(pawns);
}

static u8 first_seat(u32 pawns)
{
    return race_seat((unsigned)__builtin_ctz(pawns));
}

/* Most squares are empty: one bit tells. */
static u32 pawns_on(const struct scene *scene, unsigned square)
{
    u32 pawns = 0;
    if (!(scene->held[square / 64] >> (square % 64) & 1))
        return 0;
    for (unsigned id = 0; id < race_id(scene->race->n_seats, 0); id++)
        pawns |= (u32)(scene->square[id] == square) << id;
    return pawns;
}

/* The pawns on progress `p` of the mover's way, where that is on the track. */
static u32 pawns_at(const struct scene *scene, unsigned p)
{
    const u8 square = race_square(scene->race, scene->mover, p);
    return square == RACE_NOBODY ? 0 : pawns_on(scene, square);
}

/* Own pawns at a progress of the corridor. */
static u32 own_at(const struct scene *scene, unsigned p)
{
    u32 pawns = 0;
    for (unsigned pawn = 0; pawn < scene->race->n_pawns; pawn++) {
        const unsigned id = race_id(scene->mover, pawn);
        pawns |= (u32)(scene->state->at[id] == p) << id;
    }
    return pawns;
}

static bool refuse(struct verdict *verdict, u8 code)
{
    *verdict = (struct verdict){.code = code, .by = RACE_NOBODY, .square = RACE_NOBODY};
    return false;
}

static bool refuse_at(const struct scene *scene, struct verdict *verdict, u8 code, u8 by, unsigned p)
{
    *verdict = (struct verdict){.code = code, .by = by, .square = race_square_name(scene->race, scene->mover, p)};
    return false;
}

/* Does the rule `block` act on a square of the track (option block_where)? */
static bool block_acts(const struct race *race, unsigned square)
{
    const u8 where = race->o.block_where;
    return where == RACE_WHERE_SAFE ? race_safe(race, square) : where != RACE_WHERE_UNSAFE || !race_safe(race, square);
}

/* The seat whose barrier stands on a square of the track and stops the mover there, or RACE_NOBODY. */
static u8 barrier(const struct scene *scene, unsigned square, u32 on)
{
    const struct race *race = scene->race;
    if (!race->pair_blocks || count(on) < 2 || !block_acts(race, square))
        return RACE_NOBODY;
    const bool everyone = race->o.block == RACE_BLOCK_EVERYONE_PAIR;
    const bool mixed = race->o.team_barrier == RACE_TEAM_BARRIER_MIXED;
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        u32 group = on & pawns_of(seat);
        if (!group || (!everyone && race_partners(race, seat, scene->mover)))
            continue;
        for (unsigned other = 0; mixed && other < race->n_seats; other++)
            if (race_partners(race, seat, other))
                group |= on & pawns_of(other);
        if (count(group) >= 2)
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
    const u32 on = pawns_on(scene, square);
    if (!on)
        return true;
    const u8 by = barrier(scene, square, on);
    const bool stops = landing ? o->block_land == RACE_LAND_ILLEGAL ||
                                     (by != RACE_NOBODY && race_partners(scene->race, by, scene->mover))
                               : !may_pass_barriers(scene);
    if (by != RACE_NOBODY && stops)
        return refuse_at(scene, verdict, BARRIER, by, p);
    if (!landing && o->block == RACE_BLOCK_NO_OVERTAKE && block_acts(scene->race, square))
        return refuse_at(scene, verdict, NO_OVERTAKING, first_seat(on), p);
    if (!landing && o->own_pass == RACE_OWN_PASS_NO && (on & scene->own))
        return refuse_at(scene, verdict, NO_OVERTAKING, scene->mover, p);
    return true;
}

static bool corridor_open(const struct scene *scene, unsigned p, bool landing, struct verdict *verdict)
{
    const struct race_options *o = &scene->race->o;
    const unsigned n = count(own_at(scene, p));
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
        return refuse_at(scene, verdict, NO_OVERTAKING, scene->mover, p);
    if (landing ? full : bars)
        return refuse_at(scene, verdict, LANE_BLOCKED, scene->mover, p);
    return true;
}

static bool is_centre(const struct race *race, unsigned p)
{
    return p == race->goal && !race->first_slot;
}

static bool open_at(const struct scene *scene, unsigned p, bool landing, struct verdict *verdict)
{
    if (p >= scene->race->first && p <= scene->race->last)
        return track_open(scene, p, landing, verdict);
    return is_centre(scene->race, p) || corridor_open(scene, p, landing, verdict);
}

/* Enemies that a safe square protects. A start globe protects its owner alone (rules.md 7.1); that of an empty arm is a
 * globe like any other. */
static u32 protected_on(const struct scene *scene, unsigned square, u32 enemies)
{
    const struct race *race = scene->race;
    if (!race_safe(race, square))
        return 0;
    for (unsigned seat = 0; race->o.safe_squares == RACE_SAFE_GLOBES && seat < race->n_seats; seat++)
        if (race->start[seat] == square)
            return enemies & pawns_of(seat);
    return enemies;
}

static bool colour_pair(const struct race *race, u32 pawns)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (count(pawns & pawns_of(seat)) >= 2)
            return true;
    return false;
}

/* Does stopping on a square of the track send the mover itself home? */
static bool is_suicide(const struct scene *scene, unsigned square, u32 on)
{
    const struct race *race = scene->race;
    const u32 enemies = on & scene->enemy, held = protected_on(scene, square, enemies);
    if (race->o.block_land == RACE_LAND_ATTACKER_HOME) {
        const u8 by = barrier(scene, square, on);
        if (by != RACE_NOBODY && !race_partners(race, by, scene->mover))
            return true;
        const bool shares = held && race->o.safe_effect != RACE_EFFECT_ATTACKER_HOME;
        if (race->o.block == RACE_BLOCK_NONE && !shares && colour_pair(race, enemies))
            return true;
    }
    return held && race->o.safe_effect == RACE_EFFECT_ATTACKER_HOME;
}

/* May the pawn stop at progress `p`? If so, the move gets what it captures there; `suicide` where it goes home. */
static bool land(const struct scene *scene, unsigned id, unsigned p, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const u8 square = race_square(race, scene->mover, p);
    if (square == RACE_NOBODY)
        return true;
    const u32 on = pawns_on(scene, square) & ~((u32)1 << id);
    const u32 own = on & scene->own, enemies = on & scene->enemy;
    if (!on)
        return true;
    if (is_suicide(scene, square, on)) {
        verdict->move.suicide = true;
        return true;
    }
    /* A square that holds its number can't be landed on (4.2); a square for one is taken from a lone enemy. */
    const u32 held = protected_on(scene, square, enemies), taken = held ? 0 : enemies;
    if ((race->capacity > 1 && count(on) >= race->capacity) || count(on & ~taken) >= race->capacity)
        return refuse_at(scene, verdict, SQUARE_FULL, first_seat(on), p);
    if (race->o.own_sharing == RACE_OWN_PAIR && count(own) >= 2)
        return refuse_at(scene, verdict, OWN_PAWN, scene->mover, p);
    if (race->o.own_sharing >= RACE_OWN_FORBID && (on & ~scene->enemy))
        return refuse_at(scene, verdict, OWN_PAWN, first_seat(on & ~scene->enemy), p);
    if (held && race->o.safe_effect == RACE_EFFECT_NO_LANDING)
        return refuse_at(scene, verdict, SAFE_HELD, first_seat(held), p);
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
    return open_at(scene, p, true, verdict) && land(scene, id, p, verdict);
}

/* `stop-behind`: an own pawn on the square of arrival is not joined; the walk ends behind it (rules.md 6.3). */
static unsigned stop_behind(const struct scene *scene, unsigned from, unsigned to)
{
    const struct race *race = scene->race;
    if (race->o.own_sharing != RACE_OWN_STOP_BEHIND || to > race->last)
        return to;
    unsigned p = to;
    while (p > from && (pawns_at(scene, p) & (scene->own | scene->partner)))
        p--;
    return p > from ? p : to;
}

/* Passed enemies on open squares go home (rules.md 7.4). */
static u32 overtaken(const struct scene *scene, unsigned p)
{
    if (scene->race->o.capture_on_pass == RACE_CAPTURE_ON_PASS_NO)
        return 0;
    const u32 enemies = pawns_at(scene, p) & scene->enemy;
    return enemies && race_safe(scene->race, race_square(scene->race, scene->mover, p)) ? 0 : enemies;
}

static bool fail_count(const struct scene *scene, struct verdict *verdict, u8 code)
{
    return refuse(verdict, scene->ask.kind == RACE_ASK_BONUS ? BONUS_UNFIT : code);
}

/* On the ladder step k needs exactly k, and the centre a further 6. */
static bool judge_ladder(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    const unsigned from = scene->state->at[id], step = from - scene->race->last + 1, need = step < SIX ? step : SIX;
    if (scene->face != need)
        return fail_count(scene, verdict, NEEDS_STEP);
    verdict->move.to = verdict->move.via = (u8)(from + 1);
    return open_at(scene, from + 1, true, verdict);
}

/* Would the pawn meet one that this roll has parted it from (rules.md 7.5)? */
static bool meets_parted(const struct scene *scene, unsigned id, unsigned p)
{
    const u8 *parted = scene->state->parted;
    for (unsigned k = 0; k < RACE_PARTED_MAX && parted[k]; k++)
        if (parted[k] == id + 1 && race_same_place(scene->race, scene->mover, p, scene->state->at[parted[k ^ 1] - 1]))
            return !is_centre(scene->race, p);
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
    for (unsigned p = from + 1; p <= to; p++) {
        const bool landing = p == to && !(over && race->o.finish != RACE_FINISH_CLAMP);
        if (!open_at(scene, p, landing, verdict))
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
        if (!open_at(scene, to, true, verdict))
            return false;
    }
    if (race->o.dice == RACE_DICE_COWRIES6 && is_centre(race, to + 1))
        return refuse(verdict, NO_WAY_HOME);
    verdict->move.to = verdict->move.via = (u8)to;
    if (!land(scene, id, to, verdict) || !jump(scene, id, verdict))
        return false;
    return !meets_parted(scene, id, verdict->move.to) || refuse_at(scene, verdict, PARTED, scene->mover, to);
}

/* Does the way of a legal move lead beyond the track? */
static bool leaves_track(const struct scene *scene, const struct race_move *move)
{
    const unsigned from = move->from == RACE_BASE ? 0 : move->from;
    const unsigned aim = from + scene->steps, turn = race_turning_point(scene->race, from);
    return (aim < turn ? aim : turn) > scene->race->last || (move->to > scene->race->last && move->to != RACE_BASE);
}

static bool judge_course(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const u8 from = scene->state->at[id];
    const bool climbs = race->o.corridor_rule == RACE_CORRIDOR_LADDER && from >= race->last && from != RACE_BASE;
    const bool must_capture =
        race->o.capture_before_home == RACE_CAPTURE_FIRST_YES && !(scene->state->captured >> scene->mover & 1);
    const struct race_move before = verdict->move;
    const bool legal =
        climbs ? judge_ladder(scene, id, verdict) : judge_walk(scene, id, from == RACE_BASE ? 0 : from, verdict);
    if (must_capture && (legal || verdict->code == SAFE_HELD) && leaves_track(scene, legal ? &verdict->move : &before))
        return refuse(verdict, CAPTURE_FIRST);
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
        return protected_on(scene, square, enemies) && race->o.safe_effect != RACE_EFFECT_ATTACKER_HOME ? 0 : enemies;
    case RACE_ENTER_WHEN_FULL:
        return count(on) >= race->capacity ? last_arrived(scene, enemies) : 0;
    case RACE_ENTER_ALWAYS:
        return last_arrived(scene, enemies);
    case RACE_ENTER_LONE:
        return count(enemies) == 1 ? enemies : 0;
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
    return count(own_at(scene, RACE_BASE)) == race->n_pawns;
}

/* Entering on the start square, `n` pawns at once. */
static bool judge_start(const struct scene *scene, unsigned n, struct verdict *verdict)
{
    const struct race *race = scene->race;
    const u8 square = race->start[scene->mover];
    const u32 on = pawns_on(scene, square), own = on & scene->own;
    const u32 taken = entry_takes(scene, square, on);
    const u8 by = barrier(scene, square, on);
    if ((race->o.own_sharing == RACE_OWN_PAIR && count(own) + n > 2) ||
        (by != RACE_NOBODY && race_partners(race, by, scene->mover)))
        return refuse_at(scene, verdict, START_FULL, first_seat(on & ~scene->enemy), 0);
    if (race->o.own_sharing >= RACE_OWN_FORBID && (on & ~scene->enemy))
        return refuse_at(scene, verdict, START_FULL, first_seat(on & ~scene->enemy), 0);
    if (race->o.enter_blocked_by_enemy_pair == RACE_ENTER_BLOCKED_YES && by != RACE_NOBODY &&
        !race_partners(race, by, scene->mover))
        return refuse_at(scene, verdict, START_BARRED, by, 0);
    if (count(on & ~taken) + n > race->capacity)
        return refuse_at(scene, verdict, START_FULL, on ? first_seat(on) : scene->mover, 0);
    if (race->o.enter_capture == RACE_ENTER_AS_LANDING && race->o.safe_effect == RACE_EFFECT_NO_LANDING && !taken &&
        (on & scene->enemy))
        return refuse_at(scene, verdict, SAFE_HELD, first_seat(on & scene->enemy), 0);
    verdict->move.to = 0;
    verdict->move.taken = taken;
    return true;
}

/* A 6 that enters one pawn on the sixth square, or two on the first (rules.md 7.3). */
static bool enters_sixth(const struct scene *scene)
{
    return scene->race->o.six_enters_two_or_sixth == RACE_TWO_OR_SIXTH_YES && scene->face == SIX;
}

static bool judge_entry(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    if (scene->ask.kind == RACE_ASK_BONUS)
        return refuse(verdict, BONUS_NEVER_ENTERS);
    if (!entry_roll_ok(scene))
        return refuse(verdict, scene->ask.kind == RACE_ASK_DIE ? NO_DIE_LEFT : NEEDS_EXIT);
    if (scene->race->first)
        return judge_course(scene, id, verdict);
    if (!enters_sixth(scene))
        return judge_start(scene, 1, verdict) &&
               (!meets_parted(scene, id, 0) || refuse_at(scene, verdict, PARTED, scene->mover, 0));
    verdict->move.to = verdict->move.via = SIXTH;
    if (!open_at(scene, SIXTH, true, verdict) || !land(scene, id, SIXTH, verdict))
        return false;
    if (verdict->move.suicide)
        verdict->move.to = RACE_BASE;
    return true;
}

/* Is a roll asked about that a third six cancels? One whose move is awaited has passed that. */
static bool third_six(const struct race *race, const struct race_state *state, struct race_ask ask)
{
    return ask.kind == RACE_ASK_ROLL && !state->roll && race_third_six(race, state, ask);
}

static void judge(const struct scene *scene, unsigned id, struct verdict *verdict)
{
    const u8 from = scene->state->at[id];
    *verdict = (struct verdict){
        .by = RACE_NOBODY, .square = RACE_NOBODY, .move = {.pawn = (u8)id, .from = from, .steps = scene->steps}};
    if (scene->ask.dice[0])
        verdict->move.dice[0] = scene->face;
    if (race_home(scene->race, scene->state, id))
        (void)refuse(verdict, AT_GOAL);
    else if (third_six(scene->race, scene->state, scene->ask))
        (void)refuse(verdict, THIRD_SIX);
    else if (from == RACE_BASE)
        (void)judge_entry(scene, id, verdict);
    else if (scene->ask.kind == RACE_ASK_ENTER)
        (void)refuse(verdict, MUST_ENTER);
    else
        (void)judge_course(scene, id, verdict);
}

/* --- duties --------------------------------------------------------------------------------------------------------- */

typedef bool (*duty_fn)(const struct scene *scene, const struct race_move *move);

static bool enters(const struct scene *scene, const struct race_move *move)
{
    (void)scene;
    return move->from == RACE_BASE;
}

static bool vacates(const struct scene *scene, const struct race_move *move)
{
    return move->from == 0 && own_at(scene, RACE_BASE) != 0;
}

static bool captures(const struct scene *scene, const struct race_move *move)
{
    (void)scene;
    return move->taken != 0;
}

/* Does the move open a barrier of the mover (rules.md 4.5)? In the corridor two are one where that rule says so. */
static bool opens(const struct scene *scene, const struct race_move *move)
{
    const struct race *race = scene->race;
    if (move->from == RACE_BASE || (move->dice[0] ? move->dice[0] : scene->face) != SIX)
        return false;
    if (move->from > race->last)
        return race->o.corridor_rule == RACE_CORRIDOR_PAIR && count(own_at(scene, move->from)) >= 2;
    const u8 square = race_square(race, scene->mover, move->from);
    const u32 mates = race->o.team_barrier == RACE_TEAM_BARRIER_MIXED ? scene->own | scene->partner : scene->own;
    return race->pair_blocks && block_acts(race, square) && count(pawns_on(scene, square) & mates) >= 2;
}

/* Keeps the moves that do a duty, unless none does; the other pawns get its code. */
static unsigned filter(const struct scene *scene, duty_fn duty, u8 code, struct race_move *moves, unsigned n,
                       struct race_reason *reasons)
{
    bool any = false;
    for (unsigned k = 0; k < n; k++)
        any |= duty(scene, &moves[k]);
    if (!any)
        return n;
    unsigned kept = 0;
    for (unsigned k = 0; k < n; k++)
        if (duty(scene, &moves[k]))
            moves[kept++] = moves[k];
        else if (reasons)
            reasons[moves[k].pawn] = (struct race_reason){code, RACE_NOBODY, RACE_NOBODY};
    for (unsigned id = race_id(scene->mover, 0); reasons && id < race_id(scene->mover + 1u, 0); id++)
        if (reasons[id].code == CAPTURE_FIRST || reasons[id].code == SAFE_HELD)
            reasons[id] = (struct race_reason){code, RACE_NOBODY, RACE_NOBODY};
    return kept;
}

static unsigned duties(const struct scene *scene, struct race_move *moves, unsigned n, struct race_reason *reasons)
{
    const struct race_options *o = &scene->race->o;
    if (o->enter_mandatory == RACE_ENTER_MANDATORY_YES)
        n = filter(scene, enters, MUST_ENTER, moves, n, reasons);
    if (o->vacate_start == RACE_VACATE_YES)
        n = filter(scene, vacates, MUST_VACATE, moves, n, reasons);
    if (o->six_opens_barrier == RACE_OPENS_YES)
        n = filter(scene, opens, MUST_OPEN, moves, n, reasons);
    if (o->capture_mandatory == RACE_CAPTURE_MANDATORY_YES)
        n = filter(scene, captures, MUST_CAPTURE, moves, n, reasons);
    return n;
}

/* --- all moves ------------------------------------------------------------------------------------------------------ */

/* What a roll or bonus counts for the mover's pawns (option six_counts). */
static u8 steps_of(const struct scene *scene)
{
    const u8 rule = scene->race->o.six_counts;
    if (scene->ask.kind == RACE_ASK_BONUS)
        return scene->ask.count;
    if (scene->face != SIX || rule == RACE_SIX_COUNTS_6 || rule == RACE_SIX_COUNTS_14)
        return scene->face;
    if (rule != RACE_SIX_COUNTS_12 && own_at(scene, RACE_BASE))
        return SIX;
    return rule == RACE_SIX_COUNTS_7_IF ? 7 : 12;
}

static void face_take(struct scene *scene, u8 face)
{
    scene->face = face;
    scene->steps = steps_of(scene);
}

static void scene_make(struct scene *scene, const struct race *race, const struct race_state *state,
                       struct race_ask ask, u8 mover)
{
    *scene = (struct scene){.race = race, .state = state, .ask = ask, .mover = mover};
    bytes_fill(scene->square, RACE_NOBODY, sizeof scene->square);
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++) {
            const u8 square = race_square(race, seat, state->at[id]);
            if (square != RACE_NOBODY) {
                scene->square[id] = square;
                scene->held[square / 64] |= (u64)1 << (square % 64);
            }
        }
        if (seat == mover)
            scene->own = pawns_of(seat);
        else if (race_partners(race, seat, mover))
            scene->partner |= pawns_of(seat);
        else
            scene->enemy |= pawns_of(seat);
    }
    face_take(scene, ask.kind == RACE_ASK_ROLL ? ask.count : 0);
}

/* The different faces to be played, in order: those of the dice, or the roll itself; their number. */
static unsigned faces_of(struct race_ask ask, u8 faces[static RACE_DICE_MAX])
{
    unsigned n = 0;
    if (!ask.dice[0])
        faces[n++] = ask.kind == RACE_ASK_ROLL ? ask.count : 0;
    for (unsigned k = 0; k < RACE_DICE_MAX && ask.dice[k]; k++) {
        bool seen = false;
        for (unsigned j = 0; j < k; j++)
            seen |= ask.dice[j] == ask.dice[k];
        if (!seen)
            faces[n++] = ask.dice[k];
    }
    return n;
}

/* Do the two dice let a pawn enter by their sum, and neither by itself (rules.md 7.5)? */
static bool sum_enters(const struct race *race, struct race_ask ask)
{
    const unsigned sum = ask.dice[0] + ask.dice[1];
    const u8 on = race->o.enter_on;
    return race->six == RACE_SIX_DOUBLES && ask.dice[1] && !ask.dice[2] && sum <= SIX &&
           (on >> race_worth_number(sum) & 1) && !(on >> race_worth_number(ask.dice[0]) & 1) &&
           !(on >> race_worth_number(ask.dice[1]) & 1);
}

/* Entries of a pawn in base by the sum of both dice, or together with a later pawn. */
static unsigned entries_together(struct scene *scene, unsigned id, struct race_move *moves)
{
    const struct race *race = scene->race;
    const struct race_move blank = {.pawn = (u8)id, .from = RACE_BASE, .steps = SIX};
    struct verdict verdict = {.move = blank};
    unsigned n = 0;
    if (sum_enters(race, scene->ask)) {
        scene->face = 0;
        scene->steps = verdict.move.steps = (u8)(scene->ask.dice[0] + scene->ask.dice[1]);
        if (race->first ? judge_course(scene, id, &verdict) : judge_start(scene, 1, &verdict)) {
            bytes_copy(verdict.move.dice, scene->ask.dice, sizeof verdict.move.dice);
            moves[n++] = verdict.move;
        }
    }
    for (unsigned other = id + 1; enters_sixth(scene) && other < race_id(scene->mover, race->n_pawns); other++) {
        verdict.move = blank;
        verdict.move.other = (u8)(other + 1);
        if (scene->state->at[other] == RACE_BASE && judge_start(scene, 2, &verdict))
            moves[n++] = verdict.move;
    }
    return n;
}

/* The moves of one pawn by each face, then by both dice or with a second pawn; without any, the reason by the first. */
static unsigned pawn_moves(struct scene *scene, unsigned id, struct race_move *moves, struct race_reason *reasons)
{
    u8 faces[RACE_DICE_MAX];
    const unsigned n_faces = faces_of(scene->ask, faces);
    struct verdict first = {0}, verdict;
    unsigned n = 0;
    for (unsigned k = 0; k < n_faces; k++) {
        face_take(scene, faces[k]);
        if (scene->race->first && scene->state->at[id] == RACE_BASE)
            scene->steps = scene->face; /* a pawn walks in by the throw itself (rules.md 10.1) */
        judge(scene, id, &verdict);
        if (!k)
            first = verdict;
        if (!verdict.code)
            moves[n++] = verdict.move;
    }
    if (scene->state->at[id] == RACE_BASE && !third_six(scene->race, scene->state, scene->ask))
        n += entries_together(scene, id, moves + n);
    if (!n && reasons)
        reasons[id] = (struct race_reason){first.code, first.by, first.square};
    return n;
}

static unsigned moves_of(const struct race *race, const struct race_state *state, struct race_ask ask, u8 mover,
                         struct race_move *moves, struct race_reason *reasons)
{
    struct scene scene;
    unsigned n = 0;
    scene_make(&scene, race, state, ask, mover);
    for (unsigned id = race_id(mover, 0); id < race_id(mover, race->n_pawns); id++)
        n += pawn_moves(&scene, id, moves + n, reasons);
    n = duties(&scene, moves, n, reasons);
    for (unsigned k = 0; reasons && k < n; k++) { /* who has a move left needs no reason */
        reasons[moves[k].pawn].code = 0;
        if (moves[k].other)
            reasons[moves[k].other - 1].code = 0;
    }
    return n;
}

unsigned race_moves(const struct race *race, const struct race_state *state, struct race_ask ask,
                    struct race_move moves[static RACE_MOVES_MAX], struct race_reason reasons[RACE_IDS])
{
    if (reasons)
        bytes_fill(reasons, 0, RACE_IDS * sizeof *reasons);
    const u8 mover = race_mover(race, state);
    unsigned n = moves_of(race, state, ask, mover == RACE_NOBODY ? state->turn : mover, moves, reasons);
    if (!n && mover == state->turn && race->o.team_help == RACE_HELP_WHEN_STUCK && !third_six(race, state, ask)) {
        const u8 partner = race_helped(race, state, mover);
        if (partner != RACE_NOBODY)
            n = moves_of(race, state, ask, partner, moves, reasons);
    }
    if (n && race->o.move_optional == RACE_OPTIONAL_YES && (ask.kind == RACE_ASK_ROLL || ask.kind == RACE_ASK_DIE))
        moves[n++] = (struct race_move){.pawn = RACE_DECLINE, .from = RACE_BASE, .to = RACE_BASE};
    return n;
}
