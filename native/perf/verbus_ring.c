/*
 * The shared-memory baseline: two processes, each pinned to a core, over rings of their own. To be run alternately with
 * the bus and its peers; its round trip also measures the distance of the two cores.
 *
 *   verbus_ring DIRECTORY ping-pong|throughput|open-loop PAYLOAD CAPACITY COUNT WARM-UP CORE CORE [RATE]
 *
 * DIRECTORY is on tmpfs and for exclusive use. COUNT messages are measured after WARM-UP others; RATE is in messages
 * per second, for open-loop. A core below 0 pins nothing. Prints the results as NAME=VALUE; ping-pong and open-loop
 * write all times to DIRECTORY/times, in ns, four bytes each.
 */
#ifdef PERF_CLIENT
#include "client_ring.h" /* of clients/c: the same tasks by its library, between two processes of a bus */
#else
#include "ring.h"
#endif

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct plan {
    const char *directory;
    uint64_t payload, capacity, count, warm_up, rate;
    int cores[2];
};

/* Times of the kernel's scheduler for a process: on a core, and ready to run without a core. */
struct scheduled {
    uint64_t cpu_ns, waited_ns;
};

/* Results that one process passes to the other at the end. */
struct findings {
    uint64_t sum, ns;
    struct scheduled spent;
    bool done;
};

struct run {
    struct plan plan;
    struct shared *there, *back;
    struct findings *far;
    uint32_t *times;
    uint64_t sum, ns;
    struct scheduled spent;
};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "verbus_ring: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static void *map(const struct plan *plan, const char *name, size_t bytes)
{
    char path[4096];
    int fd;
    void *memory;

    if (snprintf(path, sizeof path, "%s/%s", plan->directory, name) >= (int)sizeof path)
        fail("directory name too long");
    fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        fail(path);
    errno = posix_fallocate(fd, 0, (off_t)bytes);
    if (errno != 0)
        fail(path);
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
    close(fd);
    return memory == MAP_FAILED ? fail(path), NULL : memory;
}

static void unlink_all(const struct plan *plan)
{
    const char *names[] = {"there", "back", "far"};
    char path[4096];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", plan->directory, names[i]);
        unlink(path);
    }
}

static bool shares_cores; /* without a core of its own, a process yields to the other */

/* Between two looks: the instruction of Java's Thread.onSpinWait, by which all subjects in Java pause. */
static inline void relax(void)
{
    if (__builtin_expect(shares_cores, 0)) {
        sched_yield();
    } else {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }
}

static int schedstat = -1; /* of this process; the kernel may have none */

/* The processor clock has no time of waiting; schedstat counts it in ns. */
static struct scheduled scheduled_now(void)
{
    struct scheduled now = {.cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID)};
    char text[128];
    ssize_t length = schedstat < 0 ? -1 : pread(schedstat, text, sizeof text - 1, 0);

    if (length > 0) {
        unsigned long long waited = 0;
        text[length] = '\0';
        if (sscanf(text, "%*u %llu", &waited) == 1)
            now.waited_ns = waited;
    }
    return now;
}

static struct scheduled scheduled_since(struct scheduled before)
{
    struct scheduled now = scheduled_now();

    return (struct scheduled){now.cpu_ns - before.cpu_ns, now.waited_ns - before.waited_ns};
}

static void begin_on(int core)
{
    cpu_set_t set;

    schedstat = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    CPU_ZERO(&set);
    if (core >= 0) {
        CPU_SET(core, &set);
        if (sched_setaffinity(0, sizeof set, &set) != 0)
            fail("pinning to a core");
    }
}

/* Word by word, as an encoder does: volatile prevents vectorization. */
static void publish(struct publisher *p, uint64_t length, uint64_t value)
{
    volatile uint64_t *payload;

    while ((payload = ring_claim(p, length)) == NULL)
        relax();
    for (uint64_t i = 0; i < length / 8; i++)
        payload[i] = value + 8 * i;
    ring_commit(p, length);
}

/* The value of the next message; adds up all its words. */
static uint64_t take(struct reader *r, uint64_t *sum)
{
    uint64_t value;

    while (ring_take(r, 1, sum, &value) == 0)
        relax();
    return value;
}

/* Takes a number of messages. */
static void take_all(struct reader *r, uint64_t count, uint64_t *sum)
{
    uint64_t value;

    while (count > 0) {
        uint64_t taken = ring_take(r, count, sum, &value);
        if (taken == 0)
            relax();
        count -= taken;
    }
}

static void ping(struct run *run)
{
    struct publisher there = {.shared = run->there, .capacity = run->plan.capacity};
    struct reader back = {.shared = run->back, .capacity = run->plan.capacity};
    struct scheduled account = {0};
    uint64_t start = 0, before = clock_ns(CLOCK_MONOTONIC);

    for (uint64_t i = 0; i < run->plan.warm_up + run->plan.count; i++) {
        uint64_t now;
        if (i == run->plan.warm_up) {
            account = scheduled_now();
            start = before = clock_ns(CLOCK_MONOTONIC);
        }
        publish(&there, run->plan.payload, i);
        if (take(&back, &run->sum) != i)
            fail("another message came back");
        now = clock_ns(CLOCK_MONOTONIC);
        if (i >= run->plan.warm_up)
            run->times[i - run->plan.warm_up] = (uint32_t)(now - before);
        before = now;
    }
    run->ns = before - start;
    run->spent = scheduled_since(account);
}

static void pong(struct run *run)
{
    struct reader there = {.shared = run->there, .capacity = run->plan.capacity};
    struct publisher back = {.shared = run->back, .capacity = run->plan.capacity};
    struct scheduled account = {0};

    for (uint64_t i = 0; i < run->plan.warm_up + run->plan.count; i++) {
        if (i == run->plan.warm_up)
            account = scheduled_now();
        publish(&back, run->plan.payload, take(&there, &run->far->sum));
    }
    run->far->spent = scheduled_since(account);
}

static void flood(struct run *run)
{
    struct publisher there = {.shared = run->there, .capacity = run->plan.capacity};
    struct scheduled account = {0};

    for (uint64_t i = 0; i < run->plan.warm_up + run->plan.count; i++) {
        if (i == run->plan.warm_up)
            account = scheduled_now();
        publish(&there, run->plan.payload, i);
    }
    run->spent = scheduled_since(account);
    for (uint64_t word = 0; word < run->plan.payload / 8; word++) { /* the sum that the reader must reach */
        uint64_t n = run->plan.warm_up + run->plan.count;
        run->sum += n * (8 * word) + (n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n);
    }
}

static void drain(struct run *run)
{
    struct reader there = {.shared = run->there, .capacity = run->plan.capacity};
    struct scheduled account;
    uint64_t start, sum = 0;

    take_all(&there, run->plan.warm_up, &sum);
    account = scheduled_now();
    start = clock_ns(CLOCK_MONOTONIC);
    take_all(&there, run->plan.count, &sum);
    run->far->ns = clock_ns(CLOCK_MONOTONIC) - start;
    run->far->spent = scheduled_since(account);
    run->far->sum = sum;
}

/* The value of each message is its intended send time. */
static void pace(struct run *run)
{
    struct publisher there = {.shared = run->there, .capacity = run->plan.capacity};
    double interval = 1e9 / (double)run->plan.rate;
    struct scheduled account = {0};
    uint64_t start = clock_ns(CLOCK_MONOTONIC);

    for (uint64_t i = 0; i < run->plan.warm_up + run->plan.count; i++) {
        uint64_t intended = start + (uint64_t)((double)i * interval);
        if (i == run->plan.warm_up)
            account = scheduled_now();
        while (clock_ns(CLOCK_MONOTONIC) < intended)
            relax();
        publish(&there, run->plan.payload, intended);
    }
    run->spent = scheduled_since(account);
}

static void note_late(struct run *run)
{
    struct reader there = {.shared = run->there, .capacity = run->plan.capacity};
    struct scheduled account = {0};
    uint64_t start = 0, sum = 0;

    for (uint64_t i = 0; i < run->plan.warm_up + run->plan.count; i++) {
        uint64_t intended;
        if (i == run->plan.warm_up) {
            account = scheduled_now();
            start = clock_ns(CLOCK_MONOTONIC);
        }
        intended = take(&there, &sum);
        if (i >= run->plan.warm_up) {
            uint64_t late = clock_ns(CLOCK_MONOTONIC) - intended;
            run->times[i - run->plan.warm_up] = late > UINT32_MAX ? UINT32_MAX : (uint32_t)late;
        }
    }
    run->far->ns = clock_ns(CLOCK_MONOTONIC) - start;
    run->far->spent = scheduled_since(account);
}

static const struct mode {
    const char *name;
    void (*near)(struct run *run);
    void (*far)(struct run *run);
    bool times, sums;
} MODES[] = {
    {"ping-pong", ping, pong, true, true},
    {"throughput", flood, drain, false, true},
    {"open-loop", pace, note_late, true, false},
};

static uint64_t number(const char *text, uint64_t least, uint64_t most)
{
    char *rest;
    uint64_t value = strtoull(text, &rest, 10);

    if (*text == '\0' || *rest != '\0' || value < least || value > most) {
        fprintf(stderr, "verbus_ring: invalid number '%s': use %lu to %lu\n", text, (unsigned long)least,
                (unsigned long)most);
        exit(2);
    }
    return value;
}

static int run_both(struct run *run, const struct mode *mode)
{
    pid_t parent = getpid();
    pid_t child = fork();
    int status = 1;

    if (child < 0)
        fail("starting the other process");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            return 1;
        begin_on(run->plan.cores[1]);
        ring_begin(run->plan.directory);
        mode->far(run);
        ring_end();
        run->far->done = true;
        return 0;
    }
    begin_on(run->plan.cores[0]);
    ring_begin(run->plan.directory);
    mode->near(run);
    if (waitpid(child, &status, 0) != child || status != 0 || !run->far->done)
        fail("the other process");
    ring_end();
    if (mode->sums && run->sum != run->far->sum) {
        fprintf(stderr, "verbus_ring: read data differ from written data\n");
        return 1;
    }
    printf("messages=%lu ns=%lu cpu_ns=%lu publisher_cpu_ns=%lu waited_ns=%lu memory_bytes=%lu\n",
           (unsigned long)run->plan.count, (unsigned long)(run->ns > 0 ? run->ns : run->far->ns),
           (unsigned long)(run->spent.cpu_ns + run->far->spent.cpu_ns), (unsigned long)run->spent.cpu_ns,
           (unsigned long)(run->spent.waited_ns + run->far->spent.waited_ns),
           (unsigned long)(sizeof(struct shared) + run->plan.capacity));
    return 0;
}

int main(int count, char **arguments)
{
    struct run run = {0};
    const struct mode *mode = NULL;
    int status;

    for (size_t i = 0; count >= 9 && i < sizeof MODES / sizeof *MODES; i++)
        if (strcmp(arguments[2], MODES[i].name) == 0)
            mode = &MODES[i];
    if (mode == NULL || count > 10 || (mode->near == pace) != (count == 10)) {
        fprintf(stderr, "usage: verbus_ring DIRECTORY ping-pong|throughput|open-loop PAYLOAD CAPACITY COUNT WARM-UP"
                        " CORE CORE [RATE]\n");
        return 2;
    }
    run.plan = (struct plan){.directory = arguments[1],
                             .payload = number(arguments[3], 8, 1U << 20) & ~7ULL,
                             .capacity = number(arguments[4], 1U << 12, 1U << 30),
                             .count = number(arguments[5], 1, 1ULL << 36),
                             .warm_up = number(arguments[6], 0, 1ULL << 36),
                             .cores = {atoi(arguments[7]), atoi(arguments[8])},
                             .rate = count == 10 ? number(arguments[9], 1, 1U << 30) : 1};
    if ((run.plan.capacity & (run.plan.capacity - 1)) != 0 || run.plan.capacity < 8 * (run.plan.payload + 64)) {
        fprintf(stderr, "verbus_ring: invalid capacity: use a power of two, at least eight messages\n");
        return 2;
    }
    shares_cores = run.plan.cores[0] < 0;
    run.there = map(&run.plan, "there", sizeof(struct shared) + run.plan.capacity);
    run.back = map(&run.plan, "back", sizeof(struct shared) + run.plan.capacity);
    run.far = map(&run.plan, "far", sizeof(struct findings));
    if (mode->times)
        run.times = map(&run.plan, "times", run.plan.count * sizeof *run.times);
    unlink_all(&run.plan);
    status = run_both(&run, mode);
    fflush(stdout);
    return status;
}
