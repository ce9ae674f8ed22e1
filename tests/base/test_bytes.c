/* test_bytes.c - copy, fill, equality, and the mixing function against its published values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/base.h"

static void fills_and_copies(void **unused)
{
    u8 a[5] = {1, 2, 3, 4, 5}, b[5];
    (void)unused;
    bytes_fill(b, 7, 4);
    b[4] = 9;
    bytes_copy(b + 1, a, 2);
    assert_true(bytes_equal(b, (const u8[]){7, 1, 2, 7, 9}, 5));
}

static void equality_sees_every_byte(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < 4; k++) {
        u8 a[4] = {0}, b[4] = {0};
        b[k] = 1;
        assert_false(bytes_equal(a, b, 4));
        assert_true(bytes_equal(a, b, k));
    }
}

static void texts_compare_whole(void **unused)
{
    (void)unused;
    assert_true(text_equal("", "") && text_equal("ludo", "ludo"));
    assert_false(text_equal("ludo", "ludo-danish") || text_equal("ludo-danish", "ludo") || text_equal("a", ""));
    assert_int_equal(text_length("petits"), 6);
}

/* The first outputs of splitmix64 from seed 0, as its author publishes them. */
static void mixes_as_splitmix64(void **unused)
{
    (void)unused;
    assert_true(mix64(0) == 0xe220a8397b1dcdafu);
    assert_true(mix64(0x9e3779b97f4a7c15u) == 0x6e789e6aa1b965f4u);
    assert_true(mix64(2 * 0x9e3779b97f4a7c15u) == 0x06c45d188009454fu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_and_copies),
        cmocka_unit_test(equality_sees_every_byte),
        cmocka_unit_test(texts_compare_whole),
        cmocka_unit_test(mixes_as_splitmix64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
