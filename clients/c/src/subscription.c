#include "subscription.h"

#include "error.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_SESSIONS = 64,
    /* Messages of one session in a row while several are read: a flood delays the others by this many. */
    MAX_BURST = 16,
};

static int check(const struct verbus_subscription_settings *settings, struct verbus_error *error)
{
    if (settings->stream == NULL || !verbus_stream_is_valid(settings->stream))
        return verbus_fail(error, VERBUS_INVALID,
                           "invalid stream name \"%.200s\": use 1 to 120 letters, digits, dots, dashes and underscores,"
                           " and no dot or dash at the beginning, such as md.itch",
                           settings->stream == NULL ? "" : settings->stream);
    size_t length = settings->name == NULL ? 0 : strnlen(settings->name, TEXT_SIZE);
    if (length == 0 || length > TEXT_LENGTH)
        return verbus_fail(error, VERBUS_INVALID, "the name of a subscription of stream %s has %zu bytes: use 1 to %d",
                           settings->stream, length, TEXT_LENGTH);
    if ((unsigned)settings->policy > VERBUS_EVICT || (unsigned)settings->repair > VERBUS_REPORT
        || (unsigned)settings->start > VERBUS_START_AT || settings->session_limit > MAX_PLACES
        || settings->start_sequence > INT64_MAX)
        return verbus_fail(error, VERBUS_INVALID,
                           "subscription %s of stream %s has an unknown policy, repair or start, or a session limit"
                           " above %d: use the constants of verbus.h",
                           settings->name, settings->stream, MAX_PLACES);
    return VERBUS_OK;
}

static int create_positions(void *context, const char *hidden, const char *path, struct verbus_error *error)
{
    return positions_create(hidden, path, context, error);
}

static int add_counters(struct verbus_subscription *subscription, struct verbus_error *error)
{
    const struct positions *positions = &subscription->positions;
    const struct counter_key key = {
        .stream = subscription->stream,
        .name = positions->name,
        .subscription = positions->subscription,
        .pid = positions->pid,
        .policy = (int)positions->policy,
    };
    struct {
        enum counter_kind kind;
        struct counter *counter;
    } all[] = {
        {COUNTER_GAPS, &subscription->context.gaps},
        {COUNTER_MESSAGES_MISSED, &subscription->context.missed},
        {COUNTER_COPIES_DISCARDED, &subscription->context.discarded},
        {COUNTER_MESSAGES_FILLED, &subscription->filled},
        {COUNTER_HANDLER_FAILURES, &subscription->failures},
    };
    int status = VERBUS_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && status == VERBUS_OK; i++)
        status = counters_add(&subscription->bus->counters, all[i].kind, &key, all[i].counter, error);
    return status;
}

static void remove_counters(struct verbus_subscription *subscription)
{
    struct counters *counters = &subscription->bus->counters;
    counters_remove(counters, &subscription->context.gaps);
    counters_remove(counters, &subscription->context.missed);
    counters_remove(counters, &subscription->context.discarded);
    counters_remove(counters, &subscription->filled);
    counters_remove(counters, &subscription->failures);
}

static void release(struct verbus_subscription *subscription)
{
    sessions_close(&subscription->sessions);
    remove_counters(subscription);
    if (subscription->positions.map.memory != NULL) {
        char path[PATH_SIZE];
        directory_stream_path(&subscription->bus->directory, subscription->stream,
                              subscription->positions.subscription, ".positions", path);
        (void)unlink(path);
        positions_close(&subscription->positions);
        directory_changed(&subscription->bus->directory, subscription->stream, true);
    }
    free(subscription->slots);
    free(subscription);
}

static enum verbus_repair repair_of(const struct verbus_subscription_settings *settings)
{
    if (settings->repair != VERBUS_REPAIR_DEFAULT)
        return settings->repair;
    return settings->policy == VERBUS_BLOCK ? VERBUS_REPAIR : VERBUS_REPORT;
}

/* Under the lock. */
static int subscribe(struct verbus_bus *bus, const struct verbus_subscription_settings *settings,
                     struct verbus_subscription *opened, struct verbus_error *error)
{
    struct positions *positions = &opened->positions;
    uint32_t limit = settings->session_limit != 0 ? settings->session_limit : USUAL_SESSIONS;
    opened->bus = bus;
    strcpy(opened->stream, settings->stream);
    strcpy(positions->name, settings->name);
    positions->policy = settings->policy;
    positions->places = limit;
    positions->process = bus->directory.process;
    positions->pid = (uint64_t)getpid();
    positions->subscription = directory_random_id();
    opened->context = (struct image_context){
        .policy = settings->policy,
        .repair = repair_of(settings),
        .copies = settings->copies,
        .name = positions->name,
        .subscription = positions->subscription,
        .on_event = settings->on_event,
        .context = settings->context,
        .losses = &bus->losses,
    };
    opened->slots = calloc(limit, sizeof *opened->slots);
    if (!sessions_open(&opened->sessions, opened->stream, limit, settings->start, settings->start_sequence)
        || opened->slots == NULL)
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for a subscription of stream %s: free memory of the host",
                           opened->stream);
    int status = add_counters(opened, error);
    if (status == VERBUS_OK)
        status = bus_create_in_stream(bus, opened->stream, positions->subscription, ".positions", create_positions,
                                      positions, error);
    if (status != VERBUS_OK)
        return status;
    opened->next = bus->subscriptions;
    bus->subscriptions = opened;
    (void)subscription_conduct(opened, bus_now_ns(bus));
    return VERBUS_OK;
}

int verbus_subscribe(verbus_bus *bus, const struct verbus_subscription_settings *settings,
                     verbus_subscription **subscription, struct verbus_error *error)
{
    int status = check(settings, error);
    if (status != VERBUS_OK)
        return status;
    struct verbus_subscription *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for a subscription of stream %s: free memory of the host",
                           settings->stream);
    (void)pthread_mutex_lock(&bus->lock);
    status = subscribe(bus, settings, opened, error);
    if (status != VERBUS_OK)
        release(opened);
    (void)pthread_mutex_unlock(&bus->lock);
    if (status == VERBUS_OK)
        *subscription = opened;
    return status;
}

int subscription_conduct(struct verbus_subscription *subscription, int64_t now_ns)
{
    uint8_t *file = subscription->positions.map.memory;
    verbus_store_release(file, POSITIONS_HEARTBEAT, (uint64_t)now_ns);
    int work = sessions_conduct(subscription, now_ns);
    if (!subscription->sessions.listing_failed)
        verbus_store_release(file, POSITIONS_LOOKED, (uint64_t)now_ns); /* the time was read before the directory */
    return work;
}

/* Leaves an image that delivers nothing any more. */
static void leave(struct image *_Atomic *slot, struct image *image)
{
    image_leave(image);
    atomic_store_explicit(slot, NULL, memory_order_release);
    atomic_store_explicit(&image->has_left, true, memory_order_release);
}

/* Polls each image once, from `first` on; returns the number of messages. */
static int poll_round(verbus_subscription *subscription, uint32_t used, verbus_handler handler, void *context,
                      int limit, int burst)
{
    int count = 0;
    for (uint32_t i = 0; i < used && count < limit; i++) {
        uint32_t index = subscription->first + i < used ? subscription->first + i : subscription->first + i - used;
        struct image *image = atomic_load_explicit(&subscription->slots[index], memory_order_acquire);
        if (image == NULL)
            continue;
        int rest = limit - count;
        count += image_poll(image, handler, context, rest < burst ? rest : burst);
        if (atomic_load_explicit(&image->is_done, memory_order_relaxed))
            leave(&subscription->slots[index], image);
    }
    return count;
}

int verbus_poll(verbus_subscription *subscription, verbus_handler handler, void *context, int limit)
{
    uint32_t used = atomic_load_explicit(&subscription->slots_used, memory_order_acquire);
    int count = 0;
    int more = 1;
    if (subscription->first >= used)
        subscription->first = 0;
    while (count < limit && more > 0) {
        more = poll_round(subscription, used, handler, context, limit - count, used > 1 ? MAX_BURST : limit);
        count += more;
        if (used <= 1)
            break; /* a batch has its own end, so that a slow handler shows progress */
    }
    subscription->first++;
    return count;
}

uint64_t verbus_subscription_lag(const verbus_subscription *subscription)
{
    uint32_t used = atomic_load_explicit(&subscription->slots_used, memory_order_acquire);
    uint64_t lag = 0;
    for (uint32_t i = 0; i < used; i++) {
        const struct image *image = atomic_load_explicit(&subscription->slots[i], memory_order_acquire);
        lag += image == NULL ? 0 : image_lag(image);
    }
    return lag;
}

void verbus_subscription_close(verbus_subscription *subscription)
{
    if (subscription == NULL)
        return;
    struct verbus_bus *bus = subscription->bus;
    (void)pthread_mutex_lock(&bus->lock);
    verbus_store_release(subscription->positions.map.memory, POSITIONS_LOOKED, POSITIONS_CLOSING);
    struct verbus_subscription **link = &bus->subscriptions;
    while (*link != subscription)
        link = &(*link)->next;
    *link = subscription->next;
    release(subscription);
    (void)pthread_mutex_unlock(&bus->lock);
}
