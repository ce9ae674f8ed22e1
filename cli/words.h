/* words.h - sentences about rules in each language, from the files of web/lang (tools/embed_words.py makes words.c). */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "base/base.h"

struct word {
    const char *key, *text;
};
struct language {
    const char *name; /* en */
    const struct word *words;
    size_t n_words;
};
extern const struct language languages[]; /* the first is the one that is spoken unless another is asked for */
extern const size_t n_languages;

#endif
