/* http.h - a table of pages served over HTTP. Knows bytes, paths and fields, nothing of what is served.
 *
 * GET and HEAD only. Every page carries an ETag and is asked for again each time it is used; an unchanged one is
 * answered by 304 without its bytes. A page may have a gzip form, sent to those who accept it. Every answer carries
 * the security fields listed in http.c (the library's own refusals of broken requests, which have no content, excepted).
 *
 * The server runs in a thread of its own between `http_open` and `http_close`. */
#ifndef SERVER_NET_HTTP_H
#define SERVER_NET_HTTP_H

#include "base/base.h"

/* One form of a page. `etag` is quoted and differs between the forms. */
struct http_body {
    const u8 *bytes;
    size_t n;
    const char *etag;
};

struct http_page {
    const char *path;        /* "/", "/app.js" */
    const char *type;        /* Content-Type */
    const char *cache;       /* Cache-Control */
    struct http_body plain;  /* always there */
    struct http_body packed; /* gzip; `bytes` is NULL where there is none */
};

struct http;

/* Listens on all addresses, IPv6 and IPv4 (IPv4 alone where the system has no IPv6), and serves `pages`, which must
 * stay as they are until `http_close`. Port 0 takes a free one. NULL on failure, with a sentence that names the fault
 * in `fault`. */
NODISCARD struct http *http_open(u16 port, const struct http_page *pages, size_t n_pages, char *fault, size_t room);

/* The port listened on. */
NODISCARD u16 http_port(const struct http *http);

/* Ends the connections whose exchange has taken longer than HTTP_EXCHANGE_SECONDS. To be called about every second. */
void http_sweep(struct http *http);

/* Stops listening, ends every connection, frees all. */
void http_close(struct http *http);

#endif
