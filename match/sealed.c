/* sealed.c - plays under a seal, and goes on from its lines. */
#include "match/sealed.h"

/* After the last opening: the head is T. */
static void open_key(struct sealed *sealed, const struct fair_bytes *key)
{
    sealed->opened = sealed->record.head;
    sealed->n_moves = 0;
    fair_game_key(key, &sealed->opened, &sealed->game_key);
}

static void begin(struct sealed *sealed, unsigned first)
{
    sealed->play.game->start(&sealed->play.rules, &sealed->play.state, first);
    sealed->play.game->moves(&sealed->play.rules, &sealed->play.state, &sealed->play.moves);
}

void sealed_start(struct sealed *sealed, const struct play *play, struct fair_start *start,
                  const struct sealed_seats *seats, const struct fair_bytes *key, struct text *lines)
{
    struct fair_record *record = &sealed->record;
    sealed->play = *play;
    start->n_dice = (u8)play->game->n_dice(&play->rules);
    start->live = false;
    fair_seal(key, &start->seal);
    fair_record_start(record, lines);
    fair_record_seal(record, start, lines);
    for (unsigned seat = 0; seat < seats->n; seat++)
        fair_record_seat(record, seat, !seats->player[seat], NULL, lines);
    if (seats->first >= 0)
        fair_record_first(record, (unsigned)seats->first, lines);
    fair_record_close(record, lines);
    open_key(sealed, key);
    const unsigned first = seats->first >= 0 ? (unsigned)seats->first : fair_pick(&sealed->game_key, 0, seats->n);
    fair_record_begin(record, first, lines);
    for (unsigned seat = 0; seat < seats->n; seat++)
        fair_record_by(record, seat, seats->player[seat], lines);
    begin(sealed, first);
}

/* The faces of the next throw, and the outcome that they make. */
static unsigned next_throw(const struct sealed *sealed, u8 faces[static FAIR_DICE_MAX])
{
    const struct play *play = &sealed->play;
    fair_throw(&sealed->game_key, sealed->record.n_rolls, NULL, play->game->n_dice(&play->rules), faces);
    return play->game->outcome_of(&play->rules, faces);
}

bool sealed_roll(struct sealed *sealed, struct game_log *log, struct text *lines, struct game_fault *fault)
{
    struct play *play = &sealed->play;
    const unsigned seat = play_turn(play).seat;
    u8 faces[FAIR_DICE_MAX];
    if (!play_roll(play, next_throw(sealed, faces), log, fault))
        return false;
    fair_record_roll(&sealed->record, seat, faces, play->game->n_dice(&play->rules), lines);
    if (!play->moves.n)
        fair_record_line(&sealed->record, "none", lines);
    return true;
}

bool sealed_move(struct sealed *sealed, unsigned move, struct game_log *log, struct text *lines,
                 struct game_fault *fault)
{
    struct play *play = &sealed->play;
    char words[FAIR_LINE_MAX];
    struct text to = text_over(words, sizeof words);
    if (move < play->moves.n) {
        text_put(&to, "move ");
        play->game->move_write(&play->rules, &play->state, move, &to);
    }
    if (!play_move(play, move, log, fault))
        return false;
    fair_record_line(&sealed->record, words, lines);
    sealed->n_moves++;
    return true;
}

u64 sealed_noise(const struct sealed *sealed, unsigned seat)
{
    static const char label[] = "fair/1 bot";
    const u32 index = sealed->n_moves;
    const u8 rest[] = {(u8)seat, (u8)(index >> 24), (u8)(index >> 16), (u8)(index >> 8), (u8)index};
    u8 digest[SHA256_BYTES];
    struct sha256 hash;
    u64 noise = 0;
    sha256_init(&hash);
    sha256_add(&hash, label, sizeof label - 1);
    sha256_add(&hash, sealed->opened.byte, sizeof sealed->opened.byte);
    sha256_add(&hash, rest, sizeof rest);
    sha256_end(&hash, digest);
    for (unsigned k = 0; k < 8; k++)
        noise = noise << 8 | digest[k];
    return noise;
}

void sealed_by(struct sealed *sealed, unsigned seat, const char *player, struct text *lines)
{
    fair_record_by(&sealed->record, seat, player, lines);
}

void sealed_end(struct sealed *sealed, const char *how, const char *reason, const struct fair_bytes *key,
                struct text *lines)
{
    fair_record_end(&sealed->record, how, reason, lines);
    fair_record_key(&sealed->record, key, lines);
}

/* --- going on ------------------------------------------------------------------------------------------------------------- */

struct replay {
    struct sealed *sealed;
    const struct fair_bytes *key;
    bool begun, stuck; /* nobody can play the last throw: `none` is due */
    u32 first;         /* 1 + the seat that the table lets begin; 0: the dice decide */
    struct game_fault *fault;
};

static bool refuse(struct replay *replay, const char *message)
{
    return game_fault_set(replay->fault, "bad-record", "", message);
}

/* `start <T> <first seat>`: the head before this line is T. */
static bool replay_start(struct replay *replay, const struct reader *from)
{
    struct reader at = *from, *in = &at;
    struct sealed *sealed = replay->sealed;
    char hash[2 * FAIR_BYTES + 1], wanted[2 * FAIR_BYTES + 1];
    struct text to = text_over(wanted, sizeof wanted);
    u32 first;
    sha256_write(sealed->record.head.byte, &to);
    if (!reader_word(in, "", hash, sizeof hash) || !text_equal(hash, wanted))
        return refuse(replay, "the game starts from other lines");
    reader_blank(in);
    open_key(sealed, replay->key);
    const unsigned n_seats = sealed->play.game->n_seats(&sealed->play.rules);
    const unsigned due = replay->first ? replay->first - 1 : fair_pick(&sealed->game_key, 0, n_seats);
    if (!reader_number(in, &first) || !reader_done(in) || first != due)
        return refuse(replay, "another seat begins");
    begin(sealed, first);
    replay->begun = true;
    return true;
}

/* `roll <index> <seat> <faces>` must be, to the letter, what the seal gives. */
static bool replay_roll(struct replay *replay, const struct reader *in)
{
    struct sealed *sealed = replay->sealed;
    const struct game_turn turn = play_turn(&sealed->play);
    struct fair_record record = sealed->record;
    struct game_log log;
    u8 faces[FAIR_DICE_MAX];
    char room[FAIR_LINE_MAX];
    struct text wanted = text_over(room, sizeof room);
    if (turn.node != GAME_CHANCE)
        return refuse(replay, "no throw is awaited");
    const unsigned outcome = next_throw(sealed, faces);
    fair_record_roll(&record, turn.seat, faces, sealed->play.game->n_dice(&sealed->play.rules), &wanted);
    const size_t kind = sizeof "roll " - 1, rest = (size_t)(in->end - in->at);
    if (wanted.length != kind + rest + 1 || !bytes_equal(room + kind, in->at, rest))
        return refuse(replay, "this is not the throw that was sealed");
    sealed->record.n_rolls = record.n_rolls;
    if (!play_roll(&sealed->play, outcome, &log, replay->fault))
        return false;
    replay->stuck = !sealed->play.moves.n;
    return true;
}

static bool replay_none(struct replay *replay, const struct reader *in)
{
    const bool due = replay->stuck;
    replay->stuck = false;
    return (due && reader_done(in)) || refuse(replay, "there is something to play, or nothing was thrown");
}

static bool replay_move(struct replay *replay, const struct reader *in)
{
    struct play *play = &replay->sealed->play;
    struct game_log log;
    char words[GAME_MOVE_TEXT_MAX];
    struct text to = text_over(words, sizeof words);
    unsigned move;
    text_bytes(&to, in->at, (size_t)(in->end - in->at));
    if (to.cut || !play->game->move_read(&play->rules, &play->state, words, &move, replay->fault))
        return refuse(replay, "no legal move is written so");
    replay->sealed->n_moves++;
    return play_move(play, move, &log, replay->fault);
}

static bool replay_first(struct replay *replay, const struct reader *from)
{
    struct reader in = *from;
    const bool good = reader_number(&in, &replay->first) && reader_done(&in) &&
                      replay->first < replay->sealed->play.game->n_seats(&replay->sealed->play.rules);
    replay->first++;
    return good || refuse(replay, "no such seat begins");
}

static bool replay_nothing(struct replay *replay, const struct reader *in)
{
    (void)replay, (void)in;
    return true;
}

/* Lines before the start are bound by its head; the others must follow from it. */
static const struct {
    const char *kind;
    bool begun; /* it stands after the start */
    bool (*replay)(struct replay *replay, const struct reader *in);
} kinds[] = {
    {"seal ", false, replay_nothing},  {"seat ", false, replay_nothing}, {"first ", false, replay_first},
    {"close ", false, replay_nothing}, {"open ", false, replay_nothing}, {"start ", false, replay_start},
    {"by ", true, replay_nothing},     {"roll ", true, replay_roll},     {"move ", true, replay_move},
    {"none", true, replay_none},       {"end ", true, replay_nothing},   {"key ", true, replay_nothing},
};

static bool replay_line(struct replay *replay, const char *line, size_t n)
{
    struct reader in = reader_over(line, n);
    size_t k = 0;
    while (k < COUNT(kinds) && !reader_take(&in, kinds[k].kind))
        k++;
    const bool none = k < COUNT(kinds) && kinds[k].replay == replay_none;
    const bool good = k == COUNT(kinds) ? refuse(replay, "there is no such line")
                      : kinds[k].begun != replay->begun
                          ? refuse(replay, replay->begun ? "the game has started" : "the game has not started")
                      : replay->stuck && !none ? refuse(replay, "a throw that nobody can play is followed by none")
                                               : kinds[k].replay(replay, &in);
    fair_head_add(&replay->sealed->record.head, line, n);
    return good;
}

bool sealed_restore(struct sealed *sealed, const struct play *play, const struct fair_bytes *key, const char *lines,
                    size_t n, struct game_fault *fault)
{
    struct replay replay = {.sealed = sealed, .key = key, .fault = fault};
    size_t number = 0;
    sealed->play = *play;
    for (size_t at = 0, length; at < n; at += length + 1, number++) {
        length = 0;
        while (at + length < n && lines[at + length] != '\n')
            length++;
        bool good = at + length < n || refuse(&replay, "the last line has no end");
        if (good && !number) {
            fair_head_start(&sealed->record.head);
            sealed->record.n_rolls = 0;
            good = (length == 6 && bytes_equal(lines, "fair/1", 6)) || refuse(&replay, "these are not lines of fair/1");
        } else if (good) {
            good = replay_line(&replay, lines + at, length);
        }
        if (!good) {
            struct text to = text_over(fault->at, sizeof fault->at);
            text_put(&to, "line ");
            text_number(&to, (i64)number + 1);
            return false;
        }
    }
    if (replay.stuck)
        return refuse(&replay, "a throw that nobody can play is followed by none");
    return replay.begun || refuse(&replay, "the game has not started");
}
