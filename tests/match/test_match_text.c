/* test_match_text.c - a game as text: what is written, what may stand in it, and the fault of what may not, by line and column. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "match/match_text.h"

static void writes_a_line_a_turn(void **unused)
{
    static struct match match, again;
    static char text[4096];
    const char *const names[GAME_SEATS_MAX] = {"Anna", NULL};
    struct game_fault fault;
    (void)unused;
    /* A enters with the first move of a 6, walks 3; B rolls 4, A 2 with its only pawn. */
    assert_true(match_record_read(&match, "ludo seats=2\n6a3a42a", &fault));
    struct text to = text_over(text, sizeof text);
    match_text_write(&match, names, &to);
    assert_string_equal(text, "Rules: ludo seats=2\nSeat A: Anna\nResult: *\n\n"
                              "1. A 6 A0:Y>0, 3 A0:0>3\n2. B 4\n3. A 2 A0:3>5\n");
    assert_true(match_text_read(&again, text, &fault));
    assert_true(bytes_equal(&again.play.state, &match.play.state, sizeof match.play.state) &&
                again.n_steps == match.n_steps);
}

/* Comments, headers that nobody knows, line ends of other systems, and blanks change nothing. */
static void passes_over_what_says_nothing(void **unused)
{
    static struct match match;
    struct game_fault fault;
    (void)unused;
    assert_true(match_text_read(&match,
                                "; found in a drawer\r\nEvent: a wet Sunday; indoors\r\nRules:  ludo seats=2 \r\n\r\n"
                                "1. A 6 {the first\n of many} A0:Y>0 ; at last\n  , 3\tA0:0>3 2.B 4\n\n\n3. A",
                                &fault));
    assert_int_equal(match.n_steps, 5);
    assert_string_equal(match.line, "ludo seats=2");
}

static void names_the_fault_of_a_text(void **unused)
{
    static const struct {
        const char *text, *code, *at;
    } rows[] = {
        {"", "bad-request", "line 1, column 1"},
        {"1. A 6", "bad-request", "line 1, column 1"},
        {"hello", "bad-request", "line 1, column 1"},
        {"Rules: ludo\nRules: ludo\n", "bad-request", "line 2, column 1"},
        {"Rules: lodo\n", "unknown-rules", "line 1, column 8"},
        {"\nRules: ludo blok=none\n", "unknown-option", "line 2, column 8"},
        {"Rules: ludo\n{ for ever", "bad-request", "line 2, column 1"},
        {"Rules: ludo\n1. A 6 A0:Y>0 { for\never", "bad-request", "line 2, column 15"},
        {"Rules: ludo\n\n2. A 6", "bad-request", "line 3, column 1"},     /* the first turn is number 1 */
        {"Rules: ludo\n\n1. B 6", "bad-request", "line 3, column 4"},     /* A begins */
        {"Rules: ludo\n\n1. A 7", "bad-request", "line 3, column 6"},     /* no such face */
        {"Rules: ludo\n\n1. A 6 3", "bad-request", "line 3, column 8"},   /* the 6 has moves */
        {"Rules: ludo\n\n1. A 6 A0:Y>1", "illegal", "line 3, column 13"}, /* entering leads to 0 */
        {"Rules: ludo\n\n1. A 6 A0:Y>0 xB0", "illegal", "line 3, column 14"},
        {"Rules: ludo\n\n1. A 4, 3", "bad-request", "line 3, column 9"},             /* B's turn has begun */
        {"Rules: ludo\n\n1. A 6 A0:Y>0 2. B 4", "bad-request", "line 3, column 15"}, /* A rolls again */
        {"Rules: ludo\nResult: A 1\n\n1. A 4", "bad-request", "line 2, column 1"},
        {"Rules: ludo\nResult: *\nResult: *\n", "bad-request", "line 3, column 1"},
        {"Rules: parchis-american seats=2\n1. A 6", "bad-request", "line 2, column 6"}, /* two dice are rolled */
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        static struct match match;
        struct game_fault fault = {.code = "none"};
        if (match_text_read(&match, rows[k].text, &fault))
            fail_msg("%s is taken for a game", rows[k].text);
        if (!text_equal(fault.code, rows[k].code) || !text_equal(fault.at, rows[k].at))
            fail_msg("%s: %s at \"%s\": %s", rows[k].text, fault.code, fault.at, fault.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_a_line_a_turn),
        cmocka_unit_test(passes_over_what_says_nothing),
        cmocka_unit_test(names_the_fault_of_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
