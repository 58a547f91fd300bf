#include "bus.h"

#include "changes.h"
#include "clock.h"
#include "error.h"
#include "losses.h"
#include "publication.h"
#include "subscription.h"
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MIN_COUNTERS = 64, MAX_COUNTERS = 65536, USUAL_COUNTERS = 512, ATTEMPTS = 1000 };

static const struct counter_key process_key = {.stream = "", .name = "", .policy = -1};

int64_t bus_now_ns(const struct verbus_bus *bus)
{
    return verbus_now_ns(bus->clock_offset_ns);
}

void bus_report(struct verbus_bus *bus, const struct verbus_error *error)
{
    counter_add(&bus->errors, 1);
    if (bus->on_error != NULL)
        bus->on_error(bus->context, error);
    else
        fprintf(stderr, "verbus: %s\n", error->text);
}

int bus_create_in_stream(struct verbus_bus *bus, const char *stream, uint64_t id, const char *suffix,
                         bus_creator create, void *context, struct verbus_error *error)
{
    char path[PATH_SIZE];
    char hidden[PATH_SIZE];
    int status = VERBUS_TEMPORARY;
    directory_stream_path(&bus->directory, stream, id, suffix, path);
    directory_hidden_path(&bus->directory, path, hidden);
    /* another process may remove the directory before the file is in it */
    for (int attempt = 0; attempt < ATTEMPTS && status == VERBUS_TEMPORARY; attempt++) {
        status = directory_make_stream(&bus->directory, stream, error);
        if (status == VERBUS_OK)
            status = create(context, hidden, path, error);
    }
    directory_changed(&bus->directory, stream, status != VERBUS_OK);
    return status;
}

static int check(const struct verbus_bus_settings *settings, struct verbus_error *error)
{
    uint32_t counters = settings->counters;
    if (counters != 0 && (counters < MIN_COUNTERS || counters > MAX_COUNTERS))
        return verbus_fail(error, VERBUS_INVALID, "%u counters in the bus settings: use %d to %d, or 0 for %d",
                           (unsigned)counters, MIN_COUNTERS, MAX_COUNTERS, USUAL_COUNTERS);
    if (settings->heartbeat_timeout_ns < 0 || settings->progress_timeout_ns < 0 || settings->duty_cycle_ns < 0)
        return verbus_fail(error, VERBUS_INVALID, "a time in the bus settings is negative: use 0 for the default");
    return VERBUS_OK;
}

static int64_t or_usual(int64_t given, int64_t usual)
{
    return given != 0 ? given : usual;
}

static int open_files(struct verbus_bus *bus, uint32_t counters, struct verbus_error *error)
{
    struct verbus_error reason;
    int status = counters_open(&bus->directory, counters, &bus->counters, error);
    if (status == VERBUS_OK)
        status = counters_add(&bus->counters, COUNTER_CONDUCTOR_HEARTBEAT_NS, &process_key, &bus->heartbeat, error);
    if (status == VERBUS_OK)
        status = counters_add(&bus->counters, COUNTER_CONDUCTOR_MAX_CYCLE_NS, &process_key, &bus->max_cycle, error);
    if (status == VERBUS_OK)
        status = counters_add(&bus->counters, COUNTER_ERRORS, &process_key, &bus->errors, error);
    if (status != VERBUS_OK)
        return status;
    if (changes_open(&bus->directory, &reason) != VERBUS_OK)
        bus_report(bus, &reason);
    if (losses_open(&bus->directory, &bus->losses, &reason) != VERBUS_OK)
        bus_report(bus, &reason);
    return VERBUS_OK;
}

static void *run(void *argument)
{
    struct verbus_bus *bus = argument;
    while (!atomic_load_explicit(&bus->is_closing, memory_order_acquire)) {
        (void)verbus_conduct(bus);
        verbus_sleep_ns(bus->duty_cycle_ns);
    }
    return NULL;
}

int verbus_bus_open(const struct verbus_bus_settings *settings, verbus_bus **bus, struct verbus_error *error)
{
    static const struct verbus_bus_settings usual = {0};
    if (settings == NULL)
        settings = &usual;
    int status = check(settings, error);
    if (status != VERBUS_OK)
        return status;
    struct verbus_bus *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for a bus: free memory of the host");
    opened->directory.lock = -1;
    opened->heartbeat_timeout_ns = or_usual(settings->heartbeat_timeout_ns, 500000000);
    opened->progress_timeout_ns = or_usual(settings->progress_timeout_ns, INT64_C(10000000000));
    opened->duty_cycle_ns = or_usual(settings->duty_cycle_ns, 20000000);
    opened->clock_offset_ns = verbus_clock_offset_ns();
    opened->on_error = settings->on_error;
    opened->context = settings->context;
    (void)pthread_mutex_init(&opened->lock, NULL);
    status = directory_open(settings->directory, &opened->directory, error);
    if (status == VERBUS_OK)
        status = directory_enter(&opened->directory, error);
    if (status == VERBUS_OK)
        status = open_files(opened, settings->counters != 0 ? settings->counters : USUAL_COUNTERS, error);
    if (status == VERBUS_OK) {
        sweep_run(&opened->directory, bus_now_ns(opened), SWEEP_SILENT_NS);
        (void)verbus_conduct(opened);
        if (settings->own_thread) {
            int number = pthread_create(&opened->thread, NULL, run, opened);
            opened->has_thread = number == 0;
            if (number != 0)
                status = verbus_fail_errno(error, number, "cannot start the conductor's thread");
        }
    }
    if (status != VERBUS_OK) {
        verbus_bus_close(opened);
        return status;
    }
    *bus = opened;
    return VERBUS_OK;
}

int bus_conduct(struct verbus_bus *bus)
{
    int64_t now_ns = bus_now_ns(bus);
    int work = 0;
    counter_set(&bus->heartbeat, (uint64_t)now_ns);
    if (bus->cycle_ns != 0 && bus->max_cycle.value != NULL
        && (uint64_t)(now_ns - bus->cycle_ns) > atomic_load_explicit(bus->max_cycle.value, memory_order_relaxed))
        counter_set(&bus->max_cycle, (uint64_t)(now_ns - bus->cycle_ns));
    bus->cycle_ns = now_ns;
    for (struct verbus_publication *one = bus->publications; one != NULL; one = one->next)
        work += publication_conduct(one, now_ns);
    for (struct verbus_subscription *one = bus->subscriptions; one != NULL; one = one->next)
        work += subscription_conduct(one, now_ns);
    return work;
}

int verbus_conduct(verbus_bus *bus)
{
    (void)pthread_mutex_lock(&bus->lock);
    int work = bus_conduct(bus);
    (void)pthread_mutex_unlock(&bus->lock);
    return work;
}

void verbus_bus_close(verbus_bus *bus)
{
    if (bus == NULL)
        return;
    atomic_store_explicit(&bus->is_closing, true, memory_order_release);
    if (bus->has_thread)
        (void)pthread_join(bus->thread, NULL);
    while (bus->publications != NULL)
        publication_break_off(bus->publications);
    while (bus->subscriptions != NULL)
        verbus_subscription_close(bus->subscriptions);
    verbus_file_unmap(&bus->losses);
    counters_close(&bus->directory, &bus->counters);
    directory_leave(&bus->directory);
    (void)pthread_mutex_destroy(&bus->lock);
    free(bus);
}
