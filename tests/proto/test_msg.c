/* test_msg.c - the messages of the wire: what is written is read as it was, texts stay as they are, and whatever else comes is
 * refused with the member that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "server/net/read.h"
#include "tests/proto/fill.h"

static struct msg msg, again;
static char room[1 << 18];

static const char *written(const struct msg *from, size_t *n)
{
    struct text to = text_over(room, sizeof room);
    msg_write(from, &to);
    assert_false(to.cut);
    *n = to.length;
    return room;
}

static bool fields_equal(const struct msg_row *row)
{
    for (size_t k = 0; k < row->n_fields; k++) {
        const struct msg_field *field = &row->fields[k];
        const char *a = (const char *)&msg + field->offset, *b = (const char *)&again + field->offset;
        if (field->kind == MSG_TEXT ? strcmp(a, b) != 0
                                    : memcmp(a, b, field->kind == MSG_FLAG ? sizeof(bool) : sizeof(i64)) != 0)
            return false;
    }
    return true;
}

static void reads_what_it_writes(void **unused)
{
    struct msg_fault fault;
    size_t n;
    (void)unused;
    for (enum msg_kind kind = 0; kind < MSG_KINDS; kind++)
        for (int most = 0; most < 2; most++) {
            const struct msg_row *row = msg_row(kind);
            fill(&msg, kind, most);
            const char *text = written(&msg, &n);
            memset(&again, 0xa5, sizeof again);
            assert_int_equal(msg_read(&again, text, n, true, &fault), row->way == MSG_UP || row->way == MSG_COMMAND);
            assert_int_equal(msg_read(&again, text, n, false, &fault), row->way != MSG_DOWN);
            if (row->way != MSG_DOWN) {
                assert_int_equal(again.kind, kind);
                assert_true(fields_equal(row));
            }
            json_t *object = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
            assert_string_equal(json_string_value(json_object_get(object, "m")), row->name);
            json_decref(object);
        }
}

static void keeps_rows_in_bounds(void **unused)
{
    (void)unused;
    for (enum msg_kind kind = 0; kind < MSG_KINDS; kind++) {
        const struct msg_row *row = msg_row(kind);
        size_t end = 0;
        assert_int_equal(msg_kind_named(row->name), kind);
        for (size_t k = 0; k < row->n_fields; k++) {
            const struct msg_field *field = &row->fields[k];
            assert_true(field->offset >= end);
            end = field->offset + (field->kind == MSG_TEXT ? field->room : field->kind == MSG_FLAG ? 1 : 8);
            assert_true(end <= sizeof msg && field->least <= field->most);
            assert_true(field->required || field->kind != MSG_NUMBER ||
                        (field->missing >= field->least && field->missing <= field->most));
            assert_true(field->kind != MSG_JSON || row->way == MSG_DOWN);
        }
    }
    assert_int_equal(msg_kind_named("mve"), MSG_KINDS);
    assert_int_equal(msg_kind_named(""), MSG_KINDS);
}

static void writes_these_texts(void **unused)
{
    static const struct {
        struct msg msg;
        const char *text;
    } rows[] = {
        {{.kind = MSG_roll, .id = 7, .v = 41}, "{\"m\":\"roll\",\"id\":7,\"v\":41}"},
        {{.kind = MSG_move, .id = 8, .v = 42, .move = {.move = "A0:6"}},
         "{\"m\":\"move\",\"id\":8,\"v\":42,\"move\":\"A0:6\"}"},
        {{.kind = MSG_hello, .hello = {.device = "abc"}}, "{\"m\":\"hello\",\"device\":\"abc\"}"},
        {{.kind = MSG_hello, .hello = {.device = "abc", .table = "k7m2", .game = 2, .since = 30}},
         "{\"m\":\"hello\",\"device\":\"abc\",\"table\":\"k7m2\",\"game\":2,\"since\":30}"},
        {{.kind = MSG_sit, .id = 1, .sit = {.seat = -1, .name = "Zo\xc3\xab \"Z\"", .robot = true}},
         "{\"m\":\"sit\",\"id\":1,\"v\":0,\"name\":\"Zo\xc3\xab \\\"Z\\\"\",\"robot\":true}"},
        {{.kind = MSG_line, .v = 9, .at = 1700000000000, .line = {.line = "roll 1 A\n", .left = 0}},
         "{\"m\":\"line\",\"v\":9,\"at\":1700000000000,\"line\":\"roll 1 A\\n\",\"left\":0}"},
        {{.kind = MSG_over, .v = 10, .at = 5, .over = {.how = "finished", .places = "2 1"}},
         "{\"m\":\"over\",\"v\":10,\"at\":5,\"how\":\"finished\",\"places\":\"2 1\",\"first\":0}"},
        {{.kind = MSG_done, .done = {.id = 7, .v = 43}}, "{\"m\":\"done\",\"id\":7,\"v\":43}"},
        {{.kind = MSG_there, .there = {.seat = 3, .bot = -1}}, "{\"m\":\"there\",\"seat\":3}"},
        {{.kind = MSG_wait, .wait = {.seats = 2}}, "{\"m\":\"wait\"}"},
    };
    size_t n;
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++)
        assert_string_equal(written(&rows[k].msg, &n), rows[k].text);
}

#define NUL_TEXT "{\"m\":\"hello\",\"device\":\"a\0b\"}"
#define TEN "0123456789"
#define SIXTY TEN TEN TEN TEN TEN TEN

static void refuses_with_the_member(void **unused)
{
    static const struct {
        const char *member, *says, *text;
        size_t n;
    } rows[] = {
        {"", "one JSON object", "", 0},
        {"", "one JSON object", "null", 0},
        {"", "one JSON object", "[]", 0},
        {"", "one JSON object", "7", 0},
        {"", "one JSON object", "\"hello\"", 0},
        {"", "one JSON object", "{\"m\":\"roll\",\"id\":1,\"v\":0", 0},
        {"", "one JSON object", "{\"m\":\"roll\",\"id\":1,\"v\":0}}", 0},
        {"", "one JSON object", "{\"m\":\"roll\",\"id\":1,\"v\":0} 7", 0},
        {"", "one JSON object", "{\"m\":\"roll\",\"id\":01,\"v\":0}", 0},
        {"", "one JSON object", "{\"m\":\"hello\",\"device\":\"\\ud800\"}", 0},
        {"", "one JSON object", NUL_TEXT, sizeof NUL_TEXT - 1},
        {"", "no lists and no objects", "[[[[[[", 0},
        {"", "no lists and no objects", "{\"m\":\"roll\",\"id\":[1],\"v\":0}", 0},
        {"", "no lists and no objects", "{\"m\":{}}", 0},
        {"", "twice", "{\"m\":\"roll\",\"id\":1,\"id\":2,\"v\":0}", 0},
        {"", "twice", "{\"m\":\"roll\",\"m\":\"roll\",\"id\":2,\"v\":0}", 0},
        {"", "not UTF-8", "{\"m\":\"hello\",\"device\":\"\xff\"}", 0},
        {"", "not UTF-8", "{\"m\":\"hello\",\"device\":\"\xc0\xaf\"}", 0},
        {"", "not UTF-8", "{\"m\":\"hello\",\"device\":\"\xed\xa0\x80\"}", 0},
        {"", "too large", "{\"m\":\"roll\",\"id\":99999999999999999999,\"v\":0}", 0},
        {"", "too large", "{\"m\":\"roll\",\"id\":1e999,\"v\":0}", 0},
        {"", "holds a zero", "{\"m\":\"roll\",\"id\":1,\"v\":0,\"\\u0000\":0}", 0},
        {"m", "the name of a message", "{}", 0},
        {"m", "the name of a message", "{\"m\":7}", 0},
        {"m", "no message", "{\"m\":\"rol\"}", 0},
        {"m", "no message", "{\"m\":\"roll\\u0000\",\"id\":1,\"v\":0}", 0},
        {"m", "only the server", "{\"m\":\"done\",\"id\":1,\"v\":0}", 0},
        {"m", "only the server", "{\"m\":\"stood\",\"v\":1,\"at\":0,\"seat\":0}", 0},
        {"id", "missing", "{\"m\":\"roll\",\"v\":0}", 0},
        {"v", "missing", "{\"m\":\"roll\",\"id\":1}", 0},
        {"id", "whole number from 1 to 2147483647", "{\"m\":\"roll\",\"id\":0,\"v\":0}", 0},
        {"id", "whole number", "{\"m\":\"roll\",\"id\":2147483648,\"v\":0}", 0},
        {"id", "whole number", "{\"m\":\"roll\",\"id\":1.0,\"v\":0}", 0},
        {"id", "whole number", "{\"m\":\"roll\",\"id\":\"1\",\"v\":0}", 0},
        {"id", "whole number", "{\"m\":\"roll\",\"id\":null,\"v\":0}", 0},
        {"id", "whole number", "{\"m\":\"roll\",\"id\":true,\"v\":0}", 0},
        {"v", "whole number", "{\"m\":\"roll\",\"id\":1,\"v\":-1}", 0},
        {"seat", "whole number from -1 to 7", "{\"m\":\"sit\",\"id\":1,\"v\":0,\"seat\":8,\"name\":\"\"}", 0},
        {"seat", "missing", "{\"m\":\"hand\",\"id\":1,\"v\":0}", 0},
        {"robot", "true or false", "{\"m\":\"sit\",\"id\":1,\"v\":0,\"name\":\"\",\"robot\":1}", 0},
        {"robot", "true or false", "{\"m\":\"sit\",\"id\":1,\"v\":0,\"name\":\"\",\"robot\":null}", 0},
        {"name", "a text is wanted", "{\"m\":\"rename\",\"id\":1,\"v\":0,\"name\":5}", 0},
        {"name", "at most 64 bytes", "{\"m\":\"rename\",\"id\":1,\"v\":0,\"name\":\"" SIXTY "12345\"}", 0},
        {"name", "at most 64 bytes", "{\"m\":\"rename\",\"id\":1,\"v\":0,\"name\":\"" SIXTY "123\xc3\xa9\"}", 0},
        {"name", "without zeros", "{\"m\":\"rename\",\"id\":1,\"v\":0,\"name\":\"a\\u0000b\"}", 0},
        {"at", "no such member", "{\"m\":\"roll\",\"id\":1,\"v\":0,\"at\":0}", 0},
        {"none", "no such member", "{\"m\":\"roll\",\"id\":1,\"v\":0,\"none\":0}", 0},
        {"a?b", "no such member", "{\"m\":\"roll\",\"id\":1,\"v\":0,\"a\\nb\":0}", 0},
        {"0123456789012345678901234567890", "no such member", "{\"m\":\"roll\",\"id\":1,\"v\":0,\"" SIXTY "\":0}", 0},
        {"012345678901234567890123456789", "no such member",
         "{\"m\":\"roll\",\"id\":1,\"v\":0,\"" TEN TEN TEN "\xc3\xa9\":0}", 0},
    };
    struct msg_fault fault;
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        const bool taken = msg_read(&msg, rows[k].text, rows[k].n ? rows[k].n : strlen(rows[k].text), true, &fault);
        if (taken || strcmp(fault.member, rows[k].member) || !strstr(fault.says, rows[k].says) ||
            strncmp(fault.says, fault.member, strlen(fault.member)))
            fail_msg("%s: %s", rows[k].text, taken ? "taken" : fault.says);
    }
}

static void fills_in_what_is_missing(void **unused)
{
    static const char text[] = " {\"v\" : 3, \"name\":\"\\u00e9\\/\", \"id\":2, \"m\":\"sit\"}\n";
    struct msg_fault fault;
    (void)unused;
    assert_true(msg_read(&msg, text, sizeof text - 1, true, &fault));
    assert_int_equal(msg.kind, MSG_sit);
    assert_true(msg.id == 2 && msg.v == 3 && msg.sit.seat == -1 && !msg.sit.robot);
    assert_string_equal(msg.sit.name, "\xc3\xa9/");
}

static u64 noise;

static u32 drawn(u32 n)
{
    return (u32)(mix64(noise++) % n);
}

/* Messages with bytes changed, cut out and doubled, in a block of just their size, so that sanitizers see each step outside. */
static void bears_damaged_texts(void **unused)
{
    struct msg_fault fault;
    unsigned n_taken = 0;
    (void)unused;
    for (unsigned round = 0; round < 40000; round++) {
        size_t n;
        fill(&again, (enum msg_kind)drawn(MSG_KINDS), round & 2);
        const char *text = written(&again, &n);
        if (n > 400)
            continue;
        for (u32 faults = drawn(3); faults && n; faults--) {
            const size_t at = drawn((u32)n);
            if (drawn(2))
                room[at] = (char)drawn(256);
            else
                n = at + 1;
        }
        char *block = malloc(n);
        memcpy(block, text, n);
        if (msg_read(&msg, block, n, round & 1, &fault))
            n_taken++;
        else
            assert_true(strlen(fault.says) > 10);
        free(block);
    }
    assert_true(n_taken > 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_writes),     cmocka_unit_test(keeps_rows_in_bounds),
        cmocka_unit_test(writes_these_texts),       cmocka_unit_test(refuses_with_the_member),
        cmocka_unit_test(fills_in_what_is_missing), cmocka_unit_test(bears_damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
