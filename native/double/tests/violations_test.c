/* Each wrong use of verbs ends the process with its sentence; so no check of the double is without effect. */
#include "bench.h"

#include "../../tests/check.h"
#include "../control.h"
#include <rdma/rdma_cma.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct bench bench;

static void send_before_ready(void)
{
    bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8);
}

static void receive_before_init(void)
{
    bench_receive(&bench, 0);
}

static void skipped_state(void)
{
    struct ibv_qp_attr attributes;

    ibv_modify_qp(bench.pair, &attributes, bench_attributes(bench.peer, IBV_QPS_RTS, &attributes));
}

static void missing_attribute(void)
{
    struct ibv_qp_attr attributes;
    int mask = bench_attributes(bench.peer, IBV_QPS_INIT, &attributes);

    ibv_modify_qp(bench.pair, &attributes, mask & ~IBV_QP_PORT);
}

static void excess_attribute(void)
{
    struct ibv_qp_attr attributes;
    int mask = bench_attributes(bench.peer, IBV_QPS_INIT, &attributes);

    ibv_modify_qp(bench.pair, &attributes, mask | IBV_QP_TIMEOUT);
}

static void unknown_port(void)
{
    struct ibv_qp_attr attributes;
    int mask = bench_attributes(bench.peer, IBV_QPS_INIT, &attributes);

    attributes.port_num = 2;
    ibv_modify_qp(bench.pair, &attributes, mask);
}

static void unregistered_bytes(void)
{
    bench_connect(&bench);
    bench_post(&bench, IBV_WR_RDMA_WRITE, 0, MEMORY - 4, 8);
}

static void foreign_key(void)
{
    bench_connect(&bench);
    bench.ours->lkey += 256;
    bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8);
}

static void deregistered_key(void)
{
    bench_connect(&bench);
    ibv_dereg_mr(bench.ours);
    bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8);
}

static void read_into_read_only_memory(void)
{
    bench_connect(&bench);
    ibv_dereg_mr(bench.ours);
    bench.ours = ibv_reg_mr(bench.domain, bench.bytes, MEMORY, IBV_ACCESS_REMOTE_READ);
    bench_post(&bench, IBV_WR_RDMA_READ, 0, 0, 8);
}

static void receive_into_foreign_memory(void)
{
    bench_connect(&bench);
    bench_receive(&bench, MEMORY + 1);
}

static void excess_inline_bytes(void)
{
    bench_connect(&bench);
    bench_post(&bench, IBV_WR_RDMA_WRITE, IBV_SEND_INLINE, 0, INLINE_BYTES + 1);
}

static void inline_read(void)
{
    bench_connect(&bench);
    bench_post(&bench, IBV_WR_RDMA_READ, IBV_SEND_INLINE, 0, 8);
}

static void read_without_depth(void)
{
    struct ibv_qp_attr attributes;

    for (enum ibv_qp_state state = IBV_QPS_INIT; state <= IBV_QPS_RTS; state++) {
        int mask = bench_attributes(bench.peer, state, &attributes);
        attributes.max_rd_atomic = 0;
        ibv_modify_qp(bench.pair, &attributes, mask);
    }
    bench_post(&bench, IBV_WR_RDMA_READ, 0, 0, 8);
}

static void excess_requests(void)
{
    bench_connect(&bench);
    for (int i = 0; i <= DEPTH; i++)
        bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8); /* without a completion nothing frees their slots */
}

static void excess_receives(void)
{
    bench_connect(&bench);
    for (int i = 0; i <= DEPTH; i++)
        bench_receive(&bench, 0);
}

static void overrun_completion_queue(void)
{
    struct ibv_qp_init_attr initial = {
        .send_cq = ibv_create_cq(bench.context, 1, NULL, NULL, 0), .recv_cq = bench.receives, .qp_type = IBV_QPT_RC,
        .cap = {.max_send_wr = DEPTH, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
    };

    ibv_destroy_qp(bench.pair);
    bench.pair = ibv_create_qp(bench.domain, &initial);
    bench_connect(&bench);
    for (int i = 0; i < DEPTH; i++)
        bench_post(&bench, IBV_WR_RDMA_WRITE, IBV_SEND_SIGNALED, 0, 8);
}

static void destroyed_pair(void)
{
    bench_connect(&bench);
    ibv_destroy_qp(bench.pair);
    bench_post(&bench, IBV_WR_RDMA_WRITE, 0, 0, 8);
}

static void destroyed_pair_again(void)
{
    ibv_destroy_qp(bench.pair);
    ibv_destroy_qp(bench.pair);
}

static void destroyed_queue(void)
{
    struct ibv_cq *queue = ibv_create_cq(bench.context, 1, NULL, NULL, 0);
    struct ibv_wc completion;

    ibv_destroy_cq(queue);
    ibv_poll_cq(queue, 1, &completion);
}

static void deregistered_region_again(void)
{
    ibv_dereg_mr(bench.ours);
    ibv_dereg_mr(bench.ours);
}

static void memory_of_a_receive_is_deregistered(void)
{
    bench_connect(&bench);
    bench_receive(&bench, 8);
    ibv_dereg_mr(bench.theirs);
    bench_post(&bench, IBV_WR_SEND, 0, 0, 8);
}

static void objects_of_two_devices(void)
{
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_qp_init_attr initial = {.send_cq = bench.sends, .recv_cq = bench.receives, .qp_type = IBV_QPT_RC};

    ibv_create_qp(ibv_alloc_pd(ibv_open_device(devices[1])), &initial);
}

static void iwarp_led_by_the_application(void)
{
    struct ibv_qp_attr attributes = {.qp_state = IBV_QPS_INIT};

    CLAIM(double_control("profile siw") == 0);
    CLAIM(ibv_modify_qp(bench.pair, &attributes, IBV_QP_STATE | IBV_QP_ACCESS_FLAGS) == 0);
    ibv_modify_qp(bench.pair, &attributes, bench_attributes(bench.peer, IBV_QPS_RTR, &attributes));
}

static struct rdma_cm_id *bound(struct rdma_event_channel *events)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0a490001)};
    struct rdma_cm_id *id;

    CLAIM(rdma_create_id(events, &id, NULL, RDMA_PS_TCP) == 0);
    CLAIM(rdma_bind_addr(id, (struct sockaddr *)&address) == 0);
    return id;
}

static void unacknowledged_event(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0a490001), .sin_port = htons(5)};
    struct rdma_event_channel *events = rdma_create_event_channel();
    struct rdma_cm_id *id = bound(events);
    struct rdma_cm_event *event;

    CLAIM(rdma_resolve_addr(id, NULL, (struct sockaddr *)&address, 100) == 0);
    CLAIM(rdma_get_cm_event(events, &event) == 0);
    rdma_destroy_id(id);
}

static void identifier_destroyed_again(void)
{
    struct rdma_cm_id *id = bound(rdma_create_event_channel());
    struct rdma_cm_id copy = *id;

    rdma_destroy_id(id);
    rdma_destroy_id(&copy);
}

static void channel_in_use(void)
{
    struct rdma_event_channel *events = rdma_create_event_channel();

    bound(events);
    rdma_destroy_event_channel(events);
}

static void context_of_the_last_identifier(void)
{
    struct rdma_cm_id *id = bound(NULL);
    struct ibv_pd *domain = ibv_alloc_pd(id->verbs);

    CLAIM(domain != NULL && double_control("remove double0") == 0);
    rdma_free_devices(rdma_get_devices(NULL)); /* now the connection manager knows it */
    CLAIM(rdma_destroy_id(id) == 0);
    ibv_dealloc_pd(domain);
}

static const struct {
    void (*act)(void);
    const char *sentence;
} VIOLATIONS[] = {
    {send_before_ready, "ibv_post_send violates the specification: the queue pair is not ready to send"},
    {receive_before_init, "ibv_post_recv violates the specification: the queue pair is not initialised"},
    {skipped_state, "no transition from RESET to RTS"},
    {missing_attribute, "from RESET to INIT, required are"},
    {excess_attribute, "from RESET to INIT, required are"},
    {unknown_port, "the device has no port 2"},
    {unregistered_bytes, "does not give access to 8 bytes"},
    {foreign_key, "does not give access to 8 bytes"},
    {deregistered_key, "does not give access to 8 bytes"},
    {read_into_read_only_memory, "does not give access to 8 bytes"},
    {receive_into_foreign_memory, "does not give access to 4097 bytes"},
    {excess_inline_bytes, "65 bytes inline, the queue pair has 64"},
    {inline_read, "a READ cannot be inline"},
    {read_without_depth, "connected without READs"},
    {excess_requests, "the send queue of 4 requests has overrun"},
    {excess_receives, "the receive queue of 4 receives has overrun"},
    {overrun_completion_queue, "a completion queue of 1 entries has overrun"},
    {destroyed_pair, "the queue pair is destroyed"},
    {destroyed_pair_again, "the queue pair is already destroyed"},
    {destroyed_queue, "the completion queue is destroyed"},
    {deregistered_region_again, "the region is already deregistered"},
    {memory_of_a_receive_is_deregistered, "the memory of a posted receive was deregistered"},
    {objects_of_two_devices, "of different devices"},
    {iwarp_led_by_the_application, "no transition from INIT to RTR"},
    {unacknowledged_event, "wait for ever for 1 events to be acknowledged"},
    {identifier_destroyed_again, "the identifier is already destroyed"},
    {context_of_the_last_identifier, "ibv_dealloc_pd violates the specification: the device is not open"},
    {channel_in_use, "1 identifiers use the channel"},
};

/* Runs a violation in a process of its own; its output is the sentence. */
static void expect(void (*act)(void), const char *sentence)
{
    char output[1024] = "";
    int ends[2];
    int status;
    pid_t child;

    CLAIM(pipe(ends) == 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        bench_open(&bench);
        act();
        _exit(0);
    }
    close(ends[1]);
    for (size_t length = 0; length < sizeof output - 1;) {
        ssize_t count = read(ends[0], output + length, sizeof output - 1 - length);
        if (count <= 0)
            break;
        length += (size_t)count;
    }
    close(ends[0]);
    CLAIM(waitpid(child, &status, 0) == child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || strstr(output, sentence) == NULL) {
        fprintf(stderr, "expected: %s\nfound: %s\n", sentence, output);
        exit(1);
    }
}

int main(void)
{
    CLAIM(double_control("profile connectx") == 0); /* also if the environment names another */
    for (size_t i = 0; i < sizeof VIOLATIONS / sizeof VIOLATIONS[0]; i++)
        expect(VIOLATIONS[i].act, VIOLATIONS[i].sentence);
    return 0;
}
