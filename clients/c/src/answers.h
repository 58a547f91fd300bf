/*
 * The publisher's answers to requests under VERBUS_BLOCK, two tables of 64 entries in the header of its log: the
 * acknowledged joins, negated after an eviction, and the refused subscriptions with causes. Written by the publisher's
 * conductor, read by the subscriptions.
 */
#ifndef VERBUS_ANSWERS_H
#define VERBUS_ANSWERS_H

#include "log.h"

/* The offset of a subscription's acknowledgement in the header, 0 if it has none; `last` is where it was found last. */
uint32_t answers_find(const struct verbus_log *log, uint64_t subscription, uint32_t last);

/* The acknowledged join at an offset that answers_find() has returned; negative after an eviction. */
static inline int64_t answers_join(const struct verbus_log *log, uint32_t at)
{
    return (int64_t)verbus_load_acquire(log->map.memory, at + LOG_ACKNOWLEDGED_JOIN);
}

/* Why the publisher does not wait for a subscription. */
enum verbus_refusal answers_refusal(const struct verbus_log *log, uint64_t subscription);

/* Whether a subscription can be acknowledged: it is, or an entry is free. */
bool answers_have_room(const struct verbus_log *log, uint64_t subscription);

/* Acknowledges a join, for which there is room. */
void answers_acknowledge(struct verbus_log *log, uint64_t subscription, uint64_t join);

/* Marks an acknowledgement as evicted, until the subscription leaves or is acknowledged again. */
void answers_evict(struct verbus_log *log, uint64_t subscription);

/* Removes an acknowledgement; an unknown subscription is ignored. */
void answers_withdraw(struct verbus_log *log, uint64_t subscription);

/* Adds or changes a refusal; one that finds no free entry is omitted. */
void answers_refuse(struct verbus_log *log, uint64_t subscription, enum verbus_refusal cause);

/* Removes a refusal; an unknown subscription is ignored. */
void answers_withdraw_refusal(struct verbus_log *log, uint64_t subscription);

#endif
