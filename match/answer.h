/* answer.h - answers about race games in JSON, as the engine protocol has them (docs/engine.md).
 *
 * The engine, the server and the browser share this writer; it reads no JSON. A function writes one JSON value, except
 * where it says members: those are `"name":value` pairs of an object that the caller opens and closes. */
#ifndef MATCH_ANSWER_H
#define MATCH_ANSWER_H

#include "core/race.h"
#include "match/follow.h"
#include "match/match.h"

enum { ANSWER_MAX = 65536 }; /* bytes of the longest answer: a board of eight arms takes 26,000 */

/* Starts a member `"name":`, or an element, with the comma that it needs. */
void answer_member(struct text *to, const char *name);
void answer_element(struct text *to);
/* A seat's letter, as an element. */
void answer_seat(struct text *to, unsigned seat);

void answer_option_value(struct text *to, const char *value, enum race_option_kind kind);
/* {"board":…}: all options, or those that differ from the rule set. */
void answer_options(struct text *to, const struct race_options *o, unsigned preset, bool changed_only);

/* {"code":…,"message":…,"at":…} */
void answer_fault(struct text *to, const struct game_fault *fault);

/* Members "rule_sets" and "options"; of one rule set only if `rule_set` isn't NULL. */
void answer_rules(struct text *to, const char *rule_set);
/* The members of a board. */
void answer_board(struct text *to, const struct race *race);

/* How much is said of a move or an event: its words; what the protocol's `detail` has; that and what screens need. */
enum answer_detail { ANSWER_WORDS, ANSWER_DETAIL, ANSWER_SCREEN };

/* Members "moves", "distinct", "blocked" for what is asked. */
void answer_moves(struct text *to, const struct race *race, const struct race_state *state, struct race_ask ask,
                  enum answer_detail detail);
/* Pawns of the seat to play that others can capture with one roll. */
void answer_threats(struct text *to, const struct race *race, const struct race_state *state);
void answer_position(struct text *to, const struct race *race, const struct race_state *state);
void answer_pawns(struct text *to, const struct race *race, const struct race_state *state);
void answer_places(struct text *to, const struct race *race, const struct race_state *state);

/* An event; `after` is the position that it led to. */
void answer_event(struct text *to, const struct race *race, const struct race_state *after,
                  const struct race_event *event, enum answer_detail detail);

/* All that a screen shows of a match: turn, what is asked, moves, reasons, position. */
void answer_state(struct text *to, const struct match *match);
/* {"log":[events],"state":…} */
void answer_step(struct text *to, const struct match *match, const struct game_log *log);
/* The same of a game that is followed: {"line":…,"outcome":…,"log":[events],"state":…}; before it has begun, "line" alone. */
void answer_followed(struct text *to, const struct follow *follow, const struct follow_step *step);

#endif
