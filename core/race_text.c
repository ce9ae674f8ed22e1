/* race_text.c - pawns, moves, events and positions of the race games as text, and positions read back. */
#include "core/race.h"

void race_pawn_write(unsigned id, struct text *to)
{
    text_char(to, (char)('A' + race_seat(id)));
    text_number(to, id % RACE_PAWNS_MAX);
}

void race_progress_write(const struct race *race, unsigned p, struct text *to)
{
    if (p == RACE_BASE)
        text_char(to, 'Y');
    else if (p == race->goal && !race->first_slot)
        text_char(to, 'G');
    else
        text_number(to, p);
}

static void dice_write(const u8 *dice, unsigned n, char between, struct text *to)
{
    for (unsigned k = 0; k < n && dice[k]; k++) {
        if (k)
            text_char(to, between);
        text_number(to, dice[k]);
    }
}

void race_move_write(const struct race *race, unsigned turn, const struct race_move *move, struct text *to)
{
    if (move->pawn == RACE_DECLINE) {
        text_char(to, (char)('A' + turn));
        text_put(to, ":pass");
        return;
    }
    race_pawn_write(move->pawn, to);
    if (move->other) {
        text_char(to, '+');
        race_pawn_write(move->other - 1u, to);
    }
    text_char(to, ':');
    race_progress_write(race, move->from, to);
    text_char(to, '>');
    race_progress_write(race, move->to, to);
    for (u32 taken = move->taken; taken; taken &= taken - 1) {
        text_put(to, " x");
        race_pawn_write((unsigned)__builtin_ctz(taken), to);
    }
    if (move->suicide)
        text_put(to, " suicide");
    if (move->dice[0]) {
        text_put(to, " [");
        dice_write(move->dice, COUNT(move->dice), '+', to);
        text_char(to, ']');
    }
}

void race_ask_write(const struct race_ask *ask, struct text *to)
{
    /* Of a double that counts its reverse faces, too, two dice were thrown. */
    if (ask->dice[0])
        dice_write(ask->dice, ask->kind == RACE_ASK_ROLL ? 2 : RACE_DICE_MAX, '+', to);
    else
        text_number(to, ask->count);
}

void race_event_write(const struct race *race, const struct race_event *event, struct text *to)
{
    static const char *const asked[] = {
        [RACE_ASK_ROLL] = "roll ", [RACE_ASK_DIE] = "die ", [RACE_ASK_BONUS] = "bonus ", [RACE_ASK_ENTER] = "enter"};
    static const char *const thirds[] = {
        [RACE_SIX_FACE] = "six", [RACE_SIX_DOUBLES] = "double", [RACE_SIX_GRACE] = "grace"};
    if (event->kind == RACE_EVENT_DECLINED) {
        text_put(to, "pass");
        return;
    }
    text_put(to, asked[event->ask.kind]);
    if (event->ask.kind == RACE_ASK_DIE && event->kind == RACE_EVENT_MOVE)
        dice_write(event->move.dice, COUNT(event->move.dice), '+', to);
    else if (event->ask.kind != RACE_ASK_ENTER)
        race_ask_write(&event->ask, to);
    switch (event->kind) {
    case RACE_EVENT_MOVE:
        text_char(to, ' ');
        race_move_write(race, event->seat, &event->move, to);
        break;
    case RACE_EVENT_STUCK:
        text_put(to, " no move");
        break;
    case RACE_EVENT_LOST:
        text_put(to, " lost");
        break;
    default:
        text_put(to, " cancelled (third ");
        text_put(to, thirds[race->six]);
        text_char(to, ')');
        for (u32 home = event->home; home; home &= home - 1) {
            text_put(to, ", ");
            race_pawn_write((unsigned)__builtin_ctz(home), to);
            text_put(to, " back to base");
        }
        if (event->spared) {
            text_put(to, ", ");
            race_pawn_write(event->spared - 1u, to);
            text_put(to, " is safe");
        }
        break;
    }
}

/* --- positions ---------------------------------------------------------------------------------------------------------
 *
 *   10,Y,Y,G/Y,Y,Y,Y turn=A roll=6 sixes=1 tries=2 last=A0 owed=20,10 again=six arrived=B0,A0 captured=AB finished=C
 *
 * and with two dice: dice=5,2 doubles=1 parted=A0,A1
 *
 * Seats in turn order; a field that is zero or empty is left out. */

static void field_number(struct text *to, const char *name, unsigned number)
{
    if (!number)
        return;
    text_char(to, ' ');
    text_put(to, name);
    text_char(to, '=');
    text_number(to, number);
}

static void field_ids(struct text *to, const char *name, const u8 *ids, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        text_put(to, k ? "," : " ");
        if (!k) {
            text_put(to, name);
            text_char(to, '=');
        }
        race_pawn_write(ids[k], to);
    }
}

void race_state_write(const struct race *race, const struct race_state *state, struct text *to)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned pawn = 0; pawn < race->n_pawns; pawn++) {
            if (seat || pawn)
                text_char(to, pawn ? ',' : '/');
            race_progress_write(race, state->at[race_id(seat, pawn)], to);
        }
    text_put(to, " turn=");
    text_char(to, (char)('A' + state->turn));
    field_number(to, "roll", state->roll);
    if (state->dice[0]) {
        text_put(to, " dice=");
        dice_write(state->dice, RACE_DICE_MAX, ',', to);
    }
    for (unsigned k = 0; k < RACE_PARTED_MAX && state->parted[k]; k++) {
        const u8 id = (u8)(state->parted[k] - 1);
        if (k) {
            text_char(to, ',');
            race_pawn_write(id, to);
        } else {
            field_ids(to, "parted", &id, 1);
        }
    }
    field_number(to, "sixes", state->sixes);
    field_number(to, "doubles", state->doubles);
    field_number(to, "tries", state->tries);
    if (state->last) {
        const u8 last = (u8)(state->last - 1);
        field_ids(to, "last", &last, 1);
    }
    for (unsigned k = 0; k < state->n_owed; k++) {
        text_put(to, k ? "," : " owed=");
        text_number(to, state->owed[k]);
    }
    if (state->again) {
        text_put(to, " again=");
        text_put(to, race_again_words[state->again]);
    }
    u8 ids[RACE_IDS];
    field_ids(to, "arrived", ids, race_arrivals(race, state, ids));
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (state->captured >> seat & 1) {
            text_put(to, state->captured & ((1u << seat) - 1) ? "" : " captured=");
            text_char(to, (char)('A' + seat));
        }
    for (unsigned k = 0; k < state->n_finished; k++) {
        text_put(to, k ? "" : " finished=");
        text_char(to, (char)('A' + state->finished[k]));
    }
}

static bool pawn_read(struct reader *in, u8 *id)
{
    if (in->end - in->at < 2)
        return false;
    const unsigned seat = (unsigned)(in->at[0] - 'A'), pawn = (unsigned)(in->at[1] - '0');
    if (seat >= RACE_SEATS_MAX || pawn >= RACE_PAWNS_MAX)
        return false;
    in->at += 2;
    *id = (u8)race_id(seat, pawn);
    return true;
}

static bool seat_read(struct reader *in, u8 *seat)
{
    if (reader_done(in) || *in->at < 'A' || *in->at >= 'A' + RACE_SEATS_MAX)
        return false;
    *seat = (u8)(*in->at++ - 'A');
    return true;
}

static bool progress_read(const struct race *race, struct reader *in, u8 *p)
{
    u32 number;
    if (reader_take(in, "Y")) {
        *p = RACE_BASE;
        return true;
    }
    if (reader_take(in, "G")) {
        *p = race->goal;
        return !race->first_slot;
    }
    if (!reader_number(in, &number) || number > race->goal)
        return false;
    *p = (u8)number;
    return true;
}

static bool small_read(struct reader *in, u8 *value)
{
    u32 number;
    if (!reader_number(in, &number) || number > 255)
        return false;
    *value = (u8)number;
    return true;
}

static bool owed_read(struct reader *in, struct race_state *state)
{
    do
        if (state->n_owed == RACE_OWED_MAX || !small_read(in, &state->owed[state->n_owed++]))
            return false;
    while (reader_take(in, ","));
    return true;
}

static bool list_read(struct reader *in, u8 *list, unsigned most)
{
    unsigned n = 0;
    do
        if (n == most || !small_read(in, &list[n++]))
            return false;
    while (reader_take(in, ","));
    return true;
}

static bool parted_read(struct reader *in, u8 parted[static RACE_PARTED_MAX])
{
    unsigned n = 0;
    do {
        u8 id;
        if (n == RACE_PARTED_MAX || !pawn_read(in, &id))
            return false;
        parted[n++] = (u8)(id + 1);
    } while (reader_take(in, ","));
    return true;
}

static bool again_read(struct reader *in, u8 *again)
{
    for (u8 k = RACE_AGAIN_SIX; k < RACE_AGAINS; k++)
        if (reader_take(in, race_again_words[k])) {
            *again = k;
            return true;
        }
    return false;
}

static bool seats_read(struct reader *in, struct race_state *state, bool finished)
{
    u8 seat;
    unsigned n = 0;
    for (; seat_read(in, &seat); n++) {
        if (!finished)
            state->captured |= (u8)(1u << seat);
        else if (state->n_finished < RACE_SEATS_MAX)
            state->finished[state->n_finished++] = seat;
    }
    return n > 0;
}

static bool field_read(struct reader *in, struct race_state *state, u8 *arrived, unsigned *n_arrived)
{
    if (reader_take(in, "turn="))
        return seat_read(in, &state->turn);
    if (reader_take(in, "roll="))
        return small_read(in, &state->roll);
    if (reader_take(in, "dice="))
        return list_read(in, state->dice, RACE_DICE_MAX);
    if (reader_take(in, "parted="))
        return parted_read(in, state->parted);
    if (reader_take(in, "doubles="))
        return small_read(in, &state->doubles);
    if (reader_take(in, "sixes="))
        return small_read(in, &state->sixes);
    if (reader_take(in, "tries="))
        return small_read(in, &state->tries);
    if (reader_take(in, "last=")) {
        u8 id;
        const bool read = pawn_read(in, &id);
        state->last = read ? (u8)(id + 1) : 0;
        return read;
    }
    if (reader_take(in, "owed="))
        return owed_read(in, state);
    if (reader_take(in, "again="))
        return again_read(in, &state->again);
    if (reader_take(in, "arrived=")) {
        do
            if (*n_arrived == RACE_IDS || !pawn_read(in, &arrived[(*n_arrived)++]))
                return false;
        while (reader_take(in, ","));
        return true;
    }
    if (reader_take(in, "captured="))
        return seats_read(in, state, false);
    return reader_take(in, "finished=") && seats_read(in, state, true);
}

bool race_state_read(const struct race *race, struct race_state *state, const char *line)
{
    struct reader in = reader_over(line, text_length(line));
    u8 arrived[RACE_IDS];
    unsigned n_arrived = 0;
    bytes_fill(state, 0, sizeof *state);
    bytes_fill(state->at, RACE_BASE, sizeof state->at);
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned pawn = 0; pawn < race->n_pawns; pawn++) {
            if ((seat || pawn) && !reader_take(&in, pawn ? "," : "/"))
                return false;
            if (!progress_read(race, &in, &state->at[race_id(seat, pawn)]))
                return false;
        }
    for (reader_blank(&in); !reader_done(&in); reader_blank(&in))
        if (!field_read(&in, state, arrived, &n_arrived))
            return false;
    race_order(race, state, arrived, n_arrived);
    return true;
}
