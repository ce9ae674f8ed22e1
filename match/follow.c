/* follow.c - reads one line of a record after the other, and plays what it tells. */
#include "match/follow.h"

static bool refuse(struct game_fault *fault, const char *message)
{
    return game_fault_set(fault, "bad-record", "", message);
}

void follow_open(struct follow *follow, const struct play *play)
{
    bytes_fill(follow, 0, sizeof *follow);
    follow->play = *play;
}

bool follow_settled(const struct follow *follow)
{
    return !follow->rolled || follow->play.moves.n;
}

/* A number as records write them: without leading zeros. */
static bool number_read(struct reader *in, u32 *number)
{
    const char *begin = in->at;
    return reader_number(in, number) && (*begin != '0' || in->at == begin + 1);
}

/* `start <T> <first seat>` */
static bool take_start(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    struct play *play = &follow->play;
    char hash[2 * FAIR_BYTES + 1];
    u32 first;
    (void)step;
    if (!reader_word(&in, "", hash, sizeof hash) || text_length(hash) != 2 * FAIR_BYTES)
        return refuse(fault, "a start tells the head before it");
    if (!reader_take(&in, " ") || !number_read(&in, &first) || !reader_done(&in) ||
        first >= play->game->n_seats(play->rules))
        return refuse(fault, "no such seat begins");
    if (follow->first && first != follow->first - 1)
        return refuse(fault, "another seat begins");
    play->game->start(play->rules, &play->state, first);
    play->game->moves(play->rules, &play->state, &play->moves);
    follow->begun = true;
    return true;
}

static bool take_first(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    u32 first;
    (void)step;
    if (!number_read(&in, &first) || !reader_done(&in) || first >= follow->play.game->n_seats(follow->play.rules))
        return refuse(fault, "no such seat begins");
    follow->first = first + 1;
    return true;
}

/* Faces, 1 to 6 each, joined by `-`. */
static bool faces_read(struct reader *in, unsigned n, u8 faces[static FAIR_DICE_MAX])
{
    for (unsigned die = 0; die < n; die++) {
        u32 face;
        if ((die && !reader_take(in, "-")) || !number_read(in, &face) || face < 1 || face > 6)
            return false;
        faces[die] = (u8)face;
    }
    return reader_done(in);
}

/* `roll <index> <seat> <faces>` */
static bool take_roll(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    struct play *play = &follow->play;
    const struct game_turn turn = play_turn(play);
    u8 faces[FAIR_DICE_MAX];
    u32 index, seat;
    if (turn.node != GAME_CHANCE)
        return refuse(fault, "no throw is awaited");
    if (!number_read(&in, &index) || index != follow->n_rolls)
        return refuse(fault, "throws are counted from 0");
    if (!reader_take(&in, " ") || !number_read(&in, &seat) || seat != turn.seat)
        return refuse(fault, "another seat is to throw");
    if (!reader_take(&in, " ") || !faces_read(&in, play->game->n_dice(play->rules), faces))
        return refuse(fault, "these are not the faces of a throw");
    const unsigned outcome = play->game->outcome_of(play->rules, faces);
    if (!play_roll(play, outcome, &step->log, fault))
        return false;
    step->outcome = outcome;
    follow->n_rolls++;
    follow->rolled = true;
    return true;
}

static bool take_none(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    (void)in, (void)step;
    if (follow_settled(follow))
        return refuse(fault, "there is something to play, or nothing was thrown");
    follow->rolled = false;
    return true;
}

/* A choice that a throw led to (`move`), or none (`enter`). */
static bool choose(struct follow *follow, struct reader in, bool unthrown, struct follow_step *step,
                   struct game_fault *fault)
{
    struct play *play = &follow->play;
    const struct game_turn turn = play_turn(play);
    char words[GAME_MOVE_TEXT_MAX];
    struct text to = text_over(words, sizeof words);
    unsigned move;
    text_bytes(&to, in.at, (size_t)(in.end - in.at));
    if (turn.node != GAME_CHOICE || turn.unthrown != unthrown || to.cut ||
        !play->game->move_read(play->rules, &play->state, words, &move, fault))
        return refuse(fault, "no legal move is written so");
    follow->rolled = false;
    follow->n_moves++;
    return play_move(play, move, &step->log, fault);
}

static bool take_move(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    return choose(follow, in, false, step, fault);
}

static bool take_enter(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    return choose(follow, in, true, step, fault);
}

static bool take_end(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    (void)in, (void)step, (void)fault;
    follow->ended = true;
    return true;
}

static bool take_nothing(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    (void)follow, (void)in, (void)step, (void)fault;
    return true;
}

enum when { BEFORE = 1, PLAYING = 2, AFTER = 4 }; /* the start; between it and the end; the end */

/* A word that has more after it ends with a blank in the line. */
static const struct {
    const char *word;
    bool alone;
    unsigned when;
    bool (*take)(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault);
} kinds[] = {
    {"seal", false, BEFORE, take_nothing},  {"seat", false, BEFORE, take_nothing}, {"first", false, BEFORE, take_first},
    {"close", false, BEFORE, take_nothing}, {"open", false, BEFORE, take_nothing}, {"start", false, BEFORE, take_start},
    {"by", false, PLAYING, take_nothing},   {"roll", false, PLAYING, take_roll},   {"move", false, PLAYING, take_move},
    {"none", true, PLAYING, take_none},     {"enter", false, PLAYING, take_enter}, {"end", false, PLAYING, take_end},
    {"key", false, AFTER, take_nothing},
};

/* Is the line of this kind? Then the reader stands behind its word. */
static bool is_kind(struct reader *in, size_t k)
{
    struct reader at = *in;
    if (!reader_take(&at, kinds[k].word) || !(kinds[k].alone ? reader_done(&at) : reader_take(&at, " ")))
        return false;
    *in = at;
    return true;
}

static bool take(struct follow *follow, struct reader in, struct follow_step *step, struct game_fault *fault)
{
    size_t k = 0;
    while (k < COUNT(kinds) && !is_kind(&in, k))
        k++;
    if (k == COUNT(kinds))
        return refuse(fault, "there is no such line");
    step->kind = kinds[k].word;
    const unsigned now = follow->ended ? AFTER : follow->begun ? PLAYING : BEFORE;
    if (!(kinds[k].when & now))
        return refuse(fault, now == AFTER     ? "the game has ended"
                             : now == PLAYING ? "the game has started"
                                              : "the game has not started");
    if (!follow_settled(follow) && kinds[k].take != take_none)
        return refuse(fault, "a throw that nobody can play is followed by none");
    return kinds[k].take(follow, in, step, fault);
}

bool follow_line(struct follow *follow, const char *line, size_t n, struct follow_step *step, struct game_fault *fault)
{
    static const char first[] = "fair/1";
    step->outcome = 0;
    bytes_fill(&step->log, 0, sizeof step->log);
    if (!follow->n_lines) {
        step->kind = first;
        if (n != sizeof first - 1 || !bytes_equal(line, first, n))
            return refuse(fault, "these are not lines of fair/1");
    } else if (!take(follow, reader_over(line, n), step, fault)) {
        return false;
    }
    follow->n_lines++;
    return true;
}
