/* fuzz_notation.c - any bytes as a line of rules and position and, on a second line, a move: a fault that names its column, or
 * what is written is read back the same, also after each legal move. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "core/game.h"

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n);

static void check_fault(const struct game_fault *fault, const char *line)
{
    REQUIRE(fault->code && fault->message[0]);
    REQUIRE(fault->column >= 1 && fault->column <= strlen(line) + 1);
}

/* The position is one, and its line gives it back. */
static void check_line(const struct game_position *position)
{
    static struct game_position back;
    char line[GAME_TEXT_MAX], again[GAME_TEXT_MAX];
    struct text to = text_over(line, sizeof line), again_to = text_over(again, sizeof again);
    struct game_fault fault;
    REQUIRE(position->game->state_ok(&position->rules, &position->state));
    game_text_write(position->game, &position->rules, &position->state, &to);
    REQUIRE(!to.cut && game_text_read(&back, line, &fault));
    REQUIRE(!memcmp(&back, position, sizeof back));
    game_text_write(back.game, &back.rules, &back.state, &again_to);
    REQUIRE(!strcmp(line, again));
}

static void check_moves(const struct game_position *position, const char *words)
{
    const struct game *game = position->game;
    struct game_fault fault;
    unsigned move;
    struct game_moves moves;
    game->moves(&position->rules, &position->state, &moves);
    if (game->move_read(&position->rules, &position->state, words, &move, &fault))
        REQUIRE(move < moves.n);
    else
        check_fault(&fault, words);
    for (unsigned k = 0; k < moves.n; k++) {
        char text[GAME_MOVE_TEXT_MAX];
        struct text to = text_over(text, sizeof text);
        struct game_position next = *position;
        struct game_moves choices = moves;
        game->move_write(&position->rules, &position->state, k, &to);
        REQUIRE(!to.cut && game->move_read(&position->rules, &position->state, text, &move, &fault) && move == k);
        game->play(&next.rules, &next.state, &choices, k, NULL);
        check_line(&next);
    }
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n)
{
    static struct game_position position;
    struct game_fault fault;
    if (memchr(bytes, 0, n))
        return 0; /* no text */
    char *line = malloc(n + 1);
    REQUIRE(line);
    memcpy(line, bytes, n);
    line[n] = 0;
    char *words = strchr(line, '\n');
    if (words)
        *words++ = 0;
    if (game_text_read(&position, line, &fault)) {
        check_line(&position);
        check_moves(&position, words ? words : "");
    } else {
        check_fault(&fault, line);
        REQUIRE(strstr(fault.at, "column ") || strlen(fault.at) + 1 == sizeof fault.at);
    }
    free(line);
    return 0;
}
