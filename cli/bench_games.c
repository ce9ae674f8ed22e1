/* bench_games.c - plays the random games of `dada bench`, one after the other and in lockstep. */
#include "cli/bench_games.h"

/* --- dice: xoshiro128++ of Blackman and Vigna, from a game's number --------------------------------------------------- */

/* A stream for each game that is played at a time. */
struct dice {
    u32 a[RACE_LANES], b[RACE_LANES], c[RACE_LANES], d[RACE_LANES];
};

static void dice_open(struct dice *dice, unsigned lane, u64 number)
{
    const u64 low = mix64(2 * number), high = mix64(2 * number + 1);
    dice->a[lane] = (u32)low;
    dice->b[lane] = (u32)(low >> 32);
    dice->c[lane] = (u32)high;
    dice->d[lane] = (u32)(high >> 32);
}

static inline u32 turned(u32 x, unsigned by)
{
    return x << by | x >> (32 - by);
}

static inline u32 dice_next(struct dice *dice, unsigned lane)
{
    u32 a = dice->a[lane], b = dice->b[lane], c = dice->c[lane], d = dice->d[lane];
    const u32 next = turned(a + d, 7) + a, shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    dice->a[lane] = a;
    dice->b[lane] = b;
    dice->c[lane] = c ^ shifted;
    dice->d[lane] = turned(d, 11);
    return next;
}

/* --- games ---------------------------------------------------------------------------------------------------------------- */

static void count(struct bench_games *played, u64 number, u32 rolls, unsigned seat)
{
    played->games++;
    played->rolls += rolls;
    played->sum += mix64(number ^ (u64)rolls << 32 ^ (u64)seat << 56);
}

void bench_single(const struct game *game, const struct game_rules *rules, u64 first, u64 n, struct bench_games *played)
{
    struct game_state state;
    struct dice dice;
    game->start(rules, &state, 0);
    const u32 n_outcomes = game->n_outcomes(rules, &state);
    for (u64 number = first; number < first + n; number++) {
        struct game_moves moves;
        u32 rolls = 0;
        game->start(rules, &state, 0);
        game->moves(rules, &state, &moves);
        dice_open(&dice, 0, number);
        while (moves.n || game->turn(rules, &state).node != GAME_OVER) {
            const u32 word = dice_next(&dice, 0);
            u16 roll = (u16)(word >> 16), noise = (u16)word;
            if (!moves.n)
                game->roll(rules, &state, 1 + race_pick(&roll, n_outcomes), &moves, NULL);
            while (moves.n)
                game->play(rules, &state, &moves, race_pick(&noise, moves.n), NULL);
            rolls++;
        }
        count(played, number, rolls, game->turn(rules, &state).seat);
    }
}

void bench_batch(const struct race *race, u64 first, u64 n, struct bench_games *played)
{
    static struct race_batch batch;
    const u32 n_outcomes = race_outcomes(race);
    u64 number[RACE_LANES], next = first;
    u32 begun[RACE_LANES], step = 0, going = 0;
    struct dice dice;
    race_batch_open(&batch, race);
    bytes_fill(&dice, 0, sizeof dice);
    for (unsigned lane = 0; lane < RACE_LANES && next < first + n; lane++, next++) {
        number[lane] = next;
        begun[lane] = 0;
        dice_open(&dice, lane, next);
        going |= (u32)1 << lane;
    }
    while (going) {
        u8 rolls[RACE_LANES];
        u16 noise[RACE_LANES];
        for (unsigned lane = 0; lane < RACE_LANES; lane++) {
            const u32 word = dice_next(&dice, lane);
            u16 roll = (u16)(word >> 16);
            rolls[lane] = (u8)(1 + race_pick(&roll, n_outcomes));
            noise[lane] = (u16)word;
        }
        step++;
        for (u32 over = race_batch_step(&batch, rolls, noise) & going; over; over &= over - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(over);
            count(played, number[lane], step - begun[lane], (unsigned)batch.turn[lane]);
            if (next == first + n) {
                going &= ~((u32)1 << lane);
                continue;
            }
            number[lane] = next;
            begun[lane] = step;
            dice_open(&dice, lane, next++);
            race_batch_start(&batch, lane);
        }
    }
}
