/* house_rules.h - every rule set with house rules and numbers of seats, for tests that play them all. */
#ifndef TESTS_CORE_HOUSE_RULES_H
#define TESTS_CORE_HOUSE_RULES_H

#include "core/race.h"

enum { HOUSE_RULES_LINE = 128 };

static const char *const house_changes[] = {
    "",
    " pawns=2 start_out=1",
    " pawns=1",
    " finish=bounce",
    " finish=clamp",
    " none_on_course=three-tries",
    " none_on_course=normal",
    " none_on_course=free-entry",
    " own_sharing=stop-behind",
    " own_sharing=forbid",
    " own_sharing=share block=none",
    " capacity=1",
    " capture_mandatory=yes",
    " enter_mandatory=yes vacate_start=yes",
    " enter_on=1,6",
    " capture_reward=roll home_reward=roll",
    " capture_reward=steps20 home_reward=steps10",
    " six_extra=no",
    " six_extra_when_stuck=yes",
    " block=no-overtake",
    " block=enemy-pair block_pass=free",
    " block_land=attacker-home none_on_course=three-tries",
    " safe_effect=attacker-home none_on_course=three-tries",
    " safe_effect=attacker-home",
    " safe_effect=no-landing",
    " capacity=2 block_land=attacker-home",
    " capacity=2 own_sharing=share",
    " corridor_rule=slots finish_mode=slots slot_jump=no",
    " safe_squares=none",
    " corridor_rule=pair",
    " corridor_rule=single-no-jump",
    " triple_six=cancel",
    " triple_six=cancel+last-home",
    " play_on=all",
    " six_counts=12-if-base-empty",
    " first_enters_on_any=yes",
};

/* The line of a number: each rule set, with every second number of seats, with each change. False: past the last. */
static bool house_line(unsigned number, struct text *to)
{
    unsigned rest = number / COUNT(house_changes);
    for (unsigned preset = 0; preset < race_n_presets; preset++)
        for (unsigned seats = race_presets[preset].seats_min; seats <= race_presets[preset].seats_max; seats += 2)
            if (!rest--) {
                text_put(to, race_presets[preset].name);
                text_put(to, " seats=");
                text_number(to, seats);
                text_put(to, house_changes[number % COUNT(house_changes)]);
                return true;
            }
    return false;
}

/* Compiles the next rules from `number` on that don't contradict themselves, and moves it past them. False: there are none. */
static bool house_rules(unsigned *number, struct race *race, char line[static HOUSE_RULES_LINE])
{
    for (;;) {
        struct race_setup setup;
        struct game_fault fault;
        struct text to = text_over(line, HOUSE_RULES_LINE);
        if (!house_line((*number)++, &to))
            return false;
        if (race_setup_read(&setup, line, &fault) && race_compile(race, &setup, &fault))
            return true;
    }
}

#endif
