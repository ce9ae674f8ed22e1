/* game.c - `dada game`: a record as text for people and back, a check of such a text, a game at random (docs/notation.md). */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cli.h"
#include "match/match_text.h"

static int usage(int status)
{
    fputs("usage: dada game show FILE [--names NAME,NAME...]      a record as text\n"
          "       dada game record FILE                            a text as a record, in two lines\n"
          "       dada game check FILE                             is it a game? then what came of it\n"
          "       dada game position FILE                          the last position, in one line\n"
          "       dada game random RULES [OPTION=VALUE...] [--seats N] [--seed N]\n"
          "FILE is a record or a text, - the standard input; RULES a rule set or a rule file, mamie.rules. Docs: "
          "docs/notation.md, docs/rule-files.md\n",
          status ? stderr : stdout);
    return status;
}

static int fault_tell(const char *where, const struct game_fault *fault)
{
    fprintf(stderr, "dada game: %s: %s: %s\n", where, fault->at, fault->message);
    return 1;
}

/* Takes out what other systems put into a text: a mark of its encoding, and a CR before each line end. */
static void text_mend_ends(char *bytes)
{
    static const char mark[] = "\xef\xbb\xbf";
    const char *from = bytes + (strncmp(bytes, mark, sizeof mark - 1) ? 0 : sizeof mark - 1);
    for (; *from; from++)
        if (from[0] != '\r' || from[1] != '\n')
            *bytes++ = *from;
    *bytes = 0;
}

/* A whole file, NUL-ended; NULL: a line about the fault has been printed. */
static char *file_read(const char *path)
{
    char *bytes = malloc(MATCH_TEXT_MAX + 1);
    const bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "rb");
    const char *why = NULL;
    size_t n = 0;
    if (!in || !bytes) {
        why = "can't be read";
    } else {
        n = fread(bytes, 1, MATCH_TEXT_MAX + 1, in);
        why = ferror(in)            ? "can't be read"
              : n > MATCH_TEXT_MAX  ? "is longer than 8 MiB"
              : memchr(bytes, 0, n) ? "holds a NUL"
                                    : NULL;
    }
    if (in && !standard)
        fclose(in);
    if (!why) {
        bytes[n] = 0;
        text_mend_ends(bytes);
        return bytes;
    }
    fprintf(stderr, "dada game: %s %s\n", path, why);
    free(bytes);
    return NULL;
}

/* A record begins with the name of a rule set, a text with a header or a comment. */
static bool game_read(struct match *match, const char *path)
{
    struct game_fault fault;
    char *bytes = file_read(path);
    if (!bytes)
        return false;
    const size_t first_line = strcspn(bytes, "\n");
    const bool is_text = memchr(bytes, ':', first_line) || strchr(";{\r\n", bytes[0]);
    const bool good = is_text ? match_text_read(match, bytes, &fault) : match_record_read(match, bytes, &fault);
    if (!good)
        (void)fault_tell(path, &fault);
    free(bytes);
    return good;
}

/* Writes by `write` into room for the longest game, and prints that. */
static int print(const struct match *match, const char *const names[GAME_SEATS_MAX])
{
    char *room = malloc(MATCH_TEXT_MAX);
    bool whole = room;
    if (room) {
        struct text to = text_over(room, MATCH_TEXT_MAX);
        match_text_write(match, names, &to);
        whole = !to.cut;
        if (whole)
            fputs(room, stdout);
    }
    if (!whole)
        fputs("dada game: the text would be too long\n", stderr);
    free(room);
    return !whole;
}

/* "Anna,Bruno": cut at its commas. */
static void names_read(char *list, const char *names[GAME_SEATS_MAX])
{
    for (unsigned seat = 0; seat < GAME_SEATS_MAX && list; seat++) {
        names[seat] = list;
        list = strchr(list, ',');
        if (list)
            *list++ = 0;
    }
}

static int show(const struct match *match, const char *const names[GAME_SEATS_MAX])
{
    return print(match, names);
}

static int record(const struct match *match, const char *const names[GAME_SEATS_MAX])
{
    static char room[MATCH_RECORD_MAX];
    struct text to = text_over(room, sizeof room);
    (void)names;
    match_record_write(match, &to);
    puts(room);
    return 0;
}

static int check(const struct match *match, const char *const names[GAME_SEATS_MAX])
{
    const struct game_turn turn = match_turn(match);
    (void)names;
    if (turn.node == GAME_OVER)
        printf("%u steps, and the game is over\n", match->n_steps);
    else
        printf("%u steps, and %c is to %s\n", match->n_steps, 'A' + turn.seat,
               turn.node == GAME_CHANCE ? "roll" : "move");
    return 0;
}

static int position(const struct match *match, const char *const names[GAME_SEATS_MAX])
{
    char line[GAME_TEXT_MAX];
    struct text to = text_over(line, sizeof line);
    (void)names;
    game_text_write(match->play.game, match->play.rules, &match->play.state, &to);
    puts(line);
    return 0;
}

/* A game whose rolls and moves are drawn; one that fills its record stays unfinished. */
static int play(const char *line, u64 seed)
{
    static struct match match;
    struct game_log log;
    struct game_fault fault;
    u64 noise = mix64(seed);
    REQUIRE(match_open(&match, line, &fault));
    for (struct game_turn turn; (turn = match_turn(&match)).node != GAME_OVER;) {
        const bool chance = turn.node == GAME_CHANCE;
        const unsigned n =
            chance ? match.play.game->n_outcomes(match.play.rules, &match.play.state) : match.play.moves.n;
        const unsigned drawn = (unsigned)(mix64(noise++) % n);
        REQUIRE(chance ? match_roll(&match, 1 + drawn, &log, &fault) : match_play(&match, drawn, &log, &fault));
    }
    return print(&match, NULL);
}

static const struct form {
    const char *name;
    int (*run)(const struct match *match, const char *const names[GAME_SEATS_MAX]);
} forms[] = {{"show", show}, {"record", record}, {"check", check}, {"position", position}};

int cli_game(int argc, char **argv)
{
    static const struct option options[] = {{"names", required_argument, NULL, 'n'},
                                            {"seats", required_argument, NULL, 's'},
                                            {"seed", required_argument, NULL, 'r'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    static struct match match;
    const char *names[GAME_SEATS_MAX] = {0};
    char line[MATCH_LINE_MAX];
    long seats = 0, seed = 1;
    bool named = false, drawn = false;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 's'   ? !args_number("game", "seats", optarg, 2, GAME_SEATS_MAX, &seats)
            : c == 'r' ? !args_number("game", "seed", optarg, 0, 1L << 40, &seed)
                       : c != 'n')
            return c == 's' || c == 'r' ? 2 : usage(c == 'h' ? 0 : 2);
        named |= c == 'n';
        drawn |= c != 'n';
        if (c == 'n' && strpbrk(optarg, "\r\n")) {
            fputs("dada game: --names: a name is one line\n", stderr);
            return 2;
        }
        if (c == 'n')
            names_read(optarg, names);
    }
    const char *form = optind < argc ? argv[optind++] : "";
    if (!strcmp(form, "random") && !named)
        return args_rules("game", argc - optind, argv + optind, seats, line) ? play(line, (u64)seed) : 2;
    for (size_t k = 0; k < COUNT(forms); k++)
        if (!strcmp(form, forms[k].name) && argc - optind == 1 && !drawn && (!named || !strcmp(form, "show")))
            return game_read(&match, argv[optind]) ? forms[k].run(&match, names) : 1;
    return usage(2);
}
