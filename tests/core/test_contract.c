/* test_contract.c - what every game promises, by random play of every rule set and number of seats, and of rule sets with
 * house rules: somebody rolls or has a move, moves unique and in order, positions valid and squares never fuller than the
 * rules allow, text both ways, replay equal, the game ends within its bound.
 *
 * usage: core_test_contract [GAMES [RULE_SET]]    the first of its tests, with so many games, and how long they were
 *
 * Order: bounds, house rules; what is asked of a position; a game; all games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"
#include "core/race.h"
#include "match/match.h"
#include "tests/core/standing.h"

#ifdef DADA_DEBUG /* under sanitizers a game takes twenty times as long */
enum { GAMES = 1 };
#else
enum { GAMES = 6 };
#endif
enum {
    CLOSELY = 8, /* of the games that follow the first GAMES, text is tested at one step of so many: it takes longest */
    ANY_LENGTH = MATCH_STEPS_MAX
};

/* The most rolls that a random game may take with 2 to 8 seats: five times the mean of forty games of the second
 * implementation, rounded up to hundreds, as tests/slow/lengths.py prints it. The longest game known, of 620,000, took 7,793
 * rolls: petits-chevaux-barrages with eight seats. */
static const struct {
    const char *rule_set;
    u32 rolls[GAME_SEATS_MAX - 1];
} bounds[] = {
    {"ludo", {900, 1400, 2000, 4000, 5000, 8700, 11000}},
    {"ludo-relance", {900, 1400, 2000, 4100, 5300, 8700, 11500}},
    {"parchis", {1000, 1400, 1800, 3400, 4100, 7000, 8200}},
    {"parchis-salida", {1000, 1300, 1600, 3200, 3900, 6600, 8500}},
    {"petits-chevaux", {1100, 1700, 2400, 4700, 6500, 11500, 15400}},
    {"petits-chevaux-barrages", {1100, 1700, 2500, 4700, 6400, 12000, 14600}},
    {"petits-chevaux-escalier", {2100, 3600, 5500}},
    {"ludo-danish", {800, 1400, 1900}},
    {"ludo-german", {900, 1600, 2500}},
    {"fia", {800, 1400, 2100}},
    {"eile-mit-weile", {1200, 2100, 3500}},
    {"parchis-american", {500, 600, 800}},
    {"pachisi", {0, 0, 3200}},
    {"uckers", {0, 0, 1100}},
};

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
    "ludo-german pawns=2 start_out=1",
    "parchis-salida seats=2 pawns=2 start_out=2",
    "petits-chevaux-escalier pawns=2 start_out=1",
    "pachisi pawns=2 finish=clamp",
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

/* Each outcome of the dice is read back from its text, as the first outcome that rolls the same. */
static void check_outcomes(const struct game *game, const struct game_rules *rules, const struct game_state *state)
{
    for (unsigned outcome = 1; outcome <= game->n_outcomes(rules, state); outcome++) {
        char word[GAME_OUTCOME_TEXT_MAX], again[GAME_OUTCOME_TEXT_MAX];
        struct text to = text_over(word, sizeof word), to_again = text_over(again, sizeof again);
        unsigned back = 0;
        game->outcome_write(rules, outcome, &to);
        assert_false(to.cut);
        assert_true(game->outcome_read(rules, word, &back));
        assert_in_range(back, 1, outcome);
        game->outcome_write(rules, back, &to_again);
        assert_string_equal(again, word);
    }
}

/* Moves are those that were handed on, unique, in a fixed order, and each is read back from its text. */
static void check_moves(const struct match *match)
{
    const struct game *game = match->play.game;
    const struct game_rules *rules = match->play.rules;
    const struct game_state *state = &match->play.state;
    struct game_moves moves = {0};
    game->moves(rules, state, &moves);
    const unsigned n = moves.n;
    char words[GAME_MOVES_MAX][GAME_MOVE_TEXT_MAX];
    assert_in_range(n, 1, GAME_MOVES_MAX);
    assert_int_equal(match->play.moves.n, n);
    assert_true(bytes_equal(match->play.moves.bytes, moves.bytes, n * sizeof(struct race_move)));
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

/* The position is one that its rules can hold, by both judges. */
static void check_position(const struct match *match)
{
    const struct race *race = (const struct race *)(const void *)match->play.rules->bytes;
    const struct race_state *position = (const struct race_state *)(const void *)match->play.state.bytes;
    const char *why = match->play.game->state_ok(match->play.rules, &match->play.state)
                          ? standing_fault(&race->o, race->n_seats, race->n_arms, position->at)
                          : "state_ok refuses it";
    if (!why)
        return;
    char words[GAME_STATE_TEXT_MAX];
    struct text to = text_over(words, sizeof words);
    match->play.game->state_write(match->play.rules, &match->play.state, &to);
    fail_msg("%s reached a position that its rules can't hold: %s: %s", match->line, words, why);
}

/* --- a game ---------------------------------------------------------------------------------------------------------- */

/* Plays one game at random; the number of its rolls, which `most` bounds. */
static u32 play(struct match *match, bool closely, u32 most, u64 *seed)
{
    const struct game *game = match->play.game;
    struct game_log log;
    struct game_fault fault;
    u32 rolls = 0;
    for (;;) {
        const struct game_turn turn = match_turn(match);
        check_position(match);
        if (turn.node == GAME_OVER)
            return rolls;
        assert_in_range(turn.seat, 0, game->n_seats(match->play.rules) - 1);
        const bool read = closely || match->n_steps % CLOSELY == 0;
        if (read) {
            check_text(game, match->play.rules, &match->play.state);
            check_reasons(match->play.rules, &match->play.state);
        }
        if (match->n_steps % (closely ? 16 : 16 * CLOSELY) == 0) /* reading rules takes longer than playing by them */
            check_line(game, match->play.rules, &match->play.state);
        const u64 drawn = mix64((*seed)++);
        if (turn.node == GAME_CHANCE) {
            assert_int_equal(match->play.moves.n, 0);
            assert_true(match_roll(
                match, 1 + (unsigned)(drawn % game->n_outcomes(match->play.rules, &match->play.state)), &log, &fault));
            rolls++;
        } else {
            assert_in_range(match->play.moves.n, 1, GAME_MOVES_MAX);
            if (read)
                check_moves(match);
            assert_true(match_play(match, (unsigned)(drawn % match->play.moves.n), &log, &fault));
        }
        if (rolls > most || match->n_steps >= MATCH_STEPS_MAX)
            fail_msg("%s has no end in %u rolls", match->line, rolls);
    }
}

static void check_places(const struct match *match)
{
    u8 places[GAME_SEATS_MAX];
    unsigned first = 0;
    const unsigned seats = match->play.game->n_seats(match->play.rules);
    match->play.game->places(match->play.rules, &match->play.state, places);
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
    assert_true(bytes_equal(&again.play.state, &match->play.state, sizeof again.play.state));
    assert_int_equal(again.n_steps, match->n_steps);
}

struct lengths {
    u64 rolls;
    u32 longest;
};

static struct lengths check_games(const char *line, u32 n, u32 most, u64 *seed)
{
    static struct match match;
    struct lengths lengths = {0};
    struct game_fault fault;
    for (u32 k = 0; k < n; k++) {
        if (!match_open(&match, line, &fault))
            fail_msg("%s: %s: %s", line, fault.at, fault.message);
        if (!k)
            check_outcomes(match.play.game, match.play.rules, &match.play.state);
        const u32 rolls = play(&match, k < GAMES, most, seed);
        check_places(&match);
        check_replay(&match);
        lengths.rolls += rolls;
        lengths.longest = rolls > lengths.longest ? rolls : lengths.longest;
    }
    return lengths;
}

/* --- all games ------------------------------------------------------------------------------------------------------- */

/* What was asked for: so many games, of this rule set or of all. */
static u32 n_games = GAMES;
static const char *only;

static u32 bound_of(const char *rule_set, unsigned seats)
{
    for (size_t k = 0; k < COUNT(bounds); k++)
        if (text_equal(bounds[k].rule_set, rule_set))
            return bounds[k].rolls[seats - 2];
    return 0;
}

/* Plays the games of a rule set with so many seats; false if it isn't for so many. */
static bool check_rule_set(const struct game *game, const char *rule_set, unsigned seats)
{
    char line[64];
    struct game_rules rules;
    struct game_fault fault;
    u64 seed = (u64)seats << 32;
    const u32 most = bound_of(rule_set, seats);
    snprintf(line, sizeof line, "%s seats=%u", rule_set, seats);
    if (!game->rules_read(&rules, line, &fault)) {
        assert_string_equal(fault.at, "seats");
        assert_true(seats != 4);
        return false;
    }
    if (!most)
        fail_msg("%s has no bound", line);
    if (only && !text_equal(only, rule_set))
        return true;
    const struct lengths lengths = check_games(line, n_games, most, &seed);
    if (n_games > GAMES)
        printf("%s: %u games, %u rolls on average, %u at most, %u allowed\n", line, n_games,
               (unsigned)(lengths.rolls / n_games), lengths.longest, most);
    return true;
}

static void every_rule_set_and_number_of_seats(void **unused)
{
    unsigned played = 0;
    (void)unused;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned k = 0; (*game)->rule_set(k); k++)
            for (unsigned seats = 2; seats <= GAME_SEATS_MAX; seats++)
                played += check_rule_set(*game, (*game)->rule_set(k), seats);
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
        (void)check_games(house_rules[k], GAMES, ANY_LENGTH, &seed);
}

/* Positions that a rule of the text allows or forbids: the judge beside state_ok must tell them apart. */
static void standing_is_judged(void **unused)
{
    static const struct {
        const char *line;
        bool good;
        u8 n, pawn[4][2]; /* so many pawns: id, of which four are a seat's, and progress */
    } rows[] = {
        {"ludo", true, 2, {{0, 10}, {1, 10}}},                         /* 2.1: own pieces share */
        {"ludo", false, 2, {{0, 10}, {4, 49}}},                        /* a lone enemy is captured */
        {"ludo", true, 2, {{0, 8}, {4, 47}}},                          /* on a star enemies coexist */
        {"ludo", true, 3, {{0, 8}, {1, 8}, {4, 47}}},                  /* the pair came together there */
        {"ludo", false, 4, {{0, 8}, {1, 8}, {4, 47}, {5, 47}}},        /* no landing on a pair */
        {"ludo-relance", true, 4, {{0, 0}, {1, 0}, {4, 39}, {5, 39}}}, /* A-L1: entering is never blocked */
        {"ludo safe_squares=none enter_capture=never", true, 2, {{0, 0}, {4, 39}}}, /* 10.1 */
        {"ludo safe_squares=none enter_capture=never", false, 2, {{4, 39}, {8, 26}}},
        {"ludo seats=3 board_shape=by-seats", true, 2, {{0, 21}, {4, 8}}},
        {"ludo seats=3 board_shape=by-seats", false, 2, {{0, 39}, {4, 26}}}, /* 1.3: the bridge has no star */
        {"ludo seats=2 board_shape=by-seats", true, 2, {{0, 24}, {4, 8}}},
        {"ludo seats=2", false, 1, {{8, 1}}},
        {"ludo pawns=2", false, 1, {{2, 5}}},
        {"ludo", false, 1, {{0, 57}}},
        {"ludo", true, 2, {{0, 52}, {1, 52}}},
        {"parchis", true, 2, {{0, 7}, {4, 58}}}, /* 4.2: at most two, and on a safe square of two colours */
        {"parchis", false, 3, {{0, 7}, {1, 7}, {4, 58}}},
        {"parchis", false, 2, {{0, 6}, {4, 57}}},
        {"parchis", false, 3, {{0, 65}, {1, 65}, {2, 65}}},
        {"petits-chevaux", false, 2, {{0, 10}, {1, 10}}}, /* 6.1 */
        {"petits-chevaux", false, 2, {{0, 57}, {1, 57}}},
        {"petits-chevaux teams=2x2", false, 2, {{0, 10}, {8, 38}}}, /* 6.4 */
        {"petits-chevaux-barrages", true, 3, {{0, 10}, {1, 10}, {2, 10}}},
        {"petits-chevaux-barrages teams=2x2", true, 2, {{0, 10}, {8, 38}}},
        {"petits-chevaux safe_squares=castles", true, 2, {{0, 9}, {4, 51}}}, /* 10.1: four before the arm's end */
        {"petits-chevaux safe_squares=castles", false, 2, {{0, 10}, {4, 52}}},
        {"ludo-danish", false, 2, {{0, 8}, {4, 47}}}, /* 7.1: a globe is held by one */
        {"ludo-german", false, 2, {{0, 41}, {1, 41}}},
        {"fia", true, 2, {{0, 0}, {1, 0}}}, /* 7.3: a 6 enters two */
        {"fia", false, 2, {{0, 1}, {1, 1}}},
        {"parchis-american", false, 2, {{0, 7}, {4, 58}}}, /* 7.5: no landing beside an opponent */
        {"parchis-american", false, 2, {{0, 0}, {4, 51}}},
        {"pachisi", true, 2, {{0, 12}, {8, 46}}}, /* 7.7: pieces of one team stack freely */
        {"pachisi", false, 2, {{0, 12}, {4, 63}}},
    };
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct race_setup setup;
        struct race race;
        struct game_fault fault;
        u8 at[RACE_IDS];
        assert_true(race_setup_read(&setup, rows[k].line, &fault) && race_compile(&race, &setup, &fault));
        bytes_fill(at, RACE_BASE, sizeof at);
        for (unsigned j = 0; j < rows[k].n; j++)
            at[rows[k].pawn[j][0]] = rows[k].pawn[j][1];
        const char *why = standing_fault(&race.o, race.n_seats, race.n_arms, at);
        if (rows[k].good != !why)
            fail_msg("row %u, %s: %s", (unsigned)k, rows[k].line, why ? why : "not refused");
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_set_and_number_of_seats),
        cmocka_unit_test(house_rules_end_too),
        cmocka_unit_test(standing_is_judged),
    };
    const struct CMUnitTest campaign[] = {cmocka_unit_test(every_rule_set_and_number_of_seats)};
    if (argc == 1)
        return cmocka_run_group_tests(tests, NULL, NULL);
    n_games = (u32)strtoul(argv[1], NULL, 10);
    only = argc > 2 ? argv[2] : NULL;
    if (!n_games || argc > 3 || (only && !game_with(only))) {
        fputs("usage: core_test_contract [GAMES [RULE_SET]]\n", stderr);
        return 2;
    }
    return cmocka_run_group_tests(campaign, NULL, NULL);
}
