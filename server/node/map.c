/* map.c - open addressing; a removed entry's followers move up, so that no gap is left behind. */
#include "server/node/map.h"

#include <stdlib.h>

static size_t home(const struct map *map, u64 key)
{
    return (size_t)mix64(key) & (map->room - 1);
}

static size_t place_of(const struct map *map, u64 key)
{
    size_t at = home(map, key);
    while (map->keys[at] && map->keys[at] != key)
        at = (at + 1) & (map->room - 1);
    return at;
}

void *map_get(const struct map *map, u64 key)
{
    if (!map->room)
        return NULL;
    const size_t at = place_of(map, key);
    return map->keys[at] ? map->values[at] : NULL;
}

static bool grow(struct map *map)
{
    struct map wider = {.room = map->room ? 2 * map->room : 16};
    wider.keys = calloc(wider.room, sizeof *wider.keys);
    wider.values = calloc(wider.room, sizeof *wider.values);
    if (!wider.keys || !wider.values) {
        map_clear(&wider);
        return false;
    }
    for (size_t k = 0; k < map->room; k++) {
        if (!map->keys[k])
            continue;
        const size_t at = place_of(&wider, map->keys[k]);
        wider.keys[at] = map->keys[k];
        wider.values[at] = map->values[k];
    }
    wider.n = map->n;
    map_clear(map);
    *map = wider;
    return true;
}

bool map_put(struct map *map, u64 key, void *value)
{
    REQUIRE(key && value);
    if (2 * (map->n + 1) > map->room && !grow(map))
        return false;
    const size_t at = place_of(map, key);
    map->n += !map->keys[at];
    map->keys[at] = key;
    map->values[at] = value;
    return true;
}

void map_remove(struct map *map, u64 key)
{
    if (!map->room)
        return;
    const size_t mask = map->room - 1;
    size_t gap = place_of(map, key);
    if (!map->keys[gap])
        return;
    map->n--;
    for (size_t at = (gap + 1) & mask; map->keys[at]; at = (at + 1) & mask) {
        /* May the one at `at` stand in the gap? Only if its home isn't between the two. */
        if (((at - home(map, map->keys[at])) & mask) < ((at - gap) & mask))
            continue;
        map->keys[gap] = map->keys[at];
        map->values[gap] = map->values[at];
        gap = at;
    }
    map->keys[gap] = 0;
    map->values[gap] = NULL;
}

void map_clear(struct map *map)
{
    free(map->keys);
    free(map->values);
    *map = (struct map){0};
}
