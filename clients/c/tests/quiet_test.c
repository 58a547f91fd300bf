/*
 * Claims, commits and polls allocate nothing and make no system call once a session is joined. The kernel kills the
 * child process at its first system call other than read, write and exit (seccomp, strict mode).
 */
#include "bench.h"

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
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
        syscall(SYS_exit, 77);
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

int main(void)
{
#ifndef __SANITIZE_ADDRESS__ /* its functions allocate and make system calls */
    for (int policy = VERBUS_BLOCK; policy <= VERBUS_EVICT; policy++) {
        struct bench bench = {0};
        int status;
        strcpy(bench.directory, "/dev/shm/verbus-c-test-XXXXXX");
        scratch_create(bench.directory);
        pid_t child = fork();
        CLAIM(child >= 0);
        if (child == 0)
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
    (void)count;
    (void)publish_and_poll;
#endif
    return 0;
}
