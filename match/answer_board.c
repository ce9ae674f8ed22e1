/* answer_board.c - the answers that don't depend on a position: rule sets with their options, and boards. */
#include "core/race_board.h"
#include "match/answer.h"

static void key_number(struct text *to, const char *name, i64 value)
{
    answer_member(to, name);
    text_number(to, value);
}

static void key_seat(struct text *to, const char *name, unsigned seat)
{
    answer_member(to, name);
    answer_seat(to, seat);
}

/* --- rule sets ---------------------------------------------------------------------------------------------------------- */

static void rule_set(struct text *to, unsigned preset)
{
    struct race_setup setup;
    struct game_fault fault;
    REQUIRE(race_setup_open(&setup, race_presets[preset].name, &fault));
    answer_member(to, race_presets[preset].name);
    text_put(to, "{\"seats\":[");
    text_number(to, race_presets[preset].seats_min);
    text_char(to, ',');
    text_number(to, race_presets[preset].seats_max);
    text_put(to, "],\"values\":");
    answer_options(to, &setup.options, preset, false);
    answer_member(to, "idle");
    text_char(to, '[');
    for (unsigned option = 0; option < race_n_options(); option++)
        if (race_option_idle(&setup.options, option)) {
            answer_element(to);
            text_json(to, race_option_name(option));
        }
    text_put(to, "]}");
}

void answer_rules(struct text *to, const char *only)
{
    answer_member(to, "rule_sets");
    text_char(to, '{');
    for (unsigned preset = 0; preset < race_n_presets; preset++)
        if (!only || text_equal(only, race_presets[preset].name))
            rule_set(to, preset);
    text_char(to, '}');
    answer_member(to, "options");
    text_char(to, '{');
    for (unsigned option = 0; option < race_n_options(); option++) {
        answer_member(to, race_option_name(option));
        if (race_option_kind(option) == RACE_OPTION_FACES) {
            text_put(to, "\"a list of 1 to 6 results of the dice\"");
            continue;
        }
        text_char(to, '[');
        for (unsigned k = 0; race_option_value(option, k); k++)
            answer_option_value(to, race_option_value(option, k), race_option_kind(option));
        text_char(to, ']');
    }
    text_char(to, '}');
}

/* --- boards ------------------------------------------------------------------------------------------------------------- */

static void point(struct text *to, struct board_point at)
{
    answer_element(to);
    text_char(to, '[');
    text_number(to, at.x);
    text_char(to, ',');
    text_number(to, at.y);
    text_char(to, ']');
}

static void cell(struct text *to, const struct board_cell *cell)
{
    answer_element(to);
    text_char(to, '{');
    key_number(to, "x", cell->at.x);
    key_number(to, "y", cell->at.y);
    key_number(to, "w", cell->w);
    key_number(to, "h", cell->h);
    key_number(to, "angle", cell->angle);
    answer_member(to, "kind");
    text_json(to, board_kind_words[cell->kind]);
    if (cell->kind != BOARD_GOAL) {
        answer_member(to, "label");
        text_char(to, '"');
        text_number(to, cell->label);
        text_char(to, '"');
    }
    if (cell->safe)
        text_put(to, ",\"safe\":true");
    if (cell->start_of != RACE_NOBODY)
        key_seat(to, "start_of", cell->start_of);
    if (cell->seat != RACE_NOBODY)
        key_seat(to, "seat", cell->seat);
    text_char(to, '}');
}

static void seats_of_board(struct text *to, const struct race *race)
{
    answer_member(to, "seats");
    text_char(to, '[');
    for (unsigned seat = 0; seat < race->n_seats; seat++)
        answer_seat(to, seat);
    text_char(to, ']');
}

/* One member a seat, written by `each`. */
static void by_seat(struct text *to, const char *name, const struct race *race, const struct race_board *board,
                    void (*each)(struct text *, const struct race *, const struct race_board *, unsigned seat))
{
    answer_member(to, name);
    text_char(to, '{');
    for (unsigned seat = 0; seat < race->n_seats; seat++) {
        answer_seat(to, seat);
        text_char(to, ':');
        each(to, race, board, seat);
    }
    text_char(to, '}');
}

static void arm_of(struct text *to, const struct race *race, const struct race_board *board, unsigned seat)
{
    (void)board;
    text_number(to, race->arm[seat]);
}

static void path_of(struct text *to, const struct race *race, const struct race_board *board, unsigned seat)
{
    (void)board;
    text_char(to, '[');
    for (unsigned p = 0; p <= race->goal; p++) {
        answer_element(to);
        text_number(to, race_board_cell(race, seat, p));
    }
    text_char(to, ']');
}

static void base_of(struct text *to, const struct race *race, const struct race_board *board, unsigned seat)
{
    text_char(to, '[');
    for (unsigned pawn = 0; pawn < race->n_pawns; pawn++)
        point(to, board->base[seat][pawn]);
    text_char(to, ']');
}

static void bowl_of(struct text *to, const struct race *race, const struct race_board *board, unsigned seat)
{
    (void)race;
    text_char(to, '[');
    text_number(to, board->bowl[seat].x);
    text_char(to, ',');
    text_number(to, board->bowl[seat].y);
    text_char(to, ',');
    text_number(to, board->bowl_radius);
    text_char(to, ']');
}

static void goal_of(struct text *to, const struct race *race, const struct race_board *board, unsigned seat)
{
    (void)race;
    point(to, board->goal[seat]);
}

void answer_board(struct text *to, const struct race *race)
{
    struct race_board board;
    race_board_make(&board, race);
    answer_member(to, "rules");
    text_json(to, race_presets[race->preset].name);
    key_number(to, "arms", race->n_arms);
    key_number(to, "sides", board.n_sides);
    key_number(to, "width", board.width);
    key_number(to, "height", board.height);
    answer_member(to, "direction");
    text_json(to, race->o.direction == RACE_DIRECTION_CW ? "cw" : "ccw");
    seats_of_board(to, race);
    by_seat(to, "arms_of", race, &board, arm_of);
    answer_member(to, "cells");
    text_char(to, '[');
    for (u32 k = 0; k < board.n_cells; k++)
        cell(to, &board.cell[k]);
    text_char(to, ']');
    by_seat(to, "paths", race, &board, path_of);
    by_seat(to, "bases", race, &board, base_of);
    by_seat(to, "goals", race, &board, goal_of);
    by_seat(to, "base_rings", race, &board, bowl_of);
    answer_member(to, "rim");
    text_char(to, '[');
    for (u32 side = 0; side < board.n_sides; side++)
        point(to, board.rim[side]);
    text_char(to, ']');
}
