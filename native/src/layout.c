/* Layouts of the structs and constants of verbs that Java compares with its own, to reject a mismatch. */
#include "verbus.h"

#include <assert.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>

/* Fixed sizes, without compiler-dependent padding. */
static_assert(sizeof(struct verbus_request) == 48, "a request is 48 bytes");
static_assert(sizeof(struct verbus_completion) == 32, "a completion is 32 bytes");
static_assert(sizeof(struct verbus_event) == 40 + VERBUS_DATA_MAX, "an event is 40 bytes and its data");
static_assert(sizeof(struct verbus_device) == 104, "a device is 104 bytes");
static_assert(sizeof(struct verbus_port) == 16, "a port is 16 bytes");
static_assert(sizeof(struct verbus_gid) == 76, "a GID is 76 bytes");
static_assert(sizeof(struct verbus_device_event) == 24, "a device's event is 24 bytes");
static_assert(sizeof(struct verbus_region) == 16, "a region is 16 bytes");
static_assert(sizeof(struct verbus_pair) == 24, "a queue pair is 24 bytes");
static_assert(sizeof(struct verbus_pair_state) == 40, "a queue pair's state is 40 bytes");
static_assert(sizeof(struct verbus_path) == 36, "a path is 36 bytes");
static_assert(sizeof(struct verbus_parameters) == 24 + VERBUS_DATA_MAX, "parameters are 24 bytes and their data");

#define SIZE(type) {"verbus_" #type, sizeof(struct verbus_##type), 0}
#define FIELD(type, field)                                                        \
    {"verbus_" #type "." #field, offsetof(struct verbus_##type, field), sizeof(((struct verbus_##type *)0)->field)}
#define CONSTANT(name) {#name, name, 0}

static const struct {
    const char *name;
    int64_t value;
    int64_t width;
} ENTRIES[] = {
    SIZE(request),
    FIELD(request, id),
    FIELD(request, local_address),
    FIELD(request, remote_address),
    FIELD(request, length),
    FIELD(request, local_key),
    FIELD(request, remote_key),
    FIELD(request, immediate),
    FIELD(request, operation),
    FIELD(request, flags),
    SIZE(completion),
    FIELD(completion, id),
    FIELD(completion, status),
    FIELD(completion, operation),
    FIELD(completion, length),
    FIELD(completion, immediate),
    FIELD(completion, pair),
    FIELD(completion, flags),
    SIZE(event),
    FIELD(event, id),
    FIELD(event, listener),
    FIELD(event, type),
    FIELD(event, status),
    FIELD(event, responder_resources),
    FIELD(event, initiator_depth),
    FIELD(event, pair),
    FIELD(event, length),
    FIELD(event, data),
    SIZE(device),
    FIELD(device, name),
    FIELD(device, guid),
    FIELD(device, vendor),
    FIELD(device, ports),
    FIELD(device, max_completions),
    FIELD(device, max_reads),
    FIELD(device, max_reads_begun),
    FIELD(device, iwarp),
    FIELD(device, part),
    FIELD(device, reliable),
    SIZE(port),
    FIELD(port, state),
    FIELD(port, mtu),
    FIELD(port, ethernet),
    FIELD(port, gids),
    SIZE(gid),
    FIELD(gid, network),
    FIELD(gid, address),
    FIELD(gid, port),
    FIELD(gid, index),
    FIELD(gid, type),
    SIZE(device_event),
    FIELD(device_event, type),
    FIELD(device_event, pair),
    FIELD(device_event, port),
    FIELD(device_event, completions),
    SIZE(region),
    FIELD(region, handle),
    FIELD(region, local_key),
    FIELD(region, remote_key),
    SIZE(pair),
    FIELD(pair, handle),
    FIELD(pair, number),
    FIELD(pair, max_sends),
    FIELD(pair, max_receives),
    FIELD(pair, inline_limit),
    SIZE(pair_state),
    FIELD(pair_state, state),
    FIELD(pair_state, path),
    SIZE(path),
    FIELD(path, mtu),
    FIELD(path, traffic_class),
    FIELD(path, service_level),
    FIELD(path, ack_timeout),
    FIELD(path, retries),
    FIELD(path, receiver_retries),
    FIELD(path, receiver_timer),
    FIELD(path, reads_answered),
    FIELD(path, reads_begun),
    SIZE(parameters),
    FIELD(parameters, pair),
    FIELD(parameters, responder_resources),
    FIELD(parameters, initiator_depth),
    FIELD(parameters, retries),
    FIELD(parameters, receiver_retries),
    FIELD(parameters, length),
    FIELD(parameters, data),
    CONSTANT(VERBUS_CHAIN_MAX),
    CONSTANT(VERBUS_DATA_MAX),
    CONSTANT(IBV_WR_RDMA_WRITE),
    CONSTANT(IBV_WR_RDMA_WRITE_WITH_IMM),
    CONSTANT(IBV_WR_SEND),
    CONSTANT(IBV_WR_RDMA_READ),
    CONSTANT(IBV_SEND_FENCE),
    CONSTANT(IBV_SEND_SIGNALED),
    CONSTANT(IBV_SEND_INLINE),
    CONSTANT(IBV_WC_SUCCESS),
    CONSTANT(IBV_WC_WR_FLUSH_ERR),
    CONSTANT(IBV_WC_REM_ACCESS_ERR),
    CONSTANT(IBV_WC_RETRY_EXC_ERR),
    CONSTANT(IBV_WC_RNR_RETRY_EXC_ERR),
    CONSTANT(IBV_WC_RECV),
    CONSTANT(IBV_WC_WITH_IMM),
    CONSTANT(IBV_ACCESS_LOCAL_WRITE),
    CONSTANT(IBV_ACCESS_REMOTE_WRITE),
    CONSTANT(IBV_ACCESS_REMOTE_READ),
    CONSTANT(IBV_PORT_ACTIVE),
    CONSTANT(IBV_GID_TYPE_ROCE_V2),
    CONSTANT(IBV_QPS_INIT),
    CONSTANT(IBV_QPS_RTR),
    CONSTANT(IBV_QPS_RTS),
    CONSTANT(IBV_QPS_ERR),
    CONSTANT(RDMA_CM_EVENT_ADDR_RESOLVED),
    CONSTANT(RDMA_CM_EVENT_CONNECT_REQUEST),
    CONSTANT(RDMA_CM_EVENT_REJECTED),
    CONSTANT(RDMA_CM_EVENT_TIMEWAIT_EXIT),
    CONSTANT(VERBUS_TEXT_ERRNO),
    CONSTANT(VERBUS_OPTION_ONLY_FAMILY),
};

int verbus_layout_entry(int index, char *name, size_t size, int64_t *value, int64_t *width)
{
    if (index < 0 || name == NULL || size == 0 || value == NULL || width == NULL)
        return -EINVAL;
    if ((size_t)index >= sizeof ENTRIES / sizeof ENTRIES[0])
        return -ENOENT;
    snprintf(name, size, "%s", ENTRIES[index].name);
    *value = ENTRIES[index].value;
    *width = ENTRIES[index].width;
    return 0;
}
