/* race_effects.c - what a legal move does besides moving: the squares it walks, the rolls and steps it earns. */
#include "core/race.h"

enum { STAR_A = 4, STAR_B = 11, STAR_ARM = 13, CAPTURE_STEPS = 20, HOME_STEPS = 10 };

const char *const race_again_words[RACE_AGAINS] = {NULL, "six", "capture", "home", "tries", "doubles", "grace"};

static bool comes_home(const struct race *race, const struct race_move *move)
{
    return race_arrived(race, move->to) && !race_arrived(race, move->from);
}

/* Does the move bring the last pawn home, and nothing is left to move: then nothing follows it (rules.md 10.1). */
static bool is_last(const struct race *race, const struct race_state *state, const struct race_move *move)
{
    if (!comes_home(race, move))
        return false;
    struct race_state after = *state;
    const u8 seat = race_seat(move->pawn);
    after.at[move->pawn] = move->to;
    if (!race_all_home(race, &after, seat))
        return false;
    if (!race_has_finished(&after, seat))
        after.finished[after.n_finished++] = seat;
    return race_over(race, &after) || race_mover(race, &after) == RACE_NOBODY;
}

/* Bonus counts give no further roll (rules.md 4.4); several reasons give one. */
enum race_again race_earns(const struct race *race, const struct race_state *state, struct race_ask ask,
                           const struct race_move *move)
{
    const bool die = ask.kind == RACE_ASK_DIE;
    if ((ask.kind != RACE_ASK_ROLL && !die) || is_last(race, state, move))
        return RACE_AGAIN_NO;
    const enum race_again due = die                      ? (enum race_again)state->again
                                : race_is_six(race, ask) ? race_six_again(race)
                                                         : RACE_AGAIN_NO;
    if (due)
        return due;
    if (move->taken && race->o.capture_reward == RACE_CAPTURE_ROLL)
        return RACE_AGAIN_CAPTURE;
    return comes_home(race, move) && race->o.home_reward == RACE_HOME_ROLL ? RACE_AGAIN_HOME : RACE_AGAIN_NO;
}

unsigned race_bonus(const struct race *race, const struct race_state *state, struct race_ask ask,
                    const struct race_move *move, u8 owed[static RACE_OWED_MAX])
{
    unsigned n = 0;
    if (ask.kind == RACE_ASK_ENTER || is_last(race, state, move)) /* a free entry ends the turn (1.4, step 1) */
        return 0;
    if (race->o.capture_reward == RACE_CAPTURE_STEPS)
        for (u32 taken = move->taken; taken; taken &= taken - 1)
            owed[n++] = CAPTURE_STEPS;
    if (comes_home(race, move) && race->o.home_reward == RACE_HOME_STEPS)
        owed[n++] = HOME_STEPS;
    return n;
}

unsigned race_turning_point(const struct race *race, unsigned from)
{
    return race->o.corridor_rule == RACE_CORRIDOR_LADDER && from < race->last ? race->last : race->goal;
}

bool race_is_star(const struct race *race, unsigned p)
{
    const unsigned k = p % STAR_ARM;
    return race->o.star_jump == RACE_STAR_JUMP_YES && p <= race->last && (k == STAR_A || k == STAR_B);
}

unsigned race_next_star(const struct race *race, unsigned p)
{
    for (p++; p <= race->last; p++)
        if (race_is_star(race, p))
            return p;
    return race->goal;
}

unsigned race_path(const struct race *race, const struct race_move *move, u8 path[static RACE_PATH_MAX])
{
    unsigned n = 0;
    if (move->pawn == RACE_DECLINE)
        return 0;
    if (move->from == RACE_BASE && !race->first) {
        path[n++] = move->via;
        return n;
    }
    const unsigned from = move->from == RACE_BASE ? 0 : move->from, turn = race_turning_point(race, from);
    const bool climbs = race->o.corridor_rule == RACE_CORRIDOR_LADDER && from >= race->last;
    const bool back = !climbs && from + move->steps > turn && move->via != turn;
    for (unsigned p = from + 1u; p <= (back ? turn : move->via); p++)
        path[n++] = (u8)p;
    for (unsigned p = turn; back && p > move->via; p--)
        path[n++] = (u8)(p - 1);
    if (move->jump)
        path[n++] = move->jump;
    return n;
}

unsigned race_distinct(const struct race_move *moves, unsigned n)
{
    unsigned distinct = 0;
    for (unsigned k = 0; k < n; k++) {
        bool seen = false;
        for (unsigned j = 0; j < k; j++)
            seen |= moves[j].from == moves[k].from && moves[j].to == moves[k].to &&
                    moves[j].dice[0] == moves[k].dice[0] && moves[j].dice[1] == moves[k].dice[1] &&
                    (moves[j].pawn == RACE_DECLINE) == (moves[k].pawn == RACE_DECLINE);
        distinct += !seen;
    }
    return distinct;
}
