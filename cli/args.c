/* args.c - reading a command's arguments. */
#include "cli/args.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

bool args_rules(const char *command, int n, char **words, long seats, char line[static MATCH_LINE_MAX])
{
    struct text to = text_over(line, MATCH_LINE_MAX);
    struct match match;
    struct game_fault fault;
    for (int k = 0; k < n; k++) {
        text_put(&to, k ? " " : "");
        text_put(&to, words[k]);
    }
    if (seats) {
        text_put(&to, " seats=");
        text_number(&to, seats);
    }
    if (!n || to.cut) {
        fprintf(stderr, "dada %s: %s\n", command,
                n ? "the rules are too long" : "the name of a rule set is wanted, such as ludo");
        return false;
    }
    if (!match_open(&match, line, &fault)) {
        fprintf(stderr, "dada %s: %s: %s\n", command, fault.at, fault.message);
        return false;
    }
    return true;
}

bool args_number(const char *command, const char *option, const char *text, long least, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    if (!errno && (*text == '-' || (*text >= '0' && *text <= '9')) && !*end && *value >= least && *value <= most)
        return true;
    fprintf(stderr, "dada %s: --%s is a whole number from %ld to %ld, not \"%s\"\n", command, option, least, most,
            text);
    return false;
}
