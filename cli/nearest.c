/* nearest.c - of some names, the one that somebody may have meant. */
#include "cli/nearest.h"

#include <string.h>

enum { LETTERS_MAX = 40 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added, dropped or swapped with the next one: row i of `steps` is for the first i letters
 * of `a`. */
static size_t distance(const char *a, const char *b)
{
    size_t steps[LETTERS_MAX + 1][LETTERS_MAX + 1];
    const size_t n = strlen(a), m = strlen(b);
    if (n > LETTERS_MAX || m > LETTERS_MAX)
        return LETTERS_MAX;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (!i || !j) {
                steps[i][j] = i + j;
                continue;
            }
            const size_t same = steps[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            steps[i][j] = least(same, 1 + least(steps[i - 1][j], steps[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                steps[i][j] = least(steps[i][j], 1 + steps[i - 2][j - 2]);
        }
    return steps[n][m];
}

const char *nearest(const char *word, const char *const *names, size_t n)
{
    const char *found = NULL;
    size_t best = (strlen(word) + 2) / 3 + 1;
    for (size_t k = 0; k < n; k++) {
        const size_t steps = distance(word, names[k]);
        if (steps < best) {
            best = steps;
            found = names[k];
        }
    }
    return found;
}
