/* race_rules.c - judges the options of a race game and compiles them to `struct race`: what contradicts what; the boards. */
#include "core/race_options.h"

enum { SIX = 6 };

/* --- what contradicts what ------------------------------------------------------------------------------------------ */

static bool pair_rule(const struct race_options *o)
{
    return o->block == RACE_BLOCK_ENEMY_PAIR || o->block == RACE_BLOCK_EVERYONE_PAIR;
}

/* Where an option can't matter it keeps its value (rules.md 10). `because` is the option that makes it idle. */
#define IDLE(name) static bool idle_##name(const struct race_options *o)
IDLE(board_shape)
{
    return o->board != RACE_BOARD_LUDO13;
}
IDLE(pair)
{
    return !pair_rule(o);
}
IDLE(opens)
{
    return !pair_rule(o) && o->corridor_rule != RACE_CORRIDOR_PAIR;
}
IDLE(block_where)
{
    return o->block == RACE_BLOCK_NONE;
}
IDLE(block_land)
{
    return o->block == RACE_BLOCK_NO_OVERTAKE;
}
IDLE(safe_effect)
{
    return o->safe_squares == RACE_SAFE_NONE;
}
IDLE(slot_jump)
{
    return o->corridor_rule != RACE_CORRIDOR_SLOTS;
}
IDLE(stuck)
{
    return o->six_extra == RACE_SIX_EXTRA_NO;
}
IDLE(team)
{
    return o->teams == RACE_TEAMS_NONE;
}
#undef IDLE

static const struct {
    u8 option, because;
    bool (*idle)(const struct race_options *o);
} idle_rows[] = {
    {OPT_board_shape, OPT_board, idle_board_shape},
    {OPT_enter_blocked_by_enemy_pair, OPT_block, idle_pair},
    {OPT_block_where, OPT_block, idle_block_where},
    {OPT_block_pass, OPT_block, idle_pair},
    {OPT_six_opens_barrier, OPT_block, idle_opens},
    {OPT_block_land, OPT_block, idle_block_land},
    {OPT_safe_effect, OPT_safe_squares, idle_safe_effect},
    {OPT_slot_jump, OPT_corridor_rule, idle_slot_jump},
    {OPT_six_extra_when_stuck, OPT_six_extra, idle_stuck},
    {OPT_team_barrier, OPT_teams, idle_team},
    {OPT_team_barrier, OPT_block, idle_pair},
    {OPT_team_help, OPT_teams, idle_team},
};

/* Safe squares that a board has. */
static bool safe_fits(const struct race_options *o)
{
    static const u8 boards[] = {
        [RACE_BOARD_LUDO13] = 1u << RACE_SAFE_STARTS_STARS | 1u << RACE_SAFE_GLOBES,
        [RACE_BOARD_PARCHIS17] = 1u << RACE_SAFE_SHELTERS,
        [RACE_BOARD_FRENCH14] = 1u << RACE_SAFE_CASTLES,
        [RACE_BOARD_FORTY10] = 0,
        [RACE_BOARD_PACHISI17] = 1u << RACE_SAFE_CASTLES,
    };
    const bool starts = o->safe_squares == RACE_SAFE_STARTS && o->board != RACE_BOARD_PACHISI17;
    return o->safe_squares == RACE_SAFE_NONE || starts || (boards[o->board] >> o->safe_squares & 1);
}

static bool duties(const struct race_options *o)
{
    return o->enter_mandatory == RACE_ENTER_MANDATORY_YES || o->capture_mandatory == RACE_CAPTURE_MANDATORY_YES ||
           o->vacate_start == RACE_VACATE_YES || o->six_opens_barrier == RACE_OPENS_YES;
}

static unsigned duty_option(const struct race_options *o)
{
    return o->enter_mandatory == RACE_ENTER_MANDATORY_YES       ? OPT_enter_mandatory
           : o->capture_mandatory == RACE_CAPTURE_MANDATORY_YES ? OPT_capture_mandatory
           : o->vacate_start == RACE_VACATE_YES                 ? OPT_vacate_start
                                                                : OPT_six_opens_barrier;
}

static unsigned own_room(const struct race_options *o)
{
    return o->own_sharing == RACE_OWN_SHARE ? RACE_PAWNS_MAX : o->own_sharing == RACE_OWN_PAIR ? 2 : 1;
}

static unsigned capacity_of(const struct race_options *o)
{
    return o->capacity == RACE_CAPACITY_ANY ? RACE_IDS : o->capacity + 1u;
}

/* Rolls that the dice can show, of those that let a pawn enter. */
static bool enter_fits(const struct race_options *o)
{
    const u8 faces = (1u << RACE_WORTH_10) - 1;
    return !(o->enter_on & (o->dice == RACE_DICE_COWRIES6 ? 1u : (u8)~faces));
}

static bool pair_fault(struct game_fault *fault, unsigned a, unsigned b, const char *why)
{
    char at[sizeof fault->at];
    struct text to = text_over(at, sizeof at);
    text_put(&to, race_option_name(a));
    text_put(&to, ", ");
    text_put(&to, race_option_name(b));
    return game_fault_set(fault, "bad-option", at, why);
}

bool race_option_idle(const struct race_options *options, unsigned option)
{
    bool idle = false;
    for (size_t k = 0; k < COUNT(idle_rows); k++)
        idle |= idle_rows[k].option == option && idle_rows[k].idle(options);
    return idle;
}

bool race_setup_ok(const struct race_setup *setup, unsigned nth, struct game_fault *fault)
{
    const struct race_options *o = &setup->options;
    for (size_t k = 0; k < COUNT(idle_rows); k++)
        if ((setup->changed >> idle_rows[k].option & 1) && idle_rows[k].idle(o) && !nth--)
            return pair_fault(fault, idle_rows[k].option, idle_rows[k].because,
                              "the first can't matter with this value of the second");

    const bool slots = o->finish_mode == RACE_MODE_SLOTS, ladder = o->corridor_rule == RACE_CORRIDOR_LADDER;
    const bool single = o->corridor_rule == RACE_CORRIDOR_SLOTS || o->corridor_rule == RACE_CORRIDOR_SINGLE;
    const bool stars = o->star_jump == RACE_STAR_JUMP_YES, middle = o->board == RACE_BOARD_PACHISI17;
    const bool two_or_sixth = o->six_enters_two_or_sixth == RACE_TWO_OR_SIXTH_YES;
    const bool doubles = o->six_counts == RACE_SIX_COUNTS_14, more = o->six_counts != RACE_SIX_COUNTS_6 && !doubles;
    const struct {
        bool wrong;
        unsigned a, b;
        const char *why;
    } clashes[] = {
        {o->board == RACE_BOARD_FORTY10 && !slots, OPT_finish_mode, OPT_board, "this board has slots and no centre"},
        {slots && !single, OPT_corridor_rule, OPT_finish_mode, "a slot holds one pawn"},
        {!slots && o->corridor_rule == RACE_CORRIDOR_SLOTS, OPT_corridor_rule, OPT_finish_mode,
         "slots are the corridor of a game that finishes in slots"},
        {ladder && o->board != RACE_BOARD_FRENCH14, OPT_corridor_rule, OPT_board,
         "only this board has six steps: french14"},
        {!safe_fits(o), OPT_safe_squares, OPT_board, "the board has no such squares"},
        {stars && o->board != RACE_BOARD_LUDO13, OPT_star_jump, OPT_board, "the board has no stars"},
        {stars && o->board_shape != RACE_SHAPE_CROSS, OPT_star_jump, OPT_board_shape, "stars lie on the cross"},
        {stars && slots, OPT_star_jump, OPT_finish_mode, "the last star leads to a centre"},
        {o->start_out > o->pawns + 1, OPT_start_out, OPT_pawns, "more pawns out than there are"},
        {o->start_out > capacity_of(o), OPT_start_out, OPT_capacity, "the start square doesn't hold so many"},
        {o->start_out > own_room(o), OPT_start_out, OPT_own_sharing, "the start square doesn't hold so many"},
        {o->move_optional == RACE_OPTIONAL_YES && duties(o), OPT_move_optional, duty_option(o),
         "a move can't be both a choice and a duty"},
        {!enter_fits(o), OPT_enter_on, OPT_dice, "the dice have no such roll"},
        {doubles && o->dice != RACE_DICE_2D6, OPT_six_counts, OPT_dice, "only two dice show doubles"},
        {more && o->dice != RACE_DICE_D6, OPT_six_counts, OPT_dice, "only the six of one die counts more"},
        {ladder && o->dice == RACE_DICE_COWRIES6, OPT_corridor_rule, OPT_dice, "no throw is worth 1, the first step"},
        {two_or_sixth && o->dice != RACE_DICE_D6, OPT_six_enters_two_or_sixth, OPT_dice, "that is a 6 of one die"},
        {two_or_sixth && !(o->enter_on >> RACE_WORTH_6 & 1), OPT_six_enters_two_or_sixth, OPT_enter_on,
         "a 6 must let a pawn enter"},
        {slots && o->dice == RACE_DICE_COWRIES6, OPT_finish_mode, OPT_dice,
         "no throw is worth 1, which the last free slot may need"},
        {middle && two_or_sixth, OPT_six_enters_two_or_sixth, OPT_board, "pawns walk in here"},
        {middle && o->start_out, OPT_start_out, OPT_board, "pawns walk in here: no square is a start"},
        {middle && o->vacate_start == RACE_VACATE_YES, OPT_vacate_start, OPT_board,
         "pawns walk in here: no square is a start"},
        {middle && o->enter_capture != RACE_ENTER_AS_LANDING, OPT_enter_capture, OPT_board,
         "pawns walk in here and land like any other"},
        {middle && o->none_on_course == RACE_NONE_FREE_ENTRY, OPT_none_on_course, OPT_board,
         "pawns walk in here: without a throw nobody enters"},
        {middle && o->corridor_rule != RACE_CORRIDOR_FREE, OPT_corridor_rule, OPT_board,
         "the middle column is walked both ways"},
        {middle && slots, OPT_finish_mode, OPT_board, "this board has a centre and no slots"},
        {o->play_on == RACE_PLAY_ON_TEAM && o->teams == RACE_TEAMS_NONE, OPT_play_on, OPT_teams, "there are no teams"},
        {o->ranking == RACE_RANKING_TEAM && o->teams == RACE_TEAMS_NONE, OPT_ranking, OPT_teams, "there are no teams"},
    };
    for (size_t k = 0; k < COUNT(clashes); k++)
        if (clashes[k].wrong && !nth--)
            return pair_fault(fault, clashes[k].a, clashes[k].b, clashes[k].why);
    return true;
}

/* --- boards (rules.md 1.3) ------------------------------------------------------------------------------------------- */

static const struct {
    u8 arm;             /* squares an arm adds to the track */
    u8 corridor;        /* C */
    u8 short_of;        /* L = T - this, counted from the first shared square */
    u8 first;           /* absolute square of arm 0's start */
    u8 walked;          /* progress of the first shared square, where pawns walk in */
    bool printed, four; /* squares have printed numbers; there are four arms, no more */
    u8 arms;            /* bit by number of arms that may be asked for */
} boards[] = {
    [RACE_BOARD_LUDO13] = {.arm = 13, .corridor = 5, .short_of = 2},
    [RACE_BOARD_PARCHIS17] = {.arm = 17, .corridor = 7, .short_of = 5, .first = 5, .printed = true, .arms = 1u << 3},
    [RACE_BOARD_FRENCH14] = {.arm = 14, .corridor = 6, .short_of = 1},
    [RACE_BOARD_FORTY10] = {.arm = 10, .corridor = 4, .short_of = 1, .four = true},
    [RACE_BOARD_PACHISI17] = {.arm = 17, .corridor = 7, .walked = 8, .four = true},
};
enum { BRIDGE = 3, CROSS = 4 }; /* squares that bridge a missing arm of a cross, and the arms of one */

static bool is_bridged(const struct race_options *o, unsigned arms)
{
    return o->board == RACE_BOARD_LUDO13 && o->board_shape == RACE_SHAPE_BY_SEATS && arms < CROSS;
}

/* Fewest arms that seat everybody. */
static unsigned arms_for(const struct race_options *o, unsigned seats)
{
    return is_bridged(o, seats) ? seats : seats <= 4 ? 4 : seats <= 6 ? 6 : 8;
}

static bool arms_ok(const struct race_setup *setup, unsigned seats, unsigned arms)
{
    const struct race_options *o = &setup->options;
    if (is_bridged(o, seats))
        return arms == seats;
    const unsigned most = race_presets[setup->preset].seats_max;
    const bool regular = arms == 4 || arms == 6 || arms == 8 || (boards[o->board].arms >> arms & 1);
    return regular && seats <= arms && arms <= most && (arms == 4 || !boards[o->board].four);
}

/* Absolute square of an arm's start. On a T the arms are 13 apart, on the horizontal board 16. */
static unsigned arm_start(const struct race *race, unsigned arm)
{
    const unsigned apart = is_bridged(&race->o, race->n_arms) && race->n_arms == 2 ? 16 : boards[race->o.board].arm;
    return (boards[race->o.board].first + apart * arm) % race->track;
}

static void mark(const struct race *race, u64 squares[static 3], unsigned square)
{
    square %= race->track;
    squares[square / 64] |= (u64)1 << (square % 64);
}

static void squares_make(struct race *race)
{
    static const u8 castles[] = {0, 4, 13};
    const u8 kind = race->o.safe_squares;
    for (unsigned arm = 0; arm < race->n_arms; arm++) {
        const unsigned start = arm_start(race, arm);
        if (race->first) { /* castles: the end of the arm, and on each side of it the fourth square from there (7.7) */
            for (unsigned k = 0; k < COUNT(castles) && kind != RACE_SAFE_NONE; k++)
                mark(race, race->safe, start + castles[k]);
            continue;
        }
        mark(race, race->starts, start);
        if (kind != RACE_SAFE_NONE)
            mark(race, race->safe, start);
        if (kind == RACE_SAFE_STARTS_STARS || kind == RACE_SAFE_GLOBES)
            mark(race, race->safe, start + 8);
        if (kind == RACE_SAFE_SHELTERS) { /* printed 17s+5, 17s+12, 17s+17 */
            mark(race, race->safe, start + 7);
            mark(race, race->safe, start + 12);
        }
        if (kind == RACE_SAFE_CASTLES) { /* four before and four after the arm-end square, which is start - 1 */
            mark(race, race->safe, start + race->track - 5);
            mark(race, race->safe, start + 3);
        }
    }
}

/* --- compiling -------------------------------------------------------------------------------------------------------- */

static bool seats_ok(const struct race_setup *setup, unsigned seats, unsigned arms, struct game_fault *fault)
{
    const struct race_preset *preset = &race_presets[setup->preset];
    if (seats < preset->seats_min || seats > preset->seats_max)
        return game_fault_set(fault, "bad-request", "seats", "this rule set isn't played by so many");
    if (boards[setup->options.board].four && seats > CROSS)
        return game_fault_set(fault, "bad-request", "seats", "this board seats four");
    if (!arms_ok(setup, seats, arms))
        return game_fault_set(fault, "bad-request", "arms", "the board has no such number of arms for these seats");
    return true;
}

/* Fewer than four seats play without teams (rules.md 10.1). */
static bool teams_make(struct race *race, struct game_fault *fault)
{
    static const u8 seats[] = {0, 4, 6, 6}, teams[] = {0, 2, 2, 3};
    const u8 kind = race->o.teams;
    if (kind != RACE_TEAMS_NONE && race->n_seats >= 4) {
        if (race->n_seats != seats[kind])
            return game_fault_set(fault, "bad-option", "teams, seats", "these teams need another number of seats");
        race->n_teams = teams[kind];
    }
    for (unsigned seat = 0; seat < RACE_SEATS_MAX; seat++)
        race->team[seat] = (u8)(race->n_teams ? seat % race->n_teams : seat);
    return true;
}

/* What race_quick.c knows from the rules alone. */
static void quick_make(struct race *race)
{
    const struct race_options *o = &race->o;
    const bool stops_on_one = o->block == RACE_BLOCK_NO_OVERTAKE || o->own_pass == RACE_OWN_PASS_NO ||
                              o->capture_on_pass == RACE_CAPTURE_ON_PASS_YES;
    const bool stops_on_pair = race->pair_blocks && o->block_pass != RACE_PASS_FREE;
    race->bars = (stops_on_one ? 0xffu : stops_on_pair ? RACE_CROWD : 0) * 0x0101010101010101u;
    race->plain = o->dice == RACE_DICE_D6 && o->board != RACE_BOARD_PACHISI17 && o->star_jump == RACE_STAR_JUMP_NO &&
                  o->corridor_rule != RACE_CORRIDOR_LADDER && o->capture_before_home == RACE_CAPTURE_FIRST_NO &&
                  o->six_enters_two_or_sixth == RACE_TWO_OR_SIXTH_NO && o->first_enters_on_any == RACE_FIRST_ANY_NO;
    race->quick = race->plain && !race->n_teams && o->none_on_course != RACE_NONE_FREE_ENTRY &&
                  o->move_optional == RACE_OPTIONAL_NO;
    race->more_duties = o->capture_mandatory == RACE_CAPTURE_MANDATORY_YES || o->six_opens_barrier == RACE_OPENS_YES;
    race->lane_jumps = o->corridor_rule == RACE_CORRIDOR_SLOTS && o->slot_jump == RACE_SLOT_JUMP_YES &&
                       o->block != RACE_BLOCK_NO_OVERTAKE;
    race->free_lane = o->corridor_rule == RACE_CORRIDOR_FREE && o->block != RACE_BLOCK_NO_OVERTAKE;
    race->lane_holds = o->corridor_rule == RACE_CORRIDOR_PAIR && o->block != RACE_BLOCK_NO_OVERTAKE;
    race->six_stuck = o->six_extra == RACE_SIX_EXTRA_YES && o->six_extra_when_stuck == RACE_STUCK_YES;
    race->enters = (u8)(o->enter_on << 1);
    race->seated = (u8)((1u << race->n_pawns) - 1);
    const bool more = o->six_counts != RACE_SIX_COUNTS_6 && o->six_counts != RACE_SIX_COUNTS_14;
    race->six_steps[1] = !more ? SIX : o->six_counts == RACE_SIX_COUNTS_7_IF ? SIX + 1 : 2 * SIX;
    race->six_steps[0] = o->six_counts == RACE_SIX_COUNTS_12 ? 2 * SIX : SIX;
    if (race->capacity == 2 && o->block_land != RACE_LAND_ATTACKER_HOME &&
        o->safe_effect != RACE_EFFECT_ATTACKER_HOME && o->own_sharing != RACE_OWN_STOP_BEHIND)
        race->meets_crowd = RACE_MEET_REFUSED;
    if (race->n_teams)
        return;
    const bool many = race->capacity > 1;
    race->meets_enemy = RACE_MEET_LEGAL;
    if (o->own_sharing != RACE_OWN_STOP_BEHIND && many)
        race->meets_own = o->own_sharing == RACE_OWN_FORBID ? RACE_MEET_REFUSED : RACE_MEET_LEGAL;
    if (o->safe_squares != RACE_SAFE_GLOBES && many && o->safe_effect != RACE_EFFECT_ATTACKER_HOME)
        race->meets_safe = o->safe_effect == RACE_EFFECT_SHARE ? RACE_MEET_LEGAL : RACE_MEET_REFUSED;
}

bool race_compile(struct race *race, const struct race_setup *setup, struct game_fault *fault)
{
    const struct race_options *o = &setup->options;
    if (!race_setup_ok(setup, 0, fault))
        return false;
    const unsigned seats = setup->seats ? setup->seats : CROSS;
    const unsigned arms = setup->arms ? setup->arms : arms_for(o, seats);
    if (!seats_ok(setup, seats, arms, fault))
        return false;

    bytes_fill(race, 0, sizeof *race);
    race->o = *o;
    race->preset = setup->preset;
    race->n_seats = (u8)seats;
    race->n_arms = (u8)arms;
    race->n_pawns = (u8)(o->pawns + 1);
    if (!teams_make(race, fault))
        return false;
    race->track = (u8)(boards[o->board].arm * arms + (is_bridged(o, arms) ? BRIDGE * (CROSS - arms) : 0));
    race->first = boards[o->board].walked;
    race->last = (u8)(race->first + race->track - boards[o->board].short_of);
    race->corridor = boards[o->board].corridor;
    race->goal = (u8)(race->last + race->corridor + (o->finish_mode == RACE_MODE_CENTRE));
    race->first_slot = o->finish_mode == RACE_MODE_SLOTS ? (u8)(race->goal - (RACE_PAWNS_MAX - 1)) : 0;
    race->arrival = race->first_slot ? race->first_slot : race->goal;
    race->capacity = (u8)capacity_of(o);
    race->six = o->six_counts == RACE_SIX_COUNTS_14 ? RACE_SIX_DOUBLES
                : o->dice == RACE_DICE_COWRIES6     ? RACE_SIX_GRACE
                                                    : RACE_SIX_FACE;
    race->pair_blocks = pair_rule(o);
    race->printed = boards[o->board].printed;
    for (unsigned seat = 0; seat < seats; seat++) {
        race->arm[seat] = (u8)(seat * arms / seats);
        race->start[seat] = (u8)arm_start(race, race->arm[seat]);
    }
    squares_make(race);
    for (unsigned seat = 0; seat < seats; seat++) {
        race->all |= 0xfu << RACE_PAWNS_MAX * seat;
        for (unsigned other = 0; other < seats; other++)
            if (race_partners(race, seat, other))
                race->mates[seat] |= 0xfu << RACE_PAWNS_MAX * other;
    }
    race->tries = o->none_on_course != RACE_NONE_NORMAL;
    race->steps = o->capture_reward == RACE_CAPTURE_STEPS || o->home_reward == RACE_HOME_STEPS;
    quick_make(race);
    return true;
}

u8 race_square_name(const struct race *race, unsigned seat, unsigned p)
{
    const u8 square = race_square(race, seat, p);
    if (square == RACE_NOBODY)
        return (u8)p;
    return race->printed && square == 0 ? race->track : square;
}
