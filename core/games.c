/* games.c - the list of game families, and the fault that readers of text fill. */
#include "core/game.h"

extern const struct game game_race;

const struct game *const games[] = {&game_race, NULL};

const struct game *game_with(const char *line)
{
    struct reader in = reader_over(line, text_length(line));
    char name[40];
    reader_blank(&in);
    if (!reader_word(&in, "", name, sizeof name))
        return NULL;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned k = 0; (*game)->rule_set(k); k++)
            if (text_equal((*game)->rule_set(k), name))
                return *game;
    return NULL;
}

bool game_fault_set(struct game_fault *fault, const char *code, const char *at, const char *message)
{
    struct text where = text_over(fault->at, sizeof fault->at);
    struct text words = text_over(fault->message, sizeof fault->message);
    fault->code = code;
    fault->column = 0;
    text_put(&where, at);
    text_put(&words, message);
    text_mend(&where);
    text_mend(&words);
    return false;
}
