/* A test ends at the first claim that fails. */
#ifndef VERBUS_TESTS_CHECK_H
#define VERBUS_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CLAIM(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: claim failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                      \
        }                                                                                 \
    } while (0)

#endif
