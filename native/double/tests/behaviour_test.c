/* What the double does when it is used correctly: data, errors of the peer, limits of profiles, faults. */
#include "bench.h"

#include "../../tests/check.h"
#include "../control.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>

static struct bench bench;

static void open_as(const char *profile)
{
    char command[128];

    snprintf(command, sizeof command, "profile %s", profile);
    CLAIM(double_control(command) == 0);
    bench_open(&bench);
    bench_connect(&bench);
}

static void close_bench(void)
{
    CLAIM(ibv_destroy_qp(bench.pair) == 0);
    CLAIM(ibv_destroy_qp(bench.peer) == 0);
    CLAIM(ibv_dereg_mr(bench.ours) == 0);
    CLAIM(ibv_dereg_mr(bench.theirs) == 0);
    CLAIM(ibv_destroy_cq(bench.sends) == 0);
    CLAIM(ibv_destroy_cq(bench.receives) == 0);
    CLAIM(ibv_dealloc_pd(bench.domain) == 0);
    CLAIM(ibv_close_device(bench.context) == 0);
    free(bench.bytes);
    free(bench.their_bytes);
    CLAIM(double_control("count qp") == 0 && double_control("count mr") == 0 && double_control("count cq") == 0);
}

static void requests_move_bytes(const char *profile)
{
    open_as(profile);
    memcpy(bench.bytes, "written", 8);
    CLAIM(bench_receive(&bench, 0) == 0);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE_WITH_IMM, IBV_SEND_SIGNALED, 0, 8) == 0);
    CLAIM(bench_status(bench.receives) == IBV_WC_SUCCESS);
    CLAIM(bench_status(bench.sends) == IBV_WC_SUCCESS);
    CLAIM(strcmp((char *)bench.their_bytes, "written") == 0);

    strcpy((char *)bench.their_bytes + 100, "read");
    CLAIM(bench_post(&bench, IBV_WR_RDMA_READ, IBV_SEND_SIGNALED, 100, 5) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_SUCCESS);
    CLAIM(strcmp((char *)bench.bytes + 100, "read") == 0);

    strcpy((char *)bench.bytes + 200, "sent");
    CLAIM(bench_receive(&bench, 8) == 0);
    CLAIM(bench_post(&bench, IBV_WR_SEND, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 200, 5) == 0);
    strcpy((char *)bench.bytes + 200, "lost"); /* inline bytes were copied */
    CLAIM(bench_status(bench.receives) == IBV_WC_SUCCESS);
    CLAIM(strcmp((char *)bench.their_bytes, "sent") == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_SUCCESS);
    close_bench();
}

static void errors_of_the_peer_are_completions(void)
{
    open_as("connectx");
    bench.theirs->rkey += 256;
    CLAIM(bench_receive(&bench, 0) == 0);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_REM_ACCESS_ERR);
    CLAIM(bench_status(bench.receives) == IBV_WC_WR_FLUSH_ERR);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_WR_FLUSH_ERR);
    bench.theirs->rkey -= 256;
    close_bench();

    open_as("connectx,hurry=16");
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE_WITH_IMM, 0, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_RNR_RETRY_EXC_ERR);
    CLAIM(double_control("count rnr") == 1);
    close_bench();

    open_as("connectx");
    CLAIM(bench_receive(&bench, 4) == 0);
    CLAIM(bench_post(&bench, IBV_WR_SEND, 0, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_REM_INV_REQ_ERR);
    CLAIM(bench_status(bench.receives) == IBV_WC_LOC_LEN_ERR);
    close_bench();
}

static void write_is_placed_after_the_next_one_but_before_an_immediate(void)
{
    open_as("swaps=1,seed=7,held-us=60000000");
    memcpy(bench.bytes, "older", 6);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_SUCCESS);
    memcpy(bench.bytes, "newer", 6);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_SUCCESS);
    CLAIM(double_control("count held") == 0 && double_control("count swapped") == 1);
    CLAIM(strcmp((char *)bench.their_bytes, "older") == 0);

    CLAIM(bench_receive(&bench, 0) == 0);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8) == 0);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE_WITH_IMM, 0, 100, 8) == 0);
    CLAIM(bench_status(bench.receives) == IBV_WC_SUCCESS);
    CLAIM(double_control("count held") == 0 && strcmp((char *)bench.their_bytes, "newer") == 0);
    close_bench();
}

static void late_receive_is_found_by_a_repetition(void)
{
    open_as("connectx,hurry=1");
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE_WITH_IMM, 0, 0, 8) == 0);
    CLAIM(bench_receive(&bench, 0) == 0);
    CLAIM(bench_status(bench.receives) == IBV_WC_SUCCESS);
    close_bench();
}

static void missing_peer_exceeds_the_retries(void)
{
    struct ibv_qp_attr error = {.qp_state = IBV_QPS_ERR};

    open_as("connectx,hurry=1");
    CLAIM(ibv_modify_qp(bench.peer, &error, IBV_QP_STATE) == 0);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8) == 0);
    CLAIM(bench_status(bench.sends) == IBV_WC_RETRY_EXC_ERR);
    close_bench();
}

static void profiles_have_their_limits(void)
{
    struct ibv_qp_init_attr initial = {.qp_type = IBV_QPT_RC,
                                       .cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_inline_data = 102}};

    open_as("e810");
    initial.send_cq = bench.sends;
    initial.recv_cq = bench.receives;
    errno = 0;
    CLAIM(ibv_create_qp(bench.domain, &initial) == NULL && errno == EINVAL);
    close_bench();

    open_as("negative=1,empty=0,immediates=0"); /* as siw, whose queue pairs only the connection manager connects */
    CLAIM(bench_receive(&bench, 0) == -EINVAL);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE_WITH_IMM, 0, 0, 8) == -EINVAL);
    close_bench();
    CLAIM(double_control("profile nothing") == -EINVAL);
}

static void queue_at_the_offset_of_a_failure_cannot_be_created(void)
{
    struct ibv_cq *queues[256] = {NULL};
    int count = 0;

    open_as("negative=1,offsets=1");
    while (count < 256 && (queues[count] = ibv_create_cq(bench.context, 1, NULL, NULL, 0)) != NULL)
        count++;
    CLAIM(count > 0 && count < 256 && errno == 0);
    CLAIM(ibv_create_cq(bench.context, 1, NULL, NULL, 0) == NULL);
    CLAIM(ibv_destroy_cq(queues[count - 1]) == 0);
    queues[count - 1] = ibv_create_cq(bench.context, 256, NULL, NULL, 0); /* covers the offset */
    queues[count] = ibv_create_cq(bench.context, 1, NULL, NULL, 0);
    CLAIM(queues[count - 1] != NULL && queues[count] != NULL);
    for (int i = 0; i <= count; i++)
        CLAIM(ibv_destroy_cq(queues[i]) == 0);
    close_bench();
}

static void faults_happen_on_request(void)
{
    struct ibv_async_event event;
    struct ibv_wc completion;

    open_as("connectx");
    CLAIM(fcntl(bench.context->async_fd, F_SETFL, O_NONBLOCK) == 0);
    CLAIM(ibv_get_async_event(bench.context, &event) == -1 && errno == EAGAIN);
    CLAIM(double_control("fail-sends 1 12") == 0);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8) == ENOMEM);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8) == 0);
    CLAIM(double_control("fail-queues double0") > 0);
    CLAIM(double_control("report-queue double0") == 0);
    CLAIM(ibv_poll_cq(bench.sends, 1, &completion) < 0);
    CLAIM(ibv_get_async_event(bench.context, &event) == 0 && event.event_type == IBV_EVENT_CQ_ERR);
    CLAIM(double_control("port double0 down") == 0 && double_control("port double0 up") == 0);
    CLAIM(ibv_get_async_event(bench.context, &event) == 0 && event.event_type == IBV_EVENT_PORT_ERR);
    CLAIM(ibv_get_async_event(bench.context, &event) == 0 && event.event_type == IBV_EVENT_PORT_ACTIVE);
    close_bench();
}

static void removed_device_returns_as_another(void)
{
    struct ibv_async_event event;
    struct ibv_wc completion;
    int count;

    open_as("connectx");
    CLAIM(fcntl(bench.context->async_fd, F_SETFL, O_NONBLOCK) == 0);
    CLAIM(double_control("remove double0") == 0);
    CLAIM(ibv_get_async_event(bench.context, &event) == 0 && event.event_type == IBV_EVENT_DEVICE_FATAL);
    CLAIM(ibv_get_async_event(bench.context, &event) == -1 && errno == EIO);
    CLAIM(ibv_alloc_pd(bench.context) == NULL && errno == EIO);
    CLAIM(bench_post(&bench, IBV_WR_RDMA_WRITE, IBV_SEND_SIGNALED, 0, 8) == 0);
    CLAIM(ibv_poll_cq(bench.sends, 1, &completion) == 0);
    ibv_free_device_list(ibv_get_device_list(&count));
    CLAIM(count == 1);
    CLAIM(double_control("restore double0") == 0);
    ibv_free_device_list(ibv_get_device_list(&count));
    CLAIM(count == 2);
    close_bench();
    requests_move_bytes("connectx");
}

static void removed_device_may_refuse_destruction(void)
{
    open_as("strict=1");
    CLAIM(double_control("remove double0") == 0);
    CLAIM(ibv_destroy_qp(bench.pair) == EIO && ibv_destroy_qp(bench.peer) == EIO);
    CLAIM(ibv_dereg_mr(bench.ours) == EIO && ibv_dereg_mr(bench.theirs) == EIO);
    CLAIM(ibv_destroy_cq(bench.sends) == EIO && ibv_destroy_cq(bench.receives) == EIO);
    CLAIM(ibv_dealloc_pd(bench.domain) == EIO);
    CLAIM(double_control("count qp") == 0 && double_control("count pd") == 0);
    CLAIM(double_control("restore double0") == 0);
}

int main(void)
{
    setenv("RDMAV_ALLOW_DISASSOC_DESTROY", "1", 1); /* read with the first list of devices */
    requests_move_bytes("connectx");
    requests_move_bytes("late");
    requests_move_bytes("rxe");
    errors_of_the_peer_are_completions();
    late_receive_is_found_by_a_repetition();
    write_is_placed_after_the_next_one_but_before_an_immediate();
    missing_peer_exceeds_the_retries();
    profiles_have_their_limits();
    queue_at_the_offset_of_a_failure_cannot_be_created();
    faults_happen_on_request();
    removed_device_returns_as_another();
    removed_device_may_refuse_destruction();
    return 0;
}
