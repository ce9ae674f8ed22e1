/* telling.h - rules in plain sentences: which options are told, in which order, and in which words.
 *
 * Order and words are those of web/lang/rules.*.json. A sentence under `rule.` is told; one under `usual.` says what players
 * take for granted, and is told where somebody changed the option, and in comparisons. */
#ifndef CLI_TELLING_H
#define CLI_TELLING_H

#include "cli/words.h"
#include "core/race.h"

enum { TELLING_MAX = 64, TELLING_TEXT_MAX = 512 }; /* options; bytes of a sentence */

struct told {
    u8 option;
    const char *group; /* the heading it stands under */
};

/* The language of this name, or NULL. */
NODISCARD const struct language *language_named(const char *name);
/* The text of a key made of up to two parts, `game.` and `ludo`. A key without text traps: ./test finds those. */
NODISCARD const char *word_of(const struct language *language, const char *family, const char *name);

/* All options, in the order in which they are told; their number. */
NODISCARD unsigned telling_order(const struct language *language, struct told order[static TELLING_MAX]);
/* Is this rule told by itself? */
NODISCARD bool telling_is_told(const struct language *language, const struct race *race, unsigned option);
/* The sentence for the option's value. */
void telling_write(const struct language *language, const struct race *race, unsigned option, struct text *to);
/* For how many seats the rule set is. */
void telling_seats_write(const struct language *language, unsigned preset, struct text *to);

#endif
