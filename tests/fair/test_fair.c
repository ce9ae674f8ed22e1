/* test_fair.c - the vectors of fair.md C (tests/cases/fair.json, the program's argument): seals, heads, game keys, picks, throws,
 * and records written line by line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "fair/record.h"

static json_t *vectors;

/* --- reading a vector ----------------------------------------------------------------------------------------------------- */

static const char *word(json_t *vector, const char *key)
{
    return json_string_value(json_object_get(vector, key));
}

static struct fair_bytes bytes_of(const char *hex)
{
    struct fair_bytes bytes;
    assert_int_equal(strlen(hex), 2 * FAIR_BYTES);
    for (unsigned k = 0; k < FAIR_BYTES; k++) {
        unsigned byte = 0;
        for (unsigned digit = 0; digit < 2; digit++) {
            const char *found = strchr("0123456789abcdef", hex[2 * k + digit]);
            assert_non_null(found);
            byte = byte << 4 | (unsigned)(found - "0123456789abcdef");
        }
        bytes.byte[k] = (u8)byte;
    }
    return bytes;
}

static void assert_bytes(const struct fair_bytes *bytes, const char *hex)
{
    char room[2 * FAIR_BYTES + 1];
    struct text to = text_over(room, sizeof room);
    sha256_write(bytes->byte, &to);
    assert_string_equal(room, hex);
}

/* The head of a vector's record, which ends before `start`; on the way, of its seal and close lines. */
static struct fair_bytes head_of(json_t *vector)
{
    struct fair_bytes head;
    size_t k;
    json_t *line;
    json_array_foreach(json_object_get(vector, "record"), k, line)
    {
        const char *words = json_string_value(line);
        if (!k) {
            assert_string_equal(words, "fair/1");
            fair_head_start(&head);
            continue;
        }
        fair_head_add(&head, words, strlen(words));
        if (!strncmp(words, "seal ", 5) && word(vector, "seal_head"))
            assert_bytes(&head, word(vector, "seal_head"));
        if (!strncmp(words, "close ", 6) && word(vector, "close_head"))
            assert_bytes(&head, word(vector, "close_head"));
    }
    return head;
}

/* --- keys and throws ------------------------------------------------------------------------------------------------------ */

static void keys_and_heads(void **unused)
{
    size_t k, checked = 0;
    json_t *vector;
    (void)unused;
    json_array_foreach(vectors, k, vector)
    {
        if (!json_object_get(vector, "record"))
            continue;
        const struct fair_bytes key = bytes_of(word(vector, "K")), head = head_of(vector);
        struct fair_bytes seal, game_key;
        char code[FAIR_CODE_ROOM];
        fair_seal(&key, &seal);
        assert_bytes(&seal, word(vector, "seal"));
        assert_bytes(&head, word(vector, "T"));
        fair_game_key(&key, &head, &game_key);
        assert_bytes(&game_key, word(vector, "G"));
        fair_table_code(&head, code);
        assert_string_equal(code, word(vector, "table_code"));
        const unsigned n_seats = (unsigned)json_array_size(json_object_get(vector, "seats"));
        assert_int_equal(fair_pick(&game_key, 0, n_seats), json_integer_value(json_object_get(vector, "first")));
        checked++;
    }
    assert_int_equal(checked, 5);
}

static void assert_throws(json_t *rolls, const struct fair_bytes *game_key, unsigned n_dice)
{
    size_t index;
    json_t *roll;
    json_array_foreach(rolls, index, roll)
    {
        u8 faces[FAIR_DICE_MAX];
        fair_throw(game_key, (u32)index, NULL, n_dice, faces);
        for (unsigned die = 0; die < n_dice; die++)
            assert_int_equal(faces[die], json_integer_value(json_is_array(roll) ? json_array_get(roll, die) : roll));
    }
}

static void sealed_throws(void **unused)
{
    size_t k, checked = 0;
    json_t *vector;
    (void)unused;
    json_array_foreach(vectors, k, vector)
    {
        const char *mode = word(vector, "mode");
        const struct fair_bytes game_key = bytes_of(word(vector, "G"));
        if (mode && strcmp(mode, "sealed") != 0)
            continue;
        const unsigned n_dice = mode ? (unsigned)json_integer_value(json_object_get(vector, "dice")) : 1;
        assert_throws(json_object_get(vector, "rolls"), &game_key, n_dice);
        checked++;
    }
    assert_int_equal(checked, 5);
}

/* A throw with no lock left is one without pieces; the pieces of V3's throws 0 and 25 are hashed. */
static void live_throws(void **unused)
{
    size_t k, index;
    json_t *vector, *face;
    (void)unused;
    json_array_foreach(vectors, k, vector)
    {
        if (!word(vector, "X0"))
            continue;
        const struct fair_bytes game_key = bytes_of(word(vector, "G"));
        const struct fair_bytes first = bytes_of(word(vector, "X0")), later = bytes_of(word(vector, "X25"));
        json_t *rolls = json_object_get(vector, "rolls");
        u8 faces[FAIR_DICE_MAX];
        fair_throw(&game_key, 0, &first, 1, faces);
        assert_int_equal(faces[0], json_integer_value(json_array_get(json_array_get(rolls, 0), 0)));
        fair_throw(&game_key, 25, &later, 1, faces);
        assert_int_equal(faces[0], json_integer_value(json_array_get(json_array_get(rolls, 25), 0)));
        json_array_foreach(json_object_get(vector, "sealed_fallback_first10"), index, face)
        {
            fair_throw(&game_key, (u32)index, NULL, 1, faces);
            assert_int_equal(faces[0], json_integer_value(face));
        }
        return;
    }
    fail_msg("no live vector");
}

/* E1: bytes that are passed over, dice past a block's end, picks. */
static void edges(void **unused)
{
    static const char dice[] = "4533311332215565515433524636552323323554121361335251114311441116";
    const struct fair_bytes zero = {{0}};
    struct fair_bytes seal, game_key;
    json_t *edge = json_array_get(vectors, json_array_size(vectors) - 1), *pick;
    size_t k;
    (void)unused;
    assert_string_equal(word(edge, "name"), "E1");
    fair_seal(&zero, &seal);
    assert_bytes(&seal, word(edge, "seal"));
    fair_game_key(&zero, &zero, &game_key);
    assert_bytes(&game_key, word(edge, "G"));
    json_array_foreach(json_object_get(edge, "picks4"), k, pick)
        assert_int_equal(fair_pick(&game_key, (u32)k, 4), json_integer_value(pick));
    json_array_foreach(json_object_get(edge, "picks3"), k, pick)
        assert_int_equal(fair_pick(&game_key, (u32)k, 3), json_integer_value(pick));
    u8 faces[sizeof dice - 1];
    fair_throw(&game_key, 0, NULL, sizeof faces, faces);
    for (k = 0; k < sizeof faces; k++)
        assert_int_equal('0' + faces[k], dice[k]);
}

/* --- records -------------------------------------------------------------------------------------------------------------- */

static struct text begin_line(char room[static FAIR_LINE_MAX])
{
    return text_over(room, FAIR_LINE_MAX);
}

static void assert_line(const char *line, json_t *wanted)
{
    const char *words = json_string_value(wanted);
    const size_t n = strlen(words);
    assert_int_equal(strlen(line), n + 1);
    assert_memory_equal(line, words, n);
    assert_int_equal(line[n], '\n');
}

static void records_are_written(void **unused)
{
    static const char *const names[] = {"V1", "V4", "V5"};
    unsigned checked = 0;
    size_t k, at, seat;
    json_t *vector, *person;
    (void)unused;
    json_array_foreach(vectors, k, vector)
    {
        bool written = false;
        for (size_t name = 0; name < COUNT(names); name++)
            written |= !strcmp(word(vector, "name"), names[name]);
        if (!written)
            continue;
        json_t *lines = json_object_get(vector, "record"), *seats = json_object_get(vector, "seats");
        const struct fair_start start = {.game = word(vector, "game"),
                                         .attempt = 1,
                                         .rules = word(vector, "rules"),
                                         .rules_hash = bytes_of(word(vector, "rules_sha256")),
                                         .n_dice = (u8)json_integer_value(json_object_get(vector, "dice")),
                                         .seal = bytes_of(word(vector, "seal"))};
        struct fair_record record;
        char room[FAIR_LINE_MAX];
        struct text line = begin_line(room);
        at = 0;
        fair_record_start(&record, &line);
        assert_line(room, json_array_get(lines, at++));
        line = begin_line(room);
        fair_record_seal(&record, &start, &line);
        assert_line(room, json_array_get(lines, at++));
        json_array_foreach(seats, seat, person)
        {
            const bool human = !strcmp(word(person, "kind"), "human");
            const struct fair_bytes lock = human ? bytes_of(word(person, "commit")) : (struct fair_bytes){{0}};
            line = begin_line(room);
            fair_record_seat(&record, (unsigned)seat, human, human ? &lock : NULL, &line);
            assert_line(room, json_array_get(lines, at++));
        }
        line = begin_line(room);
        fair_record_close(&record, &line);
        assert_line(room, json_array_get(lines, at++));
        json_array_foreach(seats, seat, person)
        {
            if (!word(person, "nonce"))
                continue;
            const struct fair_bytes nonce = bytes_of(word(person, "nonce"));
            line = begin_line(room);
            fair_record_open(&record, (unsigned)seat, &nonce, &line);
            assert_line(room, json_array_get(lines, at++));
        }
        assert_int_equal(at, json_array_size(lines));
        assert_bytes(&record.head, word(vector, "T"));
        checked++;
    }
    assert_int_equal(checked, COUNT(names));
}

/* V1 goes on as fair.md C.1 tells: its last head. */
static void a_record_goes_on_to_its_key(void **unused)
{
    static const struct {
        u8 seat, face;
        const char *line;
    } rolls[] = {{2, 3, "pass 2 0"},         {3, 4, "pass 3 1"}, {0, 6, "move 0 2 0 enter"},
                 {0, 6, "move 0 3 0 enter"}, {0, 1, "pass 0 4"}, {1, 1, "pass 1 5"}};
    json_t *vector = json_array_get(vectors, 0);
    const struct fair_bytes key = bytes_of(word(vector, "K"));
    struct fair_record record = {.head = head_of(vector)};
    char room[FAIR_LINE_MAX];
    struct text line = begin_line(room);
    (void)unused;
    fair_record_begin(&record, 2, &line);
    for (size_t k = 0; k < COUNT(rolls); k++) {
        line = begin_line(room);
        fair_record_roll(&record, rolls[k].seat, &rolls[k].face, 1, &line);
        line = begin_line(room);
        fair_record_line(&record, rolls[k].line, &line);
    }
    line = begin_line(room);
    fair_record_end(&record, "abandoned", "all-left", &line);
    line = begin_line(room);
    fair_record_key(&record, &key, &line);
    assert_bytes(&record.head, "1cbab0ca56eb5cbd31eb1ccdb376c405faeb6d0d0f096a987abcd428033a2be4");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_heads),      cmocka_unit_test(sealed_throws),
        cmocka_unit_test(live_throws),         cmocka_unit_test(edges),
        cmocka_unit_test(records_are_written), cmocka_unit_test(a_record_goes_on_to_its_key),
    };
    vectors = json_load_file(argc > 1 ? argv[1] : "tests/cases/fair.json", 0, NULL);
    if (!vectors)
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(vectors);
    return failed;
}
