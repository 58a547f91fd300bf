#include "publication.h"

#include "clock.h"
#include "error.h"
#include "frame.h"
#include "readers.h"
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t usual_capacity = 16 * 1024 * 1024;
static const int64_t usual_linger_ns = 5000000000;
/* Subscriptions that have been silent for this time keep no log of a dead publisher if a new log has no room. */
static const int64_t silent_without_room_ns = 1000000000;

static int check(const struct verbus_publication_settings *settings, struct verbus_error *error)
{
    if (settings->stream == NULL || !verbus_stream_is_valid(settings->stream))
        return verbus_fail(error, VERBUS_INVALID,
                           "invalid stream name \"%.200s\": use 1 to 120 letters, digits, dots, dashes and underscores,"
                           " and no dot or dash at the beginning, such as md.itch",
                           settings->stream == NULL ? "" : settings->stream);
    size_t length = settings->name == NULL ? 0 : strnlen(settings->name, TEXT_SIZE);
    if (length == 0 || length > TEXT_LENGTH)
        return verbus_fail(error, VERBUS_INVALID, "the name of a publisher of stream %s has %zu bytes: use 1 to %d",
                           settings->stream, length, TEXT_LENGTH);
    uint64_t capacity = settings->capacity;
    if (capacity != 0
        && (capacity < LOG_MIN_CAPACITY || capacity > LOG_MAX_CAPACITY || (capacity & (capacity - 1)) != 0))
        return verbus_fail(error, VERBUS_INVALID,
                           "a capacity of %llu bytes for stream %s: use a power of two from %d to %d",
                           (unsigned long long)capacity, settings->stream, LOG_MIN_CAPACITY, LOG_MAX_CAPACITY);
    if ((unsigned)settings->blocking > VERBUS_BLOCKING_NAMES || settings->linger_ns < 0)
        return verbus_fail(error, VERBUS_INVALID,
                           "publisher %s of stream %s has an unknown constant for blocking or a negative linger time:"
                           " use those of verbus.h",
                           settings->name, settings->stream);
    for (size_t i = 0; i < settings->blocking_name_count; i++)
        if (strnlen(settings->blocking_names[i], TEXT_SIZE) > TEXT_LENGTH)
            return verbus_fail(error, VERBUS_INVALID, "a name that may block stream %s has more than %d bytes",
                               settings->stream, TEXT_LENGTH);
    return VERBUS_OK;
}

static int add_counters(struct verbus_publication *publication, struct verbus_error *error)
{
    struct counters *counters = &publication->bus->counters;
    const struct counter_key key = {
        .stream = publication->log.session.stream,
        .name = publication->log.session.publisher,
        .session = publication->log.session.id,
        .pid = publication->log.session.pid,
        .policy = -1,
    };
    int status = counters_add(counters, COUNTER_PUBLICATION_POSITION, &key, &publication->position, error);
    if (status == VERBUS_OK)
        status = counters_add(counters, COUNTER_PUBLICATION_MESSAGES, &key, &publication->messages, error);
    if (status == VERBUS_OK)
        status = counters_add(counters, COUNTER_BACK_PRESSURE, &key, &publication->back_pressure, error);
    if (status == VERBUS_OK)
        status = counters_add(counters, COUNTER_SUBSCRIBERS, &key, &publication->readers, error);
    return status;
}

static void remove_counters(struct verbus_publication *publication)
{
    struct counters *counters = &publication->bus->counters;
    counters_remove(counters, &publication->position);
    counters_remove(counters, &publication->messages);
    counters_remove(counters, &publication->back_pressure);
    counters_remove(counters, &publication->readers);
}

static int create_log(void *context, const char *hidden, const char *path, struct verbus_error *error)
{
    return log_create(hidden, path, context, error);
}

static void describe(struct verbus_publication *publication, const struct verbus_publication_settings *settings)
{
    struct verbus_log *log = &publication->log;
    log->session.id = directory_random_id();
    log->session.pid = (uint64_t)getpid();
    log->session.started_utc_ns = verbus_utc_ns();
    strcpy(log->session.stream, settings->stream);
    strcpy(log->session.publisher, settings->name);
    strcpy(log->session.build, VERBUS_CLIENT_VERSION " (C)");
    log->process = publication->bus->directory.process;
    log->capacity = (uint32_t)(settings->capacity != 0 ? settings->capacity : usual_capacity);
    log->timestamps = settings->timestamps;
    log->utc_offset_ns = verbus_utc_ns() - bus_now_ns(publication->bus);
    publication->linger_ns = settings->linger_ns != 0 ? settings->linger_ns : usual_linger_ns;
    publication->blocking = settings->blocking;
    publication->on_subscriber = settings->on_subscriber;
    publication->context = settings->context;
}

static bool copy_names(struct verbus_publication *publication, const struct verbus_publication_settings *settings)
{
    if (settings->blocking_name_count == 0)
        return true;
    publication->blocking_names = calloc(settings->blocking_name_count, sizeof *publication->blocking_names);
    if (publication->blocking_names == NULL)
        return false;
    publication->blocking_name_count = settings->blocking_name_count;
    for (size_t i = 0; i < settings->blocking_name_count; i++)
        strcpy(publication->blocking_names[i], settings->blocking_names[i]);
    return true;
}

/* Frees what the publication holds; its log keeps its name only if the file could not be removed. */
static void release(struct verbus_publication *publication)
{
    readers_close(publication);
    remove_counters(publication);
    if (publication->log.map.memory != NULL) {
        char path[PATH_SIZE];
        const char *stream = publication->log.session.stream;
        directory_stream_path(&publication->bus->directory, stream, publication->log.session.id, ".log", path);
        verbus_store_release(publication->log.map.memory, LOG_HEARTBEAT, LOG_CLOSED);
        (void)unlink(path);
        directory_changed(&publication->bus->directory, stream, true);
        log_close(&publication->log);
    }
    free(publication->blocking_names);
    free(publication);
}

/* Under the lock. */
static int publish(struct verbus_publication *opened, struct verbus_error *error)
{
    struct verbus_bus *bus = opened->bus;
    struct verbus_log *log = &opened->log;
    int status = add_counters(opened, error);
    if (status == VERBUS_OK)
        status = bus_create_in_stream(bus, log->session.stream, log->session.id, ".log", create_log, log, error);
    if (status == VERBUS_NO_ROOM) {
        sweep_run(&bus->directory, bus_now_ns(bus), silent_without_room_ns);
        status = bus_create_in_stream(bus, log->session.stream, log->session.id, ".log", create_log, log, error);
    }
    if (status != VERBUS_OK)
        return status;
    opened->visible_ns = bus_now_ns(bus);
    opened->gates.session = log->session.id;
    writer_open(&opened->writer, log, &opened->gates, bus->clock_offset_ns);
    budgets_open(&opened->budgets, bus->progress_timeout_ns, log->capacity);
    watch_begin(&opened->watch, log->session.stream);
    opened->next = bus->publications;
    bus->publications = opened;
    (void)publication_conduct(opened, opened->visible_ns);
    return VERBUS_OK;
}

int verbus_publish(verbus_bus *bus, const struct verbus_publication_settings *settings,
                   verbus_publication **publication, struct verbus_error *error)
{
    int status = check(settings, error);
    if (status != VERBUS_OK)
        return status;
    struct verbus_publication *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return verbus_fail(error, VERBUS_NO_ROOM, "no memory for a publication of stream %s: free memory of the host",
                           settings->stream);
    (void)pthread_mutex_lock(&bus->lock);
    opened->bus = bus;
    describe(opened, settings);
    status = copy_names(opened, settings)
                 ? publish(opened, error)
                 : verbus_fail(error, VERBUS_NO_ROOM, "no memory for the names that may block stream %s: free memory of"
                               " the host", settings->stream);
    if (status != VERBUS_OK)
        release(opened);
    (void)pthread_mutex_unlock(&bus->lock);
    if (status == VERBUS_OK)
        *publication = opened;
    return status;
}

const struct verbus_session *verbus_publication_session(const verbus_publication *publication)
{
    return &publication->log.session;
}

size_t verbus_max_claim(const verbus_publication *publication)
{
    return writer_max_payload(&publication->writer);
}

size_t verbus_max_offer(const verbus_publication *publication)
{
    size_t share = publication->log.capacity / FRAME_MAX_MESSAGE_SHARE;
    return share < FRAME_MAX_MESSAGE ? share : FRAME_MAX_MESSAGE;
}

/* A claim that is repeated counts once; the time counts from its first refusal. */
static void attribute(verbus_publication *publication)
{
    int64_t now_ns = bus_now_ns(publication->bus);
    bool is_first = !publication->is_refused;
    publication->is_refused = true;
    if (is_first)
        counter_add(&publication->back_pressure, 1);
    gates_attribute(&publication->gates,
                    atomic_load_explicit(&publication->writer.awaited, memory_order_relaxed), is_first,
                    is_first ? 0 : now_ns - publication->refused_ns);
    publication->refused_ns = now_ns;
}

int verbus_claim(verbus_publication *publication, size_t length, void **payload)
{
    if (length > writer_max_payload(&publication->writer))
        return VERBUS_INVALID;
    uint8_t *claimed;
    int status = writer_claim(&publication->writer, length, &claimed);
    if (status == VERBUS_OK) {
        publication->is_refused = false;
        *payload = claimed;
    } else if (status == VERBUS_BACK_PRESSURED) {
        attribute(publication);
    }
    return status;
}

int64_t verbus_commit(verbus_publication *publication, size_t length)
{
    return writer_commit(&publication->writer, length);
}

void verbus_abort(verbus_publication *publication)
{
    publication->writer.claimed = 0;
}

int64_t verbus_offer(verbus_publication *publication, const void *payload, size_t length)
{
    if (length <= writer_max_payload(&publication->writer)) {
        void *claimed;
        int status = verbus_claim(publication, length, &claimed);
        if (status != VERBUS_OK)
            return status;
        if (length > 0)
            memcpy(claimed, payload, length);
        return verbus_commit(publication, length);
    }
    if (length > verbus_max_offer(publication))
        return VERBUS_INVALID;
    int64_t sequence = writer_offer_long(&publication->writer, payload, length);
    if (sequence == VERBUS_BACK_PRESSURED)
        attribute(publication);
    else
        publication->is_refused = false;
    return sequence;
}

void verbus_idle(verbus_publication *publication)
{
    verbus_word *calls = &publication->writer.idle_calls;
    atomic_store_explicit(calls, atomic_load_explicit(calls, memory_order_relaxed) + 1, memory_order_relaxed);
}

size_t verbus_subscribers(const verbus_publication *publication)
{
    return atomic_load_explicit(&publication->subscribers, memory_order_relaxed);
}

/* Stores when the publishing thread ran last, if it has ever called verbus_idle(). */
static void show_publishing(struct verbus_publication *publication, uint64_t position, int64_t now_ns)
{
    uint64_t idle = atomic_load_explicit(&publication->writer.idle_calls, memory_order_relaxed);
    uint64_t refused = atomic_load_explicit(&publication->writer.refused_claims, memory_order_relaxed);
    bool has_run = position != publication->seen_position || idle != publication->seen_idle
                   || refused != publication->seen_refused;
    publication->seen_position = position;
    publication->seen_idle = idle;
    publication->seen_refused = refused;
    if (idle > 0 && has_run)
        verbus_store_relaxed(publication->log.map.memory, LOG_PUBLISHING, (uint64_t)now_ns);
}

int publication_conduct(struct verbus_publication *publication, int64_t now_ns)
{
    uint8_t *header = publication->log.map.memory;
    uint64_t position = atomic_load_explicit(&publication->writer.position, memory_order_acquire);
    uint64_t sequence = atomic_load_explicit(&publication->writer.sequence, memory_order_relaxed);
    verbus_store_relaxed(header, LOG_HEARTBEAT_POSITION, position);
    verbus_store_relaxed(header, LOG_HEARTBEAT_SEQUENCE, sequence);
    verbus_store_release(header, LOG_HEARTBEAT, (uint64_t)now_ns);
    show_publishing(publication, position, now_ns);
    int work = readers_conduct(publication, now_ns);
    counter_set(&publication->position, position);
    counter_set(&publication->messages, sequence);
    size_t known = 0;
    for (const struct peer *peer = publication->peers; peer != NULL; peer = peer->next)
        known++;
    counter_set(&publication->readers, known);
    return work;
}

static void unlink_from_bus(struct verbus_publication *publication)
{
    struct verbus_publication **link = &publication->bus->publications;
    while (*link != publication)
        link = &(*link)->next;
    *link = publication->next;
}

void publication_break_off(struct verbus_publication *publication)
{
    unlink_from_bus(publication);
    release(publication);
}

void verbus_publication_close(verbus_publication *publication)
{
    enum { PAUSE_NS = 1000000 };
    if (publication == NULL)
        return;
    struct verbus_bus *bus = publication->bus;
    int64_t progress_ns = bus_now_ns(bus);
    uint64_t reached = 0;
    bool has_ended = false;
    bool is_listed = false;
    for (;;) {
        (void)pthread_mutex_lock(&bus->lock);
        (void)bus_conduct(bus);
        int64_t now_ns = bus_now_ns(bus);
        has_ended = has_ended || writer_end(&publication->writer);
        uint64_t lowest = gates_lowest(&publication->gates);
        uint64_t last = atomic_load_explicit(&publication->writer.position, memory_order_relaxed) - FRAME_ALIGNMENT;
        if (lowest != UINT64_MAX && lowest > reached) {
            reached = lowest;
            progress_ns = now_ns;
        }
        bool is_awaited = lowest < last || readers_may_join(publication) || !is_listed;
        if (publication->removal_reported || (has_ended && !is_awaited)
            || now_ns - progress_ns >= publication->linger_ns)
            break; /* with the lock */
        is_listed = true;
        (void)pthread_mutex_unlock(&bus->lock);
        verbus_sleep_ns(PAUSE_NS);
    }
    publication_break_off(publication);
    (void)pthread_mutex_unlock(&bus->lock);
}
