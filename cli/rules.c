/* rules.c - `dada rules`: rule sets in plain sentences.
 *
 * Order: what all its commands need; named changes; list, show, options, diff; the table of commands. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "cli/args.h"
#include "cli/bundles.h"
#include "cli/cli.h"
#include "cli/telling.h"
#include "core/race_canonical.h"

/* What a command gives beside its exit status: it was called wrongly, and nothing was said of it yet. */
enum { SAY_USAGE = -1 };

/* What was asked for. */
struct asked {
    const struct language *language;
    bool markdown, canonical, hash;
    int n; /* words after the command's name */
    char **words;
};

/* Rules that were asked for, read and compiled. */
struct rules {
    struct race race;
    struct args_rules asked;
};

static const char usage[] =
    "usage: dada rules list [--lang LANGUAGE]\n"
    "       dada rules show RULES [OPTION=VALUE...] [--lang LANGUAGE] [--markdown]\n"
    "       dada rules show RULES [OPTION=VALUE...] --canonical | --hash\n"
    "       dada rules options [OPTION] [--lang LANGUAGE]    each value of an option, or of all\n"
    "       dada rules diff RULES RULES [--lang LANGUAGE]    \"ludo block=none\" is one of them\n"
    "       dada rules check FILE                            - is the standard input\n"
    "--markdown adds the name and value of each option. LANGUAGE is en, fr or es.\n"
    "RULES is the name of a rule set or a rule file, mamie.rules (docs/rule-files.md).\n";

static bool rules_read(struct rules *rules, int n, char **words)
{
    struct race_setup setup;
    struct game_fault fault;
    if (!args_rules_named("rules", n, words, 0, &rules->asked))
        return false;
    REQUIRE(race_setup_read(&setup, rules->asked.line, &fault) && race_compile(&rules->race, &setup, &fault));
    return true;
}

static const char *id_of(const struct rules *rules)
{
    return race_presets[rules->race.preset].name;
}

/* What the rules are called: by a family, or by their rule set. */
static const char *title_of(const struct language *language, const struct rules *rules)
{
    return rules->asked.name[0] ? rules->asked.name : word_of(language, "game.", id_of(rules));
}

/* Spaces up to this many columns; a byte that goes on with a UTF-8 character takes none. */
static void print_padded(const char *words, size_t columns)
{
    size_t n = 0;
    for (const char *c = words; *c; c++)
        n += ((u8)*c & 0xc0) != 0x80;
    printf("%s%*s", words, (int)(n < columns ? columns - n : 0), "");
}

static void print_seats(const struct language *language, unsigned preset)
{
    char room[TELLING_TEXT_MAX];
    struct text seats = text_over(room, sizeof room);
    telling_seats_write(language, preset, &seats);
    fputs(room, stdout);
}

static void print_sentence(const struct language *language, const struct race *race, unsigned option)
{
    char room[TELLING_TEXT_MAX];
    struct text sentence = text_over(room, sizeof room);
    telling_write(language, race, option, &sentence);
    fputs(room, stdout);
}

/* The two forms of a page: how its parts begin and end. */
static const struct form {
    const char *title, *title_end, *group, *group_end, *item;
} forms[] = {
    {"", "\n", "\n", "\n", "  "},
    {"# ", "\n\n", "\n## ", "\n\n", "* "},
};

/* --- bundles ----------------------------------------------------------------------------------------------------------- */

/* The rules with the changes of a bundle; false where it can't be or changes nothing. */
static bool bundled(const struct rules *rules, const struct bundle *bundle, struct race *race)
{
    char line[2 * MATCH_LINE_MAX];
    struct text to = text_over(line, sizeof line);
    struct race_setup setup;
    struct game_fault fault;
    text_put(&to, rules->asked.line);
    text_char(&to, ' ');
    text_put(&to, bundle_changes(bundle->name, bundle->value, id_of(rules)));
    return race_setup_read(&setup, line, &fault) && setup.changed && race_compile(race, &setup, &fault);
}

static bool is_changed(const struct race *race)
{
    bool changed = false;
    for (unsigned option = 0; option < race_n_options(); option++)
        changed |= race_option_changed(&race->o, race->preset, option);
    return changed;
}

static void print_bundle(const struct asked *asked, const struct bundle *bundle, const struct race *race)
{
    struct told order[TELLING_MAX];
    const unsigned n = telling_order(asked->language, order);
    fputs(forms[asked->markdown].item, stdout);
    for (unsigned k = 0; k < n; k++)
        if (race_option_changed(&race->o, race->preset, order[k].option)) {
            print_sentence(asked->language, race, order[k].option);
            putchar(' ');
        }
    printf(asked->markdown ? "`%s %s`\n" : "(%s=%s)\n", bundle->name, bundle->value);
}

/* What the bundles would change in a rule set as it is; of changed rules they might contradict the changes. */
static void print_bundles(const struct asked *asked, const struct rules *rules)
{
    const struct form *form = &forms[asked->markdown];
    bool headed = false;
    if (is_changed(&rules->race))
        return;
    for (size_t k = 0; k < n_bundles; k++) {
        struct race race;
        if (bundles[k].rule_set || !bundled(rules, &bundles[k], &race))
            continue;
        if (!headed)
            printf("%s%s%s", form->group, word_of(asked->language, "head.", "bundles"), form->group_end);
        headed = true;
        print_bundle(asked, &bundles[k], &race);
    }
}

static void list_bundles(const struct asked *asked)
{
    char room[64];
    printf("\n%s\n", word_of(asked->language, "head.", "bundles"));
    for (size_t k = 0; k < n_bundles; k++) {
        if (bundles[k].rule_set)
            continue;
        snprintf(room, sizeof room, "%s=%s", bundles[k].name, bundles[k].value);
        print_padded(room, 24);
        snprintf(room, sizeof room, "%s.%s", bundles[k].name, bundles[k].value);
        printf(" %s\n", word_of(asked->language, "bundle.", room));
    }
}

/* --- list -------------------------------------------------------------------------------------------------------------- */

static int list(const struct asked *asked)
{
    if (asked->n)
        return SAY_USAGE;
    for (unsigned preset = 0; preset < race_n_presets; preset++) {
        const char *id = race_presets[preset].name;
        print_padded(id, 24);
        print_padded(word_of(asked->language, "game.", id), 30);
        printf(" %d-%d  %s\n", race_presets[preset].seats_min, race_presets[preset].seats_max,
               word_of(asked->language, "about.", id));
    }
    list_bundles(asked);
    return 0;
}

/* --- show -------------------------------------------------------------------------------------------------------------- */

static void print_canonical(const struct race *race, bool hash)
{
    char room[RACE_CANONICAL_MAX], hex[2 * SHA256_BYTES + 1];
    u8 digest[SHA256_BYTES];
    struct text to = text_over(room, sizeof room), digits = text_over(hex, sizeof hex);
    race_canonical_write(race, &to);
    REQUIRE(!to.cut);
    sha256_of(room, to.length, digest);
    sha256_write(digest, &digits);
    if (hash)
        puts(hex);
    else
        fputs(room, stdout);
}

static void print_rule(const struct asked *asked, const struct race *race, unsigned option)
{
    char room[TELLING_TEXT_MAX];
    struct text value = text_over(room, sizeof room);
    race_option_write(&race->o, option, &value);
    fputs(forms[asked->markdown].item, stdout);
    print_sentence(asked->language, race, option);
    if (asked->markdown)
        printf(" `%s %s`", race_option_name(option), room);
    putchar('\n');
}

/* What a page has that a screen has not: the other names, and the hash. */
static void print_names(const struct asked *asked, const struct rules *rules)
{
    const char *id = id_of(rules);
    for (size_t k = 0; k < n_languages; k++)
        if (&languages[k] != asked->language || rules->asked.name[0])
            printf("*%s* (%s), ", word_of(&languages[k], "game.", id), languages[k].name);
    printf("`%s`\n\n", id);
}

static int show(const struct asked *asked)
{
    struct told order[TELLING_MAX];
    struct rules rules;
    if (!asked->n)
        return SAY_USAGE;
    if (!rules_read(&rules, asked->n, asked->words))
        return 2;
    if (asked->canonical || asked->hash) {
        print_canonical(&rules.race, asked->hash);
        return 0;
    }
    const struct form *form = &forms[asked->markdown];
    const char *group = "";
    printf("%s%s", form->title, title_of(asked->language, &rules));
    if (!asked->markdown)
        printf(" (%s)", rules.asked.line);
    fputs(form->title_end, stdout);
    if (asked->markdown)
        print_names(asked, &rules);
    puts(word_of(asked->language, "about.", id_of(&rules)));
    print_seats(asked->language, rules.race.preset);
    putchar('\n');
    const unsigned n = telling_order(asked->language, order);
    for (unsigned k = 0; k < n; k++)
        if (telling_is_told(asked->language, &rules.race, order[k].option)) {
            if (strcmp(group, order[k].group))
                printf("%s%s%s", form->group, order[k].group, form->group_end);
            group = order[k].group;
            print_rule(asked, &rules.race, order[k].option);
        }
    print_bundles(asked, &rules);
    if (asked->markdown) {
        printf("\nSHA-256 (`dada rules show %s --hash`): ", rules.asked.line);
        print_canonical(&rules.race, true);
    }
    return 0;
}

/* --- options --------------------------------------------------------------------------------------------------------- */

/* The sentence of a value, in rules that have it. */
static void print_value(const struct asked *asked, unsigned option, const char *value)
{
    struct race race = {0};
    struct race_setup setup;
    struct game_fault fault;
    REQUIRE(race_setup_open(&setup, race_presets[0].name, &fault) &&
            race_setup_option(&setup, race_option_name(option), value, &fault));
    race.o = setup.options;
    fputs("  ", stdout);
    print_padded(value, 24);
    putchar(' ');
    print_sentence(asked->language, &race, option);
    putchar('\n');
}

/* A set of rolls has no list of values; some stand for all. */
static void print_option(const struct asked *asked, unsigned option)
{
    static const char *const sets[] = {"6", "1,6", "4,5,6"};
    const bool set = race_option_kind(option) == RACE_OPTION_FACES;
    const char *value;
    puts(race_option_name(option));
    for (unsigned k = 0; (value = !set ? race_option_value(option, k) : k < COUNT(sets) ? sets[k] : NULL); k++)
        print_value(asked, option, value);
}

/* Every option with its values, or the one that is named. */
static int options(const struct asked *asked)
{
    struct told order[TELLING_MAX];
    const unsigned n = telling_order(asked->language, order);
    char name[64] = "";
    bool found = false;
    if (asked->n > 1)
        return SAY_USAGE;
    if (asked->n)
        snprintf(name, sizeof name, "%s", asked->words[0]);
    bundle_name_mend(name);
    for (unsigned k = 0; k < n; k++) {
        if (asked->n && strcmp(name, race_option_name(order[k].option)))
            continue;
        if (found)
            putchar('\n');
        print_option(asked, order[k].option);
        found = true;
    }
    if (found)
        return 0;
    fprintf(stderr, "dada rules: %s: no option has this name; dada rules options has them all\n", asked->words[0]);
    return 2;
}

/* --- diff -------------------------------------------------------------------------------------------------------------- */

static bool differs(const struct rules *a, const struct rules *b, unsigned option)
{
    const bool idle_a = race_option_idle(&a->race.o, option), idle_b = race_option_idle(&b->race.o, option);
    char room_a[64], room_b[64];
    struct text value_a = text_over(room_a, sizeof room_a), value_b = text_over(room_b, sizeof room_b);
    race_option_write(&a->race.o, option, &value_a);
    race_option_write(&b->race.o, option, &value_b);
    return idle_a != idle_b || (!idle_a && strcmp(room_a, room_b));
}

/* Which side is which: `2  Chez Mamie (ludo finish=clamp)`. */
static void print_titles(const struct asked *asked, const struct rules both[static 2])
{
    for (unsigned side = 0; side < 2; side++)
        printf("%u  %s (%s)\n", side + 1, title_of(asked->language, &both[side]), both[side].asked.line);
}

/* The two lines of what differs. */
static void print_sides(const struct asked *asked, const struct rules both[static 2], const char *name,
                        void (*print)(const struct asked *asked, const struct rules *rules, unsigned option),
                        unsigned option)
{
    printf("\n%s\n", name);
    for (unsigned side = 0; side < 2; side++) {
        printf("  %u  ", side + 1);
        print(asked, &both[side], option);
        putchar('\n');
    }
}

static void print_side_seats(const struct asked *asked, const struct rules *rules, unsigned option)
{
    (void)option;
    print_seats(asked->language, rules->race.preset);
}

static void print_side_rule(const struct asked *asked, const struct rules *rules, unsigned option)
{
    if (race_option_idle(&rules->race.o, option))
        fputs(word_of(asked->language, "diff.", "idle"), stdout);
    else
        print_sentence(asked->language, &rules->race, option);
}

static int diff(const struct asked *asked)
{
    struct told order[TELLING_MAX];
    struct rules both[2];
    if (asked->n != 2)
        return SAY_USAGE;
    if (!rules_read(&both[0], 1, &asked->words[0]) || !rules_read(&both[1], 1, &asked->words[1]))
        return 2;
    const struct race_preset *a = &race_presets[both[0].race.preset], *b = &race_presets[both[1].race.preset];
    const unsigned n = telling_order(asked->language, order);
    unsigned found = 0;
    if (a->seats_min != b->seats_min || a->seats_max != b->seats_max) {
        print_titles(asked, both);
        print_sides(asked, both, "seats", print_side_seats, 0);
        found++;
    }
    for (unsigned k = 0; k < n; k++) {
        const unsigned option = order[k].option;
        if (!differs(&both[0], &both[1], option))
            continue;
        if (!found++)
            print_titles(asked, both);
        print_sides(asked, both, race_option_name(option), print_side_rule, option);
    }
    if (!found)
        puts(word_of(asked->language, "diff.", "none"));
    return 0;
}

/* --- the commands ------------------------------------------------------------------------------------------------------ */

static int check(const struct asked *asked)
{
    struct rule_file file;
    if (asked->n != 1)
        return SAY_USAGE;
    if (!rule_file_load(&file, "rules", asked->words[0]))
        return 1;
    puts(file.line);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(const struct asked *asked);
    bool language, forms; /* the options that it takes */
} commands[] = {{"list", list, true, false},
                {"show", show, true, true},
                {"options", options, true, false},
                {"diff", diff, true, false},
                {"check", check, false, false}};

int cli_rules(int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"markdown", no_argument, NULL, 'm'},
        {"canonical", no_argument, NULL, 'c'},  {"hash", no_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},       {0}};
    struct asked asked = {.language = &languages[0]};
    bool spoken = false;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        asked.markdown |= c == 'm';
        asked.canonical |= c == 'c';
        asked.hash |= c == 's';
        spoken |= c == 'l';
        asked.language = c == 'l' ? language_named(optarg) : asked.language;
        if (c == 'h' || c == '?') {
            fputs(usage, c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
        if (!asked.language) {
            fprintf(stderr, "dada rules: --lang is en, fr or es, not \"%s\"\n", optarg);
            return 2;
        }
    }
    const char *name = optind < argc ? argv[optind] : "";
    asked.n = argc - optind - 1;
    asked.words = argv + optind + 1;
    const bool form = asked.markdown || asked.canonical || asked.hash;
    int status = SAY_USAGE;
    for (size_t k = 0; k < COUNT(commands); k++)
        if (!strcmp(commands[k].name, name) && (!form || commands[k].forms) && (!spoken || commands[k].language))
            status = commands[k].run(&asked);
    if (status != SAY_USAGE)
        return status;
    fputs(usage, stderr);
    return 2;
}
