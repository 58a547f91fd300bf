/*
 * A bus directory of a test with a publisher and a subscriber, each a process of its own as the bus sees it. The
 * subscriber checks each message: one that is missing must be in a gap that was reported before.
 */
#ifndef VERBUS_TESTS_BENCH_H
#define VERBUS_TESTS_BENCH_H

#include "pattern.h"
#include "scratch.h"
#include "verbus.h"

#include <fcntl.h>
#include <sys/mman.h>

struct bench {
    char directory[64];
    verbus_bus *publisher_bus;
    verbus_bus *subscriber_bus;
    verbus_publication *publication;
    verbus_subscription *subscription;
    uint64_t published;    /* messages so far */
    uint64_t sequence;     /* that the publisher has used so far */

    /* By the subscriber. */
    uint64_t session;
    uint64_t next;         /* the sequence that must be delivered or reported next */
    uint64_t delivered;
    uint64_t gaps;
    uint64_t missing;      /* sequences in gaps */
    int gap_cause;
    uint64_t events[9];    /* by type */
    int loss_cause;
    uint64_t order;        /* of events: their types as decimal digits */
    uint64_t last_message; /* number of the newest message */
    bool stops;            /* the handler takes nothing */

    /* By the publisher. */
    uint64_t subscriber_events[7];
    int subscriber_cause;
};

static inline void bench_on_event(void *context, const struct verbus_event *event)
{
    struct bench *bench = context;
    bench->events[event->type]++;
    bench->order = bench->order * 10 + event->type;
    CLAIM(event->description != NULL && (event->cause == 0 || event->description[0] != 0));
    if (event->type == VERBUS_STARTED) {
        bench->session = event->session->id;
        bench->next = event->first;
    } else if (event->type == VERBUS_GAP) {
        CLAIM(event->session->id == bench->session && event->next > event->first);
        CLAIM(event->first == bench->next || bench->delivered == 0);
        bench->next = event->next;
        bench->gaps++;
        bench->missing += event->next - event->first;
        bench->gap_cause = event->cause;
    } else if (event->type == VERBUS_ENDED) {
        CLAIM(event->next == bench->next);
    } else if (event->type == VERBUS_LOST_SESSION) {
        bench->loss_cause = event->cause;
    }
}

static inline void bench_on_subscriber(void *context, const struct verbus_subscriber_event *event)
{
    struct bench *bench = context;
    bench->subscriber_events[event->type]++;
    bench->subscriber_cause = event->cause;
}

/* Each message begins with its number, from which its length and its other bytes follow. */
static inline enum verbus_action bench_on_message(void *context, const struct verbus_message *message)
{
    struct bench *bench = context;
    if (bench->stops)
        return VERBUS_NOT_TAKEN;
    CLAIM(message->session->id == bench->session && message->sequence == bench->next);
    const uint8_t *payload = message->payload;
    uint64_t number;
    CLAIM(message->length >= sizeof number);
    memcpy(&number, payload, sizeof number);
    CLAIM(pattern_matches(number, payload + sizeof number, message->length - sizeof number));
    CLAIM(bench->delivered == 0 || number > bench->last_message);
    CLAIM(bench->missing > 0 || bench->delivered == 0 || number == bench->last_message + 1);
    bench->last_message = number;
    bench->next = message->sequence + message->frames;
    bench->delivered++;
    return VERBUS_TAKEN;
}

/* Errors of the conductors are one sentence each; ctest shows them if a claim fails. */
static inline void bench_on_error(void *context, const struct verbus_error *error)
{
    (void)context;
    CLAIM(error->text[0] != 0 && error->status < 0);
    printf("reported: %s\n", error->text);
}

static char bench_left[64];

/* A test whose claim fails leaves no directory. */
static inline void bench_clean(void)
{
    char directory[64];
    strcpy(directory, bench_left);
    bench_left[0] = 0;
    if (directory[0] != 0)
        scratch_remove(directory);
}

static inline verbus_bus *bench_open_bus(const struct bench *bench, int64_t timeout_ns)
{
    struct verbus_bus_settings settings = {.directory = bench->directory,
                                           .heartbeat_timeout_ns = timeout_ns,
                                           .progress_timeout_ns = timeout_ns,
                                           .on_error = bench_on_error};
    struct verbus_error error;
    verbus_bus *bus;
    if (verbus_bus_open(&settings, &bus, &error) != VERBUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return bus;
}

static inline void bench_open(struct bench *bench, int64_t timeout_ns)
{
    *bench = (struct bench){0};
    strcpy(bench->directory, "/dev/shm/verbus-c-test-XXXXXX");
    scratch_create(bench->directory);
    strcpy(bench_left, bench->directory);
    CLAIM(atexit(bench_clean) == 0);
    bench->publisher_bus = bench_open_bus(bench, timeout_ns);
    bench->subscriber_bus = bench_open_bus(bench, timeout_ns);
}

static inline void bench_publish(struct bench *bench, struct verbus_publication_settings settings)
{
    struct verbus_error error;
    settings.stream = "test";
    settings.name = "feed";
    settings.capacity = settings.capacity == 0 ? 65536 : settings.capacity;
    settings.on_subscriber = bench_on_subscriber;
    settings.context = bench;
    if (verbus_publish(bench->publisher_bus, &settings, &bench->publication, &error) != VERBUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
}

static inline void bench_subscribe(struct bench *bench, struct verbus_subscription_settings settings)
{
    struct verbus_error error;
    settings.stream = "test";
    settings.name = "reader";
    settings.on_event = bench_on_event;
    settings.context = bench;
    if (verbus_subscribe(bench->subscriber_bus, &settings, &bench->subscription, &error) != VERBUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
}

static inline void bench_conduct(struct bench *bench)
{
    if (bench->publisher_bus != NULL)
        (void)verbus_conduct(bench->publisher_bus);
    (void)verbus_conduct(bench->subscriber_bus);
}

/* Publishes the next message; returns its sequence or a status. */
static inline int64_t bench_offer(struct bench *bench)
{
    static uint8_t message[8 + PATTERN_LONG];
    memcpy(message, &bench->published, 8);
    pattern_fill(bench->published, message + 8);
    int64_t sequence = verbus_offer(bench->publication, message, 8 + pattern_length(bench->published));
    if (sequence >= 0)
        bench->published++;
    return sequence;
}

static inline int bench_poll(struct bench *bench, int limit)
{
    return verbus_poll(bench->subscription, bench_on_message, bench, limit);
}

/* Polls until nothing more comes at once. */
static inline void bench_drain(struct bench *bench)
{
    uint64_t before;
    do {
        before = bench->delivered + bench->order;
        (void)bench_poll(bench, 100);
    } while (bench->delivered + bench->order != before);
}

/* Maps the only file of the stream with a suffix. */
static inline uint8_t *bench_map_file(const struct bench *bench, const char *suffix, size_t *length)
{
    char directory[512];
    char path[512] = "";
    scratch_path(bench->directory, "test", directory);
    DIR *entries = opendir(directory);
    CLAIM(entries != NULL);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries))
        if (strstr(entry->d_name, suffix) != NULL && entry->d_name[0] != '.')
            CLAIM(snprintf(path, sizeof path, "%.200s/%.200s", directory, entry->d_name) < (int)sizeof path);
    closedir(entries);
    struct stat status;
    int fd = open(path, O_RDWR);
    CLAIM(fd >= 0 && fstat(fd, &status) == 0);
    *length = (size_t)status.st_size;
    uint8_t *memory = mmap(NULL, *length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CLAIM(memory != MAP_FAILED);
    close(fd);
    return memory;
}

static inline void bench_close(struct bench *bench)
{
    verbus_publication_close(bench->publication);
    verbus_subscription_close(bench->subscription);
    verbus_bus_close(bench->publisher_bus);
    verbus_bus_close(bench->subscriber_bus);
    char path[512];
    struct stat status;
    verbus_bus_close(bench_open_bus(bench, 1000000000)); /* removes what killed processes have left */
    scratch_path(bench->directory, "test", path);
    CLAIM(lstat(path, &status) != 0); /* the stream's directory goes with its last file */
    scratch_path(bench->directory, ".processes", path);
    CLAIM(rmdir(path) == 0 && mkdir(path, 0700) == 0);
    bench_clean();
}

#endif
