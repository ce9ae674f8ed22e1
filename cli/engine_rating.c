/* engine_rating.c - ops elo and weekly: what a game changes in ratings and in the weekly ranking. */
#include <math.h>

#include "cli/engine.h"
#include "match/answer.h"
#include "rating/elo.h"
#include "rating/weekly.h"

/* What is wrong with an item of a list: `places[2]`. */
static bool item_fault(struct game_fault *fault, const char *list, size_t k, const char *message)
{
    char at[48];
    snprintf(at, sizeof at, "%.20s[%zu]", list, k);
    return game_fault_set(fault, "bad-request", at, message);
}

/* A number of at most three decimals, in thousandths; false where it is none, or not from `least` to `most`. */
static bool thousandths_read(json_t *value, i32 least, i32 most, i32 *thousandths)
{
    const double number = json_number_value(value);
    if (!json_is_number(value) || number < least / 1000.0 || number > most / 1000.0)
        return false;
    *thousandths = (i32)lround(number * 1000);
    return *thousandths / 1000.0 == number; /* the nearest double of a decimal, both */
}

static void thousandths_write(struct text *to, i64 thousandths)
{
    const i64 size = thousandths < 0 ? -thousandths : thousandths;
    if (thousandths < 0)
        text_char(to, '-');
    text_number(to, size / 1000);
    if (size % 1000)
        text_char(to, '.');
    for (i64 rest = size % 1000, unit = 100; rest; rest %= unit, unit /= 10)
        text_number(to, rest / unit);
}

/* A list with an item for each of n seats; false also where it is missing. */
static bool list_ok(json_t *list, const char *name, size_t n, struct game_fault *fault)
{
    return (json_is_array(list) && json_array_size(list) == n) ||
           game_fault_set(fault, "bad-request", name, "a list with an item for each seat is wanted");
}

/* Whole numbers for n seats. */
static bool numbers_read(json_t *request, const char *name, size_t n, json_int_t least, json_int_t most, u32 *numbers,
                         struct game_fault *fault)
{
    json_t *list = json_object_get(request, name), *item;
    char message[64];
    size_t k;
    if (!list_ok(list, name, n, fault))
        return false;
    json_array_foreach(list, k, item)
    {
        if (!json_is_integer(item) || json_integer_value(item) < least || json_integer_value(item) > most) {
            snprintf(message, sizeof message, "a whole number from %lld to %lld is wanted", (long long)least,
                     (long long)most);
            return item_fault(fault, name, k, message);
        }
        numbers[k] = (u32)json_integer_value(item);
    }
    return true;
}

static bool places_read(json_t *request, size_t n, u8 *places, struct game_fault *fault)
{
    u32 numbers[PLACES_SEATS_MAX];
    if (!numbers_read(request, "places", n, 1, (json_int_t)n, numbers, fault))
        return false;
    for (size_t k = 0; k < n; k++)
        places[k] = (u8)numbers[k];
    return true;
}

/* The list that tells how many seats there are. */
static bool seats_count(json_t *list, const char *name, size_t *n, struct game_fault *fault)
{
    *n = json_array_size(list);
    return (*n >= PLACES_SEATS_MIN && *n <= PLACES_SEATS_MAX) ||
           game_fault_set(fault, "bad-request", name, "a list of 2 to 8 seats is wanted");
}

static bool ratings_read(json_t *ratings, struct elo_seat *seats, struct game_fault *fault)
{
    json_t *item;
    size_t k;
    json_array_foreach(ratings, k, item)
    {
        seats[k] = (struct elo_seat){.unrated = json_is_null(item)};
        if (!seats[k].unrated && !thousandths_read(item, -ELO_RATING_MAX, ELO_RATING_MAX, &seats[k].rating))
            return item_fault(fault, "ratings", k,
                              "a number from -100000 to 100000 with at most three decimals, or null, is wanted");
    }
    return true;
}

/* The K of all seats, or what their numbers of games tell, or a beginner's. */
static bool k_read(json_t *request, size_t n, struct elo_seat *seats, struct game_fault *fault)
{
    json_t *k = json_object_get(request, "k"), *counts = json_object_get(request, "games");
    u32 n_games[PLACES_SEATS_MAX] = {0};
    i32 all = 0;
    if (k && counts)
        return game_fault_set(fault, "bad-request", "games", "they tell a K, and so does k: one of both is wanted");
    if (k && !thousandths_read(k, 1, ELO_K_MAX, &all))
        return game_fault_set(fault, "bad-request", "k",
                              "a number above 0, at most 100, with at most three decimals is wanted");
    if (counts && !numbers_read(request, "games", n, 0, UINT32_MAX, n_games, fault))
        return false;
    for (size_t seat = 0; seat < n; seat++)
        seats[seat].k = k ? all : elo_k(n_games[seat]);
    return true;
}

static bool teams_read(json_t *request, size_t n, struct elo_seat *seats, struct game_fault *fault)
{
    u32 teams[PLACES_SEATS_MAX];
    if (!json_object_get(request, "teams"))
        return true;
    if (!numbers_read(request, "teams", n, 1, PLACES_SEATS_MAX, teams, fault))
        return false;
    for (size_t k = 0; k < n; k++)
        seats[k].team = (u8)teams[k];
    return true;
}

bool engine_elo(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"ratings", "places", "k", "games", "teams", NULL};
    json_t *ratings = json_object_get(request, "ratings");
    struct elo_seat seats[PLACES_SEATS_MAX];
    u8 places[PLACES_SEATS_MAX];
    i32 changes[PLACES_SEATS_MAX];
    char at[ELO_AT_MAX];
    size_t n;
    if (!engine_fields_ok(request, fields, false, fault) || !seats_count(ratings, "ratings", &n, fault) ||
        !ratings_read(ratings, seats, fault) || !places_read(request, n, places, fault) ||
        !k_read(request, n, seats, fault) || !teams_read(request, n, seats, fault))
        return false;
    const char *why = elo_fault(seats, places, (unsigned)n, at);
    if (why)
        return game_fault_set(fault, "bad-request", at, why);
    elo_changes(seats, places, (unsigned)n, changes);
    answer_member(to, "deltas");
    text_char(to, '[');
    for (size_t k = 0; k < n; k++) {
        answer_element(to);
        if (seats[k].unrated)
            text_put(to, "null");
        else
            thousandths_write(to, changes[k]);
    }
    text_char(to, ']');
    return true;
}

bool engine_weekly(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"places", NULL};
    u8 places[PLACES_SEATS_MAX];
    i32 points[PLACES_SEATS_MAX];
    unsigned seat;
    size_t n;
    if (!engine_fields_ok(request, fields, false, fault) ||
        !seats_count(json_object_get(request, "places"), "places", &n, fault) ||
        !places_read(request, n, places, fault))
        return false;
    const char *why = places_fault(places, (unsigned)n, &seat);
    if (why)
        return item_fault(fault, "places", seat, why);
    weekly_points(places, (unsigned)n, points);
    answer_member(to, "points");
    text_char(to, '[');
    for (size_t k = 0; k < n; k++) {
        answer_element(to);
        thousandths_write(to, weekly_thousandths(points[k]));
    }
    text_char(to, ']');
    return true;
}
