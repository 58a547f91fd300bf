/*
 * Finds the sessions of a stream on this host, joins them, and watches their publishers. Used by the conductor, under
 * the lock of the bus.
 */
#ifndef VERBUS_SESSIONS_H
#define VERBUS_SESSIONS_H

#include "directory.h"
#include "image.h"

/* State of a log by its name, as long as the file exists. */
struct known_log {
    uint64_t session;
    bool is_present;   /* in the last list of the directory */
    bool is_joined;    /* or passed over, because its session was superseded */
    bool is_refused;
    bool is_retried;   /* refused for a temporary reason */
};

/* A session that another log may continue. */
struct continuation {
    uint64_t session;
    uint64_t inode;    /* of the log that has ended, which may still have its name */
    uint64_t next;     /* sequence */
};

struct sessions {
    struct watch watch;
    struct known_log *logs;
    size_t log_count;
    size_t log_room;
    struct image **images;        /* watched, in the order in which they were joined */
    size_t image_count;
    size_t image_room;
    struct verbus_session *over;  /* the last one of each publisher name that is over, oldest first */
    size_t over_count;
    struct continuation *continued; /* sessions of relays that have ended, oldest first */
    size_t continued_count;
    size_t over_room;
    enum verbus_start start;
    uint64_t start_sequence;
    bool has_listed;              /* at least once: later sessions are read from their first message */
    bool listing_failed;
    int64_t checked_ns;           /* time of the last check for dead publishers */
    int64_t retried_ns;
};

struct verbus_subscription;

/* Prepares for a stream; false without memory. */
bool sessions_open(struct sessions *sessions, const char *stream, uint32_t limit, enum verbus_start start,
                   uint64_t start_sequence);

/* Discovers, watches, and frees what the polling thread has left; returns the number of changes. */
int sessions_conduct(struct verbus_subscription *subscription, int64_t now_ns);

/* Leaves and frees all. */
void sessions_close(struct sessions *sessions);

#endif
