/* race.h - race games round a ring: Ludo, Parchís, Petits Chevaux and their relatives (rules.md 1 to 7, 10).
 *
 * One engine, many rule sets. A rule set is options (race_rules.def); options are judged and compiled once
 * (race_rules.c) to `struct race`; a position is `struct race_state`, a value; a roll is an argument.
 *
 *     race_setup_open -> race_setup_option* -> race_compile -> race_start -> { race_roll | race_moves + race_play }*
 *
 * Reading order, each file using those before it: race_options.c and race_rules.c (options to tables), race_state.c
 * (positions, places), race_throw.c (dice), race_effects.c (what a move walks and earns), race_scene.c, race_judge.c
 * and race_moves.c (legal moves and reasons), race_turn.c and race_play.c (turn flow),
 * race_text.c, race_check.c, race_fields.c and race_notation.c (text, and positions from outside), race_board.c
 * (drawing), race_game.c. */
#ifndef CORE_RACE_H
#define CORE_RACE_H

#include "base/base.h"
#include "base/text.h"
#include "core/game.h"

enum {
    RACE_SEATS_MAX = 8,
    RACE_PAWNS_MAX = 4,
    RACE_IDS = RACE_SEATS_MAX * RACE_PAWNS_MAX, /* a pawn's id is 4 * seat + number */
    RACE_TRACK_MAX = 136,                       /* eight arms of seventeen */
    RACE_AHEAD = 8,                             /* squares that are looked at as one word */
    RACE_DICE_MAX = 4,                          /* a double with its reverse faces (rules.md 7.5) */
    RACE_PARTED_MAX = 2 * (RACE_DICE_MAX - 1),  /* each of these dice but the last may part a pair */
    RACE_MOVES_MAX = 3 * RACE_PAWNS_MAX + 1,    /* all enter by each of two dice or by their sum; and declining */
    RACE_PATH_MAX = 48,                         /* squares of one move: 25 steps, a bounce, a jump */
    RACE_OWED_MAX = 32,                         /* a turn captures at most 28 pawns and brings 4 home */
    RACE_TRIES_MAX = 3,                         /* rolls for a seat with no pawn on the course */
    RACE_COUNTER_MAX = 100,                     /* sixes, doubles and tries are counted so far */
    RACE_LOG_MAX = RACE_OWED_MAX + 2,           /* one move, then the dice and every owed count lost */
    RACE_BASE = 0xff,                           /* progress of a pawn in base */
    RACE_NOBODY = 0xff,                         /* no seat, no pawn, no square */
    RACE_DECLINE = 0xfe                         /* the pawn of the move that moves nothing */
};

enum {
#define V(id, text) RACE_##id,
#define OPTION(name, fallback, values) RACE_##name##_before = -1, values
#define NUMBER OPTION
#define FACES(name, fallback)
#include "core/race_rules.def"
#undef V
#undef OPTION
#undef NUMBER
#undef FACES
};

/* What a throw of one die or of six cowries can be worth, by number. */
enum { RACE_WORTH_6 = 5, RACE_WORTH_10, RACE_WORTH_25, RACE_WORTHS };
extern const u8 race_worths[RACE_WORTHS];
static inline unsigned race_worth_number(unsigned worth)
{
    return worth <= 6 ? worth - 1 : worth == 10 ? RACE_WORTH_10 : RACE_WORTH_25;
}

/* A value for each option, by its number in race_rules.def; a set of worths as a mask. */
struct race_options {
#define OPTION(name, fallback, values) u8 name;
#define NUMBER OPTION
#define FACES(name, fallback) u8 name;
#include "core/race_rules.def"
#undef OPTION
#undef NUMBER
#undef FACES
};

/* --- rule sets and options (race_options.c, race_presets.c) --------------------------------------------------- */

struct race_preset {
    const char *name, *parent; /* options not named come from the parent; the first parent is race_rules.def */
    u8 seats_min, seats_max;
    const char *changes; /* "name=value name=value …" */
};
extern const struct race_preset race_presets[];
extern const unsigned race_n_presets;

/* A rule set being set up: its options, and which of them somebody changed. */
struct race_setup {
    u8 preset;
    u8 seats, arms; /* 0: the rule set's own */
    u64 changed;    /* bit by option number */
    struct race_options options;
};

/* Number of options; the name of one; the text of its value `k` (NULL past the last; NULL for a set of faces). */
NODISCARD unsigned race_n_options(void);
NODISCARD const char *race_option_name(unsigned option);
NODISCARD const char *race_option_value(unsigned option, unsigned k);
/* The value that `options` has, as text; for a set of faces, "1,6". */
void race_option_write(const struct race_options *options, unsigned option, struct text *to);
/* How JSON writes the values of an option: as strings, as numbers where they are digits, as a list of faces. */
enum race_option_kind { RACE_OPTION_WORDS, RACE_OPTION_NUMBERS, RACE_OPTION_FACES };
NODISCARD enum race_option_kind race_option_kind(unsigned option);
/* Has the option another value than in this rule set? */
NODISCARD bool race_option_changed(const struct race_options *options, unsigned preset, unsigned option);
/* Can't the option matter with these values of the others? Then nobody may change it. */
NODISCARD bool race_option_idle(const struct race_options *options, unsigned option);

/* Fill a setup from a rule set; change one option by name. False: `fault` says unknown-rules, unknown-option or
 * bad-option, and the setup is as it was. */
NODISCARD bool race_setup_open(struct race_setup *setup, const char *rule_set, struct game_fault *fault);
NODISCARD bool race_setup_option(struct race_setup *setup, const char *name, const char *value,
                                 struct game_fault *fault);
/* The same from a line, `ludo seats=4 arms=4 block=none`. */
NODISCARD bool race_setup_read(struct race_setup *setup, const char *line, struct game_fault *fault);
/* Do the options go together? False: `fault` names two that contradict each other; `nth` counts such pairs from 0. */
NODISCARD bool race_setup_ok(const struct race_setup *setup, unsigned nth, struct game_fault *fault);

/* --- compiled rules -------------------------------------------------------------------------------------------- */

struct race {
    u64 bars;                  /* which bits of `state.on` can stop a pawn that passes, for RACE_AHEAD squares */
    u32 mates[RACE_SEATS_MAX]; /* the pawns of a seat and of its partners, bit by id */
    u32 all;                   /* the pawns that play */
    u64 safe[3], starts[3];    /* bit by absolute square: safe; start of an arm, empty arms included */
    struct race_options o;
    u8 preset;
    u8 n_seats, n_arms, n_pawns, n_teams; /* n_teams 0: everybody for himself */
    u8 arm[RACE_SEATS_MAX];               /* arm of a seat: floor(seat * arms / seats) */
    u8 team[RACE_SEATS_MAX];              /* its own number without teams */
    u8 start[RACE_SEATS_MAX];             /* absolute square of progress `first` */
    u8 track;                             /* T: shared squares */
    u8 first;                             /* progress of the first shared square: 0 but on boards walked into */
    u8 last;                              /* L: progress of the last shared square */
    u8 corridor;                          /* C: squares of the corridor */
    u8 goal;                              /* G: progress of the goal, or of the last slot */
    u8 first_slot;                        /* progress of the first parking slot; 0 where there are none */
    u8 arrival;                           /* progress from which a pawn has arrived: the first slot, or the goal */
    u8 capacity;                          /* pawns that a shared square holds */
    u8 six;                               /* enum race_six: what the options call a six */
    bool pair_blocks, printed;            /* `block` is a pair rule; squares are named by printed numbers */
    bool tries;                           /* rolls without a pawn on the course are counted */
    bool steps;                           /* something earns bonus counts */
    /* For race_quick.c: it may look for moves; it may roll and play. */
    bool plain, quick;
    bool more_duties;          /* there are duties besides entering and vacating the start */
    bool lane_jumps;           /* in the corridor a pawn needs no more than a free place */
    u8 lane_holds;             /* so many own pawns never stop it there */
    bool free_lane, six_stuck; /* nothing stops a pawn in its corridor; a six that can't be played gives another roll */
    u8 enters;                 /* bit by face of a die: it may bring a pawn out of base */
    u8 seated;                 /* the pawns of a seat, bit by number */
    u8 six_steps[2];           /* what a 6 counts: with pawns in base, and without */
    /* enum race_meeting: with a lone pawn that is own; on a safe square; on another; with more than one. */
    u8 meets_own, meets_safe, meets_enemy, meets_crowd;
};
_Static_assert(sizeof(struct race) <= GAME_RULES_MAX, "fits game_rules");

/* Stopping on a square with others: race_judge.c must tell, or it is known from the rules alone. */
enum race_meeting { RACE_MEET_JUDGE, RACE_MEET_LEGAL, RACE_MEET_REFUSED };

/* What throws again and is counted to three: a 6 (of two dice, on one at least), doubles, or a grace of the cowries. */
enum race_six { RACE_SIX_FACE, RACE_SIX_DOUBLES, RACE_SIX_GRACE };

/* Judge options and derive the tables: the only place where rules are judged. False: `fault` names the options that
 * contradict each other (bad-option), or the number of seats or arms (bad-request). */
NODISCARD bool race_compile(struct race *race, const struct race_setup *setup, struct game_fault *fault);

/* --- positions (race_state.c, race_check.c) -------------------------------------------------------------------------------------------------- */

/* A position. Unused bytes are zero, pawns that don't play are in base. */
struct race_state {
    u8 at[RACE_IDS];             /* progress p, or RACE_BASE */
    u8 order[RACE_IDS];          /* on a shared square: how many of those there came before */
    u8 owed[RACE_OWED_MAX];      /* bonus counts earned and not yet played, in order */
    u8 finished[RACE_SEATS_MAX]; /* seats that brought all home, first one first */
    u8 dice[RACE_DICE_MAX];      /* faces of two dice still to be played, in order; 0 past them */
    u8 parted[RACE_PARTED_MAX];  /* 1 + ids of pairs that this roll parts, which may not meet again in it (7.5) */
    u8 turn;
    u8 roll; /* the roll whose move is awaited, or 0; of two dice 1 while neither has been played */
    u8 n_owed;
    u8 again;    /* enum race_again: a further roll is due when nothing is owed */
    u8 sixes;    /* in a row in this turn; of doubles see `doubles` */
    u8 doubles;  /* in a row in this turn */
    u8 tries;    /* rolls of this turn since the seat had no pawn on the course */
    u8 last;     /* 1 + id of the last pawn moved in this chain of rolls, or 0 */
    u8 captured; /* bit by seat: has captured at least once */
    u8 n_finished;
    u8 zero[4];
    /* Made from `at`, for each square of the track: 1 + id of a lone pawn, or RACE_CROWD. Its beginning
     * stands once more behind its end. */
    u8 on[RACE_TRACK_MAX + RACE_AHEAD];
};
enum { RACE_CROWD = 0x80 };
static inline u8 race_who(u32 pawns)
{
    return (u8)(pawns & (pawns - 1) ? RACE_CROWD : pawns ? (unsigned)__builtin_ctz(pawns) + 1 : 0);
}
_Static_assert(sizeof(struct race_state) == 272 && sizeof(struct race_state) <= GAME_STATE_MAX, "no padding");

enum race_again {
    RACE_AGAIN_NO,
    RACE_AGAIN_SIX,
    RACE_AGAIN_CAPTURE,
    RACE_AGAIN_HOME,
    RACE_AGAIN_TRIES,
    RACE_AGAIN_DOUBLES,
    RACE_AGAIN_GRACE,
    RACE_AGAINS
};
extern const char *const race_again_words[RACE_AGAINS]; /* NULL for no */

/* What is asked of the seat to play. */
enum race_ask_kind {
    RACE_ASK_ROLL,  /* play what was rolled: `count`, or one of `dice` */
    RACE_ASK_DIE,   /* play one of the `dice` that are left of a roll */
    RACE_ASK_BONUS, /* play a bonus of `count` */
    RACE_ASK_ENTER  /* enter one pawn without a throw */
};
struct race_ask {
    u8 kind, count;
    u8 dice[RACE_DICE_MAX]; /* of two dice, in order; 0 past them */
    u8 zero[2];             /* eight bytes are handed on in a register as they are */
};

struct race_move {
    u8 pawn;     /* id, or RACE_DECLINE */
    u8 from, to; /* progress; `to` is RACE_BASE where the mover itself goes home */
    u8 via;      /* where its walk ended, before a jump or a way home */
    u8 jump;     /* where a jump from there ended, or 0 */
    u8 steps;    /* what the roll or bonus counted */
    bool suicide;
    u8 dice[2]; /* of two dice, the one that it uses; both where their sum enters */
    u8 other;   /* 1 + id of a second pawn that enters with this one (rules.md 7.3), or 0 */
    u8 zero[2];
    u32 taken; /* bit by id */
};

/* Why a pawn can't move: the codes W01 to W27 of docs/engine.md, by number; 0 where it can. */
struct race_reason {
    u8 code;
    u8 by;     /* seat that causes it, or RACE_NOBODY */
    u8 square; /* the square as people name it (race_square_name), or RACE_NOBODY */
};

static inline u8 race_seat(unsigned id)
{
    return (u8)(id / RACE_PAWNS_MAX);
}
static inline unsigned race_id(unsigned seat, unsigned pawn)
{
    return seat * RACE_PAWNS_MAX + pawn;
}
/* Absolute square of progress `p` of a seat; RACE_NOBODY in base, corridor and goal. */
static inline u8 race_square(const struct race *race, unsigned seat, unsigned p)
{
    if (p > race->last || p < race->first)
        return RACE_NOBODY;
    const unsigned square = race->start[seat] + p - race->first;
    return (u8)(square >= race->track ? square - race->track : square);
}
/* Which of the four pawns of a seat stand at progress `p`, bit by number: all four bytes are compared at once. */
static inline u32 race_four(const struct race_state *state, unsigned seat, unsigned p)
{
    u32 four;
    bytes_copy(&four, state->at + race_id(seat, 0), sizeof four);
    four ^= p * 0x01010101u;
    const u32 other = ((four & 0x7f7f7f7fu) + 0x7f7f7f7fu) | four; /* high bit of each byte that differs */
    return ((~other >> 7 & 0x01010101u) * 0x01020408u) >> 24;
}
static inline bool race_safe(const struct race *race, unsigned square)
{
    return race->safe[square / 64] >> (square % 64) & 1;
}
static inline bool race_is_start(const struct race *race, unsigned square)
{
    return race->starts[square / 64] >> (square % 64) & 1;
}
static inline bool race_partners(const struct race *race, unsigned seat, unsigned other)
{
    return race->team[seat] == race->team[other];
}
/* A square as people name it: the printed number on a Parchís board, else the absolute index; the corridor by p. */
NODISCARD u8 race_square_name(const struct race *race, unsigned seat, unsigned p);
/* Is progress `p` at the goal or, on a board with slots, in one? */
static inline bool race_arrived(const struct race *race, unsigned p)
{
    return p >= race->arrival && p != RACE_BASE;
}
/* Has the seat a pawn on the track or in the corridor that is not home yet? */
NODISCARD bool race_on_course(const struct race *race, const struct race_state *state, unsigned seat);
NODISCARD bool race_has_finished(const struct race_state *state, unsigned seat);
/* Stand two pawns of one seat on the same square: on a board walked into, the end of its arm has two names. */
NODISCARD bool race_same_place(const struct race *race, unsigned seat, unsigned p, unsigned other);
/* Puts a pawn at progress `p`, as the last to arrive there. */
void race_put(const struct race *race, struct race_state *state, unsigned id, unsigned p);
/* Has the pawn come to rest: at the goal, or parked with no free slot ahead. */
NODISCARD bool race_home(const struct race *race, const struct race_state *state, unsigned id);
/* Are all pawns of the seat home (in slots: all parked)? */
NODISCARD bool race_all_home(const struct race *race, const struct race_state *state, unsigned seat);

/* The pawns on a square of the track, bit by id; the second doesn't look at `on`. */
NODISCARD u32 race_pawns_on(const struct race *race, const struct race_state *state, unsigned square);
NODISCARD u32 race_pawns_at(const struct race *race, const struct race_state *state, unsigned square);
/* Is the game over (option play_on)? */
NODISCARD bool race_over(const struct race *race, const struct race_state *state);
/* The seat whose pawns the seat to play moves now: its own or, these all home, its partner's (rules.md 4.7, option
 * team_help); RACE_NOBODY where none are left to move. */
NODISCARD u8 race_mover(const struct race *race, const struct race_state *state);
/* The next partner in turn order who still has pawns to bring home, or RACE_NOBODY. */
NODISCARD u8 race_helped(const struct race *race, const struct race_state *state, unsigned seat);
/* Places if the game stopped here, by `finished` and the option `ranking`; partners share theirs. */
void race_places(const struct race *race, const struct race_state *state, u8 places[static RACE_SEATS_MAX]);

/* Makes what follows from where the pawns stand: counts squares, and orders the pawns on each, those not named in
 * `arrivals` first, by seat and pawn. For positions that begin or come from outside. */
void race_order(const struct race *race, struct race_state *state, const u8 *arrivals, unsigned n_arrivals);
/* The pawns on squares that two seats share, square by square in track order, older arrival first; their number. */
NODISCARD unsigned race_arrivals(const struct race *race, const struct race_state *state, u8 ids[static RACE_IDS]);

/* NULL, or what is wrong with a position that may come from outside; `at` gets the place. */
NODISCARD const char *race_state_fault(const struct race *race, const struct race_state *state, char at[static 16]);
/* --- throws (race_throw.c) -------------------------------------------------------------------------------------------- */

/* Number of equally likely outcomes of a throw, and what the outcome (from 1) rolls: an ask of kind roll. */
NODISCARD unsigned race_outcomes(const struct race *race);
/* Number of dice that show one, cowries being six; the outcome that their faces make. */
NODISCARD unsigned race_dice(const struct race *race);
NODISCARD unsigned race_outcome_of(const struct race *race, const u8 *faces);
NODISCARD struct race_ask race_outcome(const struct race *race, unsigned outcome);
/* Number k of what one die, or the six cowries, can show (k below RACE_WORTHS); 0 where they can't. */
NODISCARD u8 race_shown(const struct race *race, unsigned k);
/* Is the roll what the options call a six, and does a third one cancel it? */
static inline bool race_is_six(const struct race *race, struct race_ask roll)
{
    if (race->six == RACE_SIX_DOUBLES)
        return roll.dice[0] == roll.dice[1];
    return race->six == RACE_SIX_GRACE ? roll.count >= 6 : roll.count == 6 || roll.dice[0] == 6 || roll.dice[1] == 6;
}
static inline bool race_third_six(const struct race *race, const struct race_state *state, struct race_ask roll)
{
    return state->sixes + state->doubles >= 2 && race->o.triple_six != RACE_TRIPLE_OFF && race_is_six(race, roll);
}
/* The dice to be played of a roll at this position: a double with its reverse faces where those count (rules.md 7.5). */
NODISCARD struct race_ask race_rolled(const struct race *race, const struct race_state *state, struct race_ask roll);
/* The further roll that a six gives; and the one that is due once nothing is left to play, as the counters tell it. */
NODISCARD enum race_again race_six_again(const struct race *race);
NODISCARD enum race_again race_again_told(const struct race *race, const struct race_state *state);

/* --- moves (race_moves.c) --------------------------------------------------------------------------------------- */

/* Legal moves for what is asked, in order of pawns; their number. `reasons`, if not NULL, gets by id why each pawn
 * that might have been moved can't; code 0 elsewhere. */
NODISCARD unsigned race_moves(const struct race *race, const struct race_state *state, struct race_ask ask,
                              struct race_move moves[static RACE_MOVES_MAX], struct race_reason reasons[RACE_IDS]);
/* --- what moves do (race_effects.c) --------------------------------------------------------------------------------- */

/* How many of these moves differ in origin or destination (rules.md 1.6). */
NODISCARD unsigned race_distinct(const struct race_move *moves, unsigned n);
/* Every progress that the move walks through, its end last (the square of its end for a pawn that goes home). */
NODISCARD unsigned race_path(const struct race *race, const struct race_move *move, u8 path[static RACE_PATH_MAX]);
/* Is progress `p` a star that leads on (option star_jump), and where does the next one lie: the last leads to the goal. */
NODISCARD bool race_is_star(const struct race *race, unsigned p);
NODISCARD unsigned race_next_star(const struct race *race, unsigned p);
/* Where a walk that is too long turns: at the goal, or on its way to the ladder at the foot. */
NODISCARD unsigned race_turning_point(const struct race *race, unsigned from);
/* Which further roll a legal move earns at this position, and which bonus counts, in order: 20 a capture, 10 for coming
 * home; their number. */
NODISCARD enum race_again race_earns(const struct race *race, const struct race_state *state, struct race_ask ask,
                                     const struct race_move *move);
NODISCARD unsigned race_bonus(const struct race *race, const struct race_state *state, struct race_ask ask,
                              const struct race_move *move, u8 owed[static RACE_OWED_MAX]);

/* --- turn flow (race_turn.c, race_play.c) ------------------------------------------------------------------------------ */

enum race_event_kind {
    RACE_EVENT_MOVE,
    RACE_EVENT_STUCK,     /* a roll without a move */
    RACE_EVENT_CANCELLED, /* a third six */
    RACE_EVENT_LOST,      /* a bonus that could not be played */
    RACE_EVENT_DECLINED
};
struct race_event {
    u8 kind, seat;
    struct race_ask ask;
    u8 again;    /* the further roll that this event earned */
    u16 bonus;   /* the sum of the bonus counts that it earned */
    u8 distinct; /* how many distinct moves there were: 1 is played without asking */
    u8 spared;   /* 1 + id of a pawn that a third six would have sent back, were it not safe; or 0 */
    struct race_move move;
    u32 home; /* pawns that a third six sent back, bit by id */
};
struct race_log {
    u32 n;
    struct race_event event[RACE_LOG_MAX];
};
_Static_assert(sizeof(struct race_log) <= GAME_LOG_MAX, "fits game_log");

void race_start(const struct race *race, struct race_state *state);

/* Is something asked (a move, a bonus, a free entry), or else a roll awaited? */
NODISCARD bool race_asked(const struct race *race, const struct race_state *state, struct race_ask *ask);

/* The legal moves for what is asked, judged once and handed on; none where nothing is. */
struct race_choices {
    u32 n;
    _Alignas(8) struct race_move move[RACE_MOVES_MAX];
};
_Static_assert(sizeof(struct race_choices) <= sizeof(struct game_moves), "fits game_moves");
void race_choose(const struct race *race, const struct race_state *state, struct race_choices *choices);

/* Plays a roll where one is awaited: afterwards a move is asked, or the roll is done. `choices` gets what can be played
 * then; `log` may be NULL. */
void race_roll(const struct race *race, struct race_state *state, struct race_ask roll, struct race_choices *choices,
               struct race_log *log);
/* Plays number k of the choices, which then are those that follow. */
void race_play(const struct race *race, struct race_state *state, struct race_choices *choices, unsigned k,
               struct race_log *log);
/* Goes on where nobody can play what is asked: owed steps are struck off, each logged; then a further roll that is due, or
 * the next seat. For positions from outside; race_roll and race_play end so by themselves. */
void race_settle(const struct race *race, struct race_state *state, struct race_choices *choices, struct race_log *log);

/* --- text (race_text.c) ------------------------------------------------------------------------------------------- */

void race_pawn_write(unsigned id, struct text *to);                             /* A0 */
void race_progress_write(const struct race *race, unsigned p, struct text *to); /* Y, G or a number */
void race_move_write(const struct race *race, unsigned turn, const struct race_move *move, struct text *to);
void race_ask_write(const struct race_ask *ask, struct text *to); /* 6, or 5+2 */
void race_event_write(const struct race *race, const struct race_event *event, struct text *to);

/* --- notation: rules and positions in one line (race_notation.c, docs/notation.md) ------------------------------------ */

/* `ludo.seats=2.block=none`: the rule set and what is changed. Compiled again, these are the same rules. */
void race_rules_write(const struct race *race, struct text *to);
/* `A10YYG.turn=B.roll=6`; nothing at the start of a game. */
void race_state_write(const struct race *race, const struct race_state *state, struct text *to);
/* False: `fault` (bad-position) names the column and, where the rules can't hold the position, the pawn or field. */
NODISCARD bool race_state_read(const struct race *race, struct race_state *state, const char *line,
                               struct game_fault *fault);

#endif
