/* A subscription of this host, as a publication sees it. Used by the conductor. */
#ifndef VERBUS_PEER_H
#define VERBUS_PEER_H

#include "budgets.h"
#include "counters.h"
#include "gates.h"
#include "liveness.h"

/* The state that was reported last to the application. */
enum standing { STANDING_UNKNOWN, STANDING_JOINED, STANDING_EVICTED };

struct peer {
    struct peer *next;
    struct positions positions;
    bool is_present;              /* in the last list of the directory */
    uint8_t *place;               /* of the session; null if the subscription does not read it */
    bool is_lapped;               /* it left the session after a lap under VERBUS_EVICT */
    enum standing standing;
    struct heartbeat heartbeat;
    bool is_silent;
    bool silence_reported;
    uint64_t acknowledged_join;   /* 0 for none */
    enum verbus_refusal refusal;
    struct timeout progress;      /* how long it has not advanced while it blocked claims */
    uint64_t progress_position;
    struct usage usage;
    struct back_pressure pressure; /* counted by the publishing thread */
    struct counter claims;         /* the same, for tools, once there are any */
    struct counter ns;
};

/* Finds the place of the session again; returns whether the subscription reads it. */
bool peer_find_place(struct peer *peer, uint64_t session);

/* Whether the subscription waits for an acknowledgement. */
bool peer_is_requesting(const struct peer *peer);

/* Whether it has consumed nothing for the timeout while it blocked a claim that needs `awaited`. */
bool peer_is_stuck(struct peer *peer, uint64_t position, uint64_t awaited, int64_t now_ns);

#endif
