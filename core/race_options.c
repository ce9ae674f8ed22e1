/* race_options.c - the options of the race games: their table, made from race_rules.def, and setting them by name. */
#include "core/race_options.h"

/* --- the table of options ---------------------------------------------------------------------------------------- */

_Static_assert(N_OPTIONS + 3 <= 64, "race_setup.changed has a bit for each, changes_read some more");
_Static_assert(sizeof(struct race_options) == N_OPTIONS, "one byte an option, in the order of race_rules.def");

enum { VALUES_MAX = 8, WORTHS_SET_MAX = 6 };

struct option_row {
    const char *name;
    u8 kind; /* enum race_option_kind */
    u8 fallback;
    const char *values[VALUES_MAX]; /* none for a set of worths */
};

static const struct option_row option_rows[N_OPTIONS] = {
#define V(id, text) text,
#define OPTION(name, fallback, values) {#name, RACE_OPTION_WORDS, RACE_##fallback, {values}},
#define NUMBER(name, fallback, values) {#name, RACE_OPTION_NUMBERS, RACE_##fallback, {values}},
#define FACES(name, fallback) {#name, RACE_OPTION_FACES, fallback, {NULL}},
#include "core/race_rules.def"
#undef V
#undef OPTION
#undef NUMBER
#undef FACES
};

static u8 *option_at(struct race_options *options, unsigned option)
{
    return (u8 *)options + option;
}

static u8 option_of(const struct race_options *options, unsigned option)
{
    return ((const u8 *)options)[option];
}

unsigned race_n_options(void)
{
    return N_OPTIONS;
}

const char *race_option_name(unsigned option)
{
    REQUIRE(option < N_OPTIONS);
    return option_rows[option].name;
}

const char *race_option_value(unsigned option, unsigned k)
{
    REQUIRE(option < N_OPTIONS);
    return k < VALUES_MAX ? option_rows[option].values[k] : NULL;
}

void race_option_write(const struct race_options *options, unsigned option, struct text *to)
{
    REQUIRE(option < N_OPTIONS);
    const struct option_row *row = &option_rows[option];
    const u8 value = option_of(options, option);
    if (row->kind != RACE_OPTION_FACES) {
        text_put(to, row->values[value]);
        return;
    }
    bool first = true;
    for (unsigned k = 0; k < RACE_WORTHS; k++)
        if (value >> k & 1) {
            if (!first)
                text_char(to, ',');
            text_number(to, race_worths[k]);
            first = false;
        }
}

enum race_option_kind race_option_kind(unsigned option)
{
    REQUIRE(option < N_OPTIONS);
    return option_rows[option].kind;
}

/* --- setting up by name ------------------------------------------------------------------------------------------- */

/* A set of worths, "5,6"; 0 if the text is none: empty, more than six, no worth of a throw, or one that comes twice. */
static u8 worths_read(const char *value)
{
    struct reader in = reader_over(value, text_length(value));
    u8 mask = 0;
    do {
        u32 worth;
        if (!reader_number(&in, &worth))
            return 0;
        const unsigned k = race_worth_number(worth);
        if (k >= RACE_WORTHS || race_worths[k] != worth || (mask >> k & 1))
            return 0;
        mask |= (u8)(1u << k);
    } while (reader_take(&in, ","));
    return reader_done(&in) && __builtin_popcount(mask) <= WORTHS_SET_MAX ? mask : 0;
}

static bool value_fault(struct game_fault *fault, const struct option_row *row, const char *value)
{
    char words[sizeof fault->message];
    struct text to = text_over(words, sizeof words);
    text_put(&to, row->name);
    text_put(&to, " can't be ");
    text_put(&to, value);
    text_put(&to, ": it is ");
    if (row->kind == RACE_OPTION_FACES)
        text_put(&to, "a list of one to six different rolls, such as 5,6");
    for (unsigned k = 0; k < VALUES_MAX && row->values[k]; k++) {
        text_put(&to, k ? ", " : "");
        text_put(&to, row->values[k]);
    }
    return game_fault_set(fault, "bad-option", row->name, words);
}

/* The number of the option of this name; past seats and arms if there is none. */
static unsigned option_number(const char *name)
{
    unsigned option = 0;
    while (option < N_OPTIONS && !text_equal(option_rows[option].name, name))
        option++;
    return option < N_OPTIONS ? option : N_OPTIONS + 2;
}

bool race_setup_option(struct race_setup *setup, const char *name, const char *value, struct game_fault *fault)
{
    const unsigned option = option_number(name);
    if (option >= N_OPTIONS)
        return game_fault_set(fault, "unknown-option", name, "no option has this name");
    const struct option_row *row = &option_rows[option];
    unsigned k = 0;
    if (row->kind == RACE_OPTION_FACES) {
        k = worths_read(value);
        if (!k)
            return value_fault(fault, row, value);
    } else {
        while (k < VALUES_MAX && row->values[k] && !text_equal(row->values[k], value))
            k++;
        if (k == VALUES_MAX || !row->values[k])
            return value_fault(fault, row, value);
    }
    if (option_of(&setup->options, option) != k)
        setup->changed |= (u64)1 << option;
    *option_at(&setup->options, option) = (u8)k;
    return true;
}

/* "name=value" pairs, and the two numbers that are no rules: seats and arms. */
static bool changes_read(struct race_setup *setup, const char *line, struct game_fault *fault)
{
    struct reader in = reader_over(line, text_length(line));
    u64 named = 0; /* bit by option; past them seats and arms */
    for (reader_blank(&in); !reader_done(&in); reader_blank(&in)) {
        char name[40], value[40];
        if (!reader_word(&in, "=", name, sizeof name) || !reader_take(&in, "=") ||
            !reader_word(&in, "", value, sizeof value))
            return game_fault_set(fault, "bad-request", "options", "a change is written name=value");
        const bool seats = text_equal(name, "seats"), arms = text_equal(name, "arms");
        const u64 bit = (u64)1 << (seats ? N_OPTIONS : arms ? N_OPTIONS + 1 : option_number(name));
        if (named & bit)
            return game_fault_set(fault, "bad-option", name, "this is set twice");
        named |= bit;
        if (seats || arms) {
            struct reader digits = reader_over(value, text_length(value));
            u32 number;
            if (!reader_number(&digits, &number) || !reader_done(&digits) || number < 2 || number > RACE_SEATS_MAX)
                return game_fault_set(fault, "bad-request", name, "a whole number from 2 to 8 is wanted");
            *(seats ? &setup->seats : &setup->arms) = (u8)number;
        } else if (!race_setup_option(setup, name, value, fault)) {
            return false;
        }
    }
    return true;
}

static unsigned preset_number(const char *name)
{
    unsigned k = 0;
    while (k < race_n_presets && !text_equal(race_presets[k].name, name))
        k++;
    return k;
}

static void preset_apply(struct race_setup *setup, const struct race_preset *preset)
{
    struct game_fault fault;
    if (preset->parent)
        preset_apply(setup, &race_presets[preset_number(preset->parent)]);
    REQUIRE(changes_read(setup, preset->changes, &fault));
}

bool race_setup_open(struct race_setup *setup, const char *rule_set, struct game_fault *fault)
{
    const unsigned preset = preset_number(rule_set);
    if (preset == race_n_presets)
        return game_fault_set(fault, "unknown-rules", "rules", "no rule set has this name");
    *setup = (struct race_setup){.preset = (u8)preset};
    for (unsigned option = 0; option < N_OPTIONS; option++)
        *option_at(&setup->options, option) = option_rows[option].fallback;
    preset_apply(setup, &race_presets[preset]);
    setup->changed = 0;
    return true;
}

bool race_option_changed(const struct race_options *options, unsigned preset, unsigned option)
{
    struct race_setup own;
    struct game_fault fault;
    REQUIRE(option < N_OPTIONS && preset < race_n_presets);
    return !race_setup_open(&own, race_presets[preset].name, &fault) ||
           option_of(options, option) != option_of(&own.options, option);
}

bool race_setup_read(struct race_setup *setup, const char *line, struct game_fault *fault)
{
    struct reader in = reader_over(line, text_length(line));
    char rule_set[40];
    for (const char *c = line; *c; c++) /* a line of plain text, so that it can stand in a record and in a fault */
        if ((u8)*c < ' ' || (u8)*c > '~')
            return game_fault_set(fault, "bad-request", "rules", "rules are one line of plain letters");
    reader_blank(&in);
    if (!reader_word(&in, "", rule_set, sizeof rule_set))
        return game_fault_set(fault, "unknown-rules", "rules", "the name of a rule set is wanted");
    return race_setup_open(setup, rule_set, fault) && changes_read(setup, in.at, fault);
}
