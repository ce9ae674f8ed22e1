/* shelf.h - compiled rules that tables share: most tables play one of a few, and each takes a kilobyte. */
#ifndef SERVER_TABLE_SHELF_H
#define SERVER_TABLE_SHELF_H

#include "match/play.h"

struct shared_rules {
    const struct game *game;
    struct game_rules rules;
    u32 users;
    struct shared_rules *next, **back;
    char line[];
};

struct shelf {
    struct shared_rules *first;
};

/* The rules of this line, `ludo seats=4 block=none`, compiled unless somebody has them. NULL with a fault. */
NODISCARD struct shared_rules *shelf_take(struct shelf *shelf, const char *line, struct game_fault *fault);
/* One user less (NULL: nothing); the last one's rules go. */
void shelf_drop(struct shared_rules *rules);

#endif
