/*
 * A place of the positions file: shows the publisher where the subscription stands in one session, and under
 * VERBUS_BLOCK asks it to wait. Used by the polling thread after the join.
 */
#ifndef VERBUS_PLACE_H
#define VERBUS_PLACE_H

#include "log.h"
#include "positions.h"

struct place {
    const struct verbus_log *log;
    uint8_t *words;         /* of the place, in the positions file */
    uint64_t subscription;
    bool is_blocking;       /* the policy asks the publisher to wait */
    bool is_gating;         /* the publisher waits */
    bool is_evicted;        /* it has waited, and does not any more */
    uint64_t join;          /* number of the last request */
    uint64_t shown;         /* the position that was stored last */
    uint32_t acknowledgement; /* offset in the log's header when it was found last */
};

/* Takes a free place, which publishers ignore until place_show(); false if there is none. */
bool place_take(struct place *place, const struct positions *positions, const struct verbus_log *log);

/* Makes the place visible to the publisher of the session: the start is chosen. */
void place_show(struct place *place);

/* Asks the publisher to overwrite nothing from a position on. The caller checks the horizon afterwards. */
void place_request(struct place *place, uint64_t position);

/*
 * Whether the publisher overwrites nothing from a position on. An acknowledged reader is in place if its position is
 * still in the log; an evicted one requests again.
 */
bool place_is_gating(struct place *place, uint64_t position);

/* Whether a lap is the consequence of an eviction. */
bool place_was_evicted(struct place *place);

/* Releases everything below a position as consumed. */
void place_advance(struct place *place, uint64_t position);

/* Informs the publisher that the session is lost by a lap under VERBUS_EVICT. Before place_leave(). */
void place_lose(struct place *place);

/* Frees the place. */
void place_leave(struct place *place);

#endif
