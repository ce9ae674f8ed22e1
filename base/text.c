/* text.c - the bounded writer and reader of text.h. */
#include "base/text.h"

struct text text_over(char *start, size_t room)
{
    REQUIRE(room >= 1);
    start[0] = 0;
    return (struct text){.start = start, .room = room};
}

void text_char(struct text *to, char c)
{
    if (to->length + 1 >= to->room) {
        to->cut = true;
        return;
    }
    to->start[to->length++] = c;
    to->start[to->length] = 0;
}

void text_bytes(struct text *to, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        text_char(to, bytes[i]);
}

void text_put(struct text *to, const char *words)
{
    text_bytes(to, words, text_length(words));
}

void text_mend(struct text *to)
{
    size_t n = 0; /* bytes behind the first one of the last character, and how many that one announces */
    while (to->cut && n < to->length && ((u8)to->start[to->length - 1 - n] & 0xc0) == 0x80)
        n++;
    if (!to->cut || n == to->length)
        return;
    const u8 lead = (u8)to->start[to->length - 1 - n];
    const size_t announced = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (n < announced)
        to->length -= n + 1;
    to->start[to->length] = 0;
}

void text_number(struct text *to, i64 number)
{
    char digits[20];
    size_t n = 0;
    u64 rest = number < 0 ? (u64)0 - (u64)number : (u64)number;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        text_char(to, '-');
    while (n)
        text_char(to, digits[--n]);
}

void text_json(struct text *to, const char *words)
{
    static const char hex[] = "0123456789abcdef";
    text_char(to, '"');
    for (; *words; words++) {
        const u8 c = (u8)*words;
        if (c == '"' || c == '\\') {
            text_char(to, '\\');
            text_char(to, (char)c);
        } else if (c == '\n') {
            text_put(to, "\\n");
        } else if (c < 0x20) {
            text_put(to, "\\u00");
            text_char(to, hex[c >> 4]);
            text_char(to, hex[c & 15]);
        } else {
            text_char(to, (char)c);
        }
    }
    text_char(to, '"');
}

struct reader reader_over(const char *bytes, size_t n)
{
    return (struct reader){bytes, bytes + n};
}

bool reader_done(const struct reader *from)
{
    return from->at == from->end;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void reader_blank(struct reader *from)
{
    while (from->at < from->end && is_blank(*from->at))
        from->at++;
}

bool reader_take(struct reader *from, const char *words)
{
    const size_t n = text_length(words);
    if ((size_t)(from->end - from->at) < n || !bytes_equal(from->at, words, n))
        return false;
    from->at += n;
    return true;
}

bool reader_number(struct reader *from, u32 *number)
{
    u32 value = 0;
    int digits = 0;
    while (from->at < from->end && *from->at >= '0' && *from->at <= '9') {
        if (++digits > 9)
            return false;
        value = value * 10 + (u32)(*from->at++ - '0');
    }
    *number = value;
    return digits > 0;
}

bool reader_word(struct reader *from, const char *stops, char *out, size_t room)
{
    size_t n = 0;
    for (; from->at < from->end && !is_blank(*from->at); from->at++) {
        bool stop = false;
        for (const char *s = stops; *s; s++)
            stop |= *s == *from->at;
        if (stop)
            break;
        if (n + 1 >= room)
            return false;
        out[n++] = *from->at;
    }
    out[n] = 0;
    return n > 0;
}
