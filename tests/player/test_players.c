/* test_players.c - players choose legal moves, and each is clearly stronger than the one before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "match/match.h"
#include "player/player.h"

/* Of four equals each wins a quarter: 50 of 200, and in one of a thousand samples 70 or more; of two teams each wins a
 * half, and in one of a thousand samples 123 or more. Under sanitizers, where a game takes twenty times as long, a few
 * games show that the moves are legal. */
#ifdef DADA_DEBUG
enum { GAMES = 8, ENOUGH = 1, ENOUGH_IN_TEAMS = 1 };
#else
enum { GAMES = 200, ENOUGH = 70, ENOUGH_IN_TEAMS = 123 };
#endif

/* Does a player win often enough against others, sitting in each seat in turn, in teams with its like as partner? */
static bool beats(const char *line, unsigned level, unsigned others, u64 seed)
{
    static struct match match;
    struct game_fault fault;
    unsigned won = 0;
    assert_true(match_open(&match, line, &fault));
    const struct game *game = match.play.game;
    const bool teams = ((const struct race *)(const void *)match.play.rules->bytes)->n_teams;
    for (unsigned k = 0; k < GAMES; k++) {
        struct game_state state = match.play.state;
        struct game_moves moves = match.play.moves;
        u8 places[GAME_SEATS_MAX];
        for (struct game_turn turn; (turn = game->turn(match.play.rules, &state)).node != GAME_OVER;) {
            const u64 drawn = mix64(seed++);
            const bool mine = teams ? turn.seat % 2 == k % 2 : turn.seat == k % 4;
            const unsigned who = mine ? level : others;
            if (turn.node == GAME_CHANCE) {
                game->roll(match.play.rules, &state, 1 + (unsigned)(drawn % game->n_outcomes(match.play.rules, &state)),
                           &moves, NULL);
            } else {
                const unsigned move = player_choose(&players[who], match.play.rules, &state, &moves, drawn);
                assert_true(move < moves.n);
                game->play(match.play.rules, &state, &moves, move, NULL);
            }
        }
        game->places(match.play.rules, &state, places);
        won += places[k % 4] == 1;
    }
    return won >= (teams ? ENOUGH_IN_TEAMS : ENOUGH);
}

static void medium_beats_three_random(void **unused)
{
    (void)unused;
    for (unsigned k = 0; games[0]->rule_set(k); k++)
        if (!beats(games[0]->rule_set(k), PLAYER_MEDIUM, PLAYER_RANDOM, k * 1000000))
            fail_msg("medium doesn't beat random in %s", games[0]->rule_set(k));
}

static void easy_beats_three_random(void **unused)
{
    (void)unused;
    assert_true(beats("ludo", PLAYER_EASY, PLAYER_RANDOM, 5));
}

static void medium_beats_three_easy(void **unused)
{
    (void)unused;
    assert_true(beats("ludo", PLAYER_MEDIUM, PLAYER_EASY, 7));
}

/* Where moves may be declined, four who wait for a safer throw would wait for ever: this game ends. */
static void medium_players_come_to_an_end(void **unused)
{
    (void)unused;
    assert_true(beats("ludo move_optional=yes", PLAYER_MEDIUM, PLAYER_RANDOM, 9));
    (void)beats("ludo move_optional=yes", PLAYER_MEDIUM, PLAYER_MEDIUM, 11);
}

static void names_are_found(void **unused)
{
    (void)unused;
    for (unsigned k = 0; k < PLAYERS; k++)
        assert_int_equal(player_named(players[k].name), k);
    assert_int_equal(player_named("hard"), PLAYERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medium_beats_three_random), cmocka_unit_test(easy_beats_three_random),
        cmocka_unit_test(medium_beats_three_easy),   cmocka_unit_test(medium_players_come_to_an_end),
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
