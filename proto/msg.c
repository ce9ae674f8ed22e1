/* msg.c - the rows of msg.def as data, and the writer that walks them. */
#include "proto/msg.h"

/* The messages' structs lie in one union: all begin here. `self` is the one of a row. */
enum { BODY = offsetof(struct msg, hello) };

#define NUMBER(name, least, most) {#name, MSG_NUMBER, true, BODY + offsetof(self, name), 0, (least), (most), 0},
#define NUMBER_OR(name, least, most, missing) \
    {#name, MSG_NUMBER, false, BODY + offsetof(self, name), 0, (least), (most), (missing)},
#define FLAG(name) {#name, MSG_FLAG, false, BODY + offsetof(self, name), 0, 0, 1, 0},
#define TEXT(name, bytes) {#name, MSG_TEXT, true, BODY + offsetof(self, name), (bytes) + 1, 0, 0, 0},
#define TEXT_OR(name, bytes) {#name, MSG_TEXT, false, BODY + offsetof(self, name), (bytes) + 1, 0, 0, 0},
#define JSON(name) {#name, MSG_JSON, true, BODY + offsetof(self, name), 0, 0, 0, 0},

/* What a message has because of its way. */
#define HEAD(name, least, most) {#name, MSG_NUMBER, true, offsetof(struct msg, name), 0, (least), (most), 0},
#define HEAD_UP
#define HEAD_DOWN
#define HEAD_COMMAND HEAD(id, 1, MSG_NUMBER_MAX) HEAD(v, 0, MSG_NUMBER_MAX)
#define HEAD_EVENT HEAD(v, 1, MSG_NUMBER_MAX) HEAD(at, 0, MSG_TIME_MAX)

const struct msg_row *msg_row(enum msg_kind kind)
{
    switch (kind) {
#define MESSAGE(name, way, fields, says) \
    case MSG_##name: { \
        typedef struct msg_##name self; \
        static const struct msg_field list[] = { \
            HEAD_##way fields{NULL, MSG_JSON, false, BODY + sizeof(self), 0, 0, 0, 0}}; \
        static const struct msg_row row = {#name, MSG_##way, list, COUNT(list) - 1}; \
        return &row; \
    }
#include "proto/msg.def"
    case MSG_KINDS:
        break;
    }
    REQUIRE(false);
    return NULL;
}

enum msg_kind msg_kind_named(const char *name)
{
    enum msg_kind kind = 0;
    while (kind < MSG_KINDS && !text_equal(msg_row(kind)->name, name))
        kind++;
    return kind;
}

/* Whether a member says nothing that its absence would not. */
static bool is_silent(const struct msg_field *field, const void *at)
{
    if (field->required)
        return false;
    return field->kind == MSG_NUMBER ? *(const i64 *)at == field->missing
           : field->kind == MSG_FLAG ? !*(const bool *)at
                                     : !*(const char *)at;
}

static void member_write(const struct msg_field *field, const void *at, struct text *to)
{
    text_put(to, ",\"");
    text_put(to, field->name);
    text_put(to, "\":");
    if (field->kind == MSG_NUMBER) {
        const i64 number = *(const i64 *)at;
        BELIEVE(number >= field->least && number <= field->most);
        text_number(to, number);
    } else if (field->kind == MSG_FLAG) {
        text_put(to, "true");
    } else if (field->kind == MSG_TEXT) {
        text_json(to, at);
    } else {
        const char *json = *(const char *const *)at;
        text_put(to, json ? json : "null");
    }
}

void msg_write(const struct msg *msg, struct text *to)
{
    const struct msg_row *row = msg_row(msg->kind);
    text_put(to, "{\"m\":\"");
    text_put(to, row->name);
    text_char(to, '"');
    for (size_t k = 0; k < row->n_fields; k++) {
        const void *at = (const char *)msg + row->fields[k].offset;
        if (!is_silent(&row->fields[k], at))
            member_write(&row->fields[k], at, to);
    }
    text_char(to, '}');
}
