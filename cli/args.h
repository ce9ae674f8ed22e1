/* args.h - reading a command's arguments: rules with their changes, numbers, and faults that name them. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "cli/rule_file.h"

/* Rules that were asked for. */
struct args_rules {
    char line[MATCH_LINE_MAX];
    char name[RULE_FILE_NAME_MAX + 1]; /* the one that a rule file gives them, or empty */
};

/* The words before the first option, `ludo block=none six-rule=parchis`, joined to rules, with the seats (0: the rule set's
 * own). Instead of the rule set a rule file may stand, a path that ends in `.rules`.
 * False: lines about the faults have been printed. */
bool args_rules_named(const char *command, int n, char **words, long seats, struct args_rules *rules);
/* The same, where only the line is of interest. */
bool args_rules(const char *command, int n, char **words, long seats, char line[static MATCH_LINE_MAX]);

/* The number that an option's text gives, within bounds; false, with a printed line, if it is none. */
bool args_number(const char *command, const char *option, const char *text, long least, long most, long *value);

#endif
