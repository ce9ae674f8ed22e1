/* simulate.c - `dada simulate`: plays games between CPU players and tells how they went.
 *
 * With several players each sits in every seat in turn, so that no seat favours one. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/cli.h"
#include "match/match.h"
#include "player/player.h"

enum { ROLLS_MAX = 1000000 }; /* a game of more rolls has no end */

struct tally {
    long games, rolls, longest, endless;
    double wins[GAME_SEATS_MAX]; /* by seat; a shared first place is shared */
    double level_wins[PLAYERS];  /* by player */
    long level_seats[PLAYERS];   /* how often each sat down */
};

struct plan {
    char line[MATCH_LINE_MAX];
    unsigned level[GAME_SEATS_MAX]; /* the players, by place round the table */
    unsigned n_seats;
};

static void count(const struct plan *plan, const struct match *match, const struct game_state *state, unsigned shift,
                  struct tally *tally)
{
    u8 places[GAME_SEATS_MAX];
    unsigned first = 0;
    match->play.game->places(match->play.rules, state, places);
    for (unsigned seat = 0; seat < plan->n_seats; seat++)
        first += places[seat] == 1;
    for (unsigned seat = 0; seat < plan->n_seats; seat++) {
        const unsigned level = plan->level[(seat + shift) % plan->n_seats];
        const double won = places[seat] == 1 ? 1.0 / first : 0;
        tally->wins[seat] += won;
        tally->level_wins[level] += won;
        tally->level_seats[level]++;
    }
}

static void play(const struct plan *plan, const struct match *match, unsigned shift, u64 *noise, struct tally *tally)
{
    const struct game *game = match->play.game;
    struct game_state state = match->play.state;
    struct game_moves moves = match->play.moves;
    long rolls = 0;
    for (struct game_turn turn;
         (turn = game->turn(match->play.rules, &state)).node != GAME_OVER && rolls < ROLLS_MAX;) {
        const u64 drawn = mix64((*noise)++);
        if (turn.node == GAME_CHANCE) {
            game->roll(match->play.rules, &state, 1 + (unsigned)(drawn % game->n_outcomes(match->play.rules, &state)),
                       &moves, NULL);
            rolls++;
        } else {
            const unsigned level = plan->level[(turn.seat + shift) % plan->n_seats];
            game->play(match->play.rules, &state, &moves,
                       player_choose(&players[level], match->play.rules, &state, &moves, drawn), NULL);
        }
    }
    tally->games++;
    tally->rolls += rolls;
    if (rolls > tally->longest)
        tally->longest = rolls;
    if (rolls >= ROLLS_MAX)
        tally->endless++;
    else
        count(plan, match, &state, shift, tally);
}

/* A bar for who waits at a terminal. */
static void progress(long done, long all)
{
    const int filled = (int)(40 * done / all);
    fprintf(stderr, "\r[%.*s%.*s] %ld of %ld games", filled, "########################################", 40 - filled,
            "........................................", done, all);
    if (done == all)
        fputc('\n', stderr);
}

/* Wilson's interval of 95 % for a share of n. */
static void share(const char *name, double wins, double n)
{
    const double z = 1.96, p = wins / n, middle = p + z * z / (2 * n), d = 1 + z * z / n;
    const double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    printf("  %-10s %6.2f %%  (95 %%: %.2f to %.2f)\n", name, 100 * p, 100 * (middle - half) / d,
           100 * (middle + half) / d);
}

static void report(const struct plan *plan, const struct tally *tally, double seconds)
{
    printf("%s: %ld games, %.0f a second, %.1f rolls on average, %ld at most, %ld without an end\n", plan->line,
           tally->games, (double)tally->games / seconds, (double)tally->rolls / (double)tally->games, tally->longest,
           tally->endless);
    puts("wins by seat");
    for (unsigned seat = 0; seat < plan->n_seats; seat++) {
        const char name[] = {(char)('A' + seat), 0};
        share(name, tally->wins[seat], (double)tally->games);
    }
    puts("wins of a seat by player");
    for (unsigned level = 0; level < PLAYERS; level++)
        if (tally->level_seats[level])
            share(players[level].name, tally->level_wins[level], (double)tally->level_seats[level]);
}

/* "medium,random": the players in order; the last one sits in the seats that are left. */
static bool players_read(struct plan *plan, const char *names)
{
    unsigned seat = 0, level = PLAYERS;
    bool more = true;
    while (more && seat < plan->n_seats) {
        char name[32];
        const size_t n = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), names);
        level = player_named(name);
        if (level == PLAYERS) {
            fprintf(stderr, "dada simulate: no player \"%s\"; there are random, easy and medium\n", name);
            return false;
        }
        plan->level[seat++] = level;
        more = names[n] == ',';
        names += n + more;
    }
    if (more) {
        fputs("dada simulate: more players than seats\n", stderr);
        return false;
    }
    while (seat < plan->n_seats)
        plan->level[seat++] = level;
    return true;
}

static int usage(int status)
{
    fputs(
        "usage: dada simulate RULES [OPTION=VALUE...] [--seats N] [--games N] [--players NAME,NAME...] [--seed N]\n"
        "10000 games of random players unless told; players are random, easy and medium, in the order of seats; the "
        "last\n"
        "one named sits in the seats that are left (medium,random: one against the rest), and all move on a seat each\n"
        "game. RULES is a rule set or a rule file, mamie.rules; dada rules list has the rule sets.\n",
        status ? stderr : stdout);
    return status;
}

int cli_simulate(int argc, char **argv)
{
    static const struct option options[] = {
        {"seats", required_argument, NULL, 's'},   {"games", required_argument, NULL, 'g'},
        {"players", required_argument, NULL, 'p'}, {"seed", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},          {0}};
    struct plan plan = {0};
    struct tally tally = {0};
    struct match match;
    struct game_fault fault;
    const char *names = "random";
    long seats = 0, n_games = 10000, seed = 1;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 's':
            if (!args_number("simulate", "seats", optarg, 2, GAME_SEATS_MAX, &seats))
                return 2;
            break;
        case 'g':
            if (!args_number("simulate", "games", optarg, 1, 1000000000, &n_games))
                return 2;
            break;
        case 'r':
            if (!args_number("simulate", "seed", optarg, 0, 1L << 40, &seed))
                return 2;
            break;
        case 'p':
            names = optarg;
            break;
        default:
            return usage(c == 'h' ? 0 : 2);
        }
    if (!args_rules("simulate", argc - optind, argv + optind, seats, plan.line))
        return 2;
    REQUIRE(match_open(&match, plan.line, &fault));
    plan.n_seats = match.play.game->n_seats(match.play.rules);
    if (!players_read(&plan, names))
        return 2;
    u64 noise = mix64((u64)seed);
    struct timespec begin, end;
    const bool watched = isatty(STDERR_FILENO);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long game = 0; game < n_games; game++) {
        play(&plan, &match, (unsigned)(game % plan.n_seats), &noise, &tally);
        if (watched && (game % 64 == 63 || game + 1 == n_games))
            progress(game + 1, n_games);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    report(&plan, &tally, (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    return tally.endless ? 1 : 0;
}
