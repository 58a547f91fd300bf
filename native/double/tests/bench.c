#include "bench.h"

#include "../../tests/check.h"
#include <string.h>
#include <time.h>

static struct ibv_qp *make_pair(struct bench *bench)
{
    struct ibv_qp_init_attr initial = {
        .send_cq = bench->sends, .recv_cq = bench->receives, .qp_type = IBV_QPT_RC,
        .cap = {.max_send_wr = DEPTH, .max_recv_wr = DEPTH, .max_send_sge = 1, .max_recv_sge = 1,
                .max_inline_data = INLINE_BYTES},
    };
    return ibv_create_qp(bench->domain, &initial);
}

void bench_open(struct bench *bench)
{
    struct ibv_device **devices = ibv_get_device_list(NULL);

    memset(bench, 0, sizeof *bench);
    bench->context = ibv_open_device(devices[0]);
    ibv_free_device_list(devices);
    bench->domain = ibv_alloc_pd(bench->context);
    bench->sends = ibv_create_cq(bench->context, 2 * DEPTH, NULL, NULL, 0);
    bench->receives = ibv_create_cq(bench->context, 2 * DEPTH, NULL, NULL, 0);
    bench->bytes = calloc(1, MEMORY);
    bench->their_bytes = calloc(1, MEMORY);
    bench->ours = ibv_reg_mr(bench->domain, bench->bytes, MEMORY, ANY_ACCESS);
    bench->theirs = ibv_reg_mr(bench->domain, bench->their_bytes, MEMORY, ANY_ACCESS);
    CLAIM(bench->ours != NULL && bench->theirs != NULL);
    bench->pair = make_pair(bench);
    bench->peer = make_pair(bench);
    CLAIM(bench->pair != NULL && bench->peer != NULL);
}

int bench_attributes(const struct ibv_qp *to, enum ibv_qp_state state, struct ibv_qp_attr *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    attributes->qp_state = state;
    if (state == IBV_QPS_INIT) {
        attributes->port_num = 1;
        attributes->qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
        return IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
    }
    if (state == IBV_QPS_RTR) {
        attributes->ah_attr.is_global = 1;
        attributes->ah_attr.port_num = 1;
        memcpy(attributes->ah_attr.grh.dgid.raw, (uint8_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 73, 0, 1}, 16);
        attributes->path_mtu = IBV_MTU_1024;
        attributes->dest_qp_num = to->qp_num;
        attributes->max_dest_rd_atomic = 1;
        attributes->min_rnr_timer = 31; /* 0.5 s */
        return IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
               IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    }
    attributes->timeout = 8;
    attributes->retry_cnt = 1;
    attributes->rnr_retry = 1;
    attributes->max_rd_atomic = 1;
    return IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
           IBV_QP_MAX_QP_RD_ATOMIC;
}

static void lead(struct ibv_qp *pair, const struct ibv_qp *to)
{
    struct ibv_qp_attr attributes;

    for (enum ibv_qp_state state = IBV_QPS_INIT; state <= IBV_QPS_RTS; state++)
        CLAIM(ibv_modify_qp(pair, &attributes, bench_attributes(to, state, &attributes)) == 0);
}

void bench_connect(struct bench *bench)
{
    lead(bench->pair, bench->peer);
    lead(bench->peer, bench->pair);
}

int bench_post(struct bench *bench, enum ibv_wr_opcode opcode, unsigned int flags, uint32_t offset, uint32_t length)
{
    struct ibv_sge bytes = {(uintptr_t)bench->bytes + offset, length, bench->ours->lkey};
    struct ibv_send_wr request = {.wr_id = 7, .sg_list = &bytes, .num_sge = length > 0, .opcode = opcode,
                                  .send_flags = flags, .imm_data = 9};
    struct ibv_send_wr *bad;

    request.wr.rdma.remote_addr = (uintptr_t)bench->their_bytes + offset;
    request.wr.rdma.rkey = bench->theirs->rkey;
    return ibv_post_send(bench->pair, &request, &bad);
}

int bench_receive(struct bench *bench, uint32_t length)
{
    struct ibv_sge bytes = {(uintptr_t)bench->their_bytes, length, bench->theirs->lkey};
    struct ibv_recv_wr receive = {.wr_id = 8, .sg_list = &bytes, .num_sge = length > 0};
    struct ibv_recv_wr *bad;

    return ibv_post_recv(bench->peer, &receive, &bad);
}

int bench_status(struct ibv_cq *queue)
{
    struct ibv_wc completion;
    time_t deadline = time(NULL) + 10;

    while (time(NULL) <= deadline)
        if (ibv_poll_cq(queue, 1, &completion) == 1)
            return (int)completion.status;
    return -1;
}
