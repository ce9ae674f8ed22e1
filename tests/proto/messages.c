/* messages.c - says every message twice, with the least and with the most it can hold, a line each, for tests/proto/messages.mjs;
 * with the word `read`, reads a client's messages from the lines of its input and says them again. */
#include <stdio.h>
#include <string.h>

#include "server/net/read.h"
#include "tests/proto/fill.h"

static struct msg msg;
static char room[1 << 18], line[1 << 16];

static void say(void)
{
    struct text to = text_over(room, sizeof room);
    msg_write(&msg, &to);
    puts(room);
}

int main(int n_words, char **words)
{
    struct msg_fault fault;
    if (n_words > 1 && !strcmp(words[1], "read")) {
        while (fgets(line, sizeof line, stdin)) {
            if (msg_read(&msg, line, strlen(line), true, &fault))
                say();
            else
                puts(fault.says);
        }
        return 0;
    }
    for (enum msg_kind kind = 0; kind < MSG_KINDS; kind++)
        for (int most = 0; most < 2; most++) {
            fill(&msg, kind, most);
            say();
        }
    return 0;
}
