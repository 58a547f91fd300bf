/*
 * The calls of perf/end.c on the double, both ends in one process, as RdmaBenchmark measures them of the bus: a
 * baseline for its ratios. A device costs a memory copy here.
 *
 *   double_costs [SIZE]     one thread: publishing, receiving, an empty poll; then round trips of two pinned threads
 *
 * SIZE: bytes of a message, default 96: a frame of the bus with 64 bytes of payload. Prints the median of all rounds.
 */
#include "../perf/end.h"
#include "tests/bench.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BURST 64
#define ROUNDS 20000
#define TRIPS 400000
#define EMPTY_POLLS 16

static struct end ends[2];

static void open_ends(uint32_t size)
{
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_context *device = ibv_open_device(devices[0]);

    ibv_free_device_list(devices);
    for (int i = 0; i < 2; i++) {
        struct ibv_qp_init_attr attributes;
        struct ibv_qp_attr ignored;
        struct ibv_qp *pair;

        ends[i].plan.size = size;
        end_allocate(&ends[i], device, &attributes);
        pair = ibv_create_qp(ends[i].domain, &attributes);
        require(pair != NULL, "queue pair");
        require(ibv_modify_qp(pair, &ignored, bench_attributes(pair, IBV_QPS_INIT, &ignored)) == 0, "INIT");
        end_receive(&ends[i], pair, &attributes);
    }
    for (enum ibv_qp_state state = IBV_QPS_RTR; state <= IBV_QPS_RTS; state++)
        for (int i = 0; i < 2; i++) {
            struct ibv_qp_attr attributes;
            int mask = bench_attributes(ends[1 - i].pair, state, &attributes);

            require(ibv_modify_qp(ends[i].pair, &attributes, mask) == 0, "connecting");
            ends[i].peer = end_target(&ends[1 - i]);
        }
}

static void pin(int core)
{
    cpu_set_t cores;

    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    sched_setaffinity(0, sizeof cores, &cores);
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The second half, after the warm-up. */
static double median(uint64_t *times, size_t count)
{
    qsort(times + count / 2, count - count / 2, sizeof *times, compare);
    return (double)times[count / 2 + (count - count / 2) / 2];
}

static uint64_t measure_calls(void)
{
    static uint64_t published[ROUNDS], received[ROUNDS], empty[ROUNDS];
    uint64_t sent = 0;

    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = now_ns();
        for (int i = 0; i < BURST; i++)
            end_put(&ends[0], sent++);
        uint64_t full = now_ns();
        for (int i = 0; i < BURST; i++)
            end_await(&ends[1]);
        uint64_t drained = now_ns();
        for (int i = 0; i < EMPTY_POLLS; i++)
            end_take(&ends[1], 1);
        published[round] = full - start;
        received[round] = drained - full;
        empty[round] = now_ns() - drained;
    }
    printf("c publish %.1f receive %.1f empty-poll %.1f ns\n", median(published, ROUNDS) / BURST,
           median(received, ROUNDS) / BURST, median(empty, ROUNDS) / EMPTY_POLLS);
    return sent;
}

static void *answer(void *unused)
{
    (void)unused;
    pin(1);
    for (uint64_t i = 0; i < TRIPS; i++) {
        end_await(&ends[1]);
        end_put(&ends[1], i);
    }
    return NULL;
}

static void measure_trips(uint64_t sent)
{
    static uint64_t trips[TRIPS];
    pthread_t thread;

    pin(0);
    require(pthread_create(&thread, NULL, answer, NULL) == 0, "thread");
    for (uint64_t i = 0; i < TRIPS; i++) {
        uint64_t start = now_ns();
        end_put(&ends[0], sent + i);
        end_await(&ends[0]);
        trips[i] = now_ns() - start;
    }
    pthread_join(thread, NULL);
    printf("c round-trip p50 %.0f ns\n", median(trips, TRIPS));
}

int main(int count, char **arguments)
{
    long size = count > 1 ? strtol(arguments[1], NULL, 10) : 96;

    if (count > 2 || size < 8 || size > INLINE_WANTED) {
        fprintf(stderr, "usage: double_costs [SIZE], 8 to %u bytes\n", INLINE_WANTED);
        return 2;
    }
    open_ends((uint32_t)size);
    measure_trips(measure_calls());
    return 0;
}
