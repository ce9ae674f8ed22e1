/* answer.c - the JSON writer of answer.h: helpers, moves and reasons, positions, events, a match. */
#include "match/answer.h"

/* --- helpers --------------------------------------------------------------------------------------------------------- */

void answer_element(struct text *to)
{
    const char before = to->length ? to->start[to->length - 1] : '{';
    if (before != '{' && before != '[' && before != ':')
        text_char(to, ',');
}

void answer_member(struct text *to, const char *name)
{
    answer_element(to);
    text_json(to, name);
    text_char(to, ':');
}

static void words(struct text *to, const char *name, const char *value)
{
    answer_member(to, name);
    if (value)
        text_json(to, value);
    else
        text_put(to, "null");
}

static void number(struct text *to, const char *name, i64 value)
{
    answer_member(to, name);
    text_number(to, value);
}

static void truth(struct text *to, const char *name, bool value)
{
    answer_member(to, name);
    text_put(to, value ? "true" : "false");
}

void answer_seat(struct text *to, unsigned seat)
{
    const char letter[] = {(char)('A' + seat), 0};
    answer_element(to);
    text_json(to, letter);
}

static void seat_member(struct text *to, const char *name, unsigned seat)
{
    answer_member(to, name);
    if (seat == RACE_NOBODY)
        text_put(to, "null");
    else
        answer_seat(to, seat);
}

static void pawn_name(struct text *to, unsigned id)
{
    answer_element(to);
    text_char(to, '"');
    race_pawn_write(id, to);
    text_char(to, '"');
}

static void pawn_set(struct text *to, const char *name, u32 pawns)
{
    answer_member(to, name);
    text_char(to, '[');
    for (; pawns; pawns &= pawns - 1)
        pawn_name(to, (unsigned)__builtin_ctz(pawns));
    text_char(to, ']');
}

/* Progress: a number, or "Y" and "G". */
static void progress(struct text *to, const struct race *race, unsigned p)
{
    const bool word = p == RACE_BASE || (p == race->goal && !race->first_slot);
    answer_element(to);
    if (word)
        text_char(to, '"');
    race_progress_write(race, p, to);
    if (word)
        text_char(to, '"');
}

void answer_fault(struct text *to, const struct game_fault *fault)
{
    text_char(to, '{');
    words(to, "code", fault->code);
    words(to, "message", fault->message);
    words(to, "at", fault->at);
    text_char(to, '}');
}

/* --- moves and reasons ------------------------------------------------------------------------------------------------ */

static void move_words(struct text *to, const struct race *race, unsigned turn, const struct race_move *move)
{
    text_char(to, '"');
    race_move_write(race, turn, move, to);
    text_char(to, '"');
}

static void path_of(struct text *to, const struct race *race, const struct race_move *move)
{
    u8 path[RACE_PATH_MAX];
    const unsigned n = race_path(race, move, path);
    answer_member(to, "path");
    text_char(to, '[');
    for (unsigned k = 0; k < n; k++) {
        answer_element(to);
        text_number(to, path[k]);
    }
    text_char(to, ']');
}

/* What a move earned or would earn: told by the event where it has been played, by the position where it may be. */
struct earned {
    u8 again;
    unsigned bonus;
};

static struct earned earned_by(const struct race *race, const struct race_state *state, struct race_ask ask,
                               const struct race_move *move)
{
    u8 owed[RACE_OWED_MAX];
    struct earned earned = {(u8)race_earns(race, state, ask, move), 0};
    for (unsigned k = race_bonus(race, state, ask, move, owed); k > 0; k--)
        earned.bonus += owed[k - 1];
    return earned;
}

static void dice_list(struct text *to, const char *name, const u8 *dice, unsigned most)
{
    answer_member(to, name);
    text_char(to, '[');
    for (unsigned k = 0; k < most && dice[k]; k++) {
        answer_element(to);
        text_number(to, dice[k]);
    }
    text_char(to, ']');
}

/* What a screen needs beside a move's detail. */
static void move_screen(struct text *to, const struct race *race, const struct race_move *move)
{
    answer_member(to, "from");
    progress(to, race, move->from);
    answer_member(to, "to");
    progress(to, race, move->to);
    truth(to, "suicide", move->suicide);
    if (!move->suicide)
        number(to, "square", race_square_name(race, race_seat(move->pawn), move->to));
    if (move->dice[0])
        dice_list(to, "dice", move->dice, sizeof move->dice);
    if (move->other) {
        answer_member(to, "other");
        pawn_name(to, move->other - 1u);
    }
}

/* The members of a move in detail. */
static void move_detail(struct text *to, const struct race *race, unsigned turn, const struct race_move *move,
                        struct earned earned, enum answer_detail detail)
{
    const bool declines = move->pawn == RACE_DECLINE;
    answer_member(to, "move");
    move_words(to, race, turn, move);
    answer_member(to, "pawn");
    if (declines)
        text_put(to, "null");
    else
        pawn_name(to, move->pawn);
    path_of(to, race, move);
    pawn_set(to, "captures", move->taken);
    words(to, "again", race_again_words[earned.again]);
    number(to, "bonus", earned.bonus);
    if (detail == ANSWER_SCREEN && !declines)
        move_screen(to, race, move);
}

static void blocked(struct text *to, const struct race_reason reasons[RACE_IDS])
{
    answer_member(to, "blocked");
    text_char(to, '{');
    for (unsigned id = 0; id < RACE_IDS; id++) {
        const struct race_reason *reason = &reasons[id];
        if (!reason->code)
            continue;
        pawn_name(to, id);
        text_put(to, reason->code < 10 ? ":{\"code\":\"W0" : ":{\"code\":\"W");
        text_number(to, reason->code);
        text_char(to, '"');
        if (reason->square != RACE_NOBODY)
            number(to, "square", reason->square);
        if (reason->by != RACE_NOBODY)
            seat_member(to, "by", reason->by);
        text_char(to, '}');
    }
    text_char(to, '}');
}

void answer_moves(struct text *to, const struct race *race, const struct race_state *state, struct race_ask ask,
                  enum answer_detail detail)
{
    struct race_move moves[RACE_MOVES_MAX];
    struct race_reason reasons[RACE_IDS];
    const unsigned n = race_moves(race, state, ask, moves, reasons);
    answer_member(to, "moves");
    text_char(to, '[');
    for (unsigned k = 0; k < n; k++) {
        answer_element(to);
        if (detail != ANSWER_WORDS) {
            text_char(to, '{');
            move_detail(to, race, state->turn, &moves[k], earned_by(race, state, ask, &moves[k]), detail);
            text_char(to, '}');
        } else {
            move_words(to, race, state->turn, &moves[k]);
        }
    }
    text_char(to, ']');
    number(to, "distinct", race_distinct(moves, n));
    blocked(to, reasons);
}

/* Pawns that `seat` captures with this roll, were it to begin its turn; `by` gets who captures each. */
static u32 captured_by(const struct race *race, const struct race_state *state, unsigned seat, struct race_ask roll,
                       u32 by[static RACE_IDS])
{
    struct race_move moves[RACE_MOVES_MAX];
    struct race_state next = *state;
    u32 taken = 0;
    next.turn = (u8)seat;
    next.sixes = next.doubles = next.tries = next.last = next.n_owed = next.roll = 0;
    bytes_fill(next.dice, 0, sizeof next.dice);
    bytes_fill(next.parted, 0, sizeof next.parted);
    for (unsigned k = race_moves(race, &next, roll, moves, NULL); k > 0; k--) {
        const struct race_move *move = &moves[k - 1];
        for (u32 pawns = move->taken; pawns; pawns &= pawns - 1)
            by[__builtin_ctz(pawns)] |= (u32)1 << move->pawn;
        taken |= move->taken;
    }
    return taken;
}

/* Number k of what one die, or the cowries, can roll; false where they can't. */
static bool single_roll(const struct race *race, unsigned k, struct race_ask *roll)
{
    *roll = (struct race_ask){.kind = RACE_ASK_ROLL};
    *(race->o.dice == RACE_DICE_2D6 ? &roll->dice[0] : &roll->count) = race_shown(race, k);
    return race_shown(race, k) > 0;
}

void answer_threats(struct text *to, const struct race *race, const struct race_state *state)
{
    u32 by[RACE_IDS] = {0};
    u8 rolls[RACE_IDS] = {0}; /* bit by number of the worth */
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        for (unsigned k = 0; k < RACE_WORTHS && !race_partners(race, seat, state->turn); k++) {
            struct race_ask roll;
            if (!single_roll(race, k, &roll))
                continue;
            for (u32 taken = captured_by(race, state, seat, roll, by); taken; taken &= taken - 1)
                rolls[__builtin_ctz(taken)] |= (u8)(1u << k);
        }
    text_char(to, '{');
    for (unsigned id = race_id(state->turn, 0); id < race_id(state->turn, race->n_pawns); id++) {
        if (!by[id])
            continue;
        pawn_name(to, id);
        text_put(to, ":{");
        pawn_set(to, "by", by[id]);
        answer_member(to, "rolls");
        text_char(to, '[');
        for (unsigned k = 0; k < RACE_WORTHS; k++)
            if (rolls[id] >> k & 1) {
                answer_element(to);
                text_number(to, race_worths[k]);
            }
        text_put(to, "]}");
    }
    text_char(to, '}');
}

/* --- positions --------------------------------------------------------------------------------------------------------- */

void answer_pawns(struct text *to, const struct race *race, const struct race_state *state)
{
    text_char(to, '{');
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        answer_seat(to, seat);
        text_put(to, ":[");
        for (unsigned pawn = 0; pawn < race->n_pawns; pawn++)
            progress(to, race, state->at[race_id(seat, pawn)]);
        text_char(to, ']');
    }
    text_char(to, '}');
}

void answer_option_value(struct text *to, const char *value, enum race_option_kind kind)
{
    const bool digits = value[0] >= '0' && value[0] <= '9';
    answer_element(to);
    if (kind == RACE_OPTION_FACES) {
        text_char(to, '[');
        text_put(to, value);
        text_char(to, ']');
    } else if (kind == RACE_OPTION_NUMBERS && digits) {
        text_put(to, value);
    } else {
        text_json(to, value);
    }
}

void answer_options(struct text *to, const struct race_options *o, unsigned preset, bool changed_only)
{
    text_char(to, '{');
    for (unsigned option = 0; option < race_n_options(); option++) {
        char value[32];
        struct text word = text_over(value, sizeof value);
        if (changed_only && !race_option_changed(o, preset, option))
            continue;
        race_option_write(o, option, &word);
        answer_member(to, race_option_name(option));
        answer_option_value(to, value, race_option_kind(option));
    }
    text_char(to, '}');
}

static void seat_list(struct text *to, const char *name, const u8 *seats, unsigned n)
{
    answer_member(to, name);
    text_char(to, '[');
    for (unsigned k = 0; k < n; k++)
        answer_seat(to, seats[k]);
    text_char(to, ']');
}

static void owed_list(struct text *to, const struct race_state *state)
{
    answer_member(to, "owed");
    text_char(to, '[');
    for (unsigned k = 0; k < state->n_owed; k++) {
        answer_element(to);
        text_number(to, state->owed[k]);
    }
    text_char(to, ']');
}

/* What two dice leave behind. */
static void dice_members(struct text *to, const struct race_state *state)
{
    dice_list(to, "dice_left", state->dice, RACE_DICE_MAX);
    number(to, "doubles", state->doubles);
    answer_member(to, "from_blockade");
    text_char(to, '[');
    for (unsigned k = 0; k < RACE_PARTED_MAX && state->parted[k]; k++)
        pawn_name(to, state->parted[k] - 1u);
    text_char(to, ']');
}

/* A further roll that the sixes don't tell (rules.md: a jump that captures and comes home at once). */
static bool again_untold(const struct race *race, const struct race_state *state)
{
    return (state->n_owed || state->dice[0]) && state->again && state->again != race_again_told(race, state);
}

void answer_position(struct text *to, const struct race *race, const struct race_state *state)
{
    u8 ids[RACE_IDS], seats[RACE_SEATS_MAX];
    unsigned n_captured = 0;
    text_char(to, '{');
    words(to, "rules", race_presets[race->preset].name);
    answer_member(to, "options");
    answer_options(to, &race->o, race->preset, true);
    number(to, "seats", race->n_seats);
    number(to, "arms", race->n_arms);
    answer_member(to, "pawns");
    answer_pawns(to, race, state);
    answer_member(to, "arrivals");
    text_char(to, '[');
    const unsigned n = race_arrivals(race, state, ids);
    for (unsigned k = 0; k < n; k++)
        pawn_name(to, ids[k]);
    text_char(to, ']');
    seat_member(to, "turn", state->turn);
    number(to, "sixes", state->sixes);
    number(to, "tries", state->tries);
    answer_member(to, "last");
    if (state->last)
        pawn_name(to, state->last - 1u);
    else
        text_put(to, "null");
    owed_list(to, state);
    if (race->o.dice == RACE_DICE_2D6)
        dice_members(to, state);
    if (again_untold(race, state))
        words(to, "again", race_again_words[state->again]);
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (state->captured >> seat & 1)
            seats[n_captured++] = (u8)seat;
    seat_list(to, "captured", seats, n_captured);
    seat_list(to, "finished", state->finished, state->n_finished);
    text_char(to, '}');
}

void answer_places(struct text *to, const struct race *race, const struct race_state *state)
{
    u8 places[RACE_SEATS_MAX];
    race_places(race, state, places);
    text_char(to, '{');
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        answer_seat(to, seat);
        text_char(to, ':');
        text_number(to, places[seat]);
    }
    text_char(to, '}');
}

/* --- events ------------------------------------------------------------------------------------------------------------- */

static void event_words(struct text *to, const struct race *race, const struct race_event *event)
{
    text_char(to, '"');
    race_event_write(race, event, to);
    text_char(to, '"');
}

/* Why nothing could move: the pawns still stand as they did. */
static void event_blocked(struct text *to, const struct race *race, const struct race_state *after,
                          const struct race_event *event)
{
    struct race_state then = *after;
    struct race_move moves[RACE_MOVES_MAX];
    struct race_reason reasons[RACE_IDS];
    then.turn = event->seat;
    then.sixes = then.doubles = 0;
    if (!race_moves(race, &then, event->ask, moves, reasons))
        blocked(to, reasons);
}

static void event_detail(struct text *to, const struct race *race, const struct race_state *after,
                         const struct race_event *event, enum answer_detail detail)
{
    static const char *const asked[] = {
        [RACE_ASK_ROLL] = "roll", [RACE_ASK_DIE] = "die", [RACE_ASK_BONUS] = "bonus", [RACE_ASK_ENTER] = "enter"};
    const char *kind = event->kind == RACE_EVENT_DECLINED ? "pass" : asked[event->ask.kind];
    seat_member(to, "seat", event->seat);
    words(to, "event", kind);
    if (event->ask.dice[0])
        dice_list(to, asked[event->ask.kind], event->ask.dice, RACE_DICE_MAX);
    else if (event->ask.kind != RACE_ASK_ENTER)
        number(to, asked[event->ask.kind], event->ask.count);
    answer_member(to, "text");
    event_words(to, race, event);
    if (event->kind == RACE_EVENT_MOVE) {
        number(to, "distinct", event->distinct);
        move_detail(to, race, event->seat, &event->move, (struct earned){event->again, event->bonus}, detail);
        return;
    }
    words(to, "move", NULL);
    words(to, "again", race_again_words[event->again]);
    if (event->kind == RACE_EVENT_CANCELLED) {
        truth(to, "cancelled", true);
        pawn_set(to, "home", event->home);
        pawn_set(to, "safe", event->spared ? (u32)1 << (event->spared - 1) : 0);
    } else if (event->kind != RACE_EVENT_DECLINED) {
        truth(to, "lost", event->kind == RACE_EVENT_LOST);
        event_blocked(to, race, after, event);
    }
}

void answer_event(struct text *to, const struct race *race, const struct race_state *after,
                  const struct race_event *event, enum answer_detail detail)
{
    answer_element(to);
    if (detail == ANSWER_WORDS) {
        event_words(to, race, event);
        return;
    }
    text_char(to, '{');
    event_detail(to, race, after, event, detail);
    text_char(to, '}');
}

/* --- a match ------------------------------------------------------------------------------------------------------------ */

static const struct race *race_of(const struct play *play)
{
    return (const struct race *)(const void *)play->rules->bytes;
}

static const struct race_state *position_of(const struct play *play)
{
    return (const struct race_state *)(const void *)play->state.bytes;
}

/* Who plays together: a list of seats for each team, none where everybody plays alone. */
static void team_lists(struct text *to, const struct race *race)
{
    answer_member(to, "teams");
    text_char(to, '[');
    for (unsigned seat = 0; seat < race->n_seats && race->o.teams != RACE_TEAMS_NONE; seat++) {
        bool first = true;
        for (unsigned other = 0; other < seat; other++)
            first = first && !race_partners(race, other, seat);
        if (!first)
            continue;
        answer_element(to);
        text_char(to, '[');
        for (unsigned other = seat; other < race->n_seats; other++)
            if (other == seat || race_partners(race, seat, other))
                answer_seat(to, other);
        text_char(to, ']');
    }
    text_char(to, ']');
}

static void state_of(struct text *to, const struct play *play, u32 version, bool over)
{
    static const char *const nodes[] = {
        [RACE_ASK_ROLL] = "move", [RACE_ASK_DIE] = "move", [RACE_ASK_BONUS] = "bonus", [RACE_ASK_ENTER] = "enter"};
    const struct race *race = race_of(play);
    const struct race_state *state = position_of(play);
    struct race_ask ask;
    const bool asked = !over && race_asked(race, state, &ask);
    text_char(to, '{');
    number(to, "version", version);
    words(to, "rules", race_presets[race->preset].name);
    number(to, "seats", race->n_seats);
    team_lists(to, race);
    seat_member(to, "turn", state->turn);
    words(to, "node", over ? "over" : asked ? nodes[ask.kind] : "roll");
    if (race->o.dice == RACE_DICE_2D6)
        dice_list(to, "roll", state->dice, RACE_DICE_MAX);
    else
        number(to, "roll", state->roll);
    number(to, "sixes", state->sixes);
    owed_list(to, state);
    answer_member(to, "pawns");
    answer_pawns(to, race, state);
    if (asked) {
        answer_moves(to, race, state, ask, ANSWER_SCREEN);
    } else {
        text_put(to, ",\"moves\":[],\"distinct\":0,\"blocked\":{}");
    }
    answer_member(to, "position");
    answer_position(to, race, state);
    truth(to, "over", over);
    answer_member(to, "places");
    answer_places(to, race, state);
    text_char(to, '}');
}

static void log_of(struct text *to, const struct play *play, const struct game_log *log)
{
    const struct race_log *events = (const struct race_log *)(const void *)log->bytes;
    answer_member(to, "log");
    text_char(to, '[');
    for (u32 k = 0; k < events->n; k++)
        answer_event(to, race_of(play), position_of(play), &events->event[k], ANSWER_SCREEN);
    text_char(to, ']');
}

void answer_state(struct text *to, const struct match *match)
{
    state_of(to, &match->play, match->n_steps, match_turn(match).node == GAME_OVER);
}

void answer_step(struct text *to, const struct match *match, const struct game_log *log)
{
    text_char(to, '{');
    log_of(to, &match->play, log);
    answer_member(to, "state");
    answer_state(to, match);
    text_char(to, '}');
}

void answer_followed(struct text *to, const struct follow *follow, const struct follow_step *step)
{
    text_char(to, '{');
    words(to, "line", step->kind);
    if (follow->begun) {
        number(to, "outcome", step->outcome);
        log_of(to, &follow->play, &step->log);
        answer_member(to, "state");
        state_of(to, &follow->play, follow->n_lines, follow->ended || play_turn(&follow->play).node == GAME_OVER);
    }
    text_char(to, '}');
}
