/* standing.c - may these pawns stand where they stand? Written from the text of the rules (1.3, 1.5, 10 and 10.1) and not from
 * core/: it reads options, seats and arms, and nothing that race_compile made of them.
 *
 * Order: the board; one square; all of them. */
#include "tests/core/standing.h"

/* --- the board (rules.md 1.3, 7.7) -------------------------------------------------------------------------------------- */

static const struct {
    unsigned arm, start, short_of, corridor, first;
} boards[] = {
    [RACE_BOARD_LUDO13] = {.arm = 13, .short_of = 2, .corridor = 5},
    [RACE_BOARD_PARCHIS17] = {.arm = 17, .start = 5, .short_of = 5, .corridor = 7},
    [RACE_BOARD_FRENCH14] = {.arm = 14, .short_of = 1, .corridor = 6},
    [RACE_BOARD_FORTY10] = {.arm = 10, .short_of = 1, .corridor = 4},
    [RACE_BOARD_PACHISI17] = {.arm = 17, .corridor = 7, .first = 8},
};

struct ground {
    const struct race_options *o;
    unsigned seats, track, first, last,
        end; /* progress of the first and the last shared square, and of the last place */
    unsigned start[RACE_SEATS_MAX];
};

static bool is_bridged(const struct race_options *o, unsigned arms)
{
    return o->board == RACE_BOARD_LUDO13 && o->board_shape == RACE_SHAPE_BY_SEATS && arms < 4;
}

static struct ground ground_of(const struct race_options *o, unsigned seats, unsigned arms)
{
    const unsigned arm = boards[o->board].arm;
    struct ground ground = {.o = o, .seats = seats, .track = arm * arms, .first = boards[o->board].first};
    if (is_bridged(o, arms))
        ground.track = arms == 2 ? 32 : 42;
    ground.last = ground.first ? 76 : ground.track - boards[o->board].short_of;
    ground.end = ground.last + boards[o->board].corridor + (o->finish_mode == RACE_MODE_CENTRE);
    for (unsigned seat = 0; seat < seats; seat++) {
        const unsigned apart = is_bridged(o, arms) && arms == 2 ? 16 : arm;
        ground.start[seat] = (boards[o->board].start + apart * (seat * arms / seats)) % ground.track;
    }
    return ground;
}

/* Every kind of safe squares repeats from arm to arm, but for the bridged boards, whose arms aren't equally far apart. */
static bool is_safe(const struct ground *ground, unsigned square)
{
    const unsigned arm = boards[ground->o->board].arm;
    const unsigned in_arm = (square + arm - boards[ground->o->board].start) % arm;
    const bool two = ground->track == 32, bridge = ground->track == 42 && square >= 39;
    const unsigned from_start = bridge ? arm : two ? square % 16 : in_arm;
    switch (ground->o->safe_squares) {
    case RACE_SAFE_STARTS:
        return from_start == 0;
    case RACE_SAFE_STARTS_STARS:
    case RACE_SAFE_GLOBES:
        return from_start == 0 || from_start == 8;
    case RACE_SAFE_SHELTERS: /* printed 5, 12 and 17 of each arm */
        return from_start == 0 || from_start == 7 || from_start == 12;
    case RACE_SAFE_CASTLES: /* each fourth square from an arm's end; the end itself, or the start behind it (6.5) */
        return ground->first ? in_arm == 0 || in_arm == 4 || in_arm == 13 : in_arm == 0 || in_arm == 3 || in_arm == 9;
    default:
        return false;
    }
}

/* --- one square --------------------------------------------------------------------------------------------------------- */

static bool are_partners(const struct ground *ground, unsigned seat, unsigned other)
{
    const unsigned teams = ground->seats < 4                     ? 0
                           : ground->o->teams == RACE_TEAMS_NONE ? 0
                           : ground->o->teams == RACE_TEAMS_3X2  ? 3
                                                                 : 2;
    return teams && seat % teams == other % teams;
}

static bool is_wall_rule(const struct race_options *o)
{
    return o->block == RACE_BLOCK_ENEMY_PAIR || o->block == RACE_BLOCK_EVERYONE_PAIR;
}

/* May a pawn that enters find enemies on its start, and stay there with them? */
static bool enters_beside(const struct race_options *o)
{
    const bool pair_bars = is_wall_rule(o) && o->enter_blocked_by_enemy_pair == RACE_ENTER_BLOCKED_YES;
    return o->enter_capture == RACE_ENTER_LONE ? !pair_bars : o->enter_capture != RACE_ENTER_AS_LANDING;
}

/* Does a wall on this square keep every opponent from landing there? */
static bool is_walled(const struct race_options *o, bool safe)
{
    const bool here = o->block_where == RACE_WHERE_ALL || o->block_where == RACE_WHERE_TRACK ||
                      (o->block_where == RACE_WHERE_SAFE) == safe;
    return is_wall_rule(o) && here && o->block_land == RACE_LAND_ILLEGAL && o->block_pass == RACE_PASS_NEVER;
}

static const char *enemies_fault(const struct ground *ground, unsigned square, const u8 n[static RACE_SEATS_MAX],
                                 unsigned seat, unsigned other)
{
    const struct race_options *o = ground->o;
    const bool safe = is_safe(ground, square);
    const bool start = !ground->first && (ground->start[seat] == square || ground->start[other] == square);
    if (!(safe && o->safe_effect == RACE_EFFECT_SHARE) && !(start && enters_beside(o)))
        return "enemies on a square that nobody shares";
    const bool entered = start && o->enter_blocked_by_enemy_pair == RACE_ENTER_BLOCKED_NO;
    return n[seat] >= 2 && n[other] >= 2 && is_walled(o, safe) && !entered ? "walls of two enemies on one square"
                                                                           : NULL;
}

static const char *square_fault(const struct ground *ground, unsigned square, const u8 n[static RACE_SEATS_MAX])
{
    static const unsigned room[] = {1, 2, RACE_IDS};
    static const unsigned own_room[] = {RACE_PAWNS_MAX, 2, 1, 1}; /* share, pair, forbid, stop-behind */
    const struct race_options *o = ground->o;
    unsigned all = 0;
    for (unsigned seat = 0; seat < ground->seats; seat++) {
        const bool doubled = o->six_enters_two_or_sixth == RACE_TWO_OR_SIXTH_YES && ground->start[seat] == square;
        all += n[seat];
        if (n[seat] > (doubled && own_room[o->own_sharing] < 2 ? 2 : own_room[o->own_sharing]))
            return "more pawns of a seat on a square than may share it";
        for (unsigned other = 0; n[seat] && other < seat; other++) {
            if (!n[other])
                continue;
            if (!are_partners(ground, seat, other)) {
                const char *why = enemies_fault(ground, square, n, seat, other);
                if (why)
                    return why;
            } else if (own_room[o->own_sharing] == 1) {
                return "partners on a square that own pawns may not share";
            }
        }
    }
    return all > room[o->capacity] ? "more pawns on a square than it holds" : NULL;
}

/* --- all of them -------------------------------------------------------------------------------------------------------- */

static const char *lane_fault(const struct ground *ground, const u8 at[static RACE_IDS], unsigned id)
{
    static const unsigned room[] = {RACE_PAWNS_MAX, 2, 1, 1, 1}; /* free, pair, single-no-jump, ladder, slots */
    const bool goal = ground->o->finish_mode == RACE_MODE_CENTRE && at[id] == ground->end;
    const unsigned own = id - id % RACE_PAWNS_MAX;
    unsigned n = 0;
    for (unsigned other = own; other < own + RACE_PAWNS_MAX; other++)
        n += at[other] == at[id];
    return goal || n <= room[ground->o->corridor_rule] ? NULL : "more pawns on a square of the corridor than it holds";
}

const char *standing_fault(const struct race_options *o, unsigned seats, unsigned arms, const u8 at[static RACE_IDS])
{
    const struct ground ground = ground_of(o, seats, arms);
    u8 n[RACE_TRACK_MAX][RACE_SEATS_MAX] = {{0}};
    for (unsigned id = 0; id < RACE_IDS; id++) {
        const unsigned seat = id / RACE_PAWNS_MAX, p = at[id];
        if (p == RACE_BASE)
            continue;
        if (seat >= seats || id % RACE_PAWNS_MAX > o->pawns)
            return "a pawn that doesn't play has left its base";
        if (p > ground.end || (ground.first && p == 0))
            return "a pawn where no square is";
        if (p >= ground.first && p <= ground.last) {
            const unsigned square = (ground.start[seat] + p - ground.first) % ground.track;
            n[square][seat]++;
            const char *why = square_fault(&ground, square, n[square]);
            if (why)
                return why;
        } else {
            const char *why = lane_fault(&ground, at, id);
            if (why)
                return why;
        }
    }
    return NULL;
}
