/* game.h - what every family of games offers the layers above: match, players, server, command line, browser.
 *
 * A game is one const table of functions. Its rules are compiled once into `game_rules`; a position is a value,
 * `game_state`: no pointers, copied by assignment, compared byte by byte. Chance is an argument: the caller
 * draws an outcome and hands it in. Nothing here allocates, and nothing fails but what reads text from outside:
 * that fills a `game_fault`, which names what is wrong.
 *
 * Reading order: this file, race.h (the race games), race_game.c (how they fill this table). */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "base/base.h"
#include "base/text.h"

enum {
    GAME_SEATS_MAX = 8,
    GAME_RULES_MAX = 1024, /* bytes; each family asserts that it fits */
    GAME_STATE_MAX = 280,
    GAME_LOG_MAX = 1536,
    GAME_MOVES_MAX = 16,
    GAME_MOVES_BYTES = 16 * GAME_MOVES_MAX,
    GAME_STATE_TEXT_MAX = 512, /* bytes of a position's text, and of a move's */
    GAME_MOVE_TEXT_MAX = 160
};

struct game_rules {
    _Alignas(8) u8 bytes[GAME_RULES_MAX];
};
struct game_state {
    _Alignas(8) u8 bytes[GAME_STATE_MAX];
};
/* The legal moves of a choice node, numbered 0 to n-1 in a fixed order; n is 0 elsewhere. They are judged once and handed on;
 * each family has its own form. */
struct game_moves {
    u32 n;
    _Alignas(8) u8 bytes[GAME_MOVES_BYTES];
};
/* What one roll or move did, for the record and for people; each family has its own form. */
struct game_log {
    _Alignas(8) u8 bytes[GAME_LOG_MAX];
};

/* Why something from outside was refused: an error code of the engine protocol, a sentence, and the place. */
struct game_fault {
    const char *code;
    char at[64];
    char message[192];
};

enum game_node {
    GAME_CHANCE, /* a roll is awaited */
    GAME_CHOICE, /* a move is awaited */
    GAME_OVER
};
struct game_turn {
    enum game_node node;
    u8 seat; /* who rolls or moves */
};

struct game {
    const char *key;

    const char *(*rule_set)(unsigned index); /* the name of each rule set; NULL past the last */

    /* Reads a rule set with its changes, `ludo seats=4 block=none` (NUL-ended), and compiles it.
     * False: `fault` is filled and `rules` is not to be used. */
    bool (*rules_read)(struct game_rules *rules, const char *line, struct game_fault *fault);
    unsigned (*n_seats)(const struct game_rules *rules);

    void (*start)(const struct game_rules *rules, struct game_state *state);
    struct game_turn (*turn)(const struct game_rules *rules, const struct game_state *state);

    void (*moves)(const struct game_rules *rules, const struct game_state *state, struct game_moves *moves);

    /* At a chance node: outcomes 1 to n_outcomes, equally likely. `moves` gets those of the node that follows; `log` may be
     * NULL. */
    unsigned (*n_outcomes)(const struct game_rules *rules, const struct game_state *state);
    void (*roll)(const struct game_rules *rules, struct game_state *state, unsigned outcome, struct game_moves *moves,
                 struct game_log *log);

    /* At a choice node: plays one of its `moves`, which then are those of the node that follows. */
    void (*play)(const struct game_rules *rules, struct game_state *state, struct game_moves *moves, unsigned move,
                 struct game_log *log);

    /* Places if the game stopped here: 1 is first, equal seats share (1-2-2-4). */
    void (*places)(const struct game_rules *rules, const struct game_state *state, u8 places[static GAME_SEATS_MAX]);

    /* Does this position keep every invariant? For asserts, fuzzers and loaders. */
    bool (*state_ok)(const struct game_rules *rules, const struct game_state *state);
    u64 (*hash)(const struct game_rules *rules, const struct game_state *state);

    /* One line of text each; read after write gives the same back. move_read gives the number of the legal move. */
    void (*move_write)(const struct game_rules *rules, const struct game_state *state, unsigned move, struct text *to);
    bool (*move_read)(const struct game_rules *rules, const struct game_state *state, const char *line, unsigned *move);
    void (*state_write)(const struct game_rules *rules, const struct game_state *state, struct text *to);
    bool (*state_read)(const struct game_rules *rules, struct game_state *state, const char *line);
};

/* The families, NULL-ended: the only list of them. */
extern const struct game *const games[];

/* The family that has a rule set of this name (up to the first blank of `line`), or NULL. */
NODISCARD const struct game *game_with(const char *line);

/* Fills a fault; `at` and `message` are cut to fit. Returns false, so that a reader can `return game_fault_set(…)`. */
bool game_fault_set(struct game_fault *fault, const char *code, const char *at, const char *message);

#endif
