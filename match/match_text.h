/* match_text.h - a game as text for people, both ways (docs/notation.md): header lines, then a line a turn.
 *
 *     Rules: ludo seats=2
 *     Seat A: Anna
 *     Result: *
 *
 *     1. A 6 A0:Y>0, 3 A0:0>3
 *     2. B 4 */
#ifndef MATCH_MATCH_TEXT_H
#define MATCH_MATCH_TEXT_H

#include "match/match.h"

enum { MATCH_TEXT_MAX = 2 << 20 }; /* bytes: the longest record holds 32,768 steps, a step rarely over 40 letters */

/* Writes a game with the names of its seats (NULL: none; one that is NULL or empty is left out). A name is one line. */
void match_text_write(const struct match *match, const char *const names[GAME_SEATS_MAX], struct text *to);
/* Replays a text (NUL-ended), each step judged again. False: `fault` names the line and column; `match` is then not to be
 * used. Names and headers that aren't known are passed over. */
NODISCARD bool match_text_read(struct match *match, const char *text, struct game_fault *fault);

#endif
