/* The state of an open journal. */
#ifndef VERBUS_JOURNAL_H
#define VERBUS_JOURNAL_H

#include "verbus.h"

struct verbus_journal {
    char *directory;
    struct verbus_session *sessions; /* in the order in which they began */
    size_t count;
    char (*unreadable)[512];         /* a sentence for each session without a readable segment */
    size_t unreadable_count;
};

#endif
