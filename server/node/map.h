/* map.h - a hash map from a number that isn't 0 to a pointer that isn't NULL. */
#ifndef SERVER_NODE_MAP_H
#define SERVER_NODE_MAP_H

#include "base/base.h"

struct map {
    u64 *keys;
    void **values;
    size_t n, room; /* room: a power of two, at least twice n */
};

NODISCARD void *map_get(const struct map *map, u64 key);
/* False: no memory, and nothing changed. */
NODISCARD bool map_put(struct map *map, u64 key, void *value);
void map_remove(struct map *map, u64 key);
void map_clear(struct map *map);

#endif
