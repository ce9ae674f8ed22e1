/* race_canonical.c - the one text of a game's rules. */
#include "core/race_canonical.h"

static bool is_before(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (u8)*a < (u8)*b;
}

/* The option whose name follows `after` (NULL: the first); their number where none does. */
static unsigned next_option(const char *after)
{
    unsigned next = race_n_options();
    for (unsigned option = 0; option < race_n_options(); option++) {
        const char *name = race_option_name(option);
        if ((!after || is_before(after, name)) && (next == race_n_options() || is_before(name, race_option_name(next))))
            next = option;
    }
    return next;
}

void race_canonical_write(const struct race *race, struct text *to)
{
    text_put(to, race_presets[race->preset].name);
    text_char(to, ' ');
    text_number(to, RACE_CANONICAL_VERSION);
    text_char(to, '\n');
    for (unsigned option = next_option(NULL); option < race_n_options();
         option = next_option(race_option_name(option))) {
        text_put(to, race_option_name(option));
        text_char(to, ' ');
        race_option_write(&race->o, option, to);
        text_char(to, '\n');
    }
}
