/* The loss report of the bus directory: what subscriptions have missed. Any thread of any process appends. */
#ifndef VERBUS_LOSSES_H
#define VERBUS_LOSSES_H

#include "directory.h"

struct loss {
    const struct verbus_session *session;
    const char *name;       /* of the subscription */
    uint64_t subscription;
    uint64_t first;
    uint64_t last;
    uint64_t messages;      /* that are missing */
    uint64_t gaps;          /* that they are in */
    int cause;              /* enum verbus_gap_cause */
    const char *description;
};

/* The share of a subscription: its first gaps have an entry each, later ones are summed per session in the last. */
struct loss_share {
    unsigned used;
    uint64_t number;        /* of the last entry */
    uint64_t session;       /* of the last entry */
    struct loss sum;        /* ranges and counts of the last entry */
};

/* Maps the report; creates it if it does not exist, and renames one that cannot be used, which `error` then reports. */
int losses_open(const struct directory *directory, struct verbus_map *report, struct verbus_error *error);

/* Appends a gap. Does nothing without a report, or if it is full of unfinished entries. */
void losses_append(struct verbus_map *report, struct loss_share *share, const struct loss *loss);

#endif
