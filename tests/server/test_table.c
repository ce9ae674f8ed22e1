/* test_table.c - a table under a clock of the test's: clocks and their end, standing in and coming back, what is refused, the end.
 * What must come is from rules.md 9, ux.md R20 to R23 and the seeds' clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/limits.h"
#include "server/table/table.h"

enum { KEPT = 4096 };

static struct {
    struct msg kept[KEPT]; /* events, as they happened */
    unsigned n, n_ended;
    struct store_result result;
    u64 noise;
    struct shelf shelf;
    struct fair_bytes seal;
    i64 now_ms;
    u32 id;
} world;

static void keep(void *context, struct table *table, const struct msg *event)
{
    (void)context, (void)table;
    assert_true(world.n < KEPT);
    assert_int_equal(event->v, table->version);
    world.kept[world.n++] = *event;
}
static void begin(void *context, struct table *table)
{
    (void)context, (void)table;
}
static void end(void *context, struct table *table, const struct store_result *result)
{
    (void)context, (void)table;
    world.result = *result;
    world.n_ended++;
}
static void tell(void *context, struct table *table, const struct msg *msg)
{
    (void)context, (void)table, (void)msg;
}
static void draw(void *context, u8 *bytes, size_t n)
{
    (void)context;
    for (size_t k = 0; k < n; k++)
        bytes[k] = (u8)(world.noise = mix64(world.noise));
}

static const struct table_ports ports = {NULL, keep, begin, end, tell, draw};
static const struct table_options options = {.grace_ms = 30000,
                                             .bot_ms = 500,
                                             .idle_open_ms = 3600000,
                                             .idle_public_ms = 600000,
                                             .idle_private_ms = 604800000,
                                             .idle_over_ms = 3600000};

static struct table_world now(void)
{
    return (struct table_world){&options,    &ports,       &world.shelf,
                                &world.seal, world.now_ms, 1800000000000 + world.now_ms};
}

static struct player_id person(unsigned k)
{
    char secret[32];
    struct player_id player;
    snprintf(secret, sizeof secret, "a-person-of-the-test-%02u", k);
    player_of_device(secret, &player);
    return player;
}

/* The code of the refusal; NULL: done. */
static const char *ask(struct table *table, unsigned who, struct msg command)
{
    static struct table_verdict verdict;
    const struct table_world world_now = now();
    const struct player_id player = person(who);
    command.id = ++world.id;
    command.v = command.v ? command.v : table->version;
    table_command(table, &world_now, &player, &command, &verdict);
    return verdict.code;
}

static void tick_at(struct table *table, i64 now_ms)
{
    world.now_ms = now_ms;
    const struct table_world world_now = now();
    table_tick(table, &world_now);
}

/* A table of so many people, all there, whose game has begun. */
static struct table *begun(const char *rules, unsigned people, unsigned clock, bool open, bool choose, u64 noise)
{
    struct msg settings = {
        .kind = MSG_settings,
        .settings = {.table = "TEST", .seats = people, .clock = clock, .open = open, .choose = choose}};
    struct table_verdict verdict;
    const struct player_id host = person(0);
    world.n = world.n_ended = 0;
    world.now_ms = 1000;
    world.noise = noise;
    snprintf(settings.settings.rules, sizeof settings.settings.rules, "%s", rules);
    player_write(&host, settings.settings.host);
    const struct table_world world_now = now();
    struct table *table = table_make(&settings, &world_now, &verdict);
    assert_non_null(table);
    for (unsigned k = 0; k < people; k++) {
        const struct player_id player = person(k);
        struct msg sit = {.kind = MSG_sit, .sit.seat = (i64)k};
        snprintf(sit.sit.name, sizeof sit.sit.name, "Person %c", 'A' + (int)k);
        table_came(table, &world_now, &player);
        assert_null(ask(table, k, sit));
    }
    assert_null(ask(table, 0, (struct msg){.kind = MSG_start}));
    assert_int_equal(table->phase, TABLE_PLAYING);
    return table;
}

static struct game_turn turn_of(const struct table *table)
{
    return play_turn(&table->sealed->play);
}

static i32 left(const struct table *table)
{
    return clock_left_ms(&table->clock, world.now_ms);
}

static const char *throw_by(struct table *table, unsigned who)
{
    return ask(table, who, (struct msg){.kind = MSG_roll});
}

static const char *move_by(struct table *table, unsigned who, unsigned number)
{
    struct msg move = {.kind = MSG_move};
    const struct play *play = &table->sealed->play;
    struct text to = text_over(move.move.move, sizeof move.move.move);
    play->game->move_write(play->rules, &play->state, number, &to);
    return ask(table, who, move);
}

/* --- clocks ----------------------------------------------------------------------------------------------------------------------- */

static void the_clock_throws_and_moves(void **unused)
{
    struct table *table = begun("ludo", 2, 20, false, false, 7);
    (void)unused;
    const unsigned first = turn_of(table).seat;
    assert_int_equal(left(table), 20000);
    tick_at(table, 1000 + 19999);
    assert_int_equal(table->seat[first].late, 0); /* not yet */
    const unsigned before = world.n;
    tick_at(table, 1000 + 20000);
    assert_int_equal(table->seat[first].late, 1);
    assert_string_equal(world.kept[before].line.why, "clock");
    assert_memory_equal(world.kept[before].line.line, "roll 0 ", 7);
    assert_int_equal(turn_of(table).node, GAME_CHANCE); /* what the throw asked for is done, too */
    assert_int_equal(left(table), 20000);               /* the next decision has a clock of its own */
    table_free(table);
}

static void three_in_a_row_hand_the_seat_over(void **unused)
{
    struct table *table = begun("ludo", 2, 15, false, false, 11);
    (void)unused;
    for (unsigned k = 0; k < 40 && !table->seat[0].standin; k++) {
        if (turn_of(table).seat == 0) {
            const u8 late = table->seat[0].late;
            tick_at(table, world.now_ms + 15000);
            assert_int_equal(table->seat[0].late, late + 1);
            assert_int_equal(table->seat[0].standin, late == 2 ? STANDIN_CLOCK : STANDIN_NONE);
        } else {
            world.now_ms += 100;
            assert_null(turn_of(table).node == GAME_CHANCE ? throw_by(table, 1) : move_by(table, 1, 0));
        }
    }
    assert_int_equal(table->seat[0].standin, STANDIN_CLOCK);
    assert_string_equal(world.kept[world.n - 2].standin.why, "clock");
    assert_string_equal(world.kept[world.n - 1].line.line, "by 0 bot:medium:1");
    assert_null(ask(table, 0, (struct msg){.kind = MSG_back}));
    assert_int_equal(table->seat[0].standin, STANDIN_NONE);
    assert_int_equal(table->seat[0].late, 0);
    assert_string_equal(world.kept[world.n - 1].line.line, "by 0 human");
    table_free(table);
}

static void ones_own_throw_forgives(void **unused)
{
    struct table *table = begun("ludo", 2, 15, false, false, 13);
    (void)unused;
    const unsigned first = turn_of(table).seat;
    tick_at(table, world.now_ms + 15000);
    assert_int_equal(table->seat[first].late, 1);
    for (unsigned k = 0; k < 20 && turn_of(table).seat != first; k++)
        assert_null(turn_of(table).node == GAME_CHANCE ? throw_by(table, 1 - first) : move_by(table, 1 - first, 0));
    assert_null(throw_by(table, first));
    assert_int_equal(table->seat[first].late, 0);
    table_free(table);
}

/* A game whose first throw is a 6 that leaves a choice: in all of these the player may choose. */
static struct table *begun_with_a_six(unsigned *first)
{
    for (u64 noise = 1;; noise++) {
        struct table *table = begun("ludo", 2, 20, false, true, noise);
        *first = turn_of(table).seat;
        world.now_ms += 8000;
        assert_null(throw_by(table, *first));
        if (turn_of(table).node == GAME_CHOICE)
            return table; /* all pawns are in the base: only a 6 brings one out */
        table_free(table);
    }
}

static void throw_and_move_share_a_clock_and_a_six_has_a_fresh_one(void **unused)
{
    unsigned first;
    struct table *table = begun_with_a_six(&first);
    (void)unused;
    assert_int_equal(left(table), 12000); /* of the same clock */
    world.now_ms += 3000;
    assert_null(move_by(table, first, 0));
    assert_int_equal(turn_of(table).seat, first); /* a 6 throws again */
    assert_int_equal(turn_of(table).node, GAME_CHANCE);
    assert_int_equal(left(table), 20000); /* S000: a fresh clock for the extra throw */
    table_free(table);
}

/* Parchís: capturing gives 20, whose count goes on with the clock of its throw. */
static void a_bonus_goes_on_with_the_same_clock(void **unused)
{
    (void)unused;
    for (u64 noise = 1; noise < 400; noise++) {
        struct table *table = begun("parchis", 2, 600, false, true, noise);
        for (unsigned k = 0; k < 300 && table->phase == TABLE_PLAYING; k++) {
            const struct game_turn turn = turn_of(table);
            const i32 before = left(table);
            world.now_ms += 1000;
            const bool chance = turn.node == GAME_CHANCE;
            assert_null(chance ? throw_by(table, turn.seat) : move_by(table, turn.seat, 0));
            if (table->phase != TABLE_PLAYING)
                break;
            const struct game_turn next = turn_of(table);
            const bool bonus = !chance && next.node == GAME_CHOICE && next.seat == turn.seat;
            assert_int_equal(left(table), next.node == GAME_CHOICE ? before - 1000 : 600000);
            if (bonus) {
                table_free(table);
                return;
            }
        }
        table_free(table);
    }
    fail_msg("no bonus in all these games");
}

static void lag_is_given_back(void **unused)
{
    struct table *table = begun("ludo", 2, 20, false, false, 17);
    (void)unused;
    const unsigned first = turn_of(table).seat;
    const struct player_id player = person(first);
    table_round_trip(table, &player, 500);
    assert_int_equal(table_due_ms(table, &options), 1000 + 20000 + 500);
    tick_at(table, 1000 + 20499);
    assert_int_equal(table->seat[first].late, 0);
    assert_null(throw_by(table, first)); /* in time, by its lag */
    assert_int_equal(table->seat[first].quota_ms, CLOCK_QUOTA_MS - 499 + CLOCK_QUOTA_TURN_MS);
    table_free(table);
}

static void pauses_hold_the_clock(void **unused)
{
    struct table *table = begun("ludo", 2, 20, false, false, 19);
    (void)unused;
    world.now_ms += 5000;
    assert_null(ask(table, 0, (struct msg){.kind = MSG_pause}));
    assert_false(table->paused); /* one wants it */
    assert_null(ask(table, 1, (struct msg){.kind = MSG_pause}));
    assert_true(table->paused);
    tick_at(table, world.now_ms + 3600000);
    assert_int_equal(left(table), 15000);
    assert_string_equal(throw_by(table, turn_of(table).seat), "state");
    assert_null(ask(table, 1, (struct msg){.kind = MSG_resume}));
    assert_int_equal(left(table), 15000);
    table_free(table);
    table = begun("ludo", 2, 20, true, false, 19);
    assert_string_equal(ask(table, 0, (struct msg){.kind = MSG_pause}), "state"); /* not in public */
    table_free(table);
}

/* Whoever leaves and comes back gains no time. */
static void leaving_and_coming_back_gains_nothing(void **unused)
{
    struct table *table = begun("ludo", 2, 20, true, false, 43);
    (void)unused;
    const unsigned first = turn_of(table).seat;
    world.now_ms += 14000;
    assert_null(ask(table, first, (struct msg){.kind = MSG_stand}));
    assert_int_equal(world.kept[world.n - 1].line.left, -1); /* a computer decides */
    world.now_ms += 100;
    assert_null(ask(table, first, (struct msg){.kind = MSG_back}));
    assert_int_equal(left(table), 6000);
    assert_int_equal(world.kept[world.n - 1].line.left, 6000);
    table_free(table);
}

/* --- people ------------------------------------------------------------------------------------------------------------------------- */

static void acts_once_and_not_late(void **unused)
{
    struct table *table = begun("ludo", 2, 0, false, false, 23);
    (void)unused;
    const unsigned first = turn_of(table).seat;
    const i64 known = table->version;
    assert_string_equal(throw_by(table, 1 - first), "turn");
    assert_null(throw_by(table, first));
    const u32 version = table->version;
    world.id--;
    (void)throw_by(table, first); /* the same number again */
    assert_int_equal(table->version, version);
    world.id += 10;
    assert_string_equal(ask(table, first, (struct msg){.kind = MSG_roll, .v = known}), "late");
    assert_string_equal(ask(table, 9, (struct msg){.kind = MSG_roll}), "seat");
    assert_string_equal(ask(table, 1, (struct msg){.kind = MSG_start}), "host");
    assert_int_equal(table->version, version);
    table_free(table);
}

static void a_computer_comes_after_the_grace_time(void **unused)
{
    struct table *table = begun("ludo", 2, 600, false, false, 29);
    const struct player_id player = person(1);
    (void)unused;
    const struct table_world left_at = now();
    table_went(table, &left_at, &player);
    tick_at(table, 1000 + 29999);
    assert_int_equal(table->seat[1].standin, STANDIN_NONE);
    tick_at(table, 1000 + 30000);
    assert_int_equal(table->seat[1].standin, STANDIN_AWAY);
    table_free(table);

    table = begun("ludo", 2, 0, false, false, 29); /* private, without a clock: only when somebody asks (R31) */
    const struct table_world again = now();
    table_went(table, &again, &player);
    tick_at(table, 4000000);
    assert_int_equal(table->seat[1].standin, STANDIN_NONE);
    assert_null(ask(table, 0, (struct msg){.kind = MSG_hand, .hand.seat = 1}));
    assert_int_equal(table->seat[1].standin, STANDIN_ASKED);
    table_free(table);
}

static void wants_are_looked_at_again_when_people_go(void **unused)
{
    struct table *table = begun("ludo", 3, 20, false, false, 47);
    const struct player_id third = person(2);
    (void)unused;
    assert_null(ask(table, 0, (struct msg){.kind = MSG_pause}));
    assert_null(ask(table, 1, (struct msg){.kind = MSG_pause}));
    assert_false(table->paused);
    const struct table_world left_at = now();
    table_went(table, &left_at, &third);
    assert_true(table->paused); /* all who are there want it */
    table_free(table);

    table = begun("ludo", 3, 0, false, false, 47);
    for (unsigned k = 0; k < 2; k++)
        assert_null(ask(table, k, (struct msg){.kind = MSG_resign}));
    assert_int_equal(table->phase, TABLE_OVER);
    for (unsigned k = 0; k < 2; k++)
        assert_null(ask(table, k, (struct msg){.kind = MSG_again}));
    assert_int_equal(table->phase, TABLE_OVER);
    assert_null(ask(table, 2, (struct msg){.kind = MSG_stand}));
    assert_int_equal(table->phase, TABLE_PLAYING); /* all who sit want it */
    table_free(table);
}

static void whoever_gave_up_stays_out(void **unused)
{
    struct table *table = begun("ludo", 3, 0, false, false, 59);
    (void)unused;
    assert_null(ask(table, 1, (struct msg){.kind = MSG_resign}));
    assert_string_equal(ask(table, 0, (struct msg){.kind = MSG_free, .free.seat = 1}), "state");
    assert_string_equal(ask(table, 1, (struct msg){.kind = MSG_back}), "state");
    table_free(table);
}

/* Partners share their place, also where one of them gave up (rules.md 10.1). */
static void one_partner_may_give_up(void **unused)
{
    struct table *table = begun("pachisi", 4, 20, true, false, 53);
    (void)unused;
    for (unsigned k = 0; k < 2; k++)
        assert_null(ask(table, k, (struct msg){.kind = MSG_resign}));
    assert_int_equal(table->phase, TABLE_PLAYING); /* one of each team is left */
    assert_null(ask(table, 3, (struct msg){.kind = MSG_resign}));
    assert_string_equal(world.kept[world.n - 1].over.places, "1 3 1 3"); /* 1 and 3 are a team, and both gave up */
    table_free(table);
}

static void a_host_who_never_comes_is_not_waited_for(void **unused)
{
    struct msg settings = {.kind = MSG_settings, .settings = {.table = "TEST", .rules = "ludo", .seats = 2}};
    const struct player_id host = person(7);
    struct table_verdict verdict;
    (void)unused;
    world.n = 0;
    world.now_ms = 1000;
    player_write(&host, settings.settings.host);
    const struct table_world made = now();
    struct table *table = table_make(&settings, &made, &verdict);
    for (unsigned k = 0; k < 2; k++) {
        const struct player_id player = person(k);
        struct msg sit = {.kind = MSG_sit, .sit = {.seat = -1}};
        snprintf(sit.sit.name, sizeof sit.sit.name, "Person %c", 'A' + (int)k);
        table_came(table, &made, &player);
        assert_null(ask(table, k, sit));
    }
    assert_string_equal(ask(table, 0, (struct msg){.kind = MSG_start}), "host");
    tick_at(table, 1000 + TABLE_HOST_MS);
    assert_null(ask(table, 0, (struct msg){.kind = MSG_start}));
    table_free(table);
}

static void somebody_else_is_the_host(void **unused)
{
    struct table *table = begun("ludo", 3, 0, false, false, 31);
    const struct player_id host = person(0), next = person(1);
    (void)unused;
    const struct table_world left_at = now();
    table_went(table, &left_at, &host);
    tick_at(table, 1000 + TABLE_HOST_MS - 1);
    assert_true(player_is(&table->host, &host));
    tick_at(table, 1000 + TABLE_HOST_MS);
    assert_true(player_is(&table->host, &next));
    table_free(table);
}

static void whoever_gives_up_comes_last(void **unused)
{
    struct table *table = begun("ludo", 3, 20, true, false, 37);
    (void)unused;
    assert_true(table->counts);
    assert_null(ask(table, 1, (struct msg){.kind = MSG_resign}));
    assert_int_equal(table->phase, TABLE_PLAYING); /* two are left */
    assert_string_equal(ask(table, 1, (struct msg){.kind = MSG_back}), "state");
    assert_null(ask(table, 0, (struct msg){.kind = MSG_resign}));
    assert_int_equal(table->phase, TABLE_OVER);
    assert_int_equal(world.n_ended, 1);
    assert_string_equal(world.kept[world.n - 1].over.places, "2 2 1");
    assert_true(world.result.rated);
    assert_string_equal(world.result.kind, "ludo 3");
    assert_int_equal(world.result.points[0] + world.result.points[1] + world.result.points[2], 0);
    table_free(table);
}

static void starts_with_whoever_sits(void **unused)
{
    struct table *table = begun("ludo", 4, 0, false, false, 41);
    (void)unused;
    for (unsigned k = 0; k < 3; k++) /* all but one give up: the game is over */
        assert_null(ask(table, k, (struct msg){.kind = MSG_resign}));
    assert_int_equal(table->phase, TABLE_OVER);
    const unsigned first = table->first;
    assert_null(ask(table, 2, (struct msg){.kind = MSG_stand}));
    for (unsigned k = 0; k < 4; k++)
        if (k != 2)
            assert_null(ask(table, k, (struct msg){.kind = MSG_again}));
    assert_int_equal(table->phase, TABLE_PLAYING); /* with three, as soon as all who sit want it */
    assert_int_equal(table->n_seats, 3);
    assert_int_equal(table->sealed->play.game->n_seats(table->sealed->play.rules), 3);
    assert_int_equal(table->first, (first + 1) % 3); /* R08: the next seat begins */
    const struct player_id last = person(3);
    assert_int_equal(table_seat_of(table, &last), 2);
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_throws_and_moves),
        cmocka_unit_test(three_in_a_row_hand_the_seat_over),
        cmocka_unit_test(ones_own_throw_forgives),
        cmocka_unit_test(throw_and_move_share_a_clock_and_a_six_has_a_fresh_one),
        cmocka_unit_test(a_bonus_goes_on_with_the_same_clock),
        cmocka_unit_test(lag_is_given_back),
        cmocka_unit_test(pauses_hold_the_clock),
        cmocka_unit_test(leaving_and_coming_back_gains_nothing),
        cmocka_unit_test(wants_are_looked_at_again_when_people_go),
        cmocka_unit_test(whoever_gave_up_stays_out),
        cmocka_unit_test(one_partner_may_give_up),
        cmocka_unit_test(a_host_who_never_comes_is_not_waited_for),
        cmocka_unit_test(acts_once_and_not_late),
        cmocka_unit_test(a_computer_comes_after_the_grace_time),
        cmocka_unit_test(somebody_else_is_the_host),
        cmocka_unit_test(whoever_gives_up_comes_last),
        cmocka_unit_test(starts_with_whoever_sits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
