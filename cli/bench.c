/* bench.c - `dada bench`: the signature of all rules and players, and how many random games a second each rule set allows. */
#include <getopt.h>
#include <stdio.h>
#include <time.h>

#include "cli/args.h"
#include "cli/bench_games.h"
#include "cli/cli.h"
#include "core/race_lanes.h"
#include "match/bench.h"
#include "match/match.h"

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

enum { GAMES = 256 };

/* A way of playing, and how many games a second of processor time it takes. */
struct way {
    bool batch;
    struct bench_games played;
    double seconds;
};

static void play(const struct match *match, struct way *way)
{
    const double begin = cpu_seconds();
    const u64 first = way->played.games;
    if (way->batch)
        bench_batch((const struct race *)(const void *)match->play.rules->bytes, first, GAMES, &way->played);
    else
        bench_single(match->play.game, match->play.rules, first, GAMES, &way->played);
    way->seconds += cpu_seconds() - begin;
}

/* Plays random games for about `seconds`, by turns one after the other and in lockstep. False: the games differ. */
static bool tell_speed(const char *line, double seconds)
{
    struct match match;
    struct game_fault fault;
    struct way single = {.batch = false}, batch = {.batch = true};
    REQUIRE(match_open(&match, line, &fault));
    while (single.seconds + batch.seconds < seconds) {
        play(&match, &single);
        do
            play(&match, &batch);
        while (batch.played.games < single.played.games);
    }
    while (single.played.games < batch.played.games)
        play(&match, &single);
    const bool same = single.played.sum == batch.played.sum;
    const bool lanes = race_lanes_fit((const struct race *)(const void *)match.play.rules->bytes);
    printf("%s: %.0f random games a CPU-second, %.0f in lockstep%s; %s\n", line,
           (double)single.played.games / single.seconds, (double)batch.played.games / batch.seconds,
           lanes ? "" : ", game by game", same ? "the same games" : "NOT the same games");
    return same;
}

int cli_bench(int argc, char **argv)
{
    static const struct option options[] = {
        {"signature", no_argument, NULL, 's'}, {"help", no_argument, NULL, 'h'}, {0}};
    bool only = false;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c != 's') {
            fputs("usage: dada bench [--signature]                   the number alone, without the speeds\n"
                  "       dada bench RULES [OPTION=VALUE...]           the speed of these rules alone; RULES: a rule "
                  "set, or a file that\n"
                  "                                                    ends in .rules\n",
                  c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
        only = true;
    }
    if (optind < argc) {
        char line[MATCH_LINE_MAX];
        if (only) {
            fputs("dada bench: the signature is of all rules: none are to be named\n", stderr);
            return 2;
        }
        if (!args_rules("bench", argc - optind, argv + optind, 0, line))
            return 2;
        return tell_speed(line, 2) ? 0 : 1;
    }
    bool same = true;
    printf(only ? "%llu\n" : "signature %llu\n", (unsigned long long)bench_signature());
    for (unsigned k = 0; !only && games[0]->rule_set(k); k++)
        same &= tell_speed(games[0]->rule_set(k), 1);
    return same ? 0 : 1;
}
