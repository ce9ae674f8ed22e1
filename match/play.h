/* play.h - a game in play, without its past: rules, position, and what may be done now. A value of half a kilobyte, copied by
 * assignment. The only door to apply a roll or a move; a match (match.h) keeps what went through it as a record, a sealed game
 * (sealed.h) as lines that can be verified. */
#ifndef MATCH_PLAY_H
#define MATCH_PLAY_H

#include "core/game.h"

struct play {
    const struct game *game;
    const struct game_rules *rules; /* the caller's: many games may share them */
    struct game_state state;
    struct game_moves moves; /* of the node that the state is at */
};

/* Starts a game from a rule set with its changes, `ludo seats=4 block=none`, compiled into `rules`, which must last as long as
 * the game. False: `fault` names what is wrong. */
NODISCARD bool play_open(struct play *play, struct game_rules *rules, const char *line, struct game_fault *fault);
/* The same with rules that were compiled before. */
void play_open_with(struct play *play, const struct game *game, const struct game_rules *rules);
/* Who does what now. */
NODISCARD struct game_turn play_turn(const struct play *play);

/* Plays a roll, or the move of this number; `log` (never NULL) gets what happened. False, and nothing done: `fault` tells
 * that it is not awaited, or that the number is out of range. */
NODISCARD bool play_roll(struct play *play, unsigned outcome, struct game_log *log, struct game_fault *fault);
NODISCARD bool play_move(struct play *play, unsigned move, struct game_log *log, struct game_fault *fault);

#endif
