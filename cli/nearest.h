/* nearest.h - of some names, the one that somebody may have meant. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

/* The name that takes fewest letters changed, missing, added or swapped; NULL where that is more than a third of `word`. */
const char *nearest(const char *word, const char *const *names, size_t n);

#endif
