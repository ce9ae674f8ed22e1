/* main.c - the program's commands in one table. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli.h"

static const struct command {
    const char *name, *help;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"serve", "serve the page and its tables on this machine and its network", cli_serve},
    {"backup", "copy what a running server keeps", cli_backup},
    {"engine", "answer questions about games, one JSON object a line", cli_engine},
    {"rules", "tell rules in sentences, compare them, check a file of house rules", cli_rules},
    {"game", "show a game as text, read it back, check it, play one at random", cli_game},
    {"simulate", "play games between computer players and count", cli_simulate},
    {"bench", "print the signature of all rules and players, and their speed", cli_bench},
    {"perft", "count the ways in which a game can go on", cli_perft},
};

/* What was printed must also have arrived: a full disk is a failure. */
static int finished(const char *name, int status)
{
    if (status || (!fflush(stdout) && !ferror(stdout)))
        return status;
    fprintf(stderr, "dada %s: can't write the output\n", name);
    return 1;
}

/* A closed standard descriptor would be given to the next file or socket, and be written into. */
static void hold_standard_descriptors(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

static void usage(FILE *to)
{
    fputs("usage: dada COMMAND [OPTION...]     dada COMMAND --help tells more\n\n", to);
    for (size_t i = 0; i < COUNT(commands); i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].help);
}

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        usage(stdout);
        return finished("--help", 0);
    }
    for (size_t i = 0; i < COUNT(commands); i++)
        if (!strcmp(argv[1], commands[i].name)) {
            char name[32]; /* what getopt's messages begin with */
            snprintf(name, sizeof name, "dada %s", commands[i].name);
            argv[1] = name;
            return finished(commands[i].name, commands[i].run(argc - 1, argv + 1));
        }
    fprintf(stderr, "dada: no command \"%s\"; dada --help lists them\n", argv[1]);
    return 2;
}
