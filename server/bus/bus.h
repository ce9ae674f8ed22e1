/* bus.h - who hears what: texts for all who follow a topic, wherever they are connected. In this process the topic is a list of
 * connections (local.c); between servers a message bus will stand behind the same functions.
 *
 * Nothing is safe because it was put on the bus: what must not be lost is kept by the store before. */
#ifndef SERVER_BUS_BUS_H
#define SERVER_BUS_BUS_H

#include "base/base.h"

/* The connections that follow one thing. Zero: none. */
struct bus_topic {
    u64 *connections;
    u32 n, room;
};

/* False: no memory. */
NODISCARD bool bus_follow(struct bus_topic *topic, u64 connection);
void bus_leave(struct bus_topic *topic, u64 connection);
void bus_clear(struct bus_topic *topic);

/* How a text gets to connections. */
struct bus {
    void *context;
    void (*send)(void *context, const u64 *connections, size_t n, const char *text, size_t length);
};
void bus_tell(const struct bus *bus, const struct bus_topic *topic, const char *text, size_t length);

#endif
