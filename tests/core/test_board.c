/* test_board.c - the coordinates that rules.md 1.3 gives, neighbours that touch, and nothing outside the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/race_board.h"

static void open(struct race *race, struct race_board *board, const char *line)
{
    struct race_setup setup;
    struct game_fault fault;
    if (!race_setup_read(&setup, line, &fault) || !race_compile(race, &setup, &fault))
        fail_msg("%s: %s: %s", line, fault.at, fault.message);
    race_board_make(board, race);
}

/* Rows and columns of squares, from rules.md 1.3 and 2.2. */
static void squares_lie_where_the_rules_draw_them(void **unused)
{
    static const struct {
        const char *line;
        u8 square, row, column;
    } rows[] = {
        {"ludo", 0, 6, 1},
        {"ludo", 8, 2, 6},
        {"ludo", 13, 1, 8},
        {"ludo", 21, 6, 12},
        {"ludo", 26, 8, 13},
        {"ludo", 34, 12, 8},
        {"ludo", 39, 13, 6},
        {"ludo", 47, 8, 2},
        {"ludo", 50, 7, 0},
        {"ludo", 12, 0, 8},
        {"petits-chevaux", 0, 6, 0},
        {"petits-chevaux", 6, 6, 6},
        {"petits-chevaux", 7, 5, 6},
        {"petits-chevaux", 13, 0, 7},
        {"petits-chevaux", 14, 0, 8},
        {"petits-chevaux", 55, 7, 0},
        {"ludo-german", 0, 4, 0},
        {"ludo-german", 4, 4, 4},
        {"ludo-german", 5, 3, 4},
        {"ludo-german", 8, 0, 4},
        {"ludo-german", 9, 0, 5},
        {"ludo-german", 10, 0, 6},
        {"ludo seats=3 board_shape=by-seats", 31, 9, 8},
        {"ludo seats=3 board_shape=by-seats", 32, 9, 7},
        {"ludo seats=3 board_shape=by-seats", 33, 9, 6},
        {"ludo seats=2 board_shape=by-seats", 16, 8, 13},
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct race race;
        struct race_board board;
        open(&race, &board, rows[k].line);
        assert_int_equal(board.cell[rows[k].square].at.y, rows[k].row * 1000 + 500);
        assert_int_equal(board.cell[rows[k].square].at.x, rows[k].column * 1000 + 500);
    }
}

/* Corridors: (7,1) to (7,5) and the goal (7,6) of Ludo's seat 0; the ladder (7,1) to (7,6), its centre (7,7). */
static void corridors_lead_to_the_goal(void **unused)
{
    struct race race;
    struct race_board board;
    (void)unused;
    open(&race, &board, "ludo");
    for (unsigned k = 0; k < 5; k++) {
        const struct board_point at = board.cell[race_board_cell(&race, 0, 51 + k)].at;
        assert_int_equal(at.x, 1500 + 1000 * (i32)k);
        assert_int_equal(at.y, 7500);
    }
    open(&race, &board, "petits-chevaux-escalier");
    for (unsigned k = 0; k < 7; k++) {
        const struct board_cell *cell = &board.cell[race_board_cell(&race, 0, 56 + k)];
        assert_int_equal(cell->at.x, 1500 + 1000 * (i32)k);
        assert_int_equal(cell->kind, k < 6 ? BOARD_STEP : BOARD_GOAL);
    }
}

static i64 squared_distance(struct board_point a, struct board_point b)
{
    const i64 x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y;
}

static void check_walk(const char *line)
{
    struct race race;
    struct race_board board;
    open(&race, &board, line);
    const i64 reach = race.printed ? 2300 : 1500; /* the design's own bound: squares of Parchís are two wide */
    for (unsigned seat = 0; seat < race.n_seats; seat++)
        for (unsigned p = race.first ? 1 : 0; p < race.goal; p++) {
            const struct board_point a = board.cell[race_board_cell(&race, seat, p)].at;
            const struct board_point b = board.cell[race_board_cell(&race, seat, p + 1)].at;
            const bool centre = p + 1 == race.goal && !race.first_slot; /* on wide boards the goal lies further in */
            if (!centre && (squared_distance(a, b) > reach * reach || squared_distance(a, b) < 900 * 900))
                fail_msg("%s: seat %u, %u to %u: (%d,%d) to (%d,%d)", line, seat, p, p + 1, a.x, a.y, b.x, b.y);
        }
    for (u32 k = 0; k < board.n_cells; k++) {
        const struct board_point at = board.cell[k].at;
        assert_in_range(at.x, 400, board.width - 400);
        assert_in_range(at.y, 400, board.height - 400);
        for (u32 j = 0; j < k; j++)
            assert_true(squared_distance(at, board.cell[j].at) >= 900 * 900);
    }
}

static void neighbours_touch_on_every_board(void **unused)
{
    (void)unused;
    for (unsigned preset = 0; preset < race_n_presets; preset++)
        for (unsigned seats = race_presets[preset].seats_min; seats <= race_presets[preset].seats_max; seats++) {
            char line[64];
            snprintf(line, sizeof line, "%s seats=%u", race_presets[preset].name, seats);
            check_walk(line);
        }
    check_walk("ludo seats=2 board_shape=by-seats");
    check_walk("ludo seats=3 board_shape=by-seats");
    check_walk("parchis seats=3 arms=3");
    check_walk("petits-chevaux finish_mode=slots");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_lie_where_the_rules_draw_them),
        cmocka_unit_test(corridors_lead_to_the_goal),
        cmocka_unit_test(neighbours_touch_on_every_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
