/* test_race.c - options refused by name, positions refused with their fault, order of arrival. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/race.h"

static void open(struct race *race, const char *line)
{
    struct race_setup setup;
    struct game_fault fault;
    if (!race_setup_read(&setup, line, &fault) || !race_compile(race, &setup, &fault))
        fail_msg("%s: %s: %s", line, fault.at, fault.message);
}

/* Lines of rules that are refused, with the code and the place of the fault. */
static const struct {
    const char *line, *code, *at;
} refused[] = {
    {"", "unknown-rules", "rules"},
    {"lodu", "unknown-rules", "rules"},
    {"ludo\nseats=3", "bad-request", "rules"}, /* would split the record in two */
    {"ludo block=\xff", "bad-request", "rules"},
    {"ludo blocks=none", "unknown-option", "blocks"},
    {"ludo block=walls", "bad-option", "block"},
    {"ludo block", "bad-request", "options"},
    {"ludo enter_on=", "bad-request", "options"},
    {"ludo enter_on=7", "bad-option", "enter_on"},
    {"ludo enter_on=6,6", "bad-option", "enter_on"},
    {"ludo seats=9", "bad-request", "seats"},
    {"ludo seats=1", "bad-request", "seats"},
    {"ludo seats=two", "bad-request", "seats"},
    {"ludo-danish seats=5", "bad-request", "seats"},
    {"ludo arms=5", "bad-request", "arms"},
    {"ludo seats=6 arms=4", "bad-request", "arms"},
    {"ludo-german arms=6", "bad-request", "arms"},
    {"ludo dice=3d6", "bad-option", "dice"},
    {"ludo block=none block=enemy-pair", "bad-option", "block"},
    {"ludo seats=3 seats=4", "bad-option", "seats"},
    {"ludo-german dice=cowries6", "bad-option", "finish_mode, dice"},
    {"ludo enter_on=10", "bad-option", "enter_on, dice"},
    {"ludo enter_on=1,2,3,4,5,6,10", "bad-option", "enter_on"},
    {"pachisi enter_on=1", "bad-option", "enter_on, dice"},
    {"ludo six_counts=14-on-doubles", "bad-option", "six_counts, dice"},
    {"parchis dice=2d6", "bad-option", "six_counts, dice"},
    {"petits-chevaux-escalier dice=cowries6", "bad-option", "corridor_rule, dice"},
    {"fia dice=2d6", "bad-option", "six_enters_two_or_sixth, dice"},
    {"fia enter_on=1", "bad-option", "six_enters_two_or_sixth, enter_on"},
    {"pachisi start_out=1", "bad-option", "start_out, board"},
    {"pachisi enter_capture=never", "bad-option", "enter_capture, board"},
    {"pachisi corridor_rule=pair", "bad-option", "corridor_rule, board"},
    {"pachisi none_on_course=free-entry", "bad-option", "none_on_course, board"},
    {"pachisi vacate_start=yes", "bad-option", "move_optional, vacate_start"},
    {"pachisi safe_squares=starts", "bad-option", "safe_squares, board"},
    {"pachisi seats=3", "bad-request", "seats"},
    {"ludo slot_jump=no", "bad-option", "slot_jump, corridor_rule"},
    {"ludo block=none block_where=track", "bad-option", "block_where, block"},
    {"ludo team_help=never", "bad-option", "team_help, teams"},
    {"ludo safe_squares=shelters", "bad-option", "safe_squares, board"},
    {"ludo corridor_rule=ladder", "bad-option", "corridor_rule, board"},
    {"ludo finish_mode=slots", "bad-option", "corridor_rule, finish_mode"},
    {"ludo-german finish_mode=centre", "bad-option", "finish_mode, board"},
    {"ludo pawns=2 start_out=3", "bad-option", "start_out, pawns"},
    {"petits-chevaux start_out=2", "bad-option", "start_out, own_sharing"},
    {"parchis move_optional=yes", "bad-option", "move_optional, enter_mandatory"},
    {"ludo ranking=team", "bad-option", "ranking, teams"},
    {"ludo teams=3x2", "bad-option", "teams, seats"},
};

static void refuses_by_name(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < COUNT(refused); k++) {
        struct race_setup setup;
        struct race race;
        struct game_fault fault = {.code = "none"};
        if (race_setup_read(&setup, refused[k].line, &fault) && race_compile(&race, &setup, &fault))
            fail_msg("\"%s\" is not refused", refused[k].line);
        assert_string_equal(fault.code, refused[k].code);
        assert_string_equal(fault.at, refused[k].at);
        assert_true(fault.message[0]);
    }
}

/* rules.md 1.3: T, L, G and the starts of each board. */
static void boards_have_their_numbers(void **unused)
{
    static const struct {
        const char *line;
        u8 track, last, goal, start_b;
    } rows[] = {
        {"ludo", 52, 50, 56, 13},
        {"ludo seats=2", 52, 50, 56, 26},
        {"ludo seats=2 board_shape=by-seats", 32, 30, 36, 16},
        {"ludo seats=3 board_shape=by-seats", 42, 40, 46, 13},
        {"ludo seats=6", 78, 76, 82, 13},
        {"ludo seats=8", 104, 102, 108, 13},
        {"parchis", 68, 63, 71, 22},
        {"parchis seats=3 arms=3", 51, 46, 54, 22},
        {"parchis seats=6", 102, 97, 105, 22},
        {"parchis seats=8", 136, 131, 139, 22},
        {"petits-chevaux", 56, 55, 62, 14},
        {"petits-chevaux seats=6", 84, 83, 90, 14},
        {"ludo-german", 40, 39, 43, 10},
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct race race;
        open(&race, rows[k].line);
        assert_int_equal(race.track, rows[k].track);
        assert_int_equal(race.last, rows[k].last);
        assert_int_equal(race.goal, rows[k].goal);
        assert_int_equal(race.start[1], rows[k].start_b);
    }
}

/* rules.md 1.3: the twelve safe squares of Parchís, printed; stars 8 after each start; castles 4 off each arm's end. */
static void safe_squares_lie_where_they_should(void **unused)
{
    static const u8 printed[] = {5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 0};
    static const u8 stars[] = {0, 8, 13, 21, 26, 34, 39, 47};
    static const u8 tee[] = {0, 8, 13, 21, 26, 34};
    static const u8 castles[] = {0, 3, 9, 14, 17, 23, 28, 31, 37, 42, 45, 51};
    static const struct {
        const char *line;
        const u8 *squares;
        size_t n;
    } rows[] = {
        {"parchis", printed, COUNT(printed)},
        {"ludo", stars, COUNT(stars)},
        {"ludo seats=3 board_shape=by-seats", tee, COUNT(tee)},
        {"petits-chevaux safe_squares=castles", castles, COUNT(castles)},
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct race race;
        size_t safe = 0;
        open(&race, rows[k].line);
        for (unsigned square = 0; square < race.track; square++)
            safe += race_safe(&race, square);
        assert_int_equal(safe, rows[k].n);
        for (size_t s = 0; s < rows[k].n; s++)
            assert_true(race_safe(&race, rows[k].squares[s]));
    }
}

/* Text that is no position, or none that the rules can hold: the fault names the pawn or field, and the column. */
static void refuses_positions(void **unused)
{
    static const struct {
        const char *rules, *position, *at;
        unsigned column;
    } rows[] = {
        {"ludo", "turn=C.AYYY57", "", 12},                    /* past the goal */
        {"ludo", "A1YYY.B40YYY", "A0", 1},                    /* two colours on square 1, which is not safe */
        {"ludo", "turn=B.C51YYY.CYYYY", "", 15},              /* a seat twice */
        {"ludo", "turn=B.tries=1.turn=B", "", 16},            /* a field twice */
        {"ludo", "E1YYY", "", 1},                             /* no such seat */
        {"ludo", "turn=E", "", 6},                            /* no such seat */
        {"ludo", "owed=15", "owed", 1},                       /* no such bonus */
        {"ludo", "A1YYY.finished=B", "finished", 7},          /* not home */
        {"ludo", "A1YY", "", 5},                              /* a pawn too few */
        {"ludo", "A1YYYY", "", 6},                            /* a pawn too many */
        {"ludo", "A1YY12,", "", 7},                           /* a comma stands between two numbers only */
        {"ludo", "A1,YYY", "", 3},                            /* and between these it must */
        {"ludo", "A1YYY.luck=9", "", 7},                      /* no such field */
        {"ludo", "A1YYY.", "", 7},                            /* nothing after a dot */
        {"ludo", "A1YYY turn=B", "", 6},                      /* blanks stand nowhere */
        {"ludo", "arrivals=A0,A0", "", 15},                   /* a pawn twice */
        {"ludo", "roll=0", "", 7},                            /* no roll */
        {"ludo", "sixes=3.roll=6", "sixes", 1},               /* the third six has ended the turn */
        {"ludo", "dice_left=4", "dice_left", 1},              /* one die only */
        {"ludo pawns=2", "AYYY", "", 4},                      /* two pawns play */
        {"ludo-german", "AGYYY", "", 2},                      /* slots have numbers */
        {"parchis", "A7,7,7Y", "A0", 1},                      /* three on one square */
        {"petits-chevaux", "A7,7YY", "A0", 1},                /* own pawns don't share */
        {"petits-chevaux", "AYYYY.A58,58YY", "", 7},          /* a seat twice */
        {"parchis-american", "roll=5", "", 7},                /* two dice are rolled */
        {"parchis-american", "roll=5,2.dice_left=5", "", 20}, /* nothing has been played of the roll */
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct race race;
        struct race_state state;
        struct game_fault fault = {.code = "none"};
        open(&race, rows[k].rules);
        if (race_state_read(&race, &state, rows[k].position, &fault))
            fail_msg("%s is taken for a position of %s", rows[k].position, rows[k].rules);
        assert_string_equal(fault.code, "bad-position");
        if (fault.column != rows[k].column || !text_equal(fault.at, rows[k].at))
            fail_msg("%s: column %u, \"%s\": %s", rows[k].position, fault.column, fault.at, fault.message);
    }
}

/* Rules stand in a line with dots for blanks, before a stroke: no word of theirs holds one. */
static void words_of_rules_hold_no_sign_of_the_notation(void **unused)
{
    (void)unused;
    for (unsigned k = 0; k < race_n_presets; k++)
        assert_null(strpbrk(race_presets[k].name, "./ ="));
    for (unsigned option = 0; option < race_n_options(); option++) {
        const char *value = "";
        assert_null(strpbrk(race_option_name(option), "./ ="));
        for (unsigned k = 0; value; value = race_option_value(option, k++))
            assert_null(strpbrk(value, "./ ="));
    }
}

/* rules.md 4.6: the last to arrive on a full start goes home, whoever that is. */
static void order_of_arrival_is_kept(void **unused)
{
    struct race race;
    struct race_state state, left;
    struct race_move moves[RACE_MOVES_MAX];
    struct game_fault fault;
    u8 ids[RACE_IDS];
    (void)unused;
    open(&race, "parchis");
    /* B0 and C0 share square 5, A's start; C0 came first. */
    assert_true(race_state_read(&race, &state, "B51YYY.C34YYY.arrivals=C0,B0", &fault));
    assert_int_equal(race_moves(&race, &state, (struct race_ask){.kind = RACE_ASK_ROLL, .count = 5}, moves, NULL), 4);
    assert_int_equal(moves[0].taken, 1u << race_id(1, 0));
    left = state;
    race_put(&race, &left, race_id(2, 0), 40);
    assert_int_equal(race_arrivals(&race, &left, ids), 0);
    assert_true(race_state_read(&race, &state, "B51YYY.C34YYY.arrivals=B0,C0", &fault));
    assert_int_equal(race_moves(&race, &state, (struct race_ask){.kind = RACE_ASK_ROLL, .count = 5}, moves, NULL), 4);
    assert_int_equal(moves[0].taken, 1u << race_id(2, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_by_name),
        cmocka_unit_test(boards_have_their_numbers),
        cmocka_unit_test(safe_squares_lie_where_they_should),
        cmocka_unit_test(refuses_positions),
        cmocka_unit_test(words_of_rules_hold_no_sign_of_the_notation),
        cmocka_unit_test(order_of_arrival_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
