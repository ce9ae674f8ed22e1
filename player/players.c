/* players.c - the table of CPU players. */
#include "player/player.h"

const struct player players[PLAYERS] = {
    [PLAYER_RANDOM] = {"random", "plays any legal move", race_random_choose},
    [PLAYER_EASY] = {"easy", "captures and comes home when it can, else plays any move", race_easy_choose},
    [PLAYER_MEDIUM] = {"medium", "weighs captures, safety, danger, barriers and progress one move ahead",
                       race_medium_choose},
};

unsigned player_named(const char *name)
{
    unsigned k = 0;
    while (k < PLAYERS && !text_equal(players[k].name, name))
        k++;
    return k;
}

unsigned player_choose(const struct player *player, const struct game_rules *rules, const struct game_state *state,
                       const struct game_moves *moves, u64 noise)
{
    const struct race *race = (const struct race *)(const void *)rules->bytes;
    const struct race_state *position = (const struct race_state *)(const void *)state->bytes;
    const struct race_choices *choices = (const struct race_choices *)(const void *)moves;
    REQUIRE(choices->n > 0);
    return choices->n == 1 ? 0 : player->choose(race, position, choices, noise);
}
