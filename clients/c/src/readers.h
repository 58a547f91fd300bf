/*
 * The subscriptions of this host that read a publication: finds them, acknowledges those under VERBUS_BLOCK, releases
 * those that have left, died, or made no progress. Used by the conductor, under the lock of the bus.
 *
 *   found --> joined --> left
 *              ^  |       ^
 *     requests |  v stuck |
 *             evicted ----'
 */
#ifndef VERBUS_READERS_H
#define VERBUS_READERS_H

#include "publication.h"

/* Returns the number of changes. */
int readers_conduct(struct verbus_publication *publication, int64_t now_ns);

/* Whether a present subscription may still join: it has not looked since the log is visible, or is not acknowledged. */
bool readers_may_join(const struct verbus_publication *publication);

/* Forgets all. No other thread uses the publication any more. */
void readers_close(struct verbus_publication *publication);

#endif
