/* race_state.c - a position of a race game: where pawns are, who came first to a square, who has finished, places. */
#include "core/race.h"

/* --- where pawns are ------------------------------------------------------------------------------------------------ */

static bool slot_free(const struct race *race, const struct race_state *state, unsigned seat, unsigned p)
{
    for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
        if (state->at[id] == p)
            return false;
    return true;
}

bool race_same_place(const struct race *race, unsigned seat, unsigned p, unsigned other)
{
    const u8 square = race_square(race, seat, p);
    return p == other || (square != RACE_NOBODY && square == race_square(race, seat, other));
}

bool race_home(const struct race *race, const struct race_state *state, unsigned id)
{
    const unsigned p = state->at[id];
    if (!race->first_slot)
        return p == race->goal;
    if (p < race->first_slot || p == RACE_BASE)
        return false;
    for (unsigned slot = p + 1; slot <= race->goal; slot++)
        if (slot_free(race, state, race_seat(id), slot))
            return false;
    return true;
}

bool race_all_home(const struct race *race, const struct race_state *state, unsigned seat)
{
    for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
        if (!race_arrived(race, state->at[id]))
            return false;
    return true;
}

bool race_on_course(const struct race *race, const struct race_state *state, unsigned seat)
{
    if (!race->first_slot) /* pawns that don't play are in base */
        return (race_four(state, seat, RACE_BASE) | race_four(state, seat, race->goal)) != 0xf;
    for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
        if (state->at[id] != RACE_BASE && !race_home(race, state, id))
            return true;
    return false;
}

/* --- order of arrival ------------------------------------------------------------------------------------------------ */

static void note(const struct race *race, struct race_state *state, unsigned square, u8 on)
{
    state->on[square] = on;
    state->on[square < RACE_AHEAD ? race->track + square : square] = on;
}

u32 race_pawns_at(const struct race *race, const struct race_state *state, unsigned square)
{
    u32 pawns = 0;
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        const unsigned start = race->start[seat];
        const unsigned p = race->first + (square >= start ? square : square + race->track) - start;
        if (p <= race->last)
            pawns |= race_four(state, seat, p) << race_id(seat, 0);
        if (p + race->track <= race->last) /* on a board walked into, the end of the arm once more */
            pawns |= race_four(state, seat, p + race->track) << race_id(seat, 0);
    }
    return pawns;
}

u32 race_pawns_on(const struct race *race, const struct race_state *state, unsigned square)
{
    if (square == RACE_NOBODY || !state->on[square])
        return 0;
    return state->on[square] & RACE_CROWD ? race_pawns_at(race, state, square) : (u32)1 << (state->on[square] - 1u);
}

static bool one_seat(u32 pawns)
{
    const unsigned seat = pawns ? race_seat((unsigned)__builtin_ctz(pawns)) : 0;
    return !(pawns & ~(0xfu << RACE_PAWNS_MAX * seat));
}

/* Only the order on squares shared by two seats matters; elsewhere it is that of the pawns, so that equal positions
 * are equal bytes. */
static void order_plain(struct race_state *state, u32 pawns)
{
    u8 k = 0;
    for (; pawns; pawns &= pawns - 1)
        state->order[__builtin_ctz(pawns)] = k++;
}

/* Those who came after it move up. */
static void leave_crowd(const struct race *race, struct race_state *state, unsigned id, unsigned square)
{
    const u32 rest = race_pawns_at(race, state, square) & ~((u32)1 << id);
    for (u32 pawns = rest; pawns; pawns &= pawns - 1) {
        u8 *order = &state->order[__builtin_ctz(pawns)];
        *order = (u8)(*order - (*order > state->order[id]));
    }
    if (one_seat(rest))
        order_plain(state, rest);
    note(race, state, square, race_who(rest));
    state->order[id] = 0;
}

static void join_crowd(const struct race *race, struct race_state *state, unsigned id, unsigned square)
{
    const u32 there = race_pawns_at(race, state, square);
    state->order[id] = (u8)(__builtin_popcount(there) - 1);
    if (one_seat(there))
        order_plain(state, there);
    note(race, state, square, RACE_CROWD);
}

void race_put(const struct race *race, struct race_state *state, unsigned id, unsigned p)
{
    const u8 from = race_square(race, race_seat(id), state->at[id]), to = race_square(race, race_seat(id), p);
    if (from != RACE_NOBODY && (state->on[from] & RACE_CROWD))
        leave_crowd(race, state, id, from);
    else if (from != RACE_NOBODY)
        note(race, state, from, 0);
    state->at[id] = (u8)p;
    if (to != RACE_NOBODY && state->on[to])
        join_crowd(race, state, id, to);
    else if (to != RACE_NOBODY)
        note(race, state, to, race_who((u32)1 << id));
}

void race_order(const struct race *race, struct race_state *state, const u8 *arrivals, unsigned n_arrivals)
{
    bytes_fill(state->order, 0, sizeof state->order);
    bytes_fill(state->on, 0, sizeof state->on);
    for (unsigned square = 0; square < race->track; square++) {
        const u32 there = race_pawns_at(race, state, square);
        note(race, state, square, race_who(there));
        if (one_seat(there)) {
            order_plain(state, there);
            continue;
        }
        u32 left = there;
        u8 k = 0;
        for (unsigned a = 0; a < n_arrivals; a++)
            left &= ~((u32)1 << arrivals[a]);
        for (; left; left &= left - 1)
            state->order[__builtin_ctz(left)] = k++;
        for (unsigned a = 0; a < n_arrivals; a++)
            if (there >> arrivals[a] & 1)
                state->order[arrivals[a]] = k++;
    }
}

unsigned race_arrivals(const struct race *race, const struct race_state *state, u8 ids[static RACE_IDS])
{
    unsigned n = 0;
    for (unsigned square = 0; square < race->track; square++) {
        const u32 there = race_pawns_on(race, state, square);
        for (u8 place = 0; !one_seat(there) && place < __builtin_popcount(there); place++)
            for (u32 pawns = there; pawns; pawns &= pawns - 1)
                if (state->order[__builtin_ctz(pawns)] == place)
                    ids[n++] = (u8)__builtin_ctz(pawns);
    }
    return n;
}

/* --- finishing ------------------------------------------------------------------------------------------------------- */

bool race_has_finished(const struct race_state *state, unsigned seat)
{
    for (unsigned k = 0; k < state->n_finished; k++)
        if (state->finished[k] == seat)
            return true;
    return false;
}

static bool team_done(const struct race *race, const struct race_state *state, unsigned team)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race->team[seat] == team && !race_has_finished(state, seat))
            return false;
    return true;
}

/* A side is a seat, or a team where there are teams. */
static unsigned n_sides(const struct race *race)
{
    return race->n_teams ? race->n_teams : race->n_seats;
}

bool race_over(const struct race *race, const struct race_state *state)
{
    unsigned done = 0;
    if (!state->n_finished)
        return false;
    for (unsigned side = 0; side < n_sides(race); side++)
        done += team_done(race, state, side);
    return done >= (race->o.play_on == RACE_PLAY_ON_ALL ? n_sides(race) - 1 : 1);
}

u8 race_helped(const struct race *race, const struct race_state *state, unsigned seat)
{
    for (unsigned k = 1; race->n_teams && k < race->n_seats; k++) {
        const unsigned other = (seat + k) % race->n_seats;
        if (race_partners(race, seat, other) && !race_all_home(race, state, other))
            return (u8)other;
    }
    return RACE_NOBODY;
}

u8 race_mover(const struct race *race, const struct race_state *state)
{
    if (!state->n_finished || !race_all_home(race, state, state->turn))
        return state->turn;
    return race->o.team_help == RACE_HELP_NEVER ? RACE_NOBODY : race_helped(race, state, state->turn);
}

/* --- places (rules.md 2.3, 5) ----------------------------------------------------------------------------------------- */

/* What a side is ranked by, larger first. */
struct merit {
    i32 home, out, progress, nearness;
};

static struct merit merit_of(const struct race *race, const struct race_state *state, unsigned side)
{
    struct merit merit = {0, 0, 0, 0};
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned pawn = 0; pawn < race->n_pawns && race->team[seat] == side; pawn++) {
            const unsigned p = state->at[race_id(seat, pawn)];
            const bool base = p == RACE_BASE, home = race_arrived(race, p);
            merit.home += home;
            merit.out += !base;
            merit.progress += base ? 0 : (i32)p;
            merit.nearness -= base ? race->goal + 1 : home ? 0 : race->goal - (i32)p;
        }
    return merit;
}

static bool better(const struct race *race, const struct merit *a, const struct merit *b)
{
    if (race->o.ranking == RACE_RANKING_DISTANCE)
        return a->nearness > b->nearness;
    if (a->home != b->home)
        return a->home > b->home;
    return a->out != b->out ? a->out > b->out : a->progress > b->progress;
}

/* When a side came home: the number of the seat that completed it, or past all. */
static unsigned finish_of(const struct race *race, const struct race_state *state, unsigned side)
{
    unsigned at = 0;
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race->team[seat] == side) {
            unsigned k = 0;
            while (k < state->n_finished && state->finished[k] != seat)
                k++;
            at = k == state->n_finished ? RACE_SEATS_MAX : k > at ? k : at;
            if (k == state->n_finished)
                return RACE_SEATS_MAX;
        }
    return at;
}

void race_places(const struct race *race, const struct race_state *state, u8 places[static RACE_SEATS_MAX])
{
    for (unsigned seat = 0; seat < RACE_SEATS_MAX; seat++)
        places[seat] = 0;
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        const struct merit mine = merit_of(race, state, race->team[seat]);
        const unsigned finish = finish_of(race, state, race->team[seat]);
        places[seat] = 1;
        for (unsigned other = 0; other < race->n_seats; other++) {
            const struct merit theirs = merit_of(race, state, race->team[other]);
            const unsigned before = finish_of(race, state, race->team[other]);
            if (before != finish ? before < finish : finish == RACE_SEATS_MAX && better(race, &theirs, &mine))
                places[seat]++;
        }
    }
}
