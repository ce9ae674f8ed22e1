/* test_canonical.c - the one text of a game's rules: its form, what changes it, and what doesn't. That it holds the listed
 * values of every rule set is tests/rules/test_canonical.py's to say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/race_canonical.h"

static void write(const char *line, char room[static RACE_CANONICAL_MAX])
{
    struct text to = text_over(room, RACE_CANONICAL_MAX);
    struct race_setup setup;
    struct game_fault fault;
    struct race race;
    assert_true(race_setup_read(&setup, line, &fault) && race_compile(&race, &setup, &fault));
    race_canonical_write(&race, &to);
    assert_false(to.cut);
}

static void is_sorted_lines(void **unused)
{
    char room[RACE_CANONICAL_MAX];
    (void)unused;
    for (unsigned preset = 0; preset < race_n_presets; preset++) {
        unsigned n = 0;
        write(race_presets[preset].name, room);
        const size_t length = strlen(race_presets[preset].name);
        assert_memory_equal(room, race_presets[preset].name, length);
        assert_memory_equal(room + length, " 1\n", 3);
        assert_int_equal(room[strlen(room) - 1], '\n');
        const char *before = NULL;
        for (const char *line = room + length + 3; *line; line = strchr(line, '\n') + 1, n++) {
            assert_true(!before || strcmp(before, line) < 0);
            assert_non_null(strchr(line, ' '));
            before = line;
        }
        assert_int_equal(n, race_n_options());
    }
}

static void tells_rules_apart(void **unused)
{
    char ludo[RACE_CANONICAL_MAX], other[RACE_CANONICAL_MAX];
    (void)unused;
    write("ludo", ludo);
    write("ludo seats=3 arms=4", other);
    assert_string_equal(ludo, other);
    write("ludo finish=exact block=enemy-pair", other);
    assert_string_equal(ludo, other);
    write("ludo finish=clamp", other);
    assert_string_not_equal(ludo, other);
    assert_non_null(strstr(other, "\nfinish clamp\n"));
    write("ludo enter_on=6,1", other);
    assert_non_null(strstr(other, "\nenter_on 1,6\n"));
    write("ludo block=none", other);
    assert_non_null(strstr(other, "\nenter_blocked_by_enemy_pair yes\n"));
}

/* What can't matter can't be changed, so it has one value. */
static void idle_options_stay(void **unused)
{
    struct race_setup setup;
    struct game_fault fault;
    struct race race;
    (void)unused;
    for (unsigned preset = 0; preset < race_n_presets; preset++) {
        assert_true(race_setup_open(&setup, race_presets[preset].name, &fault));
        for (unsigned option = 0; option < race_n_options(); option++)
            for (unsigned k = 0; race_option_value(option, k) && race_option_idle(&setup.options, option); k++) {
                struct race_setup changed = setup;
                assert_true(
                    race_setup_option(&changed, race_option_name(option), race_option_value(option, k), &fault));
                assert_true(!changed.changed || !race_compile(&race, &changed, &fault));
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_sorted_lines),
        cmocka_unit_test(tells_rules_apart),
        cmocka_unit_test(idle_options_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
