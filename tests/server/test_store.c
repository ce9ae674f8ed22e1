/* test_store.c - the store as the server uses it: logs, records, ratings and weeks, leaderboards, backups, what is refused, and what
 * is there after it is opened again. Faults of the disk and sudden ends are in test_store_faults.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "tests/server/store_help.h"

static struct store *store;

static void open_it(void)
{
    store = store_open(path, rate, fault, sizeof fault);
    if (!store)
        fail_msg("%s", fault);
}

static void again(void)
{
    store_close(store);
    open_it();
}

static int begin(void **unused)
{
    (void)unused;
    folder_make();
    open_it();
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    if (store)
        store_close(store);
    folder_drop();
    return 0;
}

static void keeps_logs(void **unused)
{
    (void)unused;
    const struct store_write writes[] = {
        opened("aa"),
        row("aa", 1, true, "s"),
        opened("bb"),
        row("bb", 1, true, "t"),
        row("aa", 2, true, "u"),
        begun("aa", 1, 3),
        row("aa", 3, false, "x"),
        row("bb", 2, true, "v"),
        row("aa", 4, true, "w"),
        row("aa", 5, false, "y\n\xc3\xa9"),
    };
    static const char aa[] = "[aa 1/3 65] 1es 2eu 3lx 4ew 5ly\n\xc3\xa9 ";
    static const char both[] = "[aa 1/3 65] 1es 2eu 3lx 4ew 5ly\n\xc3\xa9 [bb 0/0 0] 1et 2ev ";
    assert_string_equal(logs(store, NULL), "");
    assert_true(batch(store, writes, COUNT(writes)));
    assert_true(batch(store, NULL, 0));
    for (unsigned round = 0; round < 2; round++) {
        assert_string_equal(logs(store, NULL), both);
        assert_string_equal(logs(store, "aa"), aa);
        assert_string_equal(logs(store, "bb"), "[bb 0/0 0] 1et 2ev ");
        assert_string_equal(logs(store, "cc"), "table cc isn't there");
        again();
    }
    const struct store_write more[] = {row("aa", 6, false, "z"), closed("bb")};
    assert_true(batch(store, more, COUNT(more)));
    assert_string_equal(logs(store, NULL), "[aa 1/3 65] 1es 2eu 3lx 4ew 5ly\n\xc3\xa9 6lz ");
    again();
    assert_string_equal(logs(store, NULL), "[aa 1/3 65] 1es 2eu 3lx 4ew 5ly\n\xc3\xa9 6lz ");
}

static void gives_lines_since(void **unused)
{
    u32 skip;
    (void)unused;
    const struct store_write writes[] = {opened("aa"),
                                         row("aa", 1, true, "s"),
                                         begun("aa", 1, 2),
                                         row("aa", 2, false, "x"),
                                         row("aa", 3, true, "e"),
                                         row("aa", 4, false, "y"),
                                         row("aa", 5, false, "z")};
    static const struct {
        u32 since, skip;
        const char *told;
    } rows[] = {{0, 0, "2lx 4ly 5lz "},
                {1, 0, "2lx 4ly 5lz "},
                {2, 1, "4ly 5lz "},
                {3, 1, "4ly 5lz "},
                {4, 2, "5lz "},
                {5, 3, ""},
                {9, 3, ""}};
    assert_true(batch(store, writes, COUNT(writes)));
    for (size_t k = 0; k < COUNT(rows); k++) {
        told[0] = 0;
        assert_true(store_lines(store, "aa", rows[k].since, &skip, NULL, tell_row));
        assert_string_equal(told, rows[k].told);
        assert_int_equal(skip, rows[k].skip);
    }
    assert_false(store_lines(store, "bb", 0, &skip, NULL, tell_row));
}

static void makes_records(void **unused)
{
    (void)unused;
    const struct store_result result = result_of('a', 'b');
    const struct store_write writes[] = {opened("aa"),
                                         begun("aa", 1, 1),
                                         row("aa", 1, false, "one"),
                                         row("aa", 2, true, "e"),
                                         row("aa", 3, false, "two"),
                                         ended("aa", 1, &result),
                                         row("aa", 4, true, "over")};
    const struct store_write once_more[] = {ended("aa", 1, &result), begun("aa", 2, 5), row("aa", 5, false, "three")};
    assert_true(batch(store, writes, COUNT(writes)));
    assert_string_equal(logs(store, NULL), "[aa 0/0 0] 2ee 4eover ");
    assert_true(batch(store, once_more, COUNT(once_more)));
    again();
    assert_string_equal(logs(store, "aa"), "[aa 2/5 66] 2ee 4eover 5lthree ");
    char *record = store_record(store, "aa", 1);
    assert_string_equal(record, "one\ntwo\n");
    free(record);
    assert_null(store_record(store, "aa", 2));
    assert_null(store_record(store, "bb", 1));
    const struct store_write gone = closed("aa");
    assert_true(batch(store, &gone, 1));
    record = store_record(store, "aa", 1);
    assert_non_null(record);
    free(record);
    const struct store_write named_again = opened("aa");
    assert_false(batch(store, &named_again, 1));
    assert_string_equal(fault, "there is a table aa already, or there was");
}

/* One game of these players, whole, in a batch of its own. */
static void play(const char *table, u32 game, const struct store_result *result, bool is_new)
{
    const u32 version = 10 * game;
    const struct store_write writes[] = {opened(table), begun(table, game, version), row(table, version, false, "x"),
                                         ended(table, game, result), ended(table, game, result)};
    if (!batch(store, writes + !is_new, COUNT(writes) - !is_new))
        fail_msg("%s", fault);
}

static void books_results_once(void **unused)
{
    struct store_line lines[4];
    (void)unused;
    struct store_result result = result_of('a', 'b');
    play("aa", 1, &result, true);
    play("aa", 2, &result, false);
    snprintf(result.name[0], sizeof result.name[0], "Anna");
    result.week = 20007;
    play("aa", 3, &result, false);
    result = result_of('c', 'b');
    memset(result.player[0], 0, STORE_PLAYER); /* a computer */
    play("aa", 4, &result, false);
    result.rated = false;
    play("aa", 5, &result, false);
    const struct store_write old = ended("aa", 1, &result);
    assert_true(batch(store, &old, 1));
    assert_int_equal(store_board(store, "ludo 2", 0, NULL, lines, 4), 2);
    assert_true(lines[0].value == 1503000 && lines[0].n_games == 3 && lines[0].rank == 1 && lines[0].player[0] == 'a');
    assert_string_equal(lines[0].name, "Anna");
    assert_true(lines[1].value == 1496000 && lines[1].n_games == 4 && lines[1].rank == 2 && lines[1].player[15] == 'b');
    assert_int_equal(store_board(store, "ludo 2", 20000, NULL, lines, 4), 2);
    assert_true(lines[0].value == 84 && lines[1].value == -126 && lines[1].n_games == 3);
    assert_int_equal(store_board(store, "", 20007, NULL, lines, 4), 2);
    assert_true(lines[0].value == 42 && lines[1].value == -42);
    assert_int_equal(store_board(store, "parchis 4", 20000, NULL, lines, 4), 0);
    assert_int_equal(store_board(store, "", 0, NULL, lines, 4), 0);
}

static void ranks(void **unused)
{
    struct store_line lines[4];
    u8 own[STORE_PLAYER];
    (void)unused;
    for (u32 game = 1; game <= 5; game++) {
        const struct store_result result = result_of((char)('a' + game), 'Z'); /* b to f, equal; Z last */
        play("aa", game, &result, game == 1);
    }
    memset(own, 'Z', sizeof own);
    assert_int_equal(store_board(store, "ludo 2", 0, own, lines, 4), 4);
    assert_true(lines[0].rank == 1 && lines[2].rank == 1 && lines[0].player[0] == 'b' && lines[2].player[0] == 'd');
    assert_true(lines[3].rank == 6 && lines[3].player[0] == 'Z' && lines[3].n_games == 5);
    assert_int_equal(store_board(store, "", 20000, own, lines, 2), 2);
    assert_true(lines[1].rank == 6 && lines[1].value == -5 * 42);
    memset(own, 'f', sizeof own); /* would be fifth of those who share the first rank */
    assert_int_equal(store_board(store, "ludo 2", 0, own, lines, 2), 2);
    assert_true(lines[1].rank == 1 && lines[1].player[0] == 'f');
    memset(own, 'c', sizeof own);
    assert_int_equal(store_board(store, "ludo 2", 0, own, lines, 2), 2);
    assert_true(lines[0].player[0] == 'b' && lines[1].player[0] == 'c');
    memset(own, 'x', sizeof own);
    assert_int_equal(store_board(store, "ludo 2", 0, own, lines, 4), 4);
    assert_int_equal(store_board(store, "ludo 2", 0, own, lines, 0), 0);
}

static void keeps_a_seal_and_counts(void **unused)
{
    u8 head[STORE_KEY];
    struct store_totals totals;
    struct store_write seal = {.kind = STORE_SEAL};
    (void)unused;
    store_seal(store, head);
    assert_true(head[0] == 0 && head[31] == 0);
    memset(seal.bytes, 9, STORE_KEY);
    assert_true(batch(store, &seal, 1));
    const struct store_result result = result_of('a', 'b');
    play("aa", 1, &result, true);
    const struct store_write other = opened("bb");
    assert_true(batch(store, &other, 1));
    again();
    store_seal(store, head);
    assert_true(head[0] == 9 && head[31] == 9);
    store_totals(store, &totals);
    assert_true(totals.tables == 2 && totals.games == 1 && totals.rows == 1 && totals.bytes > 4096);
}

/* A batch with a write that doesn't fit leaves nothing, neither on disk nor in memory. */
static void refuses_whole_batches(void **unused)
{
    (void)unused;
    const struct store_result result = result_of('a', 'b');
    const struct store_write good[] = {opened("aa"), row("aa", 1, true, "s")};
    assert_true(batch(store, good, COUNT(good)));
    const struct {
        struct store_write last;
        const char *says;
    } rows[] = {
        {row("zz", 1, true, "x"), "table zz isn't there"},
        {closed("zz"), "table zz isn't there"},
        {closed("bb"), "table bb isn't there"},
        {opened("aa"), "there is a table aa already, or there was"},
        {row("aa", 2, false, "x"), "table aa has no game in play for a line"},
        {begun("cc", 2, 9), "table cc has a game in play already"},
        {ended("aa", 1, &result), "game 1 of table aa isn't in play"},
        {ended("zz", 1, &result), "game 1 of table zz isn't in play"},
    };
    for (size_t k = 0; k < COUNT(rows); k++) {
        const struct store_write writes[] = {opened("bb"),      row("aa", 2, true, "t"),  closed("bb"), opened("cc"),
                                             begun("cc", 1, 2), row("cc", 2, false, "l"), rows[k].last};
        assert_false(batch(store, writes, COUNT(writes)));
        assert_string_equal(fault, rows[k].says);
        assert_string_equal(logs(store, NULL), "[aa 0/0 0] 1es ");
    }
    again();
    assert_string_equal(logs(store, NULL), "[aa 0/0 0] 1es ");
}

/* The log stays about as large as what is in use, and tables that last keep all of theirs. */
static void sweeps(void **unused)
{
    enum { LINES = 200, GAMES = 60 };
    struct store_write writes[LINES + 3];
    struct store_totals totals;
    static char before[1 << 16];
    (void)unused;
    const struct store_result result = result_of('a', 'b');
    const struct store_write quiet[] = {opened("quiet"), row("quiet", 1, true, "s"), begun("quiet", 1, 2),
                                        row("quiet", 2, false, "x"), opened("aa")};
    assert_true(batch(store, quiet, COUNT(quiet)));
    for (u32 game = 1; game <= GAMES; game++) {
        const u32 version = game * 1000;
        size_t n = 0;
        writes[n++] = begun("aa", game, version);
        for (u32 k = 0; k < LINES; k++)
            writes[n++] = row("aa", version + k, false, "some words of a line");
        writes[n++] = ended("aa", game, &result);
        writes[n++] = row("aa", version + LINES, true, "over");
        assert_true(batch(store, writes, n));
        const struct store_write slow = row("quiet", 2 + game, game % 3 == 0, "y");
        assert_true(batch(store, &slow, 1));
    }
    store_totals(store, &totals);
    assert_true(totals.rows < 3000);
    snprintf(before, sizeof before, "%s", logs(store, NULL));
    again();
    assert_string_equal(logs(store, NULL), before);
    assert_non_null(strstr(before, "[quiet 1/2 65] 1es 2lx 3ly 4ly 5ey "));
    const u64 rows = totals.rows;
    store_totals(store, &totals);
    assert_true(totals.rows == rows);
}

/* --- files that aren't right -------------------------------------------------------------------------------------------- */

static void file_write(const void *bytes, size_t n)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

static void refused(const char *says)
{
    struct stat before, after;
    stat(path, &before);
    store = store_open(path, rate, fault, sizeof fault);
    assert_null(store);
    if (!strstr(fault, says))
        fail_msg("%s", fault);
    stat(path, &after);
    assert_true(before.st_size == after.st_size && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec &&
                before.st_mode == after.st_mode);
}

static void sql(const char *text)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void refuses_other_files(void **unused)
{
    char command[256];
    (void)unused;
    store_close(store);
    snprintf(command, sizeof command, "rm -f %s/*", folder);
    assert_int_equal(system(command), 0);
    file_write("A letter to a friend, which is not to be lost.\n", 47);
    refused("isn't a file of this program");
    unlink(path);
    sql("CREATE TABLE precious (x)");
    refused("isn't a file of this program");
    unlink(path);
    snprintf(path, sizeof path, "%s/none/dada.db", folder);
    store = store_open(path, rate, fault, sizeof fault);
    assert_null(store);
    assert_non_null(strstr(fault, "No such file"));
}

static void refuses_newer_files(void **unused)
{
    (void)unused;
    store_close(store);
    sql("PRAGMA user_version = 7");
    refused("written by a newer version of this program (schema 7, this one knows 1)");
    sql("PRAGMA user_version = 1");
    open_it();
}

static void takes_an_empty_file(void **unused)
{
    struct stat file;
    (void)unused;
    store_close(store);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(chmod(path, 0644), 0);
    open_it();
    assert_string_equal(logs(store, NULL), "");
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(statement, 0), 1);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void refuses_a_second_server(void **unused)
{
    int status = -1;
    (void)unused;
    struct store *first = store;
    assert_null(store_open(path, rate, fault, sizeof fault));
    assert_non_null(strstr(fault, "another server has it open"));
    const pid_t child = fork();
    if (!child)
        _exit(store_open(path, rate, fault, sizeof fault) ? 1 : strstr(fault, "another server has it open") ? 0 : 2);
    assert_true(waitpid(child, &status, 0) == child && status == 0);
    store = first;
    const struct store_write write = opened("aa");
    assert_true(batch(store, &write, 1));
}

/* --- backups -------------------------------------------------------------------------------------------------------------- */

static void copies_while_it_writes(void **unused)
{
    enum { ROWS = 100 };
    struct store_write writes[ROWS];
    char copy[256], words[1000];
    u32 version = 1;
    (void)unused;
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = 0;
    const struct store_write first[] = {opened("aa"), begun("aa", 1, 1)};
    assert_true(batch(store, first, COUNT(first)));
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    for (unsigned round = 0; round < 80; round++) {
        for (size_t k = 0; k < ROWS; k++)
            writes[k] = row("aa", version++, false, words);
        if (round == 40)
            assert_true(store_backup(store, copy));
        assert_true(batch(store, writes, ROWS));
    }
    if (!await_done(store, true))
        fail_msg("%s", fault);
    assert_true(store_backup(store, copy));
    assert_false(await_done(store, true));
    assert_non_null(strstr(fault, "is there already"));
    snprintf(copy, sizeof copy, "%s-journal", path); /* SQLite would take it for its own, and delete it */
    assert_true(store_backup(store, copy));
    assert_false(await_done(store, true));
    assert_non_null(strstr(fault, "the server's own"));
    snprintf(copy, sizeof copy, "%s/none/copy.db", folder);
    assert_true(store_backup(store, copy));
    assert_false(await_done(store, true));
    assert_non_null(strstr(fault, "No such file"));
    store_close(store);
    snprintf(path, sizeof path, "%s/copy.db", folder);
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    open_it();
    struct store_totals totals;
    store_totals(store, &totals);
    assert_true(totals.rows >= 40 * ROWS && totals.rows % ROWS == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_logs, begin, end),
        cmocka_unit_test_setup_teardown(gives_lines_since, begin, end),
        cmocka_unit_test_setup_teardown(makes_records, begin, end),
        cmocka_unit_test_setup_teardown(books_results_once, begin, end),
        cmocka_unit_test_setup_teardown(ranks, begin, end),
        cmocka_unit_test_setup_teardown(keeps_a_seal_and_counts, begin, end),
        cmocka_unit_test_setup_teardown(refuses_whole_batches, begin, end),
        cmocka_unit_test_setup_teardown(sweeps, begin, end),
        cmocka_unit_test_setup_teardown(refuses_other_files, begin, end),
        cmocka_unit_test_setup_teardown(refuses_newer_files, begin, end),
        cmocka_unit_test_setup_teardown(takes_an_empty_file, begin, end),
        cmocka_unit_test_setup_teardown(refuses_a_second_server, begin, end),
        cmocka_unit_test_setup_teardown(copies_while_it_writes, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
