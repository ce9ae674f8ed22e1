/* race_canonical.h - the one text of a game's rules, from which their hash in a record is made. */
#ifndef CORE_RACE_CANONICAL_H
#define CORE_RACE_CANONICAL_H

#include "core/race.h"

enum {
    RACE_CANONICAL_VERSION = 1,             /* of the text's form: another set of options is another form */
    RACE_CANONICAL_MAX = GAME_CANONICAL_MAX /* bytes of the text */
};

/* `<rule set> <version>`, then a line `name value` for each option, sorted by name; each line ends with LF. Compiled rules
 * have their rule set's value of each option that can't matter, so rules that play alike by the same changes have one text.
 * Seats and arms are the table's and not in it. */
void race_canonical_write(const struct race *race, struct text *to);

#endif
