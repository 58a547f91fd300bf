#include "control.h"

#include "cm.h"
#include "profile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The profile of a process that sets nothing itself. */
static __attribute__((constructor)) void start(void)
{
    const char *named = getenv("VERBUS_DOUBLE");

    if (named != NULL && !profile_apply(named)) {
        fprintf(stderr, "double: VERBUS_DOUBLE=%s has an unknown part: see the profiles in README.md\n", named);
        exit(1);
    }
}

/* Contexts of the connection manager on removed devices. */
static long stale_contexts(void)
{
    long stale = 0;

    spin_acquire(&fabric);
    for (struct device *device = all_devices; device != NULL; device = device->next)
        for (struct context *context = device->contexts; context != NULL && device->removed; context = context->next)
            stale += context->shared;
    spin_release(&fabric);
    return stale;
}

static long held(void)
{
    long found = 0;

    spin_acquire(&fabric);
    for (struct pair *pair = all_pairs; pair != NULL; pair = pair->next)
        found += pair->held_length > 0 && !pair->device->removed;
    spin_release(&fabric);
    return found;
}

static long count(const char *kind)
{
    const struct {
        const char *name;
        long value;
    } values[] = {
        {"pd", counters.domains},      {"mr", counters.regions},   {"cq", counters.queues},
        {"qp", counters.pairs},        {"id", counters.identifiers}, {"rnr", counters.not_ready},
        {"posts", counters.posts},     {"commands", counters.commands}, {"commands-here", commands_here},
        {"stale", stale_contexts()},   {"requests", counters.requests}, {"receives", counters.receives}, {"violations", 0},
        {"swapped", counters.swapped}, {"held", held()},
        {"waits", counters.waits},     {"waits-here", waits_here},
    };

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strcmp(kind, values[i].name) == 0)
            return values[i].value;
    return -EINVAL;
}

void device_remove(struct device *device)
{
    if (!profile.waits)
        device_report(device, IBV_EVENT_DEVICE_FATAL, NULL);
    device->removed = true;
    endpoints_lose(device);
}

static long fail_queues(struct device *device)
{
    long failed_queues = 0;

    spin_acquire(&fabric);
    for (struct pair *pair = all_pairs; pair != NULL; pair = pair->next)
        if (pair->device == device) {
            atomic_store(&((struct queue *)pair->base.send_cq)->failed, true);
            atomic_store(&((struct queue *)pair->base.recv_cq)->failed, true);
            failed_queues += 2;
        }
    spin_release(&fabric);
    return failed_queues;
}

static long report_queue(struct device *device)
{
    struct pair *newest = all_pairs;

    while (newest != NULL && newest->device != device)
        newest = newest->next;
    if (newest == NULL)
        return -ENOENT;
    device_report(device, IBV_EVENT_CQ_ERR, newest->base.recv_cq);
    return 0;
}

static long set_port(struct device *device, bool up)
{
    device->port_down = !up;
    device_report(device, up ? IBV_EVENT_PORT_ACTIVE : IBV_EVENT_PORT_ERR, NULL);
    return 0;
}

/* The removed device of a name. */
static long restore(const char *name)
{
    for (struct device *device = all_devices; device != NULL; device = device->next)
        if (strcmp(device->base.name, name) == 0) {
            if (!device->removed)
                return -EEXIST;
            device_restore(device);
            return 0;
        }
    return -ENODEV;
}

static long control_device(const char *verb, struct device *device, const char *value)
{
    if (device == NULL)
        return -ENODEV;
    if (strcmp(verb, "remove") == 0)
        device_remove(device);
    else if (strcmp(verb, "announce-removal") == 0)
        endpoints_lose(device);
    else if (strcmp(verb, "move-neighbours") == 0)
        endpoints_move(device);
    else if (strcmp(verb, "fail-queues") == 0)
        return fail_queues(device);
    else if (strcmp(verb, "report-queue") == 0)
        return report_queue(device);
    else if (strcmp(verb, "port") == 0)
        return set_port(device, strcmp(value, "up") == 0);
    else if (strcmp(verb, "refuse-open") == 0)
        device->refuses_open = atoi(value);
    else if (strcmp(verb, "refuse-query") == 0)
        device->refuses_query = atoi(value);
    else
        return -EINVAL;
    return 0;
}

API long double_control(const char *text)
{
    char verb[32] = "";
    char what[192] = "";
    char value[32] = "";

    if (sscanf(text, "%31s %191s %31s", verb, what, value) < 1)
        return -EINVAL;
    if (strcmp(verb, "profile") == 0)
        return profile_apply(what) ? 0 : -EINVAL;
    if (strcmp(verb, "replace") == 0) {
        devices_replace();
        return 0;
    }
    if (strcmp(verb, "count") == 0)
        return count(what);
    if (strcmp(verb, "fail-sends") == 0 || strcmp(verb, "fail-receives") == 0) {
        failing_errno = atoi(value);
        atomic_store(strcmp(verb, "fail-sends") == 0 ? &failing_sends : &failing_receives, atoi(what));
        return 0;
    }
    return strcmp(verb, "restore") == 0 ? restore(what) : control_device(verb, device_named(what), value);
}
