/* telling.c - rules in plain sentences. */
#include "cli/telling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 160 };

static const char usual[] = "usual.", rule[] = "rule.";

const struct language *language_named(const char *name)
{
    for (size_t k = 0; k < n_languages; k++)
        if (!strcmp(languages[k].name, name))
            return &languages[k];
    return NULL;
}

static const char *word_at(const struct language *language, const char *key)
{
    for (size_t k = 0; k < language->n_words; k++)
        if (!strcmp(language->words[k].key, key))
            return language->words[k].text;
    return NULL;
}

/* A text that a language must have: without it the words are unfinished, and that is told. */
static const char *needed(const struct language *language, const char *key, const char *text)
{
    if (!text) {
        fprintf(stderr, "dada rules: web/lang has no text %s in %s\n", key, language->name);
        exit(1);
    }
    return text;
}

const char *word_of(const struct language *language, const char *family, const char *name)
{
    char key[KEY_MAX];
    snprintf(key, sizeof key, "%s%s", family, name);
    return needed(language, key, word_at(language, key));
}

/* --- the order -------------------------------------------------------------------------------------------------------- */

/* The option that a key such as `rule.block.none` or `rule.enter_on` speaks of; the number of options for none. */
static unsigned option_of_key(const char *key)
{
    const char *name = strchr(key, '.');
    unsigned option = race_n_options();
    if (name && (!strncmp(key, rule, strlen(rule)) || !strncmp(key, usual, strlen(usual)))) {
        const size_t length = strcspn(++name, ".");
        for (option = 0; option < race_n_options(); option++)
            if (strlen(race_option_name(option)) == length && !strncmp(race_option_name(option), name, length))
                break;
    }
    return option;
}

unsigned telling_order(const struct language *language, struct told order[static TELLING_MAX])
{
    const char *group = "";
    bool seen[TELLING_MAX] = {false};
    unsigned n = 0;
    for (size_t k = 0; k < language->n_words; k++) {
        const unsigned option = option_of_key(language->words[k].key);
        if (!strncmp(language->words[k].key, "group.", strlen("group.")))
            group = language->words[k].text;
        if (option == race_n_options() || seen[option])
            continue;
        seen[option] = true;
        order[n++] = (struct told){(u8)option, group};
    }
    return n;
}

/* --- the words --------------------------------------------------------------------------------------------------------- */

static void value_write(const struct race *race, const char *name, struct text *to)
{
    for (unsigned option = 0; option < race_n_options(); option++)
        if (text_equal(race_option_name(option), name))
            race_option_write(&race->o, option, to);
}

/* What stands for a 6 with these dice, as the last part of a key; NULL for the 6 itself. */
static const char *six_word(const struct race *race)
{
    static const struct {
        const char *option, *value, *word;
    } rows[] = {{"six_counts", "14-on-doubles", ".doubles"}, {"dice", "cowries6", ".grace"}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        char room[64];
        struct text value = text_over(room, sizeof room);
        value_write(race, rows[k].option, &value);
        if (text_equal(room, rows[k].value))
            return rows[k].word;
    }
    return NULL;
}

/* The text for an option's value; for a set of rolls that has none of its own, the one in which they stand as {n}. */
static const char *sentence(const struct language *language, const struct race *race, unsigned option,
                            const char *family)
{
    const char *six = six_word(race), *text = NULL;
    const bool list = race_option_kind(option) == RACE_OPTION_FACES;
    char key[KEY_MAX];
    struct text to = text_over(key, sizeof key);
    text_put(&to, family);
    text_put(&to, race_option_name(option));
    const size_t name_end = to.length;
    text_char(&to, '.');
    race_option_write(&race->o, option, &to);
    text = word_at(language, key);
    if (!text && list) {
        key[name_end] = 0;
        text = word_at(language, key);
    }
    if (six) {
        const size_t end = strlen(key);
        snprintf(key + end, sizeof key - end, "%s", six);
        const char *closer = word_at(language, key);
        text = closer ? closer : text;
    }
    return text;
}

bool telling_is_told(const struct language *language, const struct race *race, unsigned option)
{
    return !race_option_idle(&race->o, option) &&
           (race_option_changed(&race->o, race->preset, option) || sentence(language, race, option, rule));
}

/* The rolls of a set: 1, 6 or 10. */
static void rolls_write(const struct language *language, const struct race *race, unsigned option, struct text *to)
{
    char room[64];
    struct text rolls = text_over(room, sizeof room);
    race_option_write(&race->o, option, &rolls);
    for (const char *c = room; *c; c++)
        if (*c != ',')
            text_char(to, *c);
        else
            text_put(to, strchr(c + 1, ',') ? ", " : word_of(language, "list.", "or"));
}

void telling_write(const struct language *language, const struct race *race, unsigned option, struct text *to)
{
    const char *text = sentence(language, race, option, rule);
    if (!text)
        text = sentence(language, race, option, usual);
    text = needed(language, race_option_name(option), text);
    for (const char *mark; (mark = strstr(text, "{n}")); text = mark + strlen("{n}")) {
        text_bytes(to, text, (size_t)(mark - text));
        rolls_write(language, race, option, to);
    }
    text_put(to, text);
}

void telling_seats_write(const struct language *language, unsigned preset, struct text *to)
{
    const unsigned least = race_presets[preset].seats_min, most = race_presets[preset].seats_max;
    for (const char *c = word_of(language, "head.", least < most ? "seats" : "seats.fixed"); *c; c++)
        if (!strncmp(c, "{a}", 3) || !strncmp(c, "{b}", 3)) {
            text_number(to, c[1] == 'a' ? least : most);
            c += 2;
        } else {
            text_char(to, *c);
        }
}
