/*
 * A peer that writes anything into its files: into a log while it is read, into positions while they are awaited, into
 * a log before it is joined. No crash and no endless loop.
 */
#include "bench.h"
#include "seeded.h"

static const int64_t timeout_ns = 20000000;
static int rounds = 50; /* VERBUS_ROUNDS of the environment */

/* Mostly words that a header or a frame could have. */
static uint64_t hostile_word(struct seeded *random)
{
    switch (seeded_below(random, 6)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX >> seeded_below(random, 64);
    case 2:
        return (seeded_below(random, 5) << 32) | (seeded_below(random, 16) << 28) | seeded_below(random, 8192);
    case 3:
        return seeded_below(random, 1 << 20) & ~(uint64_t)31;
    case 4:
        return seeded_below(random, 4096);
    default:
        return seeded_next(random);
    }
}

static void mutate(struct seeded *random, uint8_t *memory, size_t length, size_t from)
{
    for (uint64_t changes = 1 + seeded_below(random, 40); changes > 0; changes--) {
        uint64_t word = hostile_word(random);
        size_t end = seeded_below(random, 2) == 0 && length > 8192 ? 8192 : length;
        memcpy(memory + from + seeded_below(random, (end - from) / 8) * 8, &word, 8);
    }
}

/* Reads every byte, and trusts none. */
static enum verbus_action read_bytes(void *context, const struct verbus_message *message)
{
    const uint8_t *payload = message->payload;
    uint64_t *sum = context;
    for (size_t i = 0; i < message->length; i++)
        *sum += payload[i];
    return message->sequence % 97 == 3 && *sum % 2 == 0 ? VERBUS_NOT_TAKEN : VERBUS_TAKEN;
}

static void ignore_event(void *context, const struct verbus_event *event)
{
    (void)context;
    CLAIM(event->session->stream[0] != 0 && event->description != NULL);
}

static char last_error[512];

static void keep_error(void *context, const struct verbus_error *error)
{
    (void)context;
    CLAIM(error->text[0] != 0);
    memcpy(last_error, error->text, sizeof last_error);
}

static void open_quietly(struct bench *bench)
{
    struct verbus_bus_settings settings = {.heartbeat_timeout_ns = timeout_ns,
                                           .progress_timeout_ns = timeout_ns,
                                           .on_error = keep_error};
    *bench = (struct bench){0};
    strcpy(bench->directory, "/dev/shm/verbus-c-test-XXXXXX");
    scratch_create(bench->directory);
    settings.directory = bench->directory;
    CLAIM(verbus_bus_open(&settings, &bench->publisher_bus, NULL) == VERBUS_OK);
    CLAIM(verbus_bus_open(&settings, &bench->subscriber_bus, NULL) == VERBUS_OK);
}

static void subscribe_quietly(struct bench *bench, struct seeded *random)
{
    struct verbus_subscription_settings settings = {
        .stream = "test",
        .name = "reader",
        .policy = (enum verbus_policy)seeded_below(random, 4),
        .start = (enum verbus_start)seeded_below(random, 3),
        .repair = (enum verbus_repair)seeded_below(random, 3),
        .start_sequence = seeded_below(random, 3000),
        .on_event = ignore_event,
    };
    CLAIM(verbus_subscribe(bench->subscriber_bus, &settings, &bench->subscription, NULL) == VERBUS_OK);
}

static void publish_some(struct bench *bench, struct seeded *random)
{
    for (uint64_t i = seeded_below(random, 3000); i > 0; i--)
        (void)bench_offer(bench);
}

static void close_quietly(struct bench *bench)
{
    verbus_subscription_close(bench->subscription);
    verbus_bus_close(bench->subscriber_bus);
    verbus_bus_close(bench->publisher_bus);
    scratch_remove(bench->directory);
}

static void hostile_log_is_lost_or_read(struct seeded *random)
{
    for (int round = 0; round < rounds; round++) {
        struct bench bench;
        size_t length;
        uint64_t sum = 0;
        open_quietly(&bench);
        bench_publish(&bench, (struct verbus_publication_settings){.timestamps = round % 2 == 0});
        bool is_before = seeded_below(random, 2) == 0;
        if (!is_before)
            subscribe_quietly(&bench, random);
        publish_some(&bench, random);
        uint8_t *log = bench_map_file(&bench, ".log", &length);
        mutate(random, log, length, seeded_below(random, 4) == 0 ? 0 : 512);
        if (is_before)
            subscribe_quietly(&bench, random);
        for (int i = 0; i < 60; i++) {
            (void)verbus_poll(bench.subscription, read_bytes, &sum, 100);
            if (seeded_below(random, 8) == 0)
                mutate(random, log, length, 512);
            if (seeded_below(random, 8) == 0)
                (void)verbus_conduct(bench.subscriber_bus);
        }
        (void)verbus_subscription_lag(bench.subscription);
        CLAIM(munmap(log, length) == 0);
        close_quietly(&bench);
    }
}

static void hostile_positions_do_not_stop_a_publisher(struct seeded *random)
{
    for (int round = 0; round < rounds; round++) {
        struct bench bench;
        size_t length;
        open_quietly(&bench);
        subscribe_quietly(&bench, random);
        uint8_t *positions = bench_map_file(&bench, ".positions", &length);
        if (seeded_below(random, 2) == 0)
            mutate(random, positions, length, 0);
        bench_publish(&bench, (struct verbus_publication_settings){0});
        for (int i = 0; i < 60; i++) {
            publish_some(&bench, random);
            mutate(random, positions, length, seeded_below(random, 4) == 0 ? 0 : 512);
            (void)verbus_conduct(bench.publisher_bus);
            if (seeded_below(random, 4) == 0)
                (void)verbus_conduct(bench.subscriber_bus);
        }
        CLAIM(munmap(positions, length) == 0);
        close_quietly(&bench);
    }
}

/* Each side names both versions, skips the file, and continues. */
static void files_of_another_layout_are_refused(struct seeded *random)
{
    static const uint32_t other = 99;
    static const char *const suffixes[] = {".log", ".positions"};
    for (int i = 0; i < 2; i++) {
        struct bench bench;
        size_t length;
        open_quietly(&bench);
        if (i == 0)
            bench_publish(&bench, (struct verbus_publication_settings){0});
        else
            subscribe_quietly(&bench, random);
        uint8_t *file = bench_map_file(&bench, suffixes[i], &length);
        memcpy(file + 8, &other, sizeof other);
        last_error[0] = 0;
        if (i == 0)
            subscribe_quietly(&bench, random);
        else
            bench_publish(&bench, (struct verbus_publication_settings){0});
        CLAIM(strstr(last_error, i == 0 ? "has log layout 99" : "has positions layout 99") != NULL);
        CLAIM(strstr(last_error, "reads layout 4: use the same release on both sides") != NULL);
        CLAIM(bench_offer(&bench) == 0 && bench_poll(&bench, 1) == 0);
        CLAIM(munmap(file, length) == 0);
        close_quietly(&bench);
    }
}

int main(void)
{
    struct seeded random = seeded_begin("hostile_test");
    if (getenv("VERBUS_ROUNDS") != NULL)
        rounds = atoi(getenv("VERBUS_ROUNDS"));
    hostile_log_is_lost_or_read(&random);
    hostile_positions_do_not_stop_a_publisher(&random);
    files_of_another_layout_are_refused(&random);
    return 0;
}
