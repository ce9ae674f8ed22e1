/* harden.h - the server gives up what it doesn't need, before it opens anything. */
#ifndef SERVER_HARDEN_H
#define SERVER_HARDEN_H

#include "base/base.h"

/* For this process and its threads, for good: no new privileges, no core files and no other process that looks into its memory
 * (it holds the keys of games in play), files that only this account reads, and of the capabilities none but that to listen on
 * a port below 1024, and for root that to read its files. What the system doesn't know is passed over. */
void harden(void);
/* Whether it runs as root. */
NODISCARD bool harden_is_root(void);

#endif
