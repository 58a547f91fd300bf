/*
 * Two pinned processes over one log (throughput) or two (round trip).
 *
 *   ring DIRECTORY throughput MESSAGES    prints millions of messages a second
 *   ring DIRECTORY paced MESSAGES         the same; the publisher reads the clock before each message, so that
 *                                         the reader keeps up and waits for every frame
 *   ring DIRECTORY roundtrip MESSAGES     prints in ns the median of the means of 64, p50 p99 p99.9 p99.99
 *
 * The first tenth of the messages is warm-up. DIRECTORY is on tmpfs, exists, and is empty again afterwards.
 */
#define _GNU_SOURCE
#include "ring.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int64_t checksum; /* of every payload field read; main compares it with what was to come */

static void pin_to(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        fail("CPUs 0 and 1 are needed");
    }
}

static void *map(const char *directory, const char *name, size_t bytes, int protection, bool create) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int fd = open(path, create ? O_RDWR | O_CREAT | O_EXCL : protection & PROT_WRITE ? O_RDWR : O_RDONLY, 0600);
    if (fd < 0 || (create && posix_fallocate(fd, 0, (off_t)bytes) != 0)) {
        fail("cannot open or allocate a file of the ring");
    }
    void *address = mmap(NULL, bytes, protection, MAP_SHARED | MAP_POPULATE, fd, 0);
    close(fd);
    return address == MAP_FAILED ? fail("cannot map a file of the ring"), NULL : address;
}

static struct publisher open_publisher(const char *directory, const char *log, const char *position) {
    uint8_t *header = map(directory, log, LOG_HEADER_BYTES + CAPACITY, PROT_READ | PROT_WRITE, false);
    return (struct publisher){
        .header = (struct log_header *)header,
        .ring = header + LOG_HEADER_BYTES,
        .reader_position = map(directory, position, 4096, PROT_READ, false),
        .limit = CHUNKED ? CHUNK : CAPACITY,
    };
}

static struct reader open_reader(const char *directory, const char *log, const char *position) {
    uint8_t *header = map(directory, log, LOG_HEADER_BYTES + CAPACITY, PROT_READ, false);
    return (struct reader){
        .header = (struct log_header *)header,
        .ring = header + LOG_HEADER_BYTES,
        .shared_position = map(directory, position, 4096, PROT_READ | PROT_WRITE, false),
    };
}

/* Field by field, as an encoder does: volatile keeps the compiler from making one vector store of it. */
static inline void offer(struct publisher *p, int64_t value) {
    uint8_t *payload;
    while ((payload = claim(p, PAYLOAD)) == NULL) {
    }
    for (int i = 0; i < PAYLOAD / 8; i++) {
        ((volatile int64_t *)payload)[i] = value + i;
    }
    commit(p, PAYLOAD);
}

static void add_up(const uint8_t *payload, int64_t length, void *sum) {
    for (int64_t i = 0; i < length / 8; i++) {
        *(int64_t *)sum += ((const volatile int64_t *)payload)[i];
    }
}

static void read_frames(struct reader *r, int64_t until) {
    int64_t sum = 0;
    while (r->sequence < until) {
        poll_frames(r, add_up, &sum);
    }
    checksum += sum;
}

static void publish_all(const char *directory, int64_t messages) {
    struct publisher p = open_publisher(directory, "a.log", "a.position");
    for (int64_t i = 0; i < messages; i++) {
        offer(&p, i);
    }
}

static void publish_paced(const char *directory, int64_t messages) {
    struct publisher p = open_publisher(directory, "a.log", "a.position");
    for (int64_t i = 0; i < messages; i++) {
        if (now_ns() == 0) {
            fail("the clock stands still");
        }
        offer(&p, i);
    }
}

static void read_all(const char *directory, int64_t messages) {
    struct reader r = open_reader(directory, "a.log", "a.position");
    read_frames(&r, messages / 10);
    int64_t first = r.sequence;
    int64_t start_ns = now_ns();
    read_frames(&r, messages);
    printf("%.3f\n", (double)(messages - first) * 1e3 / (double)(now_ns() - start_ns));
}

static int ascending(const void *a, const void *b) {
    return (*(const uint32_t *)a > *(const uint32_t *)b) - (*(const uint32_t *)a < *(const uint32_t *)b);
}

/* Finer than the clock's step of 10 ns. */
static double median_of_means(const uint32_t *samples_ns, int64_t count) {
    int64_t blocks = count / 64;
    uint32_t *sums_ns = calloc((size_t)blocks, sizeof *sums_ns);
    for (int64_t i = 0; i < blocks * 64; i++) {
        sums_ns[i / 64] += samples_ns[i];
    }
    qsort(sums_ns, (size_t)blocks, sizeof *sums_ns, ascending);
    double median_ns = sums_ns[blocks / 2] / 64.0;
    free(sums_ns);
    return median_ns;
}

static void ping(const char *directory, int64_t messages) {
    struct publisher p = open_publisher(directory, "a.log", "a.position");
    struct reader r = open_reader(directory, "b.log", "b.position");
    uint32_t *samples_ns = calloc((size_t)messages, sizeof *samples_ns);
    int64_t before_ns = now_ns();
    for (int64_t i = 0; i < messages; i++) {
        offer(&p, i);
        read_frames(&r, i + 1);
        int64_t after_ns = now_ns();
        samples_ns[i] = (uint32_t)(after_ns - before_ns);
        before_ns = after_ns;
    }
    int64_t kept = messages - messages / 10;
    uint32_t *sorted_ns = samples_ns + messages / 10;
    double typical_ns = median_of_means(sorted_ns, kept);
    qsort(sorted_ns, (size_t)kept, sizeof *sorted_ns, ascending);
    printf("%.1f %u %u %u %u\n", typical_ns, sorted_ns[kept / 2], sorted_ns[kept * 99 / 100],
        sorted_ns[kept * 999 / 1000], sorted_ns[kept * 9999 / 10000]);
}

static void pong(const char *directory, int64_t messages) {
    struct reader r = open_reader(directory, "a.log", "a.position");
    struct publisher p = open_publisher(directory, "b.log", "b.position");
    for (int64_t i = 0; i < messages; i++) {
        read_frames(&r, i + 1);
        offer(&p, i);
    }
}

static void verify_checksum(int64_t messages) {
    int64_t fields = PAYLOAD / 8;
    if (checksum != fields * (messages * (messages - 1) / 2) + messages * (fields * (fields - 1) / 2)) {
        fail("the payloads that were read are not those that were written");
    }
}

int main(int count, char **arguments) {
    if (count != 4) {
        fail("usage: ring DIRECTORY throughput|paced|roundtrip MESSAGES");
    }
    const char *directory = arguments[1];
    bool round_trip = strcmp(arguments[2], "roundtrip") == 0;
    int64_t messages = atoll(arguments[3]);
    const char *names[] = {"a.log", "a.position", "b.log", "b.position"};
    int files = round_trip ? 4 : 2;
    for (int i = 0; i < files; i++) {
        size_t bytes = i % 2 == 0 ? LOG_HEADER_BYTES + CAPACITY : 4096;
        munmap(map(directory, names[i], bytes, PROT_READ | PROT_WRITE, true), bytes);
    }
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin_to(1);
        (round_trip ? pong : read_all)(directory, messages);
        verify_checksum(messages);
        return 0;
    }
    pin_to(0);
    bool paced = strcmp(arguments[2], "paced") == 0;
    (round_trip ? ping : paced ? publish_paced : publish_all)(directory, messages);
    if (round_trip) {
        verify_checksum(messages);
    }
    int status = 1;
    waitpid(child, &status, 0);
    for (int i = 0; i < files; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        unlink(path);
    }
    return status == 0 ? 0 : 1;
}
