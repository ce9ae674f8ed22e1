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
    /* Bytes of the text of rules (every option changed), of a position, of both in one line, of a move, of an outcome. */
    GAME_RULES_TEXT_MAX = 1536,
    GAME_STATE_TEXT_MAX = 512,
    GAME_TEXT_MAX = GAME_RULES_TEXT_MAX + GAME_STATE_TEXT_MAX,
    GAME_MOVE_TEXT_MAX = 160,
    GAME_OUTCOME_TEXT_MAX = 16,
    GAME_CANONICAL_MAX = 4096 /* bytes of the canonical text of rules; that of today's options has 1,200 */
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

/* Why something from outside was refused: an error code of the engine protocol, a sentence, and the place; in a line of
 * text also its column, from 1. */
struct game_fault {
    const char *code;
    unsigned column; /* 0: none */
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
    u8 seat;       /* who rolls or moves */
    bool unthrown; /* a choice that no throw led to: records write `enter`, not `move` (fair.md B.1) */
};

struct game {
    const char *key;

    const char *(*rule_set)(unsigned index); /* the name of each rule set; NULL past the last */

    /* Reads a rule set with its changes, `ludo seats=4 block=none` (NUL-ended), and compiles it.
     * False: `fault` is filled and `rules` is not to be used. */
    bool (*rules_read)(struct game_rules *rules, const char *line, struct game_fault *fault);
    unsigned (*n_seats)(const struct game_rules *rules);

    /* The first position; `first` is the seat that begins. */
    void (*start)(const struct game_rules *rules, struct game_state *state, unsigned first);
    struct game_turn (*turn)(const struct game_rules *rules, const struct game_state *state);

    /* Who plays together has one number; without teams each seat its own. */
    unsigned (*side)(const struct game_rules *rules, unsigned seat);

    void (*moves)(const struct game_rules *rules, const struct game_state *state, struct game_moves *moves);
    /* Do all of them (n >= 1) come to the same, so that one is played without asking? */
    bool (*forced)(const struct game_moves *moves);

    /* At a chance node: outcomes 1 to n_outcomes, equally likely. `moves` gets those of the node that follows; `log` may be
     * NULL. */
    unsigned (*n_outcomes)(const struct game_rules *rules, const struct game_state *state);
    void (*roll)(const struct game_rules *rules, struct game_state *state, unsigned outcome, struct game_moves *moves,
                 struct game_log *log);

    /* Dice of a throw, and the outcome that their faces, 1 to 6 each, make together (fair.md B.1). */
    unsigned (*n_dice)(const struct game_rules *rules);
    unsigned (*outcome_of)(const struct game_rules *rules, const u8 *faces);

    /* At a choice node: plays one of its `moves`, which then are those of the node that follows. */
    void (*play)(const struct game_rules *rules, struct game_state *state, struct game_moves *moves, unsigned move,
                 struct game_log *log);

    /* Places if the game stopped here: 1 is first, equal seats share (1-2-2-4). */
    void (*places)(const struct game_rules *rules, const struct game_state *state, u8 places[static GAME_SEATS_MAX]);

    /* Does this position keep every invariant? For asserts, fuzzers and loaders. */
    bool (*state_ok)(const struct game_rules *rules, const struct game_state *state);
    u64 (*hash)(const struct game_rules *rules, const struct game_state *state);

    /* The notation (docs/notation.md): one line of text each; read after write gives the same back. Readers that find a
     * fault fill it with the column. rules_read takes what rules_write writes once its dots are blanks; move_read gives
     * the number of the legal move; outcome_read the first outcome that rolls so. */
    void (*rules_write)(const struct game_rules *rules, struct text *to);
    /* The one text of rules, from which their hash in a record is made (fair.md B.1): first line rule set and version. */
    void (*canonical_write)(const struct game_rules *rules, struct text *to);
    void (*outcome_write)(const struct game_rules *rules, unsigned outcome, struct text *to);
    bool (*outcome_read)(const struct game_rules *rules, const char *word, unsigned *outcome);
    void (*move_write)(const struct game_rules *rules, const struct game_state *state, unsigned move, struct text *to);
    bool (*move_read)(const struct game_rules *rules, const struct game_state *state, const char *line, unsigned *move,
                      struct game_fault *fault);
    void (*state_write)(const struct game_rules *rules, const struct game_state *state, struct text *to);
    bool (*state_read)(const struct game_rules *rules, struct game_state *state, const char *line,
                       struct game_fault *fault);
};

/* The families, NULL-ended: the only list of them. */
extern const struct game *const games[];

/* The family that has a rule set of this name (up to the first blank of `line`), or NULL. */
NODISCARD const struct game *game_with(const char *line);

/* Fills a fault; `at` and `message` are cut to fit. Returns false, so that a reader can `return game_fault_set(…)`. */
bool game_fault_set(struct game_fault *fault, const char *code, const char *at, const char *message);

/* --- rules and a position in one line (game_text.c, docs/notation.md) ------------------------------------------------- */

struct game_position {
    const struct game *game;
    struct game_rules rules;
    struct game_state state;
};

/* `ludo.seats=2/A10YYG.turn=B`; at the start of a game its rules only. */
void game_text_write(const struct game *game, const struct game_rules *rules, const struct game_state *state,
                     struct text *to);
/* False: `fault` is filled, its place ends with the column, and `position` is not to be used. */
NODISCARD bool game_text_read(struct game_position *position, const char *line, struct game_fault *fault);

#endif
