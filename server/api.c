/* api.c - requests that need no socket: what each path answers, in one table.
 *
 *     GET  /healthz                              ok, or 503 while nothing can be kept
 *     GET  /metrics                              numbers for Prometheus
 *     POST /api/tables                           a message `make` (docs/protocol.md): {"table":"K7QM2X"}
 *     GET  /api/tables                           the public tables with free seats
 *     GET  /api/tables/K7QM2X                    a message `table`
 *     GET  /api/tables/K7QM2X/games/1            the record of a finished game
 *     GET  /api/tables/K7QM2X/qr.svg             the table's link as a QR code
 *     GET  /api/leaderboard?rules=&seats=&week=  ratings, or the points of a week (`now`, or the day number of its Monday);
 *                                                &player= adds that player's line
 *     GET  /api/player                           who the device is whose secret stands in the field Dada-Device:
 *                                                {"player":"..."}; never in an address, which logs keep */
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rating/weekly.h"
#include "server/inner.h"
#include "server/limits.h"
#include "server/net/read.h"

enum { ANSWER_ROOM = 65536 };

static const char json[] = "application/json";

static void answer(struct server *server, const struct net_request *request, unsigned status, const char *type,
                   const struct text *body)
{
    net_answer(server->net, request->id, status, type, body->start, body->length);
}

static void answer_fault(struct server *server, u64 request, unsigned status, const char *code, const char *says)
{
    char room[512];
    struct text to = text_over(room, sizeof room);
    text_put(&to, "{\"error\":{\"code\":");
    text_json(&to, code);
    text_put(&to, ",\"message\":");
    text_json(&to, says);
    text_put(&to, "}}\n");
    net_answer(server->net, request, status, json, room, to.length);
}

/* --- tables --------------------------------------------------------------------------------------------------------------------- */

/* A request whose answer waits until what it tells is kept. */
struct asking {
    struct server *server;
    u64 request;
};

static struct asking *ask(struct server *server, const struct net_request *request)
{
    struct asking *asking = malloc(sizeof *asking);
    if (asking)
        *asking = (struct asking){server, request->id};
    else
        answer_fault(server, request->id, 503, "full", "no memory");
    return asking;
}

static void answer_asked(struct asking *asking, unsigned status, const char *body)
{
    if (body)
        net_answer(asking->server->net, asking->request, status, json, body, strlen(body));
    else
        answer_fault(asking->server, asking->request, 503, "disk", DISK_SAYS);
    free(asking);
}

static void made(void *context, const char *table)
{
    char body[64];
    snprintf(body, sizeof body, "{\"table\":\"%s\"}\n", table ? table : "");
    answer_asked(context, 201, table ? body : NULL);
}

static void shown(void *context, const char *table)
{
    answer_asked(context, 200, table);
}

static void make_table(struct server *server, const struct net_request *request, const char *rest)
{
    struct msg msg;
    struct msg_fault fault;
    struct table_verdict verdict;
    (void)rest;
    if (!msg_read_as(&msg, MSG_make, request->body, request->n, &fault)) {
        answer_fault(server, request->id, 400, "request", fault.says);
        return;
    }
    struct asking *asking = ask(server, request);
    if (!asking ||
        node_make(server->node, &msg.make, &(struct node_asking){asking, made}, net_now_ms(server->net), &verdict))
        return;
    free(asking);
    answer_fault(server, request->id, !strcmp(verdict.code, "disk") ? 503 : 400, verdict.code, verdict.says);
}

static void list_tables(struct server *server, const struct net_request *request, const char *rest)
{
    static char room[ANSWER_ROOM];
    struct text to = text_over(room, sizeof room);
    (void)rest;
    node_list(server->node, &to);
    answer(server, request, 200, json, &to);
}

/* The table's name at the start of `rest`, and what follows it; false if none can be there. */
static bool take_name(const char *rest, char name[static TABLE_NAME + 1], const char **after)
{
    const size_t n = strcspn(rest, "/");
    if (!n || n > TABLE_NAME)
        return false;
    memcpy(name, rest, n);
    name[n] = 0;
    table_name_mend(name);
    *after = rest + n;
    return strspn(name, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == n;
}

/* The link that people open, as the request itself tells it; false if its host is not one that a link can have. */
static bool link_of(const struct net_request *request, const char *name, char *link, size_t room)
{
    const char *host = request->field(request, "Host");
    if (!host || !*host ||
        strspn(host, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-_:[]") != strlen(host))
        return false;
    const int n = snprintf(link, room, "%s://%s/t/%s", request->peer.encrypted ? "https" : "http", host, name);
    return n > 0 && (size_t)n < room;
}

static void draw_code(struct server *server, const struct net_request *request, const char *link)
{
    static char room[ANSWER_ROOM];
    struct text to = text_over(room, sizeof room);
    QRcode *code = QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
    if (!code) {
        answer_fault(server, request->id, 503, "full", "no memory");
        return;
    }
    const int n = code->width, margin = 4; /* light modules round the code, as its standard asks */
    char head[160];
    snprintf(
        head, sizeof head,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %d %d\"><path fill=\"#fff\" d=\"M%d %dh%dv%dH%dz\"/>"
        "<path d=\"",
        -margin, -margin, n + 2 * margin, n + 2 * margin, -margin, -margin, n + 2 * margin, n + 2 * margin, -margin);
    text_put(&to, head);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            char square[48];
            snprintf(square, sizeof square, "M%d %dh1v1h-1z", x, y);
            if (code->data[y * n + x] & 1)
                text_put(&to, square);
        }
    text_put(&to, "\"/></svg>");
    QRcode_free(code);
    answer(server, request, 200, "image/svg+xml", &to);
}

static void show_record(struct server *server, const struct net_request *request, const char *name, const char *number)
{
    char *end;
    const unsigned long game = strtoul(number, &end, 10);
    char *record = *number >= '1' && *number <= '9' && !*end && game < 1000000
                       ? store_record(server->store, name, (u32)game)
                       : NULL;
    if (!record) {
        answer_fault(server, request->id, 404, "unknown", "no game of this number is finished at this table");
        return;
    }
    net_answer(server->net, request->id, 200, "text/plain; charset=utf-8", record, strlen(record));
    free(record);
}

static void show_state(struct server *server, const struct net_request *request, const char *name)
{
    struct asking *asking = ask(server, request);
    if (!asking || node_show(server->node, name, net_now_ms(server->net), &(struct node_asking){asking, shown}))
        return;
    free(asking);
    answer_fault(server, request->id, 404, "unknown", "there is no such table");
}

static void show_table(struct server *server, const struct net_request *request, const char *rest)
{
    char name[TABLE_NAME + 1], link[300];
    const char *after;
    if (!take_name(rest, name, &after)) {
        answer_fault(server, request->id, 404, "unknown", "there is no such table");
    } else if (!strncmp(after, "/games/", 7)) {
        show_record(server, request, name, after + 7);
    } else if (!strcmp(after, "/qr.svg")) {
        if (link_of(request, name, link, sizeof link))
            draw_code(server, request, link);
        else
            answer_fault(server, request->id, 400, "request", "the request's host can't stand in a link");
    } else if (*after) {
        answer_fault(server, request->id, 404, "unknown", "there is no such table");
    } else {
        show_state(server, request, name);
    }
}

/* --- leaderboards ----------------------------------------------------------------------------------------------------------------- */

static void write_line(struct text *to, const struct store_line *line, bool first, bool points)
{
    char hex[TABLE_PLAYER_HEX + 1];
    struct player_id player;
    memcpy(player.byte, line->player, sizeof player.byte);
    player_write(&player, hex);
    text_put(to, first ? "{\"rank\":" : ",{\"rank\":");
    text_number(to, line->rank);
    text_put(to, ",\"player\":");
    text_json(to, hex);
    text_put(to, ",\"name\":");
    text_json(to, line->name);
    text_put(to, points ? ",\"points\":" : ",\"rating\":");
    text_number(to, points ? weekly_thousandths(line->value) : line->value);
    text_put(to, ",\"games\":");
    text_number(to, line->n_games);
    text_char(to, '}');
}

/* The week that is asked for: a day number, 0 for none; false if it is neither. */
static bool week_of(const char *words, i32 *week)
{
    struct timespec now;
    char *end;
    *week = 0;
    if (!words)
        return true;
    if (strcmp(words, "now")) {
        const long day = strtol(words, &end, 10);
        *week = (i32)day;
        return *words && !*end && day > 0 && day < 3000000;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    *week = weekly_of((i64)now.tv_sec * 1000);
    return true;
}

static void show_board(struct server *server, const struct net_request *request, const char *rest)
{
    struct store_line lines[API_BOARD_LINES + 1];
    char kind[STORE_KIND_MAX + 1], room[ANSWER_ROOM / 2];
    struct text to = text_over(room, sizeof room);
    struct player_id own;
    i32 week;
    const char *rules = request->query(request, "rules"), *seats = request->query(request, "seats");
    const char *player = request->query(request, "player");
    if (*rest || !week_of(request->query(request, "week"), &week) || (player && !player_read(&own, player)) ||
        (!week && (!rules || !seats)) || (rules && strlen(rules) > STORE_KIND_MAX - 3) ||
        (seats && strlen(seats) != 1)) {
        answer_fault(
            server, request->id, 400, "request",
            "a leaderboard is of rules and seats, or of a week (a day number, or now), or of both; player adds a line");
        return;
    }
    snprintf(kind, sizeof kind, "%s%s%s", rules ? rules : "", rules && seats ? " " : "", rules && seats ? seats : "");
    const size_t n = store_board(server->store, kind, week, player ? own.byte : NULL, lines, API_BOARD_LINES);
    text_put(&to, "{\"lines\":[");
    for (size_t k = 0; k < n; k++)
        write_line(&to, &lines[k], !k, week != 0);
    text_put(&to, "]}");
    answer(server, request, 200, json, &to);
}

static void show_player(struct server *server, const struct net_request *request, const char *rest)
{
    char hex[TABLE_PLAYER_HEX + 1], body[64];
    struct player_id player;
    const char *device = request->field(request, "Dada-Device");
    (void)rest;
    if (!device || !device_ok(device)) {
        answer_fault(server, request->id, 400, "request", "Dada-" DEVICE_SAYS);
        return;
    }
    player_of_device(device, &player);
    player_write(&player, hex);
    snprintf(body, sizeof body, "{\"player\":\"%s\"}\n", hex);
    net_answer(server->net, request->id, 200, json, body, strlen(body));
}

/* --- the server itself ------------------------------------------------------------------------------------------------------------ */

static void show_health(struct server *server, const struct net_request *request, const char *rest)
{
    static const char ok[] = "ok\n", trouble[] = "nothing can be kept\n", type[] = "text/plain; charset=utf-8";
    (void)rest;
    if (node_in_trouble(server->node))
        net_answer(server->net, request->id, 503, type, trouble, sizeof trouble - 1);
    else
        net_answer(server->net, request->id, 200, type, ok, sizeof ok - 1);
}

static void show_metrics(struct server *server, const struct net_request *request, const char *rest)
{
    struct node_totals node;
    struct net_totals net;
    struct store_totals store;
    char room[4096];
    struct text to = text_over(room, sizeof room);
    (void)rest;
    node_totals(server->node, &node);
    net_totals(server->net, &net);
    store_totals(server->store, &store);
    const struct {
        const char *name, *type;
        u64 value;
    } rows[] = {
        {"dada_tables", "gauge", node.tables},
        {"dada_tables_playing", "gauge", node.playing},
        {"dada_sessions", "gauge", node.sessions},
        {"dada_waiting", "gauge", node.waiting},
        {"dada_commands_total", "counter", node.commands},
        {"dada_commands_refused_total", "counter", node.refused},
        {"dada_batches_total", "counter", node.batches},
        {"dada_batches_failed_total", "counter", node.failed},
        {"dada_log_rows_total", "counter", node.rows},
        {"dada_connections", "gauge", net.connections},
        {"dada_requests_total", "counter", net.requests},
        {"dada_messages_in_total", "counter", net.messages_in},
        {"dada_messages_out_total", "counter", net.messages_out},
        {"dada_bytes_in_total", "counter", net.bytes_in},
        {"dada_bytes_out_total", "counter", net.bytes_out},
        {"dada_dropped_slow_total", "counter", net.dropped_slow},
        {"dada_connections_refused_total", "counter", net.refused},
        {"dada_games_kept", "gauge", store.games},
        {"dada_store_bytes", "gauge", store.bytes},
    };
    for (size_t k = 0; k < COUNT(rows); k++) {
        char line[160];
        snprintf(line, sizeof line, "# TYPE %s %s\n%s %llu\n", rows[k].name, rows[k].type, rows[k].name,
                 (unsigned long long)rows[k].value);
        text_put(&to, line);
    }
    answer(server, request, 200, "text/plain; version=0.0.4", &to);
}

/* --- paths ------------------------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *method, *path; /* a path that ends with / is the beginning of one */
    void (*answer)(struct server *server, const struct net_request *request, const char *rest);
} routes[] = {
    {"GET", "/healthz", show_health},    {"GET", "/metrics", show_metrics},   {"POST", "/api/tables", make_table},
    {"GET", "/api/tables", list_tables}, {"GET", "/api/tables/", show_table}, {"GET", "/api/leaderboard", show_board},
    {"GET", "/api/player", show_player},
};

void api_request(struct server *server, const struct net_request *request)
{
    bool known = false;
    const char *method = strcmp(request->method, "HEAD") ? request->method : "GET";
    for (size_t k = 0; k < COUNT(routes); k++) {
        const size_t n = strlen(routes[k].path);
        const bool begins = routes[k].path[n - 1] == '/';
        if (strncmp(request->path, routes[k].path, n) || (!begins && request->path[n]))
            continue;
        known = true;
        if (strcmp(method, routes[k].method))
            continue;
        routes[k].answer(server, request, request->path + n);
        return;
    }
    if (known)
        answer_fault(server, request->id, 405, "request", "this path takes another method");
    else
        net_answer(server->net, request->id, 404, "text/plain; charset=utf-8", "not found\n", 10);
}
