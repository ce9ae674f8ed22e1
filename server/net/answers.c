/* answers.c - pages' answers, made once; a request only chooses among them. */
#include "server/net/answers.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* On every answer. The policy lets a page run its own scripts and modules, nothing from elsewhere, and be framed by
 * nobody; WebAssembly needs 'wasm-unsafe-eval'. */
static const struct answer_field security[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
};

/* Whether the list `accepted` (Accept-Encoding, or NULL) names gzip with a weight that is not zero. */
static bool takes_gzip(const char *accepted)
{
    while (accepted && *accepted) {
        accepted += strspn(accepted, " \t,");
        size_t length = strcspn(accepted, ",");
        size_t name = strcspn(accepted, " \t,;");
        if ((name == 4 && !strncasecmp(accepted, "gzip", 4)) || (name == 1 && *accepted == '*')) {
            const char *weight = memchr(accepted, '=', length);
            return !weight || strtod(weight + 1, NULL) > 0;
        }
        accepted += length;
    }
    return false;
}

/* Whether the list `known` (If-None-Match, or NULL) names `etag`. A weak tag counts: the question is about a copy. */
static bool is_known(const char *known, const char *etag)
{
    size_t n = strlen(etag);
    while (known && *known) {
        known += strspn(known, " \t,");
        if (*known == '*')
            return true;
        if (!strncmp(known, "W/", 2))
            known += 2;
        if (!strncmp(known, etag, n))
            return true; /* whole: both end with a quote */
        known += strcspn(known, ",");
    }
    return false;
}

/* An answer of these bytes with the security fields and those given, up to one without a value. NULL: no memory. */
static struct MHD_Response *made(const void *bytes, size_t n, enum MHD_ResponseMemoryMode mode,
                                 const struct answer_field *fields)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(n, (void *)(uintptr_t)bytes, mode);
    bool ok = response != NULL;
    for (size_t i = 0; ok && i < COUNT(security); i++)
        ok = MHD_add_response_header(response, security[i].name, security[i].value) == MHD_YES;
    for (; ok && fields->value; fields++)
        ok = MHD_add_response_header(response, fields->name, fields->value) == MHD_YES;
    if (ok || !response)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

/* The answer for one form of a page. */
static struct MHD_Response *made_form(const struct http_page *page, const struct http_body *form)
{
    struct answer_field fields[6];
    size_t n = 0;
    fields[n++] = (struct answer_field){"Content-Type", page->type};
    fields[n++] = (struct answer_field){"Cache-Control", page->cache};
    fields[n++] = (struct answer_field){"ETag", form->etag};
    if (page->packed.bytes)
        fields[n++] = (struct answer_field){"Vary", "Accept-Encoding"};
    if (form == &page->packed)
        fields[n++] = (struct answer_field){"Content-Encoding", "gzip"};
    fields[n] = (struct answer_field){NULL, NULL};
    return made(form->bytes, form->n, MHD_RESPMEM_PERSISTENT, fields);
}

static bool make_answers(struct answers *answers, const struct http_page *page)
{
    answers->page = page;
    answers->forms[0] = made_form(page, &page->plain);
    if (page->packed.bytes)
        answers->forms[1] = made_form(page, &page->packed);
    return answers->forms[0] && (answers->forms[1] || !page->packed.bytes);
}

void answer_drop(struct MHD_Response *answer)
{
    if (answer)
        MHD_destroy_response(answer);
}

struct MHD_Response *answer_made(const char *type, const void *bytes, size_t n, const struct answer_field *fields)
{
    struct MHD_Response *answer =
        made(bytes, n, MHD_RESPMEM_MUST_COPY,
             (struct answer_field[]){{"Content-Type", type}, {"Cache-Control", "no-store"}, {NULL, NULL}});
    bool ok = answer != NULL;
    for (; ok && fields && fields->value; fields++)
        ok = MHD_add_response_header(answer, fields->name, fields->value) == MHD_YES;
    if (ok || !answer)
        return answer;
    MHD_destroy_response(answer);
    return NULL;
}

struct answers *answers_make(const struct http_page *pages, size_t n)
{
    struct answers *answers = calloc(n + 1, sizeof *answers);
    for (size_t i = 0; answers && i < n; i++)
        if (!make_answers(&answers[i], &pages[i])) {
            answers_free(answers, n);
            return NULL;
        }
    return answers;
}

void answers_free(struct answers *answers, size_t n)
{
    for (size_t i = 0; answers && i < n; i++)
        for (int packed = 0; packed < 2; packed++)
            answer_drop(answers[i].forms[packed]);
    free(answers);
}

const struct answers *answers_find(const struct answers *answers, size_t n, const char *path)
{
    const struct answers *whole = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *own = answers[i].page->path;
        size_t length = strlen(own);
        if (!strcmp(path, own))
            return &answers[i];
        if (!whole && own[length - 1] == '*' && !strncmp(path, own, length - 1))
            whole = &answers[i];
    }
    return whole;
}

enum MHD_Result answers_give(const struct answers *row, struct MHD_Connection *connection)
{
    const struct http_page *page = row->page;
    const char *accepted = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool packed = page->packed.bytes && takes_gzip(accepted);
    bool same = is_known(known, packed ? page->packed.etag : page->plain.etag);
    /* The library sends no body with status 304. */
    return MHD_queue_response(connection, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, row->forms[packed]);
}
