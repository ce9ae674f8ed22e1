/* base.h - integer names, the three kinds of condition, and small helpers that every layer shares.
 *
 * Freestanding headers only: clang for wasm32 finds no libc, so bytes are copied, filled and compared here. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NODISCARD __attribute__((warn_unused_result))

/* The three kinds of condition.
 *   REQUIRE  the caller's duty: false is a bug in the calling code, never bad input. Traps in every build.
 *   BELIEVE  believed impossible: asserted in debug builds; in a release the code that follows must cope.
 *   may happen (bytes from outside): a plain `if`, and an error that names the fault. */
#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())
#ifdef DADA_DEBUG
#define BELIEVE(condition) REQUIRE(condition)
#else
#define BELIEVE(condition) ((void)0)
#endif

/* Bytes. `bytes_equal` is not for secrets: it stops at the first difference. */
static inline void bytes_fill(void *to, u8 value, size_t n)
{
    __builtin_memset(to, value, n);
}
static inline void bytes_copy(void *to, const void *from, size_t n)
{
    __builtin_memcpy(to, from, n);
}
NODISCARD bool bytes_equal(const void *a, const void *b, size_t n);

/* Length of a NUL-ended text, and equality of two. */
NODISCARD size_t text_length(const char *text);
NODISCARD bool text_equal(const char *a, const char *b);

/* One step of a 64-bit mixing function (splitmix64's finaliser): for signatures and for players' noise,
 * never for dice. */
static inline u64 mix64(u64 x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

#endif
