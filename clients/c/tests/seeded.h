/* Random numbers of a test, from a printed seed: VERBUS_SEED of the environment, else the time. */
#ifndef VERBUS_TESTS_SEEDED_H
#define VERBUS_TESTS_SEEDED_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct seeded {
    uint64_t state;
};

static inline struct seeded seeded_begin(const char *test)
{
    const char *given = getenv("VERBUS_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    printf("%s: VERBUS_SEED=%" PRIu64 "\n", test, seed);
    fflush(stdout);
    return (struct seeded){seed};
}

/* splitmix64 */
static inline uint64_t seeded_next(struct seeded *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline uint64_t seeded_below(struct seeded *random, uint64_t bound)
{
    return seeded_next(random) % bound;
}

#endif
