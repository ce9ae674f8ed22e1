/* heads.c - a hash table of struct head_entry by the table's name. */
#include "server/store/heads.h"

#include <stdlib.h>
#include <string.h>

static size_t place(const struct heads *heads, const char *table)
{
    u64 hash = 0;
    for (; *table; table++)
        hash = mix64(hash ^ (u8)*table);
    return (size_t)hash & (heads->n_slots - 1);
}

static size_t slot_of(const struct heads *heads, const char *table)
{
    size_t slot = place(heads, table);
    while (heads->slots[slot] && strcmp(heads->slots[slot]->table, table) != 0)
        slot = (slot + 1) & (heads->n_slots - 1);
    return slot;
}

struct head_entry *heads_find(const struct heads *heads, const char *table)
{
    return heads->n_slots ? heads->slots[slot_of(heads, table)] : NULL;
}

static void grow(struct heads *heads)
{
    struct heads larger = {
        .n_slots = heads->n_slots ? 2 * heads->n_slots : 64, .n = heads->n, .touched = heads->touched};
    larger.slots = calloc(larger.n_slots, sizeof(struct head_entry *));
    REQUIRE(larger.slots);
    for (size_t k = 0; k < heads->n_slots; k++)
        if (heads->slots[k])
            larger.slots[slot_of(&larger, heads->slots[k]->table)] = heads->slots[k];
    free(heads->slots);
    *heads = larger;
}

struct head_entry *heads_make(struct heads *heads, const char *table)
{
    struct head_entry *entry = heads_find(heads, table);
    if (entry)
        return entry;
    if (2 * heads->n >= heads->n_slots)
        grow(heads);
    entry = calloc(1, sizeof *entry);
    REQUIRE(entry && strlen(table) <= STORE_TABLE_MAX);
    memcpy(entry->table, table, strlen(table) + 1);
    heads->slots[slot_of(heads, table)] = entry;
    heads->n++;
    return entry;
}

void heads_touch(struct heads *heads, struct head_entry *entry)
{
    if (entry->touched)
        return;
    entry->touched = true;
    entry->next_touched = heads->touched;
    heads->touched = entry;
}

/* Takes an entry out, and sets those behind it in its run anew, so that none becomes unreachable. */
static void take_out(struct heads *heads, struct head_entry *entry)
{
    size_t slot = slot_of(heads, entry->table);
    heads->slots[slot] = NULL;
    heads->n--;
    free(entry);
    for (slot = (slot + 1) & (heads->n_slots - 1); heads->slots[slot]; slot = (slot + 1) & (heads->n_slots - 1)) {
        struct head_entry *behind = heads->slots[slot];
        heads->slots[slot] = NULL;
        heads->slots[slot_of(heads, behind->table)] = behind;
    }
}

void heads_settle(struct heads *heads, bool kept)
{
    while (heads->touched) {
        struct head_entry *entry = heads->touched;
        heads->touched = entry->next_touched;
        entry->touched = false;
        if (kept)
            entry->now = entry->next;
        else
            entry->next = entry->now;
        if (!entry->now.id)
            take_out(heads, entry);
    }
}

void heads_free(struct heads *heads)
{
    for (size_t k = 0; k < heads->n_slots; k++)
        free(heads->slots[k]);
    free(heads->slots);
    *heads = (struct heads){.n = 0};
}
