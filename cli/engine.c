/* engine.c - `dada engine`: one JSON object a line in, one a line out (docs/engine.md). The ops are rows of a table. */
#include "cli/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "cli/cli.h"
#include "core/race_board.h"
#include "core/race_canonical.h"
#include "match/answer.h"
#include "player/player.h"

/* --- ops: each writes the members of its answer, or fills the fault ---------------------------------------------------- */

static bool op_moves(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"roll", "bonus", "detail", "threats", NULL};
    struct engine_position position;
    struct race_ask ask;
    bool detail, threats;
    if (!engine_fields_ok(request, fields, true, fault) || !engine_position_read(request, &position, fault) ||
        !engine_truth_read(request, "detail", &detail, fault) ||
        !engine_truth_read(request, "threats", &threats, fault) || !engine_ask_read(request, &position, &ask, fault))
        return false;
    answer_moves(to, &position.race, &position.state, ask, detail ? ANSWER_DETAIL : ANSWER_WORDS);
    if (threats) {
        answer_member(to, "threats");
        answer_threats(to, &position.race, &position.state);
    }
    return true;
}

static bool op_rank(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {NULL};
    struct engine_position position;
    if (!engine_fields_ok(request, fields, true, fault) || !engine_position_read(request, &position, fault))
        return false;
    answer_member(to, "places");
    answer_places(to, &position.race, &position.state);
    return true;
}

static bool op_board(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"rules", "options", "seats", "arms", NULL};
    struct race_setup setup;
    struct race race;
    if (!engine_fields_ok(request, fields, false, fault) || !engine_setup_read(request, &setup, fault))
        return false;
    if (!race_board_compile(&race, setup, fault))
        return false;
    answer_board(to, &race);
    return true;
}

/* Members "canonical" and "sha256": the one text of these rules, and its hash. */
static bool canonical_write(json_t *request, struct text *to, struct game_fault *fault)
{
    char room[RACE_CANONICAL_MAX], hex[2 * SHA256_BYTES + 1];
    struct text text = text_over(room, sizeof room), digits = text_over(hex, sizeof hex);
    u8 digest[SHA256_BYTES];
    struct race_setup setup;
    struct race race;
    if (!engine_setup_read(request, &setup, fault) || !race_compile(&race, &setup, fault))
        return false;
    race_canonical_write(&race, &text);
    sha256_of(room, text.length, digest);
    sha256_write(digest, &digits);
    answer_member(to, "canonical");
    text_json(to, room);
    answer_member(to, "sha256");
    text_json(to, hex);
    return true;
}

static bool op_rules(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const listing[] = {"rules", "canonical", NULL};
    static const char *const one[] = {"rules", "options", "seats", "arms", "canonical", NULL};
    json_t *rules = json_object_get(request, "rules");
    struct race_setup setup;
    bool canonical;
    if (!engine_truth_read(request, "canonical", &canonical, fault) ||
        !engine_fields_ok(request, canonical ? one : listing, false, fault))
        return false;
    if (canonical)
        return canonical_write(request, to, fault);
    if (rules && !json_is_string(rules))
        return game_fault_set(fault, "bad-request", "rules", "the name of a rule set is wanted");
    if (rules && !race_setup_open(&setup, json_string_value(rules), fault))
        return false;
    answer_rules(to, rules ? json_string_value(rules) : NULL);
    return true;
}

static bool op_bot(json_t *request, struct text *to, struct game_fault *fault)
{
    static const char *const fields[] = {"level", "roll", "bonus", "seed", NULL};
    struct engine_position position;
    struct race_choices choices;
    struct race_ask ask;
    json_t *level = json_object_get(request, "level");
    json_int_t seed = 0;
    if (!engine_fields_ok(request, fields, true, fault) || !engine_position_read(request, &position, fault) ||
        !engine_ask_read(request, &position, &ask, fault) ||
        !engine_number_read(request, "seed", 0, INT64_MAX, &seed, fault))
        return false;
    const unsigned player = json_is_string(level) ? player_named(json_string_value(level)) : PLAYERS;
    if (player == PLAYERS)
        return game_fault_set(fault, "bad-request", "level", "the name of a player is wanted: random, easy or medium");
    choices.n = race_moves(&position.race, &position.state, ask, choices.move, NULL);
    answer_member(to, "move");
    if (!choices.n) {
        text_put(to, "null");
        return true;
    }
    if (ask.kind == RACE_ASK_ROLL && !position.state.roll)
        race_roll(&position.race, &position.state, ask, &choices, NULL);
    text_char(to, '"');
    race_move_write(&position.race, position.state.turn,
                    &choices.move[players[player].choose(&position.race, &position.state, &choices, mix64((u64)seed))],
                    to);
    text_char(to, '"');
    return true;
}

static const struct op {
    const char *name;
    bool (*answer)(json_t *request, struct text *to, struct game_fault *fault);
} ops[] = {
    {"moves", op_moves}, {"play", engine_play}, {"rank", op_rank},         {"board", op_board},   {"rules", op_rules},
    {"bot", op_bot},     {"elo", engine_elo},   {"weekly", engine_weekly}, {"dice", engine_dice},
};

/* --- a line in, a line out ------------------------------------------------------------------------------------------------ */

static bool answer(json_t *request, struct text *to, struct game_fault *fault)
{
    json_t *name = json_object_get(request, "op");
    if (!json_is_object(request))
        return game_fault_set(fault, "bad-request", "", "a JSON object is wanted");
    if (!json_is_string(name))
        return game_fault_set(fault, "bad-request", "op", "the name of an op is wanted");
    for (size_t k = 0; k < COUNT(ops); k++)
        if (!strcmp(ops[k].name, json_string_value(name)))
            return ops[k].answer(request, to, fault);
    return game_fault_set(fault, "unknown-op", "op", "no op has this name");
}

/* Why the line is no JSON that is taken. jansson's own words quote the line, whose bytes need not be UTF-8. */
static const char *json_fault(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return "a key stands twice in an object";
    case json_error_numeric_overflow:
        return "a number is out of range";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a NUL in a text";
    case json_error_invalid_utf8:
        return "the text is not UTF-8";
    case json_error_stack_overflow:
        return "nested too deep";
    case json_error_premature_end_of_input:
        return "the line ends too early";
    default:
        return "this is no JSON";
    }
}

static void print(FILE *out, const char *id, const struct text *body, const struct game_fault *fault)
{
    char words[1024];
    struct text error = text_over(words, sizeof words);
    fputc('{', out);
    if (id)
        fprintf(out, "\"id\":%s,", id);
    if (fault) {
        text_put(&error, "\"error\":");
        answer_fault(&error, fault);
    }
    fputs(fault ? error.start : body->start, out);
    fputs("}\n", out);
}

void engine_answer(const char *line, size_t n, FILE *out)
{
    static char room[2 * ANSWER_MAX];
    struct game_fault fault;
    struct text body = text_over(room, sizeof room);
    json_error_t error;
    if (n > ENGINE_LINE_MAX) {
        (void)game_fault_set(&fault, "bad-request", "", "the line is longer than 1 MiB");
        print(out, "null", &body, &fault);
        return;
    }
    json_t *request = json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!request) {
        char at[32];
        snprintf(at, sizeof at, "byte %d", error.position);
        (void)game_fault_set(&fault, "bad-json", at, json_fault(&error));
        print(out, "null", &body, &fault);
        return;
    }
    json_t *given = json_object_get(request, "id");
    char *id = given ? json_dumps(given, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    bool answered = answer(request, &body, &fault);
    if (answered && body.cut)
        answered = game_fault_set(&fault, "bad-request", "", "the answer would be too long");
    print(out, id, &body, answered ? NULL : &fault);
    free(id);
    json_decref(request);
}

/* Reads a line of at most ENGINE_LINE_MAX bytes; of a longer one only so much is kept that it is seen to be. */
static bool line_read(FILE *in, char *line, size_t *n)
{
    int c;
    *n = 0;
    while ((c = getc_unlocked(in)) != EOF && c != '\n')
        if (*n <= ENGINE_LINE_MAX)
            line[(*n)++] = (char)c;
    return c != EOF || *n > 0;
}

int cli_engine(int argc, char **argv)
{
    if (argc > 1) {
        const bool help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h");
        fputs("usage: dada engine < REQUESTS      one JSON object a line; docs/engine.md tells which\n",
              help ? stdout : stderr);
        return help ? 0 : 2;
    }
    char *line = malloc(ENGINE_LINE_MAX + 1);
    size_t n;
    if (!line) {
        fputs("dada engine: no memory for a line of 1 MiB\n", stderr);
        return 1;
    }
    while (line_read(stdin, line, &n)) {
        engine_answer(line, n, stdout);
        if (fflush(stdout)) {
            fprintf(stderr, "dada engine: can't write the answer: %s\n", strerror(errno));
            free(line);
            return 1;
        }
    }
    const bool unread = ferror(stdin);
    if (unread)
        fputs("dada engine: can't read the requests\n", stderr);
    free(line);
    return unread;
}
