/* match.c - one game in play, and its record. */
#include "match/match.h"

bool match_open(struct match *match, const char *line, struct game_fault *fault)
{
    struct text to = text_over(match->line, sizeof match->line);
    match->n_steps = 0;
    text_put(&to, line);
    if (to.cut)
        return game_fault_set(fault, "bad-request", "rules", "the line of rules is too long");
    return play_open(&match->play, &match->rules, line, fault);
}

void match_copy(struct match *to, const struct match *from)
{
    *to = *from;
    to->play.rules = &to->rules;
}

struct game_turn match_turn(const struct match *match)
{
    struct game_turn turn = play_turn(&match->play);
    if (match->n_steps == MATCH_STEPS_MAX)
        turn.node = GAME_OVER;
    return turn;
}

static const char outcome_signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.";

unsigned match_outcome(char sign)
{
    unsigned k = 0;
    while (outcome_signs[k] && outcome_signs[k] != sign)
        k++;
    return outcome_signs[k] ? k : 0;
}

static bool has_room(const struct match *match, const char *at, struct game_fault *fault)
{
    return match->n_steps < MATCH_STEPS_MAX || game_fault_set(fault, "illegal", at, "the record of this game is full");
}

bool match_roll(struct match *match, unsigned outcome, struct game_log *log, struct game_fault *fault)
{
    if (!has_room(match, "roll", fault) || !play_roll(&match->play, outcome, log, fault))
        return false;
    match->steps[match->n_steps++] = outcome_signs[outcome];
    return true;
}

bool match_play(struct match *match, unsigned move, struct game_log *log, struct game_fault *fault)
{
    if (!has_room(match, "play", fault) || !play_move(&match->play, move, log, fault))
        return false;
    match->steps[match->n_steps++] = (char)('a' + move);
    return true;
}

void match_record_write(const struct match *match, struct text *to)
{
    text_put(to, match->line);
    text_char(to, '\n');
    text_bytes(to, match->steps, match->n_steps);
}

bool match_record_read(struct match *match, const char *record, struct game_fault *fault)
{
    char line[MATCH_LINE_MAX];
    struct text to = text_over(line, sizeof line);
    struct game_log log;
    for (; *record && *record != '\n'; record++)
        text_char(&to, *record);
    if (to.cut)
        return game_fault_set(fault, "bad-request", "rules", "the line of rules is too long");
    if (!match_open(match, line, fault))
        return false;
    record += *record == '\n';
    for (; *record && *record != '\n'; record++) {
        const bool chance = match_turn(match).node == GAME_CHANCE;
        if (chance ? match_roll(match, match_outcome(*record), &log, fault)
                   : match_play(match, (unsigned)((u8)*record - 'a'), &log, fault))
            continue;
        struct text at = text_over(fault->at, sizeof fault->at);
        text_put(&at, "step ");
        text_number(&at, match->n_steps + 1);
        return false;
    }
    record += *record == '\n';
    return !*record || game_fault_set(fault, "bad-request", "record", "something follows the line of steps");
}
