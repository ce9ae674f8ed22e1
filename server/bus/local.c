/* local.c - the bus of one process: a list a topic. */
#include <stdlib.h>

#include "server/bus/bus.h"

bool bus_follow(struct bus_topic *topic, u64 connection)
{
    if (topic->n == topic->room) {
        const u32 room = topic->room ? 2 * topic->room : 4;
        u64 *connections = realloc(topic->connections, room * sizeof *connections);
        if (!connections)
            return false;
        topic->connections = connections;
        topic->room = room;
    }
    topic->connections[topic->n++] = connection;
    return true;
}

void bus_leave(struct bus_topic *topic, u64 connection)
{
    for (u32 k = 0; k < topic->n; k++)
        if (topic->connections[k] == connection) {
            topic->connections[k] = topic->connections[--topic->n];
            return;
        }
}

void bus_clear(struct bus_topic *topic)
{
    free(topic->connections);
    *topic = (struct bus_topic){0};
}

void bus_tell(const struct bus *bus, const struct bus_topic *topic, const char *text, size_t length)
{
    if (topic->n)
        bus->send(bus->context, topic->connections, topic->n, text, length);
}
