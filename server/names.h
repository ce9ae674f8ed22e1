/* names.h - people's names: what may be shown, and which look the same. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include "base/base.h"

/* Cleans a name (UTF-8, NUL-ended) into `name`: blanks at its ends go, blanks inside become one. NULL, or why it can't be shown:
 * empty, too long, letters that can't be seen or that turn the direction of text, too many marks on one letter. */
NODISCARD const char *name_clean(const char *wanted, char *name, size_t room);
/* Do two clean names look the same at a glance? Letters' case, accents and look-alikes of other scripts don't count. */
NODISCARD bool name_alike(const char *a, const char *b);

#endif
