/* bundles.h - names for several options at once: `six_rule parchis`, in rule files and on the command line. */
#ifndef CLI_BUNDLES_H
#define CLI_BUNDLES_H

#include "base/text.h"

/* A value of a bundle; the rows of a bundle stand together. */
struct bundle {
    const char *name, *value, *changes; /* "option=value option=value …" */
};
extern const struct bundle bundles[];
extern const size_t n_bundles;

/* Names of options and bundles may be written with - for _. */
void bundle_name_mend(char *name);
NODISCARD bool bundle_is(const char *name);
/* What it changes, or NULL if it has no such value. */
NODISCARD const char *bundle_changes(const char *name, const char *value);
/* "six_rule can't be x: it is ludo, parchis" */
void bundle_fault_write(const char *name, const char *value, struct text *to);

#endif
