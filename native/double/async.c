/* Asynchronous events of devices, and their end when a device is removed. */
#include "fabric.h"

#include "profile.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void add(struct context *context, enum ibv_event_type type, void *element)
{
    struct async_event *added = calloc(1, sizeof *added);
    uint64_t one = 1;

    added->base.event_type = type;
    added->base.element.qp = element;
    if (element == NULL)
        added->base.element.port_num = PORT;
    *context->last = added;
    context->last = &added->next;
    if (write(context->base.async_fd, &one, sizeof one) != sizeof one)
        abort();
}

void device_report(struct device *device, enum ibv_event_type type, void *element)
{
    spin_acquire(&fabric);
    for (struct context *context = device->contexts; context != NULL; context = context->next)
        add(context, type, element);
    spin_release(&fabric);
}

/* After the removal of a device, reads of its events fail, also where they would have waited. */
API int ibv_get_async_event(struct ibv_context *base, struct ibv_async_event *event)
{
    struct context *context = (struct context *)base;
    struct async_event *taken;
    uint64_t one;

    context_require(base, "ibv_get_async_event");
    spin_acquire(&fabric);
    taken = context->first;
    if (taken == NULL && context->device->removed && !profile.waits) {
        spin_release(&fabric);
        errno = EIO;
        return -1;
    }
    if (taken != NULL) {
        context->first = taken->next;
        if (taken->next == NULL)
            context->last = &context->first;
    }
    spin_release(&fabric);
    if (read(context->base.async_fd, &one, sizeof one) != sizeof one)
        return -1; /* EAGAIN, or the device was closed while the call waited */
    if (taken == NULL)
        return ibv_get_async_event(base, event);
    *event = taken->base;
    free(taken);
    return 0;
}

API void ibv_ack_async_event(struct ibv_async_event *event)
{
    (void)event;
}
