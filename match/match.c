/* match.c - one game in play, and its record. */
#include "match/match.h"

bool match_open(struct match *match, const char *line, struct game_fault *fault)
{
    bytes_fill(match, 0, sizeof *match);
    match->game = game_with(line);
    if (!match->game)
        return game_fault_set(fault, "unknown-rules", "rules", "no rule set has this name");
    struct text to = text_over(match->line, sizeof match->line);
    text_put(&to, line);
    if (to.cut)
        return game_fault_set(fault, "bad-request", "rules", "the line of rules is too long");
    if (!match->game->rules_read(&match->rules, line, fault))
        return false;
    match->game->start(&match->rules, &match->state);
    match->game->moves(&match->rules, &match->state, &match->moves);
    return true;
}

struct game_turn match_turn(const struct match *match)
{
    return match->game->turn(&match->rules, &match->state);
}

static const char outcome_signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.";

unsigned match_outcome(char sign)
{
    unsigned k = 0;
    while (outcome_signs[k] && outcome_signs[k] != sign)
        k++;
    return outcome_signs[k] ? k : 0;
}

static void keep(struct match *match, char step)
{
    match->steps[match->n_steps++] = step;
}

/* Is this kind of step awaited, and the record not full? `at` is what was called. */
static bool awaited(const struct match *match, enum game_node node, const char *at, struct game_fault *fault)
{
    if (match_turn(match).node != node)
        return game_fault_set(fault, "illegal", at, "this is not awaited now");
    return match->n_steps < MATCH_STEPS_MAX || game_fault_set(fault, "illegal", at, "the record of this game is full");
}

bool match_roll(struct match *match, unsigned outcome, struct game_log *log, struct game_fault *fault)
{
    if (!awaited(match, GAME_CHANCE, "roll", fault))
        return false;
    if (outcome < 1 || outcome > match->game->n_outcomes(&match->rules, &match->state))
        return game_fault_set(fault, "illegal", "roll", "the dice have no such outcome");
    bytes_fill(log, 0, sizeof *log);
    match->game->roll(&match->rules, &match->state, outcome, &match->moves, log);
    keep(match, outcome_signs[outcome]);
    return true;
}

bool match_play(struct match *match, unsigned move, struct game_log *log, struct game_fault *fault)
{
    if (!awaited(match, GAME_CHOICE, "play", fault))
        return false;
    if (move >= match->moves.n)
        return game_fault_set(fault, "illegal", "play", "no legal move has this number");
    bytes_fill(log, 0, sizeof *log);
    match->game->play(&match->rules, &match->state, &match->moves, move, log);
    keep(match, (char)('a' + move));
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
