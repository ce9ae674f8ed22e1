/* race_state.c - a position of a race game: where pawns are, who came first to a square, places, validity. */
#include "core/race.h"

enum { CAPTURE_STEPS = 20, HOME_STEPS = 10 };

/* --- where pawns are ------------------------------------------------------------------------------------------------ */

static bool slot_free(const struct race *race, const struct race_state *state, unsigned seat, unsigned p)
{
    for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
        if (state->at[id] == p)
            return false;
    return true;
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

bool race_arrived(const struct race *race, unsigned p)
{
    return p != RACE_BASE && p >= (race->first_slot ? race->first_slot : race->goal);
}

bool race_all_home(const struct race *race, const struct race_state *state, unsigned seat)
{
    for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
        if (!race_arrived(race, state->at[id]))
            return false;
    return true;
}

/* Has the seat a pawn on the track or in the corridor that is not home yet? */
bool race_on_course(const struct race *race, const struct race_state *state, unsigned seat)
{
    for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
        if (state->at[id] != RACE_BASE && !race_home(race, state, id))
            return true;
    return false;
}

/* --- order of arrival ------------------------------------------------------------------------------------------------ */

static u32 pawns_on(const struct race *race, const struct race_state *state, unsigned square)
{
    u32 pawns = 0;
    for (unsigned seat = 0; seat < race->n_seats && square != RACE_NOBODY; seat++)
        for (unsigned id = race_id(seat, 0); id < race_id(seat, race->n_pawns); id++)
            pawns |= (u32)(race_square(race, seat, state->at[id]) == square) << id;
    return pawns;
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

static void leave(const struct race *race, struct race_state *state, unsigned id)
{
    const u32 rest = pawns_on(race, state, race_square(race, race_seat(id), state->at[id])) & ~((u32)1 << id);
    for (u32 pawns = rest; pawns; pawns &= pawns - 1) {
        u8 *order = &state->order[__builtin_ctz(pawns)];
        *order = (u8)(*order - (*order > state->order[id]));
    }
    if (one_seat(rest))
        order_plain(state, rest);
    state->order[id] = 0;
}

void race_put(const struct race *race, struct race_state *state, unsigned id, unsigned p)
{
    leave(race, state, id);
    state->at[id] = (u8)p;
    const u32 there = pawns_on(race, state, race_square(race, race_seat(id), p));
    if (!there)
        return;
    state->order[id] = (u8)(__builtin_popcount(there) - 1);
    if (one_seat(there))
        order_plain(state, there);
}

void race_order(const struct race *race, struct race_state *state, const u8 *arrivals, unsigned n_arrivals)
{
    bytes_fill(state->order, 0, sizeof state->order);
    for (unsigned square = 0; square < race->track; square++) {
        const u32 there = pawns_on(race, state, square);
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
        const u32 there = pawns_on(race, state, square);
        bool plain = one_seat(there);
        u8 k = 0;
        for (u32 pawns = there; plain && pawns; pawns &= pawns - 1)
            plain = state->order[__builtin_ctz(pawns)] == k++;
        for (u8 place = 0; !plain && place < __builtin_popcount(there); place++)
            for (u32 pawns = there; pawns; pawns &= pawns - 1)
                if (state->order[__builtin_ctz(pawns)] == place)
                    ids[n++] = (u8)__builtin_ctz(pawns);
    }
    return n;
}

bool race_has_finished(const struct race_state *state, unsigned seat)
{
    for (unsigned k = 0; k < state->n_finished; k++)
        if (state->finished[k] == seat)
            return true;
    return false;
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

/* --- validity --------------------------------------------------------------------------------------------------------- */

static const char *fault_at(char at[static 16], const char *why, unsigned id)
{
    struct text to = text_over(at, 16);
    race_pawn_write(id, &to);
    return why;
}

/* May these pawns stand together on a shared square, as the rules leave pawns standing? */
static const char *square_fault(const struct race *race, unsigned square, u32 there)
{
    const unsigned n = (unsigned)__builtin_popcount(there);
    /* On a start square entering may leave two seats together (10.1). */
    const bool shares = (race_safe(race, square) && race->o.safe_effect == RACE_EFFECT_SHARE) ||
                        (race_is_start(race, square) && race->o.enter_capture != RACE_ENTER_AS_LANDING);
    if (n > race->capacity)
        return "too many pawns on one square";
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        const u32 own = there & (0xfu << RACE_PAWNS_MAX * seat);
        const unsigned n_own = (unsigned)__builtin_popcount(own);
        if ((race->o.own_sharing == RACE_OWN_PAIR && n_own > 2) ||
            (race->o.own_sharing >= RACE_OWN_FORBID && n_own > 1))
            return "too many pawns of one seat on one square";
        for (unsigned other = seat + 1; n_own && other < race->n_seats; other++) {
            if (!(there & (0xfu << RACE_PAWNS_MAX * other)))
                continue;
            if (race_partners(race, seat, other) ? race->o.own_sharing >= RACE_OWN_FORBID : !shares)
                return "two seats on a square that they can't share";
        }
    }
    return NULL;
}

static const char *pawns_fault(const struct race *race, const struct race_state *state, char at[static 16])
{
    const bool single = race->o.corridor_rule >= RACE_CORRIDOR_SINGLE;
    const unsigned lane = single ? 1 : race->o.corridor_rule == RACE_CORRIDOR_PAIR ? 2 : RACE_PAWNS_MAX;
    for (unsigned id = 0; id < RACE_IDS; id++) {
        const unsigned seat = race_seat(id), p = state->at[id];
        const bool plays = seat < race->n_seats && id % RACE_PAWNS_MAX < race->n_pawns;
        if (p == RACE_BASE)
            continue;
        if (!plays)
            return fault_at(at, "no such pawn plays", id);
        if (p > race->goal)
            return fault_at(at, "a pawn past the goal", id);
        if (p <= race->last || (p == race->goal && !race->first_slot))
            continue;
        unsigned n = 0;
        for (unsigned other = race_id(seat, 0); other < race_id(seat + 1, 0); other++)
            n += state->at[other] == p;
        if (n > lane)
            return fault_at(at, "too many pawns on one square of the corridor", id);
    }
    return NULL;
}

static const char *squares_fault(const struct race *race, const struct race_state *state, char at[static 16])
{
    for (unsigned square = 0; square < race->track; square++) {
        const u32 there = pawns_on(race, state, square);
        if (!there)
            continue;
        const unsigned first = (unsigned)__builtin_ctz(there);
        const char *why = square_fault(race, square, there);
        u32 orders = 0;
        for (u32 pawns = there; pawns; pawns &= pawns - 1)
            orders |= (u32)1 << (state->order[__builtin_ctz(pawns)] % RACE_IDS);
        if (!why && orders != ((u32)1 << __builtin_popcount(there)) - 1)
            why = "pawns of a square without an order of arrival";
        if (why)
            return fault_at(at, why, first);
    }
    return NULL;
}

static const char *finished_fault(const struct race *race, const struct race_state *state)
{
    u32 seen = 0;
    if (state->n_finished > race->n_seats)
        return "more seats finished than play";
    for (unsigned k = 0; k < state->n_finished; k++) {
        const unsigned seat = state->finished[k];
        if (seat >= race->n_seats || (seen >> seat & 1))
            return "a seat finished twice, or one that doesn't play";
        if (!race_all_home(race, state, seat))
            return "a seat finished whose pawns are not all home";
        seen |= 1u << seat;
    }
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race_all_home(race, state, seat) && !(seen >> seat & 1))
            return "a seat is home that hasn't finished";
    return NULL;
}

const char *race_state_fault(const struct race *race, const struct race_state *state, char at[static 16])
{
    at[0] = 0;
    struct text where = text_over(at, 16);
    if (state->turn >= race->n_seats) {
        text_put(&where, "turn");
        return "no such seat plays";
    }
    const char *why = pawns_fault(race, state, at);
    if (!why)
        why = squares_fault(race, state, at);
    if (why)
        return why;
    why = finished_fault(race, state);
    if (why) {
        text_put(&where, "finished");
        return why;
    }
    if (!race_over(race, state) && race_mover(race, state) == RACE_NOBODY) {
        text_put(&where, "turn");
        return "this seat has nothing left to move";
    }
    if (state->last > RACE_IDS || (state->last && race_seat(state->last - 1u) >= race->n_seats)) {
        text_put(&where, "last");
        return "no such pawn plays";
    }
    if (state->roll > 6 || (state->roll && state->n_owed) || state->n_owed > RACE_OWED_MAX) {
        text_put(&where, "owed");
        return "a roll and owed steps at once";
    }
    for (unsigned k = 0; k < RACE_OWED_MAX; k++)
        if (k < state->n_owed ? state->owed[k] != CAPTURE_STEPS && state->owed[k] != HOME_STEPS : state->owed[k] != 0) {
            text_put(&where, "owed");
            return "owed steps are 20 or 10";
        }
    return NULL;
}
