/* test_sha256.c - SHA-256 gives the published hashes (FIPS 180-4 examples, NIST CAVP), in whatever pieces bytes come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha256.h"

static void assert_hash(const u8 digest[static SHA256_BYTES], const char *hex)
{
    char room[2 * SHA256_BYTES + 1];
    struct text to = text_over(room, sizeof room);
    sha256_write(digest, &to);
    assert_false(to.cut);
    assert_string_equal(room, hex);
}

static void gives_published_hashes(void **unused)
{
    static const struct {
        const char *message, *hash;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqr"
         "stu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
        {"\xbd", "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"},
        {"\xc9\x8c\x8e\x55", "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"},
    };
    u8 digest[SHA256_BYTES];
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        sha256_of(rows[k].message, strlen(rows[k].message), digest);
        assert_hash(digest, rows[k].hash);
    }
}

static void hashes_a_million_letters(void **unused)
{
    u8 digest[SHA256_BYTES];
    struct sha256 hash;
    (void)unused;
    sha256_init(&hash);
    for (unsigned k = 0; k < 100000; k++)
        sha256_add(&hash, "aaaaaaaaaa", 10);
    sha256_end(&hash, digest);
    assert_hash(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Every length up to three blocks, cut at every place: lengths round 55, 56 and 64 are where padding goes wrong. */
static void pieces_do_not_matter(void **unused)
{
    u8 bytes[3 * SHA256_BLOCK], whole[SHA256_BYTES], pieces[SHA256_BYTES];
    (void)unused;
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (u8)(k * 37 + 11);
    for (size_t n = 0; n <= sizeof bytes; n++) {
        sha256_of(bytes, n, whole);
        for (size_t cut = 0; cut <= n; cut++) {
            struct sha256 hash;
            sha256_init(&hash);
            sha256_add(&hash, bytes, cut);
            sha256_add(&hash, bytes + cut, n - cut);
            sha256_end(&hash, pieces);
            assert_memory_equal(whole, pieces, sizeof whole);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_published_hashes),
        cmocka_unit_test(hashes_a_million_letters),
        cmocka_unit_test(pieces_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
