/* standing.h - may these pawns stand where they stand? For the contract test, judged a second time. */
#ifndef TESTS_CORE_STANDING_H
#define TESTS_CORE_STANDING_H

#include "core/race.h"

/* NULL, or what the rules forbid of pawns that stand at these progresses. */
NODISCARD const char *standing_fault(const struct race_options *o, unsigned seats, unsigned arms,
                                     const u8 at[static RACE_IDS]);

#endif
