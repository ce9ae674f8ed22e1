/* race_game.c - the race games as a `struct game`: the same functions, by number instead of by move. */
#include "core/race.h"
#include "core/race_canonical.h"

static const struct race *rules_of(const struct game_rules *rules)
{
    return (const struct race *)(const void *)rules->bytes;
}
static const struct race_state *state_of(const struct game_state *state)
{
    return (const struct race_state *)(const void *)state->bytes;
}
static struct race_state *state_in(struct game_state *state)
{
    return (struct race_state *)(void *)state->bytes;
}
static struct race_log *log_in(struct game_log *log)
{
    return (struct race_log *)(void *)log;
}

static struct race_choices *choices_in(struct game_moves *moves)
{
    return (struct race_choices *)(void *)moves;
}

static const char *rule_set(unsigned index)
{
    return index < race_n_presets ? race_presets[index].name : NULL;
}

static bool rules_read(struct game_rules *rules, const char *line, struct game_fault *fault)
{
    struct race_setup setup;
    return race_setup_read(&setup, line, fault) && race_compile((struct race *)(void *)rules->bytes, &setup, fault);
}

static unsigned n_seats(const struct game_rules *rules)
{
    return rules_of(rules)->n_seats;
}

static void start(const struct game_rules *rules, struct game_state *state, unsigned first)
{
    bytes_fill(state, 0, sizeof *state);
    race_start(rules_of(rules), state_in(state));
    state_in(state)->turn = (u8)first;
}

static struct game_turn turn(const struct game_rules *rules, const struct game_state *state)
{
    const struct race *race = rules_of(rules);
    const struct race_state *s = state_of(state);
    struct race_ask ask;
    const bool waits = s->roll | s->dice[0] | s->n_owed, freely = race->o.none_on_course == RACE_NONE_FREE_ENTRY;
    const bool choice = waits || (freely && race_asked(race, s, &ask));
    const enum game_node node = race_over(race, s) ? GAME_OVER : choice ? GAME_CHOICE : GAME_CHANCE;
    return (struct game_turn){node, s->turn, node == GAME_CHOICE && !waits};
}

static unsigned side(const struct game_rules *rules, unsigned seat)
{
    return rules_of(rules)->team[seat];
}

static unsigned n_outcomes(const struct game_rules *rules, const struct game_state *state)
{
    (void)state;
    return race_outcomes(rules_of(rules));
}

static void moves(const struct game_rules *rules, const struct game_state *state, struct game_moves *out)
{
    race_choose(rules_of(rules), state_of(state), choices_in(out));
}

static bool forced(const struct game_moves *moves)
{
    const struct race_choices *choices = (const struct race_choices *)(const void *)moves;
    return race_distinct(choices->move, choices->n) == 1;
}

static unsigned n_dice(const struct game_rules *rules)
{
    return race_dice(rules_of(rules));
}

static unsigned outcome_of(const struct game_rules *rules, const u8 *faces)
{
    return race_outcome_of(rules_of(rules), faces);
}

static void roll(const struct game_rules *rules, struct game_state *state, unsigned outcome, struct game_moves *next,
                 struct game_log *log)
{
    const struct race *race = rules_of(rules);
    race_roll(race, state_in(state), race_outcome(race, outcome), choices_in(next), log_in(log));
}

static void play(const struct game_rules *rules, struct game_state *state, struct game_moves *next, unsigned move,
                 struct game_log *log)
{
    race_play(rules_of(rules), state_in(state), choices_in(next), move, log_in(log));
}

static void places(const struct game_rules *rules, const struct game_state *state, u8 out[static GAME_SEATS_MAX])
{
    race_places(rules_of(rules), state_of(state), out);
}

static bool state_ok(const struct game_rules *rules, const struct game_state *state)
{
    char at[16];
    return !race_state_fault(rules_of(rules), state_of(state), at);
}

static u64 hash(const struct game_rules *rules, const struct game_state *state)
{
    (void)rules;
    u64 h = 0;
    for (size_t k = 0; k < sizeof(struct race_state); k += 8) {
        u64 word = 0;
        for (size_t b = 0; b < 8; b++)
            word |= (u64)state->bytes[k + b] << 8 * b;
        h = mix64(h ^ word);
    }
    return h;
}

static void move_write(const struct game_rules *rules, const struct game_state *state, unsigned move, struct text *to)
{
    struct race_choices choices;
    race_choose(rules_of(rules), state_of(state), &choices);
    REQUIRE(move < choices.n);
    race_move_write(rules_of(rules), state_of(state)->turn, &choices.move[move], to);
}

static bool move_read(const struct game_rules *rules, const struct game_state *state, const char *line, unsigned *move,
                      struct game_fault *fault)
{
    struct race_choices choices;
    race_choose(rules_of(rules), state_of(state), &choices);
    size_t same_most = 0;
    for (*move = 0; *move < choices.n; ++*move) {
        char words[GAME_MOVE_TEXT_MAX];
        struct text to = text_over(words, sizeof words);
        size_t same = 0;
        race_move_write(rules_of(rules), state_of(state)->turn, &choices.move[*move], &to);
        while (line[same] && line[same] == words[same])
            same++;
        if (!line[same] && !words[same])
            return true;
        same_most = same > same_most ? same : same_most;
    }
    (void)game_fault_set(fault, "illegal", "", choices.n ? "no legal move is written so" : "no move is awaited");
    fault->column = (unsigned)same_most + 1;
    return false;
}

static void rules_write(const struct game_rules *rules, struct text *to)
{
    race_rules_write(rules_of(rules), to);
}

static void canonical_write(const struct game_rules *rules, struct text *to)
{
    race_canonical_write(rules_of(rules), to);
}

static void outcome_write(const struct game_rules *rules, unsigned outcome, struct text *to)
{
    const struct race_ask roll = race_outcome(rules_of(rules), outcome);
    race_ask_write(&roll, to);
}

static bool outcome_read(const struct game_rules *rules, const char *word, unsigned *outcome)
{
    for (*outcome = 1; *outcome <= race_outcomes(rules_of(rules)); ++*outcome) {
        char words[GAME_OUTCOME_TEXT_MAX];
        struct text to = text_over(words, sizeof words);
        outcome_write(rules, *outcome, &to);
        if (text_equal(words, word))
            return true;
    }
    return false;
}

static void state_write(const struct game_rules *rules, const struct game_state *state, struct text *to)
{
    race_state_write(rules_of(rules), state_of(state), to);
}

static bool state_read(const struct game_rules *rules, struct game_state *state, const char *line,
                       struct game_fault *fault)
{
    bytes_fill(state, 0, sizeof *state);
    return race_state_read(rules_of(rules), state_in(state), line, fault);
}

extern const struct game game_race;
const struct game game_race = {
    .key = "race",
    .rule_set = rule_set,
    .rules_read = rules_read,
    .n_seats = n_seats,
    .start = start,
    .turn = turn,
    .side = side,
    .moves = moves,
    .forced = forced,
    .n_outcomes = n_outcomes,
    .n_dice = n_dice,
    .outcome_of = outcome_of,
    .roll = roll,
    .play = play,
    .places = places,
    .state_ok = state_ok,
    .hash = hash,
    .rules_write = rules_write,
    .canonical_write = canonical_write,
    .outcome_write = outcome_write,
    .outcome_read = outcome_read,
    .move_write = move_write,
    .move_read = move_read,
    .state_write = state_write,
    .state_read = state_read,
};
