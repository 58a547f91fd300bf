/*
 * TCP without a bus: messages of 4 bytes of length and a payload, in a socket that is read without blocking, as the
 * subject tcp in Java does. A baseline to be run alternately with the bus in one boot.
 *
 *   verbus_tcp server ADDRESS PORT
 *   verbus_tcp client ADDRESS PORT latency|rate [SIZE [COUNT [WARM-UP [CHAIN [SOURCE]]]]]
 *
 * latency: half of a round trip. rate: one way; consecutive messages share writes of up to 64 KiB. CHAIN is ignored: it
 * is that of verbus_perf. SOURCE is the address to connect from. The server serves one client. Pin each with taskset.
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define WRITE_BYTES (64 << 10)
#define READ_BYTES (256 << 10)
#define SOCKET_BYTES (1 << 20)
#define SIZE_MAX_BYTES (1 << 20)

enum mode { LATENCY, RATE };

/* What the client measures; sent first. */
struct plan {
    uint64_t mode;
    uint64_t size;
    uint64_t count;
    uint64_t warm_up;
};

struct end {
    struct plan plan;
    int socket;
    uint64_t taken; /* messages */
    size_t held; /* bytes in the buffer, less than a message after a poll */
    char *bytes;
};

static void fail(const char *what)
{
    fprintf(stderr, "verbus_tcp: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static void put_all(int socket, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = send(socket, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            fail("write");
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
}

static void get_all(int socket, void *bytes, size_t length)
{
    if (recv(socket, bytes, length, MSG_WAITALL) != (ssize_t)length)
        fail("the peer has closed the connection");
}

/* Takes the arrived bytes: whole messages count, the rest stays at the start of the buffer. */
static void take(struct end *end)
{
    size_t offset = 0;
    ssize_t count = recv(end->socket, end->bytes + end->held, READ_BYTES, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        fail("the peer has closed the connection");
    if (count < 0)
        return;
    end->held += (size_t)count;
    while (end->held - offset >= sizeof(uint32_t)) {
        uint32_t length;
        memcpy(&length, end->bytes + offset, sizeof length);
        if (end->held - offset - sizeof length < length)
            break;
        offset += sizeof length + length;
        end->taken++;
    }
    end->held -= offset;
    memmove(end->bytes, end->bytes + offset, end->held);
}

static void encode(const struct end *end, char *at, uint64_t number)
{
    uint32_t length = (uint32_t)end->plan.size;
    memcpy(at, &length, sizeof length);
    memset(at + sizeof length, 0, length);
    memcpy(at + sizeof length, &number, sizeof number);
}

static void put(struct end *end, char *message, uint64_t number)
{
    encode(end, message, number);
    put_all(end->socket, message, sizeof(uint32_t) + end->plan.size);
}

static void await(struct end *end, uint64_t messages)
{
    while (end->taken < messages)
        take(end);
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void latency_ask(struct end *end, char *message)
{
    uint64_t count = end->plan.count;
    uint64_t *times = calloc(count, sizeof *times);

    if (times == NULL)
        fail("memory for the times");
    for (uint64_t i = 0; i < end->plan.warm_up + count; i++) {
        uint64_t start = now_ns();
        put(end, message, i);
        await(end, i + 1);
        if (i >= end->plan.warm_up)
            times[i - end->plan.warm_up] = (now_ns() - start) / 2;
    }
    qsort(times, count, sizeof *times, compare);
    printf("mode=latency size=%lu count=%lu min=%lu p50=%lu p90=%lu p99=%lu p99.9=%lu max=%lu unit=ns\n",
           (unsigned long)end->plan.size, (unsigned long)count, (unsigned long)times[0],
           (unsigned long)times[count / 2], (unsigned long)times[count * 90 / 100],
           (unsigned long)times[count * 99 / 100], (unsigned long)times[count * 999 / 1000],
           (unsigned long)times[count - 1]);
    free(times);
}

static void latency_answer(struct end *end, char *message)
{
    uint64_t total = end->plan.warm_up + end->plan.count;

    for (uint64_t i = 0; i < total; i++) {
        await(end, i + 1);
        put(end, message, i);
    }
}

static void rate_send(struct end *end, char *batch)
{
    uint64_t total = end->plan.warm_up + end->plan.count;
    size_t message = sizeof(uint32_t) + end->plan.size;
    size_t filled = 0;
    uint64_t start = now_ns();
    double seconds;
    char done;

    for (uint64_t i = 0; i < total; i++) {
        if (filled + message > WRITE_BYTES && filled > 0) {
            put_all(end->socket, batch, filled);
            filled = 0;
        }
        encode(end, batch + filled, i);
        filled += message;
    }
    put_all(end->socket, batch, filled);
    get_all(end->socket, &done, 1);
    seconds = (double)(now_ns() - start) / 1e9;
    printf("mode=rate size=%lu count=%lu messages_per_s=%.0f\n", (unsigned long)end->plan.size, (unsigned long)total,
           (double)total / seconds);
}

static void rate_receive(struct end *end)
{
    uint64_t total = end->plan.warm_up + end->plan.count;
    uint64_t from = 0;
    uint64_t start = 0;

    while (end->taken < total) {
        take(end);
        if (from == 0 && end->taken > end->plan.warm_up) { /* those of this poll were sent before: not timed */
            from = end->taken;
            start = now_ns();
        }
    }
    if (total > from)
        printf("mode=rate side=receiver size=%lu count=%lu messages_per_s=%.0f\n", (unsigned long)end->plan.size,
               (unsigned long)(total - from), (double)(total - from) / ((double)(now_ns() - start) / 1e9));
    put_all(end->socket, "", 1);
}

static struct addrinfo *resolve(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found;
    int error = getaddrinfo(host, port, &hints, &found);
    if (error != 0) {
        fprintf(stderr, "verbus_tcp: address %s: %s\n", host, gai_strerror(error));
        exit(2);
    }
    return found;
}

static void set(int socket, int level, int option, int value)
{
    if (setsockopt(socket, level, option, &value, sizeof value) != 0)
        fail("socket option");
}

static void configure(int socket)
{
    set(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    set(socket, SOL_SOCKET, SO_SNDBUF, SOCKET_BYTES);
    set(socket, SOL_SOCKET, SO_RCVBUF, SOCKET_BYTES);
}

static int serve(const char *host, const char *port)
{
    struct addrinfo *at = resolve(host, port);
    int listening = socket(at->ai_family, SOCK_STREAM, 0);
    int accepted;

    if (listening < 0)
        fail("socket");
    set(listening, SOL_SOCKET, SO_REUSEADDR, 1);
    configure(listening);
    if (bind(listening, at->ai_addr, at->ai_addrlen) != 0 || listen(listening, 1) != 0)
        fail("listen");
    accepted = accept(listening, NULL, NULL);
    if (accepted < 0)
        fail("accept");
    close(listening);
    freeaddrinfo(at);
    return accepted;
}

/* The server may still start: attempts continue for 5 s. */
static int dial(const char *host, const char *port, const char *source)
{
    struct addrinfo *to = resolve(host, port);
    uint64_t until = now_ns() + 5000000000U;

    for (;;) {
        int connected = socket(to->ai_family, SOCK_STREAM, 0);
        if (connected < 0)
            fail("socket");
        configure(connected);
        if (source != NULL) {
            struct addrinfo *own = resolve(source, "0");
            if (bind(connected, own->ai_addr, own->ai_addrlen) != 0)
                fail("bind");
            freeaddrinfo(own);
        }
        if (connect(connected, to->ai_addr, to->ai_addrlen) == 0) {
            freeaddrinfo(to);
            return connected;
        }
        if (now_ns() > until)
            fail("connect");
        close(connected);
        usleep(10000);
    }
}

static uint64_t number(int count, char **arguments, int index, uint64_t otherwise, uint64_t max)
{
    char *rest = "";
    uint64_t value = index < count ? strtoull(arguments[index], &rest, 10) : otherwise;

    if (*rest != '\0' || value < 1 || value > max) {
        fprintf(stderr, "verbus_tcp: invalid number '%s': use 1 to %lu\n", arguments[index], (unsigned long)max);
        exit(2);
    }
    return value;
}

int main(int count, char **arguments)
{
    struct end end = {0};
    bool server = count == 4 && strcmp(arguments[1], "server") == 0;
    bool client = count >= 5 && count <= 10 && strcmp(arguments[1], "client") == 0;
    bool latency = client && strcmp(arguments[4], "latency") == 0;
    char *message;

    if (!server && !latency && !(client && strcmp(arguments[4], "rate") == 0)) {
        fprintf(stderr, "usage: verbus_tcp server ADDRESS PORT\n"
                        "       verbus_tcp client ADDRESS PORT latency|rate [SIZE [COUNT [WARM-UP [CHAIN [SOURCE]]]]]\n");
        return 2;
    }
    if (server) {
        end.socket = serve(arguments[2], arguments[3]);
        get_all(end.socket, &end.plan, sizeof end.plan);
    } else {
        end.plan.mode = latency ? LATENCY : RATE;
        end.plan.size = number(count, arguments, 5, 64, SIZE_MAX_BYTES);
        end.plan.count = number(count, arguments, 6, 50000, 1U << 30);
        end.plan.warm_up = number(count, arguments, 7, 10000, 1U << 30);
        if (end.plan.size < sizeof(uint64_t))
            end.plan.size = sizeof(uint64_t); /* the message's number */
        end.socket = dial(arguments[2], arguments[3], count == 10 ? arguments[9] : NULL);
        put_all(end.socket, (const char *)&end.plan, sizeof end.plan);
    }
    if (end.plan.size > SIZE_MAX_BYTES)
        fail("size");
    end.bytes = malloc(READ_BYTES + sizeof(uint32_t) + end.plan.size);
    message = malloc(WRITE_BYTES + sizeof(uint32_t) + end.plan.size);
    if (end.bytes == NULL || message == NULL)
        fail("memory");
    if (end.plan.mode == LATENCY)
        (server ? latency_answer : latency_ask)(&end, message);
    else if (server)
        rate_receive(&end);
    else
        rate_send(&end, message);
    free(message);
    free(end.bytes);
    close(end.socket);
    return 0;
}
