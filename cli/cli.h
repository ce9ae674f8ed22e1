/* cli.h - the commands of the program, one a file; main.c lists them in one table.
 *
 * A command takes the arguments from its own name on and gives the exit status: 0 done, 1 failed, 2 called wrongly. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stddef.h>

int cli_serve(int argc, char **argv);
int cli_backup(int argc, char **argv);
int cli_engine(int argc, char **argv);
int cli_game(int argc, char **argv);
int cli_rules(int argc, char **argv);
int cli_simulate(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_perft(int argc, char **argv);

/* Where the server keeps what it keeps, unless it is told otherwise; in `room` of n bytes. NULL: nowhere. */
const char *cli_data_folder(char *room, size_t n);

#endif
