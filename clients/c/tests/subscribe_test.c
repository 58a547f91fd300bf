/* Subscriptions of this host: policies, starts, laps, ends, losses, restarts, silence. */
#include "bench.h"
#include "crc32c.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static const int64_t long_ns = 10000000000;

static void every_policy_delivers_each_message(void)
{
    for (int policy = VERBUS_BLOCK; policy <= VERBUS_EVICT; policy++) {
        for (int timestamps = 0; timestamps < 2; timestamps++) {
            struct bench bench;
            bench_open(&bench, long_ns);
            bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = (enum verbus_policy)policy});
            bench_publish(&bench, (struct verbus_publication_settings){.timestamps = timestamps != 0});
            bench_conduct(&bench);
            bench_drain(&bench);
            bench_conduct(&bench);
            while (bench.published < 20000) {
                for (int i = 0; i < 20 && bench_offer(&bench) >= 0; i++)
                    continue;
                bench_drain(&bench);
                CLAIM(bench.delivered == bench.published);
            }
            CLAIM(bench.gaps == 0 && bench.subscriber_events[VERBUS_SUBSCRIBER_JOINED] == 1);
            verbus_publication_close(bench.publication);
            bench.publication = NULL;
            bench_drain(&bench);
            CLAIM(bench.order == VERBUS_STARTED * 10 + VERBUS_ENDED);
            bench_close(&bench);
        }
    }
}

static void late_join_starts_where_it_is_asked(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    while (bench.published < 3000)
        CLAIM(bench_offer(&bench) >= 0);
    for (int start = VERBUS_START_NEXT; start <= VERBUS_START_AT; start++) {
        bench.delivered = bench.missing = bench.gaps = bench.order = bench.next = 0;
        bench_subscribe(&bench, (struct verbus_subscription_settings){
                                    .policy = VERBUS_SKIP, .start = (enum verbus_start)start, .start_sequence = 10});
        bench_drain(&bench);
        CLAIM(bench.order != 0 || start == VERBUS_START_NEXT);
        uint64_t before = bench.delivered;
        CLAIM(before == 0 ? start == VERBUS_START_NEXT : bench.last_message == bench.published - 1);
        CLAIM((bench.gaps == 1) == (start == VERBUS_START_AT));
        CLAIM(start != VERBUS_START_AT || (bench.gap_cause == VERBUS_GAP_TOO_OLD && bench.missing > 1000));
        CLAIM(bench_offer(&bench) >= 0);
        bench_drain(&bench);
        CLAIM(bench.delivered == before + 1 && bench.last_message == bench.published - 1);
        verbus_subscription_close(bench.subscription);
        bench.subscription = NULL;
    }
    bench_close(&bench);
}

static void lapped_subscription_gets_each_message_or_a_gap(void)
{
    for (int repair = VERBUS_REPAIR; repair <= VERBUS_REPORT; repair++) {
        struct bench bench;
        bench_open(&bench, long_ns);
        bench_publish(&bench, (struct verbus_publication_settings){.timestamps = true});
        bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP,
                                                                      .repair = (enum verbus_repair)repair});
        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < 37 * round; i++)
                CLAIM(bench_offer(&bench) >= 0);
            (void)bench_poll(&bench, 1 + round);
        }
        bench_drain(&bench);
        CLAIM(bench.gaps > 1 && bench.gap_cause == VERBUS_GAP_LAPPED);
        CLAIM(bench.last_message == bench.published - 1 && verbus_subscription_lag(bench.subscription) == 0);
        verbus_publication_close(bench.publication);
        bench.publication = NULL;
        bench_drain(&bench);
        CLAIM(bench.events[VERBUS_ENDED] == 1); /* with the next expected sequence */
        bench_close(&bench);
    }
}

static void conflating_subscription_gets_the_newest_message(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_CONFLATE});
    for (int round = 0; round < 100; round++) {
        uint64_t before = bench.delivered;
        for (int i = 0; i < 1500 + round; i++)
            CLAIM(bench_offer(&bench) >= 0);
        bench_drain(&bench);
        CLAIM(bench.delivered == before + 1 && bench.last_message == bench.published - 1);
        CLAIM(bench.gap_cause == VERBUS_GAP_CONFLATED);
    }
    bench_close(&bench);
}

static void lapped_subscription_under_evict_loses_the_session(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_EVICT});
    CLAIM(bench_offer(&bench) >= 0);
    bench_drain(&bench);
    bench_conduct(&bench);
    while (bench.published < 3000)
        CLAIM(bench_offer(&bench) >= 0);
    bench_drain(&bench);
    CLAIM(bench.delivered == 1 && bench.gaps == 1 && bench.loss_cause == VERBUS_LOSS_LAPPED);
    CLAIM(bench.order == VERBUS_STARTED * 100 + VERBUS_GAP * 10 + VERBUS_LOST_SESSION);
    bench_conduct(&bench);
    CLAIM(bench.subscriber_events[VERBUS_SUBSCRIBER_EVICTED] == 1
          && bench.subscriber_cause == VERBUS_EVICTION_LAPPED);
    bench_close(&bench);
}

static void message_that_is_not_taken_comes_again(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_BLOCK});
    bench_conduct(&bench);
    while (bench.published < 200) {
        CLAIM(bench_offer(&bench) >= 0);
        bench.stops = true;
        CLAIM(bench_poll(&bench, 10) == 0);
        bench.stops = false;
        bench_drain(&bench);
        CLAIM(bench.delivered == bench.published);
    }
    bench_close(&bench);
}

/* Publishes in a process of its own, which ends without closing anything. */
static void publish_and_die(struct bench *bench, uint64_t messages)
{
    int ready[2];
    CLAIM(pipe(ready) == 0);
    pid_t child = fork();
    CLAIM(child >= 0);
    if (child == 0) {
        bench->publisher_bus = bench_open_bus(bench, long_ns);
        bench_publish(bench, (struct verbus_publication_settings){0});
        for (uint64_t i = 0; i < messages; i++)
            CLAIM(bench_offer(bench) >= 0);
        (void)verbus_conduct(bench->publisher_bus);
        CLAIM(write(ready[1], "", 1) == 1);
        for (;;)
            pause();
    }
    char byte;
    CLAIM(read(ready[0], &byte, 1) == 1);
    (void)verbus_conduct(bench->subscriber_bus);
    bench_drain(bench);
    CLAIM(bench->delivered == messages && bench->events[VERBUS_LOST_SESSION] == 0);
    CLAIM(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
    close(ready[0]);
    close(ready[1]);
}

static void death_is_reported_after_all_messages_and_restart_after_that(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    publish_and_die(&bench, 100);
    while (bench.events[VERBUS_LOST_SESSION] == 0) {
        (void)verbus_conduct(bench.subscriber_bus);
        (void)bench_poll(&bench, 10);
    }
    CLAIM(bench.loss_cause == VERBUS_LOSS_DIED);
    bench.published = bench.delivered = 0;
    bench_publish(&bench, (struct verbus_publication_settings){0});
    CLAIM(bench_offer(&bench) == 0);
    bench_conduct(&bench);
    bench_drain(&bench);
    CLAIM(bench.delivered == 1);
    CLAIM(bench.order == VERBUS_STARTED * 1000 + VERBUS_LOST_SESSION * 100 + VERBUS_RESTARTED * 10 + VERBUS_STARTED);
    bench_close(&bench);
}

static void silent_publisher_is_lost_until_it_is_back(void)
{
    struct bench bench;
    bench_open(&bench, 50000000);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    CLAIM(bench_offer(&bench) == 0);
    bench_drain(&bench);
    while (bench.events[VERBUS_LOST_SESSION] == 0) { /* the publisher's process does not conduct */
        (void)verbus_conduct(bench.subscriber_bus);
        (void)bench_poll(&bench, 10);
    }
    CLAIM(bench.loss_cause == VERBUS_LOSS_SILENT && bench.events[VERBUS_BACK] == 0);
    CLAIM(bench_offer(&bench) == 1);
    while (bench.delivered < 2)
        (void)bench_poll(&bench, 10);
    CLAIM(bench.events[VERBUS_BACK] == 1 && bench.events[VERBUS_LOST_SESSION] == 1);
    bench_close(&bench);
}

static void publication_without_an_end_is_broken_off(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    CLAIM(bench_offer(&bench) == 0);
    verbus_bus_close(bench.publisher_bus);
    bench.publisher_bus = NULL;
    bench.publication = NULL;
    while (bench.events[VERBUS_LOST_SESSION] == 0) {
        (void)verbus_conduct(bench.subscriber_bus);
        (void)bench_poll(&bench, 10);
    }
    CLAIM(bench.delivered == 1 && bench.loss_cause == VERBUS_LOSS_BROKEN_OFF);
    bench_close(&bench);
}

static void log_removed_by_another_program_is_lost(void)
{
    struct bench bench;
    char path[512];
    char name[64];
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    bench_drain(&bench);
    snprintf(name, sizeof name, "test/%016llx.log",
             (unsigned long long)verbus_publication_session(bench.publication)->id);
    scratch_path(bench.directory, name, path);
    CLAIM(unlink(path) == 0);
    while (bench.events[VERBUS_LOST_SESSION] == 0) {
        (void)verbus_conduct(bench.subscriber_bus);
        (void)bench_poll(&bench, 10);
    }
    CLAIM(bench.loss_cause == VERBUS_LOSS_LOG_REMOVED);
    bench_close(&bench);
}

/* A relay has frames of type 4 in place of those that it did not get. */
static void missing_frames_of_a_relay_are_a_gap(void)
{
    struct bench bench;
    size_t length;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    while (bench.published < 10)
        CLAIM(bench_offer(&bench) >= 0);
    uint8_t *log = bench_map_file(&bench, ".log", &length);
    uint64_t position = 0;
    for (int i = 0; i < 3; i++)
        position += (16 + 8 + pattern_length((uint64_t)i) + 31) / 32 * 32;
    uint8_t *frame = log + 4096 + 64 * (verbus_publication_session(bench.publication)->id % 64) + position;
    uint64_t next = 4; /* in place of message 3 */
    frame[4] = 4;
    memcpy(frame + 8, &next, 8);
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP,
                                                                  .start = VERBUS_START_OLDEST});
    bench_drain(&bench);
    CLAIM(bench.delivered == 9 && bench.gaps == 1 && bench.missing == 1 && bench.gap_cause == VERBUS_GAP_UPSTREAM);
    CLAIM(munmap(log, length) == 0);
    bench_close(&bench);
}

/* Frames of type 4 alone, all with one sequence: they must not loop a reader. */
static void ring_full_of_missing_frames_is_corrupt(void)
{
    for (int start = VERBUS_START_NEXT; start <= VERBUS_START_AT; start++) {
        struct bench bench;
        bench_open(&bench, long_ns);
        bench_publish(&bench, (struct verbus_publication_settings){0});
        size_t length;
        uint8_t *log = bench_map_file(&bench, ".log", &length);
        uint8_t *ring = log + 4096 + 64 * (verbus_publication_session(bench.publication)->id % 64);
        const uint64_t word = UINT64_C(4) << 32 | UINT64_C(3) << 28 | 4096; /* type, flags, length: a chunk */
        for (size_t at = 0; at < 65536; at += 4096)
            memcpy(ring + at, &word, sizeof word);
        CLAIM(munmap(log, length) == 0);
        bench_subscribe(&bench, (struct verbus_subscription_settings){
                                    .policy = VERBUS_SKIP, .start = (enum verbus_start)start, .start_sequence = 5});
        bench_drain(&bench);
        CLAIM(bench.delivered == 0 && bench.loss_cause == VERBUS_LOSS_CORRUPT);
        bench_close(&bench);
    }
}

/* The log of a relay that has ended is continued by one with the same session and another process. */
static void session_continues_behind_another_relay(void)
{
    struct bench bench;
    size_t length;
    char path[512];
    char name[64];
    const uint64_t left = UINT64_MAX - 1;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    while (bench.published < 10)
        CLAIM(bench_offer(&bench) >= 0);
    bench_drain(&bench);
    uint8_t *log = bench_map_file(&bench, ".log", &length);
    memcpy(log + 640, &left, 8);
    snprintf(name, sizeof name, "test/%016llx.log",
             (unsigned long long)verbus_publication_session(bench.publication)->id);
    scratch_path(bench.directory, name, path);
    CLAIM(unlink(path) == 0);
    while (bench.events[VERBUS_LOST_SESSION] == 0) {
        (void)verbus_conduct(bench.subscriber_bus);
        (void)bench_poll(&bench, 10);
    }
    CLAIM(bench.loss_cause == VERBUS_LOSS_RELAY_ENDED && bench.gaps == 0);
    while (bench.published < 20)
        CLAIM(bench_offer(&bench) >= 0);
    uint8_t *other = malloc(length);
    memcpy(other, log, length);
    other[32] ^= 1; /* the process */
    uint32_t checksum = verbus_crc32c(0, other, 448);
    memcpy(other + 448, &checksum, sizeof checksum);
    memset(other + 640, 0, 8);
    scratch_write(path, other, length);
    free(other);
    while (bench.delivered < 20) {
        (void)verbus_conduct(bench.subscriber_bus);
        (void)bench_poll(&bench, 10);
    }
    CLAIM(bench.events[VERBUS_BACK] == 1 && bench.events[VERBUS_STARTED] == 1 && bench.gaps == 0);
    CLAIM(munmap(log, length) == 0);
    bench_close(&bench);
}

static void wrong_arguments_are_refused_in_one_sentence(void)
{
    struct bench bench;
    struct verbus_error error;
    verbus_subscription *subscription = NULL;
    bench_open(&bench, long_ns);
    const struct verbus_subscription_settings wrong[] = {
        {.stream = "../x", .name = "reader"},
        {.stream = "", .name = "reader"},
        {.stream = "test"},
        {.stream = "test", .name = "reader", .policy = (enum verbus_policy)4},
        {.stream = "test", .name = "reader", .session_limit = 1025},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CLAIM(verbus_subscribe(bench.subscriber_bus, &wrong[i], &subscription, &error) == VERBUS_INVALID);
        CLAIM(subscription == NULL && strstr(error.text, "use ") != NULL);
    }
    verbus_bus *bus = NULL;
    struct verbus_bus_settings on_disk = {.directory = "/proc/verbus"};
    CLAIM(verbus_bus_open(&on_disk, &bus, &error) == VERBUS_PERMANENT && bus == NULL);
    CLAIM(strstr(error.text, "set VERBUS_DIR") != NULL);
    bench_close(&bench);
}

int main(void)
{
    every_policy_delivers_each_message();
    late_join_starts_where_it_is_asked();
    lapped_subscription_gets_each_message_or_a_gap();
    conflating_subscription_gets_the_newest_message();
    lapped_subscription_under_evict_loses_the_session();
    message_that_is_not_taken_comes_again();
    death_is_reported_after_all_messages_and_restart_after_that();
    silent_publisher_is_lost_until_it_is_back();
    publication_without_an_end_is_broken_off();
    log_removed_by_another_program_is_lost();
    missing_frames_of_a_relay_are_a_gap();
    ring_full_of_missing_frames_is_corrupt();
    session_continues_behind_another_relay();
    wrong_arguments_are_refused_in_one_sentence();
    return 0;
}
