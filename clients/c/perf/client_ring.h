/*
 * The functions of native/perf/ring.h by the C client: a ring is a stream with a blocking reader, and each process has
 * a bus of its own, with the library's thread.
 */
#ifndef PERF_CLIENT_RING_H
#define PERF_CLIENT_RING_H

#include "verbus.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_IN_A_POLL = 1024 };

/* Not used: its address, which both processes have, gives the name of the stream. */
struct shared {
    uint64_t unused;
};

struct publisher {
    struct shared *shared;
    uint64_t capacity;
    verbus_publication *publication;
};

struct reader {
    struct shared *shared;
    uint64_t capacity;
    verbus_subscription *subscription;
    uint64_t sum, value;
};

static verbus_bus *ring_bus;

static inline void ring_check(int status, const struct verbus_error *error)
{
    if (status != VERBUS_OK) {
        fprintf(stderr, "verbus_client_ring: %s\n", error->text);
        exit(1);
    }
}

static inline void ring_begin(const char *directory)
{
    struct verbus_bus_settings settings = {.directory = directory, .own_thread = true};
    struct verbus_error error;
    ring_check(verbus_bus_open(&settings, &ring_bus, &error), &error);
}

/* Also closes what the process has of the bus; the other process has read it, or reads on in its own mapping. */
static inline void ring_end(void)
{
    verbus_bus_close(ring_bus);
}

/* Begins the session, and waits for its reader. */
static inline void ring_publish(struct publisher *p)
{
    char stream[32];
    struct verbus_error error;
    (void)snprintf(stream, sizeof stream, "ring-%zx", (size_t)p->shared);
    struct verbus_publication_settings settings = {.stream = stream, .name = "ring", .capacity = p->capacity};
    ring_check(verbus_publish(ring_bus, &settings, &p->publication, &error), &error);
    while (verbus_subscribers(p->publication) == 0)
        verbus_idle(p->publication);
}

static inline void *ring_claim(struct publisher *p, uint64_t length)
{
    void *payload;
    if (__builtin_expect(p->publication == NULL, 0))
        ring_publish(p);
    return verbus_claim(p->publication, length, &payload) == VERBUS_OK ? payload : NULL;
}

static inline void ring_commit(struct publisher *p, uint64_t length)
{
    (void)verbus_commit(p->publication, length);
}

static inline enum verbus_action ring_add_up(void *context, const struct verbus_message *message)
{
    struct reader *r = context;
    const volatile uint64_t *payload = message->payload;
    r->value = payload[0];
    for (uint64_t i = 0; i < message->length / 8; i++)
        r->sum += payload[i];
    return VERBUS_TAKEN;
}

static inline void ring_subscribe(struct reader *r)
{
    char stream[32];
    struct verbus_error error;
    (void)snprintf(stream, sizeof stream, "ring-%zx", (size_t)r->shared);
    struct verbus_subscription_settings settings = {.stream = stream, .name = "ring", .policy = VERBUS_BLOCK};
    ring_check(verbus_subscribe(ring_bus, &settings, &r->subscription, &error), &error);
}

/* Takes messages, `most` at most: adds up their words, and gives the first of the last. */
static inline uint64_t ring_take(struct reader *r, uint64_t most, uint64_t *sum, uint64_t *value)
{
    if (__builtin_expect(r->subscription == NULL, 0))
        ring_subscribe(r);
    int taken = verbus_poll(r->subscription, ring_add_up, r, most < MOST_IN_A_POLL ? (int)most : MOST_IN_A_POLL);
    *sum += r->sum;
    *value = r->value;
    r->sum = 0;
    return (uint64_t)taken;
}

#endif
