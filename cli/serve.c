/* serve.c - `dada serve`: serves the page, says where, and ends on Ctrl-C. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli.h"
#include "server/server.h"

#define PORT_DEFAULT 8080
#define QR_MARGIN 4 /* light modules round the code, as its standard asks */

static const char help[] =
    "usage: dada serve [--port N] [--qr]\n\n"
    "Serves the page on all addresses of this machine until Ctrl-C.\n\n"
    "  --port N   listen on port N (8080; 0 takes a free one)\n"
    "  --qr       print the phone's address as a QR code even where the output is not a terminal\n";

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

static void say_where(u16 port, bool qr)
{
    char ip[INET_ADDRSTRLEN], url[64];
    printf("Dada is ready.\n  on this machine:  http://localhost:%u\n", port);
    if (address_for_phone(ip)) {
        snprintf(url, sizeof url, "http://%s:%u", ip, port);
        printf("  on a phone:       %s   (in the same network)\n", url);
        if (qr)
            print_qr(url);
    } else {
        puts("  on a phone:       not yet: this machine is in no network");
    }
    puts("Ctrl-C ends it.");
    if (fflush(stdout))
        fprintf(stderr, "dada serve: can't write the output; listening on port %u\n", port);
}

/* Reads a port number; false if `text` is none. */
static bool read_port(const char *text, u16 *port)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    unsigned long number = strtoul(text, &end, 10);
    if (*end || number > 65535)
        return false;
    *port = (u16)number;
    return true;
}

int cli_serve(int argc, char **argv)
{
    u16 port = PORT_DEFAULT;
    bool qr = isatty(STDOUT_FILENO);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return 0;
        } else if (!strcmp(argv[i], "--qr")) {
            qr = true;
        } else if (!strcmp(argv[i], "--port")) {
            const char *text = ++i < argc ? argv[i] : "";
            if (!read_port(text, &port)) {
                fprintf(stderr, "dada serve: --port \"%s\": a number from 0 to 65535 is needed\n", text);
                return 2;
            }
        } else {
            fprintf(stderr, "dada serve: no option \"%s\"; dada serve --help lists them\n", argv[i]);
            return 2;
        }
    }

    char fault[200];
    struct server *server = server_open(port, fault, sizeof fault);
    if (!server) {
        fprintf(stderr, "dada serve: %s; --port N chooses another\n", fault);
        return 1;
    }
    say_where(server_port(server), qr);
    server_run(server);
    server_close(server);
    return 0;
}
