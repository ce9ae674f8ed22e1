/* rule_file_load.c - a file of house rules from the disk; its faults are told in the order of its lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/rule_file.h"

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

/* The bytes of a file, at most one more than it may have; false where it can't be read. */
static bool bytes_read(const char *path, char bytes[static RULE_FILE_MAX + 1], size_t *n)
{
    const bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "rb");
    *n = in ? fread(bytes, 1, RULE_FILE_MAX + 1, in) : 0;
    const bool read = in && !ferror(in);
    if (in && !standard)
        fclose(in);
    return read;
}

bool rule_file_load(struct rule_file *file, const char *command, const char *path)
{
    static char bytes[RULE_FILE_MAX + 1];
    struct fault_list list = {.faults = {list_add}};
    size_t n;
    if (!bytes_read(path, bytes, &n)) {
        fprintf(stderr, "dada %s: can't read %s\n", command, path);
        return false;
    }
    const bool good = rule_file_read(file, bytes, n, &list.faults);
    if (list.n)
        qsort(list.rows, list.n, sizeof *list.rows, by_line);
    for (unsigned k = 0; k < list.n; k++)
        fprintf(stderr, "%s:%u: %s: %s\n", path, list.rows[k].line, list.rows[k].at, list.rows[k].message);
    free(list.rows);
    return good;
}
