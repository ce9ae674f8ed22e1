/* lobby.c - tables are made here: for somebody who wants one, and for those who want to play now. The list of public ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"
#include "server/names.h"
#include "server/node/inner.h"

/* Letters of tables' names: people read them to each other (Crockford's base 32). */
static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* A name that no table has: six letters, of a thousand million. */
static void new_name(struct node *node, char name[static TABLE_NAME + 1])
{
    do {
        u8 bytes[6];
        node->ports.random(node->ports.context, bytes, sizeof bytes);
        for (size_t k = 0; k < sizeof bytes; k++)
            name[k] = letters[bytes[k] % 32];
        name[sizeof bytes] = 0;
    } while (room_find(node, name));
}

static bool may_make(struct node *node, const struct player_id *host, struct table_verdict *verdict)
{
    unsigned n = 0;
    for (size_t k = 0; k < node->n_heap; k++) {
        const struct table *table = node->heap[k]->table;
        n += player_is(&table->host, host) && (table->phase == TABLE_OPEN || table->phase == TABLE_PLAYING);
    }
    if (node->leaving || node->now_ms < node->trouble_until_ms)
        *verdict = (struct table_verdict){"disk", "no table can be made just now: try again in a moment"};
    else if (node->n_heap >= NODE_TABLES_MAX)
        *verdict = (struct table_verdict){"full", "this server has no room for another table"};
    else if (n >= NODE_TABLES_OF_ONE)
        *verdict = (struct table_verdict){
            "often", "you host enough tables already: one closes by itself when nobody has been there for a while"};
    else
        return true;
    return false;
}

/* A room with a new table, on its way to the store; NULL with a verdict. */
static struct room *make(struct node *node, struct msg *settings, struct table_verdict *verdict)
{
    struct table_world world = room_world(node, NULL);
    struct room *room = NULL;
    new_name(node, settings->settings.table);
    /* The table's first event needs its room: the name is known, the table follows. */
    struct table *blank = calloc(1, sizeof *blank);
    if (blank)
        memcpy(blank->name, settings->settings.table, sizeof blank->name);
    room = blank ? room_make(node, blank) : NULL;
    if (!room) {
        free(blank);
        *verdict = (struct table_verdict){"full", "no memory"};
        return NULL;
    }
    node->acting = room;
    struct table *table = table_make(settings, &world, verdict);
    if (!table) {
        room->table->phase = TABLE_CLOSED;
        room_dissolve(node, room);
        return NULL;
    }
    table_free(blank);
    room->table = table;
    room_acted(node, room);
    return room;
}

bool node_make(struct node *node, const struct msg_make *wanted, const struct node_asking *asking, i64 now_ms,
               struct table_verdict *verdict)
{
    struct msg settings = {.kind = MSG_settings}, sit = {.kind = MSG_sit, .sit.seat = 0};
    struct msg_settings *to = &settings.settings;
    struct player_id host;
    char name[TABLE_PERSON_NAME + 1];
    node->now_ms = now_ms;
    player_of_device(wanted->device, &host);
    const char *fault = wanted->name[0] ? name_clean(wanted->name, name, sizeof name) : NULL;
    *verdict = (struct table_verdict){.code = "name"};
    snprintf(verdict->says, sizeof verdict->says, "%s", fault ? fault : "");
    if (!device_ok(wanted->device)) {
        *verdict = (struct table_verdict){"request", DEVICE_SAYS};
        return false;
    }
    if (fault || !may_make(node, &host, verdict))
        return false;
    player_write(&host, to->host);
    memcpy(to->rules, wanted->rules, sizeof to->rules);
    to->seats = wanted->seats;
    to->clock = wanted->clock;
    to->open = wanted->open;
    to->choose = wanted->choose;
    to->fixed = wanted->fixed;
    struct room *room = make(node, &settings, verdict);
    if (!room)
        return false;
    if (wanted->name[0]) {
        const struct table_world world = room_world(node, room);
        memcpy(sit.sit.name, name, sizeof name);
        table_command(room->table, &world, &host, &sit, verdict);
    }
    batch_asking(node, asking, room, NULL);
    return true;
}

/* --- the list -------------------------------------------------------------------------------------------------------------------- */

static const char *host_name(const struct table *table)
{
    const int seat = table_seat_of(table, &table->host);
    return seat < 0 ? "" : table->seat[seat].name;
}

void node_list(struct node *node, struct text *to)
{
    bool first = true;
    text_put(to, "{\"tables\":[");
    for (size_t k = 0; k < node->n_heap; k++) {
        const struct table *table = node->heap[k]->table;
        const unsigned taken = table_taken(table);
        if (!table->open || table->phase != TABLE_OPEN || !table->n_here || taken >= table->n_seats)
            continue;
        if (to->length + 1024 > to->room)
            break;
        text_put(to, first ? "{\"table\":" : ",{\"table\":");
        first = false;
        text_json(to, table->name);
        text_put(to, ",\"rules\":");
        text_json(to, table->rules);
        text_put(to, ",\"host\":");
        text_json(to, host_name(table));
        text_put(to, ",\"seats\":");
        text_number(to, table->seats);
        text_put(to, ",\"taken\":");
        text_number(to, taken);
        text_put(to, ",\"clock\":");
        text_number(to, table->clock_s);
        text_put(to, table->rated ? ",\"rated\":true}" : "}");
    }
    text_put(to, "]}");
}

bool node_show(struct node *node, const char *name, i64 now_ms, const struct node_asking *asking)
{
    struct room *room = room_find(node, name);
    char people[TABLE_PEOPLE_ROOM], words[8192];
    struct text to = text_over(words, sizeof words);
    struct msg msg;
    node->now_ms = now_ms;
    if (!room || room->gone)
        return false;
    const struct table_world world = room_world(node, room);
    table_describe(room->table, &world, NULL, &msg, people);
    msg_write(&msg, &to);
    REQUIRE(!to.cut);
    if (room->gathers || room->flies)
        batch_asking(node, asking, NULL, words);
    else
        asking->answer(asking->context, words);
    return true;
}

/* --- play now ---------------------------------------------------------------------------------------------------------------------- */

static bool wants_the_same(const struct session *a, const struct session *b)
{
    return a->wanted_seats == b->wanted_seats && !strcmp(a->wanted_rules, b->wanted_rules);
}

static void say_waiting(struct node *node, const struct session *like)
{
    unsigned n = 0;
    for (struct session *session = node->waiters; session; session = session->next_waiting)
        n += wants_the_same(session, like);
    const struct msg waiting = {.kind = MSG_waiting, .waiting = {.n = n, .seats = like->wanted_seats}};
    for (struct session *session = node->waiters; session; session = session->next_waiting)
        if (wants_the_same(session, like))
            node_reply(node, session, &waiting, 0);
}

void lobby_leave(struct node *node, struct session *session)
{
    if (!session->waiting)
        return;
    struct session **at = &node->waiters;
    while (*at != session)
        at = &(*at)->next_waiting;
    *at = session->next_waiting;
    session->waiting = false;
    say_waiting(node, session);
}

/* `Léa 2`: shortened between two letters where it would be too long. */
static void number_name(const char *name, unsigned number, char numbered[static 65])
{
    size_t n = 0, next = 0;
    for (unsigned k = 0; name[next] && k < NAME_LETTERS_MAX - 2; k++) {
        for (next++; ((u8)name[next] & 0xc0) == 0x80; next++)
            ;
        if (next > TABLE_PERSON_NAME - 2)
            break;
        n = next;
    }
    snprintf(numbered, 65, "%.*s %u", (int)n, name, number);
}

/* Those who have waited longest, seated at a new table: its game starts at once. False: no memory. */
static bool pair(struct node *node, const struct session *like)
{
    struct msg settings = {.kind = MSG_settings};
    struct table_verdict verdict;
    snprintf(settings.settings.rules, sizeof settings.settings.rules, "%s", like->wanted_rules);
    settings.settings.seats = like->wanted_seats;
    settings.settings.clock = LOBBY_CLOCK_S;
    settings.settings.open = true;
    struct room *room = make(node, &settings, &verdict);
    if (!room)
        return false;
    const struct table_world world = room_world(node, room);
    struct msg paired = {.kind = MSG_paired};
    memcpy(paired.paired.table, room->table->name, sizeof paired.paired.table);
    for (struct session *session = node->waiters, *next; session; session = next) {
        next = session->next_waiting;
        if (!wants_the_same(session, like) || table_taken(room->table) == room->table->seats)
            continue;
        struct msg sit = {.kind = MSG_sit, .sit.seat = -1};
        memcpy(sit.sit.name, session->name, sizeof session->name);
        table_command(room->table, &world, &session->player, &sit, &verdict);
        for (unsigned k = 2; verdict.code && k <= 9; k++) { /* two of one name: the second is called `Léa 2` */
            number_name(session->name, k, sit.sit.name);
            table_command(room->table, &world, &session->player, &sit, &verdict);
        }
        session->room = room; /* so that it hears of it only once the table is kept */
        node_reply(node, session, &paired, 0);
        session->room = NULL;
        lobby_leave(node, session);
    }
    table_begin(room->table, &world, &verdict);
    room_acted(node, room);
    return true;
}

/* To the end of those who wait; how many want the same now. */
static unsigned queue_up(struct node *node, struct session *session)
{
    struct session **at = &node->waiters;
    unsigned n = 1;
    session->waiting = true;
    session->next_waiting = NULL;
    for (; *at; at = &(*at)->next_waiting)
        n += wants_the_same(*at, session);
    *at = session;
    say_waiting(node, session);
    return n;
}

void lobby_wait(struct node *node, struct session *session, const struct msg *msg)
{
    const struct msg_wait *wait = &msg->wait;
    struct table_verdict verdict = {0};
    lobby_leave(node, session);
    if (!wait->rules[0])
        return;
    const char *fault = name_clean(wait->name, session->name, sizeof session->name);
    if (fault || strchr(wait->rules, ' ') || !table_rules_ok(wait->rules, (unsigned)wait->seats, &verdict)) {
        struct msg trouble = {.kind = MSG_trouble, .trouble.code = "request"};
        snprintf(trouble.trouble.says, sizeof trouble.trouble.says, "%s",
                 fault          ? fault
                 : verdict.code ? verdict.says
                                : "only rule sets as they are");
        node_reply(node, session, &trouble, 0);
        return;
    }
    for (const struct session *other = node->waiters; other; other = other->next_waiting)
        if (player_is(&other->player, &session->player)) {
            const struct msg trouble = {.kind = MSG_trouble,
                                        .trouble = {.code = "elsewhere", .says = "you wait in another window already"}};
            node_reply(node, session, &trouble, 0);
            return;
        }
    room_leave(node, session);
    memcpy(session->wanted_rules, wait->rules, sizeof session->wanted_rules);
    session->wanted_seats = (u8)wait->seats;
    if (queue_up(node, session) >= session->wanted_seats && node->now_ms >= node->trouble_until_ms)
        (void)pair(node, session);
}

void lobby_again(struct node *node, struct session *session)
{
    if (!session->waiting && !session->room)
        (void)queue_up(node, session);
}

void lobby_pair(struct node *node)
{
    for (struct session *session = node->waiters; session;) {
        unsigned n = 0;
        for (const struct session *other = node->waiters; other; other = other->next_waiting)
            n += wants_the_same(other, session);
        struct session *next = session->next_waiting;
        if (n < session->wanted_seats || !pair(node, session))
            session = next;
        else
            session = node->waiters; /* some of them are gone */
    }
}
