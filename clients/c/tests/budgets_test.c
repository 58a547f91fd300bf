/*
 * Readers that block and do not read, or read a little, and come again under the same name: seeded histories in which
 * the clock of the publisher advances by steps. A name blocks claims without reading for a second at most, whatever
 * number of readers it has, and a reader is refused only if its name has blocked. VERBUS_SEED repeats the choices,
 * VERBUS_ROUNDS is the number of steps.
 */
#include "bench.h"
#include "bus.h"
#include "seeded.h"

enum { NAMES = 3, USUAL_ROUNDS = 4000, STEPS_OF_DELAY = 2 };

static const int64_t progress_timeout_ns = 10000000000;
static const int64_t first_read_ns = 1000000000;
static const int64_t step_ns = 100000000;
static const char *const names[NAMES] = {"a", "b", "c"};

struct account {
    int64_t spent_ns;    /* blocked, less what reading has repaid; real time is not counted, so less than the budget */
    bool has_blocked;    /* since all was repaid */
    int64_t life_ns;     /* blocked by the present reader before its first message */
    int64_t allowed_ns;  /* of that */
};

static struct bench bench;
static struct account accounts[NAMES];
static int present;      /* the name of the reader; -1 without one */

/* Reports events, and reads nothing. */
static void look(void)
{
    bench.stops = true;
    (void)bench_poll(&bench, 1);
    bench.stops = false;
}

static void open_reader(int name)
{
    struct account *account = &accounts[name];
    present = name;
    bench.delivered = bench.missing = bench.last_message = 0;
    bench.events[VERBUS_REFUSED] = 0;
    account->life_ns = 0;
    account->allowed_ns = account->spent_ns < first_read_ns ? first_read_ns - account->spent_ns : 0;
    struct verbus_subscription_settings settings = {.stream = "test",
                                                    .name = names[name],
                                                    .policy = VERBUS_BLOCK,
                                                    .copies = true,
                                                    .on_event = bench_on_event,
                                                    .context = &bench};
    CLAIM(verbus_subscribe(bench.subscriber_bus, &settings, &bench.subscription, NULL) == VERBUS_OK);
    look();
    bench_conduct(&bench);
    bench_conduct(&bench);
    look(); /* it knows whether it is refused */
    CLAIM(bench.events[VERBUS_REFUSED] == 0 || account->has_blocked);
}

static void close_reader(void)
{
    verbus_subscription_close(bench.subscription);
    bench.subscription = NULL;
    present = -1;
    bench_conduct(&bench);
}

/* Publishes until a reader blocks that, or more than a lap. */
static bool fill(void)
{
    for (int i = 0; i < 3000; i++)
        if (bench_offer(&bench) < 0)
            return true;
    return false;
}

/* Time passes while claims are refused, or are not. */
static void pass_time(void)
{
    bool is_blocked = fill();
    bench.publisher_bus->clock_offset_ns -= step_ns;
    (void)bench_offer(&bench);
    bench_conduct(&bench);
    if (!is_blocked)
        return;
    CLAIM(present >= 0);
    struct account *account = &accounts[present];
    account->has_blocked = true;
    account->spent_ns += step_ns;
    if (account->spent_ns > progress_timeout_ns)
        account->spent_ns = progress_timeout_ns;
    if (bench.delivered == 0) {
        account->life_ns += step_ns;
        CLAIM(account->life_ns <= account->allowed_ns + STEPS_OF_DELAY * step_ns);
    }
}

/* Reads some messages, or all; a whole log repays all. */
static void read_some(int limit)
{
    struct account *account = &accounts[present];
    uint64_t lag = verbus_subscription_lag(bench.subscription);
    int count = bench_poll(&bench, limit);
    look();
    bench_conduct(&bench);
    uint64_t left = verbus_subscription_lag(bench.subscription);
    if (count > 0 && left < lag)
        account->spent_ns -= (int64_t)((double)(lag - left) / 65536 * (double)progress_timeout_ns);
    account->spent_ns = account->spent_ns < 0 ? 0 : account->spent_ns;
}

/* Reads in place until much more than a log has passed: what the name has blocked is repaid. */
static void repay(void)
{
    for (int laps = 0; laps < 4; laps++) {
        for (int i = 0; i < 300; i++) {
            (void)bench_offer(&bench);
            (void)bench_poll(&bench, 10);
        }
        bench_drain(&bench);
        bench_conduct(&bench);
        bench_drain(&bench);
    }
    accounts[present].spent_ns = 0;
    accounts[present].has_blocked = false;
}

int main(void)
{
    struct seeded random = seeded_begin("budgets");
    const char *given = getenv("VERBUS_ROUNDS");
    long rounds = given != NULL ? strtol(given, NULL, 10) : USUAL_ROUNDS;
    unsigned refusals = 0;
    bench_open(&bench, progress_timeout_ns);
    bench_publish(&bench, (struct verbus_publication_settings){0});
    present = -1;
    for (long i = 0; i < rounds; i++) {
        if (present < 0) {
            open_reader((int)seeded_below(&random, NAMES));
            refusals += bench.events[VERBUS_REFUSED] > 0;
            continue;
        }
        switch (seeded_below(&random, 16)) {
        case 0:
        case 1:
        case 2:
            close_reader();
            break;
        case 3:
            read_some(1 + (int)seeded_below(&random, 100));
            break;
        case 4:
            if (seeded_below(&random, 4) == 0)
                repay();
            break;
        default:
            pass_time();
            break;
        }
    }
    printf("budgets: %u readers refused, %" PRIu64 " evicted\n", refusals,
           bench.subscriber_events[VERBUS_SUBSCRIBER_EVICTED]);
    CLAIM(refusals > 0 && bench.subscriber_events[VERBUS_SUBSCRIBER_EVICTED] > 0);
    bench_close(&bench);
    return 0;
}
