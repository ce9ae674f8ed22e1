/* places.c - are these the places of a game? */
#include "rating/places.h"

const char *places_fault(const u8 *places, unsigned n, unsigned *seat)
{
    *seat = 0;
    if (n < PLACES_SEATS_MIN || n > PLACES_SEATS_MAX)
        return "2 to 8 seats are wanted";
    for (unsigned i = 0; i < n; i++) {
        unsigned n_before = 0;
        for (unsigned j = 0; j < n; j++)
            n_before += places[j] < places[i];
        *seat = i;
        if (places[i] != n_before + 1)
            return "a place is 1 + the number of seats before it: equal seats share one, the next is skipped";
    }
    return NULL;
}
