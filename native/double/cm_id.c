/* Identifiers of the connection manager: creation, addresses, options, and their end. */
#include "cm.h"

#include "profile.h"
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PORT 30000
#define ACK_TIMEOUT 18 /* 1 s, what the kernel derives from an Ethernet path */

struct endpoint *all_endpoints;

static uint16_t last_port = FIRST_PORT;

struct endpoint *endpoint_make(struct rdma_event_channel *channel)
{
    struct endpoint *made = calloc(1, sizeof *made);

    made->base.channel = channel;
    made->base.ps = RDMA_PS_TCP;
    made->base.qp_type = IBV_QPT_RC;
    made->ack_timeout = ACK_TIMEOUT;
    made->next = all_endpoints;
    all_endpoints = made;
    return made;
}

void endpoint_give(struct endpoint *endpoint)
{
    ((struct channel *)endpoint->base.channel)->endpoints++;
    counters.identifiers++;
}

static bool is_used(const struct device *device)
{
    const struct endpoint *endpoint = all_endpoints;

    while (endpoint != NULL && endpoint->device != device)
        endpoint = endpoint->next;
    return endpoint != NULL;
}

static void detach(struct endpoint *endpoint)
{
    if (endpoint->device != NULL && endpoint->device->forgotten && !is_used(endpoint->device))
        device_close_shared_context(endpoint->device);
}

/* Compares the devices with those that are there, as the connection manager does when it meets a new one. */
static void forget_removed(void)
{
    for (struct device *device = all_devices; device != NULL; device = device->next)
        if (device->removed && !device->forgotten) {
            device->forgotten = true;
            if (!is_used(device))
                device_close_shared_context(device);
        }
}

API struct ibv_context **rdma_get_devices(int *count)
{
    struct ibv_context **list;
    int found = 0;

    devices_make();
    pthread_mutex_lock(&cm);
    forget_removed();
    for (struct device *device = all_devices; device != NULL; device = device->next)
        found += !device->removed;
    list = calloc((size_t)found + 1, sizeof *list);
    found = 0;
    for (struct device *device = all_devices; device != NULL; device = device->next)
        if (!device->removed)
            list[found++] = &device_shared_context(device)->base;
    pthread_mutex_unlock(&cm);
    if (count != NULL)
        *count = found;
    return list;
}

API void rdma_free_devices(struct ibv_context **list)
{
    free(list);
}

void endpoint_release(struct endpoint *endpoint)
{
    struct endpoint **link = &all_endpoints;

    while (*link != endpoint)
        link = &(*link)->next;
    *link = endpoint->next;
    endpoint_part(endpoint);
    channel_purge((struct channel *)endpoint->base.channel, endpoint);
    detach(endpoint);
    free(endpoint);
}

API int rdma_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id, void *context,
                       enum rdma_port_space space)
{
    struct rdma_event_channel *own = NULL;
    struct endpoint *made;

    if (space != RDMA_PS_TCP)
        violation("rdma_create_id", "the double has RDMA_PS_TCP only");
    if (channel == NULL)
        own = rdma_create_event_channel();
    pthread_mutex_lock(&cm);
    made = endpoint_make(channel == NULL ? own : channel);
    made->synchronous = channel == NULL;
    made->base.context = context;
    endpoint_give(made);
    pthread_mutex_unlock(&cm);
    *id = &made->base;
    return 0;
}

API int rdma_destroy_id(struct rdma_cm_id *id)
{
    struct rdma_event_channel *own;
    struct endpoint *endpoint;

    endpoint_await_answer(id, NULL);
    pthread_mutex_lock(&cm);
    endpoint = all_endpoints;
    while (endpoint != NULL && &endpoint->base != id)
        endpoint = endpoint->next;
    if (endpoint == NULL)
        violation("rdma_destroy_id", "the identifier is already destroyed");
    if (endpoint->unacknowledged > 0)
        violation("rdma_destroy_id", "it would wait for ever for %d events to be acknowledged",
                  endpoint->unacknowledged);
    if (id->qp != NULL)
        violation("rdma_destroy_id", "the identifier still has a queue pair");
    own = endpoint->synchronous ? id->channel : NULL;
    ((struct channel *)id->channel)->endpoints--;
    counters.identifiers--;
    endpoint_release(endpoint);
    pthread_mutex_unlock(&cm);
    if (own != NULL)
        rdma_destroy_event_channel(own);
    return 0;
}

API int rdma_set_option(struct rdma_cm_id *id, int level, int name, void *value, size_t length)
{
    struct endpoint *endpoint = ENDPOINT(id);

    if (level != RDMA_OPTION_ID || value == NULL)
        return failed(ENOSYS);
    switch (name) {
    case RDMA_OPTION_ID_TOS:
        endpoint->traffic_class = *(uint8_t *)value;
        return length == 1 ? 0 : failed(EINVAL);
    case RDMA_OPTION_ID_ACK_TIMEOUT:
        endpoint->ack_timeout = *(uint8_t *)value;
        return length == 1 && endpoint->ack_timeout < 32 ? 0 : failed(EINVAL);
    case RDMA_OPTION_ID_REUSEADDR:
        endpoint->reuses = *(int *)value != 0;
        return length == sizeof(int) ? 0 : failed(EINVAL);
    default:
        return failed(ENOSYS);
    }
}

/* --- Addresses --- */

static bool is_any(const struct sockaddr *address)
{
    return address->sa_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)address)->sin6_addr)
                                          : ((const struct sockaddr_in *)address)->sin_addr.s_addr == INADDR_ANY;
}

static void put_address(struct sockaddr_storage *to, const struct sockaddr *from)
{
    memcpy(to, from, from->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
}

void endpoint_attach(struct endpoint *endpoint, struct device *device)
{
    if (device->contexts == NULL)
        forget_removed(); /* a new device */
    endpoint->device = device;
    endpoint->base.verbs = &device_shared_context(device)->base;
    endpoint->base.port_num = PORT;
}

static bool is_bound(struct endpoint *endpoint, in_port_t port)
{
    for (struct endpoint *other = all_endpoints; other != NULL; other = other->next)
        if (other != endpoint && (other->state == BOUND || other->state == LISTENS) &&
            *port_of(&other->base.route.addr.src_addr) == port &&
            (other->state == LISTENS || !other->reuses || !endpoint->reuses) &&
            (other->device == endpoint->device || other->device == NULL || endpoint->device == NULL))
            return true;
    return false;
}

static void choose_port(struct endpoint *endpoint)
{
    in_port_t *port = port_of(&endpoint->base.route.addr.src_addr);

    while (*port == 0 || is_bound(endpoint, *port))
        *port = htons(last_port = last_port < UINT16_MAX ? last_port + 1 : FIRST_PORT);
}

static int bind_to(struct endpoint *endpoint, struct sockaddr *address)
{
    struct device *device = device_of_address(address);

    if (endpoint->state != IDLE)
        return EINVAL;
    if (device == NULL && !is_any(address))
        return (ntohl(((struct sockaddr_in *)address)->sin_addr.s_addr) >> 24) == 127 ? ENODEV : EADDRNOTAVAIL;
    if (device != NULL)
        endpoint_attach(endpoint, device);
    put_address(&endpoint->base.route.addr.src_storage, address);
    if (*port_of(address) == 0)
        choose_port(endpoint);
    else if (is_bound(endpoint, *port_of(address)))
        return EADDRINUSE;
    endpoint->state = BOUND;
    return 0;
}

API int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *address)
{
    int status;

    pthread_mutex_lock(&cm);
    status = bind_to(ENDPOINT(id), address);
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

API int rdma_listen(struct rdma_cm_id *id, int backlog)
{
    struct endpoint *endpoint = ENDPOINT(id);
    int status = 0;

    pthread_mutex_lock(&cm);
    if (endpoint->state != BOUND || backlog < 0)
        status = EINVAL;
    else if (is_bound(endpoint, *port_of(&id->route.addr.src_addr)))
        status = EADDRINUSE;
    else
        endpoint->state = LISTENS;
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

/* The connecting side uses the device of its source address; without one, that which has the address itself. */
static int resolve(struct endpoint *endpoint, struct sockaddr *source, struct sockaddr *address)
{
    struct device *destination = device_of_address(address);
    struct device *device = source != NULL ? device_of_address(source) : destination;
    struct sockaddr_storage own = {0};

    if (endpoint->state != IDLE && endpoint->state != BOUND)
        return EINVAL;
    if (device == NULL)
        return source != NULL ? EADDRNOTAVAIL : ENETUNREACH;
    put_address(&own, source != NULL ? source : address);
    *port_of((struct sockaddr *)&own) = 0;
    endpoint->base.route.addr.src_storage = own;
    put_address(&endpoint->base.route.addr.dst_storage, address);
    choose_port(endpoint);
    if (destination == NULL) {
        tell(endpoint, RDMA_CM_EVENT_ADDR_ERROR, -EHOSTUNREACH, NULL, 0, 0);
        return 0;
    }
    endpoint_attach(endpoint, device);
    endpoint->state = RESOLVED;
    tell(endpoint, RDMA_CM_EVENT_ADDR_RESOLVED, 0, NULL, 0, 0);
    return 0;
}

API int rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *source, struct sockaddr *address, int timeout_ms)
{
    int status;

    (void)timeout_ms;
    pthread_mutex_lock(&cm);
    status = resolve(ENDPOINT(id), source, address);
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

API int rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms)
{
    struct endpoint *endpoint = ENDPOINT(id);
    int status = 0;

    (void)timeout_ms;
    pthread_mutex_lock(&cm);
    if (endpoint->state != RESOLVED) {
        status = EINVAL;
    } else {
        endpoint->state = ROUTED;
        tell(endpoint, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0, 0);
    }
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}
