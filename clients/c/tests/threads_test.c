/*
 * Publications and subscriptions of several threads at full rate, each with the conductor's thread of its bus: sessions
 * that end or break off, readers of each policy that come and go, and readers that stay at the oldest message, where
 * the publisher laps them while they copy. VERBUS_SEED repeats the choices, VERBUS_ROUNDS is the number of sessions.
 */
#include "bench.h"
#include "clock.h"
#include "seeded.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST_WORDS = 500, LONG_WORDS = 1500 };

enum { READERS = 3, USUAL_ROUNDS = 16, MOST_MESSAGES = 200000, MOST_OF_A_LIFE = 30000, BURST = 512, CAPACITY = 65536 };

static const int64_t rest_ns = 100000;

struct reader_thread {
    struct bench bench;
    struct seeded random;
    pthread_t thread;
    bool is_torn; /* a message with wrong bytes, which must be reported as doubtful */
    uint64_t torn;
    uint64_t gaps;
    uint64_t messages;
};

static atomic_bool is_over;

/* Each word of a message is its number. Some messages take several frames. */
static size_t words_of(uint64_t number)
{
    return number % 256 == 255 ? LONG_WORDS : 1 + number * 37 % (number % 4 == 0 ? MOST_WORDS : 20);
}

static bool is_whole(const uint64_t *words, size_t length)
{
    if (length != 8 * words_of(words[0]))
        return false;
    for (size_t i = 1; i < length / 8; i++)
        if (words[i] != words[0])
            return false;
    return true;
}

static bool offer(struct bench *bench)
{
    uint64_t words[LONG_WORDS];
    size_t count = words_of(bench->published);
    for (size_t i = 0; i < count; i++)
        words[i] = bench->published;
    bool is_refused = verbus_offer(bench->publication, words, 8 * count) < 0;
    bench->published += !is_refused;
    return !is_refused;
}

static void on_event(void *context, const struct verbus_event *event)
{
    struct reader_thread *reader = context;
    bench_on_event(&reader->bench, event);
    if (event->type == VERBUS_STARTED)
        reader->bench.delivered = 0; /* the numbers of a session begin anywhere */
    if (event->type == VERBUS_DOUBTFUL && event->first == reader->torn)
        reader->is_torn = false;
    reader->gaps += event->type == VERBUS_GAP;
}

static enum verbus_action on_message(void *context, const struct verbus_message *message)
{
    struct reader_thread *reader = context;
    struct bench *bench = &reader->bench;
    CLAIM(!reader->is_torn);
    CLAIM(message->session->id == bench->session && message->sequence == bench->next);
    const uint64_t *words = message->payload;
    reader->is_torn = message->length < 8 || !is_whole(words, message->length);
    reader->torn = message->sequence;
    CLAIM(reader->is_torn || bench->delivered == 0 || words[0] > bench->last_message);
    bench->last_message = reader->is_torn ? bench->last_message : words[0];
    bench->next = message->sequence + message->frames;
    bench->delivered++;
    reader->messages++;
    return VERBUS_TAKEN;
}

/* One subscription, from its begin to its close. */
static void live(struct reader_thread *reader)
{
    struct verbus_subscription_settings settings = {
        .stream = "test",
        .name = "reader",
        .policy = (enum verbus_policy)seeded_below(&reader->random, 4),
        .repair = (enum verbus_repair)seeded_below(&reader->random, 3),
        .start = (enum verbus_start)seeded_below(&reader->random, 2),
        .copies = seeded_below(&reader->random, 2) == 0,
        .on_event = on_event,
        .context = reader,
    };
    struct bench *bench = &reader->bench;
    bench->delivered = bench->missing = bench->last_message = 0;
    CLAIM(verbus_subscribe(bench->subscriber_bus, &settings, &bench->subscription, NULL) == VERBUS_OK);
    bool is_slow = seeded_below(&reader->random, 4) == 0;
    uint64_t until = reader->messages + seeded_below(&reader->random, MOST_OF_A_LIFE);
    while (reader->messages < until && !atomic_load(&is_over)) {
        int count = verbus_poll(bench->subscription, on_message, reader, 1 + (int)seeded_below(&reader->random, 200));
        CLAIM(count >= 0 && !reader->is_torn);
        if (count == 0 || is_slow)
            verbus_sleep_ns(rest_ns);
    }
    verbus_subscription_close(bench->subscription);
}

static void *read_until_over(void *context)
{
    while (!atomic_load(&is_over))
        live(context);
    return NULL;
}

static verbus_bus *open_bus(const char *directory)
{
    struct verbus_bus_settings settings = {
        .directory = directory, .own_thread = true, .duty_cycle_ns = 1000000, .on_error = bench_on_error};
    verbus_bus *bus;
    CLAIM(verbus_bus_open(&settings, &bus, NULL) == VERBUS_OK);
    return bus;
}

/* One session, which ends or breaks off. */
static void publish_session(struct bench *bench, struct seeded *random)
{
    bench_publish(bench, (struct verbus_publication_settings){.capacity = CAPACITY,
                                                              .timestamps = seeded_below(random, 2) == 0});
    bool has_pauses = seeded_below(random, 4) != 0;
    for (uint64_t end = bench->published + seeded_below(random, MOST_MESSAGES); bench->published < end;) {
        bool is_refused = !offer(bench);
        if (is_refused)
            verbus_idle(bench->publication);
        if (is_refused || (has_pauses && seeded_below(random, BURST) == 0))
            verbus_sleep_ns(rest_ns);
    }
    if (seeded_below(random, 2) == 0) {
        verbus_publication_close(bench->publication);
    } else {
        verbus_bus_close(bench->publisher_bus);
        bench->publisher_bus = open_bus(bench->directory);
    }
    bench->publication = NULL;
}

int main(void)
{
    static struct reader_thread readers[READERS];
    static struct bench bench;
    struct seeded random = seeded_begin("threads");
    const char *rounds = getenv("VERBUS_ROUNDS");
    bench_open(&bench, 0);
    verbus_bus_close(bench.publisher_bus);
    verbus_bus_close(bench.subscriber_bus);
    bench.publisher_bus = open_bus(bench.directory);
    bench.subscriber_bus = open_bus(bench.directory); /* of all readers */
    for (int i = 0; i < READERS; i++) {
        readers[i].bench.subscriber_bus = bench.subscriber_bus;
        readers[i].random.state = seeded_next(&random);
        CLAIM(pthread_create(&readers[i].thread, NULL, read_until_over, &readers[i]) == 0);
    }
    for (long left = rounds != NULL ? strtol(rounds, NULL, 10) : USUAL_ROUNDS; left > 0; left--)
        publish_session(&bench, &random);
    atomic_store(&is_over, true);
    for (int i = 0; i < READERS; i++) {
        CLAIM(pthread_join(readers[i].thread, NULL) == 0);
        printf("threads: a reader got %" PRIu64 " messages of %" PRIu64 ", with %" PRIu64 " gaps\n",
               readers[i].messages, bench.published, readers[i].gaps);
    }
    bench_close(&bench);
    return 0;
}
