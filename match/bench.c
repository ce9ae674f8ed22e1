/* bench.c - the signature of bench.h. */
#include "match/bench.h"

#include "core/race.h"
#include "match/match.h"
#include "player/player.h"

enum { STEPS_A_GAME = 1500 };

struct dice {
    u64 seed;
};

static u64 next(struct dice *dice)
{
    return mix64(dice->seed++);
}

static u64 game_signature(struct match *match, const char *line, unsigned level, struct dice *dice, u64 signature)
{
    struct game_fault fault;
    struct game_log log;
    REQUIRE(match_open(match, line, &fault));
    for (unsigned step = 0; step < STEPS_A_GAME; step++) {
        const struct game_turn turn = match_turn(match);
        if (turn.node == GAME_OVER)
            break;
        if (turn.node == GAME_CHANCE)
            REQUIRE(match_roll(
                match, 1 + (unsigned)(next(dice) % match->play.game->n_outcomes(match->play.rules, &match->play.state)),
                &log, &fault));
        else
            REQUIRE(match_play(
                match,
                player_choose(&players[level], match->play.rules, &match->play.state, &match->play.moves, next(dice)),
                &log, &fault));
        signature = mix64(signature ^ match->play.game->hash(match->play.rules, &match->play.state));
    }
    return signature;
}

u64 bench_signature(void)
{
    struct match match;
    struct dice dice = {.seed = 1};
    u64 signature = 0;
    for (unsigned preset = 0; preset < race_n_presets; preset++)
        for (unsigned seats = race_presets[preset].seats_min; seats <= race_presets[preset].seats_max; seats++)
            for (unsigned level = 0; level < PLAYERS; level++) {
                char line[64];
                struct text to = text_over(line, sizeof line);
                text_put(&to, race_presets[preset].name);
                text_put(&to, " seats=");
                text_number(&to, seats);
                signature = game_signature(&match, line, level, &dice, signature);
            }
    return signature >> 1; /* fits a signed number */
}
