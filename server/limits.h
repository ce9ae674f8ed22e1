/* limits.h - every maximum of the server, with its reason. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

/* Connections for HTTP held at once. A browser opens up to six a page, so this serves some 150 people who load at the
 * same moment; each costs up to HTTP_MEMORY_BYTES, 16 MB in all. Beyond it the one that has waited longest without
 * asking for anything makes room. */
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
/* Arguments after the question mark. The library keeps some 70 bytes for each in the connection's memory, and closes
 * without a word when that is full, at about 220. */
#define HTTP_ARGUMENTS_MAX 100
/* Body of a request: the longest is a table's settings and names, about 2 KB. */
#define NET_BODY_MAX 16384
/* What is read of a longer body before the connection is cut: enough that whoever sends a little too much learns why. */
#define NET_BODY_SWALLOWED 262144

/* WebSockets at once: a process has 20,000 descriptors, of which HTTP, the store and a hundred others need some. */
#define NET_SOCKETS_MAX 18000
/* Descriptors left for all that is neither: store, loop, standard streams, a handshake's second one. */
#define NET_DESCRIPTORS_KEPT 200
/* A message from a client: the longest are house rules in one line, below 2 KB. */
#define NET_MESSAGE_MAX 4096
/* Pieces of one message. Browsers send one; a proxy on the way may cut at 1 KB or so. */
#define NET_FRAGMENTS_MAX 64
/* Time from the first byte of a message to its last: half of one holds a reader of 9 KB. 4 KB take 0.5 s at 8 KB/s. */
#define NET_MESSAGE_MS 10000
/* Readers held by half messages at once, 9 MB. One that stops in the middle when there are that many is dropped; those
 * whose messages come whole don't notice. */
#define NET_READERS_MAX 1000
/* Readers kept for the next half message. */
#define NET_READERS_KEPT 16
/* Messages a second from one client, and how many at once: a person makes two a second at most, a program that plays
 * at full speed some ten; after a pause in the network a client may catch up. */
#define NET_MESSAGES_PER_S 20
#define NET_MESSAGES_BURST 100
/* Control frames a second, likewise: browsers only answer our pings, one in four seconds. */
#define NET_CONTROLS_PER_S 4
#define NET_CONTROLS_BURST 20
/* What may wait for a client that doesn't read: several minutes of a lively table. It then asks again from its last
 * version. */
#define NET_QUEUE_MAX 262144
/* A lively connection is asked for a sign of life so often, and given up after so long: a seat that is lost must be
 * seen within one turn's time. */
#define NET_PING_MS 4000
#define NET_SILENCE_MS 10000
/* One that isn't lively: mobile networks and proxies forget what is silent for 30 s or more. */
#define NET_IDLE_PING_MS 25000
#define NET_IDLE_SILENCE_MS 60000
/* Time for a client to take our close frame, and what is read and thrown away meanwhile, before its socket is closed. */
#define NET_LINGER_MS 2000
#define NET_LINGER_BYTES 1048576

/* Time for the greeting of TLS: three round trips, and a phone's slow arithmetic. */
#define NET_GREETING_MS 10000

/* Connections of one address at once (of one /64 in IPv6): a school behind one address, thirty people with a
 * table and its six connections for pages. */
#define NET_ADDRESS_MAX 200
/* New ones a second, and how many at once: thirty people who open a link together. */
#define NET_ADDRESS_PER_S 100
#define NET_ADDRESS_BURST 400
/* Connections taken before other work goes on. */
#define NET_ACCEPTS 64
/* Pause in taking connections when the system has no descriptor left. */
#define NET_PAUSE_MS 100

/* Letters of a person's name: more don't fit beside a seat on a phone. */
#define NAME_LETTERS_MAX 20
/* Lines of a leaderboard, one's own not counted. */
#define API_BOARD_LINES 50
/* After a connection is lost, until a computer plays for the seat: longer than a lift or a tunnel takes (R31). */
#define TABLE_GRACE_MS 30000
/* What a computer waits before it throws or moves, so that people can follow. */
#define TABLE_BOT_MS 600
/* How long a table without anybody is kept: before a game and after it a day; a game in play, among friends a week
 * (fair.md B.5), in public ten minutes, since strangers don't come back. */
#define TABLE_IDLE_OPEN_MS 86400000LL
#define TABLE_IDLE_PRIVATE_MS 604800000LL
#define TABLE_IDLE_PUBLIC_MS 600000LL
/* A host who is away so long is host no longer, if somebody else who sits is there. */
#define TABLE_HOST_MS 120000
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

/* Between two times at which freed memory goes back to the system; each takes a millisecond or so. */
#define SERVER_TRIM_MS 30000
/* The clock of those who play now (S000). */
#define LOBBY_CLOCK_S 20

#endif
