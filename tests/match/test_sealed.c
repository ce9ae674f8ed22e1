/* test_sealed.c - games under a seal: they go on from their lines, at any moment; a line that was changed is refused where it
 * stands; who begins and what is thrown follow from the key alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match/sealed.h"

enum { LINES_ROOM = 1 << 20, STEPS = 4000 };

static char room[LINES_ROOM], changed[LINES_ROOM];
static struct game_rules compiled;
static const struct fair_bytes key = {{1, 2, 3}}, other_key = {{1, 2, 4}};

static struct fair_start start_of(const char *rules)
{
    return (struct fair_start){.game = "a-game", .attempt = 1, .rules = rules};
}

/* Starts a game of this line and plays it at random for so many steps. */
static void play_some(const char *line, unsigned steps, int first, struct play *opened, struct sealed *sealed,
                      struct text *lines)
{
    struct game_fault fault;
    struct game_log log;
    struct fair_start start = start_of("ludo");
    u64 noise = 1;
    assert_true(play_open(opened, &compiled, line, &fault));
    const struct sealed_seats seats = {
        .n = opened->game->n_seats(opened->rules), .player = {[1] = "medium:1"}, .first = first};
    sealed_start(sealed, opened, &start, &seats, &key, lines);
    assert_true(lines->length < SEALED_START_ROOM);
    for (unsigned step = 0; step < steps; step++) {
        const struct game_turn turn = play_turn(&sealed->play);
        const size_t before = lines->length;
        if (turn.node == GAME_CHANCE)
            assert_true(sealed_roll(sealed, &log, lines, &fault));
        else if (turn.node == GAME_CHOICE)
            assert_true(sealed_move(sealed, (unsigned)(mix64(noise++) % sealed->play.moves.n), &log, lines, &fault));
        else
            break;
        assert_true(lines->length - before < SEALED_STEP_ROOM);
    }
}

static void assert_equal(const struct sealed *a, const struct sealed *b)
{
    assert_true(bytes_equal(&a->play.state, &b->play.state, sizeof a->play.state));
    assert_int_equal(a->play.moves.n, b->play.moves.n);
    assert_true(bytes_equal(&a->record.head, &b->record.head, sizeof a->record.head));
    assert_int_equal(a->record.n_rolls, b->record.n_rolls);
    assert_int_equal(a->n_moves, b->n_moves);
    assert_true(bytes_equal(&a->game_key, &b->game_key, sizeof a->game_key));
}

static void goes_on_from_its_lines(void **unused)
{
    static struct sealed sealed, again;
    static struct play opened;
    static const char *const rules[] = {"ludo seats=2", "parchis", "pachisi", "parchis-american seats=3",
                                        "ludo seats=4 none_on_course=free-entry"};
    (void)unused;
    for (size_t k = 0; k < COUNT(rules); k++)
        for (unsigned steps = 0; steps < STEPS; steps += steps < 20 ? 1 : 397) {
            struct text lines = text_over(room, sizeof room);
            struct game_fault fault;
            play_some(rules[k], steps, -1, &opened, &sealed, &lines);
            if (!sealed_restore(&again, &opened, &key, room, lines.length, &fault))
                fail_msg("%s after %u steps: %s: %s", rules[k], steps, fault.at, fault.message);
            assert_equal(&sealed, &again);
        }
}

/* Where all pawns are in the base and nobody has to throw, the record says `enter` (fair.md B.1), and going on takes nothing else. */
static void an_entry_without_a_throw_is_enter(void **unused)
{
    static struct sealed sealed, again;
    static struct play opened;
    static const char entry[] = "\nenter A0:Y>0\n", move[] = "\nmove A0:Y>0\n";
    struct text lines = text_over(room, sizeof room);
    struct game_fault fault;
    (void)unused;
    play_some("ludo seats=2 none_on_course=free-entry", 0, 0, &opened, &sealed, &lines);
    struct game_log log;
    assert_true(play_turn(&sealed.play).unthrown);
    assert_true(sealed_move(&sealed, 0, &log, &lines, &fault));
    char *at = strstr(room, entry);
    assert_non_null(at);
    assert_true(sealed_restore(&again, &opened, &key, room, lines.length, &fault));
    const size_t rest = strlen(at + strlen(entry));
    memcpy(at, move, strlen(move));
    memmove(at + strlen(move), at + strlen(entry), rest + 1);
    assert_false(sealed_restore(&again, &opened, &key, room, lines.length - strlen(entry) + strlen(move), &fault));
}

/* Any letter changed in any line of a start and of some steps: refused, at that line or, where the head of the start shows it,
 * there. Only who decides for a seat isn't bound by anything yet. */
static void changed_lines_are_refused(void **unused)
{
    static struct sealed sealed, again;
    static struct play opened;
    struct text lines = text_over(room, sizeof room);
    size_t line = 1, start_line = 0;
    (void)unused;
    play_some("ludo seats=3", 60, -1, &opened, &sealed, &lines);
    for (const char *at = room; strncmp(at, "start ", 6) != 0; at = strchr(at, '\n') + 1)
        start_line++;
    start_line++;
    for (size_t k = 0; k < lines.length; k++) {
        struct game_fault fault;
        const char *begin = room + k;
        while (begin > room && begin[-1] != '\n')
            begin--;
        memcpy(changed, room, lines.length);
        changed[k] = room[k] == '\n' ? ' ' : room[k] == '1' ? '2' : '1';
        /* Who decides isn't bound, and another legal move is a move. */
        const bool free_line = !strncmp(begin, "by ", 3) || !strncmp(begin, "move ", 5) ||
                               (room[k] == '\n' && !strncmp(room + k + 1, "by ", 3));
        const bool good = sealed_restore(&again, &opened, &key, changed, lines.length, &fault);
        if (!free_line) {
            if (good)
                fail_msg("letter %zu of line %zu was changed: %.40s", k, line, begin);
            const size_t told = (size_t)strtoul(fault.at + strlen("line "), NULL, 10);
            if (line <= start_line)
                assert_in_range(told, line > 1 ? line : 1, start_line);
            else if (room[k] != '\n')
                assert_int_equal(told, line);
        }
        line += room[k] == '\n';
    }
}

static void the_key_decides(void **unused)
{
    static struct sealed sealed, again;
    static struct play opened;
    struct text lines = text_over(room, sizeof room);
    struct game_fault fault;
    char start[64];
    (void)unused;
    for (int first = 0; first < 4; first++) { /* a rematch fixes who begins */
        lines = text_over(room, sizeof room);
        play_some("ludo", 0, first, &opened, &sealed, &lines);
        assert_int_equal(play_turn(&sealed.play).seat, first);
        snprintf(start, sizeof start, "\nfirst %d\nclose -\nstart ", first);
        assert_non_null(strstr(room, start));
    }
    lines = text_over(room, sizeof room);
    play_some("ludo", 30, -1, &opened, &sealed, &lines);
    assert_false(sealed_restore(&again, &opened, &other_key, room, lines.length, &fault));
    assert_string_equal(fault.code, "bad-record");
}

static void wrong_steps_are_refused(void **unused)
{
    static struct sealed sealed, before;
    static struct play opened;
    struct text lines = text_over(room, sizeof room);
    struct game_fault fault;
    struct game_log log;
    (void)unused;
    play_some("ludo", 0, -1, &opened, &sealed, &lines);
    before = sealed;
    const size_t length = lines.length;
    assert_false(sealed_move(&sealed, 0, &log, &lines, &fault)); /* a roll is awaited */
    while (play_turn(&sealed.play).node == GAME_CHANCE)
        assert_true(sealed_roll(&sealed, &log, &lines, &fault));
    before = sealed;
    const size_t later = lines.length;
    assert_false(sealed_roll(&sealed, &log, &lines, &fault));
    assert_false(sealed_move(&sealed, sealed.play.moves.n, &log, &lines, &fault));
    assert_equal(&before, &sealed);
    assert_true(later > length);
    assert_int_equal(lines.length, later);
}

/* The record of a whole game ends with its key. */
static void ends_with_the_key(void **unused)
{
    static struct sealed sealed, again;
    static struct play opened;
    struct text lines = text_over(room, sizeof room);
    struct game_fault fault;
    (void)unused;
    play_some("ludo seats=2 pawns=1", STEPS, -1, &opened, &sealed, &lines);
    assert_int_equal(play_turn(&sealed.play).node, GAME_OVER);
    sealed_end(&sealed, "finished", "home", &key, &lines);
    assert_non_null(
        strstr(room, "\nend finished home\nkey 0102030000000000000000000000000000000000000000000000000000000000\n"));
    assert_true(sealed_restore(&again, &opened, &key, room, lines.length, &fault));
    assert_equal(&sealed, &again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_from_its_lines),    cmocka_unit_test(an_entry_without_a_throw_is_enter),
        cmocka_unit_test(changed_lines_are_refused), cmocka_unit_test(the_key_decides),
        cmocka_unit_test(wrong_steps_are_refused),   cmocka_unit_test(ends_with_the_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
