/* fuzz_rules.c - any bytes as a file of house rules: faults that name a line and what they are about, or rules in one line that
 * compile to the same rules and can be told. */
#include <string.h>

#include "base/base.h"
#include "cli/rule_file.h"
#include "cli/telling.h"

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n);

struct counter {
    struct rule_faults faults; /* first: the reader sees only this */
    size_t n, lines;
};

static void count(struct rule_faults *to, unsigned line, const char *at, const char *message)
{
    struct counter *counter = (struct counter *)(void *)to;
    counter->n++;
    REQUIRE(line >= 1 && line <= counter->lines && *at && strlen(at) < 64 && *message && !strchr(message, '\n'));
}

static void tell(const struct language *language, const struct race *race)
{
    struct told order[TELLING_MAX];
    REQUIRE(telling_order(language, order) == race_n_options());
    for (unsigned option = 0; option < race_n_options(); option++) {
        char room[TELLING_TEXT_MAX];
        struct text to = text_over(room, sizeof room);
        telling_write(language, race, option, &to);
        REQUIRE(to.length && !to.cut);
    }
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n)
{
    struct counter counter = {.faults = {count}, .lines = 1};
    struct rule_file file;
    struct race_setup setup;
    struct game_fault fault;
    struct race race, again;
    for (size_t k = 0; k < n; k++)
        counter.lines += bytes[k] == '\n';
    const bool good = rule_file_read(&file, (const char *)bytes, n, &counter.faults);
    REQUIRE(good == !counter.n);
    if (!good)
        return 0;
    REQUIRE(race_compile(&race, &file.setup, &fault));
    REQUIRE(race_setup_read(&setup, file.line, &fault) && race_compile(&again, &setup, &fault));
    REQUIRE(!memcmp(&race, &again, sizeof race));
    tell(&languages[n % n_languages], &race);
    return 0;
}
