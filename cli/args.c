/* args.c - reading a command's arguments. */
#include "cli/args.h"
#include "cli/bundles.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word of rules; a bundle, `six-rule=parchis`, is its changes. False: a line about the fault has been printed. */
static bool word_write(const char *command, const char *rule_set, const char *word, struct text *to)
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
    const char *value = word + length + 1, *changes = bundle_changes(name, value, rule_set);
    if (!changes) {
        char room[MATCH_LINE_MAX];
        struct text message = text_over(room, sizeof room);
        bundle_fault_write(name, value, &message);
        fprintf(stderr, "dada %s: %s: %s\n", command, name, room);
        return false;
    }
    text_put(to, changes);
    return true;
}

/* Where the path of a rule file ends that the argument begins with; its blanks are part of it. 0: it begins with none. */
static size_t path_length(const char *argument)
{
    static const char suffix[] = ".rules";
    for (const char *at = argument; (at = strstr(at, suffix)); at += strlen(suffix))
        if (!at[strlen(suffix)] || at[strlen(suffix)] == ' ')
            return (size_t)(at - argument) + strlen(suffix);
    return 0;
}

/* The line of the rule file whose path is so much of the argument. */
static bool file_write(const char *command, const char *argument, size_t length, struct args_rules *rules,
                       struct text *to)
{
    char path[PATH_MAX];
    struct rule_file file;
    if (length >= sizeof path) {
        fprintf(stderr, "dada %s: the name of the rule file is too long\n", command);
        return false;
    }
    snprintf(path, sizeof path, "%.*s", (int)length, argument);
    if (!rule_file_load(&file, command, path))
        return false;
    text_put(to, file.line);
    bytes_copy(rules->name, file.name, sizeof file.name);
    return true;
}

/* An argument, which may be several words: "ludo block=none". The first of all is the rule set, or a rule file. */
static bool argument_write(const char *command, const char *argument, char rule_set[static MATCH_LINE_MAX],
                           struct args_rules *rules, struct text *to)
{
    const char *at = argument;
    const size_t path = rule_set[0] ? 0 : path_length(argument);
    for (const char *c = argument; *c; c++)
        if ((u8)*c < ' ' || *c == 0x7f) {
            fprintf(stderr, "dada %s: rules are one line of plain letters\n", command);
            return false;
        }
    if (path) {
        if (!file_write(command, argument, path, rules, to))
            return false;
        snprintf(rule_set, MATCH_LINE_MAX, "%.*s", (int)strcspn(to->start, " "), to->start);
        at += path + strspn(at + path, " ");
    }
    while (*at) {
        char word[MATCH_LINE_MAX];
        const size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!rule_set[0])
            bytes_copy(rule_set, word, sizeof word);
        text_put(to, to->length ? " " : "");
        if (!word_write(command, rule_set, word, to))
            return false;
        to->cut |= length >= sizeof word;
        at += length + strspn(at + length, " ");
    }
    return true;
}

bool args_rules_named(const char *command, int n, char **words, long seats, struct args_rules *rules)
{
    struct text to = text_over(rules->line, sizeof rules->line);
    struct match match;
    struct game_fault fault;
    char rule_set[MATCH_LINE_MAX] = "";
    rules->name[0] = 0;
    for (int k = 0; k < n; k++)
        if (!argument_write(command, words[k], rule_set, rules, &to))
            return false;
    if (seats) {
        text_put(&to, " seats=");
        text_number(&to, seats);
    }
    if (!n || to.cut) {
        fprintf(stderr, "dada %s: %s\n", command,
                n ? "the rules are too long" : "the name of a rule set is wanted, such as ludo");
        return false;
    }
    if (!match_open(&match, rules->line, &fault)) {
        fprintf(stderr, "dada %s: %s: %s\n", command, fault.at, fault.message);
        return false;
    }
    return true;
}

bool args_rules(const char *command, int n, char **words, long seats, char line[static MATCH_LINE_MAX])
{
    struct args_rules rules;
    if (!args_rules_named(command, n, words, seats, &rules))
        return false;
    bytes_copy(line, rules.line, sizeof rules.line);
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
