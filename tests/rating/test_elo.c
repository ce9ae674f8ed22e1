/* test_elo.c - ratings after a game: sums stay, to the thousandth, whatever the table; better places earn more; what
 * can't be rated is told. Figures are in tests/cases/ratings.jsonl, and tests/rating/compare.py computes them a second time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rating/elo.h"

enum { PLAYERS = 40, GAMES = 20000 };

static u64 noise;

static u32 drawn(u32 n)
{
    return (u32)(mix64(noise++) % n);
}

/* How a random table plays: each alone, or in teams of `size` with seats k, k + n / size and so on together. */
struct table {
    unsigned n, size;
    struct elo_seat seats[PLACES_SEATS_MAX];
    u8 places[PLACES_SEATS_MAX];
};

/* Places of sides that scored 0 to `most`: small, many ties; large, few. */
static void places_draw(struct table *table, u32 most)
{
    const unsigned n_sides = table->n / table->size;
    u32 score[PLACES_SEATS_MAX] = {0};
    for (unsigned i = 0; i < table->n; i++)
        score[i] = i < n_sides ? drawn(most + 1) : score[i - n_sides];
    for (unsigned i = 0; i < table->n; i++) {
        table->places[i] = 1;
        for (unsigned j = 0; j < table->n; j++)
            table->places[i] = (u8)(table->places[i] + (score[j] > score[i]));
    }
}

static void table_draw(struct table *table)
{
    table->n = 2 + drawn(7);
    table->size = 1 + drawn(3);
    if (table->n % table->size || table->n == table->size)
        table->size = 1;
    const unsigned n_sides = table->n / table->size, lone = drawn(4);
    for (unsigned i = 0; i < table->n; i++)
        table->seats[i] =
            (struct elo_seat){.team = (u8)(table->size > 1 ? 1 + i % n_sides : 0),
                              .unrated = table->size > 1 ? !lone && i < n_sides : !lone && drawn(2)}; /* one a team */
    places_draw(table, drawn(2) ? 2 : 1000);
}

static void keeps_the_sum(void **unused)
{
    static i32 rating[PLAYERS];
    static u32 n_games[PLAYERS];
    unsigned n_ties = 0, n_teams = 0, n_left = 0;
    (void)unused;
    for (unsigned p = 0; p < PLAYERS; p++)
        rating[p] = ELO_START;
    for (unsigned game = 0; game < GAMES; game++) {
        struct table table;
        unsigned player[PLACES_SEATS_MAX];
        i32 changes[PLACES_SEATS_MAX];
        char at[ELO_AT_MAX];
        const unsigned first = drawn(PLAYERS);
        i64 sum = 0;
        table_draw(&table);
        for (unsigned i = 0; i < table.n; i++) {
            player[i] = (first + 3 * i) % PLAYERS;
            table.seats[i].rating = rating[player[i]];
            table.seats[i].k = elo_k(n_games[player[i]]);
            n_left += table.seats[i].unrated;
            for (unsigned j = 0; j < i; j++)
                n_ties += table.places[i] == table.places[j];
        }
        n_teams += table.size > 1;
        assert_null(elo_fault(table.seats, table.places, table.n, at));
        elo_changes(table.seats, table.places, table.n, changes);
        for (unsigned i = 0; i < table.n; i++) {
            assert_true(abs(changes[i]) <= 32 * ELO_POINT + (i32)table.n);
            assert_true(!table.seats[i].unrated || changes[i] == 0);
            rating[player[i]] += changes[i];
            n_games[player[i]] += !table.seats[i].unrated;
            sum += changes[i];
        }
        assert_true(sum == 0);
    }
    i64 all = 0;
    for (unsigned p = 0; p < PLAYERS; p++)
        all += rating[p];
    assert_true(all == (i64)PLAYERS * ELO_START);
    assert_true(n_ties > GAMES / 10 && n_teams > GAMES / 10 && n_left > GAMES / 10);
}

/* Who has no worse a place than another, and no higher a rating, gains no less than that one, but for the remainder. */
static void rewards_places(void **unused)
{
    (void)unused;
    for (unsigned game = 0; game < GAMES; game++) {
        struct table table;
        i32 changes[PLACES_SEATS_MAX];
        table_draw(&table);
        for (unsigned i = 0; i < table.n; i++) {
            table.seats[i].rating = (i32)drawn(3) * 200 * ELO_POINT;
            table.seats[i].k = 1 + (i32)drawn(ELO_K_MAX);
        }
        if (table.size > 1)
            continue;
        elo_changes(table.seats, table.places, table.n, changes);
        for (unsigned i = 0; i < table.n; i++)
            for (unsigned j = 0; j < table.n; j++)
                if (!table.seats[i].unrated && !table.seats[j].unrated && table.places[i] <= table.places[j] &&
                    table.seats[i].rating <= table.seats[j].rating)
                    assert_true(changes[i] >= changes[j] - 4); /* eight halves of a thousandth */
    }
}

/* The change doesn't depend on who sits where, but for the remainder of several winners. */
static void ignores_the_order_of_seats(void **unused)
{
    (void)unused;
    for (unsigned game = 0; game < GAMES; game++) {
        struct table table, turned;
        i32 changes[PLACES_SEATS_MAX], again[PLACES_SEATS_MAX];
        unsigned n_first = 0;
        table_draw(&table);
        for (unsigned i = 0; i < table.n; i++) {
            table.seats[i].unrated &= table.size == 1;
            table.seats[i].rating = (i32)drawn(2000 * ELO_POINT);
            table.seats[i].k = elo_k(drawn(60));
        }
        turned = table;
        for (unsigned i = 0; i < table.n; i++) {
            turned.seats[i] = table.seats[(i + 1) % table.n];
            turned.places[i] = table.places[(i + 1) % table.n];
            n_first += table.places[i] == 1 && !table.seats[i].unrated;
        }
        if (n_first != table.size)
            continue;
        elo_changes(table.seats, table.places, table.n, changes);
        elo_changes(turned.seats, turned.places, table.n, again);
        for (unsigned i = 0; i < table.n; i++)
            assert_int_equal(again[i], changes[(i + 1) % table.n]);
    }
}

static void lets_k_fall(void **unused)
{
    (void)unused;
    assert_int_equal(elo_k(0), 32000);
    assert_int_equal(elo_k(29), 32000);
    assert_int_equal(elo_k(30), 16000);
    assert_int_equal(elo_k(UINT32_MAX), 16000);
}

static void holds_the_farthest(void **unused)
{
    struct elo_seat seats[PLACES_SEATS_MAX];
    u8 places[PLACES_SEATS_MAX];
    i32 changes[PLACES_SEATS_MAX];
    (void)unused;
    for (unsigned i = 0; i < PLACES_SEATS_MAX; i++) {
        seats[i] = (struct elo_seat){.rating = i ? ELO_RATING_MAX : -ELO_RATING_MAX, .k = ELO_K_MAX};
        places[i] = i ? 2 : 1;
    }
    elo_changes(seats, places, PLACES_SEATS_MAX, changes);
    assert_int_equal(changes[0], 100002); /* seven lose 100/7, rounded 14.286 */
    for (unsigned i = 1; i < PLACES_SEATS_MAX; i++)
        assert_int_equal(changes[i], -14286);
}

static void names_faults(void **unused)
{
    static const struct {
        const char *at;
        unsigned n;
        u8 places[4];
        struct elo_seat seats[4];
    } rows[] = {
        {"places[0]", 1, {1}, {{.k = 1}}},
        {"places[0]", 9, {1}, {{.k = 1}}},
        {"places[1]", 2, {1, 3}, {{.k = 1}, {.k = 1}}},
        {"places[2]", 3, {1, 1, 2}, {{.k = 1}, {.k = 1}, {.k = 1}}},
        {"ratings[1]", 2, {1, 2}, {{.k = 1}, {.rating = ELO_RATING_MAX + 1, .k = 1}}},
        {"ratings[0]", 2, {1, 2}, {{.rating = INT32_MIN, .k = 1}, {.k = 1}}},
        {"k[0]", 2, {1, 2}, {{.k = 0}, {.k = 1}}},
        {"k[1]", 2, {1, 2}, {{.k = 1}, {.k = ELO_K_MAX + 1}}},
        {"places[2]", 4, {1, 2, 3, 4}, {{.k = 1, .team = 7}, {.k = 1}, {.k = 1, .team = 7}, {.k = 1}}},
        {"teams[1]", 3, {1, 3, 1}, {{.k = 1, .team = 7}, {.k = 1}, {.k = 1, .team = 7}}},
    };
    char at[ELO_AT_MAX];
    (void)unused;
    for (size_t k = 0; k < COUNT(rows); k++) {
        u8 places[9] = {0};
        struct elo_seat seats[9] = {{.k = 0}};
        for (unsigned i = 0; i < 4; i++) {
            places[i] = rows[k].places[i];
            seats[i] = rows[k].seats[i];
        }
        assert_non_null(elo_fault(seats, places, rows[k].n, at));
        assert_string_equal(at, rows[k].at);
    }
    const struct elo_seat computer = {.rating = INT32_MAX, .unrated = true}; /* of which nothing is read */
    assert_null(elo_fault((const struct elo_seat[]){computer, {.k = 1}}, (const u8[]){1, 2}, 2, at));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_sum),
        cmocka_unit_test(rewards_places),
        cmocka_unit_test(ignores_the_order_of_seats),
        cmocka_unit_test(lets_k_fall),
        cmocka_unit_test(holds_the_farthest),
        cmocka_unit_test(names_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
