/* race_lanes.c - a step of many games in lockstep under plain rules: one byte a game in each variable, no branch on any of them.
 *
 * Compiled twice from this one text: for any processor, and with RACE_LANES_STEP naming the other for AVX2.
 *
 * A mask is -1 where it holds. Places are progress as the mover counts it, so that a capture is an equality and a barrier on the
 * way an interval. What these rules can't do, race_lanes_fit keeps away. */
#include "core/race_lanes.h"

#ifndef RACE_LANES_STEP
#define RACE_LANES_STEP race_lanes_step
#endif

enum { SIX = 6, SIXES = 2, BARS = 3 };

typedef race_lanes lanes;

/* What a step works on. Loops go over four pawns, for the compiler to unroll; those that don't play wait in base. */
struct step {
    lanes seat[RACE_SEATS_MAX];                      /* mask: this seat is the mover */
    lanes own[RACE_PAWNS_MAX];                       /* progress of the mover's pawns */
    lanes other[RACE_SEATS_MAX][RACE_PAWNS_MAX];     /* progress of the others on the mover's way; -1 off it */
    lanes bar[RACE_SEATS_MAX][BARS];                 /* where their barriers stand on it; -1 for none */
    lanes to[RACE_PAWNS_MAX], legal[RACE_PAWNS_MAX]; /* the move of each pawn; then of the one that is chosen */
    lanes base;                                      /* mask: a pawn of the mover is in base */
    lanes live, cancelled, none;                     /* masks: the game goes on; a third six; no pawn on the course */
    lanes six, steps, enters;                        /* what the roll is, counts and lets do */
    lanes moved, from, end, last; /* mask: a move is played; from where, to where, 1 + its pawn's id */
    lanes taken, home;            /* masks: it captures; it brings the last pawn home */
};

static inline lanes all(int value)
{
    return (lanes){0} + (i8)value;
}

static inline lanes pick(lanes mask, lanes yes, lanes no)
{
    return (mask & yes) | (~mask & no);
}

static inline void look(const struct race_batch *batch, struct step *step)
{
    const struct race *race = batch->race;
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        step->seat[seat] = batch->turn == all((int)seat);
    step->base = all(0);
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
        lanes own = all(0);
        for (unsigned seat = 0; seat < race->n_seats; seat++)
            own |= step->seat[seat] & batch->at[seat][pawn];
        step->own[pawn] = own;
        if (pawn < race->n_pawns)
            step->base |= own < all(0);
    }
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        lanes apart = all(0);
        for (unsigned mover = 0; mover < race->n_seats; mover++)
            apart |= step->seat[mover] & all(batch->apart[seat][mover]);
        for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
            const lanes at = batch->at[seat][pawn], turned = at + apart;
            const lanes place = turned + ((turned < all(0)) & all(race->track));
            step->other[seat][pawn] =
                place | step->seat[seat] | (at < all(0)) | (at > all(race->last)) | (place > all(race->last));
        }
    }
}

/* Two pawns of a seat on one square bar it. Of four, three may be the first of a pair. */
static inline void find_bars(const struct race *race, struct step *step)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned pawn = 0; pawn < BARS; pawn++) {
            lanes paired = all(0);
            for (unsigned mate = pawn + 1; mate < RACE_PAWNS_MAX; mate++)
                paired |= step->other[seat][pawn] == step->other[seat][mate];
            step->bar[seat][pawn] = step->other[seat][pawn] | ~paired;
        }
}

static inline lanes barred(const struct race *race, const struct step *step, lanes from, lanes to)
{
    lanes met = all(0);
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned pawn = 0; pawn < BARS; pawn++)
            met |= (step->bar[seat][pawn] > from) & (step->bar[seat][pawn] <= to);
    return met;
}

/* Own pawns in the way of one that walks from `from` to `to`: on its end where a square holds one, and in a corridor where
 * nobody is jumped over also before it. */
static inline lanes own_in_way(const struct race *race, const struct step *step, unsigned pawn, lanes from, lanes to)
{
    const bool forbid = race->o.own_sharing == RACE_OWN_FORBID, free_lane = race->free_lane;
    const bool jumps = race->o.corridor_rule == RACE_CORRIDOR_SLOTS && race->o.slot_jump == RACE_SLOT_JUMP_YES;
    const lanes end = all(race->first_slot ? race->goal : race->goal - 1); /* the last place that pawns fill */
    const lanes lane = all(race->last), behind = jumps ? to - 1 : from;
    lanes met = all(0);
    for (unsigned mate = 0; mate < RACE_PAWNS_MAX; mate++) {
        const lanes at = step->own[mate];
        if (mate == pawn)
            continue;
        if (forbid)
            met |= (at == to) & (at <= lane);
        if (!free_lane)
            met |= (at > lane) & (at > behind) & (at <= to) & (at <= end);
    }
    return met;
}

static inline void find_moves(const struct race *race, struct step *step)
{
    const bool entry_barred = race->o.enter_blocked_by_enemy_pair == RACE_ENTER_BLOCKED_YES;
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
        const lanes from = step->own[pawn], base = from < all(0), to = ~base & (from + step->steps);
        lanes legal = (~base | step->enters) & (to <= all(race->goal));
        if (race->pair_blocks)
            legal &= ~barred(race, step, from, to) | (entry_barred ? all(0) : base);
        if (race->o.own_sharing == RACE_OWN_FORBID || !race->free_lane)
            legal &= ~own_in_way(race, step, pawn, from, to);
        step->to[pawn] = to;
        step->legal[pawn] = pawn < race->n_pawns ? legal : all(0);
    }
}

/* Keeps the moves of pawns that do a duty, where one of them can be played. */
static inline void keep(struct step *step, const lanes does[static RACE_PAWNS_MAX])
{
    lanes any = all(0);
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++)
        any |= step->legal[pawn] & does[pawn];
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++)
        step->legal[pawn] &= ~any | does[pawn];
}

static inline void keep_duties(const struct race *race, struct step *step)
{
    lanes enters[RACE_PAWNS_MAX], vacates[RACE_PAWNS_MAX];
    if (race->o.enter_mandatory == RACE_ENTER_MANDATORY_NO && race->o.vacate_start == RACE_VACATE_NO)
        return;
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
        enters[pawn] = step->own[pawn] < all(0);
        vacates[pawn] = (step->own[pawn] == all(0)) & step->base;
    }
    if (race->o.enter_mandatory == RACE_ENTER_MANDATORY_YES)
        keep(step, enters);
    if (race->o.vacate_start == RACE_VACATE_YES)
        keep(step, vacates);
}

/* Where the mover has no pawn on its way: each is in base or home (in slots: at the end of a row that reaches the goal). */
static inline lanes none_on_course(const struct race *race, const struct step *step)
{
    lanes on = all(0), row = all(-1);
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++)
        on -= step->own[pawn] >= all(0);
    for (unsigned slot = race->goal; race->first_slot && slot >= race->first_slot; slot--) {
        lanes held = all(0);
        for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++)
            held |= step->own[pawn] == all((int)slot);
        row &= held;
        on += row;
    }
    for (unsigned pawn = 0; pawn < race->n_pawns && !race->first_slot; pawn++)
        on += step->own[pawn] == all(race->goal);
    return on == all(0);
}

static inline lanes counted(lanes counter)
{
    return counter - (counter < all(RACE_COUNTER_MAX));
}

/* The number of each game's choice among n moves, as race_pick picks it. */
static inline lanes choose(lanes n, const u16 noise[static RACE_LANES])
{
    u8 counts[RACE_LANES], chosen[RACE_LANES];
    lanes numbers;
    bytes_copy(counts, &n, sizeof counts);
    for (unsigned game = 0; game < RACE_LANES; game++)
        chosen[game] = (u8)((u32)noise[game] * counts[game] >> 16);
    bytes_copy(&numbers, chosen, sizeof numbers);
    return numbers;
}

/* What the roll is and counts, which games play it, and the moves that there are. */
static inline void roll_all(const struct race_batch *batch, struct step *step, lanes roll)
{
    const struct race *race = batch->race;
    step->six = roll == all(SIX);
    step->steps = roll + (step->six & pick(step->base, all(race->six_steps[0] - SIX), all(race->six_steps[1] - SIX)));
    step->enters = all(0);
    for (unsigned face = 1; face <= SIX; face++)
        if (race->enters >> face & 1)
            step->enters |= roll == all((int)face);
    step->live = ~batch->over;
    step->cancelled = race->o.triple_six == RACE_TRIPLE_OFF ? all(0) : step->six & (batch->sixes >= all(SIXES));
    step->none = race->tries ? none_on_course(race, step) & ~step->cancelled : all(0);
    if (race->pair_blocks)
        find_bars(race, step);
    find_moves(race, step);
    keep_duties(race, step);
}

/* Leaves of the legal moves the one that is chosen. */
static inline void choose_move(const struct race *race, struct step *step, const u16 noise[static RACE_LANES])
{
    lanes n = all(0);
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
        step->legal[pawn] &= step->live & ~step->cancelled;
        n -= step->legal[pawn];
    }
    lanes left = choose(n, noise);
    step->from = step->end = step->home = all(-1);
    step->moved = step->last = all(0);
    for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
        const lanes chosen = step->legal[pawn] & (left == all(0));
        left += step->legal[pawn];
        step->from = pick(chosen, step->own[pawn], step->from);
        step->end = pick(chosen, step->to[pawn], step->end);
        step->last |= chosen & all((int)pawn + 1);
        step->moved |= chosen;
        if (pawn < race->n_pawns)
            step->home &= pick(chosen, step->to[pawn], step->own[pawn]) >= all(race->arrival);
        step->legal[pawn] = chosen;
    }
    step->home &= step->moved;
}

static inline void lane_move(struct race_batch *batch, struct step *step)
{
    const struct race *race = batch->race;
    lanes takes = step->moved & (step->end <= all(race->last)), captor = all(0);
    for (unsigned k = 0; k < batch->n_safe; k++)
        takes &= step->end != all(batch->safe[k]);
    if (race->o.enter_capture == RACE_ENTER_NEVER)
        takes &= step->from >= all(0);
    step->taken = all(0);
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        captor |= step->seat[seat] & all(1 << seat);
        step->last += step->seat[seat] & step->moved & all((int)race_id(seat, 0));
        for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++) {
            const lanes hit = takes & (step->other[seat][pawn] == step->end);
            const lanes moves = step->seat[seat] & step->legal[pawn];
            step->taken |= hit;
            batch->at[seat][pawn] = pick(moves, step->end, batch->at[seat][pawn]) | hit;
        }
    }
    batch->captured |= step->taken & captor;
}

/* A further roll, or the next seat. */
static inline void go_on(struct race_batch *batch, const struct step *step)
{
    const struct race *race = batch->race;
    const struct race_options *o = &race->o;
    const lanes tries = step->none & counted(batch->tries);
    lanes again = all(0);
    if (o->six_extra == RACE_SIX_EXTRA_YES)
        again |= step->six & (race->six_stuck ? all(-1) : step->moved);
    if (o->capture_reward == RACE_CAPTURE_ROLL)
        again |= step->taken;
    if (o->home_reward == RACE_HOME_ROLL)
        again |= step->moved & (step->end >= all(race->arrival)) & (step->from < all(race->arrival));
    if (o->none_on_course == RACE_NONE_THREE_TRIES)
        again |= step->none & ~step->moved & (tries < all(RACE_TRIES_MAX));
    again &= ~step->cancelled & ~step->home;
    const lanes live = step->live, next = batch->turn + 1, passes = live & ~again & ~step->home;
    batch->sixes = pick(live, again & step->six & counted(batch->sixes), batch->sixes);
    batch->tries = pick(live, again & ~step->moved & tries, batch->tries);
    batch->last = pick(live, again & pick(step->moved, step->last, batch->last), batch->last);
    batch->turn = pick(passes, next & (next != all(race->n_seats)), batch->turn);
    batch->over |= step->home;
}

void RACE_LANES_STEP(struct race_batch *batch, const u8 rolls[static RACE_LANES], const u16 noise[static RACE_LANES])
{
    struct step step;
    lanes roll;
    bytes_copy(&roll, rolls, sizeof roll);
    look(batch, &step);
    roll_all(batch, &step, roll);
    choose_move(batch->race, &step, noise);
    lane_move(batch, &step);
    go_on(batch, &step);
}
