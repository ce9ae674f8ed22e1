/* record.c - writes the lines of a record and keeps its head. */
#include "fair/record.h"

static void put_number(struct text *line, u32 number)
{
    text_char(line, ' ');
    text_number(line, number);
}

static void put_word(struct text *line, const char *word)
{
    text_char(line, ' ');
    text_put(line, word);
}

static void put_hash(struct text *line, const struct fair_bytes *hash)
{
    text_char(line, ' ');
    sha256_write(hash->byte, line);
}

/* Every line ends here: it is whole, and the head knows it. */
static void add(struct fair_record *record, struct text *lines, size_t begin)
{
    fair_head_add(&record->head, lines->start + begin, lines->length - begin);
    text_char(lines, '\n');
    REQUIRE(!lines->cut);
}

void fair_record_start(struct fair_record *record, struct text *lines)
{
    *record = (struct fair_record){.n_rolls = 0};
    fair_head_start(&record->head);
    text_put(lines, "fair/1\n");
    REQUIRE(!lines->cut);
}

void fair_record_seal(struct fair_record *record, const struct fair_start *start, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "seal");
    put_word(lines, start->game);
    put_number(lines, start->attempt);
    put_word(lines, start->rules);
    put_hash(lines, &start->rules_hash);
    put_number(lines, start->n_dice);
    put_word(lines, start->live ? "live" : "sealed");
    put_word(lines, "none"); /* no beacon in this version */
    put_hash(lines, &start->previous);
    put_hash(lines, &start->seal);
    add(record, lines, begin);
}

void fair_record_seat(struct fair_record *record, unsigned seat, bool human, const struct fair_bytes *lock,
                      struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "seat");
    put_number(lines, seat);
    put_word(lines, human ? "human" : "bot");
    if (lock)
        put_hash(lines, lock);
    else
        put_word(lines, "-");
    add(record, lines, begin);
}

void fair_record_first(struct fair_record *record, unsigned seat, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "first");
    put_number(lines, seat);
    add(record, lines, begin);
}

void fair_record_close(struct fair_record *record, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "close -");
    add(record, lines, begin);
}

void fair_record_open(struct fair_record *record, unsigned seat, const struct fair_bytes *nonce, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "open");
    put_number(lines, seat);
    put_hash(lines, nonce);
    add(record, lines, begin);
}

void fair_record_begin(struct fair_record *record, unsigned first_seat, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "start");
    put_hash(lines, &record->head);
    put_number(lines, first_seat);
    add(record, lines, begin);
}

void fair_record_by(struct fair_record *record, unsigned seat, const char *player, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "by");
    put_number(lines, seat);
    put_word(lines, player ? "bot:" : "human");
    if (player)
        text_put(lines, player);
    add(record, lines, begin);
}

void fair_record_roll(struct fair_record *record, unsigned seat, const u8 *faces, unsigned n_dice, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "roll");
    put_number(lines, record->n_rolls++);
    put_number(lines, seat);
    for (unsigned die = 0; die < n_dice; die++) {
        text_char(lines, die ? '-' : ' ');
        text_number(lines, faces[die]);
    }
    add(record, lines, begin);
}

void fair_record_line(struct fair_record *record, const char *words, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, words);
    add(record, lines, begin);
}

void fair_record_end(struct fair_record *record, const char *how, const char *reason, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "end");
    put_word(lines, how);
    put_word(lines, reason);
    add(record, lines, begin);
}

void fair_record_key(struct fair_record *record, const struct fair_bytes *key, struct text *lines)
{
    const size_t begin = lines->length;
    text_put(lines, "key");
    put_hash(lines, key);
    add(record, lines, begin);
}
