/* answers.h - answers as libmicrohttpd keeps them: those of pages, made once, and others. */
#ifndef SERVER_NET_ANSWERS_H
#define SERVER_NET_ANSWERS_H

#include <microhttpd.h>

#include "server/net/http.h"

/* A page's answers: [0] plain, [1] packed. */
struct answers {
    const struct http_page *page;
    struct MHD_Response *forms[2]; /* [1] is NULL where there is no packed form */
};

struct answer_field {
    const char *name, *value;
};

/* NULL, here and below: no memory. */
NODISCARD struct answers *answers_make(const struct http_page *pages, size_t n);
void answers_free(struct answers *answers, size_t n);
/* The page at this path, or NULL. */
NODISCARD const struct answers *answers_find(const struct answers *answers, size_t n, const char *path);
/* Answers by the form and status that the request's fields ask for. */
NODISCARD enum MHD_Result answers_give(const struct answers *page, struct MHD_Connection *connection);

/* An answer with the security fields that isn't kept by anyone, and these, up to one without a value. The bytes are copied. */
NODISCARD struct MHD_Response *answer_made(const char *type, const void *bytes, size_t n,
                                           const struct answer_field *fields);
void answer_drop(struct MHD_Response *answer);

#endif
