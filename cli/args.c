/* args.c - reading a command's arguments. */
#include "cli/args.h"
#include "cli/bundles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word of rules; a bundle, `six-rule=parchis`, is its changes. False: a line about the fault has been printed. */
static bool word_write(const char *command, const char *word, struct text *to)
{
    char name[MATCH_LINE_MAX];
    struct text name_to = text_over(name, sizeof name);
    const size_t length = strcspn(word, "=");
    text_bytes(&name_to, word, length);
    bundle_name_mend(name);
    if (!word[length] || !bundle_is(name)) {
        text_put(to, word);
        return true;
    }
    const char *changes = bundle_changes(name, word + length + 1);
    if (!changes) {
        char room[MATCH_LINE_MAX];
        struct text message = text_over(room, sizeof room);
        bundle_fault_write(name, word + length + 1, &message);
        fprintf(stderr, "dada %s: %s: %s\n", command, name, room);
        return false;
    }
    text_put(to, changes);
    return true;
}

bool args_rules(const char *command, int n, char **words, long seats, char line[static MATCH_LINE_MAX])
{
    struct text to = text_over(line, MATCH_LINE_MAX);
    struct match match;
    struct game_fault fault;
    for (int k = 0; k < n; k++) {
        text_put(&to, k ? " " : "");
        if (!word_write(command, words[k], &to))
            return false;
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
