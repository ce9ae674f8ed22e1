/* test_names.c - people's names: what is shown, what is refused, which look the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "server/names.h"

enum { ROOM = 41 };

static void cleans(void **unused)
{
    static const struct {
        const char *wanted, *shown;
    } rows[] = {
        {"Léa", "Léa"},
        {"  Léa   Marie  ", "Léa Marie"},
        {"Le\xcc\x81"
         "a",
         "Léa"}, /* e and an accent of its own become one letter */
        {"Анна Иванова", "Анна Иванова"},
        {"中文名字", "中文名字"},
        {"<b>x</b>", "<b>x</b>"}, /* text is shown as text */
        {"12345678901234567890", "12345678901234567890"},
    };
    char name[ROOM];
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        assert_null(name_clean(rows[k].wanted, name, sizeof name));
        assert_string_equal(name, rows[k].shown);
    }
}

static void refuses(void **unused)
{
    static const char *const wanted[] = {
        "",
        "   ",
        "123456789012345678901",
        "a\nb",
        "a\x01",
        "a\xe2\x80\xae"
        "b" /* right to left */,
        "a\xe2\x80\x8b"
        "b" /* no width */,
        "\xef\xbb\xbf" /* a mark of byte order */,
        "\xe2\xa0\x80" /* a blank of Braille */,
        "\xe3\x85\xa4" /* a filler of Hangul */,
        "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81" /* a tower of accents */,
        "\xcc\x81"
        "a" /* an accent of nothing */,
        "\xff",
        "\xc3",
        "\xee\x80\x80" /* private */,
        "\xf3\xa0\x81\x81" /* a tag */,
        "中文名字中文名字中文名字中文" /* fewer than twenty letters, but more bytes than there is room */,
    };
    char name[ROOM];
    (void)unused;
    for (size_t k = 0; k < COUNT(wanted); k++)
        if (!name_clean(wanted[k], name, sizeof name))
            fail_msg("%zu was taken: %s", k, name);
}

static void looks(void **unused)
{
    static const char *const alike[][2] = {
        {"Léa", "lea"},   {"Lea", "L\xd0\xb5\xd0\xb0" /* e and a of Cyrillic */},
        {"Bob", "B0B"},   {"Paul", "Pau1"},
        {"Illa", "lIIa"}, {"Jo Ann", "Joann"},
        {"Ana", "An@"},   {"\xef\xbc\xac\xef\xbd\x85\xef\xbd\x81" /* wide */, "Lea"},
    };
    static const char *const unlike[][2] = {
        {"Léa", "Leo"}, {"Tom", "Tim"}, {"Anna", "Ana"}, {"Bob", "Rob"}, {"A", "AA"}};
    (void)unused;
    for (size_t k = 0; k < COUNT(alike); k++)
        if (!name_alike(alike[k][0], alike[k][1]))
            fail_msg("%s and %s", alike[k][0], alike[k][1]);
    for (size_t k = 0; k < COUNT(unlike); k++)
        if (name_alike(unlike[k][0], unlike[k][1]))
            fail_msg("%s and %s", unlike[k][0], unlike[k][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleans),
        cmocka_unit_test(refuses),
        cmocka_unit_test(looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
