/* race_text.c - pawns, moves and events of the race games as text. */
#include "core/race.h"

void race_pawn_write(unsigned id, struct text *to)
{
    text_char(to, (char)('A' + race_seat(id)));
    text_number(to, id % RACE_PAWNS_MAX);
}

void race_progress_write(const struct race *race, unsigned p, struct text *to)
{
    if (p == RACE_BASE)
        text_char(to, 'Y');
    else if (p == race->goal && !race->first_slot)
        text_char(to, 'G');
    else
        text_number(to, p);
}

static void dice_write(const u8 *dice, unsigned n, char between, struct text *to)
{
    for (unsigned k = 0; k < n && dice[k]; k++) {
        if (k)
            text_char(to, between);
        text_number(to, dice[k]);
    }
}

void race_move_write(const struct race *race, unsigned turn, const struct race_move *move, struct text *to)
{
    if (move->pawn == RACE_DECLINE) {
        text_char(to, (char)('A' + turn));
        text_put(to, ":pass");
        return;
    }
    race_pawn_write(move->pawn, to);
    if (move->other) {
        text_char(to, '+');
        race_pawn_write(move->other - 1u, to);
    }
    text_char(to, ':');
    race_progress_write(race, move->from, to);
    text_char(to, '>');
    race_progress_write(race, move->to, to);
    for (u32 taken = move->taken; taken; taken &= taken - 1) {
        text_put(to, " x");
        race_pawn_write((unsigned)__builtin_ctz(taken), to);
    }
    if (move->suicide)
        text_put(to, " suicide");
    if (move->dice[0]) {
        text_put(to, " [");
        dice_write(move->dice, COUNT(move->dice), '+', to);
        text_char(to, ']');
    }
}

void race_ask_write(const struct race_ask *ask, struct text *to)
{
    /* Of a double that counts its reverse faces, too, two dice were thrown. */
    if (ask->dice[0])
        dice_write(ask->dice, ask->kind == RACE_ASK_ROLL ? 2 : RACE_DICE_MAX, '+', to);
    else
        text_number(to, ask->count);
}

void race_event_write(const struct race *race, const struct race_event *event, struct text *to)
{
    static const char *const asked[] = {
        [RACE_ASK_ROLL] = "roll ", [RACE_ASK_DIE] = "die ", [RACE_ASK_BONUS] = "bonus ", [RACE_ASK_ENTER] = "enter"};
    static const char *const thirds[] = {
        [RACE_SIX_FACE] = "six", [RACE_SIX_DOUBLES] = "double", [RACE_SIX_GRACE] = "grace"};
    if (event->kind == RACE_EVENT_DECLINED) {
        text_put(to, "pass");
        return;
    }
    text_put(to, asked[event->ask.kind]);
    if (event->ask.kind == RACE_ASK_DIE && event->kind == RACE_EVENT_MOVE)
        dice_write(event->move.dice, COUNT(event->move.dice), '+', to);
    else if (event->ask.kind != RACE_ASK_ENTER)
        race_ask_write(&event->ask, to);
    switch (event->kind) {
    case RACE_EVENT_MOVE:
        text_char(to, ' ');
        race_move_write(race, event->seat, &event->move, to);
        break;
    case RACE_EVENT_STUCK:
        text_put(to, " no move");
        break;
    case RACE_EVENT_LOST:
        text_put(to, " lost");
        break;
    default:
        text_put(to, " cancelled (third ");
        text_put(to, thirds[race->six]);
        text_char(to, ')');
        for (u32 home = event->home; home; home &= home - 1) {
            text_put(to, ", ");
            race_pawn_write((unsigned)__builtin_ctz(home), to);
            text_put(to, " back to base");
        }
        if (event->spared) {
            text_put(to, ", ");
            race_pawn_write(event->spared - 1u, to);
            text_put(to, " is safe");
        }
        break;
    }
}
