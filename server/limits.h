/* limits.h - every maximum of the server, with its reason. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

/* Connections held at once. A browser opens up to six a page, so this serves some 150 people who load at the same
 * moment; each costs up to HTTP_MEMORY_BYTES, 16 MB in all. More wait in the backlog. */
#define HTTP_CONNECTIONS_MAX 1000
/* Connections that the kernel holds until they are taken: a burst of people who open one link. */
#define HTTP_BACKLOG 512
/* Memory of a connection: a request's line and fields must fit (a browser's take about 1 KB, cookies of other
 * services on the same host some more), and the answer's fields too (about 1 KB). Too much is answered by 431. */
#define HTTP_MEMORY_BYTES 16384
/* Silence after which a connection is closed: longer than a person's pause between two pages is not worth a socket. */
#define HTTP_SILENCE_SECONDS 30
/* Time for one whole exchange, silence before it included. A client that sends or takes a byte now and then is never
 * silent; this ends it. The largest page takes 20 s on a line of 8 KB/s. */
#define HTTP_EXCHANGE_SECONDS 60

/* Between two phrases of a seat: more is noise (R81). */
#define TABLE_PHRASE_MS 3000

/* After a batch that could not be kept: so long nothing is tried, for a full disk is not emptied in less. */
#define NODE_TROUBLE_MS 1000
/* Tables of a device that are not over: more than anybody hosts at a time. */
#define NODE_TABLES_OF_ONE 8
/* Tables of a server: 2.5 KB each in memory. */
#define NODE_TABLES_MAX 100000
/* People who watch one table: each of its events goes to all of them. */
#define NODE_WATCHING_MAX 500
/* Bytes of lines in one message, so that a long game comes in parts that a phone shows as they come. */
#define NODE_LINES_BYTES 6000

/* The clock of those who play now (S000). */
#define LOBBY_CLOCK_S 20

#endif
