/*
 * The counters file of this process, which ./bus stat shows. Values and metadata have the layout of Agrona's counters.
 * Counters are added and released under the lock of the bus.
 */
#ifndef VERBUS_COUNTERS_H
#define VERBUS_COUNTERS_H

#include "directory.h"
#include "words.h"

enum counter_kind {
    COUNTER_PUBLICATION_POSITION = 1,
    COUNTER_PUBLICATION_MESSAGES = 2,
    COUNTER_BACK_PRESSURE = 3,
    COUNTER_SUBSCRIBERS = 4,
    COUNTER_GAPS = 5,
    COUNTER_MESSAGES_MISSED = 6,
    COUNTER_COPIES_DISCARDED = 7,
    COUNTER_CONDUCTOR_MAX_CYCLE_NS = 8,
    COUNTER_ERRORS = 9,
    COUNTER_BACK_PRESSURED_CLAIMS = 10,
    COUNTER_BACK_PRESSURE_NS = 11,
    COUNTER_MESSAGES_FILLED = 12,
    COUNTER_HANDLER_FAILURES = 13,
    COUNTER_CONDUCTOR_HEARTBEAT_NS = 18,
};

/* The subject of a counter; zeros and empty texts for the process itself. */
struct counter_key {
    const char *stream;
    const char *name;      /* of the publisher or subscription */
    uint64_t session;
    uint64_t subscription;
    uint64_t pid;
    int policy;            /* -1 for none */
};

struct counters {
    struct verbus_map map;
    uint32_t capacity;
};

/* A counter in the file; null for none. */
struct counter {
    verbus_word *value;
};

int counters_open(const struct directory *directory, uint32_t capacity, struct counters *counters,
                  struct verbus_error *error);

/* Adds a counter at 0; VERBUS_NO_ROOM if the file is full. */
int counters_add(struct counters *counters, enum counter_kind kind, const struct counter_key *key,
                 struct counter *counter, struct verbus_error *error);

/* Releases a counter; one that was not added is ignored. */
void counters_remove(struct counters *counters, struct counter *counter);

void counters_close(const struct directory *directory, struct counters *counters);

/* Stores a value; one thread per counter. */
static inline void counter_set(struct counter *counter, uint64_t value)
{
    if (counter->value != NULL)
        atomic_store_explicit(counter->value, value, memory_order_relaxed);
}

static inline void counter_add(struct counter *counter, uint64_t more)
{
    if (counter->value != NULL)
        atomic_store_explicit(counter->value, atomic_load_explicit(counter->value, memory_order_relaxed) + more,
                              memory_order_relaxed);
}

#endif
