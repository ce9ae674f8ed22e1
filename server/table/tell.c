/* tell.c - what a table looks like from a seat. */
#include <string.h>

#include "server/table/inner.h"

static void member(struct text *to, const char *name)
{
    text_put(to, ",\"");
    text_put(to, name);
    text_put(to, "\":");
}

static void flag(struct text *to, const char *name, bool value)
{
    if (!value)
        return;
    member(to, name);
    text_put(to, "true");
}

static void describe_seat(struct text *to, const struct table *table, const struct table_seat *seat)
{
    if (!seat->holder) {
        text_put(to, "null");
        return;
    }
    if (!is_person(seat)) {
        text_put(to, "{\"bot\":");
        text_json(to, players[seat->level].name);
        text_char(to, '}');
        return;
    }
    char hex[TABLE_PLAYER_HEX + 1];
    player_write(&seat->player, hex);
    text_put(to, "{\"name\":");
    text_json(to, seat->name);
    member(to, "player");
    text_json(to, hex);
    flag(to, "host", player_is(&seat->player, &table->host));
    flag(to, "online", seat->online);
    flag(to, "robot", seat->robot);
    flag(to, "ready", seat->ready);
    flag(to, "wants_pause", seat->wants_pause);
    if (seat->standin) {
        member(to, "standin");
        text_json(to, standin_name(seat->standin));
    }
    text_char(to, '}');
}

void table_describe(const struct table *table, const struct table_world *world, const struct player_id *player,
                    struct msg *msg, char people[static TABLE_PEOPLE_ROOM])
{
    static const char *const phases[] = {"open", "playing", "over", "closed"};
    struct text to = text_over(people, TABLE_PEOPLE_ROOM);
    text_char(&to, '[');
    for (unsigned k = 0; k < table->n_seats; k++) {
        if (k)
            text_char(&to, ',');
        describe_seat(&to, table, &table->seat[k]);
    }
    text_char(&to, ']');
    REQUIRE(!to.cut);
    *msg = (struct msg){.kind = MSG_table};
    struct msg_table *out = &msg->table;
    memcpy(out->table, table->name, sizeof table->name);
    out->v = table->version;
    out->at = world->at_ms;
    out->you = player ? table_seat_of(table, player) : -1;
    if (player)
        player_write(player, out->player);
    out->host = player && player_is(player, &table->host);
    strcpy(out->status, phases[table->phase]);
    out->game = table->game;
    strcpy(out->rules, table->rules);
    out->seats = table->seats;
    out->clock = table->clock_s;
    out->open = table->open;
    out->rated = table->rated;
    out->choose = table->choose;
    out->fixed = table->fixed;
    out->paused = table->paused;
    out->left = table->phase == TABLE_PLAYING ? clock_left_ms(&table->clock, world->now_ms) : -1;
    out->watching = table_watching(table);
    if (table->phase == TABLE_OVER)
        memcpy(out->places, table->places, sizeof table->places);
    out->people = people;
}

bool table_choices(const struct table *table, const struct player_id *player, struct text *to)
{
    if (table->phase != TABLE_PLAYING || table->paused)
        return false;
    const struct play *play = play_of(table);
    const struct game_turn turn = play_turn(play);
    if (turn.seat != table_seat_of(table, player) || table->seat[turn.seat].standin)
        return false;
    text_char(to, '[');
    for (u32 k = 0; k < play->moves.n; k++) {
        char words[GAME_MOVE_TEXT_MAX];
        struct text move = text_over(words, sizeof words);
        play->game->move_write(play->rules, &play->state, k, &move);
        if (k)
            text_char(to, ',');
        text_json(to, words);
    }
    text_char(to, ']');
    return true;
}
