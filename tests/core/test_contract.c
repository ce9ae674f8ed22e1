/* test_contract.c - what every game promises, by random play of every rule set and number of seats, and of rule sets with
 * house rules: moves unique and in order, positions valid, text both ways, replay equal, the game ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"
#include "core/race.h"
#include "match/match.h"

#ifdef DADA_DEBUG /* under sanitizers a game takes twenty times as long */
enum { GAMES = 1 };
#else
enum { GAMES = 6 };
#endif

/* House rules that change how a game flows; each must also end. */
static const char *const house_rules[] = {
    "ludo play_on=all",
    "ludo block=no-overtake finish=clamp",
    "ludo none_on_course=free-entry safe_squares=none",
    "ludo board_shape=by-seats seats=2 enter_on=1,6",
    "ludo board_shape=by-seats seats=3 capture_before_home=yes",
    "ludo teams=2x2 team_help=when-stuck",
    "ludo seats=6 teams=3x2 pawns=2",
    "ludo-relance seats=6 teams=2x3 pawns=2 play_on=all",
    "parchis teams=2x2",
    "parchis arms=3 seats=3",
    "parchis six_counts=12 finish=bounce",
    "parchis-salida start_out=2 triple_six=all-unsafe-home",
    "petits-chevaux capture_reward=roll home_reward=steps10 finish=clamp",
    "petits-chevaux finish_mode=slots none_on_course=three-tries",
    "petits-chevaux-barrages teams=2x2 team_barrier=mixed",
    "petits-chevaux-escalier own_sharing=stop-behind",
    "ludo-danish capture_mandatory=yes",
    "ludo-german slot_jump=no finish=bounce",
    "fia capacity=2 capture_reward=steps20",
    "ludo dice=2d6 triple_six=cancel+last-home",
    "ludo six_enters_two_or_sixth=yes enter_on=1,6 teams=2x2",
    "parchis six_counts=14-on-doubles dice=2d6 teams=2x2 none_on_course=three-tries",
    "parchis-american corridor_rule=single-no-jump team_help=when-stuck teams=2x2 finish=clamp",
    "ludo-german dice=2d6 capture_reward=roll",
    "ludo-danish dice=cowries6 enter_on=2,6,25 triple_six=cancel",
    "pachisi dice=d6 enter_on=6 move_optional=no teams=none play_on=first ranking=distance",
    "pachisi dice=2d6 enter_on=5 six_counts=14-on-doubles capture_mandatory=yes move_optional=no",
    "uckers move_optional=yes pawns=2",
};

/* A line of rules and position, that needs no escape in an address. */
static void check_line(const struct game *game, const struct game_rules *rules, const struct game_state *state)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/"; /* RFC 3986: of a path */
    char line[GAME_TEXT_MAX];
    struct text to = text_over(line, sizeof line);
    struct game_position position;
    struct game_fault fault;
    game_text_write(game, rules, state, &to);
    assert_false(to.cut);
    assert_int_equal(strspn(line, plain), to.length);
    if (!game_text_read(&position, line, &fault))
        fail_msg("%s: %s: %s", line, fault.at, fault.message);
    if (position.game != game || !bytes_equal(&position.rules, rules, sizeof *rules) ||
        !bytes_equal(&position.state, state, sizeof *state))
        fail_msg("a line is not read back: %s", line);
}

static void check_text(const struct game *game, const struct game_rules *rules, const struct game_state *state)
{
    char line[GAME_STATE_TEXT_MAX];
    struct text to = text_over(line, sizeof line);
    struct game_state back;
    struct game_fault fault;
    game->state_write(rules, state, &to);
    assert_false(to.cut);
    if (!game->state_read(rules, &back, line, &fault) || !bytes_equal(&back, state, sizeof back))
        fail_msg("a position is not read back: %s", line);
}

/* The moves are the same whether reasons are asked for or not: they are found in two ways. */
static void check_reasons(const struct game_rules *rules, const struct game_state *state)
{
    const struct race *race = (const struct race *)(const void *)rules->bytes;
    const struct race_state *position = (const struct race_state *)(const void *)state->bytes;
    struct race_move quick[RACE_MOVES_MAX], judged[RACE_MOVES_MAX];
    struct race_reason reasons[RACE_IDS];
    struct race_ask ask;
    const bool asked = race_asked(race, position, &ask);
    for (unsigned outcome = 1; outcome <= (asked ? 1 : race_outcomes(race)); outcome++) {
        if (!asked)
            ask = race_rolled(race, position, race_outcome(race, outcome));
        const unsigned n = race_moves(race, position, ask, quick, NULL);
        assert_int_equal(race_moves(race, position, ask, judged, reasons), n);
        assert_true(bytes_equal(quick, judged, n * sizeof *quick));
    }
}

/* Moves are unique, in a fixed order, and each is read back from its text. */
static void check_moves(const struct game *game, const struct game_rules *rules, const struct game_state *state)
{
    struct game_moves moves;
    game->moves(rules, state, &moves);
    const unsigned n = moves.n;
    char words[GAME_MOVES_MAX][GAME_MOVE_TEXT_MAX];
    assert_in_range(n, 1, GAME_MOVES_MAX);
    for (unsigned move = 0; move < n; move++) {
        struct text to = text_over(words[move], sizeof words[move]);
        struct game_fault fault;
        unsigned back;
        game->move_write(rules, state, move, &to);
        assert_false(to.cut);
        assert_true(game->move_read(rules, state, words[move], &back, &fault));
        assert_int_equal(back, move);
        for (unsigned other = 0; other < move; other++)
            assert_string_not_equal(words[other], words[move]);
        const bool declines = words[move][1] == ':';
        assert_true(declines ? move == n - 1 : !move || words[move][1] >= words[move - 1][1]);
    }
}

/* Plays one game at random; the number of steps it took. */
static u32 play(struct match *match, u64 *seed)
{
    const struct game *game = match->game;
    struct game_log log;
    struct game_fault fault;
    for (;;) {
        const struct game_turn turn = match_turn(match);
        if (!game->state_ok(&match->rules, &match->state)) {
            char words[GAME_STATE_TEXT_MAX];
            struct text to = text_over(words, sizeof words);
            game->state_write(&match->rules, &match->state, &to);
            fail_msg("%s reached a position that its rules can't hold: %s", match->line, words);
        }
        if (turn.node == GAME_OVER)
            return match->n_steps;
        check_text(game, &match->rules, &match->state);
        check_reasons(&match->rules, &match->state);
        if (match->n_steps % 16 == 0) /* reading rules takes longer than playing by them */
            check_line(game, &match->rules, &match->state);
        const u64 drawn = mix64((*seed)++);
        if (turn.node == GAME_CHANCE) {
            assert_true(match_roll(match, 1 + (unsigned)(drawn % game->n_outcomes(&match->rules, &match->state)), &log,
                                   &fault));
        } else {
            check_moves(game, &match->rules, &match->state);
            assert_true(match_play(match, (unsigned)(drawn % match->moves.n), &log, &fault));
        }
        if (match->n_steps >= MATCH_STEPS_MAX)
            fail_msg("%s has no end in %d steps", match->line, MATCH_STEPS_MAX);
    }
}

static void check_places(const struct match *match)
{
    u8 places[GAME_SEATS_MAX];
    unsigned first = 0;
    const unsigned seats = match->game->n_seats(&match->rules);
    match->game->places(&match->rules, &match->state, places);
    for (unsigned seat = 0; seat < seats; seat++) {
        unsigned before = 0;
        for (unsigned other = 0; other < seats; other++)
            before += places[other] < places[seat];
        assert_int_equal(places[seat], before + 1); /* 1-2-2-4 */
        first += places[seat] == 1;
    }
    assert_true(first >= 1);
}

static void check_replay(const struct match *match)
{
    static char record[MATCH_RECORD_MAX];
    static struct match again;
    struct text to = text_over(record, sizeof record);
    struct game_fault fault;
    match_record_write(match, &to);
    assert_false(to.cut);
    assert_true(match_record_read(&again, record, &fault));
    assert_true(bytes_equal(&again.state, &match->state, sizeof again.state));
    assert_int_equal(again.n_steps, match->n_steps);
}

static void check_game(const char *line, u64 *seed)
{
    static struct match match;
    struct game_fault fault;
    for (unsigned k = 0; k < GAMES; k++) {
        if (!match_open(&match, line, &fault))
            fail_msg("%s: %s: %s", line, fault.at, fault.message);
        play(&match, seed);
        check_places(&match);
        check_replay(&match);
    }
}

static void every_rule_set_and_number_of_seats(void **unused)
{
    u64 seed = 1;
    unsigned played = 0;
    (void)unused;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned k = 0; (*game)->rule_set(k); k++)
            for (unsigned seats = 2; seats <= GAME_SEATS_MAX; seats++) {
                char line[64];
                struct game_rules rules;
                struct game_fault fault;
                snprintf(line, sizeof line, "%s seats=%u", (*game)->rule_set(k), seats);
                if (!(*game)->rules_read(&rules, line, &fault)) {
                    assert_string_equal(fault.at, "seats");
                    assert_true(seats != 4);
                    continue;
                }
                check_game(line, &seed);
                played++;
            }
    unsigned listed = 0; /* another test holds these numbers against rulesets.json */
    for (unsigned k = 0; k < race_n_presets; k++)
        listed += race_presets[k].seats_max - race_presets[k].seats_min + 1u;
    assert_int_equal(played, listed);
}

static void house_rules_end_too(void **unused)
{
    u64 seed = 1000000;
    (void)unused;
    for (size_t k = 0; k < COUNT(house_rules); k++)
        check_game(house_rules[k], &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_set_and_number_of_seats),
        cmocka_unit_test(house_rules_end_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
