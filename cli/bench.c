/* bench.c - `dada bench`: the signature of all rules and players, and how many random games a second each rule set takes. */
#include <getopt.h>
#include <stdio.h>
#include <time.h>

#include "cli/args.h"
#include "cli/cli.h"
#include "match/bench.h"
#include "match/match.h"

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* One of `n` numbers from 0, each as likely to n parts in 2^32. */
static unsigned even(u32 noise, u32 n)
{
    return (unsigned)((u64)noise * n >> 32);
}

/* Plays random games of a rule set for about `seconds` of processor time; games a second. */
static double speed(const char *line, double seconds)
{
    struct match match;
    struct game_fault fault;
    const double begin = cpu_seconds();
    u64 seed = 1, played = 0;
    double spent;
    REQUIRE(match_open(&match, line, &fault));
    const struct game *game = match.game;
    do {
        for (unsigned k = 0; k < 64; k++, played++) {
            struct game_state state;
            struct game_moves moves = match.moves;
            game->start(&match.rules, &state);
            const u32 n_outcomes = game->n_outcomes(&match.rules, &state);
            while (moves.n || game->turn(&match.rules, &state).node != GAME_OVER) {
                const u64 noise = mix64(seed++);
                if (!moves.n)
                    game->roll(&match.rules, &state, 1 + even((u32)(noise >> 32), n_outcomes), &moves, NULL);
                if (moves.n)
                    game->play(&match.rules, &state, &moves, even((u32)noise, moves.n), NULL);
            }
        }
        spent = cpu_seconds() - begin;
    } while (spent < seconds);
    return (double)played / spent;
}

int cli_bench(int argc, char **argv)
{
    static const struct option options[] = {
        {"signature", no_argument, NULL, 's'}, {"help", no_argument, NULL, 'h'}, {0}};
    bool only = false;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c != 's') {
            fputs("usage: dada bench [--signature]                   the number alone, without the speeds\n"
                  "       dada bench RULES [OPTION=VALUE...]           the speed of these rules alone\n",
                  c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
        only = true;
    }
    if (optind < argc) {
        char line[MATCH_LINE_MAX];
        if (only || !args_rules("bench", argc - optind, argv + optind, 0, line))
            return 2;
        printf("%s: %.0f random games a CPU-second\n", line, speed(line, 2));
        return 0;
    }
    printf(only ? "%llu\n" : "signature %llu\n", (unsigned long long)bench_signature());
    for (unsigned k = 0; !only && games[0]->rule_set(k); k++)
        printf("%-26s %8.0f random games of 4 a CPU-second\n", games[0]->rule_set(k), speed(games[0]->rule_set(k), 1));
    return 0;
}
