/* A publication: its log, its writer, and its readers on this host. */
#ifndef VERBUS_PUBLICATION_H
#define VERBUS_PUBLICATION_H

#include "bus.h"
#include "peer.h"
#include "writer.h"

struct verbus_publication {
    struct verbus_bus *bus;
    struct verbus_publication *next; /* in the list of the bus */
    struct verbus_log log;
    struct gates gates;
    struct writer writer;
    int64_t linger_ns;
    enum verbus_blocking blocking;
    char (*blocking_names)[TEXT_SIZE];
    size_t blocking_name_count;
    void (*on_subscriber)(void *context, const struct verbus_subscriber_event *event);
    void *context;

    /* Used by the publishing thread. */
    bool is_refused;          /* the last claim was refused */
    int64_t refused_ns;       /* time of the last refusal */
    struct counter back_pressure;

    /* Used by the conductor. */
    struct peer *peers;
    struct watch watch;
    struct budgets budgets;
    int64_t visible_ns;       /* time from which subscriptions could find the log */
    int64_t checked_ns;       /* time of the last check for dead subscriptions */
    uint64_t refused_claims;  /* as of the last cycle */
    bool is_claim_refused;    /* since the cycle before */
    uint64_t seen_position;
    uint64_t seen_idle;
    uint64_t seen_refused;
    bool has_idled;
    bool removal_reported;    /* another program has removed the log */
    uint64_t unreadable[16];  /* the subscriptions that were reported last because their files cannot be read */
    unsigned unreadable_next;
    bool listing_failed;      /* or a file could not be attached for a reason that may pass */
    int64_t retried_ns;
    _Atomic size_t subscribers;
    struct counter position;
    struct counter messages;
    struct counter readers;
};

/* The duties of a duty cycle; returns the number of changes. Under the lock of the bus. */
int publication_conduct(struct verbus_publication *publication, int64_t now_ns);

/* Closes without an end frame, and without waiting. */
void publication_break_off(struct verbus_publication *publication);

#endif
