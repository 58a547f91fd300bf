/* The states of an RC queue pair and the attributes of each transition: InfiniBand specification, section 11.2.5. */
#include "fabric.h"

#include "profile.h"
#include <errno.h>

static const struct transition {
    enum ibv_qp_state from;
    enum ibv_qp_state to;
    int required;
    int optional;
} TRANSITIONS[] = {
    {IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0},
    {IBV_QPS_INIT, IBV_QPS_INIT, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS},
    {IBV_QPS_INIT, IBV_QPS_RTR,
     IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
     IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS},
    {IBV_QPS_RTR, IBV_QPS_RTS,
     IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC,
     IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER},
    {IBV_QPS_RTS, IBV_QPS_RTS, 0, IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER},
};

/* On iWARP the kernel does the rest; addresses of packets are those of TCP. */
static const struct transition IWARP_TRANSITIONS[] = {
    {IBV_QPS_RESET, IBV_QPS_INIT, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS},
    {IBV_QPS_INIT, IBV_QPS_INIT, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS},
};

static const char *const NAMES[] = {"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};

static const struct transition *find(enum ibv_qp_state from, enum ibv_qp_state to)
{
    const struct transition *all = profile.iwarp ? IWARP_TRANSITIONS : TRANSITIONS;
    size_t count = profile.iwarp ? sizeof IWARP_TRANSITIONS / sizeof IWARP_TRANSITIONS[0]
                                 : sizeof TRANSITIONS / sizeof TRANSITIONS[0];

    for (size_t i = 0; i < count; i++)
        if (all[i].from == from && all[i].to == to)
            return &all[i];
    violation("ibv_modify_qp", "there is no transition from %s to %s", NAMES[from], NAMES[to]);
}

static void check_values(const struct pair *pair, const struct ibv_qp_attr *new, int mask)
{
    if ((mask & IBV_QP_PORT) != 0 && new->port_num != PORT)
        violation("ibv_modify_qp", "the device has no port %u", new->port_num);
    if ((mask & IBV_QP_PATH_MTU) != 0 && (new->path_mtu < IBV_MTU_256 || new->path_mtu > IBV_MTU_4096))
        violation("ibv_modify_qp", "%d is not a path MTU", new->path_mtu);
    if ((mask & IBV_QP_RETRY_CNT) != 0 && (new->retry_cnt > 7 || new->rnr_retry > 7 || new->timeout > 31))
        violation("ibv_modify_qp", "%u retries, %u of a receiver that is not ready, or timeout %u is above its field",
                  new->retry_cnt, new->rnr_retry, new->timeout);
    if ((mask & IBV_QP_AV) != 0 && new->ah_attr.is_global == 0)
        violation("ibv_modify_qp", "a RoCE address has no global route");
    if ((mask & IBV_QP_DEST_QPN) != 0 && new->dest_qp_num == pair->base.qp_num)
        violation("ibv_modify_qp", "the queue pair is its own destination");
}

#define COPY(flag, field)              \
    if ((mask & (flag)) != 0)          \
        own->field = new->field

static void apply(struct ibv_qp_attr *own, const struct ibv_qp_attr *new, int mask)
{
    COPY(IBV_QP_PKEY_INDEX, pkey_index);
    COPY(IBV_QP_PORT, port_num);
    COPY(IBV_QP_ACCESS_FLAGS, qp_access_flags);
    COPY(IBV_QP_AV, ah_attr);
    COPY(IBV_QP_PATH_MTU, path_mtu);
    COPY(IBV_QP_DEST_QPN, dest_qp_num);
    COPY(IBV_QP_RQ_PSN, rq_psn);
    COPY(IBV_QP_SQ_PSN, sq_psn);
    COPY(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
    COPY(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
    COPY(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
    COPY(IBV_QP_TIMEOUT, timeout);
    COPY(IBV_QP_RETRY_CNT, retry_cnt);
    COPY(IBV_QP_RNR_RETRY, rnr_retry);
}

/* Posted requests and receives vanish without a completion. */
static void reset(struct pair *pair)
{
    pair->attributes = (struct ibv_qp_attr){.qp_state = IBV_QPS_RESET};
    pair->executed = pair->completed = pair->posted;
    pair->received_used = pair->received_posted;
    atomic_store(&pair->retired, pair->posted);
    atomic_store(&pair->received_retired, pair->received_posted);
    pair->peer = NULL;
    pair->stalled_ns = 0;
}

static void establish_one(struct pair *pair, const struct pair *peer)
{
    struct ibv_qp_attr *own = &pair->attributes;

    if (own->qp_state != IBV_QPS_INIT)
        violation("rdma_connect or rdma_accept", "the queue pair is %s, required is INIT", NAMES[own->qp_state]);
    own->dest_qp_num = peer->base.qp_num;
    own->ah_attr.is_global = 1;
    device_gid(peer->device, 1, &own->ah_attr.grh.dgid);
    own->max_rd_atomic = own->max_dest_rd_atomic = 1;
    own->qp_state = pair->base.state = IBV_QPS_RTS;
}

void pair_establish(struct pair *pair, struct pair *peer)
{
    spin_acquire(&fabric);
    establish_one(pair, peer);
    establish_one(peer, pair);
    spin_release(&fabric);
}

int pair_modify(struct pair *pair, const struct ibv_qp_attr *new, int mask)
{
    enum ibv_qp_state from = pair->attributes.qp_state;
    enum ibv_qp_state to = (mask & IBV_QP_STATE) != 0 ? new->qp_state : from;
    const struct transition *transition;

    if (to == IBV_QPS_ERR) {
        pair_fail(pair);
        return 0;
    }
    if (to == IBV_QPS_RESET) {
        reset(pair);
        return 0;
    }
    transition = find(from, to);
    if ((transition->required & ~mask) != 0 ||
        (mask & ~(transition->required | transition->optional | IBV_QP_STATE)) != 0)
        violation("ibv_modify_qp", "attributes %#x from %s to %s, required are %#x, allowed also %#x", mask,
                  NAMES[from], NAMES[to], transition->required | IBV_QP_STATE, transition->optional);
    check_values(pair, new, mask);
    apply(&pair->attributes, new, mask);
    pair->attributes.qp_state = pair->base.state = to;
    return 0;
}
