/* rule_file.h - a file of house rules: a rule set and what a family changes in it (docs/rule-files.md).
 *
 * Reading tells every fault that the file has, each with its line and the names that it is about. */
#ifndef CLI_RULE_FILE_H
#define CLI_RULE_FILE_H

#include "core/race.h"
#include "match/match.h"

enum {
    RULE_FILE_MAX = 65536,  /* bytes of a file: forty lines and much to say about them */
    RULE_FILE_NAME_MAX = 60 /* bytes of the name that a family gives its rules */
};

struct rule_file {
    struct race_setup setup;
    char name[RULE_FILE_NAME_MAX + 1]; /* empty: none given */
    char line[MATCH_LINE_MAX];         /* the rules in one line, `ludo seats=4 block=none` */
};

/* Where faults go: the line, counted from 1; the names, `block_where, block`; a sentence. */
struct rule_faults {
    void (*tell)(struct rule_faults *to, unsigned line, const char *at, const char *message);
};

/* Reads `n` bytes. False: at least one fault was told, and `file` is not to be used. */
NODISCARD bool rule_file_read(struct rule_file *file, const char *bytes, size_t n, struct rule_faults *faults);

/* Reads the file of this path, `-` for the standard input. False: its faults, or that it can't be read, have been printed. */
NODISCARD bool rule_file_load(struct rule_file *file, const char *command, const char *path);

#endif
