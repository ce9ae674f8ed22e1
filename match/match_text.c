/* match_text.c - a game as text for people, both ways. The writer replays the record; the reader plays what it reads. */
#include "match/match_text.h"

/* --- writing --------------------------------------------------------------------------------------------------------- */

static void header(struct text *to, const char *name, const char *value)
{
    text_put(to, name);
    text_put(to, ": ");
    text_put(to, value);
    text_char(to, '\n');
}

/* `A 1, B 2`, the places of a game that is over; else a star. */
static void result_write(const struct match *match, struct text *to)
{
    u8 places[GAME_SEATS_MAX];
    if (match_turn(match).node != GAME_OVER) {
        text_char(to, '*');
        return;
    }
    match->play.game->places(match->play.rules, &match->play.state, places);
    for (unsigned seat = 0; seat < match->play.game->n_seats(match->play.rules); seat++) {
        text_put(to, seat ? ", " : "");
        text_char(to, (char)('A' + seat));
        text_char(to, ' ');
        text_number(to, places[seat]);
    }
}

static void headers_write(const struct match *match, const char *const names[GAME_SEATS_MAX], struct text *to)
{
    header(to, "Rules", match->line);
    for (unsigned seat = 0; names && seat < match->play.game->n_seats(match->play.rules); seat++) {
        const char name[] = {'S', 'e', 'a', 't', ' ', (char)('A' + seat), 0};
        if (names[seat] && names[seat][0])
            header(to, name, names[seat]);
    }
    text_put(to, "Result: ");
    result_write(match, to);
    text_char(to, '\n');
}

static void turn_begin(struct text *to, u32 n_turn, u8 seat)
{
    text_char(to, '\n');
    text_number(to, n_turn);
    text_put(to, ". ");
    text_char(to, (char)('A' + seat));
    text_char(to, ' ');
}

void match_text_write(const struct match *match, const char *const names[GAME_SEATS_MAX], struct text *to)
{
    const struct game *game = match->play.game;
    struct game_state state;
    struct game_moves moves;
    bool rolled = false; /* the step before was a roll, whose move stands behind it */
    u32 n_turns = 0;
    u8 seat = GAME_SEATS_MAX;
    headers_write(match, names, to);
    game->start(match->play.rules, &state, 0);
    game->moves(match->play.rules, &state, &moves);
    for (u32 k = 0; k < match->n_steps; k++) {
        const struct game_turn turn = game->turn(match->play.rules, &state);
        const bool chance = turn.node == GAME_CHANCE;
        if (turn.seat != seat)
            turn_begin(to, ++n_turns, turn.seat);
        else
            text_put(to, rolled && !chance ? " " : ", ");
        seat = turn.seat;
        rolled = chance;
        if (chance) {
            const unsigned outcome = match_outcome(match->steps[k]);
            game->outcome_write(match->play.rules, outcome, to);
            game->roll(match->play.rules, &state, outcome, &moves, NULL);
        } else {
            const unsigned move = (unsigned)(match->steps[k] - 'a');
            game->move_write(match->play.rules, &state, move, to);
            game->play(match->play.rules, &state, &moves, move, NULL);
        }
    }
    text_char(to, '\n');
}

/* --- reading --------------------------------------------------------------------------------------------------------- */

/* A text on its way: where its line begins, and what its turns have come to. */
struct walk {
    struct reader in;
    const char *line;
    unsigned n_lines;
    u32 n_turns;
    u8 seat;
    const char *result; /* what the header says, `result_n` bytes at line `result_line`; NULL if nothing */
    size_t result_n;
    unsigned result_line;
};

static bool fault_in(struct game_fault *fault, unsigned line, unsigned column)
{
    struct text at = text_over(fault->at, sizeof fault->at);
    fault->column = column;
    text_put(&at, "line ");
    text_number(&at, line);
    text_put(&at, ", column ");
    text_number(&at, column);
    return false;
}

static bool fault_at(const struct walk *walk, const char *where, struct game_fault *fault, const char *message)
{
    (void)game_fault_set(fault, "bad-request", "", message);
    return fault_in(fault, walk->n_lines, (unsigned)(where - walk->line) + 1);
}

/* Goes to the end of the line, or past it. */
static void line_end(struct walk *walk)
{
    while (!reader_done(&walk->in) && *walk->in.at != '\n')
        walk->in.at++;
}
static void line_next(struct walk *walk)
{
    line_end(walk);
    if (reader_take(&walk->in, "\n")) {
        walk->line = walk->in.at;
        walk->n_lines++;
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Skips blanks, commas and comments. False: a comment has no end. */
static bool blanks_skip(struct walk *walk, struct game_fault *fault)
{
    while (!reader_done(&walk->in)) {
        const char c = *walk->in.at;
        if (c == '\n' || c == ';') {
            line_next(walk);
        } else if (c == '{') {
            const struct walk open = *walk;
            while (!reader_done(&walk->in) && *walk->in.at != '}')
                *walk->in.at == '\n' ? line_next(walk) : (void)walk->in.at++;
            if (!reader_take(&walk->in, "}"))
                return fault_at(&open, open.in.at, fault, "this comment has no end");
        } else if (is_blank(c) || c == ',') {
            walk->in.at++;
        } else {
            break;
        }
    }
    return true;
}

/* Takes a word, up to a blank, a comma or a comment. */
static bool word_take(struct walk *walk, char *out, size_t room, struct game_fault *fault)
{
    const char *from = walk->in.at;
    struct text to = text_over(out, room);
    while (!reader_done(&walk->in) && !is_blank(*walk->in.at) && *walk->in.at != ',' && *walk->in.at != ';' &&
           *walk->in.at != '{')
        text_char(&to, *walk->in.at++);
    return !to.cut || fault_at(walk, from, fault, "this word is too long");
}

/* The value of a header: up to the end of the line, without blanks round it. */
static size_t value_take(struct walk *walk)
{
    while (!reader_done(&walk->in) && *walk->in.at != '\n' && is_blank(*walk->in.at))
        walk->in.at++;
    const char *from = walk->in.at;
    line_end(walk);
    size_t n = (size_t)(walk->in.at - from);
    while (n && is_blank(from[n - 1]))
        n--;
    walk->in.at = from;
    return n;
}

static bool rules_take(struct walk *walk, struct match *match, struct game_fault *fault)
{
    char line[MATCH_LINE_MAX];
    const char *from = walk->in.at;
    struct text to = text_over(line, sizeof line);
    if (match->play.game)
        return fault_at(walk, walk->line, fault, "the rules have been told before");
    const size_t n = value_take(walk);
    text_bytes(&to, walk->in.at, n);
    if (to.cut)
        return fault_at(walk, from, fault, "the line of rules is too long");
    if (match_open(match, line, fault))
        return true;
    char message[sizeof fault->message];
    struct text words = text_over(message, sizeof message);
    text_put(&words, fault->at);
    text_put(&words, ": ");
    text_put(&words, fault->message);
    (void)game_fault_set(fault, fault->code, "", message);
    return fault_in(fault, walk->n_lines, (unsigned)(walk->in.at - walk->line) + 1);
}

static bool header_read(struct walk *walk, struct match *match, struct game_fault *fault)
{
    const char *from = walk->in.at;
    while (!reader_done(&walk->in) && *walk->in.at != '\n' && *walk->in.at != ':')
        walk->in.at++;
    const struct reader name = reader_over(from, (size_t)(walk->in.at - from));
    if (!reader_take(&walk->in, ":"))
        return fault_at(walk, from, fault, "a header, Name: value, or a turn, 1. A, is wanted");
    struct reader rules = name, result = name;
    if (reader_take(&rules, "Rules") && reader_done(&rules)) {
        if (!rules_take(walk, match, fault))
            return false;
    } else if (reader_take(&result, "Result") && reader_done(&result)) {
        if (walk->result)
            return fault_at(walk, from, fault, "the result has been told before");
        walk->result_n = value_take(walk);
        walk->result = walk->in.at;
        walk->result_line = walk->n_lines;
    }
    line_next(walk);
    return true;
}

/* Headers end where a line begins with a digit. */
static bool headers_read(struct walk *walk, struct match *match, struct game_fault *fault)
{
    match->play.game = NULL;
    while (blanks_skip(walk, fault)) {
        if (!reader_done(&walk->in) && (*walk->in.at < '0' || *walk->in.at > '9')) {
            if (!header_read(walk, match, fault))
                return false;
            continue;
        }
        return match->play.game || fault_at(walk, walk->in.at, fault, "the header Rules: is missing");
    }
    return false;
}

/* `12. A`: a turn begins, the next one, of the seat that is to play. */
static bool turn_read(struct walk *walk, const struct match *match, struct game_fault *fault)
{
    const struct game_turn turn = match_turn(match);
    const char *from = walk->in.at;
    char word[4];
    u32 number;
    if (!reader_number(&walk->in, &number) || !reader_take(&walk->in, ".") || number != walk->n_turns + 1)
        return fault_at(walk, from, fault, "the number of the next turn is wanted, with a dot");
    if (turn.node == GAME_OVER)
        return fault_at(walk, from, fault, "the game is over");
    if (!blanks_skip(walk, fault))
        return false;
    from = walk->in.at;
    if (!word_take(walk, word, sizeof word, fault))
        return false;
    if (word[0] != 'A' + turn.seat || word[1])
        return fault_at(walk, from, fault, "the letter of the seat to play is wanted");
    if (turn.seat == walk->seat)
        return fault_at(walk, from, fault, "this seat's turn goes on");
    walk->n_turns++;
    walk->seat = turn.seat;
    return true;
}

static bool roll_read(struct walk *walk, struct match *match, struct game_fault *fault)
{
    char word[GAME_OUTCOME_TEXT_MAX];
    struct game_log log;
    unsigned outcome;
    const char *from = walk->in.at;
    if (!word_take(walk, word, sizeof word, fault))
        return false;
    if (!match->play.game->outcome_read(match->play.rules, word, &outcome))
        return fault_at(walk, from, fault, "a roll of these dice is wanted");
    return match_roll(match, outcome, &log, fault) || fault_in(fault, walk->n_lines, (unsigned)(from - walk->line) + 1);
}

/* Does what comes next go on with a move: a capture, a suicide, dice? A pawn, a roll and a turn begin something else. */
static bool move_goes_on(const struct walk *walk)
{
    const char c = reader_done(&walk->in) ? '0' : *walk->in.at;
    return (c < '0' || c > '9') && (c < 'A' || c > 'Z');
}

/* The words of a move, with one blank between them. */
static bool move_read(struct walk *walk, struct match *match, struct game_fault *fault)
{
    char words[GAME_MOVE_TEXT_MAX];
    struct text to = text_over(words, sizeof words);
    struct game_log log;
    unsigned move;
    const struct walk begin = *walk;
    do {
        char word[GAME_MOVE_TEXT_MAX];
        if (to.length)
            text_char(&to, ' ');
        if (!word_take(walk, word, sizeof word, fault))
            return false;
        text_put(&to, word);
        if (!blanks_skip(walk, fault))
            return false;
    } while (move_goes_on(walk));
    if (to.cut)
        return fault_at(&begin, begin.in.at, fault, "no move has so many words");
    const unsigned column = (unsigned)(begin.in.at - begin.line) + 1;
    if (!match->play.game->move_read(match->play.rules, &match->play.state, words, &move, fault))
        return fault_in(fault, begin.n_lines, column + fault->column - 1);
    return match_play(match, move, &log, fault) || fault_in(fault, begin.n_lines, column);
}

/* A step: what is awaited says whether a roll or a move is read. */
static bool step_read(struct walk *walk, struct match *match, struct game_fault *fault)
{
    const struct game_turn turn = match_turn(match);
    const bool digit = *walk->in.at >= '0' && *walk->in.at <= '9';
    if (turn.node == GAME_OVER)
        return fault_at(walk, walk->in.at, fault, "the game is over");
    if (turn.seat != walk->seat)
        return turn_read(walk, match, fault);
    if (turn.node == GAME_CHOICE && digit)
        return fault_at(walk, walk->in.at, fault, "a move is awaited before the next roll");
    return turn.node == GAME_CHANCE ? roll_read(walk, match, fault) : move_read(walk, match, fault);
}

/* Is the result of the headers that of the moves? */
static bool result_ok(const struct walk *walk, const struct match *match, struct game_fault *fault)
{
    char room[8 * GAME_SEATS_MAX];
    struct text to = text_over(room, sizeof room);
    if (!walk->result)
        return true;
    result_write(match, &to);
    if (walk->result_n == to.length && bytes_equal(walk->result, room, to.length))
        return true;
    char message[64 + sizeof room];
    struct text words = text_over(message, sizeof message);
    text_put(&words, "the moves lead to another result: ");
    text_put(&words, room);
    (void)game_fault_set(fault, "bad-request", "", message);
    return fault_in(fault, walk->result_line, 1);
}

bool match_text_read(struct match *match, const char *text, struct game_fault *fault)
{
    struct walk walk = {.in = reader_over(text, text_length(text)), .line = text, .n_lines = 1, .seat = GAME_SEATS_MAX};
    if (!headers_read(&walk, match, fault))
        return false;
    for (;;) {
        if (!blanks_skip(&walk, fault))
            return false;
        if (reader_done(&walk.in))
            return result_ok(&walk, match, fault);
        if (!step_read(&walk, match, fault))
            return false;
    }
}
