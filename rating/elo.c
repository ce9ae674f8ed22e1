/* elo.c - Elo with ties and teams. Seats become sides, sides are compared in pairs, changes are rounded so that they add
 * up to nothing. Only the expectation of a pair is a fraction that no integer holds; all else is exact. */
#include "rating/elo.h"

#include <math.h>

#include "base/text.h"

/* Results and expectations of a pair, in units so small that a sum of them times K says a change to the thousandth, and
 * so large that it fits 63 bits: 7 pairs, 8 seats with ELO_K_MAX, 7 * 10^12 * 8 * 10^5 < 2^63. */
static const i64 one = 1000000000000;

static const struct {
    u32 n_games; /* from so many on */
    i32 k;
} k_rows[] = {{0, 32 * ELO_POINT}, {30, 16 * ELO_POINT}};

i32 elo_k(u32 n_games)
{
    size_t row = COUNT(k_rows) - 1;
    while (n_games < k_rows[row].n_games)
        row--;
    return k_rows[row].k;
}

/* Who is rated as one: a seat alone, or the rated seats of a team. */
struct side {
    u8 first; /* its first seat */
    u8 place;
    unsigned n_rated;
    i64 rating; /* sum of its seats' */
    i64 won;    /* sum of results less expectations, in parts of `one` */
    i64 change; /* thousandths */
};

/* The sides of n seats, in seat order, those without any rated seat too; `of` tells each seat's. */
static unsigned sides_of(const struct elo_seat *seats, const u8 *places, unsigned n,
                         struct side sides[static PLACES_SEATS_MAX], u8 of[static PLACES_SEATS_MAX])
{
    unsigned n_sides = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned s = 0;
        while (s < n_sides && (!seats[i].team || seats[sides[s].first].team != seats[i].team))
            s++;
        if (s == n_sides)
            sides[n_sides++] = (struct side){.first = (u8)i, .place = places[i]};
        of[i] = (u8)s;
        sides[s].n_rated += !seats[i].unrated;
        sides[s].rating += seats[i].unrated ? 0 : seats[i].rating;
    }
    return n_sides;
}

static const char *wrong(const char *why, const char *list, unsigned seat, char at[static ELO_AT_MAX])
{
    struct text to = text_over(at, ELO_AT_MAX);
    text_put(&to, list);
    text_char(&to, '[');
    text_number(&to, seat);
    text_char(&to, ']');
    return why;
}

static const char *sides_fault(const struct elo_seat *seats, const u8 *places, unsigned n, char at[static ELO_AT_MAX])
{
    struct side sides[PLACES_SEATS_MAX];
    u8 of[PLACES_SEATS_MAX];
    const unsigned n_sides = sides_of(seats, places, n, sides, of);
    unsigned n_rated = 0;
    for (unsigned i = 0; i < n; i++)
        if (places[i] != sides[of[i]].place)
            return wrong("partners who share their place are wanted", "places", i, at);
    for (unsigned s = 0; s < n_sides; s++) {
        if (n_rated && sides[s].n_rated && sides[s].n_rated != n_rated)
            return wrong("sides with equal numbers of rated seats are wanted", "teams", sides[s].first, at);
        n_rated = sides[s].n_rated ? sides[s].n_rated : n_rated;
    }
    return NULL;
}

const char *elo_fault(const struct elo_seat *seats, const u8 *places, unsigned n, char at[static ELO_AT_MAX])
{
    unsigned seat;
    const char *why = places_fault(places, n, &seat);
    if (why)
        return wrong(why, "places", seat, at);
    for (unsigned i = 0; i < n; i++) {
        if (seats[i].unrated)
            continue;
        if (seats[i].rating < -ELO_RATING_MAX || seats[i].rating > ELO_RATING_MAX)
            return wrong("a rating is from -100000 to 100000 points", "ratings", i, at);
        if (seats[i].k < 1 || seats[i].k > ELO_K_MAX)
            return wrong("a K is above 0, and at most 100", "k", i, at);
    }
    return sides_fault(seats, places, n, at);
}

/* What side `a` may expect against side `b`, in parts of `one`; both expectations are made from the stronger one's, so
 * that they add up to `one`. */
static i64 expected(const struct side *a, const struct side *b)
{
    const i64 ahead = a->rating - b->rating;
    const double points = (double)(ahead < 0 ? -ahead : ahead) / (a->n_rated * (double)ELO_POINT);
    const i64 stronger = llround((double)one / (1 + pow(10, -points / 400)));
    return ahead < 0 ? one - stronger : stronger;
}

/* To the nearest whole, a half away from zero: what one of two sides wins the other loses. */
static i64 quotient(i64 a, i64 b)
{
    return a < 0 ? -((-a + b / 2) / b) : (a + b / 2) / b;
}

/* The changes of sides that all have rated seats; K is k_sum / n_rated. */
static void sides_rate(struct side *sides, unsigned n_sides, i64 k_sum, i64 n_rated)
{
    struct side *winner = sides;
    i64 sum = 0;
    for (unsigned a = 0; a < n_sides; a++) {
        for (unsigned b = 0; b < n_sides; b++)
            if (a != b)
                sides[a].won += (sides[a].place < sides[b].place    ? one
                                 : sides[a].place == sides[b].place ? one / 2
                                                                    : 0) -
                                expected(&sides[a], &sides[b]);
        sides[a].change = quotient(k_sum * sides[a].won, n_rated * (n_sides - 1) * one);
        sum += sides[a].change;
        if (sides[a].place < winner->place)
            winner = &sides[a];
    }
    winner->change -= sum;
}

void elo_changes(const struct elo_seat *seats, const u8 *places, unsigned n, i32 *changes)
{
    struct side sides[PLACES_SEATS_MAX], rated[PLACES_SEATS_MAX];
    u8 of[PLACES_SEATS_MAX];
    char at[ELO_AT_MAX];
    i64 k_sum = 0, n_rated = 0;
    unsigned n_sides = 0;
    REQUIRE(!elo_fault(seats, places, n, at));
    const unsigned n_all = sides_of(seats, places, n, sides, of);
    for (unsigned i = 0; i < n; i++) {
        k_sum += seats[i].unrated ? 0 : seats[i].k;
        n_rated += !seats[i].unrated;
        changes[i] = 0;
    }
    for (unsigned s = 0; s < n_all; s++)
        if (sides[s].n_rated)
            rated[n_sides++] = sides[s];
    if (n_sides < 2)
        return;
    sides_rate(rated, n_sides, k_sum, n_rated);
    for (unsigned i = 0; i < n; i++)
        for (unsigned s = 0; s < n_sides && !seats[i].unrated; s++)
            if (rated[s].first == sides[of[i]].first)
                changes[i] = (i32)rated[s].change;
}
