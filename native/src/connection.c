/* Identifiers of the connection manager, and its events. */
#include "verbus.h"

#include "address.h"
#include "check.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static int unblock(const struct rdma_event_channel *events)
{
    int flags = fcntl(events->fd, F_GETFL);

    return flags < 0 || fcntl(events->fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int verbus_events_open(void **events)
{
    struct rdma_event_channel *opened;
    int status;

    VERBUS_REQUIRE(events != NULL);
    errno = 0;
    opened = VERBS->create_event_channel();
    if (opened == NULL)
        return verbus_errno_of_null();
    status = unblock(opened);
    if (status == 0)
        *events = opened;
    else
        VERBS->destroy_event_channel(opened);
    return status;
}

int verbus_events_close(void *events)
{
    VERBUS_REQUIRE(events != NULL);
    VERBS->destroy_event_channel(events);
    return 0;
}

int verbus_events_next(void *events, struct verbus_event *event)
{
    struct rdma_cm_event *taken;
    const struct rdma_conn_param *parameters;

    VERBUS_REQUIRE(events != NULL && event != NULL);
    if (VERBS->get_cm_event(events, &taken) != 0)
        return -errno;
    parameters = &taken->param.conn;
    memset(event, 0, offsetof(struct verbus_event, data));
    event->id = (uintptr_t)taken->id;
    event->listener = (uintptr_t)taken->listen_id;
    event->type = (int32_t)taken->event;
    event->status = taken->status;
    switch (taken->event) {
    case RDMA_CM_EVENT_CONNECT_REQUEST:
    case RDMA_CM_EVENT_CONNECT_RESPONSE:
    case RDMA_CM_EVENT_REJECTED:
    case RDMA_CM_EVENT_ESTABLISHED:
        event->responder_resources = parameters->responder_resources;
        event->initiator_depth = parameters->initiator_depth;
        event->pair = parameters->qp_num;
        if (parameters->private_data != NULL) {
            event->length = parameters->private_data_len;
            memcpy(event->data, parameters->private_data, parameters->private_data_len);
        }
        break;
    default: /* the parameters are undefined */
        break;
    }
    return verbus_negative_errno(VERBS->ack_cm_event(taken)); /* at once: rdma_destroy_id waits for it */
}

int verbus_id_create(void *events, void **id)
{
    struct rdma_cm_id *created;

    VERBUS_REQUIRE(events != NULL && id != NULL);
    if (VERBS->create_id(events, &created, NULL, RDMA_PS_TCP) != 0)
        return -errno;
    *id = created;
    return 0;
}

int verbus_id_anchor(void *id, void **anchor)
{
    struct rdma_cm_id *other = id;
    struct rdma_cm_id *created;
    struct sockaddr_storage address;
    int status = 0;

    VERBUS_REQUIRE(id != NULL && anchor != NULL);
    memcpy(&address, &other->route.addr.src_storage, sizeof address);
    if (address.ss_family == AF_INET6)
        ((struct sockaddr_in6 *)&address)->sin6_port = 0;
    else
        ((struct sockaddr_in *)&address)->sin_port = 0;
    if (VERBS->create_id(NULL, &created, NULL, RDMA_PS_TCP) != 0)
        return -errno;
    if (VERBS->bind_addr(created, (struct sockaddr *)&address) != 0)
        status = -errno;
    else if (created->verbs == NULL || created->verbs != other->verbs)
        status = -ENODEV;
    else
        status = unblock(created->channel);
    if (status == 0)
        *anchor = created;
    else
        VERBS->destroy_id(created);
    return status;
}

int verbus_anchor_removed(void *anchor)
{
    struct rdma_cm_event *taken;
    int removed;

    VERBUS_REQUIRE(anchor != NULL);
    if (VERBS->get_cm_event(((struct rdma_cm_id *)anchor)->channel, &taken) != 0)
        return 0;
    removed = taken->event == RDMA_CM_EVENT_DEVICE_REMOVAL;
    VERBS->ack_cm_event(taken);
    return removed;
}

int verbus_id_destroy(void *id)
{
    VERBUS_REQUIRE(id != NULL);
    return verbus_negative_errno(VERBS->destroy_id(id));
}

int verbus_id_bind(void *id, const char *address, int port)
{
    struct sockaddr_storage parsed;
    int status;

    VERBUS_REQUIRE(id != NULL);
    status = verbus_address_parse(address, port, &parsed);
    if (status != 0)
        return status;
    return verbus_negative_errno(VERBS->bind_addr(id, (struct sockaddr *)&parsed));
}

int verbus_id_listen(void *id, int backlog)
{
    VERBUS_REQUIRE(id != NULL && backlog > 0);
    return verbus_negative_errno(VERBS->listen(id, backlog));
}

int verbus_id_resolve_address(void *id, const char *source, const char *address, int port, int timeout_ms)
{
    struct sockaddr_storage from;
    struct sockaddr_storage to;
    int status;

    VERBUS_REQUIRE(id != NULL && timeout_ms > 0);
    status = verbus_address_parse(address, port, &to);
    if (status != 0)
        return status;
    if (source != NULL) {
        status = verbus_address_parse(source, 0, &from);
        if (status != 0)
            return status;
        if (from.ss_family != to.ss_family)
            return -EAFNOSUPPORT;
    }
    return verbus_negative_errno(VERBS->resolve_addr(id, source != NULL ? (struct sockaddr *)&from : NULL,
                                                     (struct sockaddr *)&to, timeout_ms));
}

int verbus_id_resolve_route(void *id, int timeout_ms)
{
    VERBUS_REQUIRE(id != NULL && timeout_ms > 0);
    return verbus_negative_errno(VERBS->resolve_route(id, timeout_ms));
}

int verbus_id_set_option(void *id, int option, int value)
{
    uint8_t byte = (uint8_t)value;
    bool fits = value >= 0 && value <= UINT8_MAX;

    VERBUS_REQUIRE(id != NULL);
    switch (option) {
    case VERBUS_OPTION_TRAFFIC_CLASS:
        return !fits ? -EINVAL
                     : verbus_negative_errno(VERBS->set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &byte, 1));
    case VERBUS_OPTION_REUSE_ADDRESS:
        return verbus_negative_errno(
            VERBS->set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &value, sizeof value));
    case VERBUS_OPTION_ONLY_FAMILY:
        return verbus_negative_errno(
            VERBS->set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_AFONLY, &value, sizeof value));
    default:
        return -EINVAL;
    }
}

static int connection_parameters(const struct verbus_parameters *from, struct rdma_conn_param *to)
{
    if (from->length > VERBUS_DATA_MAX - 1 || from->responder_resources > UINT8_MAX ||
        from->initiator_depth > UINT8_MAX || from->retries > 7 || from->receiver_retries > 7)
        return -EINVAL;
    memset(to, 0, sizeof *to);
    to->private_data = from->data;
    to->private_data_len = (uint8_t)from->length;
    to->responder_resources = (uint8_t)from->responder_resources;
    to->initiator_depth = (uint8_t)from->initiator_depth;
    to->flow_control = 1;
    to->retry_count = (uint8_t)from->retries;
    to->rnr_retry_count = (uint8_t)from->receiver_retries;
    to->qp_num = from->pair;
    return 0;
}

int verbus_id_connect(void *id, const struct verbus_parameters *parameters)
{
    struct rdma_conn_param converted;
    int status;

    VERBUS_REQUIRE(id != NULL && parameters != NULL);
    status = connection_parameters(parameters, &converted);
    return status != 0 ? status : verbus_negative_errno(VERBS->connect(id, &converted));
}

int verbus_id_accept(void *id, const struct verbus_parameters *parameters)
{
    struct ibv_qp_attr initial = {.qp_state = IBV_QPS_INIT};
    struct rdma_conn_param converted;
    int mask;
    int status;

    VERBUS_REQUIRE(id != NULL && parameters != NULL);
    status = connection_parameters(parameters, &converted);
    if (status == 0)
        status = verbus_negative_errno(VERBS->accept(id, &converted));
    /* The kernel also reports EINVAL if the connection request has been given up. */
    return status == -EINVAL && VERBS->init_qp_attr(id, &initial, &mask) != 0 ? -ECONNABORTED : status;
}

int verbus_id_establish(void *id)
{
    VERBUS_REQUIRE(id != NULL);
    return verbus_negative_errno(VERBS->establish(id));
}

int verbus_id_reject(void *id, const struct verbus_parameters *parameters)
{
    struct rdma_conn_param converted;
    int status;

    VERBUS_REQUIRE(id != NULL && parameters != NULL);
    status = connection_parameters(parameters, &converted);
    return status != 0 ? status
                       : verbus_negative_errno(VERBS->reject(id, converted.private_data, converted.private_data_len));
}

int verbus_id_disconnect(void *id)
{
    VERBUS_REQUIRE(id != NULL);
    return verbus_negative_errno(VERBS->disconnect(id));
}

int verbus_id_device(void *id, void **context)
{
    VERBUS_REQUIRE(id != NULL && context != NULL);
    *context = ((struct rdma_cm_id *)id)->verbs;
    return 0;
}

int verbus_id_port(void *id, uint32_t *port)
{
    VERBUS_REQUIRE(id != NULL && port != NULL);
    *port = ((struct rdma_cm_id *)id)->port_num;
    return 0;
}

int verbus_address_device(const char *address, char *name, size_t size, uint32_t *port)
{
    struct sockaddr_storage parsed;
    struct rdma_cm_id *id;
    int status;

    VERBUS_REQUIRE(name != NULL && size > 0 && port != NULL);
    status = verbus_address_parse(address, 0, &parsed);
    if (status != 0)
        return status;
    if (VERBS->create_id(NULL, &id, NULL, RDMA_PS_TCP) != 0)
        return -errno;
    status = verbus_negative_errno(VERBS->bind_addr(id, (struct sockaddr *)&parsed));
    if (status == 0 && id->verbs == NULL)
        status = -ENODEV; /* the address is that of all devices */
    if (status == 0) {
        snprintf(name, size, "%s", VERBS->get_device_name(id->verbs->device));
        *port = id->port_num;
    }
    VERBS->destroy_id(id);
    return status;
}

int verbus_id_local_address(void *id, char *text, size_t size, uint32_t *port)
{
    VERBUS_REQUIRE(id != NULL && text != NULL && size > 0 && port != NULL);
    return verbus_address_format(rdma_get_local_addr(id), text, size, port);
}

int verbus_id_peer_address(void *id, char *text, size_t size, uint32_t *port)
{
    VERBUS_REQUIRE(id != NULL && text != NULL && size > 0 && port != NULL);
    return verbus_address_format(rdma_get_peer_addr(id), text, size, port);
}
