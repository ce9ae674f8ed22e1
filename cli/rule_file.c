/* rule_file.c - reads a file of house rules.
 *
 * Order: what is told of faults; the names that a line may begin with, one function each; a line; what contradicts what;
 * the one line that all of it makes. */
#include "cli/rule_file.h"

#include <stdio.h>
#include <string.h>

#include "cli/bundles.h"
#include "cli/nearest.h"

enum { OPTIONS_MAX = 64, NAMES_MAX = 80, TEXT_MAX = 160, SHOWN_MAX = 40, MESSAGE_MAX = 320 };

struct reading {
    struct rule_file *file;
    struct rule_faults *faults;
    unsigned line;                                                                /* being read */
    unsigned rules_line, name_line, seats_line, arms_line, set_line[OPTIONS_MAX]; /* 0: not set */
    unsigned n_statements, n_faults;
    bool opened; /* the first statement named a rule set */
};

/* --- faults ------------------------------------------------------------------------------------------------------------ */

static void tell_at(struct reading *reading, unsigned line, const char *at, const char *message)
{
    reading->n_faults++;
    reading->faults->tell(reading->faults, line, at, message);
}

static void tell(struct reading *reading, const char *at, const char *message)
{
    tell_at(reading, reading->line, at, message);
}

/* A word of the file, cut to what fits on a line. */
static void shown_write(const char *word, struct text *to)
{
    char room[SHOWN_MAX + 1];
    struct text cut = text_over(room, sizeof room);
    text_put(&cut, word);
    text_mend(&cut);
    text_put(to, room);
    text_put(to, cut.cut ? "..." : "");
}

/* "; did you mean block?", where one of the names is near. */
static void meant_write(const char *word, const char *const *names, size_t n, struct text *to)
{
    const char *meant = nearest(word, names, n);
    if (meant) {
        text_put(to, "; did you mean ");
        text_put(to, meant);
        text_char(to, '?');
    }
}

static void tell_twice(struct reading *reading, const char *name, unsigned before)
{
    char room[MESSAGE_MAX];
    snprintf(room, sizeof room, before == reading->line ? "set twice on this line" : "set on line %u already", before);
    tell(reading, name, room);
}

/* --- what a line may begin with ---------------------------------------------------------------------------------------- */

static unsigned option_named(const char *name)
{
    unsigned option = 0;
    while (option < race_n_options() && !text_equal(race_option_name(option), name))
        option++;
    return option;
}

static void read_rules(struct reading *reading, const char *name, const char *value)
{
    const char *names[NAMES_MAX];
    struct game_fault fault;
    if (reading->rules_line) {
        tell_twice(reading, name, reading->rules_line);
        return;
    }
    /* Too late for the changes above it: that was told, so only its name is judged. */
    const bool late = reading->n_statements > 1;
    struct race_setup setup;
    reading->rules_line = reading->line;
    if (race_setup_open(late ? &setup : &reading->file->setup, value, &fault)) {
        reading->opened = !late;
        return;
    }
    for (unsigned preset = 0; preset < race_n_presets && preset < NAMES_MAX; preset++)
        names[preset] = race_presets[preset].name;
    char room[MESSAGE_MAX];
    struct text to = text_over(room, sizeof room);
    text_put(&to, "no rule set has the name ");
    shown_write(value, &to);
    meant_write(value, names, race_n_presets, &to);
    tell(reading, name, room);
}

static void read_name(struct reading *reading, const char *name, const char *value)
{
    struct text to = text_over(reading->file->name, sizeof reading->file->name);
    if (reading->name_line)
        tell_twice(reading, name, reading->name_line);
    reading->name_line = reading->line;
    text_put(&to, value);
    if (to.cut)
        tell(reading, name, "a name has at most 60 bytes");
}

static void read_number(struct reading *reading, const char *name, const char *value, unsigned *line, u8 *number)
{
    struct reader digits = reader_over(value, strlen(value));
    u32 read = 0;
    if (*line)
        tell_twice(reading, name, *line);
    *line = reading->line;
    if (!reader_number(&digits, &read) || !reader_done(&digits) || read < 2 || read > RACE_SEATS_MAX)
        tell(reading, name, "a whole number from 2 to 8 is wanted");
    else
        *number = (u8)read;
}

static void read_seats(struct reading *reading, const char *name, const char *value)
{
    read_number(reading, name, value, &reading->seats_line, &reading->file->setup.seats);
}

static void read_arms(struct reading *reading, const char *name, const char *value)
{
    read_number(reading, name, value, &reading->arms_line, &reading->file->setup.arms);
}

static void read_option(struct reading *reading, const char *name, const char *value)
{
    const unsigned option = option_named(name);
    struct game_fault fault;
    char room[SHOWN_MAX + 4];
    struct text shown = text_over(room, sizeof room);
    shown_write(value, &shown);
    if (reading->set_line[option]) {
        tell_twice(reading, name, reading->set_line[option]);
        return;
    }
    reading->set_line[option] = reading->line;
    if (!race_setup_option(&reading->file->setup, name, room, &fault))
        tell(reading, name, fault.message);
}

static void read_bundle(struct reading *reading, const char *name, const char *value)
{
    const char *changes = bundle_changes(name, value, race_presets[reading->file->setup.preset].name);
    char room[MESSAGE_MAX], shown[SHOWN_MAX + 4];
    if (!changes) {
        struct text to = text_over(room, sizeof room), word = text_over(shown, sizeof shown);
        shown_write(value, &word);
        bundle_fault_write(name, shown, &to);
        tell(reading, name, room);
        return;
    }
    struct reader in = reader_over(changes, strlen(changes));
    for (reader_blank(&in); !reader_done(&in); reader_blank(&in)) {
        char option[SHOWN_MAX], to[SHOWN_MAX];
        REQUIRE(reader_word(&in, "=", option, sizeof option) && reader_take(&in, "=") &&
                reader_word(&in, "", to, sizeof to));
        read_option(reading, option, to);
    }
}

static const struct statement {
    const char *name;
    void (*read)(struct reading *reading, const char *name, const char *value);
    bool words; /* the value may be several words */
} statements[] = {
    {"rules", read_rules, false},
    {"name", read_name, true},
    {"seats", read_seats, false},
    {"arms", read_arms, false},
};

/* What a line that begins with this name says, or NULL. */
static const struct statement *statement_named(const char *name)
{
    static const struct statement option = {NULL, read_option, false}, bundle = {NULL, read_bundle, false};
    for (size_t k = 0; k < COUNT(statements); k++)
        if (text_equal(statements[k].name, name))
            return &statements[k];
    return bundle_is(name) ? &bundle : option_named(name) < race_n_options() ? &option : NULL;
}

static void tell_unknown_option(struct reading *reading, const char *word)
{
    const char *names[NAMES_MAX];
    char at[SHOWN_MAX + 4], room[MESSAGE_MAX];
    struct text name = text_over(at, sizeof at), to = text_over(room, sizeof room);
    size_t n = 0;
    for (unsigned option = 0; option < race_n_options(); option++)
        names[n++] = race_option_name(option);
    for (size_t k = 0; k < COUNT(statements); k++)
        names[n++] = statements[k].name;
    for (size_t k = 0; k < n_bundles && n < NAMES_MAX; k++)
        names[n++] = bundles[k].name;
    shown_write(word, &name);
    text_put(&to, "no option has this name");
    meant_write(word, names, n, &to);
    tell(reading, at, room);
}

/* --- a line ------------------------------------------------------------------------------------------------------------ */

/* The next character, and `in` after it; false where the bytes are no UTF-8 (RFC 3629: no form that is too long, no
 * surrogates, nothing past 0x10ffff). */
static bool character_read(struct reader *in, u32 *character)
{
    static const u32 least[] = {0, 0, 0x80, 0x800, 0x10000};
    const u8 first = (u8)*in->at++;
    const unsigned n = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (!n || (size_t)(in->end - in->at) < n - 1)
        return false;
    *character = n == 1 ? first : first & (0x7fu >> n);
    for (unsigned k = 1; k < n; k++, in->at++) {
        if (((u8)*in->at & 0xc0) != 0x80)
            return false;
        *character = *character << 6 | ((u8)*in->at & 0x3f);
    }
    return *character >= least[n] && *character <= 0x10ffff && *character >> 11 != 0x1b;
}

/* Is the line text? The first fault is told. */
static bool text_ok(struct reading *reading, struct reader in)
{
    while (!reader_done(&in)) {
        u32 character = 0;
        if (!*in.at)
            tell(reading, "NUL", "a NUL byte: this is no text");
        else if (!character_read(&in, &character))
            tell(reading, "UTF-8", "the line is not UTF-8 text");
        else if ((character < ' ' && character != '\t') || (character >= 0x7f && character < 0xa0))
            tell(reading, "control character", "only letters, blanks and tabs may stand on a line");
        else
            continue;
        return false;
    }
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void line_trim(struct reader *in)
{
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
    while (in->at < in->end && is_blank(in->end[-1]))
        in->end--;
}

/* Leaves out what follows a # that begins the line or stands after a blank. */
static void comment_cut(struct reader *in)
{
    for (const char *c = in->at; c < in->end; c++)
        if (*c == '#' && (c == in->at || is_blank(c[-1]))) {
            in->end = c;
            return;
        }
}

/* What to say of more than one value. */
static const char *several_fault(const char *name)
{
    const unsigned option = option_named(name);
    return option < race_n_options() && race_option_kind(option) == RACE_OPTION_FACES
               ? "several values stand with commas between them, such as 5,6"
               : "one value is wanted, and nothing after it";
}

/* The value: the rest of the line, without blanks next to a comma. */
static void value_read(struct reader *in, struct text *to)
{
    for (line_trim(in); in->at < in->end; in->at++) {
        const char *after = in->at;
        while (after < in->end && is_blank(*after))
            after++;
        const bool by_comma = (after < in->end && *after == ',') || (to->length && to->start[to->length - 1] == ',');
        if (!is_blank(*in->at) || !by_comma)
            text_char(to, *in->at);
    }
}

static void statement_read(struct reading *reading, struct reader in)
{
    char name[TEXT_MAX], value[TEXT_MAX];
    struct text word = text_over(name, sizeof name), rest = text_over(value, sizeof value);
    comment_cut(&in);
    line_trim(&in);
    if (reader_done(&in))
        return;
    for (; in.at < in.end && !is_blank(*in.at) && *in.at != '='; in.at++)
        text_char(&word, *in.at);
    line_trim(&in);
    if (in.at < in.end && *in.at == '=')
        in.at++;
    value_read(&in, &rest);
    bundle_name_mend(name);
    reading->n_statements++;
    const struct statement *statement = statement_named(name);
    if (reading->n_statements == 1 && !text_equal(name, "rules"))
        tell(reading, "rules", "the first line names the rule set that the rules begin with, such as: rules ludo");
    if (!*name)
        tell(reading, "=", "a line begins with the name of an option");
    else if (!statement)
        tell_unknown_option(reading, name);
    else if (!*value)
        tell(reading, name, "a value is wanted");
    else if (!statement->words && (strchr(value, ' ') || strchr(value, '\t')))
        tell(reading, name, several_fault(name));
    else
        statement->read(reading, name, value);
}

/* --- what contradicts what --------------------------------------------------------------------------------------------- */

static unsigned *line_of(struct reading *reading, const char *name)
{
    const unsigned option = option_named(name);
    return option < race_n_options()   ? &reading->set_line[option]
           : text_equal(name, "seats") ? &reading->seats_line
           : text_equal(name, "arms")  ? &reading->arms_line
                                       : NULL;
}

/* Gives an option its rule set's own value again. */
static void undo(struct race_setup *setup, const char *name)
{
    const unsigned option = option_named(name);
    struct race_setup own;
    struct game_fault fault;
    char room[SHOWN_MAX];
    struct text value = text_over(room, sizeof room);
    REQUIRE(race_setup_open(&own, race_presets[setup->preset].name, &fault));
    race_option_write(&own.options, option, &value);
    REQUIRE(race_setup_option(setup, name, room, &fault));
    setup->changed &= ~((u64)1 << option);
}

/* The first of the names `a, b` that the file sets, in `name`; gives the last line that sets one, or that of the rule set. */
static unsigned setting_line(struct reading *reading, const char *names, char name[static SHOWN_MAX])
{
    struct reader in = reader_over(names, strlen(names));
    unsigned last = 0;
    char each[SHOWN_MAX];
    name[0] = 0;
    while (reader_word(&in, ",", each, sizeof each)) {
        const unsigned *line = line_of(reading, each);
        const bool set = line && *line;
        if (set && !name[0])
            bytes_copy(name, each, sizeof each);
        last = set && *line > last ? *line : last;
        while (reader_take(&in, ",") || reader_take(&in, " "))
            continue;
    }
    return last ? last : reading->rules_line;
}

/* Seats and arms are judged where the options go together: those that don't are undone, one after the other. */
static void contradictions_tell(struct reading *reading)
{
    struct race_setup trial = reading->file->setup;
    struct game_fault fault;
    struct race race;
    char name[SHOWN_MAX];
    for (unsigned k = 0; !race_setup_ok(&reading->file->setup, k, &fault); k++)
        tell_at(reading, setting_line(reading, fault.at, name), fault.at, fault.message);
    for (unsigned k = 0; k < OPTIONS_MAX && !race_setup_ok(&trial, 0, &fault); k++) {
        setting_line(reading, fault.at, name);
        if (!name[0])
            return;
        undo(&trial, name);
        *line_of(reading, name) = 0;
    }
    if (!race_compile(&race, &trial, &fault))
        tell_at(reading, setting_line(reading, fault.at, name), fault.at, fault.message);
}

/* --- the file ---------------------------------------------------------------------------------------------------------- */

static void line_write(struct reading *reading)
{
    struct rule_file *file = reading->file;
    const struct race_setup *setup = &file->setup;
    struct text to = text_over(file->line, sizeof file->line);
    text_put(&to, race_presets[setup->preset].name);
    const struct {
        const char *name;
        u8 number;
    } numbers[] = {{" seats=", setup->seats}, {" arms=", setup->arms}};
    for (size_t k = 0; k < COUNT(numbers); k++)
        if (numbers[k].number) {
            text_put(&to, numbers[k].name);
            text_number(&to, numbers[k].number);
        }
    for (unsigned option = 0; option < race_n_options(); option++)
        if (race_option_changed(&setup->options, setup->preset, option)) {
            text_char(&to, ' ');
            text_put(&to, race_option_name(option));
            text_char(&to, '=');
            race_option_write(&setup->options, option, &to);
        }
    if (to.cut)
        tell_at(reading, reading->rules_line, "rules", "so many changes don't fit on the line of a record");
}

static unsigned line_at(const char *bytes, size_t n)
{
    unsigned line = 1;
    for (size_t k = 0; k < n; k++)
        line += bytes[k] == '\n';
    return line;
}

bool rule_file_read(struct rule_file *file, const char *bytes, size_t n, struct rule_faults *faults)
{
    static const u8 byte_order_mark[] = {0xef, 0xbb, 0xbf};
    struct reading reading = {.file = file, .faults = faults};
    struct reader in = reader_over(bytes, n);
    struct game_fault fault;
    *file = (struct rule_file){0};
    /* Without a rule set of its own a file is still read to its end, for its other faults. */
    REQUIRE(race_setup_open(&file->setup, race_presets[0].name, &fault));
    if (n > RULE_FILE_MAX) {
        tell_at(&reading, line_at(bytes, RULE_FILE_MAX), "size", "a file of rules has at most 65536 bytes");
        return false;
    }
    if (n >= sizeof byte_order_mark && bytes_equal(bytes, byte_order_mark, sizeof byte_order_mark))
        in.at += sizeof byte_order_mark;
    while (!reader_done(&in)) {
        const char *end = memchr(in.at, '\n', (size_t)(in.end - in.at));
        struct reader line = {in.at, end ? end : in.end};
        in.at = end ? end + 1 : in.end;
        if (line.at < line.end && line.end[-1] == '\r')
            line.end--;
        reading.line++;
        if (text_ok(&reading, line))
            statement_read(&reading, line);
        else
            reading.n_statements++; /* it may have been the rule set */
    }
    if (!reading.n_statements && !reading.n_faults)
        tell_at(&reading, reading.line ? reading.line : 1, "rules",
                "a rule set is wanted on the first line, such as: rules ludo");
    if (reading.opened)
        contradictions_tell(&reading);
    if (!reading.n_faults)
        line_write(&reading);
    return !reading.n_faults;
}
