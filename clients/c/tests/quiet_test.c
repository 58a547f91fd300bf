/*
 * Claims, commits and polls allocate nothing and make no system call once a session is joined, nor do the requests and
 * polls of a seat once it is established. The kernel kills the child process at its first system call other than exit
 * and that of the clock, which has one on hosts without a clock in the vDSO.
 */
#include "bench.h"
#include "gateway.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static size_t allocations;

#ifndef __SANITIZE_ADDRESS__
extern void *__libc_malloc(size_t length);
extern void *__libc_calloc(size_t count, size_t length);
extern void *__libc_realloc(void *before, size_t length);

void *malloc(size_t length)
{
    allocations++;
    return __libc_malloc(length);
}

void *calloc(size_t count, size_t length)
{
    allocations++;
    return __libc_calloc(count, length);
}

void *realloc(void *before, size_t length)
{
    allocations++;
    return __libc_realloc(before, length);
}
#endif

/* Exits with 77 if the kernel cannot watch. The strict mode of seccomp would forbid the clock. */
static void forbid_system_calls(void)
{
    struct sock_filter instructions[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        syscall(SYS_exit, 77);
}

static enum verbus_action count(void *context, const struct verbus_message *message)
{
    uint64_t *messages = context;
    *messages += message->length > 0;
    return VERBUS_TAKEN;
}

/* In the child: exits with 0 if each message arrives. */
static void publish_and_poll(struct bench *bench, enum verbus_policy policy)
{
    enum { MESSAGES = 100000 };
    static uint8_t message[PATTERN_LONG];
    uint64_t received = 0;
    bench->publisher_bus = bench_open_bus(bench, 10000000000);
    bench->subscriber_bus = bench_open_bus(bench, 10000000000);
    bench_publish(bench, (struct verbus_publication_settings){0});
    bench_subscribe(bench, (struct verbus_subscription_settings){.policy = policy});
    (void)verbus_poll(bench->subscription, count, &received, 1);
    bench_conduct(bench);
    size_t before = allocations;
    forbid_system_calls();
    for (int i = 0; i < MESSAGES; i++) {
        size_t length = i % 50 == 0 ? sizeof message : 1 + (size_t)i % 1000;
        if (verbus_offer(bench->publication, message, length) < 0)
            syscall(SYS_exit, 2);
        if (i % 3 == 0)
            (void)verbus_poll(bench->subscription, count, &received, 10);
        if (i % 7 == 0)
            (void)verbus_poll(bench->subscription, count, &received, 10); /* mostly nothing */
    }
    while (verbus_poll(bench->subscription, count, &received, 10) > 0)
        continue;
    syscall(SYS_exit, received == MESSAGES && allocations == before ? 0 : 3);
}

/* A gateway that accepts each order, and keeps nothing. */
struct acceptor {
    verbus_subscription *in;
    verbus_publication *out;
    int64_t accepted;
};

static enum verbus_action answer(void *context, const struct verbus_message *message)
{
    struct acceptor *acceptor = context;
    static const uint8_t nonce[ORDERS_NONCE_LENGTH] = {1};
    static const uint8_t none[ORDERS_NONCE_LENGTH];
    uint8_t answer[GATEWAY_ESTABLISHED_LENGTH];
    const uint8_t *request = message->payload;
    size_t length = 0;
    if (orders_get16(request, AT_TEMPLATE) == NEW_ORDER) {
        acceptor->accepted++;
        length = gateway_accepted(acceptor->accepted, acceptor->accepted,
                                  (int64_t)verbus_get64(request, REQUEST_ORDER_ID), answer);
        orders_put16(answer, AT_TEMPLATE, REJECTED_REPORT); /* the order is not open any more */
    } else if (orders_get16(request, AT_TEMPLATE) != ESTABLISH) {
        return VERBUS_TAKEN;
    } else if (memcmp(request + ESTABLISH_GATEWAY_NONCE, none, sizeof none) == 0) {
        gateway_challenge(request, message->session->id, nonce, answer);
        length = CHALLENGE_LENGTH;
    } else {
        gateway_established(request, message->session->id, verbus_publication_session(acceptor->out)->id, nonce, 1, 1,
                            answer);
        length = GATEWAY_ESTABLISHED_LENGTH;
    }
    return verbus_offer(acceptor->out, answer, length) < 0 ? VERBUS_NOT_TAKEN : VERBUS_TAKEN;
}

static void count_report(void *context, const struct verbus_report *report)
{
    uint64_t *reports = context;
    *reports += report->number == (int64_t)*reports + 1;
}

/* In the child: exits with 0 if each order is answered. */
static void trade(struct bench *bench)
{
    enum { ORDERS = 100000 };
    struct acceptor acceptor = {0};
    verbus_seat *seat;
    uint64_t reports = 0;
    struct verbus_subscription_settings in = {.stream = "test.in", .name = "gateway", .start = VERBUS_START_OLDEST};
    struct verbus_publication_settings out = {.stream = "test.out", .name = "gateway", .capacity = 1 << 20};
    struct verbus_seat_settings settings = {.name = "ALICE",
                                            .market = "test",
                                            .secret = GATEWAY_SECRET,
                                            .secret_length = sizeof GATEWAY_SECRET - 1,
                                            .keep_alive_ns = 3600000000000,
                                            .on_report = count_report,
                                            .context = &reports};
    bench->publisher_bus = bench_open_bus(bench, 10000000000);
    bench->subscriber_bus = bench_open_bus(bench, 10000000000);
    CLAIM(verbus_publish(bench->publisher_bus, &out, &acceptor.out, NULL) == VERBUS_OK);
    CLAIM(verbus_subscribe(bench->publisher_bus, &in, &acceptor.in, NULL) == VERBUS_OK);
    CLAIM(verbus_seat_open(bench->subscriber_bus, &settings, &seat, NULL) == VERBUS_OK);
    while (!verbus_seat_is_established(seat)) {
        CLAIM(verbus_seat_poll(seat) >= 0);
        (void)verbus_poll(acceptor.in, answer, &acceptor, 10);
        bench_conduct(bench);
    }
    size_t before = allocations;
    forbid_system_calls();
    for (int i = 1; i <= ORDERS; i++) {
        struct verbus_order order = {.id = i, .instrument = 1, .side = VERBUS_BUY, .quantity = 1, .price = 1};
        if (verbus_seat_enter(seat, &order) != i)
            syscall(SYS_exit, 2);
        if (i % 7 == 0)
            (void)verbus_poll(acceptor.in, answer, &acceptor, 10);
        (void)verbus_seat_poll(seat);
    }
    while (verbus_poll(acceptor.in, answer, &acceptor, 10) + verbus_seat_poll(seat) > 0)
        continue;
    syscall(SYS_exit, reports == ORDERS && verbus_seat_unanswered(seat) == 0 && allocations == before ? 0 : 3);
}

int main(void)
{
#ifndef __SANITIZE_ADDRESS__ /* its functions allocate and make system calls */
    enum { SEAT = VERBUS_EVICT + 1 }; /* after the policies */
    for (int policy = VERBUS_BLOCK; policy <= SEAT; policy++) {
        struct bench bench = {0};
        int status;
        strcpy(bench.directory, "/dev/shm/verbus-c-test-XXXXXX");
        scratch_create(bench.directory);
        pid_t child = fork();
        CLAIM(child >= 0);
        if (child == 0 && policy == SEAT)
            trade(&bench);
        else if (child == 0)
            publish_and_poll(&bench, (enum verbus_policy)policy);
        CLAIM(waitpid(child, &status, 0) == child);
        scratch_remove(bench.directory);
        CLAIM(!WIFSIGNALED(status)); /* by the kernel, at a system call */
        if (WEXITSTATUS(status) == 77)
            return 77;
        CLAIM(WEXITSTATUS(status) == 0);
    }
#else
    (void)allocations;
    (void)forbid_system_calls;
    (void)count;
    (void)publish_and_poll;
    (void)trade;
#endif
    return 0;
}
