/* figures.c - counts and prints. */
#include "bench/load/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/load/wire.h"

enum { LATENCIES = 1 << 22 };
enum { FASTEST = 76 }; /* of a room of four; a server of ours takes 20 messages a second from one */

static u32 *latencies_us;
static size_t n_latencies;
static u64 n_done;
static double processor_from_s;
static i64 from_ns;
static long pid_of;

bool load_options_read(struct load_options *options, int argc, char **argv, int first)
{
    for (int k = first; k < argc; k += 2) {
        const double value = k + 1 < argc ? atof(argv[k + 1]) : -1;
        if (value < 0)
            return false;
        if (!strcmp(argv[k], "--rooms"))
            options->rooms = (unsigned)value;
        else if (!strcmp(argv[k], "--addresses"))
            options->addresses = (unsigned)value;
        else if (!strcmp(argv[k], "--rate"))
            options->rate = value;
        else if (!strcmp(argv[k], "--seconds"))
            options->seconds = value;
        else if (!strcmp(argv[k], "--warm"))
            options->warm = value;
        else if (!strcmp(argv[k], "--idle"))
            options->idle = (long)value;
        else if (!strcmp(argv[k], "--pid"))
            options->pid = (long)value;
        else if (!strcmp(argv[k], "--stay"))
            options->stay = value > 0;
        else
            return false;
    }
    return true;
}

double load_gap_ns(const struct load_options *options)
{
    return 1e9 / (options->rate > 0 ? options->rate : FASTEST);
}

i64 load_next_ns(const struct load_options *options, i64 due_ns, i64 now_ns)
{
    const i64 next_ns = due_ns + (i64)load_gap_ns(options);
    return options->rate > 0 || next_ns > now_ns ? next_ns : now_ns;
}

double figures_processor_s(long pid)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        const char *at = strrchr(text, ')');
        if (at)
            sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
    }
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

long figures_resident_kb(long pid)
{
    char path[64], line[256];
    long kb = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %ld", &kb);
    if (file)
        fclose(file);
    return kb;
}

static void begin(long pid)
{
    latencies_us = calloc(LATENCIES, sizeof *latencies_us);
    REQUIRE(latencies_us);
    pid_of = pid;
    processor_from_s = figures_processor_s(pid);
    from_ns = wire_now_ns();
}

void figures_done(i64 took_ns)
{
    if (!latencies_us)
        return;
    n_done++;
    if (n_latencies < LATENCIES)
        latencies_us[n_latencies++] = (u32)(took_ns / 1000);
}

static int by_size(const void *a, const void *b)
{
    const u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

static void tell(void)
{
    const double seconds = (double)(wire_now_ns() - from_ns) / 1e9;
    const double processor_s = figures_processor_s(pid_of) - processor_from_s;
    if (!n_latencies) {
        printf("0 moves\n");
        return;
    }
    qsort(latencies_us, n_latencies, sizeof *latencies_us, by_size);
    printf("%llu moves in %.0f s (%.0f a second); processor %.1f us a move (%.0f %%); "
           "to all four: p50 %.2f ms, p99 %.2f ms, most %.2f ms\n",
           (unsigned long long)n_done, seconds, (double)n_done / seconds, processor_s * 1e6 / (double)n_done,
           processor_s * 100 / seconds, latencies_us[n_latencies / 2] / 1e3, latencies_us[n_latencies * 99 / 100] / 1e3,
           latencies_us[n_latencies - 1] / 1e3);
}

void figures_measure(const struct load_options *options, i64 began_ns, void (*play_until)(i64 end_ns))
{
    const i64 counts_ns = began_ns + (i64)(options->warm * 1e9);
    play_until(counts_ns);
    begin(options->pid);
    play_until(counts_ns + (i64)(options->seconds * 1e9));
    tell();
}
