/* The messages of tests: length and bytes of each follow from its number. The Java tests compute the same. */
#ifndef VERBUS_TESTS_PATTERN_H
#define VERBUS_TESTS_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATTERN_LONG = 10000, PATTERN_EVERY = 64 };

/* Every 64th message is long: it takes several frames of a small log. */
static inline size_t pattern_length(uint64_t number)
{
    return number % PATTERN_EVERY == PATTERN_EVERY - 1 ? PATTERN_LONG : number * 37 % 211;
}

static inline uint8_t pattern_byte(uint64_t number, size_t index)
{
    return (uint8_t)(number * 31 + index);
}

static inline void pattern_fill(uint64_t number, uint8_t *payload)
{
    for (size_t i = 0; i < pattern_length(number); i++)
        payload[i] = pattern_byte(number, i);
}

static inline bool pattern_matches(uint64_t number, const uint8_t *payload, size_t length)
{
    if (length != pattern_length(number))
        return false;
    for (size_t i = 0; i < length; i++)
        if (payload[i] != pattern_byte(number, i))
            return false;
    return true;
}

#endif
