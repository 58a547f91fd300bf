/*
 * The positions file of a subscription: where it stands in each session. Written by the subscription, read by the
 * publishers of the host, which trust nothing of it. See docs/reference/protocol.md.
 */
#ifndef VERBUS_POSITIONS_H
#define VERBUS_POSITIONS_H

#include "directory.h"
#include "words.h"

enum {
    POSITIONS_HEARTBEAT = 512,
    POSITIONS_LOOKED = 520,
    POSITIONS_PLACES = 640,
    PLACE_LENGTH = 128,
    PLACE_SESSION = 0,
    PLACE_JOIN = 8,
    PLACE_POSITION = 16,
    PLACE_LOST = 24,
    MAX_PLACES = 1024,
};

/* The time of the last look of a subscription that is about to close, and the position of one that has left. */
#define POSITIONS_CLOSING ((uint64_t)INT64_MAX)

struct positions {
    struct verbus_map map;
    uint64_t subscription;
    uint64_t process;
    uint64_t pid;
    enum verbus_policy policy;
    uint32_t places;
    char name[TEXT_SIZE];
};

/* Creates the file that *positions describes. */
int positions_create(const char *hidden, const char *path, struct positions *positions, struct verbus_error *error);

/* Maps the file of another subscription, read-only. */
int positions_attach(const char *path, struct positions *positions, struct verbus_error *error);

void positions_close(struct positions *positions);

/* The place of a session (0: a free place); null if there is none. */
uint8_t *positions_find(const struct positions *positions, uint64_t session);

/* The position in a place of a peer. */
static inline uint64_t place_position(const uint8_t *place)
{
    uint64_t position = verbus_load_acquire(place, PLACE_POSITION);
    return position <= INT64_MAX ? position : 0; /* a negative one is below all */
}

#endif
