/* msg.h - the messages of the wire as C knows them: a struct a message, rows that describe its members, and the writer of the JSON.
 * All of it is made from msg.def. The reader, which needs a JSON parser, is server/net/read.h.
 *
 *     struct msg msg = {.kind = MSG_said, .said = {.seat = 2, .phrase = 7}};
 *     msg_write(&msg, &to);       {"m":"said","seat":2,"phrase":7} */
#ifndef PROTO_MSG_H
#define PROTO_MSG_H

#include "base/text.h"

enum msg_kind {
#define MESSAGE(name, way, fields, says) MSG_##name,
#include "proto/msg.def"
    MSG_KINDS
};

enum msg_way { MSG_UP, MSG_COMMAND, MSG_DOWN, MSG_EVENT };

/* Bounds of what commands and events have beside their fields. */
#define MSG_NUMBER_MAX 2147483647     /* of ids and versions */
#define MSG_TIME_MAX 9007199254740991 /* what a page can count to: 2^53 - 1 */

/* `none` is there for messages without fields: C has no empty struct. */
#define NUMBER(name, least, most) i64 name;
#define NUMBER_OR(name, least, most, missing) i64 name;
#define FLAG(name) bool name;
#define TEXT(name, bytes) char name[(bytes) + 1];
#define TEXT_OR(name, bytes) char name[(bytes) + 1];
#define JSON(name) const char *name;
#define MESSAGE(name, way, fields, says) \
    struct msg_##name { \
        u8 none; \
        fields \
    };
#include "proto/msg.def"
#undef NUMBER
#undef NUMBER_OR
#undef FLAG
#undef TEXT
#undef TEXT_OR
#undef JSON

struct msg {
    enum msg_kind kind;
    i64 id, v, at; /* of commands: id, v; of events: v, at */
    union {
#define MESSAGE(name, way, fields, says) struct msg_##name name;
#include "proto/msg.def"
    };
};

enum msg_field_kind { MSG_NUMBER, MSG_FLAG, MSG_TEXT, MSG_JSON };

/* A member: where it lies, and what it may hold. */
struct msg_field {
    const char *name;
    enum msg_field_kind kind;
    bool required;
    size_t offset; /* in struct msg: an i64, a bool, `room` chars with the final NUL, or a pointer */
    size_t room;
    i64 least, most, missing; /* of numbers */
};

struct msg_row {
    const char *name;
    enum msg_way way;
    const struct msg_field *fields; /* what every command or event has comes first */
    size_t n_fields;
};

NODISCARD const struct msg_row *msg_row(enum msg_kind kind);
/* MSG_KINDS if no message has this name. */
NODISCARD enum msg_kind msg_kind_named(const char *name);

/* The message as JSON. What may be missing, and says nothing, is left out. */
void msg_write(const struct msg *msg, struct text *to);

#endif
