/* sealed.c - plays under a seal, and goes on from its lines. */
#include "match/sealed.h"

#include "match/follow.h"

/* After the last opening: the head is T. */
static void open_key(struct sealed *sealed, const struct fair_bytes *key)
{
    sealed->opened = sealed->record.head;
    sealed->n_moves = 0;
    fair_game_key(key, &sealed->opened, &sealed->game_key);
}

void sealed_start(struct sealed *sealed, const struct play *play, struct fair_start *start,
                  const struct sealed_seats *seats, const struct fair_bytes *key, struct text *lines)
{
    struct fair_record *record = &sealed->record;
    sealed->play = *play;
    start->n_dice = (u8)play->game->n_dice(play->rules);
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
    play->game->start(play->rules, &sealed->play.state, first);
    play->game->moves(play->rules, &sealed->play.state, &sealed->play.moves);
}

/* The faces of throw number `index`, and the outcome that they make. */
static unsigned next_throw(const struct sealed *sealed, const struct play *play, u32 index,
                           u8 faces[static FAIR_DICE_MAX])
{
    fair_throw(&sealed->game_key, index, NULL, play->game->n_dice(play->rules), faces);
    return play->game->outcome_of(play->rules, faces);
}

bool sealed_roll(struct sealed *sealed, struct game_log *log, struct text *lines, struct game_fault *fault)
{
    struct play *play = &sealed->play;
    const unsigned seat = play_turn(play).seat;
    u8 faces[FAIR_DICE_MAX];
    if (!play_roll(play, next_throw(sealed, play, sealed->record.n_rolls, faces), log, fault))
        return false;
    fair_record_roll(&sealed->record, seat, faces, play->game->n_dice(play->rules), lines);
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
        text_put(&to, play_turn(play).unthrown ? "enter " : "move ");
        play->game->move_write(play->rules, &play->state, move, &to);
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

static bool refuse(struct game_fault *fault, const char *message)
{
    return game_fault_set(fault, "bad-record", "", message);
}

/* Only the start and the throws follow from the key: to the letter, they must be what it gives. The head of `sealed` is that of
 * the lines before. */
static bool as_sealed(struct sealed *sealed, const struct follow *follow, const struct fair_bytes *key,
                      const char *line, size_t n, struct game_fault *fault)
{
    struct fair_record record = sealed->record;
    struct reader in = reader_over(line, n);
    char room[FAIR_LINE_MAX];
    struct text due = text_over(room, sizeof room);
    const char *wrong;
    if (!follow->begun && reader_take(&in, "start ")) {
        open_key(sealed, key);
        const unsigned n_seats = follow->play.game->n_seats(follow->play.rules);
        const unsigned first = follow->first ? follow->first - 1 : fair_pick(&sealed->game_key, 0, n_seats);
        fair_record_begin(&record, first, &due);
        wrong = "the game starts from other lines, or another seat begins";
    } else if (follow->begun && play_turn(&follow->play).node == GAME_CHANCE && reader_take(&in, "roll ")) {
        u8 faces[FAIR_DICE_MAX];
        record.n_rolls = follow->n_rolls;
        (void)next_throw(sealed, &follow->play, follow->n_rolls, faces);
        fair_record_roll(&record, play_turn(&follow->play).seat, faces, follow->play.game->n_dice(follow->play.rules),
                         &due);
        wrong = "this is not the throw that was sealed";
    } else {
        return true;
    }
    return (due.length == n + 1 && bytes_equal(room, line, n)) || refuse(fault, wrong);
}

bool sealed_restore(struct sealed *sealed, const struct play *play, const struct fair_bytes *key, const char *lines,
                    size_t n, struct game_fault *fault)
{
    struct follow follow;
    struct follow_step step;
    follow_open(&follow, play);
    sealed->record = (struct fair_record){.n_rolls = 0};
    for (size_t at = 0, length; at < n; at += length + 1) {
        length = 0;
        while (at + length < n && lines[at + length] != '\n')
            length++;
        const char *line = lines + at;
        const bool whole = at + length < n || refuse(fault, "the last line has no end");
        if (!whole || !as_sealed(sealed, &follow, key, line, length, fault) ||
            !follow_line(&follow, line, length, &step, fault)) {
            struct text to = text_over(fault->at, sizeof fault->at);
            text_put(&to, "line ");
            text_number(&to, (i64)follow.n_lines + 1);
            return false;
        }
        if (follow.n_lines == 1)
            fair_head_start(&sealed->record.head);
        else
            fair_head_add(&sealed->record.head, line, length);
    }
    sealed->play = follow.play;
    sealed->record.n_rolls = follow.n_rolls;
    sealed->n_moves = follow.n_moves;
    if (!follow_settled(&follow))
        return refuse(fault, "a throw that nobody can play is followed by none");
    return follow.begun || refuse(fault, "the game has not started");
}
