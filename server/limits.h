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

#endif
