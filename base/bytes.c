/* bytes.c - equality of bytes, and two helpers for NUL-ended text. */
#include "base/base.h"

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
