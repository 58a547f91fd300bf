/* Queue pairs of identifiers, and the attributes that the connection manager gives them. */
#include "cm.h"

#include "profile.h"
#include <string.h>

#define SERVICE_LEVEL_BITS 5 /* of the traffic class: the kernel's default map of RoCE */

static void attributes_of_init(struct ibv_qp_attr *attributes, int *mask)
{
    *mask = IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | (profile.iwarp ? 0 : IBV_QP_PKEY_INDEX | IBV_QP_PORT);
    attributes->port_num = PORT;
    attributes->pkey_index = 0;
    attributes->qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
}

static void attributes_of_receive(const struct endpoint *endpoint, struct ibv_qp_attr *attributes, int *mask)
{
    struct ibv_ah_attr *address = &attributes->ah_attr;

    *mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
            IBV_QP_MIN_RNR_TIMER;
    memset(address, 0, sizeof *address);
    address->is_global = 1;
    address->port_num = PORT;
    address->sl = endpoint->path_class >> SERVICE_LEVEL_BITS;
    address->grh.traffic_class = endpoint->path_class;
    address->grh.hop_limit = 64;
    address->grh.sgid_index = 1;
    device_gid(endpoint->peer->device, 1, &address->grh.dgid);
    attributes->path_mtu = profile.mtu >= 4096 ? IBV_MTU_4096 : profile.mtu >= 2048 ? IBV_MTU_2048 : IBV_MTU_1024;
    attributes->dest_qp_num = endpoint->peer_pair;
    attributes->rq_psn = endpoint->peer_pair; /* what the peer sends with */
    attributes->max_dest_rd_atomic = endpoint->responder_resources;
    attributes->min_rnr_timer = 0;
}

static void attributes_of_send(const struct endpoint *endpoint, struct ibv_qp_attr *attributes, int *mask)
{
    *mask = IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
            IBV_QP_MAX_QP_RD_ATOMIC;
    attributes->sq_psn = endpoint->own_pair;
    attributes->timeout = endpoint->ack_timeout;
    attributes->retry_cnt = endpoint->retries;
    attributes->rnr_retry = endpoint->receiver_retries;
    attributes->max_rd_atomic = endpoint->initiator_depth;
}

/* EINVAL also means that the peer has given up its request. */
static int init_attributes(const struct endpoint *endpoint, struct ibv_qp_attr *attributes, int *mask)
{
    bool exchanged = endpoint->state == REQUESTED || endpoint->state == RESPONDED || endpoint->state == ACCEPTED ||
                     endpoint->state == CONNECTED;

    if (endpoint->state == REQUESTED && endpoint->peer == NULL)
        return EINVAL;
    if (attributes->qp_state == IBV_QPS_INIT && (exchanged || endpoint->state == ROUTED)) {
        attributes_of_init(attributes, mask);
        if (exchanged && endpoint->responder_resources > 0)
            attributes->qp_access_flags |= IBV_ACCESS_REMOTE_READ;
        return 0;
    }
    if (!exchanged || endpoint->peer == NULL)
        return EINVAL;
    if (attributes->qp_state == IBV_QPS_RTR)
        attributes_of_receive(endpoint, attributes, mask);
    else if (attributes->qp_state == IBV_QPS_RTS)
        attributes_of_send(endpoint, attributes, mask);
    else
        return EINVAL;
    return 0;
}

API int rdma_init_qp_attr(struct rdma_cm_id *id, struct ibv_qp_attr *attributes, int *mask)
{
    int status;

    pthread_mutex_lock(&cm);
    status = init_attributes(ENDPOINT(id), attributes, mask);
    pthread_mutex_unlock(&cm);
    return status == 0 ? 0 : failed(status);
}

int endpoint_move(struct endpoint *endpoint, enum ibv_qp_state state)
{
    struct ibv_qp_attr attributes = {.qp_state = state};
    int mask = IBV_QP_STATE;
    int status = state == IBV_QPS_ERR ? 0 : init_attributes(endpoint, &attributes, &mask);

    if (endpoint->base.qp == NULL)
        return 0; /* the application leads it */
    if (state == IBV_QPS_RTR) { /* the library knows the resources only now */
        mask |= IBV_QP_ACCESS_FLAGS;
        attributes.qp_access_flags =
            IBV_ACCESS_REMOTE_WRITE | (endpoint->responder_resources > 0 ? IBV_ACCESS_REMOTE_READ : 0);
    }
    return status != 0 ? status : ibv_modify_qp(endpoint->base.qp, &attributes, mask);
}

API int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *initial)
{
    int status;

    if (pd == NULL || pd->context != id->verbs)
        return failed(EINVAL);
    if (id->qp != NULL)
        violation("rdma_create_qp", "the identifier already has a queue pair");
    id->qp = ibv_create_qp(pd, initial);
    if (id->qp == NULL)
        return -1;
    pthread_mutex_lock(&cm);
    status = endpoint_move(ENDPOINT(id), IBV_QPS_INIT);
    pthread_mutex_unlock(&cm);
    if (status == 0)
        return 0;
    ibv_destroy_qp(id->qp);
    id->qp = NULL;
    return failed(status);
}

API void rdma_destroy_qp(struct rdma_cm_id *id)
{
    ibv_destroy_qp(id->qp);
    id->qp = NULL;
}
