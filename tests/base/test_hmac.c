/* test_hmac.c - HMAC-SHA256 gives the codes that RFC 4231 publishes, in whatever pieces the message comes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/hmac.h"

static void assert_code(const char *key, size_t n_key, const char *message, size_t piece, const char *wanted)
{
    struct hmac hmac;
    u8 digest[SHA256_BYTES];
    char room[2 * SHA256_BYTES + 1];
    struct text to = text_over(room, sizeof room);
    hmac_init(&hmac, key, n_key);
    for (size_t at = 0, n = strlen(message); at < n; at += piece)
        hmac_add(&hmac, message + at, n - at < piece ? n - at : piece);
    hmac_end(&hmac, digest);
    sha256_write(digest, &to);
    assert_string_equal(room, wanted);
}

static void gives_published_codes(void **unused)
{
    char long_key[131], short_key[20];
    (void)unused;
    memset(long_key, 0xaa, sizeof long_key);
    memset(short_key, 0x0b, sizeof short_key);
    for (size_t piece = 1; piece < 80; piece += 13) {
        assert_code(short_key, sizeof short_key, "Hi There", piece,
                    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assert_code("Jefe", 4, "what do ya want for nothing?", piece,
                    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert_code(long_key, sizeof long_key, "Test Using Larger Than Block-Size Key - Hash Key First", piece,
                    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gives_published_codes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
