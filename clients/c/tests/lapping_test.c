/*
 * A publisher laps its reader at any point: between two polls, in the handler, and in the middle of a copy, because
 * this test replaces memcpy(). Each message is delivered whole and in order, or is in a gap. VERBUS_SEED repeats the
 * choices, VERBUS_ROUNDS is the number of polls.
 */
#include "bench.h"
#include "seeded.h"

enum { USUAL_ROUNDS = 3000, MOST_MESSAGES = 700, ONE_IN = 16 };

static struct bench bench;
static struct seeded random_choice;
static bool is_polling;
static uint64_t inside; /* laps in the middle of a copy */

void *__real_memcpy(void *restrict to, const void *restrict from, size_t length);
void *__wrap_memcpy(void *restrict to, const void *restrict from, size_t length);

static void publish_some(void)
{
    for (uint64_t i = seeded_below(&random_choice, MOST_MESSAGES); i > 0; i--)
        CLAIM(bench_offer(&bench) >= 0);
}

void *__wrap_memcpy(void *restrict to, const void *restrict from, size_t length)
{
    if (is_polling && seeded_below(&random_choice, ONE_IN) == 0) {
        size_t before = seeded_below(&random_choice, length + 1);
        is_polling = false;
        (void)__real_memcpy(to, from, before);
        publish_some();
        (void)__real_memcpy((uint8_t *)to + before, (const uint8_t *)from + before, length - before);
        is_polling = true;
        inside++;
        return to;
    }
    return __real_memcpy(to, from, length);
}

static enum verbus_action on_message(void *context, const struct verbus_message *message)
{
    is_polling = false;
    enum verbus_action action = bench_on_message(context, message);
    if (seeded_below(&random_choice, ONE_IN) == 0)
        publish_some();
    is_polling = true;
    return action;
}

int main(void)
{
    random_choice = seeded_begin("lapping");
    const char *given = getenv("VERBUS_ROUNDS");
    long rounds = given != NULL ? strtol(given, NULL, 10) : USUAL_ROUNDS;
    for (int policy = VERBUS_SKIP; policy <= VERBUS_CONFLATE; policy++) {
        for (int repair = VERBUS_REPAIR; repair <= VERBUS_REPORT; repair++) {
            bench_open(&bench, 0);
            bench_publish(&bench, (struct verbus_publication_settings){.timestamps = repair == VERBUS_REPAIR});
            bench_subscribe(&bench, (struct verbus_subscription_settings){
                                        .policy = (enum verbus_policy)policy, .repair = (enum verbus_repair)repair});
            inside = 0;
            for (long i = 0; i < rounds; i++) {
                publish_some();
                is_polling = true;
                (void)verbus_poll(bench.subscription, on_message, &bench, 1 + (int)seeded_below(&random_choice, 400));
                is_polling = false;
            }
            bench_drain(&bench);
            CLAIM(bench.last_message == bench.published - 1);
            CLAIM(inside > 0 && bench.gaps > 0 && bench.delivered > 0);
            printf("lapping: policy %d, repair %d: %" PRIu64 " messages, %" PRIu64 " gaps, %" PRIu64
                   " times inside a copy\n", policy, repair, bench.delivered, bench.gaps, inside);
            bench_close(&bench);
        }
    }
    return 0;
}
