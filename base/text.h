/* text.h - bounded text: a writer that never overflows and a reader that never overruns.
 *
 * Neither allocates. A writer that runs out of room stops and remembers it (`cut`); its text stays NUL-ended.
 * A reader walks bytes that need not be NUL-ended. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/base.h"

struct text {
    char *start;
    size_t length, room; /* bytes written; bytes that `start` can hold, the final NUL included */
    bool cut;            /* something did not fit */
};

/* A writer over `room` bytes at `start` (room >= 1). */
NODISCARD struct text text_over(char *start, size_t room);

void text_char(struct text *to, char c);
void text_put(struct text *to, const char *words);
void text_bytes(struct text *to, const char *bytes, size_t n);
void text_number(struct text *to, i64 number);
/* Where something did not fit, drops a character that was cut in two (UTF-8). */
void text_mend(struct text *to);
/* `words` as a JSON string, quotes included; control bytes, quote and backslash are escaped. */
void text_json(struct text *to, const char *words);

struct reader {
    const char *at, *end;
};

NODISCARD struct reader reader_over(const char *bytes, size_t n);
NODISCARD bool reader_done(const struct reader *from);
/* Skips spaces, tabs and line ends. */
void reader_blank(struct reader *from);
/* Takes `words` if they come next. */
NODISCARD bool reader_take(struct reader *from, const char *words);
/* Takes a decimal number of up to nine digits, without sign. */
NODISCARD bool reader_number(struct reader *from, u32 *number);
/* Takes the bytes up to a blank, or to a byte of `stops`, into `out` (NUL-ended); false if none or too long. */
NODISCARD bool reader_word(struct reader *from, const char *stops, char *out, size_t room);

#endif
