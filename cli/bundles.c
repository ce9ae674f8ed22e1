/* bundles.c - names for several options at once. */
#include "cli/bundles.h"

/* A quick game has half the pawns, and one of them more than usual is out at the beginning. Pachisi has no start to stand on;
 * what takes long there is the exact throw to finish. A test holds each against half the usual length. */
const struct bundle bundles[] = {
    {"game", "quick", "parchis-salida", "pawns=2 start_out=2"},
    {"game", "quick", "pachisi", "pawns=2 finish=clamp"},
    {"game", "quick", NULL, "pawns=2 start_out=1"},
    {"six_rule", "ludo", NULL, "six_extra=yes six_extra_when_stuck=yes six_counts=6 triple_six=cancel"},
    {"six_rule", "parchis", NULL,
     "six_extra=yes six_extra_when_stuck=yes six_counts=7-if-base-empty triple_six=cancel+last-home"},
};
const size_t n_bundles = COUNT(bundles);

void bundle_name_mend(char *name)
{
    for (; *name; name++)
        if (*name == '-')
            *name = '_';
}

bool bundle_is(const char *name)
{
    bool found = false;
    for (size_t k = 0; k < n_bundles; k++)
        found |= text_equal(bundles[k].name, name);
    return found;
}

const char *bundle_changes(const char *name, const char *value, const char *rule_set)
{
    for (size_t k = 0; k < n_bundles; k++)
        if (text_equal(bundles[k].name, name) && text_equal(bundles[k].value, value) &&
            (!bundles[k].rule_set || text_equal(bundles[k].rule_set, rule_set)))
            return bundles[k].changes;
    return NULL;
}

void bundle_fault_write(const char *name, const char *value, struct text *to)
{
    const char *before = ": it is ";
    text_put(to, name);
    text_put(to, " can't be ");
    text_put(to, value);
    for (size_t k = 0; k < n_bundles; k++)
        if (text_equal(bundles[k].name, name) && !bundles[k].rule_set) {
            text_put(to, before);
            text_put(to, bundles[k].value);
            before = ", ";
        }
}
