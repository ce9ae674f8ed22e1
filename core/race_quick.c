/* race_quick.c - the legal moves of one die under plain rules, where nobody asks for reasons.
 *
 * Most pawns wait in base for another roll, or walk a clear way to an empty square: that is seen here at once. The others are
 * judged like anybody (race_judge.c). A test holds these moves against those that are found with reasons. */
#include "core/race_quick.h"

#include "core/race_scene.h"

enum { SIX = 6 };

/* What stopping on a square of the track is; `taken` gets a pawn that is captured. */
static inline enum race_meeting meeting(const struct race *race, const struct race_state *state, u8 mover,
                                        unsigned square, u32 *taken)
{
    const unsigned on = state->on[square];
    if (!on)
        return RACE_MEET_LEGAL;
    if (on & RACE_CROWD)
        return race->meets_crowd;
    if (race_seat(on - 1) == mover)
        return race->meets_own;
    if (race_safe(race, square))
        return race->meets_safe;
    *taken = (u32)1 << (on - 1);
    return race->meets_enemy;
}

/* May the pawn walk through its corridor to place `to`, as far as own pawns let it? */
static enum race_meeting lane(const struct race *race, const struct race_state *state, u8 seat, unsigned id,
                              unsigned to)
{
    const unsigned from = state->at[id] > race->last ? state->at[id] : race->last;
    const unsigned end = to < race->arrival || race->first_slot ? to : to - 1; /* the centre holds any number */
    unsigned met = 0;
    if (race->free_lane)
        return RACE_MEET_LEGAL;
    if (race->lane_jumps)
        return race_four(state, seat, to) ? RACE_MEET_REFUSED : RACE_MEET_LEGAL;
    for (unsigned other = race_id(seat, 0); other < race_id(seat, RACE_PAWNS_MAX); other++)
        met += state->at[other] > from && state->at[other] <= end;
    return met <= race->lane_holds ? RACE_MEET_LEGAL : RACE_MEET_JUDGE;
}

static inline enum race_meeting walk(const struct race *race, const struct race_state *state, u8 mover, unsigned id,
                                     unsigned to, u32 *taken)
{
    const unsigned from = state->at[id];
    if (to <= race->last)
        return race_clear(race, state, mover, from, to - from - 1)
                   ? meeting(race, state, mover, race_square(race, mover, to), taken)
                   : RACE_MEET_JUDGE;
    if (to > race->goal)
        return race->o.finish == RACE_FINISH_EXACT ? RACE_MEET_REFUSED : RACE_MEET_JUDGE;
    if (from < race->last && !race_clear(race, state, mover, from, race->last - from))
        return RACE_MEET_JUDGE;
    return lane(race, state, mover, id, to);
}

static inline enum race_meeting enter(const struct race *race, const struct race_state *state, u8 mover)
{
    const unsigned on = state->on[race->start[mover]];
    if (!on)
        return RACE_MEET_LEGAL;
    return !(on & RACE_CROWD) && race_seat(on - 1) == mover ? race->meets_own : RACE_MEET_JUDGE;
}

/* The move of a pawn that the rules alone don't tell; the number of them, 0 or 1. */
static unsigned judged(const struct race *race, const struct race_state *state, u8 mover, struct race_ask ask,
                       unsigned id, struct race_move *move)
{
    struct scene scene;
    struct verdict verdict;
    race_scene_make(&scene, race, state, ask, mover);
    race_judge(&scene, id, &verdict);
    *move = verdict.move;
    return !verdict.code;
}

/* The moves of these pawns of the mover; their number. */
static unsigned moves_among(const struct race *race, const struct race_state *state, u8 mover, struct race_ask ask,
                            u8 steps, u32 pawns, struct race_move *moves)
{
    struct race_move *move = moves;
    for (; pawns; pawns &= pawns - 1) {
        const unsigned id = race_id(mover, (unsigned)__builtin_ctz(pawns));
        const unsigned from = state->at[id], to = from == RACE_BASE ? 0 : from + steps;
        u32 taken = 0;
        const enum race_meeting met =
            from == RACE_BASE ? enter(race, state, mover) : walk(race, state, mover, id, to, &taken);
        if (met == RACE_MEET_JUDGE)
            move += judged(race, state, mover, ask, id, move);
        if (met == RACE_MEET_LEGAL)
            *move++ = (struct race_move){
                .pawn = (u8)id, .from = (u8)from, .to = (u8)to, .via = (u8)to, .steps = steps, .taken = taken};
    }
    return (unsigned)(move - moves);
}

unsigned race_quick_moves(const struct race *race, const struct race_state *state, u8 mover, struct race_ask ask,
                          struct race_move moves[static RACE_PAWNS_MAX])
{
    const u32 base = race_four(state, mover, RACE_BASE) & race->seated;
    const bool rolled = ask.kind == RACE_ASK_ROLL, freely = ask.kind == RACE_ASK_ENTER;
    const u8 steps = rolled && ask.count == SIX ? race->six_steps[!base] : ask.count;
    const bool enters = rolled ? race->enters >> ask.count & 1 : freely;
    u32 pawns = freely ? base : enters ? race->seated : race->seated ^ base;
    unsigned n = 0;
    /* Who does a duty is asked first: nobody else may move if it can. */
    if (enters && base && race->o.enter_mandatory == RACE_ENTER_MANDATORY_YES) {
        n = moves_among(race, state, mover, ask, steps, base, moves);
        pawns ^= base;
    }
    if (!n && base && race->o.vacate_start == RACE_VACATE_YES) {
        const u32 starters = race_four(state, mover, 0) & pawns;
        n = starters ? moves_among(race, state, mover, ask, steps, starters, moves) : 0;
        pawns ^= starters;
    }
    return n || !pawns ? n : moves_among(race, state, mover, ask, steps, pawns, moves);
}
