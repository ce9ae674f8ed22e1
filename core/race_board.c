/* race_board.c - draws every race board from a few numbers.
 *
 * A board is equal arms round a regular N-gon. An arm is three lanes: one that runs inwards, the corridor, and one that
 * runs outwards, closed by the arm-end square. Seen from the centre, with the arm pointing west, play clockwise:
 *
 *       i i i i          e  arm-end square      a = w / (2 tan(pi/N))   from the centre to the side, w = three lanes
 *     e c c c c  centre  i  inwards             R = a + lane            from the centre to the end of an arm
 *       o o o o          o  outwards
 *
 * Where a cross lacks an arm, three squares along that side bridge the gap. On boards with corners the inner corner
 * squares belong to the track. Sines come from a table of multiples of 7.5 degrees, in millionths. */
#include "core/race_board.h"

enum { CELL = 1000, UNIT = 1000000, CIRCLE = 48, QUARTER = 12, TENTHS = 75, CROSS = 4 };

const char *const board_kind_words[] = {"track", "corridor", "goal", "slot", "star", "globe", "castle", "step"};

struct family {
    u8 lane_cells; /* squares of a lane */
    u8 lane_width; /* in squares */
    bool corner;
    i8 end; /* absolute square of arm 0's end, counted back from its start */
};
static const struct family families[] = {
    [RACE_BOARD_LUDO13] = {6, 1, false, -2},   [RACE_BOARD_PARCHIS17] = {8, 2, false, 0},
    [RACE_BOARD_FRENCH14] = {6, 1, true, -1},  [RACE_BOARD_FORTY10] = {4, 1, true, -1},
    [RACE_BOARD_PACHISI17] = {8, 1, false, 0},
};

/* The frame that squares are placed in. */
struct frame {
    const struct race *race;
    const struct family *family;
    struct race_board *board;
    i64 apothem, reach, corner; /* a; R; from the centre to a corner of the N-gon */
    int half;                   /* half the angle between two sides, in 48ths of the circle */
    int sense;                  /* 1 clockwise, -1 the other way */
};

static i64 sine(int angle)
{
    static const i32 table[QUARTER + 1] = {0,      130526, 258819, 382683, 500000, 608761, 707107,
                                           793353, 866025, 923880, 965926, 991445, 1000000};
    angle = ((angle % CIRCLE) + CIRCLE) % CIRCLE;
    const int part = angle % (CIRCLE / 2);
    const i64 value = part <= QUARTER ? table[part] : table[CIRCLE / 2 - part];
    return angle < CIRCLE / 2 ? value : -value;
}

static i64 cosine(int angle)
{
    return sine(angle + QUARTER);
}

static i32 rounded(i64 value, i64 by)
{
    return (i32)((value >= 0 ? value + by / 2 : value - by / 2) / by);
}

/* The point at `out` from the centre in the direction `angle` (48ths, from the west, in the sense of play), and `side`
 * across, towards the next arm. */
static struct board_point place(const struct frame *frame, int angle, i64 out, i64 side)
{
    const i64 c = cosine(angle), s = sine(angle) * frame->sense;
    const struct board_point centre = frame->board->centre;
    return (struct board_point){centre.x + rounded(-out * c + side * s * frame->sense, UNIT),
                                centre.y + rounded(-out * s - side * c * frame->sense, UNIT)};
}

/* How far a square is turned: none where its arm is upright. A rectangle turned by half a circle is itself. */
static u16 turned(const struct frame *frame, int angle)
{
    const int tenths = (angle * frame->sense + QUARTER) * TENTHS;
    const int half_circle = CIRCLE / 2 * TENTHS;
    return (u16)(((tenths % half_circle) + half_circle) % half_circle);
}

static struct board_cell cell_at(const struct frame *frame, int angle, i64 out, i64 side)
{
    return (struct board_cell){.at = place(frame, angle, out, side),
                               .w = (u16)(frame->family->lane_width * CELL),
                               .h = CELL,
                               .angle = turned(frame, angle),
                               .start_of = RACE_NOBODY,
                               .seat = RACE_NOBODY};
}

/* The side of the N-gon that an arm stands on: on a cross of two arms they are opposite. */
static unsigned side_of(const struct race *race, unsigned arm)
{
    return race->n_arms == 2 ? 2 * arm : arm;
}

static int side_angle(const struct frame *frame, unsigned side)
{
    return (int)side * 2 * frame->half;
}

static bool has_arm(const struct race *race, unsigned side)
{
    for (unsigned arm = 0; arm < race->n_arms; arm++)
        if (side_of(race, arm) == side)
            return true;
    return false;
}

static unsigned n_sides(const struct race *race)
{
    return race->n_arms < 4 && !race->printed ? CROSS : race->n_arms;
}

static i64 lane_out(const struct frame *frame, unsigned k)
{
    return frame->apothem + (i64)k * CELL + CELL / 2;
}

/* The square in an inner corner stands on its edge, its tip in the corner of the N-gon: upright on a cross. */
static struct board_cell corner_cell(const struct frame *frame, int angle)
{
    struct board_cell cell = cell_at(frame, angle, frame->corner - rounded((i64)CELL * sine(CIRCLE / 8), UNIT), 0);
    cell.angle = turned(frame, angle + CIRCLE / 8);
    return cell;
}

/* The track from the end of arm 0, round the board, into cells numbered from arm 0's start. */
static void track_make(struct frame *frame)
{
    const struct race *race = frame->race;
    const unsigned n = frame->family->lane_cells, sides = frame->board->n_sides;
    const i64 lane = frame->family->lane_width * CELL;
    const unsigned first = (unsigned)(race->track + frame->family->end) % race->track;
    unsigned square = first;
    struct board_cell *cells = frame->board->cell;
#define NEXT cells[square++ % race->track]
    for (unsigned side = 0; side < sides; side++) {
        const int angle = side_angle(frame, side), next = side_angle(frame, side + 1);
        const unsigned following = (side + 1) % sides;
        if (has_arm(race, side)) {
            NEXT = cell_at(frame, angle, lane_out(frame, n - 1), 0);
            for (unsigned k = n; k > 0; k--)
                NEXT = cell_at(frame, angle, lane_out(frame, k - 1), lane);
        } else {
            for (int k = -1; k <= 1; k++)
                NEXT = cell_at(frame, angle, lane_out(frame, 0), k * lane);
        }
        if (frame->family->corner)
            NEXT = corner_cell(frame, angle + frame->half);
        for (unsigned k = 0; k < n && has_arm(race, following); k++)
            NEXT = cell_at(frame, next, lane_out(frame, k), -lane);
    }
#undef NEXT
    BELIEVE(square == first + race->track);
}

static u8 track_kind(const struct race *race, unsigned square)
{
    if (race_is_star(race, square)) /* each way counts its squares from a start, and so do all stars */
        return BOARD_STAR;
    if (!race_safe(race, square))
        return BOARD_TRACK;
    return race->o.safe_squares == RACE_SAFE_GLOBES    ? BOARD_GLOBE
           : race->o.safe_squares == RACE_SAFE_CASTLES ? BOARD_CASTLE
                                                       : BOARD_TRACK;
}

static u8 seat_of_arm(const struct race *race, unsigned arm)
{
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        if (race->arm[seat] == arm)
            return (u8)seat;
    return RACE_NOBODY;
}

static void track_name(struct frame *frame)
{
    const struct race *race = frame->race;
    for (unsigned square = 0; square < race->track; square++) {
        struct board_cell *cell = &frame->board->cell[square];
        cell->kind = track_kind(race, square);
        cell->label = (u8)(race->printed && !square ? race->track : square);
        cell->safe = race_safe(race, square);
        for (unsigned seat = 0; seat < race->n_seats; seat++)
            if (race->start[seat] == square)
                cell->start_of = (u8)seat;
    }
}

static void corridors_make(struct frame *frame)
{
    const struct race *race = frame->race;
    for (unsigned arm = 0; arm < race->n_arms; arm++)
        for (unsigned k = 0; k < race->corridor; k++) {
            const unsigned p = race->last + 1u + k;
            struct board_cell cell = cell_at(frame, side_angle(frame, side_of(race, arm)),
                                             lane_out(frame, frame->family->lane_cells - 2u) - (i64)k * CELL, 0);
            const bool ladder = race->o.corridor_rule == RACE_CORRIDOR_LADDER;
            cell.kind = race->first_slot && p >= race->first_slot ? BOARD_SLOT : ladder ? BOARD_STEP : BOARD_CORRIDOR;
            cell.label = (u8)(ladder ? k + 1 : p);
            cell.seat = seat_of_arm(race, arm);
            frame->board->cell[frame->board->n_cells++] = cell;
        }
}

/* One goal an arm, inside its side of the centre; on boards with corners all share the middle. */
static void goals_make(struct frame *frame)
{
    const struct race *race = frame->race;
    struct race_board *board = frame->board;
    for (unsigned arm = 0; arm < race->n_arms; arm++) {
        const u8 seat = seat_of_arm(race, arm);
        struct board_cell cell = cell_at(frame, side_angle(frame, side_of(race, arm)),
                                         frame->family->corner ? 0 : frame->apothem * 72 / 100, 0);
        cell.kind = BOARD_GOAL;
        cell.seat = frame->family->corner ? RACE_NOBODY : seat;
        if (!race->first_slot && (arm == 0 || !frame->family->corner))
            board->cell[board->n_cells++] = cell;
        if (seat != RACE_NOBODY)
            board->goal[seat] = race->first_slot ? board->cell[race_board_cell(race, seat, race->goal)].at : cell.at;
    }
}

/* Between two arms, the largest circle that touches both and the rim, a little smaller. */
static void bases_make(struct frame *frame)
{
    const struct race *race = frame->race;
    struct race_board *board = frame->board;
    const i64 s = sine(frame->half), c = cosine(frame->half);
    const i64 out = (frame->reach * UNIT + frame->corner * s) / (s + c);
    board->bowl_radius = (i32)((out - frame->corner) * s / UNIT * 84 / 100);
    const i32 away = board->bowl_radius * 42 / 100;
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        const int angle = side_angle(frame, side_of(race, race->arm[seat])) + frame->half;
        const struct board_point bowl = place(frame, angle, out, 0);
        board->bowl[seat] = bowl;
        for (unsigned pawn = 0; pawn < RACE_PAWNS_MAX; pawn++)
            board->base[seat][pawn] =
                (struct board_point){bowl.x + (pawn % 2 ? away : -away), bowl.y + (pawn < 2 ? -away : away)};
    }
}

bool race_board_compile(struct race *race, struct race_setup setup, struct game_fault *fault)
{
    if (!setup.seats)
        setup.seats = setup.arms;
    return race_compile(race, &setup, fault);
}

void race_board_make(struct race_board *board, const struct race *race)
{
    const unsigned sides = n_sides(race);
    struct frame frame = {.race = race,
                          .family = &families[race->o.board],
                          .board = board,
                          .half = CIRCLE / 2 / (int)sides,
                          .sense = race->o.direction == RACE_DIRECTION_CW ? 1 : -1};
    bytes_fill(board, 0, sizeof *board);
    const i64 s = sine(frame.half), c = cosine(frame.half), width = 3 * frame.family->lane_width * CELL;
    frame.apothem = rounded(width * c, 2 * s);
    frame.reach = frame.apothem + frame.family->lane_cells * CELL;
    frame.corner = rounded(frame.apothem * UNIT, c);
    /* A square or an octagon is as wide as two reaches; a hexagon or a triangle reaches furthest at its corners. */
    const bool even = sides == 4 || sides == 8;
    const i64 tip = frame.reach * UNIT / c;
    board->width = (i32)(2 * (sides == 3 ? tip : frame.reach));
    board->height = (i32)(2 * (even ? frame.reach : tip));
    board->centre = (struct board_point){board->width / 2, board->height / 2};
    board->n_sides = sides;
    for (unsigned side = 0; side < sides; side++)
        board->rim[side] = place(&frame, side_angle(&frame, side) + frame.half, tip, 0);
    board->n_cells = race->track;
    track_make(&frame);
    track_name(&frame);
    corridors_make(&frame);
    goals_make(&frame);
    bases_make(&frame);
}

unsigned race_board_cell(const struct race *race, unsigned seat, unsigned p)
{
    if (p < race->first) /* the middle column, walked outwards: from the goal's side */
        p = race->goal - p;
    else if (p <= race->last)
        return race_square(race, seat, p);
    const unsigned arm = race->arm[seat], in_corridor = p - race->last - 1u;
    if (in_corridor < race->corridor)
        return race->track + arm * race->corridor + in_corridor;
    const bool shared = families[race->o.board].corner;
    return race->track + race->n_arms * (unsigned)race->corridor + (shared ? 0 : arm);
}
