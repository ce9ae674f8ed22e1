/* weeks.c - lines "ZONE MILLISECONDS" in, lines "WEEK BEGIN END" out: the week of an instant, and the instants between which
 * it lies (rating/weekly.h). Status 1 and a line on stderr at the first zone that isn't known. */
#include <inttypes.h>
#include <stdio.h>

#include "rating/weekly.h"

int main(void)
{
    char zone[64];
    i64 at_ms;
    while (scanf("%63s %" SCNd64, zone, &at_ms) == 2) {
        const char *why = weekly_zone_set(zone);
        if (why) {
            fprintf(stderr, "%s: %s\n", zone, why);
            return 1;
        }
        const i32 week = weekly_of(at_ms);
        printf("%" PRId32 " %" PRId64 " %" PRId64 "\n", week, weekly_begin_ms(week), weekly_begin_ms(week + 7));
    }
    return 0;
}
