/* Event channels of the connection manager. */
#include "cm.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

pthread_mutex_t cm = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; /* it moves queue pairs, and they close connections */

API struct rdma_event_channel *rdma_create_event_channel(void)
{
    struct channel *made = calloc(1, sizeof *made);

    devices_make();
    made->base.fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
    made->last = &made->first;
    return &made->base;
}

/* Connection requests that were not taken end with the channel. */
API void rdma_destroy_event_channel(struct rdma_event_channel *base)
{
    struct channel *channel = (struct channel *)base;

    pthread_mutex_lock(&cm);
    if (channel->endpoints > 0)
        violation("rdma_destroy_event_channel", "%d identifiers use the channel", channel->endpoints);
    while (channel->first != NULL)
        endpoint_release(ENDPOINT(channel->first->base.id));
    pthread_mutex_unlock(&cm);
    close(base->fd);
    free(channel);
}

struct cm_event *tell(struct endpoint *endpoint, enum rdma_cm_event_type type, int status, const void *data,
                      size_t length, size_t size)
{
    struct channel *channel = (struct channel *)endpoint->base.channel;
    struct cm_event *added = calloc(1, sizeof *added);
    uint64_t one = 1;

    added->base.id = &endpoint->base;
    added->base.event = type;
    added->base.status = status;
    if (length > 0)
        memcpy(added->data, data, length);
    if (size > 0) {
        added->base.param.conn.private_data = added->data;
        added->base.param.conn.private_data_len = (uint8_t)size;
    }
    *channel->last = added;
    channel->last = &added->next;
    if (write(channel->base.fd, &one, sizeof one) != sizeof one)
        abort();
    return added;
}

/* The count of the channel is then too high: a read finds no event, and reads again. */
static void unlink_event(struct channel *channel, struct cm_event **link)
{
    struct cm_event *event = *link;

    *link = event->next;
    if (channel->last == &event->next)
        channel->last = link;
    free(event);
}

void channel_purge(struct channel *channel, const struct endpoint *endpoint)
{
    struct cm_event **link = &channel->first;

    while (*link != NULL) {
        struct endpoint *child = (*link)->base.listen_id == &endpoint->base ? ENDPOINT((*link)->base.id) : NULL;

        if ((*link)->base.id == &endpoint->base) {
            unlink_event(channel, link);
        } else if (child != NULL) {
            endpoint_release(child);
            link = &channel->first; /* its events are removed */
        } else {
            link = &(*link)->next;
        }
    }
}

/* The library leads the queue pair of a connecting identifier to its last state, when the answer is taken. */
static void respond(struct endpoint *endpoint, struct cm_event *event)
{
    struct endpoint *peer = endpoint->peer;
    int status;

    if (endpoint->base.qp == NULL || peer == NULL)
        return; /* the application does it, and calls rdma_establish() */
    status = endpoint_move(endpoint, IBV_QPS_RTR);
    if (status == 0)
        status = endpoint_move(endpoint, IBV_QPS_RTS);
    event->base.event = status == 0 ? RDMA_CM_EVENT_ESTABLISHED : RDMA_CM_EVENT_CONNECT_ERROR;
    event->base.status = -status;
    if (status == 0) {
        endpoint->state = peer->state = CONNECTED;
        tell(peer, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, 0, 0);
    }
}

API int rdma_get_cm_event(struct rdma_event_channel *base, struct rdma_cm_event **event)
{
    struct channel *channel = (struct channel *)base;
    struct cm_event *taken;
    uint64_t one;

    if (read(base->fd, &one, sizeof one) != sizeof one)
        return -1; /* EAGAIN if the channel does not wait */
    pthread_mutex_lock(&cm);
    taken = channel->first;
    if (taken != NULL) {
        channel->first = taken->next;
        if (taken->next == NULL)
            channel->last = &channel->first;
        ENDPOINT(taken->base.id)->unacknowledged++;
        if (taken->base.event == RDMA_CM_EVENT_CONNECT_REQUEST)
            endpoint_give(ENDPOINT(taken->base.id));
        if (taken->base.event == RDMA_CM_EVENT_CONNECT_RESPONSE)
            respond(ENDPOINT(taken->base.id), taken);
    }
    pthread_mutex_unlock(&cm);
    if (taken == NULL)
        return rdma_get_cm_event(base, event);
    *event = &taken->base;
    return 0;
}

API int rdma_ack_cm_event(struct rdma_cm_event *event)
{
    pthread_mutex_lock(&cm);
    ENDPOINT(event->id)->unacknowledged--;
    pthread_mutex_unlock(&cm);
    free(event);
    return 0;
}
