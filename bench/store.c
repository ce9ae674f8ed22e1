/* store.c - what keeping a row costs: rows on disk a second and processor time a row, at a steady state in which games end as
 * others begin; and how long it takes to read 1,000 tables of 400 rows.
 *
 * usage: store FILE      FILE is made, and must not be there */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "server/store/store.h"

enum { TABLES = 1000, GAME = 400, BATCH_MAX = 512 };

static struct store *store;
static struct store_write writes[BATCH_MAX + 3 * BATCH_MAX];
static u32 version[TABLES], game[TABLES], n_lines[TABLES];
static u64 noise;
static const struct store_result result = {.kind = "ludo 2",
                                           .rated = true,
                                           .n = 2,
                                           .places = {1, 2},
                                           .week = 20000,
                                           .player = {{1}, {2}},
                                           .points = {42, -42},
                                           .places_text = "1 2"};

static void rate(const struct store_result *of, const struct store_standing *standings, i32 *changes)
{
    changes[0] = of->n + standings[0].rating % 2;
    changes[1] = -changes[0];
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double cpu(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void submit(size_t n)
{
    char fault[192];
    bool kept;
    struct pollfd wait = {.fd = store_event(store), .events = POLLIN};
    store_submit(store, writes, n);
    while (poll(&wait, 1, -1) < 0 || !store_done(store, &kept, fault, sizeof fault))
        ;
    if (!kept) {
        fprintf(stderr, "store: %s\n", fault);
        exit(1);
    }
}

static struct store_write *next(size_t *n, unsigned table, enum store_write_kind kind)
{
    struct store_write *write = &writes[(*n)++];
    *write = (struct store_write){.kind = kind,
                                  .at_ms = 1753000000000 + (i64)noise,
                                  .left_ms = 30000,
                                  .text = "r 123 4 6 3f7a1c0b9d8e7f6a5b4c3d2e1f0a9b8c 12.5",
                                  .result = &result};
    snprintf(write->table, sizeof write->table, "t%u", table);
    return write;
}

static void line(size_t *n, unsigned table)
{
    if (!n_lines[table]) {
        struct store_write *begin = next(n, table, STORE_BEGIN);
        begin->game = ++game[table];
        begin->version = version[table] + 1;
    }
    next(n, table, STORE_ROW)->version = ++version[table];
    if (++n_lines[table] == GAME) {
        next(n, table, STORE_END)->game = game[table];
        n_lines[table] = 0;
    }
}

/* `most` rows in batches of `size`, of tables at random: the processor time of the writer is the process's less this thread's. */
static void measure(size_t size, unsigned most)
{
    const double from = seconds(), cpu_from = cpu(RUSAGE_SELF) - cpu(RUSAGE_THREAD);
    for (unsigned rows = 0; rows < most; rows += (unsigned)size) {
        size_t n = 0;
        for (size_t k = 0; k < size; k++)
            line(&n, (unsigned)(mix64(noise++) % TABLES));
        submit(n);
    }
    const double spent = cpu(RUSAGE_SELF) - cpu(RUSAGE_THREAD) - cpu_from;
    struct store_totals totals;
    store_totals(store, &totals);
    printf("batches of %zu: %.0f rows/s, %.2f us of processor a row in the writer; %.0f rows, %.0f MB in the file\n",
           size, most / (seconds() - from), spent / most * 1e6, (double)totals.rows, (double)totals.bytes / 1e6);
}

static bool count_table(void *context, const struct store_table *table)
{
    (void)context, (void)table;
    return true;
}

static bool count_row(void *context, const struct store_row *row)
{
    *(u32 *)context += row->version != 0;
    return true;
}

static void begin(void)
{
    for (unsigned t = 0; t < TABLES; t += 500) {
        size_t n = 0;
        for (unsigned k = 0; k < 500; k++)
            next(&n, t + k, STORE_OPEN);
        submit(n);
    }
    for (unsigned t = 0; t < TABLES; t++) /* each somewhere in its game */
        for (unsigned left = (unsigned)(mix64(noise++) % GAME); left;) {
            size_t n = 0;
            for (; n < 500 && left; left--)
                line(&n, t);
            submit(n);
        }
}

static void all_near_their_end(void)
{
    for (unsigned t = 0; t < TABLES; t++)
        while (n_lines[t] != GAME - 1) {
            size_t n = 0;
            while (n < 500 && n_lines[t] != GAME - 1)
                line(&n, t);
            submit(n);
        }
}

static void must(bool ok, const char *fault)
{
    if (!ok) {
        fprintf(stderr, "store: %s\n", fault);
        exit(1);
    }
}

static void read_all(const char *path)
{
    char fault[192] = "a table can't be read";
    u32 n_rows = 0;
    const struct store_reader reader = {&n_rows, count_table, count_row};
    const double from = seconds();
    store = store_open(path, rate, fault, sizeof fault);
    must(store, fault);
    const double opened = seconds();
    must(store_tables(store, NULL, &reader, fault, sizeof fault), fault);
    const double all = seconds();
    printf("%u rows: opened in %.3f s, all read in %.3f s", n_rows, opened - from, all - opened);
    for (unsigned t = 0; t < 100; t++) {
        char name[9];
        snprintf(name, sizeof name, "t%u", t);
        must(store_tables(store, name, &reader, fault, sizeof fault), fault);
    }
    printf(", one table in %.2f ms\n", (seconds() - all) * 10);
    store_close(store);
}

int main(int n_words, char **words)
{
    char fault[192];
    if (n_words != 2 || !access(words[1], F_OK)) {
        fprintf(stderr, "usage: store FILE      which is not there yet\n");
        return 2;
    }
    store = store_open(words[1], rate, fault, sizeof fault);
    must(store, fault);
    begin();
    measure(BATCH_MAX, 1000000);
    measure(32, 200000);
    measure(BATCH_MAX, 400000);
    all_near_their_end();
    store_close(store);
    read_all(words[1]);
    return 0;
}
