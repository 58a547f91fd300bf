/* A test ends with the first claim that does not hold. */
#ifndef VERBUS_TESTS_CHECK_H
#define VERBUS_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CLAIM(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

#endif
