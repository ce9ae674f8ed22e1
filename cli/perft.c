/* perft.c - `dada perft`: in how many ways can a game go on? Counts to compare with another implementation.
 *
 * At a roll each of the six faces counts, of two dice each of the 36 rolls, of cowries each number of mouths; at a choice
 * each legal move. Depth counts rolls and free entries: choices of
 * bonus steps belong to their roll. A game that is over counts one. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/args.h"
#include "cli/cli.h"
#include "cli/engine.h"

enum { DEPTH = 5, DEPTH_MAX = 12 };

static const char usage[] =
    "usage: dada perft RULES [OPTION=VALUE...] [--seats N] [--depth D]\n"
    "       dada perft --positions FILE\n"
    "Prints in how many ways the first D rolls of a game can be thrown and played, 5 unless told, 12 at most. A roll "
    "without\n"
    "a move is one way; bonus steps belong to their roll; a game that is over counts once.\n"
    "RULES is a rule set or a rule file, mamie.rules. FILE has a JSON object a line, with a position as dada engine "
    "takes it\n"
    "and the count that is expected: {\"position\":{\"rules\":\"ludo\"},\"depth\":1,\"count\":9}\n";

static u64 count(const struct race *race, const struct race_state *state, const struct race_choices *choices,
                 long depth)
{
    /* Of cowries the outcomes 1, 2, 4, … 64 have 0, 1, 2, … 6 mouths up: a bit of outcome - 1 is a mouth. */
    const bool cowries = race->o.dice == RACE_DICE_COWRIES6;
    struct race_ask ask;
    struct race_choices after;
    u64 sum = 0;
    if (race_over(race, state))
        return 1;
    const bool asked = race_asked(race, state, &ask);
    if (!depth && (!asked || ask.kind == RACE_ASK_ENTER))
        return 1;
    if (asked && !choices->n) {
        struct race_state next = *state;
        race_settle(race, &next, &after, NULL);
        return count(race, &next, &after, depth);
    }
    for (unsigned k = 0; asked && k < choices->n; k++) {
        struct race_state next = *state;
        after = *choices;
        race_play(race, &next, &after, k, NULL);
        sum += count(race, &next, &after, depth - (ask.kind == RACE_ASK_ENTER));
    }
    for (unsigned outcome = 1; !asked && outcome <= race_outcomes(race); outcome += cowries ? outcome : 1) {
        struct race_state next = *state;
        race_roll(race, &next, race_outcome(race, outcome), &after, NULL);
        sum += count(race, &next, &after, depth - 1);
    }
    return sum;
}

static u64 count_from(const struct race *race, const struct race_state *state, long depth)
{
    struct race_choices choices;
    race_choose(race, state, &choices);
    return count(race, state, &choices, depth);
}

/* Checks a file of {"position":…,"depth":…,"count":…}, one a line; the last line printed is the tally. */
static int check(const char *path)
{
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    int passed = 0, failed = 0;
    if (!in) {
        fprintf(stderr, "dada perft: can't read %s\n", path);
        return 1;
    }
    for (int number = 1; getline(&line, &room, in) > 0; number++) {
        struct engine_position position;
        struct game_fault fault;
        json_error_t error;
        json_t *row = json_loads(line, JSON_REJECT_DUPLICATES, &error);
        json_t *depth = json_object_get(row, "depth"), *wanted = json_object_get(row, "count");
        if (!json_is_integer(depth) || json_integer_value(depth) < 0 || json_integer_value(depth) > DEPTH_MAX ||
            !json_is_integer(wanted)) {
            printf("%s:%d: a depth from 0 to %d and a count are wanted\n", path, number, DEPTH_MAX);
            failed++;
        } else if (!engine_position_read(json_object_get(row, "position"), &position, &fault)) {
            printf("%s:%d: %s: %s\n", path, number, fault.at, fault.message);
            failed++;
        } else {
            const u64 found = count_from(&position.race, &position.state, json_integer_value(depth));
            const bool same = found == (u64)json_integer_value(wanted);
            if (!same)
                printf("%s:%d: counted %llu, not %lld\n", path, number, (unsigned long long)found,
                       (long long)json_integer_value(wanted));
            *(same ? &passed : &failed) += 1;
        }
        json_decref(row);
    }
    if (ferror(in)) {
        printf("%s: can't be read\n", path);
        failed++;
    }
    free(line);
    fclose(in);
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}

int cli_perft(int argc, char **argv)
{
    static const struct option options[] = {{"seats", required_argument, NULL, 's'},
                                            {"depth", required_argument, NULL, 'd'},
                                            {"positions", required_argument, NULL, 'p'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    char line[MATCH_LINE_MAX];
    long seats = 0, depth = DEPTH;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 'p')
            return check(optarg);
        if (c == 's'   ? !args_number("perft", "seats", optarg, 2, GAME_SEATS_MAX, &seats)
            : c == 'd' ? !args_number("perft", "depth", optarg, 0, DEPTH_MAX, &depth)
                       : true) {
            fputs(usage, c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
    }
    if (!args_rules("perft", argc - optind, argv + optind, seats, line))
        return 2;
    struct match match;
    struct game_fault fault;
    REQUIRE(match_open(&match, line, &fault));
    printf("%llu\n",
           (unsigned long long)count_from((const struct race *)(const void *)match.play.rules->bytes,
                                          (const struct race_state *)(const void *)match.play.state.bytes, depth));
    return 0;
}
