/* read.h - a message of the wire from its JSON: anybody's bytes become a struct msg that keeps every bound of proto/msg.def, or a
 * sentence about the first thing that is wrong. */
#ifndef SERVER_NET_READ_H
#define SERVER_NET_READ_H

#include "proto/msg.h"

struct msg_fault {
    char member[32]; /* which one is wrong; empty: the text as a whole */
    char says[160];  /* a sentence, UTF-8 */
};

/* From a client only what clients send is taken; else (the store's log) what tables keep, as well. What the server alone sends is
 * refused in both cases. */
NODISCARD bool msg_read(struct msg *msg, const char *text, size_t n, bool from_client, struct msg_fault *fault);

/* The same from a client where only a message of this kind can be: "m" may then be missing. */
NODISCARD bool msg_read_as(struct msg *msg, enum msg_kind kind, const char *text, size_t n, struct msg_fault *fault);

#endif
