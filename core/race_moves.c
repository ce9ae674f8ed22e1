/* race_moves.c - legal moves of the race games, and for every other pawn the reason (rules.md 1.5, docs/engine.md).
 *
 * Each pawn is judged alone. Then the duties (compulsory entry, vacating the start, opening a barrier, capturing) filter what
 * is left. A refusal keeps the first reason in the order that docs/engine.md gives. */
#include "core/race_quick.h"
#include "core/race_scene.h"

enum { SIX = 6 };

/* --- duties --------------------------------------------------------------------------------------------------------- */

typedef bool (*duty_fn)(const struct scene *scene, const struct race_move *move);

static bool enters(const struct scene *scene, const struct race_move *move)
{
    (void)scene;
    return move->from == RACE_BASE;
}

static bool vacates(const struct scene *scene, const struct race_move *move)
{
    return move->from == 0 && race_scene_own(scene, RACE_BASE) != 0;
}

static bool captures(const struct scene *scene, const struct race_move *move)
{
    (void)scene;
    return move->taken != 0;
}

/* Does the move open a barrier of the mover (rules.md 4.5)? In the corridor two are one where that rule says so. */
static bool opens(const struct scene *scene, const struct race_move *move)
{
    const struct race *race = scene->race;
    if (move->from == RACE_BASE || (move->dice[0] ? move->dice[0] : scene->face) != SIX)
        return false;
    const u8 square = race_square(race, scene->mover, move->from);
    if (square == RACE_NOBODY)
        return race->o.corridor_rule == RACE_CORRIDOR_PAIR && race_count(race_scene_own(scene, move->from)) >= 2;
    const u32 mates = race->o.team_barrier == RACE_TEAM_BARRIER_MIXED ? scene->own | scene->partner : scene->own;
    return race->pair_blocks && race_block_acts(race, square) &&
           race_count(race_pawns_on(scene->race, scene->state, square) & mates) >= 2;
}

/* Keeps the moves that do a duty, unless none does; the other pawns get its code. */
static unsigned filter(const struct scene *scene, duty_fn duty, u8 code, struct race_move *moves, unsigned n,
                       struct race_reason *reasons)
{
    bool any = false;
    for (unsigned k = 0; k < n; k++)
        any |= duty(scene, &moves[k]);
    if (!any)
        return n;
    unsigned kept = 0;
    for (unsigned k = 0; k < n; k++)
        if (duty(scene, &moves[k])) {
            moves[kept++] = moves[k];
        } else if (reasons) {
            const unsigned other = moves[k].other ? moves[k].other - 1u : moves[k].pawn;
            reasons[moves[k].pawn] = reasons[other] = (struct race_reason){code, RACE_NOBODY, RACE_NOBODY};
        }
    for (unsigned id = race_id(scene->mover, 0); reasons && id < race_id(scene->mover + 1u, 0); id++)
        if (reasons[id].code == CAPTURE_FIRST || reasons[id].code == SAFE_HELD)
            reasons[id] = (struct race_reason){code, RACE_NOBODY, RACE_NOBODY};
    return kept;
}

unsigned race_duties(const struct scene *scene, struct race_move *moves, unsigned n, struct race_reason *reasons)
{
    const struct race_options *o = &scene->race->o;
    if (o->enter_mandatory == RACE_ENTER_MANDATORY_YES)
        n = filter(scene, enters, MUST_ENTER, moves, n, reasons);
    if (o->vacate_start == RACE_VACATE_YES)
        n = filter(scene, vacates, MUST_VACATE, moves, n, reasons);
    if (o->six_opens_barrier == RACE_OPENS_YES)
        n = filter(scene, opens, MUST_OPEN, moves, n, reasons);
    if (o->capture_mandatory == RACE_CAPTURE_MANDATORY_YES)
        n = filter(scene, captures, MUST_CAPTURE, moves, n, reasons);
    return n;
}

/* --- all moves ------------------------------------------------------------------------------------------------------ */

/* The different faces to be played, in order: those of the dice, or the roll itself; their number. */
static unsigned faces_of(struct race_ask ask, u8 faces[static RACE_DICE_MAX])
{
    unsigned n = 0;
    if (!ask.dice[0])
        faces[n++] = ask.kind == RACE_ASK_ROLL ? ask.count : 0;
    for (unsigned k = 0; k < RACE_DICE_MAX && ask.dice[k]; k++) {
        bool seen = false;
        for (unsigned j = 0; j < k; j++)
            seen |= ask.dice[j] == ask.dice[k];
        if (!seen)
            faces[n++] = ask.dice[k];
    }
    return n;
}

/* Do the two dice let a pawn enter by their sum, and neither by itself (rules.md 7.5)? */
static bool sum_enters(const struct race *race, struct race_ask ask)
{
    const unsigned sum = ask.dice[0] + ask.dice[1];
    const u8 on = race->o.enter_on;
    return race->six == RACE_SIX_DOUBLES && ask.dice[1] && !ask.dice[2] && sum <= SIX &&
           (on >> race_worth_number(sum) & 1) && !(on >> race_worth_number(ask.dice[0]) & 1) &&
           !(on >> race_worth_number(ask.dice[1]) & 1);
}

/* Entries of a pawn in base by the sum of both dice, or together with a later pawn. */
static unsigned entries_together(struct scene *scene, unsigned id, struct race_move *moves)
{
    const struct race *race = scene->race;
    const struct race_move blank = {.pawn = (u8)id, .from = RACE_BASE, .steps = SIX};
    struct verdict verdict = {.move = blank};
    unsigned n = 0;
    if (sum_enters(race, scene->ask)) {
        scene->face = 0;
        scene->steps = verdict.move.steps = (u8)(scene->ask.dice[0] + scene->ask.dice[1]);
        if (race->first ? race_judge_course(scene, id, &verdict) : race_judge_start(scene, 1, &verdict)) {
            bytes_copy(verdict.move.dice, scene->ask.dice, sizeof verdict.move.dice);
            moves[n++] = verdict.move;
        }
    }
    for (unsigned other = id + 1; race_enters_sixth(scene) && other < race_id(scene->mover, race->n_pawns); other++) {
        verdict.move = blank;
        verdict.move.other = (u8)(other + 1);
        if (scene->state->at[other] == RACE_BASE && race_judge_start(scene, 2, &verdict))
            moves[n++] = verdict.move;
    }
    return n;
}

/* The moves of one pawn by each face, then by both dice or with a second pawn; without any, the reason by the first. */
static unsigned pawn_moves(struct scene *scene, unsigned id, struct race_move *moves, struct race_reason *reasons)
{
    u8 faces[RACE_DICE_MAX];
    const unsigned n_faces = faces_of(scene->ask, faces);
    struct verdict first = {0}, verdict;
    unsigned n = 0;
    for (unsigned k = 0; k < n_faces; k++) {
        race_scene_face(scene, faces[k]);
        if (scene->race->first && scene->state->at[id] == RACE_BASE)
            scene->steps = scene->face; /* a pawn walks in by the throw itself (rules.md 10.1) */
        race_judge(scene, id, &verdict);
        if (!k)
            first = verdict;
        if (!verdict.code)
            moves[n++] = verdict.move;
    }
    if (scene->state->at[id] == RACE_BASE && !race_voided(scene->race, scene->state, scene->ask))
        n += entries_together(scene, id, moves + n);
    if (!n && reasons)
        reasons[id] = (struct race_reason){first.code, first.by, first.square};
    return n;
}

/* Doesn't the mover have to capture before it goes home: it has, or no roll could move it before it has? A duty that can't be
 * met would leave a game without an end. */
static bool capture_lapses(const struct scene *scene)
{
    struct scene any = *scene;
    struct verdict verdict;
    any.ask = (struct race_ask){.kind = RACE_ASK_DIE};
    if (scene->state->captured >> scene->mover & 1)
        return true;
    for (unsigned k = 0; k < RACE_WORTHS; k++) {
        race_scene_face(&any, race_shown(scene->race, k));
        if (!any.face)
            continue;
        for (unsigned id = race_id(scene->mover, 0); id < race_id(scene->mover, scene->race->n_pawns); id++) {
            race_judge(&any, id, &verdict);
            if (!verdict.code)
                return false;
        }
    }
    return true;
}

static unsigned moves_of(const struct race *race, const struct race_state *state, struct race_ask ask, u8 mover,
                         struct race_move *moves, struct race_reason *reasons)
{
    struct scene scene;
    unsigned n = 0;
    const bool quick = race->plain && !reasons && !race_voided(race, state, ask);
    if (quick)
        n = race_quick_moves(race, state, mover, ask, moves);
    if (quick && (n < 2 || !race->more_duties)) /* of one move nothing is kept back */
        return n;
    race_scene_make(&scene, race, state, ask, mover);
    if (race->o.capture_before_home == RACE_CAPTURE_FIRST_YES)
        scene.lapsed = capture_lapses(&scene);
    for (unsigned id = race_id(mover, 0); !quick && id < race_id(mover, race->n_pawns); id++)
        n += pawn_moves(&scene, id, moves + n, reasons);
    n = race_duties(&scene, moves, n, reasons);
    for (unsigned k = 0; reasons && k < n; k++) { /* who has a move left needs no reason */
        reasons[moves[k].pawn].code = 0;
        if (moves[k].other)
            reasons[moves[k].other - 1].code = 0;
    }
    return n;
}

unsigned race_moves(const struct race *race, const struct race_state *state, struct race_ask ask,
                    struct race_move moves[static RACE_MOVES_MAX], struct race_reason reasons[RACE_IDS])
{
    if (reasons)
        bytes_fill(reasons, 0, RACE_IDS * sizeof *reasons);
    const u8 mover = race_mover(race, state);
    unsigned n = moves_of(race, state, ask, mover == RACE_NOBODY ? state->turn : mover, moves, reasons);
    const bool helps =
        race->o.team_help == RACE_HELP_WHEN_STUCK && ask.kind != RACE_ASK_ENTER; /* a free entry is one's own */
    if (!n && helps && mover == state->turn && !race_voided(race, state, ask)) {
        const u8 partner = race_helped(race, state, mover);
        if (partner != RACE_NOBODY)
            n = moves_of(race, state, ask, partner, moves, reasons);
    }
    if (n && race->o.move_optional == RACE_OPTIONAL_YES && (ask.kind == RACE_ASK_ROLL || ask.kind == RACE_ASK_DIE))
        moves[n++] = (struct race_move){.pawn = RACE_DECLINE, .from = RACE_BASE, .to = RACE_BASE};
    return n;
}
