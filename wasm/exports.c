/* exports.c - what the page calls, each a few lines over match/ (docs/wasm.md).
 *
 * One module instance holds one game and one text buffer. A function that takes text finds it there; one that answers
 * writes JSON there; both count bytes. */
#include "core/race_board.h"
#include "match/answer.h"
#include "match/bench.h"
#include "match/follow.h"
#include "match/match.h"
#include "player/player.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static char buffer[ANSWER_MAX > MATCH_RECORD_MAX ? ANSWER_MAX : MATCH_RECORD_MAX];
static char line[MATCH_RECORD_MAX];
static struct match match, next; /* `next` is made ready before it takes the place of the game in play */
static struct follow followed;   /* a game that somebody else keeps; the module holds it or a match */

/* The text of n bytes in the buffer, NUL-ended and out of the answer's way. */
static const char *taken(u32 n)
{
    const u32 length = n < sizeof line ? n : sizeof line - 1;
    bytes_copy(line, buffer, length);
    line[length] = 0;
    return line;
}

static u32 fault_answer(const struct game_fault *fault)
{
    struct text to = text_over(buffer, sizeof buffer);
    text_put(&to, "{\"error\":");
    answer_fault(&to, fault);
    text_char(&to, '}');
    return (u32)to.length;
}

EXPORT(text) char *text(void)
{
    return buffer;
}

EXPORT(text_size) u32 text_size(void)
{
    return sizeof buffer;
}

EXPORT(rules) u32 rules(void)
{
    struct text to = text_over(buffer, sizeof buffer);
    text_char(&to, '{');
    answer_rules(&to, NULL);
    text_char(&to, '}');
    return (u32)to.length;
}

EXPORT(levels) u32 levels(void)
{
    struct text to = text_over(buffer, sizeof buffer);
    text_char(&to, '[');
    for (unsigned k = 0; k < PLAYERS; k++) {
        answer_element(&to);
        text_char(&to, '{');
        answer_member(&to, "name");
        text_json(&to, players[k].name);
        answer_member(&to, "sentence");
        text_json(&to, players[k].sentence);
        text_char(&to, '}');
    }
    text_char(&to, ']');
    return (u32)to.length;
}

EXPORT(board_of) u32 board_of(u32 n)
{
    struct race_setup setup;
    struct race race;
    struct game_fault fault;
    if (!race_setup_read(&setup, taken(n), &fault) || !race_board_compile(&race, setup, &fault))
        return fault_answer(&fault);
    struct text to = text_over(buffer, sizeof buffer);
    text_char(&to, '{');
    answer_board(&to, &race);
    text_char(&to, '}');
    return (u32)to.length;
}

/* Calls that need a game where none has been opened. */
static u32 no_game(void)
{
    struct game_fault fault;
    (void)game_fault_set(&fault, "bad-request", "", "no game has been opened");
    return fault_answer(&fault);
}

EXPORT(state) u32 state(void)
{
    if (!match.play.game)
        return no_game();
    struct text to = text_over(buffer, sizeof buffer);
    answer_state(&to, &match);
    return (u32)to.length;
}

EXPORT(open_game) u32 open_game(u32 n)
{
    struct game_fault fault;
    if (!match_open(&next, taken(n), &fault))
        return fault_answer(&fault);
    match_copy(&match, &next);
    followed.play.game = NULL;
    return state();
}

EXPORT(load) u32 load(u32 n)
{
    struct game_fault fault;
    if (!match_record_read(&next, taken(n), &fault))
        return fault_answer(&fault);
    match_copy(&match, &next);
    followed.play.game = NULL;
    return state();
}

EXPORT(record) u32 record(void)
{
    if (!match.play.game)
        return no_game();
    struct text to = text_over(buffer, sizeof buffer);
    match_record_write(&match, &to);
    return (u32)to.length;
}

static u32 step(bool (*take)(struct match *, unsigned, struct game_log *, struct game_fault *), u32 number)
{
    struct game_log log;
    struct game_fault fault;
    if (!match.play.game)
        return no_game();
    if (!take(&match, number, &log, &fault))
        return fault_answer(&fault);
    struct text to = text_over(buffer, sizeof buffer);
    answer_step(&to, &match, &log);
    return (u32)to.length;
}

EXPORT(roll) u32 roll(u32 outcome)
{
    return step(match_roll, outcome);
}

EXPORT(play) u32 play(u32 move)
{
    return step(match_play, move);
}

/* How many equally likely outcomes a throw has: roll() takes one of them, from 1. */
EXPORT(outcomes) u32 outcomes(void)
{
    const struct play *play = followed.play.game ? &followed.play : &match.play;
    return play->game ? play->game->n_outcomes(play->rules, &play->state) : 0;
}

/* The number of the move that a player of this level would play now; `noise` is the caller's. */
EXPORT(bot) u32 bot(u32 level, u32 noise)
{
    if (level >= PLAYERS || !match.play.game || match_turn(&match).node != GAME_CHOICE)
        return 0;
    return player_choose(&players[level], match.play.rules, &match.play.state, &match.play.moves, mix64(noise));
}

static u32 followed_answer(const struct follow_step *step)
{
    struct text to = text_over(buffer, sizeof buffer);
    answer_followed(&to, &followed, step);
    return (u32)to.length;
}

/* Begins to follow a game of these rules that somebody else keeps: its record comes line by line. */
EXPORT(follow_rules) u32 follow_rules(u32 n)
{
    static struct game_rules compiled; /* followed.play's */
    struct game_rules fresh;
    struct play play;
    struct game_fault fault;
    const struct follow_step nothing = {.kind = ""};
    if (!play_open(&play, &fresh, taken(n), &fault))
        return fault_answer(&fault);
    compiled = fresh;
    play.rules = &compiled;
    follow_open(&followed, &play);
    return followed_answer(&nothing);
}

EXPORT(follow) u32 follow(u32 n)
{
    struct follow_step step;
    struct game_fault fault;
    const char *words = taken(n);
    if (!followed.play.game)
        return no_game();
    if (!follow_line(&followed, words, text_length(words), &step, &fault))
        return fault_answer(&fault);
    return followed_answer(&step);
}

EXPORT(signature) u32 signature(void)
{
    struct text to = text_over(buffer, sizeof buffer);
    text_number(&to, (i64)bench_signature());
    return (u32)to.length;
}
