/* play.c - a game in play: each step is asked for before it is done. */
#include "match/play.h"

void play_open_with(struct play *play, const struct game *game, const struct game_rules *rules)
{
    bytes_fill(play, 0, sizeof *play);
    play->game = game;
    play->rules = rules;
    game->start(rules, &play->state, 0);
    game->moves(rules, &play->state, &play->moves);
}

bool play_open(struct play *play, struct game_rules *rules, const char *line, struct game_fault *fault)
{
    const struct game *game = game_with(line);
    if (!game)
        return game_fault_set(fault, "unknown-rules", "rules", "no rule set has this name");
    bytes_fill(rules, 0, sizeof *rules);
    if (!game->rules_read(rules, line, fault))
        return false;
    play_open_with(play, game, rules);
    return true;
}

struct game_turn play_turn(const struct play *play)
{
    return play->game->turn(play->rules, &play->state);
}

bool play_roll(struct play *play, unsigned outcome, struct game_log *log, struct game_fault *fault)
{
    if (play_turn(play).node != GAME_CHANCE)
        return game_fault_set(fault, "illegal", "roll", "this is not awaited now");
    if (outcome < 1 || outcome > play->game->n_outcomes(play->rules, &play->state))
        return game_fault_set(fault, "illegal", "roll", "the dice have no such outcome");
    bytes_fill(log, 0, sizeof *log);
    play->game->roll(play->rules, &play->state, outcome, &play->moves, log);
    return true;
}

bool play_move(struct play *play, unsigned move, struct game_log *log, struct game_fault *fault)
{
    if (play_turn(play).node != GAME_CHOICE)
        return game_fault_set(fault, "illegal", "play", "this is not awaited now");
    if (move >= play->moves.n)
        return game_fault_set(fault, "illegal", "play", "no legal move has this number");
    bytes_fill(log, 0, sizeof *log);
    play->game->play(play->rules, &play->state, &play->moves, move, log);
    return true;
}
