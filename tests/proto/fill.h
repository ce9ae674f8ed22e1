/* fill.h - messages with the least and the most that their rows allow, for tests. */
#ifndef TESTS_PROTO_FILL_H
#define TESTS_PROTO_FILL_H

#include "proto/msg.h"

/* What a text is filled with: two bytes or more a character and those that JSON escapes, never cut in two. */
static inline void fill_text(char *to, size_t n)
{
    static const char *const pieces[] = {"\xc3\xa9", "\"", "\\", "\n", "\x01", "\x7f", "\xf0\x9f\x8e\xb2", "/", "a"};
    size_t length = 0;
    for (size_t k = 0; length < n; k++) {
        const char *piece = pieces[k % COUNT(pieces)];
        const size_t m = text_length(piece);
        if (length + m > n)
            continue;
        bytes_copy(to + length, piece, m);
        length += m;
    }
    to[n] = 0;
}

static inline void fill(struct msg *msg, enum msg_kind kind, bool most)
{
    const struct msg_row *row = msg_row(kind);
    bytes_fill(msg, 0, sizeof *msg);
    msg->kind = kind;
    for (size_t k = 0; k < row->n_fields; k++) {
        const struct msg_field *field = &row->fields[k];
        void *to = (char *)msg + field->offset;
        if (field->kind == MSG_NUMBER)
            *(i64 *)to = most ? field->most : field->least;
        else if (field->kind == MSG_FLAG)
            *(bool *)to = most;
        else if (field->kind == MSG_TEXT)
            fill_text(to, most ? field->room - 1 : 0);
        else
            *(const char **)to = most ? "[null,{\"name\":\"\xc3\xa9\"}]" : NULL;
    }
}

#endif
