/* race_options.h - the numbers of the options, in the order of race_rules.def: for race_options.c and race_rules.c. */
#ifndef CORE_RACE_OPTIONS_H
#define CORE_RACE_OPTIONS_H

#include "core/race.h"

enum {
#define OPTION(name, fallback, values) OPT_##name,
#define NUMBER OPTION
#define FACES(name, fallback) OPT_##name,
#include "core/race_rules.def"
#undef OPTION
#undef NUMBER
#undef FACES
    N_OPTIONS
};

#endif
