/* shelf.c - finds, compiles and counts shared rules. */
#include "server/table/shelf.h"

#include <stdlib.h>
#include <string.h>

static struct shared_rules *add(struct shelf *shelf, const char *line, struct game_fault *fault)
{
    const size_t n = strlen(line) + 1;
    struct shared_rules *shared = calloc(1, sizeof *shared + n);
    struct play play;
    if (!shared) {
        (void)game_fault_set(fault, "full", "", "no memory");
        return NULL;
    }
    if (!play_open(&play, &shared->rules, line, fault)) {
        free(shared);
        return NULL;
    }
    shared->game = play.game;
    memcpy(shared->line, line, n);
    shared->next = shelf->first;
    shared->back = &shelf->first;
    if (shared->next)
        shared->next->back = &shared->next;
    shelf->first = shared;
    return shared;
}

struct shared_rules *shelf_take(struct shelf *shelf, const char *line, struct game_fault *fault)
{
    struct shared_rules *shared = shelf->first;
    while (shared && strcmp(shared->line, line))
        shared = shared->next;
    if (!shared)
        shared = add(shelf, line, fault);
    if (shared)
        shared->users++;
    return shared;
}

void shelf_drop(struct shared_rules *rules)
{
    if (!rules || --rules->users)
        return;
    *rules->back = rules->next;
    if (rules->next)
        rules->next->back = rules->back;
    free(rules);
}
