/* fuzz_engine.c - any bytes as one line to the engine: exactly one line must come back, a JSON object. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/engine.h"

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n);

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n)
{
    if (memchr(bytes, '\n', n))
        return 0; /* no line */
    char *answer = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&answer, &length);
    REQUIRE(out);
    engine_answer((const char *)bytes, n, out);
    REQUIRE(fclose(out) == 0);
    REQUIRE(length > 0 && memchr(answer, '\n', length) == answer + length - 1);
    json_t *json = json_loadb(answer, length, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(json_is_object(json));
    json_decref(json);
    free(answer);
    return 0;
}
