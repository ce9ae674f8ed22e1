/* pages.h - the page's files, embedded by the build (tools/embed.py). */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include "server/net/http.h"

extern const struct http_page pages[];
extern const size_t n_pages;

#endif
