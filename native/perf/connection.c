/* Connects two ends by the connection manager. */
#include "end.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACK_TIMEOUT 14 /* 67 ms */
#define WAIT_MS 2000

static void prepare(struct end *end)
{
    struct ibv_qp_init_attr attributes;

    end_allocate(end, end->id->verbs, &attributes);
    require(rdma_create_qp(end->id, end->domain, &attributes) == 0, "queue pair");
    end_receive(end, end->id->qp, &attributes);
}

static struct rdma_conn_param parameters(const void *data, size_t length)
{
    return (struct rdma_conn_param){.private_data = data,
                                    .private_data_len = (uint8_t)length,
                                    .responder_resources = 1,
                                    .initiator_depth = 1,
                                    .retry_count = 6,
                                    .rnr_retry_count = 0}; /* credit prevents it */
}

static void set_ack_timeout(struct rdma_cm_id *id)
{
    uint8_t timeout = ACK_TIMEOUT;
    require(rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, sizeof timeout) == 0,
            "ACK timeout");
}

static struct addrinfo *resolve(const char *address, const char *port)
{
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;

    errno = EINVAL;
    require(getaddrinfo(address, port, &numeric, &found) == 0, address);
    return found;
}

struct request {
    struct plan plan;
    struct target target;
};

void end_listen(struct end *end, const char *address, const char *port)
{
    struct addrinfo *own = resolve(address, port);
    struct rdma_cm_id *listener;
    struct request request;
    struct target target;

    require(rdma_create_id(NULL, &listener, NULL, RDMA_PS_TCP) == 0, "identifier");
    require(rdma_bind_addr(listener, own->ai_addr) == 0, address);
    require(rdma_listen(listener, 1) == 0, "listening");
    require(rdma_get_request(listener, &end->id) == 0, "waiting for the client");
    memcpy(&request, end->id->event->param.conn.private_data, sizeof request);
    end->plan = request.plan;
    end->peer = request.target;
    prepare(end);
    target = end_target(end);
    set_ack_timeout(end->id);
    struct rdma_conn_param answer = parameters(&target, sizeof target);
    require(rdma_accept(end->id, &answer) == 0, "accepting");
    rdma_destroy_id(listener);
    freeaddrinfo(own);
}

void end_connect(struct end *end, const char *address, const char *port, const char *source)
{
    struct addrinfo *server = resolve(address, port);
    struct addrinfo *own = source == NULL ? NULL : resolve(source, "0");
    struct request request;

    require(rdma_create_id(NULL, &end->id, NULL, RDMA_PS_TCP) == 0, "identifier");
    require(rdma_resolve_addr(end->id, own == NULL ? NULL : own->ai_addr, server->ai_addr, WAIT_MS) == 0, address);
    require(rdma_resolve_route(end->id, WAIT_MS) == 0, "route");
    prepare(end);
    request.plan = end->plan;
    request.target = end_target(end);
    set_ack_timeout(end->id);
    struct rdma_conn_param wanted = parameters(&request, sizeof request);
    require(rdma_connect(end->id, &wanted) == 0, "connecting");
    memcpy(&end->peer, end->id->event->param.conn.private_data, sizeof end->peer);
    freeaddrinfo(server);
    if (own != NULL)
        freeaddrinfo(own);
}

void end_close(struct end *end)
{
    rdma_disconnect(end->id);
    rdma_destroy_qp(end->id);
    end_release(end);
    rdma_destroy_id(end->id);
}
