/* Connections: request, acceptance, rejection, and the end. */
#include "cm.h"

#include "profile.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_NS 10000000000U /* the timeout of Soft-iWARP */

static bool same_address(struct sockaddr *a, struct sockaddr *b)
{
    if (a->sa_family == AF_INET6)
        return memcmp(&((struct sockaddr_in6 *)a)->sin6_addr, &((struct sockaddr_in6 *)b)->sin6_addr, 16) == 0;
    return ((struct sockaddr_in *)a)->sin_addr.s_addr == ((struct sockaddr_in *)b)->sin_addr.s_addr;
}

static struct endpoint *listener_at(struct sockaddr *address, const struct device *device)
{
    for (struct endpoint *other = all_endpoints; other != NULL; other = other->next)
        if (other->state == LISTENS && *port_of(&other->base.route.addr.src_addr) == *port_of(address) &&
            (other->device == NULL ||
             (other->device == device && same_address(&other->base.route.addr.src_addr, address))))
            return other;
    return NULL;
}

static void describe(struct cm_event *event, const struct endpoint *from)
{
    struct rdma_conn_param *parameters = &event->base.param.conn;

    parameters->responder_resources = from->initiator_depth;
    parameters->initiator_depth = from->responder_resources;
    parameters->retry_count = from->retries;
    parameters->rnr_retry_count = from->receiver_retries;
    parameters->qp_num = from->own_pair;
}

/* The number of the queue pair stays unknown to the peer. */
static void describe_iwarp(struct cm_event *event, const struct endpoint *from)
{
    event->base.param.conn.responder_resources = from->initiator_depth;
    event->base.param.conn.initiator_depth = from->responder_resources;
}

/* The accepting side gets path, class and retries of the connecting side. */
static void request(struct endpoint *from, struct endpoint *listener, struct device *device, const void *data,
                    size_t length)
{
    struct endpoint *child = endpoint_make(listener->base.channel);
    struct cm_event *event;

    endpoint_attach(child, device);
    child->state = REQUESTED;
    child->peer = from;
    from->peer = child;
    child->peer_pair = from->own_pair;
    child->path_class = from->path_class;
    child->retries = from->retries;
    child->receiver_retries = from->receiver_retries;
    child->responder_resources = from->initiator_depth;
    child->initiator_depth = from->responder_resources;
    child->base.route.addr.src_storage = from->base.route.addr.dst_storage;
    child->base.route.addr.dst_storage = from->base.route.addr.src_storage;
    event = tell(child, RDMA_CM_EVENT_CONNECT_REQUEST, 0, data, length, profile.iwarp ? length : CONNECT_DATA);
    event->base.listen_id = &listener->base;
    if (profile.iwarp)
        describe_iwarp(event, from);
    else
        describe(event, from);
}

static int take_parameters(struct endpoint *endpoint, const struct rdma_conn_param *parameters, size_t data_max)
{
    if (parameters->private_data_len > data_max || parameters->retry_count > 7 || parameters->rnr_retry_count > 7 ||
        parameters->responder_resources > profile.reads || parameters->initiator_depth > profile.reads_begun)
        return EINVAL;
    endpoint->own_pair = endpoint->base.qp != NULL ? endpoint->base.qp->qp_num : parameters->qp_num;
    if (pair_of_number(endpoint->own_pair) == NULL)
        violation("rdma_connect or rdma_accept", "there is no queue pair %u", endpoint->own_pair);
    endpoint->responder_resources = parameters->responder_resources;
    endpoint->initiator_depth = parameters->initiator_depth;
    return 0;
}

static int connect_to(struct endpoint *endpoint, const struct rdma_conn_param *parameters)
{
    struct sockaddr *address = &endpoint->base.route.addr.dst_addr;
    struct device *device = device_of_address(address);
    struct endpoint *listener = device == NULL ? NULL : listener_at(address, device);
    int status = endpoint->state != ROUTED ? EINVAL : take_parameters(endpoint, parameters, CONNECT_DATA);

    if (status != 0)
        return status;
    endpoint->state = CONNECTS;
    endpoint->path_class = endpoint->traffic_class;
    endpoint->retries = parameters->retry_count;
    endpoint->receiver_retries = parameters->rnr_retry_count;
    if (device == NULL || device->port_down || endpoint->device->port_down)
        tell(endpoint, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, NULL, 0, 0);
    else if (listener == NULL && profile.direct) {
        endpoint->state = ROUTED;
        return ECONNREFUSED;
    } else if (listener == NULL)
        tell(endpoint, RDMA_CM_EVENT_REJECTED, NO_LISTENER, NULL, 0, REJECT_DATA);
    else
        request(endpoint, listener, device, parameters->private_data, parameters->private_data_len);
    return 0;
}

API int rdma_connect(struct rdma_cm_id *id, struct rdma_conn_param *parameters)
{
    int status;

    pthread_mutex_lock(&cm);
    status = connect_to(ENDPOINT(id), parameters);
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

/* A queue pair that the application leads must be able to receive what the peer sends after this call. */
static void require_state(struct endpoint *endpoint, const char *call, enum ibv_qp_state state)
{
    const struct pair *pair = pair_of_number(endpoint->own_pair);

    if (pair == NULL || pair->attributes.qp_state < state)
        violation(call, "the queue pair is in state %d, required is %d", pair == NULL ? -1 : (int)pair->base.state,
                  state);
}

/* The kernel leads both queue pairs. */
static int accept_iwarp(struct endpoint *endpoint, const struct rdma_conn_param *parameters)
{
    struct endpoint *peer = endpoint->peer;
    const struct pair *answered = pair_of_number(peer->own_pair);

    if (answered == NULL || answered->attributes.qp_state == IBV_QPS_ERR) { /* the peer has given up */
        endpoint->state = DISCONNECTED;
        tell(peer, RDMA_CM_EVENT_CONNECT_ERROR, -EINVAL, NULL, 0, 0);
        tell(endpoint, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, 0, 0);
        tell(endpoint, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0, 0);
        return 0;
    }
    pair_establish(pair_of_number(endpoint->own_pair), pair_of_number(peer->own_pair));
    endpoint->state = peer->state = CONNECTED;
    peer->peer_pair = endpoint->own_pair;
    describe_iwarp(tell(peer, RDMA_CM_EVENT_ESTABLISHED, 0, parameters->private_data, parameters->private_data_len,
                        parameters->private_data_len),
                   endpoint);
    tell(endpoint, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, 0, 0);
    return 0;
}

static int accept_peer(struct endpoint *endpoint, const struct rdma_conn_param *parameters)
{
    struct endpoint *peer = endpoint->peer;
    struct cm_event *event;
    int status = endpoint->state != REQUESTED || peer == NULL || peer->state != CONNECTS
                     ? EINVAL
                     : take_parameters(endpoint, parameters, ACCEPT_DATA);

    if (status == 0 && !profile.iwarp)
        status = endpoint_move(endpoint, IBV_QPS_RTR);
    if (status == 0 && !profile.iwarp)
        status = endpoint_move(endpoint, IBV_QPS_RTS);
    if (status != 0)
        return status;
    if (profile.iwarp)
        return accept_iwarp(endpoint, parameters);
    require_state(endpoint, "rdma_accept", IBV_QPS_RTR);
    endpoint->state = ACCEPTED;
    peer->state = RESPONDED;
    peer->peer_pair = endpoint->own_pair;
    event = tell(peer, RDMA_CM_EVENT_CONNECT_RESPONSE, 0, parameters->private_data, parameters->private_data_len,
                 ACCEPT_DATA);
    describe(event, endpoint);
    return 0;
}

API int rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *parameters)
{
    int status;

    pthread_mutex_lock(&cm);
    status = accept_peer(ENDPOINT(id), parameters);
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

/* Completes the connection of a queue pair that the application has led to its last state. */
API int rdma_establish(struct rdma_cm_id *id)
{
    struct endpoint *endpoint = ENDPOINT(id);
    int status = 0;

    pthread_mutex_lock(&cm);
    if (id->qp != NULL || endpoint->state != RESPONDED || endpoint->peer == NULL) {
        status = EINVAL;
    } else {
        require_state(endpoint, "rdma_establish", IBV_QPS_RTS);
        endpoint->state = endpoint->peer->state = CONNECTED;
        tell(endpoint->peer, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, 0, 0);
    }
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

API int rdma_reject(struct rdma_cm_id *id, const void *data, uint8_t length)
{
    struct endpoint *endpoint = ENDPOINT(id);
    int status = 0;

    pthread_mutex_lock(&cm);
    if (endpoint->state != REQUESTED || length > REJECT_DATA) {
        status = EINVAL;
    } else {
        endpoint->state = DISCONNECTED;
        if (endpoint->peer != NULL)
            tell(endpoint->peer, RDMA_CM_EVENT_REJECTED, CONSUMER, data, length, REJECT_DATA);
    }
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

/* The first side that disconnects gets its event when the other disconnects, too. */
static void disconnect(struct endpoint *endpoint)
{
    struct endpoint *peer = endpoint->peer;

    if (endpoint->state == DISCONNECTED)
        return;
    endpoint->state = DISCONNECTED;
    if (peer == NULL || peer->device->removed || endpoint->device->removed)
        return;
    tell(peer, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0, 0);
}

API int rdma_disconnect(struct rdma_cm_id *id)
{
    struct endpoint *endpoint = ENDPOINT(id);
    int status = 0;

    endpoint_await_answer(id, NULL);
    pthread_mutex_lock(&cm);
    if (endpoint->state < ACCEPTED && endpoint->state != RESPONDED) {
        status = EINVAL;
    } else {
        endpoint_move(endpoint, IBV_QPS_ERR);
        disconnect(endpoint);
    }
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

void endpoint_part(struct endpoint *endpoint)
{
    struct endpoint *peer = endpoint->peer;

    if (peer == NULL)
        return;
    if (endpoint->state >= ACCEPTED || endpoint->state == RESPONDED)
        disconnect(endpoint);
    else if (endpoint->state == REQUESTED || endpoint->state == CONNECTS)
        tell(peer, RDMA_CM_EVENT_REJECTED, CONSUMER, NULL, 0, REJECT_DATA);
    peer->peer = NULL;
    endpoint->peer = NULL;
}

/* Whether the request of an identifier, or of the one with a queue pair, is not answered. */
static bool is_unanswered(const struct rdma_cm_id *id, const struct ibv_qp *pair)
{
    const struct endpoint *endpoint;
    bool unanswered;

    pthread_mutex_lock(&cm);
    endpoint = all_endpoints;
    while (endpoint != NULL && &endpoint->base != id && (pair == NULL || endpoint->own_pair != pair->qp_num))
        endpoint = endpoint->next;
    unanswered = endpoint != NULL && endpoint->state == CONNECTS && endpoint->peer != NULL &&
                 endpoint->peer->state == REQUESTED;
    pthread_mutex_unlock(&cm);
    return unanswered;
}

void endpoint_await_answer(const struct rdma_cm_id *id, const struct ibv_qp *pair)
{
    uint64_t start = now_ns();

    if (!profile.iwarp || !is_unanswered(id, pair))
        return;
    counters.waits++;
    waits_here++;
    while (is_unanswered(id, pair) && now_ns() - start < ANSWER_NS)
        usleep(1000);
}

static bool has_failed(const struct endpoint *endpoint)
{
    const struct pair *pair = pair_of_number(endpoint->own_pair);

    return endpoint->state >= ACCEPTED && endpoint->state < DISCONNECTED && pair != NULL &&
           pair->attributes.qp_state == IBV_QPS_ERR;
}

void endpoints_close_failed(void)
{
    if (!atomic_exchange(&connections_fail, false))
        return;
    pthread_mutex_lock(&cm);
    for (struct endpoint *endpoint = all_endpoints; endpoint != NULL; endpoint = endpoint->next)
        if (has_failed(endpoint)) {
            tell(endpoint, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0, 0);
            disconnect(endpoint);
        }
    pthread_mutex_unlock(&cm);
}

void endpoints_move(struct device *device)
{
    pthread_mutex_lock(&cm);
    for (struct endpoint *endpoint = all_endpoints; endpoint != NULL; endpoint = endpoint->next)
        if (endpoint->device == device && endpoint->state == CONNECTED)
            tell(endpoint, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, NULL, 0, 0);
    pthread_mutex_unlock(&cm);
}

void endpoints_lose(struct device *device)
{
    pthread_mutex_lock(&cm);
    for (struct endpoint *endpoint = all_endpoints; endpoint != NULL; endpoint = endpoint->next)
        if (endpoint->device == device)
            tell(endpoint, RDMA_CM_EVENT_DEVICE_REMOVAL, 0, NULL, 0, 0);
    pthread_mutex_unlock(&cm);
}
