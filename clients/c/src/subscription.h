/* A subscription: the images of its sessions, and the conductor's knowledge of them. */
#ifndef VERBUS_SUBSCRIPTION_H
#define VERBUS_SUBSCRIPTION_H

#include "bus.h"
#include "image.h"
#include "sessions.h"

struct verbus_subscription {
    struct verbus_bus *bus;
    struct verbus_subscription *next; /* in the list of the bus */
    char stream[TEXT_SIZE];
    struct positions positions;
    struct image_context context;
    struct counter filled;            /* always 0: this client does not repair from journals */
    struct counter failures;          /* always 0: a handler in C cannot fail */
    struct sessions sessions;
    /* The images that the polling thread reads: filled by the conductor, emptied by the polling thread. */
    struct image *_Atomic *slots;
    _Atomic uint32_t slots_used;      /* slots from here on were never used */
    uint32_t first;                   /* slot with which the next poll begins */
};

/* The duties of a duty cycle; returns the number of changes. Under the lock of the bus. */
int subscription_conduct(struct verbus_subscription *subscription, int64_t now_ns);

#endif
