/* rules.h - `dada rules`: what rules.c needs of rules_check.c. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

/* Prints the rules of a file in one line, or each of its faults; the exit status. */
int rules_check(const char *path);

#endif
