/*
 * The transport of the bus without the bus: messages written into a peer's ring by RDMA WRITE with immediate, taken
 * from a polled completion queue. A baseline to be run alternately with the bus in one boot.
 *
 *   verbus_perf server ADDRESS PORT
 *   verbus_perf client ADDRESS PORT latency|rate [SIZE [COUNT [WARM-UP [CHAIN [SOURCE]]]]]
 *
 * latency: half of a round trip. rate: one way, as fast as the receiver's credit allows; CHAIN writes share a doorbell;
 * SOURCE is the address to connect from. The server serves one client. Pin each with taskset.
 */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t number(int count, char **arguments, int index, uint64_t otherwise, uint64_t max)
{
    char *rest = "";
    uint64_t value = index < count ? strtoull(arguments[index], &rest, 10) : otherwise;

    if (*rest != '\0' || value < 1 || value > max) {
        fprintf(stderr, "verbus_perf: invalid number '%s': use 1 to %lu\n", arguments[index], (unsigned long)max);
        exit(2);
    }
    return value;
}

static int usage(void)
{
    fprintf(stderr, "usage: verbus_perf server ADDRESS PORT\n"
                    "       verbus_perf client ADDRESS PORT latency|rate [SIZE [COUNT [WARM-UP [CHAIN [SOURCE]]]]]\n");
    return 2;
}

int main(int count, char **arguments)
{
    struct end end = {0};
    bool server = count == 4 && strcmp(arguments[1], "server") == 0;
    bool client = count >= 5 && count <= 10 && strcmp(arguments[1], "client") == 0;
    bool latency = client && strcmp(arguments[4], "latency") == 0;

    if (!server && !latency && !(client && strcmp(arguments[4], "rate") == 0))
        return usage();
    if (server) {
        end_listen(&end, arguments[2], arguments[3]);
        (end.plan.mode == LATENCY ? latency_answer : rate_receive)(&end);
    } else {
        end.plan.mode = latency ? LATENCY : RATE;
        end.plan.size = (uint32_t)number(count, arguments, 5, 64, RING / 16);
        end.plan.count = number(count, arguments, 6, 50000, 1U << 30);
        end.plan.warm_up = number(count, arguments, 7, 10000, 1U << 30);
        end.plan.chain = (uint32_t)number(count, arguments, 8, 1, CHAIN_MAX);
        if (end.plan.size < sizeof(uint64_t))
            end.plan.size = sizeof(uint64_t); /* the message's number */
        end_connect(&end, arguments[2], arguments[3], count == 10 ? arguments[9] : NULL);
        (latency ? latency_ask : rate_send)(&end);
    }
    end_close(&end);
    return 0;
}
