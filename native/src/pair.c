/* Queue pairs: creation, changes, posts. */
#include "verbus.h"

#include "check.h"
#include <arpa/inet.h>
#include <string.h>

/* Receives of one chain: as many as fit on the stack without clearing a page. */
#define RECEIVES 64

/* Mask bits that old kernels set for RoCE and then reject. */
#define ROCE_MASK 0xe00000

int verbus_pair_create(void *domain, void *sends, void *receives, struct verbus_pair *pair)
{
    struct ibv_qp_init_attr attributes = {.send_cq = sends, .recv_cq = receives, .qp_type = IBV_QPT_RC};
    struct ibv_qp *created;

    VERBUS_REQUIRE(domain != NULL && sends != NULL && receives != NULL && pair != NULL);
    attributes.cap.max_send_wr = pair->max_sends;
    attributes.cap.max_recv_wr = pair->max_receives;
    attributes.cap.max_inline_data = pair->inline_limit;
    attributes.cap.max_send_sge = 1;
    attributes.cap.max_recv_sge = 1;
    errno = 0;
    created = VERBS->create_qp(domain, &attributes);
    if (created == NULL)
        return verbus_errno_of_null();
    pair->handle = (uintptr_t)created;
    pair->number = created->qp_num;
    pair->max_sends = attributes.cap.max_send_wr;
    pair->max_receives = attributes.cap.max_recv_wr;
    pair->inline_limit = attributes.cap.max_inline_data;
    return 0;
}

int verbus_pair_destroy(void *pair)
{
    VERBUS_REQUIRE(pair != NULL);
    return verbus_negative(VERBS->destroy_qp(pair));
}

static void initialise(const struct verbus_path *path, struct ibv_qp_attr *attributes)
{
    attributes->qp_access_flags = IBV_ACCESS_REMOTE_WRITE | (path->reads_answered > 0 ? IBV_ACCESS_REMOTE_READ : 0);
}

static void receive_with(const struct verbus_path *path, struct ibv_qp_attr *attributes)
{
    while (path->mtu != 0 && attributes->path_mtu > IBV_MTU_256 && 128U << attributes->path_mtu > path->mtu)
        attributes->path_mtu--;
    if (path->traffic_class >= 0)
        attributes->ah_attr.grh.traffic_class = (uint8_t)path->traffic_class;
    if (path->service_level >= 0)
        attributes->ah_attr.sl = (uint8_t)path->service_level;
    attributes->min_rnr_timer = (uint8_t)path->receiver_timer;
    attributes->max_dest_rd_atomic = (uint8_t)path->reads_answered;
}

static void send_with(const struct verbus_path *path, struct ibv_qp_attr *attributes)
{
    attributes->timeout = (uint8_t)path->ack_timeout;
    attributes->retry_cnt = (uint8_t)path->retries;
    attributes->rnr_retry = (uint8_t)path->receiver_retries;
    attributes->max_rd_atomic = (uint8_t)path->reads_begun;
}

int verbus_pair_lead(void *id, void *pair, int state, const struct verbus_path *path)
{
    struct ibv_qp_attr attributes = {.qp_state = (enum ibv_qp_state)state};
    int mask = 0;

    VERBUS_REQUIRE(id != NULL && pair != NULL && state >= IBV_QPS_INIT && state <= IBV_QPS_RTS && path != NULL &&
                   path->traffic_class <= UINT8_MAX && path->service_level <= 15 && path->ack_timeout <= 31 &&
                   path->retries <= 7 && path->receiver_retries <= 7 && path->receiver_timer <= 31 &&
                   path->reads_answered <= UINT8_MAX && path->reads_begun <= UINT8_MAX);
    if (VERBS->init_qp_attr(id, &attributes, &mask) != 0)
        return errno == EINVAL ? -ECONNABORTED : -errno;
    if (state == IBV_QPS_INIT)
        initialise(path, &attributes);
    else if (state == IBV_QPS_RTR)
        receive_with(path, &attributes);
    else
        send_with(path, &attributes);
    return verbus_negative(VERBS->modify_qp(pair, &attributes, mask & ~ROCE_MASK));
}

int verbus_pair_fail(void *pair)
{
    struct ibv_qp_attr attributes = {.qp_state = IBV_QPS_ERR};

    VERBUS_REQUIRE(pair != NULL);
    return verbus_negative(VERBS->modify_qp(pair, &attributes, IBV_QP_STATE));
}

int verbus_pair_query(void *pair, struct verbus_pair_state *state)
{
    static const int MASK = IBV_QP_STATE | IBV_QP_PATH_MTU | IBV_QP_AV | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                            IBV_QP_RNR_RETRY | IBV_QP_MIN_RNR_TIMER | IBV_QP_MAX_QP_RD_ATOMIC |
                            IBV_QP_MAX_DEST_RD_ATOMIC;
    struct ibv_qp_attr attributes = {0};
    struct ibv_qp_init_attr initial = {0};
    int status;

    VERBUS_REQUIRE(pair != NULL && state != NULL);
    status = VERBS->query_qp(pair, &attributes, MASK, &initial);
    if (status != 0)
        return verbus_negative(status);
    state->state = attributes.qp_state;
    state->path.mtu = attributes.path_mtu == 0 ? 0 : 128U << attributes.path_mtu; /* 1 is 256 bytes */
    state->path.traffic_class = attributes.ah_attr.grh.traffic_class;
    state->path.service_level = attributes.ah_attr.sl;
    state->path.ack_timeout = attributes.timeout;
    state->path.retries = attributes.retry_cnt;
    state->path.receiver_retries = attributes.rnr_retry;
    state->path.receiver_timer = attributes.min_rnr_timer;
    state->path.reads_answered = attributes.max_dest_rd_atomic;
    state->path.reads_begun = attributes.max_rd_atomic;
    return 0;
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

int verbus_pair_post_slots(void *pair, uint64_t id, uint64_t address, uint32_t length, uint32_t local_key, int count)
{
    struct ibv_recv_wr chain[RECEIVES];
    struct ibv_sge slots[RECEIVES];
    struct ibv_recv_wr *bad;
    uint64_t next = address;

    VERBUS_REQUIRE(pair != NULL && address != 0 && length > 0 && count > 0);
    for (int remaining = count; remaining > 0;) {
        int batch = remaining < RECEIVES ? remaining : RECEIVES;
        for (int i = 0; i < batch; i++, next += length) {
            slots[i] = (struct ibv_sge){.addr = next, .length = length, .lkey = local_key};
            chain[i] = (struct ibv_recv_wr){
                .wr_id = id, .next = i + 1 < batch ? &chain[i + 1] : NULL, .sg_list = &slots[i], .num_sge = 1};
        }
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
