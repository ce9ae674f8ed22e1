/* serve.c - `dada serve`: serves the page, says where, and ends on Ctrl-C. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/args.h"
#include "cli/cli.h"
#include "rating/weekly.h"
#include "server/harden.h"
#include "server/server.h"

#define QR_MARGIN 4 /* light modules round the code, as its standard asks */

static const char help[] =
    "usage: dada serve [OPTION...]\n\n"
    "Serves the page and its tables on all addresses of this machine until Ctrl-C.\n\n"
    "  --port N              listen on port N (8080; 0 takes a free one)\n"
    "  --data FOLDER         keep tables, records and ratings there (else $STATE_DIRECTORY, $XDG_DATA_HOME/dada,\n"
    "                        ~/.local/share/dada)\n"
    "  --qr                  print the phone's address as a QR code even where the output is not a terminal\n"
    "  --zone NAME           time zone of the weekly ranking, such as Europe/Paris (the system's)\n"
    "  --certificate FILE    with --key FILE: speak TLS\n"
    "  --key FILE\n"
    "  --trusted-proxy ADDR  believe what a proxy at this address says about its clients\n"
    "  --origin URL          where pages come from, if a proxy hides it: https://example.org\n"
    "  --per-address N       connections of one address, at once and new in a second (200, 100)\n"
    "  --grace-ms N          a computer plays for somebody who was lost so long ago (30000)\n"
    "  --bot-ms N            what a computer waits before it acts (600)\n";

/* How likely a phone at home reaches this address: 0 not at all, else the higher the likelier. */
static int likelihood(const struct ifaddrs *row)
{
    if (!row->ifa_addr || row->ifa_addr->sa_family != AF_INET)
        return 0;
    if (!(row->ifa_flags & IFF_UP) || (row->ifa_flags & (IFF_LOOPBACK | IFF_POINTOPOINT)))
        return 0;
    const char *inner[] = {"docker", "br-", "veth", "virbr", "vmnet"}; /* networks inside this machine */
    for (size_t i = 0; i < COUNT(inner); i++)
        if (!strncmp(row->ifa_name, inner[i], strlen(inner[i])))
            return 1;
    struct sockaddr_in address;
    memcpy(&address, row->ifa_addr, sizeof address);
    u32 ip = ntohl(address.sin_addr.s_addr);
    if (ip >> 16 == 0xC0A8)
        return 5; /* 192.168/16 */
    if (ip >> 24 == 10)
        return 4;
    if (ip >> 20 == 0xAC1)
        return 3; /* 172.16/12 */
    return 2;
}

/* The IPv4 address of this machine to type on a phone; false if it has none but its own. */
static bool address_for_phone(char out[INET_ADDRSTRLEN])
{
    struct ifaddrs *rows;
    if (getifaddrs(&rows))
        return false;
    int best = 0;
    for (const struct ifaddrs *row = rows; row; row = row->ifa_next)
        if (likelihood(row) > best) {
            best = likelihood(row);
            struct sockaddr_in address;
            memcpy(&address, row->ifa_addr, sizeof address);
            inet_ntop(AF_INET, &address.sin_addr, out, INET_ADDRSTRLEN);
        }
    freeifaddrs(rows);
    return best > 0;
}

/* Prints `text` as a QR code, two rows of modules a line; black on white whatever the terminal's colours. */
static void print_qr(const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code)
        return; /* no memory: the address stands above */
    int n = code->width;
    for (int y = -QR_MARGIN; y < n + QR_MARGIN; y += 2) {
        printf("  \033[38;5;16;48;5;231m");
        for (int x = -QR_MARGIN; x < n + QR_MARGIN; x++) {
            bool in = x >= 0 && x < n;
            bool upper = in && y >= 0 && y < n && (code->data[y * n + x] & 1);
            bool lower = in && y + 1 >= 0 && y + 1 < n && (code->data[(y + 1) * n + x] & 1);
            fputs(upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ", stdout);
        }
        puts("\033[0m");
    }
    QRcode_free(code);
}

static void say_where(u16 port, bool qr, bool encrypted)
{
    char ip[INET_ADDRSTRLEN], url[64];
    const char *scheme = encrypted ? "https" : "http";
    printf("Dada is ready.\n  on this machine:  %s://localhost:%u\n", scheme, port);
    if (address_for_phone(ip)) {
        snprintf(url, sizeof url, "%s://%s:%u", scheme, ip, port);
        printf("  on a phone:       %s   (in the same network)\n", url);
        if (qr)
            print_qr(url);
    } else {
        puts("  on a phone:       not yet: this machine is in no network");
    }
    if (harden_is_root())
        puts("  It runs as root and needs no such rights: give it an account of its own (docs/hosting.md).");
    puts("Ctrl-C ends it.");
    if (fflush(stdout))
        fprintf(stderr, "dada serve: can't write the output; listening on port %u\n", port);
}

/* --- options ------------------------------------------------------------------------------------------------------------ */

struct wanted {
    struct server_options server;
    const char *zone;
    bool qr;
};

/* An option with a value: a text, or a number within bounds. */
static const struct option {
    const char *name;
    size_t text;   /* where its text goes in struct wanted; 0: it is a number */
    size_t number; /* where its number goes, an i32, or a u16 for the port */
    long least, most;
} options[] = {
    {"--port", 0, offsetof(struct wanted, server.net.port), 0, 65535},
    {"--data", offsetof(struct wanted, server.folder), 0, 0, 0},
    {"--zone", offsetof(struct wanted, zone), 0, 0, 0},
    {"--certificate", offsetof(struct wanted, server.net.certificate), 0, 0, 0},
    {"--key", offsetof(struct wanted, server.net.key), 0, 0, 0},
    {"--trusted-proxy", offsetof(struct wanted, server.net.trusted_proxy), 0, 0, 0},
    {"--origin", offsetof(struct wanted, server.net.origin), 0, 0, 0},
    {"--per-address", 0, offsetof(struct wanted, server.net.per_address), 1, 1000000},
    {"--grace-ms", 0, offsetof(struct wanted, server.table.grace_ms), 0, 3600000},
    {"--bot-ms", 0, offsetof(struct wanted, server.table.bot_ms), 0, 60000},
};

static bool take_option(const struct option *option, const char *text, struct wanted *wanted)
{
    char *to = (char *)wanted;
    long number;
    if (option->text) {
        *(const char **)(void *)(to + option->text) = text;
        if (!*text)
            fprintf(stderr, "dada serve: %s: a value is needed\n", option->name);
        return *text;
    }
    if (!args_number("serve", option->name + strlen("--"), text, option->least, option->most, &number))
        return false;
    if (option->number == offsetof(struct wanted, server.net.port))
        *(u16 *)(void *)(to + option->number) = (u16)number;
    else
        *(i32 *)(void *)(to + option->number) = (i32)number;
    return true;
}

/* 0, or the status to end with; -1: help was printed. */
static int read_options(int argc, char **argv, struct wanted *wanted)
{
    for (int i = 1; i < argc; i++) {
        size_t k = 0;
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return -1;
        }
        if (!strcmp(argv[i], "--qr")) {
            wanted->qr = true;
            continue;
        }
        while (k < COUNT(options) && strcmp(argv[i], options[k].name))
            k++;
        if (k == COUNT(options)) {
            fprintf(stderr, "dada serve: no option \"%s\"; dada serve --help lists them\n", argv[i]);
            return 2;
        }
        const char *text = ++i < argc ? argv[i] : "";
        if (!take_option(&options[k], text, wanted))
            return 2;
    }
    if (!wanted->server.net.certificate != !wanted->server.net.key) {
        fputs("dada serve: --certificate and --key belong together\n", stderr);
        return 2;
    }
    return 0;
}

const char *cli_data_folder(char *room, size_t n)
{
    const char *state = getenv("STATE_DIRECTORY"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state && *state)
        length = snprintf(room, n, "%s", state);
    else if (data && *data)
        length = snprintf(room, n, "%s/dada", data);
    else if (home && *home)
        length = snprintf(room, n, "%s/.local/share/dada", home);
    return length > 0 && (size_t)length < n ? room : NULL;
}

int cli_serve(int argc, char **argv)
{
    char fault[400], folder[4096];
    struct wanted wanted = {.qr = isatty(STDOUT_FILENO)};
    server_options_default(&wanted.server);
    wanted.server.folder = cli_data_folder(folder, sizeof folder);
    const int status = read_options(argc, argv, &wanted);
    wanted.server.net.per_address_second = wanted.server.net.per_address; /* both as usual where nothing is said */
    if (status)
        return status < 0 ? 0 : status;
    if (!wanted.server.folder) {
        fputs("dada serve: --data FOLDER is needed: this account has no home\n", stderr);
        return 2;
    }
    const char *zone_fault = wanted.zone ? weekly_zone_set(wanted.zone) : NULL;
    if (zone_fault) {
        fprintf(stderr, "dada serve: --zone %s: %s\n", wanted.zone, zone_fault);
        return 2;
    }
    harden();
    struct server *server = server_open(&wanted.server, fault, sizeof fault);
    if (!server) {
        fprintf(stderr, "dada serve: %s\n", fault);
        return 1;
    }
    say_where(server_port(server), wanted.qr, wanted.server.net.certificate != NULL);
    server_run(server);
    server_close(server);
    return 0;
}
