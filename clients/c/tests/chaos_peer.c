/*
 * chaos_peer SEED: a feed or a reader of the chaos test of bus-testkit, with the lines and commands of its classes
 * FeedProcess and ReaderProcess, and the messages of its class Payloads. It prints "spare", and its role is the next
 * line: FEED, or a kind of reader. The bus directory is that of the environment.
 */
#include "clock.h"
#include "seeded.h"
#include "verbus.h"

#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    CAPACITY = 65536,
    MAX_LENGTH = 4000,
    USUAL_LENGTH = 160,
    BURST = 200,
    LAST_BURST = 5000,
    LIMIT = 100,
    LINE = 1024,
    LARGEST_BLOCK = 1048576,
    DWELL_ONE_IN = 1000,
    NOT_TAKEN_ONE_IN = 20000,
};

static const int64_t dwell_ns = 2000000;
static const int64_t report_ns = 20000000;
static const int64_t retry_ns = 50000000;
static const int64_t exhausted_ns = 150000000; /* some duty cycles */
static const int64_t feed_rest_ns = 500000;
static const int64_t reader_rest_ns = 100000;

struct peer_process {
    struct seeded random;
    verbus_bus *bus;
    int64_t reported_ns;

    /* The feed. */
    verbus_publication *publication;
    uint64_t sequence;
    int64_t refused_ns;
    int64_t longest_ns;

    /* The reader. */
    bool is_holding;
    bool is_evicted;
    uint64_t run_session; /* messages without a gap between them, which are not printed yet */
    uint64_t run_first;
    uint64_t run_next;
    uint64_t session;     /* that began last */
    uint64_t next;        /* of it */
    bool has_news;
    bool is_torn;         /* a fault of a message, unless it is doubtful */
    uint64_t torn_session;
    uint64_t torn_sequence;
};

/* One line, also of several threads. */
__attribute__((format(printf, 1, 2))) static void print_line(const char *format, ...)
{
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    length = length < LINE - 2 ? length : LINE - 2;
    line[length++] = '\n';
    for (int done = 0; done < length;) {
        ssize_t written = write(STDOUT_FILENO, line + done, (size_t)(length - done));
        if (written < 0)
            exit(1); /* the test has ended */
        done += (int)written;
    }
}

static bool has_input(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

/* Waits for the next line, and ends with the test's process. */
static void read_line(char *line)
{
    if (fgets(line, LINE, stdin) == NULL)
        exit(1);
    line[strcspn(line, "\n")] = 0;
}

static void stay(void)
{
    char line[LINE];
    while (!has_input())
        continue; /* busy, as an application in its handler */
    read_line(line);
}

/* Pauses once in a thousand calls, so that a signal is likely to arrive here. */
static void dwell(struct peer_process *peer)
{
    if (seeded_below(&peer->random, DWELL_ONE_IN) == 0) {
        int64_t until_ns = verbus_now_ns(0) + (int64_t)seeded_below(&peer->random, (uint64_t)dwell_ns);
        while (verbus_now_ns(0) < until_ns)
            continue;
    }
}

static bool is_report_due(struct peer_process *peer)
{
    int64_t now_ns = verbus_now_ns(0);
    bool is_due = now_ns - peer->reported_ns >= report_ns;
    peer->reported_ns = is_due ? now_ns : peer->reported_ns;
    return is_due;
}

/* --- Messages. --- */

static uint64_t mix(uint64_t seed, uint64_t value)
{
    uint64_t mixed = seed + value * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static size_t length_of(uint64_t session, uint64_t sequence)
{
    uint64_t mixed = mix(session, sequence);
    uint64_t longest = (mixed & 63) == 0 ? MAX_LENGTH : USUAL_LENGTH;
    return (mixed >> 8) % (longest + 1);
}

static void encode(uint64_t session, uint64_t sequence, uint8_t *payload)
{
    size_t length = length_of(session, sequence);
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word = mix(session, (sequence << 25) + i);
        memcpy(payload + i, &word, sizeof word);
    }
    for (; i < length; i++)
        payload[i] = (uint8_t)mix(session, (sequence << 25) + i);
}

static bool is_whole(const struct verbus_message *message)
{
    uint8_t expected[MAX_LENGTH];
    if (message->length != length_of(message->session->id, message->sequence))
        return false;
    encode(message->session->id, message->sequence, expected);
    return memcmp(message->payload, expected, message->length) == 0;
}

/* --- The feed. --- */

static const char *const evictions[] = {"it blocked its publisher and read nothing for the timeout",
                                        "it blocked its publisher and has never read", "it was lapped under EVICT"};
static const char *const departures[] = {"it was closed", "its process died", "its file was removed"};

static void on_subscriber(void *context, const struct verbus_subscriber_event *event)
{
    (void)context;
    switch (event->type) {
    case VERBUS_SUBSCRIBER_JOINED:
        print_line("joined %s %" PRIu64, event->name, event->pid);
        break;
    case VERBUS_SUBSCRIBER_SILENT:
        print_line("silent %s %" PRIu64, event->name, event->pid);
        break;
    case VERBUS_SUBSCRIBER_BACK:
        print_line("back %s %" PRIu64, event->name, event->pid);
        break;
    case VERBUS_SUBSCRIBER_EVICTED:
        print_line("evicted %s %" PRIu64 " %s", event->name, event->pid, evictions[event->cause]);
        break;
    case VERBUS_SUBSCRIBER_LEFT:
        print_line("left %s %" PRIu64 " %s", event->name, event->pid, departures[event->cause]);
        break;
    case VERBUS_SUBSCRIBER_REFUSED:
        break;
    }
}

/* Claims the next message and writes it; false if the claim is refused. */
static bool claim(struct peer_process *peer)
{
    uint64_t session = verbus_publication_session(peer->publication)->id;
    void *payload;
    int status = verbus_claim(peer->publication, length_of(session, peer->sequence), &payload);
    if (status == VERBUS_OK)
        encode(session, peer->sequence, payload);
    else if (status != VERBUS_BACK_PRESSURED)
        print_line("fault a claim was answered by %s", verbus_status_name(status));
    return status == VERBUS_OK;
}

static void offer(struct peer_process *peer)
{
    for (int i = 0; i < BURST; i++) {
        int64_t now_ns = verbus_now_ns(0);
        if (!claim(peer)) {
            peer->refused_ns = peer->refused_ns == 0 ? now_ns : peer->refused_ns;
            return;
        }
        if (peer->refused_ns != 0 && now_ns - peer->refused_ns > peer->longest_ns) {
            peer->longest_ns = now_ns - peer->refused_ns;
            print_line("waited %" PRId64, peer->longest_ns / 1000000);
        }
        peer->refused_ns = 0;
        dwell(peer);
        size_t length = length_of(verbus_publication_session(peer->publication)->id, peer->sequence);
        if (verbus_commit(peer->publication, length) != (int64_t)peer->sequence)
            print_line("fault message %" PRIu64 " has another sequence", peer->sequence);
        peer->sequence++;
    }
}

static void publish(struct peer_process *peer)
{
    struct verbus_error error;
    struct verbus_publication_settings settings = {.stream = "s",
                                                   .name = "feed",
                                                   .capacity = CAPACITY,
                                                   .linger_ns = 60000000000,
                                                   .on_subscriber = on_subscriber};
    if (verbus_publish(peer->bus, &settings, &peer->publication, &error) != VERBUS_OK) {
        print_line("fault %s", error.text);
        exit(1);
    }
    uint64_t session = verbus_publication_session(peer->publication)->id;
    print_line("session %" PRIx64, session);
    char line[LINE] = "";
    while (strcmp(line, "end") != 0) {
        if (has_input()) {
            read_line(line);
            if (strcmp(line, "stay") == 0) {
                while (!claim(peer))
                    continue;
                print_line("holding %" PRIx64 " %" PRIu64, session, peer->sequence);
                stay();
            }
        }
        offer(peer);
        verbus_sleep_ns(feed_rest_ns);
        if (is_report_due(peer))
            print_line("at %" PRIx64 " %" PRIu64, session, peer->sequence);
    }
    uint64_t until = peer->sequence + LAST_BURST;
    while (peer->sequence < until)
        offer(peer);
    verbus_publication_close(peer->publication);
    print_line("closed %" PRIx64 " %" PRIu64, session, peer->sequence);
}

/* --- A reader. --- */

static void print_run(struct peer_process *peer)
{
    if (peer->run_next > peer->run_first)
        print_line("saw %" PRIx64 " %" PRIu64 " %" PRIu64, peer->run_session, peer->run_first, peer->run_next - 1);
    peer->run_first = peer->run_next;
}

static void print_torn(struct peer_process *peer)
{
    if (peer->is_torn)
        print_line("fault message %" PRIu64 " of %" PRIx64 " is torn", peer->torn_sequence, peer->torn_session);
    peer->is_torn = false;
}

static void on_event(void *context, const struct verbus_event *event)
{
    struct peer_process *peer = context;
    uint64_t session = event->session->id;
    print_run(peer);
    switch (event->type) {
    case VERBUS_STARTED:
        print_line("started %" PRIx64 " %" PRIu64, session, event->first);
        peer->session = session;
        peer->next = event->first;
        break;
    case VERBUS_RESTARTED:
        print_line("restarted %" PRIx64 " %" PRIx64, session, event->earlier->id);
        break;
    case VERBUS_GAP:
        print_line("gap %" PRIx64 " %" PRIu64 " %" PRIu64 " %s", session, event->first, event->next - 1,
                   event->description);
        break;
    case VERBUS_ENDED:
        print_line("ended %" PRIx64 " %" PRIu64, session, event->next);
        break;
    case VERBUS_LOST_SESSION:
        print_line("%s %" PRIx64 " %" PRIu64 " %" PRIu64 " %s", event->cause >= VERBUS_LOSS_DIED ? "dead" : "lost",
                   session, event->first, event->next, event->description);
        peer->is_evicted = peer->is_evicted || event->cause == VERBUS_LOSS_LAPPED;
        break;
    case VERBUS_BACK:
        print_line("back %" PRIx64 " %" PRIu64, session, event->first);
        break;
    case VERBUS_DOUBTFUL:
        if (peer->torn_session == session && peer->torn_sequence == event->first)
            peer->is_torn = false;
        print_line("doubtful %" PRIx64 " %" PRIu64, session, event->first);
        break;
    case VERBUS_REFUSED:
        break;
    }
}

static enum verbus_action on_message(void *context, const struct verbus_message *message)
{
    struct peer_process *peer = context;
    uint64_t session = message->session->id;
    if (peer->is_holding) {
        peer->is_holding = false;
        print_line("holding %" PRIx64 " %" PRIu64, session, message->sequence);
        stay();
    }
    dwell(peer);
    if (seeded_below(&peer->random, NOT_TAKEN_ONE_IN) == 0)
        return VERBUS_NOT_TAKEN;
    print_torn(peer);
    if (!is_whole(message)) {
        peer->is_torn = true;
        peer->torn_session = session;
        peer->torn_sequence = message->sequence;
    }
    if (session != peer->run_session || message->sequence != peer->run_next) {
        print_run(peer);
        peer->run_session = session;
        peer->run_first = message->sequence;
    }
    peer->run_next = message->sequence + message->frames;
    if (session == peer->session)
        peer->next = peer->run_next;
    peer->has_news = true;
    return VERBUS_TAKEN;
}

/* The settings of a kind of reader, or false if it needs Java. */
static bool describe(const char *kind, struct verbus_subscription_settings *settings)
{
    settings->copies = strcmp(kind, "COPIES") == 0;
    settings->repair = strcmp(kind, "REPAIR") == 0 ? VERBUS_REPAIR : VERBUS_REPAIR_DEFAULT;
    if (strcmp(kind, "BLOCK") == 0 || settings->copies)
        settings->policy = VERBUS_BLOCK;
    else if (strcmp(kind, "SKIP") == 0 || settings->repair == VERBUS_REPAIR)
        settings->policy = VERBUS_SKIP;
    else if (strcmp(kind, "CONFLATE") == 0)
        settings->policy = VERBUS_CONFLATE;
    else if (strcmp(kind, "EVICT") == 0)
        settings->policy = VERBUS_EVICT;
    else
        return false;
    return true;
}

/* Takes all memory for a while: allocations of the conductor fail. */
static void exhaust(void)
{
    struct rlimit usual;
    if (getrlimit(RLIMIT_AS, &usual) != 0 || setrlimit(RLIMIT_AS, &(struct rlimit){1, usual.rlim_max}) != 0)
        print_line("fault the limit of memory cannot be set");
    void **taken = NULL;
    size_t bytes = 0;
    for (size_t length = LARGEST_BLOCK; length >= sizeof taken;) {
        void **more = malloc(length);
        if (more == NULL) {
            length /= 2;
        } else {
            *more = taken;
            taken = more;
            bytes += length;
        }
    }
    int64_t until_ns = verbus_now_ns(0) + exhausted_ns;
    while (verbus_now_ns(0) < until_ns)
        continue;
    while (taken != NULL) {
        void **next = *taken;
        free(taken);
        taken = next;
    }
    (void)setrlimit(RLIMIT_AS, &usual);
    print_line("exhausted its heap of %zu bytes", bytes);
}

/* Whether to try again: while shared memory has no room. */
static bool is_without_room(int status, const struct verbus_error *error, bool *is_reported)
{
    if (status == VERBUS_OK)
        return false;
    if (status != VERBUS_NO_ROOM) {
        print_line("fault %s", error->text);
        exit(1);
    }
    if (!*is_reported)
        print_line("refused no room for it: %s", error->text);
    *is_reported = true;
    verbus_sleep_ns(retry_ns);
    return true;
}

/* Reads until the test ends it or it is evicted; returns whether the test has ended it. */
static bool read_stream(struct peer_process *peer, const char *kind, const char *name)
{
    verbus_subscription *subscription;
    struct verbus_subscription_settings settings = {.stream = "s", .name = name, .on_event = on_event, .context = peer};
    struct verbus_error error;
    char line[LINE] = "";
    bool is_reported = false;
    if (!describe(kind, &settings)) {
        print_line("fault there is no reader %s in C", kind);
        exit(1);
    }
    while (is_without_room(verbus_subscribe(peer->bus, &settings, &subscription, &error), &error, &is_reported))
        continue;
    while (strcmp(line, "end") != 0 && !peer->is_evicted) {
        if (has_input()) {
            read_line(line);
            if (strcmp(line, "exhaust") == 0)
                exhaust();
            peer->is_holding = peer->is_holding || strcmp(line, "stay") == 0;
        }
        if (verbus_poll(subscription, on_message, peer, LIMIT) == 0)
            verbus_sleep_ns(reader_rest_ns);
        print_torn(peer); /* a doubtful message was reported by the same poll */
        if (is_report_due(peer) && peer->has_news) {
            peer->has_news = false;
            print_line("at %" PRIx64 " %" PRIu64, peer->session, peer->next);
        }
    }
    print_run(peer);
    verbus_subscription_close(subscription);
    peer->is_evicted = false;
    return strcmp(line, "end") == 0;
}

/* An evicted reader joins again, under another name. */
static void run_reader(struct peer_process *peer, const char *kind)
{
    char name[LINE + 16];
    (void)snprintf(name, sizeof name, "%s", kind);
    for (unsigned again = 1; !read_stream(peer, kind, name); again++) {
        (void)snprintf(name, sizeof name, "%s.%u", kind, again);
        print_line("again %s", name);
    }
}

static void on_error(void *context, const struct verbus_error *error)
{
    (void)context;
    print_line("error %s", error->text);
}

int main(int argc, char **argv)
{
    struct peer_process peer = {0};
    struct verbus_error error;
    char role[LINE];
    bool is_reported = false;
    if (argc != 2) {
        fprintf(stderr, "usage: chaos_peer SEED\n");
        return 2;
    }
    peer.random.state = strtoull(argv[1], NULL, 10);
    (void)setvbuf(stdin, NULL, _IONBF, 0); /* as poll(2) sees it */
    print_line("spare");
    read_line(role);
    struct verbus_bus_settings settings = {
        .heartbeat_timeout_ns = 250000000, .progress_timeout_ns = 1000000000, .own_thread = true, .on_error = on_error};
    while (is_without_room(verbus_bus_open(&settings, &peer.bus, &error), &error, &is_reported))
        continue;
    if (strcmp(role, "FEED") == 0)
        publish(&peer);
    else
        run_reader(&peer, role);
    verbus_bus_close(peer.bus);
    print_line("bye");
    return 0;
}
