/*
 * The subscriptions that delay claims. The conductor adds and removes them; the publishing thread reads their
 * positions. A removed reader is unmapped only when the publishing thread does not look.
 */
#ifndef VERBUS_GATES_H
#define VERBUS_GATES_H

#include "log.h"
#include "positions.h"

/* Refused claims that a reader has caused, counted by the publishing thread. */
struct back_pressure {
    verbus_word claims;
    verbus_word ns;
};

struct gate {
    const uint8_t *_Atomic place; /* of the subscription, in its positions file; null: free */
    struct back_pressure *pressure;
};

struct gates {
    uint64_t session;
    atomic_bool is_looking;
    struct gate all[LOG_MAX_READERS];
};

/* The lowest position that must not be overwritten; UINT64_MAX without a reader. By the publishing thread. */
uint64_t gates_lowest(struct gates *gates);

/* Attributes a refused claim to the readers that are below the awaited position. By the publishing thread. */
void gates_attribute(struct gates *gates, uint64_t awaited, bool is_first, int64_t more_ns);

/* Adds a reader; false if all gates are in use. By the conductor. */
bool gates_add(struct gates *gates, const uint8_t *place, struct back_pressure *pressure);

/* Removes a reader; an unknown one is ignored. By the conductor. */
void gates_remove(struct gates *gates, const struct back_pressure *pressure);

/* Whether a reader delays claims. By the conductor. */
bool gates_contain(const struct gates *gates, const struct back_pressure *pressure);

/* Whether memory of removed readers may be unmapped. */
static inline bool gates_are_vacant(const struct gates *gates)
{
    return !atomic_load(&gates->is_looking);
}

#endif
