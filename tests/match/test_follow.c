/* test_follow.c - games followed from lines without their key: written by hand from the rules (docs/rules/ludo.md), and those of
 * whole games that were played under a seal; what the rules or fair/1 (docs/fair.md B.1) refuse is refused where it stands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "match/follow.h"
#include "match/sealed.h"

#define HASH "7c914b111f74b74ba76a44dda10ebe14bc681691ecde23b00fb64c00ac5d6b62"

static struct game_rules compiled;
static struct follow follow;
static struct follow_step step;
static struct game_fault fault;

static void open_game(const char *rules)
{
    static struct play play;
    assert_true(play_open(&play, &compiled, rules, &fault));
    follow_open(&follow, &play);
}

static void takes(const char *line)
{
    if (!follow_line(&follow, line, strlen(line), &step, &fault))
        fail_msg("%s: %s", line, fault.message);
}

/* Refused, and nothing done. */
static void refuses(const char *line, const char *why)
{
    static struct follow before;
    before = follow;
    if (follow_line(&follow, line, strlen(line), &step, &fault))
        fail_msg("taken: %s", line);
    assert_string_equal(fault.code, "bad-record");
    assert_string_equal(fault.message, why);
    assert_memory_equal(&before, &follow, sizeof follow);
}

/* Two at Ludo, the second begins. */
static void start(void)
{
    open_game("ludo seats=2");
    takes("fair/1");
    takes("seat 0 human -");
    takes("seat 1 bot -");
    takes("close -");
    takes("start " HASH " 1");
    takes("by 0 human");
    takes("by 1 bot:medium:1");
}

static void assert_position(const char *wanted)
{
    char room[GAME_STATE_TEXT_MAX];
    struct text to = text_over(room, sizeof room);
    follow.play.game->state_write(follow.play.rules, &follow.play.state, &to);
    assert_string_equal(room, wanted);
}

/* Only a 6 brings a pawn out, and it throws again; then it walks what is thrown. */
static void follows_a_game(void **unused)
{
    (void)unused;
    start();
    assert_int_equal(play_turn(&follow.play).seat, 1);
    takes("roll 0 1 3");
    assert_string_equal(step.kind, "roll");
    assert_int_equal(step.outcome, 3);
    assert_false(follow_settled(&follow));
    takes("none");
    assert_true(follow_settled(&follow));
    assert_int_equal(play_turn(&follow.play).seat, 0);
    takes("roll 1 0 6");
    takes("move A0:Y>0");
    takes("roll 2 0 5");
    takes("move A0:0>5");
    assert_int_equal(step.outcome, 0);
    assert_int_equal(play_turn(&follow.play).seat, 1);
    assert_int_equal(follow.n_rolls, 3);
    assert_position("A5YYY.turn=B");
    takes("by 0 bot:easy:1");
    takes("end abandoned resigned");
    takes("key " HASH);
}

static void refuses_what_rules_refuse(void **unused)
{
    (void)unused;
    start();
    refuses("move B0:Y>0", "no legal move is written so");
    refuses("none", "there is something to play, or nothing was thrown");
    refuses("roll 0 0 3", "another seat is to throw");
    refuses("roll 1 1 3", "throws are counted from 0");
    refuses("roll 00 1 3", "throws are counted from 0");
    refuses("roll 0  1 3", "another seat is to throw");
    refuses("roll 0 1 7", "these are not the faces of a throw");
    refuses("roll 0 1 0", "these are not the faces of a throw");
    refuses("roll 0 1 3-3", "these are not the faces of a throw");
    refuses("roll 0 1", "these are not the faces of a throw");
    takes("roll 0 1 3");
    refuses("roll 1 1 3", "a throw that nobody can play is followed by none");
    refuses("by 0 human", "a throw that nobody can play is followed by none");
    refuses("end abandoned left", "a throw that nobody can play is followed by none");
    takes("none");
    takes("roll 1 0 6");
    refuses("none", "there is something to play, or nothing was thrown");
    refuses("roll 2 0 6", "no throw is awaited");
    refuses("move A0:0>6", "no legal move is written so");
    refuses("move ", "no legal move is written so");
    refuses("move", "there is no such line");
    refuses("nonesuch", "there is no such line");
    refuses("", "there is no such line");
    takes("move A0:Y>0");
}

static void lines_have_their_order(void **unused)
{
    (void)unused;
    open_game("ludo seats=2");
    refuses("seat 0 human -", "these are not lines of fair/1");
    refuses("fair/2", "these are not lines of fair/1");
    takes("fair/1");
    refuses("fair/1", "there is no such line");
    refuses("roll 0 0 3", "the game has not started");
    refuses("first 2", "no such seat begins");
    takes("first 1");
    takes("close -");
    refuses("start " HASH " 0", "another seat begins");
    refuses("start " HASH " 2", "no such seat begins");
    refuses("start 7c91 1", "a start tells the head before it");
    takes("start " HASH " 1");
    refuses("start " HASH " 1", "the game has started");
    takes("end void fault");
    refuses("roll 0 1 3", "the game has ended");
    takes("key " HASH);
}

/* Faces make outcomes as docs/wasm.md numbers them: of two dice six times the first less one, plus the second; of cowries 1 and
 * a bit for each mouth up. */
static void faces_make_outcomes(void **unused)
{
    (void)unused;
    open_game("parchis-american seats=2");
    takes("fair/1");
    takes("start " HASH " 0");
    refuses("roll 0 0 3", "these are not the faces of a throw");
    takes("roll 0 0 2-4");
    assert_int_equal(step.outcome, 6 * (2 - 1) + 4);
}

/* Whole games, as a table keeps them: each line is taken, and in the end all stands as it stands there. */
static void follows_what_was_sealed(void **unused)
{
    static const char *const rules[] = {"ludo seats=2", "parchis seats=3", "pachisi", "parchis-american seats=2",
                                        "uckers"};
    static struct sealed sealed;
    static struct play opened;
    static char room[1 << 20];
    static const struct fair_bytes key = {{7}};
    (void)unused;
    for (size_t k = 0; k < COUNT(rules); k++) {
        struct text lines = text_over(room, sizeof room);
        struct fair_start head = {.game = "a-game", .attempt = 1, .rules = "some"};
        struct game_log log;
        u64 noise = 3;
        assert_true(play_open(&opened, &compiled, rules[k], &fault));
        const struct sealed_seats seats = {.n = opened.game->n_seats(opened.rules), .first = -1};
        sealed_start(&sealed, &opened, &head, &seats, &key, &lines);
        for (unsigned steps = 0; steps < 4000 && play_turn(&sealed.play).node != GAME_OVER; steps++)
            if (play_turn(&sealed.play).node == GAME_CHANCE)
                assert_true(sealed_roll(&sealed, &log, &lines, &fault));
            else
                assert_true(
                    sealed_move(&sealed, (unsigned)(mix64(noise++) % sealed.play.moves.n), &log, &lines, &fault));
        open_game(rules[k]);
        for (char *line = room, *end; line < room + lines.length; line = end + 1) {
            end = strchr(line, '\n');
            *end = 0;
            takes(line);
        }
        assert_memory_equal(&follow.play.state, &sealed.play.state, sizeof follow.play.state);
        assert_int_equal(follow.n_rolls, sealed.record.n_rolls);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_a_game),          cmocka_unit_test(refuses_what_rules_refuse),
        cmocka_unit_test(lines_have_their_order),  cmocka_unit_test(faces_make_outcomes),
        cmocka_unit_test(follows_what_was_sealed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
