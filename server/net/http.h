/* http.h - a page as it is served: its bytes, made before the server starts. Knows bytes, paths and fields, nothing of
 * what is served.
 *
 * GET and HEAD only. Every page carries an ETag and is asked for again each time it is used; an unchanged one is
 * answered by 304 without its bytes. A page may have a gzip form, sent to those who accept it. Every answer carries
 * the security fields listed in answers.c (the library's own refusals of broken requests, which have no content,
 * excepted). */
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
    const char *path;       /* "/", "/app.js"; "/t/" and a star: every path that begins so and that no other page has */
    const char *type;       /* Content-Type */
    const char *cache;      /* Cache-Control */
    struct http_body plain; /* always there */
    struct http_body packed; /* gzip; `bytes` is NULL where there is none */
};

#endif
