/* race_board.h - where the squares of a race board lie: all that drawing needs (rules.md 1.3, ux.md C3).
 *
 * Lengths are thousandths of a square's side, angles tenths of a degree clockwise; y grows downwards. Arm 0 points
 * west, the others follow in the direction of play. */
#ifndef CORE_RACE_BOARD_H
#define CORE_RACE_BOARD_H

#include "core/race.h"

enum { BOARD_SIDES_MAX = 8, BOARD_CELLS_MAX = RACE_TRACK_MAX + BOARD_SIDES_MAX * 7 + BOARD_SIDES_MAX };

enum board_kind {
    BOARD_TRACK,
    BOARD_CORRIDOR,
    BOARD_GOAL,
    BOARD_SLOT,
    BOARD_STAR,
    BOARD_GLOBE,
    BOARD_CASTLE,
    BOARD_STEP
};
extern const char *const board_kind_words[];

struct board_point {
    i32 x, y;
};
struct board_cell {
    struct board_point at; /* its centre */
    u16 w, h;              /* before it is turned by `angle` */
    u16 angle;
    u8 kind;
    u8 label;    /* the number that people call it by; 0 on a goal */
    u8 start_of; /* the seat whose start it is, or RACE_NOBODY */
    u8 seat;     /* the seat that owns a corridor or goal, or RACE_NOBODY */
    bool safe;
};
struct race_board {
    struct board_cell cell[BOARD_CELLS_MAX]; /* the track by absolute square, then corridors, then goals */
    u32 n_cells;
    i32 width, height;
    struct board_point centre, rim[BOARD_SIDES_MAX]; /* the outline of the playing surface */
    u32 n_sides;
    struct board_point bowl[RACE_SEATS_MAX]; /* a seat's base: its middle, its radius, its places */
    i32 bowl_radius;
    struct board_point base[RACE_SEATS_MAX][RACE_PAWNS_MAX], goal[RACE_SEATS_MAX];
};

/* race_compile for rules of which only the board is wanted: unless seats are named, every arm asked for gets one. */
NODISCARD bool race_board_compile(struct race *race, struct race_setup setup, struct game_fault *fault);
void race_board_make(struct race_board *board, const struct race *race);
/* The cell at progress `p` (0 to the goal) of a seat. */
NODISCARD unsigned race_board_cell(const struct race *race, unsigned seat, unsigned p);

#endif
