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
static void add(struct fair_record *record, const struct text *line)
{
    REQUIRE(!line->cut);
    fair_head_add(&record->head, line->start, line->length);
}

void fair_record_start(struct fair_record *record, struct text *line)
{
    *record = (struct fair_record){.n_rolls = 0};
    fair_head_start(&record->head);
    text_put(line, "fair/1");
}

void fair_record_seal(struct fair_record *record, const struct fair_start *start, struct text *line)
{
    text_put(line, "seal");
    put_word(line, start->game);
    put_number(line, start->attempt);
    put_word(line, start->rules);
    put_hash(line, &start->rules_hash);
    put_number(line, start->n_dice);
    put_word(line, start->live ? "live" : "sealed");
    put_word(line, "none"); /* no beacon in this version */
    put_hash(line, &start->previous);
    put_hash(line, &start->seal);
    add(record, line);
}

void fair_record_seat(struct fair_record *record, unsigned seat, bool human, const struct fair_bytes *lock,
                      struct text *line)
{
    text_put(line, "seat");
    put_number(line, seat);
    put_word(line, human ? "human" : "bot");
    if (lock)
        put_hash(line, lock);
    else
        put_word(line, "-");
    add(record, line);
}

void fair_record_first(struct fair_record *record, unsigned seat, struct text *line)
{
    text_put(line, "first");
    put_number(line, seat);
    add(record, line);
}

void fair_record_close(struct fair_record *record, struct text *line)
{
    text_put(line, "close -");
    add(record, line);
}

void fair_record_open(struct fair_record *record, unsigned seat, const struct fair_bytes *nonce, struct text *line)
{
    text_put(line, "open");
    put_number(line, seat);
    put_hash(line, nonce);
    add(record, line);
}

void fair_record_begin(struct fair_record *record, unsigned first_seat, struct text *line)
{
    text_put(line, "start");
    put_hash(line, &record->head);
    put_number(line, first_seat);
    add(record, line);
}

void fair_record_by(struct fair_record *record, unsigned seat, const char *player, struct text *line)
{
    text_put(line, "by");
    put_number(line, seat);
    put_word(line, player ? "bot:" : "human");
    if (player)
        text_put(line, player);
    add(record, line);
}

void fair_record_roll(struct fair_record *record, unsigned seat, const u8 *faces, unsigned n_dice, struct text *line)
{
    text_put(line, "roll");
    put_number(line, record->n_rolls++);
    put_number(line, seat);
    for (unsigned die = 0; die < n_dice; die++) {
        text_char(line, die ? '-' : ' ');
        text_number(line, faces[die]);
    }
    add(record, line);
}

void fair_record_line(struct fair_record *record, const char *words, struct text *line)
{
    text_put(line, words);
    add(record, line);
}

void fair_record_end(struct fair_record *record, const char *how, const char *reason, struct text *line)
{
    text_put(line, "end");
    put_word(line, how);
    put_word(line, reason);
    add(record, line);
}

void fair_record_key(struct fair_record *record, const struct fair_bytes *key, struct text *line)
{
    text_put(line, "key");
    put_hash(line, key);
    add(record, line);
}
