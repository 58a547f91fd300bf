/* Publications of this host: claims, back pressure, eviction, refusals, dead readers, the close. */
#include "bench.h"
#include "bus.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static const int64_t long_ns = 10000000000;

static void claim_is_committed_shorter_or_aborted(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){.timestamps = true});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    size_t most = verbus_max_claim(bench.publication);
    CLAIM(most == 65536 / 16 - 24 && verbus_max_offer(bench.publication) == 65536 / 4);
    void *payload;
    static uint8_t zeros[65536];
    CLAIM(verbus_claim(bench.publication, most + 1, &payload) == VERBUS_INVALID);
    CLAIM(verbus_offer(bench.publication, zeros, 65536 / 4 + 1) == VERBUS_INVALID);
    CLAIM(verbus_commit(bench.publication, 0) == VERBUS_INVALID);
    for (uint64_t i = 0; i < 2000; i++) {
        CLAIM(verbus_claim(bench.publication, i % most, &payload) == VERBUS_OK);
        memset(payload, 0xff, i % most); /* stale bytes must not become frames */
        CLAIM(verbus_commit(bench.publication, i % most + 1) == VERBUS_INVALID);
        verbus_abort(bench.publication);
        CLAIM(verbus_commit(bench.publication, 0) == VERBUS_INVALID);
        CLAIM(verbus_claim(bench.publication, most, &payload) == VERBUS_OK);
        memset(payload, 0xff, most);
        bench.published = i;
        memcpy(payload, &i, 8);
        size_t length = i % 64 == 63 ? 0 : pattern_length(i);
        if (length > 0)
            pattern_fill(i, (uint8_t *)payload + 8);
        if (i % 64 == 63)
            verbus_abort(bench.publication);
        else
            CLAIM(verbus_commit(bench.publication, 8 + length) >= 0);
        bench.missing = 1; /* numbers without a message are not missing */
        bench_drain(&bench);
        CLAIM(i % 64 == 63 || bench.last_message == i);
    }
    CLAIM(bench.gaps == 0 && bench.delivered == 2000 - 2000 / 64);
    bench_close(&bench);
}

static void blocking_reader_delays_claims_and_loses_nothing(void)
{
    struct bench bench;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_BLOCK});
    bench_drain(&bench);
    bench_conduct(&bench); /* acknowledged */
    for (int round = 0; round < 100; round++) {
        int64_t sequence;
        while ((sequence = bench_offer(&bench)) >= 0)
            continue;
        CLAIM(sequence == VERBUS_BACK_PRESSURED);
        (void)bench_poll(&bench, 1 + round);
        bench_conduct(&bench);
    }
    bench_drain(&bench);
    CLAIM(bench.gaps == 0 && bench.delivered == bench.published && bench.delivered > 1000);
    CLAIM(bench.subscriber_events[VERBUS_SUBSCRIBER_EVICTED] == 0);
    bench_close(&bench);
}

static void blocking_reader_without_progress_is_evicted(void)
{
    for (int variant = 0; variant < 4; variant++) {
        bool reads = variant % 2 == 1;
        bool is_lapped = variant >= 2;
        struct bench bench;
        bench_open(&bench, 100000000);
        bench_publish(&bench, (struct verbus_publication_settings){0});
        bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_BLOCK});
        bench_conduct(&bench);
        bench_drain(&bench);
        bench_conduct(&bench);
        if (reads) {
            CLAIM(bench_offer(&bench) >= 0);
            bench_drain(&bench);
        }
        while (bench.subscriber_events[VERBUS_SUBSCRIBER_EVICTED] == 0) {
            (void)bench_offer(&bench);
            bench_conduct(&bench);
        }
        CLAIM(bench.subscriber_cause == VERBUS_EVICTION_NO_PROGRESS
              || (!reads && bench.subscriber_cause == VERBUS_EVICTION_NEVER_READ));
        uint64_t before = bench.published;
        while (is_lapped && bench.published < before + 3000) /* nothing delays it now */
            CLAIM(bench_offer(&bench) >= 0);
        bench_drain(&bench);
        CLAIM(bench.gaps == is_lapped && (!is_lapped || bench.gap_cause == VERBUS_GAP_EVICTED));
        CLAIM(bench.last_message == bench.published - 1);
        while (bench.subscriber_events[VERBUS_SUBSCRIBER_JOINED] < 2) { /* it has read, and requests again */
            bench_conduct(&bench);
            bench_drain(&bench);
        }
        bench_drain(&bench); /* in place again */
        while (bench_offer(&bench) >= 0)
            continue;
        bench_drain(&bench);
        CLAIM(bench.gaps == is_lapped && bench.last_message == bench.published - 1);
        bench_close(&bench);
    }
}

static void reader_that_may_not_block_is_refused(void)
{
    static const char *const others[] = {"recorder", "other"};
    static const char *const names[] = {"recorder", "reader"};
    for (int allowed = 0; allowed < 2; allowed++) {
        struct bench bench;
        bench_open(&bench, long_ns);
        bench_publish(&bench, (struct verbus_publication_settings){.blocking = VERBUS_BLOCKING_NAMES,
                                                                   .blocking_names = allowed ? names : others,
                                                                   .blocking_name_count = 2});
        bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_BLOCK});
        bench_drain(&bench);
        bench_conduct(&bench);
        bench_conduct(&bench);
        bench_drain(&bench);
        CLAIM(bench.events[VERBUS_REFUSED] == (allowed ? 0 : 1));
        CLAIM(bench.subscriber_events[VERBUS_SUBSCRIBER_REFUSED] == (allowed ? 0 : 1));
        while (bench.published < 3000 && bench_offer(&bench) >= 0)
            continue;
        CLAIM((bench.published < 3000) == (allowed != 0));
        bench_close(&bench);
    }
}

static void killed_reader_is_released(void)
{
    struct bench bench;
    int ready[2];
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    CLAIM(pipe(ready) == 0);
    pid_t child = fork();
    CLAIM(child >= 0);
    if (child == 0) {
        bench.subscriber_bus = bench_open_bus(&bench, long_ns);
        bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_BLOCK});
        CLAIM(write(ready[1], "", 1) == 1);
        for (;;)
            pause();
    }
    char byte;
    CLAIM(read(ready[0], &byte, 1) == 1);
    while (bench.subscriber_events[VERBUS_SUBSCRIBER_JOINED] == 0)
        bench_conduct(&bench);
    while (bench_offer(&bench) >= 0)
        continue;
    CLAIM(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
    while (bench.subscriber_events[VERBUS_SUBSCRIBER_LEFT] == 0)
        bench_conduct(&bench);
    CLAIM(bench.subscriber_cause == VERBUS_DEPARTURE_DIED);
    CLAIM(bench_offer(&bench) >= 0 && verbus_subscribers(bench.publication) == 0);
    close(ready[0]);
    close(ready[1]);
    bench_close(&bench);
}

/* A duty cycle that cannot list the directory is not the last one that looks for readers. */
static void reader_is_found_once_descriptors_are_free(void)
{
    struct bench bench;
    struct rlimit usual;
    bench_open(&bench, long_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = VERBUS_SKIP});
    CLAIM(getrlimit(RLIMIT_NOFILE, &usual) == 0);
    CLAIM(setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, usual.rlim_max}) == 0);
    for (int i = 0; i < 4; i++) { /* until the change of the directory is old */
        (void)verbus_conduct(bench.publisher_bus);
        bench.publisher_bus->clock_offset_ns -= 2000000000;
    }
    CLAIM(setrlimit(RLIMIT_NOFILE, &usual) == 0);
    (void)verbus_conduct(bench.publisher_bus);
    CLAIM(bench.subscriber_events[VERBUS_SUBSCRIBER_JOINED] == 1);
    bench_close(&bench);
}

static void *read_to_the_end(void *context)
{
    struct bench *bench = context;
    while (bench->events[VERBUS_ENDED] == 0)
        (void)bench_poll(bench, 7);
    return NULL;
}

/* Publisher, subscriber and a conductor on threads of their own. */
static void threads_of_their_own_deliver_each_message(void)
{
    for (int policy = VERBUS_BLOCK; policy <= VERBUS_SKIP; policy++) {
        struct bench bench;
        pthread_t reader;
        bench_open(&bench, long_ns);
        verbus_bus_close(bench.subscriber_bus);
        struct verbus_bus_settings threaded = {.directory = bench.directory, .own_thread = true,
                                               .duty_cycle_ns = 1000000};
        CLAIM(verbus_bus_open(&threaded, &bench.subscriber_bus, NULL) == VERBUS_OK);
        bench_publish(&bench, (struct verbus_publication_settings){.timestamps = true});
        bench_subscribe(&bench, (struct verbus_subscription_settings){.policy = (enum verbus_policy)policy});
        CLAIM(pthread_create(&reader, NULL, read_to_the_end, &bench) == 0);
        while (verbus_subscribers(bench.publication) == 0)
            (void)verbus_conduct(bench.publisher_bus);
        while (bench.published < (policy == VERBUS_SKIP ? 200000 : 50000))
            if (bench_offer(&bench) < 0)
                (void)verbus_conduct(bench.publisher_bus);
        verbus_publication_close(bench.publication);
        bench.publication = NULL;
        CLAIM(pthread_join(reader, NULL) == 0);
        CLAIM(policy == VERBUS_SKIP || (bench.gaps == 0 && bench.delivered == bench.published));
        bench_close(&bench);
    }
}

static void wrong_arguments_are_refused_in_one_sentence(void)
{
    struct bench bench;
    struct verbus_error error;
    verbus_publication *publication = NULL;
    bench_open(&bench, long_ns);
    const struct verbus_publication_settings wrong[] = {
        {.stream = ".x", .name = "feed"},
        {.stream = "test"},
        {.stream = "test", .name = "feed", .capacity = 65535},
        {.stream = "test", .name = "feed", .capacity = 32768},
        {.stream = "test", .name = "feed", .linger_ns = -1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CLAIM(verbus_publish(bench.publisher_bus, &wrong[i], &publication, &error) == VERBUS_INVALID);
        CLAIM(publication == NULL && strstr(error.text, "use ") != NULL);
    }
    bench_close(&bench);
}

int main(void)
{
    claim_is_committed_shorter_or_aborted();
    blocking_reader_delays_claims_and_loses_nothing();
    blocking_reader_without_progress_is_evicted();
    reader_that_may_not_block_is_refused();
    killed_reader_is_released();
    reader_is_found_once_descriptors_are_free();
    threads_of_their_own_deliver_each_message();
    wrong_arguments_are_refused_in_one_sentence();
    return 0;
}
