/* rules_check.c - `dada rules check FILE`: every fault of a file of house rules, in the order of its lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/rule_file.h"
#include "cli/rules.h"

struct fault_row {
    unsigned line, number; /* `number` keeps the order of faults of one line */
    char at[64], message[320];
};

struct fault_list {
    struct rule_faults faults; /* first: the reader sees only this */
    struct fault_row *rows;
    unsigned n, room;
};

static void list_add(struct rule_faults *to, unsigned line, const char *at, const char *message)
{
    struct fault_list *list = (struct fault_list *)(void *)to;
    if (list->n == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        struct fault_row *rows = realloc(list->rows, list->room * sizeof *rows);
        if (!rows)
            abort(); /* a file of 64 KiB has at most so many lines */
        list->rows = rows;
    }
    struct fault_row *row = &list->rows[list->n];
    row->line = line;
    row->number = list->n++;
    snprintf(row->at, sizeof row->at, "%s", at);
    snprintf(row->message, sizeof row->message, "%s", message);
}

static int by_line(const void *a, const void *b)
{
    const struct fault_row *x = a, *y = b;
    const bool same = x->line == y->line;
    const unsigned first = same ? x->number : x->line, second = same ? y->number : y->line;
    return (first > second) - (first < second);
}

int rules_check(const char *path)
{
    static char bytes[RULE_FILE_MAX + 1];
    FILE *in = fopen(path, "rb");
    const size_t n = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    const bool unread = !in || ferror(in);
    if (in)
        fclose(in);
    if (unread) {
        fprintf(stderr, "dada rules: can't read %s\n", path);
        return 1;
    }
    struct fault_list list = {.faults = {list_add}};
    struct rule_file file;
    const bool good = rule_file_read(&file, bytes, n, &list.faults);
    if (list.n)
        qsort(list.rows, list.n, sizeof *list.rows, by_line);
    for (unsigned k = 0; k < list.n; k++)
        fprintf(stderr, "%s:%u: %s: %s\n", path, list.rows[k].line, list.rows[k].at, list.rows[k].message);
    free(list.rows);
    if (good)
        puts(file.line);
    return !good;
}
