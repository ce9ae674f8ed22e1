/* args.h - reading a command's arguments: rules with their changes, numbers, and faults that name them. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "match/match.h"

/* The words before the first option, `ludo block=none six-rule=parchis`, joined to a line of rules, with the seats (0: the
 * rule set's own).
 * False: a line about the fault has been printed. */
bool args_rules(const char *command, int n, char **words, long seats, char line[static MATCH_LINE_MAX]);

/* The number that an option's text gives, within bounds; false, with a printed line, if it is none. */
bool args_number(const char *command, const char *option, const char *text, long least, long most, long *value);

#endif
