/* backup.c - `dada backup`: asks the running server for a copy of all that it keeps. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli.h"
#include "server/server.h"

static const char help[] =
    "usage: dada backup [--data FOLDER] FILE\n\n"
    "Asks the server that runs with this folder for a copy of all that it keeps: a new FILE. People play on "
    "meanwhile.\n"
    "To go back to it, end the server and put the copy in the place of dada.sqlite in its folder.\n";

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "dada backup: %s%s%s\n", what, *why ? ": " : "", why);
    return 1;
}

/* The server's answer, a line. */
static int ask(int server, const char *path)
{
    char line[PATH_MAX + 16], answer[400] = "";
    size_t n = 0;
    const int length = snprintf(line, sizeof line, "backup %s\n", path);
    if (write(server, line, (size_t)length) != length)
        return fail("the server can't be asked", strerror(errno));
    for (ssize_t got; n + 1 < sizeof answer && (got = read(server, answer + n, sizeof answer - 1 - n)) > 0;
         n += (size_t)got)
        ;
    answer[strcspn(answer, "\n")] = 0;
    if (strcmp(answer, "ok"))
        return fail(*answer ? answer : "the server ended before it was done", "");
    return 0;
}

int cli_backup(int argc, char **argv)
{
    char room[4096], path[PATH_MAX], here[PATH_MAX];
    const char *folder = cli_data_folder(room, sizeof room), *file = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return 0;
        }
        if (!strcmp(argv[i], "--data") && i + 1 < argc)
            folder = argv[++i];
        else if (argv[i][0] == '-' || file)
            return fputs(help, stderr), 2;
        else
            file = argv[i];
    }
    if (!file || !*file || !folder)
        return fputs(help, stderr), 2;
    if (*file != '/' && !getcwd(here, sizeof here))
        return fail("this folder", strerror(errno));
    const int n =
        *file == '/' ? snprintf(path, sizeof path, "%s", file) : snprintf(path, sizeof path, "%s/%s", here, file);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int length = snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, SERVER_CONTROL);
    if (n >= (int)sizeof path || strchr(path, '\n') || length >= (int)sizeof address.sun_path)
        return fail("this name can't be used", file);
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address)) {
        if (server >= 0)
            close(server);
        return fail("no server runs with this folder", folder);
    }
    const int status = ask(server, path);
    close(server);
    if (!status)
        printf("%s\n", path);
    return status;
}
