/* Queue pairs: creation, changes, posts. */
#include "verbus.h"

#include "check.h"
#include <arpa/inet.h>
#include <string.h>

/* Receives of one chain: as many as fit on the stack without clearing a page. */
#define RECEIVES 64

/* The kernel also reports EINVAL if the connection request has been given up. */
static int cause_of_refusal(struct rdma_cm_id *id)
{
    struct ibv_qp_attr attributes = {.qp_state = IBV_QPS_INIT};
    int status = verbus_errno_of_null();
    int mask = 0;

    return status == -EINVAL && VERBS->init_qp_attr(id, &attributes, &mask) != 0 ? -ECONNABORTED : status;
}

int verbus_pair_create(void *id, void *domain, void *sends, void *receives, struct verbus_pair *pair)
{
    struct rdma_cm_id *identifier = id;
    struct ibv_qp_init_attr attributes = {.send_cq = sends, .recv_cq = receives, .qp_type = IBV_QPT_RC};

    VERBUS_REQUIRE(id != NULL && domain != NULL && sends != NULL && receives != NULL && pair != NULL);
    attributes.cap.max_send_wr = pair->max_sends;
    attributes.cap.max_recv_wr = pair->max_receives;
    attributes.cap.max_inline_data = pair->inline_limit;
    attributes.cap.max_send_sge = 1;
    attributes.cap.max_recv_sge = 1;
    errno = 0;
    if (VERBS->create_qp(identifier, domain, &attributes) != 0)
        return cause_of_refusal(identifier);
    pair->handle = (uintptr_t)identifier->qp;
    pair->number = identifier->qp->qp_num;
    pair->max_sends = attributes.cap.max_send_wr;
    pair->max_receives = attributes.cap.max_recv_wr;
    pair->inline_limit = attributes.cap.max_inline_data;
    return 0;
}

int verbus_pair_destroy(void *id)
{
    VERBUS_REQUIRE(id != NULL);
    if (((struct rdma_cm_id *)id)->qp == NULL)
        return -EINVAL;
    VERBS->destroy_qp(id);
    return 0;
}

int verbus_pair_fail(void *pair)
{
    struct ibv_qp_attr attributes = {.qp_state = IBV_QPS_ERR};

    VERBUS_REQUIRE(pair != NULL);
    return verbus_negative(VERBS->modify_qp(pair, &attributes, IBV_QP_STATE));
}

int verbus_pair_query(void *pair, struct verbus_pair_state *state)
{
    struct ibv_qp_attr attributes = {0};
    struct ibv_qp_init_attr initial = {0};
    int status;

    VERBUS_REQUIRE(pair != NULL && state != NULL);
    status = VERBS->query_qp(pair, &attributes, IBV_QP_STATE | IBV_QP_PATH_MTU, &initial);
    if (status != 0)
        return verbus_negative(status);
    state->state = attributes.qp_state;
    state->mtu = attributes.path_mtu == 0 ? 0 : 128U << attributes.path_mtu; /* 1 is 256 bytes */
    return 0;
}

int verbus_pair_set_rnr_timer(void *pair, int code)
{
    struct ibv_qp_attr attributes = {0};

    VERBUS_REQUIRE(pair != NULL && code >= 0 && code <= 31);
    attributes.min_rnr_timer = (uint8_t)code;
    return verbus_negative(VERBS->modify_qp(pair, &attributes, IBV_QP_MIN_RNR_TIMER));
}

/* Mask bits that old kernels set for RoCE and then reject. */
#define ROCE_MASK 0xe00000

static int step(struct rdma_cm_id *id, enum ibv_qp_state state, uint32_t mtu, int service_level)
{
    struct ibv_qp_attr attributes = {.qp_state = state};
    int mask = 0;

    if (VERBS->init_qp_attr(id, &attributes, &mask) != 0)
        return -errno;
    if (state == IBV_QPS_RTR) {
        while (mtu != 0 && attributes.path_mtu > IBV_MTU_256 && 128U << attributes.path_mtu > mtu)
            attributes.path_mtu--;
        if (service_level >= 0)
            attributes.ah_attr.sl = (uint8_t)service_level;
    }
    return verbus_negative(VERBS->modify_qp(id->qp, &attributes, mask & ~ROCE_MASK));
}

/*
 * The connection manager takes both from the route and moves the queue pair through its states by itself. So the queue
 * pair is reset and moved through these states again.
 */
int verbus_pair_retune(void *id, uint32_t mtu, int service_level)
{
    struct rdma_cm_id *identifier = id;
    struct ibv_qp_attr reset = {.qp_state = IBV_QPS_RESET};
    int status;

    VERBUS_REQUIRE(id != NULL && identifier->qp != NULL && service_level >= -1 && service_level <= 15);
    status = verbus_negative(VERBS->modify_qp(identifier->qp, &reset, IBV_QP_STATE));
    if (status == 0)
        status = step(identifier, IBV_QPS_INIT, mtu, service_level);
    if (status == 0)
        status = step(identifier, IBV_QPS_RTR, mtu, service_level);
    if (status == 0)
        status = step(identifier, IBV_QPS_RTS, mtu, service_level);
    return status;
}

/* The scatter list of a request without bytes is empty. */
static void convert(const struct verbus_request *from, struct ibv_sge *bytes, struct ibv_send_wr *to)
{
    bytes->addr = from->local_address;
    bytes->length = from->length;
    bytes->lkey = from->local_key;
    to->wr_id = from->id;
    to->sg_list = bytes;
    to->num_sge = from->length > 0;
    to->opcode = (enum ibv_wr_opcode)from->operation;
    to->send_flags = from->flags;
    to->imm_data = htonl(from->immediate);
    to->wr.rdma.remote_addr = from->remote_address;
    to->wr.rdma.rkey = from->remote_key;
}

int verbus_pair_post(void *pair, const struct verbus_request *requests, int count)
{
    struct ibv_send_wr chain[VERBUS_CHAIN_MAX];
    struct ibv_sge bytes[VERBUS_CHAIN_MAX];
    struct ibv_send_wr *bad;

    VERBUS_REQUIRE(pair != NULL && requests != NULL && count > 0 && count <= VERBUS_CHAIN_MAX);
    for (int i = 0; i < count; i++) {
        convert(&requests[i], &bytes[i], &chain[i]);
        chain[i].next = i + 1 < count ? &chain[i + 1] : NULL;
    }
    return verbus_negative(ibv_post_send(pair, chain, &bad));
}

int verbus_pair_post_receives(void *pair, uint64_t id, uint64_t step, int count)
{
    struct ibv_recv_wr chain[RECEIVES];
    struct ibv_recv_wr *bad;
    uint64_t next = id;

    VERBUS_REQUIRE(pair != NULL && count > 0);
    for (int remaining = count; remaining > 0;) {
        int batch = remaining < RECEIVES ? remaining : RECEIVES;
        for (int i = 0; i < batch; i++, next += step)
            chain[i] = (struct ibv_recv_wr){.wr_id = next, .next = i + 1 < batch ? &chain[i + 1] : NULL};
        int status = ibv_post_recv(pair, chain, &bad);
        if (status != 0)
            return verbus_negative(status);
        remaining -= batch;
    }
    return 0;
}

int verbus_pair_post_receive(void *pair, uint64_t id, uint64_t address, uint32_t length, uint32_t local_key)
{
    struct ibv_sge bytes = {.addr = address, .length = length, .lkey = local_key};
    struct ibv_recv_wr receive = {.wr_id = id, .sg_list = &bytes, .num_sge = 1};
    struct ibv_recv_wr *bad;

    VERBUS_REQUIRE(pair != NULL && address != 0 && length > 0);
    return verbus_negative(ibv_post_recv(pair, &receive, &bad));
}
