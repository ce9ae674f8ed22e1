/* fuzz_game.c - any bytes as the text of a game: a fault that names its line and column, or a game whose text and whose record
 * are read back the same. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "match/match_text.h"

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n);

static void check_fault(const struct game_fault *fault, const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    REQUIRE(fault->code && fault->message[0] && fault->column >= 1);
    REQUIRE(!strncmp(fault->at, "line ", 5) && strtoul(fault->at + 5, NULL, 10) <= lines);
}

static void check_same(const struct match *a, const struct match *b)
{
    REQUIRE(!memcmp(&a->play.state, &b->play.state, sizeof a->play.state) && !strcmp(a->line, b->line));
    REQUIRE(a->n_steps == b->n_steps && !memcmp(a->steps, b->steps, a->n_steps));
}

static void check_game(const struct match *match)
{
    static struct match again;
    static char text[MATCH_TEXT_MAX], record[MATCH_RECORD_MAX];
    struct text text_to = text_over(text, sizeof text), record_to = text_over(record, sizeof record);
    struct game_fault fault;
    match_text_write(match, NULL, &text_to);
    REQUIRE(!text_to.cut && match_text_read(&again, text, &fault));
    check_same(&again, match);
    match_record_write(match, &record_to);
    REQUIRE(!record_to.cut && match_record_read(&again, record, &fault));
    check_same(&again, match);
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n)
{
    static struct match match;
    struct game_fault fault;
    if (memchr(bytes, 0, n))
        return 0; /* no text */
    char *text = malloc(n + 1);
    REQUIRE(text);
    memcpy(text, bytes, n);
    text[n] = 0;
    if (match_text_read(&match, text, &fault))
        check_game(&match);
    else
        check_fault(&fault, text);
    free(text);
    return 0;
}
