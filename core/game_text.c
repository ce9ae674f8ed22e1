/* game_text.c - rules and a position in one line, `ludo.seats=2/A10YYG.turn=B`: what a link, a bug report and a book hold
 * (docs/notation.md). A stroke parts the two; each family writes its own words (race_notation.c). */
#include "core/game.h"

void game_text_write(const struct game *game, const struct game_rules *rules, const struct game_state *state,
                     struct text *to)
{
    char room[GAME_STATE_TEXT_MAX];
    struct text words = text_over(room, sizeof room);
    game->rules_write(rules, to);
    game->state_write(rules, state, &words);
    if (!words.length)
        return;
    text_char(to, '/');
    text_put(to, room);
    to->cut |= words.cut;
}

/* Ends the place of a fault with its column. */
static bool column_put(struct game_fault *fault, unsigned column)
{
    char place[sizeof fault->at];
    struct text old = text_over(place, sizeof place);
    text_put(&old, fault->at);
    struct text at = text_over(fault->at, sizeof fault->at);
    fault->column = column;
    text_put(&at, place);
    text_put(&at, place[0] ? ", column " : "column ");
    text_number(&at, column);
    return false;
}

static bool fault_at(struct game_fault *fault, const char *message, unsigned column)
{
    (void)game_fault_set(fault, "bad-position", "", message);
    return column_put(fault, column);
}

/* Is `name` what the word says something about: `block` of block=none? Of two names, `block, enter_on`, the first counts. */
static bool is_about(const char *word, const char *name)
{
    size_t k = 0;
    while (word[k] && word[k] == name[k])
        k++;
    return k && (!word[k] || word[k] == '=' || word[k] == ' ') && (!name[k] || name[k] == ',');
}

/* Is the word no change, name=value? */
static bool is_bare(const char *word)
{
    size_t k = 0;
    while (word[k] && word[k] != ' ' && word[k] != '=')
        k++;
    return word[k] != '=' || !k || !word[k + 1] || word[k + 1] == ' ';
}

/* The column of the word of the rules that a fault is about, or of one that says nothing; else the first. */
static unsigned rules_column(const char *rules, const char *name)
{
    for (unsigned k = 0; rules[k]; k++)
        if ((!k || rules[k - 1] == ' ') && (is_about(&rules[k], name) || (k && is_bare(&rules[k]))))
            return k + 1;
    return 1;
}

/* The rules with blanks for their dots. False: `fault` is filled. */
static bool rules_copy(struct reader *in, struct text *to, struct game_fault *fault)
{
    for (const char *line = in->at; !reader_done(in) && *in->at != '/'; in->at++) {
        const bool dot = *in->at == '.', ends = in->at + 1 == in->end || in->at[1] == '/' || in->at[1] == '.';
        const unsigned column = (unsigned)(in->at - line) + 1;
        if ((u8)*in->at <= ' ' || (u8)*in->at > '~')
            return fault_at(fault, "only plain letters, without blanks, stand in this line", column);
        if (dot && (ends || column == 1))
            return fault_at(fault, "a word is wanted on both sides of a dot", column);
        text_char(to, dot ? ' ' : *in->at);
    }
    return !to->cut || fault_at(fault, "the rules are too long", GAME_RULES_TEXT_MAX);
}

bool game_text_read(struct game_position *position, const char *line, struct game_fault *fault)
{
    struct reader in = reader_over(line, text_length(line));
    char room[GAME_RULES_TEXT_MAX];
    struct text rules = text_over(room, sizeof room);
    if (!rules_copy(&in, &rules, fault))
        return false;
    bytes_fill(position, 0, sizeof *position);
    position->game = game_with(room);
    if (!position->game) {
        (void)game_fault_set(fault, "unknown-rules", "rules", "no rule set has this name");
        return column_put(fault, 1);
    }
    if (!position->game->rules_read(&position->rules, room, fault))
        return column_put(fault, rules_column(room, fault->at));
    const char *state = reader_take(&in, "/") ? in.at : in.end;
    return position->game->state_read(&position->rules, &position->state, state, fault) ||
           column_put(fault, (unsigned)(state - line) + fault->column);
}
