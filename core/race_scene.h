/* race_scene.h - what judging a move looks at, shared by race_scene.c (what stands in the way), race_judge.c (one pawn) and
 * race_moves.c (all moves). Nothing else includes it. */
#ifndef CORE_RACE_SCENE_H
#define CORE_RACE_SCENE_H

#include "core/race.h"

/* Reasons a pawn cannot move: the numbers of docs/engine.md. */
enum {
    NEEDS_EXIT = 1,
    START_BARRED = 2,
    START_FULL = 3,
    BARRIER = 4,
    SQUARE_FULL = 5,
    OWN_PAWN = 6,
    OVERSHOOTS = 7,
    LANE_BLOCKED = 8,
    NEEDS_STEP = 9,
    AT_GOAL = 10,
    MUST_ENTER = 11,
    MUST_OPEN = 12,
    BONUS_UNFIT = 13,
    BONUS_NEVER_ENTERS = 14,
    THIRD_SIX = 15,
    NO_OVERTAKING = 19,
    MUST_VACATE = 21,
    MUST_CAPTURE = 22,
    CAPTURE_FIRST = 23,
    SAFE_HELD = 24,
    NO_DIE_LEFT = 25,
    PARTED = 26,
    NO_WAY_HOME = 27
};

/* Everything that judging one pawn looks at. */
struct scene {
    const struct race *race;
    const struct race_state *state;
    struct race_ask ask;
    u8 mover;                /* whose pawns are moved */
    u8 face;                 /* the roll, or the die of it, that is judged; 0 for a bonus or an entry without a throw */
    u8 steps;                /* what that counts */
    bool lapsed;             /* `capture_before_home` doesn't hold here */
    u32 own, partner, enemy; /* pawns by whose they are, seen from the mover */
};

struct verdict {
    u8 code, by, square; /* 0: the move is legal */
    struct race_move move;
};

static inline u32 race_pawns_of(unsigned seat)
{
    return 0xfu << RACE_PAWNS_MAX * seat;
}

static inline unsigned race_count(u32 pawns)
{
    return (unsigned)__builtin_popcount(pawns);
}

static inline u8 race_first_seat(u32 pawns)
{
    return race_seat((unsigned)__builtin_ctz(pawns));
}

/* Is nothing on the `n` squares behind progress `from` of a seat, all on the track, that could stop a pawn, or be passed? False
 * where that is too far to see. */
static inline bool race_clear(const struct race *race, const struct race_state *state, u8 seat, unsigned from,
                              unsigned n)
{
    u64 ahead;
    if (from < race->first || n >= RACE_AHEAD)
        return false;
    const unsigned square = race_square(race, seat, from) + 1u;
    bytes_copy(&ahead, state->on + (square == race->track ? 0 : square), sizeof ahead);
    return !(ahead & race->bars & (((u64)1 << 8 * n) - 1)); /* the lowest byte is the nearest square */
}
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "race_clear reads squares as one word");

/* --- what stands in the way (race_scene.c) ------------------------------------------------------------------------------ */

/* What `mover` sees when this is asked; then the face, or the die, that is judged: 0 for a bonus or a free entry. */
void race_scene_make(struct scene *scene, const struct race *race, const struct race_state *state, struct race_ask ask,
                     u8 mover);
void race_scene_face(struct scene *scene, u8 face);

/* The pawns on progress `p` of the mover's way, where that is on the track; own ones at `p`. */
NODISCARD u32 race_scene_at(const struct scene *scene, unsigned p);
NODISCARD u32 race_scene_own(const struct scene *scene, unsigned p);

/* Fill a verdict with a reason, its seat and the progress that it names; give false. */
bool race_refuse(struct verdict *verdict, u8 code);
bool race_refuse_at(const struct scene *scene, struct verdict *verdict, u8 code, u8 by, unsigned p);

/* Does the rule `block` act on a square of the track (option block_where)? */
NODISCARD bool race_block_acts(const struct race *race, unsigned square);
/* The seat whose barrier stands on a square of the track and stops the mover there, or RACE_NOBODY. */
NODISCARD u8 race_barrier(const struct scene *scene, unsigned square, u32 on);
/* May the pawn walk over progress `p`, or with `landing` try to stop there? */
NODISCARD bool race_open(const struct scene *scene, unsigned p, bool landing, struct verdict *verdict);
NODISCARD bool race_is_centre(const struct race *race, unsigned p);
/* Enemies that a safe square protects; and does stopping on a square send the mover itself home? */
NODISCARD u32 race_protected(const struct scene *scene, unsigned square, u32 enemies);
NODISCARD bool race_suicide(const struct scene *scene, unsigned square, u32 on);

/* --- one pawn (race_judge.c): false and a reason in the verdict, or its move ------------------------------------------- */

void race_judge(const struct scene *scene, unsigned id, struct verdict *verdict);
/* A walk along its way; and entering on the start square, `n` pawns at once. */
bool race_judge_course(const struct scene *scene, unsigned id, struct verdict *verdict);
bool race_judge_start(const struct scene *scene, unsigned n, struct verdict *verdict);
/* A 6 that enters one pawn on the sixth square, or two on the first (rules.md 7.3). */
NODISCARD bool race_enters_sixth(const struct scene *scene);
/* Is a roll asked about that a third six cancels? One whose move is awaited has passed that. */
NODISCARD bool race_voided(const struct race *race, const struct race_state *state, struct race_ask ask);

/* Keeps of two moves or more those that do a duty (race_moves.c); `reasons` may be NULL. Their number. */
NODISCARD unsigned race_duties(const struct scene *scene, struct race_move *moves, unsigned n,
                               struct race_reason *reasons);

#endif
