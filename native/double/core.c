/* What all files share: the lock, the counters, the clock, and the end by a violation. */
#include "fabric.h"

#include "profile.h"
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SPINS 200

struct spin_lock fabric;
struct counters counters;
_Thread_local long commands_here;
_Thread_local long waits_here;
bool allows_destruction;

void spin_acquire(struct spin_lock *lock)
{
    int spins = 0;

    while (atomic_exchange_explicit(&lock->held, 1, memory_order_acquire) != 0)
        while (atomic_load_explicit(&lock->held, memory_order_relaxed) != 0)
            if (++spins % SPINS == 0)
                sched_yield(); /* the holder may have no processor */
}

void spin_release(struct spin_lock *lock)
{
    atomic_store_explicit(&lock->held, 0, memory_order_release);
}

void violation(const char *call, const char *format, ...)
{
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "double: %s violates the specification: %s\n", call, text);
    fflush(stderr);
    abort();
}

uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

int command(const struct ibv_context *context, const char *call)
{
    context_require(context, call);
    counters.commands++;
    commands_here++;
    if (profile.command_us > 0)
        usleep(profile.command_us);
    return device_of(context)->removed && !profile.waits ? EIO : 0;
}

int command_to_destroy(const struct ibv_context *context, const char *call)
{
    int status = command(context, call);

    return status == EIO && allows_destruction && !profile.strict ? 0 : status;
}
