/* A process for the tests of other languages: it executes the lines of its standard input, which answer by lines. */
#ifndef VERBUS_TESTS_COMMANDS_H
#define VERBUS_TESTS_COMMANDS_H

#include "verbus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void commands_fail(const char *text)
{
    printf("failed: %s\n", text);
    fflush(stdout);
    exit(1);
}

/* The bus of the directory that is the only argument, with a conductor of its own. */
static inline verbus_bus *commands_open_bus(int argc, char **argv, int64_t duty_cycle_ns)
{
    struct verbus_error error;
    verbus_bus *bus = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        exit(2);
    }
    struct verbus_bus_settings settings = {.directory = argv[1], .own_thread = true, .duty_cycle_ns = duty_cycle_ns};
    if (verbus_bus_open(&settings, &bus, &error) != VERBUS_OK)
        commands_fail(error.text);
    return bus;
}

/* Executes each line until the input ends. */
static inline void commands_run(void (*execute)(void *context, const char *line), void *context)
{
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        execute(context, line);
        fflush(stdout);
    }
}

#endif
