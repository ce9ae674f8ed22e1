/* bytes.c - copy, fill and equality of bytes, and two helpers for NUL-ended text. */
#include "base/base.h"

void bytes_fill(void *to, u8 value, size_t n)
{
    u8 *out = to;
    for (size_t i = 0; i < n; i++)
        out[i] = value;
}

void bytes_copy(void *to, const void *from, size_t n)
{
    u8 *out = to;
    const u8 *in = from;
    for (size_t i = 0; i < n; i++)
        out[i] = in[i];
}

bool bytes_equal(const void *a, const void *b, size_t n)
{
    const u8 *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

size_t text_length(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

u64 mix64(u64 x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
