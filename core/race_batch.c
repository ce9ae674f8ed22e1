/* race_batch.c - opens, fills and steps a batch of games: in lanes where the rules fit, else game by game. */
#include "core/race_lanes.h"

/* --- what plays in lanes ------------------------------------------------------------------------------------------------ */

/* Do the arms follow each other at even distances, so that every seat counts the same squares alike? */
static bool is_even(const struct race *race)
{
    const unsigned apart = race->track / race->n_arms;
    bool even = apart * race->n_arms == race->track;
    for (unsigned square = 0; square < race->track; square++)
        even &= race_safe(race, square) == race_safe(race, (square + apart) % race->track) &&
                race_is_start(race, square) == race_is_start(race, (square + apart) % race->track);
    return even;
}

static unsigned n_safe(const struct race *race)
{
    unsigned n = 0;
    for (unsigned square = 0; square < race->track; square++)
        n += race_safe(race, square);
    return n;
}

bool race_lanes_fit(const struct race *race)
{
    const struct race_options *o = &race->o;
    const bool pairs = o->block == RACE_BLOCK_ENEMY_PAIR && o->block_land == RACE_LAND_ILLEGAL &&
                       o->block_pass == RACE_PASS_NEVER && o->block_where <= RACE_WHERE_TRACK;
    const bool unblocked = o->block == RACE_BLOCK_NONE && o->block_land != RACE_LAND_ATTACKER_HOME;
    const bool safe = o->safe_squares == RACE_SAFE_NONE ||
                      (o->safe_effect == RACE_EFFECT_SHARE && o->safe_squares != RACE_SAFE_GLOBES);
    return race->quick && race->meets_own && race->goal + 2 * 6 <= INT8_MAX && is_even(race) &&
           n_safe(race) <= COUNT(((struct race_batch *)NULL)->safe) && (pairs || unblocked) && safe && !race->steps &&
           o->own_pass == RACE_OWN_PASS_YES && o->capture_on_pass == RACE_CAPTURE_ON_PASS_NO &&
           o->capture_mandatory == RACE_CAPTURE_MANDATORY_NO && o->six_opens_barrier == RACE_OPENS_NO &&
           o->capacity == RACE_CAPACITY_ANY && o->own_sharing != RACE_OWN_PAIR &&
           o->corridor_rule != RACE_CORRIDOR_PAIR && o->finish == RACE_FINISH_EXACT &&
           o->enter_capture <= RACE_ENTER_AS_LANDING && o->play_on == RACE_PLAY_ON_FIRST &&
           (o->triple_six == RACE_TRIPLE_OFF || o->triple_six == RACE_TRIPLE_CANCEL);
}

/* --- a batch -------------------------------------------------------------------------------------------------------------- */

static race_lanes_step_fn best_step(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
        return race_lanes_step_avx2;
#endif
    return race_lanes_step;
}

void race_batch_open(struct race_batch *batch, const struct race *race)
{
    bytes_fill(batch, 0, sizeof *batch);
    batch->race = race;
    batch->step = race_lanes_fit(race) ? best_step() : NULL;
    for (unsigned seat = 0; seat < race->n_seats && batch->step; seat++)
        for (unsigned mover = 0; mover < race->n_seats; mover++) {
            const int ahead = (race->start[seat] + race->track - race->start[mover]) % race->track;
            batch->apart[seat][mover] = (i8)(ahead - race->track);
        }
    for (unsigned p = 0; p < race->track && batch->step; p++)
        if (race_safe(race, (race->start[0] + p) % race->track))
            batch->safe[batch->n_safe++] = (i8)p;
    race_start(race, &batch->start);
    for (unsigned game = 0; game < RACE_LANES; game++)
        race_batch_start(batch, game);
}

void race_batch_start(struct race_batch *batch, unsigned game)
{
    race_batch_put(batch, game, &batch->start);
}

void race_batch_put(struct race_batch *batch, unsigned game, const struct race_state *state)
{
    REQUIRE(game < RACE_LANES && !state->roll && !state->n_owed && !state->dice[0] && !race_over(batch->race, state));
    batch->over[game] = 0;
    batch->turn[game] = (i8)state->turn;
    if (!batch->step) {
        batch->game[game] = *state;
        return;
    }
    for (unsigned id = 0; id < RACE_IDS; id++)
        batch->at[race_seat(id)][id % RACE_PAWNS_MAX][game] = (i8)state->at[id];
    batch->sixes[game] = (i8)state->sixes;
    batch->tries[game] = (i8)state->tries;
    batch->last[game] = (i8)state->last;
    batch->captured[game] = (i8)state->captured;
}

void race_batch_get(const struct race_batch *batch, unsigned game, struct race_state *state)
{
    *state = batch->step ? batch->start : batch->game[game];
    if (!batch->step)
        return;
    for (unsigned id = 0; id < RACE_IDS; id++)
        state->at[id] = (u8)batch->at[race_seat(id)][id % RACE_PAWNS_MAX][game];
    state->turn = (u8)batch->turn[game];
    state->sixes = (u8)batch->sixes[game];
    state->tries = (u8)batch->tries[game];
    state->last = (u8)batch->last[game];
    state->captured = (u8)batch->captured[game];
    state->n_finished = batch->over[game] ? 1 : 0;
    state->finished[0] = batch->over[game] ? state->turn : 0;
    race_order(batch->race, state, NULL, 0);
}

static void step_one(struct race_batch *batch, unsigned game, unsigned outcome, u16 noise)
{
    struct race_state *state = &batch->game[game];
    struct race_choices choices = {0};
    if (batch->race->o.none_on_course == RACE_NONE_FREE_ENTRY) /* a turn may begin without a roll */
        race_choose(batch->race, state, &choices);
    if (!choices.n)
        race_roll(batch->race, state, race_outcome(batch->race, outcome), &choices, NULL);
    while (choices.n)
        race_play(batch->race, state, &choices, race_pick(&noise, choices.n), NULL);
    batch->over[game] = race_over(batch->race, state) ? -1 : 0;
    batch->turn[game] = (i8)state->turn;
}

/* A bit for each byte of -1. */
static u32 bits(const race_lanes *mask)
{
    u32 all = 0;
    for (unsigned word = 0; word < RACE_LANES / 8; word++) {
        u64 eight;
        bytes_copy(&eight, (const u8 *)mask + 8 * word, sizeof eight);
        all |= (u32)((eight & 0x0101010101010101u) * 0x0102040810204080u >> 56) << 8 * word;
    }
    return all;
}

/* Are all of them outcomes? The largest is looked for, which takes the compiler one instruction for many. */
static bool rolls_ok(const struct race *race, const u8 rolls[static RACE_LANES])
{
    u8 most = 0;
    for (unsigned game = 0; game < RACE_LANES; game++) {
        const u8 from_zero = (u8)(rolls[game] - 1);
        most = from_zero > most ? from_zero : most;
    }
    return most < race_outcomes(race);
}

u32 race_batch_step(struct race_batch *batch, const u8 rolls[static RACE_LANES], const u16 noise[static RACE_LANES])
{
    REQUIRE(rolls_ok(batch->race, rolls));
    if (batch->step)
        batch->step(batch, rolls, noise);
    else
        for (unsigned game = 0; game < RACE_LANES; game++)
            if (!batch->over[game])
                step_one(batch, game, rolls[game], noise[game]);
    return bits(&batch->over);
}
