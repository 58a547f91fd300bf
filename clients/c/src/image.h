/*
 * A subscription's view of one session on this host. The conductor joins the session, so that a publisher knows the
 * reader before its first poll; then the polling thread reads it, and the conductor watches its publisher.
 *
 *   SEEKING --> READING --> ENDED    at the end frame
 *      ^           |  '---> LOST     publisher gone and log drained, log corrupt, or lapped under VERBUS_EVICT
 *      '- lapped --'
 */
#ifndef VERBUS_IMAGE_H
#define VERBUS_IMAGE_H

#include "counters.h"
#include "liveness.h"
#include "losses.h"
#include "place.h"
#include "reader.h"

#include <stdatomic.h>

enum image_state { IMAGE_SEEKING, IMAGE_READING, IMAGE_ENDED, IMAGE_LOST };

/* The conductor's knowledge of the publisher. */
enum publisher_state {
    PUBLISHER_ALIVE,
    PUBLISHER_SILENT,
    PUBLISHER_RELAY_ENDED, /* nothing more is written to this log */
    PUBLISHER_DEAD,
    PUBLISHER_CLOSED,  /* it has removed its log */
    PUBLISHER_REMOVED, /* another program has removed its log */
};

/* What the images of a subscription share; used by the polling thread. */
struct image_context {
    enum verbus_policy policy;
    enum verbus_repair repair;
    bool copies;
    const char *name;
    uint64_t subscription;
    void (*on_event)(void *context, const struct verbus_event *event);
    void *context;
    struct verbus_map *losses;
    struct loss_share share;
    struct counter gaps;
    struct counter missed;
    struct counter discarded;
};

struct image {
    struct image_context *context;
    struct verbus_log log;
    struct place place;
    struct reader reader;
    enum image_state state;
    bool has_started;             /* VERBUS_STARTED was reported */
    bool is_continuation;         /* of an image of the same session, the relay of which has ended */
    uint64_t wanted;              /* the first sequence that is neither delivered nor reported, while seeking */
    enum verbus_gap_cause cause;  /* of a gap before the reader */
    uint64_t resumed_at;          /* position after the last lap */
    uint32_t chunks_kept;         /* distance from the oldest boundary at the last lap */
    bool silence_reported;
    bool loss_reported;           /* and VERBUS_BACK not yet */
    int refusal_reported;
    bool is_restart;              /* of the session `earlier`, the end of which is reported first */
    struct verbus_session earlier;
    const struct image *predecessor; /* the image of that session, while it exists */

    /* Written by one thread, read by the other. */
    _Atomic int publisher;        /* enum publisher_state, by the conductor */
    _Atomic int refusal;          /* enum verbus_refusal, by the conductor */
    atomic_bool is_done;          /* nothing more is delivered, by the polling thread */
    atomic_bool is_lost_by_lap;   /* by the polling thread */
    atomic_bool is_continued;     /* its relay has ended, and another log may continue with `wanted` */
    atomic_bool has_left;         /* the polling thread does not use it any more */
    atomic_bool awaits;           /* the end of the predecessor, which therefore stays; by the polling thread */

    /* Used by the conductor. */
    struct heartbeat heartbeat;
    bool is_silent;
    bool is_succeeded;            /* a restart of the session was found */
    bool is_remembered;           /* its end is known to the search for restarts */
};

/* Joins a session with the log, which the image owns from then on also on failure. */
int image_open(struct image *image, struct image_context *context, const struct positions *positions,
               const struct verbus_log *log, enum verbus_start start, uint64_t start_sequence,
               struct verbus_error *error);

/* Delivers messages of the session, and reports events. */
int image_poll(struct image *image, verbus_handler handler, void *context, int limit);

/* Frees the place, so that the publisher does not wait; the image must not be polled afterwards. */
void image_leave(struct image *image);

/* Unmaps and frees what the image holds. After image_leave(), unless the whole subscription closes. */
void image_close(struct image *image);

/* The bytes to the end of the log. */
uint64_t image_lag(const struct image *image);

#endif
