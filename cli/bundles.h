/* bundles.h - names for several options at once, `game quick` or `six_rule parchis`: in rule files and on the command line. */
#ifndef CLI_BUNDLES_H
#define CLI_BUNDLES_H

#include "base/text.h"

/* A value of a bundle; the rows of a bundle stand together, and of a value the row for all rule sets last. */
struct bundle {
    const char *name, *value;
    const char *rule_set; /* the one that the row is for; NULL: every one that has no row of its own */
    const char *changes;  /* "option=value option=value …" */
};
extern const struct bundle bundles[];
extern const size_t n_bundles;

/* Names of options and bundles may be written with - for _. */
void bundle_name_mend(char *name);
NODISCARD bool bundle_is(const char *name);
/* What it changes in this rule set, or NULL if it has no such value. */
NODISCARD const char *bundle_changes(const char *name, const char *value, const char *rule_set);
/* "six_rule can't be x: it is ludo, parchis" */
void bundle_fault_write(const char *name, const char *value, struct text *to);

#endif
