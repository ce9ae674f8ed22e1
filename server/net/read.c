/* read.c - reads messages: jansson parses, the rows of proto/msg.h say what may be there. */
#include "server/net/read.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static bool fault_set(struct msg_fault *fault, const char *member, const char *why)
{
    struct text name = text_over(fault->member, sizeof fault->member), to = text_over(fault->says, sizeof fault->says);
    for (const char *c = member; *c; c++)
        text_char(&name, (u8)*c < ' ' || *c == 0x7f ? '?' : *c); /* a name that somebody made up */
    text_mend(&name);
    if (*member) {
        text_put(&to, fault->member);
        text_put(&to, ": ");
    }
    text_put(&to, why);
    return false;
}

/* Messages hold no lists and no objects: a parser need not walk into a thousand of them to find that out. */
static bool is_flat(const char *text, size_t n)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t k = 0; k < n; k++) {
        if (quoted && text[k] == '\\')
            k++;
        else if (text[k] == '"')
            quoted = !quoted;
        else if (!quoted && (text[k] == '{' || text[k] == '[') && depth++)
            return false;
    }
    return true;
}

static const char *parse_fault(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return "a member stands twice";
    case json_error_invalid_utf8:
        return "the text is not UTF-8";
    case json_error_null_byte_in_key:
        return "a member's name holds a zero";
    case json_error_numeric_overflow:
        return "a number is too large";
    default:
        return "a message is one JSON object";
    }
}

static bool number_read(const json_t *value, const struct msg_field *field, i64 *to, struct msg_fault *fault)
{
    if (!json_is_integer(value) || json_integer_value(value) < field->least ||
        json_integer_value(value) > field->most) {
        char why[96];
        snprintf(why, sizeof why, "a whole number from %lld to %lld is wanted", (long long)field->least,
                 (long long)field->most);
        return fault_set(fault, field->name, why);
    }
    *to = json_integer_value(value);
    return true;
}

static bool text_read(const json_t *value, const struct msg_field *field, char *to, struct msg_fault *fault)
{
    if (!json_is_string(value))
        return fault_set(fault, field->name, "a text is wanted");
    const char *words = json_string_value(value);
    const size_t n = json_string_length(value);
    if (n >= field->room) {
        char why[96];
        snprintf(why, sizeof why, "a text of at most %zu bytes is wanted", field->room - 1);
        return fault_set(fault, field->name, why);
    }
    if (strlen(words) != n)
        return fault_set(fault, field->name, "a text without zeros is wanted");
    memcpy(to, words, n + 1);
    return true;
}

static bool member_read(const json_t *value, const struct msg_field *field, void *to, struct msg_fault *fault)
{
    if (field->kind == MSG_NUMBER)
        return number_read(value, field, to, fault);
    if (field->kind == MSG_TEXT)
        return text_read(value, field, to, fault);
    if (!json_is_boolean(value))
        return fault_set(fault, field->name, "true or false is wanted");
    *(bool *)to = json_is_true(value);
    return true;
}

static bool members_read(json_t *object, const struct msg_row *row, struct msg *msg, struct msg_fault *fault)
{
    size_t n_there = 1; /* "m" */
    for (size_t k = 0; k < row->n_fields; k++) {
        const struct msg_field *field = &row->fields[k];
        void *to = (char *)msg + field->offset;
        const json_t *value = json_object_get(object, field->name);
        if (!value && field->required)
            return fault_set(fault, field->name, "is missing");
        if (!value && field->kind == MSG_NUMBER)
            *(i64 *)to = field->missing;
        if (value && !member_read(value, field, to, fault))
            return false;
        n_there += value != NULL;
    }
    const char *name;
    json_t *value;
    if (n_there != json_object_size(object))
        json_object_foreach(object, name, value)
        {
            size_t k = 0;
            while (k < row->n_fields && strcmp(row->fields[k].name, name))
                k++;
            if (k == row->n_fields && strcmp(name, "m"))
                return fault_set(fault, name, "no such member");
        }
    return true;
}

static bool object_read(json_t *object, struct msg *msg, bool from_client, struct msg_fault *fault)
{
    const json_t *name = json_object_get(object, "m");
    if (!json_is_object(object))
        return fault_set(fault, "", "a message is one JSON object");
    if (!json_is_string(name))
        return fault_set(fault, "m", "the name of a message is wanted");
    const enum msg_kind kind = strlen(json_string_value(name)) == json_string_length(name)
                                   ? msg_kind_named(json_string_value(name))
                                   : MSG_KINDS;
    if (kind == MSG_KINDS)
        return fault_set(fault, "m", "no message has this name");
    const struct msg_row *row = msg_row(kind);
    if (row->way == MSG_DOWN || (row->way == MSG_EVENT && from_client))
        return fault_set(fault, "m", "only the server says this");
    *msg = (struct msg){.kind = kind};
    return members_read(object, row, msg, fault);
}

static json_t *parse(const char *text, size_t n, struct msg_fault *fault)
{
    json_error_t error;
    if (!is_flat(text, n)) {
        (void)fault_set(fault, "", "a message holds no lists and no objects");
        return NULL;
    }
    json_t *object = json_loadb(text, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!object)
        (void)fault_set(fault, "", parse_fault(&error));
    return object;
}

bool msg_read(struct msg *msg, const char *text, size_t n, bool from_client, struct msg_fault *fault)
{
    json_t *object = parse(text, n, fault);
    const bool ok = object && object_read(object, msg, from_client, fault);
    json_decref(object);
    return ok;
}

bool msg_read_as(struct msg *msg, enum msg_kind kind, const char *text, size_t n, struct msg_fault *fault)
{
    json_t *object = parse(text, n, fault);
    const bool named = object && json_object_get(object, "m");
    if (json_is_object(object) && !named)
        json_object_set_new(object, "m", json_string(msg_row(kind)->name));
    bool ok = object && object_read(object, msg, true, fault);
    if (ok && msg->kind != kind)
        ok = fault_set(fault, "m", "another message is wanted here");
    json_decref(object);
    return ok;
}
