/* utf8.c - whether bytes that come in pieces are UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
#include "server/net/inner.h"

static bool begin(struct utf8 *utf8, u8 byte)
{
    utf8->low = 0x80, utf8->high = 0xBF;
    if (byte < 0x80)
        return true;
    if (byte < 0xC2 || byte > 0xF4)
        return false;
    utf8->missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    if (byte == 0xE0)
        utf8->low = 0xA0;
    else if (byte == 0xED)
        utf8->high = 0x9F;
    else if (byte == 0xF0)
        utf8->low = 0x90;
    else if (byte == 0xF4)
        utf8->high = 0x8F;
    return true;
}

bool utf8_take(struct utf8 *utf8, const u8 *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!utf8->missing) {
            if (!begin(utf8, bytes[i]))
                return false;
            continue;
        }
        if (bytes[i] < utf8->low || bytes[i] > utf8->high)
            return false;
        utf8->missing--;
        utf8->low = 0x80, utf8->high = 0xBF;
    }
    return true;
}
