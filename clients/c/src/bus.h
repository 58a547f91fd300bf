/* The state of a process on the bus. */
#ifndef VERBUS_BUS_H
#define VERBUS_BUS_H

#include "counters.h"
#include "directory.h"
#include "verbus.h"

#include <pthread.h>

struct verbus_bus {
    struct directory directory;
    int64_t heartbeat_timeout_ns;
    int64_t progress_timeout_ns;
    int64_t duty_cycle_ns;
    int64_t clock_offset_ns;
    void (*on_error)(void *context, const struct verbus_error *error);
    void *context;
    struct counters counters;
    struct verbus_map losses;

    pthread_mutex_t lock; /* of all below, and of what conductors use */
    struct counter heartbeat;
    struct counter max_cycle;
    struct counter errors;
    int64_t cycle_ns;     /* time of the last duty cycle */
    struct verbus_subscription *subscriptions;
    struct verbus_publication *publications;

    bool has_thread;
    pthread_t thread;
    atomic_bool is_closing;
};

/* Counts an error of the conductor, and passes it to the application. Under the lock. */
void bus_report(struct verbus_bus *bus, const struct verbus_error *error);

/* The time on the clock of the bus. */
int64_t bus_now_ns(const struct verbus_bus *bus);

/* One duty cycle, under the lock. */
int bus_conduct(struct verbus_bus *bus);

/* Creates a file in a stream's directory by `create`, which gets the hidden and the final path, and counts it. */
typedef int (*bus_creator)(void *context, const char *hidden, const char *path, struct verbus_error *error);
int bus_create_in_stream(struct verbus_bus *bus, const char *stream, uint64_t id, const char *suffix,
                         bus_creator create, void *context, struct verbus_error *error);

#endif
