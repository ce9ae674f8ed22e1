/* random_games.c - how long are random games, and who wins them? A program of its own over Dada's rules.
 *
 *     ninja -C build && cc -std=c17 -I. examples/random_games.c build/libdada.a -o random_games
 *     ./random_games ludo seats=3 block=none */
#include <stdio.h>

#include "core/race_batch.h"

enum { GAMES = 10000, LINE_ROOM = 512 };

int main(int argc, char **argv)
{
    static struct race_batch batch;
    struct race race;
    struct race_setup setup;
    struct game_fault fault;
    char line[LINE_ROOM];
    struct text to = text_over(line, sizeof line);
    for (int k = 1; k < argc; k++) {
        text_put(&to, argv[k]);
        text_char(&to, ' ');
    }
    if (to.cut || !race_setup_read(&setup, argc > 1 ? line : "ludo", &fault) || !race_compile(&race, &setup, &fault)) {
        fprintf(stderr, "%s: %s\n", to.cut ? "rules" : fault.at, to.cut ? "the line is too long" : fault.message);
        return 2;
    }

    /* Games that end first are short ones: each lane plays on until as many games have begun as are counted. */
    unsigned long rolls = 0, won[RACE_SEATS_MAX] = {0}, seed = 1;
    unsigned begun = RACE_LANES, ended = 0;
    u32 going = 0xffffffff;
    race_batch_open(&batch, &race);
    while (going) {
        u8 roll[RACE_LANES];
        u16 noise[RACE_LANES];
        for (unsigned game = 0; game < RACE_LANES; game++) {
            const u64 word = mix64(seed++);
            roll[game] = (u8)(1 + (word >> 32) % race_outcomes(&race));
            noise[game] = (u16)word;
        }
        rolls += (unsigned)__builtin_popcount(going);
        for (u32 over = race_batch_step(&batch, roll, noise) & going; over; over &= over - 1) {
            const unsigned game = (unsigned)__builtin_ctz(over);
            struct race_state state;
            u8 places[RACE_SEATS_MAX];
            race_batch_get(&batch, game, &state);
            race_places(&race, &state, places);
            for (unsigned seat = 0; seat < race.n_seats; seat++)
                won[seat] += places[seat] == 1;
            ended++;
            if (begun++ < GAMES)
                race_batch_start(&batch, game);
            else
                going &= ~((u32)1 << game);
        }
    }
    printf("%u games, %.1f rolls on average; won", ended, (double)rolls / ended);
    for (unsigned seat = 0; seat < race.n_seats; seat++)
        printf(" %c %.1f %%", 'A' + seat, 100.0 * (double)won[seat] / ended);
    printf("\n");
    return 0;
}
