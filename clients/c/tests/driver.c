/*
 * driver DIRECTORY: a publisher and a subscriber in C for the tests of other languages. Reads commands from standard
 * input, and answers each with one line:
 *
 *   publish STREAM CAPACITY TIMESTAMPS    "session ID"
 *   await READERS                         "ready", when so many subscriptions have joined
 *   offer COUNT                           "offered NUMBERS-SO-FAR", the messages of pattern.h, one number after another
 *   close                                 "closed", after the end of the session
 *   subscribe STREAM POLICY START         "subscribed"
 *   receive NUMBER                        "received ...", when the message with that number has arrived, or nothing can
 *   finish                                "finished ...", when the session has ended or is lost for good
 */
#include "commands.h"
#include "crc32c.h"
#include "pattern.h"

#include <inttypes.h>

struct driver {
    verbus_bus *bus;
    verbus_publication *publication;
    verbus_subscription *subscription;
    uint64_t published;
    uint64_t received;
    uint64_t missing;
    uint64_t next;      /* sequence that must come next */
    uint64_t last;      /* number of the newest message, after its start with 0: one more */
    uint64_t wrong;     /* messages with wrong bytes or an unexpected sequence */
    uint32_t headers;   /* checksum of sequences and timestamps */
    uint32_t payloads;  /* checksum of payloads */
    char end[64];
};

static void on_event(void *context, const struct verbus_event *event)
{
    struct driver *driver = context;
    switch (event->type) {
    case VERBUS_STARTED:
        driver->next = event->first;
        break;
    case VERBUS_GAP:
        driver->wrong += event->first != driver->next;
        driver->missing += event->next - event->first;
        driver->next = event->next;
        break;
    case VERBUS_ENDED:
        driver->wrong += event->next != driver->next;
        snprintf(driver->end, sizeof driver->end, "ended %" PRIu64, event->next);
        break;
    case VERBUS_LOST_SESSION:
        if (event->cause >= VERBUS_LOSS_DIED) /* for good */
            snprintf(driver->end, sizeof driver->end, "lost %d", event->cause);
        break;
    default:
        break;
    }
}

static enum verbus_action on_message(void *context, const struct verbus_message *message)
{
    struct driver *driver = context;
    const uint8_t *payload = message->payload;
    uint64_t number = 0;
    if (message->length >= 8)
        memcpy(&number, payload, 8);
    if (message->length < 8 || message->sequence != driver->next
        || !pattern_matches(number, payload + 8, message->length - 8))
        driver->wrong++;
    driver->next = message->sequence + message->frames;
    driver->last = number + 1;
    driver->received++;
    driver->headers = verbus_crc32c(driver->headers, &message->sequence, 8);
    driver->headers = verbus_crc32c(driver->headers, &message->published_ns, 8);
    driver->payloads = verbus_crc32c(driver->payloads, payload, message->length);
    return VERBUS_TAKEN;
}

static void print_tally(const struct driver *driver, const char *word)
{
    printf("%s %" PRIu64 " missing %" PRIu64 " wrong %" PRIu64 " headers %08" PRIx32 " payloads %08" PRIx32 " %s\n",
           word, driver->received, driver->missing, driver->wrong, driver->headers, driver->payloads, driver->end);
}

static void offer(struct driver *driver, uint64_t count)
{
    static uint8_t message[8 + PATTERN_LONG];
    for (uint64_t end = driver->published + count; driver->published < end;) {
        memcpy(message, &driver->published, 8);
        pattern_fill(driver->published, message + 8);
        int64_t sequence = verbus_offer(driver->publication, message, 8 + pattern_length(driver->published));
        if (sequence >= 0)
            driver->published++;
        else if (sequence != VERBUS_BACK_PRESSURED)
            commands_fail(verbus_status_name((int)sequence));
    }
}

static void publish(struct driver *driver, const char *line)
{
    char stream[121];
    unsigned long long capacity;
    int timestamps;
    struct verbus_error error;
    if (sscanf(line, "publish %120s %llu %d", stream, &capacity, &timestamps) != 3)
        commands_fail(line);
    struct verbus_publication_settings settings = {
        .stream = stream, .name = "c-feed", .capacity = capacity, .timestamps = timestamps != 0};
    if (verbus_publish(driver->bus, &settings, &driver->publication, &error) != VERBUS_OK)
        commands_fail(error.text);
    printf("session %016" PRIx64 "\n", verbus_publication_session(driver->publication)->id);
}

static void subscribe(struct driver *driver, const char *line)
{
    char stream[121];
    unsigned policy;
    unsigned start;
    struct verbus_error error;
    if (sscanf(line, "subscribe %120s %u %u", stream, &policy, &start) != 3)
        commands_fail(line);
    struct verbus_subscription_settings settings = {.stream = stream,
                                                    .name = "c-reader",
                                                    .policy = (enum verbus_policy)policy,
                                                    .start = (enum verbus_start)start,
                                                    .on_event = on_event,
                                                    .context = driver};
    if (verbus_subscribe(driver->bus, &settings, &driver->subscription, &error) != VERBUS_OK)
        commands_fail(error.text);
    printf("subscribed\n");
}

/* Polls until the message with a number has arrived, or the session is over. */
static void receive(struct driver *driver, uint64_t number)
{
    while (driver->last <= number && driver->end[0] == 0)
        (void)verbus_poll(driver->subscription, on_message, driver, 100);
}

static void execute(void *context, const char *line)
{
    struct driver *driver = context;
    uint64_t number = 0;
    const char *space = strchr(line, ' ');
    if (space != NULL)
        number = strtoull(space, NULL, 10);
    if (strncmp(line, "publish ", 8) == 0) {
        publish(driver, line);
    } else if (strncmp(line, "subscribe ", 10) == 0) {
        subscribe(driver, line);
    } else if (strncmp(line, "await ", 6) == 0) {
        while (verbus_subscribers(driver->publication) < number)
            verbus_idle(driver->publication);
        printf("ready\n");
    } else if (strncmp(line, "offer ", 6) == 0) {
        offer(driver, number);
        printf("offered %" PRIu64 "\n", driver->published);
    } else if (strcmp(line, "close") == 0) {
        verbus_publication_close(driver->publication);
        driver->publication = NULL;
        printf("closed\n");
    } else if (strncmp(line, "receive ", 8) == 0) {
        receive(driver, number);
        print_tally(driver, "received");
    } else if (strcmp(line, "finish") == 0) {
        receive(driver, UINT64_MAX - 1);
        print_tally(driver, "finished");
    } else {
        commands_fail(line);
    }
}

int main(int argc, char **argv)
{
    struct driver driver = {.bus = commands_open_bus(argc, argv, 1000000)};
    commands_run(execute, &driver);
    verbus_subscription_close(driver.subscription);
    verbus_publication_close(driver.publication);
    verbus_bus_close(driver.bus);
    return 0;
}
