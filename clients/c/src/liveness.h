/* Timeouts of a peer. If the observer itself was late, they restart: a stalled conductor must not accuse its peers. */
#ifndef VERBUS_LIVENESS_H
#define VERBUS_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

/* A heartbeat that is older than this leads to a check whether the process lives. */
#define LIVENESS_NS INT64_C(50000000)
/* What failed for a temporary reason is tried again after this time. */
#define RETRY_NS INT64_C(1000000000)

struct timeout {
    int64_t length_ns;
    int64_t since_ns;
    int64_t checked_ns;
};

static inline void timeout_restart(struct timeout *timeout, int64_t now_ns)
{
    timeout->since_ns = now_ns;
    timeout->checked_ns = now_ns;
}

/* Whether the time is over; called in each duty cycle. */
static inline bool timeout_is_over(struct timeout *timeout, int64_t now_ns)
{
    if (now_ns - timeout->checked_ns > timeout->length_ns / 2)
        timeout->since_ns = now_ns;
    timeout->checked_ns = now_ns;
    return now_ns - timeout->since_ns > timeout->length_ns;
}

/* The heartbeat word of a peer: only whether it changes counts. */
struct heartbeat {
    struct timeout timeout;
    uint64_t word;
    uint64_t position;
    int64_t lived_ns;
    bool missing;
};

static inline void heartbeat_begin(struct heartbeat *heartbeat, int64_t timeout_ns, int64_t now_ns)
{
    *heartbeat = (struct heartbeat){.timeout = {timeout_ns, now_ns, now_ns}, .lived_ns = now_ns};
}

/* Whether the peer may be dead. */
static inline bool heartbeat_is_quiet(const struct heartbeat *heartbeat, int64_t now_ns)
{
    return now_ns - heartbeat->lived_ns >= LIVENESS_NS;
}

/* Whether neither the word nor the position has changed for the timeout; called in each duty cycle. */
static inline bool heartbeat_is_missing(struct heartbeat *heartbeat, uint64_t word, uint64_t position, int64_t now_ns)
{
    if (word != heartbeat->word)
        heartbeat->lived_ns = now_ns;
    if (word != heartbeat->word || position != heartbeat->position) {
        heartbeat->word = word;
        heartbeat->position = position;
        heartbeat->missing = false;
        timeout_restart(&heartbeat->timeout, now_ns);
    } else if (timeout_is_over(&heartbeat->timeout, now_ns)) {
        heartbeat->missing = true;
    }
    return heartbeat->missing;
}

#endif
