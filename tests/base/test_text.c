/* test_text.c - the bounded writer stops at its end; the reader takes what it is asked for and nothing past it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"

static void writes_numbers(void **unused)
{
    char room[64];
    struct text to = text_over(room, sizeof room);
    (void)unused;
    text_number(&to, 0);
    text_char(&to, ' ');
    text_number(&to, -17);
    text_char(&to, ' ');
    text_number(&to, INT64_MIN);
    assert_string_equal(room, "0 -17 -9223372036854775808");
    assert_false(to.cut);
}

static void stops_at_its_end(void **unused)
{
    char room[8];
    room[5] = 'x';
    struct text to = text_over(room, 5);
    (void)unused;
    text_put(&to, "abcd");
    assert_false(to.cut);
    text_put(&to, "e");
    assert_true(to.cut);
    assert_string_equal(room, "abcd");
    assert_int_equal(room[5], 'x');
}

/* "é" is two bytes: where only one fits, none stays. */
static void cuts_between_characters(void **unused)
{
    char room[4];
    struct text to = text_over(room, sizeof room);
    (void)unused;
    text_put(&to, "abé");
    text_mend(&to);
    assert_string_equal(room, "ab");
    to = text_over(room, sizeof room); /* whole characters stay, however many */
    text_put(&to, "aé€");
    text_mend(&to);
    assert_string_equal(room, "aé");
}

static void escapes_json(void **unused)
{
    char room[64];
    struct text to = text_over(room, sizeof room);
    (void)unused;
    text_json(&to, "a\"b\\c\n\x01é");
    assert_string_equal(room, "\"a\\\"b\\\\c\\n\\u0001é\"");
}

static void reads_words_and_numbers(void **unused)
{
    const char line[] = "  seats=12 x";
    struct reader in = reader_over(line, sizeof line - 1);
    char word[8];
    u32 number;
    (void)unused;
    reader_blank(&in);
    assert_true(reader_word(&in, "=", word, sizeof word));
    assert_string_equal(word, "seats");
    assert_false(reader_take(&in, "=="));
    assert_true(reader_take(&in, "="));
    assert_true(reader_number(&in, &number));
    assert_int_equal(number, 12);
    assert_false(reader_number(&in, &number));
    reader_blank(&in);
    assert_true(reader_take(&in, "x") && reader_done(&in));
}

static void refuses_what_is_too_long(void **unused)
{
    struct reader digits = reader_over("1234567890", 10), word = reader_over("abcdef", 6);
    u32 number;
    char room[6];
    (void)unused;
    assert_false(reader_number(&digits, &number));
    assert_false(reader_word(&word, "", room, sizeof room));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_numbers),          cmocka_unit_test(stops_at_its_end),
        cmocka_unit_test(cuts_between_characters), cmocka_unit_test(escapes_json),
        cmocka_unit_test(reads_words_and_numbers), cmocka_unit_test(refuses_what_is_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
