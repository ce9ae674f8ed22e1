/* race_quick.h - the quick way of race_quick.c, for race_moves.c and race_play.c alone. */
#ifndef CORE_RACE_QUICK_H
#define CORE_RACE_QUICK_H

#include "core/race.h"

/* The moves of a seat's pawns for a roll, bonus or free entry, under plain rules (race.plain); their number. Other duties than
 * entering and vacating the start still filter them (race.more_duties), and a third six is not seen. */
NODISCARD unsigned race_quick_moves(const struct race *race, const struct race_state *state, u8 mover,
                                    struct race_ask ask, struct race_move moves[static RACE_PAWNS_MAX]);

#endif
