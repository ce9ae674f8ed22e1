/* figures.h - what a load generator tells: latencies, and a server's processor time and memory by /proc. */
#ifndef BENCH_LOAD_FIGURES_H
#define BENCH_LOAD_FIGURES_H

#include "base/base.h"

struct load_options {
    unsigned rooms, addresses;
    double rate, seconds,
        warm; /* things a second in each room (0: at once, but at most 76); counted, and before that */
    long idle, pid;
    bool stay; /* says "ready" and waits for a line before it ends */
};

/* Reads --name value from the arguments from `first` on; false if there is one that isn't known. */
NODISCARD bool load_options_read(struct load_options *options, int argc, char **argv, int first);

/* When the next thing is to be done after one that was due then and is done now. */
NODISCARD i64 load_next_ns(const struct load_options *options, i64 due_ns, i64 now_ns);
NODISCARD double load_gap_ns(const struct load_options *options); /* over which the first ones are spread */

/* The time of a process, user and kernel, all its threads; its resident memory. 0 if there is none. */
NODISCARD double figures_processor_s(long pid);
NODISCARD long figures_resident_kb(long pid);

/* A thing was done that took so long; counted only while figures_measure counts. */
void figures_done(i64 took_ns);
/* Lets `play_until` go on to a time, first to warm up, then to be counted; prints what came in: things, their processor time, their
 * latencies. */
void figures_measure(const struct load_options *options, i64 began_ns, void (*play_until)(i64 end_ns));

#endif
